//! The installed locales, and the current locale of each category.
//!
//! Installed are "C" (also called "POSIX") and "C.UTF-8", as on a fresh Debian. They differ only
//! in their encoding.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::text::charset::Charset;

/// Categories by number; 6 is `LC_ALL`, which is no category.
pub(crate) const CATEGORIES: [&str; 13] = [
    "LC_CTYPE",
    "LC_NUMERIC",
    "LC_TIME",
    "LC_COLLATE",
    "LC_MONETARY",
    "LC_MESSAGES",
    "LC_ALL",
    "LC_PAPER",
    "LC_NAME",
    "LC_ADDRESS",
    "LC_TELEPHONE",
    "LC_MEASUREMENT",
    "LC_IDENTIFICATION",
];

/// Number of `LC_ALL`.
pub(crate) const ALL: usize = 6;

/// A locale per category, by the names the program used for them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Locale {
    names: [Arc<str>; 13],
}

impl Default for Locale {
    fn default() -> Self {
        Locale { names: std::array::from_fn(|_| Arc::from("C")) }
    }
}

/// The canonical name of a locale, if it is installed.
fn installed(name: &str) -> Option<&str> {
    if name == "C" || name == "POSIX" {
        return Some("C");
    }
    let (codeset, _) = name.strip_prefix("C.").map(|rest| rest.split_once('@').unwrap_or((rest, "")))?;
    let plain: String = codeset.chars().filter(char::is_ascii_alphanumeric).collect();
    plain.eq_ignore_ascii_case("utf8").then_some(name)
}

impl Locale {
    /// Changes each category selected by `wanted` to `name` (a name, or a list in the format of
    /// [`Locale::name`]). If that locale is not installed, returns false and changes nothing.
    pub(crate) fn set(&mut self, wanted: impl Fn(usize) -> bool, name: &str) -> bool {
        let mut new = self.clone();
        for category in (0..CATEGORIES.len()).filter(|&c| c != ALL && wanted(c)) {
            let given = if name.contains(';') { part(name, CATEGORIES[category]) } else { Some(name) };
            let Some(found) = given.and_then(installed) else { return false };
            new.names[category] = found.into();
        }
        *self = new;
        true
    }

    /// The name of a category's locale, or of all together.
    pub(crate) fn name(&self, category: usize) -> String {
        if category != ALL {
            return self.names[category].to_string();
        }
        let categories = || (0..CATEGORIES.len()).filter(|&c| c != ALL);
        if categories().all(|c| self.names[c] == self.names[0]) {
            return self.names[0].to_string();
        }
        let parts: Vec<String> = categories().map(|c| format!("{}={}", CATEGORIES[c], self.names[c])).collect();
        parts.join(";")
    }

    /// The encoding.
    pub(crate) fn charset(&self) -> Charset {
        if &*self.names[0] == "C" { Charset::Ascii } else { Charset::Utf8 }
    }
}

fn part<'a>(list: &'a str, category: &str) -> Option<&'a str> {
    list.split(';').find_map(|entry| entry.strip_prefix(category)?.strip_prefix('='))
}

/// All locales of a run.
#[derive(Clone, Debug, Default)]
pub(crate) struct Locales {
    /// The locale of `setlocale`.
    pub(crate) global: Locale,
    /// Locale objects by their address.
    pub(crate) objects: Arc<BTreeMap<u64, Locale>>,
    /// The object selected by `uselocale`; none for the global locale.
    pub(crate) used: Option<u64>,
    /// Directories of message catalogues by domain.
    pub(crate) bindings: Arc<BTreeMap<Vec<u8>, Vec<u8>>>,
    /// The current domain of messages.
    pub(crate) domain: Option<Arc<[u8]>>,
    /// Address of the result of `localeconv`.
    pub(crate) conventions: Option<u64>,
}

impl Locales {
    /// The locale in use.
    pub(crate) fn current(&self) -> &Locale {
        self.used.and_then(|address| self.objects.get(&address)).unwrap_or(&self.global)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_glibcs() {
        let mut locale = Locale::default();
        assert!(locale.set(|c| c == 0, "C.utf8"));
        assert!(locale.name(ALL).starts_with("LC_CTYPE=C.utf8;LC_NUMERIC=C;LC_TIME=C;LC_COLLATE=C;"));
        assert_eq!(locale.charset(), Charset::Utf8);
        let list = locale.name(ALL);
        assert!(!locale.set(|_| true, "en_US.UTF-8"));
        assert!(locale.set(|_| true, "POSIX"));
        assert_eq!((locale.name(ALL), locale.charset()), ("C".into(), Charset::Ascii));
        assert!(locale.set(|_| true, &list));
        assert_eq!(locale.name(ALL), list);
        assert!(!locale.set(|_| true, "LC_CTYPE=C;LC_TIME=C"));
    }
}
