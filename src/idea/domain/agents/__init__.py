"""Agents: who they are, what they read at launch, which of them runs where."""
