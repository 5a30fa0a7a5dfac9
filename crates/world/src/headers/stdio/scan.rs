//! The `scanf` family: the sources of the characters. The plain names are those of old C, where `%as`
//! allocates memory; since C99, headers map to the others.

use whydunit_machine::{Guest, Reply, Run};

use crate::Posix;
use crate::model::guest_ext::arg;
use crate::model::{Model, model};
use crate::print::Arguments;
use crate::scan::{Source, scan};
use crate::streams::{Streams, file_argument};

use Values::{Direct, List};

#[rustfmt::skip]
pub(crate) const MODELS: &[Model] = &[
    model("scanf", |w, g| standard(w, g, Direct(0), true)),
    model("vscanf", |w, g| standard(w, g, List(0), true)),
    model("fscanf", |w, g| stream(w, g, Direct(1), true)),
    model("vfscanf", |w, g| stream(w, g, List(1), true)),
    model("sscanf", |w, g| string(w, g, Direct(1), true)),
    model("vsscanf", |w, g| string(w, g, List(1), true)),
    model("wscanf", |w, g| wide_standard(w, g, Direct(0), true)),
    model("vwscanf", |w, g| wide_standard(w, g, List(0), true)),
    model("fwscanf", |w, g| wide_stream(w, g, Direct(1), true)),
    model("vfwscanf", |w, g| wide_stream(w, g, List(1), true)),
    model("swscanf", |w, g| wide_string(w, g, Direct(1), true)),
    model("vswscanf", |w, g| wide_string(w, g, List(1), true)),
    model("__isoc99_scanf", |w, g| standard(w, g, Direct(0), false)),
    model("__isoc99_vscanf", |w, g| standard(w, g, List(0), false)),
    model("__isoc99_fscanf", |w, g| stream(w, g, Direct(1), false)),
    model("__isoc99_vfscanf", |w, g| stream(w, g, List(1), false)),
    model("__isoc99_sscanf", |w, g| string(w, g, Direct(1), false)),
    model("__isoc99_vsscanf", |w, g| string(w, g, List(1), false)),
    model("__isoc99_wscanf", |w, g| wide_standard(w, g, Direct(0), false)),
    model("__isoc99_vwscanf", |w, g| wide_standard(w, g, List(0), false)),
    model("__isoc99_fwscanf", |w, g| wide_stream(w, g, Direct(1), false)),
    model("__isoc99_vfwscanf", |w, g| wide_stream(w, g, List(1), false)),
    model("__isoc99_swscanf", |w, g| wide_string(w, g, Direct(1), false)),
    model("__isoc99_vswscanf", |w, g| wide_string(w, g, List(1), false)),
    model("__isoc23_scanf", |w, g| standard(w, g, Direct(0), false)),
    model("__isoc23_vscanf", |w, g| standard(w, g, List(0), false)),
    model("__isoc23_fscanf", |w, g| stream(w, g, Direct(1), false)),
    model("__isoc23_vfscanf", |w, g| stream(w, g, List(1), false)),
    model("__isoc23_sscanf", |w, g| string(w, g, Direct(1), false)),
    model("__isoc23_vsscanf", |w, g| string(w, g, List(1), false)),
    model("__isoc23_wscanf", |w, g| wide_standard(w, g, Direct(0), false)),
    model("__isoc23_vwscanf", |w, g| wide_standard(w, g, List(0), false)),
    model("__isoc23_fwscanf", |w, g| wide_stream(w, g, Direct(1), false)),
    model("__isoc23_vfwscanf", |w, g| wide_stream(w, g, List(1), false)),
    model("__isoc23_swscanf", |w, g| wide_string(w, g, Direct(1), false)),
    model("__isoc23_vswscanf", |w, g| wide_string(w, g, List(1), false)),
];

/// The location of the pointers, and the index of the format argument.
#[derive(Clone, Copy)]
enum Values {
    Direct(usize),
    List(usize),
}

fn run(world: &mut Posix, guest: &mut dyn Guest, source: Source, values: Values, gnu: bool) -> Run<Reply> {
    let (format, arguments) = match values {
        Direct(format) => (format, Arguments::direct(guest, format + 1)),
        List(format) => (format, Arguments::list(guest, format + 1)),
    };
    let format = arg(guest, format);
    Ok(scan(world, guest, format, source, arguments, gnu)?.into())
}

fn standard(world: &mut Posix, guest: &mut dyn Guest, values: Values, gnu: bool) -> Run<Reply> {
    let file = Streams::current(world, guest, 0)?;
    run(world, guest, Source::Stream(file), values, gnu)
}

fn stream(world: &mut Posix, guest: &mut dyn Guest, values: Values, gnu: bool) -> Run<Reply> {
    let file = file_argument(guest, 0)?;
    run(world, guest, Source::Stream(file), values, gnu)
}

fn string(world: &mut Posix, guest: &mut dyn Guest, values: Values, gnu: bool) -> Run<Reply> {
    let source = Source::text(arg(guest, 0));
    run(world, guest, source, values, gnu)
}

fn wide_standard(world: &mut Posix, guest: &mut dyn Guest, values: Values, gnu: bool) -> Run<Reply> {
    let file = Streams::current(world, guest, 0)?;
    run(world, guest, Source::WideStream(file), values, gnu)
}

fn wide_stream(world: &mut Posix, guest: &mut dyn Guest, values: Values, gnu: bool) -> Run<Reply> {
    let file = file_argument(guest, 0)?;
    run(world, guest, Source::WideStream(file), values, gnu)
}

fn wide_string(world: &mut Posix, guest: &mut dyn Guest, values: Values, gnu: bool) -> Run<Reply> {
    let source = Source::WideText { start: arg(guest, 0), taken: 0 };
    run(world, guest, source, values, gnu)
}
