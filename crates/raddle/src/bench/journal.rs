//! The journal's file: begun, read again, and appended to, a line per finished run.
//!
//! A row is written with one call and handed to the kernel before the next run starts, so killing the bench loses at most the runs under way. What it may leave is half
//! a line, which is cut off when the journal is read again. The file is locked: two benches do not write to one journal. A new journal never replaces one
//! that has rows: hours of work would be lost to a forgotten `--resume`.

use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use raddle_report::bench::BenchRow;
use raddle_report::bench::journal::{self, Header};

use crate::Failure;

/// A journal that rows are added to.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: Mutex<File>,
}

/// What an earlier bench has left.
#[derive(Debug, Default)]
pub struct Earlier {
    /// Its rows.
    pub rows: Vec<BenchRow>,
    /// They were measured by another build.
    pub other_build: bool,
}

impl Journal {
    /// Begins a journal.
    pub fn begin(path: &Path, header: &Header) -> Result<Journal, Failure> {
        let (journal, text) = Journal::open(path, true)?;
        if let Ok(Some(earlier)) = journal::read(&text)
            && !earlier.rows.is_empty()
        {
            return Err(Failure::usage(format!(
                "`{path}` has {} rows of an earlier bench: go on with `--resume {path}`, or remove it",
                earlier.rows.len(),
                path = path.display()
            )));
        }
        if !text.is_empty() && !text.starts_with('{') {
            return Err(Failure::usage(format!("`{}` is something else than a journal", path.display())));
        }
        journal.cut(0)?;
        journal.write(&header.to_line())?;
        Ok(journal)
    }

    /// Goes on with a journal.
    pub fn resume(path: &Path, header: &Header) -> Result<(Journal, Earlier), Failure> {
        let fail = |what: String| Failure::usage(format!("cannot resume `{}`: {what}", path.display()));
        let (journal, text) = Journal::open(path, false)?;
        let Some(earlier) = journal::read(&text).map_err(fail)? else {
            journal.cut(0)?;
            journal.write(&header.to_line())?;
            return Ok((journal, Earlier::default()));
        };
        earlier.header.fits(header).map_err(fail)?;
        journal.cut(earlier.complete as u64)?;
        let other_build = earlier.header.build != header.build && !earlier.rows.is_empty();
        Ok((journal, Earlier { rows: earlier.rows, other_build }))
    }

    fn open(path: &Path, create: bool) -> Result<(Journal, String), Failure> {
        let fail = |e: std::io::Error| Failure::usage(format!("cannot open the journal `{}`: {e}", path.display()));
        let mut file = OpenOptions::new().read(true).write(true).create(create).open(path).map_err(fail)?;
        file.try_lock()
            .map_err(|_| Failure::usage(format!("another bench is writing to the journal `{}`", path.display())))?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(fail)?;
        let text = String::from_utf8_lossy(&bytes).into_owned();
        Ok((Journal { path: path.to_path_buf(), file: Mutex::new(file) }, text))
    }

    fn cut(&self, length: u64) -> Result<(), Failure> {
        let mut file = self.file.lock().expect("nobody panics with it");
        file.set_len(length).and_then(|()| file.seek(SeekFrom::End(0)).map(|_| ())).map_err(|e| self.fail(&e))
    }

    fn write(&self, line: &str) -> Result<(), Failure> {
        let mut file = self.file.lock().expect("nobody panics with it");
        file.write_all(line.as_bytes()).map_err(|e| self.fail(&e))
    }

    fn fail(&self, error: &std::io::Error) -> Failure {
        Failure::usage(format!("cannot write to the journal `{}`: {error}", self.path.display()))
    }

    /// Adds a row.
    pub fn add(&self, row: &BenchRow) -> Result<(), Failure> {
        self.write(&journal::row_line(row))
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

/// What tells one build of Raddle from another.
pub fn build_of(program: &Path) -> String {
    let seconds = |m: &std::fs::Metadata| {
        m.modified().ok()?.duration_since(std::time::UNIX_EPOCH).ok().map(|since| since.as_secs())
    };
    match std::fs::metadata(program) {
        Ok(metadata) => format!(
            "{}, {} bytes, built at {}",
            env!("CARGO_PKG_VERSION"),
            metadata.len(),
            seconds(&metadata).unwrap_or_default()
        ),
        Err(_) => env!("CARGO_PKG_VERSION").to_string(),
    }
}
