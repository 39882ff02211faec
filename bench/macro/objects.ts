/** Bench of what a transfer leaves to the collector: bytes and objects that the main thread of a whole node allocates on its heap for each
 *  that it includes, at full load.
 *
 *  In: a node of the built program under an inspector, and transfers through both doors in turn, as fast as it answers. Out: bytes and
 *  objects of one, the pauses of the collector, and the functions that allocate most. Bytes are measured at full speed; objects in a
 *  round of its own, because counting them slows the main thread down, so that more transfers wait for blocks and each takes some more; the
 *  mean size of what was counted makes objects of the bytes at full speed. What it allocates with a timer or for a block is shared by the transfers. */

import { invariant } from '../../engine/base/refusal.js';
import { type BenchDefinition, type BenchOptions, type Figure, figureOf } from '../figures.js';
import { DOOR_NAMES, type Door, FullLoad } from './fullLoad.js';
import { type Counted, countedDuring, type Grown, grownDuring } from './heapMeter.js';
import { Inspector } from './inspector.js';

interface Size {
  /** Of each door, without the first ones, which only warm up. */
  readonly rounds: number;
  readonly warmUpRounds: number;
  readonly transfers: number;
  /** Of a round that counts objects, one for each door: the count is kept in the node's memory, 200 bytes an object. */
  readonly countedTransfers: number;
}

const SIZE: Size = { rounds: 3, warmUpRounds: 2, transfers: 5_000, countedTransfers: 2_500 };
const QUICK_SIZE: Size = { rounds: 1, warmUpRounds: 0, transfers: 500, countedTransfers: 200 };

/** Functions that are printed. */
const SITES = 6;

interface Found {
  readonly grown: Grown[];
  counted: Counted | undefined;
}

function figuresOf(door: Door, { grown, counted }: Found, { transfers, countedTransfers }: Size): Figure[] {
  invariant(counted, 'the objects of every door are counted');
  const of = (name: string, values: readonly number[], unit: 'B' | 'us' | 'objects'): Figure =>
    figureOf(`${door}: ${name}`, values, unit);
  const each = (sum: number): number[] => [sum / countedTransfers];
  const bytes = grown.map((round) => round.bytes / transfers);
  const meanBytes = counted.bytes / counted.objects;
  return [
    of('bytes a transfer', bytes, 'B'),
    of(
      'objects a transfer, by their mean size',
      bytes.map((sum) => sum / meanBytes),
      'objects',
    ),
    of(
      "the collector's pauses, a transfer",
      grown.map(({ collectionUs }) => collectionUs / transfers),
      'us',
    ),
    of('while they are counted: objects a transfer', each(counted.objects), 'objects'),
    of('while they are counted: bytes a transfer', each(counted.bytes), 'B'),
    ...counted.sites
      .slice(0, SITES)
      .flatMap((site) => [
        of(`  ${site.name}`, each(site.bytes), 'B'),
        of(`  ${site.name}`, each(site.objects), 'objects'),
      ]),
  ];
}

async function rounds(load: FullLoad, inspector: Inspector, size: Size): Promise<Figure[]> {
  const found: Record<Door, Found> = {
    binary: { grown: [], counted: undefined },
    json: { grown: [], counted: undefined },
  };
  for (let at = 0; at < size.warmUpRounds + size.rounds; at++)
    for (const door of DOOR_NAMES) {
      await load.sign(size.transfers);
      const grown = await grownDuring(inspector, () => load.run(door));
      if (at >= size.warmUpRounds) found[door].grown.push(grown);
    }
  for (const door of DOOR_NAMES) {
    await load.sign(size.countedTransfers);
    found[door].counted = await countedDuring(inspector, () => load.run(door));
  }
  return DOOR_NAMES.flatMap((door) => figuresOf(door, found[door], size));
}

async function measure(size: Size): Promise<Figure[]> {
  const load = await FullLoad.open(true);
  try {
    invariant(load.node.inspector, 'the node of the bench has an inspector');
    const inspector = await Inspector.open(load.node.inspector);
    try {
      return await rounds(load, inspector, size);
    } finally {
      // A process that ends waits until its inspector is closed.
      inspector.close();
    }
  } finally {
    await load.end();
  }
}

export const objectsBench: BenchDefinition = {
  name: 'objects',
  about:
    'bytes and objects that the main thread of a whole node allocates for an included transfer, through both doors',
  run: ({ quick }: BenchOptions): Promise<Figure[]> => measure(quick ? QUICK_SIZE : SIZE),
};
