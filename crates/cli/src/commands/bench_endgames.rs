//! Sixteen endgames of Lines of Action for measuring speed: the first of `testdata/sets/loa-8x8-easier.jsonl`
//! whose proofs take 150,000 to 900,000 nodes (docs/results/sets.md has the recipe).

/// The positions, each a win for its side to move.
pub(super) const ENDGAMES: [&str; 16] = [
    "8/8/1bb5/5b2/2w1w3/1bbbwb2/3bw3/4w3 w",
    "2b5/5w1w/3wb3/2bbb3/2wbbb2/5w2/4wb1w/3b4 b",
    "3b4/w4w2/3w4/4b3/2w1w1b1/8/w7/3b4 b",
    "5b2/1bw5/5b2/4ww2/4ww2/2bw1b2/wb6/2w3b1 w",
    "6b1/8/3bww1w/2wbb3/3wb3/3b4/w7/8 w",
    "2b1b1b1/8/w1bb4/w1b2b2/bbw5/w3bb2/3w4/8 b",
    "8/8/bbb5/1w1w4/w1bbb3/w5w1/4w3/8 b",
    "4b3/4bw2/2w2b2/2wb4/3bbbw1/2wbw1w1/8/6b1 b",
    "4b3/3wbw2/2www3/w2bwb2/w3b1b1/3b2w1/8/5b2 w",
    "8/5w2/4b1w1/2wbb1bw/w3bwb1/8/6w1/1b6 b",
    "8/ww6/1bb3b1/wb1wb3/w1bb1w2/2wb4/wwww4/1b2bb2 b",
    "5b2/1b6/3w4/w2wwb2/w3b1b1/wb1wb3/5b2/8 w",
    "8/7w/w5bw/6bw/3ww1b1/4w2b/5w1w/4b3 w",
    "1b3b2/1w6/3w4/1b1bb3/2bww3/b1bw4/2w5/8 b",
    "8/bw1w3w/1wwwb1b1/4bwww/4bw2/5b2/8/8 w",
    "wb4b1/w3ww2/2bwbb2/3wbb2/w2w4/1b1bb3/8/8 w",
];
