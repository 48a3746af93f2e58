//! Where everything lies on the drawing of a board: the ground, and stamps that are set on it again and again.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::glyph::{self, EM};
use super::livery::{Livery, Rgb, Tone};
use super::man::{self, Anchor, CELL, disc, letters};
use super::paint;
use super::scene::{Figure, Scene, Square, Tag};

/// The room around the board, which holds the labels of files and ranks.
const EDGE: f32 = 24.0;
/// The heights of the title and of a line of the legend.
const TITLE: f32 = 26.0;
const LEGEND: f32 = 26.0;
/// A board of few files still gets room for its title.
const MIN_WIDTH: f32 = 220.0;
/// The line around the squares.
const FRAME: f32 = 2.5;

/// A drawing in SVG elements, sizes in pixels.
pub struct Sheet {
    pub width: f32,
    pub height: f32,
    /// What lies under the stamps.
    pub ground: String,
    /// The stamps as SVG elements, each drawn within a square of side [`CELL`].
    pub stamps: Vec<String>,
    /// Which stamp is set where: the upper left corner of its square.
    pub prints: Vec<(usize, f32, f32)>,
}

impl Sheet {
    pub fn of(scene: &Scene) -> Sheet {
        let mut layout = Layout::of(scene);
        layout.squares();
        layout.trails();
        layout.labels();
        layout.men();
        layout.tags();
        let below = layout.reserves();
        let height = layout.legend(below);
        Sheet { width: layout.width, height, ground: layout.ground, stamps: layout.stamps, prints: layout.prints }
    }
}

/// A sheet in the making.
struct Layout<'a> {
    scene: &'a Scene,
    width: f32,
    /// The upper left corner of the squares.
    left: f32,
    top: f32,
    ground: String,
    stamps: Vec<String>,
    prints: Vec<(usize, f32, f32)>,
    /// Men of one look share one stamp.
    looks: BTreeMap<(usize, usize, bool), usize>,
}

impl Layout<'_> {
    fn of(scene: &Scene) -> Layout<'_> {
        let board = f32::from(scene.columns) * CELL;
        let width = (board + 2.0 * EDGE).max(MIN_WIDTH);
        let title = if scene.title.is_empty() { 0.0 } else { TITLE };
        let (left, top) = ((width - board) / 2.0, title + EDGE);
        Layout { scene, width, left, top, ground: String::new(), stamps: Vec::new(), prints: Vec::new(), looks: BTreeMap::new() }
    }

    fn at(&self, (column, row): (u16, u16)) -> (f32, f32) {
        (self.left + f32::from(column) * CELL, self.top + f32::from(row) * CELL)
    }

    fn corner(&self, square: &Square) -> (f32, f32) {
        self.at((square.column, square.row))
    }

    fn centre(&self, square: &Square) -> (f32, f32) {
        let (x, y) = self.corner(square);
        (x + CELL / 2.0, y + CELL / 2.0)
    }

    fn right(&self) -> f32 {
        self.left + f32::from(self.scene.columns) * CELL
    }

    fn bottom(&self) -> f32 {
        self.top + f32::from(self.scene.rows) * CELL
    }

    /// One path of the same square, widened by a rim, for each of some columns and rows.
    fn path(&self, places: impl Iterator<Item = (u16, u16)>, rim: f32) -> String {
        let side = CELL + 2.0 * rim;
        places.fold(String::new(), |mut path, place| {
            let (x, y) = self.at(place);
            let _ = write!(path, "M{} {}h{side}v{side}h-{side}z", x - rim, y - rim);
            path
        })
    }

    /// Holes are pits: as dark as nothing else on the board, with a rim inside.
    fn squares(&mut self) {
        let all = &self.scene.squares;
        let place = |square: &Square| (square.column, square.row);
        let holes = || self.scene.holes.iter().map(|hole| (hole.column, hole.row));
        let frame = self.path(all.iter().map(place).chain(holes()), FRAME);
        let mut ground = format!("<path d=\"{frame}\" fill=\"{}\"/>\n", paint::FRAME);
        if !self.scene.holes.is_empty() {
            let pits = self.path(holes(), -1.5);
            let _ = writeln!(ground, "<path d=\"{pits}\" fill=\"{}\"/>", paint::HOLE);
        }
        let mut grounds: Vec<Rgb> = all.iter().map(paint::ground).collect();
        grounds.sort_unstable();
        grounds.dedup();
        for colour in grounds {
            let path = self.path(all.iter().filter(|square| paint::ground(square) == colour).map(place), 0.0);
            let _ = writeln!(ground, "<path d=\"{path}\" fill=\"{colour}\" shape-rendering=\"crispEdges\"/>");
        }
        for square in all.iter().filter(|square| square.checked) {
            let ((x, y), side, alarm) = (self.corner(square), CELL - 3.0, paint::ALARM);
            let (x, y) = (x + 1.5, y + 1.5);
            let _ = writeln!(
                ground,
                "<path d=\"M{x} {y}h{side}v{side}h-{side}z\" fill=\"{alarm}\" fill-opacity=\".45\" stroke=\"{alarm}\" stroke-width=\"3\"/>"
            );
        }
        for square in all.iter().filter(|square| square.struck && !square.reached) {
            let ((x, y), arm) = (self.centre(square), CELL * 0.2);
            let (x, y, across) = (x - arm, y - arm, 2.0 * arm);
            let _ = writeln!(
                ground,
                "<path d=\"M{x} {y}l{across} {across}m0 -{across}l-{across} {across}\" fill=\"none\" stroke=\"{}\" stroke-width=\"4\" stroke-linecap=\"round\"/>",
                paint::ALARM
            );
        }
        self.ground += &ground;
    }

    /// An arrow along each way, under the men; its tip stays clear of the man it leads to.
    fn trails(&mut self) {
        for trail in &self.scene.trails {
            let mut points: Vec<(f32, f32)> = trail.iter().map(|&at| self.centre(&self.scene.squares[at])).collect();
            let [.., before, end] = points[..] else { continue };
            let (dx, dy) = (end.0 - before.0, end.1 - before.1);
            let length = dx.hypot(dy).max(1.0);
            let back = |by: f32, aside: f32| (end.0 - (dx * by + dy * aside) / length, end.1 - (dy * by - dx * aside) / length);
            let neck = back(26.0, 0.0);
            let head = [neck, back(27.0, 8.5), back(11.0, 0.0), back(27.0, -8.5)];
            points.pop();
            points.push(neck);
            let join = |points: &[(f32, f32)]| points.iter().map(|(x, y)| format!("{x:.1} {y:.1}")).collect::<Vec<_>>().join("L");
            let (way, head, colour) = (join(&points), join(&head), paint::TRAIL);
            let _ = writeln!(
                self.ground,
                "<path d=\"M{way}\" fill=\"none\" stroke=\"{colour}\" stroke-opacity=\".65\" stroke-width=\"5\" stroke-linejoin=\"round\"/>\
                 <path d=\"M{head}z\" fill=\"{colour}\" fill-opacity=\".65\"/>"
            );
        }
    }

    fn stamp(&mut self, drawn: String) -> usize {
        self.stamps.push(drawn);
        self.stamps.len() - 1
    }

    fn labels(&mut self) {
        let scene = self.scene;
        let label = |text: &str| letters(text, (CELL / 2.0, CELL / 2.0 + 4.5), 12.0, paint::LABEL, Anchor::Middle);
        let (above, below) = (self.top - (EDGE + CELL) / 2.0, self.bottom() + (EDGE - CELL) / 2.0);
        for (column, file) in scene.files.iter().enumerate() {
            let x = self.left + column as f32 * CELL;
            let stamp = self.stamp(label(file));
            self.prints.extend([(stamp, x, above), (stamp, x, below)]);
        }
        let (before, after) = (self.left - (EDGE + CELL) / 2.0 - 1.0, self.right() + (EDGE - CELL) / 2.0 + 1.0);
        for (row, rank) in scene.ranks.iter().enumerate() {
            let y = self.top + row as f32 * CELL;
            let stamp = self.stamp(label(rank));
            self.prints.extend([(stamp, before, y), (stamp, after, y)]);
        }
        let size = fitting(&scene.title, 15.0, self.width - self.left - 8.0);
        self.ground += &letters(&scene.title, (self.left, 21.0), size, paint::INK, Anchor::Start);
    }

    fn men(&mut self) {
        let scene = self.scene;
        for square in &scene.squares {
            let Some(figure) = &square.figure else { continue };
            let (x, y) = self.corner(square);
            self.man(figure, x, y);
        }
    }

    /// The letters of named squares in the lower left corner, those of marked men in the upper left one, over the men.
    fn tags(&mut self) {
        let scene = self.scene;
        let lying = |tags: &[Tag], at: &[usize]| at.iter().map(|&at| tags[at].letter.as_str()).collect::<String>();
        for square in &scene.squares {
            let (x, y) = self.corner(square);
            if !square.named.is_empty() {
                let drawn = letters(&lying(&scene.places, &square.named), (2.5, CELL - 3.0), 10.0, paint::INK, Anchor::Start);
                let stamp = self.tag(drawn);
                self.prints.push((stamp, x, y));
            }
            if !square.marked.is_empty() {
                let text = lying(&scene.marks, &square.marked);
                let drawn = man::tag((1.0, 1.0), &text);
                let stamp = self.tag(drawn);
                self.prints.push((stamp, x, y));
            }
        }
    }

    /// The stamp of a tag; equal ones share one.
    fn tag(&mut self, drawn: String) -> usize {
        match self.stamps.iter().position(|stamp| *stamp == drawn) {
            Some(known) => known,
            None => self.stamp(drawn),
        }
    }

    fn man(&mut self, figure: &Figure, x: f32, y: f32) {
        let look = (figure.livery, figure.order, figure.real);
        let stamp = match self.looks.get(&look) {
            Some(&stamp) => stamp,
            None => self.stamp(man::drawn(figure, &self.scene.liveries[figure.livery])),
        };
        self.looks.insert(look, stamp);
        self.prints.push((stamp, x, y));
    }

    /// The men in reserve below the board, an army a row, those of a kind counted; returns where the rows end.
    fn reserves(&mut self) -> f32 {
        let scene = self.scene;
        let mut y = self.bottom() + EDGE;
        if scene.reserves.is_empty() {
            return y;
        }
        self.ground += &letters("In reserve:", (self.left, y + 13.0), 13.0, paint::INK, Anchor::Start);
        y += 18.0;
        for reserve in &scene.reserves {
            let mut x = self.left;
            for (figure, count) in &reserve.men {
                let count = if *count > 1 { format!("×{count}") } else { String::new() };
                let width = CELL + if count.is_empty() { 0.0 } else { glyph::line(&count).1 * 14.0 / EM + 6.0 };
                if x > self.left && x + width > self.width - 8.0 {
                    x = self.left;
                    y += CELL;
                }
                self.man(figure, x, y);
                self.ground += &letters(&count, (x + CELL, y + CELL / 2.0 + 5.0), 14.0, paint::INK, Anchor::Start);
                x += width;
            }
            y += CELL;
        }
        y + 4.0
    }

    /// The armies with men on the board, each with its disc, and what the letters on badges mean; returns where the drawing ends.
    fn legend(&mut self, below: f32) -> f32 {
        let scene = self.scene;
        let armies = scene.present().map(|at| &scene.liveries[at]).map(|livery| (Disc::Army(livery), livery.label()));
        let places = scene.places.iter().enumerate().map(|(at, tag)| (Disc::Place(at), tag.name.clone()));
        let marks = scene.marks.iter().map(|tag| (Disc::Mark(tag.letter.as_str()), tag.name.clone()));
        let badges = scene.strange_kinds().into_iter().filter(|figure| !man::has_figure(figure)).map(|figure| (Disc::None, figure.gloss()));
        let mut pen = self.left;
        let mut base = below + 17.0;
        for (sign, label) in armies.chain(badges).chain(places).chain(marks) {
            let indent = if sign == Disc::None { 0.0 } else { 24.0 };
            let size = fitting(&label, 13.0, self.width - self.left - indent - 8.0);
            let width = indent + glyph::line(&label).1 * size / EM;
            if pen > self.left && pen + width > self.width - 8.0 {
                pen = self.left;
                base += LEGEND;
            }
            let at = (pen + 8.5, base - 4.5);
            match sign {
                Disc::None => {}
                Disc::Army(livery) => {
                    self.ground += &disc(at, 8.0, livery.body, rim(livery), 1.5);
                    if let Some(mark) = livery.mark() {
                        self.ground += &letters(&mark.to_string(), (at.0, base - 0.5), 11.0, livery.line, Anchor::Middle);
                    }
                }
                Disc::Place(place) => {
                    let _ = write!(
                        self.ground,
                        "<path d=\"M{} {}h16v16h-16z\" fill=\"{}\" stroke=\"{}\"/>",
                        at.0 - 8.0,
                        at.1 - 8.0,
                        paint::place(place),
                        paint::FRAME
                    );
                    self.ground += &letters(&scene.places[place].letter, (at.0, base - 0.5), 11.0, paint::INK, Anchor::Middle);
                }
                Disc::Mark(letter) => self.ground += &man::tag((at.0 - 7.5, at.1 - 7.5), letter),
            }
            self.ground += &letters(&label, (pen + indent, base), size, paint::INK, Anchor::Start);
            pen += width + 20.0;
        }
        base + 13.0
    }
}

/// What stands before a word of the legend.
#[derive(PartialEq)]
enum Disc<'a> {
    None,
    Army(&'a Livery),
    /// Squares with a name.
    Place(usize),
    /// What men are marked as.
    Mark(&'a str),
}

/// The size of a line of letters, no larger than asked for, that fits a width.
fn fitting(text: &str, size: f32, width: f32) -> f32 {
    size.min(width * EM / glyph::line(text).1.max(1.0))
}

/// The rim of a disc on paper, where a chalk line would not be seen.
fn rim(livery: &Livery) -> Rgb {
    match livery.tone {
        Tone::Light => livery.line,
        Tone::Dark => livery.body,
    }
}
