//! Compiles the C++ shim: the few things of LLVM that its C API does not show.

fn main() {
    let prefix = std::env::var("LLVM_SYS_191_PREFIX").unwrap_or_else(|_| "/usr/lib/llvm-19".into());
    let mut build = cc::Build::new();
    // The compiler that comes with LLVM is there for certain; g++ may not be.
    let clang = format!("{prefix}/bin/clang++");
    if std::path::Path::new(&clang).exists() {
        build.compiler(clang);
    }
    build
        .cpp(true)
        .std("c++17")
        .include(format!("{prefix}/include"))
        // LLVM itself is compiled so; a shim that is not would lack its type information.
        .flag("-fno-rtti")
        .flag("-fno-exceptions")
        .warnings(false)
        .file("src/llvm/shim.cpp")
        .compile("whydunit_llvm_shim");
    println!("cargo:rerun-if-changed=src/llvm/shim.cpp");
    println!("cargo:rerun-if-env-changed=LLVM_SYS_191_PREFIX");
}
