//! Making a run symbolic: its input, or the values it is given on the way.

use whydunit_program::FunctionId;
use whydunit_terms::Model;

use super::{Symbolic, SymbolicInput};
use crate::access::Access;
use crate::constraint::Moment;
use crate::machine::Core;
use crate::{Channel, Halt, Machine, Site, Unsupported, Word, World};

impl<W> Machine<W> {
    /// Makes input symbolic, with these values where they differ from the case. To be called before
    /// the run begins: what was read by then stays as it is.
    pub fn make_symbolic(&mut self, input: SymbolicInput, values: &Model) -> Result<(), Unsupported> {
        let arguments = input.arguments;
        let symbolic = self.core.symbolic.get_or_insert_default();
        symbolic.set_input(input);
        symbolic.give(values);
        let done = if arguments { self.symbolic_arguments() } else { Ok(()) };
        done.map_err(|halt| Unsupported { what: format!("the arguments cannot be read: {halt:?}"), stack: Vec::new() })
    }

    /// The bytes of the arguments, in memory since the start, become symbols.
    fn symbolic_arguments(&mut self) -> Result<(), Halt> {
        let [argc, argv, _] = self.main_args;
        let at = Moment { time: 0, site: Site { function: FunctionId(0), inst: 0 }, callee: None };
        let Core { memory, symbolic, .. } = &mut self.core;
        for index in 1..argc {
            let mut access = Access { memory, symbolic, at };
            let text = access.load(Word::new(argv + 8 * index), 8)?.bits;
            for offset in 0.. {
                let byte = access.load(Word::new(text + offset), 1)?.bits as u8;
                if byte == 0 {
                    break;
                }
                let Some(symbolic) = access.symbolic.as_deref_mut() else { return Ok(()) };
                let word = symbolic.input_byte(Channel::Argument(index as u32), offset, byte);
                access.store(Word::new(text + offset), 1, word)?;
            }
        }
        Ok(())
    }

    /// Terms and conditions of a run that has symbols.
    pub fn symbolic(&self) -> Option<&Symbolic> {
        self.core.symbolic.as_deref()
    }

    /// Makes this a symbolic run, in which symbols have these values when they are made.
    pub fn give(&mut self, values: &Model) {
        self.core.symbolic.get_or_insert_default().give(values);
    }
}

impl<W: World> Machine<W> {
    /// The terms and conditions, and where the run is: for who asks something of it that its own instructions do not.
    pub fn symbolic_here(&mut self) -> Option<(&mut Symbolic, Moment)> {
        let at = self.moment();
        Some((self.core.symbolic.as_deref_mut()?, at))
    }

    /// The word of 1–8 bytes at an address that may be symbolic. What that needs becomes part of the path; none when
    /// the bytes may not be read.
    pub fn inspect_word(&mut self, address: Word, bytes: u8) -> Option<Word> {
        let at = self.moment();
        let Core { memory, symbolic, .. } = &mut self.core;
        Access { memory, symbolic, at }.load(address, bytes).ok()
    }
}
