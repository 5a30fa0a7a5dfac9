//! What was not done: the guilty decision is in the relevant slice and not in the dynamic one.

use std::collections::BTreeSet;

use whydunit_program::analysis::Analyses;
use whydunit_trace::{Alignment, Dependence, DependenceKind, Dependences, Doubt, Slice, SliceKind};

use crate::fixture::Fixture;

/// Slices of the last execution of the line that says `seen`.
fn slices(fixture: &Fixture, analyses: &Analyses) -> (Slice, Slice) {
    let seen = *fixture.executions(fixture.line("// seen")).last().expect("it is executed");
    let slice = |kind| {
        let first = Dependences::with_omissions(fixture.recording(), analyses).of(seen);
        Slice::backward(Dependences::with_omissions(fixture.recording(), analyses), &first, kind)
    };
    (slice(SliceKind::Dynamic), slice(SliceKind::Relevant))
}

/// The decision on the line that says `guilty` is in the relevant slice only; one on a line that says
/// `innocent` is in neither; turned round, the guilty one gives the use another definition.
fn check(source: &str) {
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
fn turning_round_what_changes_nothing_is_refuted() {
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
    // With i == 1 the assignment that was skipped goes elsewhere.
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
    let reach = |pruned: bool| -> (usize, BTreeSet<u32>) {
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

/// The only definition is inside the loop: it might have run once more.
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
