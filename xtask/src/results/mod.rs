//! `cargo xtask results FOLDER`: `docs/results.md` from results of `raddle bench`.
//!
//! The tables of the five papers are built again, ours beside theirs. `benches/series FOLDER` runs what they need, each *series* with `-o FOLDER/SERIES` (or `FOLDER/SERIES-SOMETHING`: analyses that were measured one by one belong together); the figures of
//! the papers are in `published.rs`, those of other tools in `benches/peers/`. What has not been measured is a dash, and a list says what that is and
//! how it is measured: the document never shows a figure that is not in the folder, nor leaves one out in silence.

mod published;
mod tables;
pub mod twins;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use raddle_report::bench::plot::quantile;
use raddle_report::bench::{BenchFile, BenchRow, journal};

/// The series that the document is made of; `benches/series` has the commands.
pub const SERIES: [(&str, &str); 6] = [
    ("thesis", "the 1082 tasks of the thesis"),
    ("modular", "the 165 tasks of the thread-modular set"),
    ("control", "the five programs of control abstraction"),
    ("exceptions", "the family of exception sets"),
    ("tar", "the idioms of TAR"),
    ("races", "the 552 race tasks"),
];

/// Results of one series.
#[derive(Clone, Debug, Default)]
pub struct Series {
    /// What all runs share; empty if nothing was measured.
    pub arguments: Vec<String>,
    /// All rows.
    pub rows: Vec<BenchRow>,
}

impl Series {
    /// Reads `FOLDER/NAME` and every `FOLDER/NAME-SOMETHING`: analyses may have been measured one by one. Of a bench that was ended the journal is read.
    fn read(folder: &Path, name: &str) -> Result<Series, String> {
        let entries =
            std::fs::read_dir(folder).map_err(|error| format!("cannot read {}: {error}", folder.display()))?;
        let is_of = |file: &str| file == name || file.strip_prefix(name).is_some_and(|rest| rest.starts_with('-'));
        let mut parts: Vec<PathBuf> = Vec::new();
        for entry in entries {
            let entry = entry.map_err(|error| format!("cannot read {}: {error}", folder.display()))?;
            if entry.file_name().to_str().is_some_and(is_of) {
                parts.push(entry.path());
            }
        }
        parts.sort();
        let mut series = Series::default();
        for part in parts {
            let Some((arguments, rows)) = part_of_series(&part)? else { continue };
            let limits = |arguments: &[String]| Series { arguments: arguments.to_vec(), rows: Vec::new() }.limits();
            if series.rows.is_empty() {
                series.arguments = arguments;
            } else if limits(&series.arguments) != limits(&arguments) {
                let (had, has) = (limits(&series.arguments), limits(&arguments));
                return Err(format!("{}: its limits are {has}, and those before it had {had}", part.display()));
            }
            let known: BTreeSet<(&str, &str, &str)> = series.rows.iter().map(identity).collect();
            if let Some(row) = rows.iter().find(|row| known.contains(&identity(row))) {
                return Err(format!("{}: `{}` has run {} twice", part.display(), row.variant, row.task));
            }
            series.rows.extend(rows);
        }
        Ok(series)
    }

    /// The rows of a variant.
    pub fn of<'a>(&'a self, variant: &str) -> Vec<&'a BenchRow> {
        self.rows.iter().filter(|row| row.variant == variant).collect()
    }

    /// The limits in words, `60 s of CPU time, 4 GiB`.
    pub fn limits(&self) -> String {
        let value = |key: &str| {
            let at = self.arguments.iter().position(|a| a == key)?;
            self.arguments.get(at + 1)
        };
        let seconds = |key: &str| {
            let milliseconds: f64 = value(key)?.strip_suffix("ms")?.parse().ok()?;
            Some(milliseconds / 1000.0)
        };
        let time = match (seconds("--cpu"), seconds("--time")) {
            (Some(cpu), _) => format!("{cpu} s of CPU time"),
            (None, Some(time)) => format!("{time} s"),
            (None, None) => "no limit of time".to_string(),
        };
        let bytes = value("--memory").and_then(|m| m.strip_suffix('B')?.parse::<f64>().ok());
        let memory = bytes.map_or(String::new(), |bytes| format!(", {} GiB", bytes / f64::from(1 << 30)));
        format!("{time}{memory}")
    }
}

/// The arguments and the rows of one bench.
type Bench = (Vec<String>, Vec<BenchRow>);

/// What tells a row from all others.
fn identity(row: &BenchRow) -> (&str, &str, &str) {
    let (task, property) = row.subject();
    (&row.variant, task, property)
}

/// The arguments and rows of one bench; nothing if there are none in the folder.
fn part_of_series(part: &Path) -> Result<Option<Bench>, String> {
    let read = |path: &Path| match std::fs::read_to_string(path) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(format!("cannot read {}: {error}", path.display())),
        Ok(text) => Ok(Some(text)),
    };
    let path = part.join("results.json");
    if let Some(text) = read(&path)? {
        let file = BenchFile::from_text(&text).map_err(|e| format!("{}: {e}", path.display()))?;
        return Ok(Some((file.arguments, file.rows)));
    }
    let path = part.join("journal.jsonl");
    let Some(text) = read(&path)? else { return Ok(None) };
    let journal = journal::read(&text).map_err(|e| format!("{}: {e}", path.display()))?;
    Ok(journal.map(|journal| (journal.header.arguments, journal.rows)))
}

/// The rows of another tool.
pub struct Peer {
    /// Its name.
    pub name: &'static str,
    /// Folder and name of the task are all that its paths have.
    pub rows: Vec<BenchRow>,
}

/// Everything the document is made of.
pub struct Material {
    /// In the order of [`SERIES`].
    pub series: [Series; SERIES.len()],
    /// The tools.
    pub peers: Vec<Peer>,
}

impl Material {
    fn read(root: &Path, folder: &Path) -> Result<Material, String> {
        let mut series: [Series; SERIES.len()] = Default::default();
        for (place, (name, _)) in series.iter_mut().zip(SERIES) {
            *place = Series::read(folder, name)?;
        }
        let mut peers = Vec::new();
        for (name, file) in [("Deagle 4.1", "deagle-4.1.csv"), ("CBMC 6.3.1", "cbmc-6.3.1.csv")] {
            let path = root.join("benches/peers").join(file);
            let text = std::fs::read_to_string(&path).map_err(|e| format!("cannot read {}: {e}", path.display()))?;
            let rows = raddle_report::bench::peer::read_all(name, &text).map_err(|e| format!("{file}: {e}"))?;
            peers.push(Peer { name, rows });
        }
        Ok(Material { series, peers })
    }

    /// A series by its name.
    pub fn of(&self, name: &str) -> &Series {
        let at = SERIES.iter().position(|(n, _)| *n == name);
        &self.series[at.expect("all names are in the list")]
    }
}

/// Writes the document, and the plot it shows; what is wrong, in words.
pub fn write(root: &Path, folder: &Path) -> Vec<String> {
    let material = match Material::read(root, folder) {
        Ok(material) => material,
        Err(error) => return vec![error],
    };
    if material.series.iter().all(|series| series.rows.is_empty()) {
        let names: Vec<&str> = SERIES.iter().map(|(name, _)| *name).collect();
        return vec![format!("{} has no results of any series ({})", folder.display(), names.join(", "))];
    }
    let mut problems = Vec::new();
    let mut file = |name: &str, text: &str| {
        if let Err(error) = std::fs::write(root.join(name), text) {
            problems.push(format!("cannot write {name}: {error}"));
        }
    };
    file("docs/results.md", &tables::document(&material));
    file(PLOT, &quantile(&material.of("thesis").rows));
    problems
}

/// The plot of the thesis set.
const PLOT: &str = "docs/results-thesis.svg";

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use raddle_report::bench::Class;
    use raddle_report::bench::journal::{Header, row_line};

    use super::*;

    fn rows(variant: &str, tasks: &[&str]) -> Vec<BenchRow> {
        let row = |task: &&str| BenchRow {
            task: format!("c/pthread/{task}.yml"),
            property: "unreach-call".to_string(),
            variant: variant.to_string(),
            expected: Some(true),
            verdict: "TRUE".to_string(),
            class: Class::CorrectTrue,
            exit: Some(0),
            wall_ms: 20.0,
            cpu_ms: 15.0,
            max_rss: 1 << 20,
            figures: BTreeMap::new(),
            log: None,
        };
        tasks.iter().map(row).collect()
    }

    /// A folder of results that is gone when the test is over.
    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Folder {
            let path = std::env::temp_dir().join(format!("raddle-results-{}-{name}", std::process::id()));
            std::fs::create_dir_all(&path).expect("the temporary folder can be written");
            Folder(path)
        }

        fn add(&self, part: &str, time: &str, rows: &[BenchRow], ended: bool) {
            let part = self.0.join(part);
            std::fs::create_dir_all(&part).expect("the temporary folder can be written");
            let arguments = vec!["--cpu".to_string(), time.to_string()];
            let header = Header::new("b".to_string(), arguments.clone(), Vec::new());
            let lines: String = rows.iter().map(row_line).collect();
            let half = if ended { r#"{"task":"half"# } else { "" };
            let journal = format!("{}{lines}{half}", header.to_line());
            std::fs::write(part.join("journal.jsonl"), journal).expect("the temporary folder can be written");
            if !ended {
                let text = BenchFile::new(arguments, Vec::new(), rows.to_vec()).to_text();
                std::fs::write(part.join("results.json"), text).expect("the temporary folder can be written");
            }
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = std::fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn analyses_that_were_measured_one_by_one_belong_together() {
        let folder = Folder::new("together");
        folder.add("thesis", "60000ms", &rows("auto", &["a", "b", "c"]), false);
        folder.add("thesis-bdd", "60000ms", &rows("bdd", &["a", "b"]), true);
        folder.add("thesisx", "60000ms", &rows("value", &["a"]), false);
        std::fs::create_dir_all(folder.0.join("races")).expect("the temporary folder can be written");
        let series = Series::read(&folder.0, "thesis").expect("they fit");
        assert_eq!((series.of("auto").len(), series.of("bdd").len(), series.of("value").len()), (3, 2, 0));
        assert_eq!(series.limits(), "60 s of CPU time");
        assert!(Series::read(&folder.0, "races").expect("there is nothing").rows.is_empty());
        assert!(Series::read(&folder.0.join("none"), "thesis").is_err());
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        let folder = Folder::new("refused");
        folder.add("thesis", "60000ms", &rows("auto", &["a", "b"]), false);
        folder.add("thesis-again", "60000ms", &rows("auto", &["b"]), false);
        assert!(Series::read(&folder.0, "thesis").unwrap_err().contains("twice"));
        folder.add("thesis-again", "10000ms", &rows("bdd", &["b"]), false);
        assert!(Series::read(&folder.0, "thesis").unwrap_err().contains("its limits are 10 s of CPU time"));
    }

    #[test]
    fn twins_are_compared_where_both_have_an_answer() {
        let folder = Folder::new("twins");
        let with = |variant: &str, tasks: &[&str], predicates: &[u64]| {
            let mut rows = rows(variant, tasks);
            for (row, predicates) in rows.iter_mut().zip(predicates) {
                row.figures.insert("predicates".to_string(), *predicates);
            }
            rows
        };
        let mut all = with("data-monotonic", &["a", "b"], &[5, 7]);
        all.extend(with("data-non-monotonic", &["a", "b"], &[4, 6]));
        all[3].class = Class::Unknown;
        folder.add("twins", "10000ms", &all, false);
        let table = twins::table(&folder.0.join("twins")).expect("there are two twins");
        assert!(table.contains("| data | monotonic | 2 | 2 | 0 | 0 | 1: b | 5 | – | – | 0.0 |"), "{table}");
        assert!(table.contains("| data | non-monotonic | 2 | 1 | 0 | 0 | – | 4 | – | – | 0.0 |"), "{table}");
        assert!(twins::table(&folder.0.join("nothing")).is_err());
    }
}
