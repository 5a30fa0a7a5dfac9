//! All `long double` functions against the referee.

use whydunit_machine::{Arg, Guest, Halt};
use whydunit_program::ArgClass;

use crate::native::{Dice, answers};
use crate::number::{Format, parse};
use crate::test_guest::TestGuest;
use crate::{Case, Posix};

const UNARY: [&str; 34] = [
    "fabsl",
    "floorl",
    "ceill",
    "truncl",
    "roundl",
    "rintl",
    "logbl",
    "sqrtl",
    "expl",
    "exp2l",
    "exp10l",
    "expm1l",
    "logl",
    "log2l",
    "log10l",
    "log1pl",
    "cbrtl",
    "sinl",
    "cosl",
    "tanl",
    "asinl",
    "acosl",
    "atanl",
    "sinhl",
    "coshl",
    "tanhl",
    "asinhl",
    "acoshl",
    "atanhl",
    "nearbyintl",
    "roundevenl",
    "lrintl",
    "lroundl",
    "ilogbl",
];
const BINARY: [&str; 10] =
    ["powl", "atan2l", "hypotl", "fmodl", "remainderl", "fminl", "fmaxl", "fdiml", "copysignl", "nextafterl"];
/// Exact functions, or functions that x87 rounds correctly: no difference is allowed.
const EXACT: [&str; 20] = [
    "fabsl",
    "floorl",
    "ceill",
    "truncl",
    "roundl",
    "rintl",
    "logbl",
    "sqrtl",
    "nearbyintl",
    "roundevenl",
    "fmodl",
    "remainderl",
    "fminl",
    "fmaxl",
    "fdiml",
    "copysignl",
    "nextafterl",
    "lrintl",
    "lroundl",
    "ilogbl",
];

fn samples() -> Vec<String> {
    let mut dice = Dice::new(3);
    let mut all: Vec<String> = ["0", "-0", "1", "-1", "0.5", "2.5", "-2.5", "1e-4000", "1e4000", "inf", "-inf", "nan"]
        .map(String::from)
        .to_vec();
    all.extend(
        (0..60).map(|_| format!("{}{}.{}", ["", "-"][dice.roll(2) as usize], dice.roll(30), dice.roll(1 << 50))),
    );
    all
}

fn argument(text: &str) -> Arg {
    let (low, high) = parse(text.as_bytes(), Format::Extended).unwrap().value.to_extended();
    Arg { class: ArgClass::X87, word: low.into(), high: u64::from(high).into() }
}

/// Results and `errno`, of a native program and ours.
fn lines(samples: &[String]) -> (Vec<String>, Vec<(String, String)>) {
    let one: String = UNARY.iter().map(|f| format!("CHECK({f}(x))")).collect();
    let two: String = BINARY.iter().map(|f| format!("CHECK({f}(x, y))")).collect();
    let source = format!(
        r#"
        #define _GNU_SOURCE
        #include <errno.h>
        #include <math.h>
        #include <stdio.h>
        #include <stdlib.h>
        #include <string.h>
        #pragma GCC optimize ("O0")
        static void show(long double y) {{
            unsigned long bits[2] = {{0, 0}};
            memcpy(bits, &y, 10);
            if (isnan(y)) printf("nan 0 %d\n", errno); else printf("%lx %lx %d\n", bits[0], bits[1], errno);
        }}
        #define CHECK(call) {{ errno = 0; show(call); }}
        int main(void) {{
            char a[99], b[99];
            while (scanf("%98s %98s", a, b) == 2) {{
                long double x = strtold(a, 0), y = strtold(b, 0);
                {one}{two}
            }}
        }}"#
    );
    let pairs: Vec<(&String, &String)> = samples.iter().zip(samples.iter().rev()).collect();
    let input: String = pairs.iter().map(|(a, b)| format!("{a} {b}\n")).collect();
    let mut ours = Vec::new();
    for (a, b) in pairs {
        for name in UNARY.iter().chain(&BINARY) {
            let (mut world, mut guest) = (Posix::new(Case::default()), TestGuest::default());
            let reply = guest.call(&mut world, name, &[argument(a), argument(b)]);
            if let Err(Halt::Unsupported(_)) = reply {
                assert_eq!(a, "1e4000", "only huge angles are refused");
                ours.push((String::new(), String::new()));
                continue;
            }
            let slots = reply.unwrap().slots;
            let (low, high) = if ["lrintl", "lroundl"].contains(name) {
                argument(&(slots[0].bits as i64).to_string()).pair()
            } else if *name == "ilogbl" {
                argument(&(slots[0].bits as i32).to_string()).pair()
            } else {
                (slots[0].bits, slots[1].bits)
            };
            let errno = world.errno_address(&mut guest);
            let errno = guest.load(errno.into(), 4).unwrap().bits;
            let is_nan = high & 0x7fff == 0x7fff && low << 1 != 0;
            let line = if is_nan { format!("nan 0 {errno}") } else { format!("{low:x} {high:x} {errno}") };
            ours.push((format!("{name}({a}, {b})"), line));
        }
    }
    (answers(&source, input.as_bytes()), ours)
}

trait Pair {
    fn pair(self) -> (u64, u64);
}

impl Pair for Arg {
    fn pair(self) -> (u64, u64) {
        (self.word.bits, self.high.bits)
    }
}

#[test]
fn long_double_is_glibcs() {
    let (native, ours) = lines(&samples());
    for ((call, ours), native) in ours.iter().zip(&native) {
        let name = call.split('(').next().unwrap();
        if ours == native || ours.is_empty() {
            continue;
        }
        assert!(!EXACT.contains(&name), "{call}: {ours}, glibc {native}");
        let fields = |line: &str| line.split(' ').map(str::to_owned).collect::<Vec<_>>();
        let (a, b) = (fields(ours), fields(native));
        let mantissa = |fields: &[String]| u64::from_str_radix(&fields[0], 16).unwrap_or(0);
        assert_eq!((&a[1], &a[2]), (&b[1], &b[2]), "{call}: {ours}, glibc {native}");
        assert!(mantissa(&a).abs_diff(mantissa(&b)) <= 2, "{call}: {ours}, glibc {native}");
    }
}
