//! The HTML page in a real browser (chromium), and its size.

use std::fs;
use std::path::Path;
use std::process::Command;

const WHYDUNIT: &str = env!("CARGO_BIN_EXE_whydunit");

fn run(dir: &Path, program: &str, args: &[&str]) -> String {
    let output = Command::new(program).args(args).current_dir(dir).output().expect("the command starts");
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

/// Compiles a program and writes the page of its slice.
fn page(dir: &Path, source: &str, args: &[&str]) -> String {
    fs::write(dir.join("prog.c"), source).expect("writable directory");
    run(dir, WHYDUNIT, &["cc", "-w", "prog.c", "-o", "prog"]);
    let said = run(dir, WHYDUNIT, &[&["slice", "--html", "page.html"], args, &["--", "./prog"]].concat());
    fs::read_to_string(dir.join("page.html")).unwrap_or_else(|_| panic!("no page: {said}"))
}

/// The browser on this machine.
fn browser() -> &'static str {
    let starts = |b: &&str| Command::new(b).arg("--version").output().is_ok_and(|o| o.status.success());
    let found = ["chromium", "chromium-browser", "google-chrome"].into_iter().find(starts);
    found.expect("a browser: scripts/setup.sh installs chromium")
}

/// The document after the browser has run its scripts.
fn shown(dir: &Path, browser: &str, page: &str) -> String {
    shown_with(dir, browser, page, &[])
}

fn shown_with(dir: &Path, browser: &str, page: &str, options: &[&str]) -> String {
    let url = format!("file://{}", dir.join(page).display());
    let profile = format!("--user-data-dir={}", dir.join("profile").display());
    let always = ["--headless=new", "--no-sandbox", "--disable-gpu", &profile, "--dump-dom"];
    run(dir, browser, &[&always, options, &[&url]].concat())
}

/// The failure depends on more than a million instances.
#[test]
fn the_page_of_a_long_run_is_small() {
    let dir = tempfile::tempdir().expect("a directory");
    let source = "#include <stdlib.h>\nint main(void) {\n  unsigned sum = 0;\n  for (int i = 0; i < 400000; i++)\n    \
                  sum = sum * 31 + i;\n  if (sum)\n    abort();\n  return 0;\n}\n";
    let html = page(dir.path(), source, &[]);
    assert!(html.len() < 60_000, "{} bytes", html.len());
    assert!(html.contains("sum = sum * 31 + i;"));
    let count = html.split(" executed statements").next().and_then(|t| t.rsplit(|c: char| !c.is_ascii_digit()).next());
    assert!(count.and_then(|c| c.parse::<u32>().ok()).is_some_and(|c| c > 1_000_000), "{count:?} executed statements");
    let browser = browser();
    let began = std::time::Instant::now();
    assert!(shown(dir.path(), browser, "page.html").contains("id=\"source\""));
    // The browser itself takes a second or two to start.
    assert!(began.elapsed().as_secs() < 30, "{:?}", began.elapsed());
}

#[test]
fn the_page_of_debugging_has_every_breakpoint_and_its_answers() {
    let dir = tempfile::tempdir().expect("a directory");
    let source = "#include <stdio.h>\nint twice(int x) {\n  return x + x + 1;\n}\nint main(void) {\n  int y = twice(4);\n  \
                  printf(\"%d\\n\", y);\n  return 0;\n}\n";
    fs::write(dir.path().join("prog.c"), source).expect("writable directory");
    fs::write(dir.path().join("answers"), "w\nw\nr\nr\n").expect("writable directory");
    run(dir.path(), WHYDUNIT, &["cc", "-w", "prog.c", "-o", "prog"]);
    let debug = format!("{WHYDUNIT} debug --html page.html -e '8\\n' -- ./prog < answers");
    let said = run(dir.path(), "bash", &["-c", &debug]);
    let html = fs::read_to_string(dir.path().join("page.html")).unwrap_or_else(|_| panic!("no page: {said}"));
    for words in ["Breakpoint 1", "wrong: ", "would be left if all is right", "return x + x + 1;", "id=\"source\""] {
        assert!(html.contains(words), "{words} is missing: {said}");
    }
    for measure in ["Ruled out ", "would be left if all is right", "<h2>The fault</h2>"] {
        assert!(html.contains(measure), "{measure} is missing");
    }
    assert!(html.len() < 60_000, "{} bytes", html.len());
}

/// After an answer "wrong", the next breakpoint's drawing ends at that value, not at the failure.
#[test]
fn drawings_end_at_the_explained_value() {
    let dir = tempfile::tempdir().expect("a directory");
    let source = "#include <stdio.h>\nint main(int argc, char **argv) {\n  int a = argc + 1;\n  int b = a * 2;\n  int c = \
                  b + 1;\n  printf(\"%d\\n\", c);\n}\n";
    fs::write(dir.path().join("prog.c"), source).expect("writable directory");
    fs::write(dir.path().join("answers"), "w\nw\nw\n").expect("writable directory");
    run(dir.path(), WHYDUNIT, &["cc", "-w", "prog.c", "-o", "prog"]);
    let options = "--strategy single-step --html page.html -e '8\\n'";
    let said = run(dir.path(), "bash", &["-c", &format!("{WHYDUNIT} debug {options} -- ./prog < answers")]);
    let html = fs::read_to_string(dir.path().join("page.html")).unwrap_or_else(|_| panic!("no page: {said}"));
    let drawings: Vec<&str> = html.split("<svg").skip(1).filter_map(|s| s.split("</svg>").next()).collect();
    let last = |drawing: &str| drawing.rsplit_once("<text").map_or_else(String::new, |(_, text)| text.into());
    let ends: Vec<String> = drawings.iter().map(|d| last(d)).collect();
    assert_eq!(ends.len(), 3, "{said}");
    for (end, words) in ends.iter().zip(["standard output is wrong", "wrong: c is 5", "wrong: b is 4"]) {
        assert!(end.contains(words), "{words}: {end}");
    }
}

/// The list of suspects, the chain and the drawings name the execution of a line.
#[test]
fn the_page_says_which_executions_are_meant() {
    let dir = tempfile::tempdir().expect("a directory");
    let source = "#include <stdio.h>\nint main(void) {\n  int v[] = {1, 2, 3}, sum = 0;\n  \
                  for (int i = 0; i < 3; i++)\n    sum += v[i] + (i == 1);\n  printf(\"%d\\n\", sum);\n  return 0;\n}\n";
    fs::write(dir.path().join("prog.c"), source).expect("writable directory");
    fs::write(dir.path().join("right.c"), source.replace(" + (i == 1)", "")).expect("writable directory");
    for name in ["prog", "right"] {
        run(dir.path(), WHYDUNIT, &["cc", "-w", &format!("{name}.c"), "-o", name]);
    }
    let args = ["debug", "--html", "page.html", "--reference", "./right", "-e", "6\\n", "--", "./prog"];
    let said = run(dir.path(), WHYDUNIT, &args);
    let html = fs::read_to_string(dir.path().join("page.html")).unwrap_or_else(|_| panic!("no page: {said}"));
    let part = |from: &str, to: &str| {
        let start = html.find(from).unwrap_or_else(|| panic!("{from} is missing"));
        html[start..].split(to).next().unwrap_or_default().to_string()
    };
    for (from, to) in [("id=\"suspects\"", "</section>"), ("id=\"chain\"", "</section>"), ("<svg", "</svg>")] {
        assert!(part(from, to).contains("prog.c:5#2") || part(from, to).contains("prog.c:5#3"), "{from}:\n{html}");
    }
}

#[test]
fn a_browser_shows_the_page_and_its_keys_work() {
    let browser = browser();
    let dir = tempfile::tempdir().expect("a directory");
    let source = "#include <stdio.h>\nint main(void) {\n  const char *evil = \"</script><b id=broken>\";\n  int x = 2;\n  \
                  if (x < 3)\n    puts(evil);\n  return 0;\n}\n";
    let html = page(dir.path(), source, &["-e", "other\\n"]);
    // The probe presses a key and then writes the focused element into the document.
    let probe = "<script>document.dispatchEvent(new KeyboardEvent('keydown', {key: 'j'}));\
                 document.body.dataset.focus = document.activeElement.id;</script>";
    fs::write(dir.path().join("probe.html"), html.replace("</body>", &format!("{probe}</body>"))).expect("writable");
    let dom = shown(dir.path(), browser, "probe.html");
    assert!(dom.contains("data-focus=\"f0-"), "the key j leads nowhere:\n{dom}");
    assert!(!dom.contains("<b id="), "text of the program became markup");
    assert!(dom.contains("<svg") && dom.contains("id=\"source\""));
}

/// The pages of all three commands, wide and narrow, light and dark: nothing exceeds the window, and text has enough
/// contrast.
#[test]
fn pages_fit_the_window_and_can_be_read() {
    let (browser, dir) = (browser(), tempfile::tempdir().expect("a directory"));
    let source = "#include <stdio.h>\nstatic long total(const long *of, int n) {\n  long sum = 0;\n  \
                  for (int i = 1; i < n; i++)\n    sum += of[i]; /* a remark that makes this line of the program much \
                  longer than any window of a telephone is wide, as such remarks do */\n  return sum;\n}\n\
                  int main(void) {\n  long of[] = { 3, 4, 5 };\n  printf(\"%ld\\n\", total(of, 3));\n  return 0;\n}\n";
    page(dir.path(), source, &["-e", "12"]);
    run(dir.path(), WHYDUNIT, &["explain", "-e", "12", "--html", "explain.html", "--", "./prog"]);
    let debug = format!("printf 'w\\nw\\nr\\n' | {WHYDUNIT} debug -e 12 --html debug.html -- ./prog");
    run(dir.path(), "bash", &["-c", &debug]);
    // Measures the overflow beyond the window, and the contrast in lightness of text and background.
    let probe = "<script>const r = document.documentElement, c = s => { const [a, b, d] = \
                 getComputedStyle(document.body)[s].match(/[0-9.]+/g).map(Number); return .3 * a + .6 * b + .1 * d; };\
                 document.body.dataset.probe = [r.scrollWidth - r.clientWidth, c('color') - \
                 c('backgroundColor')].map(Math.round).join(' ');</script>";
    for name in ["page.html", "explain.html", "debug.html"] {
        let html = fs::read_to_string(dir.path().join(name)).unwrap_or_else(|_| panic!("no {name}"));
        fs::write(dir.path().join(name), html.replace("</body>", &format!("{probe}</body>"))).expect("writable");
        for (width, scheme, sign) in [(500, 1, -1), (1400, 0, 1)] {
            let (size, scheme) = (format!("--window-size={width},900"), format!("preferredColorScheme={scheme}"));
            let dom = shown_with(dir.path(), browser, name, &[&size, &format!("--blink-settings={scheme}")]);
            let probed = dom.split("data-probe=\"").nth(1).and_then(|t| t.split('"').next()).unwrap_or("nothing");
            let numbers: Vec<i32> = probed.split(' ').filter_map(|n| n.parse().ok()).collect();
            let fits = matches!(numbers[..], [beyond, contrast] if beyond <= 0 && contrast * sign > 150);
            assert!(fits, "{name}, {width} wide, {scheme}: {probed}");
        }
    }
}
