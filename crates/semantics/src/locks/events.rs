//! What happens once and is noticed by others: the first post of a semaphore, a flag that is set, an initialiser that was run.
//!
//! **Idea.** A thread that has got past `sem_wait` knows that somebody has posted; one that has read a flag and found it set knows that somebody has set it; one behind
//! `pthread_once` knows that the initialiser is over. Call this an *event*. If only one thread of an execution can bring the event about, then what that thread does *before*
//! and what others do *after* they have seen it do not happen at the same time ([`Reason::HandOver`](super::pairs::Reason)). The same knowledge passes through
//! condition variables, which only wait for flags, and through atomic flags; whether reading the flag is itself a race is a question of its own.
//!
//! - *Semaphores* whose value is 0 whenever they are made. The event is a post; it is seen when a wait is over.
//! - *Flags*: a global that is 0 in the beginning. The event is that something else than 0 is stored in it; it is seen when a load has got
//!   something else than 0. All accesses that write any of its bytes write all of them.
//! - *Initialisers*: while a thread runs one, no other thread does, and none has seen that it is over.
//!
//! **Soundness.** That an event was seen stays true for ever, so a thread knows it from there on, and so do those that it creates. That a thread has *not* brought it about is what a set
//! of all that it may have brought about does not have. Who is cancelled in a wait, or in an initialiser, goes on differently: with `pthread_cancel` there are no events.
//!
//! **Rejected**: counting (a semaphore that is posted several times): it needs the number of threads. Barriers are counted, where that number is known (`crate::locks::barriers`).

use std::collections::{BTreeMap, BTreeSet};

use raddle_program::{AccessKind, BinaryOp, Expr, ExprKind, GlobalKind, LocalId, Op, SyncOp};

use super::accesses::accesses;
use super::instances::{KindId, Site};
use super::memory::Cell;
use super::objects::Object;
use super::offsets::Offsets;
use super::point::{Lock, may_name, named};
use super::value::Value;
use super::{Code, Facts, ObjectId};

/// How an event comes about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum How {
    /// A semaphore is posted.
    Post,
    /// A flag of so many bytes is set.
    Set(u64),
    /// An initialiser is run.
    Once,
}

/// The events of a program, named by the places of semaphores, flags and controls of initialisers.
#[derive(Clone, Debug, Default)]
pub struct Events {
    list: BTreeMap<Lock, (How, Option<KindId>)>,
}

/// What a thread knows of events.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Seen {
    /// Those that have come about, surely.
    pub seen: BTreeSet<Lock>,
    /// Those that this thread may have brought about.
    pub caused: BTreeSet<Lock>,
    /// The initialisers that it surely runs.
    pub inside: BTreeSet<Lock>,
    /// Registers of the innermost call that hold what was loaded from a flag, or the answer whether to run an initialiser.
    pub answers: BTreeMap<LocalId, Lock>,
}

impl Seen {
    /// Whether this one says no more than another.
    pub fn covers(&self, other: &Seen) -> bool {
        self.seen.is_subset(&other.seen)
            && self.caused.is_superset(&other.caused)
            && self.inside.is_subset(&other.inside)
            && self.answers.iter().all(|(register, event)| other.answers.get(register) == Some(event))
    }

    /// Becomes one that covers another, too.
    pub fn weaken(&mut self, other: &Seen) {
        self.seen.retain(|event| other.seen.contains(event));
        self.caused.extend(&other.caused);
        self.inside.retain(|event| other.inside.contains(event));
        self.answers.retain(|register, event| other.answers.get(register) == Some(event));
    }

    /// What a thread knows that is created here.
    pub fn inherit(&self) -> Seen {
        Seen { seen: self.seen.clone(), ..Seen::default() }
    }
}

impl Events {
    /// Finds them.
    pub fn new(code: &Code<'_>, facts: &Facts) -> Events {
        let mut out = Events::default();
        if code.sync_edges(SyncOp::ThreadCancel).next().is_some() {
            return out;
        }
        out.flags(code, facts);
        for (op, how) in [(SyncOp::SemPost, How::Post), (SyncOp::OnceEnter, How::Once)] {
            for site in code.sync_edges(op) {
                if let Some(place) = named(code, &object(code, facts, site)) {
                    out.list.insert(place, (how, None));
                }
            }
        }
        out.look_at_writes(code, facts);
        out.find_causes(code, facts);
        out
    }

    /// Everything that may be a flag: a global with zeros that a condition of some thread may look at.
    fn flags(&mut self, code: &Code<'_>, facts: &Facts) {
        for site in code.sites() {
            let edge = code.edge(site);
            let Some(access) = edge.op.access() else { continue };
            let AccessKind::Load { dst } = access.kind else { continue };
            let function = &code.program.functions[code.instances.get(site.instance).function];
            let tested = |e: &raddle_program::Edge| {
                let Op::Assume { cond, .. } = &e.op else { return false };
                not_zero(cond, true) == Some(dst) || not_zero(cond, false) == Some(dst)
            };
            if !function.leaving(edge.target).any(|(_, e)| tested(e)) {
                continue;
            }
            if let Some(place) = named(code, &facts.values.evaluate(code, site.instance, access.addr))
                && is_zero_at_first(code, place, access.access.ty.size())
            {
                self.list.insert(place, (How::Set(access.access.ty.size()), None));
            }
        }
    }

    /// Takes out what is written in another way than it should be.
    fn look_at_writes(&mut self, code: &Code<'_>, facts: &Facts) {
        let mut places: BTreeMap<ObjectId, Vec<Lock>> = BTreeMap::new();
        for place in self.list.keys() {
            places.entry(place.object).or_default().push(*place);
        }
        if places.is_empty() {
            return;
        }
        for site in code.sites() {
            for access in accesses(code, facts, site).list.into_iter().filter(|access| access.write) {
                for place in places.get(&access.object).into_iter().flatten() {
                    let Some((how, _)) = self.list.get(place).copied() else { continue };
                    let size = match how {
                        How::Set(size) => size,
                        How::Post => code.program.sync_sizes.get(raddle_program::SyncKind::Semaphore),
                        How::Once => code.program.sync_sizes.get(raddle_program::SyncKind::Once),
                    };
                    let offsets = Offsets::exactly(place.offset);
                    if !access.cell.offsets.overlaps(access.cell.size, offsets, size) {
                        continue;
                    }
                    let whole = access.cell == Cell { offsets, size };
                    let fits = match (how, &code.edge(site).op) {
                        (How::Set(_), op) => whole && op.access().is_some(),
                        (How::Post, Op::Sync { op: SyncOp::SemInit, args, .. }) => {
                            let value = args.get(1).map(|arg| facts.values.evaluate(code, site.instance, arg));
                            whole && value.and_then(|value| value.exact_number()) == Some(0)
                        }
                        (How::Post | How::Once, Op::Sync { .. }) => access.atomic || whole,
                        (How::Post | How::Once, _) => false,
                    };
                    if !fits {
                        self.list.remove(place);
                    }
                }
            }
        }
    }

    /// Finds out which kind of threads brings each event about; events that several threads can bring about are none.
    fn find_causes(&mut self, code: &Code<'_>, facts: &Facts) {
        let mut causes: BTreeMap<Lock, BTreeSet<u32>> = BTreeMap::new();
        for site in code.sites() {
            for place in self.caused(code, facts, site) {
                causes.entry(place).or_default().extend(code.instances.get(site.instance).kinds.iter());
            }
        }
        self.list.retain(|place, (how, by)| {
            if *how == How::Once {
                return true;
            }
            let kinds = causes.get(place).map(|kinds| kinds.iter().copied().map(KindId).collect::<Vec<_>>());
            *by = match kinds.as_deref() {
                Some([kind]) if code.instances.kinds()[*kind].once => Some(*kind),
                Some(_) | None => None,
            };
            by.is_some()
        });
    }

    /// The events that an edge may bring about.
    fn caused(&self, code: &Code<'_>, facts: &Facts, site: Site) -> Vec<Lock> {
        let eval = |e: &Expr| facts.values.evaluate(code, site.instance, e);
        let (address, posts) = match &code.edge(site).op {
            Op::Sync { op: SyncOp::SemPost, .. } => (object(code, facts, site), true),
            op => match op.access() {
                Some(access) => match access.kind {
                    AccessKind::Load { .. } => return Vec::new(),
                    AccessKind::Store { value } if eval(value).exact_number() == Some(0) => return Vec::new(),
                    AccessKind::Store { .. } | AccessKind::Rmw { .. } | AccessKind::CompareExchange { .. } => {
                        (eval(access.addr), false)
                    }
                },
                None => return Vec::new(),
            },
        };
        let may_be = |(place, (how, _)): &(&Lock, &(How, Option<KindId>))| {
            (*how == How::Post) == posts && *how != How::Once && may_name(&address, **place)
        };
        self.list.iter().filter(may_be).map(|(place, _)| *place).collect()
    }

    /// The one thread that brings an event about.
    pub fn cause(&self, event: Lock) -> Option<KindId> {
        self.list.get(&event).and_then(|(_, by)| *by)
    }

    /// The events that threads of certain kinds bring about.
    pub fn by(&self, kinds: impl Fn(KindId) -> bool) -> impl Iterator<Item = Lock> {
        self.list.iter().filter(move |(_, (_, by))| by.is_some_and(&kinds)).map(|(event, _)| *event)
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Whether something is an initialiser.
    pub fn is_once(&self, event: Lock) -> bool {
        matches!(self.list.get(&event), Some((How::Once, _)))
    }

    /// What a thread knows behind an edge. `same` says which register another one is a copy of.
    pub fn next(
        &self,
        code: &Code<'_>,
        facts: &Facts,
        seen: &mut Seen,
        site: Site,
        same: &impl Fn(LocalId) -> LocalId,
    ) {
        if self.is_empty() {
            return;
        }
        let op = &code.edge(site).op;
        seen.caused.extend(self.caused(code, facts, site));
        for register in op.defs().into_iter().flatten() {
            seen.answers.remove(&register);
        }
        if let Op::Assume { cond, holds } = op {
            let answer = |register: Option<LocalId>| seen.answers.get(&same(register?)).copied();
            let (set, zero) = (answer(not_zero(cond, *holds)), answer(super::point::is_zero(cond, *holds)));
            if let Some(event) = set {
                if self.is_once(event) {
                    seen.inside.insert(event);
                } else {
                    seen.seen.insert(event);
                }
            }
            if let Some(event) = zero.filter(|event| self.is_once(*event)) {
                seen.seen.insert(event);
            }
        }
        if let Op::Load { dst, addr, access } = op
            && let Some(place) = named(code, &facts.values.evaluate(code, site.instance, addr))
            && matches!(self.list.get(&place), Some((How::Set(bytes), _)) if *bytes == access.ty.size())
        {
            seen.answers.insert(*dst, place);
        }
        if let Op::Sync { op, dst, .. } = op {
            let event = || named(code, &object(code, facts, site)).filter(|place| self.list.contains_key(place));
            if let (SyncOp::OnceEnter, Some(dst), Some(event)) = (op, dst, event()) {
                seen.answers.insert(*dst, event);
            }
            if let SyncOp::OnceLeave = op {
                seen.inside.clear();
            }
            if let SyncOp::SemWait | SyncOp::OnceLeave = op {
                seen.seen.extend(event());
            }
        }
    }
}

/// What the first argument of an operation may be.
fn object(code: &Code<'_>, facts: &Facts, site: Site) -> Value {
    let Op::Sync { args, .. } = &code.edge(site).op else { return Value::default() };
    args.first().map_or_else(Value::default, |e| facts.values.evaluate(code, site.instance, e))
}

/// Whether bytes of a global are 0 in the beginning.
fn is_zero_at_first(code: &Code<'_>, place: Lock, size: u64) -> bool {
    let Object::Global(global) = code.objects.get(place.object) else { return false };
    let global = &code.program.globals[global];
    let own = match global.kind {
        GlobalKind::Variable | GlobalKind::StaticLocal => true,
        GlobalKind::ThreadLocal | GlobalKind::Constant | GlobalKind::Extern => false,
    };
    let Ok(start) = u64::try_from(place.offset) else { return false };
    let inside = |offset: u64| (start..start + size).contains(&offset);
    let bytes = global.init.iter().skip(start as usize).take(size as usize);
    own && bytes.copied().all(|byte| byte == 0) && !global.relocations.iter().any(|r| inside(r.offset))
}

/// The register that is surely not zero if a condition has a truth value.
fn not_zero(cond: &Expr, holds: bool) -> Option<LocalId> {
    match &cond.kind {
        ExprKind::Reg(local) => holds.then_some(*local),
        // What is not zero in a narrower type is not zero.
        ExprKind::Cast(inner) if !matches!(inner.ty, raddle_program::Scalar::Float(_)) => not_zero(inner, holds),
        ExprKind::Binary(op, a, b) => {
            let number = |e: &Expr| match e.ty {
                raddle_program::Scalar::Int { .. } => e.as_const().map(|bits| e.ty.to_i128(bits)),
                raddle_program::Scalar::Float(_) => None,
            };
            let (x, number) = match (number(a), number(b)) {
                (None, Some(number)) => (a, number),
                (Some(number), None) if matches!(op, BinaryOp::Eq | BinaryOp::Ne) => (b, number),
                _ => return None,
            };
            match (op, number, holds) {
                (BinaryOp::Eq, 0, _) => not_zero(x, !holds),
                (BinaryOp::Ne, 0, _) => not_zero(x, holds),
                (BinaryOp::Eq, _, true) | (BinaryOp::Ne, _, false) => value_not_zero(x),
                (BinaryOp::Gt, 0.., true) | (BinaryOp::Ge, 1.., true) => value_not_zero(x),
                (BinaryOp::Le, 0.., false) | (BinaryOp::Lt, 1.., false) => value_not_zero(x),
                (BinaryOp::Eq | BinaryOp::Ne | BinaryOp::Gt | BinaryOp::Ge | BinaryOp::Le | BinaryOp::Lt, ..) => None,
                (BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Div | BinaryOp::Rem, ..) => None,
                (BinaryOp::And | BinaryOp::Or | BinaryOp::Xor | BinaryOp::Shl | BinaryOp::Shr, ..) => None,
            }
        }
        ExprKind::Cast(_)
        | ExprKind::Const(_)
        | ExprKind::GlobalAddr(..)
        | ExprKind::LocalAddr(..)
        | ExprKind::FuncAddr(_)
        | ExprKind::Unary(..)
        | ExprKind::Ite(..) => None,
    }
}

/// The register of an expression that is not zero, if the register is not zero then.
fn value_not_zero(expr: &Expr) -> Option<LocalId> {
    if let ExprKind::Cast(inner) = &expr.kind {
        return value_not_zero(inner).filter(|_| !matches!(inner.ty, raddle_program::Scalar::Float(_)));
    }
    if let ExprKind::Reg(local) = expr.kind { Some(local) } else { None }
}
