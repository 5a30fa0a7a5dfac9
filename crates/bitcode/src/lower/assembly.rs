//! Inline assembly: barriers are dropped, and the integer instructions that occur in practice are
//! translated. A register is represented by the slot of its current value.

mod constraint;
mod template;
mod x86;

use std::collections::HashMap;

use whydunit_program::{CastOp, Slot};

use crate::llvm::Value;

use super::Lowered;
use super::address::Place;
use super::function::Lowering;
use super::scalar::{Kind, Scalar};
use constraint::{Constraint, Home};

/// An operand location of a machine instruction.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Location {
    /// A machine register.
    Register(String),
    /// An operand's register that is left to the compiler.
    Operand(usize),
    /// Memory at the address in a slot.
    Memory(Slot, i64),
    /// The carry flag.
    Carry,
}

/// The state of registers while a template is translated.
struct State {
    /// The locations of the statement's operands, with their widths.
    operands: Vec<(Location, u8)>,
    /// Value and width of every register in use; values are zero-extended.
    values: HashMap<Location, (Slot, u8)>,
    /// The carry flag, after an instruction that sets it.
    carry: Option<Slot>,
}

impl<'m> Lowering<'_, 'm> {
    /// A call of inline assembly.
    pub(super) fn assembly(&mut self, inst: Value<'m>, template: &str, constraints: &str) -> Lowered {
        let refuse = || format!("inline assembly {template:?}; compile the program without it");
        let instructions = template::parse(template).map_err(|_| refuse())?;
        let constraints = constraint::parse(constraints).ok_or_else(refuse)?;
        let mut state = self.state(inst, &constraints).map_err(|_| refuse())?;
        for instruction in &instructions {
            self.machine_instruction(&mut state, instruction).map_err(|_| refuse())?;
        }
        self.outputs(inst, &constraints, &state)
    }

    /// Places the arguments as required by the constraints.
    fn state(&mut self, inst: Value<'m>, constraints: &[Constraint]) -> Lowered<State> {
        let mut state = State { operands: Vec::new(), values: HashMap::new(), carry: None };
        let mut args = inst.args().into_iter();
        let mut results = self.shape(inst)?.iter().copied().collect::<Vec<_>>().into_iter();
        for (index, constraint) in constraints.iter().enumerate() {
            let own = || Location::Operand(index);
            if constraint.output && constraint.home != Home::Memory {
                let width = results.next().ok_or("an output without a result")?.bits;
                let location = match &constraint.home {
                    Home::Register(name) => Location::Register(name.clone()),
                    Home::Carry => Location::Carry,
                    _ => own(),
                };
                state.operands.push((location, width));
                continue;
            }
            let arg = args.next().ok_or("an input without an argument")?;
            let (scalar, slot) = (self.scalar(arg)?, self.slot(arg)?);
            let location = match &constraint.home {
                Home::Memory => Location::Memory(slot, 0),
                Home::Register(name) => Location::Register(name.clone()),
                Home::Tied(output) => state.operands.get(*output).ok_or("tied to an unknown output")?.0.clone(),
                _ => own(),
            };
            if scalar.bits > 64 || scalar.kind == Kind::Float && self.is_used_by_code(inst) {
                return Err("operand that is no integer".into());
            }
            if constraint.home != Home::Memory {
                state.values.insert(location.clone(), (slot, scalar.bits));
            }
            state.operands.push((location, scalar.bits));
        }
        Ok(state)
    }

    /// Does the template contain instructions? Floats are only supported in empty templates.
    fn is_used_by_code(&self, inst: Value<'m>) -> bool {
        inst.callee()
            .assembly()
            .is_none_or(|(template, _)| template::parse(&template).map_or(true, |all| !all.is_empty()))
    }

    /// Moves the values of the outputs to the results.
    fn outputs(&mut self, inst: Value<'m>, constraints: &[Constraint], state: &State) -> Lowered {
        let (shape, dst) = (self.shape(inst)?, self.results(inst)?);
        let direct = constraints.iter().enumerate().filter(|(_, c)| c.output && c.home != Home::Memory);
        for (lane, (index, _)) in direct.enumerate() {
            let (location, _) = &state.operands[index];
            let value = match location {
                Location::Carry => state.carry.map(|carry| (carry, 1)),
                location => state.values.get(location).copied(),
            };
            let zero = self.number(0);
            let (value, width) = value.unwrap_or((zero, 64));
            let scalar = shape[lane];
            if width > scalar.bits {
                self.convert(CastOp::Trunc, width, scalar.bits, dst[lane], value);
            } else {
                self.copy(Scalar { bits: 64, ..scalar }, dst[lane], value);
            }
        }
        Ok(())
    }

    /// The memory place at an offset from a base.
    fn memory_place(&mut self, base: Slot, offset: i64) -> Lowered<Place> {
        let offset = u32::try_from(offset).map_err(|_| "negative displacement")?;
        Ok(Place::Slot(base, offset))
    }
}
