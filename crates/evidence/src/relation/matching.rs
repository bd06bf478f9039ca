//! Which values the places of a state have where a state of the proof has symbols.

use raddle_machine::lazy::{Term, Terms};
use raddle_machine::{Block, LazyRange, State, Status, Thread, Value};

/// What the symbols of one state have to be for another state to be an instance of it; `None` if the two differ elsewhere.
pub fn bindings(known: &State, state: &State, terms: &mut Terms) -> Option<Vec<(u32, Value)>> {
    let mut matcher = Matcher { terms, found: Vec::new() };
    let same_shape = known.threads.len() == state.threads.len()
        && known.sync == state.sync
        && known.ended == state.ended
        && known.memory.shape == state.memory.shape
        && known.memory.blocks.len() == state.memory.blocks.len();
    if !same_shape {
        return None;
    }
    for (a, b) in known.threads.iter().zip(&state.threads) {
        matcher.thread(a, b)?;
    }
    for (a, b) in known.memory.blocks.iter().zip(&state.memory.blocks) {
        matcher.block(a, b)?;
    }
    let mut found = matcher.found;
    found.sort_unstable();
    found.dedup();
    // Two places that share a symbol have to hold the same value.
    found.windows(2).all(|w| w[0].0 != w[1].0).then_some(found)
}

struct Matcher<'a> {
    terms: &'a mut Terms,
    found: Vec<(u32, Value)>,
}

impl Matcher<'_> {
    fn value(&mut self, known: Value, value: Value) -> Option<()> {
        match known {
            Value::Bits(_) => (known == value).then_some(()),
            Value::Lazy(id) => match self.terms.get(id) {
                Term::Symbol(symbol) => {
                    self.found.push((symbol, value));
                    Some(())
                }
                Term::Any | Term::Apply(..) => None,
            },
        }
    }

    fn thread(&mut self, known: &Thread, thread: &Thread) -> Option<()> {
        let Thread { frames, status, atomic, detached, keys, ending, ending_key, result, created } = known;
        let same = *atomic == thread.atomic
            && *detached == thread.detached
            && *ending == thread.ending
            && *ending_key == thread.ending_key
            && *created == thread.created
            && frames.len() == thread.frames.len()
            && keys.len() == thread.keys.len();
        if !same {
            return None;
        }
        match (*status, thread.status) {
            (Status::Ended { result: a }, Status::Ended { result: b }) => self.value(a, b)?,
            (a, b) => (a == b).then_some(())?,
        }
        self.value(*result, thread.result)?;
        for ((key, a), (other, b)) in keys.iter().zip(&thread.keys) {
            (key == other).then_some(())?;
            self.value(*a, *b)?;
        }
        for (a, b) in frames.iter().zip(&thread.frames) {
            let same = a.func == b.func && a.loc == b.loc && a.base == b.base && a.dst == b.dst;
            (same && a.regs.len() == b.regs.len()).then_some(())?;
            for (x, y) in a.regs.iter().zip(&b.regs) {
                self.value(*x, *y)?;
            }
        }
        Some(())
    }

    fn block(&mut self, known: &Block, block: &Block) -> Option<()> {
        if known.lazy.is_empty() {
            return (known == block).then_some(());
        }
        let mut bytes = block.bytes.clone();
        let mut rest = block.lazy.clone();
        (known.bytes.len() == bytes.len()).then_some(())?;
        for range in &known.lazy {
            match range.value {
                None => {
                    let at = rest.iter().position(|r| r == range)?;
                    rest.remove(at);
                }
                Some((id, 0)) => {
                    let value = self.taken(&mut bytes, &mut rest, range)?;
                    self.value(Value::Lazy(id), value)?;
                }
                Some(_) => return None,
            }
        }
        (rest.is_empty() && bytes == known.bytes).then_some(())
    }

    /// Takes the value of a range out of the content of a block: plain bytes, or bytes of one lazy value.
    fn taken(&mut self, bytes: &mut [u8], rest: &mut Vec<LazyRange>, range: &LazyRange) -> Option<Value> {
        let overlaps = |r: &LazyRange| r.offset < range.offset + range.len && range.offset < r.offset + r.len;
        let own = bytes.get_mut(range.offset as usize..(range.offset + range.len) as usize)?;
        match rest.iter().position(overlaps) {
            None => {
                (range.len <= 16).then_some(())?;
                let value = own.iter().rev().fold(0u128, |n, b| n << 8 | u128::from(*b));
                own.fill(0);
                Some(Value::Bits(value))
            }
            Some(at) => {
                let found = rest.remove(at);
                let whole = found.offset == range.offset && found.len == range.len;
                let (id, first) = found.value?;
                whole.then(|| if first == 0 { Value::Lazy(id) } else { self.terms.bytes(id, first, range.len as u8) })
            }
        }
    }
}
