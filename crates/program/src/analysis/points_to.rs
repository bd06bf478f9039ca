//! Which objects an address may point into: inclusion-based (Andersen) points-to analysis.
//!
//! **Idea** (L. O. Andersen, 1994): one set of abstract objects per register and per object content; assignments,
//! loads, stores and calls are inclusions between them; the least solution is found with a worklist. Flow-, context-
//! and field-insensitive. The call graph is built on the way, so code that nobody calls contributes nothing.
//!
//! **Abstract objects** are globals, memory locals, allocating edges and functions. One abstract object stands for all
//! its instances in all threads and frames. The ids of threads (`pthread_t`) are followed as addresses of one more, in which nothing lies.
//!
//! **Soundness.** Registers are untyped: addresses flow through every arithmetic operator and cast, and every load
//! reads all addresses ever stored anywhere in the object, so copying pointers byte by byte is covered. What is not
//! covered is an address that the program invents (a constant, an input). The analysis does not try: whoever relies on
//! it compares each concrete access with [`PointsTo::may_address`] (or the effects computed from it) and halts if
//! the object is not in the set.
//!
//! **Cost**: cubic in theory, near linear on the programs we see. Rejected: Steensgaard's unification, which merges
//! the arguments of all threads of a start routine and with them most of the heap.

use std::collections::{HashMap, HashSet};

use raddle_deadline::Deadline;

use super::bits::BitSet;
use crate::expr::{BinaryOp, Expr, ExprKind};
use crate::flow::Flow;
use crate::ids::{EdgeId, FuncId, GlobalId, IdVec, LocalId};
use crate::op::{Callee, Op, SyncOp};
use crate::operands::{AccessKind, MemoryAccess};
use crate::program::{Program, RelocationTarget};

/// An abstract object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Object {
    /// A global (all instances of it, if it is thread-local).
    Global(GlobalId),
    /// A memory local.
    Local(FuncId, LocalId),
    /// The blocks made by an allocating edge, on the heap or the stack.
    Block(FuncId, EdgeId),
    /// A function.
    Function(FuncId),
    /// The ids of all threads. An id is not an address of anything, but it flows like one, and nobody may look at its number either.
    ThreadIds,
}

/// The solution.
#[derive(Clone, Debug)]
pub struct PointsTo {
    objects: Vec<Object>,
    ids: HashMap<Object, u32>,
    /// First node of each function's registers.
    registers: IdVec<FuncId, u32>,
    /// One set per node: registers, then object contents, then results of functions, then the rest.
    sets: Vec<BitSet>,
    contents: u32,
    reachable: BitSet,
    thread_starts: BitSet,
    destructors: BitSet,
    /// Registers and objects that are handed from thread to thread.
    handed_over: BitSet,
    deadline: Deadline,
}

/// What must be looked at again when a node has grown.
#[derive(Clone, Copy)]
enum Use<'p> {
    /// Everything flows on to a node.
    Copy(u32),
    /// `node = *self`
    Load(u32),
    /// `*self = node`
    Store(u32),
    /// A call through this pointer: arguments and the node of the result.
    Call(FuncId, &'p [Expr], Option<u32>),
    /// Threads start here with the argument in a node.
    Start(u32),
    /// Destructors of keys.
    Destructor,
}

struct Solver<'p> {
    program: &'p Program,
    out: PointsTo,
    uses: Vec<Vec<Use<'p>>>,
    queue: Vec<u32>,
    queued: BitSet,
    functions: Vec<FuncId>,
    /// Copy edges that exist.
    copies: HashSet<(u32, u32)>,
    /// Indirect calls that are connected: by their arguments, which no two calls share, and the callee.
    calls: HashSet<(*const Expr, Option<u32>, FuncId)>,
    results: u32,
    /// What joins may receive.
    joined: u32,
    /// What keys may hold.
    keys: u32,
}

impl PointsTo {
    /// Solves the constraints of all code reachable from the entry function, however long that takes.
    pub fn new(program: &Program) -> PointsTo {
        PointsTo::within(program, &Deadline::new())
    }

    /// Solves them before a deadline, at which all analyses that build on the solution look, too.
    pub fn within(program: &Program, deadline: &Deadline) -> PointsTo {
        let mut solver = Solver::new(program, deadline);
        solver.reach(program.entry);
        if let Some(last) = program.after_last_thread {
            solver.reach(last);
            solver.out.destructors.insert(last.0);
        }
        // The machine makes an object for each pointer parameter of the entry function (`argv`, `envp`).
        for local in program.functions[program.entry].locals.ids().take(program.functions[program.entry].params).skip(1)
        {
            let object = solver.out.ids[&Object::Local(program.entry, local)];
            solver.add(solver.register(program.entry, local), object);
        }
        for (id, global) in program.globals.enumerated() {
            let content = solver.out.contents + solver.out.ids[&Object::Global(id)];
            for relocation in &global.relocations {
                let target = match relocation.target {
                    RelocationTarget::Global(g) => Object::Global(g),
                    RelocationTarget::Function(f) => Object::Function(f),
                };
                solver.add(content, solver.out.ids[&target]);
            }
        }
        solver.solve();
        solver.out
    }

    /// When this and everything that builds on it has to end.
    pub fn deadline(&self) -> &Deadline {
        &self.deadline
    }

    /// All abstract objects; their index is their number in sets.
    pub fn objects(&self) -> &[Object] {
        &self.objects
    }

    /// The number of an object.
    pub fn number(&self, object: Object) -> Option<u32> {
        self.ids.get(&object).copied()
    }

    /// The objects an expression of a function may address.
    pub fn may_address(&self, function: FuncId, expr: &Expr) -> BitSet {
        let mut set = BitSet::default();
        leaves(expr, &mut |leaf| match leaf {
            Leaf::Register(local) => {
                set.union_with(&self.sets[(self.registers[function] + local.0) as usize]);
            }
            Leaf::Global(g) => {
                set.insert(self.ids[&Object::Global(g)]);
            }
            Leaf::Local(l) => {
                set.insert(self.ids[&Object::Local(function, l)]);
            }
            Leaf::Function(f) => {
                set.insert(self.ids[&Object::Function(f)]);
            }
        });
        set
    }

    /// Whether an expression of a function may address anything at all.
    pub fn may_be_address(&self, function: FuncId, expr: &Expr) -> bool {
        let mut any = false;
        leaves(expr, &mut |leaf| {
            any = any
                || match leaf {
                    Leaf::Register(local) => !self.sets[(self.registers[function] + local.0) as usize].is_empty(),
                    Leaf::Global(_) | Leaf::Local(_) | Leaf::Function(_) => true,
                }
        });
        any
    }

    /// Whether the value of an expression of a function may be made of the id of a thread.
    pub fn may_be_id(&self, function: FuncId, expr: &Expr) -> bool {
        self.may_address(function, expr).contains(self.ids[&Object::ThreadIds])
    }

    /// Whether a register may hold something made of the id of a thread.
    pub fn register_may_hold_ids(&self, function: FuncId, register: LocalId) -> bool {
        let set = &self.sets[(self.registers[function] + register.0) as usize];
        set.contains(self.ids[&Object::ThreadIds])
    }

    /// Whether ids of threads may be stored in an object.
    pub fn object_may_hold_ids(&self, object: Object) -> bool {
        let ids = self.ids[&Object::ThreadIds];
        self.number(object).is_some_and(|object| self.content(object).contains(ids))
    }

    /// Whether ids of threads may be stored where an address points to.
    pub fn may_hold_ids(&self, function: FuncId, addr: &Expr) -> bool {
        let ids = self.ids[&Object::ThreadIds];
        self.may_address(function, addr).iter().any(|object| self.content(object).contains(ids))
    }

    /// The objects whose addresses may be stored in an object.
    pub fn content(&self, object: u32) -> &BitSet {
        &self.sets[(self.contents + object) as usize]
    }

    /// All that can be reached from a set of objects by following stored addresses, the set itself included.
    pub fn closure(&self, mut set: BitSet) -> BitSet {
        let mut queue: Vec<u32> = set.iter().collect();
        while let Some(object) = queue.pop() {
            self.deadline.look();
            for target in self.content(object).iter() {
                if set.insert(target) {
                    queue.push(target);
                }
            }
        }
        set
    }

    /// Whether some execution may enter a function.
    pub fn is_reachable(&self, function: FuncId) -> bool {
        self.reachable.contains(function.0)
    }

    /// The functions an address expression may call.
    pub fn callees(&self, function: FuncId, target: &Expr) -> Vec<FuncId> {
        functions_in(&self.objects, &self.may_address(function, target))
    }

    /// The functions that threads start with.
    pub fn thread_starts(&self) -> impl Iterator<Item = FuncId> + '_ {
        self.thread_starts.iter().map(FuncId)
    }

    /// The functions that may run at the end of a thread: the destructors of thread-specific keys, and what follows the end of the last thread.
    pub fn destructors(&self) -> impl Iterator<Item = FuncId> + '_ {
        self.destructors.iter().map(FuncId)
    }

    /// Objects whose address is passed to a new thread, to a join or through a key.
    pub fn handed_over(&self) -> &BitSet {
        &self.handed_over
    }
}

fn functions_in(objects: &[Object], set: &BitSet) -> Vec<FuncId> {
    set.iter()
        .filter_map(|o| match objects[o as usize] {
            Object::Function(f) => Some(f),
            Object::Global(_) | Object::Local(..) | Object::Block(..) | Object::ThreadIds => None,
        })
        .collect()
}

/// Where an address in an expression may come from.
enum Leaf {
    Register(LocalId),
    Global(GlobalId),
    Local(LocalId),
    Function(FuncId),
}

/// Calls `visit` on every register and object whose address may be (part of) the value of the expression.
fn leaves(expr: &Expr, visit: &mut impl FnMut(Leaf)) {
    match &expr.kind {
        ExprKind::Const(_) => {}
        ExprKind::Reg(local) => visit(Leaf::Register(*local)),
        ExprKind::GlobalAddr(g, _) => visit(Leaf::Global(*g)),
        ExprKind::LocalAddr(l, _) => visit(Leaf::Local(*l)),
        ExprKind::FuncAddr(f) => visit(Leaf::Function(*f)),
        ExprKind::Unary(_, a) | ExprKind::Cast(a) => leaves(a, visit),
        // The result of a comparison is a truth value, not an address.
        ExprKind::Binary(
            BinaryOp::Eq | BinaryOp::Ne | BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge,
            _,
            _,
        ) => {}
        ExprKind::Binary(_, a, b) | ExprKind::Ite(_, a, b) => {
            leaves(a, visit);
            leaves(b, visit);
        }
    }
}

impl<'p> Solver<'p> {
    fn new(program: &'p Program, deadline: &Deadline) -> Solver<'p> {
        let mut objects = Vec::new();
        for id in program.globals.ids() {
            objects.push(Object::Global(id));
        }
        let mut registers = IdVec::new();
        let mut nodes = 0u32;
        for (id, function) in program.functions.enumerated() {
            deadline.look();
            registers.push(nodes);
            nodes += function.locals.len() as u32;
            objects.push(Object::Function(id));
            if id == program.entry {
                objects.extend(function.locals.ids().take(function.params).skip(1).map(|l| Object::Local(id, l)));
            }
            for (local, l) in function.locals.enumerated() {
                match l.storage {
                    crate::function::Storage::Memory { .. } => objects.push(Object::Local(id, local)),
                    crate::function::Storage::Register(_) => {}
                }
            }
            for (edge, e) in function.edges().enumerated() {
                if matches!(e.op, Op::Alloc { .. } | Op::StackAlloc { .. }) {
                    objects.push(Object::Block(id, edge));
                }
            }
        }
        objects.push(Object::ThreadIds);
        let ids = objects.iter().enumerate().map(|(i, o)| (*o, i as u32)).collect();
        let contents = nodes;
        let results = contents + objects.len() as u32;
        let joined = results + program.functions.len() as u32;
        let keys = joined + 1;
        let total = keys as usize + 1;
        Solver {
            program,
            out: PointsTo {
                objects,
                ids,
                registers,
                sets: vec![BitSet::default(); total],
                contents,
                reachable: BitSet::default(),
                thread_starts: BitSet::default(),
                destructors: BitSet::default(),
                handed_over: BitSet::default(),
                deadline: deadline.clone(),
            },
            uses: vec![Vec::new(); total],
            queue: Vec::new(),
            queued: BitSet::default(),
            functions: Vec::new(),
            copies: HashSet::new(),
            calls: HashSet::new(),
            results,
            joined,
            keys,
        }
    }

    fn add(&mut self, node: u32, object: u32) {
        if self.out.sets[node as usize].insert(object) {
            self.enqueue(node);
        }
    }

    fn enqueue(&mut self, node: u32) {
        if self.queued.insert(node) {
            self.queue.push(node);
        }
    }

    fn copy(&mut self, from: u32, to: u32) {
        if from == to || !self.copies.insert((from, to)) {
            return;
        }
        self.uses[from as usize].push(Use::Copy(to));
        self.flow(from, to);
    }

    fn flow(&mut self, from: u32, to: u32) {
        self.out.deadline.look();
        if from == to {
            return;
        }
        let source = std::mem::take(&mut self.out.sets[from as usize]);
        if self.out.sets[to as usize].union_with(&source) {
            self.enqueue(to);
        }
        self.out.sets[from as usize] = source;
    }

    fn attach(&mut self, node: u32, usage: Use<'p>) {
        self.uses[node as usize].push(usage);
        self.enqueue(node);
    }

    fn register(&self, function: FuncId, local: LocalId) -> u32 {
        self.out.registers[function] + local.0
    }

    /// A node that holds what an expression may address.
    fn node(&mut self, function: FuncId, expr: &Expr) -> u32 {
        if let ExprKind::Reg(local) = expr.kind {
            return self.register(function, local);
        }
        let node = self.out.sets.len() as u32;
        self.out.sets.push(BitSet::default());
        self.uses.push(Vec::new());
        self.flow_expr(function, expr, node);
        node
    }

    /// Lets the value of an expression flow into a node.
    fn flow_expr(&mut self, function: FuncId, expr: &Expr, to: u32) {
        let mut found = Vec::new();
        leaves(expr, &mut |leaf| found.push(leaf));
        for leaf in found {
            match leaf {
                Leaf::Register(local) => self.copy(self.register(function, local), to),
                Leaf::Global(g) => self.add(to, self.out.ids[&Object::Global(g)]),
                Leaf::Local(l) => self.add(to, self.out.ids[&Object::Local(function, l)]),
                Leaf::Function(f) => self.add(to, self.out.ids[&Object::Function(f)]),
            }
        }
    }

    fn reach(&mut self, function: FuncId) {
        if self.out.reachable.insert(function.0) {
            self.functions.push(function);
        }
    }

    /// A call of a known function.
    fn call(&mut self, caller: FuncId, callee: FuncId, args: &[Expr], dst: Option<u32>) {
        self.reach(callee);
        let params = self.program.functions[callee].params;
        for (i, arg) in args.iter().take(params).enumerate() {
            self.flow_expr(caller, arg, self.register(callee, LocalId(i as u32)));
        }
        if let Some(dst) = dst {
            self.copy(self.results + callee.0, dst);
        }
    }

    fn constraints(&mut self, f: FuncId) {
        let program = self.program;
        for (edge_id, edge) in program.functions[f].edges().enumerated() {
            self.out.deadline.look();
            match edge.op.flow() {
                Flow::Access(access) => self.access(f, access),
                Flow::Assign { dst, value } => self.flow_expr(f, value, self.register(f, dst)),
                Flow::Call { dst, callee, args } => {
                    let dst = dst.map(|d| self.register(f, d));
                    match callee {
                        Callee::Direct(callee) => self.call(f, *callee, args, dst),
                        Callee::Indirect(target) => {
                            let target = self.node(f, target);
                            self.attach(target, Use::Call(f, args, dst));
                        }
                    }
                }
                Flow::Return { value } => {
                    value.into_iter().for_each(|value| self.flow_expr(f, value, self.results + f.0));
                }
                Flow::Block { dst } => {
                    let block = self.out.ids[&Object::Block(f, edge_id)];
                    self.add(self.register(f, dst), block);
                }
                Flow::Sync { op, args, dst, out } => self.sync(f, op, args, dst, out),
                // These move no address: the values they produce are truth values, sizes or inputs.
                Flow::Condition(_)
                | Flow::Nondet { .. }
                | Flow::Declare { .. }
                | Flow::External { .. }
                | Flow::Size { .. }
                | Flow::Compute { .. }
                | Flow::Output { .. }
                | Flow::Nothing => {}
            }
        }
    }

    fn access(&mut self, f: FuncId, access: MemoryAccess<'_>) {
        let addr = self.node(f, access.addr);
        let (dst, stored) = match access.kind {
            AccessKind::Load { dst } => (Some(dst), None),
            AccessKind::Store { value } => (None, Some(value)),
            AccessKind::Rmw { operand, dst, .. } => (dst, Some(operand)),
            AccessKind::CompareExchange { desired, dst, .. } => (Some(dst), Some(desired)),
        };
        if let Some(stored) = stored {
            let stored = self.node(f, stored);
            self.attach(addr, Use::Store(stored));
        }
        if let Some(dst) = dst {
            self.attach(addr, Use::Load(self.register(f, dst)));
        }
    }

    fn sync(&mut self, f: FuncId, op: SyncOp, args: &'p [Expr], dst: Option<LocalId>, out: Option<LocalId>) {
        match op {
            SyncOp::ThreadCreate => {
                if let [start, arg, ..] = args {
                    let (start, arg) = (self.node(f, start), self.node(f, arg));
                    self.attach(start, Use::Start(arg));
                }
                self.id(f, out);
            }
            SyncOp::ThreadSelf => self.id(f, dst),
            SyncOp::ThreadJoin | SyncOp::ThreadTryjoin => {
                if let Some(out) = out {
                    self.copy(self.joined, self.register(f, out));
                }
            }
            SyncOp::ThreadExit => {
                if let [value] = args {
                    self.flow_expr(f, value, self.joined);
                }
            }
            SyncOp::KeyCreate => {
                if let [destructor] = args {
                    let destructor = self.node(f, destructor);
                    self.attach(destructor, Use::Destructor);
                }
            }
            SyncOp::KeySet => {
                if let [_, value] = args {
                    self.flow_expr(f, value, self.keys);
                }
            }
            SyncOp::KeyGet => {
                if let Some(dst) = dst {
                    self.copy(self.keys, self.register(f, dst));
                }
            }
            // The rest neither takes nor gives addresses that flow on.
            SyncOp::ThreadExists
            | SyncOp::ThreadCancel
            | SyncOp::CancelTest
            | SyncOp::CancelSet
            | SyncOp::ThreadDetach
            | SyncOp::MutexInit
            | SyncOp::MutexDestroy
            | SyncOp::MutexConsistent
            | SyncOp::MutexCeiling
            | SyncOp::MutexLock
            | SyncOp::MutexTrylock
            | SyncOp::MutexTimedlock
            | SyncOp::MutexUnlock
            | SyncOp::RwlockInit
            | SyncOp::RwlockDestroy
            | SyncOp::RwlockRdlock
            | SyncOp::RwlockTryrdlock
            | SyncOp::RwlockTimedrdlock
            | SyncOp::RwlockWrlock
            | SyncOp::RwlockTrywrlock
            | SyncOp::RwlockTimedwrlock
            | SyncOp::RwlockUnlock
            | SyncOp::SpinInit
            | SyncOp::SpinDestroy
            | SyncOp::SpinLock
            | SyncOp::SpinTrylock
            | SyncOp::SpinUnlock
            | SyncOp::CondInit
            | SyncOp::CondDestroy
            | SyncOp::CondWait
            | SyncOp::CondTimedwait
            | SyncOp::CondSignal
            | SyncOp::CondBroadcast
            | SyncOp::BarrierInit
            | SyncOp::BarrierDestroy
            | SyncOp::BarrierWait
            | SyncOp::SemInit
            | SyncOp::SemDestroy
            | SyncOp::SemWait
            | SyncOp::SemTrywait
            | SyncOp::SemTimedwait
            | SyncOp::SemPost
            | SyncOp::SemGetvalue
            | SyncOp::OnceEnter
            | SyncOp::OnceLeave
            | SyncOp::KeyDelete
            | SyncOp::Yield => {}
        }
    }

    /// A register gets the id of a thread.
    fn id(&mut self, f: FuncId, register: Option<LocalId>) {
        if let Some(register) = register {
            self.add(self.register(f, register), self.out.ids[&Object::ThreadIds]);
        }
    }

    fn solve(&mut self) {
        loop {
            while let Some(function) = self.functions.pop() {
                self.constraints(function);
            }
            let Some(node) = self.queue.pop() else { break };
            self.queued.remove(node);
            let uses = self.uses[node as usize].clone();
            let set = self.out.sets[node as usize].clone();
            for usage in uses {
                self.out.deadline.look();
                self.follow(node, &set, usage);
            }
        }
        // What one thread may get from another other than through memory that both can name.
        let mut handed_over = self.out.sets[self.joined as usize].clone();
        handed_over.union_with(&self.out.sets[self.keys as usize]);
        for start in self.out.thread_starts.iter() {
            if self.program.functions[FuncId(start)].params > 0 {
                handed_over.union_with(&self.out.sets[self.register(FuncId(start), LocalId(0)) as usize]);
            }
        }
        self.out.handed_over = handed_over;
    }

    fn follow(&mut self, node: u32, set: &BitSet, usage: Use<'p>) {
        match usage {
            Use::Copy(to) => self.flow(node, to),
            Use::Load(to) => {
                for object in set.iter() {
                    let content = self.out.contents + object;
                    self.copy(content, to);
                }
            }
            Use::Store(value) => {
                for object in set.iter() {
                    let content = self.out.contents + object;
                    self.copy(value, content);
                }
            }
            Use::Call(caller, args, dst) => {
                for callee in functions_in(&self.out.objects, set) {
                    if self.calls.insert((args.as_ptr(), dst, callee)) {
                        self.call(caller, callee, args, dst);
                    }
                }
            }
            Use::Start(arg) => {
                for start in functions_in(&self.out.objects, set) {
                    self.reach(start);
                    self.out.thread_starts.insert(start.0);
                    if self.program.functions[start].params > 0 {
                        self.copy(arg, self.register(start, LocalId(0)));
                    }
                    self.copy(self.results + start.0, self.joined);
                }
            }
            Use::Destructor => {
                for destructor in functions_in(&self.out.objects, set) {
                    self.reach(destructor);
                    self.out.destructors.insert(destructor.0);
                    if self.program.functions[destructor].params > 0 {
                        self.copy(self.keys, self.register(destructor, LocalId(0)));
                    }
                }
            }
        }
    }
}
