//! The exchange of frames between workers: one dataflow, whose timestamps are phases and blocks within
//! phases.
//!
//! The dataflow has an input at every worker, an exchange by the receiver of a frame, and an operator that
//! stores arriving frames. A phase is over for a worker when the frontier of the dataflow has passed it;
//! every frame that any worker sent in the phase has then arrived. A worker that is ahead may start the next
//! phase. Its frames are stored until the receiver reaches that phase.

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

/// The number of blocks by which a worker may be ahead of the slowest one.
const WINDOW: u64 = 8;

/// The number of low bits of a timestamp that count blocks.
const BLOCKS: u32 = 32;

/// How long a waiting worker sleeps before it checks whether it must stop.
const NAP: Duration = Duration::from_millis(20);

/// The frames that have arrived, each with the phase in which it was sent.
type Received = Rc<RefCell<VecDeque<(u64, Frame)>>>;

/// A worker's end of the dataflow.
pub(crate) struct Link<'w> {
    worker: &'w mut Worker,
    input: Input<u64, CapacityContainerBuilder<Vec<Frame>>>,
    probe: Probe<u64>,
    received: Received,
    phase: u64,
    block: u64,
    /// Set when the work must stop, for a reason that is reported elsewhere.
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
            // The operator has no output; the frontier after it shows which frames have been stored.
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

    /// Sends a frame in the current phase.
    pub(crate) fn send(&mut self, to: usize, kind: Kind, bytes: Vec<u8>) {
        self.input.send(Frame { to: to as u32, from: self.index as u32, kind, bytes });
    }

    /// Ends a block of the phase, and flushes the frames sent so far. Waits if this worker is far ahead of
    /// the others.
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

    /// Returns a frame that was sent in the current phase and has arrived.
    pub(crate) fn receive(&mut self) -> Option<Frame> {
        let mut received = self.received.borrow_mut();
        // Frames of the next phase follow these, or precede them if they are from another worker.
        let at = received.iter().position(|(phase, _)| *phase == self.phase)?;
        received.remove(at).map(|(_, frame)| frame)
    }

    /// Ends the phase. `take` receives all of its frames that have not been received yet.
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
        // A worker that stops drops its input, which looks like the end of the phase.
        self.go_on()?;
        self.phase += 1;
        self.block = 0;
        Ok(())
    }

    /// Runs a phase in which every worker sends numbers to all workers. Returns the numbers of each worker.
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

    /// The sum of the workers' numbers.
    pub(crate) fn sum(&mut self, figure: u64) -> Result<u64, ClusterError> {
        Ok(self.tally(&[figure])?.iter().flatten().sum())
    }

    /// The maximum of the workers' numbers.
    pub(crate) fn most(&mut self, figure: u64) -> Result<u64, ClusterError> {
        Ok(self.tally(&[figure])?.into_iter().flatten().max().unwrap_or_default())
    }

    /// Ends the dataflow after all workers have ended it.
    pub(crate) fn over(&mut self) -> Result<(), ClusterError> {
        // No frame is sent after this phase.
        self.close(|_| Ok(()))?;
        std::mem::take(&mut self.input).close();
        while self.worker.has_dataflows() {
            self.step(NAP)?;
        }
        Ok(())
    }
}
