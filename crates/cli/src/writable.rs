//! Files that are written at the end of a long piece of work: whether they can be is found out before it begins.

use std::fs::OpenOptions;
use std::io;
use std::path::Path;
use std::process::ExitCode;

use crate::complain;

/// Says so, and gives the exit code, when one of these files, each named by an option, cannot be written. What is in them stays; none is made.
pub(crate) fn check_writable(files: &[(&str, Option<&Path>)]) -> Result<(), ExitCode> {
    for (option, file) in files {
        let Some(file) = file else { continue };
        let new = file.symlink_metadata().is_err();
        if let Err(error) = OpenOptions::new().append(true).create(true).open(file) {
            return Err(complain(format_args!("{option} {}: it cannot be written: {error}", file.display())));
        }
        if new {
            // A file that was not there is not left behind empty; if that fails it is overwritten later.
            let _ = std::fs::remove_file(file);
        }
    }
    Ok(())
}

/// Files that were written, and what went wrong with some in the end (a full disk): they do not keep the report from
/// being shown.
#[derive(Default)]
pub(crate) struct Written {
    wrong: Vec<String>,
}

impl Written {
    /// A file, named by an option, was written or not.
    pub(crate) fn note(&mut self, option: &str, file: &Path, written: io::Result<()>) {
        self.wrong.extend(written.err().map(|error| format!("{option} {}: {error}", file.display())));
    }

    /// Says what went wrong; the exit code if anything did.
    pub(crate) fn complain(&self) -> Option<ExitCode> {
        let codes: Vec<ExitCode> = self.wrong.iter().map(complain).collect();
        codes.first().copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_made_and_nothing_is_lost() {
        let dir = tempfile::tempdir().expect("a directory");
        let (old, new, nowhere) = (dir.path().join("old"), dir.path().join("new"), dir.path().join("no/such"));
        std::fs::write(&old, "text").expect("writable");
        assert!(check_writable(&[("--old", Some(&old)), ("--new", Some(&new)), ("--none", None)]).is_ok());
        assert_eq!((std::fs::read_to_string(&old).ok(), new.exists()), (Some("text".into()), false));
        assert!(check_writable(&[("--nowhere", Some(&nowhere))]).is_err());
        assert!(check_writable(&[("--directory", Some(dir.path()))]).is_err());
    }
}
