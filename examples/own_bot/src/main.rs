//! The program riverlab with one bot more: `cargo run --release -- tournament the-river --bots hash greedy`

use riverlab::bots::rand::Rng;
use riverlab::bots::{Bot, BotInfo, BotKind, BotRng, Evaluate, Options, SpecError, View};
use riverlab::{Registry, cli};

/// Plays the legal move whose text has the least hash, after a seed that is drawn anew for each decision.
struct Hash;

impl BotKind for Hash {
    const INFO: BotInfo =
        BotInfo { name: "hash", summary: "the move with the least hash", options: &[], source: "an example" };

    fn build<G: Evaluate>(_options: &Options<'_>) -> Result<Box<dyn Bot<G>>, SpecError> {
        Ok(Box::new(Hash))
    }
}

impl<G: Evaluate> Bot<G> for Hash {
    fn choose(&mut self, view: &View<'_, G>, rng: &mut BotRng) -> G::Move {
        let seed = format!("{:016x}", rng.next_u64());
        let mut legal = Vec::new();
        view.legal_moves(&mut legal);
        legal.into_iter().min_by_key(|&mv| fnv1a(&(seed.clone() + &view.move_text(mv)))).expect("a legal move")
    }
}

/// The 64-bit hash of Fowler, Noll and Vo, variant 1a.
fn fnv1a(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

fn main() -> std::process::ExitCode {
    cli::main_with(Registry::standard().with_bot::<Hash>())
}
