//! Several interventions at once: each hits its instance, although earlier ones change the run.

mod programs;

use programs::{case, instances, session};
use whydunit_locate::symbolic::{Bounds, Explorer};
use whydunit_locate::{Intervention, Session, Verdict};
use whydunit_machine::{Alteration, Change};
use whydunit_program::Inst;
use whydunit_trace::{Alignment, Follower, ProgramIndex, Time, record};

/// The first condition is wrong, and so is the summand of the third round of the second loop.
const SOURCE: &str = r#"
#include <stdio.h>
static int twice(int n) {
    int r = 0;
    for (int i = 0; i < n; i++)
        r += 2;
    return r;
}
int main(void) {
    int a = 4, b = 0, sum = 0;
    if (a > 5) // flip
        b = twice(a);
    for (int i = 0; i < 4; i++) {
        int step = i == 2 ? 5 : 1; // value
        sum += step;
    }
    printf("%d %d\n", b, sum);
}
"#;

fn failing() -> Session {
    session(SOURCE, case(&[], b""), "8 9\n")
}

/// The decision, and the store of `step` in the third round.
fn faults(session: &Session) -> [Time; 2] {
    let kind = |time: &Time| {
        let recording = &session.recorded.recording;
        recording.inst(recording.position(*time).expect("an instruction"))
    };
    let stores = instances(session, SOURCE, "// value");
    let stores: Vec<Time> = stores.into_iter().filter(|t| matches!(kind(t), Inst::StoreLocal { .. })).collect();
    assert_eq!(stores.len(), 4);
    [instances(session, SOURCE, "// flip")[0], stores[2]]
}

#[test]
fn a_later_alteration_hits_the_same_instance() {
    let mut session = failing();
    let [flip, value] = faults(&session).map(u64::from);
    let flip = Alteration { time: flip, change: Change::Flip };
    let put = Alteration { time: value, change: Change::Put(6) };
    let trial = Intervention { alterations: vec![put, flip], patch: None };
    assert_eq!(session.rerun(&trial), Verdict::Passed);
    assert_ne!(session.rerun(&Intervention::of(flip)), Verdict::Passed);
}

#[test]
fn exploration_of_several_instances_follows_them() {
    let mut session = failing();
    let times = faults(&session);
    let explored = Explorer::new(Bounds::default()).explore(&mut session, &times);
    let witness = explored.witness.expect("both faults");
    assert_eq!(witness.verdict, Verdict::Passed);
    // Interventions name instances of the failing run.
    assert_eq!(witness.alterations.iter().map(|a| a.time).collect::<Vec<_>>(), times.map(u64::from));
    assert_eq!(witness.alterations[1].change, Change::Put(6));
}

/// Recording the changed run and aligning it afterwards must give the same instances.
#[test]
fn following_is_aligning() {
    let mut session = failing();
    let recording = &session.recorded.recording;
    let mut compared = 0;
    for flipped in Time::FIRST.until(recording.duration()) {
        if !matches!(recording.position(flipped).map(|p| recording.inst(p)), Some(Inst::Branch { .. })) {
            continue;
        }
        let mut machine = session.recorded.snapshots.at(0).expect("the start");
        machine.alter(Alteration { time: flipped.into(), change: Change::Flip });
        let index = std::sync::Arc::new(ProgramIndex::new(recording.index.program.clone()));
        let other = record(machine.fork(), index, |_| true).expect("a run");
        let alignment = Alignment::new(recording, &other.recording);
        for time in (flipped + 1).until(recording.duration()).step_by(3) {
            let mut follower = Follower::new(recording, 0);
            follower.look_for(time);
            machine.fork().run(&mut follower).expect("a run");
            assert_eq!(follower.found(), alignment.right(time).map(u64::from), "{time} with {flipped} flipped");
            compared += 1;
        }
    }
    assert!(compared > 100, "{compared}");
    // Following from the middle of the run must find the same instances.
    let [flip, value] = faults(&session);
    let found = |from: Time| {
        let mut machine = session.recorded.snapshots.at(from.into()).expect("an instant");
        machine.alter(Alteration { time: flip.into(), change: Change::Flip });
        let mut follower = Follower::new(&session.recorded.recording, machine.time());
        follower.look_for(value);
        machine.run(&mut follower).expect("a run");
        follower.found()
    };
    let places: Vec<Option<u64>> = [Time::FIRST, Time(flip.0 / 2), flip].map(found).to_vec();
    assert!(places[0].is_some_and(|p| p > value.into()) && places.iter().all(|p| *p == places[0]), "{places:?}");
}
