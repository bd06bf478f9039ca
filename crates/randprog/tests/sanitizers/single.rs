//! One statement each: what C says about it, what gcc's sanitizer says, and what Raddle says.
//!
//! These are the operations about which tools differ most easily: shifts that have no result, and what a compiler simplifies before its sanitizer looks.

use super::verdict::Raddle;

/// What a statement does, by C11.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// It has a result.
    Defined,
    /// The result is not a value of its type.
    Overflow,
    /// It is undefined and has no result that could be too large.
    NoResult,
}

use Meaning::{Defined, NoResult, Overflow};

pub const STATEMENTS: &[(&str, Meaning)] = &[
    // A negative value is not shifted to the left, not even by 0 (6.5.7p4).
    ("i = V(negative << V(1));", NoResult),
    ("i = V(negative << V(0));", NoResult),
    ("i = V(negative << zero);", NoResult),
    ("i = V(V(-1) << V(0));", NoResult),
    ("i = V(V(-1) << V(4));", NoResult),
    ("V(negative << V(0));", NoResult),
    ("ASSIGN(negative, <<, V(0));", NoResult),
    ("i = V(negative << V(31));", Overflow),
    ("i = V(most << V(0));", Defined),
    ("i = V(negative >> V(0));", Defined),
    // No value is shifted by less than 0 or by its width and more (6.5.7p3).
    ("i = V(one << V(32));", NoResult),
    ("i = V(one << negative);", NoResult),
    ("i = V(one >> V(32));", NoResult),
    ("i = V(one >> negative);", NoResult),
    ("i = V(natural << V(32));", NoResult),
    ("i = V(natural << negative);", NoResult),
    ("i = V(natural >> V(32));", NoResult),
    ("i = V(natural >> negative);", NoResult),
    ("V(natural >> V(32));", NoResult),
    ("ASSIGN(natural, <<, V(40));", NoResult),
    ("i = V(natural << V(31));", Defined),
    ("i = V(natural >> V(31));", Defined),
    // Compilers simplify these, and nothing is left to overflow.
    ("i = V(V(most + V(1)) - V(3));", Overflow),
    ("i = V(V(2147483647) + V(1));", Overflow),
    ("c = V(most + V(1));", Overflow),
    ("i = (V(most + V(1)), 1);", Overflow),
    ("V(most + V(1));", Overflow),
    ("i = V(V(most + V(1)) * V(0));", Overflow),
    ("i = V(V(most + V(1)) > most);", Overflow),
    ("ASSIGN(r.wide, *, 1ll << 60);", Overflow),
    ("i = V(V(most - V(3)) + V(3));", Defined),
];

/// The program of a statement.
pub fn program(statement: &str) -> String {
    let prelude = raddle_randprog::OPAQUE;
    format!(
        "{prelude}static struct {{ long long wide : 35; }} r = {{ 1ll << 33 }};
static int negative = -2, zero, one = 1, most = 2147483647, i;
static unsigned natural = 1;
static signed char c;
int main(void) {{
    {statement}
    return 0;
}}
"
    )
}

/// Whether Raddle's answer is this meaning.
pub fn is(answer: &Raddle, meaning: Meaning) -> bool {
    match answer {
        Raddle::True => meaning == Defined,
        Raddle::False { violated, .. } => meaning == Overflow && *violated == "no-overflow",
        Raddle::Undefined { .. } => meaning == NoResult,
        Raddle::Unknown(_) => false,
    }
}
