"""Stored inputs: cases that broke real programs, the original code's answers, and sources."""
