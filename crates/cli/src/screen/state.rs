//! The state of the screen, and the effect of keys on it.

use std::sync::Arc;

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use whydunit_locate::interactive::{Answer, Debugger, DebuggingFacts};
use whydunit_machine::Unsupported;
use whydunit_program::Program;
use whydunit_report::{Asked, Debugged, SourceText, Stop};
use whydunit_trace::Time;

use super::Save;
use super::causes::{Causes, Effect};
use super::moment::Moment;
use super::scrolled::Scrolled;
use super::theme::Theme;

/// The screen for a failing run.
pub(super) struct Screen<'a> {
    pub(super) debugger: &'a mut Debugger,
    pub(super) sources: SourceText,
    pub(super) theme: Theme,
    /// The failure, in one sentence.
    pub(super) failure: String,
    pub(super) view: View,
    /// The selected item of the breakpoint, or suspect at the end.
    pub(super) chosen: usize,
    /// The result of the last key.
    pub(super) message: String,
    /// The breakpoint as text; none at the end.
    pub(super) stop: Option<Stop>,
    /// The answers so far and the suspects, as text.
    pub(super) debugged: Debugged,
}

/// The current view.
pub(super) enum View {
    /// The items to judge, or, at the end, the suspects.
    Judging,
    /// The causes of a value.
    Causes(Causes),
    /// The run at one time.
    Moment(Box<Moment>),
    /// All answers so far.
    Past(Scrolled),
    /// The keys of another view, which stays behind it.
    Help(Box<View>, Scrolled),
}

/// The effect of a key on the session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reaction {
    Stay,
    Suspend,
    Quit,
}

/// The effect of a key on the view.
pub(super) enum Turn {
    Stay,
    Back,
    Look(Time),
    Help,
}

impl<'a> Screen<'a> {
    pub(super) fn new(debugger: &'a mut Debugger, failure: &str, debugged: Debugged) -> Self {
        let mut screen = Screen {
            debugger,
            sources: SourceText::default(),
            theme: Theme::new(),
            failure: failure.into(),
            view: View::Judging,
            chosen: 0,
            message: String::new(),
            stop: None,
            debugged,
        };
        screen.refresh();
        screen
    }

    /// Renders the debugger's current question and state as text.
    fn refresh(&mut self) {
        if let Err(error) = self.describe() {
            self.message = error.to_string();
        }
    }

    fn describe(&mut self) -> Result<(), Unsupported> {
        let (program, sources) = (self.program(), &mut self.sources);
        self.stop = self.debugger.described_breakpoint()?.map(|facts| Stop::of(&facts, &program, sources));
        self.debugged = Debugged::new(&DebuggingFacts::gather(self.debugger)?, &program, sources);
        Ok(())
    }

    pub(super) fn program(&self) -> Arc<Program> {
        self.debugger.session.program().clone()
    }

    /// The entries that can be selected: items to judge, or suspects at the end.
    pub(super) fn choices(&self) -> Vec<Effect> {
        match &self.stop {
            Some(stop) => {
                let text = |i: &Asked| format!("{} at {}", i.what(), i.place());
                stop.items.iter().map(|i| Effect { time: i.time, shown: i.at.time, text: text(i) }).collect()
            }
            None => {
                let charged = self.debugger.suspects().into_iter().zip(&self.debugged.suspects);
                charged.map(|(s, c)| Effect { time: s.time, shown: s.shown, text: c.place.clone() }).collect()
            }
        }
    }

    /// Handles a key.
    pub(super) fn key(&mut self, key: KeyEvent, save: Save<'_>) -> Reaction {
        self.message.clear();
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Char('z') if control => return Reaction::Suspend,
            KeyCode::Char('c') if control && !self.is_typing() => return Reaction::Quit,
            _ => {}
        }
        let view = std::mem::replace(&mut self.view, View::Judging);
        let (view, turn) = match view {
            View::Judging => return self.judge(key, save),
            View::Past(mut scrolled) => {
                let turn = if scrolled.key(key) { Turn::Stay } else { Turn::Back };
                (View::Past(scrolled), turn)
            }
            View::Help(behind, mut scrolled) => {
                let stays = scrolled.key(key);
                self.view = if stays { View::Help(behind, scrolled) } else { *behind };
                return Reaction::Stay;
            }
            View::Causes(mut causes) => {
                let turn = causes.key(key, self.debugger, &mut self.sources).unwrap_or_else(|error| {
                    self.message = error.to_string();
                    Turn::Stay
                });
                (View::Causes(causes), turn)
            }
            View::Moment(mut moment) => {
                let turn = moment.key(key, self.debugger);
                (View::Moment(moment), turn)
            }
        };
        self.view = match turn {
            Turn::Stay => view,
            Turn::Back => View::Judging,
            Turn::Help => View::Help(view.into(), Scrolled::TOP),
            Turn::Look(time) => View::Moment(Moment::new(self.debugger, time).into()),
        };
        Reaction::Stay
    }

    fn is_typing(&self) -> bool {
        matches!(&self.view, View::Moment(moment) if moment.prompt.is_some())
    }

    fn judge(&mut self, key: KeyEvent, save: Save<'_>) -> Reaction {
        let choices = self.choices();
        let subject = choices.get(self.chosen).cloned();
        match key.code {
            KeyCode::Char('q') => return Reaction::Quit,
            KeyCode::Char('r') => self.answer(Answer::Right),
            KeyCode::Char('w') => self.answer(Answer::Wrong),
            KeyCode::Char('d') => self.answer(Answer::DontKnow),
            KeyCode::Char('n') => self.go_on(),
            KeyCode::Char('u') | KeyCode::Backspace => self.undo(),
            KeyCode::Char('s') => self.message = save(self.debugger).unwrap_or_else(|error| error),
            KeyCode::Char('?') | KeyCode::F(1) => self.view = View::Help(View::Judging.into(), Scrolled::TOP),
            KeyCode::Char('h') => self.view = View::Past(Scrolled::END),
            KeyCode::Up | KeyCode::Char('k') => self.chosen = self.chosen.saturating_sub(1),
            KeyCode::Down | KeyCode::Char('j') => self.chosen = (self.chosen + 1).min(choices.len().saturating_sub(1)),
            KeyCode::Char('e') | KeyCode::Enter => {
                match subject.map(|effect| Causes::new(self.debugger, &mut self.sources, effect)).transpose() {
                    Ok(causes) => self.view = causes.map_or(View::Judging, View::Causes),
                    Err(error) => self.message = error.to_string(),
                }
            }
            KeyCode::Char('t') => {
                let moment = subject.map(|effect| Moment::new(self.debugger, effect.shown));
                self.view = moment.map_or(View::Judging, |m| View::Moment(m.into()));
            }
            _ => {}
        }
        Reaction::Stay
    }

    fn answer(&mut self, answer: Answer) {
        if self.debugger.breakpoint().is_none() {
            self.message = "nothing is left to ask; u takes the last answer back".into();
            return;
        }
        let rounds = self.debugger.history().len();
        self.debugger.answer(self.chosen, answer);
        if self.debugger.history().len() == rounds {
            self.chosen = self.debugger.next_item().unwrap_or(self.chosen);
            if answer == Answer::Wrong {
                self.message = "n goes on without the others".into();
            }
        } else {
            self.arrived();
        }
        self.refresh();
    }

    fn go_on(&mut self) {
        if self.debugger.breakpoint().is_some() {
            self.debugger.go_on();
            self.arrived();
            self.refresh();
        }
    }

    fn undo(&mut self) {
        match self.debugger.undo() {
            true => {
                self.chosen = self.debugger.next_item().unwrap_or(0);
                self.refresh();
            }
            false => self.message = "there is no answer to take back".into(),
        }
    }

    /// Shows the next breakpoint, or the end.
    fn arrived(&mut self) {
        self.chosen = 0;
        if let Some(round) = self.debugger.history().last() {
            let what = if round.breakpoint.bisection.is_some() { " executions" } else { "" };
            self.message = format!("{} of {}{what} are left", round.left, round.breakpoint.domain);
        }
    }
}
