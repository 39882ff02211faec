/** The result of a load run as text for a terminal. In: the result. Out: lines. */

import type { LoadResult, Quantiles } from './result.js';

const NAME_COLUMNS = 24;
const whole = (value: number): string => Math.round(value).toLocaleString('en-US');
const one = (value: number): string => value.toFixed(1);
const percent = (share: number): string => `${one(share * 100)} %`;

const row = (name: string, ...values: string[]): string => `  ${name.padEnd(NAME_COLUMNS)}${values.join('   ')}`;

const quantileRow = (name: string, { count, p50, p95, p99, max }: Quantiles, unit = ' ms'): string =>
  count === 0
    ? row(name, 'none')
    : row(name, ...Object.entries({ p50, p95, p99, max }).map(([label, value]) => `${label} ${one(value)}${unit}`));

const offeredBy = ({ options: { rate } }: LoadResult): string =>
  rate === 'max' ? 'as much as the node takes' : `${whole(rate)}/s`;

/** @param offered how much, in words. */
export function headingOf({ options, machine, begun }: LoadResult, offered: string): string[] {
  const { seconds, door, batch, connections, accounts, mix, target, own } = options;
  return [
    `load: ${offered} for ${seconds} s, ${mix}, ${accounts} accounts, door ${door}, batch ${batch}, ${connections} connections`,
    `      ${own ? 'own node' : 'node'} at ${target}; ${machine}; ${begun}`,
  ];
}

function amounts({ totals, rates }: LoadResult): string[] {
  const codes = Object.entries(totals.refused).sort(([, a], [, b]) => b - a);
  const line = (name: string, each: number, all: number): string =>
    row(name, `${whole(each)}/s`.padStart(10), `${whole(all)} in all`);
  return [
    line('offered', rates.offered, totals.offered),
    line('accepted', rates.accepted, totals.accepted),
    line(
      'refused',
      rates.refused,
      codes.reduce((sum, [, count]) => sum + count, 0),
    ),
    ...codes.map(([code, count]) => row(`  ${code}`, ' '.repeat(10), whole(count))),
    line('included', rates.included, totals.included),
    ...(totals.failed ? [row('  without effect', ' '.repeat(10), whole(totals.failed))] : []),
    line('final', rates.final, totals.final),
    ...(totals.lost > 0 ? [row('accepted, in no block', whole(totals.lost))] : []),
  ];
}

function blockLines({ blocks }: LoadResult): string[] {
  const { count, intervalMs, transactions, filledByBytes, filledByTransactions } = blocks;
  return [
    row('blocks', whole(count)),
    quantileRow('block interval', intervalMs),
    quantileRow('transactions of a block', transactions, ''),
    ...(filledByBytes === undefined || filledByTransactions === undefined
      ? []
      : [row('filled', `${percent(filledByBytes)} of the bytes`, `${percent(filledByTransactions)} of the count`)]),
  ];
}

function nodeLines({ node, seconds }: LoadResult): string[] {
  const { cores, mainCores, residentMiB, loop, baseFee } = node;
  const loadCores = seconds.reduce((sum, second) => sum + second.loadCores, 0) / Math.max(1, seconds.length);
  const main = mainCores === undefined ? [] : [`main thread ${mainCores.toFixed(2)}`];
  return [
    ...(cores === undefined
      ? []
      : [row('processor, cores', `node ${cores.toFixed(2)}`, ...main, `load ${loadCores.toFixed(2)}`)]),
    ...(residentMiB
      ? [
          row(
            'memory of the node',
            ...Object.entries(residentMiB).map(([name, value]) => `${name} ${whole(value)} MiB`),
          ),
        ]
      : []),
    ...(loop ? [row('event loop worked', percent(loop.utilization))] : []),
    ...(loop && loop.delayMs.count > 0 ? [quantileRow('event loop delay', loop.delayMs)] : []),
    ...(baseFee ? [row('base fee', ...Object.entries(baseFee).map(([name, value]) => `${name} ${value}`))] : []),
  ];
}

const workLines = ({ work }: LoadResult): string[] =>
  work === undefined
    ? []
    : [
        row('work', `${one(work.node)} signatures`, `a transaction ${one(work.nodeUs)} us, all threads`),
        ...(work.main === undefined || work.mainUs === undefined
          ? []
          : [row('  of it main thread', `${one(work.main)} signatures`, `${one(work.mainUs)} us`)]),
        row('  a warm signature', `${one(work.signatureUs)} us`),
      ];

const stageLines = ({ stages }: LoadResult): string[] =>
  stages.map(({ name, on, microsecondsPerTransfer, share }) =>
    row(
      name,
      `${one(microsecondsPerTransfer)} us`.padStart(12),
      on.padEnd(6),
      share === undefined ? '' : percent(share).padStart(8),
    ).trimEnd(),
  );

function besideLines({ reads, subscribers }: LoadResult): string[] {
  const failures = (of: Readonly<Record<string, number>>): string =>
    Object.entries(of)
      .map(([code, count]) => `   ${code} ${count}`)
      .join('');
  const lines = reads.map(
    ({ name, latency, failures: of }) => `${quantileRow(`read ${name}`, latency)}${failures(of)}`,
  );
  if (!subscribers) return lines;
  const { clients, frames, missed, doubled, slow, told, resumed } = subscribers;
  lines.push(
    row('subscribers', `${clients} clients`, `${whole(frames)} frames`, `missed ${missed}`, `doubled ${doubled}`),
  );
  if (slow > 0) lines.push(row('slow subscribers', `${slow}`, `told ${told}`, `had all after resuming ${resumed}`));
  return lines;
}

/** @returns lines with a final line feed. */
export function tableOfLoad(result: LoadResult): string {
  const { latency, limit, notes = [] } = result;
  const parts: readonly string[][] = [
    headingOf(result, offeredBy(result)),
    amounts(result),
    [
      quantileRow('to the answer', latency.answer),
      quantileRow('to inclusion', latency.inclusion),
      quantileRow('to finality', latency.finality),
    ],
    blockLines(result),
    nodeLines(result),
    stageLines(result),
    workLines(result),
    besideLines(result),
    [`limit: ${limit.name}: ${limit.because}`, ...notes.map((note) => `note: ${note}`)],
  ];
  return `${parts
    .filter((part) => part.length > 0)
    .map((part) => part.join('\n'))
    .join('\n\n')}\n`;
}
