//! Reads a TOML text key by key, keeping the place of every problem and which keys there are.
//!
//! Not here: what the keys mean (`sections`).

use super::problem::{ConfigProblem, ConfigProblems, Place};
use std::cell::RefCell;
use std::ops::Range;
use std::path::{Path, PathBuf};
use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue};

/// A word is taken for a slip of a known one when at most one letter in so many is wrong.
const LETTERS_PER_SLIP: usize = 3;

/// What the reader of TOML says of a key that stands twice.
const DUPLICATE: &str = "duplicate key";

/// One value read, or what it should have been: `a number from 1 to 65535`.
pub(super) type Reading<T> = Result<T, String>;

/// A parsed text with the problems found in it so far.
pub(super) struct Document<'t> {
    text: &'t str,
    file: &'t Path,
    root: DeTable<'t>,
    problems: RefCell<Vec<ConfigProblem>>,
}

/// One table of the document: the top (no name) or `[name]`; an absent one has no values.
pub(super) struct Section<'d> {
    document: &'d Document<'d>,
    name: &'static str,
    table: Option<&'d DeTable<'d>>,
    span: Range<usize>,
    known: Vec<&'static str>,
}

impl<'t> Document<'t> {
    /// The text as TOML. Where it is not, what its keys would mean is not asked.
    pub(super) fn parse(text: &'t str, file: &'t Path) -> Result<Document<'t>, ConfigProblems> {
        let (root, errors) = DeTable::parse_recoverable(text);
        let document = Document { text, file, root: root.into_inner(), problems: RefCell::default() };
        if errors.is_empty() {
            return Ok(document);
        }
        for error in errors {
            let span = error.span().unwrap_or(0..0);
            let what = match earlier(text, &span).filter(|_| error.message() == DUPLICATE) {
                Some(line) => format!("`{}` stands here a second time, the first is in line {line}: keep one of them", &text[span.clone()]),
                None => format!("this is not TOML: {}", error.message()),
            };
            document.problem(span, what);
        }
        Err(document.into_problems())
    }

    fn problem(&self, span: Range<usize>, what: String) {
        let place = Some(Place::of(self.text, span.start));
        self.problems.borrow_mut().push(ConfigProblem { file: self.file.to_owned(), place, what });
    }

    /// The value, unless a problem was met on the way.
    pub(super) fn finish<T>(self, value: T) -> Result<T, ConfigProblems> {
        if self.problems.borrow().is_empty() { Ok(value) } else { Err(self.into_problems()) }
    }

    fn into_problems(self) -> ConfigProblems {
        let mut problems = self.problems.into_inner();
        problems.sort_by_key(|problem| problem.place);
        ConfigProblems(problems)
    }

    /// `path` as written, taken from the folder of the file.
    fn path(&self, path: impl AsRef<Path>) -> PathBuf {
        self.file.parent().unwrap_or(Path::new("")).join(path)
    }

    pub(super) fn top(&self) -> Section<'_> {
        Section { document: self, name: "", table: Some(&self.root), span: 0..0, known: Vec::new() }
    }
}

/// The line of the last key before `span` that is called as the key at `span` is: in TOML, where one may not stand twice, the first of the two.
fn earlier(text: &str, span: &Range<usize>) -> Option<usize> {
    let line_start = text[..span.start].rfind('\n')? + 1;
    let (before, _) = DeTable::parse_recoverable(&text[..line_start]);
    let start =
        keys(before.get_ref()).filter(|key| Some(key.get_ref().as_ref()) == text.get(span.clone())).map(|key| key.span().start).max()?;
    Some(Place::of(text, start).line)
}

/// The keys of a table and of the tables in it.
fn keys<'a>(table: &'a DeTable<'a>) -> Box<dyn Iterator<Item = &'a Spanned<DeString<'a>>> + 'a> {
    let inner = table.values().filter_map(|value| value.get_ref().as_table()).flat_map(keys);
    Box::new(table.keys().chain(inner))
}

impl<'d> Section<'d> {
    /// The table `[name]` of the top; where it is missing every key has its default.
    pub(super) fn section(&mut self, name: &'static str) -> Section<'d> {
        let mut section = Section { document: self.document, name, table: None, span: 0..0, known: Vec::new() };
        if let Some((span, value)) = self.take(name) {
            match value {
                DeValue::Table(table) => section.table = Some(table),
                _ => self
                    .document
                    .problem(span.clone(), format!("`{name}` is a section: write `[{name}]` on a line of its own, and its keys below")),
            }
            section.span = span;
        }
        section
    }

    /// The table `[name]`, where there is one.
    pub(super) fn optional_section(&mut self, name: &'static str) -> Option<Section<'d>> {
        let section = self.section(name);
        section.table.is_some().then_some(section)
    }

    fn take(&mut self, key: &'static str) -> Option<(Range<usize>, &'d DeValue<'d>)> {
        self.known.push(key);
        let (_, value) = self.table?.iter().find(|(name, _)| name.get_ref() == key)?;
        Some((value.span(), value.get_ref()))
    }

    /// The key's value; None where it is missing, or wrong and reported.
    pub(super) fn optional<T>(&mut self, key: &'static str, read: impl Fn(&DeValue) -> Reading<T>) -> Option<T> {
        let (span, value) = self.take(key)?;
        match read(value) {
            Ok(value) => Some(value),
            Err(wanted) => {
                self.document.problem(span, format!("`{}` {wanted}", self.full_name(key)));
                None
            }
        }
    }

    pub(super) fn value<T>(&mut self, key: &'static str, default: T, read: impl Fn(&DeValue) -> Reading<T>) -> T {
        self.optional(key, read).unwrap_or(default)
    }

    /// The key's value, which has no default: its absence is a problem. None is reported already.
    pub(super) fn required<T>(&mut self, key: &'static str, read: impl Fn(&DeValue) -> Reading<T>) -> Option<T> {
        if self.table.is_some_and(|table| !table.contains_key(key)) {
            self.problem(format!("[{}] needs the key `{key}`", self.name));
        }
        self.optional(key, read)
    }

    /// A path, taken from the folder of the file.
    pub(super) fn path(&mut self, key: &'static str) -> Option<PathBuf> {
        let document = self.document;
        self.optional(key, |value| text(value).map(|path| document.path(&path)))
    }

    /// A path with a default, both taken from the folder of the file.
    pub(super) fn path_or(&mut self, key: &'static str, default: &Path) -> PathBuf {
        let beside = self.document.path(default);
        self.path(key).unwrap_or(beside)
    }

    /// A problem of the section as a whole.
    pub(super) fn problem(&self, what: String) {
        self.document.problem(self.span.clone(), what);
    }

    fn full_name(&self, key: &str) -> String {
        if self.name.is_empty() { key.to_owned() } else { format!("{}.{key}", self.name) }
    }

    /// Refuses every key that nobody asked for. Call it when all were.
    pub(super) fn finish(self) {
        for key in self.table.into_iter().flat_map(|table| table.keys()).filter(|key| !self.known.contains(&key.get_ref().as_ref())) {
            let place = if self.name.is_empty() { "the top of the file".to_owned() } else { format!("[{}]", self.name) };
            let meant = nearest(key.get_ref(), &self.known).map_or(String::new(), |near| format!(": did you mean `{near}`?"));
            let what = format!("{place} has no key `{}`{meant} (it has: {})", key.get_ref(), self.known.join(", "));
            self.document.problem(key.span(), what);
        }
    }
}

/// The known word that `word` is most likely a slip of.
fn nearest<'k>(word: &str, known: &[&'k str]) -> Option<&'k str> {
    let (slips, near) = known.iter().map(|known| (strsim::osa_distance(&word.to_lowercase(), known), *known)).min()?;
    (slips * LETTERS_PER_SLIP <= near.len()).then_some(near)
}

pub(super) fn text(value: &DeValue) -> Reading<String> {
    match value.as_str() {
        Some("") => Err("is empty: leave the line out, or fill it in".to_owned()),
        Some(text) => Ok(text.to_owned()),
        None => Err(format!("wants text in quotes, and this is {}", kind(value))),
    }
}

pub(super) fn flag(value: &DeValue) -> Reading<bool> {
    value.as_bool().ok_or_else(|| format!("wants true or false (no quotes), and this is {}", kind(value)))
}

/// A whole number within `range`, both ends included.
pub(super) fn number<T: TryFrom<u64> + Into<u64> + Copy>(range: std::ops::RangeInclusive<T>) -> impl Fn(&DeValue) -> Reading<T> {
    move |value| {
        let (low, high) = ((*range.start()).into(), (*range.end()).into());
        let wanted = format!("wants a whole number from {low} to {high} (no quotes)");
        let integer = value.as_integer().ok_or_else(|| format!("{wanted}, and this is {}", kind(value)))?;
        let number = u64::from_str_radix(integer.as_str(), integer.radix()).ok().filter(|number| (low..=high).contains(number));
        number.and_then(|number| T::try_from(number).ok()).ok_or_else(|| format!("{wanted}, and this is {integer}"))
    }
}

/// One of a few words, each with what it stands for.
pub(super) fn one_of<T: Copy>(choices: &'static [(&'static str, T)]) -> impl Fn(&DeValue) -> Reading<T> {
    move |value| {
        let words: Vec<&str> = choices.iter().map(|(word, _)| *word).collect();
        let list = words.iter().map(|word| format!("\"{word}\"")).collect::<Vec<_>>().join(", ");
        let Some(text) = value.as_str() else { return Err(format!("wants one of {list}, and this is {}", kind(value))) };
        choices.iter().find(|(word, _)| *word == text).map(|(_, choice)| *choice).ok_or_else(|| {
            let meant = nearest(text, &words).map_or(String::new(), |near| format!(": did you mean \"{near}\"?"));
            format!("wants one of {list}, and this is \"{text}\"{meant}")
        })
    }
}

/// A list, every element read alike.
pub(super) fn list_of<T>(read: impl Fn(&DeValue) -> Reading<T>) -> impl Fn(&DeValue) -> Reading<Vec<T>> {
    move |value| {
        let Some(array) = value.as_array() else { return Err(format!("wants a list in square brackets, and this is {}", kind(value))) };
        array
            .iter()
            .enumerate()
            .map(|(index, element)| read(element.get_ref()).map_err(|wanted| format!("has an odd entry {}: {wanted}", index + 1)))
            .collect()
    }
}

fn kind(value: &DeValue) -> &'static str {
    match value {
        DeValue::String(_) => "text",
        DeValue::Integer(_) => "a whole number",
        DeValue::Float(_) => "a number with a fraction",
        DeValue::Boolean(_) => "true or false",
        DeValue::Datetime(_) => "a date",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a section",
    }
}
