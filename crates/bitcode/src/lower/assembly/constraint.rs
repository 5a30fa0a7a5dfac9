//! Parses constraint strings, which state the location of each operand.

/// The location of an operand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Home {
    /// In any register.
    Any,
    /// In this register ("ax", "dx").
    Register(String),
    /// In memory; an argument is its address.
    Memory,
    /// In the location of output number `n`.
    Tied(usize),
    /// The carry flag.
    Carry,
}

/// One operand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Constraint {
    /// Is it written by the assembly?
    pub(super) output: bool,
    /// The location.
    pub(super) home: Home,
}

/// The operands of a constraint string, without clobbers; none if one is not supported.
pub(super) fn parse(constraints: &str) -> Option<Vec<Constraint>> {
    let operands = split(constraints).into_iter().filter(|part| !part.starts_with('~') && !part.is_empty());
    operands.map(constraint).collect()
}

/// Splits at commas, except inside braces.
fn split(text: &str) -> Vec<&str> {
    let mut depth = 0;
    text.split(|c| {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        c == ',' && depth == 0
    })
    .collect()
}

fn constraint(text: &str) -> Option<Constraint> {
    let (output, text) = text.strip_prefix('=').map_or((false, text), |rest| (true, rest));
    let text = text.trim_start_matches(['&', '%']);
    let home = if text.starts_with('*') {
        Home::Memory
    } else if text == "{@ccc}" || text == "{@ccb}" {
        Home::Carry
    } else if let Some(register) = text.strip_prefix('{').and_then(|t| t.strip_suffix('}')) {
        Home::Register(family(register)?)
    } else if text.bytes().all(|b| b.is_ascii_digit()) {
        Home::Tied(text.parse().ok()?)
    } else {
        Home::Any
    };
    Some(Constraint { output, home })
}

/// The register that a name is a part of: `eax`, `rax`, `al` are all "ax". None for other register
/// files.
pub(super) fn family(name: &str) -> Option<String> {
    let known = ["ax", "bx", "cx", "dx", "si", "di", "bp", "sp"];
    let byte = ["al", "bl", "cl", "dl"].iter().position(|&b| b == name);
    if let Some(index) = byte {
        return Some(known[index].into());
    }
    let bare = name.trim_start_matches(['r', 'e']);
    if known.contains(&bare) {
        return Some(bare.into());
    }
    let digits = name.strip_prefix('r')?.trim_end_matches(['d', 'w', 'b']);
    let number: u8 = digits.parse().ok()?;
    (8..16).contains(&number).then(|| format!("r{number}"))
}

/// Width in bits of a register's name.
pub(super) fn width(name: &str) -> Option<u8> {
    match name.as_bytes() {
        [b'r', b'a'..=b'z', ..] => Some(64),
        [b'e', ..] => Some(32),
        [b'r', .., b'd'] => Some(32),
        [b'r', .., b'w'] => Some(16),
        [b'r', .., b'b'] => Some(8),
        [b'r', ..] => Some(64),
        [_, b'l'] => Some(8),
        [_, b'x' | b'i' | b'p'] => Some(16),
        _ => None,
    }
}
