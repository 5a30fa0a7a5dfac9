//! Parts of paths (`<libgen.h>` and GNU's `basename`), and the lowest set bit (`<strings.h>`).

use whydunit_machine::{Guest, Reply, Run, Word};

use crate::Posix;
use crate::model::guest_ext::{arg, c_bytes, pinned};
use crate::model::{Model, model};

pub(crate) const MODELS: &[Model] = &[
    model("basename", gnu_basename),
    model("__xpg_basename", xpg_basename),
    model("dirname", dirname),
    model("ffs", ffs),
    model("ffsl", ffsl),
    model("ffsll", ffsl),
];

const WHY: &str = "text of a path";

fn gnu_basename(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let start = arg(guest, 0);
    let path = c_bytes(guest, start, WHY)?;
    let after = path.iter().rposition(|&b| b == b'/').map_or(0, |slash| slash + 1);
    Ok((start.bits + after as u64).into())
}

/// The path without trailing slashes; if it has only slashes, one remains.
fn trimmed(path: &[u8]) -> &[u8] {
    let end = path.iter().rposition(|&b| b != b'/').map_or(1.min(path.len()), |last| last + 1);
    &path[..end]
}

fn xpg_basename(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let start = arg(guest, 0);
    let path = if start.bits == 0 { Vec::new() } else { c_bytes(guest, start, WHY)? };
    if path.is_empty() {
        return Ok(world.constants.string(guest, b".")?.into());
    }
    let kept = trimmed(&path);
    if kept == b"/" {
        return Ok((start.bits + path.len() as u64 - 1).into());
    }
    if kept.len() < path.len() {
        guest.store((start.bits + kept.len() as u64).into(), 1, Word::new(0))?;
    }
    let after = kept.iter().rposition(|&b| b == b'/').map_or(0, |slash| slash + 1);
    Ok((start.bits + after as u64).into())
}

fn dirname(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let start = arg(guest, 0);
    let path = if start.bits == 0 { Vec::new() } else { c_bytes(guest, start, WHY)? };
    let Some(slash) = trimmed(&path).iter().rposition(|&b| b == b'/') else {
        return Ok(world.constants.string(guest, b".")?.into());
    };
    let mut end = path[..slash].iter().rposition(|&b| b != b'/').map_or(0, |last| last + 1);
    if end == 0 {
        // POSIX gives exactly two leading slashes a meaning of their own, so they stay.
        let leading = path.iter().take_while(|&&b| b == b'/').count();
        end = if leading == 2 { 2 } else { 1 };
    }
    if end < path.len() {
        guest.store((start.bits + end as u64).into(), 1, Word::new(0))?;
    }
    Ok(start.into())
}

fn lowest_set(guest: &mut dyn Guest, mask: u64) -> Run<Reply> {
    let bits = pinned(guest, 0, "operand of ffs")? & mask;
    Ok(if bits == 0 { 0 } else { bits.trailing_zeros() as i32 + 1 }.into())
}

fn ffs(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    lowest_set(guest, u64::from(u32::MAX))
}

fn ffsl(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    lowest_set(guest, u64::MAX)
}

#[cfg(test)]
mod tests {
    use crate::test_guest::{TestGuest, int};
    use crate::{Case, Posix};

    fn part(name: &str, path: &str) -> String {
        let (mut world, mut guest) = (Posix::new(Case::default()), TestGuest::default());
        let path = guest.string(path);
        let part = guest.call(&mut world, name, &[int(path)]).unwrap();
        guest.text(part.slots[0].bits)
    }

    #[test]
    fn parts_of_paths_as_posix_lists_them() {
        let rows = [
            ("/usr/lib", "/usr", "lib"),
            ("/usr/", "/", "usr"),
            ("usr", ".", "usr"),
            ("/", "/", "/"),
            (".", ".", "."),
            ("..", ".", ".."),
            ("", ".", "."),
            ("a//b//", "a", "b"),
            ("//x", "//", "x"),
        ];
        for (path, directory, base) in rows {
            assert_eq!(part("dirname", path), directory, "{path}");
            assert_eq!(part("__xpg_basename", path), base, "{path}");
        }
        assert_eq!(part("basename", "a/b/"), "");
    }
}
