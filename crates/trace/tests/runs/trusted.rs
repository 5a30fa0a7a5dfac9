//! Trusted functions are folded into their calls.

use std::collections::BTreeSet;

use whydunit_trace::{DependenceKind, Dependences, Slice, SliceKind, Time, Trusted};

use crate::fixture::Fixture;

const SOURCE: &str = "#include <stdlib.h>
    int table[3] = { 5, 6, 7 }, wide = 2, log_count, unused = 4;
    int twice(int v) {
        int result = v;
        if (wide == 2)                   // inside
            result = v * 2;              // doubling
        log_count++;                     // counting
        return result;
    }
    int scaled(int v) {
        int r = twice(v) + 1;            // scaling
        return r;
    }
    int main(void) {
        int a = table[1];                // a
        wide = wide + 0;                 // wide
        unused = a;                      // unused
        int b = scaled(a);               // b
        int c = log_count;               // got
        return b + c;                    // end
    }";

/// The times of the last executions of the lines with these marks.
fn times(fixture: &Fixture, marks: &[&str]) -> BTreeSet<Time> {
    marks.iter().map(|m| *fixture.executions(fixture.line(&format!("// {m}"))).last().expect("executed")).collect()
}

fn lines(fixture: &Fixture, slice: &Slice) -> BTreeSet<u32> {
    let line = |t: &Time| {
        let position = fixture.recording().position(*t).expect("executed");
        fixture.index.program.function(position.function).locs[position.inst as usize].line
    };
    slice.nodes.keys().map(line).collect()
}

#[test]
fn a_trusted_call_stands_for_all_that_happens_inside() {
    let fixture = Fixture::new(SOURCE);
    let trusted = Trusted::default().name("twice");
    let mut dependences = Dependences::new(fixture.recording()).trusting(&trusted);
    let scaling = *times(&fixture, &["scaling"]).iter().next().expect("executed");
    let call = fixture.recording().call_of(times(&fixture, &["counting"]).into_iter().next().expect("executed"));
    let call = call.expect("it was called");
    let on: BTreeSet<Time> = dependences.of(scaling).iter().map(|d| d.on).collect();
    assert_eq!(on, BTreeSet::from([call]), "the sum uses what the call gave");
    let c = times(&fixture, &["got"]).into_iter().next().expect("executed");
    let on: BTreeSet<Time> = dependences.of(c).iter().map(|d| d.on).collect();
    assert_eq!(on, BTreeSet::from([call]), "what was written inside was written by the call");
    let causes = dependences.of(call);
    let wide = times(&fixture, &["wide"]);
    assert!(causes.iter().any(|d| wide.contains(&d.on)), "the call depends on the global that was read inside");
    assert!(causes.iter().all(|d| d.on < call && d.kind == DependenceKind::Flow), "{causes:?}");
}

#[test]
fn slices_have_nothing_inside_and_lose_nothing_outside() {
    let fixture = Fixture::new(SOURCE);
    let end = *fixture.executions(fixture.line("// end")).last().expect("executed");
    let slice = |trusted: &Trusted| {
        let mut dependences = Dependences::new(fixture.recording()).trusting(trusted);
        let first = dependences.of(end);
        Slice::backward(dependences, &first, SliceKind::Dynamic)
    };
    let (open, folded) = (slice(&Trusted::default()), slice(&Trusted::default().name("twice").name("scaled")));
    let (open, folded) = (lines(&fixture, &open), lines(&fixture, &folded));
    let inside = 3..=13;
    assert!(open.contains(&6) && open.iter().any(|l| inside.contains(l)));
    assert!(folded.iter().all(|l| !inside.contains(l)), "{folded:?}");
    for mark in ["// a", "// wide", "// b", "// got"] {
        let line = fixture.line(mark);
        assert!(open.contains(&line) && folded.contains(&line), "{mark}: {open:?} {folded:?}");
    }
    assert!(!folded.contains(&fixture.line("// unused")));
}

#[test]
fn callbacks_of_trusted_functions_are_not_folded() {
    let fixture = Fixture::new(
        "#include <stdlib.h>
         int a[3] = { 3, 1, 2 }, sign = -1;
         int order(const void *x, const void *y) {
             return sign * (*(const int *)x - *(const int *)y);   // compare
         }
         int main(void) {
             sign = 1;                                            // sign
             qsort(a, 3, sizeof *a, order);                       // sort
             return a[0];                                         // end
         }",
    );
    let end = *fixture.executions(fixture.line("// end")).last().expect("executed");
    let mut dependences = Dependences::new(fixture.recording()).trusting(&Trusted::default());
    let first = dependences.of(end);
    let slice = Slice::backward(dependences, &first, SliceKind::Dynamic);
    let lines = lines(&fixture, &slice);
    for mark in ["// compare", "// sign", "// sort"] {
        assert!(lines.contains(&fixture.line(mark)), "{mark}: {lines:?}");
    }
    let program = &fixture.index.program;
    for &time in slice.nodes.keys() {
        let (_, function) =
            fixture.recording().function_of(fixture.recording().position(time).expect("executed").block);
        assert!(!program.is_runtime(function), "{} is in the slice", function.name);
    }
}

#[test]
fn functions_are_trusted_by_name_file_or_directory() {
    let fixture = Fixture::new("int f(void) { return 1; } int main(void) { return f(); }");
    let program = &fixture.index.program;
    let f = program.function(program.function_named("f").expect("f"));
    let file = program.file_of(f).expect("a file").path();
    let directory = file.parent().expect("a directory");
    assert!(!Trusted::default().covers(program, f));
    assert!(Trusted::default().name("f").covers(program, f));
    assert!(Trusted::default().path(&file).covers(program, f));
    assert!(Trusted::default().path(directory).covers(program, f));
    assert!(Trusted::default().path("prog.c").covers(program, f));
    assert!(!Trusted::default().path("og.c").covers(program, f));
    assert!(!Trusted::default().path("other").covers(program, f));
    let library = program.functions.iter().find(|f| program.is_runtime(f)).expect("library code");
    assert!(Trusted::default().covers(program, library) && !Trusted::nothing().covers(program, library));
}
