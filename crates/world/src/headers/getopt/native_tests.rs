//! `getopt` against glibc's, on random command lines.

use crate::native::{Dice, answers};
use crate::test_guest::{TestGuest, int};
use crate::{Case, Posix};
use whydunit_machine::{Guest, World};

const REFEREE: &str = r#"
#include <getopt.h>
#include <stdio.h>
#include <string.h>
#include <stdlib.h>
static int flag;
static struct option table[] = {
  {"verbose", 0, 0, 'v'}, {"version", 0, 0, 'V'}, {"output", 1, 0, 'o'}, {"outlet", 1, 0, 'o'},
  {"color", 2, 0, 300}, {"colour", 2, 0, 300}, {"flag", 0, &flag, 7}, {"f", 1, 0, 301}, {0, 0, 0, 0}};
int main(void) {
  char line[4096];
  freopen("/dev/null", "w", stderr);
  while (fgets(line, sizeof line, stdin)) {
    char *argv[64], *p; int argc = 0;
    line[strcspn(line, "\n")] = 0;
    char *kind = strtok(line, "|"), *shorts = strtok(0, "|");
    argv[argc++] = "prog";
    while ((p = strtok(0, "|"))) argv[argc++] = p;
    argv[argc] = 0;
    optind = 0; flag = 0;
    char message[4096] = ""; FILE *memory = fmemopen(message, sizeof message, "w");
    setbuf(memory, 0);
    FILE *old = stderr; stderr = memory;
    for (int i = 0; i < 70; i++) {
      int index = -5, code;
      optarg = 0;
      if (*kind == 's') code = getopt(argc, argv, shorts);
      else if (*kind == 'l') code = getopt_long(argc, argv, shorts, table, &index);
      else code = getopt_long_only(argc, argv, shorts, table, &index);
      printf("%d,%d,%d,%s,%d;", code, index, optind, optarg ? optarg : "-", code == '?' || code == ':' ? optopt : 0);
      if (code == -1) break;
    }
    stderr = old; fclose(memory);
    printf(" %d", flag);
    for (int i = 1; i < argc; i++) printf(" %s", argv[i]);
    for (p = message; *p; p++) if (*p == '\n') *p = '~';
    printf(" %s\n", message);
  }
}
"#;

/// A guest with the referee's table of options.
struct Line {
    guest: TestGuest,
    world: Posix,
    flag: u64,
    table: u64,
}

impl Line {
    fn new(words: &[&str]) -> (Line, u64, u64) {
        let mut guest = TestGuest::default();
        let case = Case { args: words.iter().map(|w| w.as_bytes().to_vec()).collect(), ..Case::default() };
        let mut world = Posix::new(case);
        let [argc, argv, _] = world.start(&mut guest).unwrap();
        let flag = guest.reserve(4, 4);
        let rows = [
            ("verbose", 0, 0, 'v' as u64),
            ("version", 0, 0, 'V' as u64),
            ("output", 1, 0, 'o' as u64),
            ("outlet", 1, 0, 'o' as u64),
            ("color", 2, 0, 300),
            ("colour", 2, 0, 300),
            ("flag", 0, flag, 7),
            ("f", 1, 0, 301),
        ];
        let table = guest.reserve(9 * 32, 8);
        for (i, (name, takes, flag, value)) in rows.into_iter().enumerate() {
            let row = table + 32 * i as u64;
            let name = guest.string(name);
            for (offset, field) in [(0, name), (8, takes), (16, flag), (24, value)] {
                guest.store((row + offset).into(), 8, field.into()).unwrap();
            }
        }
        (Line { guest, world, flag, table }, argc.bits, argv.bits)
    }

    fn number(&mut self, address: u64) -> i32 {
        self.guest.load(address.into(), 4).unwrap().bits as i32
    }
}

/// Our model's result, in the referee's format.
fn ours(kind: &str, shorts: &str, words: &[&str]) -> String {
    let (mut line, argc, argv) = Line::new(words);
    let shorts = line.guest.string(shorts);
    let index = line.guest.reserve(4, 4);
    let [optarg, optind, _, optopt] = line.world.process.options.variables;
    let name = match kind {
        "s" => "getopt",
        "l" => "getopt_long",
        _ => "getopt_long_only",
    };
    let mut told = String::new();
    for _ in 0..70 {
        line.guest.store(index.into(), 4, (-5i32).into()).unwrap();
        let args = [int(argc), int(argv), int(shorts), int(line.table), int(index)];
        let code = line.guest.call(&mut line.world, name, &args).unwrap().slots[0].bits as i32;
        let argument = line.guest.load(optarg.into(), 8).unwrap().bits;
        let argument = if argument == 0 { "-".to_owned() } else { line.guest.text(argument) };
        let wrong = code == '?' as i32 || code == ':' as i32;
        let option = if wrong { line.number(optopt) } else { 0 };
        told += &format!("{code},{},{},{argument},{option};", line.number(index), line.number(optind));
        if code == -1 {
            break;
        }
    }
    let flag = line.flag;
    told += &format!(" {}", line.number(flag));
    for i in 1..argc {
        let pointer = line.guest.load((argv + 8 * i).into(), 8).unwrap().bits;
        told += &format!(" {}", line.guest.text(pointer));
    }
    let message = String::from_utf8(line.world.stderr()).unwrap().replace('\n', "~");
    told + " " + &message
}

#[test]
fn agrees_with_glibc() {
    let kinds = ["s", "l", "o"];
    let tables = ["abc:d::", "+abc:d::", "-abc:", ":ab:c", "ab:W;", "vVo:f"];
    let pool = [
        "-a",
        "-b",
        "-c",
        "-cx",
        "-abc",
        "-dx",
        "-d",
        "--",
        "-",
        "x",
        "y",
        "-z",
        "--verbose",
        "--ver",
        "--verb",
        "--out=q",
        "--output",
        "--o",
        "--col",
        "--color=red",
        "--flag",
        "--flag=1",
        "--f",
        "--nope",
        "-verbose",
        "-out",
        "-W",
        "flag",
        "-Wflag",
        "-:",
        "--f=3",
        "-flag",
        "--colo",
        "--=",
        "-f",
    ];
    let mut dice = Dice::new(7);
    let lines: Vec<(&str, &str, Vec<&str>)> = (0..1500)
        .map(|_| {
            let count = dice.roll(7);
            let words = std::iter::once("prog").chain((0..count).map(|_| dice.pick(&pool))).collect();
            (dice.pick(&kinds), dice.pick(&tables), words)
        })
        .collect();
    let input: String = lines.iter().map(|(k, s, w)| format!("{k}|{s}|{}\n", w[1..].join("|"))).collect();
    let native = answers(REFEREE, input.as_bytes());
    assert!(native.len() >= lines.len());
    for ((kind, shorts, words), expected) in lines.iter().zip(native) {
        assert_eq!(ours(kind, shorts, words), expected, "{kind} {shorts} {words:?}");
    }
}
