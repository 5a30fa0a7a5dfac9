//! Functions designated correct, as the user names them: their inside is folded into the call.

use whydunit_program::{FunctionId, Program};
use whydunit_trace::{Recording, Time, Trusted};

/// Which functions of a program are trusted: libc's, and those the user names.
#[derive(Clone, Debug, Default)]
pub struct Trust {
    functions: Vec<bool>,
}

impl Trust {
    /// The C library's.
    pub fn library(program: &Program) -> Trust {
        Trust { functions: covered(program, &Trusted::default()) }
    }

    /// Libc and what `names` say: functions, files or directories. The first name that means nothing is
    /// returned as an error.
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

    /// The instance that stands for the one at `time`: itself, or the call by which a function that is not
    /// trusted left it to trusted ones. None for what nobody called, as the end of the run.
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
