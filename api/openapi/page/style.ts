/** The page's style sheet: system fonts, colours as custom properties for light and dark, one column where it is narrow. */

const light = `--ground:#f6f7f9;--surface:#fff;--raised:#f0f2f5;--ink:#171a21;--muted:#5b6472;--line:#dfe3e9;--accent:#b3261e;
--code:#1d2430;--code-ink:#e8ecf3;--get:#0b6b50;--post:#8a4b00;--other:#4a3aa7;--bad:#a4231b`;

const dark = `--ground:#0f1218;--surface:#161a22;--raised:#1e242e;--ink:#e7eaf0;--muted:#9aa4b4;--line:#2a313d;--accent:#ff8a80;
--code:#0a0d12;--code-ink:#dfe5ee;--get:#5fd3ab;--post:#f0b36a;--other:#b3a6ff;--bad:#ff9b92`;

export const style = `:root{color-scheme:light dark;${light}}
@media (prefers-color-scheme:dark){:root{${dark}}}
*{box-sizing:border-box}
html{scroll-behavior:smooth;scroll-padding-top:1.5rem}
@media (prefers-reduced-motion:reduce){html{scroll-behavior:auto}}
body{margin:0;background:var(--ground);color:var(--ink);font:16px/1.6 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
a{color:inherit;text-decoration-color:var(--line);text-underline-offset:.2em}
a:hover{color:var(--accent);text-decoration-color:currentColor}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px;border-radius:3px}
code,pre,.path{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:.875em}
:not(pre)>code{background:var(--raised);padding:.1em .35em;border-radius:4px;overflow-wrap:anywhere}
.layout{display:grid;grid-template-columns:19rem minmax(0,1fr);max-width:84rem;margin:0 auto}
.side{position:sticky;top:0;height:100vh;overflow-y:auto;padding:1.5rem 1rem 3rem 1.5rem;border-right:1px solid var(--line);font-size:.875rem}
.side h2{margin:1.4rem 0 .3rem;font-size:.7rem;letter-spacing:.09em;text-transform:uppercase;color:var(--muted)}
.side ul{list-style:none;margin:0;padding:0}
.side li a{display:flex;gap:.5rem;align-items:baseline;padding:.18rem .4rem;border-radius:5px;text-decoration:none}
.side li a:hover{background:var(--raised)}
.side .path{font-size:.78rem;overflow-wrap:anywhere;min-width:0}
.brand{display:flex;align-items:baseline;gap:.6rem;font-weight:700;font-size:1.15rem;letter-spacing:-.01em}
.brand small{font-weight:400;color:var(--muted)}
.filter{width:100%;margin-top:1rem;padding:.5rem .7rem;border:1px solid var(--line);border-radius:7px;background:var(--surface);color:inherit;font:inherit}
main{padding:2rem 2.5rem 6rem;min-width:0}
h1{font-size:2rem;line-height:1.2;margin:0 0 .5rem;letter-spacing:-.02em}
.lead{color:var(--muted);font-size:1.1rem;margin:0 0 1rem;max-width:46rem}
main>section>h2{font-size:1.35rem;letter-spacing:-.01em;margin:3rem 0 1rem;padding-top:1.2rem;border-top:1px solid var(--line)}
main p,main ol{max-width:50rem}
ol.checks{padding-left:1.4rem}
ol.checks li{margin:.35rem 0}
.codes{color:var(--muted)}
article{background:var(--surface);border:1px solid var(--line);border-radius:10px;padding:1.1rem 1.3rem 1.3rem;margin:1rem 0}
article h3{display:flex;flex-wrap:wrap;gap:.6rem;align-items:baseline;margin:0;font-size:1rem}
article h3 .path{font-size:.95rem;font-weight:600;overflow-wrap:anywhere;min-width:0}
article h3 .path a{text-decoration:none}
article>p{margin:.3rem 0 .6rem;color:var(--muted)}
article h4{margin:1.1rem 0 .35rem;font-size:.72rem;letter-spacing:.08em;text-transform:uppercase;color:var(--muted)}
.method{font:700 .68rem/1.7 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;color:var(--other);min-width:2.6rem;flex:none}
.method.get{color:var(--get)}
.method.post{color:var(--post)}
article h3 .method{border:1px solid currentColor;border-radius:4px;padding:0 .45em;text-align:center}
.scroll{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-size:.875rem}
th,td{text-align:left;vertical-align:top;padding:.38rem .9rem .38rem 0;border-bottom:1px solid var(--line)}
tr:last-child>td{border-bottom:0}
th{font-weight:600;color:var(--muted);font-size:.78rem}
td:first-child,td.code{white-space:nowrap}
td .type{color:var(--muted)}
td.in1{padding-left:1.2rem}td.in2{padding-left:2.4rem}td.in3{padding-left:3.6rem}
.must{color:var(--accent)}
.status{font-weight:600;color:var(--bad)}
.status.good{color:var(--get)}
pre{position:relative;background:var(--code);color:var(--code-ink);border-radius:8px;padding:.8rem 1rem;margin:.4rem 0;overflow-x:auto;white-space:pre-wrap;overflow-wrap:anywhere;line-height:1.5}
pre.command{padding-right:4.5rem}
pre button{position:absolute;top:.5rem;right:.5rem;font:500 .72rem/1.6 system-ui,sans-serif;color:inherit;background:transparent;border:1px solid currentColor;border-radius:5px;padding:.05rem .5rem;opacity:.65;cursor:pointer}
pre button:hover,pre button:focus-visible{opacity:1}
details{margin:.4rem 0}
summary{cursor:pointer;font-size:.875rem;color:var(--muted)}
summary:hover{color:var(--ink)}
.hidden{display:none}
@media (max-width:60rem){
.layout{display:block}
.side{position:static;height:auto;max-height:none;border-right:0;border-bottom:1px solid var(--line);padding:1.2rem}
.side nav{max-height:15rem;overflow-y:auto;margin-top:.6rem;border:1px solid var(--line);border-radius:8px;padding:0 .8rem .8rem}
main{padding:1.4rem 1.2rem 4rem}
h1{font-size:1.6rem}
article{padding:.9rem 1rem 1rem}
}
@media print{.side{display:none}.layout{display:block}}
`;
