//! Every option is read: one that nobody looks at is a promise to the user that is not kept.
//!
//! The keys come from the table of options; for each, the sources of the product have to mention `component.field` somewhere other than to set it. Whether what is
//! read also has an effect is for the tests of each option.

use std::path::Path;

use raddle_engines::config::Config;

use crate::tree::{product, sources};

/// Options that no source reads.
pub fn check(root: &Path) -> Vec<String> {
    let texts: Vec<String> = sources(root).into_iter().map(|(_, text)| product(&text).to_string()).collect();
    let unread = Config::options().into_iter().filter(|option| !texts.iter().any(|text| reads(text, option.key)));
    unread.map(|option| format!("nobody reads the option {}", option.key)).collect()
}

/// Whether a text reads an option: its key stands there as a whole, outside of comments, and is not assigned to.
fn reads(text: &str, key: &str) -> bool {
    let inside_word = |c: char| c.is_alphanumeric() || c == '_';
    text.lines().filter(|line| !line.trim_start().starts_with("//")).any(|line| {
        line.match_indices(key).any(|(at, _)| {
            let after = &line[at + key.len()..];
            let whole = !line[..at].ends_with(inside_word) && !after.starts_with(inside_word);
            whole && !(after.starts_with(" = ") || after.starts_with(" &= ") || after.starts_with("\""))
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reading_is_told_from_mentioning() {
        assert!(reads("    if config.value.refinement { f() }", "value.refinement"));
        assert!(reads("        max: self.program.max_cases,", "program.max_cases"));
        assert!(reads("    f(config.value.refinement)", "value.refinement"));
        assert!(!reads("    config.value.refinement = true;", "value.refinement"));
        assert!(!reads("    // config.value.refinement says so", "value.refinement"));
        assert!(!reads("    config.value.refinements", "value.refinement"));
        assert!(!reads("    devalue.refinement", "value.refinement"));
        assert!(!reads("    set(\"value.refinement\", true)", "value.refinement"));
    }
}
