//! Common parts of pages: marked lines, statements, pictures of frontiers.

use std::collections::BTreeMap;
use std::path::PathBuf;

use super::text::Marked;
use super::{Card, Picture, Row, Spot};
use crate::drawing::{Arrow, Drawing, Mark, Node};
use crate::explanation::{Executed, Failed};
use crate::paint::fit;
use crate::source::SourceText;

/// Maximum number of columns of text in a box.
pub(super) const COLUMNS: usize = 38;

/// The failure and the extent of the search, as facts for the head of a page.
pub(super) fn facts_of(failed: &Failed, searched: String) -> Vec<(String, String)> {
    let mut facts = Vec::new();
    facts.extend(failed.expected.clone().map(|e| ("Expected".to_string(), e)));
    facts.extend(failed.actual.clone().map(|a| ("Actual".to_string(), a)));
    facts.extend(failed.at.as_ref().map(|at| ("Seen at".to_string(), format!("{}  {}", at.place(), at.text))));
    facts.push(("Search".into(), searched));
    facts
}

/// A card for a statement and its effect.
pub(super) fn card(at: &Executed) -> Card {
    let place = Spot { file: at.file.clone(), line: at.line };
    let remarks = Some(at.came_to()).filter(|remark| !remark.is_empty()).into_iter().collect();
    Card { place, name: at.place(), text: at.text.clone(), remarks, ..Card::default() }
}

fn node(title: String, text: String, mark: Mark, layer: usize) -> Node {
    Node { title, text, note: String::new(), mark, layer, hover: String::new(), href: None }
}

/// A box for a statement and a remark about it, with its place.
fn placed(at: &Executed, what: &str, mark: Mark, layer: usize) -> (Node, Option<Spot>) {
    let node = node(at.place(), fit(&at.text, COLUMNS), mark, layer);
    let hover = format!("{}  {}\n{what}", at.place(), at.text);
    (Node { note: fit(what, COLUMNS), hover, ..node }, Some(Spot { file: at.file.clone(), line: at.line }))
}

/// A box for the failure, below its causes.
pub(super) fn failure_below(failed: &Failed) -> (Node, Option<Spot>) {
    let seen = failed.at.as_ref().map(Executed::place).unwrap_or_default();
    let spot = failed.at.as_ref().map(|at| Spot { file: at.file.clone(), line: at.line });
    let node = node(seen, fit(&failed.headline, COLUMNS), Mark::Failure, 2);
    (Node { hover: failed.headline.clone(), ..node }, spot)
}

/// A box for a wrong instance, below its causes.
pub(super) fn wrong_below(at: &Executed, what: &str) -> (Node, Option<Spot>) {
    placed(at, what, Mark::Wrong, 2)
}

/// A frontier: its members separate the rest of the graph, above, from the instances to explain, `below`.
pub(super) fn picture(
    (title, caption): (String, String),
    rest: String,
    members: &[(Executed, Mark)],
    below: Vec<(Node, Option<Spot>)>,
) -> Picture {
    let mut boxes = vec![(node(rest, String::new(), Mark::Rest, 0), None)];
    boxes.extend(members.iter().map(|(at, mark)| placed(at, &at.did, *mark, 1)));
    let end = boxes.len();
    boxes.extend(below);
    let all = boxes.len();
    let (nodes, places): (Vec<Node>, Vec<Option<Spot>>) = boxes.into_iter().unzip();
    let to_members = (1..end).map(|member| (0, member));
    let to_ends = (1..end).flat_map(|member| (end..all).map(move |end| (member, end)));
    let arrows = to_members.chain(to_ends).map(|(from, to)| Arrow { from, to, class: "value" });
    Picture { drawing: Drawing { title: title.clone(), nodes, arrows: arrows.collect() }, places, title, caption }
}

/// Marked lines by file, in the order of first mention.
#[derive(Default)]
pub(super) struct Marks {
    files: Vec<(String, PathBuf, BTreeMap<u32, Row>)>,
}

impl Marks {
    /// Adds a remark about a statement. The first mark of a line stays.
    pub(super) fn add(&mut self, at: &Executed, mark: &'static str, mut details: Vec<String>) {
        let known = self.files.iter().position(|f| f.0 == at.file);
        let index = known.unwrap_or_else(|| {
            self.files.push((at.file.clone(), at.path.clone(), BTreeMap::new()));
            self.files.len() - 1
        });
        let row = self.files[index].2.entry(at.line).or_insert_with(|| Row {
            number: at.line,
            text: at.text.clone(),
            mark: Some(mark),
            margin: at.did.clone(),
            details: Vec::new(),
        });
        if !at.did.is_empty() {
            details.push(format!("execution {}: {}", at.occurrence, at.did));
        }
        for detail in details {
            if row.details.len() < 12 && !row.details.contains(&detail) {
                row.details.push(detail);
            }
        }
    }

    pub(super) fn files(self) -> Vec<Marked> {
        let mut sources = SourceText::default();
        let mut read = |path: &PathBuf| sources.at(path).map(String::from);
        self.files.into_iter().map(|(name, path, rows)| Marked { name, text: read(&path), rows }).collect()
    }
}
