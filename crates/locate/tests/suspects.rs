//! The ranking of statements, and the evidence from reruns.

mod programs;

use programs::{case, instances, line_of, session};
use whydunit_locate::{Effort, Evidence, Intervention, Options, Session, Strategy, Verdict, explain};
use whydunit_machine::{Alteration, Change};
use whydunit_trace::Time;

/// The output is long enough for reruns to be judged before their end, but stays in libc's buffer.
const LONG: &str = r#"
#include <stdio.h>
int main(void) {
    int first = 1; /* first */
    printf("%d\n", first);
    printf("other\n");
    long sum = 0;
    for (int i = 0; i < 40000; i++)
        sum += i;
    return sum < 0;
}
"#;

#[test]
fn output_that_waits_in_a_buffer_counts_when_a_rerun_is_broken_off() {
    // The second line stays wrong, so a rerun is judged long before its end; the first line can be fixed.
    let mut session = session(LONG, case(&[], b""), "2\nanother\n");
    let time = instances(&session, LONG, "/* first */")[0];
    let put = |value| Intervention::of(Alteration { time: time.into(), change: Change::Put(value) });
    assert_eq!(session.rerun(&put(2)), Verdict::PartlyFixed);
    assert_eq!(session.rerun(&put(3)), Verdict::Failed);
}

/// No value can fix the fault: the output should be a letter where a number is written.
const SHARED: &str = r#"
#include <stdio.h>
static long scaled(long value) {
    long once = value + 1;  /* first shared */
    long twice = once + 2;
    long thrice = twice + 3;
    return thrice;
}
static long lower(long value) {
    long third = value / 3; /* only here */
    return third;
}
int main(void) {
    for (int i = 1; i < 6; i++)
        printf("%ld\n", scaled(i));
    long far = lower(100);
    printf("%ld\n", scaled(far));
    return 0;
}
"#;

#[test]
fn causes_of_right_output_are_less_suspicious() {
    let mut session = session(SHARED, case(&[], b""), "7\n8\n9\n10\n11\nx\n");
    let explanation = explain(&mut session, &Options { no_templates: true, ..Options::default() });
    assert!(explanation.suspects.iter().all(|s| s.evidence == [Evidence::Proximity]));
    let place = |mark: &str| explanation.suspects.iter().position(|s| s.statement.line == line_of(SHARED, mark));
    assert!(place("/* only here */").is_some() && place("/* only here */") < place("/* first shared */"));
}

/// Reads numbers, reverses them and sums them up, one too few.
const LOOKUP: &str = r#"
#include <stdio.h>
int main(void) {
    int numbers[8], count = 0, sum = 0;
    while (count < 8 && scanf("%d", &numbers[count]) == 1)
        count++;
    for (int i = count - 1; i >= 0; i--)
        printf("%d ", numbers[i]);
    for (int i = 1; i < count; i++)
        sum += numbers[i] > 4 ? numbers[i] : numbers[i] * 2;
    printf("\nsum %d\n", sum);
    return 0;
}
"#;

/// The suspects and the counters of an explanation, for strategies used in turn in one session.
fn explained(session: &mut Session, name: &str) -> (Vec<(Time, usize)>, u64, u64) {
    let before = session.effort;
    let strategy = Strategy::named(name).expect("a strategy");
    let explanation = explain(session, &Options { strategy, ..Options::default() });
    let suspects = explanation.suspects.iter().map(|s| (s.time, s.evidence.len())).collect();
    let Effort { reruns, instructions } = session.effort;
    (suspects, reruns - before.reruns, instructions - before.instructions)
}

#[test]
fn earlier_searches_change_no_result_and_no_count() {
    let fresh = || session(LOOKUP, case(&[], b"3 7 5 9"), "9 5 7 3 \nsum 27\n");
    let mut used = fresh();
    for name in Strategy::NAMES {
        assert_eq!(explained(&mut used, name), explained(&mut fresh(), name), "{name}");
    }
}
