//! A board as an HTML table that any mail client shows without images, style sheets or network.
//!
//! Men are tiles in the colours of their army, because a light glyph alone does not stand out from a light square.
//! End tags that HTML lets go are left out: fifteen boards must fit into one mail that no client cuts short.

use std::fmt::Write as _;

use super::livery::Livery;
use super::paint;
use super::scene::{Figure, Reserve, Scene, Square, Tag};
use super::text;

/// The side of a square, in pixels: eight of them fit a phone.
const CELL: u16 = 36;

/// The room for labels beside the board.
const MARGIN: u16 = 24;

/// Asks for the figure as a letter: one of them is an emoji elsewhere.
const AS_TEXT: char = '\u{fe0e}';

/// The board under its title, with its legend and list of men: a fragment for the body of a mail, all text escaped.
pub fn table(scene: &Scene) -> String {
    let mut html = String::new();
    if !scene.title.is_empty() {
        let _ = write!(html, "<h3 style=\"margin:16px 0 4px\">{}</h3>", escaped(&scene.title));
    }
    let width = 2 * u32::from(MARGIN) + u32::from(CELL) * u32::from(scene.columns);
    let _ = writeln!(
        html,
        "<table cellspacing=0 cellpadding=0 width={width} style=\"table-layout:fixed;text-align:center;font:24px/28px sans-serif\">"
    );
    files(&mut html, scene);
    for (row, rank) in scene.ranks.iter().enumerate() {
        let label = format!("<td>{SMALL}{}</font>", escaped(rank));
        let _ = write!(html, "<tr height={CELL}>{label}");
        let mut column = 0;
        for square in scene.squares.iter().filter(|square| usize::from(square.row) == row) {
            html += &holes(square.column - column);
            html += &cell(scene, square);
            column = square.column + 1;
        }
        // Whatever is no square is a hole.
        let _ = writeln!(html, "{}{label}", holes(scene.columns - column));
    }
    files(&mut html, scene);
    html += "</table>\n";
    legend(&mut html, scene);
    html
}

/// The size of labels, in the shortest way to say it in each cell.
const SMALL: &str = "<font size=2>";

fn files(html: &mut String, scene: &Scene) {
    let _ = write!(html, "<tr style=\"font:13px sans-serif\"><td width={MARGIN}>");
    for file in &scene.files {
        let _ = write!(html, "<td width={CELL}>{}", escaped(file));
    }
    let _ = writeln!(html, "<td width={MARGIN}>");
}

fn holes(count: u16) -> String {
    match count {
        0 => String::new(),
        1 => format!("<td bgcolor={}>", paint::HOLE),
        more => format!("<td colspan={more} bgcolor={}>", paint::HOLE),
    }
}

/// A man is a tile in its army's colours, and the ground is the frame around it.
fn cell(scene: &Scene, square: &Square) -> String {
    let ground = paint::ground(square);
    let Some(figure) = &square.figure else {
        return match square.struck {
            true => format!("<td bgcolor={ground} style=color:{}>&times;", paint::ALARM),
            false => format!("<td bgcolor={ground}>{}", small(&letters(&scene.places, &square.named))),
        };
    };
    let frame = match square {
        Square { checked: true, .. } => paint::ALARM,
        Square { reached: true, .. } => paint::TRAIL,
        _ => ground,
    };
    let livery = &scene.liveries[figure.livery];
    let man = man(figure, livery) + &small(if square.checked { "!" } else { "" });
    let man = man + &small(&letters(&scene.marks, &square.marked));
    format!("<td bgcolor={} style=\"color:{};border:4px solid {frame}\">{man}", livery.body, livery.line)
}

/// The figure, or the letter of a kind that has none that mail clients can show, with the marks it wears.
fn man(figure: &Figure, livery: &Livery) -> String {
    // Their fonts have figures of the basic plane only.
    let mut man = match figure.glyph.filter(|glyph| u32::from(*glyph) < 0x1_0000) {
        Some(glyph) => format!("{}{AS_TEXT}", escaped(&glyph.to_string())),
        None => {
            let letter = if figure.letter.is_empty() { &figure.kind } else { &figure.letter };
            let size = if letter.chars().count() > 1 { 3 } else { 5 };
            format!("<font size={size} style=line-height:0><b>{}</b></font>", escaped(letter))
        }
    };
    if let Some(mark) = livery.mark() {
        man += &small(&mark.to_string());
    }
    if figure.real {
        man += &small("&#9733;");
    }
    man
}

/// The letters of some tags.
fn letters(tags: &[Tag], which: &[usize]) -> String {
    which.iter().map(|&at| escaped(&tags[at].letter)).collect()
}

/// A mark beside a figure, which makes its row no higher.
fn small(mark: &str) -> String {
    if mark.is_empty() {
        return String::new();
    }
    format!("<font size=1 style=line-height:0>{mark}</font>")
}

/// The armies with their men in words, which is what a screen reader reads, and the kinds that not everybody knows.
fn legend(html: &mut String, scene: &Scene) {
    let mut lines: Vec<String> = Vec::new();
    for (livery, men) in scene.liveries.iter().zip(text::lists(scene)) {
        let mark = livery.mark().map_or(String::new(), |mark| format!(" {mark}"));
        lines.push(format!(
            "<b style=\"background:{};color:{};border:1px solid\">&nbsp;{}{mark}&nbsp;</b> {}",
            livery.body,
            livery.line,
            escaped(&livery.label()),
            escaped(&men.join(" "))
        ));
    }
    if !scene.reserves.is_empty() {
        let army = |reserve: &Reserve| format!("{}: {}.", scene.liveries[reserve.livery].label(), reserve.words());
        let reserves: Vec<String> = scene.reserves.iter().map(|reserve| escaped(&army(reserve))).collect();
        lines.push(format!("In reserve: {}", reserves.join(" ")));
    }
    if !scene.counted.is_empty() {
        let one = |(livery, words): &(usize, String)| escaped(&format!("{}: {words}.", scene.liveries[*livery].label()));
        lines.push(format!("Counted: {}", scene.counted.iter().map(one).collect::<Vec<_>>().join(" ")));
    }
    lines.extend(text::remarks(scene).into_iter().map(|(head, words)| format!("{head} {}", escaped(&words))));
    let places = scene.places.iter().enumerate().map(|(at, tag)| {
        let words = format!("{}: {}", escaped(&tag.letter), escaped(&tag.name));
        format!("<b style=\"background:{};border:1px solid\">&nbsp;{words}&nbsp;</b>", paint::place(at))
    });
    let marks = scene.marks.iter().map(|tag| format!("<b>{}</b>: {}", escaped(&tag.letter), escaped(&tag.name)));
    let tags: Vec<String> = places.chain(marks).collect();
    if !tags.is_empty() {
        lines.push(tags.join(", "));
    }
    let strange: Vec<String> = scene.strange_kinds().into_iter().map(|figure| escaped(&figure.gloss())).collect();
    if !strange.is_empty() {
        lines.push(strange.join(", "));
    }
    let _ = writeln!(html, "<p style=\"margin:4px 0;font:13px/22px sans-serif\">{}</p>", lines.join("<br>\n"));
}

fn escaped(text: &str) -> String {
    text.chars().fold(String::new(), |mut safe, character| {
        match character {
            '&' => safe += "&amp;",
            '<' => safe += "&lt;",
            '>' => safe += "&gt;",
            '"' => safe += "&quot;",
            '\'' => safe += "&#39;",
            _ => safe.push(character),
        }
        safe
    })
}
