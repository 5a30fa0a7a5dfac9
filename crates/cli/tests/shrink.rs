//! `whydunit shrink`: smaller inputs with the same failure.

use std::path::Path;
use std::process::{Command, Output};

use serde_json::{Value, json};

/// A crash on any input with a `(`.
const CRASH: &str = r#"#include <stdio.h>
#include <string.h>

int main(void) {
    char line[100];
    while (fgets(line, sizeof line, stdin)) {
        char *open = strchr(line, '(');
        if (open) {
            char *close = strchr(open, ')');
            printf("%c\n", close[1]);
        }
    }
    return 0;
}
"#;

/// Leaves early if `extra` begins with an `h`; fails if `list` has an `x`.
const FILES: &str = r#"#include <stdio.h>
#include <stdlib.h>

int main(void) {
    FILE *extra = fopen("extra", "r");
    if (extra && fgetc(extra) == 'h') {
        return 0;
    }
    FILE *list = fopen("list", "r");
    int c;
    while (list && (c = fgetc(list)) != EOF) {
        if (c == 'x') {
            abort();
        }
    }
    return 0;
}
"#;

/// Fails if standard input has the bytes 0xff 0xfe.
const BYTES: &str = r#"#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int before = 0, c;
    while ((c = getchar()) != EOF) {
        if (before == 0xff && c == 0xfe) {
            abort();
        }
        before = c;
    }
    return 0;
}
"#;

/// Fails if its argument consists of known words, and one of them is `zz`.
const WORDS: &str = r#"#include <stdlib.h>
#include <string.h>

/* The known word at the beginning of a text. */
static size_t known(const char *text) {
    static const char *words[] = {"abcde", "zz", "fghijkl"};
    for (int i = 0; i < 3; i++) {
        if (strncmp(text, words[i], strlen(words[i])) == 0) {
            return strlen(words[i]);
        }
    }
    return 0;
}

int main(int argc, char **argv) {
    const char *text = argv[argc - 1];
    int marked = strstr(text, "zz") != NULL;
    size_t word;
    while ((word = known(text)) > 0 && text[word] == '+') {
        text += word + 1;
    }
    if (marked && word > 0 && text[word] == '\0') {
        abort();
    }
    return 0;
}
"#;

/// Writes the number of lines to a file, and says so on standard error.
const COUNT: &str = r#"#include <stdio.h>

int main(void) {
    int lines = 0, c;
    while ((c = getchar()) != EOF) {
        lines += c == '\n';
    }
    FILE *out = fopen("count", "w");
    fprintf(out, "%d\n", lines);
    fprintf(stderr, "counted\n");
    return fclose(out);
}
"#;

fn whydunit(directory: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_whydunit"));
    command.current_dir(directory).args(args).output().expect("whydunit runs")
}

/// A directory with a program in it, built.
fn built(programs: &[(&str, &str)]) -> tempfile::TempDir {
    let directory = tempfile::tempdir().expect("a directory");
    for (name, text) in programs {
        let source = format!("{name}.c");
        std::fs::write(directory.path().join(&source), text).expect("a file");
        let done = whydunit(directory.path(), &["cc", &source, "-o", name]);
        assert!(done.status.success(), "{done:?}");
    }
    directory
}

fn json(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap_or_else(|e| panic!("{e}: {output:?}"))
}

#[test]
fn inputs_shrink_to_the_relevant_part() {
    let directory = built(&[("crash", CRASH)]);
    let path = directory.path();
    std::fs::write(path.join("input"), "first line\nf(x) ok\nand (this one\nlast\n").expect("a file");
    let found = whydunit(path, &["shrink", "--stdin", "input", "--out", "small", "--", "./crash"]);
    assert_eq!(found.status.code(), Some(0), "{found:?}");
    assert!(String::from_utf8_lossy(&found.stdout).contains("crash.c:10"), "{found:?}");
    assert_eq!(std::fs::read(path.join("small/stdin")).expect("a file"), b"(");
}

#[test]
fn an_omitted_file_does_not_exist() {
    let directory = built(&[("files", FILES)]);
    let write = |name: &str, text: &str| std::fs::write(directory.path().join(name), text).expect("a file");
    write("extra", "host");
    write("other", "given");
    write("long", "a x b\n");
    let files = ["--file", "extra=other", "--file", "list=long"];
    let found = whydunit(directory.path(), &[&["shrink", "--json"], &files[..], &["--", "./files"]].concat());
    let value = json(&found);
    let here = std::fs::canonicalize(directory.path()).expect("a directory");
    let name = |name: &str| here.join(name).display().to_string();
    assert_eq!(value["files"], json!({ name("list"): "x" }));
    assert_eq!(value["absent"], json!([name("extra")]));
    // In the form of the report.
    write("small", "x");
    let args = ["run", "--no-file", "extra", "--file", "list=small", "--", "./files"];
    let again = String::from_utf8_lossy(&whydunit(directory.path(), &args).stderr).into_owned();
    assert!(again.contains("files.c:13"), "{again}");
}

#[test]
fn bytes_that_are_no_text_are_kept() {
    let directory = built(&[("bytes", BYTES)]);
    std::fs::write(directory.path().join("input"), b"abc\xff\xfe\xfedef").expect("a file");
    let found = whydunit(directory.path(), &["shrink", "--json", "--stdin", "input", "--", "./bytes"]);
    assert_eq!(json(&found)["stdin"], json!({ "base64": "//4=" }));
}

#[test]
fn arguments_shrink_by_words() {
    let directory = built(&[("words", WORDS)]);
    let value =
        json(&whydunit(directory.path(), &["shrink", "--json", "--", "./words", "-v", "fghijkl+abcde+zz+abcde"]));
    assert_eq!(value["argv"], json!(["zz"]));
    // By bytes alone it would take more than forty runs.
    assert!(value["runs"].as_u64().is_some_and(|runs| runs <= 20), "{value}");
}

#[test]
fn a_correct_version_knows_output_files_and_complaints() {
    let wrong_file = COUNT.replace("lines += c ==", "lines += c !=");
    let wrong_words = COUNT.replace("counted", "cuonted");
    let directory = built(&[("right", COUNT), ("file", &wrong_file), ("words", &wrong_words)]);
    std::fs::write(directory.path().join("input"), "one\ntwo\n\n").expect("a file");
    let shrink = |more: &[&str]| {
        let args = ["shrink", "--json", "--stdin", "input", "--reference", "./right"];
        whydunit(directory.path(), &[&args[..], more].concat())
    };
    assert_eq!(json(&shrink(&["--", "./file"]))["bytes"], json!(1));
    assert_eq!(shrink(&["--", "./words"]).status.code(), Some(3));
    assert_eq!(json(&shrink(&["--compare-stderr", "--", "./words"]))["stdin"], json!(""));
}

#[test]
fn unsupported_programs_are_reported() {
    let forks = "#include <unistd.h>\nint main(void) { return fork() == 0; }\n";
    let directory = built(&[("forks", forks), ("crash", CRASH)]);
    let found = whydunit(directory.path(), &["shrink", "--", "./forks"]);
    let words = String::from_utf8_lossy(&found.stderr).into_owned();
    assert!(words.contains("fork") && !words.contains("did not fail"), "{words}");
    assert_eq!(found.status.code(), Some(1));
    std::fs::write(directory.path().join("input"), "(").expect("a file");
    let found = whydunit(directory.path(), &["shrink", "--stdin", "input", "--reference", "./forks", "--", "./crash"]);
    let words = String::from_utf8_lossy(&found.stderr).into_owned();
    assert!(words.contains("--reference") && words.contains("fork"), "{words}");
}
