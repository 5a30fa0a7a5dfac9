//! The resolution of names in expressions.

use std::collections::BTreeSet;

use whydunit_machine::FrameView;
use whydunit_program::{
    ExternalId, Function, Global, Program, RUNTIME_DIRECTORY, ScopeId, Type, TypeId, Variable, layout,
};

use crate::formula::number::{CType, INT, LONG, Number};
use crate::formula::syntax::TypeName;
use crate::formula::{FormulaError, Span};
use crate::naming::scope::variables_at;

/// The meaning of a name.
pub(crate) enum Meaning {
    /// A variable. `indirect`: the memory there holds its address.
    Object { address: u64, ty: Option<TypeId>, indirect: bool },
    /// A number: an enumeration constant, `NULL`, `true`.
    Constant(Number),
    /// A function, by its address.
    Function(u64),
}

/// The meaning of a name in a frame, innermost scope first.
pub(crate) fn meaning(
    program: &Program,
    frame: Option<FrameView>,
    name: &str,
    span: Span,
) -> Result<Meaning, FormulaError> {
    if let Some(frame) = frame {
        let function = program.function(frame.site.function);
        if let Some(variable) = variables_at(program, frame.site).into_iter().find(|v| v.name == name) {
            return Ok(local(function, frame, variable));
        }
    }
    if let Some(global) = globals(program, frame).into_iter().find(|g| name_of(g) == name) {
        return Ok(Meaning::Object { address: global.address, ty: global.ty, indirect: false });
    }
    if let Some(constant) = constant(program, name) {
        return Ok(Meaning::Constant(constant));
    }
    let defined = program.function_named(name).map(layout::function_address);
    let declared = || program.externals.iter().position(|e| e.name == name);
    let declared = || declared().map(|i| layout::external_address(ExternalId(i as u32)));
    match defined.or_else(declared) {
        Some(address) => Ok(Meaning::Function(address)),
        None => Err(unknown(program, frame, name, span)),
    }
}

fn local(function: &Function, frame: FrameView, variable: &Variable) -> Meaning {
    let address = frame.locals + u64::from(function.locals[variable.local.0 as usize].offset);
    Meaning::Object { address, ty: variable.ty, indirect: variable.indirect }
}

/// A variable of a frame's function, in scope or not.
pub(crate) fn ended_local(program: &Program, frame: Option<FrameView>, name: &str) -> Option<Meaning> {
    let frame = frame?;
    let function = program.function(frame.site.function);
    function.variables.iter().find(|v| v.name == name).map(|v| local(function, frame, v))
}

/// The name of a global in C.
fn name_of(global: &Global) -> &str {
    global.variable.as_deref().unwrap_or(&global.name)
}

/// The scopes around the instruction of a frame, innermost first.
fn around(program: &Program, frame: Option<FrameView>) -> Vec<ScopeId> {
    let Some(frame) = frame else { return Vec::new() };
    let function = program.function(frame.site.function);
    let upto = (frame.site.inst as usize + 1).min(function.locs.len());
    let innermost = function.locs[..upto].iter().rev().find_map(|l| l.scope).or(function.scope);
    std::iter::successors(innermost, |s| program.scopes[s.0 as usize].parent).collect()
}

/// The globals visible in a frame, nearest first: `static` ones of the enclosing scopes, those of the same file, those
/// of other files.
fn globals(program: &Program, frame: Option<FrameView>) -> Vec<&Global> {
    let around = around(program, frame);
    let file = around.last().map(|s| program.scopes[s.0 as usize].file);
    let distance = |g: &Global| {
        let Some(id) = g.scope else { return Some(usize::MAX) };
        let scope = program.scopes[id.0 as usize];
        let ours = program.files[scope.file.0 as usize].directory == RUNTIME_DIRECTORY;
        match around.iter().position(|s| *s == id) {
            Some(depth) => Some(depth),
            // The scope of a whole file has no line.
            None if ours || scope.line != 0 || scope.parent.is_some() => None,
            None => Some(if Some(scope.file) == file { around.len() } else { usize::MAX }),
        }
    };
    let mut found: Vec<(usize, &Global)> = program
        .globals
        .iter()
        .filter(|g| g.ty.is_some() && !name_of(g).contains('.'))
        .filter_map(|g| Some((distance(g)?, g)))
        .collect();
    found.sort_by_key(|(distance, _)| *distance);
    found.into_iter().map(|(_, g)| g).collect()
}

fn constant(program: &Program, name: &str) -> Option<Number> {
    let pointer = CType::Pointer(CType::Void.into());
    match name {
        "NULL" => return Some(Number::new(pointer, 0)),
        "true" => return Some(Number::int(true)),
        "false" => return Some(Number::int(false)),
        _ => {}
    }
    program.types.all.iter().find_map(|ty| {
        let Type::Enum { enumerators, .. } = ty else { return None };
        let found = enumerators.iter().find(|e| e.name == name)?;
        let ty = if i32::try_from(found.value).is_ok() { INT } else { LONG };
        Some(Number::new(ty, found.value as u128))
    })
}

/// The error for an unknown name.
fn unknown(program: &Program, frame: Option<FrameView>, name: &str, span: Span) -> FormulaError {
    let own = frame.map(|f| program.function(f.site.function));
    let hidden = own.and_then(|f| f.variables.iter().find(|v| v.name == name));
    let elsewhere = || program.functions.iter().find(|f| f.variables.iter().any(|v| v.name == name));
    let message = match (hidden, own) {
        (Some(variable), _) => {
            format!("`{name}` is not in scope here; it is declared in line {}", variable.line)
        }
        (None, Some(own)) if elsewhere().is_some() => {
            let other = elsewhere().map_or("", |f| &f.name);
            format!("`{name}` is a variable of {other}, not of {}", own.name)
        }
        _ if named_type(program, &[name.to_string()]).is_some() => {
            format!("`{name}` is a type; put brackets around what follows, too")
        }
        _ if name.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_') => {
            format!("`{name}` is not known; if it is a macro, write what it stands for")
        }
        _ => format!("there is no `{name}` here"),
    };
    let locals = frame.map_or_else(Vec::new, |f| variables_at(program, f.site));
    let globals = globals(program, frame).into_iter().map(|g| name_of(g).to_string());
    let names: BTreeSet<String> = locals.iter().map(|v| v.name.clone()).chain(globals).collect();
    FormulaError { unknown: Some((name.into(), names)), ..FormulaError::syntax(span, message) }
}

/// The type denoted by a type name.
pub(crate) fn type_of(program: &Program, name: &TypeName) -> Result<CType, FormulaError> {
    let words: Vec<String> = name.words.iter().filter(|w| *w != "const" && *w != "volatile").cloned().collect();
    let found = base_type(&words).or_else(|| named_type(program, &words));
    let Some(mut ty) = found else {
        let message = format!("the program has no type `{}`", words.join(" "));
        return Err(FormulaError::syntax(name.span, message));
    };
    for _ in 0..name.stars {
        ty = CType::Pointer(ty.into());
    }
    Ok(ty)
}

/// `struct x`, `union x`, `enum x`, or a `typedef` name.
fn named_type(program: &Program, words: &[String]) -> Option<CType> {
    let ids = (0..program.types.all.len() as u32).map(TypeId);
    let (tag, name) = match words {
        [tag, name] if ["struct", "union", "enum"].contains(&tag.as_str()) => (tag.as_str(), name),
        [name] => ("typedef", name),
        _ => return None,
    };
    let matches = |id: &TypeId| match program.types.get(*id) {
        Type::Record { name: n, union, .. } => n == name && tag == if *union { "union" } else { "struct" },
        Type::Enum { name: n, .. } => n == name && tag == "enum",
        Type::Typedef { name: n, .. } => n == name && tag == "typedef",
        _ => false,
    };
    // A mere declaration has no size; the definition may come later.
    let found: Vec<TypeId> = ids.filter(matches).collect();
    let whole = found.iter().find(|id| program.types.size(**id) > 0).or(found.first());
    let known = || (tag == "typedef").then(|| common_typedef(name)).flatten();
    whole.map(|id| CType::of(program, *id)).or_else(known)
}

/// Common integer types, which need not occur in the program.
fn common_typedef(name: &str) -> Option<CType> {
    let (size, signed) = match name {
        "size_t" | "uintptr_t" | "uint64_t" => (8, false),
        "ssize_t" | "ptrdiff_t" | "intptr_t" | "int64_t" => (8, true),
        "uint32_t" => (4, false),
        "int32_t" => (4, true),
        "uint16_t" => (2, false),
        "int16_t" => (2, true),
        "uint8_t" => (1, false),
        "int8_t" => (1, true),
        _ => return None,
    };
    Some(CType::Int { size, signed, boolean: false })
}

/// A type made of C keywords, in any order.
fn base_type(words: &[String]) -> Option<CType> {
    let count = |word: &str| words.iter().filter(|w| *w == word).count();
    let own = ["void", "char", "short", "int", "long", "float", "double", "signed", "unsigned", "_Bool", "bool"];
    if words.is_empty() || words.iter().any(|w| !own.contains(&w.as_str()) && w != "__int128") {
        return None;
    }
    let signed = count("unsigned") == 0;
    let int = |size| CType::Int { size, signed, boolean: false };
    Some(match words {
        _ if count("void") > 0 => CType::Void,
        _ if count("_Bool") + count("bool") > 0 => CType::Int { size: 1, signed: false, boolean: true },
        _ if count("float") > 0 => CType::Float { size: 4 },
        _ if count("double") > 0 && count("long") > 0 => CType::Float { size: 16 },
        _ if count("double") > 0 => CType::Float { size: 8 },
        _ if count("char") > 0 => int(1),
        _ if count("short") > 0 => int(2),
        _ if count("long") > 0 => int(8),
        _ if count("__int128") > 0 => int(16),
        _ => int(4),
    })
}
