/** Bench of the work of a transfer: processor time of a whole node for each that it includes, at full load, in warm signatures.
 *
 *  In: a node of the built program, and transfers through both doors in turn, as fast as it answers. Each round begins with
 *  everything included and ends with everything included, so that no work of one round counts in another. Out: microseconds of
 *  the whole node and of its main thread, and both divided by the kernel's time for one warm signature, two at a time, which is
 *  measured before and after each round. Linux only: elsewhere the processor time of another process is unknown. */

import { randomBytes } from 'node:crypto';
import { invariant } from '../../engine/base/refusal.js';
import { type BenchOptions, besideFigure, type Figure, figureOf } from '../figures.js';
import { publicAccounts } from '../load/accounts.js';
import { Child } from '../load/child.js';
import { epochMs } from '../load/clock.js';
import { readNode, Span } from '../load/nodeReadings.js';
import { LOAD_CHAIN_ID, type OwnNode, startOwnNode } from '../load/ownNode.js';
import type { WorkFigure } from '../load/result.js';
import type { SenderRole } from '../load/sender.js';
import { workOf } from '../load/work.js';
import { warmSignatureProbe } from '../micro/warmSignature.js';
import { mainThreadMs } from './nodeProcess.js';
import { processorMs } from './processorTime.js';

const DOORS = {
  binary: { batch: 50, connections: 16 },
  json: { batch: 1, connections: 128 },
} as const;
type Door = keyof typeof DOORS;
const DOOR_NAMES = Object.keys(DOORS) as Door[];

interface Size {
  /** Of each door; the first ones only warm up. */
  readonly rounds: number;
  readonly warmUpRounds: number;
  readonly transfers: number;
}

/** After two rounds the code of the node is compiled. 5,000 transfers are about three blocks at the maximum. */
const SIZE: Size = { rounds: 3, warmUpRounds: 2, transfers: 5_000 };
const QUICK_SIZE: Size = { rounds: 1, warmUpRounds: 0, transfers: 500 };

const ACCOUNTS = 256;
const FEE = '0.1';
const WEB_SOCKETS = 8;
const START_MS = 200;
/** A round that takes longer than this fails; an unloaded machine needs two seconds. */
const ROUND_MS = 60_000;
const LOOK_MS = 50;
/** Transactions a second for which their timestamps are spread. */
const STAMPED_RATE = 5_000;

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

interface Scene {
  readonly node: OwnNode;
  readonly sender: Child<SenderRole>;
  readonly seed: string;
  readonly transfers: number;
  readonly signature: () => number;
}

async function readingOf({ url, pid }: OwnNode) {
  const reading = await readNode(url, pid);
  invariant(reading, 'the node of the bench does not show its metrics');
  return reading;
}

async function round(scene: Scene, door: Door): Promise<WorkFigure> {
  const { node, sender, seed, transfers, signature } = scene;
  await sender.call('sign', {
    ...{ count: transfers, seed, accounts: ACCOUNTS, threads: 2 },
    signers: Array.from({ length: ACCOUNTS }, (_, account) => account),
    ...{ mix: 'transfer', chainId: LOAD_CHAIN_ID, timestamp: Date.now(), timestampStep: 1_000 / STAMPED_RATE },
  });
  const signatureBefore = signature();
  const from = await readingOf(node);
  const [nodeBefore, mainBefore] = [processorMs(node.pid), mainThreadMs(node.pid)];
  const begin = epochMs() + START_MS;
  const { ids } = await sender.call('run', {
    ...{ target: { host: '127.0.0.1', port: node.port }, door, ...DOORS[door], pipeline: 1, rate: 'max' },
    ...{ begin, window: { begin, end: begin + ROUND_MS } },
  });
  const included = async (): Promise<number> =>
    new Span(from, await readingOf(node)).grownInAll('rouged_transactions_total');
  while ((await included()) < ids.length && epochMs() < begin + ROUND_MS) await pause(LOOK_MS);
  const [nodeAfter, mainAfter] = [processorMs(node.pid), mainThreadMs(node.pid)];
  const count = await included();
  invariant(count === transfers, `${count} of ${transfers} transfers of the bench were included`);
  const signatureAfter = signature();
  const work = workOf(
    {
      transfers,
      nodeMs: nodeAfter - nodeBefore,
      mainMs: mainBefore === undefined || mainAfter === undefined ? undefined : mainAfter - mainBefore,
    },
    (signatureBefore + signatureAfter) / 2,
  );
  invariant(work, 'this system does not report the processor time of another process');
  return work;
}

/** Rows of one door. The signature is what the gate compares with: a transfer that takes more of the node lowers its ratio. */
function figuresOf(door: Door, works: readonly WorkFigure[]): Figure[] {
  const node = works.map(({ nodeUs }) => nodeUs);
  const signature = works.map(({ signatureUs }) => signatureUs);
  const main = works.flatMap(({ mainUs }) => mainUs ?? []);
  return [
    figureOf(
      `${door}: work, a transfer in the whole node`,
      works.map((work) => work.node),
      'signatures',
    ),
    figureOf(
      `${door}: of it the main thread`,
      works.flatMap((work) => work.main ?? []),
      'signatures',
    ),
    figureOf(`${door}: a transfer in the whole node, all threads`, node, 'us'),
    besideFigure(`${door}: a warm signature, beside the whole node`, signature, node, 'us'),
    figureOf(`${door}: a transfer on the main thread`, main, 'us'),
    besideFigure(`${door}: a warm signature, beside the main thread`, signature, main, 'us'),
  ];
}

async function measure({ rounds, warmUpRounds, transfers }: Size): Promise<Figure[]> {
  const seed = randomBytes(16).toString('hex');
  const signature = warmSignatureProbe();
  const sender = new Child<SenderRole>('sender');
  let node: OwnNode | undefined;
  try {
    const accounts = publicAccounts(seed, ACCOUNTS);
    node = await startOwnNode({ accounts, mix: 'transfer', ceiling: FEE, webSockets: WEB_SOCKETS });
    const scene: Scene = { node, sender, seed, transfers, signature };
    const found: Record<Door, WorkFigure[]> = { binary: [], json: [] };
    for (let at = 0; at < warmUpRounds + rounds; at++)
      for (const door of DOOR_NAMES) {
        const work = await round(scene, door);
        if (at >= warmUpRounds) found[door].push(work);
      }
    return DOOR_NAMES.flatMap((door) => figuresOf(door, found[door]));
  } finally {
    await sender.end();
    await node?.remove();
  }
}

export const workBench = {
  name: 'work',
  about:
    'processor time of a whole node for an included transfer, through both doors, in warm signatures of the kernel',
  run: ({ quick }: BenchOptions): Promise<Figure[]> => measure(quick ? QUICK_SIZE : SIZE),
};
