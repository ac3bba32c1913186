//! Try.
#![allow(clippy::all)]
use andor_engine::*;
use andor_engine::method::MethodSettings;
use andor_core::*;
use std::sync::Arc;
fn main() {
    let a: Vec<String> = std::env::args().skip(1).collect();
    let (game, method, w, h) = (&a[0], &a[1], a[2].parse::<usize>().unwrap(), a[3].parse::<usize>().unwrap());
    let g = Catalogue::standard().game(game).unwrap();
    let rows: usize = game.split('x').last().unwrap().parse().unwrap();
    let max: u32 = a[4].parse().unwrap();
    let min: u32 = a[5].parse().unwrap();
    for order in min..=max + 1 {
        use andor_tables::patterns::*;
        let patterns = (order > 0).then(|| {
            let start = std::time::Instant::now();
            let size = Size { order: order - 1, columns: w, rows: h, boards: Boards::default().with(rows) };
            let patterns = generate(size, &Limits::default(), &mut Silent).unwrap().patterns;
            println!("{} patterns in {:?}", patterns.len(), start.elapsed());
            let start = std::time::Instant::now();
            let b = PatternBoard::new(&patterns, game.split(':').last().unwrap()[..1].parse().unwrap(), rows);
            println!("{} placements in {:?}", b.placements(), start.elapsed());
            Arc::new(PatternSet { name: "try".into(), patterns, ..Default::default() })
        });
        let request = Request { method: Method::parse(method).unwrap(),
            settings: MethodSettings { knowledge: Some(false), ..Default::default() },
            search_only: a.len() > 6, patterns, ..Request::default() };
        let s = g.solve(&g.position(None, &[]).unwrap(), &request, &mut Silent).unwrap();
        println!("order {}: {} {:?} search {:?} setup {} total {} nodes, verified {} notes {:?} level1 peak {}", order as i32 - 1, s.row.value, s.searched, s.search, s.row.setup_seconds, s.row.nodes, s.row.verified, s.notes, s.peak_entries);
    }
}
