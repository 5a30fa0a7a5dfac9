//! Splits a concatenation of bitcode files into modules by walking the top-level blocks, so that
//! the contents of a block cannot be mistaken for the start of a module.

use std::ops::Range;

/// `BC` followed by LLVM's own four hexadecimal digits.
const MAGIC: [u8; 4] = [b'B', b'C', 0xc0, 0xde];
/// Magic number of a wrapper header; version, offset, size and CPU follow it.
const WRAPPER: [u8; 4] = [0xde, 0xc0, 0x17, 0x0b];
/// Abbreviation that opens a block at the top level, where abbreviations are two bits wide.
const ENTER_BLOCK: u32 = 1;
/// The number of the block that holds names.
const STRING_TABLE: u32 = 23;

/// Do the bytes look like bitcode?
pub(crate) fn is_bitcode(bytes: &[u8]) -> bool {
    bytes.starts_with(&MAGIC) || bytes.starts_with(&WRAPPER)
}

/// The byte ranges of the modules in `bytes`, in order. The error describes the damage and its
/// position.
pub(crate) fn modules(bytes: &[u8]) -> Result<Vec<Range<usize>>, String> {
    let mut found: Vec<Range<usize>> = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        match bytes.get(at..at + 4) {
            Some(word) if word == MAGIC => {
                found.push(at..at + 4);
                at += 4;
            }
            Some(word) if word == WRAPPER => at = skip_wrapper(bytes, at, &mut found)?,
            // Linkers pad sections with zeros.
            Some([0, 0, 0, 0]) => at += 4,
            Some(_) => {
                let end = block_end(bytes, at)?;
                found.last_mut().ok_or("no module before the first block")?.end = end;
                at = end;
            }
            None if bytes[at..].iter().all(|&b| b == 0) => break,
            None => return Err(format!("{} stray bytes at the end", bytes.len() - at)),
        }
    }
    match found.iter().find(|range| range.len() == 4) {
        Some(range) => Err(format!("no block after the module header at {:#x}", range.start)),
        None => Ok(found),
    }
}

/// The string table of a module's symbol names, if `bytes` is a single module with one.
pub(crate) fn string_table(bytes: &[u8]) -> Option<&[u8]> {
    let mut at = bytes.starts_with(&MAGIC).then_some(4)?;
    let mut found = None;
    while at < bytes.len() {
        let end = block_end(bytes, at).ok()?;
        if word(bytes, at)? >> 2 & 0xff == STRING_TABLE {
            // Two tables mean two modules.
            if found.replace(&bytes[at..end]).is_some() {
                return None;
            }
        }
        at = end;
    }
    found
}

fn word(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(bytes.get(at..at.checked_add(4)?)?.try_into().ok()?))
}

/// Adds the modules inside a wrapper and returns the end of the wrapper.
fn skip_wrapper(bytes: &[u8], at: usize, found: &mut Vec<Range<usize>>) -> Result<usize, String> {
    let field = |index: usize| word(bytes, at + 4 * index).map(|w| w as usize);
    let (Some(offset), Some(size)) = (field(2), field(3)) else {
        return Err(format!("truncated wrapper header at {at:#x}"));
    };
    let start = at + offset;
    let end = start + size;
    if offset < 20 || end > bytes.len() {
        return Err(format!("a wrapper header at {at:#x} that points outside of the file"));
    }
    for inner in modules_without_wrapper(&bytes[start..end])? {
        found.push(start + inner.start..start + inner.end);
    }
    Ok(end)
}

fn modules_without_wrapper(bytes: &[u8]) -> Result<Vec<Range<usize>>, String> {
    if bytes.starts_with(&WRAPPER) {
        return Err("a wrapper header inside a wrapper".into());
    }
    modules(bytes)
}

/// The end of the block that starts at `at`.
fn block_end(bytes: &[u8], at: usize) -> Result<usize, String> {
    let header = word(bytes, at).ok_or_else(|| format!("truncated block at {at:#x}"))?;
    if header & 3 != ENTER_BLOCK {
        return Err(format!("no block at {at:#x}"));
    }
    let words = word(bytes, at + 4).ok_or_else(|| format!("truncated block at {at:#x}"))?;
    let end = at + 8 + 4 * words as usize;
    if end > bytes.len() {
        return Err(format!("a block at {at:#x} needs {} more bytes", end - bytes.len()));
    }
    Ok(end)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn block(words: &[u32]) -> Vec<u8> {
        // Block 8, inner abbreviations of 3 bits.
        let mut bytes = (ENTER_BLOCK | 8 << 2 | 3 << 10).to_le_bytes().to_vec();
        bytes.extend((words.len() as u32).to_le_bytes());
        words.iter().for_each(|w| bytes.extend(w.to_le_bytes()));
        bytes
    }

    #[test]
    fn magic_inside_a_block_starts_no_module() {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(block(&[u32::from_le_bytes(MAGIC), 7]));
        bytes.extend(block(&[1]));
        bytes.extend([0; 8]);
        let second = bytes.len();
        bytes.extend(MAGIC);
        bytes.extend(block(&[2]));
        assert_eq!(modules(&bytes).unwrap(), [0..second - 8, second..bytes.len()]);
    }

    #[test]
    fn damage_is_reported_with_its_place() {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(block(&[1, 2, 3]));
        assert!(modules(&bytes[..bytes.len() - 4]).unwrap_err().contains("needs 4 more bytes"));
        assert!(modules(&MAGIC).unwrap_err().contains("no block after"));
        assert!(modules(&block(&[1])).unwrap_err().contains("no module before"));
        bytes.extend([2, 0, 0, 0]);
        assert!(modules(&bytes).unwrap_err().contains("no block at"));
    }

    #[test]
    fn wrapped_modules_are_unwrapped() {
        let mut inner = MAGIC.to_vec();
        inner.extend(block(&[1]));
        let mut bytes = WRAPPER.to_vec();
        for field in [0, 20, inner.len() as u32, 7] {
            bytes.extend(field.to_le_bytes());
        }
        bytes.extend(&inner);
        assert_eq!(modules(&bytes).unwrap(), vec![20..bytes.len(); 1]);
    }
}
