//! A thread with a stack that deep programs fit on.

use std::thread::Builder;

/// Bytes of stack, tried in this order. Only pages that are touched cost memory.
const SIZES: [usize; 3] = [1 << 30, 1 << 28, 1 << 26];

/// Runs `f` on a thread with a large stack. Parsing, typing and lowering descend recursively into the program, and so
/// does dropping a syntax tree: call the whole pipeline in one such thread. A panic of `f` goes on in the caller.
pub fn with_large_stack<T: Send>(f: impl FnOnce() -> T + Send) -> T {
    // The closure can be taken only once, but each attempt to start a thread needs one.
    let work = std::sync::Mutex::new(Some(f));
    let run = || work.lock().ok().and_then(|mut f| f.take()).map(|f| f());
    let result = std::thread::scope(|scope| {
        let thread = SIZES.iter().find_map(|size| Builder::new().stack_size(*size).spawn_scoped(scope, run).ok());
        thread.map(|t| t.join())
    });
    match result {
        Some(Ok(Some(value))) => value,
        Some(Err(panic)) => std::panic::resume_unwind(panic),
        // No thread could be started: do it here and hope for the best.
        Some(Ok(None)) | None => match run() {
            Some(value) => value,
            None => unreachable!("the work is taken only by a thread whose result is handled above"),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deep_recursion_fits() {
        fn depth(n: u64) -> u64 {
            if n == 0 { 0 } else { 1 + std::hint::black_box(depth(n - 1)) }
        }
        assert_eq!(with_large_stack(|| depth(1_000_000)), 1_000_000);
    }

    #[test]
    fn a_panic_reaches_the_caller() {
        assert!(std::panic::catch_unwind(|| with_large_stack(|| panic!("as planned"))).is_err());
    }
}
