//! Frames of libc's own C code (`qsort`, `abort`, …) are not the program's: what is shown is the call
//! of the libc function, not its inside.

use whydunit_machine::Site;
use whydunit_program::{Program, RUNTIME_DIRECTORY};

use crate::source::place_of;

/// Is this a place in our libc?
pub(crate) fn is_libc(program: &Program, site: &Site) -> bool {
    place_of(program, *site).file.is_some_and(|file| program.files[file.0 as usize].directory == RUNTIME_DIRECTORY)
}

/// How many of the innermost frames are libc's.
pub(crate) fn inside_libc(program: &Program, stack: &[Site]) -> usize {
    let depth = stack.iter().take_while(|site| is_libc(program, site)).count();
    // Nothing but libc: then it is shown after all.
    if depth == stack.len() { 0 } else { depth }
}

/// The libc function in which a failure happened, when that is one written in C.
pub(crate) fn libc_function<'a>(program: &'a Program, stack: &[Site]) -> Option<&'a str> {
    let outermost = stack.get(inside_libc(program, stack).checked_sub(1)?)?;
    Some(&program.function(outermost.function).name)
}

/// The stack as the program's author knows it: without the innermost frames of libc, and elsewhere
/// only the libc function that was called.
pub(crate) fn visible(program: &Program, stack: &[Site]) -> Vec<Site> {
    let rest = &stack[inside_libc(program, stack)..];
    let called = |index: usize| rest.get(index + 1).is_none_or(|outer| !is_libc(program, outer));
    let kept = rest.iter().enumerate().filter(|(index, site)| !is_libc(program, site) || called(*index));
    kept.map(|(_, site)| *site).collect()
}
