//! Colours, and only where someone sees them.

use unicode_width::UnicodeWidthStr;

/// What a piece of text is, so that one place decides how that looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Something is wrong.
    Error,
    /// Something is worth knowing.
    Warning,
    /// Something is proved.
    Good,
    /// Names of places: `file.c:12`.
    Place,
    /// The frame around source lines and lanes.
    Frame,
    /// A heading.
    Strong,
    /// What may be skipped on a first reading.
    Faint,
    /// A value read or written.
    Value,
    /// A lock operation.
    Lock,
}

impl Role {
    fn code(self) -> &'static str {
        match self {
            Role::Error => "1;31",
            Role::Warning => "1;33",
            Role::Good => "1;32",
            Role::Place | Role::Frame => "34",
            Role::Strong => "1",
            Role::Faint => "2",
            Role::Value => "36",
            Role::Lock => "35",
        }
    }
}

/// How the reader reads: with colours or without, and how wide the page is.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    /// Whether to use terminal colours.
    pub colour: bool,
    /// Columns of the page.
    pub width: usize,
    /// Whether the whole story of every violation is told, not only of the first one.
    pub verbose: bool,
}

impl Look {
    /// Without colours, 100 columns: what a file or a pipe gets.
    pub const PLAIN: Look = Look { colour: false, width: 100, verbose: false };

    /// `text` in the colour of its role.
    pub fn paint(self, role: Role, text: &str) -> String {
        if self.colour && !text.is_empty() { format!("\x1b[{}m{text}\x1b[0m", role.code()) } else { text.to_string() }
    }
}

/// Columns that `text` takes on a terminal.
pub fn width(text: &str) -> usize {
    UnicodeWidthStr::width(text)
}

/// Breaks `text` into lines of at most `columns`, at spaces where there are some; continuation lines are indented.
pub fn wrap(text: &str, columns: usize) -> Vec<String> {
    let columns = columns.max(8);
    let mut lines: Vec<String> = Vec::new();
    let mut line = String::new();
    for word in text.split(' ') {
        let mut word = word.to_string();
        if !line.is_empty() && width(&line) + 1 + width(&word) > columns {
            lines.push(std::mem::take(&mut line));
            line.push_str("  ");
        } else if !line.is_empty() {
            line.push(' ');
        }
        while width(&line) + width(&word) > columns {
            let room = columns - width(&line);
            let mut cut = 0;
            for (at, c) in word.char_indices() {
                if width(&word[..at + c.len_utf8()]) > room {
                    break;
                }
                cut = at + c.len_utf8();
            }
            if cut == 0 {
                break;
            }
            // Better after a bracket or a dot than inside a name, if that does not waste half the line.
            let natural = word[..cut].rfind(|c: char| !(c.is_alphanumeric() || c == '_')).map(|at| at + 1);
            cut = natural.filter(|at| *at > cut / 2 && word.is_char_boundary(*at)).unwrap_or(cut);
            line.push_str(&word[..cut]);
            word.drain(..cut);
            lines.push(std::mem::take(&mut line));
            line.push_str("  ");
        }
        line.push_str(&word);
    }
    lines.push(line);
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrapping_breaks_at_spaces_and_inside_long_words() {
        assert_eq!(wrap("alpha beta gamma", 11), ["alpha beta", "  gamma"]);
        assert_eq!(wrap("abcdefghijkl", 8), ["abcdefgh", "  ijkl"]);
        assert_eq!(wrap("lock(&fork_of[left]);", 16), ["lock(&fork_of[", "  left]);"]);
        assert_eq!(wrap("", 20), [""]);
    }

    #[test]
    fn colours_only_where_wanted() {
        assert_eq!(Look::PLAIN.paint(Role::Error, "x"), "x");
        assert_eq!(Look { colour: true, ..Look::PLAIN }.paint(Role::Error, "x"), "\x1b[1;31mx\x1b[0m");
    }
}
