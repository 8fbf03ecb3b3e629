# Lets zsh tell where its prompts, commands and their output are: OSC 133 and OSC 7.
#
# Everything waits for the first prompt, when the person's files have been read. Functions set the
# options they need for themselves alone, and write to the terminal: the standard output of a shell
# may lead elsewhere. Names that stay behind begin with __idea_.

builtin typeset -g __idea_began=0

# Writes its arguments to the terminal, joined.
__idea_say() {
    if [[ -w ${TTY-} ]]; then
        builtin print -rn -- "${(j::)@}" >$TTY
    fi
}

# Puts into REPLY what a sequence may carry, with percent signs and digits for the rest.
__idea_escape() {
    REPLY=${1//\%/%25}
    REPLY=${REPLY//;/%3B}
    REPLY=${REPLY//\?/%3F}
    REPLY=${REPLY//\#/%23}
    REPLY=${REPLY//$'\n'/%0A}
    REPLY=${REPLY//$'\t'/%09}
    REPLY=${REPLY//$'\e'/%1B}
    REPLY=${REPLY//[[:cntrl:]]/ }
}

# A command line was accepted: in the first argument as it was typed, unless it leaves no trace.
__idea_preexec() {
    builtin emulate -L zsh -o no_err_exit -o no_err_return -o no_aliases -o no_xtrace
    builtin local REPLY told=''
    if (( ${#1} <= 4000 )); then
        __idea_escape "$1"
        told=";cmdline_url=$REPLY"
    fi
    builtin typeset -gi __idea_began='EPOCHREALTIME * 1000'
    __idea_say $'\e]133;C;idea_at=' "${__idea_began}000" "$told" $'\a'
    return 0
}

# Runs behind all other hooks, so the prompt is as the person's own code made it.
__idea_precmd() {
    builtin local __idea_status=$?
    builtin emulate -L zsh -o no_err_exit -o no_err_return -o no_aliases -o no_xtrace
    builtin local REPLY took='' begin=$'%{\e]133;A\a%}' end=$'%{\e]133;B\a%}'
    builtin local own="${${PROMPT-}//$begin/}"
    own=${own//$end/}
    if [[ $own == *'133;A'* ]]; then
        return 0  # The person's own prompt has marks.
    fi
    if (( __idea_began )); then
        builtin local -i now='EPOCHREALTIME * 1000'
        took=";idea_ms=$(( now - __idea_began ))"
    fi
    __idea_began=0
    __idea_escape "$PWD"
    __idea_say $'\e]133;D;' "$__idea_status$took" $'\a\e]7;file://' "${HOST-}$REPLY" $'\a'
    PROMPT=$begin$own$end
    if [[ ${precmd_functions[-1]-} != __idea_precmd ]]; then
        precmd_functions=(${precmd_functions:#__idea_precmd} __idea_precmd)
    fi
    return 0
}

# Puts the hooks in at the first prompt.
__idea_begin() {
    builtin local __idea_status=$?
    builtin emulate -L zsh -o no_err_exit -o no_err_return -o no_aliases -o no_xtrace
    # Start files often make PATH anew; `idea` comes last on it again.
    if [[ -n ${IDEA_COMMANDS-} && :${PATH-}: != *:$IDEA_COMMANDS:* ]]; then
        PATH=${PATH-}:$IDEA_COMMANDS
    fi
    builtin zmodload zsh/datetime 2>/dev/null || return 0
    builtin typeset -ga precmd_functions preexec_functions
    if (( ! ${precmd_functions[(Ie)__idea_precmd]} )); then
        precmd_functions=(${precmd_functions:#__idea_begin} __idea_precmd)
        preexec_functions+=(__idea_preexec)
        () { return $__idea_status }
        __idea_precmd
    fi
    return 0
}

# Twice, because start files that give the list of hooks another value are common.
builtin typeset -ga precmd_functions
precmd_functions+=(__idea_begin)
builtin zmodload zsh/sched 2>/dev/null && builtin sched +0 __idea_begin
