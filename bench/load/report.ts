/** The report of a load run: one self-contained HTML page.
 *
 *  In: the result. Out: the page's text. It has neither scripts nor addresses to fetch from; names, codes and addresses in
 *  the result are foreign text and are escaped (`report/markup.ts`). */

import { latencyCard, processCard, readCards, refusalCard, subscriberCard, totalsCard } from './report/account.js';
import { blockCharts } from './report/blockCharts.js';
import { courseCharts, ratesChart } from './report/course.js';
import { head, momentText } from './report/head.js';
import { html, Markup, type Part } from './report/markup.js';
import { stageChart } from './report/stageChart.js';
import { STYLE } from './report/style.js';
import type { LoadResult } from './result.js';

const POLICY = html`default-src 'none'; style-src 'unsafe-inline'; img-src data:`;

const chapter = (title: string, ...cards: readonly Part[]): Markup =>
  html`<section class="chapter"><h2>${title}</h2>\n<div class="cards">${cards}</div></section>\n`;

const rawResult = (result: LoadResult): Markup =>
  html`<details class="raw"><summary>The result as JSON</summary><pre tabindex="0">${JSON.stringify(result, null, 1)}</pre></details>`;

/** @returns a whole HTML document, to be stored as UTF-8. */
export const renderReport = (result: LoadResult): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Load run of ${momentText(result.begun)}</title>
<style>${new Markup(STYLE)}</style>
</head>
<body>
${head(result)}
<main>
${chapter('The run over its seconds', html`<div class="broad">${ratesChart(result)}</div>`, latencyCard(result), totalsCard(result), blockCharts(result.blocks), courseCharts(result), processCard(result))}
${chapter('Where the time goes', html`<div class="broad">${stageChart(result)}</div>`)}
${chapter('Refusals, reads, subscribers', refusalCard(result), subscriberCard(result), readCards(result))}
${rawResult(result)}
</main>
</body>
</html>
`.text;
