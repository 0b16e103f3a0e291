//! What can happen to a component in a game.

use riverlab_engine::{ComponentIdx, Seat};

/// Something that happened to a component in a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ComponentEvent {
    /// A deal has put a piece on offer.
    Offered(ComponentIdx),
    /// A seat has taken its first piece.
    TakenFirst {
        /// The component.
        component: ComponentIdx,
        /// The round.
        round: u32,
    },
    /// A seat has taken one more piece.
    TakenAgain(ComponentIdx),
    /// A seat has some at the end.
    Held {
        /// The component.
        component: ComponentIdx,
        /// Who has it.
        seat: Seat,
        /// The points that its pieces brought together.
        points: i32,
    },
}

// Hundreds of them are kept of each game until its turn has come.
const _: () = assert!(size_of::<ComponentEvent>() == 8);
