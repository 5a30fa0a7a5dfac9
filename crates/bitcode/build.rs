//! Compiles the C++ shim: access to the few features of LLVM that its C API lacks.

fn main() {
    let prefix = std::env::var("LLVM_SYS_191_PREFIX").unwrap_or_else(|_| "/usr/lib/llvm-19".into());
    let mut build = cc::Build::new();
    // LLVM always comes with its own compiler; g++ may be missing.
    let clang = format!("{prefix}/bin/clang++");
    if std::path::Path::new(&clang).exists() {
        build.compiler(clang);
    }
    build
        .cpp(true)
        .std("c++17")
        .include(format!("{prefix}/include"))
        // LLVM itself is compiled with this flag; otherwise the shim would lack its type
        // information.
        .flag("-fno-rtti")
        .flag("-fno-exceptions")
        .warnings(false)
        .file("src/llvm/shim.cpp")
        .compile("whydunit_llvm_shim");
    println!("cargo:rerun-if-changed=src/llvm/shim.cpp");
    println!("cargo:rerun-if-env-changed=LLVM_SYS_191_PREFIX");
}
