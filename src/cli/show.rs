//! `custodian show`: the boards of a game after any turn, in any form.

use super::past::{Past, turn_of};
use super::{Failure, Outcome, say};
use crate::adjudicator::views;
use crate::archive::record::write_position;
use crate::config::Config;
use crate::game::mar::Multiverse;
use crate::render::{Scene, html, png, svg, text};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Draws the boards of a game as they were after a turn
///
/// Examples:
///   custodian show zaphod                                  now, as text
///   custodian show zaphod --turn 7 --format html > turn7.html
///   custodian show zaphod --universe 1 --format svg > board.svg
///   custodian show zaphod --format png --into pictures/    one file a board
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub(super) struct Show {
    /// A game's folder, or its name in the archive
    game: String,
    /// After this turn [default: now]
    #[arg(long, value_name = "N")]
    turn: Option<u32>,
    /// What is drawn, and in what form
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Only the board of this universe
    #[arg(long, value_name = "NUMBER")]
    universe: Option<u16>,
    /// Write a file a board into this folder instead of standard output
    #[arg(long, value_name = "FOLDER")]
    into: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    Text,
    Html,
    Svg,
    Png,
    /// Men, cells, rules and who is next, for programs
    Json,
}

/// A board that is drawn.
struct Shown {
    universe: u16,
    /// `1`, of a second board `1b`: in names of files.
    short: String,
    scene: Scene,
}

impl Show {
    pub(super) fn run(&self, config: impl FnOnce() -> Result<Config, Failure>) -> Outcome {
        let game = Past::open(&self.game, config)?.after(self.turn)?;
        let scenes = self.scenes(&game)?;
        match &self.into {
            Some(folder) => self.write_files(&game, &scenes, folder)?,
            None => self.print(&game, &scenes)?,
        }
        Ok(ExitCode::SUCCESS)
    }

    /// The boards asked for.
    fn scenes(&self, game: &Multiverse) -> Result<Vec<Shown>, Failure> {
        let numbers: Vec<u16> = game.universes.iter().map(|universe| universe.number).collect();
        if numbers.is_empty() {
            return Err(Failure::new(format!("{} has not begun: there is no board yet", game.name())));
        }
        let wanted: Vec<u16> = numbers.iter().copied().filter(|number| self.universe.is_none_or(|wanted| wanted == *number)).collect();
        if wanted.is_empty() {
            return Err(Failure::new(format!("{} has the universes 1 to {}: ask for one of them", game.name(), numbers.len())));
        }
        let of = |universe: u16| views::scenes_of(game, universe).into_iter().map(move |(short, scene)| Shown { universe, short, scene });
        Ok(wanted.into_iter().flat_map(of).collect())
    }

    fn write_files(&self, game: &Multiverse, scenes: &[Shown], folder: &Path) -> Result<(), Failure> {
        std::fs::create_dir_all(folder).map_err(|error| Failure::new(format!("{} cannot be made: {error}", folder.display())))?;
        for shown in scenes {
            let ending = match self.format {
                Format::Text => "txt",
                Format::Html => "html",
                Format::Svg => "svg",
                Format::Png => "png",
                Format::Json => "json",
            };
            let path = folder.join(format!("{}-{}-turn-{}.{ending}", game.name().to_lowercase(), shown.short, self.turn_shown(game)));
            let drawn = self.draw(game, std::slice::from_ref(shown))?;
            std::fs::write(&path, drawn).map_err(|error| Failure::new(format!("{} cannot be written: {error}", path.display())))?;
            say!("{}", path.display());
        }
        Ok(())
    }

    fn print(&self, game: &Multiverse, scenes: &[Shown]) -> Result<(), Failure> {
        if scenes.len() > 1 && matches!(self.format, Format::Svg | Format::Png) {
            let which = format!("there are {} boards: name one with --universe, or a folder for all with --into", scenes.len());
            return Err(Failure::new(which));
        }
        let drawn = self.draw(game, scenes)?;
        super::print(&drawn);
        Ok(())
    }

    fn turn_shown(&self, game: &Multiverse) -> u32 {
        self.turn.unwrap_or_else(|| turn_of(game))
    }

    fn draw(&self, game: &Multiverse, scenes: &[Shown]) -> Result<Vec<u8>, Failure> {
        let each = |draw: &dyn Fn(&Scene) -> String| scenes.iter().map(|shown| draw(&shown.scene)).collect::<Vec<_>>().join("\n");
        Ok(match self.format {
            Format::Text => {
                each(&|scene| format!("{}\n\n{}\n{}\n{}\n", scene.title, text::board(scene), text::men(scene), text::line(scene)))
                    .into_bytes()
            }
            Format::Html => page(&format!("{}, turn {}", game.name(), self.turn_shown(game)), &each(&html::table)).into_bytes(),
            Format::Svg => each(&svg::drawing).into_bytes(),
            Format::Png => scenes.iter().map(|shown| png::picture(&shown.scene)).collect::<Result<Vec<_>, _>>()?.concat(),
            Format::Json => format!("{}\n", json(game, self.turn_shown(game), scenes)).into_bytes(),
        })
    }
}

fn page(title: &str, tables: &str) -> String {
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>{title}</title>\n</head>\n\
         <body style=\"font-family:Georgia,serif\">\n<h1>{title}</h1>\n{tables}\n</body>\n</html>\n"
    )
}

fn json(game: &Multiverse, turn: u32, scenes: &[Shown]) -> serde_json::Value {
    let on_move = |universe: u16| {
        let board = game.universe(universe)?.board;
        let army =
            game.armies(game.phase.seat).into_iter().find(|&army| game.position.standing(board).any(|(_, man, _)| man.army == army))?;
        Some(&game.position.entities.army(army).name)
    };
    let board = |Shown { universe, short, scene }: &Shown| {
        let men = scene.squares.iter().filter_map(|square| {
            let figure = square.figure.as_ref()?;
            let army = scene.liveries[figure.livery].label();
            Some(serde_json::json!({ "cell": square.name, "kind": figure.kind, "army": army, "real": figure.real }))
        });
        serde_json::json!({
            "universe": universe, "board": short, "army": on_move(*universe), "name": scene.title, "position": text::line(scene), "men": men.collect::<Vec<_>>(),
            "cells": scene.squares.iter().map(|square| &square.name).collect::<Vec<_>>(),
        })
    };
    serde_json::json!({
        "position": write_position(&game.position),
        "game": game.name(), "turn": turn, "next": views::next(game, None), "result": views::result(game),
        "rules": views::rules(game), "boards": scenes.iter().map(board).collect::<Vec<_>>(),
    })
}
