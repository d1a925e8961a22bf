"""Fuzzing: jobs that look for inputs which a candidate gets wrong, and their command."""
