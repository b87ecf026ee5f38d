//! Drawings: what they show, that they are the same every time, and that nothing in
//! the input upsets them.
//!
//! Checked-in drawings are compared byte by byte; `HEXA_BLESS=1` writes them anew.

mod draw_cases;

use draw_cases::{all, cells, deals, world};
use hexa_draw::picture::{Spread, Whole};
use hexa_draw::{
    Access, Branch, Cut, Format, Picture, PictureWorld, Row, Sign, Things, Tree, TreeNode, render,
    render_row, render_tree,
};
use std::path::PathBuf;

const FORMATS: [(Format, &str); 3] =
    [(Format::Svg, "svg"), (Format::Dot, "dot"), (Format::Tikz, "tikz")];

/// Pictures kept in all three formats; the others are kept as SVG only.
const IN_ALL_FORMATS: [&str; 4] = ["hexa", "arrows", "parts", "hostile"];

fn case(name: &str) -> Picture {
    all().into_iter().find(|(known, _)| *known == name).expect("a known picture").1
}

#[test]
fn drawings_are_as_checked_in() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/snapshots/draw");
    let bless = std::env::var_os("HEXA_BLESS").is_some();
    let mut changed = Vec::new();
    for (name, picture) in all() {
        for (format, extension) in FORMATS {
            if format != Format::Svg && !IN_ALL_FORMATS.contains(&name) {
                continue;
            }
            let path = folder.join(format!("{name}.{extension}"));
            let drawn = render(&picture, format);
            if bless {
                std::fs::create_dir_all(&folder).expect("the folder can be made");
                std::fs::write(&path, drawn).expect("the drawing can be written");
            } else if std::fs::read_to_string(&path).ok().as_deref() != Some(&drawn) {
                changed.push(path.file_name().expect("a name").to_owned());
            }
        }
    }
    assert!(changed.is_empty(), "changed: {changed:?}; look at them, then set HEXA_BLESS=1");
}

#[test]
fn the_same_picture_gives_the_same_bytes() {
    for (name, picture) in all() {
        for (format, _) in FORMATS {
            assert_eq!(render(&picture, format), render(&picture, format), "{name}");
        }
    }
}

/// A root with one branch, and more or nothing below.
fn small_tree(cut: Cut) -> Tree {
    let root = TreeNode { world: world("root"), branch: None };
    let leaf = PictureWorld { cut, ..world("leaf") };
    let leaf = TreeNode { world: leaf, branch: Some(Branch { from: 0, agents: vec![0, 1] }) };
    let agents = vec!["a\\b".to_owned(), "<c>".to_owned()];
    Tree { agents, with_access: vec![0, 1], nodes: vec![root, leaf], ..Tree::default() }
}

#[test]
fn a_subtree_that_is_cut_off_is_a_triangle() {
    let triangles = [" Z\"/>", "shape=triangle", "\\filldraw"];
    for ((format, _), triangle) in FORMATS.into_iter().zip(triangles) {
        let (cut, whole) = (small_tree(Cut::Subtree), small_tree(Cut::Complete));
        assert_eq!(render_tree(&cut, format).matches(triangle).count(), 1, "{format:?}");
        assert_eq!(render_tree(&whole, format).matches(triangle).count(), 0, "{format:?}");
        assert_eq!(render_tree(&cut, format), render_tree(&cut, format));
        assert_eq!(render_tree(&Tree::default(), format).matches(triangle).count(), 0);
    }
    assert!(render_tree(&small_tree(Cut::Subtree), Format::Svg).contains("&lt;c&gt;"));
}

#[test]
fn every_drawing_starts_with_its_marker() {
    for (format, extension) in FORMATS {
        let drawn = render(&case("letter"), format);
        assert_eq!(drawn.lines().next(), Some(format.marker()));
        assert_eq!(Format::from_extension(extension), Some(format));
    }
    assert_eq!(Format::from_extension("png"), None);
}

/// The value of an attribute in a line of SVG.
fn attribute(line: &str, name: &str) -> f64 {
    let start = line.find(&format!(" {name}=\"")).expect("the attribute") + name.len() + 3;
    let end = line[start..].find('"').expect("a closing quote") + start;
    line[start..end].parse().expect("a number")
}

/// Left, top, width and height of the boxes of the worlds.
fn boxes(svg: &str) -> Vec<[f64; 4]> {
    let worlds = svg.lines().filter(|line| line.starts_with("<rect class=\"world"));
    worlds.map(|line| ["x", "y", "width", "height"].map(|name| attribute(line, name))).collect()
}

fn centres(svg: &str) -> Vec<(f64, f64)> {
    boxes(svg).iter().map(|[x, y, w, h]| (x + w / 2.0, y + h / 2.0)).collect()
}

#[test]
fn boxes_of_worlds_do_not_overlap() {
    for (name, picture) in all() {
        let boxes = boxes(&render(&picture, Format::Svg));
        for (i, [x, y, w, h]) in boxes.iter().enumerate() {
            for [u, v, a, b] in &boxes[..i] {
                let apart = x + w <= *u || u + a <= *x || y + h <= *v || v + b <= *y;
                assert!(apart, "{name}: boxes at {x},{y} and {u},{v}");
            }
        }
    }
}

#[test]
fn hexa_is_a_regular_hexagon_with_the_actual_deal_on_the_left() {
    let svg = render(&case("hexa"), Format::Svg);
    let corners = centres(&svg);
    let mean = |f: fn(&(f64, f64)) -> f64| corners.iter().map(f).sum::<f64>() / 6.0;
    let (x, y) = (mean(|c| c.0), mean(|c| c.1));
    let radii: Vec<f64> = corners.iter().map(|c| (c.0 - x).hypot(c.1 - y)).collect();
    assert!(radii.iter().all(|r| (r - radii[0]).abs() < 0.5), "{radii:?}");
    assert!(corners.iter().all(|c| c.0 >= corners[0].0));
    for agent in ["1", "2", "3"] {
        let labels = svg.matches(&format!(">{agent}</text>")).count();
        assert_eq!(labels, 4, "three links and a legend for {agent}");
    }
}

#[test]
fn tetra_is_a_solid_with_edges_behind() {
    let svg = render(&case("tetra"), Format::Svg);
    assert_eq!(boxes(&svg).len(), 12);
    // Agents 2 and 3 are its 18 edges, agent 1 crosses it with two lines per class.
    assert_eq!(svg.matches("<path class=\"link").count(), 18 + 8 + 3);
    assert!(svg.contains("a1 behind") && svg.contains("\"link a1\""));
    assert!(svg.contains("Dotted links run behind or across the figure."));
}

#[test]
fn a_dense_model_is_a_table_that_says_what_has_no_lines() {
    let svg = render(&deals("", &[1, 2, 3], "abcdef"), Format::Svg);
    assert_eq!(boxes(&svg).len(), 60);
    assert!(svg.contains("3: no lines; it links the worlds with the same mark 3:x."));
}

#[test]
fn a_large_model_says_what_is_left_out() {
    let svg = render(&case("nine_cards"), Format::Svg);
    assert_eq!(boxes(&svg).len(), 58);
    assert!(svg.contains("58 of 1680 worlds shown: those within one link of the actual world."));
    assert!(svg.contains("2: 84 cells of 20 worlds"));
    assert!(svg.contains("some links lead to worlds that are not shown"));
}

#[test]
fn a_very_large_model_is_cut_down_first() {
    let count = 1_000_000;
    let picture = Picture {
        agents: vec!["a".to_string(), "b".to_string()],
        worlds: (0..count).map(|n| world(n.to_string())).collect(),
        links: vec![Access::Cells(vec![(0..count).collect()]), cells(count, |w| w / 2)],
        point: Some(4242),
        ..Picture::default()
    };
    let svg = render(&picture, Format::Svg);
    assert!(svg.contains("30 of 1000000 worlds shown"));
    assert!(svg.contains("b: 500000 cells of 2 worlds"));
    assert!(svg.len() < 60_000);
}

#[test]
fn a_part_given_with_its_whole_is_drawn_as_given() {
    let mut picture = case("letter");
    picture.worlds[1].cut = Cut::LeadsOut;
    picture.whole = Some(Whole {
        worlds: "340282366920938463463374607431768211456".to_string(),
        selection: "two of them".to_string(),
        spread: vec![Spread::Cells(vec![(1, 5), (2, 1)]), Spread::Arrows(7)],
    });
    // The sentences of a Graphviz legend are not broken into lines.
    let dot = render(&picture, Format::Dot);
    for text in
        ["2 of 340282366920938463463374607431768211456", "6 cells (5 of 1 world,", "2: 7 arrows"]
    {
        assert!(dot.contains(text), "{text}");
    }
}

#[test]
fn names_cannot_break_out_of_a_format() {
    let picture = case("hostile");
    let svg = render(&picture, Format::Svg);
    assert!(!svg.contains("<script") && !svg.contains("<a>") && !svg.contains("<b>"));
    assert!(!svg.contains('\u{202e}') && !svg.contains('\u{0}') && !svg.contains('\u{1b}'));
    let tikz = render(&picture, Format::Tikz);
    assert!(!tikz.contains("\\input{x}") && tikz.contains("\\textbackslash{}input\\{x\\}"));
    let dot = render(&picture, Format::Dot);
    assert!(dot.contains("&\\\"'\"") && dot.contains("\\\\input{x}"));
}

#[test]
fn nonsense_is_dropped_without_a_panic() {
    let names = |count: usize| (0..count).map(|n| world(n.to_string())).collect();
    let agents = vec!["a".to_string(); 3];
    let many: Vec<(usize, usize)> = (0..100_000).map(|k| (k % 60, k * 7 % 61)).collect();
    let accesses = [
        Access::Nobody,
        Access::Cells(vec![vec![], vec![0, 0, 9999], vec![usize::MAX], vec![0, 1]]),
        Access::Arrows(vec![(0, usize::MAX), (3, 3), (1, 0)]),
        Access::Arrows(many),
    ];
    for count in [0, 1, 2, 3, 59, 61, 300] {
        for access in &accesses {
            let picture = Picture {
                agents: agents.clone(),
                worlds: names(count),
                links: vec![access.clone(); 5],
                point: Some(count),
                ..Picture::default()
            };
            for (format, _) in FORMATS {
                assert!(render(&picture, format).lines().count() > 3);
            }
        }
    }
}

#[test]
fn transitive_arrows_are_drawn_by_what_generates_them() {
    let order = (0..8).flat_map(|u| (u..8).map(move |v| (u, v))).collect();
    let picture = Picture {
        agents: vec!["a".to_string()],
        worlds: (0..8).map(|n| world(n.to_string())).collect(),
        links: vec![Access::Arrows(order)],
        ..Picture::default()
    };
    let svg = render(&picture, Format::Svg);
    assert_eq!(svg.matches("class=\"a0-head\"").count(), 7);
    assert!(svg.contains("a: reflexive and transitive; links that follow are left out."));
}

/// A picture of some worlds of another one, with all links between them.
fn restricted(picture: &Picture, kept: &[usize]) -> Picture {
    let new = |w: &usize| kept.iter().position(|known| known == w);
    let access = |access: &Access| match access {
        Access::Cells(cells) => {
            let cell = |cell: &Vec<usize>| cell.iter().filter_map(new).collect::<Vec<_>>();
            Access::Cells(cells.iter().map(cell).filter(|cell| !cell.is_empty()).collect())
        }
        other => other.clone(),
    };
    Picture {
        worlds: kept.iter().map(|&w| picture.worlds[w].clone()).collect(),
        links: picture.links.iter().map(access).collect(),
        ..picture.clone()
    }
}

fn row(pictures: [Picture; 2], sign: Sign) -> Row {
    let [left, right] = pictures;
    let pictures = vec![("before".to_string(), left), ("after".to_string(), right)];
    Row { title: None, pictures, signs: vec![sign] }
}

#[test]
fn in_a_row_worlds_of_the_same_name_have_the_same_place() {
    let hexa = case("hexa");
    let after = restricted(&hexa, &[0, 2, 3, 5]);
    let svg = render_row(&row([hexa, after], Sign::Arrow("α".to_string())), Format::Svg);
    let centres = centres(&svg);
    let (left, right) = centres.split_at(6);
    let shift = (right[0].0 - left[0].0, right[0].1 - left[0].1);
    assert!(shift.0 > 200.0 && shift.1.abs() < 0.2, "{shift:?}");
    for (&old, place) in [0, 2, 3, 5].iter().zip(right) {
        let apart = (place.0 - left[old].0 - shift.0, place.1 - left[old].1 - shift.1);
        assert!(apart.0.abs() < 0.2 && apart.1.abs() < 0.2, "{apart:?}");
    }
}

#[test]
fn signs_stand_between_pictures_and_say_nothing_but_their_text() {
    let nasty = "<b>\\input{x}\"&".to_string();
    for sign in [Sign::Arrow(nasty), Sign::Times, Sign::Equals] {
        let row = row([case("letter"), case("letter")], sign);
        let svg = render_row(&row, Format::Svg);
        assert!(!svg.contains("<b>") && boxes(&svg).len() == 4);
        assert!(!render_row(&row, Format::Tikz).contains("\\input{x}"));
        assert!(render_row(&row, Format::Dot).contains("s0 [shape=plaintext"));
    }
}

#[test]
fn events_are_called_events_and_several_can_be_actual() {
    let event = |label: &str| PictureWorld { label: label.to_string(), ..PictureWorld::default() };
    let picture = Picture {
        agents: vec!["a".to_string()],
        worlds: vec![event("p"), event("q"), event("r")],
        links: vec![Access::Cells(vec![vec![0, 1, 2]])],
        also_actual: vec![0, 2],
        things: Things::Events,
        ..Picture::default()
    };
    let svg = render(&picture, Format::Svg);
    assert!(svg.contains("actual event: p, r") && svg.contains("<desc>3 events;"));
    assert_eq!(svg.matches("<g class=\"actual\">").count(), 2);
}

#[cfg(feature = "print")]
#[test]
fn pictures_are_printed_with_letters_that_come_along() {
    use hexa_draw::{PRINT_MARK, Print, Unprintable, print};
    let contains = |bytes: &[u8], text: &[u8]| bytes.windows(text.len()).any(|found| found == text);
    let svg = render(&case("hexa"), Format::Svg);
    for (kind, start) in [(Print::Png, &b"\x89PNG"[..]), (Print::Pdf, b"%PDF")] {
        let printed = print(&svg, kind).expect("a picture");
        assert_eq!(print(&svg, kind).as_ref(), Ok(&printed), "the same picture, the same bytes");
        assert!(printed.starts_with(start) && contains(&printed, PRINT_MARK.as_bytes()));
        // Without its letters it would be much smaller.
        let silent: String = svg.lines().filter(|line| !line.contains("<text")).collect();
        let silent = print(&silent, kind).expect("a picture");
        assert!(printed.len() > silent.len() + 1000, "{} {}", printed.len(), silent.len());
    }
    let hard = svg.replace("rwb", "漢字");
    assert_eq!(print(&hard, Print::Pdf), Err(Unprintable::NoLetter('漢')));
    assert!(print("<svg", Print::Png).is_err());
    let wide = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"90000\" height=\"10\"/>";
    assert_eq!(print(wide, Print::Png), Err(Unprintable::TooLarge));
}
