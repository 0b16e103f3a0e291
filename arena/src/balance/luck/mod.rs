//! Effects less [luck](crate::luck), in studies that ask for it.
//!
//! While a game of an experiment or a baseline is played, its luck is computed as that of any game; a game that follows the
//! baseline begins with what was seen of it. What a block keeps is what its shares and scores need:
//!
//! ```text
//! relative   luck less the mean luck of the others: of the affected player, summed over the seats; or of the start player
//! own        luck itself: of the affected player, summed over the seats; or summed over all players
//! ```
//!
//! The share effect of a deal has the relative luck of the experiment as its variates, less that of the baseline where the
//! start player is compared (where one player is affected in turn at each seat, what the baseline gives to all seats is a
//! whole win: no luck is in that). Score effects have these and the own luck of the experiment less that of the baseline. All
//! have mean zero, so that effects less any multiple of them are unbiased. Values are those of positions, without
//! features: few numbers, as they stand in `blocks.csv`.
//!
//! - `block.rs` adds up the luck of the games of a block, as they are played;
//! - `effect.rs` gathers it deal by deal, and adjusts effects.

pub mod block;
pub mod effect;
#[cfg(test)]
mod tests;
