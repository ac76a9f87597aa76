//! The secret in the URLs of the pages.

use std::fmt::{self, Debug, Write};

use subtle::ConstantTimeEq;

/// A secret that is part of the URL of every page. Other programs, and other pages in the browser, cannot
/// guess it.
#[derive(Clone)]
pub struct Token(String);

impl Token {
    /// Generates a token of 128 random bits.
    ///
    /// # Errors
    ///
    /// Fails if the operating system does not provide random numbers.
    pub fn random() -> Result<Self, getrandom::Error> {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes)?;
        let mut text = String::new();
        for byte in bytes {
            let _ = write!(text, "{byte:02x}");
        }
        Ok(Self(text))
    }

    /// The token as hexadecimal digits, for use in a URL.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether `text` is the token. The comparison takes the same time wherever the two differ.
    pub fn is(&self, text: &str) -> bool {
        self.0.as_bytes().ct_eq(text.as_bytes()).into()
    }
}

// Not derived, because the secret must not be written to a log.
impl Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(..)")
    }
}
