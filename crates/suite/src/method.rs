//! The methods that can be measured.

use whydunit_locate::Strategy;
use whydunit_locate::methods::{Formula, MutationFormula};

/// A method.
#[derive(Clone, Debug, PartialEq)]
pub enum Method {
    /// Narrowing by frontiers with a strategy, as in `whydunit explain`.
    Frontier(&'static str, Strategy),
    /// Breakpoints chosen by a strategy, as in `whydunit debug`, answered by the correct version.
    Debug(&'static str, Strategy),
    /// The dynamic slice.
    DynamicSlice,
    /// The relevant slice.
    RelevantSlice,
    /// Predicate switching.
    Switch,
    /// Value replacement.
    Replace,
    /// Spectrum ranking by a formula.
    Spectrum(Formula),
    /// Mutation-based ranking by a formula.
    Mutants(MutationFormula),
}

/// A family of methods shares its work and its time. The order is that of execution: spectra run the tests that
/// mutants need, and methods with a solver come last, because an abandoned solver call may compute until the
/// process ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[allow(missing_docs)] // as in `Method`
pub enum Family {
    Slices,
    Switch,
    Replace,
    Spectrum,
    Mutants,
    Debug,
    Frontier,
}

impl Method {
    /// Every method, our own first.
    pub fn all() -> Vec<Method> {
        let strategies = Strategy::NAMES.iter().filter_map(|name| Some(Method::Frontier(name, Strategy::named(name)?)));
        let mut all: Vec<Method> = strategies.collect();
        let debuggers = Strategy::NAMES.iter().filter_map(|name| Some(Method::Debug(name, Strategy::named(name)?)));
        all.extend(debuggers);
        all.extend([Method::DynamicSlice, Method::RelevantSlice, Method::Switch, Method::Replace]);
        all.extend(Formula::ALL.map(Method::Spectrum));
        all.extend(MutationFormula::ALL.map(Method::Mutants));
        // The default strategy of `explain` comes first.
        all.sort_by_key(|m| !matches!(m, Method::Frontier(_, strategy) if *strategy == Strategy::default()));
        all
    }

    /// The name. Plain `frontier` means the default strategy of `explain`.
    pub fn name(&self) -> String {
        match self {
            Method::Frontier(_, strategy) if *strategy == Strategy::default() => "frontier".into(),
            Method::Frontier(name, _) => format!("frontier-{name}"),
            Method::Debug(name, _) => format!("debug-{name}"),
            Method::DynamicSlice => "dynamic-slice".into(),
            Method::RelevantSlice => "relevant-slice".into(),
            Method::Switch => "switch".into(),
            Method::Replace => "replace".into(),
            Method::Spectrum(formula) => formula.name().into(),
            Method::Mutants(formula) => formula.name().into(),
        }
    }

    /// Parses names separated by commas; `all` means every method.
    pub fn parse_list(text: &str) -> Result<Vec<Method>, String> {
        let all = Method::all();
        if text == "all" {
            return Ok(all);
        }
        let names = || all.iter().map(Method::name).collect::<Vec<_>>().join(", ");
        let find = |name: &str| {
            let found = all.iter().find(|m| m.name() == name).cloned();
            found.ok_or_else(|| format!("unknown method {name:?}; the methods are: {}", names()))
        };
        let mut methods: Vec<Method> = Vec::new();
        for name in text.split(',') {
            let method = find(name.trim())?;
            if !methods.contains(&method) {
                methods.push(method);
            }
        }
        Ok(methods)
    }

    /// The method's family.
    pub fn family(&self) -> Family {
        match self {
            Method::Frontier(..) => Family::Frontier,
            Method::Debug(..) => Family::Debug,
            Method::DynamicSlice | Method::RelevantSlice => Family::Slices,
            Method::Switch => Family::Switch,
            Method::Replace => Family::Replace,
            Method::Spectrum(_) => Family::Spectrum,
            Method::Mutants(_) => Family::Mutants,
        }
    }

    /// Does it need a correct version of the program?
    pub fn needs_reference(&self) -> bool {
        matches!(self, Method::Debug(..))
    }

    /// Does it need tests besides the failing run?
    pub fn needs_tests(&self) -> bool {
        matches!(self, Method::Spectrum(_) | Method::Mutants(_))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lead_back_to_methods() {
        for method in Method::all() {
            assert_eq!(Method::parse_list(&method.name()), Ok(vec![method]));
        }
        assert_eq!(Method::all()[0].name(), "frontier");
        assert_eq!(Method::parse_list("ochiai,ochiai").map(|m| m.len()), Ok(1));
        assert!(Method::parse_list("ochiai,nonsense").is_err_and(|e| e.contains("\"nonsense\"") && e.contains("muse")));
    }
}
