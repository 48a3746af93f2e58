//! Message-IDs (RFC 5322 section 3.6.4), without their angle brackets.

/// Longest id that is kept: with brackets and a header name it still fits into one line of 998 bytes (RFC 5322 section 2.1.1).
const MAX_LENGTH: usize = 900;

/// Whether `id` can stand between angle brackets in a header: printable ASCII, no space, no bracket.
pub(super) fn is_sound(id: &str) -> bool {
    !id.is_empty() && id.len() <= MAX_LENGTH && id.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'<' && byte != b'>')
}
