use super::*;
use crate::cli::command::Cli;

/// The options of a command, and of those below it, that take paths: their names and the commands.
fn paths(command: &Command, found: &mut Vec<(String, Arg)>) {
    let of_path = command.get_arguments().filter(|arg| arg.get_value_parser().type_id() == TypeId::of::<PathBuf>());
    found.extend(of_path.map(|arg| (format!("{} {}", command.get_name(), arg.get_id()), arg.clone())));
    command.get_subcommands().for_each(|command| paths(command, found));
}

#[test]
fn no_option_takes_a_path_that_begins_with_a_home_sign() {
    let mut found = Vec::new();
    paths(&Cli::program(), &mut found);
    let names: Vec<&str> = found.iter().map(|(name, _)| name.as_str()).collect();
    for name in [
        "tournament out",
        "tournament rules",
        "match plan",
        "tune out",
        "report html",
        "replay svg",
        "serve folder",
        "play save",
    ] {
        assert!(names.contains(&name), "{name}: {names:?}");
    }
    for (name, arg) in &found {
        let alone = || Arg::new("path").long("path").value_parser(arg.get_value_parser().clone());
        let parsed = |path: &str| {
            Command::new("x").no_binary_name(true).arg(alone()).try_get_matches_from([format!("--path={path}")])
        };
        for path in ["~", "~/run", "~ada/run"] {
            let refused = parsed(path).expect_err(name).to_string();
            assert!(refused.contains(NO_HOME), "{name} {path}: {refused}");
        }
        // A file may have such a name.
        for path in ["./~/run", "~run", "run~/x", "/~"] {
            let matches = parsed(path).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!(matches.get_one::<PathBuf>("path"), Some(&PathBuf::from(path)));
        }
    }
}
