use super::*;

#[test]
fn files_are_replaced_and_nothing_else_is() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("page.html");
    for content in ["one", "two"] {
        write_output(&path, content.as_bytes()).expect("written");
        assert_eq!(fs::read_to_string(&path).expect("there"), content);
    }
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1);
    for (other, why) in [("", "it is there and is no file"), ("no/page.html", "its folder is not there")] {
        let error = write_output(&folder.path().join(other), b"x").expect_err("refused").to_string();
        assert!(error.starts_with("cannot write ") && error.ends_with(why), "{error}");
    }
    assert!(write_output(&path.join("below-a-file"), b"x").is_err());
}
