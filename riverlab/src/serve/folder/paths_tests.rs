use super::*;
use std::fs;
use std::os::unix::fs::symlink;

#[test]
fn nothing_outside_of_the_folder_can_be_named() {
    let outer = tempfile::tempdir().expect("a folder");
    let root = outer.path().canonicalize().expect("a path").join("root");
    fs::create_dir_all(root.join("a/b")).expect("made");
    fs::create_dir_all(root.join(".hidden")).expect("made");
    fs::write(outer.path().join("secret"), "x").expect("written");
    symlink(outer.path().join("secret"), root.join("a/link")).expect("made");
    symlink(root.join("a"), root.join("inside")).expect("made");
    for (text, found) in [("a/b", "a/b"), ("", ""), ("./a", "a"), ("a//b/", "a/b"), ("inside/b", "a/b")] {
        assert_eq!(find(&root, text).expect("there"), root.join(found), "{text}");
    }
    let absolute = root.join("a").display().to_string();
    for text in ["..", "a/../../secret", "/etc/passwd", &absolute, ".hidden", "a/link", "none", "a\0b", "../root/a"] {
        assert!(find(&root, text).is_err(), "{text}");
    }
}
