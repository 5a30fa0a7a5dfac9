//! Terminators, and phis as moves on edges.

use std::collections::BTreeMap;

use whydunit_program::{BlockId, Inst, Slot, SwitchTable};

use crate::llvm::{BlockRef, Opcode, Value, ValueKind};

use super::Lowered;
use super::function::Lowering;

impl<'m> Lowering<'_, 'm> {
    /// The target of a jump to an LLVM block: the block itself, or the edge that sets its phis.
    fn target(&mut self, to: BlockRef<'m>) -> BlockId {
        if !to.instructions().next().is_some_and(|first| first.is(Opcode::LLVMPHI)) {
            return self.blocks[&to];
        }
        if let Some(&(_, label)) = self.edges.iter().find(|(block, _)| *block == to) {
            return label;
        }
        let label = self.body.label();
        self.edges.push((to, label));
        label
    }

    /// `br`.
    pub(super) fn branch(&mut self, inst: Value<'m>) -> Lowered {
        match *inst.successors() {
            [to] => {
                if let Some((address, jump)) = self.computed_goto(to) {
                    return self.jump_through(address, jump);
                }
                let to = self.target(to);
                self.push(Inst::Jump { to });
            }
            [then, other] => {
                let repeats = then.name().starts_with("do.body") && other.name().starts_with("do.end");
                let constant = inst.operand(0).constant_int();
                if let Some(holds) = constant.filter(|_| repeats) {
                    // The condition of `do … while (1)` decides nothing.
                    let to = self.target(if holds != 0 { then } else { other });
                    self.push(Inst::Jump { to });
                    return Ok(());
                }
                if repeats {
                    self.place_at_condition(inst);
                }
                let mut cond = self.slot(inst.operand(0))?;
                // `if (x = 0)`: copies the constant to a slot of its own, so that a patch can
                // recompute the condition.
                if constant.is_some() {
                    let dst = self.slots.fresh(1);
                    self.push(Inst::Move { dst, a: cond });
                    cond = dst;
                }
                if is_negated(&then.name(), &other.name()) {
                    self.body.negated.push(self.body.insts.len() as u32);
                }
                let (then, other) = (self.target(then), self.target(other));
                self.push(Inst::Branch { cond, then, other });
            }
            _ => return Err("branch with more than two targets".into()),
        }
        Ok(())
    }

    /// Moves a `do … while` branch to its condition's position. Clang gives it the position where
    /// the body ends, which without braces is that of the last statement.
    fn place_at_condition(&mut self, inst: Value<'m>) {
        let (end, condition) = (self.context.source.loc(inst), inst.operand(0));
        let mut tests = vec![condition];
        if condition.is(Opcode::LLVMPHI) {
            // For `a && b`, both operands.
            tests = condition.incoming().filter_map(|(_, block)| block.instructions().last()).collect();
        }
        tests.retain(|test| test.kind() == ValueKind::LLVMInstructionValueKind);
        let places = tests.into_iter().map(|test| self.context.source.loc(test));
        if let Some(place) = places.filter(|place| place.line > end.line).min_by_key(|place| place.line) {
            self.body.at(place);
        }
    }

    /// `switch`.
    pub(super) fn switch(&mut self, inst: Value<'m>) -> Lowered {
        let condition = inst.operand(0);
        let bits = self.scalar(condition)?.bits;
        if bits > 64 {
            return Err(format!("switch on an integer of {bits} bits; compare with `if` instead"));
        }
        let value = self.slot(condition)?;
        let successors = inst.successors();
        let default = self.target(successors[0]);
        let mut cases = BTreeMap::new();
        for (index, &to) in (1..).zip(&successors[1..]) {
            let case = inst.operand(2 * index).constant_int().ok_or("switch case that is no constant")?;
            cases.insert(case, self.target(to));
        }
        let table = self.table(SwitchTable { cases: cases.into_iter().collect(), default });
        self.push(Inst::Switch { value, table });
        Ok(())
    }

    /// `indirectbr`.
    pub(super) fn indirect_branch(&mut self, inst: Value<'m>) -> Lowered {
        self.jump_through(inst.operand(0), inst)
    }

    /// Clang shares one block between all `goto *` of a function, but the decision belongs to each
    /// `goto` in the source. For a jump to such a block, returns its target address and the
    /// `indirectbr`.
    fn computed_goto(&self, to: BlockRef<'m>) -> Option<(Value<'m>, Value<'m>)> {
        let mut insts = to.instructions();
        let (phi, jump) = (insts.next()?, insts.next()?);
        let shared = phi.is(Opcode::LLVMPHI) && jump.is(Opcode::LLVMIndirectBr) && jump.operand(0) == phi;
        let begins_with_phi = |to: &BlockRef<'m>| to.instructions().next().is_some_and(|i| i.is(Opcode::LLVMPHI));
        if !shared || jump.successors().iter().any(begins_with_phi) {
            return None;
        }
        phi.incoming().find(|(_, from)| *from == self.current).map(|(address, _)| (address, jump))
    }

    /// Jumps to an address by an `indirectbr`: the cases are the addresses of the labels, filled in
    /// by the linker.
    fn jump_through(&mut self, address: Value<'m>, inst: Value<'m>) -> Lowered {
        let addr = self.slot(address)?;
        let mut cases = BTreeMap::new();
        for to in inst.successors() {
            let number = self.blocks[&to].0;
            cases.insert(u64::from(number), self.target(to));
        }
        let cases: Vec<(u64, BlockId)> = cases.into_iter().collect();
        let Some(&(_, default)) = cases.first() else {
            self.push(Inst::Unreachable);
            return Ok(());
        };
        let table = self.table(SwitchTable { cases, default });
        self.push(Inst::IndirectJump { addr, table });
        Ok(())
    }

    fn table(&mut self, table: SwitchTable) -> u32 {
        self.switches.push(table);
        self.switches.len() as u32 - 1
    }

    /// `ret`.
    pub(super) fn ret(&mut self, inst: Value<'m>) -> Lowered {
        if inst.operand_count() == 0 {
            self.push(Inst::Return { first: 0, count: 0 });
            return Ok(());
        }
        let (first, count) = self.consecutive(inst.operand(0))?;
        let count = u8::try_from(count).map_err(|_| "return of a value of more than 255 slots")?;
        self.push(Inst::Return { first, count });
        Ok(())
    }

    /// The slots of a value in a contiguous range, copied there if they are scattered.
    pub(super) fn consecutive(&mut self, value: Value<'m>) -> Lowered<(Slot, u32)> {
        let shape = self.shape(value)?;
        let slots = self.slots_of(value)?;
        let count = shape.iter().map(|s| s.slots()).sum();
        if !value.is_constant() || slots.len() == 1 {
            return Ok((slots.first().copied().unwrap_or(0), count));
        }
        let first = self.slots.fresh(count);
        let targets = super::function::spread(first, &shape);
        for ((scalar, &from), to) in shape.iter().zip(&slots).zip(targets) {
            self.copy(*scalar, to, from);
        }
        Ok((first, count))
    }

    /// Adds the blocks for the edges that the terminator needs.
    pub(super) fn write_edges(&mut self) {
        for (to, label) in std::mem::take(&mut self.edges) {
            self.body.begin(label);
            match self.phi_moves(to) {
                Ok(moves) => {
                    self.parallel_moves(moves);
                    let to = self.blocks[&to];
                    self.push(Inst::Jump { to });
                }
                Err(what) => self.unsupported(what),
            }
        }
    }

    fn phi_moves(&mut self, to: BlockRef<'m>) -> Lowered<Vec<(Slot, Slot)>> {
        let mut moves = Vec::new();
        for phi in to.instructions().take_while(|inst| inst.is(Opcode::LLVMPHI)) {
            let current = self.current;
            let (value, _) = phi.incoming().find(|(_, from)| *from == current).ok_or("phi without this edge")?;
            let shape = self.shape(phi)?;
            let (results, values) = (self.results(phi)?, self.slots_of(value)?);
            for ((scalar, dst), a) in shape.iter().zip(results).zip(values) {
                moves.extend((0..scalar.slots()).map(|half| (dst + half, a + half)));
            }
        }
        moves.retain(|(dst, a)| dst != a);
        Ok(moves)
    }

    /// Parallel moves: a slot is overwritten only when no pending move reads it.
    fn parallel_moves(&mut self, mut moves: Vec<(Slot, Slot)>) {
        while !moves.is_empty() {
            let free = moves.iter().position(|(dst, _)| moves.iter().all(|(_, a)| a != dst));
            if let Some(index) = free {
                let (dst, a) = moves.remove(index);
                self.push(Inst::Move { dst, a });
                continue;
            }
            // Only cycles are left: save one slot and redirect its readers to the copy.
            let saved = self.slots.fresh(1);
            let (slot, _) = moves[0];
            self.push(Inst::Move { dst: saved, a: slot });
            moves.iter_mut().filter(|(_, a)| *a == slot).for_each(|(_, a)| *a = saved);
        }
    }
}

/// Clang compiles `if (!x)` to a branch on `x` with swapped targets, recognised by their names. An
/// operand inside `!(…)` is not itself negated: it continues with the next operand of its `&&` or
/// `||` as usual.
fn is_negated(then: &str, other: &str) -> bool {
    let is = |name: &str, kinds: &[&str]| {
        let kind = name.trim_end_matches(|c: char| c.is_ascii_digit());
        kinds.contains(&kind)
    };
    let when_true = ["if.then", "for.body", "while.body", "do.body", "cond.true", "land.lhs.true", "land.rhs"];
    let when_false = ["if.else", "if.end", "for.end", "while.end", "do.end", "cond.false", "lor.lhs.false", "lor.rhs"];
    let goes_on = is(then, &["land.lhs.true", "land.rhs"]) || is(other, &["lor.lhs.false", "lor.rhs"]);
    !goes_on && (is(other, &when_true) || is(then, &when_false))
}
