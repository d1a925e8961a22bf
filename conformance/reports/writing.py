"""Writing a run's pages beside its `report.json`."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ..storage import write_aside
from .badge import badge
from .html_page import html_page
from .markdown_page import markdown_page


def write_pages(folder: Path, report: Mapping[str, Any], docs: str | None = None) -> list[Path]:
    """Write the pages of `report` into `folder` and give their files. Raises OSError.

    `docs` is where the links to Toolwire's documentation lead; without it there are none.
    """
    pages = {
        "report.html": html_page(report, docs),
        "report.md": markdown_page(report),
        "badge.json": badge(report),
    }
    for name, page in pages.items():
        write_aside(folder / name, page)
    return [folder / name for name in pages]
