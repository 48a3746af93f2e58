//! Passwords: named in the config, read when somebody logs in, never shown.

use std::fmt;
use std::path::PathBuf;

/// A secret that never prints itself.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    pub fn new(secret: impl Into<String>) -> Secret {
        Secret(secret.into())
    }

    /// The secret itself, for the one call that logs in.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("***")
    }
}

/// Where a secret is to be found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SecretSource {
    /// The first line of this file.
    File(PathBuf),
    /// This environment variable.
    Environment(String),
}

#[derive(Debug, thiserror::Error)]
pub enum SecretProblem {
    #[error("the password file {path} cannot be read: {source}")]
    File { path: PathBuf, source: std::io::Error },
    #[error("the password file {path} is empty: write the password into its first line")]
    EmptyFile { path: PathBuf },
    #[error("the environment variable {name} holds no password: set it, or name a password_file instead")]
    Environment { name: String },
}

impl SecretSource {
    pub fn read(&self) -> Result<Secret, SecretProblem> {
        match self {
            SecretSource::File(path) => {
                let text = std::fs::read_to_string(path).map_err(|source| SecretProblem::File { path: path.clone(), source })?;
                match text.lines().next() {
                    Some(line) if !line.is_empty() => Ok(Secret::new(line)),
                    _ => Err(SecretProblem::EmptyFile { path: path.clone() }),
                }
            }
            SecretSource::Environment(name) => match std::env::var(name) {
                Ok(secret) if !secret.is_empty() => Ok(Secret::new(secret)),
                _ => Err(SecretProblem::Environment { name: name.clone() }),
            },
        }
    }
}
