//! Omissions put to the test by reruns.

mod programs;

use programs::{case, session};
use whydunit_locate::{relevant_slice, verify_omissions};
use whydunit_trace::{DependenceKind, Slice};

fn omissions(slice: &Slice) -> usize {
    slice.nodes.values().flat_map(|n| &n.on).filter(|d| d.kind == DependenceKind::Omission).count()
}

/// With `i == 1` the first decision, turned round, writes elsewhere; the second would have mattered.
#[test]
fn only_real_omissions_are_left() {
    let source = "#include <stdio.h>
        int a[2], i = 1, ready;
        int main(void) {
            int r, s;
            if (i == 0)
                a[i] = 7;
            r = a[0];
            if (ready)
                r = 5;
            s = r;
            printf(\"%d\\n\", s);
            return 0;
        }";
    let mut session = session(source, case(&[], b""), "5\n");
    let mut slice = relevant_slice(&session);
    assert_eq!(omissions(&slice), 2);
    assert_eq!(verify_omissions(&mut session, &mut slice), 2);
    assert_eq!(omissions(&slice), 1);
    assert_eq!(session.effort.reruns, 2);
}
