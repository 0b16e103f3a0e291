use super::*;

#[test]
fn what_has_no_end_is_not_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("text");
    fs::write(&path, "one\ntwo\n").expect("written");
    assert_eq!(read_document(&path).ok(), read_journal(&path).ok());
    fs::write(&path, b"one\ntw\xff\n").expect("written");
    let said = |error: Error| error.to_string();
    for read in [read_document, read_journal] {
        assert_eq!(read(&path).map_err(said), Err("it is no UTF-8 text: line 2, byte 7".to_owned()));
        assert_eq!(read(&folder.path().join("none")).map_err(|error| error.kind()), Err(ErrorKind::NotFound));
    }
    #[cfg(unix)]
    {
        let link = folder.path().join("link");
        std::os::unix::fs::symlink("/dev/zero", &link).expect("a link");
        for read in [read_document, read_journal] {
            assert_eq!(read(&link).map_err(said), Err("it is no regular file".to_owned()));
        }
    }
    fs::write(&path, b"\xff\xfeg\0a\0").expect("written");
    assert_eq!(read_document(&path).map_err(said), Err("it is UTF-16, no UTF-8 text: line 1, byte 1".to_owned()));
    // What is named may be anything that has an end.
    let zero = read_named(Path::new("/dev/zero"));
    assert_eq!(zero.map_err(said), Err("it is larger than 64 MiB".to_owned()));
    let large = fs::File::create(&path).expect("a file");
    large.set_len(MOST + 1).expect("a hole");
    assert_eq!(read_document(&path).map_err(said), Err("it is larger than 64 MiB".to_owned()));
}
