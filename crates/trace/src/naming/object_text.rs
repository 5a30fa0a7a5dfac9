//! The C syntax of objects and of steps to their members and elements.

/// The C syntax of an object.
#[derive(Clone, Debug)]
pub(crate) enum Text {
    /// An expression that can be followed by `.x` and `[i]`.
    Object(String),
    /// The target of this pointer.
    Behind(String),
}

impl Text {
    pub(crate) fn member(&self, name: &str) -> Text {
        Text::Object(match self {
            Text::Object(text) => match text.split_once(" of ") {
                Some((variable, function)) => format!("{variable}.{name} of {function}"),
                None => format!("{text}.{name}"),
            },
            Text::Behind(pointer) => format!("{}->{name}", bracketed(pointer)),
        })
    }

    pub(crate) fn element(&self, index: i64) -> Text {
        Text::Object(match self {
            Text::Object(text) => format!("{text}[{index}]"),
            Text::Behind(pointer) => format!("(*{pointer})[{index}]"),
        })
    }

    /// The object of the same type `index` places further.
    pub(crate) fn neighbour(&self, index: i64) -> Text {
        Text::Object(match (self, self.place()) {
            (_, Some((array, own))) if index >= -own => format!("{array}[{}]", own + index),
            (Text::Object(text), _) => format!("(&{text})[{index}]"),
            (Text::Behind(pointer), _) => format!("{}[{index}]", bracketed(pointer)),
        })
    }

    /// One byte of the object.
    pub(crate) fn byte(&self, index: i64) -> String {
        match self {
            Text::Object(text) => format!("((char *)&{text})[{index}]"),
            Text::Behind(pointer) => format!("((char *){})[{index}]", bracketed(pointer)),
        }
    }

    /// A row of `count` objects: `p[0..2]`.
    pub(crate) fn row(&self, count: u64) -> String {
        let last = |first: i64| first.saturating_add_unsigned(count - 1);
        match (self, self.place()) {
            (_, Some((array, first))) => format!("{array}[{first}..{}]", last(first)),
            (Text::Object(text), None) => format!("(&{text})[0..{}]", last(0)),
            (Text::Behind(pointer), None) => format!("{}[0..{}]", bracketed(pointer), last(0)),
        }
    }

    /// The array that the object is an element of, and its index.
    fn place(&self) -> Option<(&str, i64)> {
        let Text::Object(text) = self else { return None };
        let (array, index) = text.strip_suffix(']')?.rsplit_once('[')?;
        // Elements past the end of an inner row belong to the next row, and are not written as elements of this one.
        index.parse().ok().filter(|_| !array.ends_with(']')).map(|index| (array, index))
    }

    pub(crate) fn written(self) -> String {
        match self {
            Text::Object(text) => text,
            Text::Behind(pointer) => format!("*{pointer}"),
        }
    }
}

/// A pointer expression that can be followed by `->x` and `[i]`.
pub(crate) fn bracketed(pointer: &str) -> String {
    if pointer.starts_with('*') { format!("({pointer})") } else { pointer.into() }
}
