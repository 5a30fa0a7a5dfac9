//! Texts of instructions for the comparison of versions: operation, constants, names of variables and functions, but no
//! numbers that depend on surrounding code.

use whydunit_program::{BlockId, Callee, Function, Inst, LocalId, Program, Slot, layout};

/// Produces the texts of one function.
pub(crate) struct Statements<'a> {
    pub(crate) program: &'a Program,
    pub(crate) function: &'a Function,
    /// Names of the program's functions.
    pub(crate) names: &'a [String],
}

impl Statements<'_> {
    /// The texts of the instructions of a block.
    pub(crate) fn of(&self, block: BlockId) -> Vec<String> {
        self.function.block_insts(block).iter().map(|inst| self.text(inst)).collect()
    }

    /// The texts of all instructions, in order.
    pub(crate) fn all(&self) -> Vec<String> {
        self.function.insts.iter().map(|inst| self.text(inst)).collect()
    }

    fn text(&self, inst: &Inst) -> String {
        let mut text = operation(inst);
        match *inst {
            Inst::LoadLocal { local, offset, .. }
            | Inst::StoreLocal { local, offset, .. }
            | Inst::LocalAddr { local, offset, .. } => {
                text += &format!(" {}+{offset}", self.local(local));
            }
            Inst::LifetimeStart { local } | Inst::LifetimeEnd { local } => text += &format!(" {}", self.local(local)),
            Inst::Call { site } => {
                let call = &self.function.calls[site as usize];
                text += " ";
                text += match call.callee {
                    Callee::Direct(id) => &self.names[id.0 as usize],
                    Callee::External(id) => &self.program.externals[id.0 as usize].name,
                    Callee::Indirect(_) => "*",
                };
                call.args.iter().for_each(|arg| self.slot(arg.slot, &mut text));
            }
            Inst::Switch { table, .. } => {
                let cases = &self.function.switches[table as usize].cases;
                text += &format!(" {:?}", cases.iter().map(|c| c.0).collect::<Vec<u64>>());
            }
            Inst::Offset { offset, .. } => text += &format!(" {offset}"),
            Inst::Index { scale, .. } => text += &format!(" {scale}"),
            _ => {}
        }
        inst.uses(|slot| self.slot(slot, &mut text));
        text
    }

    fn local(&self, local: LocalId) -> &str {
        &self.function.locals[local.0 as usize].name
    }

    fn slot(&self, slot: Slot, text: &mut String) {
        let Some(&value) = self.function.constants.get(slot as usize) else { return };
        text.push(' ');
        if let Some(id) = self.program.global_at(value) {
            let global = &self.program.globals[id.0 as usize];
            // Literals are compared by contents: their names are numbers.
            match global.constant && global.variable.is_none() {
                true => text.push_str(&String::from_utf8_lossy(&global.init)),
                false => text.push_str(&global.name),
            }
            text.push_str(&format!("+{}", value - global.address));
        } else if let Some(layout::Code::Function(id)) = layout::code_at(value)
            && let Some(name) = self.names.get(id.0 as usize)
        {
            text.push_str(name);
        } else {
            text.push_str(&format!("{value:#x}"));
        }
    }
}

/// The operation and its widths.
fn operation(inst: &Inst) -> String {
    match *inst {
        Inst::Load { bytes, .. } => format!("Load {bytes}"),
        Inst::Store { bytes, .. } => format!("Store {bytes}"),
        Inst::LoadLocal { bytes, .. } => format!("LoadLocal {bytes}"),
        Inst::StoreLocal { bytes, .. } => format!("StoreLocal {bytes}"),
        Inst::LoadWide { bytes, .. } => format!("LoadWide {bytes}"),
        Inst::StoreWide { bytes, .. } => format!("StoreWide {bytes}"),
        Inst::Cast { op, from, to, .. } => format!("Cast {op:?} {from} {to}"),
        Inst::SExt { from, to, .. } => format!("SExt {from} {to}"),
        Inst::Trunc { w, .. } => format!("Trunc {w}"),
        Inst::FCmp { pred, bin } => format!("FCmp {pred:?} {}", bin.w),
        Inst::Un { op, w, .. } => format!("Un {op:?} {w}"),
        Inst::Tern { op, w, .. } => format!("Tern {op:?} {w}"),
        Inst::Overflow { op, bin } => format!("Overflow {op:?} {}", bin.w),
        other => match other.as_bin() {
            Some((op, bin)) => format!("{op:?} {}", bin.w),
            None => format!("{other:?}").split([' ', '(']).next().unwrap_or_default().to_string(),
        },
    }
}
