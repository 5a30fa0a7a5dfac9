//! Executions of a line, as users name them: `FILE:LINE` or `FILE:LINE#K`.

use whydunit_locate::{Session, line_of};
use whydunit_program::{Inst, Program};

/// The instances that a place names, in order of time; of each execution of the line all that defines or
/// decides something.
pub(crate) fn instances(session: &Session, place: &str) -> Result<Vec<u32>, String> {
    let (file, line, which) = parse(place)?;
    let recording = &session.recorded.recording;
    let program = session.program();
    let mut found: Vec<Vec<u32>> = Vec::new();
    for block in 0..recording.block_count() {
        let (start, end) = (recording.start_of(block), recording.end_of(block));
        let here: Vec<u32> = (start..=end).filter(|&t| is_at(session, program, t, &file, line)).collect();
        if !here.is_empty() {
            found.push(here);
        }
    }
    match which {
        _ if found.is_empty() => Err(format!("{place}: no assignment or decision of that line was executed")),
        Some(k) if k == 0 || k > found.len() => Err(format!("{place}: the line was executed {} times", found.len())),
        Some(k) => Ok(found.swap_remove(k - 1)),
        None => Ok(found.concat()),
    }
}

fn is_at(session: &Session, program: &Program, time: u32, file: &str, line: u32) -> bool {
    let recording = &session.recorded.recording;
    let Some(position) = recording.position(time) else { return false };
    let defines = matches!(
        recording.inst(position),
        Inst::Store { .. }
            | Inst::StoreLocal { .. }
            | Inst::StoreWide { .. }
            | Inst::MemCopy { .. }
            | Inst::MemSet { .. }
            | Inst::Branch { .. }
            | Inst::Switch { .. }
    );
    defines
        && line_of(program, position.site()).is_some_and(|l| {
            let name = std::path::Path::new(&program.files[l.file.0 as usize].name);
            l.line == line && name.ends_with(file)
        })
}

fn parse(place: &str) -> Result<(String, u32, Option<usize>), String> {
    let wrong = || format!("{place:?}: wanted FILE:LINE or FILE:LINE#K");
    let (rest, which) = match place.split_once('#') {
        Some((rest, k)) => (rest, Some(k.parse().map_err(|_| wrong())?)),
        None => (place, None),
    };
    let (file, line) = rest.rsplit_once(':').ok_or_else(wrong)?;
    Ok((file.to_string(), line.parse().map_err(|_| wrong())?, which))
}
