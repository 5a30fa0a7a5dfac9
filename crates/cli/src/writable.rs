//! Files that are written at the end of a long piece of work: whether they can be is found out before it begins.

use std::fs::OpenOptions;
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
