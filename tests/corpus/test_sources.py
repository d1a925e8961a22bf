"""The index of documents: every identifier resolves, and a wrong pointer is explained."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
from importlib.resources import files
from pathlib import Path

import pytest

from toolwire.corpus import index_sources
from toolwire.corpus.sources import Identifier, load_sources, resolve

FOLD_RULES = {
    "acp-v2/tool_call.rs#ToolCallUpdate::apply_update": "fn",
    "acp-v2/tool_call.rs#tests::tool_call_update_patches_meta_by_top_level_key": "test",
    "acp-v2/tool_call.rs#ToolCallUpdate::content": "field",
    "acp-v2/tool_call.rs#DiffChangeOperation::Move": "variant",
    "acp-v2/tool_call.rs#<OtherDiffChange as Deserialize>::deserialize": "fn",
    "acp-v2/content.rs#ContentBlock": "enum",
    "acp-v2/client.rs#SessionUpdate::Other": "variant",
    "acp-v2/terminal.rs#Terminal": "struct",
    "acp-v2/ext.rs#apply_meta_update": "fn",
    "acp-v2/ext.rs#Meta": "type",
    "acp-v2/mod.rs#AbsolutePath": "struct",
    "acp-v2/serde_util.rs#MaybeUndefined": "enum",
    "acp-v1/tool_call.rs#ToolCall::update": "fn",
    "acp-v1/tool_call.rs#ToolCallUpdateFields::status": "field",
    "acp-v1/client.rs#RequestPermissionOutcome::Selected": "variant",
    "acp-v1/content.rs#Annotations::audience": "field",
    "acp-v1/plan.rs#PlanEntryStatus": "enum",
    "acp-v1/ext.rs#Meta": "type",
    "acp-v2-1.20/tool_call.rs#ToolCallStatus::Paused": "variant",
    "acp-v2-1.20/content.rs#ResourceLink::size": "field",
    "acp-v2-1.20/client.rs#SessionUpdate::ReplayComplete": "variant",
    "acp-v2-1.20/terminal.rs#Terminal": "struct",
    "acp-v2-1.20/ext.rs#apply_meta_update": "fn",
    "acp-v2-1.20/mod.rs#AbsolutePath": "struct",
    "acp-v2-1.20/serde_util.rs#MaybeUndefined": "enum",
    "acp-0.0.26/client.rs#RequestPermissionOutcome::Canceled": "variant",
    "acp-0.0.26/client.rs#AgentRequest": "enum",
    "acp-0.0.26/tool_call.rs#ToolCall::update": "fn",
    "acp-0.0.26/content.rs#EmbeddedResourceResource": "enum",
    "acp-0.0.26/plan.rs#PlanEntry::status": "field",
    "acp-0.0.26/acp.rs#SessionId": "struct",
    "acp-0.0.26/rpc.rs#OutgoingMessage": "enum",
    "subc/tool_call.rs#ToolCallRequest": "struct",
    "subc/tool_call.rs#ToolCallRequest::arguments": "field",
    "megacode/wire.rs#ToolCall": "struct",
    "megacode/wire.rs#parse": "fn",
    "megacode/wire.rs#encode": "fn",
    "megacode/wire.rs#cut": "fn",
    "megacode/wire.rs#LINE_LIMIT": "const",
    "megacode/wire.rs#TurnState": "enum",
    "megacode/wire.rs#Info::commands": "field",
    "megacode/wire.rs#WithoutInput": "struct",
    "megacode/wire.rs#Line::Other": "variant",
    "megacode/wire.rs#words": "macro",
    "megacode/wire.rs#UserKind": "enum",
    "megacode/wire.rs#Disposition::Quitting": "variant",
    "rfc8259#section-4": "standard",
    "rfc3629#section-3": "standard",
    "jsonrpc#section-4.1": "standard",
    "acp-transports#stdio": "standard",
    "candidate-protocol#fold": "own",
    "megacode-normal-form#too-deep": "own",
}


@pytest.mark.parametrize(("pointer", "kind"), FOLD_RULES.items())
def test_a_rule_is_found(pointer: str, kind: str) -> None:
    found = resolve(pointer)
    assert found.kind == kind
    assert found.pointer == pointer


def test_every_identifier_resolves_to_itself() -> None:
    for name, source in load_sources().items():
        assert source.name == name
        assert source.identifiers
        for identifier in source.identifiers.values():
            assert resolve(identifier.pointer) is identifier


def test_rust_documents_have_lines_and_hashes_and_others_have_none() -> None:
    for source in load_sources().values():
        rust = source.kind == "rust"
        assert bool(source.sha256) is rust
        for identifier in source.identifiers.values():
            assert (identifier.line is not None) is rust
            assert bool(re.fullmatch("[0-9a-f]{16}", identifier.sha256 or "")) is rust


def test_a_citation_names_document_and_line() -> None:
    assert resolve("acp-v2/ext.rs#apply_meta_update").citation == (
        "agent-client-protocol-schema 1.12.0, src/v2/ext.rs:35 (apply_meta_update)"
    )
    assert resolve("acp-0.0.26/plan.rs#Plan").citation == (
        "agent-client-protocol 0.0.26, rust/plan.rs:6 (Plan)"
    )
    assert resolve("subc/tool_call.rs#ToolCallRequest").citation == (
        "subc_protocol, tool_call.rs:23 (ToolCallRequest)"
    )
    assert resolve("rfc8259#section-8.1").citation == (
        "RFC 8259 (JSON), section 8.1 (Character Encoding)"
    )


@pytest.mark.parametrize(
    ("pointer", "message"),
    [
        ("rfc8259", "a pointer is written DOCUMENT#IDENTIFIER, not 'rfc8259'"),
        ("#section-4", "a pointer is written DOCUMENT#IDENTIFIER"),
        ("rfc8260#section-4", "no document 'rfc8260' is indexed .* rfc8259"),
        ("acp-v1/tool_call.rs#ToolCall::updat", "no identifier .* near it are ToolCall::update"),
        (
            "acp-v2/tool_call.rs#OtherDiffChange::deserialize",
            "near it are <OtherDiffChange as Deserialize>::deserialize",
        ),
    ],
)
def test_a_wrong_pointer_is_explained(pointer: str, message: str) -> None:
    with pytest.raises(LookupError, match=message):
        resolve(pointer)


def test_the_sources_cannot_be_changed() -> None:
    with pytest.raises(TypeError):
        load_sources()["x"] = load_sources()["rfc8259"]  # type: ignore[index]
    with pytest.raises(AttributeError):
        resolve("rfc8259#section-4").line = 3  # type: ignore[misc]
    assert isinstance(resolve("rfc8259#section-4"), Identifier)


def _documents_of_crates() -> dict[str, str]:
    index = json.loads(files("toolwire.corpus").joinpath("sources.json").read_text("utf-8"))
    return {
        name: f"{entry['crate']}-{entry['version']}/{entry['path']}"
        for name, entry in index.items()
        if "crate" in entry
    }


@pytest.mark.parametrize(("name", "place"), _documents_of_crates().items())
def test_the_index_agrees_with_the_crate(name: str, place: str) -> None:
    cargo = Path(os.environ.get("CARGO_HOME", Path.home() / ".cargo"))
    found = next(cargo.glob(f"registry/src/*/{place}"), None)
    if found is None:
        pytest.skip(f"`cargo fetch` has not brought {place}")
    assert hashlib.sha256(found.read_bytes()).hexdigest() == load_sources()[name].sha256
    assert index_sources.main([f"{name}={found}", "--check"]) == 0


@pytest.fixture
def crate(tmp_path: Path) -> Path:
    (tmp_path / "Cargo.toml").write_text('[package]\nname = "wire"\nversion = "1.2.3"\n', "utf-8")
    source = tmp_path / "src" / "call.rs"
    source.parent.mkdir()
    source.write_text("/// A call.\npub struct Call {\n    pub id: u32,\n}\n", "utf-8")
    return source


@pytest.fixture
def index(tmp_path: Path) -> Path:
    copy = tmp_path / "sources.json"
    shutil.copy(str(files("toolwire.corpus").joinpath("sources.json")), copy)
    return copy


def test_the_command_adds_a_document_and_keeps_the_others(crate: Path, index: Path) -> None:
    before = json.loads(index.read_text("utf-8"))
    arguments = [f"wire/call.rs={crate}", f"--index={index}"]
    assert index_sources.main([*arguments, "--check"]) == 1
    assert json.loads(index.read_text("utf-8")) == before
    assert index_sources.main(arguments) == 0
    assert index_sources.main([*arguments, "--check"]) == 0

    after = json.loads(index.read_text("utf-8"))
    added = after.pop("wire/call.rs")
    assert after == before
    assert (added["crate"], added["version"], added["path"]) == ("wire", "1.2.3", "src/call.rs")
    assert [item[:3] for item in added["identifiers"]] == [
        ["Call", "struct", 2],
        ["Call::id", "field", 3],
    ]
    assert "A call" not in index.read_text("utf-8")


def test_a_document_may_begin_with_a_head_that_says_where_it_is_from(
    crate: Path, index: Path
) -> None:
    text = crate.read_text("utf-8")
    crate.write_text(f"the_wire/src/\n\ncall.rs\n\n{text}", "utf-8")
    assert index_sources.main([f"wire/call.rs={crate}", f"--index={index}"]) == 0
    entry = json.loads(index.read_text("utf-8"))["wire/call.rs"]
    assert {key: value for key, value in entry.items() if key != "identifiers"} == {
        "kind": "rust",
        "title": "the_wire/src, call.rs",
        "sha256": hashlib.sha256(text.encode()).hexdigest(),
    }
    assert entry["identifiers"][0][:3] == ["Call", "struct", 2]


@pytest.mark.parametrize(
    ("document", "message"),
    [
        ("wire/call.rs", "a document is given as NAME=FILE"),
        ("wire/call.rs={folder}/none.rs", "No such file"),
        ("wire/call.rs={folder}/lone.rs", "lies in no crate"),
    ],
)
def test_the_command_explains_a_mistake(
    document: str,
    message: str,
    index: Path,
    tmp_path_factory: pytest.TempPathFactory,
    capsys: pytest.CaptureFixture[str],
) -> None:
    folder = tmp_path_factory.mktemp("lone")
    (folder / "lone.rs").write_text("struct A;\n", "utf-8")
    with pytest.raises(SystemExit) as stop:
        index_sources.main([document.format(folder=folder), f"--index={index}"])
    assert stop.value.code == 2
    assert message in capsys.readouterr().err
