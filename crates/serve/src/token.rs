//! The secret in the address of the pages.

use std::fmt::{self, Debug, Write};

use subtle::ConstantTimeEq;

/// A secret that the address of every page begins with. Other programs and other pages in the browser cannot
/// guess it.
#[derive(Clone)]
pub struct Token(String);

impl Token {
    /// A new token of 128 random bits.
    ///
    /// # Errors
    ///
    /// Fails when the operating system has no random numbers.
    pub fn random() -> Result<Self, getrandom::Error> {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes)?;
        let mut text = String::new();
        for byte in bytes {
            let _ = write!(text, "{byte:02x}");
        }
        Ok(Self(text))
    }

    /// Returns the token in the form for a URL: hexadecimal digits.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether `text` is the token. The time for the comparison does not reveal where the two differ.
    pub fn is(&self, text: &str) -> bool {
        self.0.as_bytes().ct_eq(text.as_bytes()).into()
    }
}

// Not derived: the secret must not get into a log.
impl Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(..)")
    }
}
