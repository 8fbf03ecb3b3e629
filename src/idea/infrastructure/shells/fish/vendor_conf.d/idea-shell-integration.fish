# Lets fish tell where its prompts, commands and their output are: OSC 133 and OSC 7.
#
# Found because IdeA put its folder in front of XDG_DATA_DIRS, which gets its own value back first.

if set -q IDEA_SHELL_XDG_DATA_DIRS
    if test -n "$IDEA_SHELL_XDG_DATA_DIRS"
        set -gx XDG_DATA_DIRS $IDEA_SHELL_XDG_DATA_DIRS
    else
        set -e XDG_DATA_DIRS
    end
    set -e IDEA_SHELL_XDG_DATA_DIRS

    # Start files often make PATH anew; `idea` comes last on it again.
    if status is-interactive; and set -q IDEA_COMMANDS
        function __idea_path --on-event fish_prompt
            functions -e __idea_path
            contains -- "$IDEA_COMMANDS" $PATH; or set -gx PATH $PATH "$IDEA_COMMANDS"
        end
    end

    # From 4.0 on, fish itself tells all of it.
    if status is-interactive; and test (string split -f 1 . -- $version) -lt 4
        # The marks are part of the prompt, so they are there again whenever fish draws it again.
        # The person's own comes first in there: its status and pipestatus are those of before.
        function __idea_prompt --on-event fish_prompt
            if not functions fish_prompt | string match -q '*__idea_own_prompt*'
                functions -e __idea_own_prompt
                functions -c fish_prompt __idea_own_prompt
                function fish_prompt
                    set -l text (__idea_own_prompt | string collect -N)
                    # Not A: fish may put a sign before it, and then A would begin a new line.
                    if string match -q '*]133;A*' -- "$text"
                        printf '%s' "$text"
                    else
                        printf '\e]133;P;k=i\a%s\e]133;B\a' "$text"
                    end
                end
            end
            printf '\e]7;file://%s%s\a' $hostname (string escape --style=url -- $PWD)
        end

        function __idea_preexec --on-event fish_preexec
            set -l line (string join \n -- $argv | string collect)
            set -l told ''
            if test (string length -- $line) -le 4000
                set told ";cmdline_url="(string escape --style=url -- $line)
            end
            printf '\e]133;C;idea_at=%s000000%s\a' (command date +%s) $told
        end

        function __idea_postexec --on-event fish_postexec
            printf '\e]133;D;%s;idea_ms=%s\a' $status $CMD_DURATION
        end
    end
end
