//! The texts in `fuzz/corpus`: each once broke something or once made a newcomer's rule; all hold to what the fuzzers ask.

#[path = "../../fuzz/in_play.rs"]
mod in_play;

#[test]
fn every_text_of_the_corpus_is_read_or_refused_and_can_be_played() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/fuzz/corpus/read");
    let mut files: Vec<_> = std::fs::read_dir(folder).expect("the corpus is there").map(|entry| entry.expect("a file").path()).collect();
    files.sort();
    assert!(files.len() > 50);
    for file in files {
        let bytes = std::fs::read(&file).expect("a text");
        let text = String::from_utf8_lossy(&bytes);
        in_play::in_force(&text, &[3, 17, 8, 40, 2]);
    }
}
