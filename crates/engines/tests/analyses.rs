//! The pre-analyses on small programs: what is shared, and what a thread may still touch.

use raddle_analyses::numbers::{Fact, Numbers};
use raddle_frontend::{Options, load_text};
use raddle_program::analysis::{Object, PointsTo};
use raddle_program::{FuncId, Op, Program, Storage, SyncOp};
use raddle_semantics::{Effects, ExactUses, LockId, Needs, Touch, Unread};

fn program(text: &str) -> Program {
    let header = "
typedef unsigned long pthread_t;
typedef union { char size[40]; long align; } pthread_mutex_t;
extern int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
extern int pthread_mutex_lock(pthread_mutex_t *);
extern int pthread_mutex_unlock(pthread_mutex_t *);
extern void *malloc(unsigned long);
";
    match load_text("test.i", &format!("{header}{text}"), &Options::default()) {
        Ok((program, _)) => program,
        Err(error) => panic!("{:?}", error.diagnostics),
    }
}

/// The names of what is touched, writes with an exclamation mark.
fn names(program: &Program, effects: &Effects, touches: &[Touch]) -> Vec<String> {
    let mut out = Vec::new();
    for touch in touches {
        for (id, global) in program.globals.enumerated() {
            if effects.resource(Object::Global(id)) == Some(touch.resource) {
                out.push(format!("{}{}", global.name, if touch.write { "!" } else { "" }));
            }
        }
    }
    out.sort();
    out
}

fn function(program: &Program, name: &str) -> FuncId {
    program.function_named(name).expect("the function is there")
}

/// Whether a memory local of a function is shared.
fn is_shared(program: &Program, effects: &Effects, name: &str, local: &str) -> bool {
    let f = function(program, name);
    let found = program.functions[f].locals.enumerated().find(|(_, l)| l.name.as_deref() == Some(local));
    let (id, l) = found.expect("the local is there");
    assert!(matches!(l.storage, Storage::Memory { .. }), "{local} is a register");
    effects.resource(Object::Local(f, id)).is_some()
}

#[test]
fn locals_are_shared_when_their_address_leaves_the_thread() {
    let text = "
int *published;
int id(int *p) { return *p; }
void *worker(void *arg) { int own = 1; id(&own); return arg; }
int main(void) {
  int passed = 1, stored = 2, kept = 3; pthread_t t;
  published = &stored;
  id(&kept);
  pthread_create(&t, 0, worker, &passed);
  return 0;
}";
    let program = program(text);
    let effects = Effects::new(&program, &PointsTo::new(&program));
    let shared = |f: &str, l: &str| is_shared(&program, &effects, f, l);
    assert!(shared("main", "passed") && shared("main", "stored"));
    assert!(!shared("main", "kept") && !shared("worker", "own"));
}

#[test]
fn futures_follow_calls_and_end_at_held_locks() {
    let text = "
int before, inside, after, never;
pthread_mutex_t m;
void touch(int *p) { *p = 1; }
void unused(void) { never = 1; }
void *worker(void *arg) {
  touch(&before);
  pthread_mutex_lock(&m);
  inside++;
  pthread_mutex_unlock(&m);
  return (void *)(long)after;
}
int main(void) { pthread_t t; pthread_create(&t, 0, worker, 0); return 0; }";
    let program = program(text);
    let effects = Effects::new(&program, &PointsTo::new(&program));
    let worker = function(&program, "worker");
    let entry = program.functions[worker].entry;
    let all = names(&program, &effects, &effects.from(worker, entry).touches());
    assert_eq!(all, ["after", "before!", "inside!", "m!"]);
    assert_eq!(effects.lock_cells().len(), 1);
    let until = effects.from_until(&program, worker, entry, LockId(0));
    assert_eq!(names(&program, &effects, &until.touches()), ["before!"]);
    assert!(!until.returns, "the function cannot return while somebody else holds the lock");
    // What a thread creates belongs to its future.
    let main = function(&program, "main");
    let start = effects.from(main, program.functions[main].entry);
    assert_eq!(names(&program, &effects, &start.touches()), ["after", "before!", "inside!", "m!"]);
}

#[test]
fn pointers_flow_through_the_heap_and_function_pointers() {
    let text = "
struct node { struct node *next; int value; };
struct node *head;
int hidden;
void set(int *p) { *p = 7; }
void (*call)(int *) = set;
void *worker(void *arg) { call(&hidden); head->next->value = 1; return 0; }
int main(void) {
  pthread_t t;
  head = malloc(sizeof *head);
  head->next = malloc(sizeof *head);
  pthread_create(&t, 0, worker, 0);
  return 0;
}";
    let program = program(text);
    let points_to = PointsTo::new(&program);
    assert!(points_to.is_reachable(function(&program, "set")));
    let effects = Effects::new(&program, &points_to);
    let worker = function(&program, "worker");
    let row = effects.from(worker, program.functions[worker].entry);
    assert!(names(&program, &effects, &row.touches()).contains(&"hidden!".to_string()));
    let blocks: Vec<_> = points_to.objects().iter().filter(|o| matches!(o, Object::Block(..))).collect();
    let reached = blocks.iter().filter_map(|b| effects.resource(**b));
    let written = reached.filter(|r| row.conflicts(Touch { resource: *r, write: false })).count();
    assert_eq!(written, 1, "only the second block is written by the worker");
    let creates = |op: &Op| matches!(op, Op::Sync { op: SyncOp::ThreadCreate, .. });
    assert!(program.functions[program.entry].edges().iter().any(|e| creates(&e.op)));
}

#[test]
fn what_nobody_reads_has_its_address_in_stores_only() {
    let text = "
int filled[8], read[8], taken[8], passed[8], kept[8], other[8], counted;
struct { int a[4]; int b; } record;
int *holder = kept;
void use(int *p) { *p = 1; }
void *worker(void *arg) {
  int i = *(int *)arg;
  filled[i] = read[i];
  read[i] = 1;
  int *p = taken + i;
  *p = 1;
  use(&passed[i]);
  kept[i] = 2;
  *(&other[0] + (read - (int *)0)) = 1;
  record.a[i] = 1;
  return (void *)(long)record.b;
}
int main(void) { pthread_t t; counted = 1; pthread_create(&t, 0, worker, filled + t == 0 ? 0 : holder); return 0; }";
    let program = program(text);
    let unread = Unread::new(&program, &PointsTo::new(&program));
    let names: Vec<&str> = unread.globals().map(|global| program.globals[global].name.as_str()).collect();
    assert_eq!(names, ["counted"]);
    let text = text.replace("filled + t == 0 ? 0", "t == 0 ? 0");
    let program = self::program(&text);
    let unread = Unread::new(&program, &PointsTo::new(&program));
    let names: Vec<&str> = unread.globals().map(|global| program.globals[global].name.as_str()).collect();
    assert_eq!(names, ["counted", "filled"]);
}

#[test]
fn facts_are_guessed_about_indices_and_what_is_copied_from_them() {
    let text = "
int filled[80], next = 5, down = 9, top, unrelated;
void *worker(void *arg) {
  if (next + 3 <= 77) { int i = next; next += 6; filled[i] = 1; top = i; }
  if (down > 1) { down = down - 1; filled[down] = 2; }
  return 0;
}
int main(void) { pthread_t t; pthread_create(&t, 0, worker, 0); unrelated = unrelated + 2; return top; }";
    let program = program(text);
    let points_to = PointsTo::new(&program);
    let unread = Unread::new(&program, &points_to);
    let (all, rest) =
        (ExactUses::new(&program, &points_to), ExactUses::besides(&program, &points_to, &unread, &|_| Needs::All));
    let numbers = Numbers::new(&program, &points_to, (&all, &rest));
    let facts = |name: &str| -> Vec<Fact> {
        let found = program.globals.enumerated().find(|(_, global)| global.name == name);
        numbers.object(Object::Global(found.expect("the global is there").0)).collect()
    };
    let stride = Fact::Residue { modulus: 6, residue: 5 };
    let counted = [stride, Fact::AtMost(4), Fact::AtMost(74), Fact::AtMost(80)];
    assert_eq!(facts("next"), counted);
    assert_eq!(facts("top"), counted);
    assert_eq!(facts("down"), [Fact::AtMost(0), Fact::AtMost(1), Fact::AtMost(9)]);
    assert_eq!(facts("unrelated"), []);
}
