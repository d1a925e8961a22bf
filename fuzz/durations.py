"""Spans of time as a person reads them."""


def clock(seconds: float) -> str:
    """Give a span as hours, minutes and seconds: `0:01:05`."""
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}"
