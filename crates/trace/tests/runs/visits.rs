//! Counts of line executions, as a person would count.

use whydunit_program::FileId;
use whydunit_trace::{Counted, LineCode, Time, Visits};

use crate::fixture::Fixture;

fn code(fixture: &Fixture, line: u32) -> LineCode {
    let files: Vec<FileId> = (0..fixture.index.program.files.len() as u32).map(FileId).collect();
    let own = |f: &FileId| fixture.index.program.files[f.0 as usize].name.ends_with("prog.c");
    LineCode::new(&fixture.index, &files.into_iter().filter(own).collect::<Vec<_>>(), line)
}

/// Checks that every line is executed as often as its comment says, and that each execution has instructions.
fn check(source: &str) {
    let fixture = Fixture::new(source);
    for (line, text) in (1..).zip(source.lines()) {
        let Some((_, count)) = text.split_once("//") else { continue };
        let code = code(&fixture, line);
        let visits = Visits::new(fixture.recording(), &code);
        assert_eq!(visits.first.len(), count.trim().parse().expect("a number"), "{text}");
        let counted = Counted::new(fixture.recording(), &code);
        let last = visits.first.len() as u32;
        let mut all: Vec<Time> = Vec::new();
        for (number, first) in (1..).zip(visits.first) {
            let times = Visits::times(fixture.recording(), &code, first);
            assert!(!times.is_empty() && times.is_sorted(), "{text}: {times:?}");
            // Also after a call in which the line was executed again.
            for &time in &times {
                let block = fixture.recording().position(time).expect("executed").block;
                assert_eq!(counted.of(block), Some((number, last)), "{text}: at {time}");
            }
            all.extend(times);
        }
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), count, "{text}: an instruction in two executions");
    }
}

#[test]
fn operators_that_choose_are_part_of_one_execution() {
    check(
        r"
static int twice(int n) { return 2 * n; } // 12
int main(int argc, char **argv) { // 1
  int a[6] = {1, 2, 3, 4, 5, 6}, n = 0, k = 0, y = 0; // 1
  for (int i = 0; i < 6; i++) { // 7
    if (a[i] > 1 && a[i] < 5) // 6
      n++; // 3
    y = i > 0 ? y + 1 : 5; // 6
    k = a[i] > 3 ? a[i] : // 6
        -a[i]; // 3
    int z = (a[i] & 1) || a[i] > 4; // 6
    n += argc > 0 // 6
         && i > 1; // 6
    n += a[i] > 3 && (argc > 5 || // 6
           a[i] > 4) ? y : k; // 6
    z = twice(n + // 6
              twice(z)); // 6
    for (int q = 0; q < 2; q++) { z -= q; } // 18
    do { z++; } while (z % 2 ? z < 3 : 0); // 6
    argc > 7 ? twice(1) : 0; // 6
  }
  int s = 0;
  for (int i = 0; i < 3; i++) s += i ? 1 : 2; // 4
  for (;;) {
    if (++s > 8) // 5
      break; // 1
  }
  return 0; // 1
}
",
    );
}

#[test]
fn lines_that_only_jump_run_like_others() {
    check(
        r"
static void check(int n) { // 3
  if (n > 1) // 3
    return; // 1
  if (n > 0) { // 2
    n++; // 1
    return; // 1
  }
  n--; // 1
}
static int find(int n) { // 1
  int found = 0; // 1
again:
  if (found < n) { // 3
    found++; // 2
    goto again; // 2
  }
  return found; // 1
}
int main(void) {
  int n = 0;
  for (int i = 0; i < 10; i++) {
    if (i > 20) // 7
      break; // 0
    if (i % 2) // 7
      continue; // 3
    if (i > 5) // 4
      break; // 1
    n++; // 3
  }
  while (1) {
    if (n++ > 4) // 3
      break; // 1
    continue; // 2
  }
  switch (n) { // 1
  case 6:
    break; // 1
  default:
    n = 0; // 0
  }
  check(0);
  check(1);
  check(2);
  return find(2);
}
",
    );
}

#[test]
fn code_after_a_failure_did_not_run() {
    check(
        r"
int none;
int main(int argc, char **argv) { // 1
  int total = 0; // 1
  for (int i = 2; i >= 0; i--) { // 3
    total += 6 / i; // 3
    int twice = 2 * total; // 2
    none = twice; // 2
  }
  return total; // 0
}
",
    );
}
