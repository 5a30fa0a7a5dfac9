//! Loads a program and prints it in text form, or with `--quiet` only its size.

use std::path::Path;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args: Vec<String> = std::env::args().skip(1).collect();
    let quiet = args.first().is_some_and(|arg| arg == "--quiet");
    args.drain(..usize::from(quiet));
    for path in args {
        let start = std::time::Instant::now();
        let program = whydunit_bitcode::load(Path::new(&path), &[])?;
        let insts: usize = program.functions.iter().map(|f| f.insts.len()).sum();
        let unsupported: usize = program.functions.iter().map(|f| f.unsupported.len()).sum();
        eprintln!(
            "{path}: {} functions, {insts} instructions, {} globals, {} types, {unsupported} unsupported, {:?}",
            program.functions.len(),
            program.globals.len(),
            program.types.all.len(),
            start.elapsed()
        );
        for warning in &program.warnings {
            eprintln!("warning: {warning}");
        }
        for what in program.functions.iter().flat_map(|f| &f.unsupported) {
            eprintln!("unsupported: {what}");
        }
        if !quiet {
            println!("{program}");
        }
    }
    Ok(())
}
