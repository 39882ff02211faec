/** Tables of the report: the first column says what, the others hold figures. */

import { html, type Markup, type Part } from './markup.js';

export function table(heads: readonly string[], rows: readonly (readonly Part[])[]): Markup {
  const cell = (part: Part, at: number): Markup =>
    at === 0 ? html`<th scope="row">${part}</th>` : html`<td>${part}</td>`;
  return html`<div class="scroller" tabindex="0"><table><thead><tr>${heads.map(
    (head) => html`<th scope="col">${head}</th>`,
  )}</tr></thead><tbody>${rows.map((row) => html`<tr>${row.map(cell)}</tr>\n`)}</tbody></table></div>`;
}

/** A chart's content, for readers who cannot see the picture. */
export const tableBeneath = (heads: readonly string[], rows: readonly (readonly Part[])[]): Markup =>
  html`<details><summary>The figures as a table</summary>${table(heads, rows)}</details>`;

export interface Fact {
  readonly name: string;
  readonly value: Part;
}

export const factList = (facts: readonly Fact[]): Markup =>
  html`<dl class="facts">${facts.map(({ name, value }) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
