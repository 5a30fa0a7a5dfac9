//! Texts of a manifest: in place, in a file beside it, or as base64 for bytes that are no text.

use serde_json::Value;

use crate::fields::{Fields, Read};

/// The bytes a manifest value stands for: a string, `{"file": PATH}` or `{"base64": TEXT}`.
pub(crate) fn bytes(fields: &Fields<'_>, field: &str, value: Value) -> Read<Vec<u8>> {
    if let Value::String(text) = value {
        return Ok(text.into_bytes());
    }
    let mut inner = fields.inner(field, value)?;
    let result = match (inner.string("file")?, inner.string("base64")?) {
        (Some(path), None) => {
            let path = inner.directory().join(path);
            std::fs::read(&path).map_err(|e| inner.complain("file", format!("{}: {e}", path.display())))?
        }
        (None, Some(text)) => {
            decode(&text).ok_or_else(|| inner.complain("base64", "is not base64 (RFC 4648, padded)"))?
        }
        _ => return Err(fields.complain(field, "expected a string, {\"file\": PATH} or {\"base64\": TEXT}")),
    };
    inner.finish()?;
    Ok(result)
}

/// A field that holds a text, if it is there.
pub(crate) fn field(fields: &mut Fields<'_>, name: &str) -> Read<Option<Vec<u8>>> {
    fields.take(name).map(|value| bytes(fields, name, value)).transpose()
}

/// Decodes padded base64.
fn decode(text: &str) -> Option<Vec<u8>> {
    let digit = |c: u8| match c {
        b'A'..=b'Z' => Some(c - b'A'),
        b'a'..=b'z' => Some(c - b'a' + 26),
        b'0'..=b'9' => Some(c - b'0' + 52),
        b'+' => Some(62),
        b'/' => Some(63),
        _ => None,
    };
    let text = text.as_bytes();
    if !text.len().is_multiple_of(4) {
        return None;
    }
    let padding = text.iter().rev().take_while(|c| **c == b'=').count();
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
    for group in text[..text.len() - padding.min(2)].chunks(4) {
        let digits: Vec<u8> = group.iter().map(|c| digit(*c)).collect::<Option<_>>()?;
        let word = digits.iter().enumerate().fold(0u32, |w, (i, d)| w | u32::from(*d) << (18 - 6 * i));
        let whole = word.to_be_bytes();
        // Four digits are three bytes; a group cut short by padding has one byte fewer than digits.
        bytes.extend(&whole[1..1 + digits.len().checked_sub(1)?]);
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decodes_the_examples_of_the_standard() {
        let examples = [("", ""), ("Zg==", "f"), ("Zm8=", "fo"), ("Zm9v", "foo"), ("Zm9vYg==", "foob")];
        for (text, plain) in examples {
            assert_eq!(decode(text).as_deref(), Some(plain.as_bytes()), "{text}");
        }
        assert_eq!(decode("/+8="), Some(vec![0xff, 0xef]));
        assert_eq!((decode("Zg="), decode("Z*=="), decode("Z===")), (None, None, None));
    }
}
