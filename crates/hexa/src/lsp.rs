//! `hexa lsp`: the language server, for editors that start it.

use crate::cli::LspArgs;
use crate::console::{Console, Status};
use crate::limits::limits;
use crate::memory;
use hexa_lsp::{Farewell, Service, serve_stdio};
use std::io;

/// Serves the editor at the other end of standard input and output, until it says goodbye.
pub fn run(args: &LspArgs, console: &mut Console) -> io::Result<Status> {
    let service = Service {
        limits: limits(&args.limits, console),
        include_dirs: args.include_dir.clone(),
        version: crate::cli::VERSION.to_owned(),
        overall: console.watch.stop.clone(),
        recover: memory::begin,
    };
    match serve_stdio(service) {
        Ok(Farewell::Said) => Ok(Status::Fine),
        // The protocol asks for this exit status.
        Ok(Farewell::NotSaid) => Ok(Status::Failed),
        Err(error) => {
            console.complain(&format!("hexa: the editor is gone: {error}\n"))?;
            Ok(Status::Broken)
        }
    }
}
