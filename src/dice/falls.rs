//! The ways in which dice can fall, one after the other.

use super::cup::Cup;

/// Goes through them: what is done with dice is done again with a cup of each.
#[derive(Clone, Debug, Default)]
pub struct Falls {
    outcomes: Vec<usize>,
}

impl Falls {
    /// A cup for the way that comes now: the dice it does not know yet fall on the first face that can come.
    pub fn cup(&self) -> Cup {
        Cup::supposing(self.outcomes.clone())
    }

    /// The faces of the way that comes now, for what was asked of its cup.
    pub fn outcomes(&mut self, asked: &[Vec<u16>]) -> &[usize] {
        let first = |weights: &Vec<u16>| weights.iter().position(|&weight| weight > 0).unwrap_or(0);
        self.outcomes.extend(asked.iter().skip(self.outcomes.len()).map(first));
        self.outcomes.truncate(asked.len());
        &self.outcomes
    }

    /// Goes on to the next way: the last die that can fall otherwise does. Whether there is one.
    pub fn go_on(&mut self, asked: &[Vec<u16>]) -> bool {
        self.outcomes(asked);
        while let Some(last) = self.outcomes.pop() {
            let weights = &asked[self.outcomes.len()];
            if let Some(next) = (last + 1..weights.len()).find(|&at| weights[at] > 0) {
                self.outcomes.push(next);
                return true;
            }
        }
        false
    }
}
