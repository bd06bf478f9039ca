//! Models written from contracts.
//!
//! A function whose meaning is "whatever its contract allows" needs no model by hand: it reads what the contract says,
//! then fails in one of the ways of the contract, or writes any bytes where it may write and returns any value it may
//! return. The text made here is compiled as every other model is, so that the accesses are accesses and the values are
//! nondeterministic inputs like all others.

use std::fmt::Write;

use raddle_program::library::contract::{Contract, Extent, Fails, Region, Returns};

/// What such a model may call, by the words that show that it does.
const DECLARATIONS: &[(&str, &str)] = &[
    ("__raddle_nondet_bool(", "_Bool __raddle_nondet_bool(void);"),
    ("__raddle_one_of(", "int __raddle_one_of(int, ...);"),
    ("__raddle_int_between(", "int __raddle_int_between(int, int);"),
    ("__raddle_long_between(", "long __raddle_long_between(long, long);"),
    ("__errno_location(", "int *__errno_location(void);"),
    ("__raddle_read_text(", "void __raddle_read_text(const char *);"),
    ("__raddle_descriptor(", "int __raddle_descriptor(int);"),
    ("__raddle_path(", "int __raddle_path(const char *);"),
    ("__raddle_nature(", "int __raddle_nature(int);"),
    ("__raddle_inexact(", "void __raddle_inexact(const char *);"),
    ("__raddle_read(", "void __raddle_read(const void *, unsigned long);"),
    ("__raddle_write_any(", "void __raddle_write_any(void *, unsigned long);"),
];

/// The C text of a function that does what a contract says.
pub fn text(contract: &Contract) -> String {
    let mut text = String::new();
    for region in contract.reads {
        touch(&mut text, region, "__raddle_read");
    }
    match contract.fails {
        Fails::Never => {}
        Fails::Errno(value, errors) => {
            text.push_str(&failure(contract, value, errors));
        }
        Fails::Status(errors) => {
            let list = errors.join(", ");
            let _ = write!(text, "    if (__raddle_nondet_bool())\n        return __raddle_one_of({list});\n");
        }
    }
    for region in contract.writes {
        touch(&mut text, region, "__raddle_write_any");
    }
    if !contract.leaves.is_empty() {
        let list = contract.leaves.join(", ");
        let _ =
            write!(text, "    if (__raddle_nondet_bool())\n        *__errno_location() = __raddle_one_of({list});\n");
    }
    text.push_str(&result(contract));
    let used = DECLARATIONS.iter().filter(|(word, _)| text.contains(word)).map(|(_, line)| *line);
    format!("{}\n\n{}\n{{\n{text}}}\n", used.collect::<Vec<_>>().join("\n"), contract.prototype)
}

/// A failure with an error number. A descriptor that is not open is always one, others never for that reason; so is what
/// the contract always refuses.
fn failure(contract: &Contract, value: &str, errors: &[&str]) -> String {
    let one_of = |errors: &[&str]| format!("__raddle_one_of({})", errors.join(", "));
    let others: Vec<&str> = errors.iter().copied().filter(|e| *e != "EBADF").collect();
    let descriptor = contract.parameters().any(|p| p == "int fd") && others.len() < errors.len();
    let refused: String = contract
        .refuses
        .iter()
        .map(|refusal| {
            let (when, error) = (refusal.when, one_of(refusal.errors));
            format!("    if ({when}) {{\n        *__errno_location() = {error};\n        return {value};\n    }}\n")
        })
        .collect();
    let pipes = match contract.refuses.is_empty() {
        true => format!(
            "    if (kind >= 4 && kind <= 6)
        __raddle_inexact(\"what `{}` does to a pipe or a socket\");
",
            contract.name()
        ),
        false => String::new(),
    };
    let (check, errors) = match descriptor {
        true => (
            format!(
                "    int kind = __raddle_descriptor(fd);
{refused}    if (kind == 0) {{
        *__errno_location() = EBADF;
        return {value};
    }}
{pipes}"
            ),
            format!("kind == 7 ? {} : {}", one_of(errors), one_of(&others)),
        ),
        false => (refused, one_of(errors)),
    };
    format!(
        "{check}    if (__raddle_nondet_bool()) {{
        *__errno_location() = {errors};
        return {value};
    }}
"
    )
}

fn touch(text: &mut String, region: &Region, function: &str) {
    let pointer = region.parameter;
    let _ = match region.extent {
        Extent::Text => write!(text, "    if ({pointer})\n        {function}_text({pointer});\n"),
        Extent::Bytes(count) => write!(text, "    if ({pointer})\n        {function}({pointer}, {count});\n"),
    };
}

fn result(contract: &Contract) -> String {
    match contract.returns {
        Returns::Modelled | Returns::Nothing => String::new(),
        Returns::OneOf([(value, end)]) if value == end => format!("    return {value};\n"),
        Returns::OneOf([(lo, hi)]) => {
            let int = i32::try_from(*lo).is_ok() && i32::try_from(*hi).is_ok();
            format!("    return __raddle_{}_between({lo}, {hi});\n", if int { "int" } else { "long" })
        }
        Returns::OneOf(values) => {
            let list: Vec<String> = values.iter().map(|(lo, _)| lo.to_string()).collect();
            format!("    return __raddle_one_of({});\n", list.join(", "))
        }
    }
}
