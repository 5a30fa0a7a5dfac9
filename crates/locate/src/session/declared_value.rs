//! Variables that nothing was ever written to, or nothing but what their declaration says.

use std::ops::Range;

use whydunit_machine::{Observer, Unsupported};
use whydunit_program::{FileId, Global};
use whydunit_trace::{Instance, Value};

use crate::session::Session;

/// Variables of more bytes are not looked through.
const LOOKED_AT: u64 = 64 << 10;

impl Session {
    /// What an instance uses of a global variable that is all 0 at the start and that nobody has written to until then.
    pub fn untouched<'a>(&mut self, user: &'a Instance) -> Result<Option<&'a Value>, Unsupported> {
        let program = self.program().clone();
        let blank = |global: &Global| {
            let size = (1..=LOOKED_AT).contains(&global.size);
            size && !global.constant && !global.external && global.init.iter().all(|&byte| byte == 0)
        };
        let of = |value: &Value| program.global_at(value.address).map(|id| &program.globals[id.0 as usize]);
        let mut uses = user.uses.iter();
        let used = uses.find_map(|v| Some((v, of(v).filter(|global| blank(global))?)));
        let Some((value, global)) = used else { return Ok(None) };
        let mut written = Written { range: global.address..global.address + global.size, found: false };
        self.recorded.snapshots.before(0).run_until(user.time.into(), &mut written)?;
        Ok((!written.found).then_some(value))
    }
}

/// A variable of the program that still has the value of its declaration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declared {
    /// Its name; of a text in quotes the text.
    pub name: String,
    /// Is it such a text, which has no name?
    pub literal: bool,
    /// The file.
    pub file: FileId,
    /// The line of the declaration.
    pub line: u32,
}

impl Session {
    /// The variables that an instance uses and that nobody has given another value than their declaration does.
    pub fn declared(&mut self, user: &Instance) -> Result<Vec<Declared>, Unsupported> {
        let program = self.program().clone();
        let mut found: Vec<Declared> = Vec::new();
        for value in &user.uses {
            let Some(id) = program.global_at(value.address) else { continue };
            let global = &program.globals[id.0 as usize];
            let Some(scope) = global.scope.filter(|_| !global.external && global.line > 0) else { continue };
            let writers =
                self.recorded.snapshots.writers_of(value.address, value.bytes.len() as u64, user.time.into())?;
            if writers.iter().all(Option::is_none) {
                let literal = global.constant && global.variable.is_none();
                let name = match literal {
                    true => {
                        format!("{:?}", String::from_utf8_lossy(global.init.strip_suffix(&[0]).unwrap_or(&global.init)))
                    }
                    false => global.variable.clone().unwrap_or_else(|| global.name.clone()),
                };
                found.push(Declared { name, literal, file: program.scopes[scope.0 as usize].file, line: global.line });
            }
        }
        found.dedup();
        Ok(found)
    }
}

/// Notes whether something is written to.
struct Written {
    range: Range<u64>,
    found: bool,
}

impl Written {
    fn see(&mut self, addr: u64, bytes: u64) {
        self.found |= addr < self.range.end && self.range.start < addr.saturating_add(bytes);
    }
}

impl Observer for Written {
    fn store(&mut self, _inst: u32, addr: u64, bytes: u64, _value: u64) {
        self.see(addr, bytes);
    }

    fn copy(&mut self, _inst: u32, dst: u64, _src: u64, len: u64) {
        self.see(dst, len);
    }
}
