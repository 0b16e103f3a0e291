//! The River, slowly: an independent, obvious reading of rules.md, the oracle for a fast engine.
//! Everything that can be derived (symbols, barns, scores) is recomputed each time from the pieces.
//! What happens next is an agenda of steps; a step that needs no move is carried out by `run`.

use std::collections::BTreeMap;
use std::sync::Arc;
use toml::{Table, Value};

pub const KINDS: [&str; 4] = ["wood", "clay", "stone", "food"];
const LETTERS: [&str; 4] = ["w", "c", "s", "f"];
const FOOD: usize = 3;
const TRADE_IN: i64 = 3; // resources handed in for 1 food
const TAKE_FOOD: i64 = 1; // what the food space and a trade give
const INCOME: i64 = 1; // what an income meadow takes
const MOST_RESERVED: usize = 2;
const RESERVED_DISCOUNT: i64 = 1;
const WAITING_PIONEERS: i64 = 1; // on a bonus slot, at the start
const SWAP_TILES: usize = 2;
const RESOURCES_PER_POINT: i64 = 3;
const COLUMN_ALL: i64 = 6;
const COLUMN_UPPER: i64 = 2;
const GUARD_ROUND: i64 = 50;

/// How many wood, clay, stone and food.
pub type Bundle = [i64; 4];

#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Display {
    Draft,
    Tiles,
    Buildings,
}

/// One entry of the agenda. Seats count from 0 here.
#[derive(Clone, PartialEq, Debug)]
pub enum Step {
    DealColor(usize),
    DealStart,
    Deal(Display), // until this display is full or nothing is left to deal
    Draft(usize),
    Leftover, // the tile left over in the draft leaves the game
    NewRound,
    Turn(usize),             // trades, then one pioneer
    Take(usize, usize, i64), // this seat takes of this kind up to so many from the island
    Fit(usize),              // this seat returns resources until all fit
    Swaps(usize, i64),       // this seat may still make so many swaps
    CleanUp,
    EndCheck,
    Over,
}

#[derive(Clone, PartialEq, Debug, Default)]
pub struct Seat {
    pub color: String,      // "" until dealt
    pub tiles: Vec<String>, // on spaces 1, 2, 3 ...
    pub holds: Bundle,
    pub boat: i64,           // pioneers on the boat
    pub away: i64,           // pioneers placed (or idle) this round
    pub waiting: i64,        // pioneers on the bonus slot
    pub gone: i64,           // settled pioneers
    pub covered: Vec<usize>, // spaces covered by claims of this round
    pub reserved: Vec<String>,
    pub built: Vec<String>,
    pub tokens: Vec<i64>,
}

#[derive(Clone, PartialEq, Debug, Default)]
pub struct Slow {
    pub components: Arc<Table>,
    pub players: usize,
    pub agenda: Vec<Step>, // the first one is now
    pub seats: Vec<Seat>,
    pub start: usize, // who holds the start figure
    pub round: i64,
    pub triggered: bool,
    pub placed: Vec<(usize, String)>, // who stands on which space, this round
    pub islands: Bundle,
    pub tokens: Vec<i64>, // not yet taken, the next one first
    pub draft: Vec<Option<String>>,
    pub tiles: Vec<Option<String>>,
    pub buildings: Vec<Option<String>>,
    pub tile_stack: Vec<String>,
    pub tile_discard: Vec<String>,
    pub tile_leftover: Vec<String>,
    pub building_stack: Vec<String>,
}

/// "2w1s1f"; "0" for nothing
fn bundle_text(bundle: &Bundle) -> String {
    let mut text = String::new();
    for kind in 0..4 {
        if bundle[kind] > 0 {
            text += &format!("{}{}", bundle[kind], LETTERS[kind]);
        }
    }
    if text.is_empty() { "0".to_string() } else { text }
}

/// Only for texts that `bundle_text` made.
fn parse_bundle(text: &str) -> Bundle {
    let mut bundle = [0; 4];
    let mut number = 0;
    for c in text.chars() {
        match c.to_digit(10) {
            Some(digit) => number = number * 10 + digit as i64,
            None => {
                bundle[LETTERS.iter().position(|l| *l == c.to_string()).unwrap()] = number;
                number = 0;
            }
        }
    }
    bundle
}

fn kind_of(name: &str) -> usize {
    KINDS.iter().position(|k| *k == name).unwrap()
}

/// The whole number under this key, 0 if there is none.
fn int(table: &Table, key: &str) -> i64 {
    table.get(key).map_or(0, |v| v.as_integer().unwrap())
}

fn numbers(value: &Value) -> Vec<i64> {
    value.as_array().unwrap().iter().map(|v| v.as_integer().unwrap()).collect()
}

/// Every bundle of wood, clay and stone with at most so many of each.
fn up_to(most: &Bundle) -> Vec<Bundle> {
    let mut found = Vec::new();
    for wood in 0..=most[0] {
        for clay in 0..=most[1] {
            found.extend((0..=most[2]).map(|stone| [wood, clay, stone, 0]));
        }
    }
    found
}

/// Every bundle within `holds` that pays `cost` exactly, food replacing any resource one for one.
fn payments(holds: &Bundle, cost: &Bundle) -> Vec<Bundle> {
    let mut found = up_to(cost);
    for bundle in &mut found {
        bundle[FOOD] = cost.iter().sum::<i64>() - bundle.iter().sum::<i64>();
    }
    found.retain(|bundle| (0..4).all(|k| bundle[k] <= holds[k]));
    found
}

/// The same for a reserved building: one resource of the player's choice less.
fn reserved_payments(holds: &Bundle, cost: &Bundle) -> Vec<Bundle> {
    let mut found = Vec::new();
    for kind in 0..4 {
        let mut less = *cost;
        less[kind] = (less[kind] - RESERVED_DISCOUNT).max(0);
        if less != *cost || cost.iter().sum::<i64>() == 0 {
            found.extend(payments(holds, &less));
        }
    }
    found.sort();
    found.dedup();
    found
}

impl Slow {
    pub fn new(components_toml: &str, players: usize) -> Slow {
        let components: Table = components_toml.parse().expect("components.toml");
        let on_boat = int(components["pioneers"].as_table().unwrap(), "on_boat");
        let seat = Seat { boat: on_boat, waiting: WAITING_PIONEERS, ..Default::default() };
        let mut agenda: Vec<Step> = (0..players).map(Step::DealColor).collect();
        agenda.push(Step::DealStart);
        let seats = vec![seat; players];
        let mut game = Slow { components: Arc::new(components), players, agenda, seats, ..Default::default() };
        game.islands = game.supply();
        game.tokens = numbers(game.by_players("bonus_tokens", ""));
        let slots = |name: &str| game.by_players("display", name).as_integer().unwrap() as usize;
        let (draft, tiles, buildings) = (slots("draft"), slots("tiles"), slots("buildings"));
        game.draft = vec![None; draft];
        game.tiles = vec![None; tiles];
        game.buildings = vec![None; buildings];
        game.tile_stack = game.pieces("tile");
        game.building_stack = game.pieces("building");
        game
    }

    // ---- components ----

    /// The value for this number of players: `[section] name = { 2 = .., 3 = .. }`, or `[section] 2 = ..`.
    fn by_players(&self, section: &str, name: &str) -> &Value {
        let mut value = &self.components[section];
        if !name.is_empty() {
            value = &value[name];
        }
        &value[self.players.to_string().as_str()]
    }

    fn supply(&self) -> Bundle {
        let table = self.by_players("supply", "").as_table().unwrap();
        KINDS.map(|kind| int(table, kind))
    }

    /// The ids of all pieces of `[[what]]`, each as often as there are copies (one if not said), sorted.
    fn pieces(&self, what: &str) -> Vec<String> {
        let mut ids = Vec::new();
        for piece in self.components[what].as_array().unwrap() {
            let copies = piece.get("count").map_or(1, |c| c.as_integer().unwrap());
            for _ in 0..copies {
                ids.push(piece["id"].as_str().unwrap().to_string());
            }
        }
        ids.sort();
        ids
    }

    fn piece(&self, what: &str, id: &str) -> &Table {
        let all = self.components[what].as_array().unwrap();
        all.iter().find(|p| p["id"].as_str() == Some(id)).unwrap().as_table().unwrap()
    }

    fn cost(&self, building: &str) -> Bundle {
        let table = self.piece("building", building)["cost"].as_table().unwrap();
        KINDS.map(|kind| int(table, kind))
    }

    fn terrains(&self, tile: &str) -> Vec<&str> {
        let list = self.piece("tile", tile)["terrain"].as_array().unwrap();
        list.iter().map(|t| t.as_str().unwrap()).collect()
    }

    fn meadow(&self, tile: &str) -> Option<&Table> {
        self.piece("tile", tile).get("meadow").map(|m| m.as_table().unwrap())
    }

    /// What is printed on spaces 1, 2, ... of this seat's board (nothing before the color is dealt).
    fn printed(&self, seat: usize) -> Vec<&str> {
        match self.components["river"]["printed"].get(self.seats[seat].color.as_str()) {
            Some(list) => list.as_array().unwrap().iter().map(|p| p.as_str().unwrap()).collect(),
            None => vec![],
        }
    }

    fn river_spaces(&self) -> usize {
        let columns = self.components["river"]["columns"].as_array().unwrap();
        columns.iter().map(|c| c.as_array().unwrap().len()).sum()
    }

    fn bonus_slots(&self) -> usize {
        self.by_players("river", "bonus_slots").as_integer().unwrap() as usize
    }

    // ---- what a seat has ----

    /// On tiles under `on_tile`, and printed on uncovered spaces as `printed`.
    fn visible(&self, seat: usize, on_tile: &str, printed: &str) -> i64 {
        let tiles = &self.seats[seat].tiles;
        let on_tiles: i64 = tiles.iter().map(|t| int(self.piece("tile", t), on_tile)).sum();
        let uncovered = self.printed(seat).into_iter().skip(tiles.len());
        on_tiles + uncovered.filter(|p| *p == printed).count() as i64
    }

    pub fn symbols(&self, seat: usize, kind: &str) -> i64 {
        self.visible(seat, kind, kind)
    }

    pub fn barns(&self, seat: usize) -> i64 {
        self.visible(seat, "barns", "barn")
    }

    pub fn holds_too_much(&self, seat: usize) -> bool {
        self.seats[seat].holds.iter().sum::<i64>() > self.barns(seat)
    }

    // ---- whose turn, which moves ----

    pub fn turn(&self) -> String {
        match &self.agenda[0] {
            Step::Over => "over".to_string(),
            Step::Draft(s) | Step::Turn(s) | Step::Fit(s) | Step::Swaps(s, _) => format!("p{}", s + 1),
            _ => "chance".to_string(),
        }
    }

    pub fn legal(&self) -> Vec<String> {
        let mut moves = match &self.agenda[0] {
            Step::Draft(_) => slots_with("draft", &self.draft),
            Step::Fit(seat) => {
                let held = (0..4).filter(|k| self.seats[*seat].holds[*k] > 0);
                held.map(|k| format!("return:{}", KINDS[k])).collect()
            }
            Step::Swaps(seat, _) => {
                let mut moves = self.swaps(*seat);
                moves.push("keep".to_string());
                moves
            }
            Step::Turn(seat) => {
                let mut moves = self.placements(*seat);
                if moves.is_empty() {
                    moves.push("idle".to_string());
                }
                moves.extend(self.trades(*seat));
                moves
            }
            _ => vec![],
        };
        moves.sort();
        moves
    }

    fn trades(&self, seat: usize) -> Vec<String> {
        let mut bundles = up_to(&self.seats[seat].holds);
        bundles.retain(|b| b.iter().sum::<i64>() == TRADE_IN && self.islands[FOOD] >= TAKE_FOOD);
        bundles.iter().map(|b| format!("trade:{}", bundle_text(b))).collect()
    }

    fn swaps(&self, seat: usize) -> Vec<String> {
        let mut moves = Vec::new();
        for high in 1..=self.seats[seat].tiles.len() {
            for low in 1..high {
                moves.push(format!("swap:{low}-{high}"));
            }
        }
        moves
    }

    fn pioneers_on(&self, space: &str) -> usize {
        self.placed.iter().filter(|(_, s)| s == space).count()
    }

    /// "2 any", "2 each" or "unlimited"
    fn has_room(&self, seat: usize, space: &str) -> bool {
        let rule = self.by_players("spaces", space).as_str().unwrap();
        let words: Vec<&str> = rule.split_whitespace().collect();
        let own = self.placed.iter().filter(|(who, s)| *who == seat && s == space).count();
        match words[..] {
            ["unlimited"] => true,
            [number, "any"] => self.pioneers_on(space) < number.parse().unwrap(),
            [number, "each"] => own < number.parse().unwrap(),
            _ => panic!("unknown space rule {rule}"),
        }
    }

    /// What a pioneer of this seat would take from the wood, clay or stone island now.
    fn production(&self, seat: usize, kind: usize) -> i64 {
        let mut amount = self.symbols(seat, KINDS[kind]);
        if self.pioneers_on(KINDS[kind]) == 0 {
            amount += self.by_players("spaces", "first_pioneer_bonus").as_integer().unwrap();
        }
        amount.min(self.islands[kind])
    }

    /// Every legal way to place a pioneer.
    fn placements(&self, seat: usize) -> Vec<String> {
        let me = &self.seats[seat];
        let mut moves = Vec::new();
        if self.has_room(seat, "claim") && me.tiles.len() < self.river_spaces() {
            moves.extend(slots_with("claim", &self.tiles));
        }
        let producing = |k: &usize| self.has_room(seat, KINDS[*k]) && self.production(seat, *k) >= 1;
        moves.extend((0..FOOD).filter(producing).map(|k| KINDS[k].to_string()));
        if self.has_room(seat, "food") {
            if self.islands[FOOD] > 0 {
                moves.push("food".to_string());
            } else {
                let others = (0..FOOD).filter(|k| self.islands[*k] > 0);
                moves.extend(others.map(|k| format!("food:{}", KINDS[k])));
            }
        }
        if self.has_room(seat, "reserve") && me.reserved.len() < MOST_RESERVED {
            moves.extend(slots_with("reserve", &self.buildings));
        }
        if self.has_room(seat, "build") {
            for (index, building) in self.buildings.iter().enumerate().filter(|(_, slot)| slot.is_some()) {
                for bundle in payments(&me.holds, &self.cost(building.as_ref().unwrap())) {
                    moves.push(format!("build:{}:{}", index + 1, bundle_text(&bundle)));
                }
            }
            for (index, building) in me.reserved.iter().enumerate() {
                for bundle in reserved_payments(&me.holds, &self.cost(building)) {
                    moves.push(format!("build:r{}:{}", index + 1, bundle_text(&bundle)));
                }
            }
        }
        if self.has_room(seat, "start") {
            moves.push("start".to_string());
        }
        if self.has_room(seat, "swap") {
            moves.extend(self.swaps(seat));
        }
        moves
    }

    /// The pieces one of which is dealt next to this display.
    fn bag(&self, display: Display) -> &Vec<String> {
        match display {
            Display::Buildings => &self.building_stack,
            _ if self.tile_stack.is_empty() => &self.tile_discard,
            _ => &self.tile_stack,
        }
    }

    fn slots(&mut self, display: Display) -> &mut Vec<Option<String>> {
        match display {
            Display::Draft => &mut self.draft,
            Display::Tiles => &mut self.tiles,
            Display::Buildings => &mut self.buildings,
        }
    }

    pub fn outcomes(&self) -> Vec<(String, u32)> {
        let mut weights: BTreeMap<String, u32> = BTreeMap::new();
        match &self.agenda[0] {
            Step::DealColor(_) => {
                let mut colors: Vec<&String> = self.components["river"]["printed"].as_table().unwrap().keys().collect();
                colors.retain(|color| self.seats.iter().all(|s| s.color != **color));
                weights.extend(colors.iter().map(|color| (format!("deal:{color}"), 1)));
            }
            Step::DealStart => weights.extend((1..=self.players).map(|seat| (format!("deal:p{seat}"), 1))),
            Step::Deal(display) => {
                for id in self.bag(*display) {
                    *weights.entry(format!("deal:{id}")).or_insert(0) += 1;
                }
            }
            _ => {}
        }
        weights.into_iter().collect()
    }

    // ---- playing ----

    pub fn play(&mut self, mv: &str) -> Result<(), String> {
        if !self.legal().iter().any(|m| m == mv) && !self.outcomes().iter().any(|(m, _)| m == mv) {
            return Err(format!("{mv} is not a move of {} now", self.turn()));
        }
        let words: Vec<&str> = mv.split(':').collect();
        match self.agenda[0].clone() {
            Step::DealColor(seat) => {
                self.seats[seat].color = words[1].to_string();
                self.agenda.remove(0);
            }
            Step::DealStart => {
                self.start = words[1][1..].parse::<usize>().unwrap() - 1;
                self.agenda = vec![Step::Deal(Display::Draft), Step::Deal(Display::Buildings)];
                for back in 1..=self.players {
                    // to the right of the start player, then on counter-clockwise
                    self.agenda.push(Step::Draft((self.start + self.players - back) % self.players));
                }
                self.agenda.push(Step::Leftover);
                self.agenda.push(Step::NewRound);
            }
            Step::Deal(display) => {
                if display != Display::Buildings && self.tile_stack.is_empty() {
                    self.tile_stack = std::mem::take(&mut self.tile_discard);
                }
                let bag = match display {
                    Display::Buildings => &mut self.building_stack,
                    _ => &mut self.tile_stack,
                };
                let index = bag.iter().position(|id| id == words[1]).unwrap();
                let piece = bag.remove(index);
                *self.slots(display).iter_mut().find(|s| s.is_none()).unwrap() = Some(piece);
                // the step stays until the display is full
            }
            Step::Draft(seat) => {
                let tile = self.draft[slot(words[1])].take().unwrap();
                let effects = self.put_tile(seat, tile);
                self.agenda.splice(0..1, effects);
            }
            Step::Fit(seat) => {
                let kind = kind_of(words[1]);
                self.seats[seat].holds[kind] -= 1;
                self.islands[kind] += 1;
                // the step stays until all fit
            }
            Step::Swaps(..) if mv == "keep" => drop(self.agenda.remove(0)),
            Step::Swaps(seat, left) => {
                self.swap_tiles(seat, words[1]);
                self.agenda[0] = Step::Swaps(seat, left - 1);
            }
            Step::Turn(seat) if words[0] == "trade" => {
                self.pay(seat, &parse_bundle(words[1]));
                self.take(seat, FOOD, TAKE_FOOD);
                // still this seat's turn
            }
            Step::Turn(seat) => {
                let mut next = self.place_pioneer(seat, &words);
                next.push(Step::Turn((seat + 1) % self.players));
                self.agenda.splice(0..1, next);
            }
            _ => unreachable!(),
        }
        self.run();
        Ok(())
    }

    /// One pioneer goes from the boat and acts; the answer is what follows before the next turn.
    fn place_pioneer(&mut self, seat: usize, words: &[&str]) -> Vec<Step> {
        let mut follow = vec![];
        match words {
            ["idle"] => {}
            ["claim", number] => {
                let tile = self.tiles[slot(number)].take().unwrap();
                follow = self.put_tile(seat, tile);
                let covered = self.seats[seat].tiles.len();
                self.seats[seat].covered.push(covered);
                if covered == self.river_spaces() {
                    self.triggered = true;
                }
            }
            ["food"] => follow = vec![Step::Take(seat, FOOD, TAKE_FOOD), Step::Fit(seat)],
            ["food", kind] => follow = vec![Step::Take(seat, kind_of(kind), TAKE_FOOD), Step::Fit(seat)],
            ["reserve", number] => {
                let building = self.buildings[slot(number)].take().unwrap();
                self.seats[seat].reserved.push(building);
            }
            ["build", which, bundle] => {
                let building = match which.strip_prefix('r') {
                    Some(number) => self.seats[seat].reserved.remove(slot(number)),
                    None => self.buildings[slot(which)].take().unwrap(),
                };
                self.pay(seat, &parse_bundle(bundle));
                self.seats[seat].built.push(building);
                self.take_token(seat);
            }
            ["start"] => self.start = seat,
            ["swap", pair] => self.swap_tiles(seat, pair),
            [kind] => {
                let kind = kind_of(kind);
                follow = vec![Step::Take(seat, kind, self.production(seat, kind)), Step::Fit(seat)];
            }
            _ => unreachable!(),
        }
        self.seats[seat].boat -= 1;
        self.seats[seat].away += 1;
        self.placed.push((seat, words[0].to_string()));
        follow
    }

    /// The tile goes to the next empty space; the answer is what it brings about, in order.
    fn put_tile(&mut self, seat: usize, tile: String) -> Vec<Step> {
        let mut effects = vec![Step::Fit(seat)];
        if let Some(meadow) = self.meadow(&tile) {
            if meadow["kind"].as_str() == Some("take") {
                let kind = kind_of(meadow["resource"].as_str().unwrap());
                effects.push(Step::Take(seat, kind, int(meadow, "amount")));
                effects.push(Step::Fit(seat));
            }
            if meadow["kind"].as_str() == Some("swap") {
                effects.push(Step::Swaps(seat, int(meadow, "times")));
            }
        }
        self.seats[seat].tiles.push(tile);
        effects
    }

    fn swap_tiles(&mut self, seat: usize, pair: &str) {
        let (low, high) = pair.split_once('-').unwrap();
        self.seats[seat].tiles.swap(slot(low), slot(high));
    }

    fn take(&mut self, seat: usize, kind: usize, most: i64) {
        let amount = most.min(self.islands[kind]);
        self.islands[kind] -= amount;
        self.seats[seat].holds[kind] += amount;
    }

    fn pay(&mut self, seat: usize, bundle: &Bundle) {
        for (kind, amount) in bundle.iter().enumerate() {
            self.seats[seat].holds[kind] -= amount;
            self.islands[kind] += amount;
        }
    }

    fn take_token(&mut self, seat: usize) {
        let slots = self.bonus_slots();
        let joins = self.components["pioneers"]["with_bonus_token"].as_integer().unwrap();
        let me = &mut self.seats[seat];
        if me.tokens.len() < slots && !self.tokens.is_empty() {
            me.tokens.push(self.tokens.remove(0));
            if me.tokens.len() as i64 == joins {
                me.boat += me.waiting;
                me.waiting = 0;
            }
            if me.tokens.len() == slots {
                self.triggered = true;
            }
        }
    }

    /// Carries out the steps that need no move.
    fn run(&mut self) {
        loop {
            let needs_move = match self.agenda[0].clone() {
                Step::DealColor(_) | Step::DealStart | Step::Draft(_) | Step::Over => true,
                Step::Deal(d) => !self.bag(d).is_empty() && self.slots(d).iter().any(|s| s.is_none()),
                Step::Turn(seat) => self.seats[seat].boat > 0,
                Step::Fit(seat) => self.holds_too_much(seat),
                Step::Swaps(seat, left) => left > 0 && self.seats[seat].tiles.len() >= SWAP_TILES,
                _ => false,
            };
            if needs_move {
                return;
            }
            match self.agenda.remove(0) {
                Step::Leftover => {
                    let left: Vec<String> = self.draft.iter_mut().filter_map(|s| s.take()).collect();
                    self.tile_leftover.extend(left);
                }
                Step::NewRound => {
                    self.round += 1;
                    self.triggered |= self.round >= GUARD_ROUND;
                    self.agenda = vec![Step::Deal(Display::Tiles), Step::Deal(Display::Buildings)];
                    self.agenda.push(Step::Turn(self.start));
                }
                Step::Turn(seat) => {
                    let done = self.seats.iter().all(|s| s.boat == 0);
                    let next = (seat + 1) % self.players;
                    self.agenda = vec![if done { Step::CleanUp } else { Step::Turn(next) }];
                }
                Step::Take(seat, kind, most) => self.take(seat, kind, most),
                Step::CleanUp => self.clean_up(),
                Step::EndCheck => {
                    if self.triggered || self.seats.iter().all(|s| s.boat == 0) {
                        self.agenda = vec![Step::Over];
                    } else {
                        let old: Vec<String> = self.tiles.iter_mut().filter_map(|s| s.take()).collect();
                        self.tile_discard.extend(old);
                        self.tile_discard.sort();
                        self.agenda = vec![Step::NewRound];
                    }
                }
                _ => {} // a finished Deal, Fit or Swaps
            }
        }
    }

    fn clean_up(&mut self) {
        let framed = numbers(&self.components["river"]["settle"]);
        for me in &mut self.seats {
            let settled = me.covered.iter().filter(|s| framed.contains(&(**s as i64))).count() as i64;
            me.gone += settled;
            me.boat += me.away - settled;
            me.away = 0;
            me.covered.clear();
        }
        self.placed.clear();
        self.agenda.clear();
        for after in 0..self.players {
            let seat = (self.start + after) % self.players;
            for tile in self.seats[seat].tiles.clone() {
                if let Some(meadow) = self.meadow(&tile)
                    && meadow["kind"].as_str() == Some("income")
                {
                    let kind = kind_of(meadow["resource"].as_str().unwrap());
                    self.agenda.push(Step::Take(seat, kind, INCOME));
                    self.agenda.push(Step::Fit(seat));
                }
            }
        }
        self.agenda.push(Step::EndCheck);
    }

    // ---- scoring ----

    pub fn parts(&self) -> Vec<BTreeMap<String, i64>> {
        let mut all = Vec::new();
        for (seat, me) in self.seats.iter().enumerate() {
            let buildings = me.built.iter().map(|b| int(self.piece("building", b), "points")).sum();
            let meadows = me.tiles.iter().map(|t| self.tile_points(seat, t)).sum();
            let parts: [(&str, i64); 5] = [
                ("buildings", buildings),
                ("bonus_tokens", me.tokens.iter().sum()),
                ("resources", me.holds.iter().sum::<i64>() / RESOURCES_PER_POINT),
                ("columns", self.column_points(seat)),
                ("meadows", meadows),
            ];
            all.push(parts.map(|(name, points)| (name.to_string(), points)).into());
        }
        all
    }

    pub fn scores(&self) -> Vec<i64> {
        self.parts().iter().map(|parts| parts.values().sum()).collect()
    }

    fn column_points(&self, seat: usize) -> i64 {
        let mut points = 0;
        for column in self.components["river"]["columns"].as_array().unwrap() {
            // the terrains on each space of the column, from top to bottom; none where no tile is
            let mut terrains: Vec<Vec<&str>> = Vec::new();
            for space in numbers(column) {
                let tile = self.seats[seat].tiles.get(space as usize - 1);
                terrains.push(tile.map_or(vec![], |t| self.terrains(t)));
            }
            let shared = |rows: &[Vec<&str>]| rows[0].iter().any(|t| rows.iter().all(|row| row.contains(t)));
            if shared(&terrains) {
                points += COLUMN_ALL;
            } else if shared(&terrains[..2]) {
                points += COLUMN_UPPER;
            }
        }
        points
    }

    /// What the meadow brings, and the points that the tile has besides (any tile can).
    fn tile_points(&self, seat: usize, tile: &str) -> i64 {
        int(self.piece("tile", tile), "points") + self.meadow_points(seat, tile)
    }

    fn meadow_points(&self, seat: usize, tile: &str) -> i64 {
        let me = &self.seats[seat];
        let Some(meadow) = self.meadow(tile) else { return 0 };
        // points for each thing that is counted, 1 if not said
        let each = self.piece("tile", tile).get("each").map_or(1, |e| e.as_integer().unwrap());
        match meadow["kind"].as_str().unwrap() {
            "per_terrain" => {
                let terrain = meadow["terrain"].as_str().unwrap();
                each * me.tiles.iter().filter(|t| self.terrains(t).contains(&terrain)).count() as i64
            }
            "per_production" => {
                let symbols = self.symbols(seat, meadow["resource"].as_str().unwrap());
                each * symbols.min(int(meadow, "most"))
            }
            "income" => int(meadow, "points"),
            "per_pioneer" => each * me.boat,
            "per_bonus_token" => each * me.tokens.len() as i64,
            "take" | "swap" => 0,
            other => panic!("unknown meadow {other}"),
        }
    }

    // ---- conservation ----

    pub fn check(&self) -> Result<(), String> {
        let must = |good: bool, what: &str| if good { Ok(()) } else { Err(what.to_string()) };
        let mut tiles = [&self.tile_stack[..], &self.tile_discard, &self.tile_leftover].concat();
        tiles.extend(self.draft.iter().chain(&self.tiles).flatten().cloned());
        let mut buildings = self.building_stack.clone();
        buildings.extend(self.buildings.iter().flatten().cloned());
        let mut resources = self.islands;
        let mut tokens = self.tokens.clone();
        for (seat, me) in self.seats.iter().enumerate() {
            tiles.extend(me.tiles.clone());
            buildings.extend(me.reserved.clone());
            buildings.extend(me.built.clone());
            tokens.extend(me.tokens.clone());
            resources = std::array::from_fn(|kind| resources[kind] + me.holds[kind]);
            let on_boat = self.components["pioneers"]["on_boat"].as_integer().unwrap();
            let pioneers = [me.boat, me.away, me.waiting, me.gone];
            must(pioneers.iter().sum::<i64>() == on_boat + WAITING_PIONEERS, "pioneers lost")?;
            must(pioneers.iter().all(|n| *n >= 0), "negative pioneers")?;
            let standing = self.placed.iter().filter(|(who, _)| *who == seat).count() as i64;
            must(standing == me.away, "pioneers away are not those placed")?;
            must(me.holds.iter().all(|n| *n >= 0), "negative holdings")?;
            must(me.tiles.len() <= self.river_spaces(), "too many tiles on a board")?;
            must(me.reserved.len() <= MOST_RESERVED, "too many reserved")?;
            must(me.tokens.len() <= self.bonus_slots(), "too many tokens")?;
            let returning = self.agenda[0] == Step::Fit(seat);
            must(returning == self.holds_too_much(seat), "holdings and barns")?;
        }
        tiles.sort();
        buildings.sort();
        tokens.sort();
        let mut all_tokens = numbers(self.by_players("bonus_tokens", ""));
        all_tokens.sort();
        must(tiles == self.pieces("tile"), "tiles lost")?;
        must(buildings == self.pieces("building"), "buildings lost")?;
        must(tokens == all_tokens, "tokens lost")?;
        must(resources == self.supply(), "resources lost")?;
        must(self.islands.iter().all(|n| *n >= 0), "negative island")
    }
}

/// "2" is index 1
fn slot(number: &str) -> usize {
    number.parse::<usize>().unwrap() - 1
}

/// word:1, word:2 ... for the slots that are not empty
fn slots_with(word: &str, slots: &[Option<String>]) -> Vec<String> {
    let full = (0..slots.len()).filter(|i| slots[*i].is_some());
    full.map(|i| format!("{word}:{}", i + 1)).collect()
}
