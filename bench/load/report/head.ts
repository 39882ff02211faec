/** The head of the report: what was run, the answer in one line, the main figures.
 *
 *  In: the result. Out: the page's header. */

import type { LoadOptions, LoadResult } from '../result.js';
import { html, type Markup, NOTHING } from './markup.js';
import { count, figure, isTold, NOT_TOLD, percent, withUnit } from './numbers.js';
import { type Fact, factList } from './table.js';

/** @returns to the second, in UTC; other text as it came. */
export function momentText(begun: string): string {
  const moment = new Date(begun);
  if (Number.isNaN(moment.getTime())) return begun;
  return `${moment.toISOString().slice(0, -5).replace('T', ' ')} UTC`;
}

/** What the load consists of. */
export const itemsOf = ({ mix }: LoadOptions): string => (mix === 'transfer' ? 'transfers' : 'transactions');

export const refusedTotal = ({ totals }: LoadResult): number =>
  Object.values(totals.refused).reduce((sum, number) => sum + number, 0);

function optionFacts(options: LoadOptions): readonly Fact[] {
  const { seconds, rate, accounts, mix, connections, door, batch, subscribers } = options;
  const offered = rate === 'max' ? 'as many as the target takes' : `${count(rate)} a second`;
  return [
    { name: 'measured', value: withUnit(seconds, 's', count) },
    { name: 'offered', value: offered },
    { name: 'mix', value: mix },
    { name: 'accounts', value: count(accounts) },
    { name: 'connections', value: count(connections) },
    { name: 'door', value: `${door}, ${count(batch)} ${batch === 1 ? 'request' : 'requests'} a body` },
    { name: 'subscribers', value: count(subscribers) },
  ];
}

interface Tile {
  readonly name: string;
  readonly value: string;
  readonly unit?: string;
  readonly more: string;
}

function tilesOf(result: LoadResult): readonly Tile[] {
  const { rates, latency, blocks, node, totals } = result;
  const refused = refusedTotal(result);
  const { loop } = node;
  const ofSamples = ({ count: samples, p99 }: { count: number; p99: number }): string =>
    samples > 0 ? figure(p99) : 'no samples';
  return [
    { name: 'included', value: figure(rates.included), unit: '/s', more: `of ${figure(rates.offered)} /s offered` },
    { name: 'final', value: figure(rates.final), unit: '/s', more: `${count(totals.final)} in all` },
    {
      name: 'p99 to inclusion',
      value: ofSamples(latency.inclusion),
      unit: 'ms',
      more: `p50 ${withUnit(latency.inclusion.p50, 'ms')}`,
    },
    {
      name: 'block interval p99',
      value: ofSamples(blocks.intervalMs),
      unit: 'ms',
      more: `p50 ${withUnit(blocks.intervalMs.p50, 'ms')}, ${count(blocks.count)} blocks`,
    },
    {
      name: 'event-loop delay p99',
      value: loop ? ofSamples(loop.delayMs) : NOT_TOLD,
      unit: 'ms',
      more: loop ? `main thread works ${percent(loop.utilization)}` : 'by the target',
    },
    {
      name: 'refused',
      value: count(refused),
      more: `${percent(totals.offered > 0 ? refused / totals.offered : undefined)} of offered, ${count(totals.lost)} lost`,
    },
  ];
}

/** Words instead of a figure are smaller, and have no unit. */
const tile = ({ name, value, unit = '', more }: Tile): Markup => {
  const isFigure = /^-?\d/.test(value);
  return html`<div class="tile"><dt>${name}</dt><dd><span class="value${isFigure ? '' : ' untold'}">${value}${
    isFigure && unit !== '' ? html`<span class="unit"> ${unit}</span>` : NOTHING
  }</span><span class="more">${more}</span></dd></div>`;
};

export function head(result: LoadResult): Markup {
  const { options, rates, limit, machine, begun, notes = [] } = result;
  const held = isTold(rates.included) ? `${figure(rates.included)} ${itemsOf(options)} a second included` : NOT_TOLD;
  return html`<header>
<p class="kind">Load run of ${momentText(begun)} on ${machine}, against ${options.target}${options.own ? ', started by the generator' : ''}</p>
<h1>Holds <b>${held}</b>; the limit is <b>${limit.name}</b>: ${limit.because}</h1>
${notes.map((note) => html`<p class="kind">Note: ${note}</p>`)}
<dl class="tiles">${tilesOf(result).map(tile)}</dl>
<section class="card" aria-label="Options">${factList(optionFacts(options))}</section>
</header>`;
}
