//! Omissions verified by reruns.

mod programs;

use std::collections::BTreeSet;

use programs::{case, line_of, session};
use whydunit_locate::inquiry::{Inquiry, Link, SliceRequest, SliceView};
use whydunit_trace::SliceKind;

/// With `i == 1` the first decision, flipped, leads to a write elsewhere; the second would have mattered. The third
/// is in the slice only because of the first.
const SOURCE: &str = "#include <stdio.h>
    int a[2], i = 1, ready, other;
    int main(void) {
        int r, s;
        if (other == 0)
            other = i; /* other */
        if (i == 0 && other) /* elsewhere */
            a[i] = 7;
        r = a[0];
        if (ready) /* real */
            r = 5;
        s = r;
        printf(\"%d\\n\", s);
        return 0;
    }";

fn slice(verify: bool) -> SliceView {
    let (mut inquiry, start) = Inquiry::of(session(SOURCE, case(&[], b""), "5\n"));
    inquiry.slice(SliceRequest { start, kind: SliceKind::Relevant, depth: None, values: false, verify })
}

fn lines(view: &SliceView) -> BTreeSet<u32> {
    view.lines.iter().map(|l| l.line).collect()
}

fn omitting(view: &SliceView) -> BTreeSet<u32> {
    view.lines.iter().filter(|l| l.links.contains(&Link::Omission)).map(|l| l.line).collect()
}

#[test]
fn only_real_omissions_are_left() {
    let (elsewhere, real) = (line_of(SOURCE, "elsewhere"), line_of(SOURCE, "real"));
    let all = slice(false);
    assert_eq!(omitting(&all), BTreeSet::from([elsewhere, real]));
    assert_eq!(all.verification, None);
    let verified = slice(true);
    assert_eq!(omitting(&verified), BTreeSet::from([real]));
    let told = verified.verification.expect("reruns");
    assert_eq!((told.confirmed, told.refuted, told.untested), (1, 1, 0));
    assert_eq!(told.reruns, 2);
}

#[test]
fn dependents_of_a_refuted_omission_are_removed() {
    let elsewhere = line_of(SOURCE, "elsewhere");
    let (all, verified) = (lines(&slice(false)), lines(&slice(true)));
    assert!(all.contains(&elsewhere) && !verified.contains(&elsewhere));
    assert!(verified.is_subset(&all) && verified.contains(&line_of(SOURCE, "real")));
}

/// Only one of the cases not taken writes to the memory that is read.
const SWITCHES: &str = "#include <stdio.h>
    int main(int argc, char **argv) {
        int v = 4, other = 0, r;
        switch (argc) { /* to blame */
        case 5: other = 1; break;
        case 6: v = 2; break;
        case 7: other = 3; break;
        }
        r = v;
        printf(\"%d\\n\", r);
        return 0;
    }";

#[test]
fn all_cases_of_a_switch_are_tried() {
    let (mut inquiry, start) = Inquiry::of(session(SWITCHES, case(&[], b""), "5\n"));
    let request = SliceRequest { start, kind: SliceKind::Relevant, depth: None, values: false, verify: true };
    let view = inquiry.slice(request);
    assert_eq!(omitting(&view), BTreeSet::from([line_of(SWITCHES, "to blame")]));
    assert_eq!(view.verification.map(|told| (told.confirmed, told.refuted)), Some((1, 0)));
}
