/** A load run's result from its JSON.
 *
 *  In: the text of a file. Out: the result, with every member checked for presence and type, so that a file of another
 *  program or format gives a clear sentence and not half a page. Members that this program does not
 *  know are kept. */

import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { LoadResult } from './result.js';

const number = Type.Number();
const optionalNumber = Type.Optional(number);
const text = Type.String();
const counts = Type.Record(text, number);

const quantiles = Type.Object({ count: number, p50: number, p95: number, p99: number, max: number });

const options = Type.Object({
  seconds: number,
  rate: Type.Union([number, Type.Literal('max')]),
  accounts: number,
  mix: Type.Union([Type.Literal('transfer'), Type.Literal('mixed'), Type.Literal('defi')]),
  connections: number,
  door: Type.Union([Type.Literal('json'), Type.Literal('binary')]),
  batch: number,
  subscribers: number,
  target: text,
  own: Type.Boolean(),
});

const second = Type.Object({
  second: number,
  offered: number,
  accepted: number,
  refused: number,
  included: number,
  final: number,
  height: number,
  mempool: optionalNumber,
  nodeCores: optionalNumber,
  loadCores: number,
  residentMiB: optionalNumber,
  loopUtilization: optionalNumber,
  loopDelayMs: optionalNumber,
});

const blocks = Type.Object({
  count: number,
  intervalMs: quantiles,
  transactions: quantiles,
  filledByTransactions: optionalNumber,
  filledByBytes: optionalNumber,
  list: Type.Array(
    Type.Object({ height: number, transactions: number, signedBytes: optionalNumber, intervalMs: number }),
  ),
});

const node = Type.Object({
  cores: optionalNumber,
  mainCores: optionalNumber,
  residentMiB: Type.Optional(Type.Object({ first: number, last: number, peak: number })),
  loop: Type.Optional(Type.Object({ utilization: number, delayMs: quantiles })),
  baseFee: Type.Optional(Type.Object({ first: number, last: number, peak: optionalNumber })),
});

const stage = Type.Object({
  name: Type.Union(
    (['receive', 'packet wait', 'verify', 'mempool', 'apply', 'root', 'sign', 'commit', 'stream'] as const).map(
      (name) => Type.Literal(name),
    ),
  ),
  on: Type.Union((['main', 'verify', 'store', 'wait'] as const).map((on) => Type.Literal(on))),
  microsecondsPerTransfer: number,
  share: optionalNumber,
});

const work = Type.Object({
  signatureUs: number,
  nodeUs: number,
  mainUs: optionalNumber,
  node: number,
  main: optionalNumber,
});

const result = Type.Object({
  format: Type.Literal(1),
  begun: text,
  machine: text,
  options,
  totals: Type.Object({
    offered: number,
    accepted: number,
    refused: counts,
    included: number,
    failed: optionalNumber,
    final: number,
    lost: number,
  }),
  rates: Type.Object({ offered: number, accepted: number, refused: number, included: number, final: number }),
  latency: Type.Object({ answer: quantiles, inclusion: quantiles, finality: quantiles }),
  blocks,
  node,
  stages: Type.Array(stage),
  work: Type.Optional(work),
  limit: Type.Object({ name: text, because: text }),
  notes: Type.Optional(Type.Array(text)),
  reads: Type.Array(Type.Object({ name: text, latency: quantiles, failures: counts })),
  subscribers: Type.Optional(
    Type.Object({
      clients: number,
      frames: number,
      missed: number,
      doubled: number,
      slow: number,
      told: number,
      resumed: number,
    }),
  ),
  seconds: Type.Array(second),
});

const validator = Compile(result);

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    throw new Error(`this is not JSON: ${error instanceof Error ? error.message : error}`);
  }
}

/** @throws for text that is not JSON, another format, and a member that is missing or of another kind, with a sentence
 *  that names the place. */
export function readResult(json: string): LoadResult {
  const value = parsed(json);
  if (typeof value !== 'object' || value === null || !('format' in value))
    throw new Error('this is no result of a load run: it has no "format"');
  if (value.format !== 1) throw new Error(`format ${JSON.stringify(value.format)} is unknown: only 1 can be drawn`);
  if (!validator.Check(value)) {
    const [error] = validator.Errors(value);
    throw new Error(`this is no whole result of a load run: ${error?.instancePath || 'it'} ${error?.message ?? ''}`);
  }
  const checked: Static<typeof result> = value;
  return checked;
}
