"""Prompts in memory, with everything they include."""
