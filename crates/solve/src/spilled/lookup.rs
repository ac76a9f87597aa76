//! Reads the outcomes of many positions from files.

use crate::Outcome;
use bustan_harness::base::parallel;
use bustan_harness::spill::{Place, SpillError, tier};

/// The number of blocks that are decoded in parallel.
const BLOCKS: usize = 32;

/// Returns the outcomes of the `wanted` positions, which must be sorted by number, from the files `names`;
/// `None` for a position that is not in any file.
pub(super) fn outcomes<'n>(
    place: &Place,
    names: impl IntoIterator<Item = &'n String>,
    wanted: &[u64],
) -> Result<Vec<Option<Outcome>>, SpillError> {
    let mut outcomes = vec![None; wanted.len()];
    for name in names {
        read(place, name, wanted, |at, outcome| outcomes[at] = Some(outcome))?;
    }
    Ok(outcomes)
}

/// Calls `each` for every wanted position in a file, with its index among the wanted positions.
pub(super) fn read(
    place: &Place,
    name: &str,
    wanted: &[u64],
    mut each: impl FnMut(usize, Outcome),
) -> Result<(), SpillError> {
    let mut tier = place.open::<(u64, Outcome)>(name)?;
    let among = |first: u64, last: u64| {
        let from = wanted.partition_point(|&number| number < first);
        (from, from + wanted[from..].partition_point(|&number| number <= last))
    };
    let mut over = false;
    while !over {
        let mut blocks: Vec<tier::Block> = Vec::with_capacity(BLOCKS);
        while blocks.len() < BLOCKS && !over {
            let block = tier.block_where(|first, last| {
                let (from, to) = among(first, last);
                from < to
            })?;
            over = block.is_none();
            blocks.extend(block);
        }
        let read = parallel::chunks(&blocks, 1, |_, blocks| -> Result<Vec<(usize, Outcome)>, SpillError> {
            let mut read = Vec::new();
            for block in blocks {
                let (first, last) = block.range();
                let (mut at, to) = among(first, last);
                tier.unpack(block, |(number, outcome)| {
                    while at < to && wanted[at] < number {
                        at += 1;
                    }
                    if at < to && wanted[at] == number {
                        read.push((at, outcome));
                    }
                })?;
            }
            Ok(read)
        });
        for part in read {
            part?.into_iter().for_each(|(at, outcome)| each(at, outcome));
        }
    }
    Ok(())
}
