//! The page on proofs lists the schemes as they are. `HEXA_BLESS=1` writes its table anew.

use hexa_proof::checker::SCHEMES;
use hexa_proof::words::scheme_text;
use std::fs;
use std::path::Path;

const HEAD: &str = "| name | scheme | logics |\n|---|---|---|\n";

#[test]
fn the_page_lists_all_schemes() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/proofs.md");
    let page = fs::read_to_string(&path).expect("the page");
    let (before, rest) = page.split_once(HEAD).expect("the table");
    let (_, after) = rest.split_once("\n\n").expect("something behind the table");
    let row = |scheme: &hexa_proof::checker::Scheme| {
        let systems: Vec<&str> = scheme.systems.iter().map(|system| system.name()).collect();
        let text = scheme_text(scheme.names[0]).replace('|', "\\|");
        format!("| {} | {text} | {} |", scheme.names.join(", "), systems.join(", "))
    };
    let rows: Vec<String> = SCHEMES.iter().map(row).collect();
    let wanted = format!("{before}{HEAD}{}\n\n{after}", rows.join("\n"));
    if std::env::var_os("HEXA_BLESS").is_some() {
        fs::write(&path, &wanted).expect("the page can be written");
    }
    let page = fs::read_to_string(&path).expect("the page");
    assert!(page == wanted, "HEXA_BLESS=1 writes the table of schemes anew");
}
