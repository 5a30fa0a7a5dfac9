//! String comparison. As in glibc on x86-64, the result is the difference of the first two bytes
//! that differ. All our locales (C, C.UTF-8) collate by bytes.

use whydunit_machine::{Guest, Reply, Run, Word};

use super::{check_overlap, length};
use crate::Posix;
use crate::model::cursor::Cursor;
use crate::model::guest_ext::{arg, is_nul, pinned};
use crate::model::words::{difference, equal, folded};
use crate::model::{Model, model};

pub(crate) const MODELS: &[Model] = &[
    model("strcmp", strcmp),
    model("strncmp", strncmp),
    model("strcoll", strcmp),
    model("strcoll_l", strcmp),
    model("__strcoll_l", strcmp),
    model("strcasecmp", strcasecmp),
    model("__strcasecmp", strcasecmp),
    model("strcasecmp_l", strcasecmp),
    model("__strcasecmp_l", strcasecmp),
    model("strncasecmp", strncasecmp),
    model("strncasecmp_l", strncasecmp),
    model("__strncasecmp_l", strncasecmp),
    model("strxfrm", strxfrm),
    model("strxfrm_l", strxfrm),
    model("__strxfrm_l", strxfrm),
];

fn compare(guest: &mut dyn Guest, limit: u64, fold: bool) -> Run<Reply> {
    let (a, b) = (arg(guest, 0), arg(guest, 1));
    let (mut a, mut b) = (Cursor::new(a), Cursor::new(b));
    let mut result = Word::new(0);
    while a.position() < limit {
        let (mut x, mut y) = (a.next(guest)?, b.next(guest)?);
        if fold {
            (x, y) = (folded(guest, x)?, folded(guest, y)?);
        }
        if !equal(guest, 8, x, y)? {
            result = difference(guest, x, y);
            break;
        }
        if is_nul(guest, x)? {
            break;
        }
    }
    a.report(guest)?;
    b.report(guest)?;
    Ok(result.into())
}

fn strcmp(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    compare(guest, u64::MAX, false)
}

fn strncmp(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let limit = pinned(guest, 2, "length of a comparison")?;
    compare(guest, limit, false)
}

fn strcasecmp(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    compare(guest, u64::MAX, true)
}

fn strncasecmp(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let limit = pinned(guest, 2, "length of a comparison")?;
    compare(guest, limit, true)
}

/// Keys of collation by bytes are the strings themselves.
fn strxfrm(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let (dst, src, room) = (arg(guest, 0), arg(guest, 1), pinned(guest, 2, "size of a destination")?);
    let len = length(guest, src)?;
    let copied = room.min(len + 1);
    check_overlap(guest, dst, src, copied)?;
    if copied > 0 {
        guest.copy(dst, src, copied)?;
    }
    Ok(len.into())
}

#[cfg(test)]
mod tests {
    use crate::test_guest::{TestGuest, int};
    use crate::{Case, Posix};

    fn compared(name: &str, a: &str, b: &str, limit: u64) -> i32 {
        let mut guest = TestGuest::default();
        let (a, b) = (guest.string(a), guest.string(b));
        let reply = guest.call(&mut Posix::new(Case::default()), name, &[int(a), int(b), int(limit)]);
        reply.unwrap().slots[0].bits as i32
    }

    #[test]
    fn results_are_differences_of_bytes() {
        assert_eq!(compared("strcmp", "abc", "abd", 0), -1);
        assert_eq!(compared("strcmp", "abz", "aba", 0), 25);
        assert_eq!(compared("strcmp", "ab", "abc", 0), -i32::from(b'c'));
        assert_eq!(compared("strcmp", "same", "same", 0), 0);
        assert_eq!(compared("strncmp", "abcX", "abcY", 3), 0);
        assert_eq!(compared("strcasecmp", "HeLLo", "hEllO", 0), 0);
        assert_eq!(compared("strcasecmp", "A", "b", 0), -1);
        assert_eq!(compared("strncasecmp", "ABx", "aby", 2), 0);
    }
}
