//! What of The River can be asked for its worth: tiles and meadows, buildings, terrains, board colors, positions in
//! turn order, bonus tokens, in this order.

use crate::bits::set_bits;
use crate::{Component, ComponentIdx, Components, Holding, InterventionKind, Modify, Seat};

use super::limits::{MAX_TILE_SLOTS, PLAYERS};
use super::state::Phase;
use super::{
    BuildFrom, BuildingId, Color, Column, Move, Part, Player, Resource, RiverRules, Slot, Terrain, TheRiver, TileKind,
};

const OF_BUILDINGS: &[InterventionKind] = &[
    InterventionKind::Ban,
    InterventionKind::Grant,
    InterventionKind::Remove,
    InterventionKind::Cost,
    InterventionKind::Points,
];
const OF_TILES: &[InterventionKind] =
    &[InterventionKind::Ban, InterventionKind::Grant, InterventionKind::Remove, InterventionKind::Points];
const OF_TERRAINS: &[InterventionKind] = &[InterventionKind::Ban, InterventionKind::Remove, InterventionKind::Points];
const OF_CIRCUMSTANCES: &[InterventionKind] = &[InterventionKind::Grant];
const OF_TOKENS: &[InterventionKind] = &[InterventionKind::Points];

/// A component by what it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum What {
    Tile(TileKind),
    Building(BuildingId),
    Terrain(Terrain),
    Color(Color),
    /// How many seats after the start player.
    Order(usize),
    /// The tokens in the order in which they are taken.
    Token(usize),
}

impl What {
    #[inline]
    fn of(rules: &RiverRules, component: ComponentIdx) -> What {
        let (tiles, buildings) = (rules.tiles.len(), rules.buildings.len());
        let mut idx = component.index();
        if idx < tiles {
            return What::Tile(TileKind(idx as u8));
        }
        idx -= tiles;
        if idx < buildings {
            return What::Building(BuildingId(idx as u8));
        }
        idx -= buildings;
        if idx < Terrain::ALL.len() {
            return What::Terrain(Terrain::ALL[idx]);
        }
        idx -= Terrain::ALL.len();
        if idx < Color::ALL.len() {
            return What::Color(Color::ALL[idx]);
        }
        idx -= Color::ALL.len();
        if idx < PLAYERS { What::Order(idx) } else { What::Token(idx - PLAYERS) }
    }

    #[inline]
    fn idx(self, rules: &RiverRules) -> ComponentIdx {
        let (tiles, buildings) = (rules.tiles.len(), rules.buildings.len());
        let terrains = tiles + buildings;
        let colors = terrains + Terrain::ALL.len();
        let orders = colors + Color::ALL.len();
        let idx = match self {
            What::Tile(kind) => kind.index(),
            What::Building(id) => tiles + id.index(),
            What::Terrain(terrain) => terrains + terrain as usize,
            What::Color(color) => colors + color as usize,
            What::Order(order) => orders + order,
            What::Token(nth) => orders + PLAYERS + nth,
        };
        ComponentIdx(idx as u16)
    }
}

impl TheRiver {
    fn what(&self, component: ComponentIdx) -> What {
        What::of(self.rules.all, component)
    }

    #[inline]
    fn each_of_tile(&self, kind: TileKind, found: &mut impl FnMut(ComponentIdx)) {
        found(What::Tile(kind).idx(self.rules.all));
        self.tile(kind).terrains.iter().for_each(|terrain| found(What::Terrain(terrain).idx(self.rules.all)));
    }

    /// The tile that a move takes.
    #[inline]
    fn tile_of(&self, mv: Move) -> Option<TileKind> {
        match mv {
            Move::Claim(slot) | Move::Draft(slot) => self.tile_display.get(slot),
            _ => None,
        }
    }

    /// The building that a move takes from the display.
    #[inline]
    fn building_of(&self, mv: Move) -> Option<BuildingId> {
        match mv {
            Move::Reserve(slot) | Move::Build { from: BuildFrom::Display(slot), .. } => self.building_display.get(slot),
            _ => None,
        }
    }

    /// Whether the player to act takes a bonus token by building now.
    fn takes_token(&self) -> bool {
        usize::from(self.tokens_taken) < self.rules.table.tokens.len()
            && self.me().tokens < self.rules.table.bonus_slots
    }

    /// For each terrain the points of the columns that share it; a column that shares two counts for the first.
    #[inline]
    fn column_points(&self, player: &Player) -> [i32; Terrain::ALL.len()] {
        let mut points = [0; Terrain::ALL.len()];
        for column in self.rules.all.columns.iter().map(|spaces| Column::of(spaces, &player.terrains)) {
            if let Some(terrain) = column.shared().iter().next() {
                points[terrain as usize] += i32::from(column.points());
            }
        }
        points
    }

    /// How many tiles that are left in the draft are of a kind.
    fn drafted_of(&self, kind: TileKind) -> usize {
        let slots = (0..MAX_TILE_SLOTS as u8).map(Slot);
        slots.filter(|&slot| self.tile_display.get(slot) == Some(kind)).count()
    }
}

impl Components for TheRiver {
    fn components(rules: &RiverRules, players: usize) -> Vec<Component> {
        let named = |name: String, kind, interventions| Component { name, kind, interventions };
        let tiles = rules.tiles.iter().map(|tile| {
            let kind = if tile.meadow.is_some() { "meadow" } else { "tile" };
            named(tile.id.clone(), kind, if tile.count > 0 { OF_TILES } else { &[] })
        });
        let buildings = rules.buildings.iter().map(|building| named(building.id.clone(), "building", OF_BUILDINGS));
        let terrains = Terrain::ALL.map(|terrain| named(format!("terrain-{terrain}"), "terrain", OF_TERRAINS));
        let colors = Color::ALL.map(|color| named(format!("color-{color}"), "color", OF_CIRCUMSTANCES));
        let orders = Component::orders(players, PLAYERS);
        let tokens = (0..rules.table(players).tokens.len())
            .map(|nth| named(format!("token-{}", nth + 1), "bonus-token", OF_TOKENS));
        tiles.chain(buildings).chain(terrains).chain(colors).chain(orders).chain(tokens).collect()
    }

    #[inline]
    fn offered(&self, mv: Move, found: &mut impl FnMut(ComponentIdx)) {
        let rules = self.rules.all;
        match mv {
            Move::DealTile(kind) => self.each_of_tile(kind, found),
            Move::DealBuilding(id) => found(What::Building(id).idx(rules)),
            Move::DealColor(color) => found(What::Color(color).idx(rules)),
            Move::DealStart(_) => {
                (0..self.players.players()).for_each(|order| found(What::Order(order).idx(rules)));
                (0..self.rules.table.tokens.len()).for_each(|nth| found(What::Token(nth).idx(rules)));
            }
            _ => {}
        }
    }

    #[inline]
    fn taken(&self, mv: Move, found: &mut impl FnMut(ComponentIdx)) {
        let rules = self.rules.all;
        match mv {
            Move::Claim(_) | Move::Draft(_) => {
                self.tile_of(mv).into_iter().for_each(|kind| self.each_of_tile(kind, found));
            }
            Move::Reserve(_) | Move::Build { .. } => {
                self.building_of(mv).into_iter().for_each(|id| found(What::Building(id).idx(rules)));
                if matches!(mv, Move::Build { .. }) && self.takes_token() {
                    found(What::Token(usize::from(self.tokens_taken)).idx(rules));
                }
            }
            _ => {}
        }
    }

    #[inline]
    fn round(&self) -> u32 {
        u32::from(self.round)
    }

    #[inline]
    fn holdings(&self, seat: Seat, found: &mut impl FnMut(Holding)) {
        let (rules, player) = (self.rules.all, self.player(seat));
        let mut hold =
            |what: What, pieces: u32, points: i32| found(Holding { component: what.idx(rules), pieces, points });
        for (place, &kind) in player.tiles().iter().enumerate() {
            if !player.tiles()[..place].contains(&kind) {
                let pieces = player.tiles().iter().filter(|&&other| other == kind).count() as u32;
                hold(What::Tile(kind), pieces, self.meadow_points(player, kind) * pieces as i32);
            }
        }
        player.built().for_each(|id| hold(What::Building(id), 1, i32::from(rules.building(id).points)));
        for (terrain, points) in Terrain::ALL.into_iter().zip(self.column_points(player)) {
            let pieces = u32::from(player.tiles_of(terrain));
            if pieces > 0 {
                hold(What::Terrain(terrain), pieces, points);
            }
        }
        for nth in set_bits(player.token_set).map(usize::from) {
            hold(What::Token(nth), 1, i32::from(self.rules.table.tokens[nth]));
        }
        hold(What::Color(player.color), 1, 0);
        hold(What::Order(seat.steps_after(self.first_player, self.players.players())), 1, 0);
    }

    #[inline]
    fn pieces(&self, seat: Seat, component: ComponentIdx) -> u32 {
        let player = self.player(seat);
        match self.what(component) {
            What::Tile(kind) => player.tiles().iter().filter(|&&other| other == kind).count() as u32,
            What::Building(id) => (player.built >> id.0 & 1) as u32,
            What::Terrain(terrain) => u32::from(player.tiles_of(terrain)),
            What::Color(color) => u32::from(player.color == color),
            What::Order(order) => u32::from(seat.steps_after(self.first_player, self.players.players()) == order),
            What::Token(nth) => player.token_set >> nth & 1,
        }
    }

    fn part_of(&self, component: ComponentIdx) -> usize {
        let part = match self.what(component) {
            What::Tile(_) => Part::Meadows,
            What::Building(_) => Part::Buildings,
            What::Terrain(_) => Part::Columns,
            What::Color(_) | What::Order(_) | What::Token(_) => Part::BonusTokens,
        };
        part as usize
    }
}

impl Modify for TheRiver {
    const DEFAULT_KINDS: &'static [&'static str] = &["meadow", "building"];

    #[inline]
    fn takes(&self, mv: Move, component: ComponentIdx) -> bool {
        match self.what(component) {
            What::Tile(kind) => self.tile_of(mv) == Some(kind),
            What::Building(id) => self.building_of(mv) == Some(id),
            What::Terrain(terrain) => self.tile_of(mv).is_some_and(|kind| self.tile(kind).terrains.contains(terrain)),
            What::Color(_) | What::Order(_) | What::Token(_) => false,
        }
    }

    /// A player to whom only trades are left may do nothing by the rules of the game.
    #[inline]
    fn may_take(&self, component: ComponentIdx) -> bool {
        let mut slots = set_bits(self.tile_display.filled()).map(|slot| self.tile_display.at(Slot(slot)));
        match self.what(component) {
            What::Tile(kind) => slots.any(|displayed| displayed == kind),
            What::Terrain(terrain) => slots.any(|displayed| self.tile(displayed).terrains.contains(terrain)),
            What::Building(id) => {
                set_bits(self.building_display.filled()).any(|slot| self.building_display.at(Slot(slot)) == id)
            }
            What::Color(_) | What::Order(_) | What::Token(_) => false,
        }
    }

    fn pass(&self, left: &[Move]) -> Option<Move> {
        let only_trades = left.iter().all(|mv| matches!(mv, Move::Trade(_)));
        (self.phase == Phase::Place && only_trades).then_some(Move::Idle)
    }

    fn play_if_pass(&mut self, mv: Move) -> bool {
        if mv == Move::Idle {
            self.idle();
        }
        mv == Move::Idle
    }

    fn remove(&mut self, component: ComponentIdx) {
        let rules = self.rules.all;
        match self.what(component) {
            What::Building(id) => {
                rules.building_pieces.take(&mut self.building_stack, id.0);
            }
            What::Tile(kind) => while rules.tile_pieces.take(&mut self.tile_stack, kind.0) {},
            What::Terrain(terrain) => {
                for (kind, tile) in (0..).zip(&rules.tiles) {
                    while tile.terrains.contains(terrain) && rules.tile_pieces.take(&mut self.tile_stack, kind) {}
                }
            }
            What::Color(_) | What::Order(_) | What::Token(_) => {}
        }
    }

    /// Buildings are reserved from the start. Tiles come with the first deal of the draft, colors and positions in turn
    /// order when they are dealt.
    fn grant(&mut self, component: ComponentIdx, seat: Seat) {
        if let What::Building(id) = self.what(component)
            && self.rules.all.building_pieces.take(&mut self.building_stack, id.0)
        {
            let player = &mut self.players[seat];
            player.reserved[usize::from(player.reserved_count)] = id;
            player.reserved_count += 1;
        }
    }

    /// Two buildings are as many as can be reserved. Of two tiles only one can be drafted first, and one player has one
    /// color and one position in turn order.
    fn grants_agree(rules: &RiverRules, one: ComponentIdx, other: ComponentIdx) -> bool {
        match [one, other].map(|component| What::of(rules, component)) {
            [What::Building(_), What::Building(_)] => one != other,
            [What::Tile(_), What::Tile(_)] | [What::Color(_), What::Color(_)] | [What::Order(_), What::Order(_)] => {
                false
            }
            _ => true,
        }
    }

    #[inline]
    fn grant_is_open(&self, component: ComponentIdx) -> bool {
        match self.phase {
            Phase::DealColors => matches!(self.what(component), What::Color(_)),
            Phase::DealStart => matches!(self.what(component), What::Order(_)),
            Phase::DealDraft | Phase::Draft => matches!(self.what(component), What::Tile(_)),
            _ => false,
        }
    }

    fn grant_allows(&self, mv: Move, component: ComponentIdx, seat: Seat) -> bool {
        match (mv, self.what(component)) {
            (Move::DealTile(kind), What::Tile(granted)) => kind == granted || self.tile_display.filled() != 0,
            (Move::Draft(slot), What::Tile(granted)) => {
                let is_it = self.tile_display.get(slot) == Some(granted);
                let has_drafted = self.player(seat).tile_count > 0;
                if self.current == seat { is_it } else { !is_it || has_drafted || self.drafted_of(granted) > 1 }
            }
            (Move::DealColor(color), What::Color(granted)) => (self.current == seat) == (color == granted),
            (Move::DealStart(start), What::Order(order)) => seat.steps_after(start, self.players.players()) == order,
            _ => true,
        }
    }

    /// One more of the resource that it costs most of, or one less of it (the first of wood, clay and stone where they
    /// are level).
    fn cost_overrides(rules: &RiverRules, component: ComponentIdx, delta: i32) -> Result<Vec<String>, String> {
        let What::Building(id) = What::of(rules, component) else {
            return Err("only buildings have a cost".to_owned());
        };
        let building = rules.building(id);
        let [wood, clay, stone] = Resource::PRODUCED.map(|resource| (resource, building.cost.get(resource)));
        let most = [clay, stone].into_iter().fold(wood, |most, other| if other.1 > most.1 { other } else { most });
        let amount = i32::from(most.1) + delta;
        if amount < 0 {
            return Err(format!("{} costs {}", building.id, building.cost));
        }
        Ok(vec![format!("building.{}.cost.{}={amount}", building.id, most.0)])
    }

    fn points_overrides(rules: &RiverRules, component: ComponentIdx, delta: i32) -> Result<Vec<String>, String> {
        match What::of(rules, component) {
            What::Building(id) => {
                let building = rules.building(id);
                let points = i32::from(building.points) + delta;
                if points < 0 {
                    return Err(format!("{} brings {} points", building.id, building.points));
                }
                Ok(vec![format!("building.{}.points={points}", building.id)])
            }
            What::Tile(kind) => {
                let tile = rules.tile(kind);
                Ok(vec![format!("tile.{}.points={}", tile.id, i32::from(tile.points) + delta)])
            }
            _ => Err("only buildings and tiles have points in the tables".to_owned()),
        }
    }

    fn set_rules(&mut self, rules: &'static RiverRules) {
        self.rules.all = rules;
        self.rules.table = rules.table(self.players.players());
        for slot in set_bits(self.building_display.filled()).map(Slot) {
            self.building_costs.set(slot, rules.cost(self.building_display.at(slot)));
        }
    }
}
