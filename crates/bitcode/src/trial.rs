//! A trial reading of modules in a child process.
//!
//! LLVM trusts its input: on damaged bitcode it may crash, overflow the stack, call `abort` or
//! loop. This process cannot prevent that, so a forked child reads every module first and reports
//! its progress through a pipe, one byte per module. Only modules that the child has survived are
//! read here. The child works ahead on another core, so that on an idle machine the trial costs
//! little time.

use std::fs::File;
use std::io::{self, Read, Write};
use std::os::fd::FromRawFd;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::RwLock;

/// Held for reading while LLVM is at work and for writing while forking: if another thread held a
/// lock inside LLVM during the fork, the lock would never be released in the child.
pub(crate) static LLVM_AT_WORK: RwLock<()> = RwLock::new(());

/// Limit on the child's processor time, apart from a share for its input; a longer run indicates an
/// endless loop. (LLVM needs about a second for 10 MB.)
const SECONDS: u64 = 4;
/// Bytes of input for which the limit grows by a second.
const BYTES_PER_SECOND: u64 = 1 << 20;
/// Limit on the child's memory in bytes.
const BYTES: u64 = 8 << 30;

/// A child that reads modules on trial.
pub(crate) struct Trial {
    pid: libc::pid_t,
    pipe: File,
}

impl Trial {
    /// Starts a child that calls `read` with 0, 1, … up to `count`; `bytes` is the total size of
    /// the input.
    pub(crate) fn start(count: usize, bytes: usize, read: impl Fn(usize)) -> io::Result<Trial> {
        let seconds = SECONDS + bytes as u64 / BYTES_PER_SECOND;
        let mut ends = [0; 2];
        // SAFETY: `pipe2` writes two descriptors into the array.
        if unsafe { libc::pipe2(ends.as_mut_ptr(), libc::O_CLOEXEC) } != 0 {
            return Err(io::Error::last_os_error());
        }
        // SAFETY: the descriptors are new and have no other owner.
        let (pipe, report) = unsafe { (File::from_raw_fd(ends[0]), File::from_raw_fd(ends[1])) };
        let guard = LLVM_AT_WORK.write().unwrap_or_else(|poisoned| poisoned.into_inner());
        // SAFETY: the child uses only memory (whose locks libc resets) and LLVM (idle, see the
        // guard), and leaves by `_exit`. It takes no lock of Rust's library, which another thread
        // may have held.
        let pid = unsafe { libc::fork() };
        if pid == 0 {
            drop(guard);
            child(report, seconds, count, read);
        }
        if pid < 0 { Err(io::Error::last_os_error()) } else { Ok(Trial { pid, pipe }) }
    }

    /// Waits for the next module; did the child survive it?
    pub(crate) fn survived_next(&mut self) -> bool {
        self.pipe.read_exact(&mut [0]).is_ok()
    }
}

impl Drop for Trial {
    fn drop(&mut self) {
        // SAFETY: the child is ours and has not been waited for, so the id is still its own.
        unsafe {
            libc::kill(self.pid, libc::SIGKILL);
            libc::waitpid(self.pid, std::ptr::null_mut(), 0);
        }
    }
}

fn child(mut report: File, seconds: u64, count: usize, read: impl Fn(usize)) -> ! {
    confine(seconds);
    for index in 0..count {
        if catch_unwind(AssertUnwindSafe(|| read(index))).is_err() || report.write_all(&[1]).is_err() {
            break;
        }
    }
    // SAFETY: leaves at once, without running anything that the parent registered.
    unsafe { libc::_exit(0) }
}

/// Silences the child and bounds its time and memory.
fn confine(seconds: u64) {
    let limit = |resource, value| {
        let limit = libc::rlimit { rlim_cur: value, rlim_max: value };
        // SAFETY: a plain system call on a local struct. A limit that cannot be set is not fatal.
        unsafe { libc::setrlimit(resource, &limit) };
    };
    limit(libc::RLIMIT_CORE, 0);
    limit(libc::RLIMIT_DATA, BYTES);
    limit(libc::RLIMIT_CPU, seconds);
    // SAFETY: plain system calls; the path is NUL-terminated. With default handlers, a crash ends
    // the child silently instead of printing our message.
    unsafe {
        let null = libc::open(c"/dev/null".as_ptr(), libc::O_WRONLY);
        libc::dup2(null, 1);
        libc::dup2(null, 2);
        for signal in [libc::SIGSEGV, libc::SIGBUS, libc::SIGABRT, libc::SIGALRM, libc::SIGXCPU] {
            libc::signal(signal, libc::SIG_DFL);
        }
        // A safeguard against waiting forever; generous, because a busy machine is slow.
        libc::alarm(15 * seconds as u32);
    }
}
