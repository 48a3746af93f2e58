//! A sort of chance that everybody can repeat, for estimates: no roll of a game is made from it.

/// Numbers from a seed that is told (xorshift64*).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seeded(pub u64);

impl Seeded {
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % limit.max(1)
    }

    /// One of some outcomes by weight; `None`: no weight is more than 0.
    pub fn one_of(&mut self, weights: &[u16]) -> Option<usize> {
        let total: usize = weights.iter().map(|&weight| usize::from(weight)).sum();
        let mut left = if total > 0 { self.below(total) } else { return None };
        weights.iter().position(|&weight| {
            let here = left < usize::from(weight);
            left = left.saturating_sub(usize::from(weight));
            here
        })
    }
}
