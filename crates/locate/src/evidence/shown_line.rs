//! The source line that a reader sees for a suspect, and the suspects that a reader can look at.

use std::collections::BTreeSet;

use whydunit_program::FileId;
use whydunit_trace::{SourceText, place_of};

use crate::evidence::Evidence;
use crate::evidence::suspect::Suspect;
use crate::session::Session;

/// Drops suspects that a reader cannot look at: a line that was listed before, and a closing brace alone in its line.
pub(crate) fn retain_readable(session: &Session, suspects: &mut Vec<Suspect>) {
    let program = session.program();
    let (mut sources, mut seen) = (SourceText::default(), BTreeSet::new());
    suspects.retain(|suspect| {
        let (file, line) = shown_line(session, suspect);
        let text = file.and_then(|file| sources.line(program, file, line)).unwrap_or_default();
        let name = file.map(|file| &program.files[file.0 as usize].name);
        text.trim() != "}" && seen.insert((name, line))
    });
}

/// The line of a faulty declaration, or else that of the execution that is shown.
fn shown_line(session: &Session, suspect: &Suspect) -> (Option<FileId>, u32) {
    if let Some(Evidence::FaultyDeclaration(declaration)) = suspect.best_evidence() {
        return (Some(declaration.file), declaration.line);
    }
    let Some(position) = session.recorded.recording.position(suspect.time) else { return (None, 0) };
    let place = place_of(session.program(), position.site());
    (place.file, place.line)
}
