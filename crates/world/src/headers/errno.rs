//! `<errno.h>`

use whydunit_machine::{Guest, Reply, Run};

use crate::Posix;
use crate::model::{Model, model};

pub(crate) const MODELS: &[Model] = &[model("__errno_location", errno_location)];

fn errno_location(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    Ok(world.errno_address(guest).into())
}
