//! `-o DIR`: the page, the plots, the rows, the table, and the output of every run.
//!
//! | file | what |
//! |---|---|
//! | `index.html` | the page, with links to the outputs |
//! | `summary.txt` | what is printed |
//! | `results.json` | all rows, for `--baseline` and `cargo xtask results` |
//! | `plots/*.svg` | the page's plots |
//! | `journal.jsonl` | the journal, for `--resume` |
//! | `logs/VARIANT/FOLDER/TASK.PROPERTY.txt` | the output of a run, written when it ends |

use std::path::{Component, Path, PathBuf};

use crate::bench::process::Finished;
use crate::{Failure, write_file};

/// The folder of the results.
#[derive(Clone, Debug)]
pub struct Output {
    folder: PathBuf,
}

impl Output {
    /// Makes the folder.
    pub fn new(folder: &Path) -> Result<Output, Failure> {
        make(folder)?;
        Ok(Output { folder: folder.to_path_buf() })
    }

    /// A file in it.
    pub fn file(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// Writes a file in it.
    pub fn write(&self, name: &str, text: &str) -> Result<(), Failure> {
        let path = self.file(name);
        if let Some(folder) = path.parent() {
            make(folder)?;
        }
        write_file(&path, text)
    }

    /// Writes the output of a run; returns where.
    pub fn log(&self, variant: &str, task: &Path, property: &str, text: &str) -> Result<String, Failure> {
        let name = log_name(variant, task, property);
        self.write(&name, text)?;
        Ok(name)
    }
}

fn make(folder: &Path) -> Result<(), Failure> {
    std::fs::create_dir_all(folder)
        .map_err(|e| Failure::usage(format!("cannot make the directory `{}`: {e}", folder.display())))
}

/// The same folders as the task's, below the variant's: two tasks never have one name.
fn log_name(variant: &str, task: &Path, property: &str) -> String {
    let mut name = format!("logs/{variant}");
    for component in task.components() {
        match component {
            Component::Normal(part) => name.push_str(&format!("/{}", part.to_string_lossy())),
            Component::ParentDir => name.push_str("/.up"),
            Component::RootDir => name.push_str("/.root"),
            Component::CurDir | Component::Prefix(_) => {}
        }
    }
    let name = name.strip_suffix(".yml").unwrap_or(&name).to_string();
    format!("{name}.{property}.txt")
}

/// A run as its log tells it.
pub fn log_text(command: &str, done: &Finished, said: &str) -> String {
    let mut text = format!("$ {command}\n{}", done.stdout);
    if !text.ends_with('\n') {
        text.push('\n');
    }
    if !done.stderr.is_empty() {
        text.push_str(&format!("\n--- standard error\n{}", done.stderr));
        if !text.ends_with('\n') {
            text.push('\n');
        }
    }
    let exit = match (done.exit, done.signal) {
        (Some(code), _) => format!("exit code {code}"),
        (None, Some(signal)) => format!("signal {signal}"),
        (None, None) => "no exit code".to_string(),
    };
    text.push_str(&format!(
        "\n--- {said}\n{exit}, {:.3} s CPU, {:.3} s wall, {} MiB\n",
        done.cpu.as_secs_f64(),
        done.wall.as_secs_f64(),
        done.max_rss >> 20
    ));
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logs_of_different_tasks_have_different_names() {
        let name = |task: &str| log_name("auto", Path::new(task), "no-data-race");
        assert_eq!(name("corpus/tar/01-x.yml"), "logs/auto/corpus/tar/01-x.no-data-race.txt");
        assert_eq!(name("../a.yml"), "logs/auto/.up/a.no-data-race.txt");
        assert_eq!(name("/w/a.yml"), "logs/auto/.root/w/a.no-data-race.txt");
    }
}
