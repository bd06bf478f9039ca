//! The code in docs/adding-an-analysis.md is the code of the example.

use std::collections::BTreeMap;
use std::path::Path;

fn read(path: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    std::fs::read_to_string(root.join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The regions between `// doc: name` and `// end`, without their indentation.
fn regions(source: &str) -> BTreeMap<String, String> {
    let mut all: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    let mut inside: Option<String> = None;
    for line in source.lines() {
        match (line.trim().strip_prefix("// doc: "), &inside) {
            (Some(name), _) => inside = Some(name.to_string()),
            (None, Some(_)) if line.trim() == "// end" => inside = None,
            (None, Some(name)) => all.entry(name.clone()).or_default().push(line),
            (None, None) => {}
        }
    }
    let dedent = |lines: Vec<&str>| {
        let indents = lines.iter().filter(|l| !l.trim().is_empty()).map(|l| l.len() - l.trim_start().len());
        let indent = indents.min().unwrap_or(0);
        lines.iter().map(|l| l.get(indent..).unwrap_or("")).collect::<Vec<_>>().join("\n")
    };
    all.into_iter().map(|(name, lines)| (name, dedent(lines))).collect()
}

/// The code blocks that follow `<!-- name -->`.
fn blocks(document: &str) -> BTreeMap<String, String> {
    let mut all = BTreeMap::new();
    for part in document.split("<!-- ").skip(1) {
        let (name, rest) = part.split_once(" -->\n").expect("a closed comment");
        let code = rest.strip_prefix("```rust,ignore\n").and_then(|rest| rest.split_once("\n```"));
        all.insert(name.to_string(), code.expect("a block of code after the comment").0.to_string());
    }
    all
}

#[test]
fn the_document_shows_the_code_as_it_is() {
    let (code, shown) = (regions(&read("crates/analyses/src/sign.rs")), blocks(&read("docs/adding-an-analysis.md")));
    assert_eq!(code.keys().collect::<Vec<_>>(), shown.keys().collect::<Vec<_>>(), "the regions of file and document");
    for (name, text) in &code {
        assert!(shown[name] == *text, "the region `{name}` differs:\n{text}");
    }
}

#[test]
fn the_lines_it_quotes_exist() {
    let document = read("docs/adding-an-analysis.md");
    let line = "(\"sign\", |s| s.component(Sign::new(s.machine()))),";
    assert!(document.contains(line) && read("crates/analyses/tests/laws.rs").contains(line));
    assert!(read("crates/engines/src/registry.rs").contains("name: \"sign\""));
}
