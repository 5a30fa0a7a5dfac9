//! `<fenv.h>`: the machine rounds to nearest and keeps no exception flags, so changing the mode or
//! reading flags is refused; saving and restoring does nothing.

use whydunit_machine::{Guest, Halt, Reply, Run};

use crate::Posix;
use crate::model::guest_ext::{arg, pinned};
use crate::model::{Model, model};

pub(crate) const MODELS: &[Model] = &[
    model("fegetround", |_, _| Ok(0i32.into())),
    model("fesetround", fesetround),
    model("feclearexcept", |_, _| Ok(0i32.into())),
    model("feraiseexcept", |_, _| Ok(0i32.into())),
    model("fedisableexcept", |_, _| Ok(0i32.into())),
    model("fegetexcept", |_, _| Ok(0i32.into())),
    model("fegetenv", save_environment),
    model("feholdexcept", save_environment),
    model("fesetenv", |_, _| Ok(0i32.into())),
    model("feupdateenv", |_, _| Ok(0i32.into())),
    model("fetestexcept", flags),
    model("fegetexceptflag", flags),
    model("fesetexceptflag", flags),
    model("feenableexcept", flags),
];

/// Size of x86-64's `fenv_t`.
const ENVIRONMENT_SIZE: u64 = 32;

fn fesetround(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    match pinned(guest, 0, "rounding mode")? as i32 {
        0 => Ok(0i32.into()),
        0x400 | 0x800 | 0xc00 => Err(Halt::Unsupported(
            "fesetround: only rounding to nearest is supported; link code that needs no other mode".into(),
        )),
        _ => Ok(1i32.into()),
    }
}

fn save_environment(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let place = arg(guest, 0);
    guest.fill(place, 0u64.into(), ENVIRONMENT_SIZE)?;
    Ok(0i32.into())
}

fn flags(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let what = format!("{}: floating-point exceptions are not recorded; test results instead", guest.callee());
    Err(Halt::Unsupported(what))
}

#[cfg(test)]
mod tests {
    use whydunit_machine::Halt;

    use crate::test_guest::{TestGuest, int};
    use crate::{Case, Posix};

    #[test]
    fn only_nearest() {
        let (mut world, mut guest) = (Posix::new(Case::default()), TestGuest::default());
        assert_eq!(guest.call(&mut world, "fesetround", &[int(0)]), Ok(0i32.into()));
        assert!(matches!(guest.call(&mut world, "fesetround", &[int(0x400)]), Err(Halt::Unsupported(_))));
        assert!(matches!(guest.call(&mut world, "fetestexcept", &[int(1)]), Err(Halt::Unsupported(_))));
    }
}
