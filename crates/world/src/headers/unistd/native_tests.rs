//! System calls on names against the kernel's, on random sequences.

use crate::native::{Dice, answers};
use crate::test_guest::{TestGuest, int};
use crate::{Case, Posix};
use whydunit_machine::Guest;

/// The referee works in a chroot jail: random operations must never reach the host. If it cannot
/// create one it does nothing and reports that.
const REFEREE: &str = r#"
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
static int erase(const char *p, const struct stat *s, int kind, struct FTW *w) {
  (void)s; (void)w;
  return kind == FTW_DP || kind == FTW_DNR ? rmdir(p) : unlink(p);
}
static int open_up(const char *p, const struct stat *s, int kind, struct FTW *w) {
  (void)s; (void)w;
  return kind == FTW_D || kind == FTW_DNR ? chmod(p, 0700) : 0;
}
static void clear(const char *p) {
  if (nftw(p, open_up, 20, FTW_PHYS)) return;
  nftw(p, erase, 20, FTW_PHYS | FTW_DEPTH);
}
static int sum(const char *p, int n) { int s = 0; while (n--) s = s * 7 + *p++; return s & 0xffffff; }
static void play(void);
int main(void) {
  char top[] = "/tmp/whydunit-names-XXXXXX";
  if (!mkdtemp(top)) return 4;
  pid_t child = fork();
  if (child == 0) {
    if (chdir(top) || ((geteuid() && unshare(CLONE_NEWUSER)) || chroot("."))) { puts("no jail"); fflush(stdout); _exit(0); }
    chmod("/", 0755);
    play();
    fflush(stdout);
    _exit(0);
  }
  waitpid(child, 0, 0);
  clear(top);
}
static void play(void) {
  char line[4096], cwd[4096];
  signal(SIGPIPE, SIG_IGN);
  umask(022);
  while (fgets(line, sizeof line, stdin)) {
    char op[20], a[200], b[200]; long n = 0; int r; struct stat s;
    sscanf(line, "%19s %199s %199s %ld", op, a, b, &n);
    errno = 0;
    memset(&s, 0, sizeof s);
    if (!strcmp(op, "new")) {
      for (int i = 3; i < 40; i++) close(i);
      chdir("/"); clear("x");
      mkdir("x", 0755); mkdir("x/x", 0755); mkdir("x/x/x", 0755); mkdir("x/x/x/x", 0755); mkdir("x/x/x/x/t", 0755);
      chdir("x/x/x/x/t"); r = 0;
    }
    else if (!strcmp(op, "mkdir")) r = mkdir(a, n);
    else if (!strcmp(op, "rmdir")) r = rmdir(a);
    else if (!strcmp(op, "unlink")) r = unlink(a);
    else if (!strcmp(op, "remove")) r = remove(a);
    else if (!strcmp(op, "rename")) r = rename(a, b);
    else if (!strcmp(op, "noreplace")) r = renameat2(AT_FDCWD, a, AT_FDCWD, b, 1);
    else if (!strcmp(op, "link")) r = link(a, b);
    else if (!strcmp(op, "symlink")) r = symlink(a, b);
    else if (!strcmp(op, "chdir")) { int old = open(".", O_PATH); r = chdir(a); if (r == 0 && (!getcwd(cwd, 4096) || strncmp(cwd, "/x/x/x/x", 8))) { fchdir(old); r = -2; } close(old); }
    else if (!strcmp(op, "open")) r = open(a, n, 0640);
    else if (!strcmp(op, "close")) r = close(n);
    else if (!strcmp(op, "write")) r = write(n, b, strlen(b));
    else if (!strcmp(op, "seek")) r = lseek(n, 3, SEEK_SET);
    else if (!strcmp(op, "ftruncate")) r = ftruncate(n, 2);
    else if (!strcmp(op, "read")) { char buf[30] = ""; r = read(n, buf, 20); r += r > 0 ? sum(buf, r) : 0; }
    else if (!strcmp(op, "chmod")) r = chmod(a, n);
    else if (!strcmp(op, "truncate")) r = truncate(a, n % 50);
    else if (!strcmp(op, "access")) r = access(a, n & 7);
    else if (!strcmp(op, "mkfifo")) r = mkfifo(a, 0666);
    else if (!strcmp(op, "readlink")) { char buf[30] = ""; r = readlink(a, buf, 29); r += r > 0 ? sum(buf, r) : 0; }
    else if (!strcmp(op, "realpath")) { char *p = realpath(a, 0); r = p ? (int)strlen(p) : -1; }
    else if (!strcmp(op, "getcwd")) { char *p = getcwd(0, 0); r = p ? (int)strlen(p) : -1; }
    else if (!strcmp(op, "stat") || !strcmp(op, "lstat") || !strcmp(op, "fstat")) {
      r = *op == 's' ? stat(a, &s) : *op == 'l' ? lstat(a, &s) : fstat(n, &s);
    }
    else if (!strcmp(op, "list")) { DIR *d = opendir(a); r = d ? 0 : -1; if (d) { while (readdir(d)) r++; closedir(d); } }
    else exit(3);
    printf("%d %d %o %ld %ld\n", r, r == -1 ? errno : 0, s.st_mode, r == 0 ? (long)s.st_nlink : 0, S_ISREG(s.st_mode) || S_ISLNK(s.st_mode) ? (long)s.st_size : 0);
  }
}
"#;

/// The directory that corresponds to the root of the referee's jail.
const TOP: &str = "/nowhere";

/// One side of the comparison: our models.
struct Ours {
    guest: TestGuest,
    world: Posix,
}

impl Ours {
    fn new() -> Ours {
        let case = Case { cwd: format!("{TOP}/x/x/x/x/t").into(), ..Case::default() };
        Ours { guest: TestGuest::default(), world: Posix::new(case) }
    }

    fn call(&mut self, name: &str, args: &[u64]) -> i64 {
        let args: Vec<_> = args.iter().map(|&a| int(a)).collect();
        self.guest.call(&mut self.world, name, &args).unwrap().slots[0].bits as i32 as i64
    }

    fn field(&mut self, address: u64, bytes: u8) -> u64 {
        self.guest.load(address.into(), bytes).unwrap().bits
    }

    /// The result of one operation, in the referee's format.
    fn answer(&mut self, op: &str, a: &str, b: &str, n: u64) -> String {
        if op == "new" {
            *self = Ours::new();
            return "0 0 0 0 0".into();
        }
        let (first, second) = (self.guest.string(a), self.guest.string(b));
        let stat = self.guest.reserve(144, 8);
        let at = -100i64 as u64;
        let result = match op {
            "mkdir" => self.call("mkdir", &[first, n]),
            "rmdir" | "unlink" | "remove" => self.call(op, &[first]),
            "chdir" => self.change_dir(first),
            "rename" | "link" | "symlink" => self.call(op, &[first, second]),
            "noreplace" => self.call("renameat2", &[at, first, at, second, 1]),
            "open" => self.call("open", &[first, n, 0o640]),
            "close" => self.call("close", &[n]),
            "write" => self.call("write", &[n, second, b.len() as u64]),
            "seek" => self.call("lseek", &[n, 3, 0]),
            "ftruncate" => self.call("ftruncate", &[n, 2]),
            "read" => self.read(op, n, 20),
            "chmod" => self.call("chmod", &[first, n]),
            "truncate" => self.call("truncate", &[first, n % 50]),
            "access" => self.call("access", &[first, n & 7]),
            "mkfifo" => self.call("mkfifo", &[first, 0o666]),
            "readlink" => self.read(op, first, 29),
            "realpath" => self.path_length("realpath", &[first, 0]),
            "getcwd" => self.path_length("getcwd", &[0, 0]),
            "fstat" => self.call("fstat", &[n, stat]),
            "stat" | "lstat" => self.call(op, &[first, stat]),
            "list" => self.list(first),
            _ => unreachable!("{op}"),
        };
        let errno = self.world.errno_address(&mut self.guest);
        let errno = if result == -1 { self.field(errno, 4) } else { 0 };
        let (mode, links) = (self.field(stat + 24, 4), self.field(stat + 16, 8));
        let sized = matches!(mode & 0o170000, 0o100000 | 0o120000);
        let size = if sized { self.field(stat + 48, 8) } else { 0 };
        format!("{result} {errno} {mode:o} {} {size}", if result == 0 { links } else { 0 })
    }

    /// The result of `read` or `readlink`, and a checksum of the bytes.
    fn read(&mut self, name: &str, from: u64, max: u64) -> i64 {
        let buffer = self.guest.reserve(30, 1);
        let count = self.call(name, &[from, buffer, max]);
        let bytes: Vec<u64> = (0..count.max(0) as u64).map(|i| self.field(buffer + i, 1)).collect();
        let sum = bytes.iter().fold(0i32, |sum, &b| sum.wrapping_mul(7).wrapping_add(b as i32));
        count + i64::from(sum & 0xff_ffff)
    }

    /// Changes the directory, but stays inside the tree that both sides share.
    fn change_dir(&mut self, path: u64) -> i64 {
        let dot = self.guest.string(".");
        let old = self.call("open", &[dot, 0o10000000]) as u64;
        let mut result = self.call("chdir", &[path]);
        let inside = self.world.fs.cwd().is_ok_and(|cwd| cwd.starts_with(format!("{TOP}/x/x/x/x").as_bytes()));
        if result == 0 && !inside {
            self.call("fchdir", &[old]);
            result = -2;
        }
        let errno = self.world.errno_address(&mut self.guest);
        let kept = self.field(errno, 4);
        self.call("close", &[old]);
        self.guest.store(errno.into(), 4, kept.into()).unwrap();
        result
    }

    fn path_length(&mut self, name: &str, args: &[u64]) -> i64 {
        let args: Vec<_> = args.iter().map(|&a| int(a)).collect();
        let pointer = self.guest.call(&mut self.world, name, &args).unwrap().slots[0].bits;
        if pointer == 0 { -1 } else { self.guest.text(pointer).len() as i64 - TOP.len() as i64 }
    }

    fn list(&mut self, path: u64) -> i64 {
        let dir = self.guest.call(&mut self.world, "opendir", &[int(path)]).unwrap().slots[0].bits;
        if dir == 0 {
            return -1;
        }
        let mut count = 0;
        while self.guest.call(&mut self.world, "readdir", &[int(dir)]).unwrap().slots[0].bits != 0 {
            count += 1;
        }
        self.call("closedir", &[dir]);
        count
    }
}

fn random_lines(count: usize) -> Vec<(&'static str, &'static str, &'static str, u64)> {
    let ops: Vec<&str> =
        "mkdir mkdir rmdir unlink remove rename rename noreplace link symlink symlink chdir open open open \
                          close write write seek ftruncate read chmod truncate access mkfifo readlink realpath getcwd \
                          stat lstat fstat list"
            .split_whitespace()
            .collect();
    // Only relative names: the two sides share a directory, not a root.
    let names: Vec<&str> =
        "a b c d a/b b/a a/b/c ./a ../t/a a/ b/. a/.. . .. c/d b/c/ a//b nowhere/x d/a".split_whitespace().collect();
    // All access modes with O_CREAT, O_EXCL, O_TRUNC, O_APPEND, O_DIRECTORY and O_NOFOLLOW;
    // never waiting for the other end of a FIFO.
    let flags = [0, 1, 2, 0o101, 0o102, 0o302, 0o1101, 0o2101, 0o200000, 0o400000, 0o400102, 0o1002];
    let mut dice = Dice::new(26);
    (0..count)
        .map(|i| {
            if i % 60 == 0 {
                return ("new", "x", "x", 0);
            }
            let op = dice.pick(&ops);
            let n = match op {
                "open" => 0o4000 | flags[dice.roll(flags.len() as u64) as usize],
                "mkdir" | "chmod" => [0o755, 0o700, 0o1777, 0o644, 0][dice.roll(5) as usize],
                "truncate" | "access" => dice.roll(50),
                _ => 3 + dice.roll(4),
            };
            (op, dice.pick(&names), dice.pick(&names), n)
        })
        .collect()
}

#[test]
fn agrees_with_the_kernel() {
    let lines = random_lines(5_000);
    let input: String = lines.iter().map(|(op, a, b, n)| format!("{op} {a} {b} {n}\n")).collect();
    let native = answers(REFEREE, input.as_bytes());
    if native[0] == "no jail" {
        println!("skipped: this machine allows no chroot");
        return;
    }
    assert!(native.len() >= lines.len());
    let mut ours = Ours::new();
    let mut history = Vec::new();
    for ((op, a, b, n), expected) in lines.into_iter().zip(native) {
        if op == "new" {
            history.clear();
        }
        let answer = ours.answer(op, a, b, n);
        history.push(format!("{op} {a} {b} {n:o} -> {answer}"));
        assert_eq!(answer, expected, "after\n{}", history.join("\n"));
    }
}
