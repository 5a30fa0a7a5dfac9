//! A page as data; the input of the HTML renderer for every kind of result.

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
    /// Whether the suspects are certainly the fault.
    pub(crate) found: bool,
    /// The path from cause to failure.
    pub(crate) chain: Vec<Card>,
    /// The steps of the search.
    pub(crate) steps: Vec<Picture>,
    /// Source files, the most important first.
    pub(crate) files: Vec<File>,
    /// Omitted parts and open questions.
    pub(crate) notes: Vec<String>,
}

/// A statement and the remarks about it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Card {
    pub(crate) place: Spot,
    /// The place with the execution: "sort.c:9#2".
    pub(crate) name: String,
    pub(crate) text: String,
    /// The change that makes the run pass.
    pub(crate) remedy: Option<String>,
    /// Whether a rerun has verified it.
    pub(crate) verified: bool,
    /// The line before and after the change.
    pub(crate) suggestion: Option<Suggestion>,
    /// More sentences.
    pub(crate) remarks: Vec<String>,
}

/// A line of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Spot {
    /// The file, as the user knows it.
    pub(crate) file: String,
    pub(crate) line: u32,
}

/// A picture with a title and a caption.
#[derive(Clone, Debug, Default)]
pub(crate) struct Picture {
    pub(crate) title: String,
    pub(crate) caption: String,
    pub(crate) drawing: Drawing,
    /// For each box the line of source that it represents, if any.
    pub(crate) places: Vec<Option<Spot>>,
}

/// Part of a source file.
#[derive(Clone, Debug, Default)]
pub(crate) struct File {
    pub(crate) name: String,
    /// The lines shown, in order; a gap in the numbers is an omission.
    pub(crate) lines: Vec<Row>,
}

/// A source line with its margin.
#[derive(Clone, Debug, Default)]
pub(crate) struct Row {
    pub(crate) number: u32,
    pub(crate) text: String,
    /// The reason to show it: "suspect", "chain", "failure", "slice".
    pub(crate) mark: Option<&'static str>,
    /// Short text in the margin, such as values.
    pub(crate) margin: String,
    /// Lines of the tooltip.
    pub(crate) details: Vec<String>,
}
