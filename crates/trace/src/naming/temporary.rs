//! Names for temporaries that the compiler added: results of calls, and copies of structs for calls.

use whydunit_machine::Machine;
use whydunit_program::layout::{Code, code_at};
use whydunit_program::{ArgClass, CallSite, Callee, Function, FunctionId, Inst, LocalId, Program, Slot, TypeId};

use crate::naming::access_path::AccessPath;
use crate::naming::expression::{NAMELESS, RESULT, Reader};

impl<W> Reader<'_, W> {
    /// The value in an unnamed local: the result of a call, or an argument.
    pub(crate) fn temporary(&self, local: LocalId) -> Option<AccessPath> {
        let calls = self.function.insts.iter().filter_map(|inst| match *inst {
            Inst::Call { site } => Some(&self.function.calls[site as usize]),
            _ => None,
        });
        let mut passed = None;
        for call in calls {
            let callee = match call.callee {
                Callee::Direct(id) => Some(self.program.function(id)),
                _ => None,
            };
            let argument = call.args.iter().position(|arg| self.is_of(local, arg.slot));
            let in_place = argument == Some(0) && call.returns == 0 && !is_by_value(call, 0);
            if self.takes_result(local, call) || in_place {
                return Some(self.returned(call));
            }
            let parameter = argument.zip(callee).and_then(|(index, callee)| parameter(callee, index));
            passed = passed.or(parameter);
        }
        passed.or_else(|| self.copied(local))
    }

    /// The variable or result that is copied from or to a local: structs go through registers in pieces.
    fn copied(&self, local: LocalId) -> Option<AccessPath> {
        copies(self.function, local).find_map(|other| {
            let variable = self.function.variables.iter().find(|v| v.local == other && !v.indirect);
            let result = self.function.holds_result(other);
            match variable {
                Some(variable) => Some(AccessPath::object(variable.name.clone(), variable.ty)),
                None if result => Some(AccessPath::object(RESULT.into(), self.function.result)),
                None => self.returned_to(other),
            }
        })
    }

    /// The call whose result is stored in a local.
    fn returned_to(&self, local: LocalId) -> Option<AccessPath> {
        self.function.calls.iter().find(|call| self.takes_result(local, call)).map(|call| self.returned(call))
    }

    fn returned(&self, call: &CallSite) -> AccessPath {
        let ty = match call.callee {
            Callee::Direct(id) => self.program.function(id).result,
            _ => None,
        };
        AccessPath::object(format!("{}({NAMELESS})", self.callee(call)), ty)
    }

    /// Does a slot hold the address or the contents of a local?
    fn is_of(&self, local: LocalId, slot: Slot) -> bool {
        self.function.insts.iter().any(|inst| match *inst {
            Inst::LocalAddr { dst, local: l, offset: 0 } | Inst::LoadLocal { dst, local: l, offset: 0, .. } => {
                (dst, l) == (slot, local)
            }
            _ => false,
        })
    }

    /// Does a call store its result in a local?
    fn takes_result(&self, local: LocalId, call: &CallSite) -> bool {
        let result = call.dst..call.dst + u32::from(call.returns);
        let moved = |slot: Slot| {
            let moves = |inst: &Inst| matches!(*inst, Inst::Move { dst, a } if dst == slot && result.contains(&a));
            self.function.insts.iter().any(moves)
        };
        self.function.insts.iter().any(|inst| match *inst {
            Inst::StoreLocal { local: l, val, .. } => l == local && (result.contains(&val) || moved(val)),
            _ => false,
        })
    }

    /// The type of a call's result, if the program defines the function.
    pub(crate) fn result(&self, call: &CallSite) -> Option<TypeId> {
        let code = match call.callee {
            Callee::Direct(id) => Some(Code::Function(id)),
            Callee::External(id) => Some(Code::External(id)),
            Callee::Indirect(slot) => self.held(slot).and_then(code_at),
        };
        match code? {
            Code::Function(FunctionId(id)) => self.program.functions.get(id as usize)?.result,
            Code::External(_) => None,
        }
    }

    /// The callee of a call, as in the source.
    pub(crate) fn callee(&self, call: &CallSite) -> String {
        match call.callee {
            Callee::Direct(id) => self.program.function(id).name.clone(),
            Callee::External(id) => self.program.externals[id.0 as usize].name.clone(),
            Callee::Indirect(slot) => self.pointer(slot).unwrap_or_else(|| "a function pointer".into()),
        }
    }

    /// As [`Reader::callee`], with the target of a function pointer.
    pub(crate) fn called(&self, call: &CallSite, machine: &Machine<W>) -> String {
        let pointer = self.callee(call);
        let Callee::Indirect(slot) = call.callee else { return pointer };
        let code = machine.slot(slot).and_then(code_at);
        match code.and_then(|code| function_name(self.program, code)) {
            Some(name) => format!("{pointer} (= {name})"),
            None => pointer,
        }
    }

    /// The pointer in a slot, as in the source.
    fn pointer(&self, slot: Slot) -> Option<String> {
        self.accessed(self.definition(slot)?).map(|lvalue| lvalue.text).filter(|text| text != NAMELESS)
    }
}

fn function_name(program: &Program, code: Code) -> Option<&str> {
    match code {
        Code::Function(FunctionId(id)) => program.functions.get(id as usize).map(|f| f.name.as_str()),
        Code::External(id) => program.externals.get(id.0 as usize).map(|e| e.name.as_str()),
    }
}

fn is_by_value(call: &CallSite, index: usize) -> bool {
    matches!(call.args[index].class, ArgClass::ByVal { .. })
}

/// The locals that are copied as a whole from or to a local.
fn copies(function: &Function, local: LocalId) -> impl Iterator<Item = LocalId> + '_ {
    let address = move |slot: Slot| {
        function.insts.iter().find_map(|inst| match *inst {
            Inst::LocalAddr { dst, local, offset: 0 } if dst == slot => Some(local),
            _ => None,
        })
    };
    function.insts.iter().filter_map(move |inst| match *inst {
        Inst::MemCopy { dst, src, .. } if address(dst) == Some(local) => address(src),
        Inst::MemCopy { dst, src, .. } if address(src) == Some(local) => address(dst),
        _ => None,
    })
}

/// The parameter that receives an argument.
fn parameter(callee: &Function, index: usize) -> Option<AccessPath> {
    let param = callee.params.get(index)?;
    let home = |inst: &Inst| match *inst {
        Inst::StoreLocal { val, local, offset: 0, .. } if val == param.slot => Some(local),
        _ => None,
    };
    let local = param.copy.or_else(|| callee.insts.iter().find_map(home))?;
    let locals: Vec<LocalId> = std::iter::once(local).chain(copies(callee, local)).collect();
    let variable = callee.variables.iter().find(|v| locals.contains(&v.local) && v.parameter > 0)?;
    Some(AccessPath::object(format!("{} of {}", variable.name, callee.name), variable.ty))
}
