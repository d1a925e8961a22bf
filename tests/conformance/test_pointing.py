"""Where in a profile's table a pointer leads."""

import pytest

from toolwire.conformance.pointing import sites_on_the_way
from toolwire.strategies.trials import Input, decoding


@pytest.mark.parametrize(
    ("asked", "pointer", "expected"),
    [
        (decoding("ToolCallUpdate", ""), "/title", ["ToolCallUpdate.title"]),
        (
            decoding("ToolCallUpdate", ""),
            "/locations/0/_meta/path",
            ["ToolCallUpdate.locations", "ToolCallLocation._meta"],
        ),
        (decoding("ToolCallUpdate", ""), "/rawInput/title", ["ToolCallUpdate.rawInput"]),
        (decoding("ToolCallUpdate", ""), "", []),
        (decoding("ToolCallUpdate", ""), "/nobody~1knows", []),
        (Input("fold", "ToolCallUpdate", ()), "/_meta/a", ["ToolCallUpdate._meta"]),
        (Input("fold", "Session", ()), "/title/kind", ["ToolCallUpdate.kind"]),
        (
            Input("stream", "JsonRpc", ()),
            "/3/update/title",
            ["SessionNotification.update", "ToolCallUpdate.title"],
        ),
        (Input("stream", "JsonRpc", ()), "/3", []),
    ],
)
def test_the_sites_on_the_way(asked, pointer, expected):
    found = sites_on_the_way("acp-v2", asked, pointer)
    assert len(found) == len(expected)
    assert all(site in sites for site, sites in zip(expected, found, strict=True))


def test_a_member_of_several_variants_has_several_sites():
    *_, found = sites_on_the_way("acp-v2", decoding("ToolCallUpdate", ""), "/content/0/_meta")
    assert {"Content._meta", "Diff._meta"} <= found
