//! Typing: from syntax trees to the typed program ([`crate::hir`]).
//!
//! **Idea.** One walk over each unit resolves names, computes types, makes every conversion explicit and folds
//! constants, bottom up. An expression is typed once; its operands come back as typed nodes, and each constructor
//! folds at once if its operands are constants, so constant expressions need no second pass and the cost is linear in
//! the text. Names with external linkage live in one table for all units, so linking is a lookup, not a phase.
//!
//! **Errors.** What gcc rejects is an error at its place; checking goes on with the next statement so that a user sees
//! several errors at once. What is valid C but not modelled (complex numbers, vectors, decimal floats, …) has a type of
//! the right size that nothing can be computed with ([`types::Opaque`]): declaring it costs nothing, computing with
//! it becomes [`crate::hir::Builtin::Unsupported`], so that headers never make a program fail.
//!
//! **Model units.** Library functions written in C by us are further units, flagged *internal* in the source map.
//! They are typed after the user's: a definition in them is dropped where the user's program defines that name.
//!
//! **Sources.** C11 (N1570), the GNU C manual, the System V ABI for i386 and x86-64. Rejected: a separate pass for
//! implicit conversions over an untyped tree; it needs every rule twice.

mod arith;
mod asm;
mod attributes;
mod builtin;
mod builtin_atomic;
mod builtin_objects;
mod builtin_table;
mod call;
mod compat;
mod convert;
mod declarator;
mod declare;
mod differing;
mod expr;
mod float;
mod fold;
mod function;
mod init;
mod init_static;
mod layout;
mod link;
mod literal;
mod lvalue;
mod record;
mod scope;
mod specifiers;
mod stmt;
mod types;
mod wide_fields;

#[cfg(test)]
mod tests;

use raddle_program::{DataModel, Diagnostic, QualType, Severity, SourceMap, Span, TypeId, TypeTable};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::hir::{Expr, FuncRef, Function, Global, GlobalRef, Hir, Stmt};
use crate::parse::ParsedUnit;

use function::FunctionContext;
use link::{Entity, FunctionState, GlobalState};
use scope::Scopes;
use types::{Opaque, Predeclared};

/// Types all units and links them. Errors come back all together, in the order of the text.
pub fn check(units: Vec<ParsedUnit>, source: &SourceMap, model: DataModel) -> Result<Hir, Vec<Diagnostic>> {
    let mut typing = Typing::new(model);
    for unit in &units {
        typing.add_unit(unit, source);
    }
    typing.finish()
}

/// A mark that an error was reported; whoever gets it gives up its own construct.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Reported;

/// The result of typing something.
pub(crate) type Typed<T> = Result<T, Reported>;

/// After so many errors the rest would only be noise.
const MAX_ERRORS: usize = 50;

/// The program as typed and linked so far.
pub(crate) struct Typing {
    types: TypeTable,
    predeclared: Predeclared,
    opaque: Opaque,
    globals: Vec<Global>,
    global_states: Vec<GlobalState>,
    functions: Vec<Function>,
    function_states: Vec<FunctionState>,
    /// Names with external linkage.
    externs: FxHashMap<String, Entity>,
    /// String literals seen, by element width and bytes: equal literals are one object, as gcc makes them.
    strings: FxHashMap<(usize, Vec<u8>), GlobalRef>,
    /// Types that some typedef has given an alignment of its own.
    aligned_typedefs: FxHashSet<TypeId>,
    /// The alignment of the member of a record at an offset with a type; `None` if several fit and differ.
    field_aligns: FxHashMap<(TypeId, u64, TypeId), Option<u64>>,
    /// What stands at file scope and is not modelled.
    refused: Vec<(String, Span)>,
    diagnostics: Vec<Diagnostic>,
    errors: usize,
}

impl Typing {
    /// An empty program.
    fn new(model: DataModel) -> Typing {
        let mut types = TypeTable::new(model);
        let predeclared = Predeclared::new(&mut types);
        Typing {
            types,
            predeclared,
            opaque: Opaque::default(),
            globals: Vec::new(),
            global_states: Vec::new(),
            functions: Vec::new(),
            function_states: Vec::new(),
            externs: FxHashMap::default(),
            strings: FxHashMap::default(),
            aligned_typedefs: FxHashSet::default(),
            field_aligns: FxHashMap::default(),
            refused: Vec::new(),
            diagnostics: Vec::new(),
            errors: 0,
        }
    }

    /// Types one unit. Units that the source map calls internal come after all others.
    fn add_unit(&mut self, unit: &ParsedUnit, source: &SourceMap) {
        let internal = source.unit(unit.unit).is_some_and(|u| u.internal);
        let mut typer = Typer {
            p: self,
            parsed: unit,
            internal,
            scopes: Scopes::default(),
            function: None,
            unevaluated: 0,
            pending: Vec::new(),
            defined_here: declare::defined_functions(&unit.ast),
            implicit: FxHashSet::default(),
            own_functions: FxHashMap::default(),
            own_objects: FxHashMap::default(),
            also_evaluated: Vec::new(),
        };
        typer.unit(&unit.ast);
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        match diagnostic.severity {
            Severity::Error => self.errors += 1,
            Severity::Warning => {}
        }
        self.diagnostics.push(diagnostic);
    }
}

/// Types one unit into a [`Typing`].
pub(crate) struct Typer<'a> {
    /// The program so far.
    p: &'a mut Typing,
    parsed: &'a ParsedUnit,
    /// Whether the unit is a library model of ours.
    internal: bool,
    scopes: Scopes,
    /// The function whose body is being typed.
    function: Option<FunctionContext>,
    /// Above zero inside `sizeof`, `typeof` and the like, where nothing is executed.
    unevaluated: u32,
    /// Lengths of variable array types met in the declarator being typed, to be computed before its declaration.
    pending: Vec<Stmt>,
    /// Names of the functions this unit defines; a definition hides a builtin of the same name even before it.
    defined_here: FxHashSet<String>,
    /// Functions this unit calls without having declared them: it takes them for `int f()`.
    implicit: FxHashSet<FuncRef>,
    /// Types of functions as this unit declares them, where other units do so differently.
    own_functions: FxHashMap<FuncRef, TypeId>,
    /// The same of objects.
    own_objects: FxHashMap<GlobalRef, QualType>,
    /// Arguments of the builtin being typed whose value does not matter, but whose evaluation may.
    also_evaluated: Vec<Expr>,
}

impl Typer<'_> {
    fn span(&self, span: lang_c::span::Span) -> Span {
        self.parsed.span(span)
    }

    fn error(&mut self, span: Span, message: impl Into<String>) -> Reported {
        self.report(Diagnostic::error(span, message))
    }

    fn report(&mut self, diagnostic: Diagnostic) -> Reported {
        if self.p.errors < MAX_ERRORS {
            self.p.report(diagnostic);
        }
        Reported
    }

    fn warn(&mut self, span: Span, message: impl Into<String>) {
        if !self.internal && self.unevaluated == 0 {
            self.p.report(Diagnostic::warning(span, message));
        }
    }
}
