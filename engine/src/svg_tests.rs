use super::*;

#[test]
fn a_sketch_is_drawn_around_its_place() {
    let mut sketch = Sketch::titled((10, 20), "a & b");
    sketch.stamp("stone", 1, 2).text("small", 3, 4, "<").rect("soft", 5, 6, (7, 8)).text("", 0, 0, "c");
    assert_eq!(
        sketch.svg(),
        "<title>a &amp; b</title><use href=\"#stone\" x=\"11\" y=\"22\"/><text class=\"small\" x=\"13\" y=\"24\">&lt;</text>\
         <rect class=\"soft\" x=\"15\" y=\"26\" width=\"7\" height=\"8\" rx=\"6\"/><text x=\"10\" y=\"20\">c</text>"
    );
}

#[test]
fn long_texts_are_cut() {
    assert_eq!((shortened("mill", 4), shortened("mills", 4)), ("mill".to_owned(), "mil…".to_owned()));
}
