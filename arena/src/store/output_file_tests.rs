use super::*;

#[test]
fn files_are_replaced_and_nothing_else_is() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("page.html");
    for content in ["one", "two"] {
        write_output(&path, content.as_bytes(), Replaces::All).expect("written");
        assert_eq!(fs::read_to_string(&path).expect("there"), content);
    }
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1);
    for (other, why) in [("", "it is there and is no file"), ("no/page.html", "its folder is not there")] {
        let error = write_output(&folder.path().join(other), b"x", Replaces::All).expect_err("refused").to_string();
        assert!(error.starts_with("cannot write ") && error.ends_with(why), "{error}");
    }
    assert!(write_output(&path.join("below-a-file"), b"x", Replaces::All).is_err());
}

#[test]
fn files_of_others_stay() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("notes.html");
    let write = |replaces| write_output(&path, b"ours, new", replaces);
    for (there, is_ours) in [("", true), ("ours, old", true), ("our", false), ("notes", false)] {
        fs::write(&path, there).expect("written");
        assert_eq!(write(Replaces::Own("ours")).is_ok(), is_ours, "{there}");
        assert_eq!(fs::read_to_string(&path).expect("there") == "ours, new", is_ours, "{there}");
        write(Replaces::own_unless(true, "ours")).expect("anything is replaced");
    }
}

#[test]
fn links_and_permissions_stay() {
    let folder = tempfile::tempdir().expect("a folder");
    let (path, link) = (folder.path().join("real/page.html"), folder.path().join("link.html"));
    fs::create_dir(folder.path().join("real")).expect("a folder");
    fs::write(&path, "").expect("written");
    fs::set_permissions(&path, Permissions::from_mode(0o600)).expect("set");
    std::os::unix::fs::symlink(&path, &link).expect("a link");
    write_output(&link, b"new", Replaces::All).expect("written");
    assert!(link.is_symlink() && fs::read(&path).expect("there") == b"new");
    assert_eq!(fs::metadata(&path).expect("there").permissions().mode() & 0o777, 0o600);
}

#[test]
fn what_is_read_is_known_by_any_name() {
    use std::os::unix::fs::symlink;
    let folder = tempfile::tempdir().expect("a folder");
    let run = folder.path().join("run");
    fs::create_dir(&run).expect("a folder");
    fs::write(run.join("games.csv"), "").expect("written");
    symlink(&run, folder.path().join("same")).expect("a link");
    symlink(run.join("games.csv"), folder.path().join("link.html")).expect("a link");
    fs::hard_link(run.join("games.csv"), folder.path().join("hard.html")).expect("a link");
    for name in
        ["run/games.csv", "run/../run/./games.csv", "same/games.csv", "link.html", "hard.html", "same/match.csv"]
    {
        assert!(check_not_of_run(&folder.path().join(name), &run).is_err(), "{name}");
    }
    for name in ["run/report.html", "games.csv", "other/games.csv"] {
        assert!(check_not_of_run(&folder.path().join(name), &run).is_ok(), "{name}");
    }
    assert!(check_not_input(&folder.path().join("link.html"), &run.join("games.csv")).is_err());
    assert!(check_not_input(&folder.path().join("page.html"), &run.join("games.csv")).is_ok());
}
