use super::*;

#[test]
fn a_copy_of_the_file_does_not_keep_the_folder_locked() {
    let folder = tempfile::tempdir().expect("a folder");
    drop(FolderLock::take(folder.path()).expect("free"));
    let file = LockableFile::from(File::open(folder.path()).expect("a folder"));
    file.try_lock().expect("free");
    assert!(FolderLock::take(folder.path()).is_err());
    // As in a child between fork and exec.
    let copy = file.try_clone().expect("a copy");
    drop(file);
    let again = FolderLock::take(folder.path()).expect("free again");
    assert!(FolderLock::take(folder.path()).is_err());
    drop((copy, again));
}
