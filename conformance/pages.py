"""The generated pages of the documentation: those of `PAGES`, below `docs`.

    python -m toolwire.conformance.pages [--write] [FOLDER]

checks that the pages in FOLDER (`docs`, if not given) are what the tables say, and writes them with
`--write`. A page is made of nothing but the requirements, the reference and the stored cases, so
that it cannot say anything else than they do.
"""

import sys
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path

import click

from toolwire.corpus.cases import cases_of
from toolwire.corpus.sources import resolve
from toolwire.reference import ODDITIES, PROFILES
from toolwire.strategies.trials import Input

from .display import show_acceptable, show_input
from .markdown import COMMAND, GENERATED, anchor, link, plain
from .oddity_examples import EXAMPLES, READINGS
from .oracle import oracle
from .protocol_pages import protocol_page
from .requirements import Requirement, requirements, trials_of
from .revisions_page import revisions_page

__all__ = ["PAGES", "anchor", "main", "outdated"]


def requirements_page() -> str:
    """Give the page of every requirement of every profile."""
    lines = [
        GENERATED,
        "# Requirements",
        "",
        "Every rule that Toolwire asks of a library, by profile. `toolwire list` prints the same "
        "list, and `toolwire explain ID` one of them with more inputs.",
        "",
        "*Inputs* are the enumerated ones: the same for everybody, one at least for each place of "
        "the protocol's table that the rule governs. Drawn inputs come on top "
        "(`--impl-examples`), and *stored* ones, which broke real programs. In the smallest "
        "inputs and the answers, control and format characters are written as Python writes "
        "them, and long texts are cut. [Protocol tables](protocol-tables.md) explains the names, "
        "[Reading a failure](reading-a-failure.md) the levels.",
    ]
    for profile in PROFILES:
        lines += ["", f"## {profile}", "", *_overview(profile)]
        for requirement in requirements(profile):
            lines += ["", *_section(requirement)]
    return "\n".join(lines) + "\n"


def _overview(profile: str) -> Iterator[str]:
    yield "| requirement | level | topic | inputs |"
    yield "| --- | --- | --- | ---: |"
    for requirement in requirements(profile):
        text, count = requirement.text, len(trials_of(profile).get(requirement.rule, ()))
        target = link(f"`{requirement.rule}`", requirement.id)
        yield f"| {target} | {requirement.level.upper()} | {text.topic} | {count} |"


def _section(requirement: Requirement) -> Iterator[str]:
    trials = trials_of(requirement.profile).get(requirement.rule, ())
    stored = len(cases_of(requirement.profile, requirement.rule))
    count = f"{len(trials)} input{'' if len(trials) == 1 else 's'}"
    yield f"### {requirement.id}"
    yield ""
    yield requirement.sentence
    yield ""
    yield (
        f"{requirement.level.upper()} · {requirement.text.topic} · "
        f"{plain(resolve(requirement.source).citation)} · "
        f"{count}{f' and {stored} stored' if stored else ''}"
    )
    if trials:
        trial = min(trials, key=lambda each: each.input.size)
        yield ""
        yield f"The smallest ({trial.input.op} `{trial.input.type}`, {plain(trial.site)}):"
        yield ""
        yield from _shown(requirement.profile, trial.input)


def _shown(profile: str, asked: Input) -> Iterator[str]:
    """Show an input and what may come back, as a failure shows them."""
    inputs = [text or "(an empty text)" for text in show_input(asked)]
    acceptable = [show_acceptable(each) for each in oracle(profile).answers(asked).acceptable]
    yield "```text"
    for label, shown in (("input", inputs), ("expected", acceptable)):
        for index, text in enumerate(shown):
            other = "or " if label == "expected" and index else ""
            yield f"{label if index == 0 else '':<9} {other}{text}"
    yield "```"


def oddities_page() -> str:
    """Give the page of what no document decides."""
    lines = [
        GENERATED,
        "# Oddities",
        "",
        "Some inputs are odd in a way that no document decides: the original code does what its "
        "libraries happen to do, and another library does otherwise without being wrong. Toolwire "
        "calls such an input *unsettled*. It works out the answer of every admissible reading, "
        "and takes any of them; what it does not take is silence, a crash or another answer.",
        "",
        "An input that holds an oddity is still settled when every reading leads to the same "
        "answer. The classes stand in `reference/oddities.py`. The first reading of each is that "
        "of the original, where the original does the same each time.",
    ]
    for name, oddity in ODDITIES.items():
        example = EXAMPLES[name]
        lines += ["", f"## {name}", "", f"Why it is open: {oddity.reason}.", ""]
        lines += [f"- `{reading}`: {READINGS[reading]}" for reading in oddity.readings]
        asked = f"{example.input.op} `{example.input.type}`"
        lines += ["", f"For example ({asked}, {example.profile}):", ""]
        lines += _shown(example.profile, example.input)
    return "\n".join(lines) + "\n"


PAGES: Mapping[str, Callable[[], str]] = {
    "requirements.md": requirements_page,
    "oddities.md": oddities_page,
    "revisions.md": revisions_page,
    **{f"protocols/{name}.md": partial(protocol_page, name) for name in PROFILES},
}
"""The generated pages, by the paths of their files."""


def outdated(folder: Path) -> list[str]:
    """Name the pages in `folder` that are missing or are not what the tables say."""
    return [name for name, page in PAGES.items() if _read(folder / name) != page()]


def _read(file: Path) -> str | None:
    return file.read_text("utf-8") if file.is_file() else None


@click.command()
@click.argument("folder", default="docs", type=click.Path(file_okay=False, path_type=Path))
@click.option("--write", is_flag=True, help="Write the pages instead of checking them.")
def main(folder: Path, write: bool) -> None:
    """Check the generated pages in FOLDER, or write them."""
    names = outdated(folder)
    for name in names:
        if write:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(PAGES[name](), "utf-8")
        click.echo(f"{folder / name}: {'written' if write else 'out of date'}")
    if names and not write:
        click.echo(f"run {COMMAND}", err=True)
        sys.exit(1)


if __name__ == "__main__":
    main()
