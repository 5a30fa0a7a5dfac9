//! Reads the machine code of an executable: its line table (with columns) and the targets of its
//! jumps.

use std::collections::BTreeSet;
use std::path::Path;

use gimli::{ColumnType, Dwarf, EndianSlice, LittleEndian, Unit};
use iced_x86::{Decoder, DecoderOptions, FlowControl, Instruction, OpKind};
use object::read::elf::ElfFile64;
use object::{Endianness, Object, ObjectSection, ObjectSymbol, SymbolKind};
use whydunit_program::{NativeCode, NativeFunction, Stretch, Text};

use crate::error::LoadError;

type Slice<'a> = EndianSlice<'a, LittleEndian>;
type Elf<'a> = ElfFile64<'a, Endianness>;

/// Reads the machine code and line table of an executable.
pub fn native_code(path: &Path) -> Result<NativeCode, LoadError> {
    let bytes = std::fs::read(path).map_err(|error| LoadError::Read { path: path.into(), error })?;
    let name = path.display().to_string();
    if !bytes.starts_with(b"\x7fELF") {
        return Err(LoadError::NotNative { name });
    }
    let bad = |what: String| LoadError::BadElf { name: name.clone(), what };
    let elf = Elf::parse(&*bytes).map_err(|e| bad(e.to_string()))?;
    let rows = rows(&elf).map_err(bad)?;
    let (mut functions, mut last): (Vec<NativeFunction>, u64) = (Vec::new(), 0);
    for symbol in elf.symbols().filter(|s| s.kind() == SymbolKind::Text && s.size() > 0) {
        let (start, end) = (symbol.address(), symbol.address() + symbol.size());
        let own = &rows[rows.partition_point(|r| r.at.address < start)..rows.partition_point(|r| r.at.address < end)];
        let (Some(first), Some(code)) = (own.first(), code(&elf, start, end)) else { continue };
        let stretches = stretches(own, &Jumps::new(code, start));
        let name = symbol.name().unwrap_or_default().to_owned();
        last = last.max(end);
        functions.push(NativeFunction { name, file: first.file.clone(), start, stretches });
    }
    functions.sort_by_key(|f| f.start);
    let first = functions.first().map_or(0, |f| f.start);
    let text = code(&elf, first, last).map_or_else(Text::default, |bytes| Text::new(first, bytes));
    Ok(NativeCode { functions, text })
}

/// A row of the line table; line 0 marks code without a line.
struct Row {
    at: Stretch,
    file: String,
}

/// All rows by address. The last of several rows for one address wins.
fn rows(elf: &Elf<'_>) -> Result<Vec<Row>, String> {
    let load = |id: gimli::SectionId| {
        let section = elf.section_by_name(id.name());
        let data = section.map_or(Ok(&[][..]), |s| s.data()).map_err(|e| e.to_string())?;
        Ok::<Slice<'_>, String>(EndianSlice::new(data, LittleEndian))
    };
    let dwarf = Dwarf::load(load)?;
    let mut rows = Vec::new();
    let mut units = dwarf.units();
    while let Some(header) = units.next().map_err(damaged)? {
        let unit = dwarf.unit(header).map_err(damaged)?;
        unit_rows(&dwarf, &unit, &mut rows).map_err(damaged)?;
    }
    rows.sort_by_key(|row: &Row| row.at.address);
    rows.dedup_by(|later, row| {
        let same = later.at.address == row.at.address;
        if same {
            std::mem::swap(later, row);
        }
        same
    });
    Ok(rows)
}

fn damaged(error: gimli::Error) -> String {
    format!("its debug information is damaged ({error})")
}

fn unit_rows<'a>(dwarf: &Dwarf<Slice<'a>>, unit: &Unit<Slice<'a>>, rows: &mut Vec<Row>) -> gimli::Result<()> {
    let Some(program) = unit.line_program.clone() else { return Ok(()) };
    let mut state = program.rows();
    while let Some((header, row)) = state.next_row()? {
        if row.end_sequence() {
            continue;
        }
        let line = row.line().map_or(0, |l| l.get() as u32);
        let column = match row.column() {
            ColumnType::LeftEdge => 0,
            ColumnType::Column(column) => column.get() as u32,
        };
        let path = row.file(header).map(|file| dwarf.attr_string(unit, file.path_name())).transpose()?;
        let path = path.map_or_else(String::new, |p| p.to_string_lossy().into_owned());
        let file = Path::new(&path).file_name().map_or_else(String::new, |f| f.to_string_lossy().into_owned());
        rows.push(Row { at: Stretch { address: row.address(), line, column }, file });
    }
    Ok(())
}

/// The bytes of a function.
fn code<'a>(elf: &Elf<'a>, start: u64, end: u64) -> Option<&'a [u8]> {
    let holds = |s: &object::read::elf::ElfSection64<'a, '_, Endianness>| {
        s.address() <= start && end <= s.address() + s.size() && s.address() > 0
    };
    let section = elf.sections().find(holds)?;
    let data = section.data().ok()?;
    data.get((start - section.address()) as usize..(end - section.address()) as usize)
}

/// The straight-line pieces of a function's code.
struct Jumps {
    /// Start addresses of pieces.
    leaders: BTreeSet<u64>,
    /// Instructions other than jumps.
    work: BTreeSet<u64>,
}

impl Jumps {
    fn new(code: &[u8], start: u64) -> Jumps {
        let mut jumps = Jumps { leaders: BTreeSet::from([start]), work: BTreeSet::new() };
        let mut decoder = Decoder::with_ip(64, code, start, DecoderOptions::NONE);
        let mut inst = Instruction::default();
        while decoder.can_decode() {
            decoder.decode_out(&mut inst);
            let flow = inst.flow_control();
            if inst.op0_kind() == OpKind::NearBranch64 && flow != FlowControl::Call {
                jumps.leaders.insert(inst.near_branch_target());
            }
            let ways = [FlowControl::ConditionalBranch, FlowControl::UnconditionalBranch, FlowControl::IndirectBranch];
            if ways.contains(&flow) {
                jumps.leaders.insert(inst.next_ip());
            } else {
                jumps.work.insert(inst.ip());
            }
        }
        jumps
    }

    /// Does the code in this range do more than a single jump at the start of a piece? A jump that
    /// follows a comparison is a decision.
    fn matters(&self, from: u64, to: u64) -> bool {
        self.work.range(from..to).next().is_some() || !self.leaders.contains(&from)
    }
}

/// Divides rows at the starts of pieces and drops those that only jump.
fn stretches(rows: &[Row], jumps: &Jumps) -> Vec<Stretch> {
    let mut starts: Vec<Stretch> = Vec::new();
    for (at, row) in rows.iter().enumerate() {
        let end = rows.get(at + 1).map_or(u64::MAX, |next| next.at.address);
        starts.push(row.at);
        let inside = jumps.leaders.range(row.at.address + 1..end);
        starts.extend(inside.map(|&address| Stretch { address, ..row.at }));
    }
    let ends: Vec<u64> = starts.iter().skip(1).map(|s| s.address).chain([u64::MAX]).collect();
    let own = starts.iter().zip(ends).filter(|(s, end)| s.line != 0 && jumps.matters(s.address, *end));
    own.map(|(s, _)| *s).collect()
}
