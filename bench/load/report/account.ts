/** What cannot be drawn: totals, refusals by code, reads beside the load, subscribers, the node's process.
 *
 *  In: the result. Out: one card each. */

import type { LoadResult, ReadFigure } from '../result.js';
import { refusedTotal } from './head.js';
import { html, type Markup } from './markup.js';
import { count, figure, NOT_TOLD, percent, withUnit } from './numbers.js';
import { card, leftOut } from './plot.js';
import { quantileChart } from './quantileChart.js';
import { factList, table } from './table.js';

export function totalsCard(result: LoadResult): Markup {
  const { totals, rates } = result;
  const rows: readonly (readonly [string, number, number | undefined])[] = [
    ['offered', totals.offered, rates.offered],
    ['accepted', totals.accepted, rates.accepted],
    ['refused', refusedTotal(result), rates.refused],
    ['included', totals.included, rates.included],
    ['final', totals.final, rates.final],
  ];
  return card(
    'Totals',
    table(
      ['', 'in all', 'a second'],
      [
        ...rows.map(([name, all, rate]) => [name, count(all), figure(rate)]),
        ...(totals.failed === undefined ? [] : [['failed', count(totals.failed), '']]),
        ['lost', count(totals.lost), ''],
      ],
    ),
    html`<p class="summary">Failed: included without effect. Lost: accepted, and in no block at the end.</p>`,
  );
}

export function refusalCard({ totals }: LoadResult): Markup {
  const codes = Object.entries(totals.refused)
    .filter(([, number]) => number !== 0)
    .sort(([, one], [, other]) => other - one);
  if (codes.length === 0) return leftOut('Refusals', 'Nothing was refused.');
  return card(
    'Refusals',
    table(
      ['code', 'requests', 'of offered'],
      codes.map(([code, number]) => [
        code === 'connection' ? 'connection (no answer)' : code,
        count(number),
        percent(totals.offered > 0 ? number / totals.offered : undefined),
      ]),
    ),
  );
}

export const latencyCard = ({ latency }: LoadResult): Markup =>
  quantileChart(
    'latency',
    'Latency',
    'From the moment a request was to be sent to its answer, to the block that holds it, and to the next block.',
    [
      { name: 'answer', quantiles: latency.answer },
      { name: 'inclusion', quantiles: latency.inclusion },
      { name: 'finality', quantiles: latency.finality },
    ],
  );

const failureRows = (reads: readonly ReadFigure[]): readonly (readonly string[])[] =>
  reads.flatMap(({ name, failures }) => Object.entries(failures).map(([code, number]) => [name, code, count(number)]));

export function readCards({ reads }: LoadResult): readonly Markup[] {
  if (reads.length === 0) return [leftOut('Reads beside the load', 'No reads ran beside the load.')];
  const failures = failureRows(reads);
  return [
    quantileChart(
      'reads',
      'Reads beside the load',
      'From the moment a read was sent to its answer.',
      reads.map(({ name, latency }) => ({ name, quantiles: latency })),
    ),
    failures.length === 0
      ? leftOut('Failures of reads', 'Every read was answered with success.')
      : card('Failures of reads', table(['read', 'code or status', 'answers'], failures)),
  ];
}

export function subscriberCard({ subscribers }: LoadResult): Markup {
  const title = 'Subscribers';
  if (!subscribers) return leftOut(title, 'No subscribers listened.');
  const { clients, frames, missed, doubled, slow, told, resumed } = subscribers;
  return card(
    title,
    factList([
      { name: 'clients', value: count(clients) },
      { name: 'frames', value: count(frames) },
      { name: 'events missed', value: count(missed) },
      { name: 'events doubled', value: count(doubled) },
      { name: 'slow on purpose', value: count(slow) },
      { name: 'of them told so', value: count(told) },
      { name: 'of them had all after resuming', value: count(resumed) },
    ]),
  );
}

/** Microseconds of a transaction, and how many warm signatures that is. */
const workText = (us: number | undefined, signatures: number | undefined): string =>
  us === undefined ? NOT_TOLD : `${withUnit(us, 'µs')}, ${figure(signatures)} signatures`;

export function processCard({ node, work }: LoadResult): Markup {
  const { cores, mainCores, residentMiB: memory, loop, baseFee } = node;
  const fromTo = (pair: { first: number; last: number } | undefined, unit: string): string =>
    pair ? `${figure(pair.first)} to ${withUnit(pair.last, unit)}` : NOT_TOLD;
  const delay = loop
    ? `p50 ${figure(loop.delayMs.p50)}, p95 ${figure(loop.delayMs.p95)}, p99 ${figure(loop.delayMs.p99)}, longest ${withUnit(loop.delayMs.max, 'ms')}`
    : NOT_TOLD;
  return card(
    'The node',
    factList([
      { name: 'processor time', value: withUnit(cores, 'cores') },
      { name: 'of its main thread', value: withUnit(mainCores, 'cores') },
      { name: 'work, a transaction', value: workText(work?.nodeUs, work?.node) },
      { name: 'of it the main thread', value: workText(work?.mainUs, work?.main) },
      { name: 'a warm signature', value: withUnit(work?.signatureUs, 'µs') },
      { name: 'event loop at work', value: percent(loop?.utilization) },
      { name: 'event-loop delay', value: delay },
      { name: 'resident memory', value: memory ? `${fromTo(memory, 'MiB')}, peak ${figure(memory.peak)}` : NOT_TOLD },
      {
        name: 'base fee',
        value:
          baseFee?.peak === undefined
            ? fromTo(baseFee, 'XRGE')
            : `${fromTo(baseFee, 'XRGE')}, peak ${figure(baseFee.peak)}`,
      },
    ]),
  );
}
