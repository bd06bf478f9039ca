//! All options of all components, declared in one table.
//!
//! An option is declared once: its key, type, default, range and documentation. The struct the engine reads, the
//! parser of `--set key=value`, `raddle options` and `docs/options.md` all come from that declaration, so none of them
//! can disagree. An unknown key or a value out of range is an error that names what is allowed.

use std::fmt;
use std::path::PathBuf;

use strsim::levenshtein;

/// A value an option can have.
pub trait OptionValue: Sized + Clone {
    /// Reads it; `None` if it is not one of the allowed values.
    fn parse(text: &str) -> Option<Self>;
    /// Writes it so that [`OptionValue::parse`] reads it back.
    fn show(&self) -> String;
}

impl OptionValue for bool {
    fn parse(text: &str) -> Option<bool> {
        match text {
            "true" => Some(true),
            "false" => Some(false),
            _ => None,
        }
    }

    fn show(&self) -> String {
        self.to_string()
    }
}

impl OptionValue for u64 {
    fn parse(text: &str) -> Option<u64> {
        text.replace('_', "").parse().ok()
    }

    fn show(&self) -> String {
        self.to_string()
    }
}

impl OptionValue for Option<PathBuf> {
    fn parse(text: &str) -> Option<Option<PathBuf>> {
        Some((text != "none").then(|| PathBuf::from(text)))
    }

    fn show(&self) -> String {
        self.as_ref().map_or("none".to_string(), |path| path.display().to_string())
    }
}

impl OptionValue for Vec<String> {
    fn parse(text: &str) -> Option<Vec<String>> {
        let names = |text: &str| text.split(',').map(|name| name.trim().to_string()).collect::<Vec<_>>();
        let names = if text == "all" { Vec::new() } else { names(text) };
        names.iter().all(|name| !name.is_empty()).then_some(names)
    }

    fn show(&self) -> String {
        if self.is_empty() { "all".to_string() } else { self.join(",") }
    }
}

/// Declares an enumeration whose variants have names on the command line.
macro_rules! choices {
    ($(#[$doc:meta])* $name:ident { $($(#[$vdoc:meta])* $variant:ident = $text:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $name { $($(#[$vdoc])* $variant,)* }

        impl OptionValue for $name {
            fn parse(text: &str) -> Option<Self> {
                match text { $($text => Some($name::$variant),)* _ => None }
            }

            fn show(&self) -> String {
                match self { $($name::$variant => $text.to_string(),)* }
            }
        }
    };
}

choices! {
    /// How many races are told.
    Races {
        /// The first one.
        First = "first",
        /// Every one.
        All = "all",
    }
}

choices! {
    /// In which order states are expanded.
    Order {
        /// Breadth first: counterexamples with the fewest scheduler steps.
        BreadthFirst = "bfs",
        /// Depth first: reaches deep errors sooner.
        DepthFirst = "dfs",
        /// Fewest delays of threads that run as long as they can.
        FewestDelays = "delays",
        /// Fewest delays of threads that take turns.
        FewestDelayedTurns = "turns",
    }
}

choices! {
    /// In which order the configurable analyses expand states.
    SearchOrder {
        /// Breadth first.
        BreadthFirst = "bfs",
        /// Depth first.
        DepthFirst = "dfs",
        /// Fewest context switches first.
        FewestSwitches = "switches",
        /// In an order that the seed determines.
        Random = "random",
    }
}

choices! {
    /// Which filter the scheduler applies.
    Reduction {
        /// Persistent sets from static access summaries.
        Persistent = "persistent",
        /// Every enabled thread moves in every state.
        None = "none",
    }
}

choices! {
    /// Whether facts about the whole program keep threads apart.
    Apart {
        /// From the beginning.
        Always = "always",
        /// When the search turns out to be long.
        Late = "late",
        /// Never.
        Never = "never",
    }
}

choices! {
    /// Which states Cartesian abstraction leaves as they are.
    ExceptionSet {
        /// None.
        None = "none",
        /// Those in which a lock is held that does not say by whom.
        Locks = "locks",
        /// Such that were reached, more and more.
        Auto = "auto",
    }
}

choices! {
    /// Where predicate abstraction ends a block.
    Blocks {
        /// Where control goes back in a loop.
        Loop = "loop",
        /// There, and where functions are entered and left.
        LoopAndFunction = "loop+function",
        /// After every step.
        Statement = "statement",
        /// Nowhere.
        Never = "never",
    }
}

choices! {
    /// How predicates are combined.
    PredicateCombination {
        /// All Boolean combinations.
        Boolean = "boolean",
        /// Conjunctions only.
        Cartesian = "cartesian",
    }
}

choices! {
    /// What `cartesian` knows of values.
    PartValues {
        /// All of them.
        Exact = "exact",
        /// Which predicates hold.
        Predicates = "predicates",
    }
}

choices! {
    /// How predicates are found.
    Interpolation {
        /// Weakest preconditions.
        Backward = "newton",
        /// Strongest postconditions.
        Forward = "newton-forward",
        /// The solver's proof.
        Craig = "craig",
    }
}

impl From<Interpolation> for raddle_smt::interpolation::Method {
    fn from(interpolation: Interpolation) -> Self {
        match interpolation {
            Interpolation::Backward => Self::Backward,
            Interpolation::Forward => Self::Forward,
            Interpolation::Craig => Self::Craig,
        }
    }
}

choices! {
    /// Where a predicate is tracked.
    PredicateScope {
        /// Everywhere.
        Global = "global",
        /// In the function in which it was found.
        Function = "function",
        /// At the location at which it was found.
        Location = "location",
    }
}

choices! {
    /// How far thread-modular refinement looks.
    Refiner {
        /// At the path in its own thread.
        Default = "default",
        /// Also at the path to each effect by itself.
        Simple = "simple",
        /// At the path together with the path to each effect.
        Effect = "effect",
        /// At the path together with the paths to all effects, effects on these included.
        Recursive = "recursive",
    }
}

choices! {
    /// What is known about values, thread by thread.
    DomainKind {
        /// Predicates found by refinement, and of values only those that are needed exactly.
        Predicates = "predicates",
        /// Values as far as they are the same in all executions with the same steps, and no predicates.
        Values = "values",
        /// Both.
        Both = "both",
    }
}

impl DomainKind {
    /// Whether values that are known stay explicit.
    pub fn keeps_values(self) -> bool {
        match self {
            DomainKind::Predicates => false,
            DomainKind::Values | DomainKind::Both => true,
        }
    }

    /// Whether refinement finds predicates.
    pub fn tracks_predicates(self) -> bool {
        match self {
            DomainKind::Values => false,
            DomainKind::Predicates | DomainKind::Both => true,
        }
    }
}

choices! {
    /// How the actions of other threads are known.
    EnvironmentKind {
        /// With what they assign.
        Precise = "precise",
        /// As assignments of any value.
        Havoc = "havoc",
    }
}

choices! {
    /// An algorithm of the paper on thread-modular abstraction refinement.
    TarAlgorithm {
        /// All interleavings.
        A = "a",
        /// Every thread by itself, under whatever the others can do in any state of theirs.
        B = "b",
        /// Every thread by itself, under what the others do in states that they reach.
        Tar = "tar",
    }
}

choices! {
    /// How an abstraction is refined.
    Refinement {
        /// Something is added for every spurious counterexample.
        Monotonic = "monotonic",
        /// The smallest abstraction is chosen that excludes all spurious counterexamples so far.
        NonMonotonic = "non-monotonic",
    }
}

choices! {
    /// Which counterexamples are excluded first.
    Counterexamples {
        /// Those with the fewest steps.
        Shortest = "shortest",
        /// Those with the fewest mismatches.
        Nearest = "nearest",
    }
}

choices! {
    /// What excludes a counterexample that both values and places exclude.
    Preference {
        /// Predicates.
        Data = "data",
        /// Classes of places.
        Control = "control",
        /// Whatever needs fewer classes.
        Fewest = "fewest",
    }
}

choices! {
    /// How much is said of other threads.
    KnowledgeKind {
        /// How many there are, and nothing of whose the cells are.
        Plain = "plain",
        /// How many there are.
        Numbers = "numbers",
        /// Also what they hold.
        Locks = "locks",
        /// Also at most how many are where.
        Crowds = "crowds",
        /// Instead, how far they are.
        Locations = "locations",
        /// Also what they have in registers.
        Locals = "locals",
        /// What counterexamples ask for.
        Classes = "classes",
    }
}

impl From<EnvironmentKind> for raddle_analyses::modular::Environment {
    fn from(kind: EnvironmentKind) -> Self {
        match kind {
            EnvironmentKind::Precise => Self::Precise,
            EnvironmentKind::Havoc => Self::Havoc,
        }
    }
}

impl From<Blocks> for raddle_analyses::predicate::Block {
    fn from(blocks: Blocks) -> Self {
        match blocks {
            Blocks::Loop => Self::Loop,
            Blocks::LoopAndFunction => Self::LoopAndFunction,
            Blocks::Statement => Self::Statement,
            Blocks::Never => Self::Never,
        }
    }
}

impl From<PredicateCombination> for raddle_analyses::predicate::Combination {
    fn from(combination: PredicateCombination) -> Self {
        match combination {
            PredicateCombination::Boolean => Self::Boolean,
            PredicateCombination::Cartesian => Self::Cartesian,
        }
    }
}

impl From<PredicateScope> for raddle_analyses::predicate::Scope {
    fn from(scope: PredicateScope) -> Self {
        match scope {
            PredicateScope::Global => Self::Global,
            PredicateScope::Function => Self::Function,
            PredicateScope::Location => Self::Location,
        }
    }
}

choices! {
    /// What a call of a function without a body means.
    External {
        /// It returns any value and writes any value through its pointer arguments; the verdict lists it.
        Model = "model",
        /// Reaching it makes the verdict UNKNOWN.
        Strict = "strict",
    }
}

choices! {
    /// What a load means where no object is.
    UndefinedReads {
        /// The execution ends, and the verdict is UNKNOWN.
        Halt = "halt",
        /// Any value; the verdict lists it.
        Any = "any",
    }
}

choices! {
    /// What a signed operation means whose result is not a value of its type.
    Overflow {
        /// What the hardware computes.
        Wraps = "wraps",
        /// It does not happen; the verdict lists that.
        Never = "never",
    }
}

/// An option as it is shown to users.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionInfo {
    /// `component.option`.
    pub key: &'static str,
    /// What it does, in a sentence or two.
    pub doc: &'static str,
    /// The default value.
    pub default: String,
    /// What is allowed, in words.
    pub allowed: &'static str,
}

/// A `--set` that cannot be followed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConfigError {
    /// Not of the form `key=value`.
    NotAnAssignment(String),
    /// No such option; the nearest key, if one is near.
    UnknownKey {
        /// What was given.
        key: String,
        /// What was meant, perhaps.
        similar: Option<&'static str>,
    },
    /// An option that has another name now.
    Renamed {
        /// What was given.
        key: &'static str,
        /// What it is called now.
        now: &'static str,
    },
    /// A value that is not allowed.
    BadValue {
        /// Of which option.
        key: &'static str,
        /// What was given.
        value: String,
        /// What is allowed.
        allowed: &'static str,
    },
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ConfigError::NotAnAssignment(text) => write!(f, "`{text}` is not of the form KEY=VALUE"),
            ConfigError::UnknownKey { key, similar: Some(similar) } => {
                write!(f, "there is no option `{key}`; did you mean `{similar}`?")
            }
            ConfigError::UnknownKey { key, similar: None } => {
                write!(f, "there is no option `{key}`; `raddle options` lists all")
            }
            ConfigError::Renamed { key, now } => write!(f, "the option `{key}` is called `{now}` now"),
            ConfigError::BadValue { key, value, allowed } => {
                write!(f, "`{value}` is not a value of `{key}`; allowed: {allowed}")
            }
        }
    }
}

impl std::error::Error for ConfigError {}

/// Declares [`Config`] with one struct per component.
macro_rules! options {
    ($($(#[$cdoc:meta])* $component:ident: $struct:ident {
        $($field:ident: $ty:ty = $default:expr, $allowed:literal, $valid:expr, $doc:literal;)*
    })*) => {
        $(
            $(#[$cdoc])*
            #[derive(Clone, Debug, PartialEq)]
            pub struct $struct { $(#[doc = $doc] pub $field: $ty,)* }

            impl Default for $struct {
                fn default() -> Self { $struct { $($field: $default,)* } }
            }
        )*

        /// All options.
        #[derive(Clone, Debug, PartialEq, Default)]
        pub struct Config { $($(#[$cdoc])* pub $component: $struct,)* }

        impl Config {
            /// Every option with its documentation, sorted by component.
            pub fn options() -> Vec<OptionInfo> {
                let defaults = Config::default();
                vec![$($(OptionInfo {
                    key: concat!(stringify!($component), ".", stringify!($field)),
                    doc: $doc,
                    default: defaults.$component.$field.show(),
                    allowed: $allowed,
                },)*)*]
            }

            /// Sets one option.
            pub fn set(&mut self, key: &str, value: &str) -> Result<(), ConfigError> {
                match key {
                    $($(concat!(stringify!($component), ".", stringify!($field)) => {
                        let valid: fn(&$ty) -> bool = $valid;
                        let parsed = <$ty as OptionValue>::parse(value).filter(valid);
                        self.$component.$field = parsed.ok_or_else(|| ConfigError::BadValue {
                            key: concat!(stringify!($component), ".", stringify!($field)),
                            value: value.to_string(),
                            allowed: $allowed,
                        })?;
                        Ok(())
                    })*)*
                    _ => Err(unknown(key)),
                }
            }
        }
    };
}

options! {
    /// `--analysis explicit`: exhaustive search.
    explicit: ExplicitConfig {
        order: Order = Order::BreadthFirst, "bfs, dfs, delays, turns", |_| true,
            "Which state is looked at next. `bfs`: the one reached with the fewest steps, for short counterexamples. `dfs`: the one reached last, which finds errors after many steps sooner. `delays`: threads run as long as they can, and states in which few threads were kept waiting come first, which finds errors that need few context switches. `turns`: the same with threads that take turns, for errors that need many.";
        max_states: u64 = 0, "0 (no limit) or any number", |_| true,
            "Give up (UNKNOWN) when this many states are stored; 0 means no limit.";
        samples: u64 = 4, "0 to 64", |n| (0..=64).contains(n),
            "Where an unknown value is needed exactly and has more than `program.max_cases` possible values, so many of them are tried to find a violation: small ones, and those at the ends of what the program has asked. Without a violation the verdict is UNKNOWN.";
    }
    /// `--analysis bmc` and its variants: bounded model checking.
    bmc: BmcConfig {
        unwind: u64 = 2, "0 to 1000000", |n| (0..=1_000_000).contains(n),
            "How many rounds of each loop are looked at in the first attempt.";
        increment: u64 = 4, "1 to 1000000", |n| (1..=1_000_000).contains(n),
            "How many rounds more are looked at in each further attempt, as long as some loop can go on.";
        max_unwind: u64 = 10, "0 to 1000000", |n| (0..=1_000_000).contains(n),
            "How many rounds are looked at in the last attempt; if some loop can go on even then, the verdict is UNKNOWN.";
        simplify: bool = false, "true, false", |_| true,
            "Whether common parts of merged paths are factored out, as `bmc+simplify` always does.";
    }
    /// `--analysis predicate` and `predicate+value`: predicate abstraction.
    predicate: PredicateConfig {
        block: Blocks = Blocks::Loop, "loop, loop+function, statement, never", |_| true,
            "How much of a path is one formula before it is abstracted to predicates: up to the next round of a loop; also up to the next call or return; one step; or all of it.";
        max_values: u64 = 1024, "0 (any number) or any number", |_| true,
            "In `predicate+value`: when a variable has had more than this many values at the same locations of all threads, its values are left to the predicates there and from there on.";
    }
    /// Predicates, in `predicate`, `predicate+value` and `thread-modular`.
    predicates: PredicatesConfig {
        combination: PredicateCombination = PredicateCombination::Boolean, "boolean, cartesian", |_| true,
            "What can be known of predicates: any Boolean combination, or only which of them hold and which do not (cheaper).";
        interpolation: Interpolation = Interpolation::Backward, "newton, newton-forward, craig", |_| true,
            "How new predicates are found on a path that no execution takes: `newton` goes back from its end (weakest preconditions), `newton-forward` goes on from its beginning (strongest postconditions), `craig` reads them off the solver's proof. Where one finds none the others are tried.";
        scope: PredicateScope = PredicateScope::Global, "global, function, location", |_| true,
            "Where a new predicate is kept track of: everywhere, in the function in which it was found, or at that place only.";
    }
    /// What the program may do, in every analysis.
    program: ProgramConfig {
        external: External = External::Model, "model, strict", |_| true,
            "What a call of a function means that no given file defines and that is not in the library table: `model` lets it return any value and write any value through its pointer arguments; `strict` makes the verdict UNKNOWN.";
        malloc_may_fail: bool = false, "true, false", |_| true,
            "Whether allocating memory may fail and return a null pointer.";
        undefined_reads: UndefinedReads = UndefinedReads::Halt, "halt, any", |_| true,
            "What a read means where no object is (outside of all objects, after `free`, through null): `halt` ends the execution as UNKNOWN, because behaviour is undefined; `any` gives any value and goes on. `valid-memsafety` looks for such reads, whatever is set.";
        overflow: Overflow = Overflow::Wraps, "wraps, never", |_| true,
            "What a signed operation means whose result is not a value of its type (which C leaves undefined): `wraps` computes what the hardware does; `never` looks at no execution beyond it, and the verdict lists the assumption. `no-overflow` looks for it, whatever is set.";
        max_threads: u64 = 64, "1 to 60000", |n| (1..=60_000).contains(n),
            "How many threads may exist at the same time; with more the verdict is UNKNOWN.";
        max_call_depth: u64 = 1000, "1 to 100000", |n| (1..=100_000).contains(n),
            "How deep calls may nest; beyond it the verdict is UNKNOWN.";
        max_cases: u64 = 65_536, "1 to 4294967296", |n| (1..=1 << 32).contains(n),
            "Where an unknown value is needed exactly (as an index, say), each of its possible values is tried. If there are more than this, the verdict is UNKNOWN.";
    }
    /// The order of the search, in every analysis but `explicit` and `thread-modular`.
    reach: ReachConfig {
        order: SearchOrder = SearchOrder::BreadthFirst, "bfs, dfs, switches, random", |_| true,
            "Which state is looked at next: the one reached with the fewest steps, the one reached last, the one reached with the fewest context switches, or any.";
        seed: u64 = 1, "any number", |_| true,
            "The number that the order `random` is made from; `--seed` sets it.";
    }
    /// Data races.
    races: RacesConfig {
        tell: Races = Races::First, "first, all", |_| true,
            "Whether the search for data races ends with the first one, or goes on behind it and tells every one, what could not be excluded, and what each variable is; `--races` sets it.";
    }
    /// The check of what an analysis claims.
    evidence: EvidenceConfig {
        check_proof: bool = true, "true, false", |_| true,
            "Re-check every proof before TRUE is said. Without the check the verdict is UNKNOWN where it would be TRUE.";
        check_unsat: bool = true, "true, false", |_| true,
            "While a proof is re-checked, accept the SAT solver's answer \"unsatisfiable\" only if the proof that it gives for that answer is right; without it the solver is believed.";
        max_refused: u64 = 32, "1 to 1000000", |n| (1..=1_000_000).contains(n),
            "A counterexample is not believed if its inputs cannot occur together, or if it depends on the addresses at which objects lie. After this many such counterexamples to one violation the search goes on without looking for more of them; the verdict is not TRUE then.";
    }
    /// The solver.
    smt: SmtConfig {
        record: Option<PathBuf> = None, "none or a directory", |_| true,
            "A directory for everything that `predicate` and `bmc` ask the solver, as numbered SMT-LIB scripts. `cargo bench -p raddle-smt --bench sessions` replays them.";
    }
    /// `--analysis thread-modular`.
    thread_modular: ThreadModularConfig {
        refiner: Refiner = Refiner::Recursive, "default, simple, effect, recursive", |_| true,
            "How much of a possible counterexample is examined to find out whether it is one. `default`: the steps of the thread that violates the property. `simple`: also the steps that lead to each step of another thread on it, one by one. `effect`: both together. `recursive`: all steps of all threads in it together.";
        domain: DomainKind = DomainKind::Predicates, "predicates, values, both", |_| true,
            "What a thread knows about numbers: predicates that refinement finds, and values only where a step cannot be executed without them; values wherever they are known, and no predicates; or both.";
        environment: EnvironmentKind = EnvironmentKind::Precise, "precise, havoc", |_| true,
            "What a thread knows of the steps of others: which values they write, or only where they write.";
        knowledge: KnowledgeKind = KnowledgeKind::Locals, "plain, numbers, locks, crowds, locations, locals, classes", |_| true,
            "How much a thread may know of the other threads. The analysis begins with `numbers` (how many of each kind there are) and learns more only where that does not suffice, up to: `locks`, which locks they hold; `crowds`, also whether none, one or many of them are at a location of the program; `locations`, in place of that, at which location each thread is of whose kind there is only one; `locals`, also what such a thread has in its registers. `plain` is what the papers have: `numbers` without the cells that a thread was the last to test and set. With `classes` there are no levels: each path to an error that no predicate excludes says what is needed, locks or counts or in which of few classes of locations the other threads are, and predicates are kept.";
        refinement: Refinement = Refinement::Monotonic, "monotonic, non-monotonic", |_| true,
            "What is done about a counterexample that predicates exclude. `monotonic`: predicates are added that exclude it. `non-monotonic`: several sets of predicates are looked for that exclude it, together with what they demand of the other threads, and of all predicates the fewest are kept that exclude all counterexamples so far; everything is explored again then.";
        lazy: bool = true, "true, false", |_| true,
            "When new predicates were found, explore only those states again that the counterexample went through and that the predicates say something about, and all that was reached from them. Without it everything is explored again.";
        search_states: u64 = 200_000, "0 (no search) or any number", |_| true,
            "Besides the analysis, executions that violate the property are searched for directly, among at most this many states in each of several orders.";
        explain: bool = false, "true, false", |_| true,
            "With TRUE, print the predicates that each thread needed and what it assumed of the others.";
    }
    /// `--analysis tar`; options of `thread_modular` apply as well, but for `lazy`, `environment`, and `knowledge` other than `plain`.
    tar: TarConfig {
        algorithm: TarAlgorithm = TarAlgorithm::Tar, "a, b, tar", |_| true,
            "Which algorithm: `tar` analyses every thread by itself, under assumptions about the others that begin with nothing and grow; `b` under all that the others could do in any state, which proves less; `a` looks at all interleavings, like `predicate`.";
        havoc: bool = false, "true, false", |_| true,
            "Assume of other threads only in which states they write which variables, and not what.";
        variables: Vec<String> = Vec::new(), "all, or names of global variables separated by commas", |_| true,
            "With `no-data-race`: look only for races on these variables. The verdict is UNKNOWN then where it would be TRUE, and says that there is no race on them.";
    }
    /// `--analysis cartesian`; `thread_modular.search_states` applies as well.
    cartesian: CartesianConfig {
        values: PartValues = PartValues::Exact, "exact, predicates", |_| true,
            "What is known of values: `exact` values, of which there must be few; or which of some `predicates` hold, found from counterexamples that no execution takes, whatever the values are.";
        exceptions: ExceptionSet = ExceptionSet::Auto, "none, locks, auto", |_| true,
            "Of which states it is kept which threads are where at the same time: of none; of those in which a lock is held that does not say by whom; or of states that were reached, more and more of them, until that is a proof.";
        explain: bool = false, "true, false", |_| true,
            "With TRUE, print the exceptions, and where the threads may be besides.";
    }
    /// `--analysis control`: classes of the places of all threads, and predicates.
    control: ControlConfig {
        refinement: Refinement = Refinement::NonMonotonic, "monotonic, non-monotonic", |_| true,
            "What is done about a counterexample in which a thread goes on from another place than it is at. `monotonic`: the two places get classes of their own. `non-monotonic`: all places are divided anew, into the fewest classes with which none of the counterexamples so far is possible.";
        data: Refinement = Refinement::Monotonic, "monotonic, non-monotonic", |_| true,
            "What is done about a counterexample that values exclude. `monotonic`: predicates are added that exclude it. `non-monotonic`: for each such counterexample several sets of predicates are looked for that exclude it, and of all predicates the fewest are kept that exclude all counterexamples so far.";
        counterexamples: Counterexamples = Counterexamples::Nearest, "shortest, nearest", |_| true,
            "Which counterexamples are excluded first: the `shortest`, or the `nearest` to an execution, in which threads go on from another place than they are at as seldom as possible.";
        prefer: Preference = Preference::Fewest, "data, control, fewest", |_| true,
            "Whether a counterexample that values exclude as well as places is excluded by predicates or by classes; with `fewest` by classes if no more are needed than for the counterexamples that only places exclude, and otherwise by predicates. (With `control.refinement=monotonic` that is `control`.)";
        explain: bool = false, "true, false", |_| true,
            "With TRUE, print the classes of places with their source lines, and the predicates.";
    }
    /// `--analysis value`.
    value: ValueConfig {
        refinement: bool = true, "true, false", |_| true,
            "Begin with few variables, and keep track of another one only when a path that no execution takes cannot be told otherwise. Without it all variables are kept track of from the beginning.";
        max_refinements: u64 = 8, "0 to 1000000", |n| (0..=1_000_000).contains(n),
            "After this many refinements keep track of all variables.";
    }
    /// Which interleavings are left out because others stand for them, in every analysis but `thread-modular`.
    scheduler: SchedulerConfig {
        reduction: Reduction = Reduction::Persistent, "persistent, none", |_| true,
            "Partial-order reduction. `persistent`: of interleavings that differ only in the order of independent steps not all are looked at. `none`: all are.";
        parts: bool = true, "true, false", |_| true,
            "Where threads use the same object, find out by intervals whether they use the same bytes of it: threads that fill different parts of an array need not be interleaved.";
        facts: Apart = Apart::Late, "always, late, never", |_| true,
            "Let facts about the whole program, as `locks` finds them, say which threads need not be interleaved: those that work on their own elements, on blocks that nobody else knows, under locks beside their data, or before or after others run. `late`: when the search turns out to be long, and then from its beginning.";
        sleep: bool = true, "true, false", |_| true,
            "Sleep sets: a step that was taken in a state is not taken again right after an independent step of another thread. Needs `scheduler.reduction=persistent`; `explicit` does without.";
        dead: bool = true, "true, false", |_| true,
            "Take two states for one if they differ only in values that nobody reads any more before they are overwritten.";
        symmetry: bool = true, "true, false", |_| true,
            "Take two states for one if they differ only in which of several threads with the same start routine is which. Only in `value`, and where it applies sleep sets are not used.";
    }
}

impl Config {
    /// The part of the options that the machine reads.
    pub fn machine(&self) -> raddle_machine::Config {
        raddle_machine::Config {
            max_threads: self.program.max_threads as u16,
            max_depth: self.program.max_call_depth as u32,
            malloc_may_fail: self.program.malloc_may_fail,
            undefined_reads: self.program.undefined_reads == UndefinedReads::Any,
            no_overflow: self.program.overflow == Overflow::Never,
            ..raddle_machine::Config::default()
        }
    }

    /// Follows one `--set key=value`.
    pub fn assign(&mut self, text: &str) -> Result<(), ConfigError> {
        let (key, value) = text.split_once('=').ok_or_else(|| ConfigError::NotAnAssignment(text.to_string()))?;
        self.set(key.trim(), value.trim())
    }
}

/// Options that had another name, and what they are called now.
const RENAMED: &[(&str, &str)] = &[
    ("explicit.max_cases", "program.max_cases"),
    ("explicit.check_proof", "evidence.check_proof"),
    ("explicit.races", "races.tell"),
    ("predicate.abstraction", "predicates.combination"),
    ("predicate.interpolation", "predicates.interpolation"),
    ("predicate.scope", "predicates.scope"),
];

/// What is wrong with a key that nobody knows.
fn unknown(key: &str) -> ConfigError {
    match RENAMED.iter().find(|(old, _)| *old == key) {
        Some((key, now)) => ConfigError::Renamed { key, now },
        None => ConfigError::UnknownKey { key: key.to_string(), similar: similar(key) },
    }
}

/// The known key nearest to `key`, if it is near at all.
fn similar(key: &str) -> Option<&'static str> {
    let near = Config::options().into_iter().map(|o| (levenshtein(key, o.key), o.key)).min()?;
    (near.0 <= 1 + key.len() / 4).then_some(near.1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_set_by_key() {
        let mut config = Config::default();
        config.assign("explicit.order=dfs").unwrap();
        config.assign("program.max_cases = 1_000").unwrap();
        assert_eq!((config.explicit.order, config.program.max_cases), (Order::DepthFirst, 1000));
    }

    #[test]
    fn bad_assignments_say_what_is_allowed() {
        let message = |text: &str| Config::default().assign(text).unwrap_err().to_string();
        assert_eq!(message("explicit.ordr=dfs"), "there is no option `explicit.ordr`; did you mean `explicit.order`?");
        assert_eq!(
            message("explicit.order=xyz"),
            "`xyz` is not a value of `explicit.order`; allowed: bfs, dfs, delays, turns"
        );
        assert_eq!(message("explicit"), "`explicit` is not of the form KEY=VALUE");
        assert_eq!(
            message("program.max_cases=0"),
            "`0` is not a value of `program.max_cases`; allowed: 1 to 4294967296"
        );
    }

    #[test]
    fn old_names_give_the_new_one() {
        let known: Vec<&str> = Config::options().iter().map(|o| o.key).collect();
        for (old, now) in RENAMED {
            assert!(known.contains(now) && !known.contains(old), "{old} {now}");
            let message = Config::default().set(old, "1").unwrap_err().to_string();
            assert_eq!(message, format!("the option `{old}` is called `{now}` now"));
        }
    }

    #[test]
    fn defaults_are_allowed_values() {
        for option in Config::options() {
            let mut config = Config::default();
            config.set(option.key, &option.default).unwrap();
            assert_eq!(config, Config::default(), "{}", option.key);
        }
    }
}
