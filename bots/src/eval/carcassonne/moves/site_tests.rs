use super::*;

/// Cells at these coordinates as a list of open ones.
fn open_at(cells: &[(i8, i8)]) -> Vec<OpenCell> {
    let open = |&(x, y): &(i8, i8)| {
        let mut open = OpenCell::default();
        open.cell = Cell { x, y };
        open
    };
    cells.iter().map(open).collect()
}

#[test]
fn cells_are_found_also_where_the_map_is_too_small() {
    let row: Vec<(i8, i8)> = (-96..96).step_by(3).map(|x| (x, 7)).collect();
    let far_apart = [(0, 0), (64, 0), (65, 0), (1, 0), (0, -64), (0, -63), (0, 1), (-1, 0)];
    for cells in [row.as_slice(), &far_apart, &[(-1, -1), (0, -1), (-1, 0), (-2, -1), (-1, -2)]] {
        let open = open_at(cells);
        let mut map = Map::default();
        // Nothing is left of other positions.
        for _ in 0..2 {
            map.clear();
            open.iter().enumerate().for_each(|(place, open)| map.put(open.cell, place));
        }
        for &OpenCell { cell, .. } in &open {
            let beside = |other: &OpenCell| Side::ALL.into_iter().find(|&side| cell.at(side) == other.cell);
            let expected = open.iter().enumerate().filter_map(|(place, other)| Some((place, beside(other)?)));
            assert!(map.around(&open, cell).eq(expected), "{cell:?} among {cells:?}");
        }
        map.clear();
        assert!(open.iter().all(|open_cell| map.place_of(&[], open_cell.cell).is_none()));
    }
}
