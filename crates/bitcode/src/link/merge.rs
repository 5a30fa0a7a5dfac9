//! Merges the source maps of the parts: equal files are shared, other ids are shifted.

use std::collections::HashMap;
use std::sync::Arc;

use whydunit_program::{FileId, Function, Global, Program, Scope, ScopeId, SourceFile, Type, TypeId, Types};

/// The shift of the ids of one part.
#[derive(Clone, Copy, Default)]
pub(super) struct Shift {
    scopes: u32,
    types: u32,
}

/// Files seen so far.
#[derive(Default)]
pub(super) struct Sources {
    files: HashMap<(String, String), FileId>,
}

impl Sources {
    /// Adds the source map of a part to the program.
    pub(super) fn add(
        &mut self,
        program: &mut Program,
        files: Vec<SourceFile>,
        scopes: Vec<Scope>,
        types: Types,
    ) -> Shift {
        let shift = Shift { scopes: program.scopes.len() as u32, types: program.types.all.len() as u32 };
        let files: Vec<FileId> = files.into_iter().map(|file| self.file(program, file)).collect();
        Arc::make_mut(&mut program.scopes).extend(scopes.into_iter().map(|scope| Scope {
            file: files[scope.file.0 as usize],
            parent: scope.parent.map(|parent| shift.scope(parent)),
            line: scope.line,
        }));
        Arc::make_mut(&mut program.types).all.extend(types.all.into_iter().map(|mut ty| {
            shift.within_type(&mut ty);
            ty
        }));
        shift
    }

    fn file(&mut self, program: &mut Program, file: SourceFile) -> FileId {
        let key = (file.directory.clone(), file.name.clone());
        *self.files.entry(key).or_insert_with(|| {
            Arc::make_mut(&mut program.files).push(file);
            FileId(program.files.len() as u32 - 1)
        })
    }
}

impl Shift {
    fn scope(self, id: ScopeId) -> ScopeId {
        ScopeId(id.0 + self.scopes)
    }

    fn ty(self, id: &mut TypeId) {
        id.0 += self.types;
    }

    /// Rewrites the ids in a function.
    pub(super) fn function(self, function: &mut Function) {
        function.scope = function.scope.map(|s| self.scope(s));
        for loc in &mut function.locs {
            loc.scope = loc.scope.map(|s| self.scope(s));
        }
        function.result.iter_mut().for_each(|ty| self.ty(ty));
        for local in &mut function.locals {
            local.ty.iter_mut().for_each(|ty| self.ty(ty));
        }
        for variable in &mut function.variables {
            variable.ty.iter_mut().for_each(|ty| self.ty(ty));
            variable.scope = variable.scope.map(|s| self.scope(s));
        }
    }

    /// Rewrites the ids in a variable.
    pub(super) fn global(self, global: &mut Global) {
        global.ty.iter_mut().for_each(|ty| self.ty(ty));
        global.scope = global.scope.map(|s| self.scope(s));
    }

    fn within_type(self, ty: &mut Type) {
        match ty {
            Type::Void | Type::Int { .. } | Type::Float { .. } | Type::Enum { .. } => {}
            Type::Pointer { to } | Type::Typedef { to, .. } | Type::Qualified { to, .. } => self.ty(to),
            Type::Array { element, .. } => self.ty(element),
            Type::Record { fields, .. } => fields.iter_mut().for_each(|field| self.ty(&mut field.ty)),
            Type::Function { returns, params } => {
                returns.iter_mut().chain(params).for_each(|ty| self.ty(ty));
            }
        }
    }
}
