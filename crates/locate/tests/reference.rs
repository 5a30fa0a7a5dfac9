//! A correct version in place of a person: the search ends, and the fault always remains a candidate.

mod programs;

use std::fmt::Write;

use programs::{case, compile, line_of, session};
use whydunit_locate::interactive::{Answer, Debugger, Doubt, Reference, Setting};
use whydunit_locate::{Dice, Statement, Strategy};
use whydunit_machine::{Limits, Machine, Nobody};
use whydunit_trace::Time;
use whydunit_world::{Case, Posix};

/// A debugger for a faulty version, and the correct version.
fn versions(faulty: &str, correct: &str, case: &Case, expected: &str, strategy: Strategy) -> (Debugger, Reference) {
    let setting = Setting { strategy, ..Setting::default() };
    let mut debugger = Debugger::new(session(faulty, case.clone(), expected), setting);
    let reference = Reference::new(&mut debugger, compile(correct), case.clone(), Limits::default());
    let reference = reference.expect("a run");
    assert!(reference.is_correct(&debugger.session));
    (debugger, reference)
}

fn all_strategies() -> impl Iterator<Item = Strategy> {
    Strategy::NAMES.iter().filter_map(|name| Strategy::named(name))
}

/// Is the fault among the remaining suspects: judged wrong, unjudged, or not asked about?
fn is_kept(debugger: &Debugger, line: u32) -> bool {
    let recording = &debugger.session.recorded.recording;
    let mut left = debugger.domain().into_iter().chain(debugger.wrong());
    left.any(|time| Statement::blamed(recording, time).is_some_and(|(statement, _)| statement.line == line))
}

/// Debugs with every strategy and checks the suspects.
fn find(faulty: &str, correct: &str, case: &Case, expected: &str) {
    let line = line_of(faulty, "// fault");
    for strategy in all_strategies() {
        let name = format!("{strategy:?}\n{faulty}");
        let (mut debugger, mut reference) = versions(faulty, correct, case, expected, strategy);
        assert!(is_kept(&debugger, line), "not even in the slice: {name}");
        let instances = debugger.domain().len();
        while debugger.breakpoint().is_some() {
            assert!(debugger.history().len() <= instances, "it does not end: {name}");
            let rounds = debugger.history().len() + 1;
            debugger.consult(&mut reference, rounds);
            assert!(is_kept(&debugger, line), "lost after {rounds} breakpoints: {name}");
        }
        let suspects = debugger.suspects();
        assert!(suspects.iter().any(|s| s.statement.line == line), "{suspects:?}: {name}");
    }
}

#[test]
fn a_loop_with_continue_is_aligned() {
    let correct = r#"#include <stdio.h>
int main(void) {
    char word[8];
    int sum = 0;
    while (scanf("%7s", word) == 1) {
        int weight = 2; // fault
        if (word[0] == '#')
            continue;
        sum += weight * (word[0] - '0');
    }
    printf("%d\n", sum);
}
"#;
    let faulty = correct.replace("weight = 2", "weight = 3");
    find(&faulty, correct, &case(&[], b"1 # 2 3"), "12\n");
}

#[test]
fn pointers_are_the_same_when_they_mean_the_same_object() {
    let correct = r#"#include <stdio.h>
#include <stdlib.h>
struct node { int value; struct node *next; };
static struct node *push(struct node *list, int value) {
    struct node *node = malloc(sizeof *node);
    node->value = value;
    node->next = list;
    return node;
}
int main(int argc, char **argv) {
    char *other = malloc(7); // fault
    struct node *list = NULL;
    for (int i = 1; i < argc; i++)
        list = push(list, atoi(argv[i]) + (other != NULL));
    int sum = 0;
    for (struct node *at = list; at; at = at->next)
        sum += at->value;
    printf("%d\n", sum);
}
"#;
    // Another size moves all later allocations: the objects still correspond.
    let faulty = correct.replace("// fault", "").replace("malloc(7)", "malloc(700)");
    let faulty =
        faulty.replace("atoi(argv[i]) + ", "atoi(argv[i]) - ").replace("list = push", "/* // fault */ list = push");
    find(&faulty, correct, &case(&["5", "6"], b""), "13\n");
}

#[test]
fn superfluous_instances_are_wrong() {
    let correct = r#"#include <stdio.h>
int main(int argc, char **argv) {
    int n = argc;
    if (n > 5) // fault
        n = n * 2;
    printf("%d\n", n);
}
"#;
    let faulty = correct.replace("n > 5", "n < 5");
    let (mut debugger, mut reference) = versions(&faulty, correct, &case(&["x"], b""), "2\n", Strategy::SingleStep);
    debugger.consult(&mut reference, 100);
    let answers: Vec<Answer> = debugger.history().iter().flat_map(|r| r.answers.iter().flatten().copied()).collect();
    assert_eq!(answers[0], Answer::Wrong, "the doubling");
    let suspects = debugger.suspects();
    assert_eq!((suspects[0].statement.line, suspects[0].doubt), (line_of(&faulty, "// fault"), Doubt::Wrong));
}

/// The correct version has more lines, another function, a call and a decision before and among corresponding code.
#[test]
fn a_version_with_more_code_is_aligned_by_text() {
    let faulty = r#"#include <stdio.h>
struct item { int price; int count; };
static int total(struct item *it, int n, int discount) {
    int sum = 0;
    for (int i = 0; i < n; i++) {
        int line = it[i].price * it[i].count;
        if (it[i].count >= 10)
            line = line + line * discount / 100; // fault
        sum += line;
    }
    return sum;
}
int main(void) {
    struct item items[] = {{100, 2}, {50, 10}, {7, 3}};
    int all = total(items, 3, 10);
    printf("%d\n", all);
}
"#;
    let fixed = faulty.replace("line + line * discount", "line - line * discount");
    let more = fixed
        .replace("struct item {", "/* more */\nstatic int half(int x) {\n    return x / 2;\n}\n\nstruct item {")
        .replace("int sum = 0;", "int sum = 0;\n    int unused = half(n);\n    (void)unused;")
        .replace("    int all =", "    if (half(7) == 4)\n        items[0].price++;\n    int all =")
        .replace("        sum += line;", "        half(line);\n        sum += line;\n        half(sum);");
    find(faulty, &more, &case(&[], b""), "671\n");
    // All corresponding instances are compared, with the versions in both roles.
    for (faulty, correct) in
        [(faulty.to_string(), more), (faulty.replace("    return sum", "\n\n    return sum"), fixed)]
    {
        let (mut debugger, mut reference) = versions(&faulty, &correct, &case(&[], b""), "671\n", Strategy::SingleStep);
        debugger.consult(&mut reference, 100);
        let answers: Vec<Answer> =
            debugger.history().iter().flat_map(|r| r.answers.iter().flatten().copied()).collect();
        assert!(!answers.contains(&Answer::DontKnow), "{answers:?}");
        let suspects = debugger.suspects();
        assert_eq!((suspects[0].statement.line, suspects.len()), (line_of(&faulty, "// fault"), 1), "{suspects:?}");
    }
}

/// Both words of a function's result count: the first alone is equal.
#[test]
fn results_of_several_words_are_compared_as_a_whole() {
    let correct = r#"#include <stdio.h>
struct pair { double a, b; };
static struct pair make(double x) {
    struct pair p = {x, x / 4}; // fault
    return p;
}
int main(void) {
    struct pair p = make(3);
    double sum = p.a + p.b;
    printf("%.2f\n", sum);
}
"#;
    let faulty = correct.replace("x / 4}", "x / 5}");
    for strategy in all_strategies() {
        let (mut debugger, mut reference) = versions(&faulty, correct, &case(&[], b""), "3.75\n", strategy);
        debugger.consult(&mut reference, 100);
        let right = debugger.history().iter().flat_map(|r| r.with(Answer::Right));
        let recording = &debugger.session.recorded.recording;
        let returns = |time: Time| {
            Statement::blamed(recording, time).is_some_and(|(s, _)| s.line == line_of(&faulty, "return p"))
        };
        assert_eq!(right.filter(|&time| returns(time)).count(), 0);
        assert!(is_kept(&debugger, line_of(&faulty, "// fault")));
    }
}

/// Random programs: numbers computed from each other in loops and branches, with one wrong statement.
struct Maker {
    dice: Dice,
    text: String,
    /// The places for a fault: the correct text and the wrong one.
    spots: Vec<(String, String)>,
}

const VARIABLES: usize = 5;

impl Maker {
    fn variable(&mut self) -> String {
        format!("v[{}]", self.dice.below(VARIABLES))
    }

    fn statement(&mut self, depth: usize, indent: &str) {
        let (a, b, c) = (self.variable(), self.variable(), self.variable());
        let number = self.dice.below(9) + 1;
        match self.dice.below(if depth < 3 { 6 } else { 3 }) {
            0 => self.line(indent, &format!("{a} = {b} + {number};"), &format!("{a} = {b} + {};", number + 1)),
            1 => self.line(indent, &format!("{a} = {b} ^ {c};"), &format!("{a} = {b} | {c};")),
            2 => self.line(indent, &format!("{a} = twice({b});"), &format!("{a} = twice({b} + 1);")),
            3 => {
                self.line(indent, &format!("if ({a} > {b})"), &format!("if ({a} < {b})"));
                self.block(depth, indent);
            }
            4 => {
                let i = format!("i{depth}");
                let head = |most: usize| format!("for (int {i} = 0; {i} < {most}; {i}++)");
                self.line(indent, &head(number % 4), &head(number % 4 + 1));
                self.block(depth, indent);
            }
            _ => {
                self.line(indent, &format!("switch ({a} & 1) case 0:"), &format!("switch ({a} & 1) case 1:"));
                self.block(depth, indent);
            }
        }
    }

    fn block(&mut self, depth: usize, indent: &str) {
        let _ = writeln!(self.text, "{indent}{{");
        for _ in 0..=self.dice.below(2) {
            self.statement(depth + 1, &format!("{indent}    "));
        }
        let _ = writeln!(self.text, "{indent}}}");
    }

    /// A line with a unique mark.
    fn line(&mut self, indent: &str, correct: &str, wrong: &str) {
        let mark = format!(" /* {} */", self.spots.len());
        let _ = writeln!(self.text, "{indent}{correct}{mark}");
        self.spots.push((format!("{correct}{mark}"), format!("{wrong} // fault")));
    }

    fn program(seed: usize) -> Maker {
        let mut maker = Maker { dice: Dice::default(), text: String::new(), spots: Vec::new() };
        for _ in 0..seed {
            maker.dice.below(7);
        }
        maker.text += "#include <stdio.h>\n#include <stdlib.h>\nstatic int twice(int n) {\n    return n * 2;\n}\n";
        maker.text += "int main(int argc, char **argv) {\n    int v[5] = {1, 2, 3, 4, 5};\n";
        maker.text += "    for (int i = 1; i < argc; i++)\n        v[i] = atoi(argv[i]);\n";
        (0..6).for_each(|_| maker.statement(0, "    "));
        maker.text += "    printf(\"%d %d\\n\", v[0] + v[1], v[2] ^ v[3] ^ v[4]);\n}\n";
        maker
    }
}

/// A value judged wrong is not asked about again, even if many wrong values depend on it.
#[test]
fn wrong_values_are_not_asked_about_twice() {
    let correct = r#"#include <stdio.h>
static int col[8], n = 5, found;
static int safe(int row, int c) {
    for (int r = 0; r < row; r++) {
        int d = col[r] - c;
        if (d == 0 || d == row - r || d == r - row) // fault
            return 0;
    }
    return 1;
}
static void place(int row) {
    if (row == n) {
        found++;
        return;
    }
    for (int c = 0; c < n; c++)
        if (safe(row, c)) {
            col[row] = c;
            place(row + 1);
        }
}
int main(void) {
    place(0);
    printf("%d\n", found);
}
"#;
    let faulty = correct.replace(" || d == r - row", "");
    for strategy in all_strategies() {
        let name = format!("{strategy:?}");
        let (mut debugger, mut reference) = versions(&faulty, correct, &case(&[], b""), "10\n", strategy);
        let mut wrong: Vec<Time> = Vec::new();
        while let (Some(breakpoint), Some(item)) = (debugger.breakpoint(), debugger.next_item()) {
            let time = breakpoint.items[item].time;
            assert!(!wrong.contains(&time), "{name}: asked again after {}", debugger.history().len());
            // A person may judge an instance wrong because it should not have been executed.
            let answer = match debugger.ask(&mut reference, time) {
                Answer::DontKnow => Answer::Wrong,
                answer => answer,
            };
            wrong.extend((answer == Answer::Wrong).then_some(time));
            debugger.answer(item, answer);
        }
        assert!(debugger.suspects().iter().any(|s| s.statement.line == line_of(&faulty, "// fault")), "{name}");
    }
}

/// The output of a program.
fn output(source: &str, case: &Case) -> String {
    let mut machine = Machine::new(compile(source), Posix::new(case.clone()), Limits::default()).expect("a machine");
    machine.run(&mut Nobody).expect("a run");
    String::from_utf8(machine.world.stdout()).expect("text")
}

#[test]
fn the_fault_is_never_lost_in_programs_made_by_chance() {
    let case = case(&["7", "3", "9"], b"");
    let mut found = 0;
    for seed in 0..12 {
        let maker = Maker::program(seed);
        let expected = output(&maker.text, &case);
        // The first fault of each program that changes the output.
        let faulty = maker.spots.iter().map(|(from, to)| maker.text.replace(from.as_str(), to));
        if let Some(faulty) = faulty.skip(seed % 5).find(|f| output(f, &case) != expected) {
            find(&faulty, &maker.text, &case, &expected);
            found += 1;
        }
    }
    assert!(found >= 8, "only {found} faults showed");
}
