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

/// The meanings of names: for each name those of the open scopes, innermost last, with the depth of the scope. So a
/// lookup does not depend on how deep scopes are nested, which matters for `else if` chains of thousands of links.
struct Names<T> {
    meanings: FxHashMap<String, Vec<(usize, T)>>,
    /// What each open scope declares.
    declared: Vec<Vec<String>>,
}

impl<T: Copy> Names<T> {
    fn new() -> Names<T> {
        Names { meanings: FxHashMap::default(), declared: vec![Vec::new()] }
    }

    fn enter(&mut self) {
        self.declared.push(Vec::new());
    }

    fn leave(&mut self) {
        for name in self.declared.pop().unwrap_or_default() {
            if let Some(meanings) = self.meanings.get_mut(&name) {
                meanings.pop();
            }
        }
    }

    fn lookup(&self, name: &str) -> Option<T> {
        self.meanings.get(name).and_then(|m| m.last()).map(|(_, meaning)| *meaning)
    }

    fn lookup_at(&self, name: &str, depth: usize) -> Option<T> {
        let meanings = self.meanings.get(name)?;
        meanings.iter().rev().find(|(d, _)| *d <= depth).filter(|(d, _)| *d == depth).map(|(_, meaning)| *meaning)
    }

    fn declare(&mut self, name: &str, depth: usize, meaning: T) {
        if !self.meanings.contains_key(name) {
            self.meanings.insert(name.to_string(), Vec::new());
        }
        let Some(meanings) = self.meanings.get_mut(name) else { return };
        let at = meanings.partition_point(|(d, _)| *d < depth);
        match meanings.get_mut(at) {
            Some((d, old)) if *d == depth => *old = meaning,
            Some(_) | None => {
                meanings.insert(at, (depth, meaning));
                self.declared[depth].push(name.to_string());
            }
        }
    }

    fn depth(&self) -> usize {
        self.declared.len() - 1
    }
}

/// The scopes that are open; the first is the file's.
pub struct Scopes {
    symbols: Names<Symbol>,
    tags: Names<Tag>,
}

impl Default for Scopes {
    fn default() -> Scopes {
        Scopes { symbols: Names::new(), tags: Names::new() }
    }
}

impl Scopes {
    /// Opens a block or prototype scope.
    pub fn enter(&mut self) {
        self.symbols.enter();
        self.tags.enter();
    }

    /// Closes the innermost scope.
    pub fn leave(&mut self) {
        debug_assert!(!self.at_file_scope(), "the file scope stays open");
        self.symbols.leave();
        self.tags.leave();
    }

    /// Whether the innermost scope is the file's.
    pub fn at_file_scope(&self) -> bool {
        self.symbols.depth() == 0
    }

    /// What a name means here.
    pub fn lookup(&self, name: &str) -> Option<Symbol> {
        self.symbols.lookup(name)
    }

    /// What a name means in the innermost scope alone.
    pub fn lookup_innermost(&self, name: &str) -> Option<Symbol> {
        self.symbols.lookup_at(name, self.symbols.depth())
    }

    /// What a name means at file scope.
    pub fn lookup_file(&self, name: &str) -> Option<Symbol> {
        self.symbols.lookup_at(name, 0)
    }

    /// Declares a name in the innermost scope.
    pub fn declare(&mut self, name: &str, symbol: Symbol) {
        self.symbols.declare(name, self.symbols.depth(), symbol);
    }

    /// Declares a name at file scope.
    pub fn declare_at_file(&mut self, name: &str, symbol: Symbol) {
        self.symbols.declare(name, 0, symbol);
    }

    /// What a tag means here.
    pub fn lookup_tag(&self, name: &str) -> Option<Tag> {
        self.tags.lookup(name)
    }

    /// What a tag means in the innermost scope alone.
    pub fn lookup_tag_innermost(&self, name: &str) -> Option<Tag> {
        self.tags.lookup_at(name, self.tags.depth())
    }

    /// Declares a tag in the innermost scope.
    pub fn declare_tag(&mut self, name: &str, tag: Tag) {
        self.tags.declare(name, self.tags.depth(), tag);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inner_declarations_hide_outer_ones() {
        let value = |scopes: &Scopes, name: &str| match scopes.lookup(name) {
            Some(Symbol::Enumerator(value, _)) => Some(value),
            _ => None,
        };
        let constant = |value| Symbol::Enumerator(value, TypeId(0));
        let mut scopes = Scopes::default();
        scopes.declare("x", constant(1));
        scopes.enter();
        assert!(scopes.lookup_innermost("x").is_none());
        scopes.declare("x", constant(2));
        scopes.enter();
        scopes.declare_at_file("y", constant(3));
        assert_eq!((value(&scopes, "x"), value(&scopes, "y")), (Some(2), Some(3)));
        assert!(matches!(scopes.lookup_file("x"), Some(Symbol::Enumerator(1, _))));
        scopes.leave();
        scopes.leave();
        assert_eq!((value(&scopes, "x"), value(&scopes, "y")), (Some(1), Some(3)));
    }
}
