//! Trusted functions: assumed correct, and folded into their calls.

use whydunit_program::{FunctionId, Program};
use whydunit_trace::{Recording, Time, Trusted};

/// The trusted functions of a program: libc's, and those that the user names.
#[derive(Clone, Debug, Default)]
pub struct Trust {
    functions: Vec<bool>,
}

impl Trust {
    /// Trusts the C library only.
    pub fn library(program: &Program) -> Trust {
        Trust { functions: covered(program, &Trusted::default()) }
    }

    /// Trusts libc and the functions, files or directories in `names`. The first name without a match is returned as an
    /// error.
    pub fn new(program: &Program, names: &[String]) -> Result<Trust, String> {
        let Trust { mut functions } = Trust::library(program);
        for name in names {
            let path = name.trim_start_matches("./");
            let named = covered(program, &Trusted::nothing().name(name).path(path));
            if path.is_empty() || !named.contains(&true) {
                return Err(name.clone());
            }
            functions.iter_mut().zip(named).for_each(|(all, one)| *all |= one);
        }
        Ok(Trust { functions })
    }

    /// The instance that represents the one at `time`: itself, or the call by which untrusted code entered trusted
    /// code. `None` if no untrusted function made that call, as at the end of the run.
    pub fn outside(&self, recording: &Recording, time: Time) -> Option<Time> {
        let mut block = recording.position(time)?.block;
        let mut shown = time;
        while self.has(recording.function_of(block).0) {
            block = recording.caller_of(block)?;
            shown = recording.end_of(block);
        }
        Some(shown)
    }

    /// Is this function trusted?
    pub fn has(&self, function: FunctionId) -> bool {
        self.functions.get(function.0 as usize).copied().unwrap_or(false)
    }
}

fn covered(program: &Program, trusted: &Trusted) -> Vec<bool> {
    program.functions.iter().map(|f| trusted.covers(program, f)).collect()
}
