//! A Rust source as the house sees it: its room, and its code without comments, strings or tests.

use std::collections::BTreeSet;
use std::path::Path;

pub struct Source {
    /// Below `src/`, with slashes: `law/fold.rs`.
    pub path: String,
    pub text: String,
}

/// Every `*.rs` below the folder, sorted; nothing where the folder is missing.
pub fn sources(folder: &Path) -> Vec<Source> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in std::fs::read_dir(next).into_iter().flatten() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let name = path.strip_prefix(folder).unwrap().to_str().unwrap().replace('\\', "/");
                found.push(Source::new(&name, &std::fs::read_to_string(&path).unwrap()));
            }
        }
    }
    found.sort_by(|a, b| a.path.cmp(&b.path));
    found
}

impl Source {
    pub fn new(path: &str, text: &str) -> Source {
        Source { path: path.to_owned(), text: text.to_owned() }
    }

    /// The module of `lib.rs` that the file belongs to.
    pub fn room(&self) -> &str {
        self.path.split('/').next().unwrap().trim_end_matches(".rs")
    }

    /// How many `super::` lead to the root.
    fn depth(&self) -> usize {
        self.path.split('/').filter(|part| *part != "mod.rs").count()
    }

    /// The root modules that the code names by `crate::` or by enough `super::`.
    pub fn rooms_named(&self) -> BTreeSet<String> {
        let code = tightened(&blank(&self.text, Strings::Blanked));
        let to_root = format!("{}::", vec!["super"; self.depth()].join("::"));
        let mut named = BTreeSet::new();
        for root in ["crate::", to_root.as_str()] {
            for (at, _) in code.match_indices(root) {
                let before = &code[..at];
                if !before.ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == ':') {
                    named.extend(heads(&code[at + root.len()..]));
                }
            }
        }
        named
    }

    /// The files of the modules that the file declares for tests alone.
    pub fn test_files(&self) -> Vec<String> {
        let folder = self.path.strip_suffix("mod.rs").or(self.path.strip_suffix("lib.rs"));
        let folder = folder.map_or_else(|| format!("{}/", self.path.trim_end_matches(".rs")), str::to_owned);
        let declared = self.text.split("#[cfg(test)]").skip(1).filter_map(|rest| {
            let item = rest.trim_start().trim_start_matches("pub ").trim_start_matches("pub(crate) ").trim_start_matches("pub(super) ");
            item.strip_prefix("mod ")?.split_once(';').map(|(name, _)| name).filter(|name| !name.contains('{'))
        });
        declared.flat_map(|name| [format!("{folder}{name}.rs"), format!("{folder}{name}/")]).collect()
    }

    /// Which of the men the code names, in whatever case or number, outside comments and tests.
    pub fn men_named<'m>(&self, men: &'m [String]) -> Vec<&'m str> {
        let words = words(&without_tests(&self.text));
        men.iter().map(String::as_str).filter(|man| words.contains(*man) || words.contains(&format!("{man}s"))).collect()
    }
}

/// The code with paths in one piece: no blanks around `::`, braces and commas.
fn tightened(code: &str) -> String {
    let is_joint = |c: char| matches!(c, ':' | '{' | '}' | ',');
    let words: Vec<&str> = code.split_whitespace().collect();
    let mut tight = String::new();
    for word in words {
        if !tight.ends_with(is_joint) && !word.starts_with(is_joint) {
            tight.push(' ');
        }
        tight.push_str(word);
    }
    tight
}

/// The first names of a path or of a `{...}` group of paths.
fn heads(rest: &str) -> Vec<String> {
    let word = |text: &str| text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect::<String>();
    let Some(group) = rest.strip_prefix('{') else { return vec![word(rest)] };
    let mut heads = vec![word(group)];
    let mut open = 1;
    for (at, c) in group.char_indices() {
        match c {
            '{' => open += 1,
            '}' => open -= 1,
            ',' if open == 1 => heads.push(word(&group[at + 1..])),
            _ => {}
        }
        if open == 0 {
            break;
        }
    }
    heads
}

/// The words that identifiers and strings are made of, lower case: `WhiteQueen` gives `white` and `queen`.
fn words(code: &str) -> BTreeSet<String> {
    let mut words = BTreeSet::new();
    let mut word = String::new();
    let mut last_was_lower = false;
    for c in code.chars().chain([' ']) {
        if !c.is_alphabetic() || (c.is_uppercase() && last_was_lower) {
            words.insert(std::mem::take(&mut word));
        }
        if c.is_alphabetic() {
            word.extend(c.to_lowercase());
        }
        last_was_lower = c.is_lowercase();
    }
    words
}

/// The code without comments and without the items marked `#[cfg(test)]`; strings are kept.
fn without_tests(text: &str) -> String {
    let kept = blank(text, Strings::Kept);
    // Braces inside strings are none.
    let mut shape = blank(text, Strings::Blanked);
    let mut code = kept;
    while let Some(start) = shape.find("#[cfg(test)]") {
        let end = item_end(&shape, start + "#[cfg(test)]".len());
        code.replace_range(start..end, &" ".repeat(end - start));
        shape.replace_range(start..end, &" ".repeat(end - start));
    }
    code
}

/// Where the item that begins at or after `start` ends: at its `;`, or at the brace that closes its first.
fn item_end(shape: &str, start: usize) -> usize {
    let mut open = 0;
    for (at, c) in shape[start..].char_indices() {
        match c {
            ';' if open == 0 => return start + at + 1,
            '{' => open += 1,
            '}' => {
                open -= 1;
                if open == 0 {
                    return start + at + 1;
                }
            }
            _ => {}
        }
    }
    shape.len()
}

#[derive(Clone, Copy, PartialEq)]
enum Strings {
    Kept,
    Blanked,
}

/// The text with its comments (and its strings, if asked) turned into blanks, every byte in its place.
fn blank(text: &str, strings: Strings) -> String {
    let mut blanked = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let (length, kept) = if rest.starts_with("//") {
            (rest.find('\n').unwrap_or(rest.len()), false)
        } else if rest.starts_with("/*") {
            (block_comment(rest), false)
        } else if let Some(length) = string(rest, blanked.chars().last()) {
            (length, strings == Strings::Kept)
        } else {
            (c.len_utf8(), true)
        };
        if kept {
            blanked.push_str(&rest[..length]);
        } else {
            blanked.extend(rest[..length].bytes().map(|byte| if byte == b'\n' { '\n' } else { ' ' }));
        }
        rest = &rest[length..];
    }
    blanked
}

fn block_comment(rest: &str) -> usize {
    let (mut at, mut open) = (0, 0);
    while at < rest.len() {
        if rest[at..].starts_with("/*") {
            (at, open) = (at + 2, open + 1);
        } else if rest[at..].starts_with("*/") {
            (at, open) = (at + 2, open - 1);
            if open == 0 {
                return at;
            }
        } else {
            at += rest[at..].chars().next().unwrap().len_utf8();
        }
    }
    rest.len()
}

/// The length of the string or character literal that begins here, if one does.
fn string(rest: &str, before: Option<char>) -> Option<usize> {
    if rest.starts_with('r') && !before.is_some_and(|c| c.is_alphanumeric() && c != 'b') {
        let hashes = rest[1..].chars().take_while(|c| *c == '#').count();
        if rest[1 + hashes..].starts_with('"') {
            let close = format!("\"{}", "#".repeat(hashes));
            let body = 2 + hashes;
            return Some(rest[body..].find(&close).map_or(rest.len(), |at| body + at + close.len()));
        }
    }
    let quote = rest.chars().next().filter(|c| *c == '"' || *c == '\'')?;
    let mut chars = rest.char_indices().skip(1);
    if quote == '\'' {
        // A lifetime has no closing quote right after its first character.
        let (_, first) = chars.next()?;
        if first != '\\' {
            return chars.next().filter(|(_, c)| *c == '\'').map(|(at, _)| at + 1);
        }
        chars.next();
    }
    while let Some((at, c)) = chars.next() {
        match c {
            '\\' => drop(chars.next()),
            _ if c == quote => return Some(at + 1),
            _ => {}
        }
    }
    Some(rest.len())
}
