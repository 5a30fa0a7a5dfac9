//! One step of `getopt`: finds the next option, and moves operands to the end.

use whydunit_machine::{Guest, Run, Word};

use super::long::long_option;
use crate::Posix;
use crate::model::guest_ext::{arg, c_bytes};
use crate::model::syscall::Sys;

const WHY: &str = "command line";

/// State of `getopt` between calls.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scan {
    /// Addresses of `optarg`, `optind`, `opterr`, `optopt`.
    pub(super) variables: [u64; 4],
    started: bool,
    /// The rest of a cluster of short options; 0 if the next argument must be parsed.
    pub(super) next: u64,
    order: Order,
    /// The skipped operands: from the first to before the last.
    first: i32,
    last: i32,
}

/// The treatment of operands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Order {
    #[default]
    Permute,
    /// Stop at the first.
    Require,
    /// Return them as arguments of option 1.
    Return,
}

/// One call of `getopt`.
pub(super) struct Call {
    pub(super) count: i32,
    pub(super) argv: u64,
    /// The short options, without a leading `+` or `-`.
    pub(super) short: Vec<u8>,
    /// The table of long options; 0 for none.
    pub(super) long: u64,
    /// The address for the index of a long option; 0 for none.
    pub(super) index: u64,
    /// May a long option begin with a single dash?
    pub(super) only: bool,
    pub(super) posix: bool,
    /// Are errors printed?
    pub(super) tell: bool,
    pub(super) optind: i32,
}

impl Call {
    pub(super) fn new(guest: &mut dyn Guest, world: &Posix) -> Run<Call> {
        let count = super::count(guest)?;
        let argv = guest.pin(arg(guest, 1), WHY)?;
        let short = arg(guest, 2);
        let short = c_bytes(guest, short, "table of options")?;
        let [_, optind, opterr, _] = world.process.options.variables;
        let tell = load_int(guest, opterr)? != 0;
        let optind = load_int(guest, optind)?;
        Ok(Call { count, argv, short, long: 0, index: 0, only: false, posix: false, tell, optind })
    }

    /// The return value for a missing argument.
    pub(super) fn missing(&self) -> i32 {
        i32::from(if self.short.first() == Some(&b':') { b':' } else { b'?' })
    }

    /// The pointer to argument `index`.
    pub(super) fn pointer(&self, guest: &mut dyn Guest, index: i32) -> Run<Word> {
        guest.load((self.argv + 8 * index as u64).into(), 8)
    }

    /// Argument `index`.
    pub(super) fn text(&self, guest: &mut dyn Guest, index: i32) -> Run<Vec<u8>> {
        let pointer = self.pointer(guest, index)?;
        c_bytes(guest, pointer, WHY)
    }
}

fn load_int(guest: &mut dyn Guest, address: u64) -> Run<i32> {
    let word = guest.load(address.into(), 4)?;
    Ok(guest.pin(word, "a variable of getopt")? as i32)
}

/// Sets `optarg`.
pub(super) fn set_argument(world: &Posix, guest: &mut dyn Guest, pointer: Word) -> Run<()> {
    guest.store(world.process.options.variables[0].into(), 8, pointer)
}

/// Sets `optopt`.
pub(super) fn set_option(world: &Posix, guest: &mut dyn Guest, option: i32) -> Run<()> {
    guest.store(world.process.options.variables[3].into(), 4, option.into())
}

/// Prints an error message, unless the program suppresses it.
pub(super) fn tell(world: &mut Posix, guest: &mut dyn Guest, call: &Call, message: &[&[u8]]) -> Run<()> {
    if !call.tell {
        return Ok(());
    }
    let name = call.text(guest, 0)?;
    let text = [&name[..], b": ", &message.concat(), b"\n"].concat();
    world.complain(guest, &text)
}

/// `getopt` itself: also sets `optind` on an error.
pub(super) fn next_option(world: &mut Posix, guest: &mut dyn Guest, call: &mut Call) -> Sys<i32> {
    if call.count < 1 {
        return Ok(-1);
    }
    set_argument(world, guest, Word::new(0))?;
    let result = find_option(world, guest, call)?;
    guest.store(world.process.options.variables[1].into(), 4, call.optind.into())?;
    Ok(result)
}

/// Begins to parse a new command line.
fn begin(world: &mut Posix, guest: &mut dyn Guest, call: &mut Call) -> Run<()> {
    if call.optind == 0 {
        call.optind = 1;
    }
    let posix = call.posix || world.variable(guest, b"POSIXLY_CORRECT")?.is_some();
    let scan = &mut world.process.options;
    scan.started = true;
    (scan.first, scan.last, scan.next) = (call.optind, call.optind, 0);
    scan.order = match call.short.first() {
        Some(b'-') => Order::Return,
        Some(b'+') => Order::Require,
        _ if posix => Order::Require,
        _ => Order::Permute,
    };
    Ok(())
}

fn find_option(world: &mut Posix, guest: &mut dyn Guest, call: &mut Call) -> Sys<i32> {
    if call.optind == 0 || !world.process.options.started {
        begin(world, guest, call)?;
    }
    if matches!(call.short.first(), Some(b'-' | b'+')) {
        call.short.remove(0);
    }
    if call.short.first() == Some(&b':') {
        call.tell = false;
    }
    let next = world.process.options.next;
    if next == 0 || c_bytes(guest, next.into(), WHY)?.is_empty() {
        if let Some(result) = next_argument(world, guest, call)? {
            return Ok(result);
        }
        let argument = call.text(guest, call.optind)?;
        let start = call.pointer(guest, call.optind)?.bits;
        if call.long != 0 && argument[1] == b'-' {
            world.process.options.next = start + 2;
            let found = long_option(world, guest, call, b"--", call.only)?;
            return Ok(found.unwrap_or(-1));
        }
        let is_short = argument.len() == 2 && call.short.contains(&argument[1]);
        world.process.options.next = start + 1;
        if call.long != 0
            && call.only
            && !is_short
            && let Some(found) = long_option(world, guest, call, b"-", true)?
        {
            return Ok(found);
        }
    }
    short_option(world, guest, call)
}

/// Is this argument an operand?
fn is_operand(text: &[u8]) -> bool {
    text.len() < 2 || text[0] != b'-'
}

/// Advances to the next argument with options; returns the result of `getopt` if there is none.
fn next_argument(world: &mut Posix, guest: &mut dyn Guest, call: &mut Call) -> Sys<Option<i32>> {
    let scan = &mut world.process.options;
    scan.last = scan.last.min(call.optind);
    scan.first = scan.first.min(call.optind);
    if scan.order == Order::Permute {
        if scan.first != scan.last && scan.last != call.optind {
            exchange(scan, guest, call)?;
        } else if scan.last != call.optind {
            scan.first = call.optind;
        }
        while call.optind < call.count && is_operand(&call.text(guest, call.optind)?) {
            call.optind += 1;
        }
        scan.last = call.optind;
    }
    if call.optind != call.count && call.text(guest, call.optind)? == b"--" {
        call.optind += 1;
        if scan.first != scan.last && scan.last != call.optind {
            exchange(scan, guest, call)?;
        } else if scan.first == scan.last {
            scan.first = call.optind;
        }
        scan.last = call.count;
        call.optind = call.count;
    }
    if call.optind == call.count {
        if scan.first != scan.last {
            call.optind = scan.first;
        }
        return Ok(Some(-1));
    }
    if is_operand(&call.text(guest, call.optind)?) {
        if scan.order == Order::Require {
            return Ok(Some(-1));
        }
        let pointer = call.pointer(guest, call.optind)?;
        set_argument(world, guest, pointer)?;
        call.optind += 1;
        return Ok(Some(1));
    }
    Ok(None)
}

/// Moves the skipped operands behind the options that follow them.
fn exchange(scan: &mut Scan, guest: &mut dyn Guest, call: &Call) -> Run<()> {
    let mut pointers = Vec::new();
    for index in scan.first..call.optind {
        pointers.push(call.pointer(guest, index)?);
    }
    let passed = (scan.last - scan.first) as usize;
    pointers.rotate_left(passed);
    for (index, pointer) in (scan.first..).zip(pointers) {
        guest.store((call.argv + 8 * index as u64).into(), 8, pointer)?;
    }
    scan.first += call.optind - scan.last;
    scan.last = call.optind;
    Ok(())
}

/// The next letter of a cluster.
fn short_option(world: &mut Posix, guest: &mut dyn Guest, call: &mut Call) -> Sys<i32> {
    let next = world.process.options.next;
    let cluster = c_bytes(guest, next.into(), WHY)?;
    let (letter, rest) = (cluster[0], &cluster[1..]);
    world.process.options.next = next + 1;
    if rest.is_empty() {
        call.optind += 1;
    }
    let place = call.short.iter().position(|&b| b == letter);
    let Some(place) = place.filter(|_| letter != b':' && letter != b';') else {
        tell(world, guest, call, &[b"invalid option -- '", &[letter], b"'"])?;
        set_option(world, guest, letter.into())?;
        return Ok(b'?'.into());
    };
    let after = |i: usize| call.short.get(place + i).copied();
    if letter == b'W' && after(1) == Some(b';') && call.long != 0 {
        return long_by_letter(world, guest, call, rest);
    }
    let code = i32::from(letter);
    match (after(1), after(2)) {
        (Some(b':'), Some(b':')) => {
            if !rest.is_empty() {
                set_argument(world, guest, (next + 1).into())?;
                call.optind += 1;
            }
            world.process.options.next = 0;
        }
        (Some(b':'), _) => {
            world.process.options.next = 0;
            if rest.is_empty() {
                return take_argument(world, guest, call, letter);
            }
            set_argument(world, guest, (next + 1).into())?;
            call.optind += 1;
        }
        _ => {}
    }
    Ok(code)
}

/// Takes the next argument as the argument of a short option.
fn take_argument(world: &mut Posix, guest: &mut dyn Guest, call: &mut Call, letter: u8) -> Sys<i32> {
    if call.optind == call.count {
        tell(world, guest, call, &[b"option requires an argument -- '", &[letter], b"'"])?;
        set_option(world, guest, letter.into())?;
        return Ok(call.missing());
    }
    let pointer = call.pointer(guest, call.optind)?;
    set_argument(world, guest, pointer)?;
    call.optind += 1;
    Ok(letter.into())
}

/// `-W foo` stands for `--foo`.
fn long_by_letter(world: &mut Posix, guest: &mut dyn Guest, call: &mut Call, rest: &[u8]) -> Sys<i32> {
    if rest.is_empty() {
        if call.optind == call.count {
            return take_argument(world, guest, call, b'W');
        }
        world.process.options.next = call.pointer(guest, call.optind)?.bits;
    }
    Ok(long_option(world, guest, call, b"-W ", false)?.unwrap_or(-1))
}
