//! The names a sentence may use: kinds, colours, universes, and what "usual" and "standard" mean.

use super::budget::{Budget, TEACHING};
use super::called::Called;
use super::heard::Heard;
use super::lexer::Token;
use super::{Clause, Deed, Definition, Form, Human, Kinds, Law, MannerOfKind};

/// What a kind of man is called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KindWords {
    /// Singular, lower case: `knight`.
    pub name: String,
    /// Plural, lower case: `knights`.
    pub plural: String,
    /// The letter of notation, upper case: `N`.
    pub letter: String,
    /// Its capture decides the game where it is the real one.
    pub royal: bool,
    /// Its worth in points.
    pub value: u16,
}

/// How it is told whose men and ranks these are: seen from the mover they are "own" and "enemy" ones, but where another player chooses or is
/// spoken of, that could be taken for his.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Whose {
    #[default]
    Plain,
    /// Ranks alone are told as `the mover's`.
    Ranks,
    /// `of the mover`, `of the opponent`.
    Named,
    /// `of the mover's opponent`: behind a player who would have an opponent of his own.
    InFull,
}

impl Whose {
    /// Whether men are told by their player.
    pub fn names_men(self) -> bool {
        matches!(self, Whose::Named | Whose::InFull)
    }
}

/// Everything that has a name in a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Vocabulary {
    pub kinds: Vec<KindWords>,
    /// The colours of the armies, lower case, in any order.
    pub armies: Vec<String>,
    /// Names of players, lower case, with the colour of each.
    pub players: Vec<(String, String)>,
    /// `Zaphod`; empty where a text belongs to no game.
    pub multiverse: String,
    /// How many universes there are: `Zaphod:1` to `Zaphod:n`.
    pub universes: u16,
    /// What universes are called that rules have made, lower case, with their numbers; 0 for one that the rule itself makes.
    pub worlds: Vec<(String, u16)>,
    /// Names of squares, lower case, that rules in force or the rule itself give: `hot zone`.
    pub regions: Vec<String>,
    /// Of those, the ones that a rule has added to a board.
    pub added: Vec<String>,
    /// Names of the counters that each player has: `points`.
    pub counters: Vec<String>,
    /// Names of the counters that men bear: `lives`.
    pub tallies: Vec<String>,
    /// What men can be marked as: `asleep`.
    pub states: Vec<String>,
    /// The numbers of the rules made so far: `w4`.
    pub rules: Vec<String>,
    /// How it is told whose men and ranks these are.
    pub whose: Whose,
    /// Names in a relative clause about an enemy are told so that "own" is not taken for the mover's.
    pub about_enemy: bool,
    /// Sentences may say who wins and who loses: those of amendments, and of rules where R13 is off.
    pub says_who_wins: bool,
    /// Meta-rules that amendments have switched off or made advice, by number: `R10`.
    pub lifted: Vec<String>,
    /// What the rule itself gives a name by describing it.
    pub called: Vec<Called>,
    /// Words that stand for others.
    pub definitions: Vec<Definition>,
    /// The kinds that the laws under the game declare.
    pub base: Vec<String>,
    /// What reading may still cost.
    pub budget: Budget,
    /// What has been read so far.
    pub heard: Heard,
    /// What looking for hints may still cost, once a text is refused.
    pub teaching: Budget,
    /// The kind that the rule has named last: "one of them".
    pub newest: Option<String>,
    /// What the laws under the game say, oldest first: the meaning of "a standard knight" where a sentence changes a part of it.
    pub standard: Vec<Form>,
}

impl KindWords {
    /// Whether a word is its name, of one or of several.
    pub fn is_named(&self, word: &Token) -> bool {
        word.is_word(&self.name) || word.is_word(&self.plural)
    }
}

impl Vocabulary {
    /// Whether a word names a kind, of one or of several.
    pub fn names_a_kind(&self, word: &Token) -> bool {
        self.kinds.iter().any(|kind| kind.is_named(word))
    }

    /// The kinds that promote in the game as it began.
    pub(super) fn promoting(&self) -> Vec<String> {
        let named = |form: &Form| match form {
            Form::Promotion(promotion) => match &promotion.who.kinds {
                Kinds::Only(kinds) => kinds.clone(),
                _ => Vec::new(),
            },
            _ => Vec::new(),
        };
        self.standard.iter().flat_map(named).collect()
    }

    /// Whom players call "she": of the kinds that are not royal the one worth most, where there is one.
    pub fn lady(&self) -> Option<&KindWords> {
        let most = self.kinds.iter().filter(|kind| !kind.royal).max_by_key(|kind| kind.value)?;
        let alike = self.kinds.iter().filter(|kind| !kind.royal && kind.value == most.value).count();
        (alike == 1).then_some(most)
    }

    /// Without definitions: canonical words have them written out.
    pub fn undefined(&self) -> Vocabulary {
        Vocabulary { definitions: Vec::new(), ..self.clone() }
    }

    /// With all the steps for one more text.
    pub(super) fn refreshed(&self) -> Vocabulary {
        Vocabulary { budget: Budget::default(), teaching: Budget::of(TEACHING), heard: Heard::default(), ..self.clone() }
    }

    /// For looking at a refused sentence: what that costs is not taken from what reading the others may cost.
    pub(super) fn teaching(&self) -> Vocabulary {
        Vocabulary { budget: self.teaching.clone(), ..self.clone() }
    }

    /// The names that law texts declare, the deepest law first.
    pub fn of(laws: &[Law]) -> Vocabulary {
        let mut vocabulary = Vocabulary::default();
        for form in laws.iter().flat_map(|law| &law.clauses).map(|clause| &clause.form) {
            vocabulary.learn(form);
        }
        vocabulary
    }

    /// The same names in a game: its multiverse, its number of universes, the colours of all its armies.
    #[must_use]
    pub fn in_game(mut self, multiverse: &str, universes: u16, armies: &[String]) -> Vocabulary {
        self.multiverse = multiverse.to_string();
        self.universes = universes;
        self.armies = armies.to_vec();
        self
    }

    /// The same with the universes that rules have named.
    #[must_use]
    pub fn with_worlds(mut self, worlds: Vec<(String, u16)>) -> Vocabulary {
        self.worlds = worlds;
        self
    }

    /// The same with words that stand for others.
    #[must_use]
    pub fn with_definitions(mut self, definitions: Vec<Definition>) -> Vocabulary {
        self.definitions = definitions;
        self
    }

    /// The same where sentences may say who wins.
    #[must_use]
    pub fn deciding_victory(mut self) -> Vocabulary {
        self.says_who_wins = true;
        self
    }

    /// The same where meta-rules no longer stand against what a rule says.
    #[must_use]
    pub fn lifting(mut self, meta_rules: Vec<String>) -> Vocabulary {
        self.lifted = meta_rules;
        self
    }

    /// The same with the numbers of the rules made so far.
    #[must_use]
    pub fn with_rules(mut self, numbers: Vec<String>) -> Vocabulary {
        self.rules = numbers;
        self
    }

    /// The same with the names that rules have given: kinds, counters, regions.
    #[must_use]
    pub fn knowing<'a>(mut self, forms: impl IntoIterator<Item = &'a Form>) -> Vocabulary {
        forms.into_iter().for_each(|form| self.learn_names(form));
        self
    }

    /// Without these names of counters and marks: whoever uses them brings them anew.
    pub fn forgetting(mut self, names: &[String]) -> Vocabulary {
        for known in [&mut self.states, &mut self.tallies, &mut self.counters] {
            known.retain(|name| !names.contains(name));
        }
        self
    }

    /// Takes in the names that one clause gives.
    pub(super) fn learn_names(&mut self, form: &Form) {
        match form {
            Form::Kind(kind) => {
                let MannerOfKind { name, plural, letter, royal, value, .. } = kind.clone();
                if self.kind(&name).is_none() {
                    self.kinds.push(KindWords { name, plural, letter, royal, value });
                }
            }
            Form::Counter(counter) => {
                let known = match (counter.state, &counter.of) {
                    (true, _) => &mut self.states,
                    (false, Some(_)) => &mut self.tallies,
                    (false, None) => &mut self.counters,
                };
                if !known.contains(&counter.name) {
                    known.push(counter.name.clone());
                }
            }
            Form::Region { name, .. } => self.learn_region(name),
            Form::Side(side) => {
                if !self.armies.contains(&side.name) {
                    self.armies.push(side.name.clone());
                }
                let player = match &side.human {
                    Human::Address(address) => address.split(|c: char| !c.is_alphabetic()).next().unwrap_or_default(),
                    Human::Maker | Human::Of(_) | Human::Nobody => "",
                };
                if !player.is_empty() && !self.players.iter().any(|(known, _)| known == player) {
                    self.players.push((player.to_owned(), side.name.clone()));
                }
            }
            Form::Trigger(trigger) => self.learn_marks(&trigger.deeds),
            Form::Action(action) => self.learn_marks(&action.deeds),
            _ => {}
        }
    }

    fn learn_region(&mut self, name: &str) {
        if !self.regions.iter().any(|known| known == name) {
            self.regions.push(name.to_owned());
        }
    }

    fn learn_marks(&mut self, deeds: &[Deed]) {
        for deed in deeds {
            match deed {
                Deed::Mark { region, .. } => self.learn_region(region),
                Deed::Grow { region: Some(region), .. } => {
                    self.learn_region(region);
                    self.added.push(region.clone());
                }
                Deed::Open(opening) => {
                    if let Some(name) = opening.called.as_ref().filter(|name| !self.worlds.iter().any(|(known, _)| known == *name)) {
                        self.worlds.push((name.clone(), 0));
                    }
                }
                _ => deed.inner().into_iter().for_each(|deeds| self.learn_marks(deeds)),
            }
        }
    }

    /// Takes in what one clause declares.
    pub(super) fn learn(&mut self, form: &Form) {
        if let Form::Kind(kind) = form {
            self.base.push(kind.name.clone());
        }
        match form {
            Form::Armies(armies) => self.armies = armies.iter().map(|army| army.name.clone()).collect(),
            Form::Kind(_) | Form::Counter(_) | Form::Region { .. } | Form::Side(_) | Form::Trigger(_) | Form::Action(_) => {
                self.learn_names(form)
            }
            other => self.standard.push(other.clone()),
        }
    }

    /// The same words with the names that some clauses give.
    #[must_use]
    pub fn with_names_of(&self, clauses: &[Clause]) -> Vocabulary {
        let mut words = self.clone().knowing(clauses.iter().map(|clause| &clause.form));
        if let Some(newest) =
            clauses.iter().rev().find_map(|clause| if let Form::Kind(kind) = &clause.form { Some(&kind.name) } else { None })
        {
            words.newest = Some(newest.clone());
        }
        words
    }

    /// What rules have given a name: squares, counters, what men bear and what they are marked as, what is described.
    pub fn names(&self) -> impl Iterator<Item = &String> {
        let called = self.called.iter().map(|called| &called.name);
        self.regions.iter().chain(&self.counters).chain(&self.tallies).chain(&self.states).chain(called)
    }

    /// Whether players or men have a counter of that name.
    pub fn counts(&self, name: &str) -> bool {
        self.counters.iter().chain(&self.tallies).chain(&self.states).any(|known| known == name)
    }

    /// A kind of the laws under the game, not of a rule.
    pub fn is_standard(&self, kind: &str) -> bool {
        self.base.iter().any(|known| known == kind)
    }

    pub fn kind(&self, name: &str) -> Option<&KindWords> {
        self.kinds.iter().find(|kind| kind.name == name)
    }
}
