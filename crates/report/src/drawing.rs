//! Drawings of small graphs: boxes in layers, arrows downwards, as SVG.

mod layout;
mod svg;

pub(crate) use svg::{escape, svg};

/// What a box stands for; decides its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mark {
    /// One of many.
    Plain,
    /// A suspect, or what was found wrong.
    Wrong,
    /// What was found right.
    Right,
    /// Where the failure was seen, or the slice starts.
    Failure,
    /// What stands for many others.
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
    /// Its colour.
    pub(crate) mark: Mark,
    /// Boxes of higher layers lie below.
    pub(crate) layer: usize,
    /// What is shown when one points at it: all of what did not fit.
    pub(crate) hover: String,
    /// Where a click leads.
    pub(crate) href: Option<String>,
}

/// An arrow.
#[derive(Clone, Debug)]
pub(crate) struct Arrow {
    /// From this box.
    pub(crate) from: usize,
    /// To this one.
    pub(crate) to: usize,
    /// Its kind, as a class for the style sheet: `value`, `test`, `omits`, `call`.
    pub(crate) class: &'static str,
}

/// Boxes and arrows.
#[derive(Clone, Debug, Default)]
pub(crate) struct Drawing {
    /// What it shows, for those who cannot see it.
    pub(crate) title: String,
    /// The boxes.
    pub(crate) nodes: Vec<Node>,
    /// The arrows.
    pub(crate) arrows: Vec<Arrow>,
}
