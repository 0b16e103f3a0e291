//! Where the searches of a game are compiled.

/// Writes [`build_bot`](crate::Evaluate::build_bot) and
/// [`build_bot_of_modified`](crate::Evaluate::build_bot_of_modified) of a game, so that its searches are compiled once,
/// in the crate where this stands. Whoever asks for bots, the arena and every test and bench, would otherwise compile
/// them again, which takes longer than anything else in a build.
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
    };
}
