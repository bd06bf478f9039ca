//! Names and where they are visible (C11 6.2.1).

use raddle_program::{EnumId, QualType, RecordId, TypeId};
use rustc_hash::FxHashMap;

use crate::hir::{FuncRef, GlobalRef, LocalRef};

/// What an ordinary identifier stands for.
#[derive(Clone, Copy, Debug)]
pub enum Symbol {
    /// A type, with the alignment that `aligned` on the typedef gave it.
    Typedef(QualType, Option<u64>),
    /// A variable or parameter of the current function.
    Local(LocalRef, QualType),
    /// An object with static storage duration.
    Global(GlobalRef),
    /// A function.
    Function(FuncRef),
    /// A constant of an enumeration.
    Enumerator(i128, TypeId),
    /// Something whose declaration was wrong; using it is no further error.
    Poisoned,
}

/// What a tag stands for.
#[derive(Clone, Copy, Debug)]
pub enum Tag {
    /// `struct` or `union`
    Record(RecordId),
    /// `enum`
    Enum(EnumId),
}

#[derive(Default)]
struct Scope {
    symbols: FxHashMap<String, Symbol>,
    tags: FxHashMap<String, Tag>,
}

/// The scopes that are open; the first is the file's.
pub struct Scopes {
    open: Vec<Scope>,
}

impl Default for Scopes {
    fn default() -> Scopes {
        Scopes { open: vec![Scope::default()] }
    }
}

impl Scopes {
    /// Opens a block or prototype scope.
    pub fn enter(&mut self) {
        self.open.push(Scope::default());
    }

    /// Closes the innermost scope.
    pub fn leave(&mut self) {
        debug_assert!(self.open.len() > 1, "the file scope stays open");
        self.open.pop();
    }

    /// Whether the innermost scope is the file's.
    pub fn at_file_scope(&self) -> bool {
        self.open.len() == 1
    }

    /// What a name means here.
    pub fn lookup(&self, name: &str) -> Option<Symbol> {
        self.open.iter().rev().find_map(|scope| scope.symbols.get(name).copied())
    }

    /// What a name means in the innermost scope alone.
    pub fn lookup_innermost(&self, name: &str) -> Option<Symbol> {
        self.open.last().and_then(|scope| scope.symbols.get(name).copied())
    }

    /// What a name means at file scope.
    pub fn lookup_file(&self, name: &str) -> Option<Symbol> {
        self.open.first().and_then(|scope| scope.symbols.get(name).copied())
    }

    /// Declares a name in the innermost scope.
    pub fn declare(&mut self, name: &str, symbol: Symbol) {
        if let Some(scope) = self.open.last_mut() {
            scope.symbols.insert(name.to_string(), symbol);
        }
    }

    /// Declares a name at file scope.
    pub fn declare_at_file(&mut self, name: &str, symbol: Symbol) {
        if let Some(scope) = self.open.first_mut() {
            scope.symbols.insert(name.to_string(), symbol);
        }
    }

    /// What a tag means here.
    pub fn lookup_tag(&self, name: &str) -> Option<Tag> {
        self.open.iter().rev().find_map(|scope| scope.tags.get(name).copied())
    }

    /// What a tag means in the innermost scope alone.
    pub fn lookup_tag_innermost(&self, name: &str) -> Option<Tag> {
        self.open.last().and_then(|scope| scope.tags.get(name).copied())
    }

    /// Declares a tag in the innermost scope.
    pub fn declare_tag(&mut self, name: &str, tag: Tag) {
        if let Some(scope) = self.open.last_mut() {
            scope.tags.insert(name.to_string(), tag);
        }
    }
}
