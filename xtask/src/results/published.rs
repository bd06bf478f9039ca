//! The figures of the five papers, as they print them.

/// One configuration of Table 4.1 of the thesis (seed 001): CPAchecker, 900 s and 15 GB a task, 1082 tasks.
pub struct Configuration {
    /// As the thesis calls it.
    pub name: &'static str,
    /// The variant of ours that is the same thing.
    pub ours: &'static str,
    /// Right answers that are TRUE, and FALSE.
    pub correct: [usize; 2],
    /// Wrong answers that are TRUE, and FALSE.
    pub wrong: [usize; 2],
    /// CPU seconds.
    pub cpu: u64,
}

/// Table 4.1. The thesis runs BMC with the value analysis beside it.
pub const THESIS: [Configuration; 6] = [
    Configuration { name: "BMC", ours: "bmc+value", correct: [152, 550], wrong: [1, 6], cpu: 258_000 },
    Configuration {
        name: "BMC with formula simplification",
        ours: "bmc+simplify",
        correct: [152, 535],
        wrong: [1, 6],
        cpu: 266_000,
    },
    Configuration { name: "predicate abstraction", ours: "predicate", correct: [168, 36], wrong: [2, 7], cpu: 717_000 },
    Configuration {
        name: "predicate abstraction with value analysis",
        ours: "predicate+value",
        correct: [178, 718],
        wrong: [2, 13],
        cpu: 224_000,
    },
    Configuration { name: "BDD", ours: "bdd", correct: [167, 777], wrong: [0, 21], cpu: 76_600 },
    Configuration { name: "value analysis", ours: "value", correct: [162, 784], wrong: [0, 57], cpu: 84_100 },
];

/// How many tasks Table 4.1 is about.
pub const THESIS_TASKS: usize = 1082;

/// The directories of the thesis set, with how many tasks are expected to be TRUE and FALSE.
pub const THESIS_FOLDERS: [(&str, [usize; 2]); 12] = [
    ("pthread", [18, 20]),
    ("pthread-atomic", [9, 2]),
    ("pthread-C-DAC", [3, 1]),
    ("pthread-complex", [1, 4]),
    ("pthread-divine", [9, 7]),
    ("pthread-driver-races", [17, 4]),
    ("pthread-ext", [45, 8]),
    ("pthread-lit", [8, 3]),
    ("pthread-nondet", [3, 3]),
    ("pthread-wmm", [144, 754]),
    ("ldv-races", [4, 8]),
    ("ldv-linux-3.14-races", [1, 6]),
];

/// One column of Table I of "Predicate abstraction refinement in thread-modular analysis" (seed 000): 300 s, 161 tasks.
pub struct Refiner {
    /// As the paper calls it; ours have the same names.
    pub name: &'static str,
    /// Right answers that are TRUE, and FALSE.
    pub correct: [usize; 2],
    /// FALSE where no error is.
    pub wrong_false: usize,
    /// No answer.
    pub unknown: usize,
    /// CPU seconds.
    pub cpu: u64,
}

/// Table I.
pub const MODULAR: [Refiner; 3] = [
    Refiner { name: "default", correct: [20, 30], wrong_false: 71, unknown: 40, cpu: 6040 },
    Refiner { name: "simple", correct: [20, 18], wrong_false: 51, unknown: 72, cpu: 3969 },
    Refiner { name: "effect", correct: [22, 22], wrong_false: 52, unknown: 65, cpu: 6780 },
];

/// One row of Table 1 of "Non-monotonic refinement of control abstraction" (seed 002).
pub struct Control {
    /// As the paper calls it.
    pub name: &'static str,
    /// Our program.
    pub task: &'static str,
    /// Classes with monotonic refinement, and with non-monotonic.
    pub classes: [u64; 2],
    /// Seconds.
    pub seconds: [f64; 2],
}

/// Table 1.
pub const CONTROL: [Control; 5] = [
    Control { name: "Bakery-atomic", task: "01-bakery-atomic", classes: [8, 7], seconds: [6.6, 4.8] },
    Control { name: "Bakery", task: "11-bakery-one-initial-state", classes: [14, 10], seconds: [54.0, 26.0] },
    Control { name: "Bluetooth", task: "05-bluetooth", classes: [7, 5], seconds: [19.5, 16.4] },
    Control { name: "Mozilla-order-fixed", task: "07-mozilla-order-fixed", classes: [5, 3], seconds: [2.7, 1.6] },
    Control { name: "Time-varying-mutex", task: "09-time-varying-mutex", classes: [10, 7], seconds: [9.6, 7.1] },
];

/// Numbers of threads of Figure 4 of "Precise thread-modular verification" (seed 003).
pub const EXCEPTION_THREADS: [u32; 10] = [10, 20, 30, 40, 50, 60, 70, 80, 90, 100];

/// Figure 4: critical sections per thread, and seconds for each number of threads; 2.8 GHz.
pub const EXCEPTIONS: [(u32, [f64; 10]); 5] = [
    (1, [0.1, 1.2, 5.6, 19.0, 45.0, 88.0, 163.0, 249.0, 452.0, 650.0]),
    (3, [0.2, 2.8, 13.0, 40.0, 90.0, 184.0, 370.0, 570.0, 920.0, 1423.0]),
    (5, [0.3, 5.0, 26.0, 72.0, 186.0, 359.0, 675.0, 1192.0, 1901.0, 3022.0]),
    (7, [0.6, 8.7, 36.0, 131.0, 335.0, 642.0, 1158.0, 1907.0, 3374.0, 5170.0]),
    (9, [0.9, 13.9, 60.0, 210.0, 498.0, 1052.0, 1889.0, 3160.0, 4836.0, 7328.0]),
];

/// One row of Table 2 of "Thread-modular abstraction refinement" (seed 004); 700 MHz.
pub struct Race {
    /// As the paper calls it.
    pub name: &'static str,
    /// Our program with as many threads as in the paper, and with any number of them.
    pub tasks: [Option<&'static str>; 2],
    /// Outer iterations, inner iterations, queries.
    pub counts: [u64; 3],
    /// Seconds.
    pub seconds: f64,
}

/// Table 2. The drivers are not to be had.
pub const RACES: [Race; 8] = [
    Race {
        name: "Simple",
        tasks: [Some("29-henzinger-simple"), Some("01-simple-any-number")],
        counts: [3, 97, 693],
        seconds: 1.208,
    },
    Race {
        name: "Simple (buggy)",
        tasks: [Some("30-henzinger-simple-bug"), Some("02-simple-any-number-bug")],
        counts: [2, 131, 466],
        seconds: 0.220,
    },
    Race {
        name: "Producer-Consumer",
        tasks: [Some("32-henzinger-producer-consumer"), Some("05-producer-consumer-any-number")],
        counts: [4, 505, 4349],
        seconds: 5.048,
    },
    Race {
        name: "Producer-Consumer (buggy)",
        tasks: [Some("34-henzinger-producer-consumer-bug"), Some("06-producer-consumer-any-number-bug")],
        counts: [1, 149, 331],
        seconds: 0.403,
    },
    Race {
        name: "Time-varying",
        tasks: [Some("35-henzinger-time-varying"), Some("09-time-varying-any-number")],
        counts: [4, 612, 11_219],
        seconds: 9.653,
    },
    Race {
        name: "Time-varying (buggy)",
        tasks: [Some("36-henzinger-time-varying-bug"), Some("10-time-varying-any-number-bug")],
        counts: [1, 61, 190],
        seconds: 0.259,
    },
    Race { name: "aironet (1513 lines)", tasks: [None, None], counts: [3, 30_955, 227_735], seconds: 713.71 },
    Race { name: "packet (4085 lines)", tasks: [None, None], counts: [3, 654, 4336], seconds: 11.610 },
];

#[cfg(test)]
mod tests {
    use super::*;

    /// Sums that the papers print as well.
    #[test]
    fn the_figures_are_copied_without_slips() {
        let correct: Vec<usize> = THESIS.iter().map(|c| c.correct.iter().sum()).collect();
        assert_eq!(correct, [702, 687, 204, 896, 944, 946]);
        let wrong: Vec<usize> = THESIS.iter().map(|c| c.wrong.iter().sum()).collect();
        assert_eq!(wrong, [7, 7, 9, 15, 21, 57]);
        assert_eq!(THESIS_FOLDERS.iter().map(|(_, [yes, no])| yes + no).sum::<usize>(), THESIS_TASKS);
        let correct: Vec<usize> = MODULAR.iter().map(|r| r.correct.iter().sum()).collect();
        assert_eq!(correct, [50, 38, 44]);
        let all: Vec<usize> =
            MODULAR.iter().map(|r| r.correct.iter().sum::<usize>() + r.wrong_false + r.unknown).collect();
        assert_eq!(all, [161, 161, 161]);
        // Run times grow with threads and with sections.
        for (_, row) in EXCEPTIONS {
            assert!(row.is_sorted());
        }
        for column in 0..EXCEPTION_THREADS.len() {
            assert!(EXCEPTIONS.iter().map(|(_, row)| row[column]).is_sorted());
        }
    }
}
