//! The board: the spans between villages and islands, and what follows from where they lie.

use super::limits::{COLORS, LENGTHS, MAX_SPANS, SUPPORTS};
use super::measures::Measures;
use super::pieces::{Color, SupportIdx, SupportSet};
use super::spans::{Beside, Span, SpanIdx, SpanSet};

/// The spans, and what the rules ask of them, worked out once.
#[derive(Debug)]
pub struct Board {
    /// The positions of the supports, in the units of the data: to the right, and down.
    pub(super) at: [[i64; 2]; SUPPORTS],
    /// All spans.
    pub spans: Vec<Span>,
    /// For each span, those that it crosses away from a shared support.
    pub(super) crossing: Vec<SpanSet>,
    /// For each support, the set of spans that end there.
    pub(super) touching: [SpanSet; SUPPORTS],
    /// For each support, the spans that end there, as they are seen from it.
    pub beside: [Vec<Beside>; SUPPORTS],
    /// For each support, and each length, the supports that a plank of it reaches from there.
    pub near: [[SupportSet; LENGTHS]; SUPPORTS],
    /// For each span those that it crosses, as the farther ends that they have for each support.
    pub crossed: Vec<[SupportSet; SUPPORTS]>,
    /// For each length, the spans that a plank of it reaches over.
    pub(super) reached: [SpanSet; LENGTHS],
    /// For each village, the steps to it from each span, then from each village, as if a plank lay on every span.
    pub(super) steps: [Vec<u8>; COLORS],
}

/// The number of steps to what cannot be reached.
const NEVER: u8 = u8::MAX;

impl Board {
    /// The board of these measures, or the number of its spans if they are too many.
    pub(super) fn new(measures: &Measures) -> Result<Board, usize> {
        let spans = measures.spans();
        if spans.len() > MAX_SPANS {
            return Err(spans.len());
        }
        let set = |fits: &dyn Fn(&Span) -> bool| {
            let mut set = SpanSet::default();
            let fitting = spans.iter().enumerate().filter(|(_, span)| fits(span));
            fitting.for_each(|(idx, _)| set.insert(SpanIdx(idx as u8)));
            set
        };
        let mut board = Board {
            at: measures.at,
            crossing: spans.iter().map(|span| set(&|other| measures.cross(*span, *other))).collect(),
            touching: std::array::from_fn(|support| set(&|span| span.ends.contains(&SupportIdx(support as u8)))),
            beside: std::array::from_fn(|support| beside(SupportIdx(support as u8), &spans)),
            reached: std::array::from_fn(|length| set(&|span| usize::from(span.length) <= length)),
            near: std::array::from_fn(|support| near(SupportIdx(support as u8), &spans)),
            crossed: Vec::new(),
            steps: std::array::from_fn(|_| Vec::new()),
            spans,
        };
        board.crossed = board.crossing.iter().map(|crossing| board.farther_ends(crossing)).collect();
        board.steps = std::array::from_fn(|village| board.steps_to(Color(village as u8)));
        Ok(board)
    }

    /// The number of pairs of spans that cross.
    pub fn crossings(&self) -> usize {
        self.crossing.iter().map(|set| set.len() as usize).sum::<usize>() / 2
    }

    /// The farther ends that the spans of a set have for each support.
    fn farther_ends(&self, set: &SpanSet) -> [SupportSet; SUPPORTS] {
        let mut farther = [SupportSet::default(); SUPPORTS];
        for span in set.iter() {
            let [one, other] = self.spans[span.index()].ends;
            farther[one.index()].insert(other);
            farther[other.index()].insert(one);
        }
        farther
    }

    /// The most steps to any village from where there is a way to it.
    pub(super) fn most_steps(&self) -> u8 {
        self.steps.iter().flatten().copied().filter(|&steps| steps != NEVER).max().unwrap_or(0)
    }

    /// Whether there is a way between two villages.
    pub(super) fn joins(&self, from: Color, to: Color) -> bool {
        self.steps[to.index()][self.spans.len() + from.index()] != NEVER
    }

    /// The steps to a village from every span and, behind the spans, from every village: breadth-first search.
    fn steps_to(&self, goal: Color) -> Vec<u8> {
        let spans = self.spans.len();
        let mut steps = vec![NEVER; spans + COLORS];
        let mut next = vec![spans + goal.index()];
        steps[next[0]] = 0;
        let mut at = 0;
        while at < next.len() {
            let place = next[at];
            at += 1;
            for other in self.one_step_from(place) {
                if steps[other] == NEVER {
                    steps[other] = steps[place] + 1;
                    next.push(other);
                }
            }
        }
        steps
    }

    /// The spans and, behind them, villages that are one step from a span or village, numbered in the same way.
    fn one_step_from(&self, place: usize) -> Vec<usize> {
        let touching = |support: usize| self.touching[support].iter().map(SpanIdx::index);
        let spans = self.spans.len();
        if let Some(village) = place.checked_sub(spans) {
            return touching(village).collect();
        }
        let mut beside = Vec::new();
        for end in self.spans[place].ends {
            match end.village() {
                Some(village) => beside.push(spans + village.index()),
                None => beside.extend(touching(end.index())),
            }
        }
        beside
    }
}

/// The spans that end at a support, as they are seen from it.
fn beside(support: SupportIdx, spans: &[Span]) -> Vec<Beside> {
    let ending = (0..).map(SpanIdx).zip(spans).filter(|(_, span)| span.ends.contains(&support));
    let seen = |(over, Span { ends, length }): (SpanIdx, &Span)| Beside {
        over,
        from: ends[usize::from(ends[0] == support)],
        length: *length,
    };
    ending.map(seen).collect()
}

/// For each length, the supports that a plank of it reaches from a support.
fn near(support: SupportIdx, spans: &[Span]) -> [SupportSet; LENGTHS] {
    let mut near = [SupportSet::default(); LENGTHS];
    for Beside { from, length, .. } in beside(support, spans) {
        near[usize::from(length)..].iter_mut().for_each(|set| set.insert(from));
    }
    near
}
