//! Parses assembly templates (AT&T syntax, operands as `$0`, `${1:q}`, immediates as `$$8`).

use std::fmt;

/// One machine instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Instruction {
    /// Mnemonic in lower case, without `lock`.
    pub(super) mnemonic: String,
    /// Operands in source order.
    pub(super) operands: Vec<Operand>,
}

/// An operand as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Operand {
    /// Operand of the asm statement.
    Numbered(usize),
    /// A machine register, without `%`.
    Register(String),
    /// An immediate.
    Immediate(i64),
    /// Memory: displacement and base.
    Memory(i64, Box<Operand>),
}

/// Text that could not be parsed.
pub(super) struct Unparsed;

impl fmt::Display for Instruction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.mnemonic)
    }
}

/// The instructions of a template; none if it has only comments.
pub(super) fn parse(template: &str) -> Result<Vec<Instruction>, Unparsed> {
    let mut all = Vec::new();
    for line in template.lines() {
        let code = line.split('#').next().unwrap_or_default();
        for statement in code.split(';') {
            all.extend(instruction(statement.trim())?);
        }
    }
    Ok(all)
}

fn instruction(text: &str) -> Result<Option<Instruction>, Unparsed> {
    let (mut mnemonic, mut rest) = split_word(text);
    // With one thread every instruction is atomic; `rep nop` is `pause`.
    while matches!(mnemonic, "lock" | "rep" | "repz") {
        (mnemonic, rest) = split_word(rest);
    }
    if mnemonic.is_empty() || mnemonic.starts_with('.') || mnemonic.starts_with("//") {
        // An assembler directive could have any effect.
        return if mnemonic.starts_with('.') { Err(Unparsed) } else { Ok(None) };
    }
    let operands = split_operands(rest).into_iter().map(operand).collect::<Result<_, _>>()?;
    Ok(Some(Instruction { mnemonic: mnemonic.to_ascii_lowercase(), operands }))
}

fn split_word(text: &str) -> (&str, &str) {
    let text = text.trim();
    text.split_once(|c: char| c.is_whitespace()).map_or((text, ""), |(word, rest)| (word, rest.trim()))
}

/// Splits operands at commas, except inside parentheses.
fn split_operands(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let (mut depth, mut start) = (0, 0);
    for (at, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(text[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(text[start..].trim());
    parts.retain(|part| !part.is_empty());
    parts
}

fn operand(text: &str) -> Result<Operand, Unparsed> {
    if let Some(immediate) = text.strip_prefix("$$") {
        return number(immediate).map(Operand::Immediate).ok_or(Unparsed);
    }
    if let Some((displacement, base)) = text.strip_suffix(')').and_then(|t| t.split_once('(')) {
        let displacement = if displacement.trim().is_empty() { Some(0) } else { product(displacement) };
        return Ok(Operand::Memory(displacement.ok_or(Unparsed)?, Box::new(operand(base.trim())?)));
    }
    if let Some(register) = text.strip_prefix('%') {
        return Ok(Operand::Register(register.trim_start_matches('%').to_ascii_lowercase()));
    }
    let reference = text.strip_prefix('$').ok_or(Unparsed)?;
    let digits = match reference.strip_prefix('{').and_then(|r| r.strip_suffix('}')) {
        Some(inner) => inner.split(':').next().unwrap_or(inner),
        None => reference,
    };
    digits.parse().map(Operand::Numbered).map_err(|_| Unparsed)
}

/// A displacement such as `8` or `3*8`.
fn product(text: &str) -> Option<i64> {
    text.split('*').try_fold(1i64, |product, factor| product.checked_mul(number(factor.trim())?))
}

fn number(text: &str) -> Option<i64> {
    let (negative, digits) = text.strip_prefix('-').map_or((false, text), |rest| (true, rest));
    let value = match digits.strip_prefix("0x") {
        Some(hex) => u64::from_str_radix(hex, 16).ok()? as i64,
        None => digits.parse().ok()?,
    };
    Some(if negative { -value } else { value })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(template: &str) -> Vec<Instruction> {
        parse(template).unwrap_or_else(|_| panic!("{template}"))
    }

    #[test]
    fn comments_and_barriers_are_empty() {
        assert_eq!(parsed(""), []);
        assert_eq!(parsed("# nothing to see\n\t"), []);
    }

    #[test]
    fn operands_of_every_form() {
        let all = parsed("lock; addl $$0, 0(%esp)\n\tmovq 1*8($0), ${3:q}");
        assert_eq!(all[0].operands[0], Operand::Immediate(0));
        assert_eq!(all[0].operands[1], Operand::Memory(0, Box::new(Operand::Register("esp".into()))));
        assert_eq!(all[1].operands[0], Operand::Memory(8, Box::new(Operand::Numbered(0))));
        assert_eq!(all[1].operands[1], Operand::Numbered(3));
    }

    #[test]
    fn unsupported_templates_are_refused() {
        assert!(parse(".byte 0x0f").is_err());
        assert!(parse("movl foo, $0").is_err());
    }
}
