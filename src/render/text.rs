//! A board in letters: for terminals, for mail without HTML, and lists of men for those who do not see a board.

use std::collections::BTreeMap;

use super::livery::Tone;
use super::scene::{Figure, Reserve, Scene, Shade, Square};

/// No line is made longer, but for boards that cannot be drawn within it.
const WIDTH: usize = 72;

/// What a hole is filled with.
const HOLE: char = '#';

/// The board in ASCII, with lines that say how to read it. Each line ends in a newline.
///
/// Capitals are the light army, small letters the dark one, a number after them the second of its tone and so on.
/// `.` and `:` are empty light and dark squares, `###` is a hole, `( )` and `[ ]` stand where the last moves left and ended.
pub fn board(scene: &Scene) -> String {
    let letters = Letters::of(scene);
    let legend: Vec<String> = letters.legend(scene).iter().map(|entry| format!("{entry}.")).collect();
    let legend = wrapped("", &legend)
        .into_iter()
        .chain(reserves(scene))
        .chain(counted(scene))
        .chain(told(scene))
        .map(|line| format!("{}\n", line.trim_end()));
    grid(scene) + &legend.collect::<String>()
}

/// `In reserve: White: knight, 2 pawns. Black: queen.`, in lines; none where nobody is in reserve.
fn reserves(scene: &Scene) -> Vec<String> {
    let army = |reserve: &Reserve| format!("{}: {}.", scene.liveries[reserve.livery].label(), reserve.words());
    let all = scene.reserves.iter().map(army).collect::<Vec<_>>().join(" ");
    let words: Vec<String> = all.split_whitespace().map(str::to_owned).collect();
    if words.is_empty() { Vec::new() } else { wrapped("In reserve:", &words) }
}

/// `Counted: White: 3 points. Black: 1 points.`, in lines; none where rules count nothing.
fn counted(scene: &Scene) -> Vec<String> {
    let one = |(livery, words): &(usize, String)| format!("{}: {words}.", scene.liveries[*livery].label());
    let all = scene.counted.iter().map(one).collect::<Vec<_>>().join(" ");
    let words: Vec<String> = all.split_whitespace().map(str::to_owned).collect();
    if words.is_empty() { Vec::new() } else { wrapped("Counted:", &words) }
}

/// `Joined: the left and right edges.`, `Held: white rook on e4 for 2 phases.`, in lines.
fn told(scene: &Scene) -> Vec<String> {
    remarks(scene)
        .iter()
        .flat_map(|(head, words)| wrapped(head, &words.split_whitespace().map(str::to_owned).collect::<Vec<_>>()))
        .collect()
}

/// What holds of the board and its men and is not to be seen on it: a head and a sentence.
pub(super) fn remarks(scene: &Scene) -> Vec<(&'static str, String)> {
    let joined = scene.joined.iter().map(|edges| format!("the {edges} edges")).collect::<Vec<_>>().join(", ");
    let all = [
        ("Joined:", joined),
        ("Held:", scene.held.join(", ")),
        ("Pieces:", scene.borne.join(", ")),
        ("To come:", scene.awaited.join("; ")),
    ];
    all.into_iter().filter(|(_, words)| !words.is_empty()).map(|(head, words)| (head, format!("{words}."))).collect()
}

/// The same without the lines that say how to read it.
pub fn grid(scene: &Scene) -> String {
    let letters = Letters::of(scene);
    let token = scene.squares.iter().map(|square| letters.token(square).chars().count()).max().unwrap_or(1);
    let file = scene.files.iter().map(|file| file.chars().count()).max().unwrap_or(1);
    let margin = scene.ranks.iter().map(|rank| rank.chars().count()).max().unwrap_or(1);
    let inner = token.max(file);
    // Where there is no room the closing brackets go.
    let roomy = (inner + 2) * usize::from(scene.columns) + 2 * margin + 5 <= WIDTH;
    let pitch = inner + if roomy { 2 } else { 1 };

    let mut cells = vec![vec![" ".repeat(pitch); usize::from(scene.columns)]; usize::from(scene.rows)];
    for hole in &scene.holes {
        cells[usize::from(hole.row)][usize::from(hole.column)] = HOLE.to_string().repeat(pitch);
    }
    for square in &scene.squares {
        let (open, close) = brackets(square);
        let mut cell = format!("{open}{:^inner$}", letters.token(square));
        if roomy {
            cell.push(close);
        }
        cells[usize::from(square.row)][usize::from(square.column)] = cell;
    }

    let files: String = scene.files.iter().map(|file| format!(" {file:^inner$}{}", if roomy { " " } else { "" })).collect();
    let files = format!("{:margin$}  {files}", "");
    let rule = format!("{:margin$} +{}+", "", "-".repeat(pitch * usize::from(scene.columns)));
    let mut lines = vec![files.clone(), rule.clone()];
    for (rank, row) in scene.ranks.iter().zip(&cells) {
        lines.push(format!("{rank:>margin$} |{}| {rank}", row.concat()));
    }
    lines.extend([rule, files]);
    lines.iter().map(|line| format!("{}\n", line.trim_end())).collect()
}

/// The men of every army, one army a paragraph wrapped at 72 columns: `White: Ke1 Qd1 Ra1 Rh1, pawns a2 b2`.
pub fn men(scene: &Scene) -> String {
    let mut lines = Vec::new();
    for (livery, men) in scene.liveries.iter().zip(lists(scene)) {
        lines.extend(wrapped(&format!("{}:", livery.label()), &men));
    }
    lines.iter().map(|line| format!("{line}\n")).collect()
}

/// The placement in one line, after FEN: `rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR`.
///
/// Ranks from the highest, files from the first, from whichever side the scene is seen; a hole is `*`,
/// a man whose sign is not one letter stands in brackets: `(SP)`, `(N2)`.
pub fn line(scene: &Scene) -> String {
    let letters = Letters::of(scene);
    let at: BTreeMap<(i16, i16), &Square> = scene.squares.iter().map(|square| ((square.rank, square.file), square)).collect();
    let all = || {
        let squares = scene.squares.iter().map(|square| (square.file, square.rank));
        squares.chain(scene.holes.iter().map(|hole| (hole.file, hole.rank)))
    };
    let span = |of: fn((i16, i16)) -> i16| {
        let first = all().map(of).min().unwrap_or(0);
        let last = all().map(of).max().unwrap_or(-1);
        first..=last
    };
    let ranks = span(|(_, rank)| rank).rev().map(|rank| {
        let mut written = String::new();
        let mut empty = 0;
        for file in span(|(file, _)| file) {
            let sign = match at.get(&(rank, file)) {
                Some(square) => match &square.figure {
                    Some(figure) => bracketed(&letters.sign(figure)),
                    None => {
                        empty += 1;
                        continue;
                    }
                },
                None => "*".to_string(),
            };
            if empty > 0 {
                written += &empty.to_string();
                empty = 0;
            }
            written += &sign;
        }
        if empty > 0 {
            written += &empty.to_string();
        }
        written
    });
    ranks.collect::<Vec<_>>().join("/")
}

fn bracketed(sign: &str) -> String {
    let mut letters = sign.chars();
    match (letters.next(), letters.next()) {
        (Some(letter), None) if letter.is_alphabetic() => sign.to_string(),
        _ => format!("({sign})"),
    }
}

/// What stands before and after a square's sign: of the last move first, then of a mark on its man, then of its name.
fn brackets(square: &Square) -> (char, char) {
    let named = square.named.first().map(|&at| place_sign(at));
    match square {
        Square { reached: true, .. } => ('[', ']'),
        Square { trodden: true, .. } => ('(', ')'),
        Square { checked: true, .. } => ('!', '!'),
        Square { marked, .. } if !marked.is_empty() => (MARK, named.unwrap_or(MARK)),
        Square { figure: Some(_), .. } => (named.unwrap_or(' '), named.unwrap_or(' ')),
        _ => (' ', ' '),
    }
}

/// What stands around a man that is marked.
const MARK: char = '*';

/// The sign of a place that has a name, by the order of the names.
fn place_sign(at: usize) -> char {
    const SIGNS: [char; 6] = ['~', '=', '+', '%', '^', '&'];
    SIGNS[at % SIGNS.len()]
}

/// The men of each livery, as words.
pub(super) fn lists(scene: &Scene) -> Vec<Vec<String>> {
    (0..scene.liveries.len()).map(|livery| listed(scene, livery)).collect()
}

/// The men of one livery: those with a letter one by one, the others under the name of their kind.
fn listed(scene: &Scene, livery: usize) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut common: Vec<(&Figure, Vec<&str>)> = Vec::new();
    for (square, figure) in scene.men_of(livery) {
        if !figure.unlettered {
            words.push(format!("{}{}{}", figure.letter, square.name, if figure.real { " (real)" } else { "" }));
        } else {
            match common.last_mut() {
                Some((kind, cells)) if kind.order == figure.order => cells.push(&square.name),
                _ => common.push((figure, vec![&square.name])),
            }
        }
    }
    for (figure, cells) in common {
        if let Some(before) = words.last_mut() {
            before.push(',');
        }
        words.push(if cells.len() == 1 { figure.kind.clone() } else { figure.plural.clone() });
        words.extend(cells.into_iter().map(String::from));
    }
    if words.is_empty() {
        words.push("none".into());
    }
    words
}

/// Words after a head, in lines of at most [`WIDTH`], the later ones indented where there is a head.
fn wrapped(head: &str, words: &[String]) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut line = head.to_string();
    for word in words {
        if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > WIDTH {
            lines.push(std::mem::replace(&mut line, if head.is_empty() { String::new() } else { " ".into() }));
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line += word;
    }
    if !line.trim().is_empty() {
        lines.push(line);
    }
    lines
}

/// Which letters the men of each livery are written with.
struct Letters {
    /// By livery: in capitals or not, and the number that follows.
    hands: Vec<(Tone, Option<u16>)>,
}

impl Letters {
    /// Where a letter has no small form the case cannot tell armies apart, so numbers do.
    fn of(scene: &Scene) -> Letters {
        let cased = scene.figures().all(|figure| figure.letter.to_lowercase() != figure.letter.to_uppercase());
        let hand = |(at, livery): (usize, &super::Livery)| match cased {
            true => (livery.tone, livery.mark()),
            false => (livery.tone, (at > 0).then_some(at as u16 + 1)),
        };
        Letters { hands: scene.liveries.iter().enumerate().map(hand).collect() }
    }

    /// A man's letter as its army writes it.
    fn sign(&self, figure: &Figure) -> String {
        let (tone, number) = self.hands[figure.livery];
        let letter = match tone {
            Tone::Light => figure.letter.to_uppercase(),
            Tone::Dark => figure.letter.to_lowercase(),
        };
        number.map_or(letter.clone(), |number| format!("{letter}{number}"))
    }

    /// What is written on a square.
    fn token(&self, square: &Square) -> String {
        match (&square.figure, square.shade) {
            (Some(figure), _) => self.sign(figure),
            (None, _) if square.struck => "x".into(),
            (None, _) if !square.named.is_empty() => place_sign(square.named[0]).into(),
            (None, Shade::Light) => ".".into(),
            (None, Shade::Dark) => ":".into(),
        }
    }

    /// How to read the board.
    fn legend(&self, scene: &Scene) -> Vec<String> {
        let army = |at: usize| {
            let (tone, number) = self.hands[at];
            let case = match tone {
                Tone::Light => "CAPITALS",
                Tone::Dark => "small letters",
            };
            let number = number.map_or(String::new(), |number| format!(" with {number}"));
            format!("{}: {case}{number}", scene.liveries[at].label())
        };
        let any = |is: fn(&Square) -> bool| scene.squares.iter().any(is);
        let mut legend: Vec<String> = scene.present().map(army).collect();
        legend.extend(scene.strange_kinds().into_iter().map(Figure::gloss));
        let signs = [
            ("( ) [ ]: last move", any(|square| square.trodden)),
            ("x: taken off", any(|square| square.struck && square.figure.is_none())),
            ("! !: in check", any(|square| square.checked)),
            ("###: a hole", !scene.holes.is_empty()),
        ];
        legend.extend(scene.places.iter().enumerate().map(|(at, tag)| format!("{}: {}", place_sign(at), tag.name)));
        if !scene.marks.is_empty() {
            let marks: Vec<&str> = scene.marks.iter().map(|tag| tag.name.as_str()).collect();
            legend.push(format!("* *: {}", marks.join(" or ")));
        }
        legend.extend(signs.into_iter().filter(|(_, seen)| *seen).map(|(sign, _)| sign.to_string()));
        legend
    }
}
