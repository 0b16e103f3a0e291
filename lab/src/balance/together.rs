//! How often winners took two components in the same game.

/// Games by what their winners took, for each subject of a family and each two of them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TakenTogether {
    games: u64,
    /// By subject: the games in which a winner took its component.
    taken: Vec<u64>,
    /// By two subjects, row by row: the games in which winners took both.
    both: Vec<u64>,
}

impl TakenTogether {
    /// No game yet.
    pub fn new(subjects: usize) -> TakenTogether {
        TakenTogether { games: 0, taken: vec![0; subjects], both: vec![0; subjects * subjects] }
    }

    /// Adds a game; `is_taken` says of each subject whether a winner took its component.
    pub fn add(&mut self, is_taken: &[bool]) {
        let subjects = self.taken.len();
        self.games += 1;
        let taken: Vec<usize> = (0..subjects).filter(|&subject| is_taken[subject]).collect();
        for (place, &one) in taken.iter().enumerate() {
            self.taken[one] += 1;
            taken[place + 1..].iter().for_each(|&other| self.both[one * subjects + other] += 1);
        }
    }

    /// Adds the games of another one, with the same subjects.
    pub fn merge(&mut self, other: &TakenTogether) {
        self.games += other.games;
        self.taken.iter_mut().zip(&other.taken).for_each(|(taken, more)| *taken += more);
        self.both.iter_mut().zip(&other.both).for_each(|(both, more)| *both += more);
    }

    /// The phi coefficient (Pearson's correlation of two yes-or-no values) of "a winner took the one" and "a winner took the
    /// other", from −1 to 1; 0 where a winner always or never took one of them.
    pub(crate) fn association(&self, one: usize, other: usize) -> f64 {
        let (one, other) = (one.min(other), one.max(other));
        let [games, first, second] = [self.games, self.taken[one], self.taken[other]].map(|count| count as f64);
        let spread = (first * (games - first) * second * (games - second)).sqrt();
        let both = self.both[one * self.taken.len() + other] as f64;
        if spread > 0.0 { (games * both - first * second) / spread } else { 0.0 }
    }
}

#[cfg(test)]
#[path = "together_tests.rs"]
mod tests;
