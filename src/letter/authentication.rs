//! What the operator's own server found out about a sender (RFC 8601).

use super::head::Head;
use super::{Address, Own};

/// The verdicts of the operator's own server about a letter, each only about the domain of the `From:` address. Without such a header nothing passes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Authentication {
    /// `dmarc=pass` (RFC 7489) for the domain of the sender.
    pub dmarc: Verdict,
    /// `dkim=pass` of a signature by the sender's domain or one above it.
    pub dkim: Verdict,
    /// `spf=pass` for an envelope sender in the sender's domain or one above it.
    pub spf: Verdict,
}

/// One verdict of a server.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Verdict {
    /// The server said nothing that is to be believed.
    #[default]
    Absent,
    Pass,
    /// Any other result, or a pass for another domain.
    Fail,
}

impl Authentication {
    /// Whether the server vouches for the domain in `From:`: DMARC passed, or, where it says nothing about DMARC, an aligned DKIM signature did.
    /// SPF alone does not vouch: it speaks about the envelope.
    pub fn vouches(&self) -> bool {
        match self.dmarc {
            Verdict::Absent => self.dkim == Verdict::Pass,
            verdict => verdict == Verdict::Pass,
        }
    }
}

/// What the operator's own server wrote about `sender`: the topmost header that bears its name, and those down to the next `Received:` line; of several
/// verdicts of one method the topmost counts. How many hops inside the house stand above it is not known, so where the server wrote none, one that the sender
/// wrote in its name would be found: the server must remove those (RFC 8601 section 5), as the settings tell the operator.
pub(super) fn read(head: &Head, sender: Option<&Address>, own: &Own) -> Authentication {
    let mut found = Authentication::default();
    let (Some(sender), Some(server)) = (sender, &own.authserv_id) else { return found };
    let mut begun = false;
    for (name, value) in head.all() {
        if name == "received" && begun {
            break;
        }
        if name != "authentication-results" {
            continue;
        }
        let value = without_comments(value);
        let mut results = value.split(';');
        let id = results.next().unwrap_or_default().split_whitespace().next().unwrap_or_default();
        if id.trim_matches('"').eq_ignore_ascii_case(server) {
            begun = true;
            results.for_each(|result| found.add(result, sender.domain()));
        }
    }
    found
}

impl Authentication {
    /// Adds one `method=result property=value ...` of a header.
    fn add(&mut self, result: &str, domain: &str) {
        let spaced = result.replace('=', " = ");
        let words: Vec<&str> = spaced.split_whitespace().collect();
        let [method, "=", verdict, properties @ ..] = words.as_slice() else { return };
        let property = |name: &str| {
            properties
                .windows(3)
                .find(|three| three[1] == "=" && three[0].eq_ignore_ascii_case(name))
                .map(|three| three[2].trim_matches('"'))
        };
        let passes = verdict.eq_ignore_ascii_case("pass");
        match method.split('/').next().unwrap_or_default().to_ascii_lowercase().as_str() {
            "dmarc" if self.dmarc == Verdict::Absent => {
                let about = property("header.from").map(domain_of);
                self.dmarc = Verdict::of(passes && about.is_none_or(|about| about.eq_ignore_ascii_case(domain)));
            }
            // a letter may carry several signatures: one that passes and aligns is enough
            "dkim" if self.dkim != Verdict::Pass => {
                let signer = property("header.d").or_else(|| property("header.i")).map(domain_of);
                self.dkim = Verdict::of(passes && signer.is_some_and(|signer| aligns(domain, signer)));
            }
            "spf" if self.spf == Verdict::Absent => {
                let envelope = property("smtp.mailfrom").map(domain_of);
                self.spf = Verdict::of(passes && envelope.is_some_and(|envelope| aligns(domain, envelope)));
            }
            _ => {}
        }
    }
}

impl Verdict {
    fn of(passes: bool) -> Verdict {
        if passes { Verdict::Pass } else { Verdict::Fail }
    }
}

/// The domain in `user@domain`, `@domain` or `domain`.
fn domain_of(value: &str) -> &str {
    value.rsplit('@').next().unwrap_or(value)
}

/// Whether `signer` is the domain or one above it, and more than a top-level domain.
fn aligns(domain: &str, signer: &str) -> bool {
    let (domain, signer) = (domain.to_ascii_lowercase(), signer.to_ascii_lowercase());
    domain == signer || (signer.contains('.') && domain.strip_suffix(signer.as_str()).is_some_and(|front| front.ends_with('.')))
}

/// The value without its comments in parentheses; parentheses and semicolons in quoted strings are not seen either.
fn without_comments(value: &str) -> String {
    let mut depth = 0_usize;
    let (mut quoted, mut escaped) = (false, false);
    let mut plain = String::with_capacity(value.len());
    for c in value.chars() {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' if depth == 0 => {
                quoted = !quoted;
                plain.push(c);
            }
            '(' if !quoted => depth += 1,
            ')' if !quoted => depth = depth.saturating_sub(1),
            ';' if quoted => {}
            c if depth == 0 => plain.push(c),
            _ => {}
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(header: &str, [dmarc, dkim, spf]: [Verdict; 3]) {
        let own = Own {
            address: Address::parse("custodian@example.org").unwrap(),
            aliases: vec![],
            domain: "example.org".into(),
            plus: None,
            authserv_id: Some("mx.example.org".into()),
        };
        let sender = Address::parse("ada@mail.lovelace.example").unwrap();
        let (head, _) = Head::split(header.as_bytes());
        assert_eq!(read(&head, Some(&sender), &own), Authentication { dmarc, dkim, spf }, "{header}");
    }

    use Verdict::{Absent, Fail, Pass};

    #[test]
    fn the_own_server_is_believed() {
        check("Authentication-Results: MX.example.org 1; dmarc=pass (p=none) header.from=mail.lovelace.example", [Pass, Absent, Absent]);
        check(
            "Authentication-Results: mx.example.org;\n dkim=pass header.d=lovelace.example header.s=k;\n spf=pass smtp.mailfrom=bounce@mail.lovelace.example",
            [Absent, Pass, Pass],
        );
        check(
            "Authentication-Results: mx.example.org; dkim=fail header.d=x.example; dkim=pass header.i=@lovelace.example",
            [Absent, Pass, Absent],
        );
        check(
            "Authentication-Results: mx.example.org; dmarc=fail\nAuthentication-Results: mx.example.org; dmarc=pass",
            [Fail, Absent, Absent],
        );
    }

    #[test]
    fn nobody_else_is() {
        check("Authentication-Results: evil.example; dmarc=pass header.from=mail.lovelace.example", [Absent; 3]);
        check("Authentication-Results: evil.example (; mx.example.org; dmarc=pass)", [Absent; 3]);
        check(
            "Authentication-Results: mx.example.org; spf=fail\nReceived: from evil\nAuthentication-Results: mx.example.org; dmarc=pass",
            [Absent, Absent, Fail],
        );
        check("Authentication-Results: mx.example.org; dmarc=pass header.from=evil.example", [Fail, Absent, Absent]);
        check(
            "Authentication-Results: mx.example.org; dkim=pass header.d=evil.example; spf=pass smtp.mailfrom=a@example",
            [Absent, Fail, Fail],
        );
        check("Authentication-Results: mx.example.org; dkim=pass header.d=love.lovelace.example", [Absent, Fail, Absent]);
        check("Authentication-Results: mx.example.org; x=\"; dmarc=pass\"", [Absent; 3]);
    }

    #[test]
    fn dmarc_decides_and_dkim_stands_in_for_it() {
        let with = |dmarc, dkim| Authentication { dmarc, dkim, spf: Pass }.vouches();
        assert!(with(Pass, Fail) && with(Absent, Pass));
        assert!(!with(Fail, Pass) && !with(Absent, Absent) && !with(Absent, Fail));
    }
}
