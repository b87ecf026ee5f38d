//! Families of proofs: the same theorem for every number, as texts.

use std::fmt::Write;

/// Muddy children, as many as are wanted: if it is common knowledge that every child sees the others, that at least k are muddy, and that
/// no child knows that it is muddy, then it is common knowledge that at least k + 1 are. So after the nth time that no child answers, the
/// children know that more than n are muddy.
///
/// The children are c1, c2, ..., and m1, m2, ... say that they are muddy. For a number of children up to 12.
pub fn muddy_children(children: usize) -> String {
    let children = children.clamp(2, 12);
    let all: Vec<usize> = (1..=children).collect();
    let group: Vec<String> = all.iter().map(|it| format!("c{it}")).collect();
    let group = group.join(", ");
    let mut text = format!(
        "# {children} muddy children. After the nth time that no child answers, the children know that more than n are muddy.\n\n\
         logic S5\nagents {group}\n\n"
    );
    let sees = all.iter().flat_map(|&who| {
        let others = all.iter().filter(move |&&it| it != who);
        others.flat_map(move |it| ["", "~"].map(|no| format!("({no}m{it} -> K_c{who} {no}m{it})")))
    });
    let sees: Vec<String> = sees.collect();
    let _ = writeln!(text, "# Every child sees the others.\nlet seen = {}\n", sees.join("\n  & "));
    let silent: Vec<String> = all.iter().map(|it| format!("~K_c{it} m{it}")).collect();
    let _ = writeln!(
        text,
        "# No child knows that it is muddy.\nlet silence = {}\n",
        silent.join(" & ")
    );
    text.push_str("# At least so many are muddy.\n");
    for least in 1..=children {
        let ways: Vec<String> = subsets(&all, least).iter().map(|of| conjunction(of)).collect();
        let _ = writeln!(text, "let least{least} = {}", ways.join(" | "));
    }
    for least in 1..children {
        write_step(&all, least, &mut text);
    }
    text
}

/// From at least so many to one more.
fn write_step(all: &[usize], least: usize, text: &mut String) {
    let next = least + 1;
    let _ = writeln!(
        text,
        "\n# Were exactly {least} muddy, each of them would see the others and know.\n\
         theorem more{next}: seen & E_all least{least} & silence -> least{next}"
    );
    let mut number = 0;
    let mut line = |text: &mut String, says: String, why: String| -> usize {
        number += 1;
        let _ = writeln!(text, "  {number}. {says}  by {why}");
        number
    };
    let mut used = Vec::new();
    used.push(line(text, format!("E_all least{least} -> least{least}"), "axiom TE".to_owned()));
    for muddy in subsets(all, least) {
        let who = muddy[0];
        let others: Vec<String> = all
            .iter()
            .filter(|&&it| it != who)
            .map(|it| format!("{}m{it}", if muddy.contains(it) { "" } else { "~" }))
            .collect();
        let seen = others.join(" & ");
        let known: Vec<String> = others.iter().map(|it| format!("K_c{who} {it}")).collect();
        let known = known.join(" & ");
        let known_all = line(
            text,
            format!("E_all least{least} -> K_c{who} least{least}"),
            "axiom EK".to_owned(),
        );
        let so = line(text, format!("least{least} & {seen} -> m{who}"), "tautology".to_owned());
        let then = line(
            text,
            format!("K_c{who} least{least} & {known} -> K_c{who} m{who}"),
            format!("monotonicity {so}"),
        );
        used.push(line(
            text,
            format!("seen & E_all least{least} & silence -> ~({seen})"),
            format!("{known_all}, {then}"),
        ));
    }
    let used: Vec<String> = used.iter().map(usize::to_string).collect();
    line(text, format!("seen & E_all least{least} & silence -> least{next}"), used.join(", "));
    let _ = writeln!(
        text,
        "\n# And if all of that is common knowledge, so is the conclusion.\n\
         theorem common{next}: C_all (seen & least{least} & silence) -> C_all least{next}\n  \
         1. seen & E_all least{least} & silence -> least{next}  by lemma more{next}\n  \
         2. seen & least{least} & silence -> least{least}  by tautology\n  \
         3. seen & least{least} & silence -> seen & silence  by tautology\n  \
         4. C_all (seen & least{least} & silence) -> seen & least{least} & silence  by axiom TC\n  \
         5. C_all (seen & least{least} & silence) -> E_all C_all (seen & least{least} & silence)  by axiom EC\n  \
         6. C_all (seen & least{least} & silence) -> least{least}  by 2, 4\n  \
         7. E_all C_all (seen & least{least} & silence) -> E_all least{least}  by monotonicity 6\n  \
         8. C_all (seen & least{least} & silence) -> least{next}  by 1, 3, 4, 5, 7\n  \
         9. C_all (seen & least{least} & silence) -> least{next} & E_all C_all (seen & least{least} & silence)  by 5, 8\n  \
         10. C_all (seen & least{least} & silence) -> C_all least{next}  by induction 9"
    );
}

fn conjunction(of: &[usize]) -> String {
    let of: Vec<String> = of.iter().map(|it| format!("m{it}")).collect();
    match of.len() {
        1 => of.concat(),
        _ => format!("({})", of.join(" & ")),
    }
}

/// The subsets of some size.
fn subsets(of: &[usize], size: usize) -> Vec<Vec<usize>> {
    match (size, of) {
        (0, _) => vec![Vec::new()],
        (_, []) => Vec::new(),
        (_, [first, rest @ ..]) => {
            let with = subsets(rest, size - 1).into_iter();
            let with = with.map(|rest| [&[*first], &rest[..]].concat());
            with.chain(subsets(rest, size)).collect()
        }
    }
}
