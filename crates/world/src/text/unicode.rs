//! Properties of characters beyond ASCII: classes, width, other case. The data is that of
//! glibc's C.UTF-8 locale (`data/unicode.txt`), so that programs print and align as they do natively.

use std::sync::LazyLock;

/// Classes of characters as bits, in the order of glibc's `<ctype.h>`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Classes(u16);

impl Classes {
    /// Is the class of this index (0 is `upper`) among them?
    pub(crate) fn has(self, class: u8) -> bool {
        self.0 >> class & 1 != 0
    }
}

/// Names of the classes, by index.
pub(crate) const CLASS_NAMES: [&str; 12] =
    ["upper", "lower", "alpha", "digit", "xdigit", "space", "print", "graph", "blank", "cntrl", "punct", "alnum"];

struct Run {
    first: u32,
    last: u32,
    bits: u16,
}

struct Shift {
    first: u32,
    last: u32,
    step: u32,
    difference: i32,
}

struct Data {
    runs: Vec<Run>,
    upper: Vec<Shift>,
    lower: Vec<Shift>,
}

static DATA: LazyLock<Data> = LazyLock::new(|| parse(include_str!("../../data/unicode.txt")));

fn parse(text: &str) -> Data {
    let mut data = Data { runs: Vec::new(), upper: Vec::new(), lower: Vec::new() };
    for line in text.lines() {
        let fields: Vec<&str> = line.split(' ').collect();
        let hex = |index: usize| u32::from_str_radix(fields[index], 16).expect("our own data");
        let shift = || Shift {
            first: hex(1),
            last: hex(2),
            step: hex(3),
            difference: fields[4].parse().expect("our own data"),
        };
        match fields[0] {
            "c" => data.runs.push(Run { first: hex(1), last: hex(2), bits: hex(3) as u16 }),
            "u" => data.upper.push(shift()),
            _ => data.lower.push(shift()),
        }
    }
    data
}

fn bits(c: u32) -> u16 {
    let runs = &DATA.runs;
    match runs.partition_point(|run| run.first <= c).checked_sub(1) {
        Some(index) if c <= runs[index].last => runs[index].bits,
        _ => 0,
    }
}

/// The classes of a character in a UTF-8 locale.
pub(crate) fn classes(c: u32) -> Classes {
    Classes(bits(c) & 0xfff)
}

/// The number of columns of a character, -1 for those that are not printable.
pub(crate) fn width(c: u32) -> i32 {
    i32::from(bits(c) >> 12) - 1
}

fn shifted(shifts: &[Shift], c: u32) -> u32 {
    match shifts.partition_point(|shift| shift.first <= c).checked_sub(1) {
        Some(index) if c <= shifts[index].last && (c - shifts[index].first).is_multiple_of(shifts[index].step) => {
            c.wrapping_add_signed(shifts[index].difference)
        }
        _ => c,
    }
}

/// The upper-case form of a character.
pub(crate) fn upper(c: u32) -> u32 {
    shifted(&DATA.upper, c)
}

/// The lower-case form of a character.
pub(crate) fn lower(c: u32) -> u32 {
    shifted(&DATA.lower, c)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::native::answers;

    /// Compares every character with the referee's data.
    #[test]
    fn the_data_is_glibcs() {
        let source = r#"
            #define _GNU_SOURCE
            #include <locale.h>
            #include <stdio.h>
            #include <wchar.h>
            #include <wctype.h>
            int main(void) {
                setlocale(LC_ALL, "C.UTF-8");
                for (wint_t c = 0; c <= 0x110000; c++)
                    printf("%d %d %d %d %d %d %x %x\n", !!iswalpha(c), !!iswprint(c), !!iswpunct(c), !!iswspace(c),
                           !!iswupper(c), wcwidth(c), towupper(c), towlower(c));
            }"#;
        for (c, line) in answers(source, b"").iter().enumerate().take(0x11_0001) {
            let c = c as u32;
            let has = |class| u8::from(classes(c).has(class));
            let ours = format!(
                "{} {} {} {} {} {} {:x} {:x}",
                has(2),
                has(6),
                has(10),
                has(5),
                has(0),
                width(c),
                upper(c),
                lower(c)
            );
            assert_eq!(&ours, line, "U+{c:04X}");
        }
    }
}
