/** A node is killed while it streams; a subscriber that names the number after its last one gets exactly what it missed. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { ChainWatch, type Frame } from '../support/chainWatch.js';
import { type LiveNode, startNode } from '../support/liveNode.js';
import { SeededRandom, testSeed } from '../support/random.js';
import { type SigningActor, signingActor } from '../support/transactions.js';
import { feed, signTransfers, untilStanding } from './nodeLoad.js';

const KILLS = 3;
const TRANSFERS = 40;
const SLOW_MACHINE_MS = 240_000;

const random = new SeededRandom(testSeed());
const actors: readonly SigningActor[] = ['ada', 'ben', 'cleo'].map((name) => signingActor(`stream: ${name}`));
const flags = ['--heartbeat-ms', '3600000'];
let node: LiveNode;

beforeAll(async () => {
  const allocations = actors.map(({ address }) => ({ address, amount: '10000' }));
  node = await startNode({ genesis: { allocations }, flags });
}, SLOW_MACHINE_MS);

afterAll(() => node?.remove());

const eventsIn = (frames: readonly Frame[]): Frame[] =>
  frames.filter(({ type }) => ['new_block', 'new_transaction', 'contract_event', 'balance_update'].includes(type));

/** Everything from a number on, through a new connection. */
async function from(seq: number): Promise<Frame[]> {
  const watch = await ChainWatch.open(node.url);
  const { frames } = watch;
  await watch.request({ from: seq });
  const acknowledged = frames.findIndex(({ type }) => type === 'subscribed');
  await watch.first(({ type }) => type === 'resumed');
  await watch.close();
  return eventsIn(frames.slice(acknowledged));
}

test('is resumed by number', { timeout: SLOW_MACHINE_MS }, async () => {
  /** What one subscriber got over all lives of the node. */
  const got: Frame[] = [];
  for (let kill = 0; kill < KILLS; kill++) {
    got.push(...(await from(got.length + 1)));
    const watch = await ChainWatch.open(node.url);
    const joined = Number(watch.frames[0]?.seq);
    const feeding = feed(node.url, signTransfers(actors, TRANSFERS, random));
    let heard = 0;
    const enough = random.between(1, TRANSFERS / 2);
    await watch.first(({ type }) => type === 'new_transaction' && ++heard === enough);
    await node.stop('SIGKILL');
    await watch.closed();
    await feeding;
    // What was missed between the replay and this connection, then what it got before the end.
    const live = eventsIn(watch.frames);
    node = await startNode({ dataDir: node.dataDir, flags });
    await untilStanding(node.url);
    got.push(...(await from(got.length + 1)).filter(({ seq }) => Number(seq) <= joined));
    got.push(...live);
    expect(got.map(({ seq }) => seq)).toEqual(got.map((_, index) => index + 1));
  }
  got.push(...(await from(got.length + 1)));
  const whole = await from(1);
  expect(got).toEqual(whole);
  expect(whole.length).toBeGreaterThan(KILLS * 3 * 3);
  console.log(`${KILLS} kills, ${whole.length} events`);
});
