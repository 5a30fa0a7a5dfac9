//! Hides the frames of libc's own C code (`qsort`, `abort`, …): reports show the call of the libc function, not its
//! inside.

use whydunit_machine::Site;
use whydunit_program::{Program, RUNTIME_DIRECTORY};

use crate::source::place_of;

/// Whether a site is in our libc.
pub(crate) fn is_libc(program: &Program, site: &Site) -> bool {
    place_of(program, *site).file.is_some_and(|file| program.files[file.0 as usize].directory == RUNTIME_DIRECTORY)
}

/// Number of innermost frames that belong to libc.
pub(crate) fn inside_libc(program: &Program, stack: &[Site]) -> usize {
    let depth = stack.iter().take_while(|site| is_libc(program, site)).count();
    // If all frames belong to libc, show them.
    if depth == stack.len() { 0 } else { depth }
}

/// The libc function in which a failure happened, if it is written in C.
pub(crate) fn libc_function<'a>(program: &'a Program, stack: &[Site]) -> Option<&'a str> {
    let outermost = stack.get(inside_libc(program, stack).checked_sub(1)?)?;
    Some(&program.function(outermost.function).name)
}

/// The stack as the program's author knows it: without the innermost frames of libc; elsewhere only the called libc
/// function.
pub(crate) fn visible(program: &Program, stack: &[Site]) -> Vec<Site> {
    let rest = &stack[inside_libc(program, stack)..];
    let called = |index: usize| rest.get(index + 1).is_none_or(|outer| !is_libc(program, outer));
    let kept = rest.iter().enumerate().filter(|(index, site)| !is_libc(program, site) || called(*index));
    kept.map(|(_, site)| *site).collect()
}
