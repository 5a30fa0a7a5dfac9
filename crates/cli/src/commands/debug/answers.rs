//! Saved answers, with which a session can be resumed. docs/json.md describes the file.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::Read;
use std::path::Path;

use serde_json::{Value, json};
use whydunit_locate::Session;
use whydunit_locate::interactive::{Answer, Debugger, DescribedBreakpoint, Hint, Item, Judged, Missing};
use whydunit_machine::Unsupported;
use whydunit_report::{SourceText, Stop};
use whydunit_suite::Fingerprint;
use whydunit_trace::{Expectation, Time};

use super::known::{Given, Known};

/// The name of the format. Its version is raised when a field changes its meaning or is removed.
const FORMAT: &str = "whydunit-answers";
const VERSION: u64 = 1;
/// Upper bound of the size of an answer file, in bytes; no real session comes near it.
const MAX_FILE_SIZE: u64 = 32 << 20;

/// A file of answers.
pub(super) struct Answers {
    value: Value,
}

impl Answers {
    /// All answers that were given to a debugger.
    pub(super) fn of(debugger: &mut Debugger, sources: &mut SourceText) -> Result<Answers, Unsupported> {
        let asked = debugger.history().iter().filter(|r| r.judged == Judged::Asked);
        let mut rounds: Vec<_> = asked.map(|r| (r.breakpoint.clone(), r.answers.clone())).collect();
        let left_out = (1u64..).zip(&rounds).filter(|(_, (_, answers))| answers.contains(&None));
        let gone_on: Vec<u64> = left_out.map(|(number, _)| number).collect();
        rounds.extend(debugger.breakpoint().map(|b| (b.clone(), debugger.answers().to_vec())));
        let mut answers = Vec::new();
        for (number, (breakpoint, given)) in (1u64..).zip(rounds) {
            let Some(facts) = DescribedBreakpoint::new(&mut debugger.session, &breakpoint)? else { continue };
            let stop = Stop::of(&facts, debugger.session.program(), sources);
            for (item, answer) in stop.items.iter().zip(given) {
                let Some(answer) = answer else { continue };
                let mut entry = json!({
                    "breakpoint": number, "time": item.time.0, "file": item.at.file, "line": item.at.line, "execution": item.visit.0,
                    "expression": item.expression, "value": item.value, "answer": answer.name(),
                });
                if let Some(hint) = debugger.hint(item.time).filter(|_| answer != Answer::Right) {
                    entry["hint"] = json_of(hint);
                }
                answers.push(entry);
            }
        }
        let mut value = json!({
            "format": FORMAT, "version": VERSION, "tool": format!("whydunit {}", env!("CARGO_PKG_VERSION")),
            "program": program_print(debugger), "run": run_print(debugger), "answers": answers, "gone_on": gone_on,
        });
        if let Some(hint) = debugger.hint(debugger.session.criterion.time) {
            value["failure"] = json_of(hint);
        }
        Ok(Answers { value })
    }

    /// Writes the answers to a file.
    pub(super) fn write(&self, file: &Path) -> std::io::Result<()> {
        std::fs::write(file, serde_json::to_string_pretty(&self.value).unwrap_or_default() + "\n")
    }

    /// Reads answers from a file.
    pub(super) fn read(file: &Path) -> Result<Answers, String> {
        let name = file.display();
        let mut text = String::new();
        let read = File::open(file).and_then(|file| file.take(MAX_FILE_SIZE + 1).read_to_string(&mut text));
        if read.map_err(|error| format!("--answers {name}: {error}"))? as u64 > MAX_FILE_SIZE {
            return Err(format!(
                "--answers {name}: this is no file of answers: it has more than {} MiB",
                MAX_FILE_SIZE >> 20
            ));
        }
        let value: Value = serde_json::from_str(&text)
            .map_err(|error| format!("--answers {name}: this is no file of answers: {error}"))?;
        if value["format"] != FORMAT {
            return Err(format!("--answers {name}: this is no file of answers (its format is not {FORMAT:?})"));
        }
        match value["version"].as_u64() {
            Some(VERSION) => Ok(Answers { value }),
            Some(newer) if newer > VERSION => Err(format!(
                "--answers {name}: it has version {newer} of the format, this Whydunit reads {VERSION}; use the \
                 Whydunit that saved it ({})",
                value["tool"].as_str().unwrap_or("unknown")
            )),
            Some(older) => Err(format!(
                "--answers {name}: it has version {older} of the format, which this Whydunit no longer reads (it reads \
                 {VERSION}): answer anew, or use the Whydunit that saved it ({})",
                value["tool"].as_str().unwrap_or("unknown")
            )),
            None => Err(format!(
                "--answers {name}: it does not say which version of the format it has (this Whydunit reads {VERSION}): \
                 answer anew"
            )),
        }
    }

    /// The answers that apply to the run of a debugger. Warns about those that do not fit it.
    pub(super) fn about(&self, debugger: &mut Debugger, file: &Path) -> Result<Known, String> {
        let name = file.display();
        if self.value["program"] != program_print(debugger).as_str() {
            return Err(format!(
                "--answers {name}: the answers are about another program, or it was changed since: answer anew"
            ));
        }
        if self.value["run"] != run_print(debugger).as_str() {
            return Err(format!(
                "--answers {name}: the answers are about another run of the program (other arguments, input, files \
                 or environment)"
            ));
        }
        let list = self.value["answers"].as_array().ok_or_else(|| format!("--answers {name}: it has no answers"))?;
        debugger.take_hint(debugger.session.criterion.time, hint(&self.value["failure"]));
        let mut given = Vec::new();
        for (number, entry) in (1..).zip(list) {
            match one(number, entry).and_then(|given| given.check(entry, &mut debugger.session).map(|()| given)) {
                Ok(fitting) => {
                    debugger.take_hint(fitting.time, hint(&entry["hint"]));
                    given.push(fitting);
                }
                Err(why) => tell!("whydunit: --answers {name}: answer {number} is not used: {why}"),
            }
        }
        for (earlier, later) in contradictions(&given) {
            tell!("whydunit: --answers {name}: answers {earlier} and {later} contradict each other: {later} counts");
        }
        let gone_on = match &self.value["gone_on"] {
            Value::Null => Some(BTreeSet::new()),
            list => list.as_array().and_then(|list| list.iter().map(Value::as_u64).collect()),
        };
        let gone_on = gone_on.ok_or_else(|| format!("--answers {name}: gone_on is no list of breakpoints"))?;
        Ok(Known { given, gone_on, taken_back: false })
    }
}

fn one(number: usize, entry: &Value) -> Result<Given, String> {
    let time = entry["time"].as_u64().and_then(|time| Time::try_from(time).ok());
    let answer = entry["answer"].as_str().and_then(Answer::named);
    let breakpoint = match &entry["breakpoint"] {
        Value::Null => Ok(None),
        number => number.as_u64().map(Some).ok_or("its breakpoint is no number"),
    }?;
    Ok(Given {
        number,
        breakpoint,
        time: time.ok_or("it has no time")?,
        answer: answer.ok_or("its answer is none of right, wrong, don't know")?,
    })
}

/// Pairs of answers, by number, that contradict each other at the same breakpoint; the last one counts.
fn contradictions(given: &[Given]) -> Vec<(usize, usize)> {
    let mut last: BTreeMap<(Time, Option<u64>), Given> = BTreeMap::new();
    let pairs = given.iter().filter_map(|&later| {
        let earlier = last.insert((later.time, later.breakpoint), later)?;
        (earlier.answer != later.answer).then_some((earlier.number, later.number))
    });
    pairs.collect()
}

/// Further facts that a correct version reported with its answer.
fn hint(entry: &Value) -> Hint {
    let time = |key: &str| entry[key].as_u64().and_then(|time| Time::try_from(time).ok());
    let name = |key: &str| entry[key].as_str().map(str::to_owned);
    Hint {
        call: time("call"),
        instead: name("instead"),
        store: time("store"),
        pointer: time("pointer"),
        function: name("function"),
        rewritten: entry["rewritten"] == true,
        missing: missing(&entry["missing"]),
    }
}

fn json_of(hint: &Hint) -> Value {
    let missing = hint.missing.as_ref();
    let number = |time: Option<Time>| time.map(|time| time.0);
    json!({
        "call": number(hint.call), "instead": hint.instead, "store": number(hint.store), "pointer": number(hint.pointer),
        "function": hint.function, "rewritten": hint.rewritten,
        "missing": missing.map(|m| {
            json!({"after": m.after.0, "file": m.file, "line": m.line, "text": m.text, "absent": m.absent})
        }),
    })
}

fn missing(entry: &Value) -> Option<Missing> {
    let number = |key: &str| entry[key].as_u64().and_then(|number| u32::try_from(number).ok());
    let text = |key: &str| entry[key].as_str().map(str::to_owned);
    let absent = entry["absent"] == true;
    Some(Missing {
        after: Time(number("after")?),
        file: text("file")?,
        line: number("line")?,
        text: text("text"),
        absent,
    })
}

impl Given {
    /// Checks that the instance an answer is about exists in this run.
    fn check(&self, entry: &Value, session: &mut Session) -> Result<(), String> {
        let (time, end) = (self.time, session.recorded.recording.duration());
        if time >= end {
            return Err(format!("time {time} is behind the end of the run ({end})"));
        }
        let spot = Item::at(session, time).map(|item| item.spot);
        let spot = spot.ok_or_else(|| format!("at time {time} nothing was executed that can be judged"))?;
        let said = |key: &str| entry[key].as_u64();
        let (line, execution) = (u64::from(spot.place.line), u64::from(spot.visit));
        if said("line").is_some_and(|l| l != line) || said("execution").is_some_and(|e| e != execution) {
            let place = |line: u64, execution: u64| format!("line {line}, execution {execution}");
            let told = place(said("line").unwrap_or(line), said("execution").unwrap_or(execution));
            return Err(format!("it is about {told}, but at time {time} the run is at {}", place(line, execution)));
        }
        Ok(())
    }
}

/// A fingerprint of the program: its code with its lines.
fn program_print(debugger: &Debugger) -> String {
    let mut print = Fingerprint::default();
    print.add(debugger.session.program().to_string().as_bytes());
    format!("{:016x}", print.value())
}

/// A fingerprint of the run: its case, its expectation, the executed blocks, and its output.
fn run_print(debugger: &Debugger) -> String {
    let recording = &debugger.session.recorded.recording;
    let mut print = Fingerprint::default();
    let world = &debugger.session.recorded.last.world;
    // The program's path (the first argument) may differ between sessions.
    world.case().args.iter().skip(1).for_each(|arg| print.add(arg));
    print.add(world.case().stdin.known());
    world.case().files.values().for_each(|bytes| print.add(bytes));
    world.host_files().iter().for_each(|(_, bytes)| print.add(bytes));
    // A typed expectation equals the same text read from a file.
    let expectation = Expectation { is_typed: false, ..debugger.session.expectation.clone() };
    print.add(format!("{expectation:?}").as_bytes());
    print.add(&debugger.session.observed.stdout);
    print.add(&debugger.session.observed.stderr);
    for block in recording.executed_blocks() {
        print.add(&recording.number_of(block).0.to_le_bytes());
    }
    format!("{:016x}", print.value())
}
