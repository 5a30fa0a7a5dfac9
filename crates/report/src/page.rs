//! A page as data: what the HTML renderer shows, wherever it comes from.

mod debugged;
mod explained;
mod html;
mod marks;
mod sliced;
mod text;

use crate::drawing::Drawing;
use crate::explanation::Suggestion;

pub use debugged::page_of_debugging;
pub use explained::page_of_explanation;
pub use html::render_html;
pub use sliced::page_of_slice;

/// A whole page.
#[derive(Clone, Debug, Default)]
pub struct Page {
    /// The answer in one line.
    pub(crate) title: String,
    /// Facts below it: name and value.
    pub(crate) facts: Vec<(String, String)>,
    /// Suspects, the likeliest first.
    pub(crate) suspects: Vec<Card>,
    /// Are they the fault for certain?
    pub(crate) found: bool,
    /// From cause to failure.
    pub(crate) chain: Vec<Card>,
    /// How the search narrowed.
    pub(crate) steps: Vec<Picture>,
    /// Source files, those that matter most first.
    pub(crate) files: Vec<File>,
    /// What was left out, what was not settled.
    pub(crate) notes: Vec<String>,
}

/// A statement with what there is to say about it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Card {
    /// Where it is.
    pub(crate) place: Spot,
    /// That in words, with the execution that is meant: "sort.c:9#2".
    pub(crate) name: String,
    /// Its text.
    pub(crate) text: String,
    /// What would have made the run right.
    pub(crate) remedy: Option<String>,
    /// Was that seen in a rerun?
    pub(crate) verified: bool,
    /// The line as it is and as it would be.
    pub(crate) suggestion: Option<Suggestion>,
    /// More sentences.
    pub(crate) remarks: Vec<String>,
}

/// A line of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Spot {
    /// The file, as the user knows it.
    pub(crate) file: String,
    /// The line.
    pub(crate) line: u32,
}

/// A picture with words.
#[derive(Clone, Debug, Default)]
pub(crate) struct Picture {
    /// What it is about.
    pub(crate) title: String,
    /// What it shows.
    pub(crate) caption: String,
    /// The picture.
    pub(crate) drawing: Drawing,
    /// Of its boxes those that stand for a line of source.
    pub(crate) places: Vec<Option<Spot>>,
}

/// Part of a source file.
#[derive(Clone, Debug, Default)]
pub(crate) struct File {
    /// Its name.
    pub(crate) name: String,
    /// The lines shown, in order; where numbers jump, something is left out.
    pub(crate) lines: Vec<Row>,
}

/// A line of source with its margin.
#[derive(Clone, Debug, Default)]
pub(crate) struct Row {
    /// Its number.
    pub(crate) number: u32,
    /// Its text.
    pub(crate) text: String,
    /// Why it matters: "suspect", "chain", "failure", "slice".
    pub(crate) mark: Option<&'static str>,
    /// A few words in the margin: values.
    pub(crate) margin: String,
    /// What is shown when one points at it.
    pub(crate) details: Vec<String>,
}
