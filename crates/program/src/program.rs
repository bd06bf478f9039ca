//! The linked program.

use crate::allowed_races::AllowedRaces;
use crate::expr::{Expr, ExprKind};
use crate::function::Function;
use crate::ids::{FuncId, GlobalId, IdVec};
use crate::source::{SourceMap, Span};
use crate::sync_objects::SyncSizes;
use crate::types::{DataModel, QualType, TypeTable};

/// What a relocation points to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RelocationTarget {
    /// Another global.
    Global(GlobalId),
    /// A function.
    Function(FuncId),
}

/// A pointer in initialised data: at `offset` stands the address of `target` plus `addend`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Relocation {
    /// Byte offset in the global.
    pub offset: u64,
    /// Whose address.
    pub target: RelocationTarget,
    /// Added to the address.
    pub addend: i64,
}

/// What kind of object a global is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GlobalKind {
    /// A variable at file scope.
    Variable,
    /// A static local.
    StaticLocal,
    /// `_Thread_local`, `__thread`: each thread has its own, made from the initial bytes when the thread starts.
    ThreadLocal,
    /// A string literal, or a variable that is const as a whole: writing it is undefined behaviour.
    Constant,
    /// Declared `extern`, never defined: its value is nondeterministic.
    Extern,
}

/// An object with static (or thread) storage duration.
#[derive(Clone, Debug)]
pub struct Global {
    /// Its name; for a string literal its text.
    pub name: String,
    /// Its C type.
    pub ty: QualType,
    /// What it is.
    pub kind: GlobalKind,
    /// Bytes.
    pub size: u64,
    /// Alignment in bytes.
    pub align: u64,
    /// Initial bytes; shorter than `size` means zeros follow.
    pub init: Vec<u8>,
    /// Addresses in the initial bytes, sorted by offset.
    pub relocations: Vec<Relocation>,
    /// Where it is declared.
    pub span: Span,
}

/// A whole program.
#[derive(Clone, Debug)]
pub struct Program {
    /// All types, with layout.
    pub types: TypeTable,
    /// All objects with static storage duration.
    pub globals: IdVec<GlobalId, Global>,
    /// All functions with a body, models of library functions included.
    pub functions: IdVec<FuncId, Function>,
    /// Where it starts.
    pub entry: FuncId,
    /// What the last thread does when it has ended by `pthread_exit` or by returning, which is as if it called `exit(0)`: it runs the exit handlers and ends
    /// the program. `None`: there is nothing to run.
    pub after_last_thread: Option<FuncId>,
    /// From spans to places.
    pub source: SourceMap,
    /// How large locks and the like are.
    pub sync_sizes: SyncSizes,
    /// Whether [`Op::Live`](crate::Op) says when the life of a local of an inner block begins and ends.
    pub lifetimes: bool,
    /// The arguments that it gets, behind its own name; `None`: nobody knows.
    pub arguments: Option<Vec<String>>,
    /// The data races that the user allows.
    pub allowed_races: AllowedRaces,
}

impl Program {
    /// A program of which nothing is known, not even where it starts: what a report is about if reading took too long.
    pub fn unread(model: DataModel) -> Program {
        Program {
            types: TypeTable::new(model),
            globals: IdVec::new(),
            functions: IdVec::new(),
            entry: FuncId(0),
            after_last_thread: None,
            source: SourceMap::default(),
            sync_sizes: SyncSizes::new(model),
            lifetimes: false,
            arguments: None,
            allowed_races: AllowedRaces::default(),
        }
    }

    /// The data model it was compiled for.
    pub fn data_model(&self) -> DataModel {
        self.types.model()
    }

    /// Whether an output operation with this format may store a count (`%n`); if the text is not known, it may.
    pub fn may_store_count(&self, format: &Expr) -> bool {
        let ExprKind::GlobalAddr(global, 0) = format.kind else { return true };
        let global = &self.globals[global];
        if global.kind != GlobalKind::Constant {
            return true;
        }
        global
            .init
            .split(|b| *b == b'%')
            .skip(1)
            .any(|rest| rest.iter().copied().find(|b| !b"-+ #0123456789.*'hljztLq$".contains(b)) == Some(b'n'))
    }

    /// The bytes of the constant that an expression is the address of (or of a place in it), from there on.
    pub fn literal(&self, address: &Expr) -> Option<&[u8]> {
        let ExprKind::GlobalAddr(global, offset) = address.kind else { return None };
        let global = &self.globals[global];
        let constant = global.kind == GlobalKind::Constant && global.relocations.is_empty();
        let bytes = global.init.get(usize::try_from(offset).ok()?..)?;
        constant.then_some(bytes)
    }

    /// A function by name.
    pub fn function_named(&self, name: &str) -> Option<FuncId> {
        self.functions.enumerated().find(|(_, f)| f.name == name).map(|(id, _)| id)
    }
}
