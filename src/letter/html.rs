//! HTML mail as plain text: the lines a reader sees, quotes marked with `>` as in plain mail.
//!
//! One pass over the tags without a tree: mail is written by strangers, and the tree that HTML's repair rules make of a few kilobytes can fill the memory.

use mail_parser::decoders::html::add_html_token;

/// Classes and ids of what mail programs add and the writer did not write: signatures and the line above a quote.
const ADDED: [&str; 10] = [
    "gmail_signature",
    "gmail_signature_prefix",
    "gmail_attr",
    "moz-signature",
    "moz-cite-prefix",
    "moz-forward-container",
    "protonmail_signature_block",
    "ms-outlook-mobile-signature",
    "applemailsignature",
    "signature",
];
/// Ids and classes of what begins a quoted letter that runs to the end.
const QUOTE_TO_THE_END: [&str; 5] =
    ["divrplyfwdmsg", "outlookmessageheader", "yahoo_quoted", "protonmail_quote", "mail-editor-reference-message-container"];
/// What stands for such a beginning in the text.
const END_MARK: &str = "-----Original Message-----";
/// Elements whose content is never shown.
const UNSEEN: [&str; 7] = ["head", "style", "script", "title", "template", "noscript", "select"];
/// Elements whose content the writer has struck out.
const STRUCK: [&str; 3] = ["s", "strike", "del"];
/// Elements without an end tag.
const VOID: [&str; 14] = ["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr"];
/// Elements that begin and end a line.
const BLOCKS: [&str; 36] = [
    "address",
    "article",
    "aside",
    "blockquote",
    "body",
    "center",
    "dd",
    "details",
    "dir",
    "div",
    "dl",
    "dt",
    "fieldset",
    "figure",
    "footer",
    "form",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "header",
    "hr",
    "html",
    "li",
    "main",
    "nav",
    "ol",
    "p",
    "pre",
    "section",
    "table",
    "tr",
    "ul",
    "summary",
];
/// Quote levels that are told apart.
const MAX_QUOTE: usize = 20;

/// The text of an HTML part.
pub(super) fn to_text(html: &str) -> String {
    let mut page = Page::default();
    let mut rest = html;
    while let Some(open) = rest.find('<') {
        let (text, tag) = rest.split_at(open);
        page.text(text);
        rest = match Tag::read(tag) {
            Some((tag, behind)) => {
                page.tag(&tag);
                behind
            }
            None if tag.starts_with("<!--") => tag.find("-->").map_or("", |end| &tag[end + 3..]),
            None if tag.starts_with("<!") || tag.starts_with("<?") => tag.find('>').map_or("", |end| &tag[end + 1..]),
            None => {
                page.text("<");
                &tag[1..]
            }
        };
    }
    page.text(rest);
    page.finish()
}

/// A start or end tag.
struct Tag<'html> {
    name: String,
    closes: bool,
    /// Everything between the name and the `>`.
    attributes: &'html str,
}

impl<'html> Tag<'html> {
    /// The tag at the start of `text` and what is behind it.
    fn read(text: &'html str) -> Option<(Tag<'html>, &'html str)> {
        let inner = text.strip_prefix('<')?;
        let (closes, inner) = inner.strip_prefix('/').map_or((false, inner), |inner| (true, inner));
        if !inner.starts_with(|c: char| c.is_ascii_alphabetic()) {
            return None;
        }
        let name_end = inner.find(|c: char| c.is_ascii_whitespace() || c == '>' || c == '/').unwrap_or(inner.len());
        let (name, attributes) = inner.split_at(name_end);
        let end = end_of_tag(attributes).unwrap_or(attributes.len());
        let behind = attributes.get(end + 1..).unwrap_or("");
        Some((Tag { name: name.to_ascii_lowercase(), closes, attributes: &attributes[..end] }, behind))
    }

    /// The value of an attribute, in lower case; empty when it is not there.
    fn attribute(&self, name: &str) -> String {
        let mut rest = self.attributes;
        loop {
            rest = rest.trim_start_matches(|c: char| c.is_ascii_whitespace() || c == '/');
            if rest.is_empty() {
                return String::new();
            }
            let name_end = rest.find(|c: char| c.is_ascii_whitespace() || c == '=').unwrap_or(rest.len()).max(1);
            let (found, tail) = (rest.get(..name_end).unwrap_or(rest), rest.get(name_end..).unwrap_or(""));
            let (value, tail) = match tail.trim_ascii_start().strip_prefix('=') {
                Some(tail) => value(tail.trim_ascii_start()),
                None => ("", tail),
            };
            if found.eq_ignore_ascii_case(name) {
                return value.to_ascii_lowercase();
            }
            rest = tail;
        }
    }

    /// Whether a word of its class or its id is one of `names`; mail programs put `x_` before those of a letter that they quote.
    fn is_called(&self, names: &[&str]) -> bool {
        let called = format!("{} {}", self.attribute("class"), self.attribute("id"));
        called.split_whitespace().any(|word| names.contains(&word.trim_start_matches("x_")))
    }

    /// Whether its content must not be seen as the writer's words.
    fn is_dropped(&self) -> bool {
        UNSEEN.contains(&self.name.as_str()) || self.is_called(&ADDED) || self.attribute("style").replace(' ', "").contains("display:none")
    }

    /// Words inside a line that the writer has taken back.
    fn is_struck(&self) -> bool {
        let style = self.attribute("style");
        STRUCK.contains(&self.name.as_str()) || style.contains("text-decoration") && style.contains("line-through")
    }

    /// A paragraph that is one line of many, as Outlook writes them.
    fn is_tight(&self) -> bool {
        let style = self.attribute("style").replace(' ', "");
        self.attribute("class").starts_with("mso") || style.contains("margin:0") || style.contains("margin-bottom:0")
    }

    /// A blockquote that only indents, as the indent button of a mail program makes it.
    fn is_indent(&self) -> bool {
        self.attribute("style").replace(' ', "").contains("border:none") && self.attribute("type") != "cite"
    }
}

/// Where the tag ends: at the first `>` outside quotes.
fn end_of_tag(attributes: &str) -> Option<usize> {
    let mut quote = None;
    for (at, byte) in attributes.bytes().enumerate() {
        match quote {
            Some(open) if byte == open => quote = None,
            Some(_) => {}
            None if byte == b'>' => return Some(at),
            None if (byte == b'"' || byte == b'\'') && attributes[..at].trim_ascii_end().ends_with('=') => quote = Some(byte),
            None => {}
        }
    }
    // a quote that never ends: the tag ends at the first `>` of all
    attributes.find('>')
}

fn value(text: &str) -> (&str, &str) {
    for quote in ['"', '\''] {
        if let Some(inner) = text.strip_prefix(quote) {
            return inner.split_once(quote).unwrap_or((inner, ""));
        }
    }
    text.split_at(text.find(|c: char| c.is_ascii_whitespace()).unwrap_or(text.len()))
}

/// The lines as they come out.
#[derive(Default)]
struct Page {
    lines: Vec<String>,
    line: String,
    /// A space that is shown only if more text follows on the line.
    space: bool,
    /// One for each open blockquote: whether it quotes.
    quotes: Vec<bool>,
    /// The element whose content is dropped, and how many of its name are open.
    dropped: Option<(String, usize)>,
    preformatted: usize,
    /// Whether the open paragraph has no space around it.
    tight: bool,
    /// One for each open list: the number of its next item, or none.
    lists: Vec<Option<u32>>,
}

impl Page {
    fn tag(&mut self, tag: &Tag<'_>) {
        if let Some((name, open)) = &mut self.dropped {
            if *name == tag.name {
                *open = if tag.closes { *open - 1 } else { *open + 1 };
                if *open == 0 {
                    self.dropped = None;
                }
            }
            return;
        }
        if !tag.closes && !VOID.contains(&tag.name.as_str()) {
            if tag.is_struck() {
                self.dropped = Some((tag.name.clone(), 1));
                return;
            }
            if tag.is_dropped() {
                self.end_line();
                self.dropped = Some((tag.name.clone(), 1));
                return;
            }
            if tag.is_called(&QUOTE_TO_THE_END) {
                self.end_line();
                self.lines.push(END_MARK.to_owned());
            }
        }
        self.shape(tag);
    }

    fn shape(&mut self, tag: &Tag<'_>) {
        if BLOCKS.contains(&tag.name.as_str()) {
            self.end_line();
        }
        match (tag.name.as_str(), tag.closes) {
            ("br", _) => self.push_line(),
            ("p", closes) => {
                self.tight = if closes { self.tight } else { tag.is_tight() };
                if !self.tight {
                    self.gap();
                }
            }
            ("blockquote", false) => self.quotes.push(!tag.is_indent()),
            ("blockquote", true) => drop(self.quotes.pop()),
            ("pre", false) => self.preformatted += 1,
            ("pre", true) => self.preformatted = self.preformatted.saturating_sub(1),
            ("td" | "th", false) => self.space = !self.line.is_empty(),
            ("ol", false) => self.lists.push(Some(tag.attribute("start").parse().unwrap_or(1))),
            ("ul", false) => self.lists.push(None),
            ("ol" | "ul", true) => drop(self.lists.pop()),
            ("li", false) => self.item(),
            _ => {}
        }
    }

    /// The number of a list item is text: mail programs make a list of `1. e4`.
    fn item(&mut self) {
        if let Some(Some(number)) = self.lists.last_mut() {
            let label = format!("{number}. ");
            *number = number.saturating_add(1);
            self.line.push_str(&label);
        }
    }

    fn text(&mut self, text: &str) {
        if self.dropped.is_some() || text.is_empty() {
            return;
        }
        let text = decode(text);
        if self.preformatted > 0 {
            for (index, line) in text.split('\n').enumerate() {
                if index > 0 {
                    self.push_line();
                }
                self.line.push_str(line.trim_end_matches('\r'));
            }
            return;
        }
        for c in text.chars() {
            if matches!(c, ' ' | '\t' | '\n' | '\r' | '\u{C}') {
                self.space = !self.line.is_empty();
            } else {
                if std::mem::take(&mut self.space) {
                    self.line.push(' ');
                }
                self.line.push(c);
            }
        }
    }

    /// Ends the line if there is something on it.
    fn end_line(&mut self) {
        if !self.line.is_empty() {
            self.push_line();
        }
    }

    fn push_line(&mut self) {
        self.space = false;
        let depth = self.quotes.iter().filter(|quotes| **quotes).take(MAX_QUOTE).count();
        let line = std::mem::take(&mut self.line);
        self.lines.push(if depth > 0 { format!("{} {line}", ">".repeat(depth)) } else { line });
    }

    /// A blank line, unless there is one.
    fn gap(&mut self) {
        self.end_line();
        if self.lines.last().is_some_and(|line| !line.is_empty()) {
            self.lines.push(String::new());
        }
    }

    fn finish(mut self) -> String {
        self.end_line();
        self.lines.join("\n")
    }
}

/// The text with its character references decoded; an ampersand that begins none stays.
fn decode(text: &str) -> String {
    /// Longest reference, `&` and `;` included.
    const LONGEST: usize = 34;
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        plain.push_str(&rest[..at]);
        rest = &rest[at..];
        let end = rest.bytes().take(LONGEST).position(|byte| byte == b';').map_or(1, |end| end + 1);
        add_html_token(&mut plain, &rest.as_bytes()[..end], false);
        rest = &rest[end..];
    }
    plain.push_str(rest);
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(html: &str, expected: &[&str]) {
        assert_eq!(to_text(html).split('\n').collect::<Vec<_>>(), expected, "{html}");
    }

    #[test]
    fn lines_are_what_a_reader_sees() {
        check("<div>1: e2-e4</div><div><br></div><div>2:  Nf3\n yes</div>", &["1: e2-e4", "", "2: Nf3 yes"]);
        check("<p>one</p><p>two<br>three</p>", &["one", "", "two", "three", ""]);
        check("<p class=MsoNormal>one</p>\n<p class=\"MsoNormal\">two</p>", &["one", "two"]);
        check("<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>", &["a b", "c"]);
        check("<pre>a  b\n c</pre>d", &["a  b", " c", "d"]);
        check("<ol start=3><li>e4</li><li>d4</li></ol><ul><li>REAL 2</li></ul>", &["3. e4", "4. d4", "REAL 2"]);
    }

    #[test]
    fn references_are_decoded_and_other_ampersands_stay() {
        check(
            "R&amp;D &lt;x&gt; &#x2013; &#8217;&nbsp;&uuml; AT&T & 1 < 2 &bogus;",
            &["R&D <x> \u{2013} \u{2019}\u{A0}ü AT&T & 1 < 2 &bogus;"],
        );
    }

    #[test]
    fn quotes_are_marked_and_indents_are_not() {
        check("a<blockquote type=cite>b<blockquote>c</blockquote></blockquote>d", &["a", "> b", ">> c", "d"]);
        check("<blockquote style=\"margin:0 0 0 40px; border: none;\">1: e4</blockquote>", &["1: e4"]);
    }

    #[test]
    fn what_the_writer_did_not_write_is_dropped() {
        check("<style>p{}</style><script>1: e4</script>a<div class='x gmail_signature'>b<div>c</div></div>d", &["a", "d"]);
        check(
            "<span style='display: none'>1: e4</span>a<!-- 1: d4 --><div id=\"divRplyFwdMsg\">From: b</div>",
            &["a", END_MARK, "From: b"],
        );
    }

    #[test]
    fn words_that_are_struck_out_are_not_said() {
        check("Knights move like <s>kings</s> bishops.", &["Knights move like bishops."]);
        check("<p>1: <del>e2-e4</del>d2-d4</p><strike>2: e2-e4</strike>", &["1: d2-d4", ""]);
        check("1: e2<span style=\"text-decoration: line-through\">-e3 <b>no</b></span>-e4", &["1: e2-e4"]);
    }

    #[test]
    fn broken_html_is_read_as_far_as_it_goes() {
        check("<div title=\"a > b\">x</div><p title=\"open>y", &["x", "", "y"]);
        check("</div></blockquote>a<", &["a<"]);
        check("a<!-- never closed", &["a"]);
        check("<div", &[""]);
        check("<p =>é<b é=ü>è</b>", &["éè"]);
    }
}
