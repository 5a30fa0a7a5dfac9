//! The world of one run: everything that libc and the kernel would remember.

use std::sync::Arc;

use whydunit_machine::{Guest, Halt, Reply, Run, Word, World};

use crate::clock::Clock;
use crate::{Case, model};

/// libc and kernel for one run. Cloning shares what is large.
#[derive(Clone, Debug)]
pub struct Posix {
    pub(crate) case: Arc<Case>,
    pub(crate) clock: Clock,
    errno: Option<u64>,
}

/// Stub numbers start here; below are models.
const STUBS: u32 = 1 << 30;

impl Posix {
    /// The world for one case.
    pub fn new(case: Case) -> Self {
        Posix { clock: Clock::new(case.time), case: Arc::new(case), errno: None }
    }

    /// Address of the program's `errno`.
    pub(crate) fn errno_address(&mut self, guest: &mut dyn Guest) -> u64 {
        *self.errno.get_or_insert_with(|| guest.reserve(4, 4))
    }

    /// Sets `errno`.
    pub(crate) fn set_errno(&mut self, guest: &mut dyn Guest, value: i32) -> Run<()> {
        let address = self.errno_address(guest);
        guest.store(address.into(), 4, value.into())
    }
}

impl World for Posix {
    fn bind(&self, name: &str) -> Option<u32> {
        // A stub the user gave wins over a model: it is how a model is switched off.
        if let Some(index) = self.case.stubs.keys().position(|k| k == name) {
            return Some(STUBS + index as u32);
        }
        model::find(name)
    }

    fn start(&mut self, guest: &mut dyn Guest) -> Run<[Word; 3]> {
        let _ = guest;
        Err(Halt::Unsupported("world start".into()))
    }

    fn call(&mut self, number: u32, guest: &mut dyn Guest) -> Run<Reply> {
        if number >= STUBS {
            let value = self.case.stubs.values().nth((number - STUBS) as usize).copied();
            return Ok(value.unwrap_or(0).into());
        }
        (model::get(number).run)(self, guest)
    }
}
