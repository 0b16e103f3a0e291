use clap::{CommandFactory, Parser};

use super::*;
use crate::cli::command::Cli;
use crate::cli::examples;

#[test]
fn examples_are_commands() {
    let mut tried = 0;
    for line in examples::ALL.iter().flat_map(|text| text.lines()) {
        let Some(line) = line.trim().strip_prefix(NAME).filter(|_| line.starts_with("  ")) else { continue };
        // What stands behind two spaces is a remark, behind > or | it is for the shell.
        let line = line.split("   ").next().unwrap_or_default();
        let line = line.split(['>', '|']).next().unwrap_or_default();
        let words = shlex::split(line.split("  ").next().unwrap_or_default()).expect("words");
        let parsed = Cli::try_parse_from(std::iter::once(NAME.to_owned()).chain(words));
        parsed.unwrap_or_else(|error| panic!("{line}: {error}"));
        tried += 1;
    }
    assert!(tried >= 35, "{tried}");
}

#[test]
fn every_command_ends_its_help_with_examples() {
    let mut command = Cli::command();
    command.build();
    let mut left = vec![command];
    while let Some(mut command) = left.pop() {
        left.extend(command.get_subcommands().filter(|sub| sub.get_name() != "help").cloned());
        let name = command.get_name().to_owned();
        let help = command.render_help().to_string();
        assert!(name == "bot" || help.contains("\nExamples:\n  "), "{name}: {help}");
    }
}

#[test]
fn every_command_has_a_page() {
    let pages = pages(Cli::command());
    let page = |name: &str| {
        let (_, page) = pages.iter().find(|(other, _)| other == name).expect("a page");
        String::from_utf8(page.clone()).expect("UTF-8")
    };
    assert!(page("riverlab").contains("tournament"));
    assert!(page("riverlab-bot-check").contains(".SH SYNOPSIS"));
    assert!(page("riverlab-play").contains("\\-\\-seats"));
}
