//! River Dragons, slowly: an independent, obvious reading of rules.md, the oracle for a fast engine.
//! All is text, as in the move notation: supports ("pink", "12"), spans ("pink-11", "12-17"), planks ("red4"), places
//! ("red4", "village:blue"). What follows from a position is computed each time anew; only the board, which never
//! changes, is computed once.
//!
//! Geometry is exact: all measures are whole numbers, so lengths are compared squared and sides by the sign of a cross
//! product. No bound is met exactly and no island or village lies exactly on the line of two others where it matters
//! (the nearest misses are above 1.2 units), so floating point finds the same 153 spans and 234 crossing pairs.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;
use toml::{Table, Value};

pub const STONES: usize = 27;
pub const PLANKS: usize = 6; // of each color
pub const POSITIONS: usize = 5; // cards in a program
pub const MOST_ON_SUPPORT: usize = 3; // planks
pub const MOST_COLORS: usize = 2; // in a reserve
pub const GUARD_ROUND: i64 = 60;
pub const CARDS: [&str; 8] = ["stone1", "stone2", "plank1", "plank2", "remove", "move1", "move2", "jump"];

// ---- the board ----

/// Two supports that a plank can join, in the order of the notation.
#[derive(Clone, Debug, PartialEq)]
pub struct Span {
    pub ends: [String; 2],
    pub plank: usize,              // the smallest plank that is long enough
    pub crosses: BTreeSet<String>, // the spans that it crosses away from a shared support
}

#[derive(Clone, Debug)]
pub struct Board {
    pub colors: BTreeMap<usize, Vec<String>>, // in seat order, by number of players
    pub goals: BTreeMap<String, String>,      // of every village the one opposite
    pub islands: Vec<String>,
    pub spans: BTreeMap<String, Span>,
    pub steps: BTreeMap<String, BTreeMap<String, i64>>, // to a goal, from a span or village, with planks on all spans
}

static BOARD: LazyLock<Board> = LazyLock::new(|| read_board(include_str!("../../data/river-dragons/board.toml")));

pub fn board() -> &'static Board {
    &BOARD
}

type Point = [i64; 2];

/// The measures of board.toml.
struct Measures {
    villages: BTreeMap<String, Point>,
    islands: BTreeMap<String, Point>,
    reach: Vec<i64>,
    village_rim: i64,
    island_near: i64,
    village_near: i64,
}

fn read_board(text: &str) -> Board {
    let file: Table = text.parse().unwrap();
    let mut measures = Measures {
        villages: BTreeMap::new(),
        islands: BTreeMap::new(),
        reach: whole_numbers(&file["reach"]),
        village_rim: file["village_rim"].as_integer().unwrap(),
        island_near: file["island_near"].as_integer().unwrap(),
        village_near: file["village_near"].as_integer().unwrap(),
    };
    let mut goals = BTreeMap::new();
    for (name, village) in file["villages"].as_table().unwrap() {
        measures.villages.insert(name.clone(), point(&village["at"]));
        goals.insert(name.clone(), village["goal"].as_str().unwrap().to_string());
    }
    for (name, at) in file["islands"].as_table().unwrap() {
        measures.islands.insert(name.clone(), point(at));
    }
    let mut colors = BTreeMap::new();
    for (players, list) in file["players"].as_table().unwrap() {
        let list = list.as_array().unwrap().iter().map(|color| color.as_str().unwrap().to_string()).collect();
        colors.insert(players.parse().unwrap(), list);
    }
    let spans = measures.spans();
    let steps = goals.keys().map(|goal| (goal.clone(), steps_to(goal, &spans))).collect();
    let islands = measures.islands.keys().cloned().collect();
    Board { colors, goals, islands, spans, steps }
}

fn whole_numbers(list: &Value) -> Vec<i64> {
    list.as_array().unwrap().iter().map(|number| number.as_integer().unwrap()).collect()
}

fn point(value: &Value) -> Point {
    whole_numbers(value).try_into().unwrap()
}

impl Measures {
    fn at(&self, support: &str) -> Point {
        self.islands.get(support).or(self.villages.get(support)).copied().unwrap()
    }

    fn spans(&self) -> BTreeMap<String, Span> {
        let mut spans = BTreeMap::new();
        for second in self.islands.keys() {
            for first in self.villages.keys().chain(self.islands.keys()) {
                let in_order = is_village(first) || number(first) < number(second);
                if !in_order || self.is_blocked(first, second) {
                    continue;
                }
                if let Some(plank) = self.smallest_plank(first, second) {
                    let ends = [first.clone(), second.clone()];
                    spans.insert(format!("{first}-{second}"), Span { ends, plank, crosses: BTreeSet::new() });
                }
            }
        }
        let without_crossings = spans.clone();
        for span in spans.values_mut() {
            for (name, other) in &without_crossings {
                if self.cross(&span.ends, &other.ends) {
                    span.crosses.insert(name.clone());
                }
            }
        }
        spans
    }

    /// The plank's reach, and the rim at a village, against the distance of the centers.
    fn smallest_plank(&self, a: &str, b: &str) -> Option<usize> {
        let rim = if is_village(a) || is_village(b) { self.village_rim } else { 0 };
        let apart = distance_squared(self.at(a), self.at(b));
        (1..=PLANKS).find(|plank| (self.reach[plank - 1] + rim).pow(2) >= apart)
    }

    /// Whether the line from a to b passes too near to a third island or village.
    fn is_blocked(&self, a: &str, b: &str) -> bool {
        let (from, to) = (self.at(a), self.at(b));
        let blocks = |(name, at): (&String, &Point), near: i64| name != a && name != b && is_near(*at, from, to, near);
        self.islands.iter().any(|island| blocks(island, self.island_near))
            || self.villages.iter().any(|village| blocks(village, self.village_near))
    }

    /// Spans that share a support meet nowhere else: a support on the line of both would block the longer one.
    fn cross(&self, one: &[String; 2], other: &[String; 2]) -> bool {
        if one.iter().any(|end| other.contains(end)) {
            return false;
        }
        let [a, b] = [self.at(&one[0]), self.at(&one[1])];
        let [c, d] = [self.at(&other[0]), self.at(&other[1])];
        side(a, b, c) * side(a, b, d) <= 0 && side(c, d, a) * side(c, d, b) <= 0
    }
}

fn is_village(support: &str) -> bool {
    support.parse::<usize>().is_err()
}

/// Of an island.
fn number(support: &str) -> usize {
    support.parse().unwrap()
}

/// The supports of a span; of a village itself.
fn ends_of(name: &str) -> Vec<&str> {
    name.split('-').collect()
}

fn distance_squared(a: Point, b: Point) -> i64 {
    (a[0] - b[0]).pow(2) + (a[1] - b[1]).pow(2)
}

/// On which side of the line from a to b is c? 1, 0 (on it) or -1.
fn side(a: Point, b: Point, c: Point) -> i64 {
    twice_the_area(a, b, c).signum()
}

fn twice_the_area(a: Point, b: Point, c: Point) -> i64 {
    (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
}

/// Whether a point is nearer than this to the segment from a to b.
fn is_near(at: Point, a: Point, b: Point, near: i64) -> bool {
    let long = distance_squared(a, b);
    let along = (b[0] - a[0]) * (at[0] - a[0]) + (b[1] - a[1]) * (at[1] - a[1]); // of its foot, times the length
    if along <= 0 {
        distance_squared(at, a) < near * near
    } else if along >= long {
        distance_squared(at, b) < near * near
    } else {
        twice_the_area(a, b, at).pow(2) < near * near * long
    }
}

/// The steps to this village from every village and from a plank on every span, as if one lay on each.
fn steps_to(goal: &str, spans: &BTreeMap<String, Span>) -> BTreeMap<String, i64> {
    let mut steps = BTreeMap::from([(goal.to_string(), 0)]);
    let mut newest = vec![goal.to_string()];
    for count in 1.. {
        let mut next = BTreeSet::new();
        for place in &newest {
            let old = ends_of(place);
            for name in spans.keys() {
                // From a village onto a plank at it, or from plank to plank at a shared stone.
                if ends_of(name).iter().any(|end| old.contains(end) && (old.len() == 1 || !is_village(end))) {
                    next.insert(name.clone());
                }
            }
            next.extend(old.iter().filter(|end| is_village(end)).map(|village| village.to_string()));
        }
        newest = next.into_iter().filter(|place| !steps.contains_key(place)).collect();
        if newest.is_empty() {
            break;
        }
        steps.extend(newest.iter().map(|place| (place.clone(), count)));
    }
    steps
}

// ---- a game ----

/// What happens next. Seats count from 0 here, positions too.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    Start,          // who is the start player?
    Program(usize), // the next card of this seat's program
    /// The card of this seat in this position: so many stones, planks or steps of it are left.
    Act {
        position: usize,
        seat: usize,
        left: usize,
    },
    Over,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Slow {
    pub players: usize,
    pub step: Step,
    pub round: i64,                       // from 1
    pub start: usize,                     // the start player of this round
    pub programs: Vec<Vec<String>>,       // of this round, as far as they are laid
    pub supply: usize,                    // of stones
    pub stones: BTreeSet<String>,         // the islands with a stone
    pub planks: BTreeMap<String, String>, // on the board: the plank and its span
    pub reserves: Vec<BTreeSet<String>>,
    pub lost: BTreeSet<String>, // planks that left the game
    pub pawns: Vec<String>,     // the place of each seat's pawn
    pub falls: Vec<i64>,
}

/// A position in the action phase, for tests: `Setup { stones: "7 17", ..Setup::default() }.begin()`.
#[derive(Clone, Debug)]
pub struct Setup<'a> {
    pub players: usize,
    pub stones: &'a str,         // "7 17"
    pub planks: &'a str,         // on the board: "pink5:pink-7 black6:7-17"
    pub pawns: &'a str,          // "pink5 village:black"; if empty all are at their start
    pub reserves: &'a [&'a str], // of the first seats; their other planks are out of the game. Else all own planks left
    pub programs: &'a [&'a str], // "move1 jump"; the other cards of a program are the first own ones that are free
    pub start: usize,            // seat, from 0
    pub round: i64,
}

impl Default for Setup<'_> {
    fn default() -> Self {
        Setup { players: 2, stones: "", planks: "", pawns: "", reserves: &[], programs: &[], start: 0, round: 1 }
    }
}

impl Setup<'_> {
    /// The first card of the start player is carried out next; what needs no choice is already done.
    pub fn begin(&self) -> Slow {
        let mut game = Slow::new(self.players);
        game.start = self.start;
        game.round = self.round;
        game.stones = words(self.stones);
        game.supply = STONES - game.stones.len();
        for text in words(self.planks) {
            let (plank, span) = text.split_once(':').unwrap();
            game.planks.insert(plank.to_string(), span.to_string());
        }
        if !self.pawns.is_empty() {
            game.pawns = self.pawns.split_whitespace().map(str::to_string).collect();
        }
        self.share_planks(&mut game);
        game.programs = (0..self.players).map(|seat| self.program(&game, seat)).collect();
        game.step = Step::Act { position: 0, seat: game.start, left: game.count(0, game.start) };
        game.settle();
        game.check().unwrap();
        game
    }

    fn share_planks(&self, game: &mut Slow) {
        let given: BTreeSet<String> = self.reserves.iter().flat_map(|text| words(text)).collect();
        for seat in 0..game.players {
            game.reserves[seat] = match self.reserves.get(seat) {
                Some(text) => words(text),
                None => {
                    game.reserves[seat].difference(&given).filter(|p| !game.planks.contains_key(*p)).cloned().collect()
                }
            };
        }
        let left =
            |plank: &String| !game.planks.contains_key(plank) && !game.reserves.iter().any(|r| r.contains(plank));
        game.lost = all_planks(game.players).into_iter().filter(left).collect();
    }

    fn program(&self, game: &Slow, seat: usize) -> Vec<String> {
        let text = self.programs.get(seat).copied().unwrap_or("");
        let mut program: Vec<String> = text.split_whitespace().map(str::to_string).collect();
        for card in game.cards(seat) {
            if program.len() < POSITIONS && !program.contains(&card) {
                program.push(card);
            }
        }
        program
    }
}

fn words(text: &str) -> BTreeSet<String> {
    text.split_whitespace().map(str::to_string).collect()
}

/// All planks of a game with so many players.
pub fn all_planks(players: usize) -> BTreeSet<String> {
    board().colors[&players].iter().flat_map(|color| own_planks(color)).collect()
}

fn own_planks(color: &str) -> BTreeSet<String> {
    (1..=PLANKS).map(|number| format!("{color}{number}")).collect()
}

/// "red" of the plank "red4"
pub fn color_of(plank: &str) -> &str {
    plank.trim_end_matches(|c: char| c.is_ascii_digit())
}

/// 4 of the plank "red4"
pub fn number_of(plank: &str) -> usize {
    plank[color_of(plank).len()..].parse().unwrap()
}

fn is_dragon(card: &str) -> bool {
    card.starts_with("dragon-")
}

/// At most two colors, no number twice.
fn may_be_a_reserve(planks: &BTreeSet<String>) -> bool {
    let colors: BTreeSet<&str> = planks.iter().map(|plank| color_of(plank)).collect();
    let numbers: BTreeSet<usize> = planks.iter().map(|plank| number_of(plank)).collect();
    colors.len() <= MOST_COLORS && numbers.len() == planks.len()
}

impl Slow {
    pub fn new(players: usize) -> Slow {
        let colors = board().colors.get(&players).unwrap_or_else(|| panic!("not a game of {players}"));
        Slow {
            players,
            step: Step::Start,
            round: 1,
            start: 0,
            programs: vec![vec![]; players],
            supply: STONES,
            stones: BTreeSet::new(),
            planks: BTreeMap::new(),
            reserves: colors.iter().map(|color| own_planks(color)).collect(),
            lost: BTreeSet::new(),
            pawns: colors.iter().map(|color| format!("village:{color}")).collect(),
            falls: vec![0; players],
        }
    }

    pub fn color(&self, seat: usize) -> &'static str {
        &board().colors[&self.players][seat]
    }

    pub fn start_village(&self, seat: usize) -> String {
        format!("village:{}", self.color(seat))
    }

    pub fn goal(&self, seat: usize) -> String {
        format!("village:{}", board().goals[self.color(seat)])
    }

    /// The hand of this seat between the rounds.
    pub fn cards(&self, seat: usize) -> Vec<String> {
        let opponents = (0..self.players).filter(|other| *other != seat);
        let dragons = opponents.map(|other| format!("dragon-{}", self.color(other)));
        CARDS.iter().map(|card| card.to_string()).chain(dragons).collect()
    }

    /// The next seat clockwise.
    fn left_of(&self, seat: usize) -> usize {
        (seat + 1) % self.players
    }

    // ---- whose turn, which moves ----

    pub fn turn(&self) -> String {
        match self.step {
            Step::Start => "chance".to_string(),
            Step::Program(seat) | Step::Act { seat, .. } => format!("p{}", seat + 1),
            Step::Over => "over".to_string(),
        }
    }

    pub fn outcomes(&self) -> Vec<(String, u32)> {
        match self.step {
            Step::Start => (1..=self.players).map(|seat| (format!("deal:p{seat}"), 1)).collect(),
            _ => vec![],
        }
    }

    pub fn legal(&self) -> Vec<String> {
        let mut moves = match self.step {
            Step::Program(seat) => self.next_cards(seat),
            Step::Act { position, seat, .. } => self.actions(seat, &self.programs[seat][position]),
            Step::Start | Step::Over => vec![],
        };
        moves.sort();
        moves
    }

    /// Every card that may come next in this seat's program.
    fn next_cards(&self, seat: usize) -> Vec<String> {
        let laid = &self.programs[seat];
        let mut cards = self.cards(seat);
        cards.retain(|card| !laid.contains(card));
        if laid.iter().any(|card| is_dragon(card)) {
            cards.retain(|card| !is_dragon(card));
        }
        cards.iter().map(|card| format!("program:{card}")).collect()
    }

    /// Every way to do what this card says once. If there is none, the action lapses or the pawn falls.
    fn actions(&self, seat: usize, card: &str) -> Vec<String> {
        match card {
            "stone1" | "stone2" => self.stone_moves(),
            "plank1" | "plank2" => self.plank_moves(seat),
            "remove" => self.remove_moves(seat),
            "move1" | "move2" => self.step_moves(seat),
            "jump" => self.jump_moves(seat),
            _ => vec![],
        }
    }

    fn stone_moves(&self) -> Vec<String> {
        if self.supply == 0 {
            return vec![];
        }
        let free = board().islands.iter().filter(|island| !self.stones.contains(*island));
        free.map(|island| format!("stone:{island}")).collect()
    }

    fn plank_moves(&self, seat: usize) -> Vec<String> {
        let mut lay = Vec::new();
        for (name, span) in &board().spans {
            if self.can_carry(name) {
                let long_enough = self.reserves[seat].iter().filter(|plank| number_of(plank) >= span.plank);
                lay.extend(long_enough.map(|plank| format!("plank:{}:{name}", number_of(plank))));
            }
        }
        if lay.is_empty() {
            return self.reserves[seat].iter().map(|plank| format!("lose:{}", number_of(plank))).collect();
        }
        lay
    }

    /// Whether one more plank, if long enough, may lie on this span.
    fn can_carry(&self, name: &str) -> bool {
        let span = &board().spans[name];
        span.ends.iter().all(|end| is_village(end) || self.stones.contains(end))
            && span.ends.iter().all(|end| self.load(end) < MOST_ON_SUPPORT)
            && !self.planks.values().any(|other| span.crosses.contains(other))
    }

    /// The number of planks on this support.
    pub fn load(&self, support: &str) -> usize {
        self.planks.values().filter(|span| span.split('-').any(|end| end == support)).count()
    }

    fn remove_moves(&self, seat: usize) -> Vec<String> {
        let mut moves = Vec::new();
        for plank in self.planks.keys().filter(|plank| !self.pawns.contains(plank)) {
            let mut reserve = self.reserves[seat].clone();
            reserve.insert(plank.clone());
            if may_be_a_reserve(&reserve) {
                moves.push(format!("remove:plank:{plank}"));
            }
        }
        let bare = self.stones.iter().filter(|stone| self.load(stone) == 0);
        moves.extend(bare.map(|stone| format!("remove:stone:{stone}")));
        moves
    }

    fn step_moves(&self, seat: usize) -> Vec<String> {
        let places = self.adjacent(&self.pawns[seat]);
        places.iter().filter(|place| self.is_free(place)).map(|place| format!("step:{place}")).collect()
    }

    fn jump_moves(&self, seat: usize) -> Vec<String> {
        let from = &self.pawns[seat];
        let mut moves = Vec::new();
        for over in self.adjacent(from) {
            if self.planks.contains_key(&over) && self.pawns.contains(&over) {
                for to in self.adjacent(&over) {
                    if to != *from && self.is_free(&to) {
                        moves.push(format!("jump:{over}:{to}"));
                    }
                }
            }
        }
        moves
    }

    /// All places next to this one, occupied or not.
    pub fn adjacent(&self, place: &str) -> Vec<String> {
        if let Some(village) = place.strip_prefix("village:") {
            let at_it = self.planks.iter().filter(|(_, span)| ends_of(span).contains(&village));
            return at_it.map(|(plank, _)| plank.clone()).collect();
        }
        let own_ends = ends_of(&self.planks[place]);
        let mut places = Vec::new();
        for (plank, span) in &self.planks {
            if plank != place && own_ends.iter().any(|end| !is_village(end) && ends_of(span).contains(end)) {
                places.push(plank.clone());
            }
        }
        let villages = own_ends.iter().filter(|end| is_village(end));
        places.extend(villages.map(|village| format!("village:{village}")));
        places
    }

    /// Whether a pawn may come here: any number into a village, one onto a plank.
    fn is_free(&self, place: &str) -> bool {
        place.starts_with("village:") || !self.pawns.iter().any(|pawn| pawn == place)
    }

    // ---- playing ----

    pub fn play(&mut self, mv: &str) {
        let known = self.legal().iter().any(|m| m == mv) || self.outcomes().iter().any(|(m, _)| m == mv);
        assert!(known, "{mv} is not a move of {} now", self.turn());
        match self.step {
            Step::Start => {
                self.start = mv["deal:p".len()..].parse::<usize>().unwrap() - 1;
                self.step = Step::Program(self.start);
            }
            Step::Program(seat) => self.lay_card(seat, &mv["program:".len()..]),
            Step::Act { position, seat, left } => {
                self.carry_out(seat, mv);
                if self.pawns[seat] == self.goal(seat) {
                    self.step = Step::Over;
                } else {
                    self.step = Step::Act { position, seat, left: left - 1 };
                    self.settle();
                }
            }
            Step::Over => unreachable!(),
        }
    }

    fn lay_card(&mut self, seat: usize, card: &str) {
        self.programs[seat].push(card.to_string());
        let next = self.left_of(seat);
        if self.programs[seat].len() < POSITIONS {
            self.step = Step::Program(seat);
        } else if next != self.start {
            self.step = Step::Program(next);
        } else {
            self.step = Step::Act { position: 0, seat: next, left: self.count(0, next) };
            self.settle();
        }
    }

    /// One stone, plank, step, ... of a card.
    fn carry_out(&mut self, seat: usize, mv: &str) {
        let words: Vec<&str> = mv.split(':').collect();
        match words[..] {
            ["stone", island] => {
                self.supply -= 1;
                self.stones.insert(island.to_string());
            }
            ["plank", number, span] => {
                let plank = self.out_of_reserve(seat, number);
                self.planks.insert(plank, span.to_string());
            }
            ["lose", number] => {
                let plank = self.out_of_reserve(seat, number);
                self.lost.insert(plank);
            }
            ["remove", "plank", plank] => {
                self.planks.remove(plank);
                self.reserves[seat].insert(plank.to_string());
            }
            ["remove", "stone", island] => {
                self.stones.remove(island);
                self.supply += 1;
            }
            ["step", "village", village] | ["jump", _, "village", village] => {
                self.pawns[seat] = format!("village:{village}");
            }
            ["step", plank] | ["jump", _, plank] => self.pawns[seat] = plank.to_string(),
            _ => unreachable!(),
        }
    }

    /// Takes the plank of this number, of whatever color.
    fn out_of_reserve(&mut self, seat: usize, number: &str) -> String {
        let plank = self.reserves[seat].iter().find(|plank| number_of(plank).to_string() == number).unwrap().clone();
        self.reserves[seat].remove(&plank);
        plank
    }

    /// Carries out what needs no choice (dragons, canceled cards, lapses, falls, the end of a round) until somebody
    /// must choose or the game is over.
    fn settle(&mut self) {
        while let Step::Act { position, seat, left } = self.step {
            let card = self.programs[seat][position].clone();
            if left > 0 && !self.actions(seat, &card).is_empty() {
                return;
            }
            if left > 0 && ["move1", "move2", "jump"].contains(&card.as_str()) {
                self.fall(seat);
            }
            self.next_card(position, seat);
        }
    }

    fn fall(&mut self, seat: usize) {
        if self.pawns[seat] != self.start_village(seat) {
            self.pawns[seat] = self.start_village(seat);
            self.falls[seat] += 1;
        }
    }

    /// The card of this seat in this position is done: the next seat's card, the next position or the next round.
    fn next_card(&mut self, position: usize, seat: usize) {
        let next = self.left_of(seat);
        let position = if next == self.start { position + 1 } else { position };
        if position == POSITIONS {
            self.end_round();
        } else {
            self.step = Step::Act { position, seat: next, left: self.count(position, next) };
        }
    }

    /// How many stones, planks or steps this card is; none if it is a dragon or canceled.
    fn count(&self, position: usize, seat: usize) -> usize {
        let card = &self.programs[seat][position];
        if is_dragon(card) || self.is_canceled(position, seat) {
            0
        } else if card.ends_with('2') {
            2
        } else {
            1
        }
    }

    /// Whether anybody laid the dragon of this seat's color in this position.
    fn is_canceled(&self, position: usize, seat: usize) -> bool {
        let dragon = format!("dragon-{}", self.color(seat));
        self.programs.iter().any(|program| program[position] == dragon)
    }

    fn end_round(&mut self) {
        self.programs = vec![vec![]; self.players];
        if self.round == GUARD_ROUND {
            self.step = Step::Over;
        } else {
            self.round += 1;
            self.start = self.left_of(self.start);
            self.step = Step::Program(self.start);
        }
    }

    // ---- scoring ----

    /// `distance`: steps to the goal as if a plank lay on every span. `rounds`: the round under way, or the last one.
    pub fn parts(&self) -> Vec<BTreeMap<&'static str, i64>> {
        let of_seat =
            |seat: usize| [("distance", self.distance(seat)), ("falls", self.falls[seat]), ("rounds", self.round)];
        (0..self.players).map(|seat| of_seat(seat).into()).collect()
    }

    fn distance(&self, seat: usize) -> i64 {
        let place = &self.pawns[seat];
        let from = place.strip_prefix("village:").unwrap_or_else(|| &self.planks[place]);
        board().steps[&board().goals[self.color(seat)]][from]
    }

    /// The winner 1, the others 0; after the guard everybody 1/players. All 0 until the game is over.
    pub fn scores(&self) -> Vec<f64> {
        self.shares()
    }

    /// The seat on its goal; after the guard everybody; none until the game is over.
    pub fn winners(&self) -> Vec<usize> {
        let seats = 0..self.players;
        if self.step != Step::Over {
            return vec![];
        }
        match seats.clone().find(|seat| self.pawns[*seat] == self.goal(*seat)) {
            Some(seat) => vec![seat],
            None => seats.collect(),
        }
    }

    /// 1/k for each of k winners, 0 for the others.
    pub fn shares(&self) -> Vec<f64> {
        let winners = self.winners();
        let share = |seat: usize| if winners.contains(&seat) { 1.0 / winners.len() as f64 } else { 0.0 };
        (0..self.players).map(share).collect()
    }

    // ---- what must always hold ----

    pub fn check(&self) -> Result<(), String> {
        self.check_stones()?;
        self.check_planks()?;
        self.check_board()?;
        self.check_pawns()?;
        self.check_programs()?;
        self.check_step()
    }

    fn check_stones(&self) -> Result<(), String> {
        must(self.stones.iter().all(|stone| board().islands.contains(stone)), "a stone on no island")?;
        must(self.stones.len() + self.supply == STONES, "stones lost")
    }

    fn check_planks(&self) -> Result<(), String> {
        let mut planks: Vec<&String> =
            self.planks.keys().chain(&self.lost).chain(self.reserves.iter().flatten()).collect();
        planks.sort();
        must(planks.into_iter().eq(&all_planks(self.players)), "planks lost")?;
        must(self.reserves.iter().all(may_be_a_reserve), "a reserve with a number twice or three colors")
    }

    fn check_board(&self) -> Result<(), String> {
        for (plank, name) in &self.planks {
            let span = board().spans.get(name).ok_or(format!("{name} is no span"))?;
            must(number_of(plank) >= span.plank, "a plank is too short")?;
            must(span.ends.iter().all(|end| is_village(end) || self.stones.contains(end)), "a plank without a stone")?;
            must(span.ends.iter().all(|end| self.load(end) <= MOST_ON_SUPPORT), "too many planks on a support")?;
            must(!self.planks.values().any(|other| span.crosses.contains(other)), "planks cross")?;
        }
        Ok(())
    }

    fn check_pawns(&self) -> Result<(), String> {
        must(self.pawns.len() == self.players && self.falls.len() == self.players, "a pawn for every seat")?;
        for (seat, pawn) in self.pawns.iter().enumerate() {
            if let Some(village) = pawn.strip_prefix("village:") {
                must(board().goals.contains_key(village), "a pawn in no village")?;
            } else {
                must(self.planks.contains_key(pawn), "a pawn on no plank")?;
                must(self.pawns.iter().filter(|other| *other == pawn).count() == 1, "two pawns on a plank")?;
            }
            must(*pawn != self.goal(seat) || self.step == Step::Over, "a winner, and not over")?;
        }
        let winners = (0..self.players).filter(|seat| self.pawns[*seat] == self.goal(*seat)).count();
        must(self.step != Step::Over || winners == 1 || (winners == 0 && self.round == GUARD_ROUND), "over, and why?")
    }

    fn check_programs(&self) -> Result<(), String> {
        for (seat, program) in self.programs.iter().enumerate() {
            let different: BTreeSet<&String> = program.iter().collect();
            must(different.len() == program.len(), "a card twice")?;
            must(program.iter().all(|card| self.cards(seat).contains(card)), "a card of somebody else")?;
            must(program.iter().filter(|card| is_dragon(card)).count() <= 1, "two dragons")?;
        }
        let sizes: Vec<usize> = self.programs.iter().map(Vec::len).collect();
        match self.step {
            Step::Start => must(sizes.iter().all(|size| *size == 0), "cards before the start"),
            Step::Program(seat) => {
                // The seats from the start player to this one have laid all, the others nothing.
                let before = (seat + self.players - self.start) % self.players;
                let expected = |i: usize| if i < before { POSITIONS } else { 0 };
                let fits = |i: usize| i == before || sizes[(self.start + i) % self.players] == expected(i);
                must(sizes[seat] < POSITIONS && (0..self.players).all(fits), "programs out of order")
            }
            Step::Act { .. } => must(sizes.iter().all(|size| *size == POSITIONS), "programs incomplete"),
            Step::Over => Ok(()),
        }
    }

    fn check_step(&self) -> Result<(), String> {
        must((1..=GUARD_ROUND).contains(&self.round) && self.start < self.players, "the round")?;
        match self.step {
            Step::Act { position, seat, left } => {
                must((1..=self.count(position, seat)).contains(&left), "nothing of this card is left")?;
                must(!self.legal().is_empty(), "a turn without a move")
            }
            _ => Ok(()),
        }
    }
}

fn must(holds: bool, what: &str) -> Result<(), String> {
    if holds { Ok(()) } else { Err(what.to_string()) }
}
