"""How to make inputs from a protocol's shapes."""
