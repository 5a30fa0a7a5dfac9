//! Slices and alignments of long runs.

use std::sync::Arc;

use whydunit_machine::Channel;
use whydunit_trace::{Alignment, Dependences, Item, ProgramIndex, Recording, Slice, SliceKind, Time, record};

use crate::{machine, processor_seconds};

/// Records a run, outside the measured time.
fn recorded(command: &[String], index: Option<Arc<ProgramIndex>>) -> Recording {
    let (machine, own) = machine(command, index.as_ref().map(|i| i.program.clone()));
    record(machine, index.unwrap_or(own), |_| true).expect("a recordable run").recording
}

fn name(command: &[String]) -> &str {
    command[0].rsplit('/').next().unwrap_or("")
}

/// Bytes of memory that are resident.
fn resident() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|l| l.strip_prefix("VmRSS:"));
    line.and_then(|l| l.trim().split(' ').next()?.parse::<usize>().ok()).unwrap_or(0) * 1024
}

/// The last argument printed to standard output, and the call that prints it.
fn last_output(recording: &Recording) -> Option<(Time, u16)> {
    recording.effects().rev().find_map(|effect| {
        effect.items.iter().rev().find_map(|item| match *item {
            Item::Emit { channel: Channel::Stdout, arg, .. } if arg != u16::MAX => Some((effect.time, arg)),
            _ => None,
        })
    })
}

/// The dynamic slice of the last value printed.
pub(crate) fn slice(command: &[String]) {
    let recording = recorded(command, None);
    let (time, arg) = last_output(&recording).expect("output");
    let before = resident();
    let started = processor_seconds();
    let mut dependences = Dependences::new(&recording);
    let first = dependences.of_argument(time, Some(arg));
    let slice = Slice::backward(dependences, &first, SliceKind::Dynamic);
    let seconds = processor_seconds() - started;
    let grown = resident().saturating_sub(before);
    println!(
        "| {} | {:.0} M | {:.0} MB | {:.1} | {} | {seconds:.1} s | {:.0} MB | {:.0} |",
        name(command),
        f64::from(recording.duration().0) / 1e6,
        recording.bytes() as f64 / 1e6,
        recording.bytes() as f64 / f64::from(recording.duration().0.max(1)),
        slice.nodes.len(),
        grown as f64 / 1e6,
        grown as f64 / slice.nodes.len().max(1) as f64
    );
}

/// Aligns a run with another one that has a different seed.
pub(crate) fn alignment(command: &[String]) {
    let one = recorded(command, None);
    let mut other: Vec<String> = command.to_vec();
    other.push("4711".into());
    let two = recorded(&other, Some(one.index.clone()));
    let started = processor_seconds();
    let alignment = Alignment::new(&one, &two);
    let seconds = processor_seconds() - started;
    println!(
        "| {} | {:.0} M + {:.0} M | {seconds:.2} s | {:.0} % |",
        name(command),
        f64::from(one.duration().0) / 1e6,
        f64::from(two.duration().0) / 1e6,
        100.0 * alignment.matched() as f64 / one.block_count() as f64
    );
}
