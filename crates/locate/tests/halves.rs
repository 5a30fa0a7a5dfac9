//! Numbers that the compiler splits into parts: a change of one part is not reported as a change of the number.

mod programs;

use programs::{case, line_of, session};
use whydunit_locate::{Evidence, Options, explain};

fn assert_unreported(source: &str, expected: &str, marks: &[&str]) {
    let mut session = session(source, case(&[], b""), expected);
    let explanation = explain(&mut session, &Options::default());
    for mark in marks {
        let line = line_of(source, mark);
        let told = explanation.suspects.iter().filter(|s| s.statement.line == line).flat_map(|s| &s.evidence);
        // A change of the text may still give a part a value by its name.
        let told = told.filter(|e| matches!(e, Evidence::TestedPatch(_)));
        assert_eq!(told.count(), 0, "{mark}");
    }
}

#[test]
fn of_wide_integers() {
    let source = r#"
#include <stdio.h>
int main(void) {
    __int128 a = 10; // first
    a = a * 3; // second
    a -= 100; // third
    a++; // fourth
    printf("%d %d\n", (int)a, (int)(a >> 100));
    return 0;
}
"#;
    assert_unreported(source, "-69 0\n", &["// first", "// second", "// third", "// fourth"]);
}

#[test]
fn of_complex_numbers() {
    let source = r#"
#include <complex.h>
#include <stdio.h>
int main(void) {
    double complex z = 1.0 + 2.0 * I; // first
    z = z * 2.0; // second
    z += 3.0 * I; // third
    printf("%.1f %.1f\n", creal(z), cimag(z));
    return 0;
}
"#;
    assert_unreported(source, "2.0 4.0\n", &["// first", "// second", "// third"]);
}

#[test]
fn of_elements() {
    let source = r#"
#include <stdio.h>
int main(void) {
    __int128 v[3] = {1, (__int128)1 << 70, -3}; // first
    __int128 s = 0;
    for (int i = 0; i < 3; i++)
        s += v[i]; // second
    printf("%ld %ld\n", (long)(s >> 64), (long)s);
    return 0;
}
"#;
    assert_unreported(source, "64 8\n", &["// first", "// second"]);
}
