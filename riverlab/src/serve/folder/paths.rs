//! Which files and folders pages may name: those below the folder of the server.

use std::path::{Component, Path, PathBuf};

use crate::serve::refusal::Refusal;

/// What stands at this path below a folder, which has no links in its own path. Nothing that begins with a dot can be named,
/// and no link leads elsewhere.
pub(in crate::serve) fn find(root: &Path, text: &str) -> Result<PathBuf, Refusal> {
    let absent = || Refusal::absent(format!("there is no \"{text}\" here"));
    let is_plain = |component: Component<'_>| match component {
        Component::Normal(name) => !name.to_string_lossy().starts_with('.'),
        Component::CurDir => true,
        _ => false,
    };
    if text.contains('\0') || !Path::new(text).components().all(is_plain) {
        return Err(absent());
    }
    let path = root.join(text).canonicalize().map_err(|_| absent())?;
    if path.starts_with(root) { Ok(path) } else { Err(absent()) }
}

#[cfg(test)]
#[path = "paths_tests.rs"]
mod tests;
