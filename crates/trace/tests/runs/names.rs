//! Statements in terms of C: the names of their definitions and uses, with the values.

use whydunit_program::{Program, Type};
use whydunit_trace::{Instance, Value};

use crate::fixture::Fixture;

/// The last execution of the line with a text as "target = value <- used = value, ...".
fn said(fixture: &mut Fixture, text: &str) -> String {
    let line = fixture.line(text);
    let time = *fixture.executions(line).last().expect("an execution");
    let program = fixture.index.program.clone();
    let mut machine = fixture.recorded.snapshots.at(u64::from(time)).expect("that moment");
    let instance = Instance::at(&program, &mut machine, time).expect("an instance");
    let shown = |v: &Value| format!("{} = {}", v.label(), number(&program, v));
    let defined = instance.defines.as_ref().map_or_else(String::new, shown);
    let used: Vec<String> = instance.uses.iter().filter(|u| !is_pointer(&program, u)).map(shown).collect();
    format!("{defined} <- {}", used.join(", ")).trim_end().into()
}

fn is_pointer(program: &Program, value: &Value) -> bool {
    value.ty.is_some_and(|t| matches!(program.types.get(program.types.bare(t)), Type::Pointer { .. }))
}

fn number(program: &Program, value: &Value) -> String {
    let Some(bytes) = value.bytes.iter().copied().collect::<Option<Vec<u8>>>() else { return "?".into() };
    let bits = bytes.iter().take(8).rev().fold(0u64, |n, b| n << 8 | u64::from(*b));
    let spare = 64 - 8 * bytes.len().clamp(1, 8) as u32;
    match value.ty.map(|t| program.types.get(program.types.bare(t))) {
        Some(Type::Float { size: 4, .. }) => f32::from_bits(bits as u32).to_string(),
        Some(Type::Float { size: 8, .. }) => f64::from_bits(bits).to_string(),
        Some(Type::Int { signed: false, .. }) => bits.to_string(),
        Some(Type::Record { .. } | Type::Array { .. }) => "...".into(),
        _ => (((bits << spare) as i64) >> spare).to_string(),
    }
}

/// Checks every line against its comment.
fn check(source: &str) {
    let mut fixture = Fixture::new(source);
    let expected: Vec<(String, String)> = source
        .lines()
        .filter_map(|line| line.split_once("//").map(|(code, said)| (code.trim().into(), said.trim().into())))
        .collect();
    assert!(!expected.is_empty());
    let found: Vec<(String, String)> =
        expected.iter().map(|(code, _)| (code.clone(), said(&mut fixture, code))).collect();
    assert_eq!(found, expected);
}

#[test]
fn members_and_elements_are_named_through_pointers_and_without() {
    check(
        r"
struct In { int p, q; };
struct A { int id; int arr[4]; struct In in[2]; union { int i; char c[4]; } u; };
static struct A g, t[3];
static void set(struct A *b, int k) {
  b->arr[2] = 5; // b->arr[2] = 5 <-
  b->arr[k] = 6; // b->arr[3] = 6 <- k = 3
  b->in[1].q = 7; // b->in[1].q = 7 <-
  b->u.c[1] = 8; // b->u.c[1] = 8 <-
  b->id = b->in[k - 2].q; // b->id = 7 <- b->in[1].q = 7
}
int main(void) {
  static int kept[3];
  struct A s = {0}, *b = &s;
  set(b, 3);
  s.arr[1] = 9; // s.arr[1] = 9 <-
  g.arr[3] = 10; // g.arr[3] = 10 <-
  t[1].in[1].p = 11; // t[1].in[1].p = 11 <-
  t[2].u.c[2] = 12; // t[2].u.c[2] = 12 <-
  kept[2] = t[1].in[1].p; // kept[2] = 11 <- t[1].in[1].p = 11
  int m[2][3] = {{0}}, (*pm)[3] = m, one = 1, cube[2][2][2] = {0};
  pm[1][2] = 13; // pm[1][2] = 13 <-
  m[one][one] = 14; // m[1][1] = 14 <- one = 1
  cube[one][0][one] = 15; // cube[1][0][1] = 15 <- one = 1
  (*pm)[1] = 16; // (*pm)[1] (= m[0][1]) = 16 <-
  s.id = pm[one][one]; // s.id = 14 <- pm[1][1] = 14
  return 0;
}
",
    );
}

#[test]
fn chains_of_pointers_are_named_as_c_writes_them() {
    check(
        r"
#include <stdlib.h>
struct N { struct N *next; int value; int arr[4]; char tail[]; };
static int get(struct N *node, int i) {
  int v = node->next->value; // v = 4 <- node->next->value = 4
  int w = node->next->arr[i]; // w = 5 <- node->next->arr[2] = 5
  node->next->next->value = v; // node->next->next->value = 4 <- v = 4
  node->next->tail[i] = w; // node->next->tail[2] = 5 <- w = 5, i = 2
  return v + w;
}
static void out(int **pp, struct N **list, char **words) {
  **pp = 1; // **pp (= x of main) = 1 <-
  (*list)->value = 2; // (*list)->value = 2 <-
  (*list)->next->value = 3; // (*list)->next->value = 3 <-
  words[1][0] = 'b'; // words[1][0] (= text[1] of main) = 98 <-
  *words[1] = 'c'; // *words[1] (= text[1] of main) = 99 <-
}
int main(void) {
  struct N *a = calloc(3, sizeof *a + 8), *b = a + 1;
  int x, *p = &x;
  char text[3] = {0}, *words[2] = {text, text + 1};
  a->next = b;
  b->next = a;
  b->value = 4; // b->value = 4 <-
  b->arr[2] = 5; // b->arr[2] = 5 <-
  a[1].arr[1] = 6; // a[1].arr[1] = 6 <-
  get(a, 2);
  out(&p, &a, words);
  return 0;
}
",
    );
}

#[test]
fn targets_of_pointers_are_named() {
    check(
        r"
static int total, counts[4];
static void add(int *to, int n) {
  *to += n; // *to (= counts[3]) = 7 <- *to (= counts[3]) = 0, n = 7
}
static void fill(int *a, int n) {
  a[n] = 1; // a[2] = 1 <- n = 2
}
int main(void) {
  char buf[8] = {0}, *p = buf + 7, *q;
  int one = 1, values[3], *all = &total;
  *p = 'x'; // *p (= buf[7]) = 120 <-
  p[-1] = 'y'; // p[-1] (= buf[6]) = 121 <-
  q = p - one;
  one = *q; // one = 121 <- *q (= buf[6]) = 121
  *all = 3; // *all (= total) = 3 <-
  fill(values, 2);
  add(&counts[3], 7);
  struct { int x, y; } pts[2], *pt = &pts[1];
  pt->y = 4; // pt->y (= pts[1].y) = 4 <-
  pt = pts;
  pt->y = 5; // pt->y (= pts[0].y) = 5 <-
  return 0;
}
",
    );
}

#[test]
fn a_value_is_the_one_that_was_used_also_when_its_place_has_another_by_then() {
    check(
        r"
int main(void) {
  int a[3] = {5, 6, 7}, i = 0, *p = a, x;
  x = a[i++]; // x = 5 <- a[0] = 5
  x = *p++ + i++; // x = 6 <- *p (= a[0]) = 5, i = 1
  return x - i;
}
",
    );
}

#[test]
fn bit_fields_and_members_of_unions_have_their_own_values() {
    check(
        r"
union U { int i; unsigned char c[4]; float f; struct { short low, high; } half; };
struct F { unsigned a : 3, b : 5; int s : 6; unsigned long wide : 40; unsigned char whole : 8; _Bool on : 1; };
struct G { int x; struct F f; union U u; };
static struct F file;
int main(int argc, char **argv) {
  struct F f = {1, 2};
  f.b = argc + 8; // f.b = 9 <- argc = 1
  f.a = 6; // f.a = 6 <-
  f.a = 0; // f.a = 0 <-
  f.s = -3; // f.s = -3 <-
  f.wide = 1UL << 39; // f.wide = 549755813888 <-
  f.whole = 200; // f.whole = 200 <-
  f.on = argc; // f.on = 1 <- argc = 1
  struct F raw;
  raw.b = 7; // raw.b = 7 <-
  file.s = f.s + f.b; // file.s = 6 <- f.s = -3, f.b = 9
  int sum = f.a + f.whole + f.on; // sum = 201 <- f.a = 0, f.whole = 200, f.on = 1
  long wide = f.wide; // wide = 549755813888 <- f.wide = 549755813888
  struct G g[2], *p = &g[1];
  p->f.b = 3; // p->f.b (= g[1].f.b) = 3 <-
  p->u.f = 1.5f; // p->u.f (= g[1].u.f) = 1.5 <-
  p->u.i = 0x10002; // p->u.i (= g[1].u.i) = 65538 <-
  p->u.c[3] = 4; // p->u.c[3] (= g[1].u.c[3]) = 4 <-
  p->u.half.high = 5; // p->u.half.high (= g[1].u.half.high) = 5 <-
  sum = p->u.half.low; // sum = 2 <- p->u.half.low (= g[1].u.half.low) = 2
  return wide != sum;
}
",
    );
}

#[test]
fn copies_arguments_and_arrays_of_variable_length_are_named() {
    check(
        r#"
#include <string.h>
struct P { int x, y; };
struct Big { int n[10]; };
static int pass(struct Big by_value, int n, const void *any) {
  int vla[n];
  vla[n - 1] = by_value.n[4]; // vla[1] = 8 <- by_value.n[4] = 8, n = 2
  int got = *(const int *)any; // got = 0 <- *any (= a.y of main) = 0
  return got + vla[1];
}
int main(void) {
  struct P a = {1, 0}, b, pair[2];
  b = a; // b = ... <- a = ...
  pair[1] = b; // pair[1] = ... <- b = ...
  memcpy(&pair[0], &b, sizeof b);
  struct Big big = {{0}};
  big.n[4] = 8;
  long double wide = 2.5L;
  char bytes[8] = {0};
  *(int *)bytes = 5; // bytes[0] = 5 <-
  ((char *)&a)[1] = 1; // ((char *)&a.x)[1] = 1 <-
  pass(big, 2, &a.y);
  return wide > pair[0].x;
}
"#,
    );
}

#[test]
fn temporaries_are_named_as_in_the_source() {
    check(
        r#"
#include <errno.h>
struct P { int x, y; };
static struct P made(int a) { struct P p = { a, 2 }; return p; }
static int sum(int a, int b) { return a + b; }
static int (*f)(int, int) = sum;
int main(void) {
  struct P p, *q = &p;
  errno = 5; // errno = 5 <-
  *q = made(3); // *q (= p) = ... <- made(...) = ...
  int r = f(1, 2); // r = 3 <-
  return r;
}
"#,
    );
}

#[test]
fn targets_of_returned_pointers_have_a_name_and_a_type() {
    check(
        r"
#include <stdlib.h>
struct cell { float w; int n; };
static struct cell *get(struct cell **t, int i) { return t[i]; }
static float *weight(struct cell *c) { return &c->w; }
static float *(*pick)(struct cell *) = weight;
static double *at(double *m, int i) { return &m[i]; }
int main(void) {
  struct cell *t[2] = { malloc(sizeof **t), malloc(sizeof **t) };
  double *m = calloc(4, sizeof *m);
  float f;
  double d;
  get(t, 1)->w = 2.5f; // get(...)->w = 2.5 <-
  get(t, 1)->n = 4; // get(...)->n = 4 <-
  *weight(t[0]) = 1.5f; // *weight(...) = 1.5 <-
  f = get(t, 1)->w + *pick(t[0]); // f = 4 <- get(...)->w = 2.5, *pick(...) = 1.5
  *at(m, 1) = f; // *at(...) = 4 <- f = 4
  *at(m, 2) = 3; // *at(...) = 3 <-
  d = *at(m, 1) * *at(m, 2); // d = 12 <- *at(...) = 4, *at(...) = 3
  return f + d > 20;
}
",
    );
}

#[test]
fn short_circuits_name_the_deciding_operand() {
    check(
        r"
int main(void) {
  int a = 3, b = 7, c = 1, f;
  f = a < 5 && b < 6; // f = 0 <- b = 7
  f = a > 5 && b < 6; // f = 0 <- a = 3
  f = a > 2 || b > 100; // f = 1 <- a = 3
  f = a > 5 || b > 100 || c == 1; // f = 1 <- c = 1
  f = a > 5 || b > 5 || c == 1; // f = 1 <- b = 7
  return f;
}
",
    );
}
