//! The models, one module per C header.

mod arpa_inet;
mod complex;
pub(crate) mod ctype;
pub(crate) mod dirent;
mod environment;
mod errno;
mod fcntl;
mod fenv;
mod fnmatch;
pub(crate) mod getopt;
mod glob;
pub(crate) mod iconv;
mod langinfo;
mod libintl;
mod locale;
mod math;
mod poll;
mod pthread;
mod pwd;
mod regex;
mod stdio;
mod stdlib;
mod string;
pub(crate) mod sys_mman;
mod sys_resource;
mod sys_socket;
mod sys_stat;
mod sys_statfs;
mod system;
mod terminal;
mod time;
mod unistd;
mod utime;
mod wchar;
mod wctype;
mod whydunit;

use crate::model::Model;
pub(crate) use pthread::ThreadLocals;
pub(crate) use pwd::Accounts;
pub(crate) use regex::Regexes;
pub(crate) use stdlib::heap::allocate;

/// All tables. To add a header, add a module above and its `MODELS` to this list.
#[rustfmt::skip]
pub(crate) const TABLES: &[&[Model]] = &[
    complex::MODELS,
    ctype::MODELS,
    dirent::MODELS,
    environment::MODELS,
    errno::MODELS,
    fcntl::MODELS,
    getopt::MODELS,
    poll::MODELS,
    sys_mman::MODELS,
    sys_resource::MODELS,
    sys_socket::MODELS,
    sys_statfs::MODELS,
    terminal::MODELS,
    sys_stat::MODELS,
    fenv::MODELS,
    iconv::MODELS,
    langinfo::MODELS,
    libintl::MODELS,
    locale::MODELS,
    arpa_inet::MODELS,
    fnmatch::MODELS,
    glob::MODELS,
    pthread::TABLES[0],
    pthread::TABLES[1],
    pthread::TABLES[2],
    pthread::TABLES[3],
    pthread::TABLES[4],
    pthread::TABLES[5],
    pthread::TABLES[6],
    pwd::MODELS,
    regex::MODELS,
    system::MODELS,
    time::MODELS,
    stdio::extensions::MODELS,
    stdio::open::MODELS,
    stdio::position::MODELS,
    stdio::print::MODELS,
    stdio::read::MODELS,
    stdio::scan::MODELS,
    stdio::state::MODELS,
    stdio::wide::MODELS,
    stdio::write::MODELS,
    math::classes::MODELS,
    math::elementary::MODELS,
    math::elementary::OTHERS,
    math::extended::MODELS,
    math::extended_angles::MODELS,
    math::extended_parts::MODELS,
    math::parts::MODELS,
    math::rounding::MODELS,
    math::rounding::TO_INTEGERS,
    stdlib::arithmetic::MODELS,
    stdlib::heap::MODELS,
    stdlib::integer::MODELS,
    stdlib::options::MODELS,
    stdlib::rand48::MODELS,
    stdlib::random::MODELS,
    stdlib::real::MODELS,
    string::compare::MODELS,
    string::copy::MODELS,
    string::memory::MODELS,
    string::path::MODELS,
    string::search::MODELS,
    string::text::MODELS,
    string::token::MODELS,
    string::version::MODELS,
    unistd::descriptors::MODELS,
    unistd::limits::MODELS,
    unistd::names::MODELS,
    unistd::process::MODELS,
    unistd::temporary::MODELS,
    unistd::users::MODELS,
    utime::MODELS,
    wchar::character::MODELS,
    wchar::string::MODELS,
    wchar::strings::MODELS,
    wchar::wide::MODELS,
    wctype::MODELS,
    whydunit::MODELS,
];
