//! Random pthread programs ([`crate::concurrent`]) as text.

use std::fmt::{self, Write};

use crate::concurrent::{Concurrent, Condition, Operand, Rich, Statement};

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
        Rich::TryReadWrite(writes, body) => {
            writeln!(out, "{pad}if (pthread_rwlock_try{}lock(&w0) == 0) {{", if *writes { "wr" } else { "rd" })?;
            write_block(out, body, depth + 1)?;
            writeln!(out, "{pad}    pthread_rwlock_unlock(&w0);\n{pad}}}")
        }
        Rich::TrySpin(body) => {
            writeln!(out, "{pad}if (pthread_spin_trylock(&s0) == 0) {{")?;
            write_block(out, body, depth + 1)?;
            writeln!(out, "{pad}    pthread_spin_unlock(&s0);\n{pad}}}")
        }
        Rich::Signal(v, n) => writeln!(
            out,
            "{pad}pthread_mutex_lock(&m0);\n{pad}x{v} = {n}u;\n{pad}pthread_cond_signal(&c0);\n{pad}pthread_mutex_unlock(&m0);"
        ),
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
int pthread_rwlock_tryrdlock(pthread_rwlock_t *);
int pthread_rwlock_trywrlock(pthread_rwlock_t *);
int pthread_rwlock_unlock(pthread_rwlock_t *);
int pthread_spin_init(pthread_spinlock_t *, int);
int pthread_spin_lock(pthread_spinlock_t *);
int pthread_spin_trylock(pthread_spinlock_t *);
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
int pthread_cond_signal(pthread_cond_t *);
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
        if self.crowd {
            out.push_str("    while (__VERIFIER_nondet_uint() % 2u) pthread_create(&id[0], 0, child, 0);\n");
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
