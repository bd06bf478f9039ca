//! `cargo xtask results FOLDER`: `docs/results.md` from results of `raddle bench`.
//!
//! The tables of the five papers are built again, ours beside theirs. `benches/series FOLDER` runs what they need, each *series* with `-o FOLDER/SERIES`; the figures of
//! the papers are in `published.rs`, those of other tools in `benches/peers/`. What has not been measured is a dash, and a list says what that is and
//! how it is measured: the document never shows a figure that is not in the folder, nor leaves one out in silence.

mod published;
mod tables;

use std::path::Path;

use raddle_report::bench::plot::quantile;
use raddle_report::bench::{BenchFile, BenchRow};

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
    fn read(folder: &Path, name: &str) -> Result<Series, String> {
        let path = folder.join(name).join("results.json");
        match std::fs::read_to_string(&path) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(Series::default()),
            Err(error) => Err(format!("cannot read {}: {error}", path.display())),
            Ok(text) => {
                let file = BenchFile::from_text(&text).map_err(|e| format!("{}: {e}", path.display()))?;
                Ok(Series { arguments: file.arguments, rows: file.rows })
            }
        }
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
