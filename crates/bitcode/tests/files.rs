//! Loading of every kind of file, and the messages for files that cannot be loaded.

mod clang;

use clang::{Workshop, load};
use std::path::Path;
use whydunit_bitcode::LoadError;

const SOURCE: &str = "int main(void) { return 0; }";

fn message(path: &Path) -> String {
    whydunit_bitcode::load(path, &[]).unwrap_err().to_string()
}

#[test]
fn every_form_is_detected_by_its_contents() {
    let workshop = Workshop::new("forms");
    workshop.write("test.c", SOURCE);
    workshop.clang(&["test.c", "-o", "executable"]);
    workshop.clang(&["-c", "test.c", "-o", "object"]);
    workshop.run("clang-19", &["-c", "-emit-llvm", "test.c", "-o", "bitcode"]);
    workshop.run("clang-19", &["-S", "-emit-llvm", "test.c", "-o", "text"]);
    for name in ["executable", "object", "bitcode", "text"] {
        assert!(load(&workshop.path(name)).main.is_some(), "{name}");
    }
}

#[test]
fn bitcode_survives_how_programs_are_linked() {
    let workshop = Workshop::new("links");
    workshop.write("test.c", SOURCE);
    for (name, flags) in
        [("static", &["-static"][..]), ("pie", &["-pie", "-fPIE"]), ("stripped", &["-s"]), ("o2", &["-O2"])]
    {
        workshop.clang(&[&["test.c", "-o", name], flags].concat());
        let program = load(&workshop.path(name));
        assert!(program.main.is_some(), "{name}");
        assert_eq!(program.warnings, Vec::<String>::new());
    }
}

#[test]
fn a_file_without_bitcode_says_how_to_compile_it() {
    let workshop = Workshop::new("without");
    workshop.write("test.c", SOURCE);
    workshop.run("clang-19", &["test.c", "-o", "plain"]);
    let text = message(&workshop.path("plain"));
    assert!(text.contains("no bitcode") && text.contains("whydunit cc"), "{text}");
}

#[test]
fn other_files_are_named_and_explained() {
    let workshop = Workshop::new("others");
    let missing = message(&workshop.path("missing"));
    assert!(missing.contains("missing: cannot be read"), "{missing}");
    let script = message(&workshop.write("script", "#!/bin/sh\necho hello\n"));
    assert!(script.contains("neither an executable nor LLVM bitcode"), "{script}");
    let empty = message(&workshop.write("empty", ""));
    assert!(empty.contains("neither"), "{empty}");
    let directory = message(&std::env::temp_dir());
    assert!(directory.contains("cannot be read"), "{directory}");
    let text = message(&workshop.write("text.ll", "define i32 @main() { ret i32 %x }\n"));
    assert!(text.contains("rejects"), "{text}");
    let elf = message(&workshop.write("elf", "\u{7f}ELF and nothing else"));
    assert!(elf.contains("damaged executable"), "{elf}");
}

#[test]
fn truncated_bitcode() {
    let workshop = Workshop::new("truncated");
    workshop.write("test.c", SOURCE);
    workshop.clang(&["-c", "-emit-llvm", "test.c", "-o", "test.bc"]);
    let bytes = std::fs::read(workshop.path("test.bc")).unwrap();
    for len in [4, 8, 100, bytes.len() / 2, bytes.len() - 4] {
        let error = whydunit_bitcode::load_bytes("cut.bc", &bytes[..len], &[]).unwrap_err();
        assert!(matches!(error, LoadError::Truncated { .. }), "{len}: {error}");
        assert!(error.to_string().contains("damaged bitcode"), "{error}");
    }
}

#[test]
fn foreign_machines_are_refused() {
    let workshop = Workshop::new("foreign");
    workshop.write("test.c", SOURCE);
    workshop.run("clang-19", &["--target=aarch64-linux-gnu", "-c", "-emit-llvm", "test.c", "-o", "test.bc"]);
    let text = message(&workshop.path("test.bc"));
    assert!(text.contains("compiled for aarch64") && text.contains("only x86_64"), "{text}");
}

#[test]
fn optimised_code_is_loaded_with_a_warning() {
    let workshop = Workshop::new("optimised");
    workshop.write("test.c", "int f(int n) { int s = 0; for (int i = 0; i < n; i++) s += i * i; return s; }");
    workshop.run("clang-19", &["-O2", "-g", "-c", "-emit-llvm", "test.c", "-o", "test.bc"]);
    let program = load(&workshop.path("test.bc"));
    assert!(program.warnings[0].contains("optimisation"), "{:?}", program.warnings);
}

#[test]
fn missing_debug_information_is_reported() {
    let workshop = Workshop::new("anonymous");
    workshop.write("test.c", SOURCE);
    workshop.clang(&["-g0", "-c", "test.c", "-o", "test.o"]);
    let program = load(&workshop.path("test.o"));
    assert!(
        program.warnings[0].contains("1 of 1 modules were compiled without debug information"),
        "{:?}",
        program.warnings
    );
}

#[test]
fn ifuncs_are_refused_by_name() {
    let workshop = Workshop::new("ifunc");
    workshop.write("test.c", "static int g(void) { return 1; } static void *pick(void) { return g; } int f(void) __attribute__((ifunc(\"pick\")));");
    workshop.clang(&["-c", "test.c", "-o", "test.o"]);
    let text = message(&workshop.path("test.o"));
    assert!(text.contains("`f` is an ifunc"), "{text}");
}
