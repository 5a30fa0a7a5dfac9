//! Damaged bitcode: a thousand mutations of a module never crash the process.

mod clang;

use clang::Workshop;

/// A module with a bit of every construct.
const SOURCE: &str = r#"
#include <stdarg.h>
struct node { int value; struct node *next; char name[8]; unsigned bits : 3; };
enum colour { RED, GREEN = 5 };
static struct node first = { 1, 0, "first", 2 };
struct node table[3] = { { 1, &first, "a", 1 }, { 2, &table[0], "b", 2 } };
static int (*handlers[])(int, ...);
long double scale = 1.5L;
int sum(int count, ...) {
    va_list list; int total = 0;
    va_start(list, count);
    while (count-- > 0) total += va_arg(list, int);
    va_end(list);
    return total;
}
static int (*handlers[])(int, ...) = { sum, 0 };
int walk(struct node *n, enum colour c) {
    static int calls; double d = 0.5; int local[n->value + 1];
    void *targets[] = { &&a, &&b };
    local[0] = c;
    goto *targets[calls++ & 1];
a:  for (; n; n = n->next) {
        switch (n->value) { case 1: d += n->bits; break; case 7: return 3; default: d *= scale; }
    }
b:  return (int)d + handlers[0](2, 3, 4) + local[0];
}
int main(int argc, char **argv) { return walk(&table[argc], GREEN); }
"#;

/// A small deterministic generator.
struct Dice(fastrand::Rng);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0.usize(..sides)
    }
}

fn mutate(bytes: &mut Vec<u8>, dice: &mut Dice) {
    for _ in 0..1 + dice.roll(4) {
        let at = dice.roll(bytes.len());
        match dice.roll(6) {
            0 => bytes[at] = dice.roll(256) as u8,
            1 => bytes[at] ^= 1 << dice.roll(8),
            2 => bytes[at] = 0xff,
            3 => bytes.truncate(at.max(8)),
            4 => {
                let from = dice.roll(bytes.len());
                bytes[at] = bytes[from];
            }
            _ => bytes[at..].iter_mut().take(4).for_each(|b| *b = b.wrapping_add(1)),
        }
    }
}

/// Set for the process that does the work.
const WORKER: &str = "WHYDUNIT_CORRUPT_WORKER";

/// Runs in a separate process, so that crashes and output of LLVM are detected.
#[test]
fn a_thousand_mutations_are_survived() {
    let exe = std::env::current_exe().unwrap();
    let args = ["--exact", "worker", "--nocapture"];
    let output = std::process::Command::new(exe).args(args).env(WORKER, "1").output().unwrap();
    let printed = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{}: {printed}", output.status);
    assert_eq!(printed, "");
}

#[test]
fn worker() {
    if std::env::var_os(WORKER).is_none() {
        return;
    }
    let workshop = Workshop::new("corrupt");
    workshop.write("test.c", SOURCE);
    workshop.clang(&["-c", "-emit-llvm", "test.c", "-o", "test.bc"]);
    let module = std::fs::read(workshop.path("test.bc")).unwrap();
    whydunit_bitcode::load_bytes("test.bc", &module, &[]).unwrap();
    let (mut loaded, mut rejected) = (0, 0);
    for seed in 0..1000 {
        let mut bytes = module.clone();
        mutate(&mut bytes, &mut Dice(fastrand::Rng::with_seed(seed)));
        match whydunit_bitcode::load_bytes("test.bc", &bytes, &[]) {
            Ok(_) => loaded += 1,
            Err(error) => {
                assert!(!error.to_string().is_empty());
                rejected += 1;
            }
        }
    }
    assert_eq!(loaded + rejected, 1000);
    assert!(rejected > 500, "only {rejected} of 1000 mutations were noticed");
}
