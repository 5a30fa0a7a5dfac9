//! Substitutes for characters that the locale's encoding lacks: when writing to a wide stream, glibc
//! replaces them by something similar, or a question mark.

/// Characters with a substitute in the "C" locale, the most common ones.
#[rustfmt::skip]
const ALIKE: &[(u32, &str)] = &[
    (0xa0, " "), (0xa9, "(C)"), (0xab, "<<"), (0xad, "-"), (0xae, "(R)"), (0xb5, "u"), (0xb8, ","), (0xbb, ">>"),
    (0xbc, " 1/4 "), (0xbd, " 1/2 "), (0xbe, " 3/4 "), (0xc6, "AE"), (0xd7, "x"), (0xdf, "ss"), (0xe6, "ae"),
    (0x132, "IJ"), (0x133, "ij"), (0x149, "'n"), (0x152, "OE"), (0x153, "oe"), (0x17f, "s"), (0x2010, "-"),
    (0x2011, "-"), (0x2012, "-"), (0x2013, "-"), (0x2014, "--"), (0x2015, "-"), (0x2018, "'"), (0x2019, "'"),
    (0x201a, ","), (0x201b, "'"), (0x201c, "\""), (0x201d, "\""), (0x201e, ",,"), (0x201f, "\""), (0x2020, "+"),
    (0x2022, "o"), (0x2024, "."), (0x2025, ".."), (0x2026, "..."), (0x202f, " "), (0x2039, "<"), (0x203a, ">"),
    (0x2044, "/"), (0x20ac, "EUR"), (0x2122, "(TM)"),
];

/// Blocks in which glibc has further substitutes that we do not know.
const UNKNOWN: &[(u32, u32)] = &[
    (0x1c4, 0x1f3),
    (0x2b0, 0x2ff),
    (0x370, 0x5ff),
    (0x2000, 0x2bff),
    (0x3000, 0x33ff),
    (0xfb00, 0xffff),
    (0x1d400, 0x1f1ff),
];

/// The substitute for a character without an encoding; none if we do not know it.
pub(super) fn substitute(wide: u32) -> Option<&'static str> {
    if let Ok(found) = ALIKE.binary_search_by_key(&wide, |&(c, _)| c) {
        return Some(ALIKE[found].1);
    }
    let unknown = UNKNOWN.iter().any(|&(low, high)| (low..=high).contains(&wide));
    if unknown { None } else { Some("?") }
}

#[cfg(test)]
mod tests {
    use super::substitute;

    #[test]
    fn alike_unknown_or_a_question_mark() {
        assert_eq!(substitute(0x20ac), Some("EUR"));
        assert_eq!(substitute(0xe9), Some("?"));
        assert_eq!(substitute(0xd800), Some("?"));
        assert_eq!(substitute(0x3b1), None);
    }
}
