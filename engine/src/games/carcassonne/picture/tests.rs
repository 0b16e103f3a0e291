use super::*;
use crate::GameRules;
use crate::games::carcassonne::{CarcassonneRules, TileIdx};
use crate::picture::STYLE;
#[test]
fn tmp_sheet() {
    let rules = CarcassonneRules::standard();
    let mut svg = format!(
        "<svg xmlns='http://www.w3.org/2000/svg' class='picture' width='1200' height='1300' viewBox='0 0 1200 1300'><style>{}</style><defs>{}</defs><rect class='paper' width='1200' height='1300'/>",
        STYLE, rules.definitions
    );
    for (idx, tile) in rules.tiles.iter().enumerate() {
        let (x, y) = (80 + idx % 8 * 145, 80 + idx / 8 * 165);
        svg += &format!("<g transform='translate({x} {y})scale(1.9)'><use href='#carcassonne-t{idx}'/>");
        for (segment, anchor) in tile.segments.iter().zip(&rules.drawings[idx].anchors) {
            let kind = if segment.kind as usize == 3 { 'f' } else { 'm' };
            svg += &format!(
                "<use href='#carcassonne-{kind}{}' x='{}' y='{}'/>",
                segment.kind as usize + 1,
                anchor.x,
                anchor.y
            );
        }
        svg += &format!("</g><text class='small bold middle' x='{x}' y='{}'>{}</text>", y + 82, tile.id);
        let _ = TileIdx(0);
    }
    std::fs::write("/tmp/picb/sheet2.svg", svg + "</svg>").unwrap();
}
