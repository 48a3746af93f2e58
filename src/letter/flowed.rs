//! Paragraphs of `format=flowed` text put together again (RFC 3676).

/// Joins the soft line breaks of flowed text. Quoted lines come out with one `>` for each level. `delsp`: the space that marks a soft break is not text.
pub(super) fn unfold(text: &str, delsp: bool) -> String {
    let mut lines: Vec<(usize, String)> = Vec::new();
    let mut flowing = false;
    for line in text.lines() {
        let depth = line.len() - line.trim_start_matches('>').len();
        let content = &line[depth..];
        let content = content.strip_prefix(' ').unwrap_or(content);
        let joins = flowing && lines.last().is_some_and(|(open, _)| *open == depth) && content != "-- ";
        // the signature line ends with a space and never flows (section 4.3)
        flowing = content.ends_with(' ') && content != "-- ";
        let kept = if flowing && delsp { &content[..content.len() - 1] } else { content };
        match lines.last_mut().filter(|_| joins) {
            Some((_, paragraph)) => paragraph.push_str(kept),
            None => lines.push((depth, kept.to_owned())),
        }
    }
    let quoted = |(depth, content): (usize, String)| if depth == 0 { content } else { format!("{} {content}", ">".repeat(depth)) };
    lines.into_iter().map(quoted).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paragraphs_flow_together_and_keep_their_depth() {
        let flowed = "A knight that \ncaptures moves \nagain.\n> quoted \n> text\n>> deeper \nunquoted\n-- \nAda \nLovelace";
        assert_eq!(unfold(flowed, false), "A knight that captures moves again.\n> quoted text\n>> deeper \nunquoted\n-- \nAda Lovelace");
    }

    #[test]
    fn stuffed_spaces_go_and_delsp_takes_the_soft_space() {
        assert_eq!(unfold(" From here\n >not quoted\nKönig \nin", true), "From here\n>not quoted\nKönigin");
    }
}
