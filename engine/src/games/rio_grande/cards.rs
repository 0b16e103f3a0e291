//! The cards, told apart by what they do and what they show; cards that are alike are one value.

use std::fmt;

/// What a card does.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum CardKind {
    /// The plain card, which is also the source of a river and carries bridges.
    River,
    /// It ends a river, which is scored at once.
    Mouth,
    /// Two bridges of the river are swapped.
    Bend,
    /// It brings points to every bridge upstream.
    Lake,
    /// It dries a river up to the card that it covers.
    Sandbank,
}

impl CardKind {
    /// All kinds, in the order of the data.
    pub const ALL: [CardKind; 5] =
        [CardKind::River, CardKind::Mouth, CardKind::Bend, CardKind::Lake, CardKind::Sandbank];

    /// The name in moves.
    pub fn name(self) -> &'static str {
        ["river", "mouth", "bend", "lake", "sandbank"][self as usize]
    }
}

/// What lies beside the water.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Landscape {
    /// Forest.
    Forest,
    /// Steppe.
    Steppe,
    /// Grass.
    Grass,
    /// Rock.
    Rock,
}

impl Landscape {
    /// All landscapes.
    pub const ALL: [Landscape; 4] = [Landscape::Forest, Landscape::Steppe, Landscape::Grass, Landscape::Rock];

    /// The name in moves.
    pub fn name(self) -> &'static str {
        ["forest", "steppe", "grass", "rock"][self as usize]
    }
}

/// The color of the water.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Water {
    /// Blue.
    Blue,
    /// Green.
    Green,
    /// Brown.
    Brown,
}

impl Water {
    /// All waters.
    pub const ALL: [Water; 3] = [Water::Blue, Water::Green, Water::Brown];

    /// The name in moves.
    pub fn name(self) -> &'static str {
        ["blue", "green", "brown"][self as usize]
    }
}

/// The number of different cards of a kind that has landscapes.
const PER_KIND: u8 = (Landscape::ALL.len() * Water::ALL.len()) as u8;

/// A card; those that are alike are equal.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Card(pub(super) u8);

impl Card {
    /// The number of different cards.
    pub const COUNT: usize = (4 * PER_KIND) as usize + Water::ALL.len();

    /// All cards: river cards, mouths, bends, lakes, each by landscape and water, then sandbanks by water.
    pub fn all() -> impl Iterator<Item = Card> {
        (0..Self::COUNT as u8).map(Card)
    }

    /// The card of this kind with this landscape and water.
    ///
    /// # Panics
    /// For sandbanks, which have no landscape.
    pub fn new(kind: CardKind, landscape: Landscape, water: Water) -> Card {
        assert!(kind != CardKind::Sandbank, "a sandbank has no landscape");
        Card(kind as u8 * PER_KIND + landscape as u8 * Water::ALL.len() as u8 + water as u8)
    }

    /// The sandbank with this water.
    pub fn sandbank(water: Water) -> Card {
        Card(4 * PER_KIND + water as u8)
    }

    /// The index, below [`Card::COUNT`].
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    #[inline]
    fn traits(self) -> Traits {
        TRAITS[self.index() % 64]
    }

    /// What it does.
    #[inline]
    pub fn kind(self) -> CardKind {
        self.traits().kind
    }

    /// The water.
    #[inline]
    pub fn water(self) -> Water {
        self.traits().water
    }

    /// The landscape; sandbanks have none.
    #[inline]
    pub fn landscape(self) -> Option<Landscape> {
        self.traits().landscape
    }

    /// The name in the data and in chance events: `river-forest-blue`, `sandbank-green`.
    pub fn name(self) -> String {
        format!("{}-{self}", self.kind().name())
    }

    /// The card that [`Card::name`] names so.
    pub fn named(name: &str) -> Option<Card> {
        Card::all().find(|card| card.name() == name)
    }
}

/// The name without the kind: `forest-blue`, `green`.
impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(landscape) = self.landscape() {
            write!(f, "{}-", landscape.name())?;
        }
        f.write_str(self.water().name())
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name())
    }
}

#[derive(Clone, Copy)]
struct Traits {
    kind: CardKind,
    landscape: Option<Landscape>,
    water: Water,
}

static TRAITS: [Traits; 64] = {
    let mut all = [Traits { kind: CardKind::Sandbank, landscape: None, water: Water::Blue }; 64];
    let mut idx = 0;
    while idx < Card::COUNT {
        let water = Water::ALL[idx % Water::ALL.len()];
        let landscape = idx % PER_KIND as usize / Water::ALL.len();
        let kind = CardKind::ALL[idx / PER_KIND as usize];
        let landscape = if let CardKind::Sandbank = kind { None } else { Some(Landscape::ALL[landscape]) };
        all[idx] = Traits { kind, landscape, water };
        idx += 1;
    }
    all
};

#[cfg(test)]
#[path = "cards_tests.rs"]
mod tests;
