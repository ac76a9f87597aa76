//! Shares work out among the cores.
//!
//! The work is handed on as a reference to a function, so that most of what shares it out is compiled once
//! and not for every game.

use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

/// Threads to work on; where none can be started, the thread that asks.
pub(crate) struct Workers(Option<ThreadPool>);

impl Workers {
    pub(crate) fn new(threads: usize) -> Self {
        Self(ThreadPoolBuilder::new().num_threads(threads).build().ok())
    }

    /// Does the work once on each thread.
    pub(crate) fn all(&self, work: &(dyn Fn() + Sync)) {
        match &self.0 {
            Some(pool) => drop(pool.broadcast(|_| work())),
            None => work(),
        }
    }

    /// Does the work once; what it shares out goes to these threads.
    pub(crate) fn once(&self, work: &mut (dyn FnMut() + Send)) {
        match &self.0 {
            Some(pool) => pool.install(work),
            None => work(),
        }
    }
}

/// Does the work for every index below `count`.
pub(crate) fn each(count: usize, work: &(dyn Fn(usize) + Sync)) {
    (0..count).into_par_iter().for_each(work);
}

/// The answers for the items in chunks of this length, in order. The work is given a chunk and its index.
pub(crate) fn chunks<T: Sync, A: Send>(
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
    answers
        .into_iter()
        .filter_map(|answer| answer.into_inner().unwrap_or_else(PoisonError::into_inner))
        .collect()
}

/// Sorts by keys of which no two are alike.
pub(crate) fn sort<T: Send>(items: &mut [T], key: fn(&T) -> u64) {
    items.par_sort_unstable_by_key(key);
}
