//! Bytes as texts of hexadecimal digits.

/// Two digits for each byte.
pub(crate) fn show_bytes(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The bytes that these digits stand for, if they do.
pub(crate) fn read_bytes(digits: &str) -> Option<Vec<u8>> {
    let value = |digit: u8| char::from(digit).to_digit(16).map(|value| value as u8);
    let byte = |pair: &[u8]| match pair {
        &[high, low] => Some(value(high)? << 4 | value(low)?),
        _ => None,
    };
    digits.as_bytes().chunks(2).map(byte).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_shown_and_read() {
        assert_eq!(show_bytes(&[0, 0x1f, 0xff]), "001fff");
        assert_eq!(read_bytes("001fFF"), Some(vec![0, 0x1f, 0xff]));
        assert_eq!(read_bytes(""), Some(Vec::new()));
        assert_eq!((read_bytes("0"), read_bytes("0g"), read_bytes("é")), (None, None, None));
    }
}
