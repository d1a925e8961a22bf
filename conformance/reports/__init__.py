"""The pages of a run, made from its `report.json` and nothing else: HTML, Markdown, a badge."""

from .html_page import is_link
from .reading import NotAReport, read_report
from .writing import write_pages

__all__ = ["NotAReport", "is_link", "read_report", "write_pages"]
