//! From digits to outcomes: every outcome gets exactly its share of the numbers, and the numbers left over are thrown again.

use std::ops::RangeInclusive;

/// The weights of some outcomes, of which at least one is more than 0.
#[derive(Clone, Copy, Debug)]
pub struct Odds<'w> {
    weights: &'w [u16],
    total: u32,
    /// Digits of one throw.
    width: usize,
    /// Numbers that a throw can show, 1 to this one; all zeros count as it, as 00 counts as 100.
    all: u32,
}

impl<'w> Odds<'w> {
    pub fn of(weights: &'w [u16]) -> Option<Odds<'w>> {
        let total = weights.iter().try_fold(0u32, |total, weight| total.checked_add(u32::from(*weight)))?;
        let width = total.checked_sub(1)?.checked_ilog10().unwrap_or(0) as usize + 1;
        let all = 10u32.checked_pow(width as u32)?;
        Some(Odds { weights, total, width, all })
    }

    /// Digits that one throw takes.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Draws digits until a number below the last full round of the weights has come; all digits drawn, and the outcome from 0. None where the
    /// digits end before.
    pub fn draw(&self, source: &mut dyn Iterator<Item = u8>) -> Option<(String, usize)> {
        let mut drawn = String::new();
        loop {
            let mut number = 0;
            for _ in 0..self.width {
                let digit = source.next()?;
                number = number * 10 + u32::from(digit);
                drawn.push(char::from(b'0' + digit));
            }
            let number = if number == 0 { self.all } else { number };
            if number <= self.fair() {
                return Some((drawn, self.outcome(number)));
            }
        }
    }

    fn fair(&self) -> u32 {
        self.all / self.total * self.total
    }

    fn outcome(&self, number: u32) -> usize {
        let mut left = (number - 1) % self.total;
        let here = |weight: &u16| {
            let here = left < u32::from(*weight);
            left = left.saturating_sub(u32::from(*weight));
            here
        };
        self.weights.iter().position(here).expect("what is left is less than the total")
    }

    /// The numbers that mean an outcome.
    pub fn numbers(&self, outcome: usize) -> Vec<RangeInclusive<u32>> {
        let before: u32 = self.weights[..outcome].iter().map(|weight| u32::from(*weight)).sum();
        let weight = u32::from(self.weights[outcome]);
        let mut ranges: Vec<RangeInclusive<u32>> = Vec::new();
        for round in (0..self.fair()).step_by(self.total as usize).filter(|_| weight > 0) {
            let (first, last) = (round + before + 1, round + before + weight);
            match ranges.last_mut() {
                Some(range) if range.end() + 1 == first => *range = *range.start()..=last,
                _ => ranges.push(first..=last),
            }
        }
        ranges
    }

    /// The numbers that are thrown again.
    pub fn struck(&self) -> Option<RangeInclusive<u32>> {
        (self.fair() < self.all).then(|| self.fair() + 1..=self.all)
    }

    /// A number as the digits show it: `07`, and `00` for a hundred.
    pub fn shown(&self, number: u32) -> String {
        format!("{:0width$}", number % self.all, width = self.width)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_outcome_has_exactly_its_share_of_the_numbers() {
        for weights in
            [vec![1], vec![1, 1], vec![1, 3], vec![25, 75], vec![1; 6], vec![1; 11], vec![2, 0, 5], vec![1; 64], vec![60_000, 40_000]]
        {
            let odds = Odds::of(&weights).unwrap();
            let mut shares = vec![0u64; weights.len()];
            let mut again = 0;
            for number in 1..=odds.all {
                let shown = odds.shown(number);
                let mut digits = shown.bytes().map(|digit| digit - b'0');
                match odds.draw(&mut digits) {
                    Some((drawn, outcome)) => {
                        assert_eq!(drawn, shown);
                        assert!(odds.numbers(outcome).iter().any(|range| range.contains(&number)));
                        shares[outcome] += 1;
                    }
                    None => {
                        assert!(odds.struck().unwrap().contains(&number));
                        again += 1;
                    }
                }
            }
            let rounds = u64::from(odds.all / odds.total);
            let expected: Vec<u64> = weights.iter().map(|weight| u64::from(*weight) * rounds).collect();
            assert_eq!((shares, again), (expected, odds.all - odds.fair()));
        }
        assert!(Odds::of(&[]).is_none() && Odds::of(&[0, 0]).is_none());
    }
}
