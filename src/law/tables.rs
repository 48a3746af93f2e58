//! The tables the generator runs on: one set for all boards of one shape under equal clauses.

use crate::board::{ArmyId, BoardId, CellId, Entities, Frame, Geometry, KindId, Man, ManId};
use crate::movement::{Gait, MAX_BENT, MAX_RAYS, Ray, Reach, Shapes, TooManyWays, Tracks, Use};
use crate::rule::{Daring, Ref};

use super::LawProblem;
use super::act::Deal;
use super::actions::Action;
use super::approach::Approach;
use super::bans::Word;
use super::capture::Edit;
use super::concern::Concern;
use super::crossing::Crossing;
use super::crowd::Crowd;
use super::filters::Charge;
use super::fold::{Becoming, Folded, Proposed, Round};
use super::hangs::Hang;
use super::hinges::{Hinge, Sorts, Stride, held_by_slot};
use super::loans::{Lenders, Loans};
use super::on_terms::Terms;
use super::own_prey::OwnPrey;
use super::reads::Reads;
use super::scene::Scene;
use super::terms::{Area, Test};
use super::triggers::{Cue, related};

const BITS: usize = u64::BITS as usize;

/// What the generator must know of one kind in one army.
#[derive(Clone, Copy, Debug)]
pub(super) struct Trait {
    /// The gait of a man that has moved, and of one that has not, while none of its provisos holds.
    pub gaits: [u16; 2],
    /// Where in `hinging` the gaits under its provisos are.
    pub hinges: Option<u16>,
    pub promotes: bool,
    /// Whether it promotes hangs on more than where it stands.
    pub asks_as_left: bool,
    pub passes: bool,
    pub castles: bool,
    /// Also after it has moved.
    pub castles_late: bool,
    /// Some ban speaks of such men.
    pub banned: bool,
    /// Something may follow a move of theirs.
    pub followed: bool,
    /// What follows a move of theirs, or is done in its place, may capture.
    pub goes_on: bool,
    /// They may capture from where they have gone first.
    pub approaches: bool,
    /// Under whatever provisos, some of them may capture by hopping.
    pub hops: bool,
}

/// Everything compiled for boards of one shape in universes with equal clauses.
#[derive(Clone)]
pub(super) struct Tables {
    armies: usize,
    /// By kind, then by army.
    traits: Vec<Trait>,
    /// By kind, then by army: which bans and cues speak of such men.
    concerns: Vec<Concern>,
    hinging: Vec<Hinge>,
    provisos: Vec<Test>,
    /// Whose movement others borrow.
    pub lenders: Vec<Lenders>,
    /// By their number, from 1.
    terms: Vec<Terms>,
    pub gaits: Vec<Gait>,
    pub tracks: Tracks,
    pub reach: Reach,
    /// Some gait captures by hopping, which `reach` does not hold.
    pub hops: bool,
    /// The newest first, by kind, then by army, as `castling` and `passing`.
    promotion: Vec<Vec<Proposed<Option<Becoming>>>>,
    /// By kind, then by army, the slots on which some clause has such men promote, as bits in `row` words.
    turning: Vec<u64>,
    row: usize,
    castling: Vec<Vec<Proposed<Round>>>,
    passing: Vec<Vec<Proposed<Crowd>>>,
    /// The directions of castling: up and down the files.
    pub along: [usize; 2],
    /// The newest first; empty where all captures are plain.
    pub edits: Vec<Edit>,
    /// Who may capture men of the own side.
    pub own_prey: Vec<OwnPrey>,
    /// Who captures from where it has gone first.
    pub approaches: Vec<Approach>,
    /// Who crosses to the other board once it has moved.
    pub crossing: Vec<Crossing>,
    /// Some edit makes captures explode.
    pub explodes: bool,
    /// The newest first, as `duties`.
    pub bans: Vec<Word>,
    pub duties: Vec<Charge>,
    /// Squares that clauses name, in order of precedence.
    pub regions: Vec<(String, Area)>,
    /// What happens of itself, in order of precedence.
    pub cues: Vec<Cue>,
    /// What follows some move may capture.
    pub goes_on: bool,
    pub actions: Vec<Action>,
    pub reads: Reads,
    /// Some move or action may send men to another universe.
    pub sends: bool,
}

impl std::fmt::Debug for Tables {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("Tables").field("traits", &self.traits).finish_non_exhaustive()
    }
}

impl Tables {
    /// Compiles folded clauses for the shape of a board.
    pub fn compile(
        folded: &Folded<'_>,
        standard: &Folded<'_>,
        entities: &Entities,
        geometry: &Geometry,
        board: BoardId,
    ) -> Result<Tables, LawProblem> {
        let universe = geometry.board(board).universe;
        let bans = folded.bans_over(standard);
        let cues = related(folded.cues.clone(), &folded.terms);
        let mut sorts = Sorts::default();
        let (mut hinging, mut concerns) = (Vec::new(), Vec::new());
        let by_army: Vec<Vec<Stride>> =
            armies(entities).map(|army| sorts.of_army(folded, standard, army, entities.frame_in(army, universe), &[])).collect();
        let (mut traits, mut promotion, mut castling, mut passing) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let (mut turning, row) = (Vec::new(), geometry.board(board).cells.len().div_ceil(BITS));
        for kind in (0..entities.kinds.len()).map(|kind| KindId(kind as u8)) {
            for army in armies(entities) {
                let ways = folded.ways(kind, army);
                let followers =
                    || cues.iter().filter(|cue| cue.follows().or(cue.forestalls()).is_some_and(|deal| deal.may_be_by(kind, army)));
                let promotes = !ways.promotion.is_empty();
                let raises = |cue: &Cue| promotes || !cue.follows().or(cue.forestalls()).is_some_and(Deal::asks_for_promotion);
                let hinge = sorts.hinge(folded, standard, kind, (army, entities.frame_in(army, universe)))?;
                traits.push(Trait {
                    gaits: by_army[army.index()][kind.index()].gaits,
                    hinges: hinge.map(|mut hinge| {
                        hinge.by_slot = held_by_slot(&hinge, folded, (kind, army), (entities, geometry, board)).unwrap_or_default();
                        hinging.push(hinge);
                        hinging.len() as u16 - 1
                    }),
                    banned: bans.iter().any(|word| word.deal.may_be_by(kind, army)),
                    followed: followers().next().is_some(),
                    goes_on: followers().any(|cue| raises(cue) && cue.strikes),
                    approaches: folded.approaches.iter().any(|approach| approach.who().covers(kind, army)),
                    promotes,
                    asks_as_left: ways.promotion.iter().any(|proposed| proposed.proviso.is_some()),
                    passes: !ways.passing.is_empty(),
                    castles: !ways.castling.is_empty(),
                    castles_late: ways.castling.iter().any(|clause| clause.what.dares.moved),
                    hops: false,
                });
                concerns.push(Concern::of(&bans, &cues, kind, army));
                turning.extend(turning_slots(&ways.promotion, entities.frame_in(army, universe), (geometry, board)));
                promotion.push(ways.promotion.iter().rev().cloned().collect());
                castling.push(ways.castling.iter().rev().cloned().collect());
                passing.push(ways.passing.iter().rev().cloned().collect());
            }
        }
        let mut tracks = Tracks::default();
        let shapes = Shapes::of(geometry, board, folded.terms.iter().map(|terms| (terms.round, terms.has_ends())));
        let gaits = sorts.spokes.into_iter().map(|sort| Gait::lay(sort, &shapes, board, &mut tracks));
        let gaits: Vec<Gait> = gaits.collect::<Result<_, _>>().map_err(|TooManyWays(count)| LawProblem::TooMany {
            what: "ways of several legs from one square",
            count,
            limit: MAX_RAYS,
        })?;
        if tracks.is_full() {
            let (what, count) = ("squares on ways of several legs", MAX_BENT + 1);
            return Err(LawProblem::TooMany { what, count, limit: MAX_BENT });
        }
        let reach = Reach::of(&gaits, &shapes, board, &mut tracks);
        let along = [1, -1].map(|right| tracks.lay(geometry, board, crate::board::Vector { right, forward: 0 }));
        let edits = if folded.edits.iter().all(Edit::is_plain) { Vec::new() } else { folded.edits.clone() };
        let goes_on = traits.iter().any(|one: &Trait| one.goes_on);
        let sends = cues.iter().any(|cue| cue.sends) || folded.actions.iter().any(|action| action.sends);
        let mut tables = Tables {
            armies: entities.armies.len(),
            traits,
            hinging,
            provisos: folded.provisos.clone(),
            lenders: folded.lenders.clone(),
            terms: folded.terms.clone(),
            hops: gaits.iter().any(|gait| gait.hops),
            gaits,
            tracks,
            reach,
            promotion,
            turning,
            row,
            castling,
            passing,
            along,
            explodes: edits.iter().any(Edit::explodes),
            edits,
            own_prey: folded.own_prey.clone(),
            approaches: folded.approaches.clone(),
            crossing: folded.crossing.clone(),
            bans,
            duties: folded.duties.clone(),
            regions: folded.regions.clone(),
            cues,
            concerns,
            goes_on,
            sends,
            actions: folded.actions.clone(),
            reads: folded.reads,
        };
        for at in 0..tables.traits.len() {
            let (kind, army) = (KindId((at / tables.armies) as u8), ArmyId((at % tables.armies) as u8));
            tables.traits[at].hops = tables.all_gaits(kind, army).into_iter().any(|gait| tables.gaits[usize::from(gait)].hops);
        }
        Ok(tables)
    }

    #[inline]
    fn index(&self, kind: KindId, army: ArmyId) -> usize {
        kind.index() * self.armies + army.index()
    }

    #[inline]
    pub fn of(&self, kind: KindId, army: ArmyId) -> Trait {
        self.traits[self.index(kind, army)]
    }

    /// The bans and cues that may speak of the moves of men of a kind.
    #[inline]
    pub fn concern(&self, kind: KindId, army: ArmyId) -> &Concern {
        &self.concerns[self.index(kind, army)]
    }

    /// Whether what follows a move of an army now may capture; `scene` is the army's.
    pub fn may_strike(&self, scene: &Scene<'_>) -> bool {
        self.goes_on && self.cues.iter().any(|cue| cue.strikes && !cue.is_idle(scene))
    }

    /// Whether what some man may do hangs on what stands elsewhere, so that any move may open a line.
    pub fn is_fickle(&self) -> bool {
        let loose = |hinge: &Hinge| hinge.hang == Hang::Loose || hinge.borrows;
        self.hinging.iter().any(loose) || self.terms.iter().any(|terms| terms.shifting)
    }

    /// Whether some walk is on terms.
    pub fn asks_terms(&self) -> bool {
        !self.terms.is_empty()
    }

    /// The terms of a walk that is on some.
    pub fn on_terms(&self, ray: &Ray) -> Option<&Terms> {
        usize::from(ray.terms).checked_sub(1).map(|at| &self.terms[at])
    }

    /// Whether men of a kind move otherwise while they have not moved, under whatever provisos.
    pub fn moves_otherwise_at_first(&self, kind: KindId, army: ArmyId) -> bool {
        let ways = self.of(kind, army);
        let hinged = ways.hinges.into_iter().flat_map(|hinge| &self.hinging[usize::from(hinge)].gaits);
        std::iter::once(&ways.gaits).chain(hinged).any(|[moved, unmoved]| moved != unmoved)
    }

    /// Every gait that a man of a kind may have, whatever holds; where it may borrow, all there are of its army.
    pub fn all_gaits(&self, kind: KindId, army: ArmyId) -> Vec<u16> {
        let ways = self.of(kind, army);
        let mut gaits = ways.gaits.to_vec();
        if let Some(hinge) = ways.hinges.map(|hinge| &self.hinging[usize::from(hinge)]) {
            gaits.extend(hinge.gaits.iter().flatten());
            if hinge.borrows {
                gaits.extend(self.traits.iter().skip(army.index()).step_by(self.armies).map(|lender| lender.gaits[0]));
            }
        }
        gaits.sort_unstable();
        gaits.dedup();
        gaits
    }

    /// Whether a man of a kind might capture from one slot on another, were all that it hangs on so.
    pub fn might_capture(&self, kind: KindId, army: ArmyId, (from, to): (u16, u16)) -> bool {
        let ways = self.of(kind, army);
        let hinge = ways.hinges.map(|hinge| &self.hinging[usize::from(hinge)]);
        let gaits = ways.gaits.iter().chain(hinge.into_iter().flat_map(|hinge| hinge.gaits.iter().flatten()));
        let on_way = |ray: &Ray| ray.purpose != Use::Quiet && self.tracks.walk(ray.start, ray.end).contains(&to);
        hinge.is_some_and(|hinge| hinge.borrows)
            || gaits.into_iter().any(|&gait| self.gaits[usize::from(gait)].rays(from).iter().any(on_way))
    }

    /// Every promotion that some clause in force speaks of, newer or older.
    pub fn becomings(&self, kind: KindId, army: ArmyId) -> impl Iterator<Item = &Becoming> {
        self.promotion[self.index(kind, army)].iter().filter_map(|clause| clause.what.as_ref())
    }

    /// A move does nothing but what its man does, and who attacks whom is told by lines alone.
    #[inline]
    pub fn is_plain(&self) -> bool {
        self.edits.is_empty() && self.cues.is_empty() && !self.hops
    }

    /// The gait of a man while none of its provisos holds.
    pub fn own_gait(&self, man: &Man) -> u16 {
        self.of(man.kind, man.army).gaits[usize::from(man.legs == 0)]
    }

    /// The gait of a man as it stands; `scene` is of its board.
    #[inline]
    pub fn gait(&self, scene: &Scene<'_>, id: ManId, man: &Man) -> u16 {
        let ways = self.of(man.kind, man.army);
        let pair = match ways.hinges {
            None => ways.gaits,
            Some(hinge) => self.hinged(&self.hinging[usize::from(hinge)], scene, id, man),
        };
        pair[usize::from(man.legs == 0)]
    }

    /// The gait of a man on a slot if it hangs on nothing but its place and it borrows none.
    #[inline]
    pub fn settled_gait(&self, man: &Man, slot: u16) -> Option<u16> {
        let ways = self.of(man.kind, man.army);
        let pair = match ways.hinges {
            None => ways.gaits,
            Some(hinge) => {
                let hinge = &self.hinging[usize::from(hinge)];
                let set = *hinge.by_slot.get(usize::from(slot)).filter(|_| !hinge.borrows)?;
                hinge.gaits[usize::from(set)]
            }
        };
        Some(pair[usize::from(man.legs == 0)])
    }

    fn hinged(&self, hinge: &Hinge, scene: &Scene<'_>, id: ManId, man: &Man) -> [u16; 2] {
        if let (false, Some(cell)) = (hinge.by_slot.is_empty(), man.place.cell()) {
            let slot = scene.position.geometry.cell(cell).slot;
            return hinge.gaits[usize::from(hinge.by_slot[usize::from(slot)])];
        }
        hinge.gaits[self.holding(hinge, &scene.borrowing(id, man))]
    }

    /// The set of a hinge's provisos that hold.
    fn holding(&self, hinge: &Hinge, about: &Scene<'_>) -> usize {
        let holding = hinge.provisos.iter().enumerate().filter(|&(_, &proviso)| self.provisos[proviso](about));
        holding.fold(0, |set, (at, _)| set | 1 << at)
    }

    /// What a man borrows while the provisos hold that hold.
    pub fn loans(&self, about: &Scene<'_>, man: &Man) -> Option<&Loans> {
        let hinge = &self.hinging[usize::from(self.of(man.kind, man.army).hinges?)];
        hinge.loans.get(self.holding(hinge, about))
    }

    /// Whether some clause has men of a kind promote on a slot, on boards of the shape that the tables were made for.
    #[inline]
    pub fn may_turn(&self, kind: KindId, army: ArmyId, slot: u16) -> bool {
        self.turning[self.index(kind, army) * self.row + usize::from(slot) / BITS] >> (usize::from(slot) % BITS) & 1 == 1
    }

    /// The kinds that a man of a kind, on a cell, may become; the newest clause decides.
    pub fn promoting(&self, scene: &Scene<'_>, id: ManId, kind: KindId, army: ArmyId, cell: CellId) -> Option<&[KindId]> {
        let newest = standing(&self.promotion[self.index(kind, army)], scene, id)?.as_ref()?;
        let geometry = &scene.position.geometry;
        let universe = geometry.board(geometry.cell(cell).board).universe;
        let frame = scene.position.entities.frame_in(scene.army, universe);
        newest.is_on(geometry, frame, cell).then_some(&newest.into)
    }

    /// Whether some clause lets men of a kind promote to another, wherever they stand.
    pub fn may_become(&self, kind: KindId, army: ArmyId, into: KindId) -> bool {
        let clauses = &self.promotion[self.index(kind, army)];
        clauses.iter().filter_map(|clause| clause.what.as_ref()).any(|becoming| becoming.into.contains(&into))
    }

    /// How far a man goes when it castles with a friend, and what it dares; `None` where it may not. The newest clause that speaks of the friend decides.
    pub fn castling(&self, scene: &Scene<'_>, id: ManId, man: &Man, with: ManId, friend: &Man) -> Option<(usize, Daring)> {
        let about = scene.about(id, man).with(Ref::Actor, Some(id));
        let mut clauses = self.castling[self.index(man.kind, man.army)].iter();
        let speaks = |clause: &&Proposed<Round>| {
            clause.proviso.as_ref().is_none_or(|proviso| proviso(&about)) && clause.what.with.includes(&about, with, friend)
        };
        let round = &clauses.find(speaks)?.what;
        Some((usize::from(round.squares?), round.dares))
    }

    /// Whether a man may be captured where it passed, by another; the newest clause decides.
    pub fn may_pass_by(&self, scene: &Scene<'_>, victim: ManId, captor: ManId) -> bool {
        let (passed, other) = (scene.position.man(victim), scene.position.man(captor));
        let by = standing(&self.passing[self.index(passed.kind, passed.army)], scene, victim);
        by.is_some_and(|by| by.includes(&scene.about(victim, passed), captor, other))
    }
}

/// The slots of a board on which one of some clauses has men promote whose army looks so, as bits.
fn turning_slots(clauses: &[Proposed<Option<Becoming>>], frame: Frame, (geometry, board): (&Geometry, BoardId)) -> Vec<u64> {
    let becomings = || clauses.iter().filter_map(|clause| clause.what.as_ref());
    let turns = |cell: CellId| becomings().any(|becoming| becoming.is_on(geometry, frame, cell));
    let word = |cells: &[CellId]| cells.iter().enumerate().fold(0, |bits, (at, &cell)| bits | u64::from(turns(cell)) << at);
    geometry.board(board).cells.chunks(BITS).map(word).collect()
}

/// What the newest clause says whose proviso holds of a man.
fn standing<'t, T>(clauses: &'t [Proposed<T>], scene: &Scene<'_>, id: ManId) -> Option<&'t T> {
    let about = || scene.about(id, scene.position.man(id)).with(Ref::Actor, Some(id));
    clauses.iter().find(|clause| clause.proviso.as_ref().is_none_or(|proviso| proviso(&about()))).map(|clause| &clause.what)
}

fn armies(entities: &Entities) -> impl Iterator<Item = ArmyId> + use<> {
    (0..entities.armies.len()).map(|army| ArmyId(army as u8))
}
