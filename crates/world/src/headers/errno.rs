//! `<errno.h>`

use whydunit_machine::{Guest, Reply, Run};

use crate::Posix;
use crate::model::{Model, model};

pub(crate) const MODELS: &[Model] = &[model("__errno_location", errno_location)];

fn errno_location(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    Ok(world.errno_address(guest).into())
}

#[cfg(test)]
mod tests {
    use crate::test_guest::TestGuest;
    use crate::{Case, Posix};

    #[test]
    fn errno_has_one_address() {
        let (mut world, mut guest) = (Posix::new(Case::default()), TestGuest::default());
        let first = guest.call(&mut world, "__errno_location", &[]).unwrap();
        assert_eq!(first, guest.call(&mut world, "__errno_location", &[]).unwrap());
    }
}
