//! Wildcard patterns against glibc's `fnmatch`.

use super::*;
use crate::native::{Dice, answers};

const REFEREE: &str = include_str!("../../native/fnmatch.c");

#[test]
fn patterns_match_like_glibcs() {
    let mut dice = Dice::new(7);
    let (mut input, mut own, mut questions) = (String::new(), Vec::new(), Vec::new());
    let pieces = [
        "a",
        "b",
        "*",
        "*",
        "?",
        "[ab]",
        "[!a]",
        "[^b]",
        "[a-c]",
        "[[:upper:]]",
        ".",
        "/",
        "/",
        "\\*",
        "\\a",
        "[]a]",
        "[a",
        "[.]",
        "[/]",
        "**",
        "A",
        "[[:foo:]]",
        "[\\]]",
        "[a\\]]",
        "-",
        "]",
    ];
    for _ in 0..6_000 {
        let flags = dice.roll(32) as u32;
        let mut text = |pieces: &[&str], most: u64| -> String {
            let length = dice.roll(most);
            (0..length).map(|_| dice.pick(pieces)).collect()
        };
        let (pattern, name) = (text(&pieces, 6), text(&["a", "b", "c", ".", "/", "A", "]", "*"], 7));
        input += &format!("{flags}\n{pattern}\n{name}\n");
        own.push(matches(pattern.as_bytes(), name.as_bytes(), Rules(flags), Charset::Ascii).unwrap());
        questions.push((flags, pattern, name));
    }
    check(&input, &own, &questions);
}

#[test]
fn extended_patterns_match_like_glibcs() {
    let mut dice = Dice::new(8);
    let (mut input, mut own, mut questions) = (String::new(), Vec::new(), Vec::new());
    for _ in 0..4_000 {
        let flags = 32 + *dice.pick(&[&0, &1, &4, &16]);
        let alternatives: Vec<String> = (0..=dice.roll(3))
            .map(|_| (0..dice.roll(3)).map(|_| dice.pick(&["a", "b", "?", "[ab]", "*", "@(a|b)", "+(b)"])).collect())
            .collect();
        let kind = dice.pick(&["?", "*", "+", "@", "!"]);
        // Avoid an asterisk before a group that can be empty: glibc misses matches there.
        let (before, after) = (dice.pick(&["", "a", "?"]), dice.pick(&["", "b", "*", "c"]));
        let pattern = format!("{before}{kind}({}){after}", alternatives.join("|"));
        let name: String = (0..dice.roll(6)).map(|_| dice.pick(&["a", "b", "c", "A"])).collect();
        input += &format!("{flags}\n{pattern}\n{name}\n");
        own.push(matches(pattern.as_bytes(), name.as_bytes(), Rules(flags), Charset::Ascii).unwrap());
        questions.push((flags, pattern, name));
    }
    check(&input, &own, &questions);
}

fn check(input: &str, own: &[bool], questions: &[(u32, String, String)]) {
    let native = answers(REFEREE, input.as_bytes());
    let differ: Vec<_> =
        questions.iter().zip(own).zip(&native).filter(|((_, own), native)| (**own) != (*native == "1")).collect();
    assert!(differ.is_empty(), "{} of {} differ: {:#?}", differ.len(), own.len(), &differ[..differ.len().min(25)]);
}

#[test]
fn asterisks_do_not_explode() {
    let pattern = "*a".repeat(40) + "*b";
    assert_eq!(matches(pattern.as_bytes(), &[b'a'; 300], Rules(0), Charset::Ascii), Some(false));
    assert_eq!(matches(b"+(a|aa)b", &[b'a'; 100], Rules(32), Charset::Ascii), None);
}
