//! `whydunit debug`: breakpoints at which a person judges values.

mod answers;
mod command;
mod dialogue;
mod known;
mod typed;

use std::io::IsTerminal;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;

use signal_hook::consts::{SIGHUP, SIGTERM};
use whydunit_locate::Strategy;
use whydunit_locate::interactive::{Assumptions, Debugger, DebuggingFacts, Reference, Setting};
use whydunit_program::NativeCode;
use whydunit_report::{
    Debugged, SourceText, debugged_json, gdb_script, page_of_debugging, render_debugged, render_html, render_upheld,
};

use crate::complain;
use crate::inquiry_args::{failure_sentence, paint, unsupported};
use crate::patience::Patience;
use crate::screen;
use crate::session_args::SessionArgs;
use crate::terminal::answer;
use crate::writable::{Written, check_writable};
use answers::Answers;
use dialogue::Dialogue;
use known::Known;
use typed::Typed;

/// Finds the fault by asking you: at each breakpoint, are these values correct?
#[derive(clap::Args)]
#[command(after_help = "\
Exit codes: 0 the fault is found, 1 our error, 2 usage, 3 the run did not fail, 4 not found (yet).
At a terminal, questions appear on a full screen (press ? for its keys); otherwise line by line.
Ctrl-C, SIGTERM and closing the terminal end the session as quit does: answers count and are kept.
Answers are read from standard input; give the program its input with --stdin FILE.")]
pub(crate) struct DebugArgs {
    /// How to choose breakpoints
    #[arg(long, value_name = "NAME", default_value = "closest", value_parser = Strategy::NAMES)]
    #[arg(help_heading = "The questions")]
    strategy: String,
    /// Ask again about values judged correct before a later answer was "wrong"
    #[arg(long, help_heading = "The questions")]
    ask_again: bool,
    /// Assume that values behind the last correct output are correct
    #[arg(long, help_heading = "The questions")]
    trust_output: bool,
    /// Read answers from a file saved earlier, and ask only the rest
    #[arg(long, value_name = "FILE", help_heading = "The questions")]
    answers: Option<PathBuf>,
    /// Let a correct version of the program answer: its run on the same input is compared
    #[arg(long, value_name = "PROGRAM", help_heading = "The questions")]
    reference: Option<PathBuf>,
    /// Ask line by line, even at a terminal
    #[arg(long, help_heading = "The questions")]
    plain: bool,
    /// Save the answers to this file (docs/json.md; default on the screen: whydunit.answers)
    #[arg(long, value_name = "FILE", help_heading = "The report")]
    save: Option<PathBuf>,
    /// Write a gdb script that stops the native program at the same executions and shows the values
    #[arg(long, value_name = "FILE", help_heading = "The report")]
    gdb: Option<PathBuf>,
    /// Print the report as JSON (docs/json.md); questions then go to standard error
    #[arg(long, help_heading = "The report")]
    json: bool,
    /// Also write an HTML page: suspects, chain, breakpoints with answers, and the source with values
    #[arg(long, value_name = "FILE", help_heading = "The report")]
    html: Option<PathBuf>,
    #[command(flatten)]
    session: SessionArgs,
}

pub(crate) fn run(args: &DebugArgs) -> ExitCode {
    match debug(args) {
        Ok(code) | Err(code) => code,
    }
}

fn debug(args: &DebugArgs) -> Result<ExitCode, ExitCode> {
    let files = [("--save", &args.save), ("--gdb", &args.gdb), ("--html", &args.html)];
    check_writable(&files.map(|(option, file)| (option, file.as_deref())))?;
    let native = args.native()?;
    let patience = Patience::begin();
    let session = args.session.dialogue(patience.monitor())?;
    let mut debugger = Debugger::new(session, args.setting());
    let ended = patience.end();
    for signal in [SIGHUP, SIGTERM] {
        // If this fails, the signal ends us as it would by default.
        let _ = signal_hook::flag::register(signal, ended.clone());
    }
    let known = args.known(&mut debugger)?;
    let reference = args.reference(&mut debugger)?;
    let renamed = reference.as_ref().map_or_else(Vec::new, |reference| reference.renamed(&debugger.session));
    let (mut debugger, known) = match args.wants_screen() {
        true => (args.at_screen(debugger, &known, &ended)?, known),
        false => {
            let paint = if args.json { Default::default() } else { paint() };
            let mut dialogue = Dialogue::new(debugger, known, reference, paint);
            let typed = Typed::new(ended).map_err(|error| complain(format_args!("standard input: {error}")));
            dialogue.hold(&mut typed?, args.json);
            (dialogue.debugger, dialogue.known)
        }
    };
    let program = debugger.session.program().clone();
    // Must come first: a signal may arrive at any time.
    let mut written = Written::default();
    if let Some(file) = &args.save {
        let answers = Answers::of(&mut debugger, &mut SourceText::default()).map_err(|e| unsupported(&program, &e))?;
        written.note("--save", file, answers.write(file));
    }
    args.tell_unused(&known, &debugger);
    debugger.settle();
    let mut sources = SourceText::default();
    if let Some((file, code)) = args.gdb.as_ref().zip(native) {
        let stops = debugger.native_stops(&code).map_err(|error| unsupported(&program, &error))?;
        let script = gdb_script(&stops, &program, &mut sources, &code, args.session.stdin_file());
        written.note("--gdb", file, std::fs::write(file, script));
    }
    let facts = DebuggingFacts::gather(&mut debugger).map_err(|error| unsupported(&program, &error))?;
    let report = Debugged { renamed, ..Debugged::new(&facts, &program, &mut sources) };
    if let Some(file) = &args.html {
        written.note("--html", file, std::fs::write(file, render_html(&page_of_debugging(&report))));
    }
    let text = if args.json { debugged_json(&report) } else { render_debugged(&report) };
    let code = answer(&text, ExitCode::from(if report.is_found() { 0 } else { 4 }));
    Ok(written.complain().unwrap_or(code))
}

impl DebugArgs {
    fn setting(&self) -> Setting {
        let strategy = Strategy::named(&self.strategy).unwrap_or_default();
        let assumptions = Assumptions { remember: !self.ask_again, trust_output: self.trust_output };
        Setting { strategy, assumptions, ..Setting::default() }
    }

    /// The executable's code, if a script for gdb was requested.
    fn native(&self) -> Result<Option<NativeCode>, ExitCode> {
        let code = self.gdb.as_ref().map(|_| whydunit_bitcode::native_code(&self.session.program_file()));
        code.transpose().map_err(|error| complain(format_args!("--gdb: {error}")))
    }

    /// Is standard input and output a terminal that can show a full screen?
    fn wants_screen(&self) -> bool {
        let aside = self.plain || self.json || self.reference.is_some();
        let terminal = std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
        !aside && terminal && std::env::var_os("TERM").is_none_or(|term| term != "dumb")
    }

    /// Asks on a full screen. Answers that are already known are not asked again.
    fn at_screen(&self, mut debugger: Debugger, known: &Known, ended: &AtomicBool) -> Result<Debugger, ExitCode> {
        known.repeat(&mut debugger);
        let failure = failure_sentence(&mut debugger.session)?;
        let program = debugger.session.program().clone();
        let facts = DebuggingFacts::gather(&mut debugger).map_err(|error| unsupported(&program, &error))?;
        let debugged = Debugged::new(&facts, &program, &mut SourceText::default());
        let file = self.save.clone().unwrap_or_else(|| PathBuf::from("whydunit.answers"));
        let mut save = |debugger: &mut Debugger| {
            let answers = Answers::of(debugger, &mut SourceText::default()).map_err(|error| error.to_string())?;
            let saved = format!("saved to {}; --answers takes it up again", file.display());
            answers.write(&file).map(|()| saved).map_err(|error| format!("{}: {error}", file.display()))
        };
        match screen::run(&mut debugger, &failure, debugged, ended, &mut save) {
            Ok(()) => Ok(debugger),
            Err(error) => Err(complain(format_args!("the terminal cannot be used: {error}; --plain needs less"))),
        }
    }

    /// The answers from an earlier session.
    fn known(&self, debugger: &mut Debugger) -> Result<Known, ExitCode> {
        match &self.answers {
            Some(file) => Answers::read(file).and_then(|answers| answers.about(debugger, file)).map_err(complain),
            None => Ok(Known::default()),
        }
    }

    /// Lists the answers of the file that no question asked for.
    fn tell_unused(&self, known: &Known, debugger: &Debugger) {
        let Some(file) = &self.answers else { return };
        for given in known.unused(debugger) {
            let (number, time) = (given.number, given.time);
            let why = format!("nothing was asked about time {time}: the questions came out otherwise");
            tell!("whydunit: --answers {}: answer {number} is not used: {why}", file.display());
        }
    }

    /// The run of the correct version.
    fn reference(&self, debugger: &mut Debugger) -> Result<Option<Reference>, ExitCode> {
        let Some(file) = &self.reference else { return Ok(None) };
        let (program, case, limits) = self.session.version(file)?;
        let reference = Reference::new(debugger, program.clone(), case, limits);
        let reference = reference.map_err(|error| unsupported(&program, &error))?;
        let name = file.display();
        let assertion = debugger.session.expectation.assertion.as_ref();
        let named = assertion.map_or_else(String::new, |a| format!("{}:{}", a.file, a.line));
        let said = reference.assertion.as_ref().and_then(|assertion| render_upheld(assertion, &named));
        match (reference.is_correct(&debugger.session), said) {
            (true, None) => {}
            (true, Some(said)) => tell!("whydunit: --reference {name}: {said}"),
            (false, said) => {
                let said = said.map_or_else(String::new, |said| format!(": {said}"));
                let what = "it does not do what was expected, either";
                return Err(complain(format_args!("--reference {name}: {what}{said}")));
            }
        }
        for (ours, theirs) in reference.renamed(&debugger.session) {
            tell!("whydunit: --reference {name}: {ours} is taken to be what is called {theirs} there");
        }
        Ok(Some(reference))
    }
}
