//! What a call of a library function wrote through one of its arguments: that is what there is to see of it.

use whydunit_machine::{Machine, World};
use whydunit_program::{Inst, Program, Slot};

use crate::effect::{Effect, Item};
use crate::expression::{Leaf, Reader};
use crate::instance::Instance;
use crate::value::Value;

impl Effect<'_> {
    /// Did a call put something of its own making into memory? What it read from outside is none, nor is a new object.
    pub fn makes(&self) -> bool {
        let other = |item: &Item| matches!(item, Item::Consume { .. } | Item::Allocate { .. } | Item::Release { .. });
        self.written().next().is_some() && !self.items.iter().any(other)
    }

    /// The first addresses of what was written, and how many bytes.
    fn written(&self) -> impl Iterator<Item = (u64, u64)> + '_ {
        self.items.iter().filter_map(|item| match *item {
            Item::Write { addr, len } => Some((addr, len)),
            Item::Copy { dst, len, .. } => Some((dst, len.into())),
            _ => None,
        })
    }
}

impl Instance {
    /// Adds what a call defined, if it wrote through one of its arguments. `before` is paused at the call, `after`
    /// behind it.
    pub fn see_written<W: World>(
        &mut self,
        program: &Program,
        before: &mut Machine<W>,
        after: &mut Machine<W>,
        effect: Effect<'_>,
    ) {
        let function = program.function(self.site.function);
        let Inst::Call { site } = function.insts[self.site.inst as usize] else { return };
        let args = function.calls[site as usize].args.iter().map(|arg| arg.slot);
        let Some((slot, len)) = args.into_iter().find_map(|slot| Some((slot, written_behind(before, slot, effect)?)))
        else {
            return;
        };
        let Some(frame) = before.innermost() else { return };
        let reader = Reader::new(program, before, frame);
        let target = reader.written(slot, len);
        let single = target.ty.is_some_and(|ty| program.types.size(ty) == 1);
        let mut leaves: Vec<Leaf> = Vec::new();
        reader.leaves(slot, &mut leaves);
        // Of text behind a pointer there is more to see than its first character.
        let shown = match leaves.into_iter().next() {
            Some(leaf) if single && len > 1 => leaf.lvalue,
            _ => target,
        };
        self.defines = Some(Value::read(program, after, shown));
    }
}

/// How far behind the address in a slot a call wrote into the object that it points into; none when nowhere there.
fn written_behind<W: World>(before: &mut Machine<W>, slot: Slot, effect: Effect<'_>) -> Option<u64> {
    let address = before.slot(slot)?;
    let object = before.object_at(address)?;
    let inside = |&(start, _): &(u64, u64)| start >= address && start < object.start + object.size;
    effect.written().filter(inside).map(|(start, len)| start - address + len).max()
}
