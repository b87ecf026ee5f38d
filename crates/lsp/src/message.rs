//! Requests and what is answered to them, whoever answers.

use hexa_logic::Stop;
use lsp_server::{ErrorCode, Message, Request, RequestId, Response};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicI32, Ordering};

/// All that can be asked about a text.
pub const METHODS: [&str; 15] = [
    "textDocument/completion",
    "textDocument/hover",
    "textDocument/definition",
    "textDocument/references",
    "textDocument/documentHighlight",
    "textDocument/prepareRename",
    "textDocument/rename",
    "textDocument/formatting",
    "textDocument/documentSymbol",
    "textDocument/codeLens",
    "textDocument/inlayHint",
    "textDocument/codeAction",
    "workspace/executeCommand",
    "hexa/state",
    "hexa/explain",
];

/// A request about a version of a text.
#[derive(Debug)]
pub struct OpenRequest {
    /// The request.
    pub request: Request,
    /// The address of the text.
    pub uri: String,
    /// The version.
    pub version: i32,
    /// Asked for when the answer is of no use any more.
    pub stop: Stop,
    /// Asked for when there is another version of the text.
    pub edited: Stop,
}

/// Why there is no answer.
#[derive(Debug)]
pub enum Unanswered {
    /// The client lost interest, or work was ended to make room.
    Cancelled,
    /// The text has changed.
    Outdated,
    /// There is no such request.
    Unknown(String),
    /// What was asked makes no sense.
    Invalid(String),
    /// It cannot be done, and why.
    Refused(String),
    /// The program is at fault.
    OurFault,
}

/// Does some work. If that panics, whoever panicked has said so, and the server goes on with other work.
pub fn guarded<T>(work: impl FnOnce() -> T) -> Result<T, Unanswered> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|_| Unanswered::OurFault)
}

impl OpenRequest {
    /// The parameters.
    pub fn params<P: DeserializeOwned>(&self) -> Result<P, Unanswered> {
        let params = serde_json::from_value(self.request.params.clone());
        params.map_err(|error| Unanswered::Invalid(error.to_string()))
    }

    /// The answer, as a message.
    pub fn reply(&self, answer: Result<serde_json::Value, Unanswered>) -> Message {
        let answer = match answer {
            Err(Unanswered::Cancelled) if self.edited.is_asked() => Err(Unanswered::Outdated),
            answer => answer,
        };
        reply(self.request.id.clone(), answer)
    }
}

/// Data as an answer.
pub fn answer(data: impl Serialize) -> Result<serde_json::Value, Unanswered> {
    serde_json::to_value(data).map_err(|error| Unanswered::Refused(error.to_string()))
}

/// An answer to a request.
pub fn reply(id: RequestId, answer: Result<serde_json::Value, Unanswered>) -> Message {
    let fail = |code: ErrorCode, why: String| Response::new_err(id.clone(), code as i32, why);
    Message::Response(match answer {
        Ok(answer) => Response::new_ok(id.clone(), answer),
        Err(Unanswered::Cancelled) => {
            fail(ErrorCode::RequestCanceled, "it was cancelled".to_owned())
        }
        Err(Unanswered::Outdated) => {
            fail(ErrorCode::ContentModified, "the text has changed".to_owned())
        }
        Err(Unanswered::Unknown(method)) => {
            fail(ErrorCode::MethodNotFound, format!("there is no request {method}"))
        }
        Err(Unanswered::Invalid(why)) => fail(ErrorCode::InvalidParams, why),
        Err(Unanswered::OurFault) => {
            let why = "this is a fault of the program, which has said more on standard error";
            fail(ErrorCode::InternalError, why.to_owned())
        }
        Err(Unanswered::Refused(why)) => fail(ErrorCode::RequestFailed, why),
    })
}

/// A request to the client, without parameters.
pub fn to_client(method: &str) -> Message {
    static NEXT: AtomicI32 = AtomicI32::new(1);
    let id = RequestId::from(NEXT.fetch_add(1, Ordering::Relaxed));
    Message::Request(Request::new(id, method.to_owned(), serde_json::Value::Null))
}
