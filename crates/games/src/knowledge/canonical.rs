//! Canonical forms: two contracted models have the same one iff renaming cards and agents makes them
//! isomorphic, where some may be exchanged for each other and others not. A search tree as in programs
//! for graphs: colours are refined, and where cards, agents or worlds of one colour are left, each in
//! turn is set apart. Of all namings so found the one with the least text counts. Namings with equal
//! texts differ by an automorphism, and what is an image of something tried need not be tried.
//!
//! Colours are numbers that are mixed without care for collisions. Only what has no names goes into
//! them, so that a collision makes the tree larger and never the answer wrong: texts are compared as
//! they are.

use super::cards::{PackedDeal, Seat};
use super::contraction::{find, join};
use super::kinds::Kinds;
use super::packed::PackedModel;
use hexa_logic::{Agent, Card, Stop, Stopped};
use std::cmp::Ordering;

/// A model as text: how many worlds, then for each its deal and its cells.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Form(Box<[u8]>);

/// The canonical form of a model, and how its parts are called there.
#[derive(Clone, Debug)]
pub struct Canonical {
    /// The form.
    pub form: Form,
    /// For each card its name in the form.
    pub card: Vec<Card>,
    /// For each agent the name in the form.
    pub agent: Vec<Agent>,
    /// For each world its place in the form.
    pub world: Vec<usize>,
    /// For each place in the form the first place that an automorphism leads to from there.
    pub orbit: Vec<usize>,
}

impl Form {
    fn new(model: &PackedModel, names: &Names) -> Self {
        let (cards, agents, worlds) = (model.cards(), model.agents(), model.worlds());
        let mut at = vec![0; worlds];
        names.world.iter().enumerate().for_each(|(world, &place)| at[place] = world);
        let mut agent_at = vec![0; agents];
        names.agent.iter().enumerate().for_each(|(agent, &name)| agent_at[name] = agent);
        let wide = worlds > 256;
        let mut text = Vec::with_capacity(2 + worlds * (cards.div_ceil(2) + 2 * agents));
        text.extend((worlds as u16).to_be_bytes());
        for &world in &at {
            let deal = names.deal(model.deal(world), cards, agents);
            text.extend(&deal.0.to_le_bytes()[..cards.div_ceil(2)]);
        }
        let mut number: Vec<Option<u16>> = vec![None; worlds];
        for &agent in &agent_at {
            number.fill(None);
            let mut next = 0;
            for &world in &at {
                let cell = usize::from(model.cells(Agent(agent as u32))[world]);
                let cell = *number[cell].get_or_insert_with(|| {
                    next += 1;
                    next - 1
                });
                let bytes = cell.to_be_bytes();
                text.extend(if wide { &bytes[..] } else { &bytes[1..] });
            }
        }
        Self(text.into())
    }

    /// The model that the text is of.
    pub fn model(&self, cards: usize, agents: usize) -> PackedModel {
        let worlds = usize::from(u16::from_be_bytes([self.0[0], self.0[1]]));
        let width = cards.div_ceil(2);
        let deal = |world: usize| {
            let mut bytes = [0; 8];
            let start = 2 + world * width;
            bytes[..width].copy_from_slice(&self.0[start..start + width]);
            PackedDeal(u64::from_le_bytes(bytes))
        };
        let rest = &self.0[2 + worlds * width..];
        let cells = match worlds > 256 {
            true => rest.chunks(2).map(|b| u32::from(b[0]) << 8 | u32::from(b[1])).collect(),
            false => rest.iter().map(|&byte| u32::from(byte)).collect(),
        };
        PackedModel::new(cards, agents, (0..worlds).map(deal).collect(), cells)
    }

    /// How many bytes it has.
    pub(crate) fn bytes(&self) -> usize {
        self.0.len()
    }
}

/// The canonical form of a contracted model. Every round of refinement counts as so many steps as there are worlds.
pub fn canonical(model: &PackedModel, kinds: &Kinds, stop: &Stop) -> Result<Canonical, Stopped> {
    let mut tree = Tree {
        model,
        kinds,
        stop,
        best: None,
        automorphisms: Vec::new(),
        path: Vec::new(),
        trace: Vec::new(),
    };
    let colours = tree.first_colours();
    tree.explore(colours)?;
    Ok(tree.canonical())
}

/// The canonical form of a model's frame: all agents can be exchanged, and cards play no part
/// (agent-similarity, thesis def. 50).
pub fn frame(model: &PackedModel, stop: &Stop) -> Result<Canonical, Stopped> {
    let kinds = Kinds { cards: Vec::new(), agents: vec![0; model.agents()] };
    canonical(&model.without_cards(), &kinds, stop)
}

/// New names for everything.
#[derive(Clone, Debug)]
struct Names {
    card: Vec<usize>,
    agent: Vec<usize>,
    world: Vec<usize>,
}

impl Names {
    fn deal(&self, deal: PackedDeal, cards: usize, agents: usize) -> PackedDeal {
        let seat = |card: usize| match deal.seat(Card(card as u32)).index() {
            table if table == agents => Seat(table as u8),
            agent => Seat(self.agent[agent] as u8),
        };
        (0..cards).fold(PackedDeal::default(), |renamed, card| {
            renamed.with(Card(self.card[card] as u32), seat(card))
        })
    }
}

/// A naming of everything, with the way to it.
struct Leaf {
    names: Names,
    form: Form,
    path: Vec<usize>,
    trace: Vec<u64>,
}

/// Go on with what comes next, or go back to this level first.
enum Next {
    On,
    BackTo(usize),
}

/// The search for the least text. What can be set apart is numbered: cards, agents, worlds.
struct Tree<'a> {
    model: &'a PackedModel,
    kinds: &'a Kinds,
    stop: &'a Stop,
    best: Option<Leaf>,
    automorphisms: Vec<Vec<u16>>,
    /// What was set apart on the way here.
    path: Vec<usize>,
    /// What the colours amount to on the way here.
    trace: Vec<u64>,
}

impl Tree<'_> {
    fn size(&self) -> usize {
        self.model.cards() + self.model.agents() + self.model.worlds()
    }

    /// Where the agents and the worlds begin.
    fn starts(&self) -> (usize, usize) {
        (self.model.cards(), self.model.cards() + self.model.agents())
    }

    fn first_colours(&self) -> Vec<u64> {
        let cards = self.kinds.cards.iter().map(|&kind| mix(u64::from(kind) + 1));
        let agents = self.kinds.agents.iter().map(|&kind| mix(u64::from(kind) + 1001));
        let worlds = (0..self.model.worlds()).map(|_| mix(2001));
        cards.chain(agents).chain(worlds).collect()
    }

    fn explore(&mut self, mut colours: Vec<u64>) -> Result<Next, Stopped> {
        let level = self.path.len();
        let amount = self.refine(&mut colours)?;
        self.trace.truncate(level);
        self.trace.push(amount);
        if self.standing() == Ordering::Greater {
            return Ok(Next::On);
        }
        let cell = self.target(&colours);
        if cell.is_empty() {
            return Ok(self.leaf(&colours));
        }
        let mut tried = Vec::new();
        for apart in cell {
            if self.is_image(apart, &tried) {
                continue;
            }
            let mut child = colours.clone();
            child[apart] = mix(child[apart] ^ APART);
            self.path.push(apart);
            let next = self.explore(child)?;
            self.path.pop();
            if let Next::BackTo(earlier) = next
                && earlier < level
            {
                return Ok(next);
            }
            tried.push(apart);
        }
        Ok(Next::On)
    }

    /// How the colours on the way here compare with those on the way to the best leaf.
    fn standing(&self) -> Ordering {
        let Some(best) = &self.best else { return Ordering::Less };
        let shared = self.trace.len().min(best.trace.len());
        self.trace[..shared].cmp(&best.trace[..shared])
    }

    /// What has the same colour as something else: a smallest such set of cards, or else of agents, or
    /// else of worlds.
    fn target(&self, colours: &[u64]) -> Vec<usize> {
        let (agents, worlds) = self.starts();
        for sort in [0..agents, agents..worlds, worlds..self.size()] {
            let mut order: Vec<usize> = sort.collect();
            order.sort_unstable_by_key(|&at| (colours[at], at));
            let groups = order.chunk_by(|&left, &right| colours[left] == colours[right]);
            if let Some(cell) = groups.filter(|group| group.len() > 1).min_by_key(|cell| cell.len())
            {
                return cell.to_vec();
            }
        }
        Vec::new()
    }

    /// Whether an automorphism that leaves the way here in place leads from something tried to this.
    fn is_image(&self, of: usize, tried: &[usize]) -> bool {
        if tried.is_empty() || self.automorphisms.is_empty() {
            return false;
        }
        let mut root: Vec<u16> = (0..self.size() as u16).collect();
        let fixes = |image: &&Vec<u16>| self.path.iter().all(|&at| usize::from(image[at]) == at);
        for image in self.automorphisms.iter().filter(fixes) {
            image.iter().enumerate().for_each(|(at, &to)| join(&mut root, at as u16, to));
        }
        let here = find(&mut root, of as u16);
        tried.iter().any(|&other| find(&mut root, other as u16) == here)
    }

    /// Everything has a name.
    fn leaf(&mut self, colours: &[u64]) -> Next {
        let names = self.names(colours);
        let form = Form::new(self.model, &names);
        let order = match &self.best {
            None => Ordering::Less,
            Some(best) => self.trace.cmp(&best.trace).then_with(|| form.cmp(&best.form)),
        };
        match (order, &self.best) {
            (Ordering::Equal, Some(best)) => {
                let shared = best.path.iter().zip(&self.path).take_while(|(b, p)| b == p).count();
                let automorphism = self.between(&best.names, &names);
                self.automorphisms.push(automorphism);
                return Next::BackTo(shared);
            }
            (Ordering::Greater, _) => {}
            _ => {
                let (path, trace) = (self.path.clone(), self.trace.clone());
                self.best = Some(Leaf { names, form, path, trace });
            }
        }
        Next::On
    }

    /// Names by colour; cards and agents get the names that things of their kind have.
    fn names(&self, colours: &[u64]) -> Names {
        let (agents, worlds) = self.starts();
        Names {
            card: by_kind(&colours[..agents], &self.kinds.cards),
            agent: by_kind(&colours[agents..worlds], &self.kinds.agents),
            world: ranks(&colours[worlds..]),
        }
    }

    /// The automorphism between two namings with the same text.
    fn between(&self, left: &Names, right: &Names) -> Vec<u16> {
        let (agents, worlds) = self.starts();
        let mut image = vec![0; self.size()];
        let sorts = [
            (0, &left.card, &right.card),
            (agents, &left.agent, &right.agent),
            (worlds, &left.world, &right.world),
        ];
        for (start, left, right) in sorts {
            let mut at = vec![0; right.len()];
            right.iter().enumerate().for_each(|(thing, &name)| at[name] = thing);
            for (thing, &name) in left.iter().enumerate() {
                image[start + thing] = (start + at[name]) as u16;
            }
        }
        image
    }

    fn canonical(self) -> Canonical {
        let (_, worlds) = self.starts();
        let mut root: Vec<u16> = (0..self.model.worlds() as u16).collect();
        let best = self.best.expect("the first leaf is kept");
        for image in &self.automorphisms {
            for (world, &place) in best.names.world.iter().enumerate() {
                let to = best.names.world[usize::from(image[worlds + world]) - worlds];
                join(&mut root, place as u16, to as u16);
            }
        }
        let orbit = (0..self.model.worlds() as u16).map(|at| usize::from(find(&mut root, at)));
        let orbit = orbit.collect();
        let Names { card, agent, world } = best.names;
        let card = card.into_iter().map(Card::from_index).collect();
        let agent = agent.into_iter().map(Agent::from_index).collect();
        Canonical { form: best.form, card, agent, world, orbit }
    }

    /// Refines the colours until no more of them come out, and says what they amount to.
    fn refine(&self, colours: &mut Vec<u64>) -> Result<u64, Stopped> {
        let mut count = distinct(colours);
        loop {
            self.stop.count(self.model.worlds() as u64)?;
            let next = self.refine_once(colours);
            let found = distinct(&next);
            *colours = next;
            if found == count {
                break;
            }
            count = found;
        }
        let sum = colours.iter().fold(0u64, |sum, &colour| sum.wrapping_add(mix(colour)));
        Ok(mix(sum ^ count as u64))
    }

    /// New colours from the old ones of everything around.
    fn refine_once(&self, colours: &[u64]) -> Vec<u64> {
        let model = self.model;
        let (agents, worlds) = self.starts();
        let holder = |at: usize| if at == model.agents() { TABLE } else { colours[agents + at] };
        let mut next: Vec<u64> = colours.iter().map(|&colour| mix(colour)).collect();
        for world in 0..model.worlds() {
            let (deal, colour) = (model.deal(world), colours[worlds + world]);
            for card in 0..model.cards() {
                let at = deal.seat(Card(card as u32)).index();
                let whose = holder(at);
                add(&mut next[card], pair(colour, whose));
                add(&mut next[worlds + world], pair(colours[card], whose));
                if at < model.agents() {
                    add(&mut next[agents + at], pair(colours[card], colour));
                }
            }
        }
        let mut sums = Vec::new();
        for agent in 0..model.agents() {
            let cells = model.cells(Agent(agent as u32));
            sums.clear();
            sums.resize(model.worlds(), 0u64);
            for (world, &cell) in cells.iter().enumerate() {
                add(&mut sums[usize::from(cell)], mix(colours[worlds + world] ^ CELL));
            }
            for (world, &cell) in cells.iter().enumerate() {
                let seen = sums[usize::from(cell)];
                add(&mut next[worlds + world], pair(seen, colours[agents + agent]));
                add(&mut next[agents + agent], pair(seen, colours[worlds + world]));
            }
        }
        next
    }
}

/// For the names of each kind, in order, the things of that kind by colour.
fn by_kind(colours: &[u64], kinds: &[u8]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..colours.len()).collect();
    order.sort_unstable_by_key(|&at| (kinds[at], colours[at]));
    let mut slots: Vec<usize> = (0..colours.len()).collect();
    slots.sort_by_key(|&slot| kinds[slot]);
    let mut names = vec![0; colours.len()];
    order.iter().zip(slots).for_each(|(&thing, slot)| names[thing] = slot);
    names
}

fn ranks(colours: &[u64]) -> Vec<usize> {
    by_kind(colours, &vec![0; colours.len()])
}

fn distinct(colours: &[u64]) -> usize {
    let mut sorted = colours.to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    sorted.len()
}

/// Colours of what has no number of its own.
const TABLE: u64 = 0x7461_626c_6574_6162;
const APART: u64 = 0x6170_6172_7461_7061;
const CELL: u64 = 0x6365_6c6c_6365_6c6c;

/// Spreads the bits of a number over all of another; the factors are digits of pi.
pub(crate) fn mix(number: u64) -> u64 {
    let once = (number ^ (number >> 32)).wrapping_add(1).wrapping_mul(0x243f_6a88_85a3_08d3);
    let twice = (once ^ (once >> 29)).wrapping_mul(0x1319_8a2e_0370_7345);
    twice ^ (twice >> 32)
}

pub(crate) fn pair(left: u64, right: u64) -> u64 {
    mix(left ^ right.rotate_left(29).wrapping_mul(0xa409_3822_299f_31d1))
}

pub(crate) fn add(sum: &mut u64, number: u64) {
    *sum = sum.wrapping_add(number);
}
