//! R8 counted by hand: who has how many of the men that a rule makes stronger or weaker, what the dice may take from whom, and what a rule gives
//! its maker at once.

use custodian::board::{Place, Position};
use custodian::game::Event;
use custodian::game::mar::Multiverse;
use custodian::game::mar::metarule::{Change, Evidence, MetaRule, Verdict};
use custodian::game::mar::parameters::{MoreThan, Switch};
use custodian::rule::{Form, Manner, Scope};
use custodian::turn::Seat;

const R8: MetaRule = MetaRule(8);
/// What of a rule's words tells that dice take one man of a kind at the start of every turn.
const PLAGUE: &str = "chosen at random is removed";
/// Points by which a rule may better its maker's men at once, more than somebody else's, before it is unfair whatever is measured.
const PLAINLY_MORE: i64 = 3;

#[derive(Default)]
pub struct Scales {
    /// The boards before the rule, its maker, its universe and words, and how it was judged.
    made: Option<(Position, Seat, Scope, String)>,
    judged: bool,
    /// Somebody chose, or dice fell.
    chosen: bool,
    pub weighed: u32,
}

impl Scales {
    pub fn before(&mut self, game: &Multiverse, event: &Event) {
        match event {
            Event::Enacted(made) => {
                self.made = Some((game.position.clone(), made.seat, made.rule.scope, made.canonical.to_lowercase()));
                (self.judged, self.chosen) = (false, game.asked.is_some());
            }
            Event::Rolled(_) | Event::Withheld { .. } | Event::Unforeseen { .. } | Event::Revealed { .. } => self.chosen = true,
            Event::Tested { number, verdicts } => {
                let on = game.parameters.switch(R8) == Switch::On;
                if let Some(verdict) = verdicts.iter().find(|verdict| verdict.of == R8).filter(|_| on) {
                    self.weigh(game, number, verdict);
                }
            }
            Event::Fired { .. } => {}
            _ => self.due(game),
        }
    }

    /// What the rule has done at once has made its maker's men worth no more than it has made others'.
    pub fn due(&mut self, game: &Multiverse) {
        let Some((before, maker, _, words)) = self.made.take() else { return };
        if !self.judged || self.chosen || game.is_over() || maker.index() >= game.seats.len() {
            return;
        }
        let gained = |seat: Seat| points(game, &game.position, seat) - points(game, &before, seat);
        let mine = gained(maker);
        for seat in game.living().into_iter().filter(|&seat| !game.same_person(seat, maker) && game.player(seat).guest.is_none()) {
            let theirs = gained(seat);
            assert!(mine < theirs + PLAINLY_MORE, "R8: at once worth {mine} points to its maker, {theirs} to {seat:?}: {words}");
        }
        self.weighed += 1;
    }

    fn weigh(&mut self, game: &Multiverse, number: &str, verdict: &Verdict) {
        let Some((before, maker, scope, words)) = &self.made else { return };
        self.judged = true;
        let everywhere: Vec<u16> = game.universes.iter().map(|universe| universe.number).collect();
        let there: Vec<u16> =
            everywhere.iter().copied().filter(|&one| *scope == Scope::Multiverse || *scope == Scope::Universe(one)).collect();
        let clauses = game.rule(number).map(|rule| rule.clauses().to_vec()).unwrap_or_default();
        let only = |is: &dyn Fn(&Form) -> bool| !clauses.is_empty() && clauses.iter().all(|clause| is(&clause.form));
        let adds = only(&|form| matches!(form, Form::Movement(movement) if movement.manner == Manner::Also));
        let takes = only(&|form| matches!(form, Form::Ban(ban) if !ban.lifted));
        for evidence in &verdict.evidence {
            match evidence {
                Evidence::Power { men, change, counts, there: here, .. } => {
                    assert!(!adds || *change == Change::Increase, "R8: {number} only adds, and {men} {change}");
                    assert!(!takes || *change == Change::Decrease, "R8: {number} only forbids, and {men} {change}");
                    // Men that the rule itself brings are counted after it.
                    if !is_known(before, men) {
                        continue;
                    }
                    count(game, before, men, counts, &everywhere, number);
                    if *scope != Scope::Multiverse {
                        count(game, before, men, here, &there, number);
                    }
                    let of = |seat: Seat| counts.iter().find(|(name, _)| *name == game.player(seat).name).map_or(0, |(_, count)| *count);
                    let own = of(*maker);
                    let others = || counts.iter().filter(|(name, _)| *name != game.player(*maker).name).map(|(_, count)| *count);
                    let fair = match change {
                        Change::Increase if game.parameters.more_than == MoreThan::Each => own <= others().max().unwrap_or(0),
                        Change::Decrease => own >= others().max().unwrap_or(0),
                        _ => true,
                    };
                    assert!(fair, "R8: {number} by {}: {men} {change}, {counts:?}", game.player(*maker).name);
                    self.weighed += 1;
                }
                Evidence::Loses { player, numerator, denominator, estimated } => {
                    if let Some((over, under)) = plague(game, before, player, &there, words) {
                        let (ours, by_hand) = (i128::from(*numerator) * under, i128::from(*denominator) * over);
                        // A quarter is beyond the error of the fewest samples.
                        let point = i128::from(*denominator) * under;
                        let same = if *estimated { 4 * (ours - by_hand).abs() <= by_hand.max(point) } else { ours == by_hand };
                        assert!(same, "R8: {number} costs {player} {numerator}/{denominator}, by hand {over}/{under}: {words}");
                        self.weighed += 1;
                    }
                }
                _ => {}
            }
        }
    }
}

/// `white knights`: the kind and the colours, none where everybody's are meant.
fn meant<'p>(position: &'p Position, men: &str) -> Option<(&'p str, Vec<String>)> {
    let kind = position.entities.kinds.iter().find(|kind| men == kind.plural || men.ends_with(&format!(" {}", kind.plural)))?;
    let colours = men.strip_suffix(&kind.plural).unwrap_or_default().trim();
    Some((&kind.name, colours.split(" and ").filter(|colour| !colour.is_empty()).map(str::to_owned).collect()))
}

fn is_known(position: &Position, men: &str) -> bool {
    meant(position, men).is_some()
}

/// Whose men stand on a square of these universes, with all the sides that he plays.
fn standing<'p>(
    game: &'p Multiverse,
    position: &'p Position,
    name: &'p str,
    universes: &'p [u16],
) -> impl Iterator<Item = &'p custodian::board::Man> {
    let owner = game.seats.iter().find(|player| player.name == name).map(|player| player.address.clone()).unwrap_or_default();
    position.men().map(|(_, man)| man).filter(move |man| {
        let there = matches!(man.place, Place::Cell(cell) if universes.contains(&position.geometry.board(position.geometry.cell(cell).board).universe));
        there && game.owner(man.army).is_some_and(|seat| game.player(seat).address == owner)
    })
}

fn count(game: &Multiverse, before: &Position, men: &str, counts: &[(String, u32)], universes: &[u16], number: &str) {
    let Some((kind, colours)) = meant(before, men) else { return };
    for (name, count) in counts {
        let own = standing(game, before, name, universes).filter(|man| {
            let colour = &before.entities.army(man.army).name;
            before.entities.kind(man.kind).name == kind && (colours.is_empty() || colours.contains(colour))
        });
        assert_eq!(own.count() as u32, *count, "R8: {number} counts the {men} of {name}");
    }
}

/// What men of a player are worth, all boards together.
fn points(game: &Multiverse, position: &Position, seat: Seat) -> i64 {
    let all: Vec<u16> = game.universes.iter().map(|universe| universe.number).collect();
    let name = game.player(seat).name.clone();
    standing(game, position, &name, &all).map(|man| i64::from(position.entities.kind(man.kind).value)).sum()
}

/// What one man of a kind, drawn by lot in each universe, costs a player on average: as a fraction.
fn plague(game: &Multiverse, before: &Position, name: &str, universes: &[u16], words: &str) -> Option<(i128, i128)> {
    let (head, _) = words.split_once(PLAGUE)?;
    let sentence = head.rsplit(", ").next()?.trim();
    let kind = before.entities.kinds.iter().find(|kind| sentence == format!("a {}", kind.name))?;
    if words.matches('.').count() > 1 || kind.royal {
        return None;
    }
    let (mut over, mut under) = (0i128, 1i128);
    for universe in universes {
        let here = [*universe];
        let of_kind = |man: &&custodian::board::Man| before.entities.kind(man.kind).name == kind.name;
        let board = |man: &custodian::board::Man| man.place.cell().map(|cell| before.geometry.cell(cell).board);
        let all = before.men().map(|(_, man)| man).filter(of_kind);
        let all = all.filter(|man| board(man).is_some_and(|board| before.geometry.board(board).universe == *universe)).count();
        let own = standing(game, before, name, &here).filter(of_kind).count() as i128;
        if all > 0 {
            (over, under) = (over * all as i128 + own * i128::from(kind.value) * under, under * all as i128);
        }
    }
    Some((over, under))
}
