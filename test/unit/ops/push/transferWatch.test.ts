/** Which transfers of a block a wallet is told of, in a real block of every kind that moves tokens; and a running node that tells. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { isRefusal } from '../../../../engine/base/refusal.js';
import type { AccountId } from '../../../../engine/crypto/address.js';
import { BURN_ADDRESS, burnAccount } from '../../../../engine/crypto/address.js';
import { loadConfig } from '../../../../ops/config/load.js';
import type { Config } from '../../../../ops/config/schema.js';
import { PushMeasures } from '../../../../ops/push/measures.js';
import { openPush } from '../../../../ops/push/openPush.js';
import type { PushEvent } from '../../../../ops/push/port.js';
import { NEW_BLOCK_MS, TransferWatch } from '../../../../ops/push/transferWatch.js';
import { type Produced, rulesOf, TestChain } from '../../../support/chain.js';
import { LogBook, openEngineNode, realTimers, sendTransfer, startPool } from '../../../support/engineNode.js';
import {
  type Actor,
  actor,
  approve,
  burn,
  createToken,
  faucet,
  signingActor,
  stake,
  transfer,
  transferFrom,
} from '../../../support/transactions.js';
import { settled, VirtualTime } from '../../../support/virtualTime.js';
import { PushProvider } from './pushProvider.js';
import { MemoryRegistry } from './pushScene.js';

const [alice, bob, carol, dave] = ['alice', 'bob', 'carol', 'dave'].map((name) => actor(`push watch: ${name}`)) as [
  Actor,
  Actor,
  Actor,
  Actor,
];
const QUANTA = 1_000_000_000n;

function openChain(): TestChain {
  const allocations = [alice, bob].map(({ keyHex }) => ({ to: keyHex, amount: '50000' }));
  return new TestChain(rulesOf({ validators: [{ actor: alice, stake: '1000' }], allocations, faucet: true }));
}

class Watching {
  readonly registry = new MemoryRegistry();
  readonly events: PushEvent[] = [];
  readonly measures = new PushMeasures();
  readonly log = new LogBook();
  readonly time: VirtualTime;
  readonly watch: TransferWatch;

  constructor(chain: TestChain) {
    this.time = new VirtualTime(chain.tip.time);
    const { registry, events, measures, log } = this;
    const notify = (more: readonly PushEvent[]): void => void events.push(...more);
    const { clock } = this.time;
    this.watch = new TransferWatch({ registry, delivery: { notify, measures }, state: chain.state, clock, log });
  }

  register(...all: readonly Actor[]): void {
    for (const { account } of all) this.registry.all.push({ account, token: 'ExpoPushToken[x]', platform: 'expo' });
  }

  async follow({ candidate }: Produced): Promise<readonly PushEvent[]> {
    this.events.length = 0;
    this.watch.follow(candidate);
    await settled();
    return this.events;
  }
}

const told = (account: AccountId, symbol: string, amount: string): PushEvent => ({
  ...{ account, kind: 'transfer' },
  data: { symbol, amount },
});

test('transfers of XRGE and of tokens by anybody are told to registered recipients, with decimals; nothing else is', async () => {
  const chain = openChain();
  const timestamp = chain.tip.time;
  const by = (signer: Actor) => ({ signer, timestamp });
  chain.produce([createToken(by(alice), { symbol: 'GOLD', supply: 1_000_000n, decimals: 3 })]);
  chain.produce([transfer(by(alice), bob, 5_000n, 'GOLD'), approve(by(alice), bob, 'GOLD', 900n)]);
  const watching = new Watching(chain);
  watching.register(alice, bob, carol);
  const block = chain.produce([
    transfer(by(alice), carol, (3n * QUANTA) / 2n),
    transfer(by(bob), alice, 1_230n, 'GOLD'),
    transfer(by(alice), dave, QUANTA),
    transferFrom(by(bob), alice, carol, 'GOLD', 900n),
    // None of these is a transfer to a wallet, and the last one fails.
    burn(by(alice), QUANTA),
    transfer(by(bob), BURN_ADDRESS, QUANTA),
    stake(by(bob), 10_000n * QUANTA),
    faucet(by(carol)),
    transfer(by(carol), bob, 10n ** 9n, 'GOLD'),
  ]);
  const { outcomes } = block.candidate.execution;
  expect(outcomes.map(({ failure }) => failure === undefined)).toEqual([...Array(8).fill(true), false]);
  expect(await watching.follow(block)).toEqual([
    told(alice.account, 'GOLD', '1.23'),
    told(carol.account, 'XRGE', '1.5'),
    told(carol.account, 'GOLD', '0.9'),
  ]);
  // All recipients of the block at once.
  expect(watching.registry.lookUps).toEqual([3]);
  expect(watching.events.some(({ account }) => account === burnAccount)).toBe(false);
});

test('of many transfers to one wallet three are told one by one and the others as one', async () => {
  const chain = openChain();
  const watching = new Watching(chain);
  watching.register(carol);
  let checked = 0;
  for (const count of [1, 3, 4, 5, 40]) {
    const timestamp = chain.tip.time;
    const many = Array.from({ length: count }, () => transfer({ signer: alice, timestamp }, carol, QUANTA));
    const events = await watching.follow(chain.produce(many));
    const single = count <= 4 ? count : 3;
    expect(events.slice(0, single)).toEqual(Array(single).fill(told(carol.account, 'XRGE', '1')));
    const rest = { account: carol.account, kind: 'transfer', data: { more: count - single } };
    expect(events.slice(single)).toEqual(count === single ? [] : [rest]);
    checked += events.length;
  }
  expect(checked).toBe(1 + 3 + 4 + 4 + 4);
});

test('blocks of the past, blocks without transfers and strangers cost no notification', async () => {
  const chain = openChain();
  const watching = new Watching(chain);
  watching.register(carol);
  const give = (to: Actor): Produced => chain.produce([transfer({ signer: alice, timestamp: chain.tip.time }, to, 1n)]);
  expect(await watching.follow(chain.produce())).toEqual([]);
  expect(
    await watching.follow(chain.produce([stake({ signer: bob, timestamp: chain.tip.time }, 10_000n * QUANTA)])),
  ).toEqual([]);
  expect(watching.registry.lookUps).toEqual([]);
  expect(await watching.follow(give(dave))).toEqual([]);
  expect(watching.registry.lookUps).toEqual([1]);
  const block = give(carol);
  await watching.time.pass(block.block.header.time + NEW_BLOCK_MS - watching.time.clock.now());
  expect((await watching.follow(block)).length).toBe(1);
  await watching.time.pass(1);
  expect(await watching.follow(block)).toEqual([]);
  expect(watching.registry.lookUps).toEqual([1, 1]);
});

test('a registry that fails or does not answer costs notifications and nothing else', async () => {
  const chain = openChain();
  const watching = new Watching(chain);
  watching.register(carol);
  const block = chain.produce([
    transfer({ signer: alice, timestamp: chain.tip.time }, carol, 1n),
    transfer({ signer: alice, timestamp: chain.tip.time }, dave, 1n),
  ]);
  watching.registry.isBroken = true;
  expect(await watching.follow(block)).toEqual([]);
  expect(watching.measures.dropped.registry).toBe(2);
  expect(watching.log.lines.map(({ level }) => level)).toEqual(['warn']);
  watching.registry.isBroken = false;
  const answers: (() => void)[] = [];
  watching.registry.tokensOf = () => new Promise((resolve) => answers.push(() => resolve(watching.registry.all)));
  for (let count = 0; count < 10; count++) expect(await watching.follow(block)).toEqual([]);
  expect([answers.length, watching.measures.dropped.queue_full]).toEqual([8, 4]);
  for (const give of answers) give();
  await settled();
  expect(watching.events.length).toBe(8);
});

function configOf(...words: readonly string[]): Config {
  const loaded = loadConfig(words, {});
  if (isRefusal(loaded)) throw new Error(loaded.message);
  return loaded.config;
}

test('a running node tells the device of a wallet that gets a transfer, and looks at no block while push is off', async () => {
  const validator = signingActor('push watch: validator');
  const sender = signingActor('push watch: sender');
  const dataDir = mkdtempSync(join(tmpdir(), 'rouged-push-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const pool = await startPool(validator);
  onTestFinished(() => pool.close());
  const allocations = [{ to: sender.keyHex, amount: '1000' }];
  const engine = await openEngineNode({ dataDir, validator, allocations, pool });
  onTestFinished(() => engine.close());
  const { node, clock, log } = engine;
  const registry = new MemoryRegistry();
  registry.all.push({ account: carol.account, token: 'ExpoPushToken[carol]', platform: 'expo' });
  const random = { bytes: (length: number) => new Uint8Array(length) };
  const parts = { registry, clock, timers: realTimers, random, log };
  const provider = await PushProvider.start();
  expect(openPush(configOf('--push-endpoint', provider.endpoint), node, parts)).toBeUndefined();
  expect(node.onBlock).toBeUndefined();

  const push = openPush(configOf('--push', '--push-endpoint', provider.endpoint), node, parts);
  onTestFinished(() => push?.close());
  const answer = await sendTransfer(engine, sender, carol);
  if (!('txId' in answer)) throw new Error(answer.message);
  await engine.included(answer.txId);
  while (provider.shown.length === 0) await settled();
  expect(provider.shown).toEqual([
    {
      to: 'ExpoPushToken[carol]',
      title: 'Received',
      body: 'You received 1.5 XRGE',
      data: { type: 'transfer', symbol: 'XRGE', amount: '1.5' },
      sound: 'default',
      priority: 'high',
    },
  ]);

  // A look that fails is a line in the log; the chain goes on.
  node.onBlock = () => {
    throw new Error('a fault of whoever looks');
  };
  const second = await sendTransfer(engine, sender, dave);
  if (!('txId' in second)) throw new Error(second.message);
  await log.said(/failed behind a block; the chain goes on/);
  // An empty block may have come before it, and have failed first.
  const height = await engine.included(second.txId);
  const third = await sendTransfer(engine, sender, dave);
  if (!('txId' in third)) throw new Error(third.message);
  expect(await engine.included(third.txId)).toBeGreaterThan(height);
});
