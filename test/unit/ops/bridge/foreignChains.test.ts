/** The thread that asks the providers: how many questions it takes, and what becomes of them when it dies, hangs or is closed. */

import { describe, expect, onTestFinished, test } from 'vitest';
import { isRefusal, refuse, refuseOneSided } from '../../../../engine/base/refusal.js';
import type { BridgeFacts } from '../../../../engine/bridge/port.js';
import { packed, unpacked } from '../../../../ops/bridge/bridgeMessages.js';
import type { ChainOptions } from '../../../../ops/bridge/chainSetup.js';
import { ThreadedChains } from '../../../../ops/bridge/foreignChains.js';
import { LogBook } from '../../../support/engineNode.js';

/** Answers by the hash that it is asked about. */
const WORKER = `
import { parentPort, workerData } from 'node:worker_threads';
const known = [...workerData.addresses];
parentPort.on('message', (message) => {
  if (message.know) return void known.push(...message.know);
  const { id, name, args } = message;
  const hash = args.at(-1);
  if (hash === 'die') throw new Error('dead');
  if (hash === 'hang' || hash === 'loop') return;
  if (hash === 'refuse') return parentPort.postMessage({ id, code: 'rule_violation', message: 'no', retry: 7 });
  if (hash === 'fault') return parentPort.postMessage({ id, fault: new Error('a bug') });
  parentPort.postMessage({ id, value: { name, known: [...known], units: 5n } });
});
`;

function open(more: { verifications?: number; callMs?: number } = {}): { chains: ThreadedChains; log: LogBook } {
  const log = new LogBook();
  const chains = new ThreadedChains({
    ...{ facts: {} as BridgeFacts, options: {} as ChainOptions, addresses: () => ['one'], log },
    worker: new URL(`data:text/javascript,${encodeURIComponent(WORKER)}`),
    ...more,
  });
  onTestFinished(() => chains.close());
  return { chains, log };
}

const said = (result: unknown): unknown => (isRefusal(result) ? result.message : result);

describe('the thread', () => {
  test('gives values with bigint, refusals with their codes, and knows the addresses', async () => {
    const { chains } = open();
    expect(await chains.deposit('ETH', 'x')).toEqual({ name: 'deposit', known: ['one'], units: 5n });
    chains.know(['two']);
    expect(await chains.deposit('ETH', 'x')).toMatchObject({ known: ['one', 'two'] });
    const refused = await chains.deposit('ETH', 'refuse');
    expect(isRefusal(refused) && [refused.code, refused.message, refused.retryAfterSeconds]).toEqual([
      ...['rule_violation', 'no', 7],
    ]);
  });

  test.each([refuseOneSided('rule_violation', 'providers contradict each other'), refuse('busy', 'no', 3)])(
    'loses nothing of a refusal on the way: %s',
    (refusal) => {
      const sent = structuredClone(packed(1, refusal));
      expect('fault' in sent || unpacked(sent)).toEqual(refusal);
    },
  );

  test('takes so many claims at a time; relayers, operators and the node itself have places of their own', async () => {
    const { chains } = open({ verifications: 2 });
    const hanging = [chains.btcDeposit('hang'), chains.btcDeposit('hang')];
    const third = await chains.btcDeposit('x');
    expect(said(third)).toBe('this node verifies 2 deposits and payouts already; try again in a moment');
    expect(await chains.deposit('ETH', 'x')).toMatchObject({ name: 'deposit' });
    expect(await chains.balance('qETH')).toMatchObject({ name: 'balance' });
    expect(chains.stats()).toEqual({ verifying: 2, refused: 1, deaths: 0 });
    await chains.close();
    for (const one of hanging) expect(said(await one)).toBe('the node is shutting down');
    expect(said(await chains.deposit('ETH', 'x'))).toBe('the node is shutting down');
  });

  test('that dies is replaced; what it was asked may be asked again', async () => {
    const { chains, log } = open();
    const hanging = chains.deposit('ETH', 'hang');
    const dying = chains.deposit('ETH', 'die');
    for (const one of [hanging, dying]) {
      const refused = await one;
      expect(isRefusal(refused) && [refused.code, refused.retryAfterSeconds]).toEqual(['busy', 1]);
    }
    expect(await chains.deposit('ETH', 'x')).toMatchObject({ known: ['one'] });
    expect(chains.stats().deaths).toBe(1);
    await log.said(/^the thread of the bridge failed$/);
  });

  test('that does not answer is ended', async () => {
    // Longer than a slow machine takes to start another thread.
    const { chains, log } = open({ callMs: 5_000 });
    expect(said(await chains.deposit('ETH', 'hang'))).toMatch(/was interrupted; try again$/);
    await log.said(/^the thread of the bridge does not answer; it is ended$/);
    expect(await chains.deposit('ETH', 'x')).toMatchObject({ name: 'deposit' });
  });

  test('that meets a bug says so in the log only', async () => {
    const { chains, log } = open();
    expect(said(await chains.deposit('ETH', 'fault'))).toBe(
      'this node could not verify it because of a fault of its own',
    );
    expect((await log.said(/^a question to a foreign chain failed$/)).fields).toEqual({ error: 'a bug' });
  });
});
