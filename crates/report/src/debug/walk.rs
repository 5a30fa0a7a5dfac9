//! Walking from a value to what it was made from.

use whydunit_locate::interactive::{Debugger, Item};
use whydunit_trace::{DependenceKind, Time};

use super::asked::Asked;
use crate::explanation::Words;
use crate::paint::{Paint, WIDTH, fill};
use crate::source::SourceText;

/// A cause of an instance.
#[derive(Clone, Debug)]
pub struct Link {
    /// Why it is one.
    pub kind: DependenceKind,
    /// The cause.
    pub cause: Asked,
}

/// What an instance depends on directly, in order of time.
pub fn walk(debugger: &mut Debugger, sources: &mut SourceText, time: Time) -> Vec<Link> {
    let causes = debugger.causes(time);
    let mut words = Words::new(&mut debugger.session, sources);
    let mut links: Vec<Link> = causes
        .iter()
        .filter_map(|d| {
            let item = Item::at(words.session, d.on)?;
            Some(Link { kind: d.kind, cause: Asked::new(&mut words, &item)? })
        })
        .collect();
    links.sort_by_key(|link| link.cause.time);
    links
}

/// The causes with letters to go on from.
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
