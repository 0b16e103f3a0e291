use super::*;

#[test]
fn rows_have_the_columns_of_the_header() {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.serialize(Row::default()).expect("written");
    let text = String::from_utf8(writer.into_inner().expect("in memory")).expect("text");
    assert_eq!(text.lines().next(), Some(header(&COLUMNS).as_str()));
}
