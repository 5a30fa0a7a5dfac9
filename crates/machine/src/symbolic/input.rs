//! Makes a run symbolic: its input, or values introduced during the run.

use whydunit_program::FunctionId;
use whydunit_terms::Model;

use super::{Symbolic, SymbolicInput};
use crate::access::Access;
use crate::constraint::Moment;
use crate::machine::Core;
use crate::{Channel, Halt, Machine, Site, Unsupported, Word, World};

impl<W> Machine<W> {
    /// Makes input symbolic, with these values where they differ from the case. Must be called
    /// before the run begins: input that was already read stays concrete.
    pub fn make_symbolic(&mut self, input: SymbolicInput, values: &Model) -> Result<(), Unsupported> {
        let arguments = input.arguments;
        let symbolic = self.core.symbolic.get_or_insert_default();
        symbolic.set_input(input);
        symbolic.give(values);
        let done = if arguments { self.symbolic_arguments() } else { Ok(()) };
        done.map_err(|halt| Unsupported { what: format!("the arguments cannot be read: {halt:?}"), stack: Vec::new() })
    }

    /// Makes symbols of the argument bytes, which are in memory since the start.
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

    /// Terms and constraints of a run with symbols.
    pub fn symbolic(&self) -> Option<&Symbolic> {
        self.core.symbolic.as_deref()
    }

    /// Makes this a symbolic run, in which symbols receive these values on creation.
    pub fn give(&mut self, values: &Model) {
        self.core.symbolic.get_or_insert_default().give(values);
    }
}

impl<W: World> Machine<W> {
    /// The symbolic side and the current position, for callers that add constraints which no
    /// instruction of the program implies.
    pub fn symbolic_here(&mut self) -> Option<(&mut Symbolic, Moment)> {
        let at = self.moment();
        Some((self.core.symbolic.as_deref_mut()?, at))
    }

    /// The word of 1–8 bytes at an address that may be symbolic. Conditions on the address become
    /// part of the path; none when the bytes are not readable.
    pub fn inspect_word(&mut self, address: Word, bytes: u8) -> Option<Word> {
        let at = self.moment();
        let Core { memory, symbolic, .. } = &mut self.core;
        Access { memory, symbolic, at }.load(address, bytes).ok()
    }
}
