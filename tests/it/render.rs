//! Boards drawn: each drawing of each sample is looked at by machine here, and lies in a gallery for the eye.

#[path = "render/samples.rs"]
mod samples;

use std::path::PathBuf;

use custodian::render::{html, png, svg, text};

/// Where the drawings lie after a run: `target/tmp/gallery`.
fn gallery() -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("gallery");
    std::fs::create_dir_all(&folder).expect("the gallery's folder");
    folder
}

#[test]
fn every_sample_is_drawn_in_every_way() {
    let folder = gallery();
    for (name, scene) in samples::all() {
        let written = format!("{}\n\n{}\n{}\n", text::board(&scene), text::men(&scene), text::line(&scene));
        std::fs::write(folder.join(format!("{name}.txt")), written).expect("written");
        std::fs::write(folder.join(format!("{name}.svg")), svg::drawing(&scene)).expect("written");
        std::fs::write(folder.join(format!("{name}.png")), png::picture(&scene).expect("a picture")).expect("written");
        std::fs::write(folder.join(format!("{name}.html")), html::table(&scene)).expect("written");
    }
}
