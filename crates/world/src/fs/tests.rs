//! Tests of the file system as a whole.

use std::path::PathBuf;
use std::sync::Arc;

use whydunit_machine::{Channel, Halt, Limit};

use super::flags::*;
use super::*;

/// A case with one file, in a directory that the host does not have.
fn files() -> FileSystem {
    let mut case = Case { cwd: PathBuf::from("/nowhere/here"), stdin: b"in".to_vec().into(), ..Case::default() };
    case.files.insert(PathBuf::from("/nowhere/here/given"), Arc::new(b"given".to_vec()));
    FileSystem::new(Arc::new(case))
}

fn text(files: &mut FileSystem, path: &str) -> Result<String, Errno> {
    let fd = files.open(path.as_bytes(), O_RDONLY, 0)?;
    let chunk = files.read(fd, 1 << 20)?;
    files.close(fd)?;
    Ok(String::from_utf8_lossy(&chunk.bytes).into_owned())
}

#[test]
fn the_case_gives_files_and_the_host_shows_through() {
    let mut files = files();
    assert_eq!(text(&mut files, "given").unwrap(), "given");
    assert_eq!(text(&mut files, "../here/./given").unwrap(), "given");
    let host = std::fs::read_to_string("/etc/passwd").unwrap();
    assert_eq!(text(&mut files, "/etc/passwd").unwrap(), host);
    assert_eq!(text(&mut files, "/etc/passwd/x"), Err(Errno::ENOTDIR));
    assert_eq!(text(&mut files, "/etc/no such file"), Err(Errno::ENOENT));
    assert_eq!(files.written(), []);
}

#[test]
fn the_case_hides_files_of_the_host() {
    let case = Case { absent: [PathBuf::from("/etc/passwd")].into(), ..Case::default() };
    let mut files = FileSystem::new(Arc::new(case));
    assert_eq!(text(&mut files, "/etc/passwd"), Err(Errno::ENOENT));
    assert!(text(&mut files, "/etc/group").is_ok());
    assert_eq!(files.written(), []);
    let fd = files.open(b"/etc/passwd", O_CREAT | O_EXCL | O_WRONLY, 0o600).expect("nothing is in the way");
    files.write(fd, b"new").expect("a file");
    assert_eq!(files.written().len(), 1);
}

#[test]
fn writes_stay_in_the_overlay() {
    let mut files = files();
    let before = files.clone();
    let fd = files.open(b"/etc/passwd", O_WRONLY | O_TRUNC, 0).unwrap();
    assert_eq!(fd, 3);
    let (channel, offset) = files.write(fd, b"mine").unwrap();
    assert!(matches!(channel, Channel::File(_)));
    assert_eq!(offset, 0);
    assert_eq!(text(&mut files, "/etc/passwd").unwrap(), "mine");
    assert!(text(&mut before.clone(), "/etc/passwd").unwrap().contains("root"));
    assert!(std::fs::read_to_string("/etc/passwd").unwrap().contains("root"));
    let written = files.written();
    assert_eq!(written.len(), 1);
    assert_eq!(written[0].change, Change::File(b"mine".to_vec()));
}

#[test]
fn a_new_file_has_the_mode_less_the_mask() {
    let mut files = files();
    let fd = files.open(b"new", O_CREAT | O_RDWR | O_EXCL, 0o666).unwrap();
    assert_eq!(files.open(b"new", O_CREAT | O_RDWR | O_EXCL, 0o666), Err(Errno::EEXIST));
    files.write(fd, b"abcdef").unwrap();
    assert_eq!(files.seek(fd, -2, SEEK_END), Ok(4));
    assert_eq!(files.read_byte(fd).unwrap().map(|(_, offset, byte)| (offset, byte)), Some((4, b'e')));
    assert_eq!(files.read(fd, 9).unwrap().bytes, b"f");
    assert_eq!(files.read_byte(fd), Ok(None));
    let written = files.written();
    assert_eq!((written[0].path.to_str(), written[0].mode), (Some("/nowhere/here/new"), 0o644));
}

#[test]
fn standard_streams_are_logged_in_order() {
    let mut files = files();
    assert_eq!(files.read(0, 10).unwrap(), Chunk { channel: Channel::Stdin, offset: 0, bytes: b"in".to_vec() });
    assert_eq!(files.read(0, 10).unwrap().bytes, b"");
    assert_eq!(files.write(1, b"a"), Ok((Channel::Stdout, 0)));
    assert_eq!(files.dup_to(1, 2, false), Ok(2));
    assert_eq!(files.write(2, b"b"), Ok((Channel::Stdout, 1)));
    assert_eq!(files.output().since(0), [(1, b"ab".to_vec())]);
    assert_eq!(files.seek(1, 0, SEEK_CUR), Err(Errno::ESPIPE));
    assert_eq!(files.write(0, b"x"), Err(Errno::EBADF));
}

#[test]
fn devices_answer_like_the_hosts() {
    let mut files = files();
    let full = files.open(b"/dev/full", O_RDWR, 0).unwrap();
    assert_eq!(files.write(full, b"x"), Err(Errno::ENOSPC));
    assert_eq!(files.read(full, 3).unwrap().bytes, [0; 3]);
    assert_eq!(text(&mut files, "/dev/null").unwrap(), "");
    assert_eq!(text(&mut files, "/dev/stdin").unwrap(), "in");
    let out = files.open(b"/dev/fd/1", O_WRONLY, 0).unwrap();
    assert_eq!(files.write(out, b"x").unwrap().0, Channel::Stdout);
    assert_eq!(files.open(b"/dev/tty", O_RDWR, 0), Err(Errno::ENXIO));
}

#[test]
fn the_process_sees_itself_in_proc() {
    let mut files = files();
    assert_eq!(text(&mut files, "/proc/self/cmdline").unwrap(), "program\0");
    assert_eq!(text(&mut files, "/proc/self/comm").unwrap(), "program\n");
    assert!(text(&mut files, "/proc/mounts").unwrap().contains(" / "));
    assert_eq!(files.read_link(AT_FDCWD, b"/proc/self/exe").unwrap(), b"/nowhere/here/program");
    assert_eq!(text(&mut files, "/proc/1/cmdline"), Err(Errno::ENOENT));
    let fd = files.open(b"/proc/self/fd", O_RDONLY, 0).unwrap();
    let names: Vec<_> = files.list(fd).unwrap().into_iter().map(|l| l.name).collect();
    assert_eq!(names, [&b"."[..], b"..", b"0", b"1", b"2", b"3"]);
}

#[test]
fn too_much_output_ends_the_run() {
    let case = Case { output_limit: 3, ..Case::default() };
    let mut files = FileSystem::new(Arc::new(case));
    files.write(1, b"abc").unwrap();
    assert_eq!(files.take_halt(), None);
    files.write(1, b"d").unwrap();
    assert_eq!(files.take_halt(), Some(Halt::Limit(Limit::Output(3))));
}
