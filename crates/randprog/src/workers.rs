//! Random pthread programs in the manner of real ones: rows of workers, objects with locks in them, blocks that are made and published, hand-over by semaphores, flags and
//! initialisers, phases of a barrier, the number of workers in a global. What keeps the threads apart is chosen at random, and so is what goes wrong: a loop that joins one too few, a neighbour's element, a lock of another object, a store
//! after the publication, a barrier for another number. Nobody knows the verdict; an exhaustive search finds it.

use crate::random::Random;

const HEADER: &str = "typedef unsigned long pthread_t;
typedef union { char size[40]; long align; } pthread_mutex_t;
typedef union { char size[32]; long align; } sem_t;
typedef union { char size[32]; long align; } pthread_barrier_t;
typedef int pthread_once_t;
extern void *malloc(unsigned long);
extern int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
extern int pthread_join(pthread_t, void **);
extern int pthread_mutex_init(pthread_mutex_t *, const void *);
extern int pthread_mutex_lock(pthread_mutex_t *);
extern int pthread_mutex_unlock(pthread_mutex_t *);
extern int pthread_once(pthread_once_t *, void (*)(void));
extern int pthread_barrier_init(pthread_barrier_t *, const void *, unsigned);
extern int pthread_barrier_wait(pthread_barrier_t *);
extern int sem_init(sem_t *, int, unsigned);
extern int sem_post(sem_t *);
extern int sem_wait(sem_t *);
struct item { pthread_mutex_t lock; unsigned value; struct item *next; };
pthread_mutex_t big;
sem_t ready;
pthread_once_t once;
pthread_barrier_t meet;
int many;
unsigned table[4], results[4], made, flag, data;
struct item items[2], *list;
struct args { unsigned in, out; struct item *item; } args[4];
void initialise(void) { made = 1; }
void lessen(void) { many = 1; }
static void bump(struct item *i) { pthread_mutex_lock(&i->lock); i->value++; pthread_mutex_unlock(&i->lock); }
static struct item *make(unsigned v) { struct item *i = malloc(sizeof *i); pthread_mutex_init(&i->lock, 0); i->value = v; return i; }
";

/// A statement of a worker: of the thread that is given `a`.
fn statement(random: &mut Random, by_number: bool) -> String {
    let own = if by_number { "n" } else { "a->in" };
    let k = random.below(4);
    match random.below(22) {
        0 => "bump(&items[0]);".to_string(),
        1 => format!("bump(&items[{own} % 2]);"),
        2 => "pthread_mutex_lock(&items[0].lock); items[0].value++; pthread_mutex_unlock(&items[0].lock);".to_string(),
        3 => "pthread_mutex_lock(&items[0].lock); items[1].value++; pthread_mutex_unlock(&items[0].lock);".to_string(),
        4 | 5 if by_number => "results[n] = 1;".to_string(),
        4 if !by_number => "a->out = a->in + 1;".to_string(),
        5 if !by_number => "bump(a->item);".to_string(),
        6 if by_number => "results[n] += results[n];".to_string(),
        6 if !by_number => "a->out += 2;".to_string(),
        7 if by_number => "results[n ^ 1] = 1;".to_string(),
        7 if !by_number => "(a + 1)->out = 1;".to_string(),
        8 | 9 => "{ struct item *i = make(1); i->value = 2; pthread_mutex_lock(&big); i->next = list; list = i; pthread_mutex_unlock(&big); }".to_string(),
        10 => "{ struct item *i = make(1); pthread_mutex_lock(&big); list = i; pthread_mutex_unlock(&big); i->value = 2; }".to_string(),
        11 | 12 => "{ pthread_mutex_lock(&big); struct item *i = list; pthread_mutex_unlock(&big); if (i) bump(i); }".to_string(),
        13 => "{ pthread_mutex_lock(&big); struct item *i = list; pthread_mutex_unlock(&big); if (i) i->value++; }".to_string(),
        14 | 15 => "pthread_once(&once, initialise); if (made) ;".to_string(),
        16 => "{ unsigned f = __atomic_load_n(&flag, 5); if (f) data++; }".to_string(),
        17 => "{ pthread_mutex_lock(&big); unsigned f = flag; pthread_mutex_unlock(&big); if (f == 1) data = 2; }".to_string(),
        18 => "pthread_mutex_lock(&big); data++; pthread_mutex_unlock(&big);".to_string(),
        19 => "sem_wait(&ready); data = 3; sem_post(&ready);".to_string(),
        20 => "sem_wait(&ready); if (data) ;".to_string(),
        _ => format!("if (table[{k}]) ;"),
    }
}

/// A statement of `main` while the workers run, or behind.
fn of_main(random: &mut Random) -> String {
    match random.below(9) {
        0 => "data = 1; __atomic_store_n(&flag, 1, 5);".to_string(),
        1 => "data = 1; pthread_mutex_lock(&big); flag = 1; pthread_mutex_unlock(&big);".to_string(),
        2 => "__atomic_store_n(&flag, 1, 5); data = 1;".to_string(),
        3 => "data = 1; sem_post(&ready);".to_string(),
        4 => "sem_post(&ready); data = 1;".to_string(),
        5 => "pthread_once(&once, initialise);".to_string(),
        6 => "made = 0;".to_string(),
        7 => "pthread_mutex_lock(&big); data = 4; pthread_mutex_unlock(&big);".to_string(),
        _ => "bump(&items[1]);".to_string(),
    }
}

/// What is said by a second stream of numbers: a barrier between the statements of a worker, and the number of workers in memory.
struct More {
    barrier: Option<String>,
    bound: &'static str,
}

fn more(random: &mut Random, workers: usize, counter: &str, body: &mut Vec<String>, beside: &mut Vec<String>) -> More {
    let wait = "pthread_barrier_wait(&meet);";
    let with_barrier = random.one_in(3);
    if with_barrier {
        let phases = ["if (results[0] + results[1]) ;", "results[0] = 5;", "if (args[0].out) ;", "data = 5;"];
        body.insert(random.below(body.len() + 1), wait.to_string());
        body.push((*random.choose(&phases)).to_string());
        if random.one_in(3) {
            body.push(wait.to_string());
            body.push((*random.choose(&phases)).to_string());
        }
        if random.one_in(3) {
            let rounds = format!("for (int round = 0; round < 2; round++) {{ {} {wait} }}", body.join(" "));
            *body = vec![rounds];
        }
        if random.one_in(4) {
            beside.push(wait.to_string());
        }
    }
    let count = (workers + random.below(5)).saturating_sub(2).max(1);
    let count = if random.one_in(2) { workers } else { count };
    let in_memory = counter == "int" && random.one_in(2);
    if in_memory && random.one_in(3) {
        beside.push((*random.choose(&["many--;", "lessen();", "bump(&items[0]);"])).to_string());
    }
    More {
        barrier: with_barrier.then(|| format!("pthread_barrier_init(&meet, 0, {count});")),
        bound: if in_memory { "many" } else { "n" },
    }
}

/// The program of a seed.
pub fn workers(seed: u64) -> String {
    let mut random = Random::new(seed ^ 0x77_6f72_6b65_7273);
    let random = &mut random;
    let by_number = random.one_in(2);
    let workers = 2 + random.below(2).min(1);
    let mut body: Vec<String> = (0..1 + random.below(2)).map(|_| statement(random, by_number)).collect();
    let (before, beside) = (random.below(2), random.below(3));
    let before: Vec<String> =
        (0..before).map(|_| format!("table[{}] = {};", random.below(4), random.below(3))).collect();
    let mut beside: Vec<String> = (0..beside).map(|_| of_main(random)).collect();
    let behind: Vec<String> = (0..1 + random.below(2))
        .map(|_| match random.below(6) {
            0 => "results[0] = 7;".to_string(),
            1 => "args[1].out = 7;".to_string(),
            2 => "items[0].value = 7;".to_string(),
            3 => "data = 7;".to_string(),
            4 => "table[1] = 7;".to_string(),
            _ => of_main(random),
        })
        .collect();
    let given = match (by_number, random.below(5)) {
        (true, 0) => "(void *)(long)(i / 2)",
        (true, _) => "(void *)(long)i",
        (false, 0) => "&args[0]",
        (false, 1) => "fresh(i)",
        (false, _) => "&args[i]",
    };
    let (first, less) = match random.below(5) {
        0 => (1, ""),
        1 => (0, " - 1"),
        _ => (0, ""),
    };
    let inside = ["", "", "args[i].in = i;", "args[i].out = i;", "results[i] = 0;"];
    let (ahead, late) = (random.choose(&inside), random.choose(&inside));
    let late = if random.one_in(2) { "" } else { late };
    let joined = *random.choose(&["", "", "sum += results[i];", "sum += args[i].out;", "sum += args[n - 1].out;"]);
    let counter = *random.choose(&["int", "unsigned", "long"]);
    let more = more(&mut Random::new(seed ^ 0x6d6f_7265), workers, counter, &mut body, &mut beside);
    let (bound, barrier) = (more.bound, more.barrier.unwrap_or_default());
    let worker = match by_number {
        true => "void *worker(void *given) { long n = (long)given;",
        false => "void *worker(void *given) { struct args *a = given;",
    };
    format!(
        "{HEADER}static void *fresh(unsigned i) {{ struct args *a = malloc(sizeof *a); a->in = i; a->item = &items[i % 2]; return a; }}
{worker} {} return 0; }}
int main(void) {{
  pthread_t t[4]; unsigned sum = 0; {counter} n = {workers}; many = {workers}; {barrier}
  pthread_mutex_init(&items[0].lock, 0); pthread_mutex_init(&items[1].lock, 0); sem_init(&ready, 0, 0);
  args[0].item = &items[0]; args[1].item = &items[{}]; args[2].item = &items[1]; {}
  for ({counter} i = 0; i < {bound}; i++) {{ {ahead} pthread_create(&t[i], 0, worker, {given}); {late} }}
  {}
  for ({counter} i = {first}; i < {bound}{less}; i++) {{ pthread_join(t[i], 0); {joined} }}
  {}
  return sum; }}
",
        body.join(" "),
        random.below(2),
        before.join(" "),
        beside.join("\n  "),
        behind.join(" "),
    )
}
