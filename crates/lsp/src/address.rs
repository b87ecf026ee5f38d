//! Addresses of texts (URIs) and paths of files.

use std::path::{Path, PathBuf};

/// The path of a file, if the address is one of a file.
pub fn path_of(address: &str) -> Option<PathBuf> {
    let rest = address.strip_prefix("file://")?;
    let slash = rest.find('/')?;
    let path = decoded(&rest[slash..])?;
    // `/c:/folder` is a path with a drive.
    let bytes = path.as_bytes();
    let drive = bytes.len() > 2 && bytes[1].is_ascii_alphabetic() && bytes[2] == b':';
    Some(PathBuf::from(if drive { &path[1..] } else { &path }))
}

/// The address of a file; what is no absolute path is an address already.
pub fn address_of(name: &str) -> String {
    let path = Path::new(name);
    if !path.is_absolute() {
        return name.to_owned();
    }
    let mut address = "file://".to_owned();
    let plain = name.replace('\\', "/");
    if !plain.starts_with('/') {
        address.push('/');
    }
    for byte in plain.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'-' | b'_' | b'.' | b'~' => {
                address.push(char::from(byte));
            }
            _ => address.push_str(&format!("%{byte:02X}")),
        }
    }
    address
}

/// Without percent signs.
fn decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, after @ ..] = rest {
        rest = after;
        if *first != b'%' {
            bytes.push(*first);
            continue;
        }
        let digits = std::str::from_utf8(rest.get(..2)?).ok()?;
        bytes.push(u8::from_str_radix(digits, 16).ok()?);
        rest = &rest[2..];
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_come_back() {
        for path in ["/tmp/a.hexa", "/tmp/Åsa und 50%/a b.hexa", "/x#y?z"] {
            assert_eq!(path_of(&address_of(path)), Some(PathBuf::from(path)));
        }
        assert_eq!(path_of("file:///c%3A/a.hexa"), Some(PathBuf::from("c:/a.hexa")));
        for other in ["untitled:Untitled-1", "file:///%zz", "file://", "file:///%4"] {
            assert_eq!(path_of(other), None, "{other}");
        }
    }
}
