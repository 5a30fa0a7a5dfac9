//! The run at one time: its place, its variables, and watched C expressions.

use ratatui::crossterm::event::{KeyCode, KeyEvent};
use whydunit_locate::interactive::{Debugger, PausedRun, Spot};
use whydunit_machine::FrameView;
use whydunit_program::FunctionId;
use whydunit_report::{render_unknown, variables};
use whydunit_trace::{Evaluated, Formula, FormulaError, Place, Stride, Time, Walk, place_of};

use super::prompt::{Prompt, Typed};
use super::state::Turn;
use crate::inquiry_args::point;

/// Most calls listed.
pub(super) const CALLS: usize = 12;

/// Lines per scroll key.
const PAGE: usize = 5;

/// The run at one time.
pub(super) struct Moment {
    paused: PausedRun,
    pub(super) time: Time,
    /// Where it is; none when that cannot be said.
    pub(super) spot: Option<Spot>,
    /// Calls in progress, innermost first, at most `CALLS + 1`: one more shows that there are others.
    pub(super) calls: Vec<(String, Place)>,
    /// "name = value", and whether the last step changed it.
    pub(super) variables: Vec<(String, bool)>,
    /// The watched expressions.
    pub(super) watched: Vec<Watched>,
    /// The current prompt and its purpose.
    pub(super) prompt: Option<(Wanted, Prompt)>,
    /// Lines scrolled off the top of the pane.
    pub(super) scrolled: usize,
    /// The result of the last key.
    pub(super) message: String,
}

/// The purpose of a prompt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wanted {
    /// An expression to watch.
    Value,
    /// A place to go to.
    Place,
}

impl Wanted {
    /// The text before the input.
    pub(super) fn sign(self) -> &'static str {
        match self {
            Wanted::Value => "=",
            Wanted::Place => "go to [FILE:]LINE[#K]:",
        }
    }
}

/// An expression with its value here, or the reason why it has none.
pub(super) struct Watched {
    formula: Formula,
    pub(super) value: String,
}

impl Watched {
    pub(super) fn text(&self) -> &str {
        self.formula.text()
    }
}

impl Moment {
    /// The run at the line that is executed at `time`.
    pub(super) fn new(debugger: &mut Debugger, time: Time) -> Moment {
        let mut moment = Moment {
            paused: PausedRun::default(),
            time,
            spot: None,
            calls: Vec::new(),
            variables: Vec::new(),
            watched: Vec::new(),
            prompt: None,
            scrolled: 0,
            message: String::new(),
        };
        let time = walk(debugger, |walk| walk.line_of(time)).unwrap_or(time);
        moment.go(debugger, time);
        moment.variables.iter_mut().for_each(|v| v.1 = false);
        moment
    }

    pub(super) fn key(&mut self, key: KeyEvent, debugger: &mut Debugger) -> Turn {
        self.message.clear();
        if self.prompt.is_some() {
            self.typed(key, debugger);
            return Turn::Stay;
        }
        let here = self.time;
        let last = debugger.session.recorded.recording.duration().saturating_sub(1);
        let to = match key.code {
            KeyCode::Right | KeyCode::Char('n') => walk(debugger, |w| w.next(here, Stride::Into)),
            KeyCode::Left | KeyCode::Char('p') => walk(debugger, |w| w.previous(here, Stride::Into)),
            KeyCode::Down | KeyCode::Char('j') => walk(debugger, |w| w.next(here, Stride::Over)),
            KeyCode::Up | KeyCode::Char('k') => walk(debugger, |w| w.previous(here, Stride::Over)),
            KeyCode::Home => walk(debugger, |w| w.next(Time::FIRST, Stride::Into)),
            KeyCode::End => walk(debugger, |w| w.previous(last, Stride::Into)),
            KeyCode::Char('f') => Some(debugger.session.criterion.time).and_then(|t| walk(debugger, |w| w.line_of(t))),
            KeyCode::Char('b') => {
                let time = debugger.breakpoint().map(|b| b.spot.time);
                time.and_then(|t| walk(debugger, |w| w.line_of(t)))
            }
            KeyCode::Char('=' | ':') => return self.ask(Wanted::Value),
            KeyCode::Char('g') => return self.ask(Wanted::Place),
            KeyCode::PageDown | KeyCode::Char(' ') => return self.scroll(self.scrolled + PAGE),
            KeyCode::PageUp => return self.scroll(self.scrolled.saturating_sub(PAGE)),
            KeyCode::Char('?') | KeyCode::F(1) => return Turn::Help,
            KeyCode::Esc | KeyCode::Char('q') | KeyCode::Backspace => return Turn::Back,
            _ => return Turn::Stay,
        };
        match to {
            Some(time) => self.go(debugger, time),
            None => self.message = "the run does not go further in that direction".into(),
        }
        Turn::Stay
    }

    fn ask(&mut self, wanted: Wanted) -> Turn {
        self.prompt = Some((wanted, Prompt::default()));
        Turn::Stay
    }

    fn scroll(&mut self, to: usize) -> Turn {
        // Never scroll past the last line.
        self.scrolled = to.min(self.watched.len() + self.variables.len());
        Turn::Stay
    }

    /// Handles a key while a prompt is open.
    fn typed(&mut self, key: KeyEvent, debugger: &mut Debugger) {
        let Some((wanted, mut prompt)) = self.prompt.take() else { return };
        match (prompt.key(key), wanted) {
            (Typed::More, _) => self.prompt = Some((wanted, prompt)),
            (Typed::Cancelled, _) => {}
            (Typed::Done(text), Wanted::Value) => self.watch(debugger, &text),
            (Typed::Done(text), Wanted::Place) => match self.place(debugger, text.trim()) {
                Ok(time) => self.go(debugger, time),
                Err(why) => self.message = why,
            },
        }
    }

    /// The time at which the given execution of a line begins; a line without a file is in the file shown.
    fn place(&self, debugger: &Debugger, text: &str) -> Result<Time, String> {
        let program = debugger.session.program();
        let here = self.spot.as_ref().and_then(|s| s.place.file).map(|f| program.files[f.0 as usize].name.as_str());
        let text = match here.filter(|_| !text.contains(':')) {
            Some(file) => format!("{file}:{text}"),
            None => text.to_string(),
        };
        let point = point(&text)?;
        let visit = debugger.session.lines().visit(&point).map_err(|unknown| render_unknown(&unknown))?;
        visit.times.first().copied().ok_or_else(|| "that line was not executed".into())
    }

    /// Looks at another instant.
    fn go(&mut self, debugger: &mut Debugger, time: Time) {
        if self.paused.go(&mut debugger.session, time).is_err() {
            self.message = "the run cannot be taken there".into();
            return;
        }
        (self.time, self.scrolled) = (time, 0);
        self.spot = Spot::at(&debugger.session, time);
        let program = debugger.session.program().clone();
        let frames = self.paused.frames(&debugger.session, CALLS + 1);
        let called = |f: &FrameView| (program.function(f.site.function).name.clone(), place_of(&program, f.site));
        self.calls = frames.iter().map(called).collect();
        if let (Some((_, at)), Some(spot)) = (self.calls.first_mut(), &self.spot) {
            // The machine may be paused slightly earlier than the place shown.
            *at = spot.place.clone();
        }
        let before: Vec<String> = self.variables.drain(..).map(|v| v.0).collect();
        let innermost = frames.first().zip(self.paused.memory());
        let mut now = innermost.map_or_else(Vec::new, |(frame, memory)| variables(&program, memory, frame));
        // Their scope has not begun, or is over.
        now.retain(|v| !v.ends_with("= <not accessible>"));
        self.variables = now.into_iter().map(|v| (v.clone(), !before.contains(&v))).collect();
        for watched in &mut self.watched {
            let value = self.paused.evaluate(&debugger.session, &watched.formula).map(shown);
            watched.value = value.unwrap_or_default();
        }
    }

    /// Adds an expression to the watched ones, or removes it if it is among them.
    fn watch(&mut self, debugger: &Debugger, text: &str) {
        let text = text.trim();
        if let Some(at) = self.watched.iter().position(|w| w.text() == text) {
            self.watched.remove(at);
            return;
        }
        let (parsed, session) = (Formula::parse(text), &debugger.session);
        let value = parsed.as_ref().ok().and_then(|formula| self.paused.evaluate(session, formula));
        match (parsed, value) {
            (_, None) if self.paused.memory().is_none() => self.message = "the run is nowhere".into(),
            (Err(_), _) if text.is_empty() => {}
            (Err(error), _) => self.message = error.message,
            (Ok(formula), value) => {
                self.watched.extend(value.map(|value| Watched { formula, value: shown(value) }));
            }
        }
    }
}

/// The value of an expression, or why it has none.
fn shown(value: Result<Evaluated, FormulaError>) -> String {
    value.map_or_else(|error| error.message, |value| value.text)
}

/// Goes through the run, past functions that are trusted.
fn walk<T>(debugger: &Debugger, step: impl FnOnce(Walk<'_>) -> T) -> T {
    let session = &debugger.session;
    let passes = |function: FunctionId| session.trust.has(function);
    step(Walk::new(&session.recorded.recording, &passes))
}
