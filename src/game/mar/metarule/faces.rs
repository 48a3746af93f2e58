//! R8 on dice that decide what a move is, or whether another one follows: each face is looked at as if it always fell, and counts by its chance.

use crate::rule::{Chooser, Clause, Deed, Event, Form, Part, Trigger, walk};

/// Dice with more faces than that are left alone.
const MOST_FACES: usize = 8;

/// The faces of the dice of some clauses, each with its weight; one alone where no move hangs on any.
pub fn of<'c>(clauses: impl Iterator<Item = &'c Clause>) -> Vec<(u32, Option<usize>)> {
    let mut most: Vec<u32> = Vec::new();
    for clause in clauses.filter(|clause| decides_moves(clause)) {
        walk::parts(clause, &mut |part| {
            if let Part::Deed(deed) = part {
                let weights: Vec<u32> = faces(deed).into_iter().flatten().map(|(weight, _)| weight).collect();
                if weights.len() > most.len() {
                    most = weights;
                }
            }
        });
    }
    match most.len() {
        2..=MOST_FACES => most.into_iter().zip((0..).map(Some)).collect(),
        _ => vec![(1, None)],
    }
}

/// The clause with its dice fallen so.
pub fn fallen(mut clause: Clause, face: Option<usize>) -> Clause {
    let Some(face) = face.filter(|_| decides_moves(&clause)) else { return clause };
    if let Form::Trigger(trigger) = &mut clause.form {
        trigger.deeds = settled(&trigger.deeds, face);
        if trigger.deeds.is_empty() {
            return clause.at_rest();
        }
    }
    clause
}

fn settled(deeds: &[Deed], face: usize) -> Vec<Deed> {
    let settle = |deed: &Deed| match (faces(deed), deed) {
        (Some(faces), _) => faces.get(face).map(|(_, deeds)| settled(deeds, face)).unwrap_or_default(),
        (None, Deed::If(asked, then, otherwise)) => vec![Deed::If(asked.clone(), settled(then, face), settled(otherwise, face))],
        (None, deed) => vec![deed.clone()],
    };
    deeds.iter().flat_map(settle).collect()
}

/// By its dice men go elsewhere in a move, or there is another one.
fn decides_moves(clause: &Clause) -> bool {
    let Form::Trigger(Trigger { event: Event::Act(_) | Event::Would(_), deeds, .. }) = &clause.form else { return false };
    let moves = |deed: &Deed| {
        matches!(
            deed,
            Deed::Again { .. }
                | Deed::Go(..)
                | Deed::Return(_)
                | Deed::Step(..)
                | Deed::Swap(..)
                | Deed::Send { .. }
                | Deed::Stay
                | Deed::GoOn
        )
    };
    let by_dice = |deed: &Deed| faces(deed).is_some_and(|faces| faces.iter().flat_map(|(_, deeds)| deeds).any(|deed| deed.any(&moves)));
    deeds.iter().any(|deed| deed.any(&by_dice))
}

fn faces(deed: &Deed) -> Option<Vec<(u32, Vec<Deed>)>> {
    match deed {
        Deed::Chance(faces) => Some(faces.iter().map(|(weight, deeds)| (u32::from(*weight), deeds.clone())).collect()),
        Deed::Either(Chooser::Chance, ways) => Some(ways.iter().map(|deeds| (1, deeds.clone())).collect()),
        _ => None,
    }
}
