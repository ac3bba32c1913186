//! The papers' tables as comparisons of ours: which set, which methods, which limits, and what
//! the papers measured, to print beside it.
//!
//! Winands and Schadd (EF-PN): tables 1 to 4 and 6, figure 3. Winands' thesis: tables 4.1 to 4.4
//! and 5.1 to 5.5, figure 5.4. (Kishimoto and Müller's are in `ghi`.) Their sets are other positions of the same kind, so only ratios
//! and orders compare; 4.1 and 4.2 had a set of 116 positions, here the first 116 of the easier.

use super::ghi;

/// The numbers of a paper's row.
#[derive(Clone, Copy, Default)]
pub(super) struct Paper {
    pub(super) solved: Option<u64>,
    /// Further ones that it solved wrongly.
    pub(super) wrong: Option<u64>,
    /// On how many positions the totals are.
    pub(super) common: Option<u64>,
    pub(super) nodes: Option<u64>,
    pub(super) milliseconds: Option<u64>,
    /// Calls of simulation, positions in them, and flawed entries found.
    pub(super) simulation: Option<[u64; 3]>,
}

/// A row: the paper's name for it, the contender's text, and the paper's numbers. Rows of one
/// group share a subset of positions that all of them solved.
pub(super) struct PresetRow {
    pub(super) label: String,
    pub(super) contender: String,
    pub(super) group: usize,
    pub(super) paper: Paper,
}

/// A table.
pub(super) struct Preset {
    pub(super) name: &'static str,
    pub(super) title: &'static str,
    pub(super) set: &'static str,
    /// The first so many positions of the set.
    pub(super) positions: Option<usize>,
    pub(super) nodes: u64,
    pub(super) tree_nodes: u64,
    pub(super) rows: Vec<PresetRow>,
}

const EASIER: &str = "loa-8x8-easier";
const HARDER: &str = "loa-8x8-harder";
const SURAKARTA: &str = "surakarta-endgames";
const M: u64 = 1_000_000;

/// PN² as the thesis has it.
const THESIS_PN2: &str = "pn2/growth=1800000:240000";
const THESIS_PN2_NAIVE: &str = "pn2/leaf=naive/growth=1800000:240000";
const THESIS_PN2_KEEPS: &str = "pn2/growth=1800000:240000/keeps-solved";

/// A row with all of a paper's numbers; 0 stands for none.
type Given = (&'static str, &'static str, u64, u64, u64, u64);

fn rows(given: &[Given]) -> Vec<PresetRow> {
    let some = |number: u64| (number > 0).then_some(number);
    let row = |&(label, contender, solved, common, nodes, milliseconds): &Given| PresetRow {
        label: label.to_owned(),
        contender: contender.to_owned(),
        group: 0,
        paper: Paper {
            solved: some(solved),
            common: some(common),
            nodes: some(nodes),
            milliseconds: some(milliseconds),
            ..Paper::default()
        },
    };
    given.iter().map(row).collect()
}

/// All of them.
pub(super) fn presets() -> Vec<Preset> {
    let ef = |name, title, set, nodes, rows| Preset {
        name,
        title,
        set,
        positions: None,
        nodes,
        tree_nodes: 10 * M,
        rows,
    };
    let thesis = |name, title, set, nodes, rows| Preset {
        tree_nodes: M,
        ..ef(name, title, set, nodes, rows)
    };
    let mut presets = vec![
        ef(
            "table1",
            "EF-PN paper, table 1: leaf rules of PN",
            EASIER,
            50 * M,
            rows(&[
                ("PN-Naive", "pn-naive", 367, 367, 1_336_925_805, 1_195_800),
                ("PN-Eval", "pn-eval", 436, 367, 540_954_044, 737_503),
                ("PN", "pn", 461, 367, 162_286_551, 198_092),
                ("EF-PN", "ef-pn", 478, 367, 97_880_765, 125_254),
            ]),
        ),
        ef(
            "table2",
            "EF-PN paper, table 2: whose evaluation",
            EASIER,
            50 * M,
            rows(&[
                ("IEF-PN", "ief-pn", 0, 478, 328_748_918, 655_512),
                ("EF-PN", "ef-pn", 478, 478, 406_941_802, 542_564),
            ]),
        ),
        ef(
            "table3",
            "EF-PN paper, table 3: one level and two",
            EASIER,
            50 * M,
            rows(&[
                ("PN", "pn", 461, 459, 599_272_821, 748_219),
                ("EF-PN", "ef-pn", 478, 459, 256_151_258, 328_008),
                ("PN2", "pn2", 476, 459, 1_069_663_432, 1_124_973),
                ("EF-PN2", "ef-pn2", 482, 459, 546_398_711, 636_154),
            ]),
        ),
        ef(
            "table4",
            "EF-PN paper, table 4: harder positions",
            HARDER,
            500 * M,
            rows(&[
                ("PN2", "pn2", 282, 282, 15_342_372_938, 16_510_118),
                ("EF-PN2", "ef-pn2", 286, 282, 7_171_634_916, 8_604_965),
            ]),
        ),
        ef(
            "table6",
            "EF-PN paper, table 6: Surakarta",
            SURAKARTA,
            1_000 * M,
            rows(&[
                ("PN2", "pn2", 7, 7, 1_469_130_908, 1_481_190),
                ("EF-PN2", "ef-pn2", 13, 7, 239_265_507, 226_610),
            ]),
        ),
        ef("fig3", "EF-PN paper, figure 3: a and b of EF-PN", EASIER, 5 * M, figure_3()),
        Preset {
            positions: Some(116),
            ..thesis("table4.1", "thesis, table 4.1: mobility", EASIER, 50 * M, table_4_1())
        },
        Preset {
            positions: Some(116),
            ..thesis(
                "table4.2",
                "thesis, table 4.2: solved subtrees",
                EASIER,
                50 * M,
                rows(&[
                    ("PN2 not deleting", THESIS_PN2_KEEPS, 108, 108, 463_076_682, 0),
                    ("PN2 deleting", THESIS_PN2, 109, 108, 416_168_419, 0),
                ]),
            )
        },
        thesis(
            "table4.3",
            "thesis, table 4.3: four algorithms",
            EASIER,
            50 * M,
            rows(&[
                ("alpha-beta", "alpha-beta", 383, 314, 1_711_578_143, 22_172_320),
                ("PN", "pn", 356, 314, 89_863_783, 830_367),
                ("PN2", THESIS_PN2, 470, 314, 139_254_823, 1_117_707),
                ("PDS", "pds", 473, 314, 118_316_534, 6_937_581),
            ]),
        ),
        thesis(
            "table4.4",
            "thesis, table 4.4: PN2 and PDS",
            EASIER,
            50 * M,
            rows(&[
                ("PN2", THESIS_PN2, 470, 463, 1_462_026_073, 11_387_661),
                ("PDS", "pds", 473, 463, 562_436_874, 34_379_131),
            ]),
        ),
        thesis("table5.1", "thesis, table 5.1: a and b of PDS-PN", EASIER, 50 * M, table_5_1()),
        thesis(
            "table5.2",
            "thesis, table 5.2: PDS-PN and others",
            EASIER,
            50 * M,
            rows(&[
                ("alpha-beta", "alpha-beta", 382, 371, 2_645_022_391, 33_878_642),
                ("PN2", THESIS_PN2, 470, 371, 505_109_692, 3_642_511),
                ("PDS", "pds", 473, 371, 239_896_147, 16_960_325),
                ("PDS-PN", "pds-pn", 467, 371, 924_924_336, 5_860_908),
            ]),
        ),
        thesis(
            "table5.3",
            "thesis, table 5.3: with more nodes",
            EASIER,
            500 * M,
            rows(&[
                ("PN2", THESIS_PN2, 479, 479, 2_261_482_395, 13_295_688),
                ("PDS-PN", "pds-pn", 483, 479, 4_362_282_235, 23_398_899),
            ]),
        ),
        thesis(
            "table5.4",
            "thesis, table 5.4: PN2, PDS and PDS-PN",
            EASIER,
            50 * M,
            rows(&[
                ("PN2", THESIS_PN2, 470, 457, 1_275_155_583, 9_357_663),
                ("PDS", "pds", 473, 457, 498_540_408, 36_802_350),
                ("PDS-PN", "pds-pn", 467, 457, 1_845_371_831, 11_952_086),
            ]),
        ),
        thesis(
            "table5.5",
            "thesis, table 5.5: harder positions",
            HARDER,
            500 * M,
            rows(&[
                ("PN2", THESIS_PN2, 265, 255, 10_061_461_685, 57_343_198),
                ("PDS-PN", "pds-pn", 276, 255, 16_685_733_992, 84_303_478),
            ]),
        ),
        thesis("fig5.4", "thesis, figure 5.4: ever less memory", EASIER, 50 * M, figure_5_4()),
    ];
    presets.extend(ghi::presets());
    presets
}

/// Mobility with one level (compared with each other), and with two.
fn table_4_1() -> Vec<PresetRow> {
    let mut rows = rows(&[
        ("PN", "pn-naive", 53, 53, 24_357_832, 0),
        ("PN + Mob.", "pn", 85, 53, 5_053_630, 0),
        ("PN2", THESIS_PN2_NAIVE, 91, 91, 345_986_639, 0),
        ("PN2 + Mob.", THESIS_PN2, 109, 91, 56_809_635, 0),
    ]);
    for row in &mut rows[2..] {
        row.group = 1;
    }
    rows
}

/// The grid of a and b, and PN for comparison. The figure's numbers are not in its text.
fn figure_3() -> Vec<PresetRow> {
    let mut rows = rows(&[("PN", "pn", 0, 0, 0, 0)]);
    for a in [0, 5, 10, 15, 20, 50, 100] {
        for b in [0, 5, 10, 20, 50, 100] {
            rows.push(PresetRow {
                label: format!("({a}, {b})"),
                contender: format!("ef-pn/a={a}/b={b}"),
                group: 0,
                paper: Paper::default(),
            });
        }
    }
    rows
}

/// The grid of the growth function; every row is a group, as only solved positions count.
fn table_5_1() -> Vec<PresetRow> {
    const B: [u64; 6] = [60, 120, 180, 240, 300, 360];
    const SOLVED: [(u64, [u64; 6]); 5] = [
        (150, [460, 458, 466, 466, 465, 466]),
        (450, [445, 463, 460, 461, 467, 464]),
        (750, [432, 449, 461, 463, 460, 461]),
        (1_050, [421, 448, 451, 459, 459, 460]),
        (1_350, [421, 433, 447, 454, 465, 459]),
    ];
    let mut rows = Vec::new();
    for (a, solved) in SOLVED {
        for (b, solved) in B.into_iter().zip(solved) {
            rows.push(PresetRow {
                label: format!("({a}K, {b}K)"),
                contender: format!("pds-pn/growth={a}000:{b}000"),
                group: rows.len(),
                paper: Paper { solved: Some(solved), ..Paper::default() },
            });
        }
    }
    rows
}

/// Memory for 1,000,000 nodes, then halved again and again, and a and b with it.
fn figure_5_4() -> Vec<PresetRow> {
    let mut rows = Vec::new();
    for halvings in 0..11 {
        let part = 2.0f64.powi(-halvings);
        let nodes = (1e6 * part) as u64;
        for (label, method, a, b) in
            [("PN2", "pn2", 1.8e6, 2.4e5), ("PDS-PN", "pds-pn", 4.5e5, 3e5)]
        {
            let (a, b) = (a * part, b * part);
            rows.push(PresetRow {
                label: format!("{label}, {nodes} nodes"),
                contender: format!("{method}/growth={a}:{b}/tree-nodes={nodes}"),
                group: rows.len(),
                paper: Paper::default(),
            });
        }
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::super::contender::Contender;
    use super::presets;
    use andor_engine::Growth;
    use std::collections::HashSet;

    #[test]
    fn every_row_is_a_contender_and_every_name_is_its_own() {
        let presets = presets();
        let names: HashSet<&str> = presets.iter().map(|preset| preset.name).collect();
        assert_eq!((names.len(), presets.len()), (20, 20));
        for preset in &presets {
            let texts: HashSet<&str> =
                preset.rows.iter().map(|row| row.contender.as_str()).collect();
            assert_eq!(texts.len(), preset.rows.len(), "{}", preset.name);
            for text in texts {
                Contender::parse(text).unwrap();
            }
        }
        let rows = |name: &str| {
            let preset = presets.iter().find(|preset| preset.name == name);
            preset.map(|preset| preset.rows.len()).unwrap()
        };
        assert_eq!((rows("fig3"), rows("table5.1"), rows("fig5.4")), (43, 30, 22));
    }

    #[test]
    fn memory_and_growth_are_halved_together() {
        let fig = presets().into_iter().find(|preset| preset.name == "fig5.4").unwrap();
        let third = Contender::parse(&fig.rows[3].contender).unwrap();
        assert_eq!(third.tree_nodes, Some(500_000));
        let growth = Growth::Logistic { a: 225_000.0, b: 150_000.0 };
        assert_eq!(third.settings.growth, Some(growth));
    }
}
