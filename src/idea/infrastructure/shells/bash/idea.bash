# Lets bash tell where its prompts, commands and their output are: OSC 133 and OSC 7.
#
# IdeA starts `bash --posix` with ENV naming this file. That is the one way in which bash reads one
# file of ours and still is a login shell when it was asked to be one. So this file makes it a usual
# bash again, and reads the person's files as bash itself would have.
#
# It works whatever options the person sets, and writes to the standard error only: the standard
# output of a shell may lead elsewhere. Names that stay behind begin with __idea_.

if [ -z "${IDEA_SHELL_ENTRY-}" ]; then
    return 0
fi
builtin unset IDEA_SHELL_ENTRY

builtin set +o posix
builtin shopt -u inherit_errexit
if [ -n "${IDEA_SHELL_ENV+set}" ]; then
    builtin export ENV="$IDEA_SHELL_ENV"
    builtin unset IDEA_SHELL_ENV
else
    builtin unset ENV
fi
if [ -z "${IDEA_SHELL_HISTFILE-}" ]; then
    # Its own name for it counts, not that of a POSIX shell.
    HISTFILE=~/.bash_history
fi
builtin unset IDEA_SHELL_HISTFILE

# Puts into __idea_text what a sequence may carry, with percent signs and digits for the rest.
__idea_escape() {
    __idea_text=${1//%/%25}
    __idea_text=${__idea_text//;/%3B}
    __idea_text=${__idea_text//\?/%3F}
    __idea_text=${__idea_text//\#/%23}
    __idea_text=${__idea_text//$'\n'/%0A}
    __idea_text=${__idea_text//$'\t'/%09}
    __idea_text=${__idea_text//$'\e'/%1B}
    __idea_text=${__idea_text//[[:cntrl:]]/ }
}

# Says, in a process of its own, the command line that is about to run. A line that the history did
# not take (it begins with a blank, or is that of before) is not told, rather than another one.
__idea_line() {
    { builtin set +eux; } 2>/dev/null
    builtin local line
    if [[ ${HISTCMD-} == $((__idea_number + 1)) ]]; then
        line=$(HISTTIMEFORMAT='' builtin history 1)
        line=${line#*[[:digit:]][\* ] }
        if ((${#line} <= 4000)); then
            __idea_escape "$line"
            builtin printf '%s' "$__idea_text"
        fi
    fi
}

# Runs behind all that PROMPT_COMMAND has, so the prompt is as the person's own code made it; see
# below for exceptions.
__idea_prompt() {
    { builtin local status="$?" -; builtin set +eux; } 2>/dev/null
    builtin local own="${PS1-}" begin='\[\e]133;A\a\]' end='\[\e]133;B\a\]' took=''
    own=${own//"$begin"/}
    own=${own//"$end"/}
    PS0=${PS0-}
    PS0=${PS0//"$__idea_ps0"/}
    if [[ $own == *'133;A'* ]]; then
        return 0  # The person's own prompt has marks.
    fi
    if ((__idea_began)); then
        took=";idea_ms=$(((${EPOCHREALTIME/[^0-9]/} - __idea_began) / 1000))"
    fi
    __idea_escape "$PWD"
    builtin printf '\e]133;D;%s%s\a\e]7;file://%s%s\a%s' \
        "$status" "$took" "${HOSTNAME-}" "$__idea_text" "$__idea_says" >&2
    PS1=$begin$own$end
    PS0=$PS0$__idea_ps0
    __idea_began=0
    __idea_number=${HISTCMD-0}
    return 0
}

# In conditions, because under `set -e` a file that ends with a failure would end the shell.
if builtin shopt -q login_shell; then
    if [ -r /etc/profile ]; then builtin . /etc/profile || builtin :; fi
    if [ -r ~/.bash_profile ]; then
        builtin . ~/.bash_profile || builtin :
    elif [ -r ~/.bash_login ]; then
        builtin . ~/.bash_login || builtin :
    elif [ -r ~/.profile ]; then
        builtin . ~/.profile || builtin :
    fi
else
    if [ -r /etc/bash.bashrc ]; then
        builtin . /etc/bash.bashrc || builtin :
    elif [ -r /etc/bash/bashrc ]; then
        builtin . /etc/bash/bashrc || builtin :
    fi
    if [ -r ~/.bashrc ]; then builtin . ~/.bashrc || builtin :; fi
fi

# Start files often make PATH anew; `idea` comes last on it again.
if [ -n "${IDEA_COMMANDS-}" ] && [[ :${PATH-}: != *:"$IDEA_COMMANDS":* ]]; then
    PATH=${PATH-}:$IDEA_COMMANDS
fi

# Before 5.1, PROMPT_COMMAND is one text whose parts see each other's status. Nothing is done
# either where somebody forbade to change what must be changed.
if ((BASH_VERSINFO[0] * 100 + BASH_VERSINFO[1] >= 501)) &&
    (PROMPT_COMMAND='' PS0='' PS1='') 2>/dev/null; then
    __idea_began=0
    __idea_number=0
    __idea_nothing=''
    __idea_says=''
    __idea_ps0='\e]133;C\a'
    if builtin shopt -q promptvars; then
        # The first part notes the time and shows nothing.
        __idea_ps0='${__idea_nothing:$((__idea_began=${EPOCHREALTIME/[^0-9]/},0)):0}'
        __idea_ps0+='\e]133;C;idea_at=${__idea_began};cmdline_url=$(__idea_line)\a'
    fi
    if [[ -n ${__bp_imported-} ]]; then
        # bash-preexec would take what stands behind its own for a command of the person.
        precmd_functions+=(__idea_prompt)
    elif [[ -n $(builtin trap -p DEBUG) ]]; then
        # So would other code that traps commands. What makes the prompt anew comes after this
        # then, so the mark is written at once as well.
        __idea_says=$'\e]133;A\a'
        PROMPT_COMMAND=(__idea_prompt ${PROMPT_COMMAND[@]+"${PROMPT_COMMAND[@]}"})
    else
        PROMPT_COMMAND+=(__idea_prompt)
    fi
fi
