//! A disk as POSIX promises it: what was not made durable may be there after a crash, or not, or in part.
//!
//! Operations become effects on numbered files and folders. An fsync settles the effects on one file, an fsync of a folder those on its
//! names. After a crash the settled effects have happened; of the others any may have.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Component, Path, PathBuf};

use custodian::store::Op;

/// One operation that the store made, its paths relative to the archive.
#[derive(Clone, Debug)]
pub enum Made {
    MakeDir(PathBuf),
    Create(PathBuf, Vec<u8>),
    Append(PathBuf, Vec<u8>),
    Overwrite(PathBuf, u64, Vec<u8>),
    Truncate(PathBuf, u64),
    Rename(PathBuf, PathBuf),
    Remove(PathBuf),
    Sync(PathBuf),
    SyncDir(PathBuf),
}

impl Made {
    pub fn of(op: &Op<'_>, archive: &Path) -> Self {
        let inner = |path: &Path| relative(path, archive);
        match *op {
            Op::MakeDir(path) => Self::MakeDir(inner(path)),
            Op::Create(path, bytes) => Self::Create(inner(path), bytes.to_vec()),
            Op::Append(path, bytes) => Self::Append(inner(path), bytes.to_vec()),
            Op::Overwrite(path, at, bytes) => Self::Overwrite(inner(path), at, bytes.to_vec()),
            Op::Truncate(path, length) => Self::Truncate(inner(path), length),
            Op::Rename(from, to) => Self::Rename(inner(from), inner(to)),
            Op::Remove(path) => Self::Remove(inner(path)),
            Op::Sync(path) => Self::Sync(inner(path)),
            Op::SyncDir(path) => Self::SyncDir(inner(path)),
        }
    }

    pub fn is_sync(&self) -> bool {
        matches!(self, Self::Sync(_) | Self::SyncDir(_))
    }
}

fn relative(path: &Path, archive: &Path) -> PathBuf {
    let mut inner = PathBuf::new();
    for component in path.strip_prefix(archive).expect("the store writes in its archive alone").components() {
        match component {
            Component::ParentDir => assert!(inner.pop(), "the store writes in its archive alone"),
            component => inner.push(component),
        }
    }
    inner
}

/// Files and folders by their paths; a folder has no bytes.
pub type Image = BTreeMap<PathBuf, Option<Vec<u8>>>;

pub fn image_of(folder: &Path) -> Image {
    let mut image = Image::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for path in fs::read_dir(next).unwrap().map(|entry| entry.unwrap().path()) {
            let bytes = path.is_file().then(|| fs::read(&path).unwrap());
            image.insert(path.strip_prefix(folder).unwrap().to_owned(), bytes);
            folders.extend(path.is_dir().then_some(path));
        }
    }
    image
}

pub fn lay_out(image: &Image, folder: &Path) {
    for (path, bytes) in image {
        match bytes {
            None => fs::create_dir(folder.join(path)).unwrap(),
            Some(bytes) => fs::write(folder.join(path), bytes).unwrap(),
        }
    }
}

type Node = usize;
const ROOT: Node = 0;

#[derive(Clone)]
enum Change {
    Write { file: Node, at: usize, bytes: Vec<u8>, grows: bool },
    Cut { file: Node, length: usize },
    Link { folder: Node, name: String, node: Node },
    Unlink { folder: Node, name: String },
    Move { from: (Node, String), to: (Node, String), node: Node },
}

struct Effect {
    change: Change,
    made: usize,
    settled: usize,
}

/// Never, as a time.
const NEVER: usize = usize::MAX;

/// What a run of operations did, and when each effect became durable. Time is counted in operations.
pub struct Disk {
    lengths: Vec<usize>,
    folders: BTreeSet<Node>,
    names: BTreeMap<(Node, String), Node>,
    effects: Vec<Effect>,
}

impl Disk {
    /// The disk on which `image` is durable and on which the operations were then made.
    pub fn after(image: &Image, operations: &[Made]) -> Self {
        let mut disk = Self { lengths: vec![0], folders: BTreeSet::from([ROOT]), names: BTreeMap::new(), effects: Vec::new() };
        for (path, bytes) in image {
            disk.make(0, &bytes.clone().map_or(Made::MakeDir(path.clone()), |bytes| Made::Create(path.clone(), bytes)));
        }
        disk.effects.iter_mut().for_each(|effect| effect.settled = 0);
        operations.iter().enumerate().for_each(|(time, operation)| disk.make(time, operation));
        disk
    }

    fn make(&mut self, time: usize, operation: &Made) {
        match operation {
            Made::MakeDir(path) => {
                let node = self.link(time, path);
                self.folders.insert(node);
            }
            Made::Create(path, bytes) => {
                let file = self.link(time, path);
                self.write(time, file, 0, bytes);
            }
            Made::Append(path, bytes) => self.write(time, self.node(path), self.lengths[self.node(path)], bytes),
            Made::Overwrite(path, at, bytes) => self.write(time, self.node(path), *at as usize, bytes),
            Made::Truncate(path, length) => {
                let (file, length) = (self.node(path), *length as usize);
                self.lengths[file] = length;
                self.effect(time, Change::Cut { file, length });
            }
            Made::Rename(from, to) => {
                let (from, to) = (self.name(from), self.name(to));
                let node = self.names.remove(&from).unwrap();
                self.names.insert(to.clone(), node);
                self.effect(time, Change::Move { from, to, node });
            }
            Made::Remove(path) => {
                let (folder, name) = self.name(path);
                self.names.remove(&(folder, name.clone()));
                self.effect(time, Change::Unlink { folder, name });
            }
            Made::Sync(path) => {
                let synced = self.node(path);
                self.settle(time, |change| matches!(change, Change::Write { file, .. } | Change::Cut { file, .. } if *file == synced));
            }
            Made::SyncDir(path) => {
                let synced = self.node(path);
                self.settle(time, |change| match change {
                    Change::Link { folder, .. } | Change::Unlink { folder, .. } | Change::Move { to: (folder, _), .. } => *folder == synced,
                    Change::Write { .. } | Change::Cut { .. } => false,
                });
            }
        }
    }

    fn link(&mut self, time: usize, path: &Path) -> Node {
        let (folder, name) = self.name(path);
        let node = self.lengths.len();
        self.lengths.push(0);
        self.names.insert((folder, name.clone()), node);
        self.effect(time, Change::Link { folder, name, node });
        node
    }

    fn write(&mut self, time: usize, file: Node, at: usize, bytes: &[u8]) {
        let grows = at + bytes.len() > self.lengths[file];
        self.lengths[file] = self.lengths[file].max(at + bytes.len());
        if !bytes.is_empty() {
            self.effect(time, Change::Write { file, at, bytes: bytes.to_vec(), grows });
        }
    }

    fn effect(&mut self, time: usize, change: Change) {
        self.effects.push(Effect { change, made: time, settled: NEVER });
    }

    fn settle(&mut self, time: usize, concerns: impl Fn(&Change) -> bool) {
        let open = self.effects.iter_mut().filter(|effect| effect.settled == NEVER && concerns(&effect.change));
        open.for_each(|effect| effect.settled = time);
    }

    fn name(&self, path: &Path) -> (Node, String) {
        let folder = self.node(path.parent().unwrap());
        (folder, path.file_name().unwrap().to_str().unwrap().to_owned())
    }

    fn node(&self, path: &Path) -> Node {
        path.iter().fold(ROOT, |folder, name| self.names[&(folder, name.to_str().unwrap().to_owned())])
    }

    /// What may be found on the disk after a crash before operation `time`: a sample of the possible states that holds each effect's
    /// absence, presence and half-presence against all, none and the earlier ones of the others.
    pub fn crashes(&self, time: usize) -> BTreeSet<Image> {
        let made: Vec<&Effect> = self.effects.iter().filter(|effect| effect.made < time || effect.settled == 0).collect();
        let open: Vec<usize> = (0..made.len()).filter(|place| made[*place].settled >= time && made[*place].settled != 0).collect();
        let happened = |chosen: &dyn Fn(usize) -> Vec<Change>| {
            let changes = made.iter().enumerate().flat_map(
                |(place, effect)| {
                    if open.contains(&place) { chosen(place) } else { vec![effect.change.clone()] }
                },
            );
            self.image(changes)
        };
        let whole = |place: usize, when: bool| if when { vec![made[place].change.clone()] } else { Vec::new() };
        let mut states = BTreeSet::from([happened(&|place| whole(place, true)), happened(&|place| whole(place, false))]);
        for one in &open {
            states.insert(happened(&|place| whole(place, place == *one)));
            states.insert(happened(&|place| whole(place, place != *one)));
            states.insert(happened(&|place| whole(place, place < *one)));
            for part in parts(&made[*one].change) {
                states.insert(happened(&|place| if place == *one { vec![part.clone()] } else { whole(place, place < *one) }));
                states.insert(happened(&|place| if place == *one { vec![part.clone()] } else { whole(place, true) }));
            }
        }
        states
    }

    fn image(&self, changes: impl Iterator<Item = Change>) -> Image {
        let mut files: BTreeMap<Node, Vec<u8>> = BTreeMap::new();
        let mut names: BTreeMap<(Node, String), Node> = BTreeMap::new();
        for change in changes {
            match change {
                Change::Write { file, at, bytes, .. } => {
                    let kept = files.entry(file).or_default();
                    let end = at + bytes.len();
                    kept.extend_from_slice(&vec![0; end.saturating_sub(kept.len())]);
                    kept[at..end].copy_from_slice(&bytes);
                }
                Change::Cut { file, length } => files.entry(file).or_default().truncate(length),
                Change::Link { folder, name, node } => drop(names.insert((folder, name), node)),
                Change::Unlink { folder, name } => drop(names.remove(&(folder, name))),
                Change::Move { from, to, node } => {
                    names.remove(&from);
                    names.insert(to, node);
                }
            }
        }
        let mut image = Image::new();
        let mut reached = vec![(ROOT, PathBuf::new())];
        while let Some((folder, path)) = reached.pop() {
            for ((_, name), node) in names.range((folder, String::new())..(folder + 1, String::new())) {
                let path = path.join(name);
                if self.folders.contains(node) {
                    image.insert(path.clone(), None);
                    reached.push((*node, path));
                } else {
                    image.insert(path, Some(files.get(node).cloned().unwrap_or_default()));
                }
            }
        }
        image
    }
}

/// A write of which only a part reached the disk: its first half, its last half, or its length alone.
fn parts(change: &Change) -> Vec<Change> {
    let Change::Write { file, at, bytes, grows } = change else { return Vec::new() };
    let (file, at, half) = (*file, *at, bytes.len() / 2);
    let part = |at: usize, bytes: Vec<u8>| Change::Write { file, at, bytes, grows: *grows };
    let mut parts = vec![part(at, bytes[..half].to_vec())];
    if *grows {
        parts.push(part(at, bytes[..bytes.len() - 1].to_vec()));
        parts.push(part(at, vec![0; bytes.len()]));
        parts.push(part(at + half, bytes[half..].to_vec()));
    }
    parts
}
