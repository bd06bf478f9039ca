//! Random pthread programs as trees.
//!
//! A program has two or three threads that run a few statements each over two to four shared variables, plain or
//! atomic, with mutexes, atomic sections, bounded loops, values from outside and assertions. It is small enough for an
//! exhaustive search, and rich enough that a wrong independence relation, a lost wake-up or a forgotten state shows as
//! a different verdict. All numbers are `unsigned`, so arithmetic has no undefined behaviour.
//!
//! [`Concurrent::rich`] programs have all the rest, too: read-write locks, spin locks, semaphores, barriers, `pthread_once`, keys with a
//! destructor, heap blocks, a variable of `main` that others reach by a pointer, threads that create threads, joined
//! or detached, and results of threads. In [`Concurrent::crowded`] ones `main` also creates any number of like threads, so that nobody can search
//! them exhaustively.
//!
//! [`Concurrent::shrink`] lists all programs that are one step simpler; [`minimise`] walks down while a test fails.

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
    /// Whether `main` of a rich program creates any number of such threads.
    pub crowd: bool,
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
    /// With the read-write lock held if it is free, to write or not.
    TryReadWrite(bool, Vec<Statement>),
    /// With the spin lock held if it is free.
    TrySpin(Vec<Statement>),
    /// Sets a shared variable under mutex 0 and wakes one waiter.
    Signal(usize, u8),
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

    /// The rich program of a seed with any number of threads.
    pub fn crowded(seed: u64) -> Concurrent {
        Concurrent { crowd: true, ..Concurrent::rich(seed) }
    }

    /// The program of a seed for who tries things on executions: some with little, in which these can be followed far, and some with all there is; in every other one two threads are
    /// alike.
    pub fn mixed(seed: u64) -> Concurrent {
        let mut program = match seed % 8 {
            0 | 1 | 4 => Concurrent::rich(seed),
            5 => Concurrent::crowded(seed),
            _ => Concurrent::generate(seed),
        };
        if seed % 2 == 1 {
            let first = program.threads[0].clone();
            program.threads.iter_mut().take(2).for_each(|thread| thread.clone_from(&first));
        }
        program
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
        Concurrent { shared, mutexes, threads, main, after, rich, crowd: false }
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
        if self.crowd {
            out.push(Concurrent { crowd: false, ..self.clone() });
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
        match self.random.below(if may_block { 19 } else { 6 }) {
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
            14 => Rich::TryReadWrite(self.random.one_in(2), self.block(1, inner, may_block)),
            15 => Rich::TrySpin(self.block(1, inner, false)),
            16 => Rich::Signal(self.shared(), self.random.below(3) as u8),
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
    use Rich::{Heap, Lend, Publish, ReadWrite, Signal, Spin, TryReadWrite, TrySpin};
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
            TryReadWrite(writes, body) => {
                out.push(body.clone());
                out.push(one(Statement::Rich(ReadWrite(*writes, body.clone()))));
                let simpler = |body| one(Statement::Rich(TryReadWrite(*writes, body)));
                out.extend(shrink_block(body).into_iter().map(simpler));
            }
            TrySpin(body) => {
                out.push(body.clone());
                out.push(one(Statement::Rich(Spin(body.clone()))));
                out.extend(shrink_block(body).into_iter().map(|body| one(Statement::Rich(TrySpin(body)))));
            }
            Signal(v, n) => out.push(one(Write(*v, Operand::Constant(*n)))),
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

    /// All that the laws of definitions have to be tried on is in the programs that they are tried on.
    #[test]
    fn mixed_programs_have_everything() {
        let texts: Vec<String> = (0..200).map(|seed| Concurrent::mixed(seed).to_string()).collect();
        let uses = [
            ("heap blocks", "free(q)"),
            ("shared heap blocks", "h = q"),
            ("read-write locks", "rwlock_rdlock(&w0)"),
            ("to write", "rwlock_wrlock(&w0)"),
            ("if they are free", "rwlock_tryrdlock(&w0)"),
            ("to write, if they are free", "rwlock_trywrlock(&w0)"),
            ("semaphores", "sem_wait(&q0)"),
            ("if they are not zero", "sem_trywait(&q0)"),
            ("spin locks", "spin_lock(&s0)"),
            ("if they are free", "spin_trylock(&s0)"),
            ("once", "pthread_once(&o0, once)"),
            ("conditions", "cond_wait(&c0, &m0)"),
            ("that wake all", "cond_broadcast(&c0)"),
            ("that wake one", "cond_signal(&c0)"),
            ("barriers", "barrier_wait(&b0)"),
            ("detach", "pthread_detach(c)"),
            ("threads of threads", "pthread_join(c, 0)"),
            ("trylock", "mutex_trylock(&m"),
            ("keys", "pthread_setspecific(k0"),
            ("results of joins", "&result)"),
            ("pointers to locals of others", "*p = "),
            ("any number of threads", "while (__VERIFIER_nondet_uint() % 2u) pthread_create"),
            ("like threads", "pthread_create(&id[1], 0, t0, 0)"),
            ("atomic sections", "__VERIFIER_atomic_begin();"),
            ("inputs", "= __VERIFIER_nondet_uint();"),
        ];
        for (what, text) in uses {
            let many = texts.iter().filter(|program| program.contains(text)).count();
            assert!(many >= 5, "{what} occur in {many} programs only");
        }
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
