//! The identities a position is made of: small numbers, given in order of making, never reused.

macro_rules! id {
    ($(#[$doc:meta])* $name:ident($raw:ty)) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub $raw);

        impl $name {
            /// The number as an index into the table that holds what it names.
            #[inline]
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

id!(
    /// A cell of some board of the multiverse.
    CellId(u16)
);
id!(
    /// A man (a chess piece with an identity), on a board or off it.
    ManId(u16)
);
id!(
    /// A kind of man, as a law text declares it.
    KindId(u8)
);
id!(
    /// An army: the men of one colour. A player owns one army in each universe he plays in.
    ArmyId(u8)
);
id!(
    /// A board; each universe has one at its start.
    BoardId(u8)
);
id!(
    /// A side: armies that do not capture each other (all the armies of one player).
    SideId(u8)
);
id!(
    /// What a note is about, by its name: `points`, `hot zone`.
    Key(u16)
);
