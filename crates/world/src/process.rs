//! The initial state of the process: arguments, environment, and the variables that libc sets before `main`.

pub(crate) mod accounts;
pub(crate) mod constants;
pub(crate) mod variables;

use whydunit_machine::{Channel, FailureKind, Guest, Halt, Run, Word};

use crate::Posix;
use crate::fs::Chunk;
use crate::model::syscall::deliver;
use crate::streams::Streams;

/// State of libc for the process.
#[derive(Clone, Debug, Default)]
pub(crate) struct Process {
    /// The address of `environ`; 0 before the start.
    environ: u64,
    /// The state of `getopt`, with the addresses of its variables.
    pub(crate) options: crate::headers::getopt::Scan,
}

/// Names of the variable that holds the environment.
const ENVIRON: [&str; 3] = ["environ", "__environ", "_environ"];

impl Posix {
    /// Stores arguments and environment; returns the arguments of `main`.
    pub(crate) fn place_process(&mut self, guest: &mut dyn Guest) -> Run<[Word; 3]> {
        let case = self.case.clone();
        let mut arguments = Vec::new();
        for (index, text) in case.args.iter().enumerate() {
            arguments.push(place_string(guest, Channel::Argument(index as u32), 0, text)?);
        }
        let argv = place_pointers(guest, &arguments)?;
        let mut variables = Vec::new();
        let mut offset = 0;
        for (name, value) in &case.env {
            let text = [name, &b"="[..], value].concat();
            variables.push(place_string(guest, Channel::Environment, offset, &text)?);
            offset += text.len() as u64 + 1;
        }
        let envp = place_pointers(guest, &variables)?;
        self.process.environ = ENVIRON.iter().find_map(|name| guest.global(name)).map_or(0, |(address, _)| address);
        if self.process.environ == 0 {
            self.process.environ = guest.reserve(8, 8);
        }
        self.set_environ(guest, envp)?;
        self.place_names(guest, arguments.first().copied(), case.args.first())?;
        crate::headers::getopt::place(self, guest)?;
        Ok([Word::new(case.args.len() as u64), Word::new(argv), Word::new(envp)])
    }

    /// Sets `program_invocation_name` and similar variables.
    fn place_names(&mut self, guest: &mut dyn Guest, address: Option<u64>, name: Option<&Vec<u8>>) -> Run<()> {
        let (Some(full), Some(name)) = (address, name) else { return Ok(()) };
        let base = name.iter().rposition(|&b| b == b'/').map_or(0, |slash| slash + 1);
        let short = full + base as u64;
        for (variable, value) in [
            ("program_invocation_name", full),
            ("__progname_full", full),
            ("program_invocation_short_name", short),
            ("__progname", short),
        ] {
            set_global(guest, variable, 8, value.into())?;
        }
        Ok(())
    }

    /// The array that `environ` points to; 0 for none.
    pub(crate) fn environ(&self, guest: &mut dyn Guest) -> Run<u64> {
        if self.process.environ == 0 {
            return Ok(0);
        }
        let array = guest.load(self.process.environ.into(), 8)?;
        guest.pin(array, "the environment")
    }

    /// Is the environment already in the program's memory?
    pub(crate) fn has_started(&self) -> bool {
        self.process.environ != 0
    }

    /// Makes `environ` point to another array.
    pub(crate) fn set_environ(&mut self, guest: &mut dyn Guest, array: u64) -> Run<()> {
        guest.store(self.process.environ.into(), 8, array.into())?;
        for name in ENVIRON {
            set_global(guest, name, 8, array.into())?;
        }
        Ok(())
    }

    /// A write to a pipe without readers raises `SIGPIPE`: ends the run, or is ignored.
    pub(crate) fn broken_pipe(&mut self, guest: &mut dyn Guest) -> Run<()> {
        const SIGPIPE: i32 = 13;
        const SIG_DFL: u64 = 0;
        const SIG_IGN: u64 = 1;
        /// `sizeof (struct sigaction)`; the handler comes first.
        const ACTION: u64 = 152;
        let mask = match guest.global("__whydunit_signal_mask") {
            Some((address, _)) => guest.load(address.into(), 8)?.bits,
            None => 0,
        };
        let action = match guest.global("__whydunit_signal_actions") {
            Some((address, _)) => guest.load((address + ACTION * SIGPIPE as u64).into(), 8)?.bits,
            None => SIG_DFL,
        };
        match action {
            _ if mask & (1 << (SIGPIPE - 1)) != 0 => Ok(()),
            SIG_IGN => Ok(()),
            SIG_DFL => Err(Halt::Failed(FailureKind::Signal(SIGPIPE))),
            _ => Err(Halt::Unsupported(
                "write: a handler for SIGPIPE would have to run inside write; ignore the signal instead".into(),
            )),
        }
    }

    /// Writes a message of libc to standard error.
    pub(crate) fn complain(&mut self, guest: &mut dyn Guest, text: &[u8]) -> Run<()> {
        use whydunit_machine::OutByte;
        let Ok((channel, offset)) = self.fs.write(2, text) else { return Ok(()) };
        let bytes: Vec<_> = text.iter().map(|&b| OutByte { word: b.into(), arg: OutByte::LITERAL }).collect();
        Streams::overtake(self, guest, channel, text.len() as u64);
        guest.emit(channel, offset, &bytes)
    }
}

/// Sets a variable of libc, if the program uses it.
pub(crate) fn set_global(guest: &mut dyn Guest, name: &str, bytes: u8, value: Word) -> Run<()> {
    match guest.global(name) {
        Some((address, size)) if size >= u64::from(bytes) => guest.store(address.into(), bytes, value),
        _ => Ok(()),
    }
}

/// A C string in a separate object, so that overruns are detected.
fn place_string(guest: &mut dyn Guest, channel: Channel, offset: u64, text: &[u8]) -> Run<u64> {
    let address = guest.reserve(text.len() as u64 + 1, 1);
    deliver(guest, address.into(), &Chunk { channel, offset, bytes: text.to_vec() })?;
    Ok(address)
}

/// An array of pointers that ends with a null pointer.
fn place_pointers(guest: &mut dyn Guest, pointers: &[u64]) -> Run<u64> {
    let address = guest.reserve((pointers.len() as u64 + 1) * 8, 16);
    let bytes: Vec<u8> = pointers.iter().flat_map(|p| p.to_le_bytes()).collect();
    guest.write_bytes(address.into(), &bytes)?;
    Ok(address)
}
