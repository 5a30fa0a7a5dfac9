//! The correspondence of functions between two versions of a program: by name, or by nearly equal code if neither
//! version has both names.

use std::collections::{BTreeSet, HashMap};

use whydunit_program::{Function, Program};

use crate::align::common_sequence::common_sequence;
use crate::align::source_mentions::SourceMentions;
use crate::align::statement_text::Statements;

/// The names of the functions of both versions, and their correspondence.
pub(crate) struct FunctionPairs {
    /// Pairs of functions, left and right, in the order of the left.
    pub(crate) pairs: Vec<(u32, u32)>,
    /// Names of the left functions.
    pub(crate) left: Vec<String>,
    /// Names of the right functions, replaced by those of their left counterparts.
    pub(crate) right: Vec<String>,
}

impl FunctionPairs {
    pub(crate) fn new(left: &Program, right: &Program) -> FunctionPairs {
        let names = |program: &Program| program.functions.iter().map(|f| f.name.clone()).collect();
        let mut named = FunctionPairs { pairs: by_name(left, right), left: names(left), right: names(right) };
        for (ours, theirs) in by_text(left, right, &named) {
            named.right[theirs as usize] = named.left[ours as usize].clone();
            named.pairs.push((ours, theirs));
        }
        named.pairs.sort_unstable();
        named
    }
}

/// Pairs functions of equal names. `static` functions that share a name are paired in order of their files. Library
/// functions never match program functions, which may reuse their names.
fn by_name(left: &Program, right: &Program) -> Vec<(u32, u32)> {
    let mut names: HashMap<(bool, &str), Vec<u32>> = HashMap::new();
    for (id, function) in right.functions.iter().enumerate().rev() {
        names.entry((right.is_runtime(function), &function.name)).or_default().push(id as u32);
    }
    let ours = (0u32..).zip(&left.functions);
    let name = |function| (left.is_runtime(function), function.name.as_str());
    ours.filter_map(|(id, function)| Some((id, names.get_mut(&name(function))?.pop()?))).collect()
}

/// A function without a namesake, with its code as text. The text hides the names of other such functions.
struct Unpaired {
    id: u32,
    code: Vec<String>,
}

fn unpaired(program: &Program, names: &[String], paired: impl Fn(u32) -> bool) -> Vec<Unpaired> {
    let ids: Vec<u32> = (0..program.functions.len() as u32).filter(|&id| !paired(id)).collect();
    let mut names = names.to_vec();
    ids.iter().for_each(|&id| names[id as usize] = "?".into());
    let own = ids.into_iter().filter(|&id| !program.is_runtime(&program.functions[id as usize]));
    let code = own.map(|id| {
        let statements = Statements { program, function: &program.functions[id as usize], names: &names };
        Unpaired { id, code: statements.all() }
    });
    code.collect()
}

/// Pairs functions without namesakes by nearly equal code, the most similar first.
fn by_text(left: &Program, right: &Program, named: &FunctionPairs) -> Vec<(u32, u32)> {
    let ours = unpaired(left, &named.left, |id| named.pairs.iter().any(|p| p.0 == id));
    let theirs = unpaired(right, &named.right, |id| named.pairs.iter().any(|p| p.1 == id));
    if ours.is_empty() || theirs.is_empty() {
        return Vec::new();
    }
    let mentions = (SourceMentions::new(left), SourceMentions::new(right));
    let mut alike: BTreeSet<(usize, u32, u32)> = BTreeSet::new();
    for a in &ours {
        for b in &theirs {
            let (f, g) = (&left.functions[a.id as usize], &right.functions[b.id as usize]);
            if !same_signature(f, g) {
                continue;
            }
            let same = common_sequence(a.code.len(), b.code.len(), |i, j| a.code[i] == b.code[j]).len();
            let longer = a.code.len().max(b.code.len());
            let enough = match (mentions.0.has(&g.name, &f.name), mentions.1.has(&f.name, &g.name)) {
                // The function exists there, but without callers, so that the compiler dropped it.
                (Some(true), _) | (_, Some(true)) => continue,
                // Without the sources it may exist there, so only equal code counts.
                (None, None) => same == longer,
                // Small functions are all similar, but one that calls other functions differs in more than a fifth.
                _ => same * 5 >= longer * 4,
            };
            if enough {
                // The differing share in thousandths, so that the most similar pair comes first.
                alike.insert(((longer - same) * 1000 / longer.max(1), a.id, b.id));
            }
        }
    }
    let mut pairs: Vec<(u32, u32)> = Vec::new();
    for (_, a, b) in alike {
        if pairs.iter().all(|p| p.0 != a && p.1 != b) {
            pairs.push((a, b));
        }
    }
    pairs
}

/// Can `g` be `f` under another name? Their signatures must be equal.
fn same_signature(f: &Function, g: &Function) -> bool {
    let classes = |function: &Function| function.params.iter().map(|p| p.class).collect::<Vec<_>>();
    classes(f) == classes(g) && f.returns == g.returns && f.variadic == g.variadic
}
