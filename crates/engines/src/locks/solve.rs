//! Finding facts: adding what edges demand until nothing is missing.
//!
//! Each part of the facts is the least solution of its inclusions, found with a worklist: an edge, an instance or a location is looked at again if something that it
//! reads has grown. First values, which need nothing else; then what instances do as a whole; then points, together with what threads leave behind; then who knows
//! what. Values can grow only finitely often: objects are added, and the modulus of an offset is replaced by a divisor of it.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use raddle_deadline::Deadline;
use raddle_program::analysis::BitSet;
use raddle_program::{EdgeId, ExprKind, Flow, FuncId, Function, Id, IdVec, Loc, LocalId, Op};
use raddle_semantics::locks::known::Ground;
use raddle_semantics::locks::memory::{Cell, Slot, Values, flows, flows_at_end, flows_at_start, may_be_read};
use raddle_semantics::locks::ranges::Widening;
use raddle_semantics::locks::threads::Effect;
use raddle_semantics::locks::value::{Inclusions, SharedTargets, Targets, Value};
use raddle_semantics::locks::{Code, Facts, InstanceId, Known, ObjectId, Offsets, Point, Site, closure};

/// Facts about a program.
pub fn facts(code: &Code<'_>, deadline: &Deadline) -> Facts {
    let mut facts = Facts {
        values: values(code, deadline),
        effects: code.instances.list().iter().map(|_| Effect::default()).collect(),
        below: code.instances.kinds().iter().map(|_| BTreeSet::new()).collect(),
        left: code.instances.kinds().iter().map(|_| BTreeSet::new()).collect(),
        points: IdVec::new(),
        known: IdVec::new(),
        shared: BitSet::default(),
    };
    effects(code, &mut facts, deadline);
    points(code, &mut facts, deadline);
    shared(code, &mut facts);
    known(code, &mut facts, deadline);
    facts
}

/// Instances that have to be looked at.
struct Queue {
    waiting: VecDeque<InstanceId>,
    queued: Vec<bool>,
}

impl Queue {
    fn all(code: &Code<'_>) -> Queue {
        Queue { waiting: code.instances.list().ids().collect(), queued: vec![true; code.instances.list().len()] }
    }

    fn push(&mut self, instance: InstanceId) {
        if !std::mem::replace(&mut self.queued[instance.index()], true) {
            self.waiting.push_back(instance);
        }
    }

    fn pop(&mut self) -> Option<InstanceId> {
        let instance = self.waiting.pop_front()?;
        self.queued[instance.index()] = false;
        Some(instance)
    }
}

fn sites(code: &Code<'_>, instance: InstanceId) -> impl Iterator<Item = Site> {
    let function = code.instances.get(instance).function;
    code.program.functions[function].edges().ids().map(move |edge| Site { instance, edge })
}

/// More cells than these of one object are not told apart by their offsets.
const MAX_CELLS: usize = 200;

/// Edges that have to be looked at, each once. Those of one instance are numbered one behind the other.
struct Edges {
    /// The number of the first edge of each instance.
    first: IdVec<InstanceId, u32>,
    waiting: VecDeque<Site>,
    queued: Vec<bool>,
}

impl Edges {
    /// All of them, in the order of the program.
    fn all(code: &Code<'_>) -> Edges {
        let mut next = 0;
        let mut first = IdVec::new();
        for instance in code.instances.list().iter() {
            first.push(next);
            next += code.program.functions[instance.function].edges().len() as u32;
        }
        Edges { first, waiting: code.sites().collect(), queued: vec![true; next as usize] }
    }

    fn number(&self, site: Site) -> usize {
        self.first[site.instance] as usize + site.edge.index()
    }

    fn push(&mut self, site: Site) {
        let number = self.number(site);
        if !std::mem::replace(&mut self.queued[number], true) {
            self.waiting.push_back(site);
        }
    }

    fn pop(&mut self) -> Option<Site> {
        let site = self.waiting.pop_front()?;
        let number = self.number(site);
        self.queued[number] = false;
        Some(site)
    }
}

/// The slots with those who read them.
struct Solver<'a, 'p> {
    code: &'a Code<'p>,
    values: Values,
    queue: Edges,
    /// The edges of each function that read a register.
    uses: IdVec<FuncId, Vec<Vec<EdgeId>>>,
    /// The edges that read the memory of an object, by number and as they are.
    readers: Vec<BTreeMap<usize, Site>>,
    /// Where each edge has read when it was looked at last.
    read: BTreeMap<usize, Targets>,
    /// Those who read what others leave behind or store under keys.
    receivers: BTreeSet<Site>,
    shared: SharedTargets,
    compared: Inclusions,
}

/// The edges of a function that read each of its registers.
fn uses(function: &Function) -> Vec<Vec<EdgeId>> {
    let mut uses = vec![Vec::new(); function.locals.len()];
    for (id, edge) in function.edges().enumerated() {
        edge.op.for_each_expr(&mut |e| {
            e.walk(&mut |part| {
                if let ExprKind::Reg(register) = part.kind
                    && uses[register.index()].last() != Some(&id)
                {
                    uses[register.index()].push(id);
                }
            });
        });
    }
    uses
}

/// What registers and memory may hold.
///
/// A pointer that may be null and that is moved is not null: there is an object that it points to. Whether there is one is asked as soon as the null is there, and if the object comes later an address that
/// the program seems to make up has gone on already. So all is solved twice: the second time every pointer has its objects from the beginning.
fn values(code: &Code<'_>, deadline: &Deadline) -> Values {
    let first = values_from(code, Values::empty(code), deadline);
    values_from(code, without_numbers(first), deadline)
}

/// Only the addresses.
fn without_numbers(mut values: Values) -> Values {
    let numbers = values.registers.iter_mut().flatten().chain(values.results.iter_mut());
    numbers.chain([&mut values.joined, &mut values.keys]).for_each(|value| value.number = None);
    for cells in &mut values.cells {
        cells.retain(|_, value| {
            value.number = None;
            !value.targets.is_empty()
        });
    }
    values
}

fn values_from(code: &Code<'_>, values: Values, deadline: &Deadline) -> Values {
    let mut solver = Solver {
        code,
        values,
        queue: Edges::all(code),
        uses: code.program.functions.iter().map(uses).collect(),
        readers: vec![BTreeMap::new(); code.objects.len()],
        read: BTreeMap::new(),
        receivers: BTreeSet::new(),
        shared: SharedTargets::default(),
        compared: Inclusions::default(),
    };
    let mut found = Vec::new();
    flows_at_start(code, &mut |slot, value| found.push((slot, value)));
    loop {
        for (slot, value) in found.drain(..) {
            solver.add(slot, &value);
        }
        let Some(site) = solver.queue.pop() else {
            flows_at_end(code, &solver.values, &mut |slot, value| found.push((slot, value)));
            found.retain(|(slot, value)| !solver.values.holds(*slot, value, &mut solver.compared));
            if found.is_empty() {
                return solver.values;
            }
            continue;
        };
        deadline.look();
        solver.note_reads(site);
        flows(code, &solver.values, site, &mut |slot, value| found.push((slot, value)));
    }
}

impl Solver<'_, '_> {
    /// Remembers whose memory an edge reads.
    fn note_reads(&mut self, site: Site) {
        let instance = site.instance;
        let read = match self.code.edge(site).op.flow() {
            Flow::Access(access) => self.values.evaluate(self.code, instance, access.addr).targets,
            Flow::External { args, .. } => {
                let mut targets = BTreeSet::new();
                for arg in args {
                    let address = self.values.evaluate(self.code, instance, &arg.value);
                    targets.extend(self.values.reachable(&address).into_iter().map(|o| (o, Offsets::ANY)));
                }
                targets.into_iter().collect()
            }
            Flow::Sync { .. } => {
                self.receivers.insert(site);
                Targets::default()
            }
            Flow::Condition(_)
            | Flow::Assign { .. }
            | Flow::Nondet { .. }
            | Flow::Declare { .. }
            | Flow::Call { .. }
            | Flow::Return { .. }
            | Flow::Block { .. }
            | Flow::Size { .. }
            | Flow::Compute { .. }
            | Flow::Output { .. }
            | Flow::Nothing => Targets::default(),
        };
        let number = self.queue.number(site);
        let before = self.read.get(&number);
        if read.is_empty() || before.is_some_and(|before| before.is_same(&read)) {
            return;
        }
        for (object, _) in read.iter() {
            self.readers[object.0 as usize].insert(number, site);
        }
        self.read.insert(number, read);
    }

    fn add(&mut self, slot: Slot, value: &Value) {
        let Solver { values, queue, shared, compared, .. } = self;
        let mut join = |known: &mut Value| {
            let is_there = value.has_number_within(known) && compared.is_within(&value.targets, &known.targets);
            if is_there || !known.join(value) {
                return false;
            }
            shared.share(&mut known.targets);
            true
        };
        match slot {
            Slot::Register(instance, local) => {
                if join(&mut values.registers[instance][local.index()]) {
                    let function = self.code.instances.get(instance).function;
                    self.uses[function][local.index()]
                        .iter()
                        .for_each(|edge| queue.push(Site { instance, edge: *edge }));
                }
            }
            Slot::Cell(object, cell) => {
                let cells = &mut values.cells[object.0 as usize];
                let known = cells.contains_key(&cell) || cells.len() < MAX_CELLS;
                let cell = if known { cell } else { Cell { offsets: Offsets::ANY, ..cell } };
                if join(cells.entry(cell).or_default()) {
                    self.readers[object.0 as usize].values().for_each(|reader| queue.push(*reader));
                }
            }
            Slot::Result(instance) => {
                if join(&mut values.results[instance]) {
                    self.code.instances.get(instance).callers.iter().for_each(|caller| queue.push(*caller));
                }
            }
            Slot::Joined => {
                if join(&mut values.joined) {
                    self.receivers.iter().for_each(|receiver| queue.push(*receiver));
                }
            }
            Slot::Keys => {
                if join(&mut values.keys) {
                    self.receivers.iter().for_each(|receiver| queue.push(*receiver));
                }
            }
        }
    }
}

/// What instances do as a whole, and the kinds of threads below each.
fn effects(code: &Code<'_>, facts: &mut Facts, deadline: &Deadline) {
    let mut queue = Queue::all(code);
    while let Some(instance) = queue.pop() {
        let mut effect = Effect::default();
        for site in sites(code, instance) {
            deadline.look();
            effect.join(&closure::effect_flows(code, facts, site));
        }
        if facts.effects[instance].join(&effect) {
            code.instances.get(instance).callers.iter().for_each(|caller| queue.push(caller.instance));
        }
    }
    loop {
        deadline.look();
        let mut changed = false;
        for kind in code.instances.kinds().ids() {
            let below = closure::below(code, facts, kind);
            changed |= !below.is_subset(&facts.below[kind]);
            facts.below[kind].extend(below);
        }
        if !changed {
            return;
        }
    }
}

/// What is known at locations, and what threads leave behind.
fn points(code: &Code<'_>, facts: &mut Facts, deadline: &Deadline) {
    let locations = |i: &raddle_semantics::locks::instances::Instance| code.program.functions[i.function].locations();
    facts.points = code.instances.list().iter().map(|i| vec![None; locations(i)]).collect();
    // Locations of which more is demanded than was looked at.
    let mut queue: VecDeque<(InstanceId, Loc)> = VecDeque::new();
    let mut found: Vec<(InstanceId, Loc, Point)> = Vec::new();
    closure::points_at_start(code, &mut |instance, loc, point| found.push((instance, loc, point)));
    loop {
        for (instance, loc, point) in found.drain(..) {
            let known = &mut facts.points[instance][loc.index()];
            let changed = match known {
                Some(known) => known.weaken(&point),
                None => {
                    *known = Some(point);
                    true
                }
            };
            if changed {
                queue.push_back((instance, loc));
            }
        }
        let Some((instance, loc)) = queue.pop_front() else { return };
        let function = &code.program.functions[code.instances.get(instance).function];
        for (edge, e) in function.leaving(loc) {
            deadline.look();
            let site = Site { instance, edge };
            let into = &mut |instance, loc, point| found.push((instance, loc, point));
            closure::point_flows(code, facts, site, into);
            if matches!(e.op, Op::Return { .. }) {
                for caller in &code.instances.get(instance).callers {
                    closure::point_flows(code, facts, *caller, into);
                }
            }
            let mut more = Vec::new();
            closure::left_flows(code, facts, site, &mut |kind, made| {
                if !made.is_subset(&facts.left[kind]) {
                    more.push((kind, made.clone()));
                }
            });
            for (kind, made) in more {
                facts.left[kind].extend(made);
                // Whoever joins such a thread has to reckon with more.
                let joins = code.sync_edges(raddle_program::SyncOp::ThreadJoin);
                joins.for_each(|site| queue.push_back((site.instance, code.edge(site).source)));
            }
        }
    }
}

/// How often a bound may move at a location before those that move go to the next threshold, or are given up.
const MAX_MOVES: u8 = 4;

/// More thresholds than these of one function are not looked at.
const MAX_THRESHOLDS: usize = 24;

/// The numbers with which the conditions of an instance that creates or joins threads compare something, and those beside them.
fn thresholds(code: &Code<'_>, facts: &Facts, instance: InstanceId) -> Vec<i64> {
    if !raddle_semantics::locks::indices::counts(code, instance) {
        return Vec::new();
    }
    let mut found = BTreeSet::new();
    for site in sites(code, instance) {
        let Op::Assume { cond, .. } = &code.edge(site).op else { continue };
        cond.walk(&mut |part| {
            if found.len() < MAX_THRESHOLDS
                && let Some(number) = facts.values.evaluate(code, instance, part).exact_number()
            {
                found.extend([number.saturating_sub(1), number, number.saturating_add(1)]);
            }
        });
    }
    found.into_iter().collect()
}

/// How often it is begun again with fewer equalities.
const MAX_ROUNDS: usize = 5;

/// What threads know about their registers.
///
/// Sums are named by what is equal. An equality that holds only where a loop is entered would name something that is then lost together with the equality; so registers whose equalities do not last, where
/// they are still read, are left as they are, and everything is begun again.
fn known(code: &Code<'_>, facts: &mut Facts, deadline: &Deadline) {
    let ground = Ground::new(code, facts);
    let thresholds = code.instances.list().ids().map(|instance| thresholds(code, facts, instance)).collect();
    let mut unstable = BTreeSet::new();
    for _ in 0..MAX_ROUNDS {
        let before = unstable.len();
        known_with(code, facts, (&ground, &thresholds), &mut unstable, deadline);
        if unstable.len() == before {
            return;
        }
    }
}

fn known_with(
    code: &Code<'_>,
    facts: &mut Facts,
    (ground, thresholds): (&Ground, &IdVec<InstanceId, Vec<i64>>),
    unstable: &mut BTreeSet<(InstanceId, LocalId)>,
    deadline: &Deadline,
) {
    let locations = |i: &raddle_semantics::locks::instances::Instance| code.program.functions[i.function].locations();
    facts.known = code.instances.list().iter().map(|i| vec![None; locations(i)]).collect();
    let mut moves: IdVec<InstanceId, Vec<u8>> = code.instances.list().iter().map(|i| vec![0; locations(i)]).collect();
    let mut queue: VecDeque<(InstanceId, Loc)> = VecDeque::new();
    let mut found: Vec<(InstanceId, Loc, Known)> = Vec::new();
    closure::known_at_start(code, &mut |instance, loc, known| found.push((instance, loc, known)));
    loop {
        for (instance, loc, mut new) in found.drain(..) {
            new.equal.retain(|register, _| !unstable.contains(&(instance, *register)));
            let moves = &mut moves[instance][loc.index()];
            let known = &mut facts.known[instance][loc.index()];
            let changed = match known {
                Some(known) if known.covers(&new) => false,
                Some(known) => {
                    let function = &code.program.functions[code.instances.get(instance).function];
                    let lost = known.equal.iter().filter(|(register, sum)| new.equal.get(register) != Some(sum));
                    let read = lost.map(|(register, _)| *register).filter(|r| may_be_read(function, loc, *r));
                    unstable.extend(read.map(|register| (instance, register)));
                    let ranges = [(&known.ranges, &new.ranges), (&known.created, &new.created)];
                    let moved = ranges.into_iter().any(|(known, new)| {
                        let moves = |(kind, range)| known.get(kind).is_some_and(|there| !there.covers(range));
                        new.iter().any(moves)
                    });
                    *moves = moves.saturating_add(u8::from(moved || !known.differences.covers(&new.differences)));
                    let widening = match *moves > MAX_MOVES {
                        true => Widening::To(&thresholds[instance]),
                        false => Widening::Not,
                    };
                    known.weaken(&new, widening);
                    true
                }
                None => {
                    *known = Some(new);
                    true
                }
            };
            if changed {
                queue.push_back((instance, loc));
            }
        }
        let Some((instance, loc)) = queue.pop_front() else { return };
        let function = &code.program.functions[code.instances.get(instance).function];
        for (edge, e) in function.leaving(loc) {
            deadline.look();
            let into = &mut |instance, loc, known| found.push((instance, loc, known));
            closure::known_flows(code, facts, ground, Site { instance, edge }, into);
            if matches!(e.op, Op::Return { .. }) {
                for caller in &code.instances.get(instance).callers {
                    closure::known_flows(code, facts, ground, *caller, into);
                }
            }
        }
    }
}

/// The objects that several threads may know.
fn shared(code: &Code<'_>, facts: &mut Facts) {
    let mut queue: Vec<ObjectId> = Vec::new();
    closure::shared_at_start(code, facts, &mut |object| queue.push(object));
    while let Some(object) = queue.pop() {
        if facts.shared.insert(object.0) {
            closure::shared_flows(facts, object, &mut |target| queue.push(target));
        }
    }
}
