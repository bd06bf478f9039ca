//! From terms over old symbols to a set of valuations of new ones.
//!
//! After a run a holder holds a constant or a term over the symbols of the state before and over inputs. [`Bdd::bind`] gives
//! every holder its own symbol again and lists what each stands for; [`Bdd::image`] computes
//! { new | ∃ old, inputs: path ∧ ⋀ new = term }. A holder that keeps its value costs nothing. One that changes is first
//! quantified away and then bound to its term; holders whose terms need each other's old values are bound to the twins of
//! their variables, which are renamed in the end. So most steps touch the few variables of the holders they write, and none needs
//! the transition relation of the whole program.
//!
//! A term whose bits come from elsewhere in other values (shifts, products, parts of values) is bound bit by bit, and what is
//! not needed after a bit is quantified away at once (J. Burch, E. Clarke, D. Long, *Symbolic Model Checking with Partitioned
//! Transition Relations*, VLSI 1991, on early quantification).

use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use raddle_machine::lazy::relation::{Full, Gates};
use raddle_machine::lazy::{SymbolId, Terms};
use raddle_machine::{Halt, LazyId, LazyRange, State, Status, ThreadIx, Value};
use raddle_program::{Id, Scalar};

use super::cells::{Bytes, Content, Holder, bytes_of};
use super::diagrams::Diagram;
use super::{Bdd, Bound, Relation, Valuations, full};

/// A symbol and what it stands for.
pub type Binding = (SymbolId, Value);

/// The value of some bytes. What begins inside of a value is a term of its own, since that value will lose its name.
pub fn value_of(bytes: Bytes, len: u32, terms: &mut Terms) -> Value {
    match bytes {
        Bytes::Plain(bits) => Value::Bits(bits),
        Bytes::Lazy(id, 0) => Value::Lazy(id),
        Bytes::Lazy(id, first) => terms.bytes(id, first, len as u8),
    }
}

impl Bdd<'_> {
    /// Values of the variables with which a run has gone this way, and to a state with the given valuation of the symbols there if there
    /// is one.
    pub fn solve(&mut self, element: &Valuations, goal: Option<(&State, &[bool])>) -> Option<Vec<bool>> {
        let mut set = element.diagram.clone();
        if let Some((state, goal)) = goal {
            for (symbol, value) in self.bind(&mut state.clone(), &element.diagram).ok()? {
                let wanted = self.value(symbol, goal)?;
                let width = self.encoder.symbols()[symbol.index()].width;
                let bits = self.encoder.bits(&self.terms, value, width).ok()?;
                let is = self.encoder.equals_constant(&bits, wanted).ok()?;
                set = self.encoder.gates.and(&set, &is).ok()?;
            }
        }
        self.encoder.gates.example(&set)
    }

    /// Gives every holder its own symbol; what each symbol stands for.
    pub(super) fn bind(&mut self, state: &mut State, path: &Diagram) -> Result<Vec<Binding>, Halt> {
        let mut bound = Vec::new();
        for i in 0..state.threads.len() {
            self.bind_registers(state, ThreadIx(i as u16), path, &mut bound)?;
            self.bind_rest(state, i, path, &mut bound)?;
        }
        for i in 0..state.memory.blocks.len() {
            self.bind_block(state, i, path, &mut bound)?;
        }
        Ok(bound)
    }

    fn bind_registers(
        &mut self,
        state: &mut State,
        thread: ThreadIx,
        path: &Diagram,
        bound: &mut Vec<Binding>,
    ) -> Result<(), Halt> {
        for depth in 0..state.threads[thread.0 as usize].frames.len() {
            let (words, awaited) = self.cells.live(state, thread, depth);
            let frame = &state.threads[thread.0 as usize].frames[depth];
            let function = frame.func;
            let mut todo: Vec<(usize, Value, Content, u32)> = Vec::new();
            for (word, bits) in words.iter().enumerate() {
                let mut bits = *bits;
                while bits != 0 {
                    let i = 64 * word + bits.trailing_zeros() as usize;
                    bits &= bits - 1;
                    let Some(value) = frame.regs.get(i) else { break };
                    let (content, width) = self.cells.register(function, i);
                    let needed = match (value, content) {
                        (Value::Lazy(_), _) => true,
                        (Value::Bits(_), Content::Plain) => false,
                        (Value::Bits(_), Content::Few(_) | Content::Many) => true,
                    };
                    if needed && awaited.is_none_or(|a| a.0 as usize != i) {
                        todo.push((i, *value, content.clone(), width));
                    }
                }
            }
            for (i, value, content, width) in todo {
                let holder = Holder::Register(thread, depth as u32, function, raddle_program::LocalId(i as u32));
                if let Some(new) = self.bind_holder(holder, value, &content, width, path, bound)? {
                    Arc::make_mut(&mut state.threads[thread.0 as usize]).frames[depth].regs[i] = new;
                }
            }
        }
        Ok(())
    }

    /// Values of a thread that are in no register: only those that are not known have symbols.
    fn bind_rest(
        &mut self,
        state: &mut State,
        index: usize,
        path: &Diagram,
        bound: &mut Vec<Binding>,
    ) -> Result<(), Halt> {
        let width = Scalar::pointer(self.program.data_model()).bits();
        let number = ThreadIx(index as u16);
        let thread = &state.threads[index];
        let mut todo: Vec<(Holder, Value)> =
            thread.keys.iter().map(|(key, v)| (Holder::Key(number, *key), *v)).collect();
        todo.push((Holder::Result(number), thread.result));
        if let Status::Ended { result } = thread.status {
            todo.push((Holder::Ended(number), result));
        }
        for (holder, value) in todo {
            let Value::Lazy(_) = value else { continue };
            let Some(new) = self.bind_holder(holder, value, &Content::Plain, width, path, bound)? else { continue };
            let thread = Arc::make_mut(&mut state.threads[index]);
            match holder {
                Holder::Key(_, key) => thread.keys.iter_mut().filter(|(k, _)| *k == key).for_each(|(_, v)| *v = new),
                Holder::Result(_) => thread.result = new,
                Holder::Ended(_) => thread.status = Status::Ended { result: new },
                Holder::Register(..) | Holder::Memory(..) => {}
            }
        }
        Ok(())
    }

    fn bind_block(
        &mut self,
        state: &mut State,
        index: usize,
        path: &Diagram,
        bound: &mut Vec<Binding>,
    ) -> Result<(), Halt> {
        let object = state.memory.shape.objects[index];
        let block = &state.memory.blocks[index];
        let mut todo: Vec<(u32, u32, Value, Content)> = Vec::new();
        for cell in self.cells.of_block(index, &object) {
            if let Some(bytes) = bytes_of(block, cell.offset, cell.len) {
                let value = value_of(bytes, cell.len, &mut self.terms);
                todo.push((cell.offset, cell.len, value, cell.content.clone()));
            }
        }
        for range in &block.lazy {
            if let Some((id, first)) = range.value
                && !todo.iter().any(|(offset, ..)| *offset == range.offset)
            {
                let value = value_of(Bytes::Lazy(id, first), range.len, &mut self.terms);
                todo.push((range.offset, range.len, value, Content::Plain));
            }
        }
        for (offset, len, value, content) in todo {
            let holder = Holder::Memory(object.base, offset, len, object.kind);
            let Some(new) = self.bind_holder(holder, value, &content, 8 * len, path, bound)? else { continue };
            let Value::Lazy(id) = new else { continue };
            let block = Arc::make_mut(&mut state.memory.blocks[index]);
            let range = LazyRange { offset, len, value: Some((id, 0)) };
            match block.lazy.iter_mut().find(|r| r.offset == offset) {
                Some(old) => *old = range,
                None => {
                    block.bytes[offset as usize..(offset + len) as usize].fill(0);
                    let at = block.lazy.partition_point(|r| r.offset < offset);
                    block.lazy.insert(at, range);
                }
            }
        }
        Ok(())
    }

    /// Binds the symbol of a holder; what the holder holds now, if that is something else.
    fn bind_holder(
        &mut self,
        holder: Holder,
        value: Value,
        content: &Content,
        width: u32,
        path: &Diagram,
        bound: &mut Vec<Binding>,
    ) -> Result<Option<Value>, Halt> {
        if let Content::Few(values) = content {
            let fits = match value {
                Value::Bits(bits) => values.binary_search(&bits).is_ok(),
                Value::Lazy(_) => true,
            };
            if fits && let Ok(symbol) = self.symbol(holder, width, content) {
                let possible = self.relation(symbol, value, width, false).map_err(full)?;
                if value == Value::Lazy(self.terms.symbol(symbol))
                    || self.encoder.gates.implies(path, &possible.possible).map_err(full)?
                {
                    return Ok(self.bind_symbol(symbol, value, bound));
                }
            }
        }
        if let (Content::Plain, Value::Lazy(_)) = (content, value)
            && let Some(shared) = self.same_value(value, width, bound)
        {
            return Ok(self.hold(shared, value));
        }
        match self.symbol(holder, width, &Content::Many) {
            Ok(symbol) => Ok(self.bind_symbol(symbol, value, bound)),
            // A known value may as well stay in the state.
            Err(Full) if matches!(value, Value::Bits(_)) => Ok(None),
            Err(Full) => Err(full(Full)),
        }
    }

    /// A wide symbol that is bound to the same value. Inputs that are only stored and copied are so many and so unlike each other
    /// that the diagram should not have to say which of them are equal.
    fn same_value(&self, value: Value, width: u32, bound: &[Binding]) -> Option<SymbolId> {
        let wide = |symbol: SymbolId| {
            let encoding = &self.encoder.symbols()[symbol.index()];
            encoding.values.is_none() && encoding.width == width
        };
        bound.iter().find(|(symbol, other)| *other == value && wide(*symbol)).map(|(symbol, _)| *symbol)
    }

    fn bind_symbol(&mut self, symbol: SymbolId, value: Value, bound: &mut Vec<Binding>) -> Option<Value> {
        bound.push((symbol, value));
        self.hold(symbol, value)
    }

    /// What a holder holds that has got a symbol, if that is something else than before.
    fn hold(&mut self, symbol: SymbolId, value: Value) -> Option<Value> {
        let new = Value::Lazy(self.terms.symbol(symbol));
        (new != value).then_some(new)
    }

    /// The symbol of a holder.
    fn symbol(&mut self, holder: Holder, width: u32, content: &Content) -> Result<SymbolId, Full> {
        let values = match content {
            Content::Few(values) => Some(values.clone()),
            Content::Many | Content::Plain => None,
        };
        let key = (holder, values.is_none());
        if let Some(symbol) = self.holders.get(&key) {
            return Ok(*symbol);
        }
        let symbol = self.encoder.symbol(width, values)?;
        self.holders.insert(key, symbol);
        Ok(symbol)
    }

    /// Where a symbol (or its twin) is a value.
    fn relation(&mut self, symbol: SymbolId, value: Value, width: u32, twin: bool) -> Result<Relation, Full> {
        let key = (symbol, value, twin);
        if let Some(known) = self.relations.get(&key) {
            return Ok(known.clone());
        }
        let bits = self.encoder.bits(&self.terms, value, width)?;
        let (code, possible) = self.encoder.code_of(symbol, &bits)?;
        let vars = self.encoder.symbols()[symbol.index()].vars.clone();
        let mut own = Vec::with_capacity(vars.len());
        for var in vars {
            own.push(self.encoder.gates.variable(var + u32::from(twin))?);
        }
        let relation = Rc::new(Bound { relation: self.encoder.equal(&own, &code)?, possible });
        self.relations.insert(key, relation.clone());
        Ok(relation)
    }

    fn vars<'a>(&self, symbols: impl IntoIterator<Item = &'a SymbolId>) -> Vec<u32> {
        symbols.into_iter().flat_map(|s| self.encoder.symbols()[s.index()].vars.iter().copied()).collect()
    }

    /// The symbols that a value mentions.
    fn mentions(&self, value: Value, symbol: SymbolId) -> bool {
        match value {
            Value::Bits(_) => false,
            Value::Lazy(id) => self.terms.symbols(id).binary_search(&symbol).is_ok(),
        }
    }

    /// ∃ variables. set ∧ symbol = value, for the symbol or its twin.
    fn conjoin(
        &mut self,
        set: &Diagram,
        (symbol, value): Binding,
        width: u32,
        twin: bool,
        variables: Vec<u32>,
    ) -> Result<Diagram, Full> {
        if self.encoder.symbols()[symbol.index()].values.is_some() || !self.terms.takes_apart(value) {
            let relation = self.relation(symbol, value, width, twin)?;
            return self.encoder.gates.and_exists(set, &relation.relation, variables);
        }
        // The relation of two wide values whose bits do not lie side by side (a half of one, a whole other) can be
        // exponential where the set is not. Bit by bit, a variable goes as soon as no further bit depends on it.
        let bits = self.encoder.bits(&self.terms, value, width)?;
        let vars = self.encoder.symbols()[symbol.index()].vars.clone();
        let mut last: BTreeMap<u32, usize> = variables.iter().map(|v| (*v, bits.len())).collect();
        for (i, bit) in bits.iter().enumerate().rev() {
            for variable in self.encoder.gates.support(bit) {
                last.entry(variable).and_modify(|at| *at = i);
            }
        }
        let gone = |at: usize| last.iter().filter(move |(_, l)| **l == at).map(|(v, _)| *v).collect::<Vec<u32>>();
        let mut set = self.encoder.gates.exists(set, gone(bits.len()))?;
        for (i, bit) in bits.iter().enumerate().rev() {
            let own = self.encoder.gates.variable(vars[i] + u32::from(twin))?;
            let differ = self.encoder.gates.xor(&own, bit)?;
            let agree = self.encoder.gates.not(&differ)?;
            set = self.encoder.gates.and_exists(&set, &agree, gone(i))?;
        }
        Ok(set)
    }

    /// The set of valuations of the bound symbols.
    pub(super) fn image(&mut self, element: Valuations, bound: &[Binding]) -> Result<Valuations, Full> {
        let mut cells: Vec<SymbolId> = bound.iter().map(|(symbol, _)| *symbol).collect();
        cells.sort_unstable();
        let is_itself = |terms: &Terms, (symbol, value): &Binding| match value {
            Value::Bits(_) => false,
            Value::Lazy(id) => *id == terms.find_symbol(*symbol).unwrap_or(LazyId::ANY),
        };
        let mut changed: Vec<Binding> = bound.iter().filter(|b| !is_itself(&self.terms, b)).copied().collect();
        // What nobody mentions any more goes first.
        let gone = |s: &&SymbolId| cells.binary_search(s).is_err();
        let old: Vec<SymbolId> = element.cells.iter().filter(gone).chain(element.inputs.iter()).copied().collect();
        let (needed, unneeded): (Vec<SymbolId>, Vec<SymbolId>) =
            old.into_iter().partition(|s| changed.iter().any(|(_, value)| self.mentions(*value, *s)));
        let mut needed = needed;
        let variables = self.vars(&unneeded);
        let mut diagram = self.encoder.gates.exists(&element.diagram, variables)?;
        let mut twins: Vec<SymbolId> = Vec::new();
        while !changed.is_empty() {
            let free = (0..changed.len()).find(|i| {
                let symbol = changed[*i].0;
                !changed.iter().any(|(_, value)| self.mentions(*value, symbol))
            });
            let (symbol, value) = changed.remove(free.unwrap_or(0));
            let width = self.encoder.symbols()[symbol.index()].width;
            if free.is_some() {
                let variables = self.vars([&symbol]);
                diagram = self.encoder.gates.exists(&diagram, variables)?;
            } else {
                twins.push(symbol);
            }
            let (dead, alive): (Vec<SymbolId>, Vec<SymbolId>) =
                needed.into_iter().partition(|s| !changed.iter().any(|(_, value)| self.mentions(*value, *s)));
            needed = alive;
            let variables = self.vars(&dead);
            diagram = self.conjoin(&diagram, (symbol, value), width, free.is_none(), variables)?;
        }
        let variables = self.vars(&twins);
        diagram = self.encoder.gates.exists(&diagram, variables.clone())?;
        diagram = self.encoder.gates.untwin(&diagram, variables)?;
        let cells: Rc<[SymbolId]> = if *cells == *element.cells { element.cells } else { cells.into() };
        Ok(Valuations { diagram, cells, inputs: Rc::new([]) })
    }
}
