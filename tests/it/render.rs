//! Boards drawn: each way of drawing against the same positions. The drawings lie in `target/tmp/gallery` for the eye.

mod anything;
mod samples;

use std::path::PathBuf;
use std::process::Command;

use custodian::board::{ArmyId, BoardId, Effect, Frame, KindId, Place};
use custodian::render::{Scene, Tone, View, html, png, svg, text};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

fn sample(name: &str) -> Scene {
    samples::all().into_iter().find(|(other, _)| *other == name).expect("a sample of that name").1
}

/// Size and pixels (red, green, blue) of a PNG.
fn decoded(bytes: &[u8]) -> (u32, u32, Vec<[u8; 3]>) {
    let mut decoder = ::png::Decoder::new(std::io::Cursor::new(bytes));
    decoder.set_transformations(::png::Transformations::EXPAND);
    let mut reader = decoder.read_info().expect("a PNG");
    let mut pixels = vec![0; reader.output_buffer_size().expect("a size")];
    let info = reader.next_frame(&mut pixels).expect("pixels");
    let channels = info.color_type.samples();
    (info.width, info.height, pixels.chunks_exact(channels).map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect())
}

#[test]
fn the_gallery_holds_every_sample() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("gallery");
    std::fs::create_dir_all(&folder).expect("the gallery's folder");
    for (name, scene) in samples::all() {
        let write = |kind: &str, bytes: &[u8]| std::fs::write(folder.join(format!("{name}.{kind}")), bytes).expect("written");
        write("txt", format!("{}\n{}\n{}\n", text::board(&scene), text::men(&scene), text::line(&scene)).as_bytes());
        write("svg", svg::drawing(&scene).as_bytes());
        write("png", &png::picture(&scene).expect("a picture"));
        write("html", html::table(&scene).as_bytes());
    }
}

#[test]
fn a_board_in_letters() {
    let expected = "    a  b  c  d  e  f  g  h
  +------------------------+
8 | r  :  b  q  .  r !k! : | 8
7 | p  p  :  .  b  p  p [B]| 7
6 | .  :  n  :  p  n  .  : | 6
5 | :  .  p  p  :  .  :  . | 5
4 | .  :  .  P  .  :  .  : | 4
3 | :  .  N (.) P  N  :  . | 3
2 | P  P  P  :  .  P  P  P | 2
1 | R  .  B  Q  :  R  K  . | 1
  +------------------------+
    a  b  c  d  e  f  g  h
White (Arthur): CAPITALS. Green (Trillian): small letters.
( ) [ ]: last move. ! !: in check.
";
    assert_eq!(text::board(&sample("middle")), expected);
}

#[test]
fn names_of_squares_and_marks_on_men_are_shown_in_every_drawing() {
    let scene = sample("named");
    let drawn = text::board(&scene);
    let row = |rank: &str| drawn.lines().find(|line| line.starts_with(rank)).unwrap_or_default().to_string();
    assert_eq!(row("7"), "7 | p  *p * p   p   p   p  =p ==p =| 7");
    assert_eq!(row("5"), "5 |#### .   :   ~  ~Y2~ .   :   .  | 5");
    assert_eq!(row("2"), "2 | P   P  (. ) P  *P * P   P   P  | 2");
    assert!(drawn.contains("~: lava. =: swamp. * *: champion or asleep. ( ) [ ]: last move."), "{drawn}");
    let table = html::table(&scene);
    for told in ["L: lava", "S: swamp", "<b>C</b>: champion", "<b>A</b>: asleep"] {
        assert!(table.contains(told), "{told}: {table}");
    }
    assert!(!table.contains("elsewhere"), "{table}");
    // A named square has another ground than its like: d5 and f5 are light, b5 is not named.
    let (width, _, pixels) = decoded(&png::picture(&scene).expect("a picture"));
    let at = |column: u32, row: u32| {
        let left = (width - 8 * 44) / 2;
        pixels[((26 + 24 + row * 44 + 6) * width + left + column * 44 + 22) as usize]
    };
    assert_ne!(at(3, 3), at(5, 3));
    assert_eq!(at(1, 3), at(5, 3));
}

#[test]
fn a_ring_a_hole_and_reserves_in_letters() {
    let expected = "    z  a  b  c  d  e  f  g  h  i
  +------------------------------+
9 | .  :  .  :  .  :  .  :  . ###| 9
8 | :  r  n  b  q  k  b  n  r  . | 8
7 | .  p  p  p  p  p  p  p  p  : | 7
6 | :  .  :  .  :  .  :  .  :  . | 6
5 | .  :  .  :  .  :  .  :  .  : | 5
4 |[R] .  :  .  :  .  :  .  :  . | 4
3 | .  :  .  :  .  :  .  :  .  : | 3
2 | :  P  P  P  P  P  P  P  P  . | 2
1 | . (:) N  B  Q  K  B  N  R  : | 1
0 |### .  :  .  : [y] :  .  :  . | 0
  +------------------------------+
    z  a  b  c  d  e  f  g  h  i
White: CAPITALS. Black: small letters. A: archbishop. Y: yeti.
SP: super <pawn>. ( ) [ ]: last move. ###: a hole.
In reserve: White: knight, 2 pawns. Black: queen, archbishop, super
  <pawn>.
";
    assert_eq!(text::board(&sample("grown")), expected);
    assert!(html::table(&sample("grown")).contains("In reserve: White: knight, 2 pawns. Black: queen, archbishop, super &lt;pawn&gt;."));
}

#[test]
fn men_in_words() {
    let expected = "\
White (Arthur): Kg1 Qd1 Ra1 Rf1 Nc3 Nf3 Bc1 Bh7, pawns a2 b2 c2 f2 g2 h2
  e3 d4
Green (Trillian): Kg8 Qd8 Ra8 Rf8 Nc6 Nf6 Be7 Bc8, pawns c5 d5 e6 a7 b7
  f7 g7
";
    assert_eq!(text::men(&sample("middle")), expected);
    let four = text::men(&sample("four"));
    assert!(four.starts_with("White: Ke1 (real) Kh3 Qd1 "), "{four}");
    assert!(four.ends_with("Yellow: Qd4 Nc4, pawn b4\n1a: Ke5 Rg5 Ya5 Bf5\n"), "{four}");
}

#[test]
fn an_army_without_men_is_still_named() {
    let mut position = samples::start("white", "black");
    let men: Vec<_> = position.standing(BoardId(0)).filter(|(_, man, _)| man.army == ArmyId(1)).map(|(id, _, cell)| (id, cell)).collect();
    for (man, cell) in men {
        position.apply(&Effect::Put { man, from: Place::Cell(cell), to: Place::Gone });
    }
    let scene = samples::scene(&position, &View::new("Zaphod:1"));
    assert!(text::men(&scene).ends_with("\nBlack: none\n"));
    assert!(!text::board(&scene).contains("Black"));
}

#[test]
fn placements_in_a_line() {
    assert_eq!(text::line(&sample("start")), samples::START);
    assert_eq!(text::line(&sample("large")), "rnabqkbanr/pppppppppp/10/10/10/10/4A5/10/PPPPPPPPPP/RN1BQKBANR");
    assert_eq!(text::line(&sample("holes")), "rnbqkbn*/ppNppppp/8/3**3/3**3/8/PPPPPPPP/*1BQKBNR");
    assert_eq!(text::line(&sample("grown")), "9*/1rnbqkbnr1/1pppppppp1/10/10/R9/10/1PPPPPPPP1/2NBQKBNR1/*4y4");
    assert_eq!(text::line(&sample("four")), "rnbqkbnr/pppppppp/8/(y2)3(k2)(b2)(r2)1/1(P2)(N2)(Q2)4/7K/PPPPPPPP/RNBQKBNR");
    assert_eq!(text::line(&sample("unknown")), "rnbqkbnr/pppppppp/3y4/1a3(sp)2/4(SP)1A1/2Y5/PPPPPPPP/RNBQKBNR");
    let turned = samples::scene(&samples::start("white", "black"), &View::new("").seen_from(Frame::Down));
    assert_eq!(text::line(&turned), samples::START, "the same from either side");
}

#[test]
fn a_board_is_turned_to_its_army() {
    let scene = samples::scene(&samples::start("white", "black"), &View::new("").seen_from(Frame::Down));
    assert_eq!((scene.squares[0].name.as_str(), scene.squares[63].name.as_str()), ("h1", "a8"));
    assert_eq!(scene.files.concat(), "hgfedcba");
    assert_eq!(scene.ranks.concat(), "12345678");
}

#[test]
fn text_stays_within_a_mail_line() {
    for (name, scene) in samples::all() {
        for line in text::board(&scene).lines().chain(text::men(&scene).lines()) {
            assert!(line.chars().count() <= 72 && !line.ends_with(' '), "{name}: {line:?}");
        }
    }
}

#[test]
fn the_ways_of_a_batch_of_effects() {
    let mut position = samples::start("white", "black");
    for name in ["f1", "g1"] {
        let cell = samples::cell(&position, name);
        let man = position.on(cell).expect("a man");
        position.apply(&Effect::Put { man, from: Place::Cell(cell), to: Place::Gone });
    }
    let castling = [samples::step(&mut position, "e1", "g1"), samples::step(&mut position, "h1", "f1")].concat();
    let way = |from, to| vec![samples::cell(&position, from), samples::cell(&position, to)];
    assert_eq!(View::new("").showing(&castling).trails, [way("e1", "g1"), way("h1", "f1")]);

    let capture = samples::step(&mut position.clone(), "d1", "d7");
    let view = View::new("").showing(&capture);
    assert_eq!((view.trails, view.struck), (vec![way("d1", "d7")], vec![samples::cell(&position, "d7")]));
}

#[test]
fn svg_asks_for_nothing() {
    for (name, scene) in samples::all() {
        let drawing = svg::drawing(&scene);
        Tree::from_str(&drawing, &Options::default()).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(drawing.matches("://").count(), 1, "{name}: the namespace alone");
        for element in ["<text", "<image", "<script", "<style", "<foreignObject"] {
            assert!(!drawing.contains(element), "{name}: {element}");
        }
    }
}

#[test]
fn a_picture_shows_men_where_they_stand() {
    let scene = sample("start");
    let bytes = png::picture(&scene).expect("a picture");
    assert_eq!(bytes, png::picture(&scene).expect("a picture"), "the same bytes each time");
    let (width, _, pixels) = decoded(&bytes);
    assert_eq!(width, 400);
    for square in &scene.squares {
        // The title takes 26 pixels, the labels 24.
        let (left, top) = (24 + 44 * u32::from(square.column), 50 + 44 * u32::from(square.row));
        let seen: Vec<[u8; 3]> = (0..44 * 44).map(|at| pixels[((top + at / 44) * width + left + at % 44) as usize]).collect();
        let ground = seen[45];
        let body = square.figure.as_ref().map(|figure| scene.liveries[figure.livery].body);
        match body {
            None => assert!(seen.iter().all(|pixel| *pixel == ground), "{}: empty", square.name),
            Some(body) => {
                let share = seen.iter().filter(|pixel| **pixel == [body.0, body.1, body.2]).count();
                assert!((200..1400).contains(&share), "{}: {share} pixels of its colour", square.name);
            }
        }
    }
}

#[test]
fn pictures_agree_with_the_drawing() {
    for (name, scene) in samples::all() {
        let (width, height, seen) = decoded(&png::picture(&scene).expect("a picture"));
        let tree = Tree::from_str(&svg::drawing(&scene), &Options::default()).expect("a drawing");
        let mut meant = Pixmap::new(width, height).expect("room");
        resvg::render(&tree, Transform::identity(), &mut meant.as_mut());
        let far = |(seen, meant): (&[u8; 3], &[u8])| (0..3).map(|at| u32::from(seen[at].abs_diff(meant[at]))).max().unwrap_or(0);
        let differences: Vec<u32> = seen.iter().zip(meant.data().chunks_exact(4)).map(far).collect();
        let strong = differences.iter().filter(|difference| **difference > 24).count();
        assert!(strong * 1000 < differences.len(), "{name}: {strong} of {} pixels are another colour", differences.len());
    }
}

#[test]
fn long_names_stay_on_the_picture() {
    let mut view = View::new("The Restaurant at the End of the Multiverse of the Hitch Hikers of the Galaxy");
    view.players = vec![(ArmyId(0), "Slartibartfast of Magrathea, designer of coastlines and winner of an award".into())];
    let (width, _, pixels) = decoded(&png::picture(&samples::scene(&samples::start("white", "black"), &view)).expect("a picture"));
    let paper = pixels[0];
    for row in pixels.chunks_exact(width as usize) {
        assert_eq!(row[width as usize - 6..], [paper; 6], "written up to the edge");
    }
}

#[test]
fn a_large_board_makes_no_larger_picture() {
    let position = samples::empty(samples::rectangle(60, 50), vec![]);
    let (width, height, _) = decoded(&png::picture(&samples::scene(&position, &View::new("Magrathea"))).expect("a picture"));
    assert!(width == 2000 && (1500..2000).contains(&height), "{width} x {height}");
}

#[test]
fn tables_are_small_enough_for_fifteen_in_a_mail() {
    for name in ["start", "middle", "blue", "holes", "unknown"] {
        let size = html::table(&sample(name)).len();
        assert!(size < 5_000, "{name}: {size} bytes");
    }
}

#[test]
fn whatever_players_write_is_escaped() {
    let nasty = "<script>alert('x')</script>&\"";
    let mut position = samples::empty(samples::rectangle(2, 1), vec![samples::army(nasty, 0, Frame::Up)]);
    let mut entities = (*position.entities).clone();
    let kind = &mut entities.kinds[0];
    (kind.name, kind.letter, kind.figure, kind.unlettered) = (nasty.into(), nasty.into(), None, false);
    let figure = &mut entities.kinds[1];
    figure.figure = Some('<');
    position.entities = std::sync::Arc::new(entities);
    samples::make(&mut position, 0, "P", "a1");
    samples::make(&mut position, 0, "N", "b1");
    let mut view = View::new(nasty);
    view.players = vec![(ArmyId(0), nasty.into())];
    let scene = samples::scene(&position, &view);
    let table = html::table(&scene);
    assert!(table.contains("&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&amp;&quot;"));
    assert!(!table.contains("<script") && !table.contains("<<"), "{table}");
    Tree::from_str(&svg::drawing(&scene), &Options::default()).expect("a drawing of names in outlines");
}

#[test]
fn liveries_follow_names_and_frames() {
    let armies = ["White", "dark red", "1a", "red-2", "blue"].map(|name| samples::army(name, 0, Frame::Up));
    let mut position = samples::empty(samples::rectangle(6, 1), [armies.to_vec(), vec![samples::army("black", 1, Frame::Up)]].concat());
    for (army, name) in ["a1", "b1", "c1", "d1", "e1", "f1"].iter().enumerate() {
        position.apply(&Effect::Make {
            man: position.next_man(),
            kind: KindId(0),
            army: ArmyId(army as u8),
            cell: samples::cell(&position, name),
        });
    }
    let liveries = samples::scene(&position, &View::new("")).liveries;
    assert_eq!(liveries[1].body, liveries[3].body, "both are red");
    let looks: Vec<(Tone, u16)> = liveries.iter().map(|livery| (livery.tone, livery.rank)).collect();
    let light = |rank| (Tone::Light, rank);
    assert_eq!(looks, [light(1), light(2), light(3), light(4), light(5), (Tone::Dark, 1)]);
    assert_eq!(liveries[1].label(), "Dark red");
}

/// A browser draws the table: its tiles have the colours of the armies, on paper and in the dark.
#[test]
fn a_browser_shows_the_table() {
    let Ok(folder) = tempfile::tempdir() else { panic!("a folder for the browser") };
    let page = folder.path().join("board.html");
    let scene = sample("middle");
    let dark = "background:#1c1c1f;color:#e6e6e6";
    std::fs::write(&page, format!("<!doctype html><meta charset=utf-8><body style={dark}>{}", html::table(&scene))).expect("written");
    let shot = folder.path().join("board.png");
    let mut browser = Command::new("chromium");
    browser.args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"]);
    browser.args(["--disable-background-networking", "--disable-component-update", "--window-size=500,600"]);
    browser.arg(format!("--user-data-dir={}", folder.path().join("profile").display()));
    browser.arg(format!("--screenshot={}", shot.display())).arg(&page);
    match browser.output() {
        Err(absent) => eprintln!("skipped: chromium does not start ({absent})"),
        Ok(output) => {
            let bytes = std::fs::read(&shot).unwrap_or_else(|_| panic!("no screenshot: {}", String::from_utf8_lossy(&output.stderr)));
            let (_, _, pixels) = decoded(&bytes);
            for livery in &scene.liveries {
                let tiles = pixels.iter().filter(|pixel| **pixel == [livery.body.0, livery.body.1, livery.body.2]).count();
                assert!(tiles > 14 * 300, "{}: {tiles} pixels of its colour", livery.army);
            }
        }
    }
}

#[test]
fn joined_edges_and_held_men_are_told_under_the_board() {
    use custodian::board::{Bearer, News, Note};
    let mut position = samples::start("white", "black");
    position.apply(&Effect::Seam { board: BoardId(0), files: true, old: false, new: true });
    let key = position.next_key();
    position.announce(News { names: vec![custodian::law::HELD.to_owned()], ..News::default() });
    position.apply(&Effect::Name { key });
    let (man, _, _) = position.standing(BoardId(0)).next().expect("somebody stands there");
    position.apply(&Effect::Note { note: Note { of: Bearer::Man(man), key }, old: 0, new: 2 });
    let scene = samples::scene(&position, &View::new("Zaphod:1"));
    for drawn in [text::board(&scene), html::table(&scene)] {
        assert!(drawn.contains("Joined: the left and right edges."), "{drawn}");
        assert!(drawn.contains("Held: black rook on a8 for 2 phases."), "{drawn}");
    }
}
