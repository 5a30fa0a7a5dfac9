//! Functions designated correct: their inside is folded into the call.

use whydunit_program::{FunctionId, Program};

/// The directory our libc's C code is compiled in.
const RUNTIME: &str = "<whydunit runtime>";

/// Which functions are trusted: libc's, and those the user names.
#[derive(Clone, Debug, Default)]
pub struct Trust {
    trusted: Vec<bool>,
}

impl Trust {
    /// Libc and what `names` say: functions, files or directories. The first name that means nothing is
    /// returned as an error.
    pub fn new(program: &Program, names: &[String]) -> Result<Trust, String> {
        let mut trusted = vec![false; program.functions.len()];
        let mut used = vec![false; names.len()];
        for (at, function) in program.functions.iter().enumerate() {
            let file = function.scope.map(|s| &program.files[program.scopes[s.0 as usize].file.0 as usize]);
            trusted[at] = file.is_some_and(|f| f.directory == RUNTIME);
            let path = file.map(|f| f.path()).unwrap_or_default();
            for (name, used) in names.iter().zip(&mut used) {
                if function.name == *name || lies_in(&path, name) {
                    (trusted[at], *used) = (true, true);
                }
            }
        }
        match used.iter().position(|u| !u) {
            Some(at) => Err(names[at].clone()),
            None => Ok(Trust { trusted }),
        }
    }

    /// Is this function trusted?
    pub fn has(&self, function: FunctionId) -> bool {
        self.trusted.get(function.0 as usize).copied().unwrap_or(false)
    }
}

/// Is this the path of the file called `name`, or of one in a directory called so?
fn lies_in(path: &std::path::Path, name: &str) -> bool {
    let wanted: Vec<_> = std::path::Path::new(name).components().filter(plain).collect();
    let have: Vec<_> = path.components().filter(plain).collect();
    !wanted.is_empty() && have.windows(wanted.len()).any(|w| w == wanted)
}

fn plain(component: &std::path::Component<'_>) -> bool {
    matches!(component, std::path::Component::Normal(_))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_and_directories_match_whole_names() {
        let path = std::path::Path::new("/src/grep/lib/xmalloc.c");
        assert!(lies_in(path, "xmalloc.c") && lies_in(path, "lib/") && lies_in(path, "grep/lib"));
        assert!(lies_in(path, "./lib/xmalloc.c") && !lies_in(path, "malloc.c") && !lies_in(path, "."));
    }
}
