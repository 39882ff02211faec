/** The cost of an event before it is sent: a transaction as protobuf, compared with JSON.
 *
 *  In: blocks of transfers. Out: microseconds of the main thread per event, in rounds in which both take turns. */

import type { EventFormat } from '../../engine/store/chainStore.js';
import type { BlockEvents } from '../../engine/stream/hub.js';
import { besideFigure, type Figure, figureOf } from '../figures.js';
import { collectGarbage, threadClock } from '../measure.js';
import { publishedBlocks } from './blocks.js';

/** Shorter rounds are too short for the clock of the thread. */
const EVENTS_PER_ROUND = 20_000;

/** Rounds in which the code is still being compiled. */
const WARM_UP = 2;

async function perEvent(block: BlockEvents, format: EventFormat): Promise<number> {
  await collectGarbage();
  const start = threadClock.now();
  let bytes = 0;
  for (let done = 0; done < EVENTS_PER_ROUND; done++)
    bytes += block.event(1 + (done % (block.count - 1))).encode(format).length;
  const spent = threadClock.now() - start;
  return bytes > 0 ? (spent * 1_000) / EVENTS_PER_ROUND : 0;
}

export async function encodingFigures(transfers: number, rounds: number): Promise<Figure[]> {
  const block = publishedBlocks(transfers, 0, 1);
  const protobuf: number[] = [];
  const json: number[] = [];
  for (let round = 0; round < WARM_UP + rounds; round++) {
    const ours = await perEvent(block, 'protobuf');
    const theirs = await perEvent(block, 'json');
    if (round < WARM_UP) continue;
    protobuf.push(ours);
    json.push(theirs);
  }
  return [
    figureOf("a transaction's event encoded as protobuf", protobuf, 'us'),
    besideFigure("a transaction's event encoded as JSON", json, protobuf, 'us'),
  ];
}
