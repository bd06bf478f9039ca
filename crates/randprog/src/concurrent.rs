//! Random pthread programs as trees.
//!
//! A program has two or three threads that run a few statements each over two to four shared variables, plain or
//! atomic, with mutexes, atomic sections, bounded loops, values from outside and assertions. It is small enough for an
//! exhaustive search, and rich enough that a wrong independence relation, a lost wake-up or a forgotten state shows as
//! a different verdict. All numbers are `unsigned`, so arithmetic has no undefined behaviour.
//!
//! [`Concurrent::rich`] programs have all the rest, too: read-write locks, spin locks, semaphores, barriers, `pthread_once`, keys with a
//! destructor, heap blocks, a variable of `main` that others reach by a pointer, threads that create threads, joined
//! or detached, and results of threads.
//!
//! [`Concurrent::shrink`] lists all programs that are one step simpler; [`minimise`] walks down while a test fails.

use std::fmt::{self, Write};

use crate::random::Random;

/// A whole program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Concurrent {
    /// For each shared variable whether it is atomic, and its initial value.
    pub shared: Vec<(bool, u8)>,
    /// Number of mutexes.
    pub mutexes: usize,
    /// What each thread does.
    pub threads: Vec<Vec<Statement>>,
    /// What `main` does while they run.
    pub main: Vec<Statement>,
    /// What `main` does after it has joined them.
    pub after: Vec<Statement>,
    /// Whether there are the objects that only rich programs have; and what a thread does that another thread creates.
    pub rich: Option<Vec<Statement>>,
}

/// A value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Operand {
    /// A number.
    Constant(u8),
    /// A shared variable.
    Shared(usize),
    /// One of the two locals of each thread.
    Local(usize),
    /// Two values and an operator between them.
    Binary(Box<Operand>, &'static str, Box<Operand>),
}

/// A truth value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Condition {
    /// A comparison.
    Compare(Operand, &'static str, Operand),
    /// `&&` or `||`.
    Both(Box<Condition>, &'static str, Box<Condition>),
    /// `!`
    Not(Box<Condition>),
}

/// A statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Statement {
    /// `shared = value;`
    Write(usize, Operand),
    /// `local = value;`
    Read(usize, Operand),
    /// `local = ` any number below four.
    Nondet(usize),
    /// `local = __atomic_fetch_add(&shared, n)`; the variable must be atomic.
    FetchAdd(usize, usize, u8),
    /// `local = compare-and-swap(&shared, from, to)`; the variable must be atomic.
    CompareAndSwap(usize, usize, u8, u8),
    /// `if … else …`
    If(Condition, Vec<Statement>, Vec<Statement>),
    /// A loop with a fixed number of rounds that may end early.
    Repeat(u8, Option<Condition>, Vec<Statement>),
    /// With a mutex held.
    Locked(usize, Vec<Statement>),
    /// With a mutex held if it is free.
    TryLocked(usize, Vec<Statement>),
    /// In an atomic section; nothing inside may block.
    Atomic(Vec<Statement>),
    /// Waits under mutex 0 until the condition holds.
    Wait(Condition),
    /// Sets a shared variable under mutex 0 and wakes all waiters.
    Wake(usize, u8),
    /// `assert`
    Assert(Condition),
    /// Only executions in which it holds count.
    Assume(Condition),
    /// What only rich programs do.
    Rich(Rich),
}

/// A statement of a rich program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rich {
    /// With the read-write lock held, to write or not.
    ReadWrite(bool, Vec<Statement>),
    /// With the spin lock held.
    Spin(Vec<Statement>),
    /// `sem_post`
    Post,
    /// `sem_wait`, or only if the semaphore is not zero.
    Take(bool),
    /// Waits for another one at the barrier.
    Barrier,
    /// `pthread_once`
    Once,
    /// `local = ` what the key has, and then another value.
    Key(usize),
    /// `local = value` by way of a heap block that is freed again.
    Heap(usize, Operand),
    /// Makes the shared pointer one to a new heap block with a value.
    Publish(Operand),
    /// `local = ` what the shared pointer points to, if it does.
    Follow(usize),
    /// `local = ` a variable of `main`, by its address.
    Borrow(usize),
    /// A variable of `main` is set, by its address.
    Lend(Operand),
    /// Creates a thread and joins it, or detaches it.
    Child(bool),
}

struct Writer {
    random: Random,
    atomic: Vec<bool>,
    mutexes: usize,
    rich: bool,
}

impl Concurrent {
    /// The program of a seed.
    pub fn generate(seed: u64) -> Concurrent {
        Concurrent::of(seed, false)
    }

    /// The rich program of a seed.
    pub fn rich(seed: u64) -> Concurrent {
        Concurrent::of(seed, true)
    }

    fn of(seed: u64, rich: bool) -> Concurrent {
        let mut random = Random::new(seed ^ 0x636f_6e63);
        let shared: Vec<_> = (0..2 + random.below(3)).map(|_| (random.one_in(3), random.below(2) as u8)).collect();
        let mutexes = 1 + random.below(2);
        let atomic = shared.iter().map(|s| s.0).collect();
        let mut writer = Writer { random, atomic, mutexes, rich };
        let count = 2 + usize::from(writer.random.one_in(3));
        let threads = (0..count)
            .map(|_| {
                let mut block = writer.block(5 - count, 2, true);
                block.push(writer.statement(1, true));
                block
            })
            .collect();
        let main = if writer.random.one_in(2) { writer.block(1, 1, true) } else { Vec::new() };
        let mut after = if writer.random.one_in(3) { writer.block(1, 1, true) } else { Vec::new() };
        after.push(Statement::Assert(writer.condition(1)));
        // A thread that a thread creates does not create any: there would be no end.
        writer.rich = false;
        let rich = rich.then(|| writer.block(1, 0, true));
        Concurrent { shared, mutexes, threads, main, after, rich }
    }

    /// All programs that are one step simpler than this one, those that change most first.
    pub fn shrink(&self) -> Vec<Concurrent> {
        let mut out = Vec::new();
        for i in 0..self.threads.len() {
            if self.threads.len() > 1 {
                let mut simpler = self.clone();
                simpler.threads.remove(i);
                out.push(simpler);
            }
        }
        for i in 0..self.threads.len() {
            out.extend(shrink_block(&self.threads[i]).into_iter().map(|block| {
                let mut simpler = self.clone();
                simpler.threads[i] = block;
                simpler
            }));
        }
        if let Some(child) = &self.rich {
            let simpler = |child| Concurrent { rich: Some(child), ..self.clone() };
            out.extend(shrink_block(child).into_iter().map(simpler));
        }
        out.extend(shrink_block(&self.main).into_iter().map(|main| Concurrent { main, ..self.clone() }));
        out.extend(shrink_block(&self.after).into_iter().map(|after| Concurrent { after, ..self.clone() }));
        for i in (0..self.shared.len()).filter(|i| self.shared[*i].1 != 0) {
            let mut simpler = self.clone();
            simpler.shared[i].1 = 0;
            out.push(simpler);
        }
        out
    }
}

/// Shrinks a program as far as `fails` stays true of it.
pub fn minimise(mut program: Concurrent, mut fails: impl FnMut(&Concurrent) -> bool) -> Concurrent {
    while let Some(simpler) = program.shrink().into_iter().find(|p| fails(p)) {
        program = simpler;
    }
    program
}

impl Writer {
    fn shared(&mut self) -> usize {
        self.random.below(self.atomic.len())
    }

    fn block(&mut self, size: usize, depth: usize, may_block: bool) -> Vec<Statement> {
        (0..1 + self.random.below(size.max(1))).map(|_| self.statement(depth, may_block)).collect()
    }

    fn statement(&mut self, depth: usize, may_block: bool) -> Statement {
        let local = self.random.below(2);
        let shared = self.shared();
        let small = self.random.below(3) as u8;
        if self.rich && self.random.one_in(3) {
            return Statement::Rich(self.rich(depth, may_block));
        }
        match self.random.below(if depth == 0 { 10 } else { 20 }) {
            0..=2 => Statement::Write(shared, self.operand(1)),
            3..=5 => Statement::Read(local, self.operand(1)),
            6 if self.atomic[shared] => Statement::FetchAdd(local, shared, 1 + small),
            7 if self.atomic[shared] => Statement::CompareAndSwap(local, shared, small, self.random.below(4) as u8),
            6 => Statement::Read(local, Operand::Shared(shared)),
            7 => Statement::Write(shared, Operand::Local(local)),
            8 if self.random.one_in(2) => Statement::Nondet(local),
            8 => Statement::Write(shared, Operand::Constant(small)),
            9 if self.random.one_in(3) => Statement::Assume(self.condition(0)),
            9 => Statement::Assert(self.condition(1)),
            10..=12 => {
                let otherwise = if self.random.one_in(2) { self.block(1, depth - 1, may_block) } else { Vec::new() };
                Statement::If(self.condition(1), self.block(2, depth - 1, may_block), otherwise)
            }
            13 => {
                let until = if self.random.one_in(2) { Some(self.condition(0)) } else { None };
                Statement::Repeat(2, until, self.block(1, depth - 1, may_block))
            }
            14..=16 if may_block => {
                Statement::Locked(self.random.below(self.mutexes), self.block(2, depth - 1, may_block))
            }
            17 if may_block => {
                Statement::TryLocked(self.random.below(self.mutexes), self.block(1, depth - 1, may_block))
            }
            18 if may_block && self.random.one_in(3) => Statement::Wait(self.condition(0)),
            19 if may_block && self.random.one_in(2) => Statement::Wake(shared, 1 + small),
            // Atomic sections do not nest.
            14..=19 if may_block => Statement::Atomic(self.block(2, depth - 1, false)),
            _ => Statement::Write(shared, Operand::Constant(small)),
        }
    }

    fn rich(&mut self, depth: usize, may_block: bool) -> Rich {
        let local = self.random.below(2);
        let inner = depth.saturating_sub(1);
        match self.random.below(if may_block { 16 } else { 6 }) {
            0 => Rich::Key(local),
            1 => Rich::Heap(local, self.operand(1)),
            2 => Rich::Publish(self.operand(0)),
            3 => Rich::Follow(local),
            4 => Rich::Borrow(local),
            5 => Rich::Lend(self.operand(0)),
            6 | 7 => Rich::ReadWrite(self.random.one_in(2), self.block(2, inner, may_block)),
            8 => Rich::Spin(self.block(1, inner, false)),
            9 | 10 => Rich::Post,
            11 => Rich::Take(self.random.one_in(2)),
            12 if self.random.one_in(2) => Rich::Barrier,
            13 => Rich::Once,
            _ => Rich::Child(self.random.one_in(2)),
        }
    }

    fn operand(&mut self, depth: usize) -> Operand {
        match self.random.below(if depth == 0 { 5 } else { 8 }) {
            0 | 1 => Operand::Constant(self.random.below(4) as u8),
            2 | 3 => Operand::Shared(self.shared()),
            4 => Operand::Local(self.random.below(2)),
            _ => {
                let operator = *self.random.choose(&["+", "-", "*", "^", "&", "|"]);
                Operand::Binary(Box::new(self.operand(depth - 1)), operator, Box::new(self.operand(depth - 1)))
            }
        }
    }

    fn condition(&mut self, depth: usize) -> Condition {
        match self.random.below(if depth == 0 { 6 } else { 9 }) {
            0..=5 => {
                let operator = *self.random.choose(&["==", "!=", "<", ">=", "!=", "<="]);
                Condition::Compare(self.operand(0), operator, self.operand(1))
            }
            6 => Condition::Not(Box::new(self.condition(depth - 1))),
            _ => {
                let operator = *self.random.choose(&["&&", "||"]);
                Condition::Both(Box::new(self.condition(depth - 1)), operator, Box::new(self.condition(depth - 1)))
            }
        }
    }
}

/// All blocks that are one step simpler.
fn shrink_block(block: &[Statement]) -> Vec<Vec<Statement>> {
    let mut out = Vec::new();
    let with = |i: usize, replacement: Vec<Statement>| {
        let mut simpler = block[..i].to_vec();
        simpler.extend(replacement);
        simpler.extend_from_slice(&block[i + 1..]);
        simpler
    };
    for i in 0..block.len() {
        out.push(with(i, Vec::new()));
    }
    for (i, statement) in block.iter().enumerate() {
        out.extend(shrink_statement(statement).into_iter().map(|replacement| with(i, replacement)));
    }
    out
}

/// What may stand in the place of a statement and is simpler.
fn shrink_statement(statement: &Statement) -> Vec<Vec<Statement>> {
    use Rich::{Heap, Lend, Publish, ReadWrite, Spin};
    use Statement::{
        Assert, Assume, Atomic, CompareAndSwap, FetchAdd, If, Locked, Nondet, Read, Repeat, TryLocked, Wait, Wake,
        Write,
    };
    let one = |s: Statement| vec![s];
    let mut out: Vec<Vec<Statement>> = Vec::new();
    match statement {
        Write(v, e) => out.extend(shrink_operand(e).into_iter().map(|e| one(Write(*v, e)))),
        Read(l, e) => out.extend(shrink_operand(e).into_iter().map(|e| one(Read(*l, e)))),
        Nondet(l) => out.push(one(Read(*l, Operand::Constant(0)))),
        FetchAdd(l, v, _) | CompareAndSwap(l, v, _, _) => out.push(one(Read(*l, Operand::Shared(*v)))),
        If(c, a, b) => {
            out.push(a.clone());
            out.push(b.clone());
            out.extend(shrink_block(a).into_iter().map(|a| one(If(c.clone(), a, b.clone()))));
            out.extend(shrink_block(b).into_iter().map(|b| one(If(c.clone(), a.clone(), b))));
            out.extend(shrink_condition(c).into_iter().map(|c| one(If(c, a.clone(), b.clone()))));
        }
        Repeat(n, until, body) => {
            out.push(body.clone());
            if until.is_some() {
                out.push(one(Repeat(*n, None, body.clone())));
            }
            out.extend(shrink_block(body).into_iter().map(|body| one(Repeat(*n, until.clone(), body))));
        }
        Locked(m, body) => {
            out.push(body.clone());
            out.extend(shrink_block(body).into_iter().map(|body| one(Locked(*m, body))));
        }
        TryLocked(m, body) => {
            out.push(body.clone());
            out.push(one(Locked(*m, body.clone())));
            out.extend(shrink_block(body).into_iter().map(|body| one(TryLocked(*m, body))));
        }
        Atomic(body) => {
            out.push(body.clone());
            out.extend(shrink_block(body).into_iter().map(|body| one(Atomic(body))));
        }
        Wait(c) => {
            out.push(one(Assume(c.clone())));
            out.extend(shrink_condition(c).into_iter().map(|c| one(Wait(c))));
        }
        Wake(v, n) => out.push(one(Write(*v, Operand::Constant(*n)))),
        Assert(c) => out.extend(shrink_condition(c).into_iter().map(|c| one(Assert(c)))),
        Assume(c) => out.extend(shrink_condition(c).into_iter().map(|c| one(Assume(c)))),
        Statement::Rich(rich) => match rich {
            ReadWrite(writes, body) => {
                out.push(body.clone());
                let simpler = |body| one(Statement::Rich(ReadWrite(*writes, body)));
                out.extend(shrink_block(body).into_iter().map(simpler));
            }
            Spin(body) => {
                out.push(body.clone());
                out.extend(shrink_block(body).into_iter().map(|body| one(Statement::Rich(Spin(body)))));
            }
            Heap(l, e) => out.push(one(Read(*l, e.clone()))),
            Publish(e) => out.extend(shrink_operand(e).into_iter().map(|e| one(Statement::Rich(Publish(e))))),
            Lend(e) => out.extend(shrink_operand(e).into_iter().map(|e| one(Statement::Rich(Lend(e))))),
            Rich::Post
            | Rich::Take(_)
            | Rich::Barrier
            | Rich::Once
            | Rich::Key(_)
            | Rich::Follow(_)
            | Rich::Borrow(_)
            | Rich::Child(_) => {}
        },
    }
    out
}

fn shrink_operand(operand: &Operand) -> Vec<Operand> {
    match operand {
        Operand::Constant(0) => Vec::new(),
        Operand::Constant(_) | Operand::Local(_) | Operand::Shared(_) => vec![Operand::Constant(0)],
        Operand::Binary(a, operator, b) => {
            let mut out = vec![(**a).clone(), (**b).clone()];
            out.extend(shrink_operand(a).into_iter().map(|a| Operand::Binary(Box::new(a), operator, b.clone())));
            out.extend(shrink_operand(b).into_iter().map(|b| Operand::Binary(a.clone(), operator, Box::new(b))));
            out
        }
    }
}

fn shrink_condition(condition: &Condition) -> Vec<Condition> {
    match condition {
        Condition::Compare(a, operator, b) => {
            let mut out: Vec<Condition> =
                shrink_operand(a).into_iter().map(|a| Condition::Compare(a, operator, b.clone())).collect();
            out.extend(shrink_operand(b).into_iter().map(|b| Condition::Compare(a.clone(), operator, b)));
            out
        }
        Condition::Not(c) => vec![(**c).clone()],
        Condition::Both(a, _, b) => vec![(**a).clone(), (**b).clone()],
    }
}

impl fmt::Display for Operand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Operand::Constant(n) => write!(f, "{n}u"),
            Operand::Shared(v) => write!(f, "x{v}"),
            Operand::Local(l) => write!(f, "l{l}"),
            Operand::Binary(a, operator, b) => write!(f, "({a} {operator} {b})"),
        }
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Condition::Compare(a, operator, b) => write!(f, "{a} {operator} {b}"),
            Condition::Both(a, operator, b) => write!(f, "({a}) {operator} ({b})"),
            Condition::Not(c) => write!(f, "!({c})"),
        }
    }
}

/// Writes a block; `depth` is its indentation and keeps the names of loop counters apart.
fn write_block(out: &mut String, block: &[Statement], depth: usize) -> fmt::Result {
    for statement in block {
        write_statement(out, statement, depth)?;
    }
    Ok(())
}

fn write_statement(out: &mut String, statement: &Statement, depth: usize) -> fmt::Result {
    let pad = "    ".repeat(depth);
    let braces = |out: &mut String, block: &[Statement]| {
        out.push_str("{\n");
        write_block(out, block, depth + 1)?;
        write!(out, "{pad}}}")
    };
    match statement {
        Statement::Write(v, e) => writeln!(out, "{pad}x{v} = {e};"),
        Statement::Read(l, e) => writeln!(out, "{pad}l{l} = {e};"),
        Statement::Nondet(l) => {
            writeln!(out, "{pad}l{l} = __VERIFIER_nondet_uint();\n{pad}__VERIFIER_assume(l{l} < 4u);")
        }
        Statement::FetchAdd(l, v, n) => writeln!(out, "{pad}l{l} = __atomic_fetch_add(&x{v}, {n}u, 5);"),
        Statement::CompareAndSwap(l, v, from, to) => {
            writeln!(out, "{pad}l{l} = __sync_val_compare_and_swap(&x{v}, {from}u, {to}u);")
        }
        Statement::If(c, a, b) => {
            write!(out, "{pad}if ({c}) ")?;
            braces(out, a)?;
            if !b.is_empty() {
                out.push_str(" else ");
                braces(out, b)?;
            }
            out.push('\n');
            Ok(())
        }
        Statement::Repeat(n, until, body) => {
            write!(out, "{pad}for (int i{depth} = 0; i{depth} < {n}")?;
            if let Some(until) = until {
                write!(out, " && ({until})")?;
            }
            write!(out, "; i{depth}++) ")?;
            braces(out, body)?;
            out.push('\n');
            Ok(())
        }
        Statement::Locked(m, body) => {
            writeln!(out, "{pad}pthread_mutex_lock(&m{m});")?;
            write_block(out, body, depth)?;
            writeln!(out, "{pad}pthread_mutex_unlock(&m{m});")
        }
        Statement::TryLocked(m, body) => {
            writeln!(out, "{pad}if (pthread_mutex_trylock(&m{m}) == 0) {{")?;
            write_block(out, body, depth + 1)?;
            writeln!(out, "{pad}    pthread_mutex_unlock(&m{m});\n{pad}}}")
        }
        Statement::Atomic(body) => {
            writeln!(out, "{pad}__VERIFIER_atomic_begin();")?;
            write_block(out, body, depth)?;
            writeln!(out, "{pad}__VERIFIER_atomic_end();")
        }
        Statement::Wait(c) => writeln!(
            out,
            "{pad}pthread_mutex_lock(&m0);\n{pad}while (!({c})) pthread_cond_wait(&c0, &m0);\n{pad}pthread_mutex_unlock(&m0);"
        ),
        Statement::Wake(v, n) => writeln!(
            out,
            "{pad}pthread_mutex_lock(&m0);\n{pad}x{v} = {n}u;\n{pad}pthread_cond_broadcast(&c0);\n{pad}pthread_mutex_unlock(&m0);"
        ),
        Statement::Assert(c) => writeln!(out, "{pad}if (!({c})) reach_error();"),
        Statement::Assume(c) => writeln!(out, "{pad}__VERIFIER_assume({c});"),
        Statement::Rich(rich) => write_rich(out, rich, depth),
    }
}

fn write_rich(out: &mut String, rich: &Rich, depth: usize) -> fmt::Result {
    let pad = "    ".repeat(depth);
    match rich {
        Rich::ReadWrite(writes, body) => {
            writeln!(out, "{pad}pthread_rwlock_{}lock(&w0);", if *writes { "wr" } else { "rd" })?;
            write_block(out, body, depth)?;
            writeln!(out, "{pad}pthread_rwlock_unlock(&w0);")
        }
        Rich::Spin(body) => {
            writeln!(out, "{pad}pthread_spin_lock(&s0);")?;
            write_block(out, body, depth)?;
            writeln!(out, "{pad}pthread_spin_unlock(&s0);")
        }
        Rich::Post => writeln!(out, "{pad}sem_post(&q0);"),
        Rich::Take(true) => writeln!(out, "{pad}sem_wait(&q0);"),
        Rich::Take(false) => writeln!(out, "{pad}sem_trywait(&q0);"),
        Rich::Barrier => writeln!(out, "{pad}pthread_barrier_wait(&b0);"),
        Rich::Once => writeln!(out, "{pad}pthread_once(&o0, once);"),
        Rich::Key(l) => writeln!(
            out,
            "{pad}l{l} += (unsigned)(unsigned long)pthread_getspecific(k0);\n{pad}pthread_setspecific(k0, (void *)(unsigned long)(l{l} + 1u));"
        ),
        Rich::Heap(l, e) => writeln!(
            out,
            "{pad}{{\n{pad}    unsigned *q = malloc(4);\n{pad}    *q = {e};\n{pad}    l{l} = *q;\n{pad}    free(q);\n{pad}}}"
        ),
        Rich::Publish(e) => {
            writeln!(out, "{pad}{{\n{pad}    unsigned *q = malloc(4);\n{pad}    *q = {e};\n{pad}    h = q;\n{pad}}}")
        }
        Rich::Follow(l) => writeln!(out, "{pad}if (h) l{l} = *h;"),
        Rich::Borrow(l) => writeln!(out, "{pad}l{l} = *p;"),
        Rich::Lend(e) => writeln!(out, "{pad}*p = {e};"),
        Rich::Child(joined) => writeln!(
            out,
            "{pad}{{\n{pad}    pthread_t c;\n{pad}    pthread_create(&c, 0, child, 0);\n{pad}    pthread_{}(c{});\n{pad}}}",
            if *joined { "join" } else { "detach" },
            if *joined { ", 0" } else { "" }
        ),
    }
}

const RICH: &str = "\
typedef union { char size[56]; long align; } pthread_rwlock_t;
typedef volatile int pthread_spinlock_t;
typedef union { char size[32]; long align; } sem_t;
typedef union { char size[32]; long align; } pthread_barrier_t;
typedef int pthread_once_t;
typedef unsigned pthread_key_t;
int pthread_detach(pthread_t);
int pthread_rwlock_rdlock(pthread_rwlock_t *);
int pthread_rwlock_wrlock(pthread_rwlock_t *);
int pthread_rwlock_unlock(pthread_rwlock_t *);
int pthread_spin_init(pthread_spinlock_t *, int);
int pthread_spin_lock(pthread_spinlock_t *);
int pthread_spin_unlock(pthread_spinlock_t *);
int sem_init(sem_t *, int, unsigned);
int sem_post(sem_t *);
int sem_wait(sem_t *);
int sem_trywait(sem_t *);
int pthread_barrier_init(pthread_barrier_t *, const void *, unsigned);
int pthread_barrier_wait(pthread_barrier_t *);
int pthread_once(pthread_once_t *, void (*)(void));
int pthread_key_create(pthread_key_t *, void (*)(void *));
int pthread_setspecific(pthread_key_t, const void *);
void *pthread_getspecific(pthread_key_t);
void *malloc(unsigned long);
void free(void *);
pthread_rwlock_t w0;
pthread_spinlock_t s0;
sem_t q0;
pthread_barrier_t b0;
pthread_once_t o0;
pthread_key_t k0;
unsigned *h, *p;
";

const DECLARATIONS: &str = "\
typedef unsigned long pthread_t;
typedef union { char size[40]; long align; } pthread_mutex_t;
typedef union { char size[48]; long long align; } pthread_cond_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);
int pthread_mutex_lock(pthread_mutex_t *);
int pthread_mutex_trylock(pthread_mutex_t *);
int pthread_mutex_unlock(pthread_mutex_t *);
int pthread_cond_wait(pthread_cond_t *, pthread_mutex_t *);
int pthread_cond_broadcast(pthread_cond_t *);
unsigned __VERIFIER_nondet_uint(void);
void __VERIFIER_assume(int);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
void reach_error(void);
";

impl fmt::Display for Concurrent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut out = String::from(DECLARATIONS);
        for (i, (atomic, init)) in self.shared.iter().enumerate() {
            writeln!(out, "{}unsigned x{i} = {init};", if *atomic { "_Atomic " } else { "" })?;
        }
        for i in 0..self.mutexes {
            writeln!(out, "pthread_mutex_t m{i};")?;
        }
        out.push_str("pthread_cond_t c0;\n");
        if let Some(child) = &self.rich {
            out.push_str(RICH);
            out.push_str("\nvoid once(void) { x0 = x1 + 1u; }\n\nvoid gone(void *value) { x1 = (unsigned)(unsigned long)value; }\n");
            writeln!(out, "\nvoid *child(void *argument) {{\n    unsigned l0 = 0, l1 = 0;")?;
            write_block(&mut out, child, 1)?;
            out.push_str("    return 0;\n}\n");
        }
        for (i, thread) in self.threads.iter().enumerate() {
            writeln!(out, "\nvoid *t{i}(void *argument) {{\n    unsigned l0 = 0, l1 = 0;")?;
            write_block(&mut out, thread, 1)?;
            let result = if self.rich.is_some() { "(void *)(unsigned long)l0" } else { "0" };
            writeln!(out, "    return {result};\n}}")?;
        }
        writeln!(out, "\nint main(void) {{\n    unsigned l0 = 0, l1 = 0;")?;
        writeln!(out, "    pthread_t id[{}];", self.threads.len().max(1))?;
        if self.rich.is_some() {
            out.push_str("    unsigned lent = 1;\n    void *result = 0;\n    p = &lent;\n    pthread_spin_init(&s0, 0);\n    sem_init(&q0, 0, 1);\n");
            out.push_str("    pthread_barrier_init(&b0, 0, 2);\n    pthread_key_create(&k0, gone);\n");
        }
        for i in 0..self.threads.len() {
            // Threads that do the same share their function.
            let same = self.threads.iter().position(|t| *t == self.threads[i]).unwrap_or(i);
            writeln!(out, "    pthread_create(&id[{i}], 0, t{same}, 0);")?;
        }
        write_block(&mut out, &self.main, 1)?;
        for i in 0..self.threads.len() {
            match self.rich {
                Some(_) => {
                    writeln!(out, "    pthread_join(id[{i}], &result);\n    l1 += (unsigned)(unsigned long)result;")?
                }
                None => writeln!(out, "    pthread_join(id[{i}], 0);")?,
            }
        }
        write_block(&mut out, &self.after, 1)?;
        out.push_str("    return 0;\n}\n");
        f.write_str(&out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_is_a_program() {
        for seed in 0..20 {
            assert_eq!(Concurrent::generate(seed), Concurrent::generate(seed));
        }
        assert_ne!(Concurrent::generate(1), Concurrent::generate(2));
    }

    #[test]
    fn minimising_ends_at_a_program_without_anything_to_spare() {
        let program = (0..).map(Concurrent::generate).find(|p| p.to_string().contains("trylock(&m0)")).unwrap();
        // The declaration is not the use.
        let has = |p: &Concurrent| p.to_string().contains("trylock(&m0)");
        let small = minimise(program, has);
        let statements: usize =
            small.threads.iter().map(Vec::len).sum::<usize>() + small.main.len() + small.after.len();
        assert_eq!(statements, 1, "{small}");
        assert!(small.shrink().iter().all(|p| !has(p)));
    }
}
