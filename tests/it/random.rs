//! What tests of random play share: a generator, and the rules that players have written.

use std::path::Path;

/// Knuth's generator: the same chances on every machine.
pub struct Chance(u64);

impl Chance {
    pub fn new(seed: u64) -> Chance {
        Chance(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15))
    }

    pub fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit.max(1)
    }

    /// Once in so many times.
    pub fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    pub fn one<'t, T>(&mut self, of: &'t [T]) -> Option<&'t T> {
        of.get(self.below(of.len()))
    }
}

/// The rules that players have written: the corpus, the pages of ideas, the boxes of the manual.
pub fn corpus() -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let texts = |folder: &str| -> Vec<String> {
        let mut paths: Vec<_> = std::fs::read_dir(root.join(folder)).unwrap().map(|entry| entry.unwrap().path()).collect();
        paths.sort();
        paths.iter().map(|path| std::fs::read_to_string(path).unwrap()).collect()
    };
    let of_text = |text: &String| -> Vec<String> {
        let bodies = text.split("\n---\n").next().unwrap_or_default().split_inclusive("END\n");
        bodies.filter_map(|body| Some(body[body.find("RULE")?..].to_owned())).collect()
    };
    let mut rules: Vec<String> =
        ["tests/rules", "tests/ideas"].iter().flat_map(|folder| texts(folder)).flat_map(|text| of_text(&text)).collect();
    let manual = std::fs::read_to_string(root.join("docs/rules.md")).unwrap();
    for boxed in manual.split("```rule\n").skip(1) {
        let asked = boxed.split("\n--\n").next().unwrap_or_default();
        rules.extend(asked.lines().map(|line| format!("RULE\n  {}\nEND\n", line.trim_start_matches("CHECK").trim())));
    }
    rules
}

/// The same rule for a universe of its own, or for some turns only.
pub fn narrowed(text: &str, universes: usize, chance: &mut Chance) -> String {
    let (head, body) = text.split_once('\n').unwrap_or((text, ""));
    let mut head = head.to_owned();
    if !head.contains(" IN ") && chance.once_in(4) {
        head.push_str(&format!(" IN Zaphod:{}", 1 + chance.below(universes)));
    }
    if !head.contains(" LASTS ") && chance.once_in(4) {
        head.push_str(&format!(" LASTS {} TURNS", 1 + chance.below(4)));
    }
    format!("{head}\n{body}")
}
