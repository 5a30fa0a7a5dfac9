//! Stepping through a run by lines.

use whydunit_trace::{Stride, Time, Walk, place_of};

use crate::fixture::Fixture;

const PROGRAM: &str = r#"
static int add(int a, int b) {
    int sum = a + b;
    return sum;
}
int main(void) {
    int total = 0;
    for (int i = 0; i < 2; i++)
        total = add(total, i);
    while (total < 3) total++;
    return total;
}
"#;

/// The lines of a walk, from the first line of `main`.
fn lines(fixture: &Fixture, stride: Stride) -> Vec<u32> {
    let recording = fixture.recording();
    let program = &fixture.index.program;
    let passes = |id| program.is_runtime(program.function(id));
    let walk = Walk::new(recording, &passes);
    let line = |time: Time| place_of(program, recording.position(time).expect("executed").site()).line;
    let first = fixture.executions(fixture.line("int total = 0"))[0];
    let first = walk.line_of(first).expect("a line");
    let mut times = vec![first];
    while let Some(next) = walk.next(times[times.len() - 1], stride) {
        times.push(next);
    }
    // Walking back visits the same lines.
    let mut back = vec![times[times.len() - 1]];
    while let Some(before) = walk.previous(back[back.len() - 1], stride).filter(|t| *t >= first) {
        back.push(before);
    }
    back.reverse();
    assert_eq!(times, back);
    times.into_iter().map(line).collect()
}

#[test]
fn a_walk_enters_calls_or_skips_them() {
    let fixture = Fixture::new(PROGRAM);
    assert_eq!(lines(&fixture, Stride::Over), [7, 8, 9, 8, 9, 8, 10, 10, 10, 11]);
    assert_eq!(lines(&fixture, Stride::Into), [7, 8, 9, 3, 4, 8, 9, 3, 4, 8, 10, 10, 10, 11]);
}

#[test]
fn at_its_first_line_a_function_has_its_parameters() {
    let mut fixture = Fixture::new(PROGRAM);
    let inside = fixture.executions(fixture.line("int sum"))[1];
    let begin = {
        let program = fixture.index.program.clone();
        let passes = |id| program.is_runtime(program.function(id));
        Walk::new(fixture.recording(), &passes).line_of(inside).expect("a line")
    };
    let mut machine = fixture.recorded.snapshots.at(begin.into()).expect("an instant");
    let frame = machine.frames().first().copied();
    let formula = whydunit_trace::Formula::parse("a == 0 && b == 1").expect("an expression");
    let (value, _) = formula.evaluate(&fixture.index.program, &mut machine, frame);
    assert!(value.expect("a value").holds);
}
