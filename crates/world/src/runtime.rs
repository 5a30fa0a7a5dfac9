//! The part of libc in C: functions that call back into the program (`qsort`, `atexit`,
//! `raise`). They are compiled with the world and run in the machine like the program's own code,
//! so a snapshot inside a comparison function needs no special treatment.
//!
//! The loader adds a file of the runtime if the program, or another file of the runtime, needs a function
//! or variable that only it defines. There are three conventions with the machine:
//!
//! - it calls `exit(main(argc, argv, envp))`, so `exit` is always needed;
//! - before constructors it registers the program's destructors with `atexit`, last one first, so
//!   that they run after all other handlers and before streams are flushed;
//! - a long jump with a signal mask finds the mask in the global `__whydunit_signal_mask`.

include!(concat!(env!("OUT_DIR"), "/runtime.rs"));

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_source_has_bitcode() {
        assert_eq!(RUNTIME.len(), RUNTIME_SOURCES.len());
        assert!(RUNTIME.iter().all(|module| module.starts_with(b"BC\xc0\xde")));
    }

    #[test]
    fn the_source_map_does_not_show_where_it_was_built() {
        let home = env!("CARGO_MANIFEST_DIR").as_bytes();
        assert!(RUNTIME.iter().all(|module| !module.windows(home.len()).any(|w| w == home)));
        assert!(RUNTIME_SOURCES.iter().any(|(path, _)| *path == "<whydunit runtime>/qsort.c"));
    }
}
