//! Who is next, whose answer counts: what has come of each line of the table so far.
//!
//! **Idea.** Lines may run at the same time, and end in any order. What counts is what counts if they run one after the other: the answers are read in the order of the table, up to the first that ends the run, without those lines that would have been passed over. So a line that
//! runs before it is known whether it is needed is run on speculation, nobody notices it but the clock, and the same program has the same verdict with one process and with several.
//!
//! **Soundness.** None is needed here: every verdict was checked. What is promised is that the order of events does not matter, and a test tries random orders.

/// What has come of a line.
#[derive(Clone, Debug)]
enum Slot<V> {
    /// It was not started.
    Open,
    /// Somebody runs it.
    Running,
    /// It has said this.
    Said(Told<V>),
}

/// What a line has said.
#[derive(Clone, Debug)]
pub struct Told<V> {
    /// The verdict.
    pub verdict: V,
    /// Whether nobody behind it can say more.
    pub is_final: bool,
    /// Whether the same analysis would say the same again with more time.
    pub ended_by_itself: bool,
}

/// A line as far as it matters for the order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its analysis.
    pub analysis: &'static str,
    /// Whether it is for what is checked.
    pub applies: bool,
    /// Whether it runs in a process of its own.
    pub apart: bool,
}

/// What somebody who is free does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// Runs this line.
    Run(usize),
    /// Waits for somebody else's line.
    Wait,
    /// Nothing: what counts is known.
    Over,
}

/// All lines.
pub struct Board<V> {
    entries: Vec<Entry>,
    slots: Vec<Slot<V>>,
}

impl<V> Board<V> {
    /// Nobody has begun.
    pub fn new(entries: Vec<Entry>) -> Board<V> {
        let slots = entries.iter().map(|_| Slot::Open).collect();
        Board { entries, slots }
    }

    /// What somebody who is free does next; `here` if he can run lines in this process, of which one runs at a time and nothing beside it.
    pub fn next(&self, here: bool) -> Next {
        let mut all_known = true;
        for number in self.counting() {
            match &self.slots[number] {
                Slot::Said(told) if told.is_final && all_known => return Next::Over,
                // Nothing behind it will count unless it is passed over itself.
                Slot::Said(told) if told.is_final => return Next::Wait,
                Slot::Said(_) => {}
                Slot::Running if !self.entries[number].apart => return Next::Wait,
                Slot::Running => all_known = false,
                Slot::Open if self.entries[number].apart => return Next::Run(number),
                Slot::Open if here && all_known => return Next::Run(number),
                Slot::Open => return Next::Wait,
            }
        }
        if all_known { Next::Over } else { Next::Wait }
    }

    /// The lines that may count, in order: those that are for what is checked, without those that are passed over because their analysis has ended by itself before.
    fn counting(&self) -> impl Iterator<Item = usize> {
        let mut ended: Vec<&str> = Vec::new();
        (0..self.slots.len()).filter(move |number| {
            let entry = self.entries[*number];
            let counts = entry.applies && !ended.contains(&entry.analysis);
            if let Slot::Said(told) = &self.slots[*number]
                && counts
                && told.ended_by_itself
            {
                ended.push(entry.analysis);
            }
            counts
        })
    }

    /// Whether what a line says may still count.
    pub fn is_needed(&self, line: usize) -> bool {
        let mut all_known = true;
        for number in self.counting().take_while(|number| *number <= line) {
            match &self.slots[number] {
                _ if number == line => return true,
                Slot::Said(told) if told.is_final && all_known => return false,
                Slot::Said(_) => {}
                Slot::Running | Slot::Open => all_known = false,
            }
        }
        false
    }

    /// Whether a line runs in a process of its own.
    pub fn runs_apart(&self, line: usize) -> bool {
        self.entries[line].apart
    }

    /// Somebody begins with a line.
    pub fn begin(&mut self, line: usize) {
        self.slots[line] = Slot::Running;
    }

    /// No process can be started for a line: it has to run here.
    pub fn bring_here(&mut self, line: usize) {
        self.slots[line] = Slot::Open;
        self.entries[line].apart = false;
    }

    /// A line has ended.
    pub fn tell(&mut self, line: usize, told: Told<V>) {
        self.slots[line] = Slot::Said(told);
    }

    /// What counts of what was said, in order, up to what ends the run; a line that nobody has waited for is left out.
    pub fn into_said(mut self) -> Vec<(usize, V)> {
        let counting: Vec<usize> = self.counting().collect();
        let mut said = Vec::new();
        for number in counting {
            let Slot::Said(told) = std::mem::replace(&mut self.slots[number], Slot::Open) else { continue };
            said.push((number, told.verdict));
            if told.is_final {
                break;
            }
        }
        said
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers that look random.
    struct Dice(u64);

    impl Dice {
        fn below(&mut self, most: usize) -> usize {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            ((self.0 >> 33) % most as u64) as usize
        }
    }

    /// What the lines of a table would say if they were run.
    struct World {
        entries: Vec<Entry>,
        answers: Vec<Told<usize>>,
    }

    impl World {
        fn random(dice: &mut Dice) -> World {
            let lines = 1 + dice.below(8);
            let entry = |dice: &mut Dice, number: usize| Entry {
                analysis: ["a", "b", "c"][dice.below(3)],
                applies: dice.below(5) > 0,
                // As in the table: what runs here comes first.
                apart: number > 1,
            };
            let answer = |dice: &mut Dice, number: usize| {
                let is_final = dice.below(5) == 0;
                Told { verdict: number, is_final, ended_by_itself: is_final || dice.below(4) == 0 }
            };
            let entries = (0..lines).map(|number| entry(dice, number)).collect();
            World { entries, answers: (0..lines).map(|number| answer(dice, number)).collect() }
        }

        /// Runs the lines with so many at a time, which end in a random order; who is not needed any more is ended.
        fn run(&self, at_once: usize, dice: &mut Dice) -> Vec<(usize, usize)> {
            let mut board = Board::new(self.entries.clone());
            let mut running: Vec<usize> = Vec::new();
            loop {
                let next = if running.len() < at_once { board.next(true) } else { Next::Wait };
                match next {
                    Next::Run(line) => {
                        let here = !self.entries[line].apart;
                        assert!(!here || running.is_empty(), "nothing runs beside what runs here");
                        board.begin(line);
                        running.push(line);
                    }
                    Next::Wait => {
                        let line = running.swap_remove(dice.below(running.len()));
                        board.tell(line, self.answers[line].clone());
                        running.retain(|line| board.is_needed(*line));
                    }
                    Next::Over => break,
                }
            }
            board.into_said()
        }
    }

    #[test]
    fn the_order_of_events_does_not_matter() {
        let mut dice = Dice(16);
        let mut speculative = 0;
        for _ in 0..2000 {
            let world = World::random(&mut dice);
            let expected = world.run(1, &mut dice);
            for at_once in [2, 3, 5] {
                assert_eq!(world.run(at_once, &mut dice), expected, "{:?} {:?}", world.entries, world.answers);
            }
            speculative += usize::from(expected.len() < world.entries.len());
        }
        assert!(speculative > 500, "most runs have lines that do not count");
    }

    #[test]
    fn a_line_without_a_process_runs_here() {
        let entry = Entry { analysis: "a", applies: true, apart: true };
        let mut board: Board<()> = Board::new(vec![entry, Entry { analysis: "b", ..entry }]);
        assert_eq!(board.next(false), Next::Run(0));
        board.begin(0);
        assert_eq!(board.next(false), Next::Run(1));
        board.begin(1);
        board.bring_here(1);
        assert_eq!((board.next(false), board.next(true)), (Next::Wait, Next::Wait));
        board.bring_here(0);
        assert_eq!((board.next(false), board.next(true)), (Next::Wait, Next::Run(0)));
    }
}
