//! Snapshots, values at any instant, and runs too long to be recorded.

use std::sync::Arc;

use whydunit_machine::{Limits, Machine, Stop};
use whydunit_trace::{InstanceKind, Memory, ProgramIndex, Recorded, Recorder, record_with};
use whydunit_world::{Case, Posix};

use crate::fixture::{Fixture, compile};

/// Runs for long and writes to ever new memory.
const LONG: &str = "static int big[1 << 18];
    int main(void) {
        unsigned x = 1;
        for (int i = 0; i < 400000; i++) {
            x = x * 1664525 + 1013904223;
            big[i * 3 & 0x3ffff] = x;
        }
        return x & 1;
    }";

fn run(memory: Memory) -> Result<Recorded<Posix>, String> {
    let program = compile(LONG);
    let index = Arc::new(ProgramIndex::new(program.clone()));
    let machine = Machine::new(program, Posix::new(Case::default()), Limits::default()).expect("a run");
    record_with(machine, Recorder::new(index), memory, |_| true).map_err(|e| e.what)
}

#[test]
fn every_instant_is_near_a_snapshot() {
    let mut recorded = run(Memory::default()).expect("a recording");
    let duration = u64::from(recorded.recording.duration());
    let distance = recorded.snapshots.distance();
    assert!(duration > 5_000_000 && recorded.snapshots.len() > 20 && recorded.snapshots.len() <= 64);
    assert!(distance <= (duration / 30).max(1 << 16), "{distance} of {duration}");
    for time in (0..duration).step_by(duration as usize / 201) {
        let before = recorded.snapshots.before(time).time();
        assert!(before <= time && time - before <= distance, "{time}: {before}");
    }
}

#[test]
fn snapshots_keep_to_their_budget() {
    let recorded = run(Memory { snapshots: 2 << 20, ..Memory::default() }).expect("a recording");
    let all = run(Memory::default()).expect("a recording");
    assert!(recorded.snapshots.len() < all.snapshots.len() && recorded.snapshots.len() >= 2);
    assert!(recorded.snapshots.bytes() <= 3 << 20, "{} bytes", recorded.snapshots.bytes());
    assert!(all.snapshots.bytes() > 3 << 20);
}

#[test]
fn a_run_that_is_too_long_is_refused() {
    let refused = run(Memory { last: 1_000_000, ..Memory::default() }).err().expect("a refusal");
    assert!(refused.contains("more than 1000000 instructions"), "{refused}");
    let exact = run(Memory {
        last: u64::from(run(Memory::default()).expect("a recording").recording.duration()),
        ..Memory::default()
    });
    assert!(exact.is_ok(), "one that just fits is not");
}

#[test]
fn values_are_read_back() {
    let mut fixture = Fixture::new(
        "int g;
         int main(void) {
             for (int i = 0; i < 4; i++) {
                 int sq = i * i;                  // sq
                 if (sq > 3)                      // test
                     g += sq;                     // g
             }
             return g;
         }",
    );
    let mut times = fixture.executions(fixture.line("// sq"));
    times.extend(fixture.decisions(fixture.line("// test")));
    times.extend(fixture.executions(fixture.line("// g")));
    times.sort_unstable();
    let program = fixture.index.program.clone();
    let found = fixture.recorded.values(&program, &times).expect("values");
    assert_eq!(found.iter().map(|i| i.time).collect::<Vec<_>>(), times);
    let text: Vec<String> = found
        .iter()
        .map(|instance| match (&instance.defines, &instance.kind) {
            (Some(value), _) => format!("{}={}", value.name, value.bytes[0].unwrap_or(99)),
            (None, InstanceKind::Decision { value } | InstanceKind::Choice { value }) => format!("test {value}"),
            _ => "?".into(),
        })
        .collect();
    let expected = ["sq=0", "test 0", "sq=1", "test 0", "sq=4", "test 1", "g=4", "sq=9", "test 1", "g=13"];
    assert_eq!(text, expected);
}

#[test]
fn a_snapshot_runs_on_as_the_run_did() {
    let mut recorded = run(Memory::default()).expect("a recording");
    let duration = u64::from(recorded.recording.duration());
    let mut machine = recorded.snapshots.at(duration / 2).expect("an instant");
    assert_eq!(machine.time(), duration / 2);
    let stop = machine.run_until(u64::MAX, &mut whydunit_machine::Nobody);
    assert_eq!(stop, Ok(Stop::Ended(recorded.outcome.clone())));
}
