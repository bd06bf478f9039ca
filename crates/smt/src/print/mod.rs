//! Terms as text: SMT-LIB for other solvers, C for people.

mod c;
mod smtlib;
