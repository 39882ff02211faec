/** The style sheet of the report. Margins of a `.plot` hold the texts of its axes, which are outside its plane; each
 *  line has its own dashes besides its colour. */

const COLOURS = `
:root {
  color-scheme: light dark;
  --ground: #f6f6f4; --surface: #ffffff; --sunk: #f1f1ee; --line: #e2e2dd; --text: #1b1d21; --muted: #5c626c;
  --accent: #b3223d; --quiet: #8b9097; --solid: #b3223d; --dashed: #0a62a8; --mixed: #0f6f4a; --dotted: #6b6f76;
  --shade-0: #cfe0f1; --shade-1: #a9c8e6; --shade-2: #dcd9ee; --shade-3: #bcb6dd; --in-bar: #14171c; --bars: #0a62a8;
  --sans: system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Helvetica Neue", Arial, sans-serif;
  --mono: ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", "Liberation Mono", monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #101215; --surface: #17191e; --sunk: #1e2127; --line: #2a2e35; --text: #e6e8ec; --muted: #a0a7b2;
    --accent: #ff7f95; --quiet: #7d8590; --solid: #ff6f88; --dashed: #6db3f2; --mixed: #62d095; --dotted: #a0a7b2;
    --shade-0: #23435f; --shade-1: #31608a; --shade-2: #3b3663; --shade-3: #544c8c; --in-bar: #f2f4f7; --bars: #5da4e6;
  }
}`;

const PAGE = `
*, *::before, *::after { box-sizing: border-box; }
body { margin: 0 auto; max-width: 1320px; padding: 20px; background: var(--ground); color: var(--text);
  font: 14px / 1.45 var(--sans); font-variant-numeric: tabular-nums; }
h1, h2, h3, p, dl, dd, ul, figure { margin: 0; padding: 0; }
h1 { margin: 4px 0 16px; font-size: 22px; font-weight: 500; line-height: 1.3; letter-spacing: -0.01em; overflow-wrap: anywhere; text-wrap: pretty; }
h1 b { font-weight: 680; }
h2 { margin: 28px 0 12px; font-size: 17px; font-weight: 650; }
h3 { margin-bottom: 6px; font-size: 14px; font-weight: 650; }
.kind, .summary, .left-out { color: var(--muted); overflow-wrap: anywhere; }
.summary { margin-bottom: 4px; }
.untold { color: var(--muted); }
.card { min-width: 0; overflow-x: clip; padding: 14px 16px; border: 1px solid var(--line); border-radius: 8px; background: var(--surface); }
.cards { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 14px; }
.broad { grid-column: 1 / -1; }
.tiles { display: grid; grid-template-columns: repeat(6, minmax(0, 1fr)); gap: 1px; margin-bottom: 14px;
  border: 1px solid var(--line); border-radius: 8px; overflow: hidden; background: var(--line); }
.tile { min-width: 0; padding: 12px 16px; background: var(--surface); }
.tile dt, .tile .more { display: block; color: var(--muted); font-size: 12.5px; }
.tile .value { display: block; font-size: 24px; font-weight: 620; line-height: 1.35; letter-spacing: -0.01em; overflow-wrap: anywhere; }
.tile .value.untold { font-size: 17px; line-height: 1.9; font-weight: 500; }
.tile .unit { font-size: 14px; font-weight: 400; color: var(--muted); }
.facts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 140px), 1fr)); gap: 8px 24px; }
.facts dt { color: var(--muted); font-size: 12.5px; }
.facts dd { overflow-wrap: anywhere; }
.scroller { overflow-x: auto; max-height: 420px; overflow-y: auto; }
table { width: 100%; border-collapse: collapse; }
th, td { padding: 5px 0 5px 14px; border-top: 1px solid var(--line); text-align: right; font-weight: 400; white-space: nowrap; }
th:first-child { padding-left: 0; min-width: 88px; max-width: 420px; text-align: left; white-space: normal; overflow-wrap: break-word; }
thead th { position: sticky; top: 0; border-top: 0; background: var(--surface); color: var(--muted); font-size: 12.5px; vertical-align: bottom; white-space: normal; }
details > summary { width: fit-content; padding: 4px 0; color: var(--muted); font-size: 12.5px; cursor: pointer; }
summary:hover { color: var(--text); }
.raw { margin-top: 28px; }
.raw > summary { font-size: 14px; }
pre { max-height: 480px; margin: 6px 0 0; padding: 12px; overflow: auto; border: 1px solid var(--line); border-radius: 8px;
  background: var(--surface); font: 12.5px / 1.45 var(--mono); white-space: pre-wrap; overflow-wrap: anywhere; user-select: all; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }`;

const CHARTS = `
.plot { display: block; width: calc(100% - 64px); margin: 26px 12px 40px 52px; overflow: visible; }
.plot.rows { width: calc(100% - 16px); margin: 6px 8px 40px; }
.plot text { fill: var(--muted); font: 12px var(--sans); font-variant-numeric: tabular-nums; }
.plot svg { overflow: visible; }
.plot .grid { stroke: var(--line); shape-rendering: crispEdges; }
.plot.rows .grid { stroke-dasharray: none; }
.line { fill: none; stroke-width: 2; stroke-linecap: round; stroke-linejoin: round; vector-effect: non-scaling-stroke; }
.line.solid { stroke: var(--solid); }
.line.dashed { stroke: var(--dashed); stroke-dasharray: 8 5; }
.line.mixed { stroke: var(--mixed); stroke-dasharray: 9 4 1 4; }
.line.dotted { stroke: var(--dotted); stroke-dasharray: 1 4; }
.legend { display: flex; flex-wrap: wrap; gap: 2px 18px; list-style: none; color: var(--muted); font-size: 12.5px; }
.legend li { display: inline-flex; align-items: center; gap: 6px; }
.legend b { color: var(--text); font-weight: 600; }
.key { flex: none; }
.pointer { fill: var(--text); opacity: 0; }
.pointer:hover { opacity: 0.1; }
.bars { fill: var(--bars); }
.level { stroke: var(--accent); stroke-width: 1.5; stroke-dasharray: 6 4; }
.plot .level-name { fill: var(--accent); font-weight: 600; stroke: var(--surface); stroke-width: 4px; paint-order: stroke; stroke-linejoin: round; }
.plot .row-name { fill: var(--text); font-weight: 600; stroke: var(--surface); stroke-width: 4px; paint-order: stroke; stroke-linejoin: round; }
.span { stroke: var(--quiet); stroke-width: 2; }
.mark.p50 path, path.mark.p50 { fill: var(--mixed); }
.mark.p95 path, path.mark.p95 { fill: var(--dashed); }
.mark.p99 path, path.mark.p99 { fill: var(--accent); }
.mark.max path, path.mark.max { fill: var(--text); }
.stage { stroke: var(--surface); stroke-width: 1.5; }
.shade-0 { fill: var(--shade-0); }
.shade-1 { fill: var(--shade-1); }
.shade-2 { fill: var(--shade-2); }
.shade-3 { fill: var(--shade-3); }
.limit { stroke: var(--accent); stroke-width: 2.5; }
rect.limit:not(.stage) { fill: none; pointer-events: none; }
.plot .in-bar { fill: var(--in-bar); pointer-events: none; }
.limit-mark, .plot .limit-mark { color: var(--accent); fill: var(--accent); font-weight: 650; }`;

const NARROW = `
@media (max-width: 1100px) {
  .tiles { grid-template-columns: repeat(3, minmax(0, 1fr)); }
}
@media (max-width: 860px) {
  body { padding: 12px; }
  .cards { grid-template-columns: minmax(0, 1fr); }
  .tiles { grid-template-columns: repeat(2, minmax(0, 1fr)); }
  .tile { padding: 10px 12px; }
  .card { padding: 12px; }
  .if-wide { display: none; }
  h1 { font-size: 19px; }
  th, td { padding-left: 8px; font-size: 13px; }
  th:first-child { min-width: 64px; }
}`;

export const STYLE = COLOURS + PAGE + CHARTS + NARROW;
