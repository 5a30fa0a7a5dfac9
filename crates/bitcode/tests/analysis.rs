//! The static analyses on real C code: one test per awkward construct, with marks at the ends of
//! lines.

mod clang;

use std::sync::Arc;

use clang::compile;
use whydunit_program::analysis::{Analyses, Object, UseSite};
use whydunit_program::{BlockId, FunctionId, Inst};

/// A compiled source whose lines are identified by their marks (`// a`).
struct Marked {
    source: &'static str,
    analyses: Analyses,
}

impl Marked {
    fn new(name: &str, source: &'static str) -> Marked {
        Marked { source, analyses: Analyses::new(Arc::new(compile(name, source))) }
    }

    fn line(&self, mark: &str) -> u32 {
        let marked = |line: &&str| line.rsplit_once("// ").is_some_and(|(_, m)| m.split(' ').any(|m| m == mark));
        let mut lines = self.source.lines().enumerate().filter(|(_, line)| marked(&line.trim()));
        let Some((at, _)) = lines.next() else { panic!("no line is marked {mark}") };
        at as u32 + 1
    }

    /// The first mark of a line.
    fn mark(&self, line: u32) -> String {
        let line = self.source.lines().nth(line as usize - 1).unwrap_or_default().trim();
        line.rsplit_once("// ").map_or(format!("unmarked: {line}"), |(_, m)| m.split(' ').next().unwrap_or(m).into())
    }

    /// Instructions on the marked line.
    fn insts(&self, mark: &str) -> Vec<UseSite> {
        let line = self.line(mark);
        let functions = self.analyses.program().functions.iter().enumerate();
        let sites: Vec<UseSite> = functions
            .flat_map(|(f, function)| {
                let on_line = function.locs.iter().enumerate().filter(|(_, loc)| loc.line == line);
                on_line.map(move |(inst, _)| UseSite { function: FunctionId(f as u32), inst: inst as u32 })
            })
            .collect();
        assert!(!sites.is_empty(), "no code on the line marked {mark}");
        sites
    }

    fn decision_mark(&self, function: FunctionId, block: BlockId) -> String {
        let function = self.analyses.program().function(function);
        let block = function.blocks[block.0 as usize];
        self.mark(function.locs[(block.first + block.len - 1) as usize].line)
    }

    /// The marked lines whose decisions the line is directly control dependent on.
    #[track_caller]
    fn control(&self, mark: &str, expected: &[&str]) {
        let mut found: Vec<String> = Vec::new();
        for UseSite { function, inst } in self.insts(mark) {
            let block = self.analyses.program().function(function).block_of(inst);
            let decisions = self.analyses.flow(function).control.decisions(block);
            found.extend(decisions.iter().map(|c| self.decision_mark(function, c.block)));
        }
        self.compare(mark, found, expected);
    }

    /// The marked lines whose decisions may keep a definition from a variable used on the line,
    /// apart from memory that functions called there read.
    #[track_caller]
    fn summary(&self, mark: &str, expected: &[&str]) {
        let mut found: Vec<String> = Vec::new();
        let program = self.analyses.program();
        let is_call = |s: &UseSite| matches!(program.function(s.function).insts[s.inst as usize], Inst::Call { .. });
        for site in self.insts(mark).into_iter().filter(|site| !is_call(site)) {
            let controllers = self.analyses.summary_controllers(site);
            found.extend(controllers.branches.iter().map(|b| self.decision_mark(b.function, b.block)));
        }
        self.compare(mark, found, expected);
    }

    #[track_caller]
    fn compare(&self, mark: &str, mut found: Vec<String>, expected: &[&str]) {
        found.sort_unstable();
        found.dedup();
        let mut expected: Vec<String> = expected.iter().map(|e| (*e).into()).collect();
        expected.sort_unstable();
        assert_eq!(found, expected, "line marked {mark}");
    }
}

#[test]
fn decisions_that_control_a_line() {
    let c = Marked::new(
        "control",
        r#"
#include <setjmp.h>
#include <stdlib.h>
int n, m; jmp_buf buf; void out(int);
void several_exits(int a) {
  while (n) {        // head
    if (a) break;    // break
    out(1);          // body
    if (m) continue; // continue
    out(2);          // end
  }
  out(3);            // after
}
int early(int a) {
  if (a) return 1;   // return
  out(1);            // later
  return 0;
}
void falls(int a) {
  switch (a) {       // switch
  case 1: out(1);    // one
  case 2: out(2);    // two
    break;
  default: out(3);   // other
  }
  out(4);            // joined
}
void into(int a) {
  if (a) goto inside; // goto
  do {
    out(1);          // top
inside:
    out(2);          // inside
  } while (n);       // again
  out(3);            // left
}
void die(int a) { out(a); exit(a); }
void fatal(int a) {
  if (a) die(a);     // dies
  out(1);            // survived
}
void forever(int a) {
  if (a)             // enters
    for (;;) {
      out(1);        // round
      if (n) out(2); // sometimes
    }
  out(3);            // never
}
void thrower(int a) { if (a) longjmp(buf, 1); } // throws
void catcher(int a) {
  if (setjmp(buf))   // caught
    out(1);          // handler
  else
    thrower(a);      // try
  out(2);            // finally
}
int both(int a, int b) {
  if (a &&           // first
      b)             // second
    out(1);          // then
  return a ?         // question
    n :              // yes
    m;               // no
}
"#,
    );
    c.control("body", &["break"]);
    c.control("end", &["continue"]);
    c.control("break", &["break", "head"]); // the test, and the jump behind it
    c.control("after", &[]);
    c.control("later", &["return"]);
    c.control("one", &["switch"]);
    c.control("two", &["switch"]);
    c.control("other", &["switch"]);
    c.control("joined", &[]);
    c.control("top", &["again", "goto"]);
    c.control("inside", &["again"]);
    c.control("left", &[]);
    c.control("survived", &["dies"]);
    c.control("round", &["enters"]);
    c.control("sometimes", &["enters", "sometimes"]);
    c.control("never", &["enters"]);
    c.control("handler", &["caught"]);
    c.control("try", &["caught"]);
    c.control("finally", &[]);
    c.control("then", &["first"]); // clang puts both branches on the line of the `if`
    c.control("second", &["first"]);
    c.control("yes", &["question"]);
    c.control("no", &["question"]);
    let into = c.analyses.program().function_named("into").expect("into");
    assert!(c.analyses.flow(into).loops.loops()[0].irreducible);
    let several = c.analyses.program().function_named("several_exits").expect("several_exits");
    assert!(!c.analyses.flow(several).loops.loops()[0].irreducible);
}

#[test]
fn decisions_that_may_omit_a_definition() {
    let c = Marked::new(
        "summary",
        r#"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
void out(int);
int cafl(int a, int b, int c) {
  int d = 0;
  if (a > 0) {          // a
    if (b < 0)          // b
      if (c != 2)       // c
        c = 2;
    d = c + 3;          // d
  }
  return d;             // result
}
int g; static int hidden; struct pair { int x, y; } pair, *shared = &pair;
static void maybe(int *p, int c) {
  if (c)                // inner
    *p = 1;
}
void by_pointer(int c) {
  int x = 0, other = 0;
  if (g)                // guard
    maybe(&x, c);
  out(x);               // pointed
  out(other);           // untouched
}
void reader(void) { out(hidden); } // reads
void writer(int c) {
  if (c)                // writes
    hidden = 1;
  reader();
}
void fields(int c) {
  if (c)                // field
    shared->x = 1;
  out(pair.x);          // x
  out(pair.y);          // y
}
struct node { struct node *next; int value; };
static struct node *make(int v) {
  struct node *n = malloc(sizeof *n);
  n->value = v; n->next = 0;
  return n;
}
void heap(int c) {
  struct node *a = make(1), *b = make(2);
  if (c)                // sets
    a->value = 3;
  out(a->value);        // a_value
  out(b->value);        // b_value
}
void loop(int n) {
  int i, last = -1;
  for (i = 0; i < n; i++) // for
    if (i & 1)          // odd
      last = i;
  out(last);            // last
}
void input(int c) {
  int n = 0; char line[16] = "";
  if (c)                // scans
    scanf("%d", &n);
  if (!c)               // copies
    strcpy(line, "x");
  out(n);               // scanned
  out(line[0]);         // copied
}
static void set_one(void) { g = 1; }
static void set_two(int c) { if (c) hidden = 2; } // two
void (*hook)(int) = set_two;
void callback(int c) {
  if (c > 5)            // hooks
    hook(c);
  if (c > 7)            // exits
    atexit(set_one);
  out(hidden);          // hooked
}
int fact(int n) {
  static int depth;
  if (n > 1) {          // deeper
    depth++;            // depth
    return n * fact(n - 1);
  }
  return 1;
}
int overwritten(int c) {
  int x = 0;
  if (c)                // lost
    x = 1;
  x = 2;
  return x;             // certain
}
"#,
    );
    c.summary("d", &["b", "c"]);
    c.summary("result", &["a"]);
    c.summary("pointed", &["guard", "inner"]);
    c.summary("untouched", &[]);
    c.summary("reads", &["writes"]);
    c.summary("x", &["field"]);
    c.summary("y", &[]);
    c.summary("a_value", &["sets"]);
    c.summary("b_value", &[]);
    c.summary("last", &["for", "odd"]);
    c.summary("scanned", &["scans"]);
    c.summary("copied", &["copies"]);
    c.summary("hooked", &["hooks", "two"]);
    c.summary("certain", &[]);
}

#[test]
fn pointers_of_c_programs() {
    let c = Marked::new(
        "pointers",
        r#"
#include <stdlib.h>
#include <string.h>
struct shape { const char *name; int (*area)(struct shape *); struct shape *next; int side[4]; };
static int square(struct shape *s) { return s->side[0]; }
static int circle(struct shape *s) { return 3 * s->side[1]; }
static int unused(struct shape *s) { return s->side[2]; }
struct shape all[2] = { { "square", square, &all[1], { 1 } }, { "circle", circle, 0, { 2 } } };
int sum(void) {
  int total = 0;
  for (struct shape *s = all; s; s = s->next)
    total += s->area(s);                  // area
  return total;
}
static int less(const void *a, const void *b) { return *(const int *)a - *(const int *)b; } // less
int sorted[4];
void sort(void) { qsort(sorted, 4, sizeof *sorted, less); } // qsort
static void *xmalloc(size_t n) {
  void *p = malloc(n);
  if (!p) abort();
  return p;
}
void two(void) {
  int *a = xmalloc(4), *b = xmalloc(8);
  *a = 1;                                 // a
  *b = 2;                                 // b
}
void copies(void) {
  struct shape local = all[0], *copy = malloc(sizeof *copy);
  memcpy(copy, &local, sizeof local);
  copy->area(copy);                       // copied
}
struct handler { int kind; void (*call)(void); struct handler *older; };
static struct handler *handlers;
void at_end(void);
static void add(struct handler h);
void registers(void) { add((struct handler){ 1, at_end, 0 }); }
static void add(struct handler h) {
  struct handler *new = malloc(sizeof *new);
  *new = h;
  new->older = handlers;
  handlers = new;
}
void runs(void) {
  struct handler first = *handlers;
  first.call();                           // handler
}
void at_end(void) {}
int (*choose(int c))(struct shape *) { return c ? unused : 0; }
"#,
    );
    let callees = |mark: &str| -> Vec<String> {
        let program = c.analyses.program();
        let sites = c.insts(mark).into_iter();
        let found = sites.flat_map(|s| c.analyses.aliasing().callees(s.function, s.inst).collect::<Vec<_>>());
        found.map(|f| program.function(f).name.clone()).collect()
    };
    assert_eq!(callees("area"), ["square", "circle"]);
    assert_eq!(callees("copied"), ["square"], "constant indices are told apart");
    assert_eq!(callees("qsort"), ["less"]);
    assert_eq!(callees("handler"), ["at_end"], "structures passed by value carry their pointers");
    let stored = |mark: &str| -> Vec<Object> {
        let program = c.analyses.program();
        let stores =
            c.insts(mark).into_iter().filter_map(|s| match program.function(s.function).insts[s.inst as usize] {
                Inst::Store { addr, .. } | Inst::Load { bytes: 4, addr, .. } => Some((s.function, addr)),
                _ => None,
            });
        stores.flat_map(|(f, addr)| c.analyses.aliasing().points_to(f, addr)).map(|p| p.object).collect()
    };
    let (a, b) = (stored("a"), stored("b"));
    assert!(matches!(a[..], [Object::Heap(..)]) && matches!(b[..], [Object::Heap(..)]) && a != b, "{a:?} {b:?}");
    let sorted = c.analyses.program().globals.iter().position(|g| g.name == "sorted").expect("sorted") as u32;
    assert!(stored("less").iter().all(|o| *o == Object::Global(whydunit_program::GlobalId(sorted))));
}
