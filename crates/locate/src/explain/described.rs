//! Describes instances completely, so that they can be shown without the run.

use whydunit_machine::Unsupported;
use whydunit_program::{Inst, Program};
use whydunit_trace::{Instance, Place, Time, Value, place_of};

use crate::session::Session;

/// An instance with everything that words about it need.
#[derive(Clone, Debug)]
pub struct DescribedInstance {
    /// The instance. Of a library call that called back, time and site are those of the call.
    pub instance: Instance,
    /// If it fills an object before the rest of its line initialises it: the object after that line.
    pub initialised: Option<Value>,
    /// Which execution of its line it belongs to, counted from 1.
    pub occurrence: u32,
    /// How often its line was executed.
    pub executions: u32,
}

impl DescribedInstance {
    /// The instruction that was executed at `time`, if it can be described.
    pub(crate) fn at(session: &mut Session, time: Time) -> Result<Option<DescribedInstance>, Unsupported> {
        instance_at(session, time)?.map(|instance| DescribedInstance::of(session, instance)).transpose()
    }

    /// As [`DescribedInstance::at`], but shows an instance inside the library at the place of the program's call.
    pub(crate) fn seen_from_program(
        session: &mut Session,
        time: Time,
    ) -> Result<Option<DescribedInstance>, Unsupported> {
        let recording = &session.recorded.recording;
        let (ended, given) = (recording.ended_call(time), recording.gives_function(time));
        let call = ended.or(given).and_then(|call| Some((call, recording.position(call)?.site())));
        let program = session.program().clone();
        let instance = match ended {
            Some(call) => session.recorded.completed_call(&program, call, time),
            None => instance_at(session, time)?,
        };
        let Some(instance) = instance else { return Ok(None) };
        let (time, site) = call.unwrap_or((instance.time, instance.site));
        DescribedInstance::of(session, Instance { time, site, ..instance }).map(Some)
    }

    fn of(session: &mut Session, instance: Instance) -> Result<DescribedInstance, Unsupported> {
        let (occurrence, executions) = session.visit_of(instance.time);
        let initialised = initialised(session, &instance)?;
        Ok(DescribedInstance { instance, initialised, occurrence, executions })
    }

    /// Where it is.
    pub fn place(&self, program: &Program) -> Place {
        place_of(program, self.instance.site)
    }
}

/// The instruction that was executed at `time`, if it can be described.
pub(crate) fn instance_at(session: &mut Session, time: Time) -> Result<Option<Instance>, Unsupported> {
    let mut machine = session.recorded.snapshots.at(u64::from(time))?;
    Ok(Instance::at(session.program(), &mut machine, time))
}

/// The object that an instance fills, once the rest of the line has initialised it.
fn initialised(session: &mut Session, instance: &Instance) -> Result<Option<Value>, Unsupported> {
    let (program, site) = (session.program().clone(), instance.site);
    let function = program.function(site.function);
    let Inst::MemSet { .. } = function.insts[site.inst as usize] else { return Ok(None) };
    let block = function.blocks[function.block_of(site.inst).0 as usize];
    let line = |at: u32| function.locs[at as usize].line;
    let own = (site.inst..block.first + block.len - 1).take_while(|&at| [0, line(site.inst)].contains(&line(at)));
    let behind = u64::from(instance.time) + own.count() as u64;
    let mut machine = session.recorded.snapshots.at(behind)?;
    Ok(instance.defines.as_ref().map(|defines| defines.reread(&program, &mut machine)))
}
