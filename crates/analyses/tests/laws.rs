//! The laws of every analysis, on programs of the corpus: the operators on states that are reached, `post` against random
//! concrete executions. An analysis is registered by one line in [`REGISTERED`].

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use raddle_analyses::bdd::Bdd;
use raddle_analyses::loop_bound::LoopBound;
use raddle_analyses::modular::{Environment, Seen, SingleThreads};
use raddle_analyses::predicate::{self, Block, Combination, Options, Predicate, Scope};
use raddle_analyses::sign::Sign;
use raddle_analyses::threading::{Choice, Configuration, Domain, Stepper, Threading, all_steps};
use raddle_analyses::value::{Precision, ValueDomain, needed, variables};
use raddle_cpa::laws::{Absorbed, Broken, Concrete, Law, check, check_gamma, check_modular, follow, sample};
use raddle_cpa::{Component, Composite, Cpa, Modular, OfLead, Plan, PlannedStep, Scheduler, Taken};
use raddle_deadline::{Deadline, Over, caught};
use raddle_frontend::load;
use raddle_machine::{Config, Halt, Machine, State, ThreadSet};
use raddle_program::Program;
use raddle_program::analysis::PointsTo;
use raddle_semantics::Property;
use raddle_semantics::dependence::Dependence;
use raddle_semantics::view::{InCall, Knowledge, Places, Views};

/// An analysis with its name and how its laws are checked on a program.
type Registered = (&'static str, fn(&mut Setting<'_, '_>) -> Result<(), Broken>);

/// Every analysis and domain.
const REGISTERED: &[Registered] = &[
    ("value", |s| s.domain(ValueDomain::new(4096, s.machine().deadline()), Setting::precisions)),
    ("bdd", |s| s.domain(Bdd::new(s.machine(), 4096), |_| vec![()])),
    ("predicate", |s| {
        let options = Options { block: Block::Statement, combination: Combination::Boolean, ..BMC };
        s.domain(Predicate::new(s.machine(), options, &|| false), |_| vec![Rc::default()])
    }),
    ("bmc", |s| s.domain(Predicate::new(s.machine(), BMC, &|| false), |_| vec![Rc::default()])),
    ("bmc+value", |s| {
        let options = Options { values: true, simplify: true, ..BMC };
        s.domain(Predicate::new(s.machine(), options, &|| false), |_| vec![Rc::default()])
    }),
    ("predicate+value", |s| {
        let options =
            Options { block: Block::Statement, combination: Combination::Boolean, values: true, max_values: 2, ..BMC };
        s.domain(Predicate::new(s.machine(), options, &|| false), |_| vec![Rc::default()])
    }),
    ("bmc, with maps", |s| {
        let options = Options { arrays: true, ..BMC };
        s.domain(Predicate::new(s.machine(), options, &|| false), |_| vec![Rc::default()])
    }),
    ("loop_bound", |s| s.component(LoopBound::new(s.machine().program(), 50))),
    ("sign", |s| s.component(Sign::new(s.machine()))),
];

/// Formulas that are never abstracted.
const BMC: Options = Options {
    block: Block::Never,
    combination: Combination::Cartesian,
    values: false,
    simplify: false,
    max_cases: 4096,
    arrays: false,
    max_values: 0,
};

/// Programs are taken from the corpus with this distance.
const EVERY: usize = 31;
/// Programs that have broken a law once.
const ALSO: &[&str] = &["library/48-c11-threads.c", "library/66-atomic-struct.c"];
/// States of a sample.
const STATES: usize = 16;
/// Executions of a program.
const EXECUTIONS: u64 = 9;
/// Steps of an execution.
const STEPS: u32 = 60;
/// Time for a program: some have too many ways to go to look at all of them.
const PATIENCE: Duration = Duration::from_secs(4);

/// Everybody moves.
struct Everybody<'a, 'p>(&'a Machine<'p>);

impl<D: Domain> Scheduler<Threading<'_, '_, D>> for Everybody<'_, '_> {
    fn plan(&mut self, state: &Configuration<D::Element>, _: ThreadSet) -> Plan<Choice> {
        let steps = all_steps(self.0, &state.state);
        Plan {
            groups: vec![
                steps.into_iter().map(|step| PlannedStep { step, asleep: ThreadSet::NONE, counts: true }).collect(),
            ],
        }
    }
}

/// A program, and how much of it has been followed.
struct Setting<'a, 'p> {
    dependence: &'a Dependence<'p>,
    random: u64,
    steps: u32,
}

impl<'a, 'p> Setting<'a, 'p> {
    fn machine(&self) -> &'a Machine<'p> {
        self.dependence.machine()
    }

    fn threading<D: Domain>(&mut self, domain: D) -> Threading<'a, 'p, D> {
        Threading::new(Stepper::new(self.dependence, Property::UnreachCall, self.flip(), false), domain)
    }

    fn flip(&mut self) -> bool {
        self.random = self.random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        self.random >> 40 & 1 == 1
    }

    /// A random precision, the smallest and the largest.
    fn precisions(&mut self) -> Vec<Precision> {
        let points_to = PointsTo::new(self.machine().program());
        let all = variables(self.machine().program(), &points_to);
        let least = needed(self.machine().program(), &points_to);
        let between: BTreeSet<_> = all.iter().copied().filter(|v| least.contains(v) || self.flip()).collect();
        [between, least, all].into_iter().map(|tracked| Precision::new(self.machine(), tracked)).collect()
    }

    /// Checks a domain that threading runs with.
    fn domain<D: Domain>(
        &mut self,
        domain: D,
        precisions: impl Fn(&mut Self) -> Vec<D::Precision>,
    ) -> Result<(), Broken> {
        let precisions = precisions(self);
        let mut cpa = self.threading(domain);
        self.laws(&mut cpa, &mut Everybody(self.machine()), &precisions)
    }

    /// Checks a component that runs beside values.
    fn component(&mut self, component: impl Component + 'a) -> Result<(), Broken> {
        let precisions = self.precisions();
        let mut cpa = Composite::new(self.threading(ValueDomain::new(4096, self.machine().deadline()))).with(component);
        let precisions: Vec<_> = precisions.into_iter().map(|p| cpa.precision(p)).collect();
        self.laws(&mut cpa, &mut OfLead(&mut Everybody(self.machine())), &precisions)
    }

    fn laws<A: Concrete>(
        &mut self,
        cpa: &mut A,
        scheduler: &mut impl Scheduler<A>,
        precisions: &[A::Precision],
    ) -> Result<(), Broken> {
        let mut visited: Vec<State> = Vec::new();
        for seed in 0..EXECUTIONS {
            let precision = &precisions[seed as usize % precisions.len()];
            let followed = follow(cpa, self.machine(), precision, seed, STEPS)?;
            self.steps += followed.steps;
            visited.extend(followed.visited.into_iter().take(STATES));
        }
        let sample = sample(cpa, scheduler, &precisions[0], STATES);
        check(cpa, &sample, precisions, false)?;
        check_gamma(cpa, &sample.states, &visited, |cpa, state, concrete| cpa.contains(state, concrete))
    }
}

/// Some programs of the corpus.
fn programs(every: usize) -> Vec<(String, Program)> {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus");
    let mut files: Vec<PathBuf> = Vec::new();
    for folder in std::fs::read_dir(&corpus).expect("the corpus is there").flatten().filter(|f| f.path().is_dir()) {
        let inside = std::fs::read_dir(folder.path()).expect("a folder of the corpus").flatten();
        files.extend(inside.map(|f| f.path()).filter(|p| p.extension().is_some_and(|e| e == "c")));
    }
    files.sort();
    // Some programs are for the other data model only.
    let load =
        |file: PathBuf| Some((file.display().to_string(), load(&[file], &raddle_frontend::Options::default()).ok()?.0));
    let wanted = |(index, file): &(usize, PathBuf)| index % every == 0 || ALSO.iter().any(|a| file.ends_with(a));
    // The laws are checked state by state. Where ids are compared, abstract and concrete executions agree only up to the
    // names of threads, which this comparison does not know.
    let by_name = |(_, program): &(String, Program)| !Machine::new(program, Config::default()).compares_ids();
    files.into_iter().enumerate().filter(wanted).filter_map(|(_, file)| load(file)).filter(by_name).collect()
}

/// What a piece of work gives within the time that a program may take; none if it is not done then.
fn in_time<T>(work: impl FnOnce(Config) -> T) -> Option<T> {
    let deadline = Deadline::new();
    let (done, watched) = mpsc::channel::<()>();
    std::thread::scope(|scope| {
        let watch = deadline.clone();
        scope.spawn(move || {
            if watched.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
                watch.end(Over::Time);
            }
        });
        let result = caught(|| work(Config { deadline: deadline.clone(), ..Config::default() }));
        drop(done);
        result.ok()
    })
}

/// Checks the laws on a program; how many concrete steps were followed, if there was time for it.
fn steps(
    program: &Program,
    laws: impl FnOnce(&mut Setting<'_, '_>) -> Result<(), Broken>,
) -> Option<Result<u32, Broken>> {
    in_time(|config| {
        let machine = Machine::new(program, config);
        let dependence = Dependence::new(&machine, Property::UnreachCall);
        let mut setting = Setting { dependence: &dependence, random: 7, steps: 0 };
        laws(&mut setting).map(|()| setting.steps)
    })
}

#[test]
fn every_analysis_obeys_the_laws() {
    let programs = programs(EVERY);
    assert!(programs.len() > 10, "the corpus was not found");
    for (name, laws) in REGISTERED {
        let (mut followed, mut unfinished) = (0, 0);
        for (file, program) in &programs {
            match steps(program, laws) {
                Some(Ok(steps)) => followed += steps,
                Some(Err(broken)) => panic!("{name} on {file}: {broken}"),
                None => unfinished += 1,
            }
        }
        println!("{name}: {} programs, {unfinished} too long, {followed} concrete steps followed", programs.len());
        assert!(unfinished * 10 < programs.len(), "{name}: {unfinished} of {} programs take too long", programs.len());
        assert!(followed > 200, "{name}: only {followed} concrete steps were followed");
    }
}

/// How a component can be wrong.
#[derive(Clone, Copy)]
enum Lie {
    /// It says that nobody goes where somebody goes.
    Refutes,
    /// It excludes states that exist.
    Excludes,
    /// It does not.
    None,
}

/// Counts edges modulo 64 and lies about it.
struct Liar(Lie);

impl Component for Liar {
    type State = usize;
    type Precision = ();

    fn name(&self) -> &'static str {
        "liar"
    }

    fn precision(&self) {}

    fn initial(&mut self) -> usize {
        0
    }

    fn post(&mut self, state: &usize, run: &[Taken], (): &()) -> Result<Option<usize>, Halt> {
        let next = (state + run.len()) % 64;
        Ok(match self.0 {
            Lie::Refutes if next % 4 == 3 => None,
            Lie::Refutes | Lie::Excludes | Lie::None => Some(next),
        })
    }

    fn fingerprint(&self, state: &usize) -> u64 {
        *state as u64
    }

    fn leq(&mut self, a: &usize, b: &usize) -> bool {
        a == b
    }

    fn contains(&self, state: &usize, _: &State) -> bool {
        match self.0 {
            Lie::Excludes => state % 4 != 3,
            Lie::Refutes | Lie::None => true,
        }
    }
}

#[test]
fn a_component_that_lies_is_noticed() {
    // A lie about every fourth edge can hide only where there are few.
    let mut programs = programs(2 * EVERY);
    programs.retain(|(_, program)| match steps(program, |s| s.component(Liar(Lie::None))) {
        Some(Ok(steps)) => steps > 2 * EXECUTIONS as u32,
        Some(Err(broken)) => panic!("{broken}"),
        None => false,
    });
    assert!(programs.len() > 10, "only {} programs are long enough", programs.len());
    let noticed = |lie: Lie| {
        programs.iter().filter(move |(_, p)| match steps(p, |s| s.component(Liar(lie))) {
            Some(Ok(_)) | None => false,
            Some(Err(broken)) => {
                assert_eq!(broken.law, Law::Post, "{broken}");
                true
            }
        })
    };
    assert!(noticed(Lie::Refutes).count() > programs.len() / 2);
    assert!(noticed(Lie::Excludes).count() > programs.len() / 2);
}

/// Checks the laws of single threads with predicates: for some shared symbols whether they are zero.
fn modular(
    program: &Program,
    config: Config,
    environment: Environment,
    knowledge: Knowledge,
) -> Result<Absorbed, Broken> {
    let machine = Machine::new(program, config);
    let dependence = Dependence::new(&machine, Property::UnreachCall);
    let options = Options { block: Block::Statement, combination: Combination::Boolean, ..BMC };
    let mut views = Views::new(&dependence, false);
    views.know(knowledge);
    let mut precision = vec![predicate::Precision::default(); views.templates().len()];
    let mut cpa = SingleThreads::new(views, Predicate::new(&machine, options, &|| false), environment, &|| false);
    let nothing = Rc::new(precision.clone());
    let mut states: Vec<Seen> = cpa.initial(&nothing).into_iter().filter_map(|way| way.state.ok()).collect();
    for index in 0..MODULAR_STATES {
        let Some(state) = states.get(index).cloned() else { break };
        for step in cpa.steps(&state) {
            states.extend(cpa.post(&state, &step, &nothing).into_iter().filter_map(|way| way.state.ok()));
        }
    }
    // What is shared is what effects are about.
    let mut symbols = BTreeSet::new();
    for state in &states {
        let bound = state.link.bound.iter().map(|(symbol, _)| *symbol);
        symbols.extend(bound.filter(|symbol| cpa.is_common(*symbol, &state.view)));
    }
    for symbol in symbols.into_iter().take(TRACKED) {
        let Some(variable) = cpa.domain.logic.variable(symbol) else { continue };
        let smt = &mut cpa.domain.logic.smt;
        let zero = smt.constant(0, smt.width(variable));
        let is_zero = smt.equal(variable, zero);
        for template in &mut precision {
            template.add(Scope::Global, None, is_zero);
        }
    }
    check_modular(&mut cpa, &Rc::new(precision), MODULAR_STATES, MODULAR_STATES)
}

/// Whether a thread has begun: where it does is a class of its own.
fn begun(program: &Program) -> Places {
    let functions = program.functions.enumerated();
    let begin = functions.map(|(func, f)| ((func, [InCall { func, loc: f.entry }].into_iter().collect()), 1));
    Places::Classes(Arc::new(begin.collect()))
}

/// How many symbols are tracked in the laws of single threads.
const TRACKED: usize = 8;
/// States, and effects, of a sample of single threads.
const MODULAR_STATES: usize = 150;

/// What views say of the other threads of a program.
type Level<'a> = &'a dyn Fn(&Program) -> Knowledge;

#[test]
fn single_threads_obey_the_laws() {
    let programs = programs(EVERY);
    for environment in [Environment::Precise, Environment::Havoc] {
        let begun = |program: &Program| Knowledge { places: begun(program), ..Knowledge::LOCKS };
        let levels: [(&str, Level<'_>); 4] = [
            ("numbers", &|_| Knowledge::NUMBERS),
            ("locks", &|_| Knowledge::LOCKS),
            ("locals", &|_| Knowledge::LOCALS),
            ("classes", &begun),
        ];
        for (level, knowledge) in levels {
            let (mut all, mut unfinished) = (Absorbed::default(), 0);
            for (file, program) in &programs {
                match in_time(|config| modular(program, config, environment, knowledge(program))) {
                    Some(Ok(Absorbed { pairs, reached, included })) => {
                        all.pairs += pairs;
                        all.reached += reached;
                        all.included += included;
                    }
                    Some(Err(broken)) => panic!("{environment:?}, {level} on {file}: {broken}"),
                    None => unfinished += 1,
                }
            }
            println!("{environment:?}, {level}: {all:?}, {unfinished} too long");
            assert!(unfinished * 10 < programs.len(), "{unfinished} of {} programs take too long", programs.len());
            assert!(all.pairs > 1000 && all.reached > 100 && all.included > 10, "too little was checked: {all:?}");
        }
    }
}
