//! Drawings of small graphs: boxes in layers, arrows downwards, as SVG.

mod layout;
mod svg;

pub(crate) use svg::{escape, svg};

/// The meaning of a box; decides its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mark {
    /// No special meaning.
    Plain,
    /// A suspect, or an instance found wrong.
    Wrong,
    /// An instance found right.
    Right,
    /// The failure point, or the start of the slice.
    Failure,
    /// A placeholder for many other instances.
    Rest,
}

/// A box.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    /// First line, small.
    pub(crate) title: String,
    /// Second line: source text.
    pub(crate) text: String,
    /// Third line: values.
    pub(crate) note: String,
    pub(crate) mark: Mark,
    /// Boxes of higher layers lie below.
    pub(crate) layer: usize,
    /// Tooltip with the uncut texts.
    pub(crate) hover: String,
    /// Link target of a click.
    pub(crate) href: Option<String>,
}

/// An arrow.
#[derive(Clone, Debug)]
pub(crate) struct Arrow {
    /// Index of the box at its tail.
    pub(crate) from: usize,
    /// Index of the box at its head.
    pub(crate) to: usize,
    /// Its kind, as a class for the style sheet: `value`, `test`, `omits`, `call`.
    pub(crate) class: &'static str,
}

/// Boxes and arrows.
#[derive(Clone, Debug, Default)]
pub(crate) struct Drawing {
    /// Text alternative for screen readers.
    pub(crate) title: String,
    pub(crate) nodes: Vec<Node>,
    pub(crate) arrows: Vec<Arrow>,
}
