//! The condition of an expression in a symbolic run agrees with the expression: for other values of the symbols it is
//! true exactly if the expression is true in a run with these values.

use whydunit_machine::{Alteration, Change, Machine};
use whydunit_program::Inst;
use whydunit_terms::{Evaluator, Model, TermId};
use whydunit_trace::{Formula, Time};
use whydunit_world::Posix;

use crate::formula::{Looker, random_expressions};

/// Numbers of many types are declared on the lines that begin so.
const NUMBERS: [&str; 4] = ["char c = 'x'", "short s = -30000", "long l = -5000000000", "float f = 0.1f"];

/// A run with symbolic numbers, at the place where expressions are evaluated.
fn symbolic(looker: &mut Looker, values: &Model) -> Machine<Posix> {
    let Looker(fixture, look) = looker;
    let lines: Vec<u32> = NUMBERS.iter().map(|text| fixture.line(text)).collect();
    let recording = fixture.recording();
    let stores = Time::FIRST.until(*look).filter(|&time| {
        let Some(position) = recording.position(time) else { return false };
        let function = fixture.index.program.function(position.function);
        let own = Some(position.function) == fixture.index.program.main;
        let narrow = matches!(recording.inst(position), Inst::Store { .. } | Inst::StoreLocal { .. });
        own && narrow && lines.contains(&function.locs[position.inst as usize].line)
    });
    let times: Vec<u64> = stores.map(u64::from).collect();
    assert!(times.len() > 12, "only {} numbers", times.len());
    let mut machine = fixture.recorded.snapshots.before(0);
    machine.give(values);
    times.iter().for_each(|&time| machine.alter(Alteration { time, change: Change::Symbol(time) }));
    machine.run_until(u64::from(*look), &mut whydunit_machine::Nobody).expect("a run");
    machine
}

/// The value of a condition and its term.
fn evaluate(looker: &Looker, machine: &mut Machine<Posix>, text: &str) -> Option<(bool, Option<TermId>)> {
    let formula = Formula::parse(text).expect("an expression");
    let frame = machine.frames().first().copied();
    let value = formula.evaluate(&looker.0.index.program, machine, frame).0.ok()?;
    Some((value.holds, value.condition))
}

#[test]
fn conditions_agree_with_expressions() {
    let mut looker = Looker::new();
    let mut random = fastrand::Rng::with_seed(1);
    let mut start = symbolic(&mut looker, &Model::new());
    let own = start.symbolic().expect("symbols").values().clone();
    let others: Vec<Model> = (0..4)
        .map(|_| {
            let mut other = |value: u128| {
                let seed = random.u64(..);
                if seed >> 62 == 0 { value ^ u128::from(seed >> 40 & 0xf) } else { u128::from(seed >> (seed >> 58)) }
            };
            own.iter().map(|(key, value)| (key, other(value) & (u128::MAX >> (128 - u32::from(key.width))))).collect()
        })
        .collect();
    let mut runs: Vec<Machine<Posix>> = others.iter().map(|values| symbolic(&mut looker, values)).collect();
    let (mut conditions, mut compared, mut certain) = (0, 0, 0);
    for text in random_expressions(&mut looker, 1500) {
        let mut here = start.fork();
        let Some((holds, condition)) = evaluate(&looker, &mut here, &text) else { continue };
        let Some(condition) = condition else {
            // A constant does not depend on the symbols, except through the conditions under which it is defined.
            let path = here.symbolic().expect("symbols");
            for (values, run) in others.iter().zip(&mut runs) {
                let mut evaluator = Evaluator::new(&path.store, values);
                if path.path().iter().all(|c| evaluator.eval(c.term) == 1) {
                    assert_eq!(evaluate(&looker, &mut run.fork(), &text).map(|v| v.0), Some(holds), "{text}");
                    certain += 1;
                }
            }
            continue;
        };
        conditions += 1;
        let symbolic = here.symbolic().expect("symbols");
        assert_eq!(Evaluator::new(&symbolic.store, &own).eval(condition) == 1, holds, "{text} with its own values");
        for (values, run) in others.iter().zip(&mut runs) {
            let mut evaluator = Evaluator::new(&symbolic.store, values);
            // The conditions under which the expression is defined on this path.
            if symbolic.path().iter().any(|c| evaluator.eval(c.term) != 1) {
                continue;
            }
            compared += 1;
            let due = evaluate(&looker, &mut run.fork(), &text).map(|v| v.0);
            assert_eq!(Some(evaluator.eval(condition) == 1), due, "{text} with {values:?}");
        }
    }
    println!("{conditions} conditions, {compared} compared, {certain} certain");
    assert!(conditions > 950 && compared > 2000 && certain > 500, "{conditions}, {compared}, {certain}");
}

#[test]
fn texts_and_elements_at_symbolic_places() {
    let source = r#"
#include <stdio.h>
struct pair { int a; int b; };
int main(void) {
    int i = 1; // symbols
    char text[4] = "abc"; text[1] = 'x'; // symbols
    struct pair pairs[3] = {{1, 2}, {3, 4}, {5, 6}};
    struct pair *p = &pairs[2];
    puts("LOOK");
    return i + text[0] + p->a;
}
"#;
    let fixture = crate::fixture::Fixture::new(source);
    let look = fixture.executions(fixture.line("LOOK"))[0];
    let lines = [fixture.line("int i = 1"), fixture.line("text[1] = 'x'")];
    let times = lines.map(|line| u64::from(*fixture.executions(line).last().expect("a store")));
    let mut looker = Looker(fixture, look);
    let mut at = |change: &dyn Fn(u64) -> Change| {
        let mut machine = looker.0.recorded.snapshots.before(0);
        machine.give(&Model::new());
        times.iter().for_each(|&time| machine.alter(Alteration { time, change: change(time) }));
        machine.run_until(u64::from(look), &mut whydunit_machine::Nobody).expect("a run");
        machine
    };
    let mut here = at(&Change::Symbol);
    let with = |i: u64, letter: u64| move |time: u64| Change::Put(if time == times[0] { i } else { letter });
    let mut there = at(&with(2, u64::from(b'b')));
    for text in [
        "text == \"abc\"",
        "text != \"axc\"",
        "pairs[i].a == 5",
        "pairs[i].b == 4",
        "(p - i)->a == 1",
        "&pairs[i] == p",
        "p - &pairs[i] == 0",
        "text[i] == 'c'",
        "i == 2 && text[1] == 'b' && pairs[i].b == 6",
        "i != 2 || text[i] != 'c'",
    ] {
        let mut machine = here.fork();
        let (holds, condition) = evaluate(&looker, &mut machine, text).expect("a value");
        let condition = condition.unwrap_or_else(|| panic!("{text} depends on no symbol"));
        let symbolic = machine.symbolic().expect("symbols");
        let own = symbolic.values();
        assert_eq!(Evaluator::new(&symbolic.store, own).eval(condition) == 1, holds, "{text}");
        let wanted: Model =
            own.iter().map(|(key, _)| (key, if key.width == 32 { 2 } else { u128::from(b'b') })).collect();
        let mut evaluator = Evaluator::new(&symbolic.store, &wanted);
        assert!(symbolic.path().iter().all(|c| evaluator.eval(c.term) == 1), "{text}: the path is another");
        let due = evaluate(&looker, &mut there.fork(), text).expect("a value").0;
        assert_eq!(evaluator.eval(condition) == 1, due, "{text}");
        assert_ne!(holds, due, "{text} was to be otherwise there");
    }
    // The conditions under which an expression is defined are on the path.
    for text in ["1 / (i - 1)", "pairs[i + 60].a", "1 << (i - 2)", "*(int *)(long)(i - 1)"] {
        let mut machine = here.fork();
        assert_eq!(evaluate(&looker, &mut machine, text), None, "{text}");
        let last = machine.symbolic().and_then(|s| s.path().last().copied()).expect("a condition");
        assert!(last.kind.is_choice(), "{text}: {last:?}");
    }
}
