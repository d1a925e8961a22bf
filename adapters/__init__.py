"""Adapters for published libraries, one folder each; they know nothing of Toolwire."""
