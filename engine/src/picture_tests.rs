use super::*;

#[test]
fn text_is_escaped() {
    assert_eq!(escaped("a<b> & \"c\" 'd'\n\u{1}"), "a&lt;b&gt; &amp; &quot;c&quot; &#39;d&#39;\n\u{fffd}");
}

#[test]
fn a_viewer_knows_its_own_secrets() {
    let (own, other) = (Seat::FIRST, Seat::new(1));
    assert_eq!([own, other].map(|seat| Viewer::Seat(own).knows(seat)), [true, false]);
    assert_eq!([own, other].map(|seat| Viewer::Public.knows(seat)), [false, false]);
    assert_eq!([own, other].map(|seat| Viewer::All.knows(seat)), [true, true]);
}

#[test]
fn a_picture_is_one_file() {
    let mut picture = Picture::new(ViewBox { x: -1, y: 0, width: 20, height: 10 }, String::new());
    picture.add("stone-1", player_disc(Seat::new(1), 5, 5, 4));
    let svg = picture.svg("a < b", "one stone");
    assert!(svg.contains("viewBox=\"-1 0 20 10\"><title>a &lt; b</title><desc>one stone</desc>"), "{svg}");
    assert!(svg.ends_with("<g data-part=\"stone-1\"><circle class=\"p2 edge\" cx=\"5\" cy=\"5\" r=\"4\"/><text class=\"on-player middle\" x=\"5\" y=\"6\" style=\"font-size:5px\">2</text></g></svg>\n"), "{svg}");
}
