//! Messages as they go over a pipe: a header with the length, and JSON. What cannot be read is no reason to end: it is
//! answered with why, and the next message is read.

use lsp_server::{ErrorCode, Message, Notification, Request, RequestId, Response};
use serde_json::{Value, json};
use std::io::{self, BufRead, Read, Write};

/// What came in.
#[derive(Debug)]
pub enum Incoming {
    /// A message.
    Message(Message),
    /// Something that is none.
    Malformed(Malformed),
}

/// Something that is no message.
#[derive(Clone, PartialEq, Debug)]
pub struct Malformed {
    /// By which the client may know what is meant, or null.
    id: Value,
    code: i32,
    why: String,
}

/// Hears what comes next; nothing when nothing more can come.
pub fn hear(input: &mut impl BufRead) -> io::Result<Option<Incoming>> {
    let Some(length) = length(input)? else { return Ok(None) };
    // As much is held as has come, whatever length was announced.
    let mut bytes = Vec::new();
    input.take(length).read_to_end(&mut bytes)?;
    if (bytes.len() as u64) < length {
        return Ok(None);
    }
    Ok(Some(message(&bytes).map_or_else(Incoming::Malformed, Incoming::Message)))
}

/// The length that a header announces. Lines that say something else are passed over.
fn length(input: &mut impl BufRead) -> io::Result<Option<u64>> {
    const LONGEST_LINE: u64 = 1 << 12;
    let mut length = None;
    loop {
        let mut line = Vec::new();
        if input.take(LONGEST_LINE).read_until(b'\n', &mut line)? == 0 {
            return Ok(None);
        }
        let line = String::from_utf8_lossy(&line);
        if let Some((name, value)) = line.trim().split_once(':') {
            if name.eq_ignore_ascii_case("content-length") {
                length = value.trim().parse().ok();
            }
        } else if line.trim().is_empty() && length.is_some() {
            return Ok(length);
        }
    }
}

fn message(bytes: &[u8]) -> Result<Message, Malformed> {
    let refuse = |id: &Value, code: ErrorCode, why: String| Malformed {
        id: if id.is_number() || id.is_string() { id.clone() } else { Value::Null },
        code: code as i32,
        why,
    };
    let value: Value = serde_json::from_slice(bytes)
        .map_err(|error| refuse(&Value::Null, ErrorCode::ParseError, error.to_string()))?;
    let mut value = match value {
        Value::Object(map) => map,
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_) => {
            let why = "a message is an object, and one at a time".to_owned();
            return Err(refuse(&Value::Null, ErrorCode::InvalidRequest, why));
        }
    };
    let id = value.remove("id").unwrap_or_default();
    let method = value.get("method").and_then(Value::as_str).map(str::to_owned);
    let number = || serde_json::from_value::<RequestId>(id.clone());
    let invalid = |why: &str| refuse(&id, ErrorCode::InvalidRequest, why.to_owned());
    let params = value.remove("params").unwrap_or_default();
    match method {
        Some(method) if id.is_null() => Ok(Message::Notification(Notification { method, params })),
        Some(method) => match number() {
            Ok(id) => Ok(Message::Request(Request { id, method, params })),
            Err(_) => Err(invalid("the id is neither an integer of 32 bits nor a text")),
        },
        None if value.contains_key("result") || value.contains_key("error") => {
            // An answer to a number that we have not given is answered with nothing, like any other.
            let id = number().unwrap_or_else(|_| RequestId::from(0));
            Ok(Message::Response(Response::new_ok(id, Value::Null)))
        }
        None => Err(invalid("this is neither a request, nor an answer, nor a notification")),
    }
}

impl Malformed {
    /// What the client is told.
    pub fn answer(&self) -> Vec<u8> {
        let Self { id, code, why } = self;
        let error = json!({ "code": code, "message": why });
        framed(&json!({ "jsonrpc": "2.0", "id": id, "error": error }).to_string())
    }
}

fn framed(text: &str) -> Vec<u8> {
    format!("Content-Length: {}\r\n\r\n{text}", text.len()).into_bytes()
}

/// A message with its header.
pub fn bytes(message: &Message) -> Vec<u8> {
    let mut bytes = Vec::new();
    // Nothing fails to be written into memory.
    let _ = message.write(&mut bytes);
    bytes
}

/// Writes what comes, until nothing can come any more, or nobody reads it.
pub fn write(mut output: impl Write, frames: &std::sync::mpsc::Receiver<Vec<u8>>) {
    for frame in frames {
        if output.write_all(&frame).and_then(|()| output.flush()).is_err() {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heard(input: &str) -> Vec<String> {
        let mut input = input.as_bytes();
        let mut all = Vec::new();
        while let Some(one) = hear(&mut input).expect("memory can be read") {
            all.push(match one {
                Incoming::Message(Message::Request(asked)) => {
                    format!("{} {}", asked.id, asked.method)
                }
                Incoming::Message(Message::Notification(told)) => told.method,
                Incoming::Message(Message::Response(_)) => "response".to_owned(),
                Incoming::Malformed(malformed) => format!("{} {}", malformed.id, malformed.code),
            });
        }
        all
    }

    #[test]
    fn what_is_no_message_is_passed_over() {
        let say = |text: &str| format!("Content-Length: {}\r\n\r\n{text}", text.len());
        let texts = [
            r#"{"id":1,"method":"a"}"#,
            r#"{"id":1,"#,
            "",
            "[]",
            "7",
            r#"{"id":1099511627776,"method":"a"}"#,
            r#"{"id":"x","method":"b","params":[]}"#,
            r#"{"id":2,"result":null}"#,
            r#"{"id":null,"error":{"code":1,"message":"m"}}"#,
            r#"{"id":3,"method":4}"#,
            r#"{"method":"c"}"#,
        ];
        let input = texts.map(say).concat() + "content-length:2\n nonsense\r\nX-Y: z\n\n{}";
        assert_eq!(
            heard(&input),
            [
                "1 a",
                "null -32700",
                "null -32700",
                "null -32600",
                "null -32600",
                "1099511627776 -32600",
                "\"x\" b",
                "response",
                "response",
                "3 -32600",
                "c",
                "null -32600"
            ]
        );
        assert_eq!(heard("Content-Length: 99999999999999999\r\n\r\n{}"), [""; 0]);
        assert_eq!(heard("Content-Length: -1\r\n\r\n{}"), [""; 0]);
        assert_eq!(heard(""), [""; 0]);
    }
}
