"""What pages are made of: their templates, and what a Content-Security-Policy says of them."""

import base64
import hashlib
from functools import cache
from importlib.resources import files

from jinja2 import Environment, StrictUndefined, Template


def asset(name: str, package: str = __package__) -> str:
    """Give the text of a file beside the templates of a package."""
    return files(package).joinpath("templates", name).read_text("utf-8")


@cache
def template(name: str, package: str = __package__) -> Template:
    """Give a template, which escapes whatever is put into it."""
    environment = Environment(
        autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    return environment.from_string(asset(name, package))


def policy_hash(text: str) -> str:
    """Give a text's hash as a Content-Security-Policy names it."""
    digest = hashlib.sha256(text.encode()).digest()
    return f"sha256-{base64.b64encode(digest).decode()}"
