"""Fuzzing led by coverage: what runs inside of an Atheris process, and what it is made of."""
