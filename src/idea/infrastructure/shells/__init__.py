"""Lets bash, zsh and fish tell where their prompts and commands are, without touching a file."""
