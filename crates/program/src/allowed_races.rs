//! The data races that the user allows: by a pattern of a suppressions file, or by a comment beside an access.
//!
//! A pattern means what it means to ThreadSanitizer: it is looked for anywhere in a name, `*` stands for any text, `^` at its beginning and `$` at its
//! end tie it to the beginning and the end of the name.

use std::collections::BTreeSet;

use crate::source::Place;

/// Which races do not count.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AllowedRaces {
    patterns: Vec<String>,
    lines: BTreeSet<(String, u32)>,
}

impl AllowedRaces {
    /// Whether every race counts.
    pub fn is_empty(&self) -> bool {
        self.patterns.is_empty() && self.lines.is_empty()
    }

    /// Allows races in functions or files, or on variables, whose names fit a pattern.
    pub fn allow_pattern(&mut self, pattern: &str) {
        self.patterns.push(pattern.to_string());
    }

    /// Allows races in which one access stands in a line.
    pub fn allow_line(&mut self, file: &str, line: u32) {
        self.lines.insert((file.to_string(), line));
    }

    /// Whether races with accesses at a place are allowed by a comment.
    pub fn has_place(&self, place: &Place) -> bool {
        !self.lines.is_empty() && self.lines.contains(&(place.file.clone(), place.line))
    }

    /// Whether the name of a function, file or variable fits a pattern.
    pub fn has_name(&self, name: &str) -> bool {
        self.patterns.iter().any(|pattern| fits(pattern, name))
    }
}

/// Whether a name fits a pattern.
fn fits(pattern: &str, name: &str) -> bool {
    let (at_start, pattern) = pattern.strip_prefix('^').map_or((false, pattern), |rest| (true, rest));
    let (at_end, pattern) = pattern.strip_suffix('$').map_or((false, pattern), |rest| (true, rest));
    let parts: Vec<&str> = pattern.split('*').collect();
    let (last, firsts) = parts.split_last().expect("a split text has a part");
    let mut rest = name;
    for (index, part) in firsts.iter().enumerate() {
        rest = match (index == 0 && at_start, rest.strip_prefix(part), rest.find(part)) {
            (true, Some(behind), _) => behind,
            (true, None, _) | (false, _, None) => return false,
            (false, _, Some(at)) => &rest[at + part.len()..],
        };
    }
    match (at_start && firsts.is_empty(), at_end) {
        (true, true) => rest == *last,
        (true, false) => rest.starts_with(last),
        (false, true) => rest.ends_with(last),
        (false, false) => rest.contains(last),
    }
}

#[cfg(test)]
mod tests {
    use super::fits;

    #[test]
    fn patterns_are_those_of_thread_sanitizer() {
        for (pattern, name) in [
            ("foo", "my_foo_bar"),
            ("^foo", "foobar"),
            ("bar$", "foobar"),
            ("f*r", "a foobar"),
            ("^f*r$", "foobar"),
            ("*", ""),
        ] {
            assert!(fits(pattern, name), "{pattern} fits {name}");
        }
        for (pattern, name) in [
            ("foo", "fo"),
            ("^foo", "my_foo"),
            ("foo$", "foobar"),
            ("f*x", "foobar"),
            ("^f*r$", "foobars"),
            ("^a$", "aa"),
        ] {
            assert!(!fits(pattern, name), "{pattern} does not fit {name}");
        }
    }
}
