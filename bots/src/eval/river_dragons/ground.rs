//! What lies on the board as the search for ways looks at it, whoever walks.

use riverlab_engine::games::river_dragons::{Board, RiverDragons, SpanIdx, SupportIdx, SupportSet};

/// Where planks lie, where none can be laid now, and where stones lie.
#[derive(Clone)]
pub(super) struct Ground {
    pub(super) board: &'static Board,
    /// For each support, those that a plank joins with it.
    pub(super) bridged: [SupportSet; SupportIdx::COUNT],
    /// For each support, those that no plank joins with it, and none can now.
    pub(super) blocked: [SupportSet; SupportIdx::COUNT],
    /// The islands with a stone.
    pub(super) stones: SupportSet,
}

impl Ground {
    /// The ground of a position.
    pub(super) fn of(state: &RiverDragons) -> Ground {
        let none = [SupportSet::default(); SupportIdx::COUNT];
        let (board, full) = (&state.rules().board, state.full());
        let mut ground = Ground { board, bridged: none, blocked: none, stones: state.stones() };
        for span in state.bridged().iter() {
            let [one, other] = board.spans[span.index()].ends;
            ground.bridged[one.index()].insert(other);
            ground.bridged[other.index()].insert(one);
            let crossed = &board.crossed[span.index()];
            ground.blocked.iter_mut().zip(crossed).for_each(|(blocked, &crossed)| blocked.add(crossed));
        }
        full.iter().for_each(|end| ground.blocked[end.index()] = SupportSet::ALL);
        for (blocked, &bridged) in ground.blocked.iter_mut().zip(&ground.bridged) {
            blocked.add(full);
            *blocked = blocked.without(bridged);
        }
        ground
    }

    /// Whether a plank lies on a span.
    #[inline]
    pub(super) fn is_bridged(&self, span: SpanIdx) -> bool {
        let [one, other] = self.board.spans[span.index()].ends;
        self.bridged[one.index()].contains(other)
    }

    /// Whether no plank lies on a span, and none can be laid there now.
    #[inline]
    pub(super) fn is_blocked(&self, span: SpanIdx) -> bool {
        let [one, other] = self.board.spans[span.index()].ends;
        self.blocked[one.index()].contains(other)
    }

    /// Whether planks can rest on a support: a village, or an island with a stone.
    #[inline]
    pub(super) fn is_firm(&self, support: SupportIdx) -> bool {
        support.village().is_some() || self.stones.contains(support)
    }

    /// The number of bare spans at a support where a plank of a length can be laid at once, if the support is firm.
    #[inline]
    pub(super) fn layable(&self, support: SupportIdx, length: usize) -> u8 {
        let at = support.index();
        let near = self.board.near[at][length];
        let bare = near.without(self.bridged[at]).without(self.blocked[at]);
        let mut firm = self.stones;
        firm.add(SupportSet::VILLAGES);
        bare.both(firm).len() as u8
    }
}
