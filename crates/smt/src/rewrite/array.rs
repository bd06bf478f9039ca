//! Arrays and uninterpreted functions.

use crate::term::{Function, Node, Sort, Term};
use crate::terms::Terms;

impl Terms {
    /// The element of an array at an index.
    pub fn select(&mut self, array: Term, index: Term) -> Term {
        let element = self.check_index(array, index);
        let mut array = array;
        loop {
            match *self.node(array) {
                Node::Store(_, i, v) if i == index => return v,
                // Two different constants are two different places: the store in between does not matter.
                Node::Store(below, i, _) if self.as_constant(i).is_some() && self.as_constant(index).is_some() => {
                    array = below;
                }
                Node::ConstantArray { element, .. } => return element,
                _ => return self.intern(Node::Select(array, index), Sort::Bv(element)),
            }
        }
    }

    /// An array with one element changed.
    pub fn store(&mut self, array: Term, index: Term, element: Term) -> Term {
        let width = self.check_index(array, index);
        assert_eq!(self.sort(element), Sort::Bv(width), "an element of the array's sort");
        if *self.node(element) == Node::Select(array, index) {
            return array;
        }
        let sort = self.sort(array);
        let array = match *self.node(array) {
            Node::Store(below, i, _) if i == index => below,
            _ => array,
        };
        if *self.node(element) == Node::Select(array, index) {
            return array;
        }
        self.intern(Node::Store(array, index, element), sort)
    }

    /// The array with this element everywhere.
    pub fn constant_array(&mut self, index_width: u32, element: Term) -> Term {
        let width = self.bv_width(element);
        assert!((1..=128).contains(&index_width), "widths are between 1 and 128");
        self.intern(
            Node::ConstantArray { index: index_width, element },
            Sort::Array { index: index_width, element: width },
        )
    }

    /// The width of the elements; the index must fit the array.
    fn check_index(&self, array: Term, index: Term) -> u32 {
        match (self.sort(array), self.sort(index)) {
            (Sort::Array { index, element }, Sort::Bv(width)) if index == width => element,
            (array, index) => panic!("index of sort {index:?} into {array:?}"),
        }
    }

    /// An uninterpreted function applied to arguments.
    pub fn apply(&mut self, f: Function, arguments: &[Term]) -> Term {
        let (sorts, result) = self.signature(f);
        assert!(
            sorts.len() == arguments.len() && sorts.iter().zip(arguments).all(|(s, a)| *s == self.sort(*a)),
            "arguments of the function's sorts"
        );
        self.intern(Node::Apply(f, arguments.into()), result)
    }
}
