//! Path conditions are complete: with any other values that meet them, a plain run takes the same path and writes the
//! output that its terms predict. This finds every place that loses a term without recording that a value was made
//! concrete.

use whydunit_machine::{Alteration, Change, Channel, Machine, Nobody, Origin, Outcome, Symbolic};
use whydunit_solver::{Answer, Config, Limits, Query, Solver, chain};
use whydunit_terms::{Evaluator, Model, SymbolKey, TermId};
use whydunit_world::Posix;

use crate::negated::{Blocks, OtherInput};
use crate::subjects::{SUBJECTS, Subject, everything};

/// Symbols per run that get other values.
fn most_others() -> usize {
    if everything() { 40 } else { 6 }
}

/// The solver's effort limit per query.
const EFFORT: u32 = 200_000;

/// The observable facts about a run: its path, its outcome, its output.
#[derive(Debug, PartialEq)]
struct Seen {
    way: Blocks,
    end: String,
    streams: [Vec<u8>; 2],
}

fn finish(machine: &mut Machine<Posix>) -> Option<Seen> {
    let mut way = Blocks::default();
    let end = match machine.run(&mut way).ok()? {
        Outcome::Failed(failure) => format!("{:?} {:?}", std::mem::discriminant(&failure.kind), failure.stack),
        other => format!("{other:?}"),
    };
    Some(Seen { way, end, streams: [machine.world.stdout(), machine.world.stderr()] })
}

/// The prediction of the terms of a run for other values.
fn foreseen(seen: &Seen, symbolic: &Symbolic, values: &Model) -> Seen {
    let mut evaluator = Evaluator::new(&symbolic.store, values);
    let mut stream = |channel: Channel, bytes: &[u8]| -> Vec<u8> {
        let byte = |(at, own): (u64, &u8)| symbolic.output(channel, at).map_or(*own, |t| evaluator.eval(t) as u8);
        (0..).zip(bytes).map(byte).collect()
    };
    let streams = [stream(Channel::Stdout, &seen.streams[0]), stream(Channel::Stderr, &seen.streams[1])];
    let status = symbolic.exit().map(|term| format!("{:?}", Outcome::Exited((evaluator.eval(term) & 0xff) as i32)));
    Seen { way: seen.way, end: status.unwrap_or(seen.end.clone()), streams }
}

/// Other values with the same path; in each model, another symbol is certain to differ.
fn others(symbolic: &mut Symbolic, solver: &mut dyn Solver) -> Vec<Model> {
    let own = symbolic.values().clone();
    let path: Vec<TermId> = symbolic.path().iter().filter(|c| c.kind.is_path()).map(|c| c.term).collect();
    let keys: Vec<SymbolKey> = own.iter().map(|(key, _)| key).collect();
    let every = keys.len().div_ceil(most_others()).max(1);
    let mut found = Vec::new();
    for &key in keys.iter().step_by(every) {
        let Some(symbol) = symbolic.store.find_symbol(key) else { continue };
        let value = symbolic.store.constant(key.width, own.get(key));
        let other = symbolic.store.ne(symbol, value);
        let conditions: Vec<TermId> = path.iter().copied().chain([other]).collect();
        if let Answer::Sat(model) = solver.check(&Query::new(&symbolic.store, &conditions)) {
            let mut values = own.clone();
            values.extend(&model);
            found.push(values);
        }
    }
    found
}

/// Compares runs with other values against the terms of a symbolic run; returns their number, and collects differences.
fn compare(
    name: &str,
    mut symbolic_run: Machine<Posix>,
    plain: impl Fn(&Model) -> Option<Machine<Posix>>,
    wrong: &mut Vec<String>,
) -> usize {
    let Some(seen) = finish(&mut symbolic_run) else { return 0 };
    let Some(mut symbolic) = symbolic_run.symbolic().cloned() else { return 0 };
    // No time limit: the number of compared runs must not depend on the load of the machine.
    let limits = Limits { effort: EFFORT, ..Limits::default() };
    let mut solver = chain(&Config { limits, float_limits: limits, ..Config::default() });
    let others = others(&mut symbolic, &mut *solver);
    for values in &others {
        let due = foreseen(&seen, &symbolic, values);
        match plain(values).and_then(|mut machine| finish(&mut machine)) {
            Some(really) if really == due => {}
            // Other processes may change files of the host, so such runs are skipped.
            _ if plain(symbolic.values()).and_then(|mut machine| finish(&mut machine)).as_ref() != Some(&seen) => {}
            really => wrong.push(format!("{name} with {values:?}: {really:?} instead of {due:?}")),
        }
    }
    others.len()
}

fn on_input(subject: &Subject, wrong: &mut Vec<String>) -> usize {
    let Some(mut machine) = subject.start(subject.case.clone()).filter(|_| subject.has_input()) else { return 0 };
    let all = subject.all_input(&mut machine);
    machine.make_symbolic(all, &Model::new()).expect("readable arguments");
    let Some(runs) = OtherInput::new(subject) else { return 0 };
    compare(&subject.name, machine, |values| runs.plain(values), wrong)
}

fn on_values(subject: &Subject, wrong: &mut Vec<String>) -> usize {
    let Some(mut start) = subject.start(subject.case.clone()) else { return 0 };
    // A symbol in place of an uninitialised value would initialise it.
    if !matches!(start.fork().run(&mut Nobody), Ok(Outcome::Exited(_))) {
        return 0;
    }
    let (times, mut machine) = (subject.instants(), start.fork());
    times.iter().for_each(|&time| machine.alter(Alteration { time, change: Change::Symbol(time) }));
    let put = |values: &Model| {
        let mut machine = subject.start(subject.case.clone())?;
        for (key, value) in values.iter() {
            if let Some(Origin::Value { number: time }) = Origin::from_key(key) {
                machine.alter(Alteration { time, change: Change::Put(value as u64) });
            }
        }
        Some(machine)
    };
    compare(&subject.name, machine, put, wrong)
}

#[test]
fn other_values_on_the_same_path_show_what_terms_say() {
    let (mut input, mut files, mut values, mut wrong) = (0, 0, 0, Vec::new());
    for subject in SUBJECTS.iter() {
        *(if subject.reads_file() { &mut files } else { &mut input }) += on_input(subject, &mut wrong);
        values += on_values(subject, &mut wrong);
    }
    println!("{input} with other input, {files} with other files, {values} with other values");
    assert!(wrong.is_empty(), "{}\n{} wrong", wrong.join("\n"), wrong.len());
    assert!(input > 200 && files > 150 && values > 900, "only {input}, {files} and {values} runs");
}
