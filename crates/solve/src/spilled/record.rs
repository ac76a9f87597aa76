//! Outcomes as records in sorted files.

use bustan_harness::spill::Value;
use bustan_harness::spill::packed::{Reader, put};

use crate::Outcome;

/// The record of a position: its number and its outcome.
impl Value for Outcome {
    const KIND: u8 = 2;

    #[inline]
    fn put(&self, _: &Self, bytes: &mut Vec<u8>) {
        // Small positive and negative leads take one byte, and so do draws.
        match *self {
            Self::Draw => put(bytes, 0),
            Self::Ends { lead, remoteness } => {
                let lead = i64::from(lead);
                put(bytes, 1 + (lead << 1 ^ lead >> 63) as u64);
                put(bytes, remoteness.into());
            }
        }
    }

    #[inline]
    fn take(_: &Self, bytes: &mut Reader<'_>) -> Option<Self> {
        let Some(folded) = bytes.packed()?.checked_sub(1) else { return Some(Self::Draw) };
        let lead = i16::try_from((folded >> 1) as i64 ^ -((folded & 1) as i64)).ok()?;
        let remoteness = u16::try_from(bytes.packed()?).ok()?;
        Some(Self::Ends { lead, remoteness })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bustan_harness::spill::Place;

    #[test]
    fn a_file_returns_the_outcomes_that_were_put_into_it() {
        let dir = tempfile::tempdir().unwrap();
        let place = Place::new(dir.path(), "a work");
        let outcome = |number: u64| match number % 5 {
            0 => Outcome::Draw,
            1 => Outcome::Ends { lead: 0, remoteness: 0 },
            2 => Outcome::Ends { lead: -(number as i16).saturating_abs(), remoteness: number as u16 },
            3 => Outcome::Ends { lead: i16::MAX - 1, remoteness: u16::MAX },
            _ => Outcome::Ends { lead: -(i16::MAX - 1), remoteness: 1 },
        };
        for length in [0, 1, 2, 100_000] {
            let numbers = (0..length).map(|number| number * 183_911_239_871).chain([u64::MAX]);
            let solved: Vec<(u64, Outcome)> = numbers.map(|number| (number, outcome(number))).collect();
            let mut writer = place.create::<(u64, Outcome)>("a.tier").unwrap();
            solved.iter().for_each(|&record| writer.push(record).unwrap());
            assert_eq!(place.finish(writer, true).unwrap(), solved.len() as u64);
            let read = place.open::<(u64, Outcome)>("a.tier").unwrap().collect::<Result<Vec<_>, _>>();
            assert_eq!(read.unwrap(), solved);
        }
    }
}
