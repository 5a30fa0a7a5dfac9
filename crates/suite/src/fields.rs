//! The fields of a JSON object in a manifest, taken one by one. Every error names the file, the line and the field.

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value};

/// An error in a manifest, with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ManifestError {
    /// The file.
    pub file: PathBuf,
    /// The line, from 1; 0 if the error concerns the whole file.
    pub line: usize,
    /// The field, if the error concerns one.
    pub field: Option<String>,
    /// A description of the error.
    pub what: String,
}

impl fmt::Display for ManifestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.file.display())?;
        if self.line > 0 {
            write!(f, ":{}", self.line)?;
        }
        if let Some(field) = &self.field {
            write!(f, ": field `{field}`")?;
        }
        write!(f, ": {}", self.what)
    }
}

impl std::error::Error for ManifestError {}

/// An object of a manifest with its place.
pub(crate) struct Fields<'a> {
    file: &'a Path,
    line: usize,
    /// The path of this object in the enclosing ones, such as `tests[3].`.
    within: String,
    left: Map<String, Value>,
}

/// The result of reading a manifest.
pub(crate) type Read<T> = Result<T, ManifestError>;

impl<'a> Fields<'a> {
    /// Reads a line of JSON.
    pub(crate) fn parse(file: &'a Path, line: usize, text: &str) -> Read<Self> {
        let complain = |what: String| ManifestError { file: file.into(), line, field: None, what };
        match serde_json::from_str(text) {
            Ok(Value::Object(left)) => Ok(Fields { file, line, within: String::new(), left }),
            Ok(other) => Err(complain(format!("expected a JSON object, found {}", kind(&other)))),
            Err(error) => Err(complain(format!("not JSON: {error}"))),
        }
    }

    /// An object found inside this one.
    pub(crate) fn inner(&self, field: &str, value: Value) -> Read<Fields<'a>> {
        match value {
            Value::Object(left) => {
                Ok(Fields { file: self.file, line: self.line, within: format!("{}{field}.", self.within), left })
            }
            other => Err(self.wrong(field, "an object", &other)),
        }
    }

    /// The directory that paths are relative to.
    pub(crate) fn directory(&self) -> &'a Path {
        self.file.parent().unwrap_or(Path::new(""))
    }

    /// An error about a field.
    pub(crate) fn complain(&self, field: &str, what: impl Into<String>) -> ManifestError {
        let field = Some(format!("{}{field}", self.within));
        ManifestError { file: self.file.into(), line: self.line, field, what: what.into() }
    }

    fn wrong(&self, field: &str, expected: &str, found: &Value) -> ManifestError {
        self.complain(field, format!("expected {expected}, found {}", kind(found)))
    }

    /// A field as it is; null counts as absent.
    pub(crate) fn take(&mut self, field: &str) -> Option<Value> {
        self.left.remove(field).filter(|v| !v.is_null())
    }

    /// A mandatory field.
    pub(crate) fn required<T>(&self, field: &str, value: Option<T>) -> Read<T> {
        value.ok_or_else(|| self.complain(field, "is missing"))
    }

    pub(crate) fn string(&mut self, field: &str) -> Read<Option<String>> {
        match self.take(field) {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some(text)),
            Some(other) => Err(self.wrong(field, "a string", &other)),
        }
    }

    pub(crate) fn number(&mut self, field: &str) -> Read<Option<i64>> {
        match self.take(field) {
            None => Ok(None),
            Some(value) => value.as_i64().map(Some).ok_or_else(|| self.wrong(field, "a whole number", &value)),
        }
    }

    /// A whole number that may not be negative and must fit 32 bits.
    pub(crate) fn count(&mut self, field: &str) -> Read<Option<u32>> {
        let Some(number) = self.number(field)? else { return Ok(None) };
        u32::try_from(number).map(Some).map_err(|_| self.complain(field, format!("{number} is out of range")))
    }

    pub(crate) fn boolean(&mut self, field: &str) -> Read<Option<bool>> {
        match self.take(field) {
            None => Ok(None),
            Some(Value::Bool(value)) => Ok(Some(value)),
            Some(other) => Err(self.wrong(field, "true or false", &other)),
        }
    }

    pub(crate) fn list(&mut self, field: &str) -> Read<Option<Vec<Value>>> {
        match self.take(field) {
            None => Ok(None),
            Some(Value::Array(values)) => Ok(Some(values)),
            Some(other) => Err(self.wrong(field, "a list", &other)),
        }
    }

    pub(crate) fn strings(&mut self, field: &str) -> Read<Vec<String>> {
        let values = self.list(field)?.unwrap_or_default();
        let string = |value: Value| match value {
            Value::String(text) => Ok(text),
            other => Err(self.wrong(field, "a list of strings", &other)),
        };
        values.into_iter().map(string).collect()
    }

    /// An object with arbitrary values.
    pub(crate) fn object(&mut self, field: &str) -> Read<BTreeMap<String, Value>> {
        match self.take(field) {
            None => Ok(BTreeMap::new()),
            Some(Value::Object(map)) => Ok(map.into_iter().collect()),
            Some(other) => Err(self.wrong(field, "an object", &other)),
        }
    }

    /// Rejects the remaining fields: a misspelt name must not be ignored.
    pub(crate) fn finish(self) -> Read<()> {
        match self.left.keys().next() {
            Some(name) => Err(self.complain(name, "is not known; see docs/manifest.md")),
            None => Ok(()),
        }
    }
}

/// The lines of a file of objects, numbered from 0, without empty lines and those that begin with `#`.
pub(crate) fn content_lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.lines().enumerate().filter(|(_, l)| !l.trim().is_empty() && !l.starts_with('#'))
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}
