//! Characters that look like one of the language and are not. A reader cannot see
//! the difference, so they are errors that name the right character.

use super::lexer::Kind;

/// What a lookalike looks like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Lookalike {
    /// `'`
    Prime,
    /// `"`
    Quote,
    /// A space.
    Space,
    /// A line break.
    LineBreak,
    /// Digits or letters written low: a subscript.
    Subscript,
    /// Digits or letters written high: an exponent.
    Superscript,
    /// A letter or digit of ASCII.
    Letter,
    /// A sign, as it is written.
    Sign(&'static str, Kind),
}

impl Lookalike {
    /// Whether a run of such characters is one mistake.
    pub(super) fn repeats(self) -> bool {
        !matches!(self, Lookalike::Sign(..) | Lookalike::Quote)
    }

    /// Whether it forms a run with others of its sort.
    pub(super) fn joins(self) -> bool {
        matches!(self, Lookalike::Subscript | Lookalike::Superscript | Lookalike::Letter)
    }

    /// What was meant by the characters found, for a message.
    pub(super) fn meaning(self, found: &str) -> String {
        match self {
            Lookalike::Prime => "an apostrophe `'`".into(),
            Lookalike::Quote => "a quote `\"`".into(),
            Lookalike::Space => "a space".into(),
            Lookalike::LineBreak => "a line break".into(),
            Lookalike::Subscript => format!("`_{}`", found.chars().map(plain).collect::<String>()),
            Lookalike::Superscript => {
                format!("`^{}`", found.chars().map(plain).collect::<String>())
            }
            Lookalike::Letter => format!("`{}`", found.chars().map(plain).collect::<String>()),
            Lookalike::Sign(sign, _) => format!("`{sign}`"),
        }
    }
}

/// What a character looks like, if it is none of the language itself.
pub(super) fn lookalike(c: char) -> Option<Lookalike> {
    use Lookalike::*;
    if c.is_ascii() {
        return (c == '`').then_some(Prime);
    }
    Some(match c {
        '′' | '″' | '‴' | '‵' | '‘' | '’' | '‚' | '‛' | '´' | 'ʹ' | 'ʼ' | 'ʻ' | 'ʽ' | 'ˈ' | 'ˊ'
        | '＇' => Prime,
        '“' | '”' | '„' | '‟' | '＂' => Quote,
        '\u{a0}'
        | '\u{1680}'
        | '\u{2000}'..='\u{200d}'
        | '\u{202f}'
        | '\u{205f}'
        | '\u{2060}'
        | '\u{3000}'
        | '\u{feff}' => Space,
        '\u{85}' | '\u{2028}' | '\u{2029}' => LineBreak,
        '₀'..='₉' | 'ₐ'..='ₜ' | 'ᵢ'..='ᵪ' | 'ⱼ' => Subscript,
        '⁰' | '¹' | '²' | '³' | '⁴'..='⁹' | 'ⁿ' | 'ⁱ' => Superscript,
        '０'..='９' | 'Ａ'..='Ｚ' | 'ａ'..='ｚ' => Letter,
        '∣' | '｜' | '│' | '¦' | '❘' | 'ǀ' | '⎮' | '￨' => Sign("|", Kind::Bar),
        '‖' | '∥' | 'ǁ' | '║' => Sign("||", Kind::BarBar),
        '〈' | '\u{2329}' | '‹' | '«' | '❬' | '❮' | '＜' | '⧼' | '《' | '˂' => {
            Sign("<", Kind::Less)
        }
        '〉' | '\u{232a}' | '›' | '»' | '❭' | '❯' | '＞' | '⧽' | '》' | '˃' => {
            Sign(">", Kind::Greater)
        }
        '−' | '‐' | '‑' | '‒' | '–' | '—' | '―' | '﹣' | '－' | '\u{ad}' | '⁻' | '₋' => {
            Sign("-", Kind::Minus)
        }
        '∼' | '˜' | '～' | '⁓' | '〜' | '￢' => Sign("~", Kind::Tilde),
        '（' => Sign("(", Kind::OpenParen),
        '）' => Sign(")", Kind::CloseParen),
        '［' | '⟦' => Sign("[", Kind::OpenBracket),
        '］' | '⟧' => Sign("]", Kind::CloseBracket),
        '｛' => Sign("{", Kind::OpenBrace),
        '｝' => Sign("}", Kind::CloseBrace),
        '，' | '、' => Sign(",", Kind::Comma),
        '：' | '∶' | '꞉' | 'ː' => Sign(":", Kind::Colon),
        '；' | '\u{37e}' => Sign(";", Kind::Semicolon),
        '＋' => Sign("+", Kind::Plus),
        '＊' | '∗' | '×' | '·' | '⋅' | '∙' | '•' => Sign("*", Kind::Star),
        '／' | '÷' | '⁄' | '∕' => Sign("/", Kind::Slash),
        '＝' => Sign("=", Kind::Equal),
        '？' => Sign("?", Kind::Question),
        '！' | 'ǃ' => Sign("!", Kind::Bang),
        '＆' | '⋀' | '⩓' | '⋏' => Sign("&", Kind::And),
        '⋁' | '⋎' => Sign("|", Kind::Bar),
        '＾' | 'ˆ' => Sign("^", Kind::Caret),
        '＿' => Sign("_", Kind::Underscore),
        '…' | '‥' => Sign("..", Kind::Dots),
        '⇒' | '⟶' | '⟹' | '⊃' | '￫' => Sign("->", Kind::Arrow),
        '⇔' | '⟷' | '⟺' | '≡' => Sign("<->", Kind::DoubleArrow),
        '⋃' | '⊎' => Sign("+", Kind::Plus),
        '⋂' => Sign("||", Kind::BarBar),
        '⩽' | '≦' => Sign("<=", Kind::LessEqual),
        '⩾' | '≧' => Sign(">=", Kind::GreaterEqual),
        '⟂' => Sign("⊥", Kind::False),
        '∊' => Sign("in", Kind::In),
        _ => return None,
    })
}

/// The ASCII character that one looks like, written low, high or wide.
fn plain(c: char) -> char {
    const LOW: [char; 13] = ['a', 'e', 'o', 'x', 'ə', 'h', 'k', 'l', 'm', 'n', 'p', 's', 't'];
    const LOWER: [char; 9] = ['i', 'r', 'u', 'v', 'β', 'γ', 'ρ', 'φ', 'χ'];
    let shifted = |base: char| char::from_u32(u32::from(c) - u32::from(base) + u32::from('0'));
    match c {
        '₀'..='₉' => shifted('₀').unwrap_or(c),
        'ₐ'..='ₜ' => LOW[(u32::from(c) - u32::from('ₐ')) as usize],
        'ᵢ'..='ᵪ' => LOWER[(u32::from(c) - u32::from('ᵢ')) as usize],
        'ⱼ' => 'j',
        '¹' => '1',
        '²' => '2',
        '³' => '3',
        '⁰' | '⁴'..='⁹' => shifted('⁰').unwrap_or(c),
        'ⁿ' => 'n',
        'ⁱ' => 'i',
        '０'..='９' | 'Ａ'..='Ｚ' | 'ａ'..='ｚ' => {
            char::from_u32(u32::from(c) - 0xFF01 + 0x21).unwrap_or(c)
        }
        _ => c,
    }
}
