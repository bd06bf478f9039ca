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

use super::bits::IdSet;
use crate::expr::{BinaryOp, Expr, ExprKind};
use crate::flow::Flow;
use crate::ids::{EdgeId, FuncId, GlobalId, IdVec, LocalId};
use crate::op::{Callee, Op, SyncOp};
use crate::operands::{AccessKind, MemoryAccess, SyncScope};
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

crate::ids! {
    /// An abstract object, by its number in sets.
    ObjectIx = "o";
    /// What holds addresses: a register, the content of an object, the result of a function, the value of an expression.
    NodeIx = "n";
}

/// A set of abstract objects.
pub type ObjectSet = IdSet<ObjectIx>;

/// The solution.
#[derive(Clone, Debug)]
pub struct PointsTo {
    objects: IdVec<ObjectIx, Object>,
    ids: HashMap<Object, ObjectIx>,
    /// First node of each function's registers.
    registers: IdVec<FuncId, NodeIx>,
    /// One set per node: registers, then object contents, then results of functions, then the rest.
    sets: IdVec<NodeIx, ObjectSet>,
    contents: NodeIx,
    reachable: IdSet<FuncId>,
    thread_starts: IdSet<FuncId>,
    destructors: IdSet<FuncId>,
    /// Registers and objects that are handed from thread to thread.
    handed_over: ObjectSet,
    deadline: Deadline,
}

/// What must be looked at again when a node has grown.
#[derive(Clone, Copy)]
enum Use<'p> {
    /// Everything flows on to a node.
    Copy(NodeIx),
    /// `node = *self`
    Load(NodeIx),
    /// `*self = node`
    Store(NodeIx),
    /// A call through this pointer: arguments and the node of the result.
    Call(FuncId, &'p [Expr], Option<NodeIx>),
    /// Threads start here with the argument in a node.
    Start(NodeIx),
    /// Destructors of keys.
    Destructor,
}

struct Solver<'p> {
    program: &'p Program,
    out: PointsTo,
    uses: IdVec<NodeIx, Vec<Use<'p>>>,
    queue: Vec<NodeIx>,
    queued: IdSet<NodeIx>,
    functions: Vec<FuncId>,
    /// Copy edges that exist.
    copies: HashSet<(NodeIx, NodeIx)>,
    /// Indirect calls that are connected: by their arguments, which no two calls share, and the callee.
    calls: HashSet<(*const Expr, Option<NodeIx>, FuncId)>,
    results: NodeIx,
    /// What joins may receive.
    joined: NodeIx,
    /// What keys may hold.
    keys: NodeIx,
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
            solver.out.destructors.insert(last);
        }
        // The machine makes an object for each pointer parameter of the entry function (`argv`, `envp`).
        for local in program.functions[program.entry].locals.ids().take(program.functions[program.entry].params).skip(1)
        {
            let object = solver.out.ids[&Object::Local(program.entry, local)];
            solver.add(solver.register(program.entry, local), object);
        }
        for (id, global) in program.globals.enumerated() {
            let content = solver.out.content_node(solver.out.ids[&Object::Global(id)]);
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

    /// All abstract objects.
    pub fn objects(&self) -> &IdVec<ObjectIx, Object> {
        &self.objects
    }

    /// The number of an object.
    pub fn number(&self, object: Object) -> Option<ObjectIx> {
        self.ids.get(&object).copied()
    }

    /// The objects an expression of a function may address.
    pub fn may_address(&self, function: FuncId, expr: &Expr) -> ObjectSet {
        let mut set = ObjectSet::default();
        leaves(expr, &mut |leaf| match leaf {
            Leaf::Register(local) => {
                set.union_with(&self.sets[self.register_node(function, local)]);
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
                    Leaf::Register(local) => !self.sets[self.register_node(function, local)].is_empty(),
                    Leaf::Global(_) | Leaf::Local(_) | Leaf::Function(_) => true,
                }
        });
        any
    }

    /// Whether a register may hold an address of anything.
    pub fn register_may_address(&self, function: FuncId, register: LocalId) -> bool {
        !self.sets[self.register_node(function, register)].is_empty()
    }

    /// Whether the value of an expression of a function may be made of the id of a thread.
    pub fn may_be_id(&self, function: FuncId, expr: &Expr) -> bool {
        self.may_address(function, expr).contains(self.ids[&Object::ThreadIds])
    }

    /// Whether a register may hold something made of the id of a thread.
    pub fn register_may_hold_ids(&self, function: FuncId, register: LocalId) -> bool {
        let set = &self.sets[self.register_node(function, register)];
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
    pub fn content(&self, object: ObjectIx) -> &ObjectSet {
        &self.sets[self.content_node(object)]
    }

    fn content_node(&self, object: ObjectIx) -> NodeIx {
        NodeIx(self.contents.0 + object.0)
    }

    fn register_node(&self, function: FuncId, register: LocalId) -> NodeIx {
        NodeIx(self.registers[function].0 + register.0)
    }

    /// All that can be reached from a set of objects by following stored addresses, the set itself included.
    pub fn closure(&self, mut set: ObjectSet) -> ObjectSet {
        let mut queue: Vec<ObjectIx> = set.iter().collect();
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
        self.reachable.contains(function)
    }

    /// The functions an address expression may call.
    pub fn callees(&self, function: FuncId, target: &Expr) -> Vec<FuncId> {
        functions_in(&self.objects, &self.may_address(function, target))
    }

    /// The functions that threads start with.
    pub fn thread_starts(&self) -> impl Iterator<Item = FuncId> + '_ {
        self.thread_starts.iter()
    }

    /// The functions that may run at the end of a thread: the destructors of thread-specific keys, and what follows the end of the last thread.
    pub fn destructors(&self) -> impl Iterator<Item = FuncId> + '_ {
        self.destructors.iter()
    }

    /// Objects whose address is passed to a new thread, to a join or through a key.
    pub fn handed_over(&self) -> &ObjectSet {
        &self.handed_over
    }
}

fn functions_in(objects: &IdVec<ObjectIx, Object>, set: &ObjectSet) -> Vec<FuncId> {
    set.iter()
        .filter_map(|o| match objects[o] {
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
        let mut objects: Vec<Object> = program.globals.ids().map(Object::Global).collect();
        let mut registers = IdVec::new();
        let mut nodes = 0u32;
        for (id, function) in program.functions.enumerated() {
            deadline.look();
            registers.push(NodeIx(nodes));
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
        let objects: IdVec<ObjectIx, Object> = objects.into_iter().collect();
        let ids = objects.enumerated().map(|(i, o)| (*o, i)).collect();
        let contents = NodeIx(nodes);
        let results = NodeIx(contents.0 + objects.len() as u32);
        let joined = NodeIx(results.0 + program.functions.len() as u32);
        let keys = NodeIx(joined.0 + 1);
        let all = || 0..=keys.0;
        Solver {
            program,
            out: PointsTo {
                objects,
                ids,
                registers,
                sets: all().map(|_| ObjectSet::default()).collect(),
                contents,
                reachable: IdSet::default(),
                thread_starts: IdSet::default(),
                destructors: IdSet::default(),
                handed_over: IdSet::default(),
                deadline: deadline.clone(),
            },
            uses: all().map(|_| Vec::new()).collect(),
            queue: Vec::new(),
            queued: IdSet::default(),
            functions: Vec::new(),
            copies: HashSet::new(),
            calls: HashSet::new(),
            results,
            joined,
            keys,
        }
    }

    fn add(&mut self, node: NodeIx, object: ObjectIx) {
        if self.out.sets[node].insert(object) {
            self.enqueue(node);
        }
    }

    fn enqueue(&mut self, node: NodeIx) {
        if self.queued.insert(node) {
            self.queue.push(node);
        }
    }

    fn copy(&mut self, from: NodeIx, to: NodeIx) {
        if from == to || !self.copies.insert((from, to)) {
            return;
        }
        self.uses[from].push(Use::Copy(to));
        self.flow(from, to);
    }

    fn flow(&mut self, from: NodeIx, to: NodeIx) {
        self.out.deadline.look();
        if from == to {
            return;
        }
        let source = std::mem::take(&mut self.out.sets[from]);
        if self.out.sets[to].union_with(&source) {
            self.enqueue(to);
        }
        self.out.sets[from] = source;
    }

    fn attach(&mut self, node: NodeIx, usage: Use<'p>) {
        self.uses[node].push(usage);
        self.enqueue(node);
    }

    fn register(&self, function: FuncId, local: LocalId) -> NodeIx {
        self.out.register_node(function, local)
    }

    /// What a function returns.
    fn result(&self, function: FuncId) -> NodeIx {
        NodeIx(self.results.0 + function.0)
    }

    /// A node that holds what an expression may address.
    fn node(&mut self, function: FuncId, expr: &Expr) -> NodeIx {
        if let ExprKind::Reg(local) = expr.kind {
            return self.register(function, local);
        }
        let node = self.out.sets.push(ObjectSet::default());
        self.uses.push(Vec::new());
        self.flow_expr(function, expr, node);
        node
    }

    /// Lets the value of an expression flow into a node.
    fn flow_expr(&mut self, function: FuncId, expr: &Expr, to: NodeIx) {
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
        if self.out.reachable.insert(function) {
            self.functions.push(function);
        }
    }

    /// A call of a known function.
    fn call(&mut self, caller: FuncId, callee: FuncId, args: &[Expr], dst: Option<NodeIx>) {
        self.reach(callee);
        let params = self.program.functions[callee].params;
        for (i, arg) in args.iter().take(params).enumerate() {
            self.flow_expr(caller, arg, self.register(callee, LocalId(i as u32)));
        }
        if let Some(dst) = dst {
            self.copy(self.result(callee), dst);
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
                    value.into_iter().for_each(|value| self.flow_expr(f, value, self.result(f)));
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
        match op.scope() {
            SyncScope::Threads if op == SyncOp::ThreadCreate => {
                if let [start, arg, ..] = args {
                    let (start, arg) = (self.node(f, start), self.node(f, arg));
                    self.attach(start, Use::Start(arg));
                }
                self.id(f, out);
            }
            // A join gives what the thread has ended with.
            SyncScope::Threads | SyncScope::Detach => {
                if let Some(out) = out {
                    self.copy(self.joined, self.register(f, out));
                }
            }
            SyncScope::ThreadEnd => {
                if let [value] = args {
                    self.flow_expr(f, value, self.joined);
                }
            }
            SyncScope::KeyNumbers => {
                if let ([destructor], SyncOp::KeyCreate) = (args, op) {
                    let destructor = self.node(f, destructor);
                    self.attach(destructor, Use::Destructor);
                }
            }
            SyncScope::KeyValues => match (args, dst) {
                ([_, value], _) => self.flow_expr(f, value, self.keys),
                (_, Some(dst)) => self.copy(self.keys, self.register(f, dst)),
                (_, None) => {}
            },
            SyncScope::Nobody => self.id(f, dst.filter(|_| op == SyncOp::ThreadSelf)),
            // They neither take nor give addresses that flow on.
            SyncScope::Cancel | SyncScope::Cancellation | SyncScope::Objects(_) => {}
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
            let uses = self.uses[node].clone();
            let set = self.out.sets[node].clone();
            for usage in uses {
                self.out.deadline.look();
                self.follow(node, &set, usage);
            }
        }
        // What one thread may get from another other than through memory that both can name.
        let mut handed_over = self.out.sets[self.joined].clone();
        handed_over.union_with(&self.out.sets[self.keys]);
        for start in self.out.thread_starts.iter() {
            if self.program.functions[start].params > 0 {
                handed_over.union_with(&self.out.sets[self.register(start, LocalId(0))]);
            }
        }
        self.out.handed_over = handed_over;
    }

    fn follow(&mut self, node: NodeIx, set: &ObjectSet, usage: Use<'p>) {
        match usage {
            Use::Copy(to) => self.flow(node, to),
            Use::Load(to) => {
                for object in set.iter() {
                    let content = self.out.content_node(object);
                    self.copy(content, to);
                }
            }
            Use::Store(value) => {
                for object in set.iter() {
                    let content = self.out.content_node(object);
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
                    self.out.thread_starts.insert(start);
                    if self.program.functions[start].params > 0 {
                        self.copy(arg, self.register(start, LocalId(0)));
                    }
                    self.copy(self.result(start), self.joined);
                }
            }
            Use::Destructor => {
                for destructor in functions_in(&self.out.objects, set) {
                    self.reach(destructor);
                    self.out.destructors.insert(destructor);
                    if self.program.functions[destructor].params > 0 {
                        self.copy(self.keys, self.register(destructor, LocalId(0)));
                    }
                }
            }
        }
    }
}
