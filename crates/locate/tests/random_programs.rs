//! Random programs with symbolic input: on every explored path, a plain run with the same input has the same output and
//! the same outcome. Nothing panics.

mod programs;

use std::cell::RefCell;
use std::rc::Rc;

use programs::{case, compile};
use whydunit_locate::Verdict;
use whydunit_locate::symbolic::{Bounds, Input, Symbols, exhaust};
use whydunit_machine::{Limits, Outcome};
use whydunit_solver::{Config, chain};
use whydunit_terms::Model;
use whydunit_trace::Observed;

/// A reproducible source of choices.
struct Dice(fastrand::Rng);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0.usize(..sides)
    }

    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.roll(from.len())]
    }
}

const PLACES: [&str; 8] = ["a", "b", "u", "s", "c", "w", "table[a & 7]", "text[u % 12]"];
const SOURCES: [&str; 12] =
    ["a", "b", "u", "s", "c", "w", "in[0]", "in[1]", "in[2]", "table[b & 7]", "text[c & 7]", "(int)d"];
const OPERATORS: [&str; 16] = ["+", "-", "*", "&", "|", "^", "<<", ">>", "/", "%", "<", "<=", "==", "!=", "&&", "||"];

fn expression(dice: &mut Dice, depth: usize) -> String {
    if depth == 0 || dice.roll(4) == 0 {
        return match dice.roll(4) {
            0 => (dice.roll(300) as i32 - 40).to_string(),
            _ => dice.pick(&SOURCES).to_string(),
        };
    }
    let (a, b) = (expression(dice, depth - 1), expression(dice, depth - 1));
    match dice.pick(&OPERATORS) {
        // Most divisors are not zero, and most shift distances are in range.
        op @ ("/" | "%") if dice.roll(4) > 0 => format!("({a} {op} (({b}) | 1))"),
        op @ ("<<" | ">>") => format!("({a} {op} (({b}) & 15))"),
        op => format!("({a} {op} {b})"),
    }
}

fn statement(dice: &mut Dice, depth: usize) -> String {
    let value = expression(dice, 2);
    match dice.roll(if depth == 0 { 6 } else { 10 }) {
        0..3 => format!("{} = {value};", dice.pick(&PLACES)),
        3 => format!("d = d * 0.5 + ({value});"),
        4 => format!("memcpy(text, text + 4, ({value}) & 7);"),
        5 => format!("printf(\"%d %.2f %x|\", (int)({value}), d, u);"),
        6 => format!("if ({value}) {{ {} }} else {{ {} }}", block(dice, depth - 1), block(dice, depth - 1)),
        7 => format!("for (int i = 0; i < (({value}) & 3); i++) {{ {} }}", block(dice, depth - 1)),
        8 => {
            let (one, two) = (block(dice, depth - 1), block(dice, depth - 1));
            format!("switch (({value}) & 3) {{ case 0: {one} break; case 2: {two} default: b++; }}")
        }
        _ => format!("{} = pick(&{}, {value});", dice.pick(&["a", "b"]), dice.pick(&["a", "b"])),
    }
}

fn block(dice: &mut Dice, depth: usize) -> String {
    (0..1 + dice.roll(3)).map(|_| statement(dice, depth)).collect::<Vec<_>>().join(" ")
}

fn program(seed: u64) -> String {
    let mut dice = Dice(fastrand::Rng::with_seed(seed));
    let body: Vec<String> = (0..5).map(|_| statement(&mut dice, 2)).collect();
    format!(
        "#include <stdio.h>\n#include <string.h>\n\
         static int table[8] = {{3, 1, 4, 1, 5, 9, 2, 6}};\nstatic char text[12] = \"hello world\";\n\
         static int pick(const int *p, int n) {{ return n > 100 ? *p : table[n & 3]; }}\n\
         int main(void) {{\n unsigned char in[3];\n if (fread(in, 1, 3, stdin) != 3) return 2;\n\
         int a = in[0], b = -7; unsigned u = in[1]; short s = in[2]; signed char c = in[1]; long w = a * 3;\n\
         double d = in[2] / 4.0;\n {}\n printf(\"%d %d %u %d %d %ld %.3f\\n\", a, b, u, s, c, w, d);\n\
         return (a ^ b) & 3;\n}}\n",
        body.join("\n ")
    )
}

/// The part of an outcome that must agree.
fn kind(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Failed(failure) => format!("{:?} at {:?}", std::mem::discriminant(&failure.kind), failure.stack),
        other => format!("{other:?}"),
    }
}

/// Explores one program; returns the number of compared paths.
fn explore(seed: u64) -> u64 {
    let source = program(seed);
    let limits = Limits { steps: 200_000, ..Limits::default() };
    let symbols = Symbols { stdin: true, ..Symbols::default() };
    // The oracle sees every run.
    let shown: Rc<RefCell<Vec<u8>>> = Rc::default();
    let seen = shown.clone();
    let oracle = Box::new(move |observed: &Observed| {
        observed.stdout.clone_into(&mut seen.borrow_mut());
        Verdict::Failed
    });
    let given = case(&[], &[40, 200, 9]);
    let mut input = Input::new(compile(&source), given, limits, symbols, oracle).expect("a run");
    let effort = whydunit_solver::Limits { effort: 400_000, ..whydunit_solver::Limits::default() };
    let mut solver = chain(&Config { limits: effort, float_limits: effort, ..Config::default() });
    let mut paths: Vec<(Model, String, Vec<u8>)> = Vec::new();
    let bounds = Bounds { paths: 24, queries: 150, ..Bounds::default() };
    exhaust(&mut input, &mut *solver, &bounds, |ran| {
        paths.push((ran.symbolic.values().clone(), kind(&ran.outcome), shown.borrow().clone()));
    });
    for (values, outcome, stdout) in &paths {
        let plain = input.run_plainly(input.case_with(values)).expect("a run");
        assert_eq!(
            (kind(&plain.outcome), &plain.stdout),
            (outcome.clone(), stdout),
            "seed {seed}, {values:?}\n{source}"
        );
    }
    paths.len() as u64
}

#[test]
fn symbolic_runs_of_random_programs_are_real_runs() {
    let count = std::env::var("RANDOM_PROGRAMS").ok().and_then(|n| n.parse().ok()).unwrap_or(12);
    let paths: u64 = (0..count).map(explore).sum();
    assert!(paths >= count * 3, "only {paths} paths of {count} programs");
}
