//! Renders an explanation as annotations of a GitHub workflow.

use crate::explain::proven;
use crate::explanation::Report;

/// Maximum number of annotated suspects.
const SHOWN: usize = 5;

/// One `::error` or `::warning` line per suspect.
pub fn explanation_github(report: &Report) -> String {
    let mut text = String::new();
    for (index, suspect) in report.suspects.iter().take(SHOWN).enumerate() {
        let level = if index == 0 && suspect.verified { "error" } else { "warning" };
        let mut message = report.failed.headline.clone();
        if let Some(sentence) = proven(suspect) {
            message += &format!("\n{sentence}");
        }
        if !suspect.at.did.is_empty() {
            message += &format!("\n{}", suspect.at.did);
        }
        let title = format!("Why it failed: suspect {}", index + 1);
        text += &format!(
            "::{level} file={},line={},title={}::{}\n",
            property(&suspect.at.file),
            suspect.at.line,
            property(&title),
            data(&message)
        );
    }
    text
}

/// Escapes text after the `::`.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// Escapes text in a property, which has more special characters.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::{data, property};

    #[test]
    fn what_means_something_to_github_is_escaped() {
        assert_eq!(data("50%\nof it"), "50%25%0Aof it");
        assert_eq!(property("a:b,c"), "a%3Ab%2Cc");
    }
}
