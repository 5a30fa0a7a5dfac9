//! Access to the values of a format: the arguments of the call, or a `va_list` in memory.

use whydunit_machine::{Arg, FailureKind, Guest, OutByte, Run, Word};
use whydunit_program::{ArgClass, BinOp};

use crate::model::guest_ext::at;

/// Number of registers for integers and pointers, and for floats.
const INTEGER_REGISTERS: usize = 6;
const FLOAT_REGISTERS: usize = 8;
/// Ends of both kinds of register in the save area of a `va_list`.
const SAVED_INTEGERS: u64 = 48;
const SAVED_ALL: u64 = 176;

/// A value and the index of the argument of the call that holds it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Value {
    /// The value; for a `long double` the mantissa.
    pub(crate) word: Word,
    /// Sign and exponent of a `long double`.
    pub(crate) high: Word,
    /// The argument.
    pub(crate) arg: u16,
}

/// The values that follow a format, in order.
#[derive(Clone, Debug)]
pub(crate) enum Arguments {
    /// Arguments of the call itself.
    Direct(Direct),
    /// A System V `va_list` at this address, passed as this argument.
    List {
        /// Its address.
        list: Word,
        /// Index of the argument.
        arg: u16,
        /// Number of values taken.
        taken: u16,
    },
}

/// Positions in the arguments of the call, as a real callee sees them: integers, floats and the
/// stack are three queues. If format and arguments agree, they advance together.
#[derive(Clone, Debug)]
pub(crate) struct Direct {
    integers: Queue,
    floats: Queue,
    stack: Queue,
}

/// The next argument to examine, and the number of registers used before it.
#[derive(Clone, Copy, Debug, Default)]
struct Queue {
    next: usize,
    integers: usize,
    floats: usize,
}

impl Queue {
    /// Skips to the next argument that `wanted` accepts; its second parameter is true for the stack.
    fn advance(&mut self, args: &[Arg], wanted: impl Fn(ArgClass, bool) -> bool) -> Option<usize> {
        while let Some(arg) = args.get(self.next) {
            let on_stack = self.place(arg.class);
            let here = self.next;
            self.next += 1;
            if wanted(arg.class, on_stack) {
                return Some(here);
            }
        }
        None
    }

    /// Counts the registers of an argument; without a free register it is on the stack.
    fn place(&mut self, class: ArgClass) -> bool {
        let (count, limit, size) = match class {
            ArgClass::Int => (&mut self.integers, INTEGER_REGISTERS, 1),
            ArgClass::Int128 => (&mut self.integers, INTEGER_REGISTERS, 2),
            ArgClass::Float | ArgClass::FloatPair => (&mut self.floats, FLOAT_REGISTERS, 1),
            ArgClass::X87 | ArgClass::ByVal { .. } => return true,
        };
        let fits = *count + size <= limit;
        if fits {
            *count += size;
        }
        !fits
    }
}

impl Arguments {
    /// The arguments of the call from number `first` on.
    pub(crate) fn direct(guest: &dyn Guest, first: usize) -> Self {
        let mut queue = Queue::default();
        for arg in guest.args().iter().take(first) {
            queue.place(arg.class);
            queue.next += 1;
        }
        Arguments::Direct(Direct { integers: queue, floats: queue, stack: queue })
    }

    /// The `va_list` that is argument `index` of the call.
    pub(crate) fn list(guest: &dyn Guest, index: usize) -> Self {
        Arguments::List { list: crate::model::guest_ext::arg(guest, index), arg: index as u16, taken: 0 }
    }

    /// The next integer or pointer.
    pub(crate) fn integer(&mut self, guest: &mut dyn Guest) -> Run<Value> {
        match self {
            Arguments::Direct(direct) => {
                let found = direct
                    .integers
                    .advance(guest.args(), |class, stack| class == ArgClass::Int && !stack)
                    .or_else(|| direct.stack.advance(guest.args(), |_, stack| stack));
                value(guest, found)
            }
            Arguments::List { list, arg, taken } => listed(guest, *arg, taken, |guest| {
                Ok((from_list(guest, *list, 0, SAVED_INTEGERS, 8)?, Word::default()))
            }),
        }
    }

    /// The next `double`.
    pub(crate) fn double(&mut self, guest: &mut dyn Guest) -> Run<Value> {
        match self {
            Arguments::Direct(direct) => {
                let found = direct
                    .floats
                    .advance(guest.args(), |class, stack| class == ArgClass::Float && !stack)
                    .or_else(|| direct.stack.advance(guest.args(), |_, stack| stack));
                value(guest, found)
            }
            Arguments::List { list, arg, taken } => {
                listed(guest, *arg, taken, |guest| Ok((from_list(guest, *list, 4, SAVED_ALL, 16)?, Word::default())))
            }
        }
    }

    /// The next `long double`.
    pub(crate) fn extended(&mut self, guest: &mut dyn Guest) -> Run<Value> {
        match self {
            Arguments::Direct(direct) => {
                let found = direct.stack.advance(guest.args(), |class, _| class == ArgClass::X87);
                value(guest, found)
            }
            Arguments::List { list, arg, taken } => listed(guest, *arg, taken, |guest| {
                let field = at(guest, *list, 8);
                let area = guest.load(field, 8)?;
                let above = at(guest, area, 15);
                let aligned = guest.bin(BinOp::And, 64, above, Word::new(!15));
                let word = guest.load(aligned, 8)?;
                let above = at(guest, aligned, 8);
                let high = guest.load(above, 2)?;
                let next = at(guest, aligned, 16);
                guest.store(field, 8, next)?;
                Ok((word, high))
            }),
        }
    }
}

impl Arguments {
    /// The position of a `va_list`, for [`Arguments::reset`].
    pub(crate) fn mark(&self, guest: &mut dyn Guest) -> Run<[Word; 2]> {
        let Arguments::List { list, .. } = self else { return Ok([Word::default(); 2]) };
        let overflow = at(guest, *list, 8);
        Ok([guest.load(*list, 8)?, guest.load(overflow, 8)?])
    }

    /// Resets a `va_list` to a position.
    pub(crate) fn reset(&self, guest: &mut dyn Guest, mark: [Word; 2]) -> Run<()> {
        let Arguments::List { list, .. } = self else { return Ok(()) };
        let overflow = at(guest, *list, 8);
        guest.store(*list, 8, mark[0])?;
        guest.store(overflow, 8, mark[1])
    }
}

fn value(guest: &dyn Guest, found: Option<usize>) -> Run<Value> {
    match found {
        Some(index) => {
            let arg = guest.args()[index];
            Ok(Value { word: arg.word, high: arg.high, arg: index as u16 })
        }
        None => Err(guest.fail(FailureKind::Misuse("the format asks for more arguments than were passed".into()))),
    }
}

/// Takes the next value of a `va_list`, argument `list` of the call, and reports the reads.
fn listed(
    guest: &mut dyn Guest,
    list: u16,
    taken: &mut u16,
    take: impl FnOnce(&mut dyn Guest) -> Run<(Word, Word)>,
) -> Run<Value> {
    let arg = OutByte::listed(list, *taken);
    *taken = taken.saturating_add(1);
    guest.read_for(arg);
    let (word, high) = take(guest)?;
    guest.read_for(OutByte::LITERAL);
    Ok(Value { word, high, arg })
}

/// Takes eight bytes from the register save area while `offset_field` is below `end`, then from the
/// overflow area.
fn from_list(guest: &mut dyn Guest, list: Word, offset_field: u64, end: u64, step: u64) -> Run<Word> {
    let field = at(guest, list, offset_field);
    let offset = guest.load(field, 4)?;
    let offset = guest.pin(offset, "position in a va_list")?;
    if offset < end {
        guest.store(field, 4, Word::new(offset + step))?;
        let saved = at(guest, list, 16);
        let area = guest.load(saved, 8)?;
        let place = at(guest, area, offset);
        return guest.load(place, 8);
    }
    let field = at(guest, list, 8);
    let area = guest.load(field, 8)?;
    let next = at(guest, area, 8);
    guest.store(field, 8, next)?;
    guest.load(area, 8)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_guest::{TestGuest, double, int};

    #[test]
    fn arguments_agree_with_their_order_beyond_the_registers() {
        let mut guest = TestGuest::default();
        let args: Vec<_> = (0..20).map(|i| if i % 2 == 0 { int(i) } else { double(i as f64) }).collect();
        guest.set_args(&args);
        let mut arguments = Arguments::direct(&guest, 0);
        for i in 0..20u64 {
            let value = if i % 2 == 0 { arguments.integer(&mut guest) } else { arguments.double(&mut guest) };
            let value = value.unwrap();
            assert_eq!(u64::from(value.arg), i);
        }
        assert!(arguments.integer(&mut guest).is_err());
    }

    #[test]
    fn an_integer_is_not_taken_from_a_float_register() {
        let mut guest = TestGuest::default();
        guest.set_args(&[int(0), double(1.0), int(7)]);
        let mut arguments = Arguments::direct(&guest, 1);
        assert_eq!(arguments.integer(&mut guest).unwrap().word, Word::new(7));
        assert_eq!(arguments.double(&mut guest).unwrap().word, Word::from(1.0));
    }

    #[test]
    fn a_va_list_moves_on_in_memory() {
        let mut guest = TestGuest::default();
        let (list, saved, overflow) = (guest.reserve(24, 8), guest.reserve(176, 16), guest.reserve(64, 16));
        for (address, bytes, value) in
            [(list, 4, 40), (list + 4, 4, 160), (list + 8, 8, overflow + 8), (list + 16, 8, saved)]
        {
            guest.store(address.into(), bytes, Word::new(value)).unwrap();
        }
        guest.store((saved + 40).into(), 8, Word::new(11)).unwrap();
        guest.store((saved + 160).into(), 8, Word::from(2.5)).unwrap();
        guest.store((overflow + 8).into(), 8, Word::new(12)).unwrap();
        guest.store((overflow + 16).into(), 8, Word::new(13)).unwrap();
        guest.set_args(&[int(0), int(list)]);
        let mut arguments = Arguments::list(&guest, 1);
        assert_eq!(arguments.integer(&mut guest).unwrap().word, Word::new(11));
        assert_eq!(arguments.double(&mut guest).unwrap().word, Word::from(2.5));
        assert_eq!(arguments.integer(&mut guest).unwrap().word, Word::new(12));
        assert_eq!(arguments.extended(&mut guest).unwrap().word, Word::new(13));
        assert_eq!(guest.load((list + 8).into(), 8).unwrap(), Word::new(overflow + 32));
    }
}
