//! The version of the program: that of the package, and the commit if whoever builds it says which.

#![allow(clippy::print_stdout)]

fn main() {
    println!("cargo:rerun-if-env-changed=HEXA_COMMIT");
    let version = std::env::var("CARGO_PKG_VERSION").unwrap_or_default();
    let version = match std::env::var("HEXA_COMMIT") {
        Ok(commit) if !commit.is_empty() => format!("{version} ({commit})"),
        Ok(_) | Err(_) => version,
    };
    println!("cargo:rustc-env=HEXA_VERSION={version}");
}
