//! Integer arithmetic: `abs`, `div` and related functions.

use whydunit_machine::{FailureKind, Guest, Reply, Run, Word};
use whydunit_program::BinOp;

use crate::Posix;
use crate::model::guest_ext::{arg, pinned};
use crate::model::{Model, model};

pub(crate) const MODELS: &[Model] = &[
    model("abs", abs),
    model("labs", labs),
    model("llabs", labs),
    model("imaxabs", labs),
    model("div", div),
    model("ldiv", ldiv),
    model("lldiv", ldiv),
    model("imaxdiv", ldiv),
];

fn absolute(guest: &mut dyn Guest, w: u8) -> Reply {
    let value = arg(guest, 0);
    let negative = guest.bin(BinOp::SLt, w, value, Word::new(0));
    let negated = guest.bin(BinOp::Sub, w, Word::new(0), value);
    guest.select(negative, negated, value).into()
}

fn abs(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    Ok(absolute(guest, 32))
}

fn labs(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    Ok(absolute(guest, 64))
}

const WHY: &str = "operand of div";

fn div(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let (a, b) = (pinned(guest, 0, WHY)? as i32, pinned(guest, 1, WHY)? as i32);
    if b == 0 {
        return Err(guest.fail(FailureKind::DivisionByZero));
    }
    let quotient = a.checked_div(b).ok_or_else(|| guest.fail(FailureKind::DivisionOverflow))?;
    // A struct of two ints is returned in one register.
    Ok((u64::from(quotient as u32) | u64::from((a % b) as u32) << 32).into())
}

fn ldiv(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let (a, b) = (pinned(guest, 0, WHY)? as i64, pinned(guest, 1, WHY)? as i64);
    if b == 0 {
        return Err(guest.fail(FailureKind::DivisionByZero));
    }
    let quotient = a.checked_div(b).ok_or_else(|| guest.fail(FailureKind::DivisionOverflow))?;
    Ok(Reply { slots: [quotient.into(), (a % b).into()] })
}

#[cfg(test)]
mod tests {
    use whydunit_machine::{FailureKind, Halt};

    use crate::test_guest::{TestGuest, int};
    use crate::{Case, Posix};

    #[test]
    fn quotient_and_remainder() {
        let (mut world, mut guest) = (Posix::new(Case::default()), TestGuest::default());
        let args = [int(-7i32 as u32 as u64), int(2)];
        let both = guest.call(&mut world, "div", &args).unwrap().slots[0].bits;
        assert_eq!((both as i32, (both >> 32) as i32), (-3, -1));
        let args = [int(-7i64 as u64), int(2)];
        let both = guest.call(&mut world, "ldiv", &args).unwrap().slots;
        assert_eq!((both[0].bits as i64, both[1].bits as i64), (-3, -1));
        let zero = guest.call(&mut world, "div", &[int(1), int(0)]);
        assert_eq!(zero, Err(Halt::Failed(FailureKind::DivisionByZero)));
        let overflow = guest.call(&mut world, "ldiv", &[int(i64::MIN as u64), int(u64::MAX)]);
        assert_eq!(overflow, Err(Halt::Failed(FailureKind::DivisionOverflow)));
    }

    #[test]
    fn absolute_values() {
        let (mut world, mut guest) = (Posix::new(Case::default()), TestGuest::default());
        let five = guest.call(&mut world, "abs", &[int(-5i32 as u32 as u64)]).unwrap();
        assert_eq!(five.slots[0].bits, 5);
        let most = guest.call(&mut world, "labs", &[int(i64::MIN as u64)]).unwrap();
        assert_eq!(most.slots[0].bits, i64::MIN as u64);
    }
}
