//! The journal: one line per row, written as soon as the row is known, so that a bench that is killed has lost nothing that was finished.
//!
//! The first line is a [`Header`] that says what was run; a bench that goes on with a journal has to ask for the same. Each other line is a row as
//! in a results file. A line counts when its newline is there: what a killed process wrote of its last one is cut off.

use serde::{Deserialize, Serialize};

use super::{BenchRow, Variant};

/// What the rows of a journal have in common.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// `raddle-bench-journal`.
    pub schema: String,
    /// 1.
    pub version: u32,
    /// Tells one build from another.
    pub build: String,
    /// The limits and options that all runs share.
    pub arguments: Vec<String>,
    /// The variants.
    pub variants: Vec<Variant>,
}

const SCHEMA: &str = "raddle-bench-journal";

impl Header {
    /// The header of a new journal.
    pub fn new(build: String, arguments: Vec<String>, variants: Vec<Variant>) -> Header {
        Header { schema: SCHEMA.to_string(), version: 1, build, arguments, variants }
    }

    /// The first line.
    pub fn to_line(&self) -> String {
        line(self)
    }

    /// Whether rows of a journal with this header belong into a table of `wanted`; if not, why not. Builds are not compared.
    pub fn fits(&self, wanted: &Header) -> Result<(), String> {
        if self.arguments != wanted.arguments {
            return Err(format!(
                "it was begun with `{}`, and now it is `{}`",
                self.arguments.join(" "),
                wanted.arguments.join(" ")
            ));
        }
        for variant in &wanted.variants {
            match self.variants.iter().find(|v| v.name == variant.name) {
                Some(same) if same == variant => {}
                Some(other) => {
                    let (was, is) = (other.arguments.join(" "), variant.arguments.join(" "));
                    return Err(format!("`{}` was `{was}` there, and now it is `{is}`", variant.name));
                }
                None => return Err(format!("it was begun without `{}`", variant.name)),
            }
        }
        Ok(())
    }
}

/// A journal that was read.
#[derive(Clone, Debug, PartialEq)]
pub struct Journal {
    /// The first line.
    pub header: Header,
    /// All complete rows.
    pub rows: Vec<BenchRow>,
    /// How many bytes of the file are complete lines.
    pub complete: usize,
}

/// A row as a line, with its newline.
pub fn row_line(row: &BenchRow) -> String {
    line(row)
}

fn line(value: &impl Serialize) -> String {
    // Texts, numbers and maps with text keys cannot fail to be written.
    let mut text = serde_json::to_string(value).expect("rows are plain data");
    text.push('\n');
    text
}

/// Reads a journal. `None` if not even the first line is complete: nothing was measured.
pub fn read(text: &str) -> Result<Option<Journal>, String> {
    let complete = text.rfind('\n').map_or(0, |at| at + 1);
    let mut lines = text[..complete].lines().enumerate();
    let Some((_, first)) = lines.next() else { return Ok(None) };
    let header: Header = serde_json::from_str(first).map_err(|e| format!("not a journal of `raddle bench`: {e}"))?;
    if header.schema != SCHEMA || header.version != 1 {
        return Err(format!("{} version {} is not known", header.schema, header.version));
    }
    let mut rows = Vec::new();
    for (number, line) in lines {
        rows.push(serde_json::from_str(line).map_err(|e| format!("line {} is not a row: {e}", number + 1))?);
    }
    Ok(Some(Journal { header, rows, complete }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::{Class, tests::row};

    fn header(time: &str) -> Header {
        let variant =
            Variant { name: "auto".to_string(), arguments: vec!["--analysis".to_string(), "auto".to_string()] };
        Header::new("b".to_string(), vec!["--time".to_string(), time.to_string()], vec![variant])
    }

    #[test]
    fn half_a_line_does_not_count() {
        let first = row("d/a.yml", "auto", Class::CorrectTrue, "TRUE");
        let second = row("d/b.yml", "auto", Class::Unknown, "UNKNOWN(time limit)");
        let whole = format!("{}{}{}", header("1s").to_line(), row_line(&first), row_line(&second));
        let short = header("1s").to_line().len() + row_line(&first).len();
        for end in 0..=whole.len() {
            let journal = read(&whole[..end]).unwrap();
            let rows = journal.as_ref().map_or(0, |j| j.rows.len());
            let expected = if end == whole.len() { 2 } else { usize::from(end >= short) };
            assert_eq!(rows, expected, "{end} of {}", whole.len());
        }
        let journal = read(&whole).unwrap().unwrap();
        assert_eq!((journal.rows, journal.complete), (vec![first, second], whole.len()));
    }

    #[test]
    fn what_is_damaged_is_refused() {
        let text = format!("{}junk\n", header("1s").to_line());
        assert!(read(&text).is_err_and(|e| e.starts_with("line 2 is not a row")));
        assert!(read("{}\n").is_err());
        assert_eq!(read(""), Ok(None));
    }

    #[test]
    fn another_bench_is_refused() {
        assert_eq!(header("1s").fits(&header("1s")), Ok(()));
        assert!(header("1s").fits(&header("2s")).is_err_and(|e| e.contains("--time 1s")));
        let mut more = header("1s");
        more.variants.push(Variant { name: "bdd".to_string(), arguments: Vec::new() });
        assert_eq!(more.fits(&header("1s")), Ok(()));
        assert!(header("1s").fits(&more).is_err_and(|e| e.contains("without `bdd`")));
    }
}
