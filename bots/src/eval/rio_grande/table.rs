//! What lies on the table of Rio Grande, as learned values look at it.

use riverlab_engine::bits::set_bits;
use riverlab_engine::games::rio_grande::{CardKind, Laid, RioGrande, RiverIdx, Water};
use riverlab_engine::{Game, MAX_PLAYERS};

/// The most rivers that lie on the table at a time.
pub(super) const MAX_RIVERS: usize = 6;
/// More bridges than all players can have, which are 45.
const MAX_BRIDGES: usize = 48;
/// The number of waters.
const WATERS: usize = Water::ALL.len();
/// A bridge that brings no more than that was hardly begun.
const SHORT: i32 = 2;

/// A number for each seat.
pub(super) type BySeat = [i32; MAX_PLAYERS];

/// What a river with bridges means to each player.
#[derive(Clone, Copy, Default)]
pub(super) struct River {
    /// The bridges.
    pub(super) bridges: BySeat,
    /// What they bring if a mouth is laid now.
    pub(super) at_mouth: BySeat,
    /// How much that is above the most that it brings one of the others.
    pub(super) lead: BySeat,
    /// How many bridges there are beyond the most of one of the others: what each further card brings.
    pub(super) growth: BySeat,
    /// What the best swap with a bridge of another player brings, or 0.
    pub(super) swap: BySeat,
    /// What the worst one takes, or 0.
    pub(super) swap_risk: BySeat,
}

/// What a player has on the table.
#[derive(Clone, Copy, Default)]
pub(super) struct Tally {
    /// What the bridges bring if the game ends now.
    pub(super) at_the_end: i32,
    /// The cards from each bridge down to the last card of its river.
    pub(super) length: i32,
    /// The points of lakes.
    pub(super) lakes: i32,
    /// What the best bridge would bring.
    pub(super) largest: i32,
    /// How many bridges would bring little.
    pub(super) short: i32,
    /// The points of each bridge times the number of waters whose sandbank can take it.
    pub(super) exposed: i32,
    /// The points of bridges that no sandbank can take.
    pub(super) safe: i32,
    /// The rivers with a bridge.
    pub(super) rivers: i32,
    /// The cards of the longest of them.
    pub(super) longest: i32,
    /// The points in rivers where nobody else has a bridge.
    pub(super) alone: i32,
    /// The bridges of others in rivers with a bridge.
    pub(super) company: i32,
    /// All leads at the mouth.
    pub(super) lead: i32,
    /// The rivers with such a lead.
    pub(super) led: i32,
    /// The largest lead at the mouth.
    pub(super) best_lead: i32,
    /// What the worst swap by a bend takes.
    pub(super) swap_risk: i32,
}

/// All of the table.
#[derive(Default)]
pub(super) struct Table {
    rivers: [River; MAX_RIVERS],
    /// The rivers that there are, as a set.
    pub(super) all: u8,
    /// Those with bridges.
    bridged: u8,
    /// By seat.
    pub(super) tallies: [Tally; MAX_PLAYERS],
    /// By water and seat: by how much the best place for a sandbank hurts one of the others more than the player, or 0.
    dried: [BySeat; WATERS],
}

impl Table {
    pub(super) fn of(state: &RioGrande) -> Table {
        let (mut table, mut bridges) = (Table::default(), Bridges::none());
        for river in state.rivers().iter() {
            table.all |= 1 << river.index();
            if state.rivers().bridges(river) > 0 {
                table.bridged |= 1 << river.index();
                bridges.read(state, river);
                table.add(state, river, bridges.list());
            }
        }
        table
    }

    /// The highest of the rivers of a set, or 0.
    #[inline]
    pub(super) fn best_of(&self, set: u8, value: impl Fn(&River) -> i32) -> i32 {
        let values = set_bits(set & self.bridged).map(|river| value(&self.rivers[usize::from(river)]));
        values.fold(0, i32::max)
    }

    /// By how much the best place for a sandbank hurts one of the others more than this seat, or 0.
    #[inline]
    pub(super) fn dried(&self, water: Water, seat: usize) -> i32 {
        self.dried[water as usize][seat]
    }

    /// Adds a river with these bridges.
    fn add(&mut self, state: &RioGrande, river: RiverIdx, bridges: &[Bridge]) {
        let players = state.n_players();
        for bridge in bridges {
            self.tallies[bridge.owner()].add_bridge(bridge);
        }
        self.add_sandbanks(bridges, players);
        let facts = River::of(bridges, players);
        let (cards, count) = (state.rivers().len(river) as i32, bridges.len() as i32);
        for (seat, tally) in self.tallies[..players].iter_mut().enumerate() {
            tally.add_river(&facts, seat, cards, count);
        }
        self.rivers[river.index()] = facts;
    }

    /// A sandbank takes the bridges upstream of it, wherever it lies between two of them.
    fn add_sandbanks(&mut self, bridges: &[Bridge], players: usize) {
        let mut lost = BySeat::default();
        for bridge in bridges.iter().rev() {
            lost[bridge.owner()] += bridge.points;
            if bridge.next_waters == 0 {
                continue;
            }
            let above = above_others(&lost, players);
            for (water, dried) in self.dried.iter_mut().enumerate() {
                if bridge.next_waters >> water & 1 == 1 {
                    dried.iter_mut().zip(above).for_each(|(best, above)| *best = (*best).max(-above));
                }
            }
        }
    }
}

impl Tally {
    #[inline]
    fn add_bridge(&mut self, bridge: &Bridge) {
        self.at_the_end += half(bridge.points);
        self.length += bridge.length;
        self.lakes += bridge.points - bridge.length;
        self.largest = self.largest.max(bridge.points);
        self.short += i32::from(bridge.points <= SHORT);
        self.exposed += bridge.points * bridge.waters.count_ones() as i32;
        self.safe += if bridge.waters == 0 { bridge.points } else { 0 };
    }

    #[inline]
    fn add_river(&mut self, river: &River, seat: usize, cards: i32, bridges: i32) {
        let (own, lead) = (river.bridges[seat], river.lead[seat]);
        self.lead += lead.max(0);
        self.led += i32::from(lead > 0);
        self.best_lead = self.best_lead.max(lead);
        if own == 0 {
            return;
        }
        self.rivers += 1;
        self.longest = self.longest.max(cards);
        self.alone += if own == bridges { river.at_mouth[seat] } else { 0 };
        self.company += bridges - own;
        self.swap_risk = self.swap_risk.max(river.swap_risk[seat]);
    }
}

impl River {
    fn of(bridges: &[Bridge], players: usize) -> River {
        let mut river = River::default();
        let (mut least, mut most) = ([i32::MAX; MAX_PLAYERS], [0; MAX_PLAYERS]);
        for bridge in bridges {
            let owner = bridge.owner();
            river.bridges[owner] += 1;
            river.at_mouth[owner] += bridge.points + 1;
            least[owner] = least[owner].min(bridge.points);
            most[owner] = most[owner].max(bridge.points);
        }
        river.lead = above_others(&river.at_mouth, players);
        river.growth = above_others(&river.bridges, players);
        for seat in 0..players {
            for other in (0..players).filter(|&other| other != seat && river.bridges[other] > 0) {
                if river.bridges[seat] > 0 {
                    river.swap[seat] = river.swap[seat].max(most[other] - least[seat]);
                    river.swap_risk[seat] = river.swap_risk[seat].max(most[seat] - least[other]);
                }
            }
        }
        river
    }
}

/// A bridge on the table.
#[derive(Clone, Copy, Default)]
struct Bridge {
    /// The index of its owner.
    seat: u8,
    /// The cards from its own down to the last one.
    length: i32,
    /// What it brings as it stands.
    points: i32,
    /// The waters of all cards downstream that a sandbank may cover, as a set.
    waters: u8,
    /// Those of the cards down to the next bridge.
    next_waters: u8,
}

impl Bridge {
    #[inline]
    fn owner(&self) -> usize {
        usize::from(self.seat)
    }
}

/// The bridges of a river, from the last card up.
struct Bridges {
    bridges: [Bridge; MAX_BRIDGES],
    count: usize,
}

impl Bridges {
    fn none() -> Bridges {
        Bridges { bridges: [Bridge::default(); MAX_BRIDGES], count: 0 }
    }

    /// Replaces what was found before by the bridges of this river.
    fn read(&mut self, state: &RioGrande, river: RiverIdx) {
        self.count = 0;
        let (mut waters, mut next_waters) = (0, 0);
        for (length, points, laid) in cards_upstream(state, river) {
            if let Some(seat) = laid.bridge() {
                self.bridges[self.count] = Bridge { seat: seat.index() as u8, length, points, waters, next_waters };
                self.count += 1;
                next_waters = 0;
            } else if laid.is_free() {
                let water = 1 << laid.card().water() as u8;
                waters |= water;
                next_waters |= water;
            }
        }
    }

    #[inline]
    fn list(&self) -> &[Bridge] {
        &self.bridges[..self.count]
    }
}

/// The cards of a river from the last one up, each with the number of cards down to the last one, its own included, and
/// with what a bridge on it brings as it stands.
#[inline]
pub(super) fn cards_upstream(state: &RioGrande, river: RiverIdx) -> impl Iterator<Item = (i32, i32, Laid)> {
    let mut lakes = 0;
    (1..).zip(state.rivers().cards(river).iter().rev()).map(move |(length, &laid)| {
        let points = state.points_of_bridge(length, lakes);
        lakes += i32::from(laid.card().kind() == CardKind::Lake);
        (length, points, laid)
    })
}

/// What so many points of a bridge count at the end of the game.
#[inline]
pub(super) fn half(points: i32) -> i32 {
    (points + 1) / 2
}

/// How far each value lies above the highest one of the other players. Values are not negative.
#[inline]
fn above_others(values: &BySeat, players: usize) -> BySeat {
    let (mut first, mut second) = (0, 0);
    for &value in &values[..players] {
        second = if value > first { first } else { second.max(value) };
        first = first.max(value);
    }
    values.map(|value| value - if value == first { second } else { first })
}
