//! Texts in a manifest: inline, in a file beside it, or as base64 for bytes that are not UTF-8.

use serde_json::{Value, json};

use crate::fields::{Fields, Read};

/// The bytes of a manifest value: a string, `{"file": PATH}` or `{"base64": TEXT}`.
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

/// An optional field with a text.
pub(crate) fn field(fields: &mut Fields<'_>, name: &str) -> Read<Option<Vec<u8>>> {
    fields.take(name).map(|value| bytes(fields, name, value)).transpose()
}

/// Bytes as a manifest value: a string, or `{"base64": TEXT}` if they are not UTF-8.
pub fn text_json(bytes: &[u8]) -> Value {
    std::str::from_utf8(bytes).map_or_else(|_| json!({ "base64": encode(bytes) }), Value::from)
}

/// Encodes as padded base64.
fn encode(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for group in bytes.chunks(3) {
        let word = group.iter().enumerate().fold(0u32, |w, (i, b)| w | u32::from(*b) << (16 - 8 * i));
        // Three bytes become four digits; a shorter group has one digit more than bytes.
        for i in 0..4 {
            let digit = DIGITS[(word >> (18 - 6 * i)) as usize & 63];
            text.push(if i <= group.len() { char::from(digit) } else { '=' });
        }
    }
    text
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
        // Four digits become three bytes; a group shortened by padding has one byte fewer than digits.
        bytes.extend(&whole[1..1 + digits.len().checked_sub(1)?]);
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encoding_round_trips() {
        assert_eq!(text_json("ä\n".as_bytes()), json!("ä\n"));
        assert_eq!(text_json(&[0xff, 0xef]), json!({ "base64": "/+8=" }));
        let all: Vec<u8> = (0..=255).collect();
        for length in 0..=all.len() {
            assert_eq!(decode(&encode(&all[..length])).as_deref(), Some(&all[..length]));
        }
    }

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
