//! `--stub NAME=VALUE`: the name must be that of a function that the program calls and does not define. A misspelt
//! name would have no effect, and the user would trust the result.

use std::collections::BTreeMap;

use strsim::levenshtein;
use whydunit_program::Program;

/// The return values by function.
pub(crate) fn parse(entries: &[String]) -> Result<BTreeMap<String, u64>, String> {
    entries.iter().map(|entry| parse_one(entry)).collect()
}

fn parse_one(entry: &str) -> Result<(String, u64), String> {
    let (name, value) = match entry.split_once('=') {
        Some((name, value)) if !name.is_empty() => (name, value),
        _ => return Err(format!("--stub wants NAME=VALUE, got {entry:?}")),
    };
    let number = match value.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16).ok(),
        None => value.parse::<i64>().map(|v| v as u64).or_else(|_| value.parse()).ok(),
    };
    let number = number.ok_or_else(|| format!("--stub {name}: {value:?} is no number"))?;
    Ok((name.to_string(), number))
}

/// Does every stub answer a function that the program calls and does not define?
pub(crate) fn check(stubs: &BTreeMap<String, u64>, program: &Program) -> Result<(), String> {
    stubs.keys().try_for_each(|name| check_one(name, program))
}

fn check_one(name: &str, program: &Program) -> Result<(), String> {
    if program.externals.iter().any(|external| external.name == name) {
        return Ok(());
    }
    if program.function_named(name).is_some() {
        return Err(format!(
            "--stub {name}: the program has code for it, which is executed; only calls without code can be answered"
        ));
    }
    let names = program.externals.iter().map(|external| external.name.as_str());
    let near: Vec<String> = nearest(name, names).iter().map(|near| format!("`{near}`")).collect();
    let hint = if near.is_empty() { String::new() } else { format!("; it calls {}", near.join(", ")) };
    Err(format!("--stub {name}: the program never calls a function of that name{hint}"))
}

/// Up to three names similar to a misspelt one, the most similar first.
fn nearest<'a>(name: &str, names: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let most = 1 + name.len() / 4;
    let mut near: Vec<(usize, &str)> = names.map(|n| (levenshtein(name, n), n)).filter(|(d, _)| *d <= most).collect();
    near.sort_unstable();
    near.into_iter().map(|(_, name)| name).take(3).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_numbers_of_any_sign_and_base() {
        let stubs = parse(&["a=-1".into(), "b=0xff".into(), "c=18446744073709551615".into()]).unwrap();
        assert_eq!(stubs.values().copied().collect::<Vec<_>>(), [u64::MAX, 255, u64::MAX]);
        for wrong in ["a", "=1", "a=", "a=one", "a=0xg"] {
            assert!(parse(&[wrong.into()]).is_err(), "{wrong}");
        }
    }

    #[test]
    fn near_names_are_near() {
        assert_eq!(nearest("sytem", ["printf", "system", "item"].into_iter()), ["system", "item"]);
    }
}
