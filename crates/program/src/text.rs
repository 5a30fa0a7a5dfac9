//! The text form of the IR, for debugging and snapshot tests.

use std::fmt;

use crate::{BlockId, Callee, Function, Inst, Program};

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for global in self.globals.iter() {
            let kind = if global.constant { "constant" } else { "global" };
            writeln!(f, "{kind} {:#x} {} [{}]", global.address, global.name, global.size)?;
        }
        self.functions.iter().try_for_each(|function| write!(f, "\n{function}"))
    }
}

impl fmt::Display for Function {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let dots = if self.variadic { ", ..." } else { "" };
        let params: Vec<String> = self.params.iter().map(|p| format!("%{}", p.slot)).collect();
        writeln!(f, "function {}({}{dots}) {{  // {} slots", self.name, params.join(", "), self.slots)?;
        for (slot, value) in self.constants.iter().enumerate() {
            writeln!(f, "  %{slot} = {value:#x}")?;
        }
        for (id, local) in self.locals.iter().enumerate() {
            writeln!(f, "  local {id} {} [{}] at {}", local.name, local.size, local.offset)?;
        }
        for (index, block) in self.blocks.iter().enumerate() {
            writeln!(f, "b{index}:  // {}", block.weight)?;
            for (at, inst) in self.block_insts(BlockId(index as u32)).iter().enumerate() {
                let loc = self.locs[block.first as usize + at];
                write!(f, "  ")?;
                self.write_inst(f, inst)?;
                writeln!(f, "  // {}:{}", loc.line, loc.column)?;
            }
        }
        writeln!(f, "}}")
    }
}

impl Function {
    fn write_inst(&self, f: &mut fmt::Formatter<'_>, inst: &Inst) -> fmt::Result {
        if let Some((op, b)) = inst.as_bin() {
            return write!(f, "%{} = {op:?}.{} %{} %{}", b.dst, b.w, b.a, b.b);
        }
        match *inst {
            Inst::Call { site } => {
                let call = &self.calls[site as usize];
                let args: Vec<String> = call.args.iter().map(|a| format!("%{}", a.slot)).collect();
                let callee = match call.callee {
                    Callee::Direct(id) => format!("f{}", id.0),
                    Callee::External(id) => format!("x{}", id.0),
                    Callee::Indirect(slot) => format!("*%{slot}"),
                };
                write!(f, "%{}[{}] = Call {callee}({}) then b{}", call.dst, call.returns, args.join(", "), call.next.0)
            }
            Inst::Switch { value, table } => {
                let table = &self.switches[table as usize];
                let cases: Vec<String> = table.cases.iter().map(|(v, to)| format!("{v}: b{}", to.0)).collect();
                write!(f, "Switch %{value} {} else b{}", cases.join(", "), table.default.0)
            }
            Inst::Unsupported { what } => write!(f, "Unsupported {:?}", self.unsupported[what as usize]),
            other => write!(f, "{other:?}"),
        }
    }
}
