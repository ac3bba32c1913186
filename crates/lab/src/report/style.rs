//! The looks of the report's page.

/// The style sheet: system fonts, the reader's own choice of dark or light.
pub(super) const STYLE: &str = "
:root { color-scheme: light dark;
  --page: #fbfbf9; --card: #fff; --ink: #1c2024; --soft: #646b75; --line: #e2e2dc; --faint: #f3f3ee;
  --good: #1a7f4b; --bad: #b3382c; --open: #7a7f87;
  --s0: #2f6fb2; --s1: #d9642c; --s2: #2e9a6f; --s3: #8e5bb5; --s4: #b8902a; --s5: #c2427d; --s6: #3c9db5; --s7: #7b8089; }
@media (prefers-color-scheme: dark) { :root {
  --page: #15181c; --card: #1c2025; --ink: #e6e8ea; --soft: #9aa2ad; --line: #31363d; --faint: #22272d;
  --good: #58c98f; --bad: #f0806f; --open: #8d949e;
  --s0: #6aa8e8; --s1: #f0935e; --s2: #5cc79b; --s3: #bb90e0; --s4: #dbb84f; --s5: #ea7fb0; --s6: #6cc7dd; --s7: #a0a6ae; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink); font: 16px/1.55 system-ui, sans-serif; }
main, header, footer { max-width: 1180px; margin: 0 auto; padding: 0 24px; }
header { padding-top: 48px; }
h1 { font-size: 34px; line-height: 1.2; margin: 0 0 12px; letter-spacing: -0.02em; }
h2 { font-size: 24px; margin: 56px 0 4px; letter-spacing: -0.01em; }
h3 { font-size: 19px; margin: 0; }
p { max-width: 72ch; }
a { color: var(--s0); }
code { font: 0.88em ui-monospace, monospace; }
.soft { color: var(--soft); }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(122px, 1fr)); gap: 12px; margin: 24px 0; padding: 0; list-style: none; }
.tiles li { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 12px 16px; }
.tiles b { display: block; font-size: 26px; font-weight: 600; font-variant-numeric: tabular-nums; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-size: 13.5px; font-variant-numeric: tabular-nums; }
th, td { padding: 4px 9px; text-align: right; border-bottom: 1px solid var(--line); white-space: nowrap; }
th { font-weight: 600; color: var(--soft); }
th[scope=row], td:first-child, th:first-child { text-align: left; font-weight: 400; color: var(--ink); }
.status td, .status th { text-align: left; }
.status td.number { text-align: right; }
thead th { border-bottom: 1px solid var(--soft); }
td.paper { color: var(--soft); }
td.ours { font-weight: 550; }
th.first, td.first { border-left: 1px solid var(--line); }
tbody tr:hover { background: var(--faint); }
article { background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: 22px 24px; margin: 18px 0; scroll-margin-top: 12px; }
.where { display: flex; gap: 10px; align-items: baseline; flex-wrap: wrap; }
.pill { font-size: 12.5px; border: 1px solid currentColor; border-radius: 99px; padding: 0 9px; white-space: nowrap; }
.whole { color: var(--good); } .sample { color: var(--s4); } .not { color: var(--open); }
dl.facts { display: grid; grid-template-columns: max-content 1fr; gap: 2px 16px; font-size: 14px; margin: 12px 0 16px; }
dl.facts dt { color: var(--soft); } dl.facts dd { margin: 0; overflow-wrap: anywhere; }
ul.verdicts { list-style: none; padding: 0; margin: 14px 0 0; font-size: 14px; }
ul.verdicts li { display: grid; grid-template-columns: 74px 1fr; }
.agrees { color: var(--good); } .differs { color: var(--bad); } .open { color: var(--open); }
.remark { font-size: 14px; margin: 12px 0 0; }
figure { margin: 20px 0 0; }
figcaption { font-size: 13.5px; color: var(--soft); margin-top: 6px; }
.plots { display: grid; grid-template-columns: repeat(auto-fit, minmax(400px, 1fr)); gap: 12px 28px; align-items: start; }
svg.plot { max-width: 100%; height: auto; display: block; }
svg text { fill: var(--soft); font: 12px system-ui, sans-serif; }
svg text.name { fill: var(--ink); font-size: 12.5px; } svg text.cell { font-size: 11.5px; }
.grid { stroke: var(--line); stroke-width: 1; } .axis { stroke: var(--soft); fill: none; }
.diagonal { stroke: var(--soft); stroke-dasharray: 2 4; }
.stroke { fill: none; stroke-width: 2; stroke-linejoin: round; } .dashed { stroke-dasharray: 5 4; stroke-width: 1.5; }
.ring { fill: var(--card); stroke-width: 1.6; }
details > summary { cursor: pointer; color: var(--soft); font-size: 14px; }
footer { padding: 40px 24px; font-size: 13.5px; color: var(--soft); }
@media (max-width: 560px) { .plots { grid-template-columns: 1fr; } article { padding: 16px; } header, main, footer { padding-left: 12px; padding-right: 12px; } }
@media print { article { break-inside: avoid; border: 0; padding: 0; } body { background: #fff; } }
";

/// The colours of series: of lines, of points and of rings.
pub(super) fn series(colours: usize) -> String {
    let one = |at: usize| {
        format!(
            ".s{at}.stroke, .s{at}.ring {{ stroke: var(--s{at}); }} .s{at}.fill {{ fill: var(--s{at}); }}\n"
        )
    };
    (0..colours).map(one).collect()
}
