"""What the outline of a Rust text yields."""

from __future__ import annotations

import pytest

from toolwire.corpus.rust_items import rust_items

TEXT = """//! A module's own comment.
use std::{fmt, io};

/// A point; `struct Hidden { x: u8 }` is only a comment.
#[derive(Debug)]
#[serde(rename_all = "camelCase", bound(a, b))]
pub struct Point<'a, T: Into<Vec<u8>>> {
    /// Across.
    pub x: Map<String, Value>, // a comment of x
    #[serde(rename = "}", default)]
    pub(crate) kind: &'a [u8; 3],
}

pub struct Id(pub Arc<str>);

const BRACE: char = '{';
const TEXT: &str = r#"enum Not { "Real" }"#;
type Meta = Map<String, Value>;

pub enum Shape {
    /// Round.
    Round(Circle<u8, u8>),
    Free { first: u8, second: (u8, u8) },
    #[serde(untagged)]
    Other(String)
}

impl<'a, T> Point<'a, T>
where
    T: Clone,
{
    pub const fn new(x: T) -> Self { Self { x } }
    pub fn x(mut self) -> Self { fn inner() {} self }
}

impl<'de> Deserialize<'de> for Point<'_, u8> {
    fn deserialize<D>(deserializer: D) -> Result<Self, D::Error> where D: Deserializer<'de> {
        struct Raw { z: u8 }
    }
}

pub trait Grow {
    fn grow(&self);
}

macro_rules! conversions {
    ($source:ty) => { impl From<$source> for Id {} };
}
conversions!(String);
wrapped! { pub struct Wrapped; }
words! {
    /// How a line looks.
    #[derive(Debug)]
    Style {
        /// Nothing is left out.
        Solid = "solid", #[cfg(word = "}")] Dashed = "-, -",
        Dotted = "dotted"
    }
}
numbers! { Numbers { One = 1 } }

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads() { let _ = "}"; }

    fn helper() {}
}
"""


def test_items_by_name_kind_and_line() -> None:
    assert [(item.name, item.kind, item.line) for item in rust_items(TEXT)] == [
        ("Point", "struct", 7),
        ("Point::x", "field", 9),
        ("Point::kind", "field", 11),
        ("Id", "struct", 14),
        ("BRACE", "const", 16),
        ("TEXT", "const", 17),
        ("Meta", "type", 18),
        ("Shape", "enum", 20),
        ("Shape::Round", "variant", 22),
        ("Shape::Free", "variant", 23),
        ("Shape::Free::first", "field", 23),
        ("Shape::Free::second", "field", 23),
        ("Shape::Other", "variant", 25),
        ("Point::new", "fn", 32),
        ("Point::x()", "fn", 33),
        ("<Point as Deserialize>", "impl", 36),
        ("<Point as Deserialize>::deserialize", "fn", 37),
        ("Grow", "trait", 42),
        ("Grow::grow", "fn", 43),
        ("conversions", "macro", 46),
        ("Style", "enum", 54),
        ("Style::Solid", "variant", 56),
        ("Style::Dashed", "variant", 56),
        ("Style::Dotted", "variant", 57),
        ("tests::reads", "test", 67),
        ("tests::helper", "fn", 69),
    ]


def _changed(old: str, new: str) -> set[str]:
    """Name the items whose hash changes when `old` is replaced in the text."""
    assert TEXT.count(old) == 1
    before = {item.name: item.sha256 for item in rust_items(TEXT)}
    after = {item.name: item.sha256 for item in rust_items(TEXT.replace(old, new))}
    return {name for name in before if before[name] != after[name]}


@pytest.mark.parametrize(
    ("old", "new", "items"),
    [
        ("/// Across.", "/// Along.", {"Point", "Point::x"}),
        ("bound(a, b)", "bound(a)", {"Point"}),
        ('rename = "}"', 'rename = "{"', {"Point", "Point::kind"}),
        ("a comment of x", "a remark", {"Point"}),
        ("/// Round.", "", {"Shape", "Shape::Round"}),
        ("struct Raw { z: u8 }", "", {f"<Point as Deserialize>{m}" for m in ("", "::deserialize")}),
        ("/// How a line looks.", "", {"Style"}),
        ('Dashed = "-, -"', 'Dashed = "--"', {"Style", "Style::Dashed"}),
        ("#[test]", "#[test]\n    #[ignore]", {"tests::reads"}),
        ("//! A module's own comment.", "//! Other.", set()),
    ],
)
def test_a_hash_covers_the_item_with_what_stands_directly_above(
    old: str, new: str, items: set[str]
) -> None:
    assert _changed(old, new) == items


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("struct A {", "not closed"),
        ("struct A", "ends within"),
        ("struct A { 3 }", "line 1: no member of a struct"),
        ("\n\nlet x = 3;", "line 3: no Rust item"),
        ("struct A;\nstruct A;", "line 2: a second item is named A"),
    ],
)
def test_a_text_that_is_not_understood_is_refused(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        rust_items(text)
