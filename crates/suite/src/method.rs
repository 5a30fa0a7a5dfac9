//! Selection of methods by name.

use whydunit_locate::methods::{MethodRef, all, named};

/// Parses names separated by commas; `all` means every method.
pub fn parse_list(text: &str) -> Result<Vec<MethodRef>, String> {
    if text == "all" {
        return Ok(all().collect());
    }
    let mut methods: Vec<MethodRef> = Vec::new();
    for name in text.split(',').map(str::trim) {
        let method = named(name).ok_or_else(|| {
            let names: Vec<&str> = all().map(|method| method.name()).collect();
            format!("unknown method {name:?}; the methods are: {}", names.join(", "))
        })?;
        if !methods.iter().any(|known| known.name() == name) {
            methods.push(method);
        }
    }
    Ok(methods)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> Result<Vec<&str>, String> {
        parse_list(text).map(|methods| methods.iter().map(|m| m.name()).collect())
    }

    #[test]
    fn names_lead_back_to_methods() {
        for method in all() {
            assert_eq!(names(method.name()), Ok(vec![method.name()]));
        }
        assert_eq!(names("ochiai,ochiai"), Ok(vec!["ochiai"]));
        assert!(names("ochiai,nonsense").is_err_and(|e| e.contains("\"nonsense\"") && e.contains("muse")));
    }
}
