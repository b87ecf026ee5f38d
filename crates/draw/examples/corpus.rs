use hexa_draw::*;
use hexa_draw::picture::*;
use hexa_draw::legibility::*;
fn parse(text: &str) -> Vec<(String, Vec<Picture>)> {
    let mut ways: Vec<(String, Vec<Picture>)> = Vec::new();
    for line in text.lines() {
        let f: Vec<&str> = line.split('\t').collect();
        match f[0] {
            "WAY" => ways.push((f[1].to_owned(), Vec::new())),
            "PICTURE" => { let p = Picture { point: f[1].parse().ok(), ..Picture::default() }; ways.last_mut().unwrap().1.push(p); }
            "A" => { let p = ways.last_mut().unwrap().1.last_mut().unwrap(); p.agents.push(f[1].to_owned());
                p.links.push(match f[2] { "C" => Access::Cells(f[3].split(' ').map(|c| c.split(',').map(|w| w.parse().unwrap()).collect()).collect()),
                    "R" => Access::Arrows(f[3].split(' ').filter(|a| !a.is_empty()).map(|a| { let (u,v)=a.split_once(',').unwrap(); (u.parse().unwrap(), v.parse().unwrap()) }).collect()), _ => Access::Nobody }); }
            "W" => { let p = ways.last_mut().unwrap().1.last_mut().unwrap(); p.worlds.push(PictureWorld { label: f[1].to_owned(), details: f[2..].iter().filter(|s| !s.is_empty()).map(|s| s.to_string()).collect(), ..PictureWorld::default() }); }
            "N" => { let p = ways.last_mut().unwrap().1.last_mut().unwrap(); p.notes.push(f[1].to_owned()); }
            _ => {}
        }
    }
    ways
}
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let out = &args[2];
    let pat = args.get(3).cloned().unwrap_or_default();
    std::fs::create_dir_all(out).unwrap();
    let mut seen = std::collections::BTreeSet::new();
    let mut bad = 0; let mut total = 0;
    let mut kinds: std::collections::BTreeMap<String, usize> = Default::default();
    for (name, way) in parse(&std::fs::read_to_string(&args[1]).unwrap()) {
        let short = name.split("scenarios/").nth(1).unwrap().replace(['/', ' '], "_").replace(".hexa", "");
        if !short.contains(&pat) { continue }
        for (step, picture) in way.into_iter().enumerate() {
            if !seen.insert(format!("{:?} {:?} {:?}", picture.worlds, picture.links, picture.point)) { continue }
            total += 1;
            let t = std::time::Instant::now();
            let f = faults(&picture);
            let ms = t.elapsed().as_millis();
            if ms > 300 { println!("SLOW {short}-{step} {ms} ms {} worlds", picture.worlds.len()); }
            if !f.is_empty() { bad += 1; for x in &f { let k = format!("{x:?}"); *kinds.entry(k.split('(').next().unwrap().to_owned()).or_default() += 1; } println!("{short}-{step} ({} worlds): {} faults: {:.300}", picture.worlds.len(), f.len(), format!("{f:?}")); }
            if picture.worlds.len() >= 4 { std::fs::write(format!("{out}/{short}-{step}.svg"), render(&picture, Format::Svg)).unwrap(); }
        }
    }
    println!("{bad} of {total} have faults {kinds:?}");
}
