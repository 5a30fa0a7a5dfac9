//! Externals that write the program's memory, pass pointers on or call back.

use super::Extent::{Arg as Len, Bytes, Pointees as Deep, Rest};
use super::From::{Arg, Fresh, Inside, Kept, Pointees, Within, World};
use super::To::{At, Global, Result, Somewhere, World as Keep};
use super::{Effect, Extent, FRESH, From, To};

const fn row(name: &'static str) -> Effect {
    Effect::new(name)
}

/// A function that only writes the targets of its arguments.
const fn fills(name: &'static str, writes: &'static [(u8, Extent)]) -> Effect {
    row(name).writes(writes)
}

/// A function that only passes pointers on.
const fn hands(name: &'static str, flows: &'static [(To, From)]) -> Effect {
    row(name).flows(flows)
}

/// A `va_list`.
const LIST: Extent = Bytes(24);
const NEW: &[(To, From)] = &[(Result, Fresh)];
const AGAIN: &[(To, From)] = &[(Result, Fresh), (Result, Arg(0))];
const GIVES_FIRST: &[(To, From)] = &[(Result, Arg(0))];
const INSIDE_FIRST: &[(To, From)] = &[(Result, Inside(0))];
const END_OF_NUMBER: &[(To, From)] = &[(At(1), Inside(0))];
const POINTER_AT_1: &[(u8, Extent)] = &[(1, Bytes(8))];
const OPTARG: &[(To, From)] = &[(Global("optarg"), Pointees(1)), (At(1), Pointees(1))];
/// The sign of the gamma function.
const SIGN: &[&str] = &["signgam"];
const OPTIONS: &[&str] = &["optarg", "optind", "optopt", "opterr"];
const ENVIRONMENT: &[&str] = &["environ", "__environ", "_environ"];
const ZONE: &[&str] = &["tzname", "timezone", "daylight", "__tzname", "__timezone", "__daylight"];
const LINE: &[(u8, Extent)] = &[(0, Bytes(8)), (0, Deep), (1, Bytes(8))];

/// One row per function.
#[rustfmt::skip]
pub(super) static TABLE: &[Effect] = &[
    // --- allocation
    hands("malloc", NEW), hands("calloc", NEW), hands("aligned_alloc", NEW), hands("memalign", NEW),
    hands("valloc", NEW), hands("mmap", NEW), hands("mmap64", NEW), hands("alloca", NEW),
    row("realloc").flows(AGAIN).copies(&[(FRESH, 0)]), row("reallocarray").flows(AGAIN).copies(&[(FRESH, 0)]),
    row("mremap").flows(AGAIN).copies(&[(FRESH, 0)]),
    row("posix_memalign").flows(&[(At(0), Fresh)]).writes(&[(0, Bytes(8))]),
    hands("strdup", NEW), hands("strndup", NEW), hands("__strdup", NEW), hands("wcsdup", NEW),
    hands("canonicalize_file_name", NEW), hands("get_current_dir_name", NEW),
    row("realpath").flows(&[(Result, Fresh), (Result, Arg(1))]).writes(&[(1, Rest)]),
    row("getcwd").flows(&[(Result, Fresh), (Result, Arg(0))]).writes(&[(0, Rest)]),
    row("tmpnam").flows(&[(Result, World), (Result, Arg(0))]).writes(&[(0, Rest)]),
    row("ctermid").flows(&[(Result, World), (Result, Arg(0))]).writes(&[(0, Rest)]),
    row("cuserid").flows(&[(Result, World), (Result, Arg(0))]).writes(&[(0, Rest)]),
    row("asprintf").flows(&[(At(0), Fresh)]).writes(&[(0, Bytes(8))]),
    row("vasprintf").flows(&[(At(0), Fresh)]).writes(&[(0, Bytes(8)), (2, LIST)]),
    row("getline").flows(&[(At(0), Fresh)]).writes(LINE),
    row("getdelim").flows(&[(At(0), Fresh)]).writes(LINE),
    row("__getdelim").flows(&[(At(0), Fresh)]).writes(LINE),
    row("open_memstream").flows(&[(Result, World), (At(0), Fresh), (Keep, Arg(0)), (Keep, Arg(1))])
        .writes(&[(0, Bytes(8)), (1, Bytes(8))]),
    // --- copying and filling
    row("memcpy").flows(GIVES_FIRST).copies(&[(0, 1)]).writes(&[(0, Len(2))]),
    row("memmove").flows(GIVES_FIRST).copies(&[(0, 1)]).writes(&[(0, Len(2))]),
    row("__memcpy_chk").flows(GIVES_FIRST).copies(&[(0, 1)]).writes(&[(0, Len(2))]),
    row("__memmove_chk").flows(GIVES_FIRST).copies(&[(0, 1)]).writes(&[(0, Len(2))]),
    row("bcopy").copies(&[(1, 0)]).writes(&[(1, Len(2))]),
    row("mempcpy").flows(INSIDE_FIRST).copies(&[(0, 1)]).writes(&[(0, Len(2))]),
    row("memccpy").flows(INSIDE_FIRST).copies(&[(0, 1)]).writes(&[(0, Len(3))]),
    row("memset").flows(GIVES_FIRST).writes(&[(0, Len(2))]),
    row("__memset_chk").flows(GIVES_FIRST).writes(&[(0, Len(2))]),
    fills("bzero", &[(0, Len(1))]), fills("explicit_bzero", &[(0, Len(1))]),
    row("strcpy").flows(GIVES_FIRST).writes(&[(0, Rest)]), row("strcat").flows(GIVES_FIRST).writes(&[(0, Rest)]),
    row("__strcpy_chk").flows(GIVES_FIRST).writes(&[(0, Rest)]),
    row("__strcat_chk").flows(GIVES_FIRST).writes(&[(0, Rest)]),
    row("strncpy").flows(GIVES_FIRST).writes(&[(0, Len(2))]), row("strncat").flows(GIVES_FIRST).writes(&[(0, Rest)]),
    row("__strncpy_chk").flows(GIVES_FIRST).writes(&[(0, Len(2))]),
    row("stpcpy").flows(INSIDE_FIRST).writes(&[(0, Rest)]), row("stpncpy").flows(INSIDE_FIRST).writes(&[(0, Rest)]),
    row("__stpcpy_chk").flows(INSIDE_FIRST).writes(&[(0, Rest)]),
    fills("strlcpy", &[(0, Len(2))]), fills("strlcat", &[(0, Len(2))]), fills("strxfrm", &[(0, Rest)]),
    row("wcscpy").flows(GIVES_FIRST).writes(&[(0, Rest)]), row("wcscat").flows(GIVES_FIRST).writes(&[(0, Rest)]),
    row("wcsncpy").flows(GIVES_FIRST).writes(&[(0, Rest)]), row("wmemcpy").flows(GIVES_FIRST).writes(&[(0, Rest)]),
    row("wmemset").flows(GIVES_FIRST).writes(&[(0, Rest)]), fills("swab", &[(1, Len(2))]),
    // --- searching
    hands("strchr", INSIDE_FIRST), hands("strrchr", INSIDE_FIRST), hands("strchrnul", INSIDE_FIRST),
    hands("strstr", INSIDE_FIRST), hands("strcasestr", INSIDE_FIRST), hands("strpbrk", INSIDE_FIRST),
    hands("memchr", INSIDE_FIRST), hands("memrchr", INSIDE_FIRST), hands("rawmemchr", INSIDE_FIRST),
    hands("memmem", INSIDE_FIRST), hands("index", INSIDE_FIRST), hands("rindex", INSIDE_FIRST),
    hands("wcschr", INSIDE_FIRST), hands("wcsrchr", INSIDE_FIRST), hands("wcsstr", INSIDE_FIRST),
    hands("wmemchr", INSIDE_FIRST), hands("basename", INSIDE_FIRST),
    hands("gettext", GIVES_FIRST), hands("dgettext", &[(Result, Arg(1))]), hands("dcgettext", &[(Result, Arg(1))]),
    hands("ngettext", &[(Result, Arg(0)), (Result, Arg(1))]), hands("hasmntopt", &[(Result, Pointees(0))]),
    row("dirname").flows(INSIDE_FIRST).writes(&[(0, Rest)]),
    row("__xpg_basename").flows(INSIDE_FIRST).writes(&[(0, Rest)]),
    row("strtok").flows(&[(Keep, Inside(0)), (Result, Kept)]).writes(&[(0, Rest)]),
    hands("getenv", &[(Result, World), (Result, Kept)]),
    row("strtok_r").flows(&[(Result, Inside(0)), (Result, Within(2)), (At(2), Inside(0)), (At(2), Within(2))])
        .writes(&[(0, Rest), (2, Bytes(8)), (2, Deep)]),
    row("lgamma").sets(SIGN), row("lgammaf").sets(SIGN), row("lgammal").sets(SIGN),
    row("gamma").sets(SIGN), row("gammaf").sets(SIGN), row("gammal").sets(SIGN),
    row("strsep").flows(&[(Result, Pointees(0)), (At(0), Within(0))]).writes(&[(0, Bytes(8)), (0, Deep)]),
    row("bsearch").flows(&[(Result, Inside(1))]).calls(&[(Arg(4), &[Arg(0), Inside(1)])]),
    // --- callbacks
    row("qsort").copies(&[(0, 0)]).writes(&[(0, Rest)]).calls(&[(Arg(3), &[Inside(0), Inside(0)])]),
    row("qsort_r").copies(&[(0, 0)]).writes(&[(0, Rest)]).calls(&[(Arg(3), &[Inside(0), Inside(0), Arg(4)])]),
    row("atexit").calls(&[(Arg(0), &[])]), row("on_exit").calls(&[(Arg(0), &[World, Arg(1)])]),
    row("signal").calls(&[(Arg(1), &[])]).flows(&[(Keep, Arg(1)), (Result, Kept)]),
    row("sigaction").calls(&[(Pointees(1), &[World, World, World])]).flows(&[(Keep, Pointees(1))]).writes(&[(2, Rest)]),
    row("pthread_create").calls(&[(Arg(2), &[Arg(3)])]).writes(&[(0, Bytes(8))]),
    row("pthread_join").writes(&[(1, Bytes(8))]).flows(&[(At(1), World)]),
    row("ftw").calls(&[(Arg(1), &[World, World])]), row("nftw").calls(&[(Arg(1), &[World, World, World, World])]),
    row("tsearch").calls(&[(Arg(2), &[Arg(0), World])]).flows(&[(Keep, Arg(0)), (Result, World), (At(1), World)]),
    row("tfind").calls(&[(Arg(2), &[Arg(0), World])]).flows(&[(Result, World)]),
    row("twalk").calls(&[(Arg(1), &[World])]),
    row("glob").calls(&[(Arg(2), &[World])]).writes(&[(3, Rest)]).flows(&[(Somewhere(3), World)]),
    // --- numbers
    row("strtol").flows(END_OF_NUMBER).writes(POINTER_AT_1), row("strtoul").flows(END_OF_NUMBER).writes(POINTER_AT_1),
    row("strtoll").flows(END_OF_NUMBER).writes(POINTER_AT_1), row("strtoull").flows(END_OF_NUMBER).writes(POINTER_AT_1),
    row("strtoimax").flows(END_OF_NUMBER).writes(POINTER_AT_1),
    row("strtoumax").flows(END_OF_NUMBER).writes(POINTER_AT_1),
    row("strtod").flows(END_OF_NUMBER).writes(POINTER_AT_1), row("strtof").flows(END_OF_NUMBER).writes(POINTER_AT_1),
    row("strtold").flows(END_OF_NUMBER).writes(POINTER_AT_1), row("strtod_l").flows(END_OF_NUMBER).writes(POINTER_AT_1),
    row("__isoc23_strtol").flows(END_OF_NUMBER).writes(POINTER_AT_1),
    row("__isoc23_strtoul").flows(END_OF_NUMBER).writes(POINTER_AT_1),
    row("__isoc23_strtoll").flows(END_OF_NUMBER).writes(POINTER_AT_1),
    row("__isoc23_strtoull").flows(END_OF_NUMBER).writes(POINTER_AT_1),
    row("strptime").flows(INSIDE_FIRST).writes(&[(2, Rest)]),
    fills("frexp", &[(1, Bytes(4))]), fills("frexpf", &[(1, Bytes(4))]), fills("frexpl", &[(1, Bytes(4))]),
    fills("modf", &[(1, Bytes(8))]), fills("modff", &[(1, Bytes(4))]), fills("modfl", &[(1, Bytes(16))]),
    fills("remquo", &[(2, Bytes(4))]), fills("sincos", &[(1, Bytes(8)), (2, Bytes(8))]),
    fills("lgamma_r", &[(1, Bytes(4))]), fills("rand_r", &[(0, Bytes(4))]),
    // --- formatting and reading
    fills("sprintf", &[(0, Rest)]), fills("vsprintf", &[(0, Rest), (2, LIST)]), fills("snprintf", &[(0, Len(1))]),
    fills("vsnprintf", &[(0, Len(1)), (3, LIST)]), fills("__sprintf_chk", &[(0, Rest)]), fills("__snprintf_chk", &[(0, Len(1))]),
    fills("__vsnprintf_chk", &[(0, Len(1)), (5, LIST)]), fills("__vsprintf_chk", &[(0, Rest), (4, LIST)]),
    // They advance their list argument.
    fills("vprintf", &[(1, LIST)]), fills("vfprintf", &[(2, LIST)]), fills("vdprintf", &[(2, LIST)]),
    fills("__vprintf_chk", &[(2, LIST)]), fills("__vfprintf_chk", &[(3, LIST)]), fills("vsyslog", &[(2, LIST)]),
    fills("verr", &[(2, LIST)]), fills("verrx", &[(2, LIST)]), fills("vwarn", &[(1, LIST)]), fills("vwarnx", &[(1, LIST)]),
    row("sscanf").writes_from(2), row("fscanf").writes_from(2), row("scanf").writes_from(1),
    row("__isoc99_sscanf").writes_from(2), row("__isoc99_fscanf").writes_from(2), row("__isoc99_scanf").writes_from(1),
    row("__isoc23_sscanf").writes_from(2), row("__isoc23_fscanf").writes_from(2), row("__isoc23_scanf").writes_from(1),
    fills("vsscanf", &[(2, LIST), (2, Deep)]), fills("vfscanf", &[(2, LIST), (2, Deep)]), fills("vscanf", &[(1, LIST), (1, Deep)]),
    row("fgets").flows(GIVES_FIRST).writes(&[(0, Len(1))]), row("gets").flows(GIVES_FIRST).writes(&[(0, Rest)]),
    row("fgets_unlocked").flows(GIVES_FIRST).writes(&[(0, Len(1))]),
    fills("fread", &[(0, Rest)]), fills("fread_unlocked", &[(0, Rest)]), fills("read", &[(1, Len(2))]),
    fills("pread", &[(1, Len(2))]), fills("pread64", &[(1, Len(2))]), fills("fgetpos", &[(1, Bytes(16))]),
    hands("fmemopen", &[(Result, World), (Keep, Arg(0))]),
    row("setvbuf").flows(&[(Keep, Arg(1))]), row("setbuf").flows(&[(Keep, Arg(1))]),
    row("putenv").sets(ENVIRONMENT).flows(&[(Keep, Arg(0))]), row("setenv").sets(ENVIRONMENT),
    row("unsetenv").sets(ENVIRONMENT), row("clearenv").sets(ENVIRONMENT),
    fills("readlink", &[(1, Len(2))]), fills("readlinkat", &[(2, Len(3))]), fills("getrandom", &[(0, Len(1))]),
    fills("gethostname", &[(0, Len(1))]), fills("mkstemp", &[(0, Rest)]), fills("mkstemp64", &[(0, Rest)]),
    fills("mkostemp", &[(0, Rest)]), row("mkdtemp").flows(GIVES_FIRST).writes(&[(0, Rest)]),
    fills("pipe", &[(0, Bytes(8))]), fills("pipe2", &[(0, Bytes(8))]), fills("socketpair", &[(3, Bytes(8))]),
    fills("poll", &[(0, Rest)]), fills("select", &[(1, Rest), (2, Rest), (3, Rest), (4, Rest)]),
    fills("ioctl", &[(2, Rest)]), fills("fcntl", &[(2, Rest)]), fills("fcntl64", &[(2, Rest)]),
    fills("copy_file_range", &[(1, Bytes(8)), (3, Bytes(8))]), fills("splice", &[(1, Bytes(8)), (3, Bytes(8))]),
    fills("readdir_r", &[(1, Rest), (2, Bytes(8))]), fills("getgroups", &[(1, Rest)]),
    fills("sched_getaffinity", &[(2, Len(1))]), fills("mincore", &[(2, Rest)]),
    fills("getxattr", &[(2, Len(3))]), fills("lgetxattr", &[(2, Len(3))]), fills("fgetxattr", &[(2, Len(3))]),
    fills("listxattr", &[(1, Len(2))]), fills("llistxattr", &[(1, Len(2))]), fills("flistxattr", &[(1, Len(2))]),
    // --- files and processes
    fills("stat", &[(1, Bytes(144))]), fills("fstat", &[(1, Bytes(144))]), fills("lstat", &[(1, Bytes(144))]),
    fills("stat64", &[(1, Bytes(144))]), fills("fstat64", &[(1, Bytes(144))]), fills("lstat64", &[(1, Bytes(144))]),
    fills("fstatat", &[(2, Bytes(144))]), fills("fstatat64", &[(2, Bytes(144))]), fills("statx", &[(4, Bytes(256))]),
    fills("statfs", &[(1, Rest)]), fills("fstatfs", &[(1, Rest)]), fills("statvfs", &[(1, Rest)]),
    fills("wait", &[(0, Bytes(4))]), fills("waitpid", &[(1, Bytes(4))]), fills("wait3", &[(0, Bytes(4)), (2, Rest)]),
    fills("uname", &[(0, Rest)]), fills("sysinfo", &[(0, Rest)]), fills("getrlimit", &[(1, Bytes(16))]),
    fills("getrusage", &[(1, Rest)]), fills("times", &[(0, Bytes(32))]), fills("tcgetattr", &[(1, Rest)]),
    // --- time
    fills("time", &[(0, Bytes(8))]), fills("clock_gettime", &[(1, Bytes(16))]), fills("clock_getres", &[(1, Bytes(16))]),
    fills("gettimeofday", &[(0, Bytes(16)), (1, Bytes(8))]), fills("nanosleep", &[(1, Bytes(16))]),
    row("tzset").sets(ZONE), row("localtime").sets(ZONE).flows(&[(Result, World)]),
    row("ctime").sets(ZONE).flows(&[(Result, World)]),
    row("localtime_r").sets(ZONE).flows(&[(Result, Arg(1)), (Somewhere(1), World)]).writes(&[(1, Bytes(56))]),
    row("gmtime_r").flows(&[(Result, Arg(1)), (Somewhere(1), World)]).writes(&[(1, Bytes(56))]),
    row("mktime").sets(ZONE).writes(&[(0, Bytes(56))]), fills("timegm", &[(0, Bytes(56))]), fills("timelocal", &[(0, Bytes(56))]),
    row("strftime").sets(ZONE).writes(&[(0, Len(1))]), row("asctime_r").flows(&[(Result, Arg(1))]).writes(&[(1, Rest)]),
    row("ctime_r").flows(&[(Result, Arg(1))]).writes(&[(1, Rest)]),
    // --- signals, threads, locale, characters
    fills("sigemptyset", &[(0, Rest)]), fills("sigfillset", &[(0, Rest)]), fills("sigaddset", &[(0, Rest)]),
    fills("sigdelset", &[(0, Rest)]), fills("sigprocmask", &[(2, Rest)]), fills("pthread_sigmask", &[(2, Rest)]),
    fills("sigwait", &[(1, Bytes(4))]), fills("sigpending", &[(0, Rest)]), fills("sigaltstack", &[(1, Rest)]),
    fills("setjmp", &[(0, Rest)]), fills("_setjmp", &[(0, Rest)]), fills("__sigsetjmp", &[(0, Rest)]),
    fills("sigsetjmp", &[(0, Rest)]), fills("pthread_mutex_init", &[(0, Rest)]), fills("pthread_mutex_lock", &[(0, Rest)]),
    fills("pthread_mutex_unlock", &[(0, Rest)]), fills("pthread_mutex_destroy", &[(0, Rest)]),
    fills("pthread_mutex_trylock", &[(0, Rest)]), fills("pthread_mutexattr_init", &[(0, Rest)]),
    fills("pthread_mutexattr_settype", &[(0, Rest)]), fills("pthread_cond_init", &[(0, Rest)]),
    fills("pthread_cond_signal", &[(0, Rest)]), fills("pthread_cond_wait", &[(0, Rest), (1, Rest)]),
    fills("pthread_cond_destroy", &[(0, Rest)]), fills("pthread_cond_broadcast", &[(0, Rest)]),
    fills("mbrtowc", &[(0, Bytes(4)), (3, Bytes(8))]), fills("wcrtomb", &[(0, Bytes(16)), (2, Bytes(8))]),
    fills("mbrlen", &[(2, Bytes(8))]), fills("mbtowc", &[(0, Bytes(4))]), fills("wctomb", &[(0, Bytes(16))]),
    fills("mbstowcs", &[(0, Rest)]), fills("wcstombs", &[(0, Rest)]),
    row("mbsrtowcs").flows(&[(At(1), Pointees(1))]).writes(&[(0, Rest), (1, Bytes(8)), (3, Bytes(8))]),
    row("wcsrtombs").flows(&[(At(1), Pointees(1))]).writes(&[(0, Rest), (1, Bytes(8)), (3, Bytes(8))]),
    row("iconv").flows(&[(At(1), Pointees(1)), (At(3), Pointees(3))])
        .writes(&[(1, Bytes(8)), (2, Bytes(8)), (3, Bytes(8)), (3, Deep), (4, Bytes(8))]),
    row("strerror_r").flows(&[(Result, Arg(1)), (Result, World)]).writes(&[(1, Len(2))]),
    row("__xpg_strerror_r").writes(&[(1, Len(2))]),
    // --- options, patterns
    row("getopt").sets(OPTIONS).flows(OPTARG).writes(&[(1, Rest)]), row("getopt_long_only").sets(OPTIONS).flows(OPTARG).writes(&[(1, Rest), (4, Bytes(4))]),
    row("getopt_long").sets(OPTIONS).flows(OPTARG).writes(&[(1, Rest), (4, Bytes(4)), (3, Deep)]),
    row("getsubopt").flows(&[(At(0), Within(0)), (At(2), Within(0))]).writes(&[(0, Bytes(8)), (0, Deep), (2, Bytes(8))]),
    row("regcomp").flows(&[(Somewhere(0), World)]).writes(&[(0, Rest), (0, Deep)]), fills("regexec", &[(3, Rest)]),
    fills("regerror", &[(2, Len(3))]), fills("regfree", &[(0, Rest)]), fills("globfree", &[(0, Rest)]),
    row("re_compile_pattern").flows(&[(Result, World), (Somewhere(2), World)]).writes(&[(2, Rest), (2, Deep)]),
    row("re_search").flows(&[(Somewhere(5), World)]).writes(&[(0, Rest), (0, Deep), (5, Rest), (5, Deep)]),
    row("re_match").flows(&[(Somewhere(4), World)]).writes(&[(0, Rest), (0, Deep), (4, Rest), (4, Deep)]),
    fills("inet_pton", &[(2, Rest)]), row("inet_ntop").flows(&[(Result, Arg(2))]).writes(&[(2, Rest)]),
];
