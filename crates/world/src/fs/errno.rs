//! Error numbers of Linux x86-64.

/// An error number of a system call or a library function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Errno(pub(crate) i32);

#[allow(dead_code, reason = "the complete table of the platform, including errors that no model reports yet")]
impl Errno {
    pub(crate) const EPERM: Errno = Errno(1);
    pub(crate) const ENOENT: Errno = Errno(2);
    pub(crate) const ESRCH: Errno = Errno(3);
    pub(crate) const EINTR: Errno = Errno(4);
    pub(crate) const EIO: Errno = Errno(5);
    pub(crate) const ENXIO: Errno = Errno(6);
    pub(crate) const E2BIG: Errno = Errno(7);
    pub(crate) const ENOEXEC: Errno = Errno(8);
    pub(crate) const EBADF: Errno = Errno(9);
    pub(crate) const ECHILD: Errno = Errno(10);
    pub(crate) const EAGAIN: Errno = Errno(11);
    pub(crate) const ENOMEM: Errno = Errno(12);
    pub(crate) const EACCES: Errno = Errno(13);
    pub(crate) const EFAULT: Errno = Errno(14);
    pub(crate) const ENOTBLK: Errno = Errno(15);
    pub(crate) const EBUSY: Errno = Errno(16);
    pub(crate) const EEXIST: Errno = Errno(17);
    pub(crate) const EXDEV: Errno = Errno(18);
    pub(crate) const ENODEV: Errno = Errno(19);
    pub(crate) const ENOTDIR: Errno = Errno(20);
    pub(crate) const EISDIR: Errno = Errno(21);
    pub(crate) const EINVAL: Errno = Errno(22);
    pub(crate) const ENFILE: Errno = Errno(23);
    pub(crate) const EMFILE: Errno = Errno(24);
    pub(crate) const ENOTTY: Errno = Errno(25);
    pub(crate) const ETXTBSY: Errno = Errno(26);
    pub(crate) const EFBIG: Errno = Errno(27);
    pub(crate) const ENOSPC: Errno = Errno(28);
    pub(crate) const ESPIPE: Errno = Errno(29);
    pub(crate) const EROFS: Errno = Errno(30);
    pub(crate) const EMLINK: Errno = Errno(31);
    pub(crate) const EPIPE: Errno = Errno(32);
    pub(crate) const EDOM: Errno = Errno(33);
    pub(crate) const ERANGE: Errno = Errno(34);
    pub(crate) const EDEADLK: Errno = Errno(35);
    pub(crate) const ENAMETOOLONG: Errno = Errno(36);
    pub(crate) const ENOLCK: Errno = Errno(37);
    pub(crate) const ENOSYS: Errno = Errno(38);
    pub(crate) const ENOTEMPTY: Errno = Errno(39);
    pub(crate) const ELOOP: Errno = Errno(40);
    pub(crate) const ENODATA: Errno = Errno(61);
    pub(crate) const EOVERFLOW: Errno = Errno(75);
    pub(crate) const EILSEQ: Errno = Errno(84);
    pub(crate) const ENOTSOCK: Errno = Errno(88);
    pub(crate) const EOPNOTSUPP: Errno = Errno(95);
    pub(crate) const EAFNOSUPPORT: Errno = Errno(97);
    pub(crate) const ETIMEDOUT: Errno = Errno(110);

    /// The error number of a failed call of the host.
    pub(crate) fn of_host(error: &std::io::Error) -> Errno {
        error.raw_os_error().map_or(Errno::EIO, Errno)
    }
}
