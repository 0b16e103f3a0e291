//! Tiny games with known values, for testing what plays every game.
