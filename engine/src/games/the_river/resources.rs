//! Resources, bundles of them, and the symbols that produce and store them.

use std::fmt;
use std::ops::{Add, AddAssign, Sub, SubAssign};
use std::str::FromStr;

use serde::Deserialize;

/// A resource, in the order in which bundles list them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Resource {
    /// Wood, from forests.
    Wood,
    /// Clay, from badlands.
    Clay,
    /// Stone, from mountains.
    Stone,
    /// Food: replaces any other resource when building; no symbol produces it.
    Food,
}

impl Resource {
    /// All four.
    pub const ALL: [Resource; 4] = [Resource::Wood, Resource::Clay, Resource::Stone, Resource::Food];
    /// The three that symbols produce.
    pub const PRODUCED: [Resource; 3] = [Resource::Wood, Resource::Clay, Resource::Stone];

    /// The name in moves and data.
    pub fn name(self) -> &'static str {
        ["wood", "clay", "stone", "food"][self as usize]
    }

    /// The resource with this name.
    pub fn from_name(name: &str) -> Option<Resource> {
        Resource::ALL.into_iter().find(|resource| resource.name() == name)
    }

    #[inline]
    fn shift(self) -> u32 {
        8 * self as u32
    }
}

impl fmt::Display for Resource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

const ONES: u32 = 0x0101_0101;
const HIGHS: u32 = 0x8080_8080;

/// A number of each resource, 0 to 127, packed in four bytes.
///
/// Sums and differences must stay in range; subtract only what is [contained](Bundle::contains).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Bundle(u32);

impl Bundle {
    /// Nothing.
    pub const NONE: Bundle = Bundle(0);

    /// So much of wood, clay, stone and food.
    #[inline]
    pub const fn new(wood: u8, clay: u8, stone: u8, food: u8) -> Bundle {
        Bundle(u32::from_le_bytes([wood, clay, stone, food]))
    }

    /// This many of one resource.
    #[inline]
    pub const fn of(resource: Resource, amount: u8) -> Bundle {
        Bundle((amount as u32) << (8 * resource as u32))
    }

    /// How many wood, clay, stone and food.
    #[inline]
    pub const fn to_bytes(self) -> [u8; 4] {
        self.0.to_le_bytes()
    }

    /// How many of `resource`.
    #[inline]
    pub fn get(self, resource: Resource) -> u8 {
        (self.0 >> resource.shift()) as u8
    }

    /// How many of all resources together, at most 255.
    #[inline]
    pub fn total(self) -> u8 {
        (self.0.wrapping_mul(ONES) >> 24) as u8
    }

    /// How many wood; wood and clay; wood, clay and stone; all together, each at most 255.
    #[inline]
    pub(super) fn sums(self) -> [u8; 4] {
        self.0.wrapping_mul(ONES).to_le_bytes()
    }

    /// Whether there is at least as much of every resource as in `other`.
    #[inline]
    pub fn contains(self, other: Bundle) -> bool {
        self.at_least(other) == HIGHS
    }

    /// The smaller number of each resource.
    #[inline]
    #[must_use]
    pub fn min(self, other: Bundle) -> Bundle {
        let other_is_smaller = (self.at_least(other) >> 7) * 0xff;
        Bundle((other.0 & other_is_smaller) | (self.0 & !other_is_smaller))
    }

    /// How many resources a holder of this lacks for each of two costs, where nothing replaces anything.
    #[inline]
    pub(super) fn missing(self, costs: [Bundle; 2]) -> [u8; 2] {
        costs.map(|cost| {
            // The high bit of a byte stays where the cost is at least what is held; the difference is below it.
            let compared = (cost.0 | HIGHS) - self.0;
            let is_missing = ((compared & HIGHS) >> 7) * 0xff;
            ((compared & !HIGHS & is_missing).wrapping_mul(ONES) >> 24) as u8
        })
    }

    /// The resources of which there is any, as a set of four bits.
    #[inline]
    pub(super) fn present(self) -> u32 {
        let present = ((self.0 + (HIGHS - ONES)) & HIGHS) >> 7;
        present.wrapping_mul(0x0102_0408) >> 24 & 0xf
    }

    /// The bundle without its food.
    #[inline]
    #[must_use]
    pub fn without_food(self) -> Bundle {
        Bundle(self.0 & 0x00ff_ffff)
    }

    /// The high bit of each byte: whether this one is at least the other.
    #[inline]
    fn at_least(self, other: Bundle) -> u32 {
        ((self.0 | HIGHS) - other.0) & HIGHS
    }
}

impl Add for Bundle {
    type Output = Bundle;

    #[inline]
    fn add(self, other: Bundle) -> Bundle {
        debug_assert_eq!((self.0 + other.0) & HIGHS, 0, "{self} + {other}");
        Bundle(self.0 + other.0)
    }
}

impl Sub for Bundle {
    type Output = Bundle;

    #[inline]
    fn sub(self, other: Bundle) -> Bundle {
        debug_assert!(self.contains(other), "{self} - {other}");
        Bundle(self.0 - other.0)
    }
}

impl AddAssign for Bundle {
    #[inline]
    fn add_assign(&mut self, other: Bundle) {
        *self = *self + other;
    }
}

impl SubAssign for Bundle {
    #[inline]
    fn sub_assign(&mut self, other: Bundle) {
        *self = *self - other;
    }
}

/// As in moves: `2w1s1f`, and `0` for nothing.
impl fmt::Display for Bundle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Bundle::NONE {
            return f.write_str("0");
        }
        for resource in Resource::ALL {
            let amount = self.get(resource);
            if amount > 0 {
                write!(f, "{amount}{}", &resource.name()[..1])?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Bundle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A text that is no bundle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("no bundle: expected for example 2w1s1f, in this order, or 0 for nothing")]
pub struct NoBundle;

impl FromStr for Bundle {
    type Err = NoBundle;

    fn from_str(text: &str) -> Result<Bundle, NoBundle> {
        let mut bundle = Bundle::NONE;
        let mut rest = text;
        while let Some(at) = rest.find(|c: char| c.is_ascii_alphabetic()) {
            let amount: u8 = rest[..at].parse().map_err(|_| NoBundle)?;
            let letter = &rest[at..=at];
            let resource = Resource::ALL.into_iter().find(|r| r.name().starts_with(letter)).ok_or(NoBundle)?;
            if amount > 99 || bundle.get(resource) > 0 {
                return Err(NoBundle);
            }
            bundle += Bundle::of(resource, amount);
            rest = &rest[at + 1..];
        }
        // One spelling for each bundle: whatever is not written so is refused.
        if bundle.to_string() == text { Ok(bundle) } else { Err(NoBundle) }
    }
}

/// Production symbols and barns, packed like a [`Bundle`] with barns in the place of food.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Symbols(Bundle);

impl Symbols {
    /// So many production symbols of wood, clay and stone, and barns.
    pub const fn new(wood: u8, clay: u8, stone: u8, barns: u8) -> Symbols {
        Symbols(Bundle::new(wood, clay, stone, barns))
    }

    /// The number of production symbols of `resource`; none for food.
    #[inline]
    pub fn production(self, resource: Resource) -> u8 {
        self.0.without_food().get(resource)
    }

    /// The production symbols, as much of each resource as they produce.
    #[inline]
    pub fn produced(self) -> Bundle {
        self.0.without_food()
    }

    /// The number of barns.
    #[inline]
    pub fn barns(self) -> u8 {
        self.0.get(Resource::Food)
    }

    /// The symbols after `covered` ones are lost and those of `tile` come.
    #[inline]
    #[must_use]
    pub fn covered_by(self, covered: Symbols, tile: Symbols) -> Symbols {
        Symbols(self.0 - covered.0 + tile.0)
    }

    /// The symbols of both.
    #[inline]
    #[must_use]
    pub fn with(self, other: Symbols) -> Symbols {
        Symbols(self.0 + other.0)
    }
}

#[cfg(test)]
#[path = "resources_tests.rs"]
mod tests;
