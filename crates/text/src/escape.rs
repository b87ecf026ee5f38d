//! Texts of strangers made harmless: for terminals and logs, and for LaTeX.

/// A text without characters that move the cursor, start colours or turn the direction of writing.
pub fn clean(text: &str) -> String {
    text.chars().map(|c| if c == '\n' { c } else { harmless(c) }).collect()
}

/// The character itself, or a stand-in if a terminal would obey it.
pub fn harmless(c: char) -> char {
    match c {
        '\t' => ' ',
        '\u{0}'..='\u{1f}' => char::from_u32(0x2400 + c as u32).unwrap_or('\u{fffd}'),
        '\u{7f}' => '\u{2421}',
        '\u{80}'..='\u{9f}'
        | '\u{200b}'..='\u{200f}'
        | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}'
        | '\u{feff}' => '\u{fffd}',
        c => c,
    }
}

/// A text for text mode: characters that mean something to LaTeX, and the signs of logic.
pub fn latex_escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\\' => out.push_str("\\textbackslash{}"),
            '{' | '}' | '$' | '&' | '#' | '_' | '%' => {
                out.push('\\');
                out.push(c);
            }
            // Two of them would become a dash.
            '-' if out.ends_with('-') => out.push_str("{}-"),
            '^' => out.push_str("\\textasciicircum{}"),
            '~' => out.push_str("\\textasciitilde{}"),
            '|' => out.push_str("\\textbar{}"),
            '<' => out.push_str("\\textless{}"),
            '>' => out.push_str("\\textgreater{}"),
            '"' => out.push_str("{\\ttfamily\\char34}"),
            '…' => out.push_str("\\ldots{}"),
            '·' => out.push_str("$\\cdot$"),
            c if c.is_control() => out.push(' '),
            c => match sign(c) {
                Some(name) => {
                    out.push_str(&format!("$\\{name}$"));
                }
                None => out.push(c),
            },
        }
    }
    out
}

fn sign(c: char) -> Option<&'static str> {
    const SIGNS: [(char, &str); 14] = [
        ('¬', "neg"),
        ('∧', "wedge"),
        ('∨', "vee"),
        ('→', "rightarrow"),
        ('↔', "leftrightarrow"),
        ('⊤', "top"),
        ('⊥', "bot"),
        ('∅', "emptyset"),
        ('♠', "spadesuit"),
        ('♥', "heartsuit"),
        ('♦', "diamondsuit"),
        ('♣', "clubsuit"),
        ('φ', "varphi"),
        ('ψ', "psi"),
    ];
    SIGNS.iter().find(|(sign, _)| *sign == c).map(|(_, name)| *name)
}
