//! Addresses in constants and in the initial contents of globals.

use super::constraints::Constraints;
use super::elements::{ElementId, Step};
use super::generate::Generator;
use super::objects::Object;
use crate::layout::{self, Code};
use crate::{Global, GlobalId, Program, Type};

impl Generator<'_> {
    /// The place whose address a constant is, if it looks like an address.
    pub(super) fn address(&mut self, value: u64) -> Option<ElementId> {
        let object = match layout::code_at(value) {
            Some(Code::Function(id)) if (id.0 as usize) < self.program.functions.len() => Object::Function(id),
            Some(Code::External(id)) if (id.0 as usize) < self.program.externals.len() => Object::External(id),
            _ => {
                let (id, offset) = global_near(self.program, value)?;
                if self.literal[id.0 as usize] {
                    let object = self.constraints.object(Object::Literals);
                    return Some(self.constraints.anywhere(object));
                }
                let object = self.constraints.object(Object::Global(id));
                return Some(self.constraints.exact(object, offset));
            }
        };
        let object = self.constraints.object(object);
        Some(self.constraints.exact(object, 0))
    }

    /// Initial contents of globals.
    pub(super) fn globals(&mut self) {
        for (at, global) in self.program.globals.iter().enumerate() {
            if self.literal[at] {
                continue;
            }
            let object = self.constraints.object(Object::Global(GlobalId(at as u32)));
            if global.external {
                let place = self.constraints.anywhere(object);
                let world = self.linker.world;
                self.point(place, world);
                // The world may use values that the program stores there (`environ = …`).
                if let (Some(from), Some(to)) = (self.constraints.read(place), self.constraints.written(world)) {
                    self.constraints.edge(from, to, Step::Same);
                }
                continue;
            }
            let step = (global.align as usize).clamp(1, 8);
            let words = global.init.windows(8).enumerate().step_by(step);
            let values = words.map(|(offset, w)| (offset as u32, u64::from_le_bytes(w.try_into().unwrap_or_default())));
            let pointers: Vec<(u32, ElementId)> =
                values.filter_map(|(offset, value)| Some((offset, self.address(value)?))).collect();
            // The rows of a long table are not distinguished.
            let many = pointers.len() > 64;
            let row = row_size(self.program, global).unwrap_or(1);
            for (offset, to) in pointers {
                let mut place = self.constraints.exact(object, offset);
                if many {
                    let Constraints { objects, elements, program, .. } = &mut self.constraints;
                    place = elements.step(program, objects, place, Step::Index(row)).unwrap_or(place);
                }
                self.point(place, to);
            }
        }
    }

    fn point(&mut self, place: ElementId, to: ElementId) {
        if let Some(node) = self.constraints.written(place) {
            self.constraints.add(node, to);
        }
    }
}

/// Is the global read-only and without bytes that look like an address?
pub(super) fn is_literal(global: &Global) -> bool {
    let step = (global.align as usize).clamp(1, 8);
    let mut words = global.init.windows(8).step_by(step).map(|w| u64::from_le_bytes(w.try_into().unwrap_or_default()));
    global.constant && !global.external && words.all(|word| !(layout::FUNCTIONS..layout::HEAP).contains(&word))
}

/// The size of a row of a global that is an array.
fn row_size(program: &Program, global: &Global) -> Option<u32> {
    let types = &program.types;
    match types.get(types.bare(global.ty?)) {
        Type::Array { element, .. } => u32::try_from(types.size(*element)).ok().filter(|&size| size > 0),
        _ => None,
    }
}

/// The global that `value` points into or just past: the gap after a global belongs to it.
fn global_near(program: &Program, value: u64) -> Option<(GlobalId, u32)> {
    let index = program.globals.partition_point(|g| g.address <= value).checked_sub(1)?;
    let global = &program.globals[index];
    let offset = value - global.address;
    (offset <= global.size + layout::gap_after(global.size)).then_some(())?;
    Some((GlobalId(index as u32), u32::try_from(offset).ok()?))
}
