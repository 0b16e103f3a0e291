//! Where the searches of a game are compiled.

/// Writes the functions of a game that make bots and let them play ([`build_bot`](crate::Evaluate::build_bot),
/// [`play_game`](crate::Evaluate::play_game) and those beside them), so that its searches and the loop of its games are
/// compiled once, in the crate where this stands. Whoever asks for bots and plays games, the arena and every test and
/// bench, would otherwise compile them again, which takes longer than anything else in a build.
///
/// It stands in the `impl Evaluate` of every game, also of games of one's own.
#[macro_export]
macro_rules! compile_bots {
    () => {
        // Unit tests of a crate need few of the searches, and an inlined function is compiled only where it is called.
        #[cfg_attr(test, inline)]
        fn build_bot(
            spec: &$crate::BotSpec,
            weights: &$crate::WeightsFiles,
        ) -> Result<Box<dyn $crate::Bot<Self>>, $crate::SpecError> {
            $crate::registry::build_here(spec, weights)
        }

        #[cfg_attr(test, inline)]
        fn build_bot_of_modified(
            spec: &$crate::BotSpec,
            weights: &$crate::WeightsFiles,
        ) -> Result<Box<dyn $crate::Bot<$crate::ModifiedGame<Self>>>, $crate::SpecError> {
            $crate::registry::build_here(spec, weights)
        }

        #[cfg_attr(test, inline)]
        fn play_game(
            rules: &'static Self::Rules,
            deal: $crate::play::streams::Deal,
            bots: &mut [&mut dyn $crate::Bot<Self>],
            stop: &::std::sync::atomic::AtomicBool,
            before: $crate::play::game_loop::Before<'_, Self>,
        ) -> Result<($crate::play::game_loop::FinishedGame, Self), $crate::play::game_loop::BotFailure> {
            $crate::play::game_loop::play_game_until(rules, deal, bots, stop, before)
        }

        #[cfg_attr(test, inline)]
        fn play_watched_game(
            rules: &'static Self::Rules,
            deal: $crate::play::streams::Deal,
            bots: &mut [&mut dyn $crate::Bot<Self>],
            stop: &::std::sync::atomic::AtomicBool,
            watch: $crate::play::watched::Watch<'_>,
        ) -> Result<$crate::play::game_loop::FinishedGame, $crate::play::game_loop::BotFailure> {
            $crate::play::watched::play_watched_game_here(rules, deal, bots, stop, watch)
        }

        #[cfg_attr(test, inline)]
        fn play_game_of_modified(
            rules: &'static $crate::Modification<Self>,
            deal: $crate::play::streams::Deal,
            bots: &mut [&mut dyn $crate::Bot<$crate::ModifiedGame<Self>>],
            stop: &::std::sync::atomic::AtomicBool,
            before: $crate::play::game_loop::Before<'_, $crate::ModifiedGame<Self>>,
        ) -> Result<
            ($crate::play::game_loop::FinishedGame, $crate::ModifiedGame<Self>),
            $crate::play::game_loop::BotFailure,
        > {
            $crate::play::game_loop::play_game_until(rules, deal, bots, stop, before)
        }
    };
}
