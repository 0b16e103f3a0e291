//! The operations of a table for callers that do not know its game.

use std::any::Any;
use std::sync::Arc;

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use riverlab_bots::BotSpec;
use riverlab_bots::eval::features::MoveTable;
use riverlab_engine::{Feature, MAX_PLAYERS, Seat, Turn, Viewer, playout};

use super::bot::BotOf;
use super::{LIST, Listed, Past, Table, features};
use crate::batch::Plan;
use crate::errors::Wrong;
use crate::game::PyGame;
use crate::games_of::GamesOf;
use crate::picture::of_text;
use crate::playable::{ActionSpace, CHANCE, Games, Guess, Playable, SeatedBot, Setup, TERMINAL};
use crate::replays::Replays;

/// The kind of replay that has the moves as texts; those before have what was told.
const MOVES: usize = 2 + MAX_PLAYERS;

impl<G: PyGame> Playable for Table<G> {
    fn clone_box(&self) -> Box<dyn Playable> {
        Box::new(self.clone())
    }

    fn setup(&self) -> &Setup {
        &self.setup
    }

    fn current_player(&self) -> i64 {
        match self.state.turn() {
            Turn::Player(seat) => seat.index() as i64,
            Turn::Chance => CHANCE,
            Turn::Over => TERMINAL,
        }
    }

    fn n_actions(&self) -> usize {
        match self.setup.actions {
            ActionSpace::Fixed => G::n_actions(self.rules),
            ActionSpace::Window(window) => G::windowed(window).expect("checked when the game began"),
            ActionSpace::List => LIST,
        }
    }

    fn legal_actions(&mut self) -> Result<&[usize], Wrong> {
        self.list()
    }

    fn apply_action(&mut self, action: usize) -> Result<(), Wrong> {
        let mv = self.legal_at(action)?;
        self.push(mv);
        Ok(())
    }

    fn apply_text(&mut self, text: &str) -> Result<(), Wrong> {
        let mv = self.legal_text(text)?;
        self.push(mv);
        Ok(())
    }

    fn chance_outcomes(&self) -> Vec<(usize, f64)> {
        let mut outcomes = Vec::new();
        self.state.chance_outcomes(&mut outcomes);
        let total: f64 = outcomes.iter().map(|&(_, weight)| f64::from(weight)).sum();
        outcomes.iter().enumerate().map(|(place, &(_, weight))| (place, f64::from(weight) / total)).collect()
    }

    fn play_chance(&mut self, seed: u64) -> usize {
        self.deal(&mut Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    fn action_to_string(&mut self, action: usize) -> Result<String, Wrong> {
        if self.state.turn() != Turn::Chance && self.setup.actions == ActionSpace::Fixed {
            let text = self.state.action_at(action).map(|mv| self.state.move_text(mv));
            let total = self.n_actions();
            return text
                .or_else(|| (action < total).then(|| G::action_name(self.rules, action)))
                .ok_or_else(|| format!("action {action}: there are {total}"));
        }
        let mv = self.legal_at(action)?;
        Ok(self.state.move_text(mv))
    }

    fn returns(&self) -> Vec<f64> {
        match self.state.turn() {
            Turn::Over => self.state.win_shares().iter().map(|share| share.value()).collect(),
            _ => vec![0.0; self.setup.players],
        }
    }

    fn scores(&self) -> Vec<f64> {
        match self.state.outcome() {
            Some(outcome) => outcome.scores.iter().copied().collect(),
            None => self.score_parts().iter().map(|parts| f64::from(parts.iter().sum::<i32>())).collect(),
        }
    }

    fn score_parts(&self) -> Vec<Vec<i32>> {
        Seat::all(self.setup.players).map(|seat| self.state.score_parts(seat)[..G::PARTS.len()].to_vec()).collect()
    }

    fn part_names(&self) -> &'static [&'static str] {
        G::PARTS
    }

    fn features(&self) -> Vec<Feature> {
        features::<G>(self.rules, &self.setup)
    }

    fn observation_len(&self) -> usize {
        self.observation_len
    }

    fn observe(&self, player: usize, out: &mut [f32]) {
        self.write_observation(Seat::new(player), out);
    }

    fn observe_afterstates(&mut self, player: usize) -> Result<Vec<f32>, Wrong> {
        self.list()?;
        let (seat, width) = (Seat::new(player), self.observation_len());
        let mut numbers = vec![0.0; self.legal.len() * width];
        let mut after = self.state.clone();
        for (&(_, mv), row) in self.legal.iter().zip(numbers.chunks_exact_mut(width)) {
            after.clone_from(&self.state);
            after.play_unchecked(mv);
            self.write_observation_of(&after, seat, row);
        }
        Ok(numbers)
    }

    fn move_features(&mut self) -> Result<(Vec<f32>, usize), Wrong> {
        self.list()?;
        let moves: Vec<G::Move> = self.legal.iter().map(|&(_, mv)| mv).collect();
        let (mut table, width) = (MoveTable::default(), G::MOVE_FEATURES.len());
        if matches!(self.state.turn(), Turn::Player(_)) && width > 0 {
            self.state.write_move_features(&moves, &mut table);
        }
        Ok((table.rows().iter().flat_map(|row| row[..width].iter().copied()).collect(), width))
    }

    fn move_feature_names(&self) -> Vec<&'static str> {
        G::MOVE_FEATURES.iter().map(|feature| feature.name).collect()
    }

    fn information_state(&self, player: usize) -> String {
        self.all_told(Seat::new(player)).join("\n")
    }

    fn position_text(&self, viewer: Viewer) -> String {
        self.state.position_text(viewer)
    }

    fn svg(&self, viewer: Viewer) -> String {
        let text = self.state.position_text(viewer);
        self.state.picture(viewer).unwrap_or_else(|| of_text(&text)).svg(G::TITLE, &text)
    }

    fn resample(&self, player: usize, seed: u64) -> Box<dyn Playable> {
        let observer = Seat::new(player);
        let mut state = self.state.clone();
        state.resample_hidden(observer, &mut Xoshiro256PlusPlus::seed_from_u64(seed));
        let public = self.public_told();
        let seats = Seat::all(self.setup.players).map(|seat| {
            if seat == observer {
                return self.all_told(seat);
            }
            public.iter().cloned().chain([format!("guess {}", state.known_position(seat)).into()]).collect()
        });
        let past = Some(Arc::new(Past { seats: seats.collect(), public }));
        Box::new(Table {
            replays: Replays::new(),
            begin: Some(Arc::new(state.clone())),
            state,
            played: Vec::new(),
            past,
            guesses: self.guesses.iter().cloned().chain([(self.moves(), player, seed)]).collect(),
            chance: None,
            ..self.clone()
        })
    }

    fn moves(&self) -> Vec<String> {
        let tell = |state: &G, mv: G::Move, lines: &mut Vec<Arc<str>>| lines.push(state.move_text(mv).into());
        let texts = |lines: &[Arc<str>]| lines.iter().map(|line| String::from(&**line)).collect();
        self.replays.lines(MOVES, &self.played, || self.start(), tell, texts)
    }

    fn history(&self) -> Vec<usize> {
        let mut actions = Vec::new();
        let mut table =
            Table { state: self.start(), played: Vec::new(), chance: None, replays: Replays::new(), ..self.clone() };
        for &mv in &self.played {
            table.list().expect("it was listed when it was played");
            actions.push(table.action_of(mv).expect("it was legal"));
            table.push_drawn(mv);
        }
        actions
    }

    fn n_moves(&self) -> usize {
        self.played.len()
    }

    fn guesses(&self) -> &[Guess] {
        &self.guesses
    }

    fn max_moves(&self) -> usize {
        G::MAX_MOVES
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn as_any_mut(&mut self) -> &mut dyn Any {
        self
    }

    fn legal_texts(&mut self) -> Result<Vec<String>, Wrong> {
        self.list()?;
        Ok(self.legal.iter().map(|&(_, mv)| self.state.move_text(mv)).collect())
    }

    fn known_position(&self, player: usize) -> String {
        self.state.known_position(Seat::new(player)).to_string()
    }

    fn playouts(
        &mut self,
        player: usize,
        action: usize,
        n: usize,
        rng: &mut Xoshiro256PlusPlus,
    ) -> Result<Vec<f64>, Wrong> {
        let mv = self.legal_at(action)?;
        let mut shares = vec![0.0; self.setup.players];
        for _ in 0..n {
            let mut state = self.state.clone();
            state.resample_hidden(Seat::new(player), rng);
            state.play_unchecked(mv);
            playout(&mut state, rng, &mut self.moves);
            shares.iter_mut().zip(state.win_shares().iter()).for_each(|(sum, share)| *sum += share.value());
        }
        self.listed = Listed::Nothing;
        Ok(shares)
    }

    fn as_seen_by(&self, player: usize, rng: &mut Xoshiro256PlusPlus) -> Box<dyn Playable> {
        let mut state = self.state.clone();
        state.resample_hidden(Seat::new(player), rng);
        let setup = Arc::new(Setup { seed: None, deal: 0, ..(*self.setup).clone() });
        Box::new(Table { setup, ..self.of_view(state) })
    }

    fn playout(&self, seed: u64) -> Vec<f64> {
        let (mut state, mut rng) = (self.state.clone(), Xoshiro256PlusPlus::seed_from_u64(seed));
        playout(&mut state, &mut rng, &mut Vec::new());
        state.win_shares().iter().map(|share| share.value()).collect()
    }

    fn has_history(&self) -> bool {
        !self.is_of_view
    }

    fn make_bot(&self, spec: &BotSpec) -> Result<Box<dyn SeatedBot>, Wrong> {
        Ok(Box::new(BotOf::new(self, spec)?))
    }

    fn make_games(&self, plan: &Plan) -> Result<Box<dyn Games>, Wrong> {
        Ok(Box::new(GamesOf::new(self, plan)?))
    }
}
