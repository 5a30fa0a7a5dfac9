//! Messages: `strerror`, `strsignal` and related functions.

use whydunit_machine::{Guest, Reply, Run, Word};

use crate::Posix;
use crate::model::guest_ext::{arg, pinned};
use crate::model::{Model, model};
use crate::text::error_text::error_text;
use crate::text::messages::{error_name, known_signal, signal_name, signal_text};

pub(crate) const MODELS: &[Model] = &[
    model("strerror", strerror),
    model("strerror_l", strerror),
    model("strerror_r", strerror_r),
    model("__xpg_strerror_r", xpg_strerror_r),
    model("strerrorname_np", strerrorname_np),
    model("strerrordesc_np", strerrordesc_np),
    model("strsignal", strsignal),
    model("sigabbrev_np", sigabbrev_np),
    model("sigdescr_np", sigdescr_np),
];

const EINVAL: i32 = 22;
const ERANGE: i32 = 34;

/// Does glibc have a message for this error?
fn is_known(number: i32) -> bool {
    number == 0 || error_name(number).is_some()
}

fn number(guest: &mut dyn Guest) -> Run<i32> {
    Ok(pinned(guest, 0, "number of a message")? as i32)
}

fn strerror(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let text = error_text(number(guest)?);
    Ok(world.constants.string(guest, text.as_bytes())?.into())
}

/// Copies as much of `text` as fits, and a terminator.
fn put(guest: &mut dyn Guest, to: Word, room: u64, text: &str) -> Run<()> {
    if room == 0 {
        return Ok(());
    }
    let kept = text.len().min(room as usize - 1);
    let mut bytes = text.as_bytes()[..kept].to_vec();
    bytes.push(0);
    guest.write_bytes(to, &bytes)
}

/// GNU's variant uses the buffer for unknown numbers only.
fn strerror_r(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let (number, buffer, room) = (number(guest)?, arg(guest, 1), pinned(guest, 2, "size of a buffer")?);
    if is_known(number) {
        return strerror(world, guest);
    }
    put(guest, buffer, room, &error_text(number))?;
    Ok(buffer.into())
}

fn xpg_strerror_r(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let (number, buffer, room) = (number(guest)?, arg(guest, 1), pinned(guest, 2, "size of a buffer")?);
    let text = error_text(number);
    put(guest, buffer, room, &text)?;
    Ok(match is_known(number) {
        false => EINVAL,
        true if text.len() as u64 >= room => ERANGE,
        true => 0,
    }
    .into())
}

fn constant(world: &mut Posix, guest: &mut dyn Guest, text: Option<&str>) -> Run<Reply> {
    Ok(match text {
        Some(text) => world.constants.string(guest, text.as_bytes())?,
        None => 0,
    }
    .into())
}

fn strerrorname_np(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let number = number(guest)?;
    constant(world, guest, if number == 0 { Some("0") } else { error_name(number) })
}

fn strerrordesc_np(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let number = number(guest)?;
    if is_known(number) { strerror(world, guest) } else { Ok(0u64.into()) }
}

fn strsignal(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let text = signal_text(number(guest)?);
    Ok(world.constants.string(guest, text.as_bytes())?.into())
}

fn sigabbrev_np(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let number = number(guest)?;
    constant(world, guest, signal_name(number))
}

fn sigdescr_np(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let number = number(guest)?;
    constant(world, guest, known_signal(number))
}

#[cfg(test)]
mod tests {
    use whydunit_machine::Guest;

    use crate::test_guest::{TestGuest, int};
    use crate::{Case, Posix};

    #[test]
    fn messages_lie_in_memory_once() {
        let (mut world, mut guest) = (Posix::new(Case::default()), TestGuest::default());
        let first = guest.call(&mut world, "strerror", &[int(2)]).unwrap();
        assert_eq!(guest.text(first.slots[0].bits), "No such file or directory");
        assert_eq!(guest.call(&mut world, "strerror", &[int(2)]).unwrap(), first);
        let unknown = guest.call(&mut world, "strerrorname_np", &[int(999)]).unwrap();
        assert_eq!(unknown.slots[0].bits, 0);
    }

    #[test]
    fn both_kinds_of_strerror_r() {
        let (mut world, mut guest) = (Posix::new(Case::default()), TestGuest::default());
        let buffer = guest.reserve(10, 1);
        let args = [int(2), int(buffer), int(10)];
        assert_eq!(guest.call(&mut world, "__xpg_strerror_r", &args).unwrap().slots[0].bits, 34);
        assert_eq!(guest.text(buffer), "No such f");
        let unknown = guest.call(&mut world, "strerror_r", &[int(500), int(buffer), int(10)]).unwrap();
        assert_eq!(unknown.slots[0].bits, buffer);
        assert_eq!(guest.text(buffer), "Unknown e");
    }
}
