//! Try.
#![allow(clippy::all)]
use andor_tables::patterns::*;
fn main() {
    let a: Vec<usize> = std::env::args().skip(1).map(|x| x.parse().unwrap()).collect();
    let size = Size { order: a[0] as u32, columns: a[1], rows: a[2], boards: Boards::default().with(a[3]) };
    let g = generate(size, &Default::default(), &mut andor_core::Silent).unwrap();
    println!("{} patterns", g.patterns.len());
    for p in g.patterns.iter().take(a[4]) { println!("{:?} {} {}\n{p}", p.turn, p.order, p.boards); }
}
