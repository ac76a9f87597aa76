//! How the workers exchange frames: one dataflow, whose timestamps are phases and the blocks within them.
//!
//! The dataflow has an input at every worker, an exchange by the owner, and an operator that keeps what comes.
//! A phase is over at a worker when the frontier of the dataflow has passed it: then everything that any worker
//! has sent in it is here. A worker that is ahead may begin the next phase; what it sends waits until this one
//! comes to that phase.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use timely::container::CapacityContainerBuilder;
use timely::dataflow::channels::pact::Exchange;
use timely::dataflow::operators::core::input::Handle as Input;
use timely::dataflow::operators::probe::{Handle as Probe, Probe as _};
use timely::dataflow::operators::{Input as _, Operator as _};
use timely::worker::Worker;

use crate::error::ClusterError;
use crate::pack::{self, Frame, Kind};

/// How many blocks of its own a worker may be ahead of the slowest.
const WINDOW: u64 = 8;

/// The bits of a timestamp that count blocks.
const BLOCKS: u32 = 32;

/// How long a worker that waits sleeps before it looks whether it is to end.
const NAP: Duration = Duration::from_millis(20);

/// The frames that have come, with the phase in which they were sent.
type Received = Rc<RefCell<VecDeque<(u64, Frame)>>>;

/// A worker's end of the dataflow.
pub(crate) struct Link<'w> {
    worker: &'w mut Worker,
    input: Input<u64, CapacityContainerBuilder<Vec<Frame>>>,
    probe: Probe<u64>,
    received: Received,
    phase: u64,
    block: u64,
    /// Set when the work is to end, for a reason that somebody else tells.
    halt: Arc<AtomicBool>,
    pub(crate) index: usize,
    pub(crate) workers: usize,
}

impl<'w> Link<'w> {
    pub(crate) fn new(worker: &'w mut Worker, halt: Arc<AtomicBool>) -> Self {
        let (index, workers) = (worker.index(), worker.peers());
        let received = Received::default();
        let arrived = Rc::clone(&received);
        let (input, probe) = worker.dataflow::<u64, _, _>(|scope| {
            let (input, frames) = scope.new_input::<Vec<Frame>>();
            let owner = Exchange::new(|frame: &Frame| frame.to.into());
            // Nothing is ever put out: the frontier behind it says what has been kept.
            let nothing =
                frames.unary::<CapacityContainerBuilder<Vec<()>>, _, _, _>(owner, "keep", |_, _| {
                    move |coming, _| {
                        let mut kept = arrived.borrow_mut();
                        coming.for_each(|time, frames| {
                            let phase = time.stamp().iter().next().copied().unwrap_or_default() >> BLOCKS;
                            kept.extend(frames.drain(..).map(|frame| (phase, frame)));
                        });
                    }
                });
            let (probe, _) = nothing.probe();
            (input, probe)
        });
        Self { worker, input, probe, received, phase: 0, block: 0, halt, index, workers }
    }

    /// Sends a frame in this phase.
    pub(crate) fn send(&mut self, to: usize, kind: Kind, bytes: Vec<u8>) {
        self.input.send(Frame { to: to as u32, from: self.index as u32, kind, bytes });
    }

    /// Ends a block of a phase: what was sent goes off. Waits while this worker is far ahead of the others.
    pub(crate) fn pace(&mut self) -> Result<(), ClusterError> {
        self.block += 1;
        self.input.advance_to(self.now());
        self.step(Duration::ZERO)?;
        while self.block > WINDOW && self.probe.less_than(&(self.now() - WINDOW)) {
            self.step(NAP)?;
        }
        Ok(())
    }

    const fn now(&self) -> u64 {
        self.phase << BLOCKS | self.block
    }

    fn go_on(&self) -> Result<(), ClusterError> {
        if self.halt.load(Ordering::SeqCst) { Err(ClusterError::Halted) } else { Ok(()) }
    }

    fn step(&mut self, nap: Duration) -> Result<(), ClusterError> {
        self.go_on()?;
        self.worker.step_or_park(Some(nap));
        Ok(())
    }

    /// A frame that was sent in this phase and has come.
    pub(crate) fn receive(&mut self) -> Option<Frame> {
        let mut received = self.received.borrow_mut();
        // Those of the next phase wait behind them, or before them if another worker sent them.
        let at = received.iter().position(|(phase, _)| *phase == self.phase)?;
        received.remove(at).map(|(_, frame)| frame)
    }

    /// Ends the phase: `take` is given all that has not been received in it yet.
    pub(crate) fn close(
        &mut self,
        mut take: impl FnMut(Frame) -> Result<(), ClusterError>,
    ) -> Result<(), ClusterError> {
        let next = (self.phase + 1) << BLOCKS;
        self.input.advance_to(next);
        let mut waiting = true;
        while waiting {
            self.step(NAP)?;
            waiting = self.probe.less_than(&next);
            while let Some(frame) = self.receive() {
                take(frame)?;
            }
        }
        // A worker that is halted lets go of its input, which looks as if the phase were over.
        self.go_on()?;
        self.phase += 1;
        self.block = 0;
        Ok(())
    }

    /// A phase in which every worker tells all others some figures. The answer has those of each worker.
    pub(crate) fn tally(&mut self, figures: &[u64]) -> Result<Vec<Vec<u64>>, ClusterError> {
        for to in 0..self.workers {
            self.send(to, Kind::Tally, pack::numbers(figures));
        }
        let mut told = vec![Vec::new(); self.workers];
        self.close(|frame| {
            told[frame.from as usize] = pack::unnumbers(&frame.bytes);
            Ok(())
        })?;
        Ok(told)
    }

    /// The sum of what each worker tells.
    pub(crate) fn sum(&mut self, figure: u64) -> Result<u64, ClusterError> {
        Ok(self.tally(&[figure])?.iter().flatten().sum())
    }

    /// The largest of what each worker tells.
    pub(crate) fn most(&mut self, figure: u64) -> Result<u64, ClusterError> {
        Ok(self.tally(&[figure])?.into_iter().flatten().max().unwrap_or_default())
    }

    /// Ends the dataflow, once all workers have ended it.
    pub(crate) fn over(&mut self) -> Result<(), ClusterError> {
        // Nobody says anything after it.
        self.close(|_| Ok(()))?;
        std::mem::take(&mut self.input).close();
        while self.worker.has_dataflows() {
            self.step(NAP)?;
        }
        Ok(())
    }
}
