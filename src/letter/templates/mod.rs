//! The words of the mails: built-in texts, and the operator's in their place.
//!
//! Invariant: a loaded set renders. Every text was rendered with samples of its view before the first letter is read, and an unknown
//! word in it is refused with its line.
//! Not here: what a mail says in a given game (`views`, filled by the adjudicator), reading files (`config`).

mod samples;
mod wrap;

use minijinja::{AutoEscape, Environment, UndefinedBehavior, Value};
use serde::Serialize;
use std::fmt;

/// The built-in texts. Those not in [`samples`] are parts that others include.
const BUILT_IN: &[(&str, &str)] = &[
    ("answer.txt", include_str!("../../../templates/answer.txt")),
    ("footer.txt", include_str!("../../../templates/footer.txt")),
    ("invitation.txt", include_str!("../../../templates/invitation.txt")),
    ("joined.txt", include_str!("../../../templates/joined.txt")),
    ("notice.txt", include_str!("../../../templates/notice.txt")),
    ("orders.txt", include_str!("../../../templates/orders.txt")),
    ("refusal.txt", include_str!("../../../templates/refusal.txt")),
    ("waiting.txt", include_str!("../../../templates/waiting.txt")),
    ("turn.html", include_str!("../../../templates/turn.html")),
    ("turn.txt", include_str!("../../../templates/turn.txt")),
];

/// The first line of a text mail's template.
const SUBJECT: &str = "Subject: ";

/// A complete set of texts, each known to render.
#[derive(Clone, Debug)]
pub struct Templates {
    environment: Environment<'static>,
}

/// A text mail, rendered: its subject (one line) and its body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MailText {
    pub subject: String,
    pub body: String,
}

/// What is wrong with a template, and where: `turn.txt:12: unknown: ...`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TemplateProblem {
    /// The file's name in the templates folder.
    pub template: String,
    /// From 1.
    pub line: Option<usize>,
    pub what: String,
}

impl fmt::Display for TemplateProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "{}:{line}: {}", self.template, self.what),
            None => write!(f, "{}: {}", self.template, self.what),
        }
    }
}

impl std::error::Error for TemplateProblem {}

impl Templates {
    /// The built-in texts, with those of `overrides` (file name, text) in place of theirs.
    pub fn load(overrides: &[(String, String)]) -> Result<Templates, TemplateProblem> {
        let mut environment = Environment::new();
        environment.set_undefined_behavior(UndefinedBehavior::Strict);
        environment.set_trim_blocks(true);
        environment.set_lstrip_blocks(true);
        environment.set_keep_trailing_newline(true);
        environment.set_auto_escape_callback(|name| if name.ends_with(".html") { AutoEscape::Html } else { AutoEscape::None });
        environment.add_filter("wrap", wrap::wrap);
        for (name, text) in BUILT_IN {
            environment.add_template(name, text).map_err(|error| problem(name, &error))?;
        }
        for (name, text) in overrides {
            if !BUILT_IN.iter().any(|(known, _)| known == name) {
                let names = BUILT_IN.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ");
                let what = format!("no mail is written from a file of this name: rename it or take it away (the names are {names})");
                return Err(TemplateProblem { template: name.clone(), line: None, what });
            }
            environment.add_template_owned(name.clone(), text.clone()).map_err(|error| problem(name, &error))?;
        }
        let templates = Templates { environment };
        templates.try_all()?;
        Ok(templates)
    }

    /// The text called `name`, such as `turn.html`, filled from `view`, which is of the type that [`super::views`] has for it.
    pub fn render(&self, name: &str, view: &impl Serialize) -> Result<String, TemplateProblem> {
        self.render_value(name, Value::from_serialize(view))
    }

    /// As [`Templates::render`], for a text mail, whose first line is its subject.
    pub fn mail(&self, name: &str, view: &impl Serialize) -> Result<MailText, TemplateProblem> {
        mail_text(name, &self.render(name, view)?)
    }

    fn render_value(&self, name: &str, view: Value) -> Result<String, TemplateProblem> {
        let template = self.environment.get_template(name).map_err(|error| problem(name, &error))?;
        template.render(view).map_err(|error| problem(name, &error))
    }

    /// Renders every mail from samples of its view, in which what may be missing is missing in turn.
    fn try_all(&self) -> Result<(), TemplateProblem> {
        for (name, samples) in samples::all() {
            self.refuse_unknown_words(name, &samples[0])?;
            for sample in samples {
                let text = self.render_value(name, sample)?;
                if name.ends_with(".txt") {
                    mail_text(name, &text)?;
                }
            }
        }
        Ok(())
    }

    /// A word that stands only in a branch that no sample takes is unknown all the same.
    fn refuse_unknown_words(&self, name: &str, full: &Value) -> Result<(), TemplateProblem> {
        let template = self.environment.get_template(name).map_err(|error| problem(name, &error))?;
        let mut words: Vec<String> = template.undeclared_variables(true).into_iter().collect();
        words.sort();
        for word in words {
            let known =
                word.split('.').try_fold(full.clone(), |value, part| value.get_attr(part).ok().filter(|value| !value.is_undefined()));
            if known.is_none() {
                let line = template.source().lines().position(|line| line.contains(&word)).map(|index| index + 1);
                return Err(TemplateProblem { template: name.to_owned(), line, what: format!("nothing is called `{word}` here") });
            }
        }
        Ok(())
    }
}

fn mail_text(name: &str, text: &str) -> Result<MailText, TemplateProblem> {
    let wrong = |what: &str| TemplateProblem { template: name.to_owned(), line: Some(1), what: what.to_owned() };
    let (first, body) = text.split_once('\n').unwrap_or((text, ""));
    let subject = first.strip_prefix(SUBJECT).map(str::trim).filter(|subject| !subject.is_empty());
    let subject = subject.ok_or_else(|| wrong("the first line must be `Subject: ` and the subject of the mail"))?;
    let body = body.strip_prefix('\n').ok_or_else(|| wrong("the subject must be one line, with an empty line below it"))?;
    Ok(MailText { subject: subject.to_owned(), body: body.to_owned() })
}

/// The place where it went wrong, which may lie in an included part.
fn problem(asked: &str, error: &minijinja::Error) -> TemplateProblem {
    let mut innermost = error;
    while let Some(inner) = std::error::Error::source(innermost).and_then(|source| source.downcast_ref()) {
        innermost = inner;
    }
    let template = innermost.name().unwrap_or(asked).to_owned();
    let what = innermost.detail().map_or_else(|| innermost.kind().to_string(), |detail| format!("{}: {detail}", innermost.kind()));
    TemplateProblem { template, line: innermost.line(), what }
}

#[cfg(test)]
mod tests {
    use super::*;
    use minijinja::context;

    fn refused(name: &str, text: &str) -> String {
        Templates::load(&[(name.to_owned(), text.to_owned())]).unwrap_err().to_string()
    }

    #[test]
    fn the_built_in_texts_render_from_every_sample_in_lines_that_mail_keeps() {
        let templates = Templates::load(&[]).unwrap();
        let mut tried = 0;
        for (name, samples) in samples::all() {
            for sample in samples.into_iter().filter(|_| name.ends_with(".txt")) {
                let mail = mail_text(name, &templates.render_value(name, sample).unwrap()).unwrap();
                for line in mail.body.lines() {
                    assert!(line.chars().count() <= 78, "{name}: {line}");
                }
                assert!(!mail.body.contains("\n\n\n\n"), "{name} gapes:\n{}", mail.body);
                tried += 1;
            }
        }
        assert!(tried > 100);
    }

    #[test]
    fn every_word_is_explained_to_the_operator() {
        fn check(value: &Value, readme: &str) {
            if value.kind() == minijinja::value::ValueKind::Map {
                for word in value.try_iter().unwrap() {
                    assert!(readme.contains(&format!("`{word}`")), "templates/README.md does not name `{word}`");
                    check(&value.get_item(&word).unwrap(), readme);
                }
            } else if value.kind() == minijinja::value::ValueKind::Seq {
                value.try_iter().unwrap().for_each(|element| check(&element, readme));
            }
        }
        let readme = include_str!("../../../templates/README.md");
        for (name, samples) in samples::all() {
            assert!(readme.contains(&format!("`{name}`")), "templates/README.md does not name {name}");
            check(&samples[0], readme);
        }
    }

    #[test]
    fn an_override_stands_in_for_the_built_in_text() {
        let text = "Subject: {{ headline }}\n\nAlles klar, {{ to }}.\n{% include \"footer.txt\" %}".to_owned();
        let templates = Templates::load(&[("notice.txt".to_owned(), text)]).unwrap();
        let footer = context! { game => "zaphod", seq => 3, head => "abc" };
        let mail = templates.mail("notice.txt", &context! { headline => "Remis", to => "Ann", footer }).unwrap();
        assert_eq!(mail, MailText { subject: "Remis".into(), body: "Alles klar, Ann.\n\n-- \nzaphod #3 head abc\n".into() });
    }

    #[test]
    fn a_broken_text_is_refused_with_its_line() {
        assert_eq!(
            refused("notice.txt", "Subject: x\n\n{% if to %}\n"),
            "notice.txt:3: syntax error: unexpected end of input, expected end of block"
        );
        assert!(refused("notice.txt", "Subject: x\n\n\n{{ nobody }}\n").starts_with("notice.txt:4: "));
        assert!(
            refused("turn.txt", "Subject: x\n\n{% for board in boards %}\n{{ board.colour }}\n{% endfor %}\n").starts_with("turn.txt:4: ")
        );
        assert!(refused("notice.txt", "no subject\n").starts_with("notice.txt:1: the first line must be `Subject: `"));
        assert!(refused("notice.txt", "Subject: x\nbody\n").starts_with("notice.txt:1: the subject must be one line"));
        assert!(refused("letter.txt", "").starts_with("letter.txt: no mail is written from a file of this name"));
    }

    #[test]
    fn an_unknown_word_is_found_in_the_rarest_branch() {
        let rare = "Subject: x\n\n{% if not game and headline == 'never' %}\n{{ footer.hed }}\n{% endif %}";
        assert_eq!(refused("notice.txt", rare), "notice.txt:4: nothing is called `footer.hed` here");
        let crossed = "Subject: x\n\n{% if not preview %}{% for line in lines %}{% if line.colour == 'red' and not game %}\n{{ line.txt }}{% endif %}{% endfor %}{% endif %}";
        assert!(refused("answer.txt", crossed).starts_with("answer.txt:4: "));
    }

    #[test]
    fn a_broken_part_is_named_not_the_mail_that_includes_it() {
        assert!(refused("footer.txt", "\n{{ footer.sequence }}\n").starts_with("footer.txt:2: "));
    }

    #[test]
    fn html_is_escaped_and_text_is_not() {
        let templates = Templates::load(&[]).unwrap();
        let view = context! {
            to => "<Ann & Ben>", game => "Zaphod", turn => 1, timeline => (), happened => Vec::<String>::new(), boards => Vec::<String>::new(),
            rules => Vec::<String>::new(), amendments => Vec::<String>::new(), proposals => Vec::<String>::new(), next => (), wanted => Vec::<String>::new(), result => (), draw => (), open => Vec::<String>::new(), history => Vec::<String>::new(), dice => Vec::<String>::new(), robot => "r@example.org", plays => false,
            footer => context! { game => "zaphod", seq => 1, head => "abc" },
        };
        assert!(templates.render("turn.html", &view).unwrap().contains("Hello &lt;Ann &amp; Ben&gt;,"));
        assert!(templates.render("turn.txt", &view).unwrap().contains("Hello <Ann & Ben>,"));
    }
}
