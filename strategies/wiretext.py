"""A text as it travels: a JSON string, or base64 when it is not UTF-8.

The rule is the candidate protocol's, and holds in both directions. `worker.py` has its own
copy of it, because that file must run where Toolwire is not installed.
"""

import base64

Text = str | bytes
"""A text under test: `bytes` exactly when it is not valid UTF-8."""


def normal(text: Text) -> Text:
    """Return the text as `str` when it is valid UTF-8, else as `bytes`.

    Raises `ValueError` for a `str` with a lone surrogate: no sequence of bytes spells it.
    """
    if isinstance(text, bytes):
        try:
            return text.decode()
        except UnicodeDecodeError:
            return text
    if not text.isascii():
        text.encode()
    return text


def to_wire(text: Text) -> str | dict[str, str]:
    """Return the JSON value by which the text travels."""
    if isinstance(text, str):
        return text
    return {"base64": base64.b64encode(text).decode("ascii")}


def from_wire(value: object) -> Text:
    """Return the text for which a JSON value stands.

    Raises `ValueError` when it stands for none.
    """
    if isinstance(value, str):
        if not value.isascii():
            try:
                value.encode()
            except UnicodeEncodeError:
                raise ValueError("a text holds a lone surrogate, which is no UTF-8") from None
        return value
    if isinstance(value, dict) and isinstance(encoded := value.get("base64"), str):
        try:
            return normal(base64.b64decode(encoded, validate=True))
        except ValueError as error:
            raise ValueError(f"a text is not valid base64: {error}") from None
    raise ValueError('a text must be a string or {"base64": "…"}')
