//! Externals that neither write the program's memory nor return pointers to it.

/// Functions that return no pointer to the program's memory and do not write it.
#[rustfmt::skip]
pub(super) static PLAIN: &[&str] = &[
    // stdio.h
    "fclose", "fprintf", "printf", "fileno", "fflush", "fputs", "ferror_unlocked", "fputs_unlocked", "fseeko",
    "putchar_unlocked", "fwrite_unlocked", "putc_unlocked", "ferror", "fwrite", "clearerr_unlocked",
    "perror", "fflush_unlocked", "getc_unlocked", "feof_unlocked", "fputc_unlocked", "fgetc", "ungetc", "getc",
    "getchar", "puts", "feof", "fputc", "remove", "flockfile", "ftell", "funlockfile", "pclose", "putchar", "rename",
    "renameat", "renameat2", "rewind", "clearerr", "fseek", "fseeko64", "ftello", "ftello64", "putc",
    "dprintf", "getchar_unlocked", "fgetc_unlocked", "fsetpos", "__fpending", "__freading", "__fwriting",
    "__fpurge", "fpurge", "_IO_putc", "_IO_getc", "__overflow", "__uflow", "__printf_chk", "__fprintf_chk",
    "fwide", "putw", "getw",
    // unistd.h, fcntl.h, sys/*
    "_exit", "lseek", "close", "isatty", "write", "fchown", "getpagesize", "dup2", "dup3", "fchdir", "sysconf",
    "unlink", "chdir", "faccessat", "fork", "vfork", "geteuid", "fsync", "ftruncate", "unlinkat", "access", "chown",
    "euidaccess", "eaccess", "execlp", "execv", "execl", "execvp", "execve", "execle", "fchownat", "fpathconf",
    "getegid", "getpid", "getppid", "getuid", "linkat", "link", "pathconf", "pause", "sleep", "usleep", "symlink",
    "symlinkat", "dup", "fdatasync", "ftruncate64", "truncate", "getgid", "lchown", "lseek64", "pwrite", "pwrite64",
    "rmdir", "setgid", "setuid", "seteuid", "setegid", "setsid", "setpgid", "getpgrp", "getpgid", "getsid", "nice",
    "sync", "tcgetpgrp", "tcsetpgrp", "tcsetattr", "alarm", "fchmod", "utimensat", "chmod", "futimens", "umask",
    "mkdir", "fchmodat", "mkdirat", "mkfifo", "mkfifoat", "mknod", "mknodat", "lchmod", "open", "openat", "open64",
    "openat64", "creat", "posix_fadvise", "posix_fadvise64", "fallocate", "posix_fallocate", "munmap", "mprotect",
    "msync", "madvise", "utime", "utimes", "futimesat", "settimeofday", "setrlimit", "setpriority", "getpriority",
    "lsetxattr", "setxattr", "fsetxattr", "removexattr", "initgroups", "setgroups", "gnu_dev_makedev",
    "gnu_dev_major", "gnu_dev_minor", "inotify_add_watch", "inotify_init", "inotify_rm_watch", "flock", "lockf",
    "mount", "umount", "umount2", "reboot", "chroot", "socket", "bind", "listen", "connect", "send", "sendto",
    "shutdown", "setsockopt", "syscall", "prctl", "ftok", "sched_yield", "__sched_cpucount",
    // stdlib.h
    "free", "cfree", "exit", "_Exit", "quick_exit", "abort", "__ctype_get_mb_cur_max",     "atoi", "atol", "atoll", "atof", "abs", "labs", "llabs", "system", "random", "rand", "srand",
    "srandom", "drand48", "lrand48", "mrand48", "srand48", "rpmatch", "mblen", "malloc_usable_size", "malloc_trim",
    "mallopt", "div", "ldiv", "arc4random",
    // string.h, strings.h
    "strcmp", "strlen", "strncmp", "memcmp", "bcmp", "strspn", "strcoll", "strcspn", "strnlen", "strverscmp",
    "strcasecmp", "strncasecmp", "ffs", "ffsl", "ffsll", "wcslen", "wcscmp", "wcsncmp", "wmemcmp", "wcscoll",
    "wcsspn", "wcscspn", "wcsnlen", "wcscasecmp",
    // ctype.h, wctype.h, wchar.h
    "toupper", "tolower", "isalnum", "isalpha", "isblank", "iscntrl", "isdigit", "isgraph", "islower", "isprint",
    "ispunct", "isspace", "isupper", "isxdigit", "isascii", "toascii", "iswprint", "iswcntrl", "iswalnum", "iswalpha",
    "iswspace", "iswdigit", "iswpunct", "iswupper", "iswlower", "iswblank", "iswgraph", "iswxdigit", "towlower",
    "towupper", "iswctype", "wctype", "towctrans", "wctrans", "mbsinit", "wcwidth", "btowc", "wcswidth", "wctob",
    "putwchar", "putwc", "fputwc", "fputws", "getwc", "fgetwc", "getwchar", "ungetwc", "wprintf", "fwprintf",
    // time.h
    "difftime", "clock", "clock_settime", "timer_delete", "dysize",
    // math.h
    "acos", "acosh", "asin", "asinh", "atan", "atan2", "atanh", "cbrt", "ceil", "copysign", "cos", "cosh", "erf",
    "erfc", "exp", "exp2", "expm1", "fabs", "fdim", "floor", "fma", "fmax", "fmin", "fmod", "hypot", "ilogb", "ldexp",
    "llrint", "llround", "log", "log10", "log1p", "log2", "logb", "lrint", "lround", "nan", "nearbyint",
    "nextafter", "pow", "remainder", "rint", "round", "scalbn", "scalbln", "sin", "sinh", "sqrt", "tan", "tanh",
    "tgamma", "trunc", "acosf", "asinf", "atanf", "atan2f", "ceilf", "cosf", "expf", "fabsf", "floorf", "fmodf",
    "hypotf", "ldexpf", "logf", "log10f", "log2f", "lroundf", "powf", "rintf", "roundf", "sinf", "sqrtf", "tanf",
    "truncf", "ceill", "expl", "fabsl", "floorl", "fmodl", "ldexpl", "logl", "log10l", "powl", "rintl", "roundl",
    "sqrtl", "truncl", "copysignl", "__isnan", "__isinf", "__finite", "__signbit", "__fpclassify", "__isnanl",
    "__isinfl", "__isnanf", "__isinff", "fesetround", "fegetround", "feclearexcept", "fetestexcept", "feraiseexcept",
    // signal.h, setjmp.h, pthread.h, locale.h
    "raise", "sigismember", "kill", "killpg", "sigsuspend", "siginterrupt", "longjmp", "_longjmp", "siglongjmp",
    "__longjmp_chk", "pthread_self", "pthread_equal", "pthread_detach", "pthread_exit", "pthread_mutexattr_destroy",
    "pthread_kill", "freelocale",
    // dirent.h, mntent.h, iconv.h, error.h, assert.h, the rest
    "closedir", "dirfd", "rewinddir", "seekdir", "telldir", "endmntent", "iconv_close", "error", "error_at_line",
    "__assert_fail", "__assert_perror_fail", "__assert", "err", "errx", "warn", "warnx",     "fnmatch", "setpwent", "endpwent", "setgrent", "endgrent", "openlog", "syslog", "closelog",     "__stack_chk_fail", "__chk_fail", "dlclose", "re_set_syntax", "gai_strerror", "freeaddrinfo", "htons", "htonl",
    "ntohs", "ntohl", "inet_addr", "getdtablesize", "daemon", "acct", "ether_aton", "addmntent", "setlinebuf",
    "obstack_free", "mcheck",
];

/// Functions that return a pointer to memory of the world and do not write the program's memory.
#[rustfmt::skip]
pub(super) static WORLDLY: &[&str] = &[
    "fopen", "fopen64", "fdopen", "freopen", "freopen64", "popen", "tmpfile", "tmpfile64", "setmntent",
    "secure_getenv", "strerror", "strsignal", "__errno_location", "__ctype_b_loc", "__ctype_tolower_loc",
    "__ctype_toupper_loc", "gmtime", "asctime", "setlocale", "localeconv", "newlocale",
    "uselocale", "duplocale", "nl_langinfo", "opendir", "fdopendir", "readdir", "readdir64", "getmntent", "iconv_open",
    "getgrgid", "getgrnam", "getgrent", "getpwuid", "getpwnam", "getpwent", "getspnam", "gethostbyname",
    "gethostbyaddr", "getservbyname", "getprotobyname", "inet_ntoa", "ttyname", "getlogin", "tempnam",
    "bindtextdomain", "textdomain", "bind_textdomain_codeset", "dlopen", "dlsym", "dlerror",
    "crypt", "getpass", "sbrk", "__h_errno_location", "program_invocation_name", "getusershell", "ether_ntoa",
    "__gmon_start__", "getauxval",
];
