//! Playing moves: the draft, a turn, clean-up.

use super::legal::is_legal;
use super::slots::Display;
use super::state::{CleanUp, Due, Phase, Stage};
use super::{
    ActionSpace, BuildFrom, BuildingId, Bundle, Columns, Meadow, Move, Player, Resource, RiverRules, RiverSpace, Slot,
    Terrain, TheRiver, TileKind,
};

/// When this round begins, the end counts as triggered.
pub(super) const LAST_ROUND: u8 = 50;

/// Plays a legal move.
#[inline]
pub(super) fn play_unchecked(state: &mut TheRiver, mv: Move) {
    debug_assert!(is_legal(state, mv), "{mv:?} is not legal in\n{state}");
    match mv {
        Move::DealTile(kind) => state.deal_tile(kind),
        Move::DealBuilding(id) => state.deal_building(id),
        Move::DealColor(color) => state.deal_color(color),
        Move::DealStart(seat) => state.deal_start(seat),
        Move::Claim(slot) => state.claim(slot),
        Move::Produce(resource) => state.produce(resource),
        Move::Food(instead) => state.take_food(instead.unwrap_or(Resource::Food)),
        Move::Reserve(slot) => state.reserve(slot),
        Move::Build { from, payment } => state.build(from, payment),
        Move::Start => state.take_start_figure(),
        Move::Swap(lower, upper) => state.swap(lower, upper),
        Move::Trade(bundle) => state.trade(bundle),
        Move::Return(resource) => state.put_back(resource),
        Move::Keep => state.keep(),
        Move::Idle => state.idle(),
        Move::Draft(slot) => state.draft(slot),
    }
}

impl TheRiver {
    #[inline]
    fn draft(&mut self, slot: Slot) {
        let kind = self.tile_display.take(slot);
        self.lay_tile(kind);
        self.go_on();
    }

    #[inline]
    fn take_food(&mut self, taken: Resource) {
        self.send_pioneer(ActionSpace::Food);
        self.take(Bundle::of(taken, 1));
        self.go_on();
    }

    #[inline]
    fn take_start_figure(&mut self) {
        self.send_pioneer(ActionSpace::Start);
        self.start_figure = self.current;
        self.end_turn();
    }

    #[inline]
    fn trade(&mut self, bundle: Bundle) {
        self.give(bundle);
        self.take(Bundle::of(Resource::Food, 1));
    }

    #[inline]
    fn put_back(&mut self, resource: Resource) {
        self.give(Bundle::of(resource, 1));
        self.go_on();
    }

    #[inline]
    fn keep(&mut self) {
        self.due = None;
        self.go_on();
    }

    /// A pioneer does nothing.
    #[inline]
    pub(super) fn idle(&mut self) {
        self.players[self.current].boat -= 1;
        self.end_turn();
    }

    /// Sends a pioneer of the current player from the boat to an action space.
    #[inline]
    fn send_pioneer(&mut self, space: ActionSpace) {
        let limits = self.rules.table.limits[space as usize];
        let player = &mut self.players[self.current];
        player.boat -= 1;
        player.pioneers_on[space as usize] += 1;
        if player.pioneers_on[space as usize] >= limits.each {
            player.open &= !space.bit();
        }
        self.pioneers_on[space as usize] += 1;
        if self.pioneers_on[space as usize] >= limits.any {
            self.open &= !space.bit();
        }
    }

    /// Moves resources from the islands to the current player.
    #[inline]
    fn take(&mut self, bundle: Bundle) {
        self.supply -= bundle;
        self.players[self.current].held += bundle;
    }

    /// Moves resources from the current player to the islands.
    #[inline]
    fn give(&mut self, bundle: Bundle) {
        self.players[self.current].held -= bundle;
        self.supply += bundle;
    }

    #[inline]
    fn claim(&mut self, slot: Slot) {
        self.send_pioneer(ActionSpace::Claim);
        let kind = self.tile_display.take(slot);
        self.lay_tile(kind);
        self.go_on();
    }

    /// Lays a tile on the next space upstream.
    #[inline]
    fn lay_tile(&mut self, kind: TileKind) {
        let player = &mut self.players[self.current];
        if let Some(due) = player.lay(self.rules.all, kind) {
            self.due = Some(due);
        }
        self.end_triggered |= usize::from(player.tile_count) == RiverSpace::COUNT;
    }

    /// The pieces of the player to act, who has a pioneer on the boat, after claiming the tile in a slot, with what a
    /// meadow brings at once; but for where the pioneer stands.
    #[inline]
    pub fn player_after_claim(&self, slot: Slot) -> Player {
        let mut player = *self.me();
        player.boat -= 1;
        let due = player.lay(self.rules.all, self.tile_display.at(slot));
        if let (Some(Due::Take(resource, amount)), false) = (due, player.holds_too_much()) {
            player.held += Bundle::of(resource, amount.min(self.supply.get(resource)));
        }
        player
    }

    /// How many the player to act would take from the island of wood, clay or stone, before any return.
    #[inline]
    pub fn yield_of(&self, resource: Resource) -> u8 {
        (self.me().symbols.production(resource) + self.first_bonus.get(resource)).min(self.supply.get(resource))
    }

    #[inline]
    fn produce(&mut self, resource: Resource) {
        let amount = self.yield_of(resource);
        self.send_pioneer(ActionSpace::of(resource));
        self.first_bonus -= Bundle::of(resource, self.first_bonus.get(resource));
        self.take(Bundle::of(resource, amount));
        self.go_on();
    }

    #[inline]
    fn reserve(&mut self, slot: Slot) {
        self.send_pioneer(ActionSpace::Reserve);
        let id = self.take_building(slot);
        let player = &mut self.players[self.current];
        player.reserved[usize::from(player.reserved_count)] = id;
        player.reserved_count += 1;
        self.end_turn();
    }

    /// Takes a building out of the display.
    #[inline]
    fn take_building(&mut self, slot: Slot) -> BuildingId {
        self.building_costs.set(slot, Bundle::NONE);
        self.building_display.take(slot)
    }

    #[inline]
    fn build(&mut self, from: BuildFrom, payment: Bundle) {
        self.send_pioneer(ActionSpace::Build);
        self.give(payment);
        let id = match from {
            BuildFrom::Display(slot) => self.take_building(slot),
            BuildFrom::Reserved(idx) => {
                let (player, idx) = (&mut self.players[self.current], usize::from(idx));
                player.reserved[idx..].rotate_left(1);
                player.reserved_count -= 1;
                std::mem::take(player.reserved.last_mut().expect("two can be reserved"))
            }
        };
        let player = &mut self.players[self.current];
        player.built |= 1 << id.0;
        player.building_points += u16::from(self.rules.all.building(id).points);
        self.take_bonus_token();
        self.end_turn();
    }

    /// Takes the next bonus token, if the current player has a free slot and a token is left.
    fn take_bonus_token(&mut self) {
        let table = self.rules.table;
        let player = &mut self.players[self.current];
        let Some(&points) = table.tokens.get(usize::from(self.tokens_taken)) else { return };
        if player.tokens == table.bonus_slots {
            return;
        }
        player.token_set |= 1 << self.tokens_taken;
        self.tokens_taken += 1;
        player.tokens += 1;
        player.token_points += points;
        if player.tokens == self.rules.all.with_bonus_token {
            player.pioneers += 1;
            player.boat += 1;
        }
        self.end_triggered |= player.tokens == table.bonus_slots;
    }

    /// What the columns of the player to act would come to after this swap.
    #[inline]
    pub fn columns_after_swap(&self, lower: RiverSpace, upper: RiverSpace) -> Columns {
        let me = self.me();
        me.columns.with_swap(self.rules.all, &me.terrains, [lower, upper])
    }

    #[inline]
    fn swap(&mut self, lower: RiverSpace, upper: RiverSpace) {
        let player = &mut self.players[self.current];
        player.tiles.swap(lower.index(), upper.index());
        player.columns = player.columns.with_swap(self.rules.all, &player.terrains, [lower, upper]);
        player.terrains.swap(lower.index(), upper.index());
        if let Some(Due::Swaps(times)) = self.due {
            self.due = (times > 1).then_some(Due::Swaps(times - 1));
            return self.go_on();
        }
        self.send_pioneer(ActionSpace::Swap);
        self.end_turn();
    }

    /// After anything that can bring a player more than fits or that a meadow adds to: returns first, then what is due,
    /// then whatever the game goes on with.
    #[inline]
    fn go_on(&mut self) {
        if self.holds_too_much() {
            self.phase = Phase::Return;
            return;
        }
        if let Some(due) = self.due {
            return self.go_on_with(due);
        }
        match self.stage {
            Stage::Round => self.end_turn(),
            Stage::Draft => self.next_in_draft(),
            Stage::CleanUp => self.income(),
        }
    }

    #[inline]
    fn holds_too_much(&self) -> bool {
        self.me().holds_too_much()
    }

    fn go_on_with(&mut self, due: Due) {
        match due {
            Due::Swaps(_) => self.phase = Phase::Swap,
            Due::Take(resource, amount) => {
                self.due = None;
                self.take(Bundle::of(resource, amount.min(self.supply.get(resource))));
                self.go_on();
            }
        }
    }

    /// The draft goes counter-clockwise and ends with the start player; the tile left over leaves the game.
    fn next_in_draft(&mut self) {
        if self.current != self.start_figure {
            self.current = self.current.right(self.players.players());
            self.phase = Phase::Draft;
            return;
        }
        self.tile_display = Display::default();
        self.stage = Stage::Round;
        self.round = 1;
        self.deal_tiles();
    }

    pub(super) fn begin_round(&mut self) {
        self.stage = Stage::Round;
        self.phase = Phase::Place;
        self.current = self.start_figure;
        if self.me().boat == 0 {
            self.end_turn();
        }
    }

    /// The next player clockwise with a pioneer on the boat, maybe the same one; else clean-up.
    #[inline]
    fn end_turn(&mut self) {
        let players = self.players.players();
        for seat in self.current.left(players).clockwise(players) {
            if self.players[seat].boat > 0 {
                self.current = seat;
                self.phase = Phase::Place;
                return;
            }
        }
        self.clean_up();
    }

    fn clean_up(&mut self) {
        let table = self.rules.table;
        for player in self.players.as_mut_slice() {
            player.pioneers = player.pioneers.saturating_sub(player.settling);
            player.settling = 0;
            player.boat = player.pioneers;
            player.pioneers_on = [0; ActionSpace::COUNT];
            player.open = table.open_each;
        }
        self.pioneers_on = [0; ActionSpace::COUNT];
        self.open = table.open_any;
        self.first_bonus = table.first_pioneer_bonus;
        self.stage = Stage::CleanUp;
        self.clean_up = CleanUp::default();
        self.income();
    }

    /// Income meadows in turn order from the holder of the start figure, each player's in the order of their spaces.
    fn income(&mut self) {
        if self.players.iter().all(|player| player.incomes == 0) {
            return self.end_round();
        }
        let players = self.players.players();
        let done = usize::from(self.clean_up.players_done);
        for seat in self.start_figure.clockwise(players).skip(done) {
            self.current = seat;
            if self.me().incomes > 0 && self.income_of_current() {
                return;
            }
            self.clean_up = CleanUp { players_done: self.clean_up.players_done + 1, spaces_done: 0 };
        }
        self.end_round();
    }

    /// Whether the current player has to return resources before the income goes on.
    fn income_of_current(&mut self) -> bool {
        while self.clean_up.spaces_done < self.me().tile_count {
            let kind = self.me().tiles[usize::from(self.clean_up.spaces_done)];
            self.clean_up.spaces_done += 1;
            let Some(resource) = self.income_of(kind) else { continue };
            if self.supply.get(resource) > 0 {
                self.take(Bundle::of(resource, 1));
                if self.holds_too_much() {
                    self.phase = Phase::Return;
                    return true;
                }
            }
        }
        false
    }

    fn end_round(&mut self) {
        let nobody_left = self.players.iter().all(|player| player.pioneers == 0);
        self.clean_up = CleanUp::default();
        if self.end_triggered || nobody_left {
            self.phase = Phase::Over;
            return;
        }
        self.round += 1;
        self.end_triggered = self.round >= LAST_ROUND;
        while self.tile_display.filled() != 0 {
            let kind = self.tile_display.take(Slot(self.tile_display.filled().trailing_zeros() as u8));
            let was_out = self.rules.all.tile_pieces.put(&mut self.discarded_tiles, kind.0);
            debug_assert!(was_out);
        }
        self.deal_tiles();
    }
}

impl Player {
    /// Lays a tile on the next space upstream; returns what a meadow then has to do.
    #[inline]
    fn lay(&mut self, rules: &RiverRules, kind: TileKind) -> Option<Due> {
        let tile = rules.tile(kind);
        let space = usize::from(self.tile_count);
        self.tiles[space] = kind;
        self.columns = self.columns.with_tile(rules, &self.terrains, RiverSpace(space as u8), tile.terrains);
        self.terrains[space] = tile.terrains;
        self.tile_count += 1;
        for (terrain, count) in Terrain::ALL.into_iter().zip(&mut self.of_terrain) {
            *count += u8::from(tile.terrains.contains(terrain));
        }
        self.meadows.add(tile);
        self.symbols = self.symbols.covered_by(rules.printed[self.color as usize][space], tile.symbols);
        self.settling += u8::from(rules.framed[space]);
        match tile.meadow {
            Some(Meadow::Income { .. }) => self.incomes += 1,
            Some(Meadow::Take { resource, amount }) => return Some(Due::Take(resource, amount)),
            Some(Meadow::Swap { times }) if space > 0 => return Some(Due::Swaps(times)),
            _ => {}
        }
        None
    }

    /// Whether the player has to return resources.
    #[inline]
    fn holds_too_much(&self) -> bool {
        self.held.total() > self.symbols.barns()
    }
}
