//! Thread-specific values: keys of POSIX and of C11. Destructors run at the end of any thread but
//! the first, so here they never run.

use std::collections::BTreeMap;
use std::sync::Arc;

use whydunit_machine::{Guest, Reply, Run, Word};

use crate::Posix;
use crate::model::guest_ext::{arg, pinned};
use crate::model::refusal::{EAGAIN, EINVAL};
use crate::model::{Model, model};

pub(super) const MODELS: &[Model] = &[
    model("pthread_key_create", create),
    model("pthread_key_delete", delete),
    model("pthread_getspecific", get),
    model("pthread_setspecific", set),
    model("tss_create", create),
    model("tss_delete", delete),
    model("tss_get", get),
    model("tss_set", set),
];

/// Limit of keys, as in glibc.
const MAX_KEYS: u32 = 1024;

/// The keys and the only thread's values.
#[derive(Clone, Debug, Default)]
pub(crate) struct ThreadLocals {
    values: Arc<BTreeMap<u32, Word>>,
}

fn key(guest: &mut dyn Guest) -> Run<u32> {
    Ok(pinned(guest, 0, "a key of thread-local data")? as u32)
}

fn create(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let Some(free) = (0..MAX_KEYS).find(|k| !world.thread_locals.values.contains_key(k)) else {
        return Ok(EAGAIN.into());
    };
    Arc::make_mut(&mut world.thread_locals.values).insert(free, Word::new(0));
    let out = arg(guest, 0);
    guest.store(out, 4, free.into())?;
    Ok(0.into())
}

fn delete(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let key = key(guest)?;
    let known = Arc::make_mut(&mut world.thread_locals.values).remove(&key).is_some();
    Ok(if known { 0 } else { EINVAL }.into())
}

fn get(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let key = key(guest)?;
    Ok(world.thread_locals.values.get(&key).copied().unwrap_or_default().into())
}

fn set(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let (key, value) = (key(guest)?, arg(guest, 1));
    match Arc::make_mut(&mut world.thread_locals.values).get_mut(&key) {
        Some(slot) => *slot = value,
        None => return Ok(EINVAL.into()),
    }
    Ok(0.into())
}
