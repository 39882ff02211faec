/** Bench of the work of a transfer: processor time of a whole node for each that it includes, at full load, in warm signatures.
 *
 *  In: a node of the built program, and transfers through both doors in turn, as fast as it answers. Out: microseconds of
 *  the whole node and of its main thread, and both divided by the kernel's time for one warm signature, two at a time, which is
 *  measured before and after each round. Linux only: elsewhere the processor time of another process is unknown. */

import { invariant } from '../../engine/base/refusal.js';
import { type BenchOptions, besideFigure, type Figure, figureOf } from '../figures.js';
import type { WorkFigure } from '../load/result.js';
import { workOf } from '../load/work.js';
import { warmSignatureProbe } from '../micro/warmSignature.js';
import { DOOR_NAMES, type Door, FullLoad } from './fullLoad.js';
import { mainThreadMs } from './nodeProcess.js';
import { processorMs } from './processorTime.js';

interface Size {
  /** Of each door; the first ones only warm up. */
  readonly rounds: number;
  readonly warmUpRounds: number;
  readonly transfers: number;
}

/** After two rounds the code of the node is compiled. 5,000 transfers are about three blocks at the maximum. */
const SIZE: Size = { rounds: 3, warmUpRounds: 2, transfers: 5_000 };
const QUICK_SIZE: Size = { rounds: 1, warmUpRounds: 0, transfers: 500 };

async function round(load: FullLoad, door: Door, transfers: number, signature: () => number): Promise<WorkFigure> {
  await load.sign(transfers);
  const { pid } = load.node;
  const signatureBefore = signature();
  const [nodeBefore, mainBefore] = [processorMs(pid), mainThreadMs(pid)];
  await load.run(door);
  const [nodeAfter, mainAfter] = [processorMs(pid), mainThreadMs(pid)];
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
  const signature = warmSignatureProbe();
  const load = await FullLoad.open();
  try {
    const found: Record<Door, WorkFigure[]> = { binary: [], json: [] };
    for (let at = 0; at < warmUpRounds + rounds; at++)
      for (const door of DOOR_NAMES) {
        const work = await round(load, door, transfers, signature);
        if (at >= warmUpRounds) found[door].push(work);
      }
    return DOOR_NAMES.flatMap((door) => figuresOf(door, found[door]));
  } finally {
    await load.end();
  }
}

export const workBench = {
  name: 'work',
  about:
    'processor time of a whole node for an included transfer, through both doors, in warm signatures of the kernel',
  run: ({ quick }: BenchOptions): Promise<Figure[]> => measure(quick ? QUICK_SIZE : SIZE),
};
