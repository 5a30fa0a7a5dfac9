//! Flags of `open` and whences of `lseek` on Linux x86-64, as the program passes them.

#![allow(dead_code, reason = "a table of the platform")]

pub(crate) const O_ACCMODE: i32 = 0o3;
pub(crate) const O_RDONLY: i32 = 0;
pub(crate) const O_WRONLY: i32 = 0o1;
pub(crate) const O_RDWR: i32 = 0o2;
pub(crate) const O_CREAT: i32 = 0o100;
pub(crate) const O_EXCL: i32 = 0o200;
pub(crate) const O_NOCTTY: i32 = 0o400;
pub(crate) const O_TRUNC: i32 = 0o1000;
pub(crate) const O_APPEND: i32 = 0o2000;
pub(crate) const O_NONBLOCK: i32 = 0o4000;
pub(crate) const O_DSYNC: i32 = 0o10000;
pub(crate) const O_ASYNC: i32 = 0o20000;
pub(crate) const O_DIRECT: i32 = 0o40000;
pub(crate) const O_LARGEFILE: i32 = 0o100000;
pub(crate) const O_DIRECTORY: i32 = 0o200000;
pub(crate) const O_NOFOLLOW: i32 = 0o400000;
pub(crate) const O_NOATIME: i32 = 0o1000000;
pub(crate) const O_CLOEXEC: i32 = 0o2000000;
pub(crate) const O_PATH: i32 = 0o10000000;
pub(crate) const O_TMPFILE: i32 = 0o20200000;

pub(crate) const SEEK_SET: i32 = 0;
pub(crate) const SEEK_CUR: i32 = 1;
pub(crate) const SEEK_END: i32 = 2;
pub(crate) const SEEK_DATA: i32 = 3;
pub(crate) const SEEK_HOLE: i32 = 4;

pub(crate) const AT_FDCWD: i32 = -100;
pub(crate) const AT_SYMLINK_NOFOLLOW: i32 = 0x100;
pub(crate) const AT_REMOVEDIR: i32 = 0x200;
pub(crate) const AT_EACCESS: i32 = 0x200;
pub(crate) const AT_SYMLINK_FOLLOW: i32 = 0x400;
pub(crate) const AT_EMPTY_PATH: i32 = 0x1000;

pub(crate) const S_IFMT: u32 = 0o170000;
pub(crate) const S_IFIFO: u32 = 0o010000;
pub(crate) const S_IFCHR: u32 = 0o020000;
pub(crate) const S_IFDIR: u32 = 0o040000;
pub(crate) const S_IFBLK: u32 = 0o060000;
pub(crate) const S_IFREG: u32 = 0o100000;
pub(crate) const S_IFLNK: u32 = 0o120000;
pub(crate) const S_IFSOCK: u32 = 0o140000;
