//! Navigation from a value to its causes, and to theirs.

use ratatui::crossterm::event::{KeyCode, KeyEvent};
use whydunit_locate::interactive::Debugger;
use whydunit_machine::Unsupported;
use whydunit_report::{Link, SourceText, walk};
use whydunit_trace::{DependenceKind, Time};

use super::state::Turn;

/// The path from a chosen instance to one of its causes.
pub(super) struct Causes {
    levels: Vec<Level>,
}

/// An instance and its causes.
pub(super) struct Level {
    /// The instance to explain.
    pub(super) effect: Effect,
    /// Its dependences, in order of time.
    pub(super) causes: Vec<Link>,
    /// The index of the selected cause.
    pub(super) chosen: usize,
}

/// An instance to explain.
#[derive(Clone, Debug)]
pub(super) struct Effect {
    /// The instance.
    pub(super) time: Time,
    /// The instance shown in the source: for a parameter, the call.
    pub(super) shown: Time,
    /// Its description.
    pub(super) text: String,
}

impl Causes {
    /// Begins with an instance.
    pub(super) fn new(
        debugger: &mut Debugger,
        sources: &mut SourceText,
        effect: Effect,
    ) -> Result<Causes, Unsupported> {
        Ok(Causes { levels: vec![Level::of(debugger, sources, effect)?] })
    }

    /// The current level.
    pub(super) fn level(&self) -> Option<&Level> {
        self.levels.last()
    }

    /// The number of steps from the item.
    pub(super) fn depth(&self) -> usize {
        self.levels.len()
    }

    pub(super) fn key(
        &mut self,
        key: KeyEvent,
        debugger: &mut Debugger,
        sources: &mut SourceText,
    ) -> Result<Turn, Unsupported> {
        let Some(level) = self.levels.last_mut() else { return Ok(Turn::Back) };
        let chosen = level.causes.get(level.chosen).map(|link| Effect {
            time: link.cause.time,
            shown: link.cause.at.time,
            text: format!("{} at {}", link.cause.what(), link.cause.place()),
        });
        match key.code {
            KeyCode::Up | KeyCode::Char('k') => level.chosen = level.chosen.saturating_sub(1),
            KeyCode::Down | KeyCode::Char('j') => {
                level.chosen = (level.chosen + 1).min(level.causes.len().saturating_sub(1));
            }
            KeyCode::Enter | KeyCode::Right | KeyCode::Char('e') => {
                self.levels.extend(chosen.map(|effect| Level::of(debugger, sources, effect)).transpose()?);
            }
            KeyCode::Char('t') => return Ok(Turn::Look(chosen.map_or(level.effect.time, |c| c.time))),
            KeyCode::Char('?') | KeyCode::F(1) => return Ok(Turn::Help),
            KeyCode::Esc | KeyCode::Char('q') => return Ok(Turn::Back),
            KeyCode::Backspace | KeyCode::Left => {
                self.levels.pop();
                if self.levels.is_empty() {
                    return Ok(Turn::Back);
                }
            }
            _ => {}
        }
        Ok(Turn::Stay)
    }
}

impl Level {
    fn of(debugger: &mut Debugger, sources: &mut SourceText, effect: Effect) -> Result<Level, Unsupported> {
        let program = debugger.session.program().clone();
        let causes = walk(&debugger.described_causes(effect.time)?, &program, sources);
        // The latest is the likeliest to be meant.
        let chosen = causes.len().saturating_sub(1);
        Ok(Level { effect, causes, chosen })
    }
}

/// The kind of a dependence, in a few words.
pub(super) fn reason(link: &Link) -> &'static str {
    match link.kind {
        DependenceKind::Flow => "its value was used",
        DependenceKind::Control => "it decided that this ran",
        DependenceKind::Omission => "otherwise this might have been defined anew",
    }
}
