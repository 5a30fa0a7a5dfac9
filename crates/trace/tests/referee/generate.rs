//! Small random C programs with much control flow and many ways to move a value. All of them terminate, because loops
//! and calls consume fuel.

use std::fmt::Write;

/// A small reproducible random sequence.
struct Random(fastrand::Rng);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0.u64(..n)
    }

    fn pick<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[self.below(of.len() as u64) as usize]
    }
}

struct Generator {
    random: Random,
    out: String,
    labels: u32,
    /// The function being written and their number: a function calls only itself and later ones.
    function: u64,
    functions: u64,
    in_loop: u32,
}

const HEAD: &str = r#"#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct pair { char tag; int value; short list[3]; struct pair *next; };
static int fuel = 60, g0 = 1, g1, g2 = 7;
static int table[8] = { 3, 1, 4, 1, 5, 9, 2, 6 };
static char text[24] = "seven dwarfs";
static struct pair one = { 'a', 10, { 1, 2, 3 }, 0 }, two = { 'b', 20, { 4, 5, 6 }, &one };
struct bits { int all; unsigned low : 3, mid : 7; int high : 9; unsigned long long far : 40; };
static struct bits shared = { 1, 2, 3, -4, 5 };
static jmp_buf out;
static int sum(int n, ...) {
    va_list list;
    int all = 0;
    va_start(list, n);
    while (n-- > 0) all += va_arg(list, int);
    va_end(list);
    return all;
}
static int by_value(struct pair p, int k) { p.value += k; return p.value + p.list[k & 1]; }
static struct pair made(int v) { struct pair p = one; if (v & 1) p.value = v; p.list[1] = v; return p; }
struct few { short a; char b; int c; };
struct three { int a, b, c; };
struct reals { float x, y; int n; };
static struct few few = { 1, 2, 3 };
static struct three three;
static struct few few_of(int v) { struct few f = few; f.b = v; return v & 4 ? f : few; }
static struct three three_of(struct few f, int v) { struct three t = { f.a, v, f.c }; return t; }
static int real_of(struct reals r, char c) { return r.n & 1 ? r.y : c; }
static int second(int n, ...) {
    va_list list;
    va_start(list, n);
    struct few f = va_arg(list, struct few);
    struct reals r = va_arg(list, struct reals);
    struct pair p = va_arg(list, struct pair);
    n = va_arg(list, int);
    va_end(list);
    return n & 1 ? f.b : n & 2 ? (int)r.y : p.value;
}
static void set_g0(int v) { g0 = v; }
static void set_two(int v) { if (v & 1) two.value = v; }
static void idle(int v) { fuel--; }
static void (*does[4])(int) = { set_g0, idle, set_two, idle };
static char *kept(char *to, const char *from) { return to; }
static char *(*copies[2])(char *, const char *) = { strcpy, kept };
static int order(const void *a, const void *b) { int x = *(const int *)a, y = *(const int *)b; return x < y ? -1 : x > y; }
"#;

/// The program with this number, as C text.
pub(crate) fn program(number: u64) -> String {
    let mut g = Generator {
        random: Random(fastrand::Rng::with_seed(number)),
        out: HEAD.to_string(),
        labels: 0,
        function: 0,
        functions: 2 + number % 3,
        in_loop: 0,
    };
    for f in 0..g.functions {
        g.line(&format!("static int f{f}(int a, int *p);"));
    }
    g.line("static int (*pointers[2])(int, int *) = { f0, f1 };");
    for f in 0..g.functions {
        g.function = f;
        g.line(&format!("static int f{f}(int a, int *p) {{"));
        g.line("int x = a, y = 2, z;");
        g.line("struct pair s = two;");
        g.line("struct bits b = { 0 }, *w = &shared;");
        g.line("if (--fuel < 0) return a;");
        g.line("z = *p;");
        for _ in 0..3 + g.random.below(3) {
            g.statement(3);
        }
        g.line("g1 += s.value;");
        g.line("return x + y * z;");
        g.line("}");
    }
    g.line("int main(void) {");
    g.line("int n = 5, r;");
    g.line("if (setjmp(out)) printf(\"jumped \");");
    g.line("else { r = f0(n, &g0); printf(\"%d \", r); }");
    g.line("printf(\"%d %d %s %d\\n\", g0, g1, text, table[n & 7] + two.value);");
    g.line("return g2 & 1;");
    g.line("}");
    g.out
}

impl Generator {
    fn line(&mut self, text: &str) {
        self.out.push_str(text);
        self.out.push('\n');
    }

    fn place(&mut self) -> String {
        let index = self.random.below(8);
        match self.random.below(14) {
            11 => self.random.pick(&["b.low", "b.mid", "b.high", "b.far"]).into(),
            12 => self.random.pick(&["shared.mid", "shared.low", "w->high", "w->mid", "w->all"]).into(),
            0..=3 => self.random.pick(&["x", "y", "z"]).into(),
            4 | 5 => self.random.pick(&["g0", "g1", "g2", "*p"]).into(),
            6 => format!("table[{index}]"),
            7 => format!("table[{} & 7]", self.random.pick(&["x", "y", "a"])),
            8 => self.random.pick(&["s.value", "s.tag", "s.list[1]"]).into(),
            9 => "two.next->value".into(),
            10 => "one.list[2]".into(),
            _ => "text[3]".into(),
        }
    }

    fn expression(&mut self, depth: u32) -> String {
        if depth == 0 {
            return if self.random.below(3) == 0 { self.random.below(9).to_string() } else { self.place() };
        }
        let a = self.expression(depth - 1);
        let b = self.expression(depth - 1);
        let callee = self.function + self.random.below(self.functions - self.function);
        match self.random.below(16) {
            0..=5 => format!("({a} {} {b})", self.random.pick(&["+", "-", "^", "&", "*"])),
            6 => format!("({a} && {b})"),
            7 => format!("({a} || {b})"),
            8 => format!("({a} > 2 ? {b} : y)"),
            9 => format!("f{callee}({a}, {})", self.random.pick(&["&x", "p", "&g2", "table + 2", "&s.value"])),
            10 => format!("pointers[{} & 1]({b}, &z)", self.random.pick(&["x", "a"])),
            11 => format!("sum(2, {a}, {b})"),
            12 => format!("by_value({}, {a} & 3)", self.random.pick(&["s", "two", "*two.next"])),
            13 => format!("made({a}).value"),
            14 => {
                self.random.pick(&["(int)strlen(text)", "abs(x - 3)", "atoi(text + 1)", "strcmp(text, \"six\")"]).into()
            }
            _ => format!("(y++, {a})"),
        }
    }

    fn block(&mut self, depth: u32) {
        self.out.push_str("{\n");
        for _ in 0..1 + self.random.below(3) {
            self.statement(depth);
        }
        self.out.push_str("}\n");
    }

    fn statement(&mut self, depth: u32) {
        let deep = u32::from(self.random.below(3) == 0);
        let value = self.expression(1 + deep);
        let choice = if depth == 0 { self.random.below(7) } else { self.random.below(18) };
        match choice {
            0..=3 => {
                let place = self.place();
                let op = self.random.pick(&["=", "=", "+=", "-="]);
                self.line(&format!("{place} {op} {value};"));
            }
            4 => self.move_memory(),
            5 if self.in_loop > 0 => {
                let leave = self.random.pick(&["break", "continue", "break"]);
                self.line(&format!("if ({value} > 4) {leave};"));
            }
            5 => self.line(&format!("if ({value} < -9) return y;")),
            6 => self.line(&format!("printf(\"%d,%s;\", {value}, text + 6);")),
            7..=9 => {
                self.line(&format!("if ({value} & 1)"));
                self.block(depth - 1);
                if self.random.below(2) == 0 {
                    self.line("else");
                    self.block(depth - 1);
                }
            }
            10..=12 => self.looping(depth, &value),
            13 | 14 => self.switch(depth, &value),
            15 | 16 => self.gotos(depth, &value),
            _ => self.line(&format!("if (fuel < 30 && ({value} & 3) == 1) longjmp(out, 1);")),
        }
    }

    fn move_memory(&mut self) {
        let moves = [
            "memcpy(&s, &two, sizeof s);",
            "s = *two.next;",
            "strcpy(text + 2, \"xy\");",
            "memset(table + 1, 1, 8);",
            "memmove(table, table + 1, 12);",
            "two = s;",
            "qsort(table, 8, sizeof *table, order);",
            "{ int *h = malloc(8); h[0] = x; h[1] = y; z = h[1]; p = &g0; free(h); }",
            "{ char local[12]; sprintf(local, \"%d\", x); y = local[0]; }",
            "p = p == &x ? &y : &x;",
            "does[x & 3](y); z = g0 + two.value;",
            "for (int i = 0; i < 3; i++) does[(x + i) & 3](i);",
            "copies[y & 1](text + 3, \"ab\"); z = text[4];",
            "{ void (*f)(int) = idle; if (x & 2) f = set_two; f(z); }",
            "few = few_of(x); y = few.b;",
            "{ int q = x; sscanf(text + 5, \"%2s %d %d\", text, &y, &q); z = q; }",
            "sprintf(text, \"%d %d\", x & 99, y & 99); sscanf(text, \"%d %d %d\", &g1, &g2, &z);",
            "{ int *h = malloc(8); h[0] = x; h[1] = y; h = realloc(h, 999); z = h[1]; free(h); }",
            "three = three_of(few, y); z = three.b;",
            "few.b = x; y = three_of(few_of(y), 2).c;",
            "{ struct reals r = { x, y, z }; z = second(2, few_of(y), r, s, x); y = real_of(r, few.b); }",
            "{ struct pair t; t.tag = 1; t.value = x; s = t; y = s.value; }",
            "{ char *bytes = (char *)&g1; bytes[x & 3] = 2; if (y & 1) bytes[1] = y; }",
            "{ char *bytes = (char *)&x; bytes[1] = 2; if (y & 1) bytes[2] = y; }",
        ];
        let text = self.random.pick(&moves);
        self.line(text);
    }

    fn looping(&mut self, depth: u32, value: &str) {
        self.in_loop += 1;
        match self.random.below(3) {
            0 => self.line("for (int i = 0; i < 3 && fuel-- > 0; i++)"),
            1 => self.line(&format!("while (({value} & 3) && fuel-- > 0)")),
            _ => self.line("do"),
        }
        let is_do = self.out.ends_with("do\n");
        self.block(depth - 1);
        if is_do {
            self.line(&format!("while (({value} & 1) && fuel-- > 0);"));
        }
        self.in_loop -= 1;
    }

    fn switch(&mut self, depth: u32, value: &str) {
        // `break` would leave the switch, and `continue` needs an enclosing loop.
        let outer = std::mem::take(&mut self.in_loop);
        self.line(&format!("switch ({value} & 3) {{"));
        for case in 0..3 {
            self.line(&format!("case {case}:"));
            self.statement(depth - 1);
            if self.random.below(2) == 0 {
                self.line("break;");
            }
        }
        self.line("default:");
        self.statement(depth - 1);
        self.line("}");
        self.in_loop = outer;
    }

    /// Jumps forwards, backwards, and into a loop from outside.
    fn gotos(&mut self, depth: u32, value: &str) {
        self.labels += 1;
        let label = self.labels;
        let _ = writeln!(self.out, "if ({value} & 2) goto in{label};");
        let _ = writeln!(self.out, "back{label}:");
        self.statement(depth - 1);
        let _ = writeln!(self.out, "while ((x & 5) && fuel-- > 0) {{");
        self.in_loop += 1;
        self.statement(depth - 1);
        let _ = writeln!(self.out, "in{label}: y++;");
        let _ = writeln!(self.out, "if (y > 12) goto out{label};");
        self.statement(depth - 1);
        self.in_loop -= 1;
        let _ = writeln!(self.out, "}}");
        let _ = writeln!(self.out, "if (y < 5 && fuel-- > 0) goto back{label};");
        let _ = writeln!(self.out, "out{label}: ;");
    }
}
