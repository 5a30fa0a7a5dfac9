//! Functions designated correct, as the user names them: their inside is folded into the call.

use whydunit_program::{FunctionId, Program};
use whydunit_trace::Trusted;

/// Which functions of a program are trusted: libc's, and those the user names.
#[derive(Clone, Debug, Default)]
pub struct Trust {
    functions: Vec<bool>,
}

impl Trust {
    /// Libc and what `names` say: functions, files or directories. The first name that means nothing is
    /// returned as an error.
    pub fn new(program: &Program, names: &[String]) -> Result<Trust, String> {
        let covers = |trusted: &Trusted| program.functions.iter().map(|f| trusted.covers(program, f)).collect();
        let mut functions: Vec<bool> = covers(&Trusted::default());
        for name in names {
            let path = name.trim_start_matches("./");
            let named: Vec<bool> = covers(&Trusted::nothing().name(name).path(path));
            if path.is_empty() || !named.contains(&true) {
                return Err(name.clone());
            }
            functions.iter_mut().zip(named).for_each(|(all, one)| *all |= one);
        }
        Ok(Trust { functions })
    }

    /// Is this function trusted?
    pub fn has(&self, function: FunctionId) -> bool {
        self.functions.get(function.0 as usize).copied().unwrap_or(false)
    }
}
