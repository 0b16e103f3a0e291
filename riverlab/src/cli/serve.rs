//! `riverlab serve`: the server of pages.

use std::io::{self, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;

use clap::Args;
use riverlab_arena::error::ArenaError;
use riverlab_arena::external::programs::OnFault;
use riverlab_bots::BotSpec;
use riverlab_lab::games::Catalog;

use super::game_args::{parse_bots, whole};
use super::output::{print, shown_path};
use super::program_args::ProgramArgs;
use super::run_args::stop_on_signal;
use crate::serve::{Allowed, Settings, serve};

/// The shortest token that an address for others may have.
const SHORTEST_TOKEN: usize = 16;

/// Arguments of `serve`.
#[derive(Args, Debug)]
pub(super) struct ServeArgs {
    /// The folder with runs and traces; games that are played are saved in its folder games, nothing else is written
    #[arg(value_name = "DIR", default_value = ".")]
    folder: PathBuf,
    /// The port; 0 takes any that is free
    #[arg(long, default_value = "4747", value_parser = whole(0, 65_535))]
    port: u64,
    /// The address to listen at; one that other machines reach demands a token
    #[arg(long, value_name = "IP", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    address: IpAddr,
    /// What every browser must show, by the link that is printed: at least 16 letters, digits or hyphens
    #[arg(long, value_parser = token)]
    token: Option<String>,
    /// A bot that pages may ask for although it starts a program, reads a file or searches longer; may be given several times
    #[arg(long = "bot", value_name = "SPEC")]
    bots: Vec<String>,
    /// The bot that is asked for hints, unless a page asks another
    #[arg(long, value_name = "SPEC", default_value = "mcts")]
    hint: String,
    /// The most simulations for a decision that a page may ask for
    #[arg(long, value_name = "COUNT", default_value = "10000", value_parser = whole(1, 1_000_000_000))]
    max_sims: u64,
    #[command(flatten)]
    programs: ProgramArgs,
}

fn token(text: &str) -> Result<String, String> {
    let is_plain = text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte));
    if is_plain && text.len() >= SHORTEST_TOKEN {
        return Ok(text.to_owned());
    }
    Err(format!("expected at least {SHORTEST_TOKEN} letters, digits or hyphens"))
}

/// Serves until Ctrl-C.
pub(super) fn run(catalog: &Catalog, args: &ServeArgs, stdout: &mut dyn Write) -> Result<(), ArenaError> {
    if !args.address.is_loopback() && args.token.is_none() {
        let message = "other machines reach this address: give --token as well, at least 16 letters or digits";
        return Err(ArenaError::Usage(format!("--address {}: {message}", args.address)));
    }
    let (specs, hint) = (parse_bots(&args.bots)?, args.hint.parse::<BotSpec>()?);
    let with_hint: Vec<BotSpec> = specs.iter().cloned().chain([hint.clone()]).collect();
    let programs = args.programs.greeted(&with_hint)?;
    if programs.on_fault == OnFault::Forfeit {
        let message = "--on-fault forfeit: a game with people stops where a program fails, and can be taken up again";
        return Err(ArenaError::Usage(message.to_owned()));
    }
    let allowed = Allowed { specs, programs, hint, most_simulations: args.max_sims };
    let settings = Settings {
        folder: args.folder.clone(),
        address: SocketAddr::new(args.address, args.port as u16),
        token: args.token.clone(),
        allowed,
    };
    let stop = stop_on_signal("the server ends: games that are under way are saved");
    serve(catalog.clone(), settings, &stop, |link| {
        print(stdout, &format!("{link}\n"))?;
        let _ = writeln!(io::stderr(), "serving {}; Ctrl-C ends", shown_path(&args.folder));
        Ok(())
    })
}
