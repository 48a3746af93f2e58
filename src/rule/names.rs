//! The names that clauses use and give: to list them, or to put others in their place.

use super::walk::{self, Part};
use super::{Clause, Condition, Deed, Form, Squares};

/// What a name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Naming {
    Kind,
    Counter,
    Region,
    /// The army of a side.
    Colour,
    /// The secret squares of the players.
    Secret,
}

/// A name and what it stands for.
pub type Name = (Naming, String);

/// What secret squares are called.
const SECRET: &str = "secret square";

/// The names that clauses use, and do not give themselves; each once, in order.
pub fn used(clauses: &[Clause]) -> Vec<Name> {
    let own = given(clauses);
    let mut found: Vec<Name> = Vec::new();
    for clause in clauses {
        walk::parts(clause, &mut |part| {
            let name = match part {
                Part::Name(naming, name) => (naming, name.clone()),
                Part::Squares(Squares::Secret(_)) => (Naming::Secret, SECRET.to_owned()),
                _ => return,
            };
            if !own.contains(&name) && !found.contains(&name) {
                found.push(name);
            }
        });
    }
    found
}

/// The names that clauses give and that end with their rule: kinds, counters, named squares, sides. Squares that a deed has marked keep their name.
pub fn given(clauses: &[Clause]) -> Vec<Name> {
    clauses.iter().filter_map(|clause| clause.form.gives()).collect()
}

/// Whether a clause speaks of what players have named in secret.
pub fn is_sealed(clause: &Clause) -> bool {
    matches!(clause.form, Form::Secret(_)) || walk::holds(clause, &|part| matches!(part, Part::Squares(Squares::Secret(_))))
}

/// Whether deeds hang on what players have named in secret.
pub fn opens_secrets(deeds: &[Deed]) -> bool {
    let mut found = false;
    let mut see = |part: Part<'_>| found |= matches!(part, Part::Squares(Squares::Secret(_)));
    deeds.iter().for_each(|deed| walk::parts_of_deed(deed, &mut see));
    found
}

/// Whether it hangs on what somebody has named in secret.
pub fn asks_for_secrets(condition: &Condition) -> bool {
    let mut found = false;
    walk::parts_of_condition(condition, &mut |part| found |= matches!(part, Part::Squares(Squares::Secret(_))));
    found
}

/// Whether it acts hangs on words that the mover says or does not say: it is in his hand.
pub fn is_spoken(clause: &Clause) -> bool {
    walk::holds(clause, &|part| matches!(part, Part::Condition(Condition::Said(_))))
}

/// The regions that deeds of these clauses mark on the boards.
pub fn marked(clauses: &[Clause]) -> Vec<String> {
    let mut found = Vec::new();
    for clause in clauses {
        walk::parts(clause, &mut |part| {
            if let Part::Deed(Deed::Mark { region, .. } | Deed::Grow { region: Some(region), .. }) = part {
                found.push(region.clone());
            }
        });
    }
    found
}

/// The names of squares that clauses give or speak of, each once, in order.
pub fn regions(clauses: &[Clause]) -> Vec<String> {
    let mut found = Vec::new();
    for clause in clauses {
        walk::parts(clause, &mut |part| {
            if let Part::Name(Naming::Region, name) = part
                && !found.contains(name)
            {
                found.push(name.clone());
            }
        });
    }
    found
}

/// The clauses with one kind in another's place.
pub fn with_kind(clauses: &[Clause], old: &str, new: &str) -> Vec<Clause> {
    let mut clauses = clauses.to_vec();
    for clause in &mut clauses {
        walk::each(clause, &mut |part| {
            if let Part::Name(Naming::Kind, name) = part
                && name == old
            {
                new.clone_into(name);
            }
        });
    }
    clauses
}

impl Form {
    /// The name it gives.
    fn gives(&self) -> Option<Name> {
        match self {
            Form::Kind(kind) => Some((Naming::Kind, kind.name.clone())),
            Form::Counter(counter) => Some((Naming::Counter, counter.name.clone())),
            Form::Region { name, .. } => Some((Naming::Region, name.clone())),
            Form::Side(side) => Some((Naming::Colour, side.name.clone())),
            Form::Secret(_) => Some((Naming::Secret, SECRET.to_owned())),
            _ => None,
        }
    }
}
