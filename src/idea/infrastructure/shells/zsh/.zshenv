# Read by zsh because IdeA let ZDOTDIR name this folder; the person's own value is put back first.
#
# From here on zsh finds the person's files by itself, so only this one file is read in their place.

if [[ -n ${IDEA_SHELL_ZDOTDIR+set} ]]; then
    builtin export ZDOTDIR=$IDEA_SHELL_ZDOTDIR
    builtin unset IDEA_SHELL_ZDOTDIR
else
    builtin unset ZDOTDIR
fi

if [[ -o interactive ]]; then
    # Found by this file's own name, which must be asked for outside of functions.
    builtin source "${${(%):-%x}:A:h}/idea.zsh"
fi

# The person's file comes last: its end is where zsh itself would be now.
if [[ -r ${ZDOTDIR-$HOME}/.zshenv ]]; then
    builtin source "${ZDOTDIR-$HOME}/.zshenv"
fi
