/** Bench of the round trip to a worker: main thread time per request, with the verdict given.
 *
 *  The engine's way: packets of 64 in one transferred buffer, and a table of answers back. The naive way: one task for each
 *  request, with request and answer cloned as plain objects. Both go through Piscina to one thread. */

import { Piscina } from 'piscina';
import { PACKET_ITEMS } from '../../engine/base/limits.js';
import { invariant, isRefusal } from '../../engine/base/refusal.js';
import { builtFile } from '../../workers/threads/workerFile.js';
import { PacketMemory } from '../../workers/verify/packetMemory.js';
import { encodePacket, type PacketResult } from '../../workers/verify/packets.js';
import { decodeAnswers } from '../../workers/verify/verdictTable.js';
import { type BenchDefinition, besideFigure, figureOf } from '../figures.js';
import { collectGarbage, timedThread } from '../measure.js';
import { NOW, packetItem, request, wallets } from '../transfers.js';
import type { SingleItem } from './packetEcho.js';

const ROUNDS = 7;
const WARM_UP_ROUNDS = 2;

async function inPackets(pool: Piscina, bodies: readonly Uint8Array[], memory: PacketMemory): Promise<number> {
  const packets: Promise<number>[] = [];
  for (let at = 0; at < bodies.length; at += PACKET_ITEMS) {
    const items = bodies.slice(at, at + PACKET_ITEMS).map((bytes) => packetItem(bytes));
    const buffer = encodePacket(items, memory);
    const answer: Promise<PacketResult> = pool.run(buffer, { name: 'packet', transferList: [buffer] });
    packets.push(
      answer.then(({ table, packet: used }) => {
        memory.giveBack(used);
        return decodeAnswers(table, items).answers.filter((one) => !isRefusal(one)).length;
      }),
    );
  }
  return (await Promise.all(packets)).reduce((sum, count) => sum + count, 0);
}

async function oneByOne(pool: Piscina, bodies: readonly Uint8Array[]): Promise<number> {
  const answers = bodies.map((bytes) => {
    const item: SingleItem = { operation: 'transfer', bytes, now: NOW };
    return pool.run(item, { name: 'single' });
  });
  return (await Promise.all(answers)).length;
}

export const packet: BenchDefinition = {
  name: 'packet',
  about: 'main thread for a request on its way to a worker and back, in packets of 64, beside one task each',
  async run({ quick }) {
    const count = PACKET_ITEMS * (quick ? 2 : 32);
    const people = wallets(count);
    const bodies = people.map((from, index) => request(from, people[(index + 1) % count]?.address ?? '', index));
    const filename = builtFile('bench/micro/packetEcho.js').href;
    const pool = new Piscina({ filename, minThreads: 1, maxThreads: 1, concurrentTasksPerWorker: 2 });
    const memory = new PacketMemory(4);
    const times: { packets: number[]; single: number[] } = { packets: [], single: [] };
    try {
      for (let round = 0; round < WARM_UP_ROUNDS + (quick ? 1 : ROUNDS); round++)
        for (const [name, way] of [
          ['packets', inPackets],
          ['single', oneByOne],
        ] as const) {
          await collectGarbage();
          const { milliseconds, value } = await timedThread(() => way(pool, bodies, memory));
          invariant(value === count, 'not every request was answered');
          if (round >= WARM_UP_ROUNDS) times[name].push((milliseconds * 1_000) / count);
        }
    } finally {
      await pool.destroy();
    }
    return [
      figureOf('packets of 64, transferred', times.packets, 'us'),
      besideFigure('one task each, cloned', times.single, times.packets, 'us'),
    ];
  },
};
