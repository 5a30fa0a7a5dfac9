//! Measures queries per second on path conditions of a small parser and checker, with and without
//! the decorators in front of the backend. `cargo run --release -p whydunit-solver --example
//! workload`.
//!
//! The "program" reads `key=number,…` from input bytes, looks characters up in a table, accumulates
//! numbers, compares them with each other and with integer arguments. It is run concolically on
//! random inputs; for every decision, a query asks whether the other outcome is possible.

use std::time::{Duration, Instant};

use whydunit_solver::{Answer, Config, Query, SlowLog, chain};
use whydunit_terms::{Evaluator, Model, Store, SymbolKey, TermId};

const INPUT: u64 = 24;
const ARGUMENTS: u64 = 4;

/// A run on a concrete input: terms, path condition, decisions.
struct Run {
    store: Store,
    input: Model,
    path: Vec<TermId>,
}

impl Run {
    fn new(input: Model) -> Self {
        Run { store: Store::new(), input, path: Vec::new() }
    }

    fn decide(&mut self, cond: TermId) -> bool {
        let taken = Evaluator::new(&self.store, &self.input).eval(cond) == 1;
        if self.store.as_const(cond).is_none() {
            let constraint = if taken { cond } else { self.store.not(cond) };
            self.path.push(constraint);
        }
        taken
    }

    fn byte(&mut self, i: u64) -> TermId {
        self.store.symbol(&format!("stdin[{i}]"), i, 8)
    }

    fn argument(&mut self, i: u64) -> TermId {
        self.store.symbol(&format!("n{i}"), 1000 + i, 32)
    }

    fn int(&mut self, value: u32) -> TermId {
        self.store.constant(32, u128::from(value))
    }

    fn is_char(&mut self, c: TermId, wanted: u8) -> bool {
        let wide = self.store.sext(c, 32);
        let wanted = self.int(u32::from(wanted));
        let same = self.store.eq(wide, wanted);
        self.decide(same)
    }

    /// `isdigit` by table lookup, as C libraries implement it.
    fn is_digit(&mut self, c: TermId) -> bool {
        let classes: Vec<u64> = (0..256_u64).map(|b| if (48..58).contains(&b) { 4 } else { b & 3 }).collect();
        let table = self.store.table(8, &classes);
        let class = self.store.lookup(table, c);
        let (mask, zero) = (self.store.constant(8, 4), self.store.constant(8, 0));
        let bit = self.store.and(class, mask);
        let digit = self.store.ne(bit, zero);
        self.decide(digit)
    }

    fn parse(&mut self) {
        let mut numbers = Vec::new();
        let mut current = self.int(0);
        let mut checksum = self.int(17);
        for i in 0..INPUT {
            let c = self.byte(i);
            let wide = self.store.zext(c, 32);
            let scaled = self.int(31);
            let scaled = self.store.mul(checksum, scaled);
            checksum = self.store.add(scaled, wide);
            if self.is_char(c, 0) {
                break;
            }
            if self.is_char(c, b',') {
                numbers.push(current);
                current = self.int(0);
            } else if self.is_digit(c) {
                let (ten, zero) = (self.int(10), self.int(48));
                let shifted = self.store.mul(current, ten);
                let digit = self.store.sub(wide, zero);
                current = self.store.add(shifted, digit);
                let limit = self.int(5000);
                let large = self.store.slt(limit, current);
                if self.decide(large) {
                    break;
                }
            } else if self.is_char(c, b'=') || self.is_char(c, b'-') {
                continue;
            }
        }
        numbers.push(current);
        self.judge(&numbers, checksum);
    }

    fn judge(&mut self, numbers: &[TermId], checksum: TermId) {
        for (i, &number) in numbers.iter().enumerate() {
            let argument = self.argument(i as u64 % ARGUMENTS);
            let sum = self.store.add(number, argument);
            let limit = self.int(300 + i as u32);
            let below = self.store.slt(sum, limit);
            if self.decide(below) {
                let seven = self.int(7);
                let rest = self.store.urem(number, seven);
                let two = self.int(2);
                let odd = self.store.eq(rest, two);
                self.decide(odd);
            }
        }
        for i in 1..ARGUMENTS {
            let (a, b) = (self.argument(i - 1), self.argument(i));
            let ordered = self.store.slt(a, b);
            if self.decide(ordered) {
                let gap = self.store.sub(b, a);
                let limit = self.int(1000);
                let close = self.store.ult(gap, limit);
                self.decide(close);
            }
        }
        let low = self.store.trunc(checksum, 8);
        let wanted = self.store.constant(8, 0x5a);
        let right = self.store.eq(low, wanted);
        self.decide(right);
    }
}

/// A small pseudo-random generator, identical on every machine.
struct Numbers(fastrand::Rng);

impl Numbers {
    fn next(&mut self, below: u64) -> u64 {
        self.0.u64(..below)
    }
}

fn random_input(numbers: &mut Numbers) -> Model {
    const ALPHABET: &[u8] = b"0123456789012345678901234567,,,==-ax";
    let mut model = Model::new();
    let length = 12 + numbers.next(INPUT - 12);
    for i in 0..length {
        let c = ALPHABET[numbers.next(ALPHABET.len() as u64) as usize];
        model.set(SymbolKey { key: i, width: 8 }, u128::from(c));
    }
    for i in 0..ARGUMENTS {
        model.set(SymbolKey { key: 1000 + i, width: 32 }, u128::from(numbers.next(3000)));
    }
    model
}

/// One run: its terms, the queries that flip its decisions, and its input.
type Questions = (Store, Vec<Vec<TermId>>, Model);

fn questions(input: Model) -> Questions {
    let mut run = Run::new(input);
    run.parse();
    let mut queries = Vec::new();
    for k in 0..run.path.len() {
        let mut query = run.path[..k].to_vec();
        query.push(run.store.not(run.path[k]));
        queries.push(query);
    }
    (run.store, queries, run.input)
}

fn measure(name: &str, config: &Config, runs: &[Questions], hints: bool) -> Vec<u8> {
    let mut solver = chain(config);
    let mut verdicts = Vec::new();
    let mut times = Vec::new();
    let (start, before) = (Instant::now(), cpu_seconds());
    for (store, queries, input) in runs {
        for query in queries {
            let asked = Instant::now();
            let query = Query::new(store, query);
            let answer = solver.check(&if hints { query.near(input) } else { query });
            times.push(asked.elapsed());
            verdicts.push(match answer {
                Answer::Sat(_) => b's',
                Answer::Unsat(_) => b'u',
                Answer::Unknown(_) => b'?',
            });
        }
    }
    let (total, cpu) = (start.elapsed().as_secs_f64(), cpu_seconds() - before);
    times.sort_unstable();
    let at = |part: f64| times[((times.len() - 1) as f64 * part) as usize].as_secs_f64() * 1000.0;
    println!(
        "{name:26} {:6.0} queries per CPU second  {cpu:6.2} s CPU  {total:6.2} s  median {:.3} ms  p99 {:.2} ms",
        times.len() as f64 / cpu,
        at(0.5),
        at(0.99)
    );
    println!("    {}", solver.statistics());
    verdicts
}

/// CPU time of this process with all its threads, unaffected by other processes.
fn cpu_seconds() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or("").split_whitespace().collect();
    let ticks = |i: usize| fields.get(i).and_then(|f| f.parse::<f64>().ok()).unwrap_or(0.0);
    (ticks(11) + ticks(12)) / 100.0
}

/// `SLOW_LOG=dir` writes queries of more than 20 ms to this directory.
fn slow_log() -> Option<SlowLog> {
    let directory = std::env::var_os("SLOW_LOG")?.into();
    Some(SlowLog { directory, threshold: Duration::from_millis(20) })
}

fn main() {
    let count: usize = std::env::args().nth(1).and_then(|a| a.parse().ok()).unwrap_or(2000);
    let mut numbers = Numbers(fastrand::Rng::with_seed(42));
    let mut runs = Vec::new();
    let mut asked = 0;
    while asked < count {
        let run = questions(random_input(&mut numbers));
        asked += run.1.len();
        runs.push(run);
    }
    let lengths: usize = runs.iter().flat_map(|r| &r.1).map(Vec::len).sum();
    println!("{} runs, {asked} queries of {} constraints on average", runs.len(), lengths / asked);
    let all = Config { slow_log: slow_log(), ..Config::default() };
    let full = measure("all, run's input as hint", &all, &runs, true);
    let configurations = [
        ("all, no hints", all.clone()),
        ("without nudging", Config { nudge: false, ..all.clone() }),
        ("without cache", Config { cache: false, ..all.clone() }),
        ("without bytes, intervals", Config { presolve: false, ..all.clone() }),
        ("independence only", Config { independence: true, ..Config::bare() }),
        ("backend alone", Config::bare()),
    ];
    for (name, config) in configurations {
        let verdicts = measure(name, &config, &runs, false);
        assert!(verdicts == full, "{name} answers differently");
    }
}
