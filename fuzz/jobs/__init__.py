"""Jobs: the processes that fuzz, and how the parent talks with them."""
