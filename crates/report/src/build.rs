//! What a build makes, in a file: `raddle capture` writes it, `raddle check --build` reads it.

use raddle_program::DataModel;
use serde::{Deserialize, Serialize};

use crate::json::{data_model_name, to_json};

const SCHEMA: &str = "raddle-build";
const VERSION: u32 = 1;

/// A source with the flags that its preprocessor gets.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BuiltUnit {
    /// The file.
    pub file: String,
    /// The flags.
    pub flags: Vec<String>,
}

/// A program that a build links.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BuiltProgram {
    /// Where the build puts it.
    pub name: String,
    /// For which machine, if the build says so.
    pub data_model: Option<DataModel>,
    /// What it is made of.
    pub units: Vec<BuiltUnit>,
    /// Objects and archives that were there before: nothing is known of what is in them.
    pub unread: Vec<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenProgram {
    name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    data_model: Option<String>,
    units: Vec<BuiltUnit>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    unread: Vec<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct BuildFile {
    schema: String,
    version: u32,
    programs: Vec<WrittenProgram>,
}

/// The text of a build file.
pub fn build_file(programs: &[BuiltProgram]) -> String {
    let written = |program: &BuiltProgram| WrittenProgram {
        name: program.name.clone(),
        data_model: program.data_model.map(|model| data_model_name(model).to_string()),
        units: program.units.clone(),
        unread: program.unread.clone(),
    };
    to_json(&BuildFile {
        schema: SCHEMA.to_string(),
        version: VERSION,
        programs: programs.iter().map(written).collect(),
    })
}

/// The programs of a build file; or what is wrong with it.
pub fn read_build_file(text: &str) -> Result<Vec<BuiltProgram>, String> {
    let file: BuildFile = serde_json::from_str(text).map_err(|e| format!("this is no build file: {e}"))?;
    if (file.schema.as_str(), file.version) != (SCHEMA, VERSION) {
        return Err(format!("this is `{}` version {}, not `{SCHEMA}` version {VERSION}", file.schema, file.version));
    }
    let program = |written: WrittenProgram| {
        let data_model = match written.data_model.as_deref() {
            None => None,
            Some("ilp32") => Some(DataModel::Ilp32),
            Some("lp64") => Some(DataModel::Lp64),
            Some(other) => return Err(format!("`{other}` is no data model")),
        };
        Ok(BuiltProgram { name: written.name, data_model, units: written.units, unread: written.unread })
    };
    file.programs.into_iter().map(program).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let unit = |file: &str| BuiltUnit { file: file.to_string(), flags: vec!["-DX=\"a b\"".to_string()] };
        let program = |name: &str, data_model| BuiltProgram {
            name: name.to_string(),
            data_model,
            units: vec![unit("a.c"), unit("b.c")],
            unread: vec!["old.o".to_string()],
        };
        let programs = [program("x", None), program("bin/y", Some(DataModel::Ilp32))];
        assert_eq!(read_build_file(&build_file(&programs)).as_deref(), Ok(&programs[..]));
    }

    #[test]
    fn other_files_are_refused() {
        let message = |text: &str| read_build_file(text).expect_err(text);
        assert!(message("int main(void) {}").starts_with("this is no build file"));
        assert!(message(r#"{"schema": "x", "version": 1, "programs": []}"#).contains("this is `x` version 1"));
        let odd =
            r#"{"schema": "raddle-build", "version": 1, "programs": [{"name": "a", "data_model": "x", "units": []}]}"#;
        assert!(message(odd).contains("no data model"));
    }
}
