"""Reading a `report.json`, which may be anybody's."""

import json
from importlib.resources import files
from pathlib import Path
from typing import Any

from toolwire.corpus.given_json import read_json

from ..reporting import FORMAT, REPORT
from ..results import WITH_FAILURES
from .shape import departure


class NotAReport(ValueError):
    """A file holds no report; the message says which file and what is wrong, in one line."""


def read_report(path: Path) -> dict[str, Any]:
    """Read a report, of a folder the `report.json` in it. Raises `NotAReport`."""
    file = path / REPORT if path.is_dir() else path
    try:
        return _checked(read_json(file.read_text("utf-8")))
    except OSError as error:
        reason = error.strerror or str(error)
    except RecursionError:
        reason = "it is nested too deeply"
    except ValueError as error:
        reason = f"it holds no report: {error}"
    raise NotAReport(f"{file}: {reason}")


def _checked(content: Any) -> dict[str, Any]:
    """Give `content` if the pages can be made of it. Raises ValueError."""
    if not isinstance(content, dict):
        raise ValueError("not a JSON object")
    if content.get("format") != FORMAT:
        said = f"its format is {content.get('format')!r}" if "format" in content else "no format"
        raise ValueError(f"{said}, and this version of Toolwire reads format {FORMAT}")
    schema = json.loads(files("toolwire.conformance").joinpath("report.schema.json").read_text())
    if (wrong := departure(content, schema, schema["$defs"])) is not None:
        raise ValueError(wrong)
    names = {each["name"] for each in content["candidates"]}
    for index, result in enumerate(content["results"]):
        if result["candidate"] not in names:
            raise ValueError(f"results[{index}] is of a candidate that is not listed")
        if result["outcome"] in WITH_FAILURES and not result["failures"]:
            raise ValueError(f"results[{index}] has no failure, and is {result['outcome']}")
    return content
