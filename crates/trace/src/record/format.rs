//! The file format of recordings: a magic text, a version, the program's fingerprint, the sequences, a checksum.
//!
//! Every change of the meaning of a byte must increment [`VERSION`]; files of other versions are refused.

use std::io::{self, Read, Write};
use std::sync::Arc;

use crate::numbers::{ExecutedBlock, Time};
use crate::record::effect::Effects;
use crate::record::loads::Loads;
use crate::record::packing::{pack_item, unpack_item};
use crate::record::program_index::ProgramIndex;
use crate::record::recording::Recording;
use crate::record::stream::{Numbers, Stream};
use crate::record::tracks::{Mixed, Tracks, Unwind};

/// The first bytes of every file.
const MAGIC: &[u8; 16] = b"whydunit record\n";
/// The version of the format.
pub const VERSION: u32 = 5;

/// The reason why a file cannot be read as a recording.
#[derive(Debug)]
pub enum FormatError {
    /// It is not a recording.
    NoRecording,
    /// It has another version of the format, namely this one.
    Version(u32),
    /// It records another program, or another version of the program.
    OtherProgram,
    /// It ends too early.
    Truncated,
    /// Its contents are inconsistent.
    Damaged,
    /// It cannot be read.
    Io(io::Error),
}

impl std::fmt::Display for FormatError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            FormatError::NoRecording => f.write_str("not a recording of Whydunit"),
            FormatError::Version(v) => {
                write!(f, "a recording of format {v}; this Whydunit reads format {VERSION}: record the run again")
            }
            FormatError::OtherProgram => f.write_str("a recording of another program, or of one compiled otherwise"),
            FormatError::Truncated => f.write_str("the recording is cut off: record the run again"),
            FormatError::Damaged => f.write_str("the recording is damaged: record the run again"),
            FormatError::Io(error) => write!(f, "the recording cannot be read: {error}"),
        }
    }
}

impl std::error::Error for FormatError {}

impl From<io::Error> for FormatError {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::UnexpectedEof => FormatError::Truncated,
            io::ErrorKind::InvalidData => FormatError::Damaged,
            _ => FormatError::Io(error),
        }
    }
}

/// A reader or writer with a checksum of all bytes that pass through it.
pub(crate) struct Summed<T> {
    inner: T,
    sum: u64,
}

impl<T> Summed<T> {
    fn new(inner: T) -> Self {
        Summed { inner, sum: 0xcbf2_9ce4_8422_2325 }
    }

    fn add(&mut self, bytes: &[u8]) {
        self.sum = bytes.iter().fold(self.sum, |sum, &b| (sum ^ u64::from(b)).wrapping_mul(0x100_0000_01b3));
    }
}

impl<W: Write> Summed<W> {
    pub(crate) fn put(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.add(bytes);
        self.inner.write_all(bytes)
    }

    pub(crate) fn put_number(&mut self, value: u64) -> io::Result<()> {
        self.put(&value.to_le_bytes())
    }

    fn put_stream(&mut self, stream: &Stream) -> io::Result<()> {
        self.put_number(stream.len() as u64)?;
        (0..stream.len()).try_for_each(|i| self.put(&stream.get(i).to_le_bytes()))
    }
}

impl<R: Read> Summed<R> {
    pub(crate) fn take<const N: usize>(&mut self) -> io::Result<[u8; N]> {
        let mut bytes = [0; N];
        self.inner.read_exact(&mut bytes)?;
        self.add(&bytes);
        Ok(bytes)
    }

    pub(crate) fn number(&mut self) -> io::Result<u64> {
        Ok(u64::from_le_bytes(self.take()?))
    }

    /// A number that must fit 32 bits.
    pub(crate) fn small(&mut self) -> io::Result<u32> {
        u32::try_from(self.number()?).map_err(|_| io::ErrorKind::InvalidData.into())
    }

    fn stream(&mut self) -> io::Result<Stream> {
        let mut stream = Stream::default();
        for _ in 0..self.number()? {
            stream.push(u16::from_le_bytes(self.take()?));
        }
        Ok(stream)
    }
}

impl Recording {
    /// Writes the recording for [`Recording::load`]. The writer should be buffered.
    pub fn save(&self, to: &mut impl Write) -> io::Result<()> {
        let mut out = Summed::new(to);
        out.put(MAGIC)?;
        out.put(&VERSION.to_le_bytes())?;
        out.put_number(self.index.fingerprint())?;
        out.put_number(u64::from(self.duration()))?;
        out.put_stream(&self.blocks.low)?;
        out.put_stream(self.blocks.high.as_ref().unwrap_or(&Stream::default()))?;
        out.put_stream(&self.loads.codes)?;
        out.put_stream(&self.loads.far)?;
        out.put_number(self.mixed.len() as u64)?;
        for &Mixed { load, writer, from } in &self.mixed {
            out.put_number(u64::from(load) << 32 | u64::from(writer))?;
            out.put(&[from])?;
        }
        out.put_number(self.unwinds.len() as u64)?;
        for unwind in &self.unwinds {
            out.put_number(u64::from(unwind.block) << 32 | u64::from(unwind.frames))?;
        }
        out.put_number(self.effects().count() as u64)?;
        for effect in self.effects() {
            out.put_number(u64::from(effect.time) << 32 | effect.items.len() as u64)?;
            effect.items.iter().try_for_each(|item| pack_item(&mut out, item))?;
        }
        let sum = out.sum;
        out.put_number(sum)
    }

    /// Reads a recording of the indexed program. The reader should be buffered.
    pub fn load(index: Arc<ProgramIndex>, from: &mut impl Read) -> Result<Recording, FormatError> {
        let mut from = Summed::new(from);
        if from.take::<16>()? != *MAGIC {
            return Err(FormatError::NoRecording);
        }
        let version = u32::from_le_bytes(from.take()?);
        if version != VERSION {
            return Err(FormatError::Version(version));
        }
        if from.number()? != index.fingerprint() {
            return Err(FormatError::OtherProgram);
        }
        let duration = from.number()?;
        let (low, high) = (from.stream()?, from.stream()?);
        let blocks = Numbers { low, high: Some(high).filter(|h| h.len() > 0) };
        let loads = Loads::restored(from.stream()?, from.stream()?).ok_or(FormatError::Damaged)?;
        let halves = |word: u64| ((word >> 32) as u32, word as u32);
        let mut mixed = Vec::new();
        for _ in 0..from.number()? {
            let ((load, writer), [from]) = (halves(from.number()?), from.take()?);
            mixed.push(Mixed { load, writer, from });
        }
        let mut unwinds = Vec::new();
        for _ in 0..from.number()? {
            let (block, frames) = halves(from.number()?);
            unwinds.push(Unwind { block: ExecutedBlock(block), frames });
        }
        let mut effects = Effects::default();
        for _ in 0..from.number()? {
            let (time, count) = halves(from.number()?);
            effects.begin(Time(time));
            for _ in 0..count {
                effects.items.push(unpack_item(&mut from)?);
            }
        }
        let sum = from.sum;
        if from.number()? != sum {
            return Err(FormatError::Damaged);
        }
        let tracks = Tracks { blocks, loads, mixed, effects, unwinds };
        if !tracks.fit(&index) {
            return Err(FormatError::Damaged);
        }
        let mut recording = Recording::new(index, tracks, None);
        if let Some(last) = duration.checked_sub(1) {
            recording.end_at(last);
        }
        if u64::from(recording.duration()) != duration || !recording.reaches_its_last_block() {
            return Err(FormatError::Damaged);
        }
        Ok(recording)
    }
}
