//! The states seen so far, compactly.
//!
//! **Idea** ("collapse" compression, G. Holzmann, SPIN 1997): a state is a tuple of components, and most steps change one
//! or two of them. Every distinct component is stored once, in a table of its kind; a stored state is the tuple of its
//! components' numbers, a handful of 32-bit words in one big array. The visited set is a hash table of state numbers.
//!
//! **Incremental.** A successor shares the [`Arc`]s of unchanged components with its predecessor, so their numbers are
//! known by pointer comparison; only changed components are hashed and looked up.
//!
//! **Exact.** Unlike bit-state hashing nothing is approximated: equality of tuples is equality of states.
//!
//! **Cost**: 4 × (4 + threads + blocks) bytes per state plus about 20 for bookkeeping, plus the components.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use hashbrown::HashTable;
use raddle_machine::lazy::Symbol;
use raddle_machine::{Block, Memory, Shape, State, SyncTable, Thread};
use rustc_hash::FxHasher;

/// Number of a stored state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StateId(pub u32);

fn hash_of<T: Hash + ?Sized>(item: &T) -> u64 {
    let mut hasher = FxHasher::default();
    item.hash(&mut hasher);
    hasher.finish()
}

/// Distinct components of one kind.
#[derive(Debug)]
struct Table<T> {
    items: Vec<Arc<T>>,
    hashes: Vec<u64>,
    index: HashTable<u32>,
}

impl<T: Hash + Eq> Table<T> {
    fn new() -> Table<T> {
        Table { items: Vec::new(), hashes: Vec::new(), index: HashTable::new() }
    }

    fn find(&self, item: &Arc<T>) -> Option<u32> {
        let hash = hash_of(&**item);
        self.index.find(hash, |i| self.hashes[*i as usize] == hash && self.items[*i as usize] == *item).copied()
    }

    /// As [`Table::find`], with a guess.
    fn find_near(&self, item: &Arc<T>, guess: Option<&u32>) -> Option<u32> {
        match guess {
            Some(i) if Arc::ptr_eq(&self.items[*i as usize], item) => Some(*i),
            Some(_) | None => self.find(item),
        }
    }

    fn intern(&mut self, item: &Arc<T>) -> u32 {
        let hash = hash_of(&**item);
        let (items, hashes) = (&self.items, &self.hashes);
        if let Some(i) = self.index.find(hash, |i| hashes[*i as usize] == hash && items[*i as usize] == *item) {
            return *i;
        }
        let id = self.items.len() as u32;
        self.items.push(item.clone());
        self.hashes.push(hash);
        let hashes = &self.hashes;
        self.index.insert_unique(hash, id, |i| hashes[*i as usize]);
        id
    }
}

/// The store.
#[derive(Debug)]
pub struct Store {
    shapes: Table<Shape>,
    blocks: Table<Block>,
    threads: Table<Thread>,
    syncs: Table<SyncTable>,
    symbols: Table<Vec<Symbol>>,
    /// The tuples, one after the other: shape, sync, symbols, number of threads, threads, blocks.
    words: Vec<u32>,
    /// Where each tuple begins.
    starts: Vec<u32>,
    visited: HashTable<u32>,
    /// The tuple under construction.
    scratch: Vec<u32>,
}

/// Words of a tuple before the threads.
const HEADER: usize = 4;

/// Whether a state was new.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Insertion {
    /// It was there already.
    Old(StateId),
    /// It has been added.
    New(StateId),
    /// The arrays are full.
    Full,
}

/// A state with the numbers of its components.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The state.
    pub state: State,
    /// Its symbols.
    pub symbols: Arc<Vec<Symbol>>,
    /// Its tuple.
    tuple: Vec<u32>,
}

impl Store {
    /// An empty store.
    pub fn new() -> Store {
        Store {
            shapes: Table::new(),
            blocks: Table::new(),
            threads: Table::new(),
            syncs: Table::new(),
            symbols: Table::new(),
            words: Vec::new(),
            starts: Vec::new(),
            visited: HashTable::new(),
            scratch: Vec::new(),
        }
    }

    /// How many states there are.
    pub fn len(&self) -> usize {
        self.starts.len()
    }

    /// Bytes used by tuples and tables; components are estimated by their sizes.
    pub fn bytes(&self) -> u64 {
        let tuples = 4 * self.words.len() + 4 * self.starts.len() + 5 * self.visited.capacity();
        let value = std::mem::size_of::<raddle_machine::Value>();
        let threads: usize = self
            .threads
            .items
            .iter()
            .map(|t| 128 + t.frames.iter().map(|f| 56 + value * f.regs.len()).sum::<usize>())
            .sum();
        let blocks: usize = self.blocks.items.iter().map(|b| 80 + b.bytes.len() + 24 * b.lazy.len()).sum();
        let shapes: usize = self.shapes.items.iter().map(|s| 40 + 40 * s.objects.len()).sum();
        let syncs: usize = self.syncs.items.iter().map(|s| 64 + 48 * s.objects.len()).sum();
        (tuples + threads + blocks + shapes + syncs) as u64
    }

    fn tuple(&self, id: StateId) -> &[u32] {
        let start = self.starts[id.0 as usize] as usize;
        let end = self.starts.get(id.0 as usize + 1).map_or(self.words.len(), |s| *s as usize);
        &self.words[start..end]
    }

    /// Builds a stored state from its components.
    pub fn load(&self, id: StateId) -> Loaded {
        let tuple = self.tuple(id);
        let threads = tuple[3] as usize;
        let state = State {
            memory: Memory {
                shape: self.shapes.items[tuple[0] as usize].clone(),
                blocks: tuple[HEADER + threads..].iter().map(|b| self.blocks.items[*b as usize].clone()).collect(),
            },
            threads: tuple[HEADER..HEADER + threads].iter().map(|t| self.threads.items[*t as usize].clone()).collect(),
            sync: self.syncs.items[tuple[1] as usize].clone(),
            ended: None,
        };
        Loaded { state, symbols: self.symbols.items[tuple[2] as usize].clone(), tuple: tuple.to_vec() }
    }

    /// Adds a canonical state that was reached from `from`.
    pub fn insert(&mut self, state: &State, symbols: &Arc<Vec<Symbol>>, from: Option<&Loaded>) -> Insertion {
        let mut tuple = std::mem::take(&mut self.scratch);
        tuple.clear();
        let same_shape = from.filter(|f| Arc::ptr_eq(&f.state.memory.shape, &state.memory.shape));
        tuple.push(match same_shape {
            Some(f) => f.tuple[0],
            None => self.shapes.intern(&state.memory.shape),
        });
        tuple.push(match from {
            Some(f) if Arc::ptr_eq(&f.state.sync, &state.sync) => f.tuple[1],
            _ => self.syncs.intern(&state.sync),
        });
        tuple.push(match from {
            Some(f) if Arc::ptr_eq(&f.symbols, symbols) => f.tuple[2],
            _ => self.symbols.intern(symbols),
        });
        tuple.push(state.threads.len() as u32);
        for (i, thread) in state.threads.iter().enumerate() {
            let known = from.and_then(|f| f.state.threads.get(i).filter(|t| Arc::ptr_eq(t, thread)).map(|_| f));
            tuple.push(match known {
                Some(f) => f.tuple[HEADER + i],
                None => self.threads.intern(thread),
            });
        }
        for (i, block) in state.memory.blocks.iter().enumerate() {
            // Block numbers line up only while no object has come or gone.
            let known = same_shape.filter(|f| Arc::ptr_eq(&f.state.memory.blocks[i], block));
            tuple.push(match known {
                Some(f) => f.tuple[HEADER + f.state.threads.len() + i],
                None => self.blocks.intern(block),
            });
        }
        let found = self.insert_tuple(&tuple);
        self.scratch = tuple;
        found
    }

    fn insert_tuple(&mut self, tuple: &[u32]) -> Insertion {
        let hash = hash_of(tuple);
        if let Some(old) = self.visited.find(hash, |i| self.tuple(StateId(*i)) == tuple) {
            return Insertion::Old(StateId(*old));
        }
        let (Ok(start), Ok(id)) = (u32::try_from(self.words.len()), u32::try_from(self.starts.len())) else {
            return Insertion::Full;
        };
        if id == u32::MAX {
            return Insertion::Full;
        }
        self.words.extend_from_slice(tuple);
        self.starts.push(start);
        let (words, starts) = (&self.words, &self.starts);
        let rehash = |i: &u32| {
            let i = *i as usize;
            let end = starts.get(i + 1).map_or(words.len(), |s| *s as usize);
            hash_of(&words[starts[i] as usize..end])
        };
        self.visited.insert_unique(hash, id, rehash);
        Insertion::New(StateId(id))
    }

    /// The number of a canonical state, if it is stored. Components that it shares with the state `near` are found by
    /// comparing pointers.
    pub fn find(&self, state: &State, symbols: &Arc<Vec<Symbol>>, near: Option<StateId>) -> Option<StateId> {
        let near: &[u32] = near.map_or(&[], |id| self.tuple(id));
        let near_threads = near.get(3).map_or(0, |n| *n as usize);
        let mut tuple = Vec::with_capacity(HEADER + state.threads.len() + state.memory.blocks.len());
        tuple.push(self.shapes.find_near(&state.memory.shape, near.first())?);
        tuple.push(self.syncs.find_near(&state.sync, near.get(1))?);
        tuple.push(self.symbols.find_near(symbols, near.get(2))?);
        tuple.push(state.threads.len() as u32);
        for (i, thread) in state.threads.iter().enumerate() {
            let hint = if i < near_threads { near.get(HEADER + i) } else { None };
            tuple.push(self.threads.find_near(thread, hint)?);
        }
        for (i, block) in state.memory.blocks.iter().enumerate() {
            tuple.push(self.blocks.find_near(block, near.get(HEADER + near_threads + i))?);
        }
        let hash = hash_of(&tuple[..]);
        self.visited.find(hash, |i| self.tuple(StateId(*i)) == tuple).map(|i| StateId(*i))
    }
}
