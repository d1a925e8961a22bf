"""What `--impl` can say, and which candidate it names."""

import importlib.metadata
import sys
from pathlib import Path
from typing import Any

import pytest

from toolwire.conformance.candidates import (
    CandidateError,
    Request,
    ShippedAdapter,
    Understood,
    resolve,
    shipped_adapter,
    shipped_names,
)

ECHO = "def decode(profile, type, text): return {name!r} + text"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("one", "two"):
        (tmp_path / f"{name}.py").write_text(ECHO.format(name=name))
    return tmp_path


def answer(spec: str, folder: Path, **options: Any) -> str | bytes:
    candidate = resolve(spec, cwd=folder, **options)
    assert candidate.spec == spec
    candidate.start()
    (answer,) = candidate.ask([Request("decode", "p", "T", ("!",))])
    candidate.close()
    assert isinstance(answer, Understood)
    return answer.text


@pytest.mark.parametrize("in_process", [False, True])
def test_modules(folder: Path, in_process: bool) -> None:
    assert answer("one", folder, in_process=in_process) == "one!"
    assert answer("two.py", folder, in_process=in_process) == "two!"
    assert answer("./two.py", folder, in_process=in_process) == "two!"
    assert answer(str(folder / "two.py"), folder, in_process=in_process) == "two!"


def test_a_program_with_arguments(folder: Path) -> None:
    (folder / "serve it.sh").write_text(
        "#!/bin/sh\nread line\n"
        'echo \'{"id":0,"ok":true,"protocol":1,"name":"sh","version":"0"}\'\n'
        "read line\n"
        'echo "{\\"id\\":1,\\"ok\\":true,\\"text\\":\\"$1\\"}"\n'
    )
    assert answer("cmd:sh 'serve it.sh' 'a b'", folder) == "a b"


def test_an_entry_point_comes_before_an_adapter_and_an_adapter_before_a_module(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "adapter.py").write_text(ECHO.format(name="adapter"))
    shipped = {"one": ShippedAdapter("one", folder / "adapter.py")}.get
    assert answer("one", folder, shipped=shipped) == "adapter!"
    offer(monkeypatch, "two")
    assert answer("one", folder, shipped=shipped) == "two!"


def test_entry_points_that_cannot_be_used(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    offer(monkeypatch, "two", "three")
    with pytest.raises(CandidateError, match="several installed packages offer"):
        resolve("one", cwd=folder)
    offer(monkeypatch, "two:thing")
    with pytest.raises(CandidateError, match="must name a module"):
        resolve("one", cwd=folder)


def offer(monkeypatch: pytest.MonkeyPatch, *values: str) -> None:
    def entry_points(*, group: str, name: str) -> list[importlib.metadata.EntryPoint]:
        assert group == "toolwire.candidates"
        return [importlib.metadata.EntryPoint(name, value, group) for value in values]

    monkeypatch.setattr(importlib.metadata, "entry_points", entry_points)


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("", "an empty name"),
        ("cmd:", "names no program"),
        ("cmd:'x", "cannot be split into arguments"),
        ("gone.py", "there is no file 'gone.py'"),
        ("./program", "neither a module nor a Python file"),
    ],
)
def test_mistakes(folder: Path, spec: str, message: str) -> None:
    with pytest.raises(CandidateError, match=message):
        resolve(spec, cwd=folder)


def test_a_program_cannot_be_in_process(folder: Path) -> None:
    with pytest.raises(CandidateError, match="is a program"):
        resolve("cmd:cat", cwd=folder, in_process=True)


def test_shipped_adapters_are_found_and_not_imported() -> None:
    assert "acp" in shipped_names()
    adapter = shipped_adapter("acp")
    assert adapter is not None
    assert adapter.file.is_file()
    assert adapter.needs == ("agent-client-protocol==0.12.1",)
    assert adapter.install == "pip install 'toolwire[acp]'"
    assert "toolwire.adapters.acp" not in sys.modules
    assert shipped_adapter("no-such") is None
    assert shipped_adapter("acp.nothing") is None
