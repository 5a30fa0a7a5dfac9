//! `<fnmatch.h>`

use whydunit_machine::{Guest, Reply, Run};

use crate::Posix;
use crate::model::guest_ext::{arg, c_bytes, pinned};
use crate::model::refusal::unsupported;
use crate::model::{Model, model};
use crate::text::wildcard::{self, Rules};

pub(crate) const MODELS: &[Model] = &[model("fnmatch", fnmatch)];

fn fnmatch(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let flags = pinned(guest, 2, "the flags of fnmatch")? as u32;
    let (pattern, text) = (arg(guest, 0), arg(guest, 1));
    let pattern = c_bytes(guest, pattern, "a wildcard pattern")?;
    let text = c_bytes(guest, text, "the name given to fnmatch")?;
    match wildcard::matches(&pattern, &text, Rules(flags), world.charset) {
        Some(matches) => Ok(i32::from(!matches).into()),
        None => unsupported(guest, "this pattern needs too many steps here; simplify it"),
    }
}
