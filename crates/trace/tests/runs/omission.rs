//! Omissions: the guilty decision is in the relevant slice and not in the dynamic one.

use std::collections::BTreeSet;

use whydunit_program::analysis::Analyses;
use whydunit_trace::{Alignment, Dependence, DependenceKind, Dependences, Doubt, Slice, SliceKind, Time};

use crate::fixture::Fixture;

/// Slices of the last execution of the line marked `seen`.
pub(crate) fn slices(fixture: &Fixture, analyses: &Analyses) -> (Slice, Slice) {
    let seen = *fixture.executions(fixture.line("// seen")).last().expect("it is executed");
    let slice = |kind| {
        let first = Dependences::with_omissions(fixture.recording(), analyses).of(seen);
        Slice::backward(Dependences::with_omissions(fixture.recording(), analyses), &first, kind)
    };
    (slice(SliceKind::Dynamic), slice(SliceKind::Relevant))
}

/// The decision on the line marked `guilty` is in the relevant slice only; one on a line marked
/// `innocent` is in neither; flipping the guilty one gives the use another definition.
pub(crate) fn check(source: &str) {
    let mut fixture = Fixture::new(source);
    let analyses = Analyses::new(fixture.index.program.clone());
    let (dynamic, relevant) = slices(&fixture, &analyses);
    let guilty = *fixture.decisions(fixture.line("// guilty")).last().expect("it is executed");
    assert!(!dynamic.nodes.contains_key(&guilty), "in the dynamic slice");
    assert!(relevant.nodes.contains_key(&guilty), "not in the relevant slice");
    assert!(dynamic.nodes.keys().all(|t| relevant.nodes.contains_key(t)));
    if source.contains("// innocent") {
        for time in fixture.decisions(fixture.line("// innocent")) {
            assert!(!relevant.nodes.contains_key(&time), "an innocent one in the relevant slice");
        }
    }
    let other = fixture.flipped(guilty);
    let alignment = Alignment::new(fixture.recording(), &other);
    let used = *fixture.executions(fixture.line("// used")).last().expect("it is executed");
    assert_eq!(alignment.judge_omission(used), Doubt::Confirmed);
}

#[test]
fn an_assignment_that_a_wrong_flag_skipped() {
    check(
        "#include <stdio.h>
         int main(void) {
             int strict = 0, level = 3, other = 1;
             if (strict)                  // guilty
                 level = 5;
             if (other)                   // innocent
                 other = 2;
             printf(\"%d\\n\", level);      // seen // used
             return 0;
         }",
    );
}

#[test]
fn a_decision_inside_another_that_was_not_reached() {
    check(
        "#include <assert.h>
         int main(void) {
             int a = 2, b = 1, c = 1, d = 0;
             if (a > 0) {
                 if (b < 0)               // guilty
                     if (c != 2)
                         c = 2;
                 d = c + 3;               // used
             }
             if (d != 5)                  // seen
                 return 1;
             return 0;
         }",
    );
}

#[test]
fn a_global_that_a_callee_left_alone() {
    check(
        "int limit = 9, size = 4;
         void adjust(int wanted) {
             if (wanted > limit)          // guilty
                 size = wanted;
         }
         int main(void) {
             adjust(8);
             return size;                 // seen // used
         }",
    );
}

#[test]
fn memory_that_a_pointer_would_have_changed() {
    check(
        "#include <stdlib.h>
         struct node { int value; struct node *next; };
         int main(void) {
             struct node *n = malloc(sizeof *n);
             struct node *alias = n;
             int x, ready = 0;
             n->value = 1;
             if (ready)                   // guilty
                 alias->value = 2;
             x = n->value;                // used
             return x;                    // seen
         }",
    );
}

#[test]
fn text_that_was_not_written_before_it_was_printed() {
    check(
        "#include <stdio.h>
         #include <string.h>
         char name[8] = \"none\";
         int main(void) {
             int known = 0;
             if (known)                   // guilty
                 strcpy(name, \"some\");
             printf(\"%s\\n\", name);       // seen // used
             return 0;
         }",
    );
}

#[test]
fn flips_without_effect_are_refuted() {
    let mut fixture = Fixture::new(
        "int a[2], i = 1;
         int main(void) {
             int r;
             if (i == 0)                  // doubtful
                 a[i] = 7;
             r = a[0];                    // used
             return r;
         }",
    );
    let analyses = Analyses::new(fixture.index.program.clone());
    let (doubtful, used) = (fixture.decisions(4)[0], fixture.executions(6)[0]);
    let all = Dependences::with_omissions(fixture.recording(), &analyses).of(used);
    assert!(all.contains(&Dependence::new(DependenceKind::Omission, doubtful)));
    let other = fixture.flipped(doubtful);
    // With i == 1 the skipped assignment writes elsewhere.
    assert_eq!(Alignment::new(fixture.recording(), &other).judge_omission(used), Doubt::Refuted);
}

#[test]
fn an_omission_that_is_known_another_way_is_not_listed() {
    let fixture = Fixture::new(
        "int a[6] = { 1, 2, 9, 3, 4, 5 };
         int main(void) {
             int last = -1, n = 0;
             while (n < 6) {
                 if (a[n] > 10)
                     last = n;
                 n = a[n] > 3 ? n + 2 : n + 1;
             }
             int found = last;
             return found;                // seen
         }",
    );
    let analyses = Analyses::new(fixture.index.program.clone());
    let seen = fixture.executions(fixture.line("// seen"))[0];
    let reach = |pruned: bool| -> (usize, BTreeSet<Time>) {
        let mut dependences = Dependences::with_omissions(fixture.recording(), &analyses);
        let first = dependences.of(seen);
        if pruned {
            let slice = Slice::backward(dependences, &first, SliceKind::Relevant);
            let edges = slice.nodes.values().flat_map(|n| &n.on).filter(|d| d.kind == DependenceKind::Omission);
            return (edges.count(), slice.nodes.into_keys().collect());
        }
        let (mut edges, mut nodes, mut todo) = (0, BTreeSet::new(), first);
        while let Some(d) = todo.pop() {
            if nodes.insert(d.on) {
                let on = dependences.of(d.on);
                edges += on.iter().filter(|d| d.kind == DependenceKind::Omission).count();
                todo.extend(on);
            }
        }
        (edges, nodes)
    };
    let ((few, pruned), (many, all)) = (reach(true), reach(false));
    assert_eq!(pruned, all, "pruning loses no instance");
    assert!(few < many, "{few} of {many} omissions are listed");
}

/// The only definition is inside the loop, which might have run once more.
#[test]
fn a_round_that_a_loop_did_not_run_any_more() {
    check(
        "#include <stdio.h>
         int main(void) {
             int n = 9, limit = 3;
             do {
                 n--;
             } while (n > limit + 100);   // guilty
             printf(\"%d\\n\", n);          // seen // used
             return 0;
         }",
    );
    check(
        "#include <stdio.h>
         static int total;
         int main(void) {
             int v[] = {4, -1, 6, -2}, i = 0, odd = 0;
             for (;;) {
                 total += v[i];
                 i++;
                 if (i == 7) odd = 1;     // innocent
                 if (v[i] < 0)            // guilty
                     break;
             }
             printf(\"%d\\n\", total);      // seen // used
             return odd;
         }",
    );
}

/// Calls through pointers: `// guilty` called a function that does not define the used value, while another one would;
/// the possible callees of `// innocent` do not define it, or only the actual callee does.
#[test]
fn a_function_that_a_pointer_did_not_name() {
    let fixture = Fixture::new(
        "static int level = 3, mode, loud;
         static void set_level(int v) { level = v; }
         static void set_mode(int v) { mode = v; }
         static void set_loud(int v) { if (v) level = loud; }
         static void nothing(int v) { (void)v; }
         int main(int argc, char **argv) {
             void (*g)(int) = nothing, (*h)(int) = nothing;
             void (*f)(int) = nothing;    // pointer
             if (argc > 1) f = set_level;
             if (argc > 2) g = set_mode;
             if (argc < 3) h = set_loud;
             f(mode);                     // guilty
             g(9);                        // innocent
             h(0);                        // innocent, too
             return level;                // seen
         }",
    );
    let analyses = Analyses::new(fixture.index.program.clone());
    let (dynamic, relevant) = slices(&fixture, &analyses);
    let called = |mark: &str| {
        let calls = fixture.calls(fixture.line(mark));
        (calls.iter().any(|t| dynamic.nodes.contains_key(t)), calls.iter().any(|t| relevant.nodes.contains_key(t)))
    };
    assert_eq!(called("// guilty"), (false, true));
    assert_eq!((called("// innocent"), called("// innocent, too")), ((false, false), (false, false)));
    let pointer = fixture.executions(fixture.line("// pointer"))[0];
    assert!(relevant.nodes.contains_key(&pointer) && !dynamic.nodes.contains_key(&pointer));
    let guilty = &relevant.nodes[&fixture.calls(fixture.line("// guilty"))[0]];
    assert_eq!(guilty.on.len(), 2, "the pointer, and what might have set it: not what was passed");
}

/// A call through a pointer is not responsible for values that its callee reads while it is in progress.
#[test]
fn a_call_that_is_not_over_left_nothing_undone() {
    let fixture = Fixture::new(
        "static int level = 3, seen;
         static void set(int v) { level = v; }
         static void look(int v) {
             if (v)
                 seen = level;            // seen
         }
         static void (*f)(int) = look;
         int main(int argc, char **argv) {
             if (argc > 1) f = set;
             f(1);                        // not over
             return seen;
         }",
    );
    let analyses = Analyses::new(fixture.index.program.clone());
    let (_, relevant) = slices(&fixture, &analyses);
    assert!(!relevant.nodes.contains_key(&fixture.calls(fixture.line("// not over"))[0]));
}
