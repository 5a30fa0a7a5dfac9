//! Walks from a value to its causes.

use whydunit_locate::interactive::DescribedCause;
use whydunit_program::Program;
use whydunit_trace::DependenceKind;

use super::asked::Asked;
use crate::explanation::Words;
use crate::paint::{Paint, WIDTH, fill};
use crate::source::SourceText;

/// A cause of an instance.
#[derive(Clone, Debug)]
pub struct Link {
    /// The kind of the dependence.
    pub kind: DependenceKind,
    /// The cause.
    pub cause: Asked,
}

/// Renders the causes of an instance.
pub fn walk(causes: &[DescribedCause], program: &Program, sources: &mut SourceText) -> Vec<Link> {
    let mut words = Words::new(program, sources);
    causes.iter().map(|cause| Link { kind: cause.kind, cause: Asked::new(&mut words, &cause.item) }).collect()
}

/// Lists the causes with the letters that select them.
pub fn render_walk(links: &[Link], paint: Paint) -> String {
    if links.is_empty() {
        return "     nothing in the run: it is as the text of the program says, or input\n".into();
    }
    let mut text = String::new();
    for (letter, link) in ('a'..='z').zip(links) {
        let cause = &link.cause;
        let why = match link.kind {
            DependenceKind::Flow => "used",
            DependenceKind::Control => "decided that it ran",
            DependenceKind::Omission => "may have kept it from being defined anew",
        };
        text += &format!("     {letter}. {}  {}\n", paint.place(&cause.place()), cause.at.text);
        text += &fill(&format!("{}; {why}", cause.sentence()), 8, WIDTH);
    }
    text
}
