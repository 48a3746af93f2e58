//! The README.txt that every log's folder gets when it is made: how to read and verify it by hand, in twenty years, without this program.

/// The text for the log called `name`.
pub(super) fn text(name: &str) -> String {
    README.replace("{name}", name)
}

const README: &str = r#"THE RECORD OF {name}

This folder is the whole record of a game played by mail. Everything in it is plain text.

  game.toml               the settings it was founded with; they never change
  log/000001.jsonl ...    the truth: one line for each step, in order; what else there is follows from it
  mail/in/<sha256>.eml    each letter as it came in, byte for byte
  mail/out/<sha256>.eml   each mail that went out, byte for byte
  evidence/<sha256>.json  each beacon that dice were made from, as relays of drand give it
  private/<sha256>.eml    a letter that names a secret, and the answer to it, instead of in mail/
  boards/0042.txt, .svg   the position after step 42
  checkpoints/            where the log stood at each turn's end, signed by the house
  high-water              how far the log had got when a step was last acknowledged

HOW TO READ A LINE

  v      the form of the line          seq     its number, from 1
  prev   the h of the line before      at      when, in UTC
  sem    the semantics then in force   cause   what set the step off; mail:<sha256> is a letter in mail/in/
  events what happened                 out     the mails that were sent, each with the SHA-256 of its bytes
  boards the SHA-256 of each drawing   files   what the step laid into evidence/ and private/
                                       state   the SHA-256 of the game's state after the step
  note   the step in one sentence      h       the SHA-256 of all bytes of the line before ,"h":

The prev of the first line is the SHA-256 of game.toml. So each h vouches for the whole record before it: whoever
changes one letter of an old line has to change every h after it, and each mail of the game shows the h of its day.

A square that a player names in secret stands in private/ alone before it is opened; the lines hold its seal. A copy for the
players of a game that is still played leaves out private/, and mail/ as well: whoever has the mails to a player can
answer in his name.

HOW TO VERIFY IT BY HAND

The h of the last line, to compare with the h that the line itself states:

  tail -n 1 "$(ls log/*.jsonl | tail -n 1)" | sed 's/,"h":"[0-9a-f]*"}$//' | tr -d '\n' | sha256sum

The whole chain, which ends in OK and the last h, or names the first line that is wrong:

  p=$(sha256sum < game.toml | cut -c 1-64); n=0; cat log/*.jsonl | { while IFS= read -r line; do n=$((n+1)); h=$(printf %s "${line%,\"h\":*}" | sha256sum | cut -c 1-64); case "$line" in "{\"v\":1,\"seq\":$n,\"prev\":\"$p\","*",\"h\":\"$h\"}") p=$h;; *) echo "WRONG: line $n"; exit 1;; esac; done; echo "OK $n $p"; }

A letter, a mail or a beacon, whose name is the SHA-256 of its bytes:

  find mail evidence private -type f -exec sha256sum {} +

A signed checkpoint, with nothing but OpenSSH. The keys that count are those that you noted while the game was played
(VERIFY by mail tells them); the copy of them in this folder is only as good as the folder:

  cd checkpoints; ssh-keygen -Y verify -f allowed-signers.txt -I custodian -n custodian-checkpoint -s 000001.sig < 000001.txt

The line that it states must be there, with that h. A later key has the word of an earlier one: key-2.txt, signed by key-2.sig
with -n custodian-key.

A file that no line names is left of a step that a loss of power cut off; it may be cut off itself. The line that follows
the next start has the cause recovery and names it. Files of several steps that no line names mean that lines are missing.
(Where there is no sha256sum, as on a Mac, `shasum -a 256` does the same.)
"#;
