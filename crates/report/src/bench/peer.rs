//! Results of other tools, from CSV.
//!
//! The first line names the columns. `task` and `verdict` are needed; `dir`, `property`, `expected`, `cpu` (seconds), `wall` (seconds) and `rss_mb` are used if they
//! are there, others are not. A row is about one of our tasks if the task definition has that name, is in a folder of that name and has that property; what is
//! said is compared with what *our* definition expects. Rows about no task of ours are left out and counted: a tool is compared on what both have run.

use std::collections::BTreeMap;

use super::{BenchRow, Class};

/// What is known of a task of ours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked<'a> {
    /// The task definition's path.
    pub task: &'a str,
    /// The property's name.
    pub property: &'a str,
    /// The expected verdict.
    pub expected: Option<bool>,
}

/// Rows of another tool.
#[derive(Clone, Debug, PartialEq)]
pub struct Peer {
    /// In the order of our tasks.
    pub rows: Vec<BenchRow>,
    /// How many lines are about no task of ours.
    pub left_out: usize,
    /// Tasks whose `expected` is not what our definition says.
    pub disputed: Vec<String>,
}

/// Reads a tool's results, whatever they are about: tasks are called `dir/task.yml`, and what is expected is what the tool was told to expect.
pub fn read_all(name: &str, text: &str) -> Result<Vec<BenchRow>, String> {
    let mut lines = records(text)?.into_iter();
    let head = lines.next().ok_or("the file is empty")?;
    let column = |name: &str| head.iter().position(|c| c.trim() == name);
    let [Some(dir), Some(task), Some(property), Some(expected)] = ["dir", "task", "property", "expected"].map(column)
    else {
        return Err("the columns dir, task, property and expected are needed".to_string());
    };
    let mut all = Vec::new();
    for cells in lines {
        let cell = |column: usize| cells.get(column).map_or("", |c| c.trim());
        let path = format!("{}/{}.yml", cell(dir), cell(task));
        all.push((path, cell(property).to_string(), truth(cell(expected))));
    }
    let asked: Vec<Asked<'_>> =
        all.iter().map(|(task, property, expected)| Asked { task, property, expected: *expected }).collect();
    Ok(read(name, text, &asked)?.rows)
}

fn truth(text: &str) -> Option<bool> {
    match text.to_ascii_lowercase().as_str() {
        "true" => Some(true),
        "false" => Some(false),
        _ => None,
    }
}

/// Reads a tool's results about tasks of ours.
pub fn read(name: &str, text: &str, asked: &[Asked<'_>]) -> Result<Peer, String> {
    let mut lines = records(text)?.into_iter();
    let head = lines.next().ok_or("the file is empty")?;
    let column = |name: &str| head.iter().position(|c| c.trim() == name);
    let needed = |name: &str| column(name).ok_or_else(|| format!("there is no column `{name}`"));
    let (task, verdict) = (needed("task")?, needed("verdict")?);
    let others = ["dir", "property", "expected", "cpu", "wall", "rss_mb"].map(column);
    let mut known: BTreeMap<(&str, &str, &str), (usize, &Asked)> = BTreeMap::new();
    for (number, asked) in asked.iter().enumerate() {
        let (folder, stem) = name_of(asked.task);
        known.insert((folder, stem, asked.property), (number, asked));
    }
    let mut found = BTreeMap::new();
    let (mut left_out, mut disputed) = (0, Vec::new());
    for (number, cells) in lines.enumerate() {
        let line = number + 2;
        if cells.len() != head.len() {
            return Err(format!("line {line} has {} cells, the first one has {}", cells.len(), head.len()));
        }
        let cell = |column: Option<usize>| column.map(|c| cells[c].trim()).filter(|c| !c.is_empty());
        let figure = |column: Option<usize>| match cell(column) {
            None => Ok(0.0),
            Some(text) => text.parse::<f64>().map_err(|_| format!("line {line}: `{text}` is not a number")),
        };
        let [dir, property, expected, cpu, wall, rss] = others;
        let (folder, stem) = name_of(&cells[task]);
        let folder = cell(dir).map_or(folder, |dir| name_of(dir).1);
        let property = cell(property).unwrap_or("unreach-call");
        let fits =
            |key: &(&str, &str, &str)| key.1 == stem && key.2 == property && (folder.is_empty() || key.0 == folder);
        let Some((_, (place, asked))) = known.iter().find(|(key, _)| fits(key)) else {
            left_out += 1;
            continue;
        };
        let theirs = cell(expected).and_then(truth);
        if theirs.is_some() && asked.expected.is_some() && theirs != asked.expected {
            disputed.push(asked.task.to_string());
        }
        let (said, class) = said(&cells[verdict], property, asked.expected);
        let row = BenchRow {
            task: asked.task.to_string(),
            property: property.to_string(),
            variant: name.to_string(),
            expected: asked.expected,
            verdict: said,
            class,
            exit: None,
            wall_ms: figure(wall)? * 1000.0,
            cpu_ms: figure(cpu)? * 1000.0,
            max_rss: (figure(rss)? * 1_048_576.0) as u64,
            figures: BTreeMap::new(),
            log: None,
        };
        if found.insert(*place, row).is_some() {
            return Err(format!("line {line}: `{stem}` is there twice"));
        }
    }
    Ok(Peer { rows: found.into_values().collect(), left_out, disputed })
}

/// A verdict as we write it, and how it stands to what is expected.
fn said(text: &str, property: &str, expected: Option<bool>) -> (String, Class) {
    let word = text.trim().to_ascii_lowercase();
    let verdict = match word.as_str() {
        "true" => "TRUE".to_string(),
        "false" => format!("FALSE({property})"),
        part if part.starts_with("false(") => format!("FALSE({property})"),
        "timeout" => "UNKNOWN(time limit)".to_string(),
        "oom" | "out of memory" => "UNKNOWN(memory limit)".to_string(),
        "unknown" => "UNKNOWN(not said)".to_string(),
        other => return (other.to_string(), Class::Error),
    };
    let class = Class::of(Some(&verdict), expected, None);
    (verdict, class)
}

/// Folder and name of a task, without its extension.
fn name_of(path: &str) -> (&str, &str) {
    let path = path.trim().trim_end_matches('/');
    let (folders, name) = path.rsplit_once('/').unwrap_or(("", path));
    let folder = folders.rsplit_once('/').map_or(folders, |(_, last)| last);
    (folder, name.strip_suffix(".yml").unwrap_or(name))
}

/// Cells of all lines that are not empty. Cells in double quotes may have commas, line breaks and doubled quotes in them.
fn records(text: &str) -> Result<Vec<Vec<String>>, String> {
    let mut records = Vec::new();
    let (mut record, mut cell, mut quoted) = (Vec::new(), String::new(), false);
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '"' if quoted && letters.peek() == Some(&'"') => {
                letters.next();
                cell.push('"');
            }
            '"' if quoted => quoted = false,
            '"' if cell.is_empty() => quoted = true,
            ',' if !quoted => record.push(std::mem::take(&mut cell)),
            '\r' if !quoted => {}
            '\n' if !quoted => {
                record.push(std::mem::take(&mut cell));
                records.push(std::mem::take(&mut record));
            }
            other => cell.push(other),
        }
    }
    if quoted {
        return Err("a cell's quotes are not closed".to_string());
    }
    record.push(cell);
    records.push(record);
    records.retain(|record| record.iter().any(|cell| !cell.is_empty()));
    Ok(records)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ASKED: [Asked<'_>; 3] = [
        Asked { task: "c/pthread/a.yml", property: "unreach-call", expected: Some(true) },
        Asked { task: "c/pthread/b.yml", property: "unreach-call", expected: Some(false) },
        Asked { task: "c/pthread-ext/a.yml", property: "unreach-call", expected: Some(true) },
    ];

    #[test]
    fn rows_are_about_our_tasks() {
        let text = "dir,task,property,expected,verdict,cpu,rss_mb,step\n\
                    pthread-ext,a,unreach-call,true,timeout,59.18,317,bound3\n\
                    pthread,b,unreach-call,true,true,0.3,18,\"no, \"\"loops\"\"\"\n\
                    pthread,z,unreach-call,true,true,0.3,18,x\n\
                    pthread,a,no-data-race,true,true,0.3,18,x\n";
        let peer = read("other", text, &ASKED).unwrap();
        let shown: Vec<_> = peer.rows.iter().map(|r| (r.task.as_str(), r.verdict.as_str(), r.class)).collect();
        assert_eq!(
            shown,
            [
                ("c/pthread/b.yml", "TRUE", Class::WrongTrue),
                ("c/pthread-ext/a.yml", "UNKNOWN(time limit)", Class::Unknown)
            ]
        );
        assert_eq!((peer.left_out, peer.disputed), (2, vec!["c/pthread/b.yml".to_string()]));
        assert_eq!(
            (peer.rows[1].cpu_ms, peer.rows[1].max_rss, peer.rows[1].variant.as_str()),
            (59_180.0, 317 << 20, "other")
        );
    }

    #[test]
    fn all_rows_can_be_read() {
        let text = "dir,task,property,expected,verdict,cpu\nx,a,unreach-call,true,false,1.5\ny,a,unreach-call,false,timeout,60\n";
        let rows = read_all("p", text).unwrap();
        let shown: Vec<_> = rows.iter().map(|r| (r.task.as_str(), r.class)).collect();
        assert_eq!(shown, [("x/a.yml", Class::WrongFalse), ("y/a.yml", Class::Unknown)]);
        assert!(read_all("p", "task,verdict\n").is_err());
    }

    #[test]
    fn other_columns_suffice() {
        let peer = read("p", "verdict,task\nfalse,c/pthread-ext/a.yml\nerror,b\n", &ASKED).unwrap();
        let classes: Vec<_> = peer.rows.iter().map(|r| r.class).collect();
        assert_eq!(classes, [Class::Error, Class::WrongFalse]);
    }

    #[test]
    fn mistakes_are_named() {
        let fails = |text: &str| read("p", text, &ASKED).unwrap_err();
        assert_eq!(fails(""), "the file is empty");
        assert_eq!(fails("a,verdict\n"), "there is no column `task`");
        assert_eq!(fails("task,verdict\nb\n"), "line 2 has 1 cells, the first one has 2");
        assert_eq!(fails("task,verdict,cpu\nb,true,fast\n"), "line 2: `fast` is not a number");
        assert_eq!(fails("task,verdict\nb,true\nb,true\n"), "line 3: `b` is there twice");
        assert_eq!(fails("task,verdict\nb,\"true\n"), "a cell's quotes are not closed");
    }
}
