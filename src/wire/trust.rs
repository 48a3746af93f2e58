//! Whom a TLS connection trusts: the authorities of this machine, or those in one file; and what a failed handshake says to the operator.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;
use rustls::{CertificateError, ClientConfig, RootCertStore};

/// The authorities in a PEM file, and nobody else; or those of the machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trust {
    Machine,
    File(PathBuf),
}

impl Trust {
    /// The client side of a TLS connection. `Err` says which file cannot be read and why.
    pub(super) fn client(&self) -> Result<Arc<ClientConfig>, String> {
        let mut roots = RootCertStore::empty();
        match self {
            Trust::Machine => {
                let found = rustls_native_certs::load_native_certs();
                let (added, _) = roots.add_parsable_certificates(found.certs);
                if added == 0 {
                    return Err(
                        "this machine knows no certificate authorities; install its package of CA certificates, or name a file as ca_file"
                            .to_owned(),
                    );
                }
            }
            Trust::File(path) => {
                for certificate in certificates(path)? {
                    roots.add(certificate).map_err(|error| format!("a certificate in {} cannot be used: {error}", path.display()))?;
                }
            }
        }
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let versions =
            ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions().map_err(|error| error.to_string())?;
        Ok(Arc::new(versions.with_root_certificates(roots).with_no_client_auth()))
    }
}

/// The certificates of a PEM file; at least one.
pub(super) fn certificates(path: &Path) -> Result<Vec<CertificateDer<'static>>, String> {
    let name = path.display();
    let pem = std::fs::read(path).map_err(|error| format!("cannot read ca_file {name}: {error}"))?;
    let found: Result<Vec<_>, _> = CertificateDer::pem_slice_iter(&pem).collect();
    let found = found.map_err(|error| format!("ca_file {name} is no PEM file: {error}"))?;
    if found.is_empty() { Err(format!("ca_file {name} holds no certificate")) } else { Ok(found) }
}

/// What is wrong with the TLS of a server, if that is the cause of `error`; in words that say what would help.
pub(super) fn fault(error: &(dyn Error + 'static), host: &str) -> Option<String> {
    let mut cause = Some(error);
    while let Some(found) = cause {
        if let Some(fault) = found.downcast_ref::<rustls::Error>() {
            return Some(explain(fault, host));
        }
        // an io::Error hides the error it wraps from source()
        let wrapped = found.downcast_ref::<std::io::Error>().and_then(std::io::Error::get_ref);
        cause = match wrapped {
            Some(inner) => Some(inner),
            None => found.source(),
        };
    }
    None
}

fn explain(fault: &rustls::Error, host: &str) -> String {
    match fault {
        // a bad signature: an authority of the same name, made anew
        rustls::Error::InvalidCertificate(CertificateError::UnknownIssuer | CertificateError::BadSignature) => {
            "its certificate is signed by nobody who is trusted; if it is your own server, name the file of its authority as ca_file"
                .to_owned()
        }
        rustls::Error::InvalidCertificate(CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. }) => {
            format!("its certificate is for another name than {host}; write the name that stands in it")
        }
        rustls::Error::InvalidCertificate(CertificateError::Expired | CertificateError::ExpiredContext { .. }) => {
            "its certificate has expired".to_owned()
        }
        rustls::Error::InvalidMessage(_) => format!("it does not speak TLS on this port ({fault})"),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_without_certificates_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("ca.pem");
        let missing = Trust::File(path.clone()).client().unwrap_err();
        assert!(missing.contains("ca.pem") && missing.contains("cannot read"), "{missing}");
        std::fs::write(&path, "nothing").unwrap();
        let empty = Trust::File(path).client().unwrap_err();
        assert!(empty.contains("holds no certificate"), "{empty}");
    }
}
