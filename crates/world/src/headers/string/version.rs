//! `strverscmp`: comparison of strings with version numbers.

use std::cmp::Ordering;

use whydunit_machine::{Guest, Reply, Run};

use crate::Posix;
use crate::model::guest_ext::{arg, c_bytes};
use crate::model::{Model, model};

pub(crate) const MODELS: &[Model] = &[model("strverscmp", strverscmp), model("__strverscmp", strverscmp)];

fn strverscmp(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let (a, b) = (arg(guest, 0), arg(guest, 1));
    let a = c_bytes(guest, a, "text of a version")?;
    let b = c_bytes(guest, b, "text of a version")?;
    Ok(compare(&a, &b).into())
}

/// The kind of digits at the end of the equal part, before the first difference.
#[derive(Clone, Copy, PartialEq)]
enum Before {
    Text,
    /// Digits that do not begin with a zero.
    Integer,
    /// Digits after leading zeros: a fraction.
    Fraction,
    /// Nothing but zeros.
    Zeros,
}

fn digit(text: &[u8], index: usize) -> Option<u8> {
    text.get(index).copied().filter(u8::is_ascii_digit)
}

fn before(text: &[u8]) -> Before {
    text.iter().fold(Before::Text, |state, byte| match (state, byte) {
        (Before::Text | Before::Zeros, b'0') => Before::Zeros,
        (Before::Text, b'1'..=b'9') => Before::Integer,
        (Before::Zeros, b'1'..=b'9') => Before::Fraction,
        (Before::Integer | Before::Fraction, b'0'..=b'9') => state,
        _ => Before::Text,
    })
}

/// The longer sequence of digits is the larger number; equal lengths compare by their first difference.
fn by_length(a: &[u8], b: &[u8], from: usize, difference: i32) -> i32 {
    let count = |text: &[u8]| text[from.min(text.len())..].iter().take_while(|c| c.is_ascii_digit()).count();
    match count(a).cmp(&count(b)) {
        Ordering::Greater => 1,
        Ordering::Less => -1,
        Ordering::Equal => difference,
    }
}

fn compare(a: &[u8], b: &[u8]) -> i32 {
    let same = a.iter().zip(b).take_while(|(x, y)| x == y).count();
    let byte = |text: &[u8]| i32::from(text.get(same).copied().unwrap_or(0));
    let difference = byte(a) - byte(b);
    if difference == 0 {
        return 0;
    }
    let (x, y) = (digit(a, same), digit(b, same));
    match (before(&a[..same]), x, y) {
        (Before::Text, Some(b'1'..), Some(b'1'..)) => by_length(a, b, same, difference),
        (Before::Integer, Some(_), Some(_)) => by_length(a, b, same, difference),
        (Before::Integer, None, Some(_)) => -1,
        (Before::Integer, Some(_), None) => 1,
        (Before::Zeros, None, Some(_)) => 1,
        (Before::Zeros, Some(_), None) => -1,
        _ => difference,
    }
}

#[cfg(test)]
mod tests {
    use super::compare;

    /// The order given in the GNU manual.
    #[test]
    fn the_manuals_order() {
        let order = ["000", "00", "01", "010", "09", "0", "1", "9", "10"];
        for pair in order.windows(2) {
            assert!(compare(pair[0].as_bytes(), pair[1].as_bytes()) < 0, "{pair:?}");
            assert!(compare(pair[1].as_bytes(), pair[0].as_bytes()) > 0, "{pair:?}");
        }
        assert!(compare(b"jan9", b"jan10") < 0);
        assert!(compare(b"alpha1", b"alpha001") > 0);
        assert_eq!(compare(b"x1.2", b"x1.2"), 0);
    }
}
