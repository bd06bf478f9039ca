//! Decision diagrams with complemented edges, from the crate `oxidd`.
//!
//! After R. Bryant, *Graph-Based Algorithms for Boolean Function Manipulation* (IEEE ToC 1986), and K. Brace, R. Rudell,
//! R. Bryant, *Efficient Implementation of a BDD Package* (DAC 1990). All functions of an analysis share one manager, whose order
//! of variables never changes: [`Variables`] puts together what belongs together.
//!
//! **Limits.** The library cannot be interrupted inside an operation. So there is room for [`NODES`] only, which bounds what
//! one operation can do; one that has made more than [`NODES_PER_OPERATION`] is refused, because the next would make a
//! multiple of it; and between operations there is a look at the clock. Each of the three is [`Full`], which halts the execution
//! that needed the function. **Rejected**: diagrams of our own, which could look at the clock anywhere: the checker has such, and
//! the two should not be alike.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use oxidd::bcdd::{BCDDFunction, BCDDManagerRef};
use oxidd::util::{AllocResult, OptBool};
use oxidd::{
    BooleanFunction, BooleanFunctionQuant, BooleanOperator, Function, FunctionSubst, Manager, ManagerRef, Subst,
};
use raddle_machine::lazy::relation::{Full, Gates, Variables};
use rustc_hash::{FxHashMap, FxHashSet};

/// A Boolean function.
pub type Diagram = BCDDFunction;

/// Nodes that there can be.
const NODES: usize = 1 << 20;

/// Nodes that one operation may make.
const NODES_PER_OPERATION: usize = 1 << 18;

/// Time between two questions whether to stop.
const LOOK: Duration = Duration::from_millis(100);

/// Results that are remembered.
const CACHE: usize = 1 << 19;

/// All functions.
pub struct Diagrams {
    /// Asked between operations whether to stop.
    pub stop: Option<Box<dyn Fn() -> bool>>,
    stopped: bool,
    looked: Instant,
    manager: BCDDManagerRef,
    constants: [Diagram; 2],
    variables: Vec<Option<Diagram>>,
    cubes: FxHashMap<Vec<u32>, Diagram>,
    renamings: FxHashMap<Vec<u32>, Subst<Diagram>>,
}

fn room(result: AllocResult<Diagram>) -> Result<Diagram, Full> {
    result.map_err(|_| Full)
}

impl Default for Diagrams {
    fn default() -> Diagrams {
        let manager = oxidd::bcdd::new_manager(NODES, CACHE, 1);
        manager.with_manager_exclusive(|m| m.add_vars(Variables::ALL));
        let constants = manager.with_manager_shared(|m| [Diagram::f(m), Diagram::t(m)]);
        Diagrams {
            stop: None,
            stopped: false,
            looked: Instant::now(),
            manager,
            constants,
            variables: vec![None; Variables::ALL as usize],
            cubes: FxHashMap::default(),
            renamings: FxHashMap::default(),
        }
    }
}

impl Gates for Diagrams {
    type Bit = Diagram;

    fn constant(&self, value: bool) -> Diagram {
        self.constants[usize::from(value)].clone()
    }

    fn as_constant(&self, bit: &Diagram) -> Option<bool> {
        self.constants.iter().position(|c| c == bit).map(|index| index == 1)
    }

    fn variable(&mut self, variable: u32) -> Result<Diagram, Full> {
        if let Some(known) = &self.variables[variable as usize] {
            return Ok(known.clone());
        }
        let new = room(self.manager.with_manager_shared(|m| Diagram::var(m, variable)))?;
        self.variables[variable as usize] = Some(new.clone());
        Ok(new)
    }

    fn not(&mut self, a: &Diagram) -> Result<Diagram, Full> {
        self.run(|| a.not())
    }

    fn and(&mut self, a: &Diagram, b: &Diagram) -> Result<Diagram, Full> {
        self.run(|| a.and(b))
    }

    fn or(&mut self, a: &Diagram, b: &Diagram) -> Result<Diagram, Full> {
        self.run(|| a.or(b))
    }

    fn xor(&mut self, a: &Diagram, b: &Diagram) -> Result<Diagram, Full> {
        self.run(|| a.xor(b))
    }

    fn ite(&mut self, a: &Diagram, b: &Diagram, c: &Diagram) -> Result<Diagram, Full> {
        self.run(|| a.ite(b, c))
    }
}

impl Diagrams {
    fn is_over(&mut self) -> bool {
        if !self.stopped && self.looked.elapsed() > LOOK {
            self.stopped = self.stop.as_ref().is_some_and(|stop| stop());
            self.looked = Instant::now();
        }
        self.stopped
    }

    /// Carries out an operation within the limits.
    fn run(&mut self, operation: impl FnOnce() -> AllocResult<Diagram>) -> Result<Diagram, Full> {
        if self.is_over() {
            return Err(Full);
        }
        let nodes = || self.manager.with_manager_shared(|m| m.approx_num_inner_nodes());
        let before = nodes();
        let result = room(operation())?;
        if nodes().saturating_sub(before) > NODES_PER_OPERATION { Err(Full) } else { Ok(result) }
    }

    /// The variables that a function depends on, sorted.
    // A diagram hashes by the identity of its node, which nothing changes.
    #[allow(clippy::mutable_key_type)]
    pub fn support(&self, f: &Diagram) -> BTreeSet<u32> {
        let (mut variables, mut seen, mut todo) = (BTreeSet::new(), FxHashSet::default(), vec![f.clone()]);
        while let Some(f) = todo.pop() {
            let Some((high, low)) = f.cofactors() else { continue };
            if seen.insert(f.clone()) {
                variables.insert(f.with_manager_shared(|manager, edge| manager.get_node(edge).level()));
                todo.extend([high, low]);
            }
        }
        variables
    }

    /// The conjunction of variables (sorted).
    fn cube(&mut self, variables: &[u32]) -> Result<Diagram, Full> {
        if let Some(known) = self.cubes.get(variables) {
            return Ok(known.clone());
        }
        let mut cube = self.constant(true);
        for variable in variables.iter().rev() {
            let variable = self.variable(*variable)?;
            cube = self.and(&cube, &variable)?;
        }
        self.cubes.insert(variables.to_vec(), cube.clone());
        Ok(cube)
    }

    /// ∃ variables. f
    pub fn exists(&mut self, f: &Diagram, mut variables: Vec<u32>) -> Result<Diagram, Full> {
        if variables.is_empty() {
            return Ok(f.clone());
        }
        variables.sort_unstable();
        let cube = self.cube(&variables)?;
        self.run(|| f.exists(&cube))
    }

    /// ∃ variables. f ∧ g
    pub fn and_exists(&mut self, f: &Diagram, g: &Diagram, mut variables: Vec<u32>) -> Result<Diagram, Full> {
        if variables.is_empty() {
            return self.and(f, g);
        }
        variables.sort_unstable();
        let cube = self.cube(&variables)?;
        self.run(|| f.apply_exists(BooleanOperator::And, g, &cube))
    }

    /// f with the twins of variables, which do not occur in it, replaced by the variables.
    pub fn untwin(&mut self, f: &Diagram, mut variables: Vec<u32>) -> Result<Diagram, Full> {
        if variables.is_empty() {
            return Ok(f.clone());
        }
        variables.sort_unstable();
        if !self.renamings.contains_key(&variables) {
            let twins: Vec<u32> = variables.iter().map(|v| v + 1).collect();
            let plain = variables.iter().map(|v| self.variable(*v)).collect::<Result<Vec<_>, Full>>()?;
            self.renamings.insert(variables.clone(), Subst::new(twins, plain));
        }
        let renaming = self.renamings.remove(&variables).ok_or(Full)?;
        let renamed = self.run(|| f.substitute(&renaming));
        self.renamings.insert(variables, renaming);
        renamed
    }

    /// Some values of the variables for which f is true: those that are true.
    pub fn example(&self, f: &Diagram) -> Option<Vec<bool>> {
        let cube = f.pick_cube(|_, _, _| false)?;
        Some(cube.into_iter().map(|value| value == OptBool::True).collect())
    }

    /// Whether f is true for some values of the variables.
    pub fn holds(&self, f: &Diagram, values: &[bool]) -> bool {
        f.eval(values.iter().enumerate().map(|(variable, value)| (variable as u32, *value)))
    }

    /// Writes down the nodes of a function that are not in the list yet, children first; the number of the function: 0 is
    /// false, 1 is true, n + 2 is entry n of the list.
    // A diagram hashes by the identity of its node, which nothing changes.
    #[allow(clippy::mutable_key_type)]
    pub fn write(&self, f: &Diagram, known: &mut FxHashMap<Diagram, u32>, list: &mut Vec<(u32, u32, u32)>) -> u32 {
        if let Some(constant) = self.as_constant(f) {
            return u32::from(constant);
        }
        if let Some(number) = known.get(f) {
            return *number;
        }
        let (high, low) = f.cofactors().expect("not a constant");
        let variable = f.with_manager_shared(|manager, edge| manager.get_node(edge).level());
        let (low, high) = (self.write(&low, known, list), self.write(&high, known, list));
        list.push((variable, low, high));
        let number = list.len() as u32 + 1;
        known.insert(f.clone(), number);
        number
    }

    /// Whether f implies g.
    pub fn implies(&mut self, f: &Diagram, g: &Diagram) -> Result<bool, Full> {
        let fails = self.not(g)?;
        let rest = self.and(f, &fails)?;
        Ok(rest == self.constants[0])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_done_after_a_stop() {
        let mut d = Diagrams::default();
        let (x, y) = (d.variable(0).unwrap(), d.variable(2).unwrap());
        for (answer, works) in [(false, true), (true, false), (false, false)] {
            d.stop = Some(Box::new(move || answer));
            d.looked = Instant::now().checked_sub(2 * LOOK).unwrap();
            assert_eq!(d.and(&x, &y).is_ok(), works);
            assert_eq!(d.exists(&x, vec![0]).is_ok(), works);
            assert_eq!(d.implies(&x, &y).is_ok(), works);
        }
    }

    #[test]
    fn a_function_that_is_exponential_in_the_order_is_refused() {
        let equal = |distance: u32, step: u32| {
            let mut d = Diagrams::default();
            (0..30).try_fold(d.constant(true), |all, i| {
                let (x, y) = (d.variable(step * i)?, d.variable(step * i + distance)?);
                let differ = d.xor(&x, &y)?;
                let agree = d.not(&differ)?;
                d.and(&all, &agree)
            })
        };
        assert!(equal(1, 2).is_ok());
        assert_eq!(equal(30, 1).err(), Some(Full));
    }

    #[test]
    fn the_support_of_a_function_is_what_it_depends_on() {
        let mut d = Diagrams::default();
        let [x, y, z] = [4, 6, 8].map(|v| d.variable(v).unwrap());
        let both = d.and(&x, &z).unwrap();
        let same = d.ite(&y, &both, &both).unwrap();
        assert_eq!(d.support(&same), BTreeSet::from([4, 8]));
        assert_eq!(d.support(&d.constant(true)), BTreeSet::new());
    }
}
