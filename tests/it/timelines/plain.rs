//! Players who make plain rules and take them back: of the kind that `naive` works out by hand.

use custodian::turn::Seat;

use super::table::Table;
use crate::random::{Chance, narrowed};

const MEN: &[&str] = &["pawns", "knights", "bishops", "rooks", "queens", "kings"];
const LIKE: &[&str] = &["knight", "bishop", "rook", "queen", "king"];

fn sentence(chance: &mut Chance) -> String {
    let mut one = |of: &[&str]| chance.one(of).copied().unwrap_or_default().to_owned();
    let (men, others, like) = (one(MEN), one(MEN), one(LIKE));
    let number = 1 + chance.below(4);
    let text = match chance.below(14) {
        0..3 => format!("{men} move like a {like}."),
        3 | 4 => format!("{men} may also move like a {like}."),
        5 => format!("{men} move like a standard {like}."),
        6 => format!("{men} may not capture {others}."),
        7 => format!("{men} may capture {others}."),
        8 => format!("{men} may not move more than {number} squares."),
        9 => format!("On turns divisible by {}, {men} may not capture.", number + 1),
        // R8: nobody has as many of these as he who owns them all.
        12 => format!("white {men} may also move like a {like}."),
        13 => format!("black {men} may not move more than {number} squares."),
        10 => format!("white {men} may also move like a {like}. black {men} may also move like a {like}."),
        _ => format!("{men} may not capture. {men} may capture {others}."),
    };
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

impl Table {
    /// A rule that two others lean on, of which one ends with it and one sleeps, goes: so that every game has seen it.
    pub fn leans_plainly(&mut self) {
        let first = self.game.phase.seat;
        self.orders(first, "RULE\nKnights may also move like a king.\nEND");
        let Some(number) = self.game.rules.last().map(|rule| rule.enactment.number.clone()) else { return };
        let second = self.game.phase.seat;
        self.orders(second, &format!("RULE DEPENDS ON {number} VOID\nBishops may also move like a king.\nEND"));
        while self.game.phase.seat != second {
            self.goes_on();
        }
        self.orders(second, &format!("RULE DEPENDS ON {number} SLEEP\nRooks may also move like a king.\nEND"));
        while self.game.phase.seat != first {
            self.goes_on();
        }
        self.orders(first, &format!("REPEAL {number}"));
    }

    /// Whoever is on move makes a plain rule, takes one back, or moves.
    pub fn rules_plainly(&mut self) {
        let mover = self.game.phase.seat;
        let standing: Vec<String> = self.game.rules.iter().filter(|rule| rule.stands()).map(|rule| rule.enactment.number.clone()).collect();
        match self.chance.below(10) {
            0..5 => {
                let sentences: Vec<String> = (0..1 + self.chance.below(2)).map(|_| sentence(&mut self.chance)).collect();
                let how = self.chance.one(&["VOID", "SLEEP", "KEEP"]).copied().unwrap_or_default();
                let leans = self.chance.one(&standing).filter(|_| !standing.is_empty()).cloned();
                let leans =
                    leans.filter(|_| self.chance.once_in(3)).map(|number| format!(" DEPENDS ON {number} {how}")).unwrap_or_default();
                let rule = narrowed(&format!("RULE{leans}\n{}\nEND\n", sentences.join("\n")), self.game.universes.len(), &mut self.chance);
                self.orders(mover, &rule);
            }
            5..8 => {
                let place = if self.chance.once_in(3) {
                    format!(" IN {}", 1 + self.chance.below(self.game.universes.len()))
                } else {
                    String::new()
                };
                let what = if self.chance.once_in(5) { Some("ALL".to_owned()) } else { self.chance.one(&standing).cloned() };
                if let Some(what) = what {
                    self.orders(mover, &format!("REPEAL {what}{place}"));
                }
            }
            _ => {}
        }
        // What was refused, or not complete, is a move instead.
        if self.game.phase.seat == mover {
            self.goes_on();
        }
    }

    /// An action, with what else the phase wants.
    fn orders(&mut self, mover: Seat, action: &str) {
        let head = action.lines().next().unwrap_or_default();
        let besides = match head.contains(" IN ") {
            true => self.moves(mover),
            false => self.real(mover).unwrap_or_default(),
        };
        self.writes(mover, &format!("{besides}\n{action}"));
    }
}
