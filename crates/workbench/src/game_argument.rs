//! What GAME means wherever a game is asked for: a file of rules, or the name of a game with its settings. Each has one
//! canonical form, which logs and results keep. Whoever asks brings the text of the file.

use crate::board_file::open_board;
use hexa_games::catalogue::{CATALOGUE, NoGame, named_game};
use hexa_games::game::{Game, Trouble};
use hexa_games::named::{BadSetting, Named, NoName};
use hexa_games::tree::TreeGame;
use hexa_games::words;
use hexa_lang::closest;
use hexa_logic::{Stop, Stopped};
use hexa_rules::efg;
use hexa_rules::egdl::{EgdlFailure, EgdlGame, EgdlRecall, EgdlRequest};
use hexa_rules::gdl::{self, CutShort, GdlGame, RuleLimits};
use hexa_text::{Code, Diagnostic, Sources};
use std::fmt;
use std::sync::Arc;

/// What a game is called.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GameName {
    /// A file, and settings of how it is played.
    File(GameFile),
    /// A game that is known by name.
    Known(Named),
}

/// A file that describes a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameFile {
    /// Where it is.
    pub path: String,
    /// What language it is in.
    pub kind: GameFileKind,
    /// Which of the games in it.
    pub part: Option<String>,
    /// Settings, in the order in which they are written.
    pub settings: Vec<(String, String)>,
}

/// The languages of files that describe games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GameFileKind {
    /// GDL, GDL-II or GDL-III.
    Gdl,
    /// EGDL.
    Egdl,
    /// Extensive games of Gambit.
    Efg,
    /// Boards of Cluedo.
    Board,
    /// Our own.
    Hexa,
}

impl GameFileKind {
    /// How names of files end, with what they then are.
    pub const ENDINGS: [(&'static str, Self); 6] = [
        (".egdl", Self::Egdl),
        (".gdl", Self::Gdl),
        (".kif", Self::Gdl),
        (".efg", Self::Efg),
        (".board", Self::Board),
        (".hexa", Self::Hexa),
    ];

    fn of(path: &str) -> Option<Self> {
        let fits = |ending: &str| {
            let start = path.len().checked_sub(ending.len());
            let end = start.and_then(|start| path.get(start..));
            end.is_some_and(|end| end.eq_ignore_ascii_case(ending))
        };
        Self::ENDINGS.iter().find(|(ending, _)| fits(ending)).map(|&(_, kind)| kind)
    }
}

/// Tells texts of games apart: the same text has the same fingerprint in every version. (FNV-1a; Fowler, Noll, Vo.)
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Fingerprint(pub u64);

impl Fingerprint {
    /// That of a text.
    pub fn of(text: &str) -> Self {
        Self::of_bytes(text.as_bytes())
    }

    /// That of bytes.
    pub fn of_bytes(bytes: &[u8]) -> Self {
        Self(bytes.iter().fold(0xCBF2_9CE4_8422_2325, |hash, &byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3)
        }))
    }
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

/// A game that can be played.
#[derive(Clone, Debug)]
pub struct OpenedGame {
    /// The game.
    pub game: Arc<dyn Game>,
    /// Its name in canonical form.
    pub name: GameName,
    /// What is strange about its text.
    pub diagnostics: Vec<Diagnostic>,
    /// The texts that these point into.
    pub sources: Sources,
    /// That of its text, if it is a file.
    pub fingerprint: Option<Fingerprint>,
}

/// Why a game cannot be played: all that is wrong.
#[derive(Clone, Debug)]
pub struct UnopenedGame {
    /// What is wrong.
    pub problems: Vec<Diagnostic>,
    /// The texts that these point into.
    pub sources: Sources,
}

impl From<Diagnostic> for UnopenedGame {
    fn from(problem: Diagnostic) -> Self {
        Self { problems: vec![problem], sources: Sources::default() }
    }
}

impl GameName {
    /// Reads what was typed.
    pub fn read(text: &str) -> Result<Self, Diagnostic> {
        let text = text.trim();
        if let Some(file) = read_file(text, &[]) {
            return Ok(Self::File(file));
        }
        let open = text.strip_suffix(')').and_then(|inside| inside.rfind('('));
        if let Some(open) = open
            && read_file(&text[..open], &[]).is_some()
        {
            // A word stands for the path, which may hold what names cannot.
            let named = Named::read(&format!("file{}", &text[open..]));
            let settings = named.map_err(|why| no_name(text, &why))?.settings;
            let file = read_file(&text[..open], &settings);
            return file.map(Self::File).ok_or_else(|| no_name(text, &NoName::NoWord));
        }
        match Named::read(text) {
            Ok(named) => Ok(Self::Known(named)),
            Err(_) if looks_like_a_file(text) => Err(unknown_kind(text)),
            Err(why) => Err(no_name(text, &why)),
        }
    }

    /// The file that has to be read, if it is one.
    pub fn file(&self) -> Option<&GameFile> {
        match self {
            Self::File(file) => Some(file),
            Self::Known(_) => None,
        }
    }

    /// A short word for it: that of the name, or the name of the file without its folder and its ending.
    pub fn word(&self) -> &str {
        match self {
            Self::Known(named) => &named.word,
            Self::File(file) => {
                let name = file.path.rsplit(['/', '\\']).next().unwrap_or_default();
                name.rsplit_once('.').map_or(name, |(stem, _)| stem)
            }
        }
    }
}

fn read_file(text: &str, settings: &[(String, String)]) -> Option<GameFile> {
    let settings = settings.to_vec();
    if let Some(kind) = GameFileKind::of(text) {
        return Some(GameFile { path: text.to_owned(), kind, part: None, settings });
    }
    let (path, part) = text.rsplit_once('#')?;
    let kind = GameFileKind::of(path).filter(|_| !part.is_empty())?;
    Some(GameFile { path: path.to_owned(), kind, part: Some(part.to_owned()), settings })
}

fn looks_like_a_file(text: &str) -> bool {
    text.contains(['/', '\\', '.']) && !text.contains('=')
}

fn endings() -> String {
    // In documents there are no games yet.
    let holds_games = |(_, kind): &&(&str, GameFileKind)| *kind != GameFileKind::Hexa;
    let endings = GameFileKind::ENDINGS.iter().filter(holds_games);
    endings.map(|(ending, _)| format!("`{ending}`")).collect::<Vec<_>>().join(", ")
}

fn unknown_kind(text: &str) -> Diagnostic {
    let message = format!("`{text}` is no game: files of games end in {}", endings());
    Diagnostic::without_place(Code::NoSuchGame, message)
        .help("give such a file, or a name such as `kuhn(cards=3)`")
}

fn no_name(text: &str, why: &NoName) -> Diagnostic {
    Diagnostic::without_place(Code::NoSuchGame, format!("`{text}` is no name of a game: {why}"))
        .help("write a name with settings, such as `knowledge(hands=1,1,1; ask=1)`, or a file")
}

impl fmt::Display for GameName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let file = match self {
            Self::Known(named) => return named.fmt(f),
            Self::File(file) => file,
        };
        f.write_str(&file.path)?;
        if let Some(part) = &file.part {
            write!(f, "#{part}")?;
        }
        let settings: Vec<String> =
            file.settings.iter().map(|(key, value)| format!("{key}={value}")).collect();
        if settings.is_empty() { Ok(()) } else { write!(f, "({})", settings.join("; ")) }
    }
}

/// The game of a name. The text is that of its file, if it is one.
pub fn open_game(
    name: &GameName,
    text: Option<&str>,
    stop: &Stop,
) -> Result<OpenedGame, UnopenedGame> {
    match name {
        GameName::Known(named) => Ok(open_known(named)?),
        GameName::File(file) => {
            let missing = || {
                let message = format!("cannot read {}: there is no text", file.path);
                Diagnostic::without_place(Code::CannotRead, message).of_file(&file.path[..])
            };
            open_file(name, file, text.ok_or_else(missing)?, stop)
        }
    }
}

fn open_known(named: &Named) -> Result<OpenedGame, Diagnostic> {
    let game = named_game(named).map_err(|why| no_game(named, &why))?;
    let name = Named::read(&game.declaration().name).unwrap_or_else(|_| named.clone());
    Ok(OpenedGame {
        game,
        name: GameName::Known(name),
        diagnostics: Vec::new(),
        sources: Sources::default(),
        fingerprint: None,
    })
}

fn no_game(named: &Named, why: &NoGame) -> Diagnostic {
    let problem = |message: String| Diagnostic::without_place(Code::NoSuchGame, message);
    match why {
        NoGame::Unknown(word) => {
            let words = || CATALOGUE.iter().map(|entry| entry.word);
            let known: Vec<String> = words().map(|word| format!("`{word}`")).collect();
            let problem = problem(format!("there is no game called `{word}`"))
                .note(format!("games that are known by name: {}", known.join(", ")))
                .note(format!("a file of a game ends in {}", endings()));
            match closest(word, words()) {
                Some(meant) => problem.help(format!("did you mean `{meant}`?")),
                None => problem,
            }
        }
        NoGame::Setting(bad) => {
            let entry = CATALOGUE.iter().find(|entry| entry.word == named.word);
            let settings = entry.map_or(&[][..], |entry| entry.settings);
            let problem = problem(format!("`{named}`: {bad}"));
            // Of a value that does not fit, what its setting means is enough.
            let is_told = |key: &str| match bad {
                BadSetting::Value { key: wrong, .. } => *wrong == key,
                BadSetting::Unknown { .. } | BadSetting::Missing(_) => true,
            };
            let told = settings.iter().filter(|(key, _)| is_told(key));
            told.fold(problem, |problem, (key, meaning)| {
                problem.note(format!("`{key}`: {meaning}"))
            })
        }
        NoGame::Knowledge(why) => problem(format!("`{named}`: {why}")),
        NoGame::Cluedo(why) => problem(format!("`{named}`: {why}")),
        NoGame::NotPlayed(why) => problem(format!("`{named}`: {why}")),
        NoGame::Pit(why) => problem(format!("`{named}`: {why}")),
    }
}

fn open_file(
    name: &GameName,
    file: &GameFile,
    text: &str,
    stop: &Stop,
) -> Result<OpenedGame, UnopenedGame> {
    let canonical = name.to_string();
    let mut sources = Sources::default();
    sources.add(&file.path[..], text);
    if let (Some(part), false) = (&file.part, file.kind == GameFileKind::Hexa) {
        let message = format!("`#{part}`: a file of this kind describes one game");
        return Err(no_file_game(file, message).into());
    }
    let read = match file.kind {
        GameFileKind::Efg => {
            no_settings(file, &[])?;
            efg::read(&canonical, text, stop)
                .map(|(tree, warnings)| (Arc::new(TreeGame::new(tree)) as Arc<dyn Game>, warnings))
        }
        GameFileKind::Board => {
            let named = Named { word: file.path.clone(), settings: file.settings.clone() };
            let game = match open_board(&named, text) {
                Ok(game) => game,
                Err(problems) => return Err(UnopenedGame { problems, sources }),
            };
            let settings = game.rules().name().settings.clone();
            return Ok(OpenedGame {
                game: Arc::new(game),
                name: GameName::File(GameFile { settings, ..file.clone() }),
                diagnostics: Vec::new(),
                sources,
                fingerprint: Some(Fingerprint::of(text)),
            });
        }
        GameFileKind::Hexa => {
            let message = "the Hexa language describes situations and what happens in them, and has no games yet";
            return Err(no_file_game(file, message.to_owned()).into());
        }
        GameFileKind::Gdl => {
            no_settings(file, &[])?;
            return open_gdl(name, file, text, stop);
        }
        GameFileKind::Egdl => return open_egdl(name, file, text, stop),
    };
    match read {
        Ok((game, diagnostics)) => Ok(OpenedGame {
            game,
            name: name.clone(),
            diagnostics,
            sources,
            fingerprint: Some(Fingerprint::of(text)),
        }),
        Err(problems) => Err(UnopenedGame { problems, sources }),
    }
}

fn open_gdl(
    name: &GameName,
    file: &GameFile,
    text: &str,
    stop: &Stop,
) -> Result<OpenedGame, UnopenedGame> {
    let loaded =
        gdl::load_until(&file.path, text, stop).map_err(|Stopped| Diagnostic::for_stop())?;
    let Some(rulebook) = loaded.game else {
        return Err(UnopenedGame { problems: loaded.errors, sources: loaded.sources });
    };
    let game = GdlGame::new(&name.to_string(), &rulebook, RuleLimits::default(), stop);
    let game = game.map_err(|why| match why {
        CutShort::Stopped => Diagnostic::for_stop(),
        CutShort::Atoms(_)
        | CutShort::Instances(_)
        | CutShort::Depth(_)
        | CutShort::Answers(_)
        | CutShort::OnDemand(_)
        | CutShort::Unbound(_)
        | CutShort::Circle(_) => {
            Diagnostic { code: Code::Limit, ..no_file_game(file, why.to_string()) }
        }
    })?;
    Ok(OpenedGame {
        game: Arc::new(game),
        name: name.clone(),
        diagnostics: loaded.warnings,
        sources: loaded.sources,
        fingerprint: Some(Fingerprint::of(text)),
    })
}

fn open_egdl(
    name: &GameName,
    file: &GameFile,
    text: &str,
    stop: &Stop,
) -> Result<OpenedGame, UnopenedGame> {
    no_settings(file, &["recall"])?;
    let named = Named { word: String::new(), settings: file.settings.clone() };
    // How long plays can be is not said here: they are as long as they become.
    let recalls = [
        ("none", EgdlRecall::None),
        ("own-action", EgdlRecall::OwnAction),
        ("perfect", EgdlRecall::Perfect { depth: 0 }),
    ];
    let recall = named.one_of("recall", &recalls);
    let recall = recall.map_err(|bad| no_file_game(file, bad.to_string()))?;
    let request = EgdlRequest { recall, ..EgdlRequest::new(name.to_string(), text) };
    let mut sources = Sources::default();
    match EgdlGame::new(&request, &mut sources, stop) {
        Ok(game) => Ok(OpenedGame {
            game: Arc::new(game),
            name: name.clone(),
            diagnostics: Vec::new(),
            sources,
            fingerprint: Some(Fingerprint::of(text)),
        }),
        Err(EgdlFailure::Wrong(problems)) => Err(UnopenedGame { problems, sources }),
        Err(EgdlFailure::Stopped(_)) => Err(Diagnostic::for_stop().into()),
        Err(failure) => {
            let worded = hexa_rules::words::egdl::failure(&failure);
            let problem = Diagnostic { code: Code::Limit, ..no_file_game(file, worded.message) };
            Err(worded.notes.into_iter().fold(problem, Diagnostic::note).into())
        }
    }
}

/// Refuses settings that a file of this kind does not have.
fn no_settings(file: &GameFile, known: &[&'static str]) -> Result<(), Diagnostic> {
    let named = Named { word: String::new(), settings: file.settings.clone() };
    named.check_keys(known).map_err(|bad| no_file_game(file, bad.to_string()))
}

fn no_file_game(file: &GameFile, why: String) -> Diagnostic {
    Diagnostic::without_place(Code::NoSuchGame, format!("{} cannot be played: {why}", file.path))
        .of_file(&file.path[..])
}

/// What stops a play, as a problem.
pub fn trouble_problem(game: &dyn Game, trouble: &Trouble) -> Diagnostic {
    let worded = words::trouble(trouble, game.declaration());
    let (code, message) = match trouble {
        Trouble::Stopped => return Diagnostic::for_stop(),
        Trouble::Limit(_) => (Code::Limit, format!("gave up: {worded}")),
        Trouble::Stuck(_) => (Code::NoMove, worded),
        Trouble::NoSuchMove { .. }
        | Trouble::WrongTurn
        | Trouble::NoSuchChance
        | Trouble::Chance(_)
        | Trouble::NoPayoff(_)
        | Trouble::NoInformation
        | Trouble::MovesDiffer(_) => (Code::NotExecutable, worded),
    };
    Diagnostic::without_place(code, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(text: &str) -> GameName {
        GameName::read(text).unwrap_or_else(|problem| panic!("{text}: {}", problem.message))
    }

    fn refused(text: &str) -> Diagnostic {
        match GameName::read(text) {
            Err(problem) => problem,
            Ok(name) => {
                let opened = open_game(&name, Some(""), &Stop::new());
                opened.err().map(|mut all| all.problems.remove(0)).expect("no game")
            }
        }
    }

    #[test]
    fn files_and_names_are_told_apart_and_read_again() {
        for (text, canonical) in [
            (" kuhn ", "kuhn"),
            ("knowledge( hands=1,1,1 ;ask=1)", "knowledge(hands=1,1,1; ask=1)"),
            ("games/gdl/guess.gdl", "games/gdl/guess.gdl"),
            ("C:\\Games (old)\\x.KIF", "C:\\Games (old)\\x.KIF"),
            ("krieg.egdl( recall = perfect )", "krieg.egdl(recall=perfect)"),
            ("three.hexa#small", "three.hexa#small"),
        ] {
            let read = name(text);
            assert_eq!(read.to_string(), canonical);
            assert_eq!(name(canonical), read);
        }
        assert_eq!(name("a/b.c/guess.gdl").word(), "guess");
        assert_eq!(name("kuhn(cards=4)").word(), "kuhn");
        let file = name("k.egdl(recall=perfect)").file().cloned().expect("a file");
        assert_eq!((file.kind, file.path.as_str()), (GameFileKind::Egdl, "k.egdl"));
    }

    #[test]
    fn known_games_are_opened_under_their_canonical_names() {
        let opened = open_game(&name("kuhn"), None, &Stop::new()).expect("a game");
        assert_eq!(opened.name.to_string(), "kuhn(cards=3)");
        assert_eq!(opened.fingerprint, None);
    }

    #[test]
    fn what_is_no_game_is_refused_with_a_way_out() {
        let help = |text: &str| refused(text).way_out.map(|way_out| way_out.to_string());
        assert_eq!(help("khun"), Some("did you mean `kuhn`?".to_owned()));
        assert!(
            refused("games/x.txt").message.ends_with("`.egdl`, `.gdl`, `.kif`, `.efg`, `.board`")
        );
        assert!(refused("kuhn(cards=3").message.contains("parenthesis"));
        assert!(refused("kuhn(cards=1)").message.contains("from 2 to"));
        assert!(refused("knowledge(win=table)").message.contains("table"));
        assert!(refused("a.hexa").message.contains("no games yet"));
        for text in ["", "#", "()", ".gdl#", "(a=1).gdl(", "\u{1F600}"] {
            assert_eq!(refused(text).code, Code::NoSuchGame, "{text}");
        }
    }

    #[test]
    fn a_text_has_the_same_fingerprint_in_every_version() {
        assert_eq!(Fingerprint::of("(role white)").to_string(), "fcbfa43302453459");
    }
}
