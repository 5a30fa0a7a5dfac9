//! The dialogue of `debug` line by line.

use std::io::{IsTerminal, Write};
use std::path::Path;

use whydunit_locate::interactive::{Answer, Debugger, DescribedBreakpoint, Reference};
use whydunit_report::{Link, Paint, SourceText, Stop, render_question, render_stop, render_walk, walk};

use super::answers::Answers;
use super::command::{Command, HELP, Whose};
use super::known::{Known, Step};
use super::typed::Typed;

/// Asks a question and reads the reply; none at the end of the input.
fn typed(out: &mut dyn Write, lines: &mut Typed, question: &str) -> Option<String> {
    write!(out, "{question}").and_then(|()| out.flush()).ok()?;
    let line = lines.line()?;
    if !std::io::stdin().is_terminal() {
        // Input from a pipe is not echoed, so show it beside its question.
        let _ = writeln!(out, "{line}");
    }
    Some(line)
}

/// The state of a dialogue: the debugger, the known answers, and the reference, if there is one.
pub(super) struct Dialogue {
    pub(super) debugger: Debugger,
    /// Answers from an earlier session.
    pub(super) known: Known,
    reference: Option<Reference>,
    sources: SourceText,
    paint: Paint,
    /// The breakpoint and the causes that were shown last.
    shown: Option<Stop>,
    causes: Vec<Link>,
}

impl Dialogue {
    pub(super) fn new(debugger: Debugger, known: Known, reference: Option<Reference>, paint: Paint) -> Self {
        let (sources, causes) = (SourceText::default(), Vec::new());
        Dialogue { debugger, known, reference, sources, paint, shown: None, causes }
    }

    /// Asks until no question is left or the input ends. With `aside` everything goes to standard error.
    pub(super) fn hold(&mut self, lines: &mut Typed, aside: bool) {
        let mut out: Box<dyn Write> = if aside { Box::new(std::io::stderr()) } else { Box::new(std::io::stdout()) };
        while self.ask(&mut *out, lines) {
            let _ = writeln!(out, "\nNothing is left to ask.\n");
            if !self.takes_back(&mut *out, lines) {
                return;
            }
        }
    }

    /// Asks all questions; returns whether all were answered.
    fn ask(&mut self, out: &mut dyn Write, lines: &mut Typed) -> bool {
        // Once the reader is gone, nothing more is printed or asked.
        while !lines.is_over()
            && let Some((item, stop)) = self.show(out)
        {
            let wrong = self.debugger.answers().contains(&Some(Answer::Wrong));
            if let Some((step, from)) = self.without_asking(item, &stop) {
                if let Step::Answer(item, answer) = step
                    && let question = render_question(item + 1, &stop.items[item], false)
                    && writeln!(out, "{question}{} ({from})", answer.name()).is_err()
                {
                    return false;
                }
                step.take(&mut self.debugger);
                continue;
            }
            let line = typed(out, lines, &render_question(item + 1, &stop.items[item], wrong));
            let Some(line) = line.filter(|l| Command::read(l) != Command::Quit) else {
                let _ = writeln!(out, "\n");
                return false;
            };
            let text = self.obey(Command::read(&line), item, &stop);
            let _ = write!(out, "{text}");
        }
        !lines.is_over()
    }

    /// After the last question: was an answer taken back? A person at a terminal is asked; otherwise only the lines
    /// that are already in the input count.
    fn takes_back(&mut self, out: &mut dyn Write, lines: &mut Typed) -> bool {
        const QUESTION: &str = "undo, save FILE, or enter for the report: ";
        if self.reference.is_some() {
            return false;
        }
        let person = std::io::stdin().is_terminal();
        while let Some(line) = match person {
            true => typed(out, lines, QUESTION),
            false => lines.is_ready().then(|| lines.line()).flatten(),
        } {
            let command = Command::read(&line);
            if !person && matches!(command, Command::Undo | Command::Save(_)) {
                let _ = writeln!(out, "{QUESTION}{line}");
            }
            match command {
                Command::Undo => {
                    let text = self.undo();
                    let _ = write!(out, "{text}");
                    return text.is_empty();
                }
                Command::Save(file) => {
                    let text = self.save(&file);
                    let _ = write!(out, "{text}");
                }
                _ => return false,
            }
        }
        false
    }

    /// The item to ask about next, and its breakpoint, which is printed if it is new.
    fn show(&mut self, out: &mut dyn Write) -> Option<(usize, Stop)> {
        self.known.bring_up(&mut self.debugger);
        let item = self.debugger.next_item()?;
        let breakpoint = self.debugger.breakpoint()?.clone();
        let times = |stop: &Stop| stop.items.iter().map(|i| i.time).collect::<Vec<_>>();
        if self.shown.as_ref().map(times) != Some(breakpoint.times()) {
            let facts = match DescribedBreakpoint::new(&mut self.debugger.session, &breakpoint) {
                Ok(facts) => facts?,
                Err(error) => {
                    let _ = writeln!(out, "{error}");
                    return None;
                }
            };
            let stop = Stop::of(&facts, self.debugger.session.program(), &mut self.sources);
            let number = self.debugger.history().len() + 1;
            write!(out, "\n{}", render_stop(&stop, number, self.paint)).ok()?;
            (self.shown, self.causes) = (Some(stop), Vec::new());
        }
        Some((item, self.shown.clone()?))
    }

    /// An answer that needs no question, with its source.
    fn without_asking(&mut self, item: usize, stop: &Stop) -> Option<(Step, String)> {
        if let Some(step) = self.known.step(&self.debugger) {
            if let (Step::Answer(item, answer), Some(reference)) = (step, &mut self.reference)
                && let Some(time) = stop.items.get(item).map(|i| i.time)
                && answer != Answer::Right
                && self.debugger.hint(time).is_none()
            {
                // An answer file lacks the further facts that a correct version can report.
                self.debugger.ask(reference, time);
            }
            return Some((step, "as before".into()));
        }
        let (time, reference) = (stop.items.get(item)?.time, self.reference.as_mut()?);
        let answer = self.debugger.ask(reference, time);
        let hint = self.debugger.hint(time).filter(|_| answer != Answer::Right);
        let instead = hint.and_then(|hint| hint.instead.as_ref().or(hint.function.as_ref()));
        let from = match (instead, reference.never_executes(time)) {
            (Some(name), true) => format!("says the reference, which calls {name} instead"),
            (Some(name), false) => format!("says the reference, which has &{name} there"),
            // This holds for any value.
            (None, true) if answer == Answer::Wrong => {
                "should not have been executed: the reference does not come there".into()
            }
            (None, true) => "the reference does not come there".into(),
            (None, false) => "says the reference".into(),
        };
        Some((Step::Answer(item, answer), from))
    }

    /// Executes a command and returns its reply.
    fn obey(&mut self, command: Command, asked: usize, stop: &Stop) -> String {
        match command {
            Command::Answer(answer, item) => {
                let item = item.map_or(asked, |n| n - 1);
                if item >= stop.items.len() {
                    return too_few(stop);
                }
                self.debugger.answer(item, answer);
                String::new()
            }
            Command::Undo => self.undo(),
            Command::Why(whose) => self.why(whose, stop, asked),
            Command::GoOn => {
                self.debugger.go_on();
                String::new()
            }
            Command::Save(file) => self.save(&file),
            Command::Show => {
                self.shown = None;
                String::new()
            }
            Command::Help => HELP.into(),
            Command::Quit => String::new(),
            Command::Unknown => format!("  what can be typed:\n{HELP}"),
        }
    }

    fn save(&mut self, file: &Path) -> String {
        let answers = Answers::of(&mut self.debugger, &mut self.sources).map_err(|error| error.to_string());
        match answers.and_then(|answers| answers.write(file).map_err(|error| error.to_string())) {
            Ok(()) => format!("  saved to {}\n", file.display()),
            Err(why) => format!("  {}: {why}\n", file.display()),
        }
    }

    fn undo(&mut self) -> String {
        if !self.debugger.undo() {
            return "  there is nothing to take back\n".into();
        }
        self.known.forget(&self.debugger);
        self.shown = None;
        String::new()
    }

    /// Lists the causes of an item, or of a cause that was listed before.
    fn why(&mut self, whose: Option<Whose>, stop: &Stop, asked: usize) -> String {
        let time = match whose {
            None => stop.items[asked].time,
            Some(Whose::Item(number)) => match stop.items.get(number - 1) {
                Some(item) => item.time,
                None => return too_few(stop),
            },
            Some(Whose::Cause(letter)) => match self.causes.get((letter as u8 - b'a') as usize) {
                Some(link) => link.cause.time,
                None => return "  no cause of that letter was shown\n".into(),
            },
        };
        let causes = match self.debugger.described_causes(time) {
            Ok(causes) => causes,
            Err(error) => return format!("  {error}\n"),
        };
        self.causes = walk(&causes, self.debugger.session.program(), &mut self.sources);
        render_walk(&self.causes, self.paint)
    }
}

/// The message for an item number that does not exist.
fn too_few(stop: &Stop) -> String {
    match stop.items.len() {
        1 => "  there is only 1 item\n".into(),
        count => format!("  there are only {count} items\n"),
    }
}
