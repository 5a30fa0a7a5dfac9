//! The world of one run: the state of libc and the kernel.

use std::sync::Arc;

use whydunit_machine::{Channel, Guest, Reply, Run, Word, World};

use crate::fs::{FileSystem, Output, WrittenFile};
use crate::headers::dirent::Directories;
use crate::headers::sys_mman::Maps;
use crate::headers::{Accounts, Regexes, ThreadLocals, ctype, iconv};
use crate::process::Process;
use crate::process::constants::Constants;
use crate::process::variables;
use crate::random::Random;
use crate::streams::Streams;
use crate::text::charset::Charset;
use crate::text::locale::Locales;
use crate::time::clock::Clock;
use crate::time::local_time::LocalTime;
use crate::{Case, model};

/// libc and kernel for one run. Clones share large data.
#[derive(Clone, Debug)]
pub struct Posix {
    pub(crate) case: Arc<Case>,
    pub(crate) clock: Clock,
    pub(crate) fs: FileSystem,
    pub(crate) process: Process,
    /// Open directories.
    pub(crate) directories: Directories,
    /// Memory maps.
    pub(crate) maps: Maps,
    /// Encoding of the current locale; `setlocale` changes it.
    pub(crate) charset: Charset,
    pub(crate) streams: Streams,
    pub(crate) local: LocalTime,
    pub(crate) constants: Constants,
    pub(crate) random: Random,
    /// The tables of `<ctype.h>`.
    pub(crate) ctype: Option<ctype::Tables>,
    pub(crate) locales: Locales,
    pub(crate) conversions: iconv::Conversions,
    /// State of conversions of multibyte characters without a state object.
    pub(crate) mbstate: Option<u64>,
    /// The position of `strtok`.
    pub(crate) strtok: Option<u64>,
    pub(crate) regexes: Regexes,
    pub(crate) accounts: Accounts,
    /// The text of `gnu_get_libc_version`.
    pub(crate) libc_version: Option<u64>,
    /// The result buffer of `inet_ntoa`.
    pub(crate) inet_text: Option<u64>,
    pub(crate) thread_locals: ThreadLocals,
    errno: Option<u64>,
}

/// First number of stubs; lower numbers are models.
const STUBS: u32 = 1 << 30;

impl Posix {
    /// The world for one case.
    pub fn new(case: Case) -> Self {
        let case = Arc::new(case);
        Posix {
            clock: Clock::new(case.time),
            // Further parts, one line each.
            fs: FileSystem::new(case.clone()),
            process: Process::default(),
            directories: Directories::default(),
            maps: Maps::default(),
            charset: Charset::default(),
            streams: Streams::default(),
            local: LocalTime::default(),
            constants: Constants::default(),
            random: Random::new(case.seed),
            ctype: None,
            locales: Locales::default(),
            conversions: iconv::Conversions::default(),
            mbstate: None,
            strtok: None,
            regexes: Regexes::default(),
            accounts: Accounts::default(),
            inet_text: None,
            libc_version: None,
            thread_locals: ThreadLocals::default(),
            case,
            errno: None,
        }
    }

    /// Replaces standard input and the files of the case by those of another case. Must be called before the
    /// program runs; arguments and environment are already in its memory and stay.
    pub fn set_input(&mut self, case: Case) {
        for (path, bytes) in &case.files {
            if self.case.files.get(path) != Some(bytes) {
                self.fs.set_contents(path, bytes.clone());
            }
        }
        self.case = Arc::new(case);
        self.fs.set_case(self.case.clone());
    }

    /// The channel through which a file of the case is read.
    pub fn channel_of(&mut self, path: &std::path::Path) -> Option<Channel> {
        self.fs.channel_of(path)
    }

    /// The case of the run.
    pub fn case(&self) -> &Case {
        &self.case
    }

    /// The host's files that this run and its forks have read, with their bytes, by path.
    pub fn host_files(&self) -> Vec<(std::path::PathBuf, Arc<Vec<u8>>)> {
        self.fs.host_files()
    }

    /// The program's standard output so far.
    pub fn stdout(&self) -> Vec<u8> {
        self.fs.output().stream(1)
    }

    /// The program's standard error so far.
    pub fn stderr(&self) -> Vec<u8> {
        self.fs.output().stream(2)
    }

    /// The output to descriptors 1 and 2, in order.
    pub fn output(&self) -> &Output {
        self.fs.output()
    }

    /// Output in the program's buffers that was not flushed, by stream (1 and 2).
    pub fn unflushed(&self) -> Vec<(u8, Vec<u8>)> {
        Streams::unflushed(self)
    }

    /// Every file that the run created, changed or removed, by path.
    pub fn written_files(&self) -> Vec<WrittenFile> {
        self.fs.written()
    }

    /// Address of the program's `errno`.
    pub(crate) fn errno_address(&mut self, guest: &mut dyn Guest) -> u64 {
        *self.errno.get_or_insert_with(|| guest.reserve(4, 4))
    }

    /// Sets `errno`.
    pub(crate) fn set_errno(&mut self, guest: &mut dyn Guest, value: i32) -> Run<()> {
        let address = self.errno_address(guest);
        guest.store(address.into(), 4, value.into())
    }
}

impl World for Posix {
    fn bind(&self, name: &str) -> Option<u32> {
        // A stub of the user overrides a model, which is the way to disable one.
        if let Some(index) = self.case.stubs.keys().position(|k| k == name) {
            return Some(STUBS + index as u32);
        }
        model::find(name)
    }

    fn start(&mut self, guest: &mut dyn Guest) -> Run<[Word; 3]> {
        Streams::start(self, guest)?;
        variables::place(guest)?;
        self.place_process(guest)
    }

    fn has_variable(&self, name: &str) -> bool {
        variables::is_known(name)
    }

    fn call(&mut self, number: u32, guest: &mut dyn Guest) -> Run<Reply> {
        if number >= STUBS {
            let value = self.case.stubs.values().nth((number - STUBS) as usize).copied();
            return Ok(value.unwrap_or(0).into());
        }
        self.fs.tick(self.clock.now(guest));
        let reply = (model::get(number).run)(self, guest);
        if self.fs.take_broken_pipe() {
            self.broken_pipe(guest)?;
        }
        match self.fs.take_halt() {
            Some(halt) => Err(halt),
            None => reply,
        }
    }
}
