//! Services for the C part of libc (`runtime/`): ends of the run other than an ordinary exit.

use whydunit_machine::{FailureKind, Guest, Halt, Reply, Run};

use crate::Posix;
use crate::model::guest_ext::{arg, c_bytes, pinned};
use crate::model::{Model, model};

pub(crate) const MODELS: &[Model] = &[
    model("__whydunit_signal", signal),
    model("__whydunit_wait_for_signal", wait_for_signal),
    model("__whydunit_assertion", assertion),
    model("__whydunit_unsupported", unsupported),
    model("__stack_chk_fail", stack_smashed),
    model("__chk_fail", buffer_overflow),
];

/// Signals whose default action stops the process until it is continued.
const STOPPING: [u64; 4] = [19, 20, 21, 22];

fn signal(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let number = pinned(guest, 0, "signal number")?;
    if STOPPING.contains(&number) {
        let what = format!("signal {number} stops the program, and no process could continue it; handle or ignore it");
        return Err(Halt::Unsupported(what));
    }
    Err(guest.fail(FailureKind::Signal(number as i32)))
}

fn wait_for_signal(_: &mut Posix, _: &mut dyn Guest) -> Run<Reply> {
    Err(Halt::Unsupported("the program waits for a signal; in a sealed run none can arrive".into()))
}

fn assertion(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let text = arg(guest, 0);
    let text = c_bytes(guest, text, "text of an assertion")?;
    Err(guest.fail(FailureKind::Assertion { text: String::from_utf8_lossy(&text).into_owned() }))
}

fn unsupported(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let text = arg(guest, 0);
    let text = c_bytes(guest, text, "text of a message")?;
    Err(Halt::Unsupported(String::from_utf8_lossy(&text).into_owned()))
}

fn stack_smashed(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    Err(guest.fail(FailureKind::Misuse("stack smashing detected".into())))
}

fn buffer_overflow(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    Err(guest.fail(FailureKind::Misuse("buffer overflow detected".into())))
}

#[cfg(test)]
mod tests {
    use whydunit_machine::{FailureKind, Halt};

    use crate::test_guest::{TestGuest, int};
    use crate::{Case, Posix};

    #[test]
    fn an_unhandled_signal_is_a_failure() {
        let (mut world, mut guest) = (Posix::new(Case::default()), TestGuest::default());
        let end = guest.call(&mut world, "__whydunit_signal", &[int(6)]);
        assert_eq!(end, Err(Halt::Failed(FailureKind::Signal(6))));
    }

    #[test]
    fn an_assertion_keeps_its_text() {
        let (mut world, mut guest) = (Posix::new(Case::default()), TestGuest::default());
        let text = guest.string("x > 0");
        let end = guest.call(&mut world, "__whydunit_assertion", &[int(text)]);
        assert_eq!(end, Err(Halt::Failed(FailureKind::Assertion { text: "x > 0".into() })));
    }
}
