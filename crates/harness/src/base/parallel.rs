//! Distributes work over the cores.
//!
//! The work is passed as a reference to a function, so that most of the code that distributes it is compiled
//! once and not for every game.

use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

/// Worker threads. If none can be started, the calling thread does the work, and any parallel iteration
/// inside the work runs on the global threads.
pub(crate) struct Workers(Option<ThreadPool>);

impl Workers {
    pub(crate) fn new(threads: usize) -> Self {
        Self(ThreadPoolBuilder::new().num_threads(threads).build().ok())
    }

    /// Runs `work` once on each thread.
    pub(crate) fn all(&self, work: &(dyn Fn() + Sync)) {
        match &self.0 {
            Some(pool) => drop(pool.broadcast(|_| work())),
            None => work(),
        }
    }

    /// Runs `work` once; any parallel iteration inside it runs on the worker threads.
    pub(crate) fn once(&self, work: &mut (dyn FnMut() + Send)) {
        match &self.0 {
            Some(pool) => pool.install(work),
            None => work(),
        }
    }
}

/// Runs `work` for every index below `count`.
pub(crate) fn each(count: usize, work: &(dyn Fn(usize) + Sync)) {
    (0..count).into_par_iter().for_each(work);
}

/// Returns the results for chunks of `length` items, in order. `work` receives the index of a chunk and its
/// items.
pub fn chunks<T: Sync, A: Send>(
    items: &[T],
    length: usize,
    work: impl Fn(usize, &[T]) -> A + Sync,
) -> Vec<A> {
    let chunks: Vec<&[T]> = items.chunks(length).collect();
    let answers: Vec<Mutex<Option<A>>> = chunks.iter().map(|_| Mutex::default()).collect();
    each(chunks.len(), &|at| {
        let answer = work(at, chunks[at]);
        *answers[at].lock().unwrap_or_else(PoisonError::into_inner) = Some(answer);
    });
    let answers =
        answers.into_iter().map(|answer| answer.into_inner().unwrap_or_else(PoisonError::into_inner));
    answers.map(|answer| answer.expect("every chunk is worked on")).collect()
}

/// Sorts items by key. Items with the same key are in an unspecified order.
pub fn sort<T: Send, K: Ord>(items: &mut [T], key: impl Fn(&T) -> K + Sync) {
    items.par_sort_unstable_by_key(key);
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use std::panic;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[test]
    fn answers_come_in_the_order_of_the_chunks() {
        let items: Vec<u64> = (0..1_000).collect();
        for workers in [Workers::new(1), Workers::new(3), Workers(None)] {
            let mut parts = Vec::new();
            workers.once(&mut || parts = chunks(&items, 7, |at, part| (at, part.to_vec())));
            assert!(parts.iter().map(|(at, _)| *at).eq(0..1_000usize.div_ceil(7)));
            assert_eq!(parts.into_iter().flat_map(|(_, part)| part).collect::<Vec<_>>(), items);
        }
        assert!(chunks(&[0; 0], 7, |at, _| at).is_empty());
    }

    #[test]
    fn every_index_is_worked_on_once_by_these_threads() {
        let done: Vec<AtomicUsize> = (0..100).map(|_| AtomicUsize::default()).collect();
        Workers::new(3).once(&mut || {
            each(done.len(), &|at| {
                assert_eq!(rayon::current_num_threads(), 3);
                done[at].fetch_add(1, Ordering::Relaxed);
            });
        });
        assert!(done.iter().all(|done| done.load(Ordering::Relaxed) == 1));
    }

    #[test]
    fn every_thread_takes_part() {
        for (workers, expected) in
            [(Workers::new(3), BTreeSet::from([Some(0), Some(1), Some(2)])), (Workers(None), [None].into())]
        {
            let threads = Mutex::new(BTreeSet::new());
            workers.all(&|| {
                threads.lock().unwrap().insert(rayon::current_thread_index());
            });
            assert_eq!(threads.into_inner().unwrap(), expected);
        }
    }

    #[test]
    fn a_panic_reaches_whoever_asked() {
        let work = || chunks(&[1, 2, 3], 1, |_, part| assert_ne!(part, [2], "two"));
        let caught = panic::catch_unwind(work).unwrap_err();
        assert!(caught.downcast_ref::<String>().is_some_and(|message| message.contains("two")));
    }

    #[test]
    fn items_are_sorted_by_their_keys() {
        let mut items: Vec<(u64, char)> = vec![(3, 'c'), (1, 'a'), (2, 'b')];
        sort(&mut items, |&(key, _)| key);
        assert_eq!(items, [(1, 'a'), (2, 'b'), (3, 'c')]);
    }
}
