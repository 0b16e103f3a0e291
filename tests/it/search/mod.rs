//! Bots that search: they find known answers, do not peek, keep within bounds and repeat themselves.

/// Search on games with known answers, and on all games.
mod known_answers;
