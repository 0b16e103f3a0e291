//! Rio Grande, slowly: an independent, obvious reading of rules.md, the oracle for a fast engine.
//! Cards are their names, rivers are lists of cards; all that follows from them is computed each time anew.

use std::collections::BTreeMap;

pub const LANDSCAPES: [&str; 4] = ["forest", "steppe", "grass", "rock"];
pub const WATERS: [&str; 3] = ["blue", "green", "brown"];
/// Kinds of cards with a landscape and a water, and how many there are of each.
pub const COPIES: [(&str, usize); 4] = [("river", 9), ("mouth", 2), ("bend", 1), ("lake", 1)];
pub const SANDBANKS_OF_EACH_WATER: usize = 3;
pub const HAND: usize = 5;
pub const BRIDGES: usize = 4;
pub const RIVERS: usize = 6;
pub const ACTIONS: usize = 3;
pub const LAKE_POINTS: i64 = 3;

/// What happens next. Seats count from 0 here.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    Start,         // who is the start player?
    Deal(usize),   // the next card for the first hand of this seat
    Turn(usize),   // an action of this seat, or its end of turn
    Refill(usize), // the next card for this seat, whose turn has ended
    Over,
}

/// A card in a river.
#[derive(Clone, Debug, PartialEq)]
pub struct Laid {
    pub name: String,
    pub bridge: Option<usize>,      // whose
    pub covered_by: Option<String>, // the sandbank on it
    pub this_turn: bool,            // laid in the turn that is under way
}

#[derive(Clone, Debug, PartialEq)]
pub struct Slow {
    pub players: usize,
    pub step: Step,
    pub start: usize,                       // the start player
    pub stack: Vec<String>,                 // sorted: nobody knows the order
    pub hands: Vec<Vec<String>>,            // sorted
    pub bridges: Vec<usize>,                // at home
    pub points: Vec<i64>,                   // scored at mouths
    pub rivers: BTreeMap<usize, Vec<Laid>>, // by number, from 1; each from its head to its last card
    pub discards: Vec<String>,
    pub removed: Vec<String>,      // cards of rivers that ended or dried, sandbanks included
    pub actions: usize,            // done in this turn
    pub special: bool,             // a special card was laid in this turn
    pub built: bool,               // a bridge was built in this turn
    pub empty_turns: usize,        // the latest so many turns were all empty
    pub turns_left: Option<usize>, // in the last round: turns that are not yet over
}

/// All 165 cards, sorted.
pub fn all_cards() -> Vec<String> {
    let mut cards = Vec::new();
    for water in WATERS {
        for landscape in LANDSCAPES {
            for (kind, copies) in COPIES {
                for _ in 0..copies {
                    cards.push(format!("{kind}-{landscape}-{water}"));
                }
            }
        }
        for _ in 0..SANDBANKS_OF_EACH_WATER {
            cards.push(format!("sandbank-{water}"));
        }
    }
    cards.sort();
    cards
}

/// "river", "mouth", "bend", "lake" or "sandbank"
pub fn kind(card: &str) -> &str {
    card.split('-').next().unwrap()
}

pub fn water(card: &str) -> &str {
    card.split('-').next_back().unwrap()
}

/// Of a card that is no sandbank.
pub fn landscape(card: &str) -> &str {
    card.split('-').nth(1).unwrap()
}

/// The name without its kind: "forest-blue", of a sandbank "blue".
fn face(card: &str) -> &str {
    card.split_once('-').unwrap().1
}

pub fn matches(card: &str, last: &str) -> bool {
    water(card) == water(last) || landscape(card) == landscape(last)
}

/// "p1" is seat 0
fn seat_of(text: &str) -> usize {
    text[1..].parse::<usize>().unwrap() - 1
}

/// Takes one card of this name out of the list.
fn take_card(cards: &mut Vec<String>, name: &str) -> String {
    let at = cards.iter().position(|c| c == name).unwrap_or_else(|| panic!("no {name} in {cards:?}"));
    cards.remove(at)
}

/// What the bridge on card i (counted from 0) of a river scores, if the river ends with its last card.
pub fn bridge_points(river: &[Laid], i: usize) -> i64 {
    let lakes = river[i + 1..].iter().filter(|card| kind(&card.name) == "lake").count() as i64;
    (river.len() - i) as i64 + LAKE_POINTS * lakes
}

impl Slow {
    pub fn new(players: usize) -> Slow {
        assert!((2..=5).contains(&players));
        Slow {
            players,
            step: Step::Start,
            start: 0,
            stack: all_cards(),
            hands: vec![vec![]; players],
            bridges: vec![BRIDGES; players],
            points: vec![0; players],
            rivers: BTreeMap::new(),
            discards: vec![],
            removed: vec![],
            actions: 0,
            special: false,
            built: false,
            empty_turns: 0,
            turns_left: None,
        }
    }

    /// A position at the begin of a turn of p1. Hands are card names with spaces between them, one text per seat (hands not
    /// given are empty). So are rivers, from the head, with their number; `river-rock-blue+p2` carries a bridge of p2,
    /// `river-rock-blue/sandbank-blue` is covered. All other cards are in the stack.
    pub fn with(players: usize, hands: &[&str], rivers: &[(usize, &str)]) -> Slow {
        let mut game = Slow::new(players);
        game.step = Step::Turn(0);
        for (seat, hand) in hands.iter().enumerate() {
            for name in hand.split_whitespace() {
                let card = take_card(&mut game.stack, name);
                game.hands[seat].push(card);
            }
            game.hands[seat].sort();
        }
        for (number, text) in rivers {
            let mut river = Vec::new();
            for card in text.split_whitespace() {
                let (rest, bridge) = match card.split_once('+') {
                    Some((rest, owner)) => (rest, Some(seat_of(owner))),
                    None => (card, None),
                };
                let (name, sandbank) = match rest.split_once('/') {
                    Some((name, sandbank)) => (name, Some(take_card(&mut game.stack, sandbank))),
                    None => (rest, None),
                };
                let name = take_card(&mut game.stack, name);
                if let Some(owner) = bridge {
                    game.bridges[owner] -= 1;
                }
                river.push(Laid { name, bridge, covered_by: sandbank, this_turn: false });
            }
            game.rivers.insert(*number, river);
        }
        game.check().unwrap();
        game
    }

    /// The river in the notation of `with`; empty if there is none of this number.
    pub fn river_text(&self, number: usize) -> String {
        let mut cards = Vec::new();
        for card in self.rivers.get(&number).unwrap_or(&vec![]) {
            let mut text = card.name.clone();
            if let Some(sandbank) = &card.covered_by {
                text += &format!("/{sandbank}");
            }
            if let Some(owner) = card.bridge {
                text += &format!("+p{}", owner + 1);
            }
            cards.push(text);
        }
        cards.join(" ")
    }

    // ---- whose turn, which moves ----

    pub fn turn(&self) -> String {
        match self.step {
            Step::Over => "over".to_string(),
            Step::Turn(seat) => format!("p{}", seat + 1),
            _ => "chance".to_string(),
        }
    }

    pub fn legal(&self) -> Vec<String> {
        let Step::Turn(seat) = self.step else { return vec![] };
        let mut moves = vec!["end".to_string()];
        moves.extend(self.building(seat));
        for card in &self.hands[seat] {
            moves.push(format!("discard:{card}"));
            moves.extend(self.laying(card));
        }
        moves.sort();
        moves.dedup(); // equal cards in the hand
        moves
    }

    /// Every way to build a bridge.
    fn building(&self, seat: usize) -> Vec<String> {
        let mut moves = Vec::new();
        if self.built || self.bridges[seat] == 0 {
            return moves;
        }
        for (number, river) in &self.rivers {
            for (i, card) in river.iter().enumerate() {
                if card.this_turn && kind(&card.name) == "river" && card.covered_by.is_none() && card.bridge.is_none() {
                    moves.push(format!("bridge:{number}:{}", i + 1));
                }
            }
        }
        moves
    }

    /// Every way to lay this card.
    fn laying(&self, card: &str) -> Vec<String> {
        let mut moves = Vec::new();
        let (kind, face) = (kind(card), face(card));
        if kind != "river" && self.special {
            return moves;
        }
        if kind == "river" && self.rivers.len() < RIVERS {
            moves.push(format!("river:{face}:new"));
        }
        for (number, river) in &self.rivers {
            if kind == "sandbank" {
                for (i, below) in river.iter().enumerate() {
                    if can_dry(card, below) {
                        moves.push(format!("sandbank:{face}:{number}:{}", i + 1));
                    }
                }
            } else if matches(card, &river[river.len() - 1].name) {
                let text = format!("{kind}:{face}:{number}");
                if kind == "bend" {
                    moves.extend(pairs_of_bridges(river).iter().map(|pair| format!("{text}:{pair}")));
                } else {
                    moves.push(text);
                }
            }
        }
        moves
    }

    pub fn outcomes(&self) -> Vec<(String, u32)> {
        let mut weights: BTreeMap<String, u32> = BTreeMap::new();
        match self.step {
            Step::Start => weights.extend((1..=self.players).map(|seat| (format!("deal:p{seat}"), 1))),
            Step::Deal(_) | Step::Refill(_) => {
                for card in &self.stack {
                    *weights.entry(format!("deal:{card}")).or_insert(0) += 1;
                }
            }
            Step::Turn(_) | Step::Over => {}
        }
        weights.into_iter().collect()
    }

    // ---- playing ----

    pub fn play(&mut self, mv: &str) {
        let known = self.legal().iter().any(|m| m == mv) || self.outcomes().iter().any(|(m, _)| m == mv);
        assert!(known, "{mv} is not a move of {} now", self.turn());
        let words: Vec<&str> = mv.split(':').collect();
        match self.step {
            Step::Start => {
                self.start = seat_of(words[1]);
                self.step = Step::Deal(self.start);
            }
            Step::Deal(seat) => {
                self.draw(seat, words[1]);
                let next = self.left_of(seat);
                if self.hands[seat].len() == HAND {
                    self.step = if next == self.start { Step::Turn(next) } else { Step::Deal(next) };
                }
            }
            Step::Refill(seat) => {
                self.draw(seat, words[1]);
                if self.stack.is_empty() {
                    self.turns_left = Some(self.players);
                }
                if self.stack.is_empty() || self.hands[seat].len() == HAND {
                    self.step = Step::Turn(self.left_of(seat));
                }
            }
            Step::Turn(seat) if mv == "end" => self.end_turn(seat),
            Step::Turn(seat) => {
                self.act(seat, &words);
                self.actions += 1;
                if self.actions == ACTIONS {
                    self.end_turn(seat);
                }
            }
            Step::Over => unreachable!(),
        }
    }

    /// The next seat clockwise.
    fn left_of(&self, seat: usize) -> usize {
        (seat + 1) % self.players
    }

    fn draw(&mut self, seat: usize, card: &str) {
        let card = take_card(&mut self.stack, card);
        self.hands[seat].push(card);
        self.hands[seat].sort();
    }

    fn act(&mut self, seat: usize, words: &[&str]) {
        match words {
            ["discard", card] => {
                let card = take_card(&mut self.hands[seat], card);
                self.discards.push(card);
            }
            ["bridge", number, place] => {
                let river = self.rivers.get_mut(&count(number)).unwrap();
                river[count(place) - 1].bridge = Some(seat);
                self.bridges[seat] -= 1;
                self.built = true;
            }
            ["river", face, "new"] => {
                let number = (1..=RIVERS).find(|number| !self.rivers.contains_key(number)).unwrap();
                self.rivers.insert(number, vec![]);
                self.lay(seat, &format!("river-{face}"), number);
            }
            ["river", face, number] => self.lay(seat, &format!("river-{face}"), count(number)),
            ["lake", face, number] => {
                self.special = true;
                self.lay(seat, &format!("lake-{face}"), count(number));
            }
            ["bend", face, number, pair] => {
                self.special = true;
                self.lay(seat, &format!("bend-{face}"), count(number));
                self.swap_bridges(count(number), pair);
            }
            ["mouth", face, number] => {
                self.special = true;
                self.lay(seat, &format!("mouth-{face}"), count(number));
                self.score_at_mouth(count(number));
            }
            ["sandbank", face, number, place] => {
                self.special = true;
                let sandbank = take_card(&mut self.hands[seat], &format!("sandbank-{face}"));
                self.dry(sandbank, count(number), count(place) - 1);
            }
            _ => unreachable!(),
        }
    }

    /// From the hand to the downstream end of this river.
    fn lay(&mut self, seat: usize, card: &str, number: usize) {
        let name = take_card(&mut self.hands[seat], card);
        let laid = Laid { name, bridge: None, covered_by: None, this_turn: true };
        self.rivers.get_mut(&number).unwrap().push(laid);
    }

    fn swap_bridges(&mut self, number: usize, pair: &str) {
        let (low, high) = pair.split_once('x').unwrap();
        let (low, high) = (count(low) - 1, count(high) - 1);
        let river = self.rivers.get_mut(&number).unwrap();
        let was_low = river[low].bridge;
        river[low].bridge = river[high].bridge;
        river[high].bridge = was_low;
    }

    fn score_at_mouth(&mut self, number: usize) {
        let river = self.rivers.remove(&number).unwrap();
        for (i, card) in river.iter().enumerate() {
            if let Some(owner) = card.bridge {
                self.points[owner] += bridge_points(&river, i);
            }
        }
        for card in river {
            self.leave(card);
        }
    }

    /// The sandbank comes to lie on card i, counted from 0.
    fn dry(&mut self, sandbank: String, number: usize, i: usize) {
        let mut river = self.rivers.remove(&number).unwrap();
        river[i].covered_by = Some(sandbank);
        let whole = i == river.len() - 1;
        let stays = if whole { vec![] } else { river.split_off(i) };
        for card in river {
            self.leave(card);
        }
        if !whole {
            self.rivers.insert(number, stays);
        }
    }

    /// The card leaves the game, a sandbank on it too; a bridge on it goes home.
    fn leave(&mut self, card: Laid) {
        if let Some(owner) = card.bridge {
            self.bridges[owner] += 1;
        }
        self.removed.push(card.name);
        self.removed.extend(card.covered_by);
    }

    fn end_turn(&mut self, seat: usize) {
        self.empty_turns = if self.actions == 0 { self.empty_turns + 1 } else { 0 };
        self.actions = 0;
        self.special = false;
        self.built = false;
        for card in self.rivers.values_mut().flatten() {
            card.this_turn = false;
        }
        let next = self.left_of(seat);
        if let Some(left) = self.turns_left {
            self.turns_left = Some(left - 1);
            self.step = if left == 1 { Step::Over } else { Step::Turn(next) };
        } else if self.empty_turns == self.players {
            self.turns_left = Some(self.players);
            self.step = Step::Turn(next);
        } else if self.hands[seat].len() < HAND {
            self.step = Step::Refill(seat);
        } else {
            self.step = Step::Turn(next);
        }
    }

    // ---- scoring ----

    /// `rivers`: scored at mouths. `final`: half of what the bridges in rivers that remain score; 0 until the game is over.
    pub fn parts(&self) -> Vec<BTreeMap<String, i64>> {
        let mut at_end = vec![0; self.players];
        if self.step == Step::Over {
            for river in self.rivers.values() {
                for (i, card) in river.iter().enumerate() {
                    if let Some(owner) = card.bridge {
                        at_end[owner] += (bridge_points(river, i) + 1) / 2;
                    }
                }
            }
        }
        let of_seat = |seat: usize| [("rivers".to_string(), self.points[seat]), ("final".to_string(), at_end[seat])];
        (0..self.players).map(|seat| of_seat(seat).into()).collect()
    }

    pub fn scores(&self) -> Vec<i64> {
        self.parts().iter().map(|parts| parts.values().sum()).collect()
    }

    /// The seats with most points; none until the game is over.
    pub fn winners(&self) -> Vec<usize> {
        if self.step != Step::Over {
            return vec![];
        }
        let scores = self.scores();
        let most = *scores.iter().max().unwrap();
        (0..self.players).filter(|seat| scores[*seat] == most).collect()
    }

    /// 1/k for each of k winners, 0 for the others.
    pub fn shares(&self) -> Vec<f64> {
        let winners = self.winners();
        let share = |seat: usize| if winners.contains(&seat) { 1.0 / winners.len() as f64 } else { 0.0 };
        (0..self.players).map(share).collect()
    }

    // ---- what must always hold ----

    pub fn check(&self) -> Result<(), String> {
        self.check_cards()?;
        self.check_bridges()?;
        for (number, river) in &self.rivers {
            must((1..=RIVERS).contains(number), "a river's number")?;
            check_river(river).map_err(|error| format!("{error} in river {number}: {}", self.river_text(*number)))?;
        }
        self.check_turn()
    }

    fn check_cards(&self) -> Result<(), String> {
        let mut cards = [&self.stack[..], &self.discards, &self.removed, &self.hands.concat()].concat();
        for card in self.rivers.values().flatten() {
            cards.push(card.name.clone());
            cards.extend(card.covered_by.clone());
        }
        cards.sort();
        must(cards.len() == 165 && cards == all_cards(), "cards lost")?;
        must(self.hands.iter().all(|hand| hand.len() <= HAND), "too many cards in a hand")
    }

    fn check_bridges(&self) -> Result<(), String> {
        for seat in 0..self.players {
            let built = self.rivers.values().flatten().filter(|card| card.bridge == Some(seat)).count();
            must(built + self.bridges[seat] == BRIDGES, "bridges lost")?;
        }
        Ok(())
    }

    fn check_turn(&self) -> Result<(), String> {
        let laid = self.rivers.values().flatten().filter(|card| card.this_turn).count();
        must(laid <= self.actions && self.actions < ACTIONS, "actions")?;
        match self.step {
            Step::Turn(_) => must(self.actions > 0 || !(self.special || self.built), "done without an action")?,
            _ => must(self.actions == 0 && !self.special && !self.built, "still in a turn")?,
        }
        match self.step {
            Step::Deal(seat) => must(self.hands[seat].len() < HAND, "a full hand is dealt to")?,
            Step::Refill(seat) => must(self.hands[seat].len() < HAND && !self.stack.is_empty(), "no refill possible")?,
            _ => {}
        }
        must((self.step == Step::Over) == (self.turns_left == Some(0)), "over, or not")?;
        must(!self.stack.is_empty() || self.turns_left.is_some(), "no stack and no last round")
    }
}

fn must(good: bool, what: &str) -> Result<(), String> {
    if good { Ok(()) } else { Err(what.to_string()) }
}

fn check_river(river: &[Laid]) -> Result<(), String> {
    must(!river.is_empty(), "no card")?;
    must(kind(&river[0].name) == "river", "a special card as source")?;
    for card in river {
        must(["river", "lake", "bend"].contains(&kind(&card.name)), "a card that cannot stay in a river")?;
        if card.bridge.is_some() {
            must(kind(&card.name) == "river" && card.covered_by.is_none(), "a bridge on a wrong card")?;
        }
    }
    for i in 1..river.len() {
        must(matches(&river[i].name, &river[i - 1].name), "neighbors that do not match")?;
        must(river[i].covered_by.is_none(), "a covered card below the head")?;
    }
    if let Some(sandbank) = &river[0].covered_by {
        must(river.len() > 1, "a covered last card")?;
        must(kind(sandbank) == "sandbank" && water(sandbank) == water(&river[0].name), "a wrong sandbank")?;
    }
    Ok(())
}

fn can_dry(sandbank: &str, card: &Laid) -> bool {
    let plain = kind(&card.name) == "river" && card.covered_by.is_none() && card.bridge.is_none();
    plain && water(sandbank) == water(&card.name)
}

/// "2x5" and so on, for each two bridges of the river.
fn pairs_of_bridges(river: &[Laid]) -> Vec<String> {
    let mut pairs = Vec::new();
    for high in 0..river.len() {
        for low in 0..high {
            if river[low].bridge.is_some() && river[high].bridge.is_some() {
                pairs.push(format!("{}x{}", low + 1, high + 1));
            }
        }
    }
    pairs
}

fn count(text: &str) -> usize {
    text.parse().unwrap()
}
