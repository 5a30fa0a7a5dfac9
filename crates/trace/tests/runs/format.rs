//! Recordings in files, and spilled recordings.

use std::sync::Arc;

use whydunit_machine::{Limits, Machine};
use whydunit_trace::{Dependences, FormatError, Memory, ProgramIndex, Recorder, Recording, Time, VERSION, record_with};
use whydunit_world::{Case, Posix};

use crate::fixture::{Fixture, compile};
use crate::generate;

fn saved(recording: &Recording) -> Vec<u8> {
    let mut bytes = Vec::new();
    recording.save(&mut bytes).expect("memory can be written to");
    bytes
}

fn check_same(one: &Recording, other: &Recording, step: usize) {
    assert_eq!(one.block_count(), other.block_count());
    assert_eq!(one.duration(), other.duration());
    let (mut left, mut right) = (Dependences::new(one), Dependences::new(other));
    for time in Time::FIRST.until(one.duration()).step_by(step) {
        assert_eq!(left.of(time), right.of(time), "{time}");
    }
    assert!(one.effects().map(|e| (e.time, e.items.to_vec())).eq(other.effects().map(|e| (e.time, e.items.to_vec()))));
}

#[test]
fn a_recording_survives_saving_and_loading() {
    // The last program fails in the middle of a block.
    let failing = String::from("int g; int main(void) { int z = 0; g = 3 / z; g = 4; return g; }");
    for source in [3, 8, 13, 21].map(generate::program).into_iter().chain([failing]) {
        let fixture = Fixture::new(&source);
        let bytes = saved(fixture.recording());
        let back = Recording::load(fixture.index.clone(), &mut bytes.as_slice()).expect("a recording");
        check_same(fixture.recording(), &back, 3);
        assert_eq!(saved(&back), bytes);
    }
}

#[test]
fn other_files_are_refused() {
    let fixture = Fixture::new("int g; int main(void) { for (int i = 0; i < 9; i++) g += i; return g; }");
    let bytes = saved(fixture.recording());
    let load = |bytes: &[u8]| Recording::load(fixture.index.clone(), &mut { bytes }).err();
    assert!(load(&bytes).is_none());
    assert!(matches!(load(b"\x7fELF and so on, long enough"), Some(FormatError::NoRecording)));
    let mut newer = bytes.clone();
    newer[16] += 1;
    let refused = load(&newer).expect("a refusal");
    assert!(matches!(refused, FormatError::Version(v) if v == VERSION + 1));
    assert!(refused.to_string().contains("record the run again"), "{refused}");
    for end in (0..bytes.len()).step_by(bytes.len() / 60 + 1) {
        assert!(matches!(load(&bytes[..end]), Some(FormatError::Truncated)), "cut off after {end}");
    }
    let other = Fixture::new("int main(void) { return 3; }");
    let refused = Recording::load(other.index.clone(), &mut bytes.as_slice()).err();
    assert!(matches!(refused, Some(FormatError::OtherProgram)));
}

#[test]
fn damage_is_noticed() {
    let fixture = Fixture::new(&generate::program(5));
    let bytes = saved(fixture.recording());
    for at in (28..bytes.len()).step_by(bytes.len() / 80 + 1) {
        let mut damaged = bytes.clone();
        damaged[at] ^= 4;
        let loaded = Recording::load(fixture.index.clone(), &mut damaged.as_slice());
        assert!(loaded.is_err(), "a bit of byte {at} was changed");
    }
}

#[test]
fn a_spilled_recording_says_the_same() {
    let source = "static int a[3000];
         int main(void) {
             int n = 3000, swaps = 0;
             for (int i = 0; i < n; i++) a[i] = i * 7919 % 3001;
             for (int gap = n / 2; gap > 0; gap /= 2)
                 for (int i = gap; i < n; i++)
                     for (int j = i; j >= gap && a[j - gap] > a[j]; j -= gap) {
                         int t = a[j];
                         a[j] = a[j - gap];
                         a[j - gap] = t;
                         swaps++;
                     }
             return swaps & 7;
         }";
    let program = compile(source);
    let index = Arc::new(ProgramIndex::new(program.clone()));
    let run = |recorder: Recorder| {
        let machine = Machine::new(program.clone(), Posix::new(Case::default()), Limits::default()).expect("a run");
        record_with(machine, recorder, Memory::default(), |_| true).expect("a recording").recording
    };
    let kept = run(Recorder::new(index.clone()));
    let file = tempfile::tempfile().expect("a file");
    let spilled = run(Recorder::spilling(index, file.try_clone().expect("a handle"), 1 << 18));
    assert!(file.metadata().expect("a size").len() > 1 << 20, "hardly anything was spilled");
    assert!(spilled.bytes() < kept.bytes() / 2, "{} and {}", spilled.bytes(), kept.bytes());
    check_same(&kept, &spilled, 4001);
}

#[test]
fn a_full_disk_is_reported() {
    let program = compile("int g; int main(void) { for (int i = 0; i < 300000; i++) g += i; return 0; }");
    let index = Arc::new(ProgramIndex::new(program.clone()));
    let machine = Machine::new(program, Posix::new(Case::default()), Limits::default()).expect("a run");
    let full = std::fs::OpenOptions::new().read(true).write(true).open("/dev/full").expect("/dev/full");
    let refused = record_with(machine, Recorder::spilling(index, full, 0), Memory::default(), |_| true).err();
    let refused = refused.expect("a refusal").what;
    assert!(refused.contains("cannot be spilled"), "{refused}");
}
