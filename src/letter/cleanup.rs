//! What mail programs do to characters, undone: curly quotes, long dashes, odd spaces, invisible marks.

/// The line as a person sees it, in the plainest characters that show the same; no trailing spaces.
pub(super) fn clean(line: &str) -> String {
    let mut plain = String::with_capacity(line.len());
    for c in line.chars() {
        match c {
            '\u{201C}'..='\u{201F}' | '\u{2033}' | '\u{FF02}' => plain.push('"'),
            '\u{2018}'..='\u{201B}' | '\u{2032}' | '\u{02BC}' | '\u{FF07}' => plain.push('\''),
            '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{FE58}' | '\u{FE63}' => plain.push('-'),
            '\u{2026}' => plain.push_str("..."),
            '\t' | '\u{A0}' | '\u{1680}' | '\u{2000}'..='\u{200A}' | '\u{202F}' | '\u{205F}' | '\u{3000}' => plain.push(' '),
            // invisible: soft hyphen, zero width, directions, byte order mark, tags
            '\u{AD}'
            | '\u{200B}'..='\u{200F}'
            | '\u{202A}'..='\u{202E}'
            | '\u{2060}'..='\u{206F}'
            | '\u{FEFF}'
            | '\u{E0000}'..='\u{E007F}' => {}
            // full-width ASCII of Asian keyboards
            '\u{FF01}'..='\u{FF5E}' => plain.push(char::from((c as u32 - 0xFF00 + 0x20) as u8)),
            c if c.is_control() => {}
            c => plain.push(c),
        }
    }
    plain.truncate(plain.trim_end().len());
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_phone_makes_of_an_order_is_the_order_again() {
        assert_eq!(clean("1: e2\u{2013}e4\u{A0}\u{200B} "), "1: e2-e4");
        assert_eq!(clean("\u{201C}No\u{AD}mic\u{201D} doesn\u{2019}t move\u{2026}"), "\"Nomic\" doesn't move...");
        assert_eq!(clean("\u{FF11}\u{FF1A}\u{3000}\u{FF4E}\u{FF46}\u{FF13}"), "1: nf3");
        assert_eq!(clean("\tA\u{2014}B\u{0}\u{7}"), " A-B");
        assert_eq!(clean("Дама \u{265B} \u{BD}"), "Дама \u{265B} \u{BD}");
    }
}
