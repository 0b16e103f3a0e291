//! The board: villages, islands, and the spans between them, computed from positions in whole numbers.

/// The number of villages, and of colors.
pub(super) const COLORS: usize = 6;
/// The number of islands.
pub(super) const ISLANDS: usize = 27;
/// Villages and islands.
pub(super) const SUPPORTS: usize = COLORS + ISLANDS;
/// The number of planks of a color.
pub(super) const LENGTHS: usize = 6;
/// All planks.
pub(super) const PLANKS: usize = COLORS * LENGTHS;
/// No board has more spans.
pub(super) const SPANS: usize = 192;

/// A color, and its village: an index in the order of the data.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Color(pub(super) u8);

impl Color {
    /// All colors.
    pub fn all() -> impl Iterator<Item = Color> {
        (0..COLORS as u8).map(Color)
    }

    /// The index, from 0.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The village as what planks rest on.
    #[inline]
    pub fn support(self) -> SupportIdx {
        SupportIdx(self.0)
    }
}

/// A village or an island: villages come first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct SupportIdx(pub(super) u8);

impl SupportIdx {
    /// The support that an island is, by its index from 0.
    #[inline]
    pub(super) fn of_island(island: u8) -> SupportIdx {
        SupportIdx(COLORS as u8 + island)
    }

    /// The number of villages and islands.
    pub const COUNT: usize = SUPPORTS;

    /// The support of an index.
    ///
    /// # Panics
    /// When there are not so many.
    #[inline]
    pub fn at(index: usize) -> SupportIdx {
        assert!(index < SUPPORTS, "{index} is no support");
        SupportIdx(index as u8)
    }

    /// The index, from 0; villages come first.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The index of the island, from 0, if it is one.
    #[inline]
    pub fn island(self) -> Option<u8> {
        self.0.checked_sub(COLORS as u8)
    }

    /// The village, if it is one.
    #[inline]
    pub fn village(self) -> Option<Color> {
        (self.index() < COLORS).then_some(Color(self.0))
    }
}

/// A plank: one of six of a color.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct PlankIdx(pub(super) u8);

impl PlankIdx {
    /// The plank of a color with this index of its length, from 0.
    #[inline]
    pub(super) fn of(color: Color, length: u8) -> PlankIdx {
        PlankIdx(color.0 * LENGTHS as u8 + length)
    }

    #[inline]
    pub(super) fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The color.
    #[inline]
    pub fn color(self) -> Color {
        Color(self.0 / LENGTHS as u8)
    }

    /// The index of its length, from 0; its number less 1.
    #[inline]
    pub fn length(self) -> u8 {
        self.0 % LENGTHS as u8
    }
}

/// A set of planks, one bit each.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Planks(pub(super) u64);

impl Planks {
    pub(super) const OF_ONE_COLOR: u64 = (1 << LENGTHS) - 1;

    #[inline]
    pub(super) fn one(plank: PlankIdx) -> Planks {
        Planks(1 << plank.0)
    }

    #[inline]
    pub(super) fn contains(self, plank: PlankIdx) -> bool {
        self.0 >> plank.0 & 1 == 1
    }

    #[inline]
    pub(super) fn len(self) -> u32 {
        self.0.count_ones()
    }

    #[inline]
    pub(super) fn iter(self) -> impl Iterator<Item = PlankIdx> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let plank = PlankIdx(left.trailing_zeros() as u8);
            (left != 0).then(|| {
                left &= left - 1;
                plank
            })
        })
    }
}

/// Where a pawn stands: on a plank or in a village.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Place(pub(super) u8);

impl Place {
    /// A village.
    #[inline]
    pub fn village(color: Color) -> Place {
        Place(PLANKS as u8 + color.0)
    }

    /// A plank.
    #[inline]
    pub fn plank(plank: PlankIdx) -> Place {
        Place(plank.0)
    }

    /// The plank, if it is one.
    #[inline]
    pub fn as_plank(self) -> Option<PlankIdx> {
        (usize::from(self.0) < PLANKS).then_some(PlankIdx(self.0))
    }

    /// The village, if it is one.
    #[inline]
    pub fn as_village(self) -> Option<Color> {
        self.0.checked_sub(PLANKS as u8).map(Color)
    }
}

/// A span, an index into the board's list.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct SpanIdx(pub(super) u8);

impl SpanIdx {
    /// The index, from 0.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// A set of spans.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SpanSet(pub(super) [u64; SPANS / 64]);

impl SpanSet {
    /// No board has more spans.
    pub const MAX: usize = SPANS;

    /// Adds a span.
    #[inline]
    pub fn insert(&mut self, span: SpanIdx) {
        self.0[span.index() / 64] |= 1 << (span.0 % 64);
    }

    /// Whether a span is in it.
    #[inline]
    pub fn contains(&self, span: SpanIdx) -> bool {
        self.0[span.index() / 64] >> (span.0 % 64) & 1 == 1
    }

    #[inline]
    pub(super) fn add(&mut self, others: &SpanSet) {
        self.0.iter_mut().zip(others.0).for_each(|(word, other)| *word |= other);
    }

    #[inline]
    pub(super) fn without(&self, others: &SpanSet) -> SpanSet {
        SpanSet(std::array::from_fn(|idx| self.0[idx] & !others.0[idx]))
    }

    #[inline]
    pub(super) fn both(&self, others: &SpanSet) -> SpanSet {
        SpanSet(std::array::from_fn(|idx| self.0[idx] & others.0[idx]))
    }

    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.0 == [0; SPANS / 64]
    }

    pub(super) fn len(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// The spans, in order.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = SpanIdx> {
        (0_u8..).zip(self.0).flat_map(|(idx, word)| {
            let mut left = word;
            std::iter::from_fn(move || {
                let span = SpanIdx(64 * idx + left.trailing_zeros() as u8);
                (left != 0).then(|| {
                    left &= left - 1;
                    span
                })
            })
        })
    }
}

/// Two supports that a plank can join, a village first, else the smaller island.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Span {
    /// The supports.
    pub ends: [SupportIdx; 2],
    /// The index of the length of the shortest plank that reaches.
    pub length: u8,
}

/// A span as it is seen from one of its ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Beside {
    /// The span.
    pub over: SpanIdx,
    /// Its other end.
    pub from: SupportIdx,
    /// The index of the length of the shortest plank that reaches.
    pub length: u8,
}

/// Positions and measures.
#[derive(Clone, Debug)]
pub(super) struct Measures {
    /// Of the supports.
    pub(super) at: [[i64; 2]; SUPPORTS],
    pub(super) reach: [i64; LENGTHS],
    pub(super) village_rim: i64,
    pub(super) island_near: i64,
    pub(super) village_near: i64,
}

/// What follows from positions and measures.
#[derive(Debug)]
pub struct Board {
    /// All spans.
    pub spans: Vec<Span>,
    /// Of each span those that it crosses away from a shared support.
    pub(super) crossing: Vec<SpanSet>,
    /// Of each support the spans that end there.
    pub(super) touching: [SpanSet; SUPPORTS],
    /// Of each support the spans that end there.
    pub beside: [Vec<Beside>; SUPPORTS],
    /// Of each length the spans that it reaches over.
    pub(super) reached: [SpanSet; LENGTHS],
    /// To each village from each span, then from each village, in steps, if a plank lies on every span.
    pub(super) steps: [Vec<u8>; COLORS],
}

/// Farther than any place.
const NEVER: u8 = u8::MAX;

fn minus(a: [i64; 2], b: [i64; 2]) -> [i64; 2] {
    [a[0] - b[0], a[1] - b[1]]
}

fn cross(a: [i64; 2], b: [i64; 2]) -> i64 {
    a[0] * b[1] - a[1] * b[0]
}

fn dot(a: [i64; 2], b: [i64; 2]) -> i64 {
    a[0] * b[0] + a[1] * b[1]
}

/// Whether a point is nearer than `near` to the line from `a` to `b`, which is no point.
fn is_near(point: [i64; 2], a: [i64; 2], b: [i64; 2], near: i64) -> bool {
    let (line, to) = (minus(b, a), minus(point, a));
    let (along, length) = (dot(line, to), dot(line, line));
    if along <= 0 {
        return dot(to, to) < near * near;
    }
    if along >= length {
        let to = minus(point, b);
        return dot(to, to) < near * near;
    }
    cross(line, to).pow(2) < near * near * length
}

impl Measures {
    fn span(&self, first: usize, second: usize) -> Option<Span> {
        let (a, b) = (self.at[first], self.at[second]);
        let rim = if first < COLORS { self.village_rim } else { 0 };
        let distance = dot(minus(b, a), minus(b, a));
        let length = self.reach.iter().position(|reach| distance <= (reach + rim).pow(2))?;
        let blocks = |third: usize| {
            let near = if third < COLORS { self.village_near } else { self.island_near };
            third != first && third != second && is_near(self.at[third], a, b, near)
        };
        if (0..SUPPORTS).any(blocks) {
            return None;
        }
        Some(Span { ends: [first, second].map(|support| SupportIdx(support as u8)), length: length as u8 })
    }

    /// Whether two lines meet at a point that is an end of neither.
    fn cross(&self, one: Span, other: Span) -> bool {
        if one.ends.iter().any(|end| other.ends.contains(end)) {
            return false;
        }
        let at = |span: Span| span.ends.map(|end| self.at[end.index()]);
        let ([a, b], [c, d]) = (at(one), at(other));
        let sides = |a, b, c, d| {
            let line = minus(b, a);
            cross(line, minus(c, a)).signum() * cross(line, minus(d, a)).signum()
        };
        sides(a, b, c, d) < 0 && sides(c, d, a, b) < 0
    }

    /// The board, or the number of spans if there are too many.
    pub(super) fn board(&self) -> Result<Board, usize> {
        let pairs = (COLORS..SUPPORTS).flat_map(|second| (0..second).map(move |first| (first, second)));
        let mut spans: Vec<Span> = pairs.filter_map(|(first, second)| self.span(first, second)).collect();
        spans.sort_by_key(|span| span.ends);
        if spans.len() > SPANS {
            return Err(spans.len());
        }
        let all = || (0..spans.len()).map(|idx| SpanIdx(idx as u8));
        let set = |fits: &dyn Fn(&Span) -> bool| {
            let mut set = SpanSet::default();
            all().filter(|span| fits(&spans[span.index()])).for_each(|span| set.insert(span));
            set
        };
        let crossing = spans.iter().map(|span| set(&|other| self.cross(*span, *other))).collect();
        let touching = std::array::from_fn(|support| set(&|span| span.ends.contains(&SupportIdx(support as u8))));
        let reached = std::array::from_fn(|length| set(&|span| usize::from(span.length) <= length));
        let beside = std::array::from_fn(|support| {
            let support = SupportIdx(support as u8);
            let ending = all().zip(&spans).filter(|(_, span)| span.ends.contains(&support));
            ending
                .map(|(over, Span { ends, length })| Beside {
                    over,
                    from: ends[usize::from(ends[0] == support)],
                    length: *length,
                })
                .collect()
        });
        let steps = std::array::from_fn(|_| Vec::new());
        let mut board = Board { spans, crossing, touching, beside, reached, steps };
        board.steps = std::array::from_fn(|village| board.steps_to(Color(village as u8)));
        Ok(board)
    }
}

impl Board {
    /// The number of pairs of spans that cross.
    pub fn crossings(&self) -> usize {
        self.crossing.iter().map(|set| set.len() as usize).sum::<usize>() / 2
    }

    /// Whether there is a way between two villages.
    pub(super) fn joins(&self, from: Color, to: Color) -> bool {
        self.steps[to.index()][self.spans.len() + from.index()] != NEVER
    }

    /// Steps to a village from everywhere, villages behind the spans; breadth first.
    fn steps_to(&self, goal: Color) -> Vec<u8> {
        let spans = self.spans.len();
        let mut steps = vec![NEVER; spans + COLORS];
        let mut next = vec![spans + goal.index()];
        steps[next[0]] = 0;
        let mut at = 0;
        while at < next.len() {
            let place = next[at];
            at += 1;
            let mut beside: Vec<usize> = Vec::new();
            if let Some(village) = place.checked_sub(spans) {
                beside.extend(self.touching[village].iter().map(SpanIdx::index));
            } else {
                for end in self.spans[place].ends {
                    match end.village() {
                        Some(village) => beside.push(spans + village.index()),
                        None => beside.extend(self.touching[end.index()].iter().map(SpanIdx::index)),
                    }
                }
            }
            for other in beside {
                if steps[other] == NEVER {
                    steps[other] = steps[place] + 1;
                    next.push(other);
                }
            }
        }
        steps
    }
}
