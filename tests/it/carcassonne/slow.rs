//! Carcassonne with its two rivers, slowly: an independent, obvious reading of rules.md, the oracle for a fast engine.
//! The board is a map from cells to tiles; all that follows from it is computed each time anew, by flood fill.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::OnceLock;

use serde_json::Value;

pub const MEEPLES: usize = 7;
pub const EDGES: [&str; 4] = ["N", "E", "S", "W"];
pub const HALF_EDGES: [&str; 8] = ["Nw", "Ne", "En", "Es", "Se", "Sw", "Ws", "Wn"];
/// The neighbors in the order of the edges; x goes east, y goes south.
pub const STEPS: [Cell; 4] = [(0, -1), (1, 0), (0, 1), (-1, 0)];
pub const AROUND: [Cell; 8] = [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];
/// The names of the score parts, in the order of `Kind`.
pub const PARTS: [&str; 4] = ["roads", "cities", "monasteries", "farms"];

/// x, y
pub type Cell = (i32, i32);
/// A segment of a placed tile: the cell, and the index in the tile's list of segments.
pub type Place = (Cell, usize);

// ---- tiles ----

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    Road,
    City,
    Monastery,
    Farm,
}

/// What a meeple can stand on. The river is none.
#[derive(Clone, Debug, PartialEq)]
pub struct Segment {
    pub kind: Kind,
    pub at: Vec<usize>, // the edges of a road or city, the half-edges of a farm, in order; none for a monastery
    pub shields: i64,
    pub cities: Vec<usize>, // of a farm: the cities whose wall it touches, as indexes of this tile's segments
}

impl Segment {
    /// "road:E", "city:N", "farm:Nw" or "monastery"
    pub fn name(&self) -> String {
        match self.kind {
            Kind::Road => format!("road:{}", EDGES[self.at[0]]),
            Kind::City => format!("city:{}", EDGES[self.at[0]]),
            Kind::Farm => format!("farm:{}", HALF_EDGES[self.at[0]]),
            Kind::Monastery => "monastery".to_string(),
        }
    }
}

/// A kind of tile in one of its rotations.
#[derive(Clone, Debug, PartialEq)]
pub struct Tile {
    pub id: String,
    pub set: String,
    pub count: usize,
    pub edges: Vec<String>, // "field", "road", "city" or "river", in the order N E S W
    pub segments: Vec<Segment>,
    pub flags: Vec<String>,
    pub rotations: usize, // how many of the four differ
}

impl Tile {
    pub fn has(&self, flag: &str) -> bool {
        self.flags.iter().any(|f| f == flag)
    }

    pub fn is_river(&self, edge: usize) -> bool {
        self.edges[edge] == "river"
    }

    pub fn is_river_tile(&self) -> bool {
        (0..4).any(|edge| self.is_river(edge))
    }

    /// After k clockwise quarter turns.
    pub fn turned(&self, k: usize) -> Tile {
        let mut tile = self.clone();
        for edge in 0..4 {
            tile.edges[(edge + k) % 4] = self.edges[edge].clone();
        }
        for segment in &mut tile.segments {
            for at in &mut segment.at {
                *at = if segment.kind == Kind::Farm { (*at + 2 * k) % 8 } else { (*at + k) % 4 };
            }
            segment.at.sort();
        }
        tile
    }
}

fn texts(list: &Value) -> Vec<String> {
    list.as_array().unwrap().iter().map(|text| text.as_str().unwrap().to_string()).collect()
}

fn indexes(names: &[&str], list: &Value) -> Vec<usize> {
    let mut found = Vec::new();
    for name in texts(list) {
        found.push(names.iter().position(|n| *n == name).unwrap_or_else(|| panic!("what is {name}?")));
    }
    found.sort();
    found
}

/// The cities come first, so that their indexes in a farm's list are indexes of segments.
fn segments(tile: &Value) -> Vec<Segment> {
    let mut segments = Vec::new();
    for city in tile["cities"].as_array().unwrap() {
        let (at, shields) = (indexes(&EDGES, &city["edges"]), city["shields"].as_i64().unwrap());
        segments.push(Segment { kind: Kind::City, at, shields, cities: vec![] });
    }
    for road in tile["roads"].as_array().unwrap() {
        let at = indexes(&EDGES, &road["edges"]);
        segments.push(Segment { kind: Kind::Road, at, shields: 0, cities: vec![] });
    }
    for farm in tile["farms"].as_array().unwrap() {
        let at = indexes(&HALF_EDGES, &farm["half_edges"]);
        let cities = farm["cities"].as_array().unwrap().iter().map(|i| i.as_u64().unwrap() as usize).collect();
        segments.push(Segment { kind: Kind::Farm, at, shields: 0, cities });
    }
    if texts(&tile["flags"]).contains(&"monastery".to_string()) {
        segments.push(Segment { kind: Kind::Monastery, at: vec![], shields: 0, cities: vec![] });
    }
    segments
}

/// All kinds of tiles as tiles.json has them, in rotation 0.
pub fn all_kinds() -> Vec<Tile> {
    let data: Value = serde_json::from_str(include_str!("../../../engine/data/carcassonne-tiles.json")).unwrap();
    let mut kinds = Vec::new();
    for tile in data["tiles"].as_array().unwrap() {
        kinds.push(Tile {
            id: tile["id"].as_str().unwrap().to_string(),
            set: tile["set"].as_str().unwrap().to_string(),
            count: tile["count"].as_u64().unwrap() as usize,
            edges: texts(&tile["edges"]),
            segments: segments(tile),
            flags: texts(&tile["flags"]),
            rotations: tile["rotations"].as_u64().unwrap() as usize,
        });
    }
    kinds
}

/// The tile of this name after so many clockwise quarter turns.
pub fn tile(id: &str, rotation: usize) -> &'static Tile {
    static TILES: OnceLock<HashMap<String, Vec<Tile>>> = OnceLock::new();
    let with_rotations = |tile: Tile| (tile.id.clone(), (0..4).map(|k| tile.turned(k)).collect());
    let tiles = TILES.get_or_init(|| all_kinds().into_iter().map(with_rotations).collect());
    &tiles.get(id).unwrap_or_else(|| panic!("no tile is called {id}"))[rotation]
}

/// The names of all 96 tiles, sorted.
pub fn all_tiles() -> Vec<String> {
    let mut names = Vec::new();
    for kind in all_kinds() {
        names.extend(vec![kind.id; kind.count]);
    }
    names.sort();
    names
}

/// The half-edge that meets this one across the shared side.
pub fn partner(half_edge: usize) -> usize {
    let partner = match HALF_EDGES[half_edge] {
        "Nw" => "Sw",
        "Ne" => "Se",
        "En" => "Wn",
        "Es" => "Ws",
        "Se" => "Ne",
        "Sw" => "Nw",
        "Ws" => "Es",
        "Wn" => "En",
        _ => unreachable!(),
    };
    HALF_EDGES.iter().position(|name| *name == partner).unwrap()
}

fn next_to(cell: Cell, edge: usize) -> Cell {
    (cell.0 + STEPS[edge].0, cell.1 + STEPS[edge].1)
}

/// Takes one of this name out of the list.
fn take(names: &mut Vec<String>, name: &str) -> String {
    let at = names.iter().position(|n| n == name).unwrap_or_else(|| panic!("no {name} in {names:?}"));
    names.remove(at)
}

// ---- the state ----

/// What happens next. Seats count from 0 here.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    Start,                // who is the start player?
    Deal(usize),          // the tile that this seat draws
    Place(usize, String), // this seat places the tile that it has drawn
    Meeple(usize, Cell),  // this seat has placed its tile there and may add a meeple
    Over,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Placed {
    pub tile: String,
    pub rotation: usize,
    pub meeple: Option<(usize, String)>, // whose, and on which segment
}

impl Placed {
    pub fn kind(&self) -> &'static Tile {
        tile(&self.tile, self.rotation)
    }
}

/// A road, a city, a monastery or a farm: all its segments on the board.
#[derive(Clone, Debug, PartialEq)]
pub struct Feature {
    pub kind: Kind,
    pub places: BTreeSet<Place>,
}

/// A feature has been scored.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    pub kind: Kind,
    pub points: i64,
    pub to: Vec<usize>,                   // the seats with most meeples on it
    pub returned: BTreeMap<usize, usize>, // how many meeples went back, by seat
}

#[derive(Clone, Debug, PartialEq)]
pub struct Slow {
    pub players: usize,
    pub step: Step,
    pub board: BTreeMap<Cell, Placed>,
    pub bags: Vec<Vec<String>>, // drawn from the first that is not empty; sorted: nobody knows the order
    pub discards: Vec<String>,  // they fitted nowhere
    pub unused: Vec<String>,    // they stay in the box
    pub supply: Vec<usize>,
    pub points: Vec<[i64; 4]>, // by seat and `Kind`
}

impl Slow {
    /// `rivers` is "none", "1", "2" or "both".
    pub fn new(players: usize, rivers: &str) -> Slow {
        assert!((2..=5).contains(&players));
        let mut game = Slow::scenario(players, "D");
        game.step = Step::Start;
        if rivers == "none" {
            game.put_back(|tile| tile.set != "base");
            return game;
        }
        let source = if rivers == "1" { "r1_source" } else { "r2_source" };
        let last = if rivers == "1" { "r1_lake" } else { "r2_volcano_lake" };
        let start_tile = game.board.remove(&(0, 0)).unwrap().tile;
        game.unused.push(start_tile);
        game.put_first(source);
        game.put_back(|tile| tile.has("source"));
        game.put_back(|tile| tile.has("lake") && tile.id != last);
        match rivers {
            "1" => game.put_back(|tile| tile.set == "river2"),
            "2" => game.put_back(|tile| tile.set == "river1"),
            "both" => {}
            _ => panic!("no such rivers: {rivers}"),
        }
        let (river, land) = game.bags.remove(0).into_iter().partition(|name| tile(name, 0).is_river_tile());
        let (fork, river): (Vec<String>, _) = split(river, |tile| tile.has("fork"));
        let (lake, shuffled) = split(river, |tile| tile.has("lake"));
        game.bags = vec![fork, shuffled, lake, land];
        game
    }

    /// For tests: this tile is the first one on the table, all others of the 96 are in one bag, p1 draws next.
    pub fn scenario(players: usize, first: &str) -> Slow {
        let mut game = Slow {
            players,
            step: Step::Deal(0),
            board: BTreeMap::new(),
            bags: vec![all_tiles()],
            discards: vec![],
            unused: vec![],
            supply: vec![MEEPLES; players],
            points: vec![[0; 4]; players],
        };
        game.put_first(first);
        game
    }

    fn put_first(&mut self, name: &str) {
        let name = take(&mut self.bags[0], name);
        self.board.insert((0, 0), Placed { tile: name, rotation: 0, meeple: None });
    }

    /// These tiles go from the only bag into the box.
    fn put_back(&mut self, which: impl Fn(&Tile) -> bool) {
        let (out, left) = split(self.bags.remove(0), which);
        self.unused.extend(out);
        self.bags.push(left);
    }

    // ---- whose turn, which moves ----

    pub fn turn(&self) -> String {
        match self.step {
            Step::Over => "over".to_string(),
            Step::Start | Step::Deal(_) => "chance".to_string(),
            Step::Place(seat, _) | Step::Meeple(seat, _) => format!("p{}", seat + 1),
        }
    }

    pub fn legal(&self) -> Vec<String> {
        let mut moves = Vec::new();
        match &self.step {
            Step::Place(_, name) => {
                for ((x, y), rotation) in self.placements(name) {
                    moves.push(format!("tile:{x}:{y}:{rotation}"));
                }
            }
            Step::Meeple(seat, cell) => {
                for segment in self.meeple_choices(*seat, *cell) {
                    moves.push(format!("meeple:{segment}"));
                }
                moves.push("none".to_string());
            }
            Step::Start | Step::Deal(_) | Step::Over => {}
        }
        moves.sort();
        moves
    }

    pub fn outcomes(&self) -> Vec<(String, u32)> {
        let mut weights: BTreeMap<String, u32> = BTreeMap::new();
        match self.step {
            Step::Start => weights.extend((1..=self.players).map(|seat| (format!("deal:p{seat}"), 1))),
            Step::Deal(_) => {
                for name in self.bags.iter().find(|bag| !bag.is_empty()).unwrap() {
                    *weights.entry(format!("deal:{name}")).or_insert(0) += 1;
                }
            }
            Step::Place(..) | Step::Meeple(..) | Step::Over => {}
        }
        weights.into_iter().collect()
    }

    // ---- where a tile fits ----

    /// Every cell and rotation where this tile may be placed.
    pub fn placements(&self, name: &str) -> Vec<(Cell, usize)> {
        let mut found = Vec::new();
        for cell in self.frontier() {
            for rotation in 0..tile(name, 0).rotations {
                if self.fits(tile(name, rotation), cell) {
                    found.push((cell, rotation));
                }
            }
        }
        found
    }

    /// The empty cells that touch a placed tile.
    pub fn frontier(&self) -> BTreeSet<Cell> {
        let touching = self.board.keys().flat_map(|cell| (0..4).map(|edge| next_to(*cell, edge)));
        touching.filter(|cell| !self.board.contains_key(cell)).collect()
    }

    /// The placed tiles that share a side with this cell, by the edge of the cell.
    fn neighbors(&self, cell: Cell) -> Vec<(usize, &'static Tile)> {
        let mut found = Vec::new();
        for edge in 0..4 {
            if let Some(placed) = self.board.get(&next_to(cell, edge)) {
                found.push((edge, placed.kind()));
            }
        }
        found
    }

    pub fn fits(&self, tile: &Tile, cell: Cell) -> bool {
        let neighbors = self.neighbors(cell);
        let empty = !self.board.contains_key(&cell);
        let matches = neighbors.iter().all(|(edge, other)| tile.edges[*edge] == other.edges[opposite(*edge)]);
        empty && !neighbors.is_empty() && matches && (!tile.is_river_tile() || river_fits(tile, &neighbors))
    }

    // ---- features ----

    fn segment(&self, (cell, i): Place) -> &'static Segment {
        &self.board[&cell].kind().segments[i]
    }

    /// The segments on neighboring tiles that this one is joined to.
    fn joined_to(&self, place: Place) -> Vec<Place> {
        let (cell, segment) = (place.0, self.segment(place));
        let mut found = Vec::new();
        for at in &segment.at {
            let (edge, meets) = match segment.kind {
                Kind::Farm => (*at / 2, partner(*at)),
                _ => (*at, opposite(*at)),
            };
            let Some(placed) = self.board.get(&next_to(cell, edge)) else { continue };
            let is_it = |other: &Segment| other.kind == segment.kind && other.at.contains(&meets);
            let i = placed.kind().segments.iter().position(is_it).expect("sides that match");
            found.push((next_to(cell, edge), i));
        }
        found
    }

    /// The feature that this segment belongs to.
    pub fn feature(&self, place: Place) -> Feature {
        let mut places = BTreeSet::new();
        let mut to_visit = vec![place];
        while let Some(place) = to_visit.pop() {
            if places.insert(place) {
                to_visit.extend(self.joined_to(place));
            }
        }
        Feature { kind: self.segment(place).kind, places }
    }

    /// All features on the board.
    pub fn features(&self) -> Vec<Feature> {
        let mut features: Vec<Feature> = Vec::new();
        for (cell, placed) in &self.board {
            for i in 0..placed.kind().segments.len() {
                if !features.iter().any(|feature| feature.places.contains(&(*cell, i))) {
                    features.push(self.feature((*cell, i)));
                }
            }
        }
        features
    }

    /// Farms never are.
    pub fn is_complete(&self, feature: &Feature) -> bool {
        let is_placed = |cell: &Cell| self.board.contains_key(cell);
        match feature.kind {
            Kind::Road | Kind::City => feature.places.iter().all(|place| {
                let edges = &self.segment(*place).at;
                edges.iter().all(|edge| is_placed(&next_to(place.0, *edge)))
            }),
            Kind::Monastery => self.placed_around(feature) == 8,
            Kind::Farm => false,
        }
    }

    /// How many of the 8 cells around a monastery hold tiles.
    fn placed_around(&self, monastery: &Feature) -> i64 {
        let ((x, y), _) = *monastery.places.first().unwrap();
        AROUND.iter().filter(|(dx, dy)| self.board.contains_key(&(x + dx, y + dy))).count() as i64
    }

    /// What the feature scores if it is scored now: as a completed one if it is complete, else as at the end.
    pub fn worth(&self, feature: &Feature) -> i64 {
        let tiles = feature.places.iter().map(|(cell, _)| cell).collect::<BTreeSet<_>>().len() as i64;
        let shields: i64 = feature.places.iter().map(|place| self.segment(*place).shields).sum();
        match feature.kind {
            Kind::Road => tiles,
            Kind::City if self.is_complete(feature) => 2 * tiles + 2 * shields,
            Kind::City => tiles + shields,
            Kind::Monastery => 1 + self.placed_around(feature),
            Kind::Farm => 3 * self.completed_cities_at(feature),
        }
    }

    fn completed_cities_at(&self, farm: &Feature) -> i64 {
        let mut cities: Vec<Feature> = Vec::new();
        for (cell, i) in &farm.places {
            for city in &self.segment((*cell, *i)).cities {
                let city = self.feature((*cell, *city));
                if self.is_complete(&city) && !cities.contains(&city) {
                    cities.push(city);
                }
            }
        }
        cities.len() as i64
    }

    /// The cells with a meeple on this feature, and whose it is.
    pub fn meeples_on(&self, feature: &Feature) -> Vec<(Cell, usize)> {
        let mut found = Vec::new();
        for (cell, i) in &feature.places {
            if let Some((seat, segment)) = &self.board[cell].meeple
                && *segment == self.segment((*cell, *i)).name()
            {
                found.push((*cell, *seat));
            }
        }
        found
    }

    // ---- meeples ----

    /// The segments of the tile there whose feature holds no meeple.
    pub fn free_segments(&self, cell: Cell) -> Vec<String> {
        let mut free = Vec::new();
        for (i, segment) in self.board[&cell].kind().segments.iter().enumerate() {
            if self.meeples_on(&self.feature((cell, i))).is_empty() {
                free.push(segment.name());
            }
        }
        free
    }

    /// Where this seat may place a meeple; if nowhere, it is not asked.
    pub fn meeple_choices(&self, seat: usize, cell: Cell) -> Vec<String> {
        if self.supply[seat] == 0 || self.board[&cell].kind().has("volcano") {
            return vec![];
        }
        self.free_segments(cell)
    }

    // ---- playing ----

    pub fn play(&mut self, mv: &str) {
        let known = self.legal().iter().any(|m| m == mv) || self.outcomes().iter().any(|(m, _)| m == mv);
        assert!(known, "{mv} is not a move of {} now", self.turn());
        let words: Vec<&str> = mv.split(':').collect();
        match self.step.clone() {
            Step::Start => self.step = Step::Deal(words[1][1..].parse::<usize>().unwrap() - 1),
            Step::Deal(seat) => self.draw(seat, words[1]),
            Step::Place(seat, name) => {
                let number = |i: usize| words[i].parse::<i32>().unwrap();
                let cell = (number(1), number(2));
                self.board.insert(cell, Placed { tile: name, rotation: number(3) as usize, meeple: None });
                if self.meeple_choices(seat, cell).is_empty() {
                    self.end_turn(seat, cell);
                } else {
                    self.step = Step::Meeple(seat, cell);
                }
            }
            Step::Meeple(seat, cell) => {
                if let Some(segment) = mv.strip_prefix("meeple:") {
                    self.place_meeple(seat, cell, segment);
                }
                self.end_turn(seat, cell);
            }
            Step::Over => unreachable!(),
        }
    }

    /// A tile that fits nowhere leaves the game; the next is for the same seat.
    fn draw(&mut self, seat: usize, name: &str) {
        let bag = self.bags.iter_mut().find(|bag| !bag.is_empty()).unwrap();
        let name = take(bag, name);
        if !self.placements(&name).is_empty() {
            self.step = Step::Place(seat, name);
            return;
        }
        self.discards.push(name);
        if self.stack_is_empty() {
            self.end_game();
        }
    }

    fn stack_is_empty(&self) -> bool {
        self.bags.iter().all(|bag| bag.is_empty())
    }

    fn place_meeple(&mut self, seat: usize, cell: Cell, segment: &str) {
        self.supply[seat] -= 1;
        self.board.get_mut(&cell).unwrap().meeple = Some((seat, segment.to_string()));
    }

    fn end_turn(&mut self, seat: usize, cell: Cell) {
        self.score_completed();
        if self.stack_is_empty() {
            self.end_game();
        } else if self.board[&cell].kind().has("volcano") {
            self.step = Step::Deal(seat);
        } else {
            self.step = Step::Deal((seat + 1) % self.players);
        }
    }

    /// For tests: this seat has a whole turn with this tile, whoever is to move.
    pub fn put(&mut self, seat: usize, name: &str, cell: Cell, rotation: usize, meeple: Option<&str>) -> Vec<Event> {
        let bag = self.bags.iter_mut().find(|bag| bag.iter().any(|n| n == name));
        let name = take(bag.unwrap_or_else(|| panic!("no {name} is left")), name);
        assert!(self.fits(tile(&name, rotation), cell), "{name} does not fit in rotation {rotation} at {cell:?}");
        self.board.insert(cell, Placed { tile: name, rotation, meeple: None });
        if let Some(segment) = meeple {
            let choices = self.meeple_choices(seat, cell);
            assert!(choices.iter().any(|choice| choice == segment), "{segment} is not one of {choices:?}");
            self.place_meeple(seat, cell, segment);
        }
        self.score_completed()
    }

    // ---- scoring ----

    fn score_completed(&mut self) -> Vec<Event> {
        let complete = self.features().into_iter().filter(|feature| self.is_complete(feature)).collect();
        self.score(complete)
    }

    /// The final scoring; farmers stay where they are, the other meeples go home.
    pub fn end_game(&mut self) -> Vec<Event> {
        self.step = Step::Over;
        self.score(self.features())
    }

    /// Those that hold meeples score.
    fn score(&mut self, features: Vec<Feature>) -> Vec<Event> {
        let mut events = Vec::new();
        for feature in features {
            let meeples = self.meeples_on(&feature);
            if meeples.is_empty() {
                continue;
            }
            let (points, to) = (self.worth(&feature), seats_with_most(&meeples));
            for seat in &to {
                self.points[*seat][feature.kind as usize] += points;
            }
            let mut returned = BTreeMap::new();
            if feature.kind != Kind::Farm {
                for (cell, seat) in meeples {
                    self.board.get_mut(&cell).unwrap().meeple = None;
                    self.supply[seat] += 1;
                    *returned.entry(seat).or_insert(0) += 1;
                }
            }
            events.push(Event { kind: feature.kind, points, to, returned });
        }
        events
    }

    /// Each in-game plus final; before the end only what has been scored.
    pub fn parts(&self) -> Vec<BTreeMap<&'static str, i64>> {
        self.points.iter().map(|points| PARTS.into_iter().zip(*points).collect()).collect()
    }

    pub fn scores(&self) -> Vec<i64> {
        self.points.iter().map(|points| points.iter().sum()).collect()
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
        self.check_tiles()?;
        self.check_board()?;
        self.check_river()?;
        self.check_meeples()?;
        self.check_step()
    }

    fn check_tiles(&self) -> Result<(), String> {
        let mut names = [self.bags.concat(), self.discards.clone(), self.unused.clone()].concat();
        names.extend(self.board.values().map(|placed| placed.tile.clone()));
        if let Step::Place(_, name) = &self.step {
            names.push(name.clone());
        }
        names.sort();
        must(names == all_tiles(), "tiles lost")?;
        must(self.bags.iter().all(|bag| bag.is_sorted()), "a bag in some order")?;
        let (land_bag, river_bags) = self.bags.split_last().unwrap();
        must(river_bags.concat().iter().all(|name| tile(name, 0).is_river_tile()), "a land tile in a river's bag")?;
        must(river_bags.is_empty() || !land_bag.iter().any(|name| tile(name, 0).is_river_tile()), "a late river tile")?;
        let land = self.board.values().any(|placed| !placed.kind().is_river_tile());
        must(!land || self.bags.len() == 1 || river_bags.concat().is_empty() || self.board.len() == 1, "land too early")
    }

    pub fn check_board(&self) -> Result<(), String> {
        must(self.board.get(&(0, 0)).is_some_and(|placed| placed.rotation == 0), "the first tile")?;
        let mut reached = BTreeSet::new();
        let mut to_visit = vec![(0, 0)];
        while let Some(cell) = to_visit.pop() {
            if self.board.contains_key(&cell) && reached.insert(cell) {
                to_visit.extend((0..4).map(|edge| next_to(cell, edge)));
            }
        }
        must(reached.len() == self.board.len(), "a tile that touches nothing")?;
        for (cell, placed) in &self.board {
            must(placed.rotation < placed.kind().rotations, "a rotation that is another one")?;
            for (edge, other) in self.neighbors(*cell) {
                must(placed.kind().edges[edge] == other.edges[opposite(edge)], &format!("sides at {cell:?}"))?;
            }
        }
        Ok(())
    }

    /// The river is one tree, and no two tiles side by side break the turn rule.
    pub fn check_river(&self) -> Result<(), String> {
        let (mut river_tiles, mut joints) = (0, 0);
        for (cell, placed) in &self.board {
            let tile = placed.kind();
            river_tiles += usize::from(tile.is_river_tile());
            for (edge, other) in self.neighbors(*cell) {
                joints += usize::from(tile.is_river(edge));
                must(!points_alike(tile, edge, other), &format!("rivers side by side at {cell:?}"))?;
            }
        }
        must(river_tiles == 0 || joints == 2 * (river_tiles - 1), "a river in pieces, or a ring")
    }

    fn check_meeples(&self) -> Result<(), String> {
        for (cell, placed) in &self.board {
            if let Some((seat, name)) = &placed.meeple {
                must(*seat < self.players, "a stranger's meeple")?;
                must(placed.kind().segments.iter().any(|s| s.name() == *name), &format!("{name} at {cell:?}"))?;
                must(!placed.kind().has("volcano"), "a meeple on the volcano lake")?;
            }
        }
        for seat in 0..self.players {
            let on_board = self.board.values().filter_map(|placed| placed.meeple.as_ref()).filter(|m| m.0 == seat);
            must(on_board.count() + self.supply[seat] == MEEPLES, "meeples lost")?;
        }
        for feature in self.features() {
            let holds_meeples = !self.meeples_on(&feature).is_empty();
            let scored = self.is_complete(&feature) && !matches!(self.step, Step::Meeple(..));
            must(!(holds_meeples && scored), "a meeple on a completed feature")?;
            let over = self.step == Step::Over && feature.kind != Kind::Farm;
            must(!(holds_meeples && over), "a meeple that should be home at the end")?;
        }
        Ok(())
    }

    fn check_step(&self) -> Result<(), String> {
        match &self.step {
            Step::Start => {
                must(self.board.len() == 1 && self.scores() == vec![0; self.players], "a begin in the middle")
            }
            Step::Deal(seat) => must(*seat < self.players && !self.stack_is_empty(), "nothing to draw"),
            Step::Place(seat, name) => {
                must(*seat < self.players && !self.placements(name).is_empty(), "a tile that fits nowhere")
            }
            Step::Meeple(seat, cell) => {
                must(self.board[cell].meeple.is_none(), "two meeples on a tile")?;
                must(!self.meeple_choices(*seat, *cell).is_empty(), "no choice")
            }
            Step::Over => Ok(()), // tests may end a game at any time
        }
    }
}

fn must(good: bool, what: &str) -> Result<(), String> {
    if good { Ok(()) } else { Err(what.to_string()) }
}

fn opposite(edge: usize) -> usize {
    (edge + 2) % 4
}

/// Those tiles of the list that are wanted, and the others.
fn split(names: Vec<String>, wanted: impl Fn(&Tile) -> bool) -> (Vec<String>, Vec<String>) {
    names.into_iter().partition(|name| wanted(tile(name, 0)))
}

/// Of a river tile whose sides match: it continues exactly one arm and runs beside no other river.
fn river_fits(tile: &Tile, neighbors: &[(usize, &'static Tile)]) -> bool {
    let meetings = neighbors.iter().filter(|(edge, _)| tile.is_river(*edge)).count();
    meetings == 1 && !neighbors.iter().any(|(edge, other)| points_alike(tile, *edge, other))
}

/// The turn rule: do the two tiles, which share this edge of the first, have river edges that point the same way along it?
fn points_alike(tile: &Tile, shared: usize, other: &Tile) -> bool {
    let along = if shared == 0 || shared == 2 { ["E", "W"] } else { ["N", "S"] };
    let edges = along.map(|name| EDGES.iter().position(|edge| *edge == name).unwrap());
    edges.iter().any(|edge| tile.is_river(*edge) && other.is_river(*edge))
}

fn seats_with_most(meeples: &[(Cell, usize)]) -> Vec<usize> {
    let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
    for (_, seat) in meeples {
        *counts.entry(*seat).or_insert(0) += 1;
    }
    let most = *counts.values().max().unwrap();
    counts.into_iter().filter(|(_, count)| *count == most).map(|(seat, _)| seat).collect()
}
