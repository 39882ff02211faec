/** A write is answered once: taken when another node holds it, refused when no other node can, and otherwise with its id and that its
 *  outcome is not known. */

import { afterEach, describe, expect, test, vi } from 'vitest';
import { binaryToHex, toHex, utf8 } from '../../../engine/base/bytes.js';
import { isRefusal, refuse } from '../../../engine/base/refusal.js';
import { Requests } from '../../../engine/head/requests.js';
import type { RawItem } from '../../../engine/intake/verifier.js';
import type { PoolItem } from '../../../engine/mempool/mempool.js';
import type { HandedOver } from '../../../engine/network/events.js';
import { HANDOVER_MS, HANDOVER_TRIES } from '../../../engine/network/limits.js';
import { keyedKeys } from '../../sim/keyring.js';
import { rulesOf } from '../../support/chain.js';
import { registerWallet } from '../../support/directoryOrders.js';
import { TestNetwork } from '../../support/network.js';
import { testSeed } from '../../support/random.js';
import { type Actor, payloadText, transfer, transferOrder } from '../../support/transactions.js';
import { bob, scene as mempoolScene, NOW, alice as payer } from '../mempool/scene.js';

const REFUSED: HandedOver = { held: false, code: 'mempool_full', message: 'full' };

const REFUSED_EARLY = refuse('invalid_signature', 'invalid signature');

/** @param of the transaction that is sent. */
function scene(of = (): PoolItem => transfer({ signer: payer, timestamp: NOW, nonce: 'requests 0000001' }, bob, 1n)) {
  const { mempool, add, chain, scratch } = mempoolScene();
  const runs = { count: 0, meanwhile: () => {} };
  const item = of();
  const { id } = item.transaction;
  const asked: ((outcome: HandedOver) => void)[] = [];
  const admitted: string[] = [];
  const facts = { makesNext: false, proposed: false, included: false };
  const requests = new Requests({
    verifier: {
      verify: async () => item,
      verifyAll: (items: readonly RawItem[], _now: number, answered: (at: number, answer: unknown) => void) => {
        for (const [at, { operation }] of items.entries()) answered(at, operation === 'bad' ? REFUSED_EARLY : item);
      },
    },
    mempool,
    chain: { includes: async () => facts.included },
    chainClock: { shiftMs: 0, now: () => NOW, held: undefined },
    door: {
      admit: add,
      check: (checked: PoolItem) => mempool.check(checked, scratch, chain.context(NOW)),
      dryRunOf: () => ({}),
    },
    previews: {
      preview: async () => {
        runs.count++;
        runs.meanwhile();
        return { success: true };
      },
    },
    faucetEnabled: true,
    isStopping: () => false,
    idle: () => undefined,
    forward: () => (facts.makesNext ? undefined : () => new Promise((resolve) => asked.push(resolve))),
    isProposed: (proposed: string) => facts.proposed && proposed === id,
    admitted: (ids: readonly string[]) => admitted.push(...ids),
  } as unknown as ConstructorParameters<typeof Requests>[0]);
  const raw = { operation: 'transfer', bytes: new Uint8Array(), source: '' };
  /** @returns what the client hears: `taken`, or a code. */
  const send = async (kind: RawItem['kind'] = 'request', isTried = false): Promise<string> => {
    const answer = await requests.take({ ...raw, kind } as RawItem, isTried);
    return isRefusal(answer) ? answer.code : 'taken';
  };
  const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  /** Sends it, and a peer or nobody answers the handover. */
  const sendAnd = async (outcome: HandedOver, meanwhile = () => {}, kind?: RawItem['kind']): Promise<string> => {
    const answer = send(kind);
    await settle();
    meanwhile();
    asked.shift()?.(outcome);
    return answer;
  };
  return { mempool, add, item, runs, id, asked, admitted, facts, requests, raw, send, sendAnd, settle };
}

describe('the requests of one body', () => {
  const codes = (answers: readonly unknown[]): string[] =>
    answers.map((answer) => (isRefusal(answer) ? answer.code : 'taken'));

  test('have one answer each, in their order, and peers are told once and before', async () => {
    const { facts, requests, raw, admitted, id } = scene();
    facts.makesNext = true;
    const items = ['transfer', 'bad', 'transfer'].map((operation) => ({ ...raw, operation, kind: 'request' as const }));
    expect(codes(await requests.takeAll(items))).toEqual(['taken', 'invalid_signature', 'nonce_used']);
    expect(admitted).toEqual([id]);
    expect(await requests.takeAll([])).toEqual([]);
  });

  test('wait for those of them that are handed on or looked for', async () => {
    const { requests, raw, asked, settle } = scene();
    const items = (['request', 'broadcast', 'request'] as const).map((kind) => ({ ...raw, kind }));
    const answers = requests.takeAll(items);
    await settle();
    expect(asked).toHaveLength(1);
    asked.shift()?.({ held: true });
    expect(codes(await answers)).toEqual(['taken', 'taken', 'taken']);
  });

  test('fail together when the node fails on them', async () => {
    const { facts, requests, raw, mempool } = scene();
    facts.makesNext = true;
    vi.spyOn(mempool, 'get').mockImplementation(() => {
      throw new TypeError('boom');
    });
    const good = { ...raw, operation: 'bad', kind: 'request' as const };
    await expect(requests.takeAll([good, { ...raw, kind: 'request' as const }, good])).rejects.toThrow('boom');
  });
});

describe('what became of a handover', () => {
  test.each([
    ['a peer holds it', { held: true }, 'taken', true],
    ['a peer refuses it', REFUSED, 'mempool_full', false],
    ['nobody was asked', 'unsent', 'not_producing', false],
    ['a peer was asked and has not answered', 'unclear', 'unconfirmed', true],
  ] as const)('%s', async (_, outcome, answer, waits) => {
    const { mempool, id, admitted, sendAnd } = scene();
    expect(await sendAnd(outcome)).toBe(answer);
    expect(mempool.get(id) !== undefined).toBe(waits);
    expect(admitted).toEqual(waits ? [id] : []);
  });

  test.each([REFUSED, 'unsent', 'unclear'] as const)(
    '%j does not count when this node puts it in a block',
    async (outcome) => {
      for (const fact of ['makesNext', 'proposed'] as const) {
        const { mempool, id, facts, sendAnd } = scene();
        const become = (): void => {
          facts[fact] = true;
        };
        expect(await sendAnd(outcome, become)).toBe('taken');
        expect(mempool.get(id)).toBeDefined();
      }
      const { mempool, id, facts, sendAnd } = scene();
      const include = (): void => {
        mempool.drop(id);
        facts.included = true;
      };
      expect(await sendAnd(outcome, include)).toBe('taken');
    },
  );
});

test('an unconfirmed transaction is named, and the same bytes ask the peers again', async () => {
  for (const kind of ['request', 'broadcast'] as const) {
    const { mempool, id, requests, raw, asked, settle, sendAnd } = scene();
    const first = requests.take({ ...raw, kind } as RawItem);
    await settle();
    asked.shift()?.('unclear');
    expect(await first).toMatchObject({ code: 'unconfirmed', message: expect.stringContaining(binaryToHex(id)) });
    // Whoever was asked before may hold it, whatever others say.
    expect(await sendAnd(REFUSED, undefined, kind)).toBe('unconfirmed');
    expect(await sendAnd('unsent', undefined, kind)).toBe('unconfirmed');
    expect(mempool.get(id)).toBeDefined();
    expect(await sendAnd({ held: true }, undefined, kind)).toBe('taken');
    expect(asked).toEqual([]);
  }
});

test('all who send one transaction at a time get one answer; afterwards its nonce is used', async () => {
  const { asked, send, settle } = scene();
  const answers = [send(), send('broadcast'), send()];
  await settle();
  expect(asked).toHaveLength(1);
  asked.shift()?.({ held: true });
  expect(await Promise.all(answers)).toEqual(['taken', 'taken', 'taken']);
  expect(await send()).toBe('nonce_used');
  expect(await send('broadcast')).toBe('taken');
  expect(asked).toEqual([]);
});

describe('what is tried first', () => {
  test('is not tried again while its outcome is not known, nor once it is taken', async () => {
    const { asked, runs, send, settle } = scene();
    const first = send('request', true);
    await settle();
    const second = send('request', true);
    await settle();
    expect([asked.length, runs.count]).toEqual([1, 1]);
    asked.shift()?.('unclear');
    expect(await Promise.all([first, second])).toEqual(['unconfirmed', 'unconfirmed']);
    const third = send('request', true);
    await settle();
    asked.shift()?.({ held: true });
    expect([await third, await send('request', true), runs.count]).toEqual(['taken', 'nonce_used', 1]);
  });

  test('is not tried when it would be refused anyway', async () => {
    const { add, item, runs, send } = scene();
    expect(add(item)).toBeUndefined();
    expect([await send('request', true), runs.count]).toEqual(['nonce_used', 0]);
  });

  test('gets the answer of its like that was taken while it was tried', async () => {
    const { asked, runs, send, settle } = scene();
    let first: Promise<string> | undefined;
    runs.meanwhile = () => {
      first ??= send();
    };
    const tried = send('request', true);
    await settle();
    expect(asked).toHaveLength(1);
    asked.shift()?.({ held: true });
    expect([await first, await tried, runs.count]).toEqual(['taken', 'taken', 1]);
  });
});

test('a node answers for a broadcast transaction that it had from a peer', async () => {
  const { mempool, id, admitted, send, sendAnd } = scene();
  await sendAnd({ held: true });
  expect(mempool.get(id)).toBeDefined();
  admitted.length = 0;
  expect(await send('broadcast')).toBe('taken');
  expect(admitted).toEqual([id]);
});

test('the bytes of a registration are answered again, while it waits and when a block has it', async () => {
  const { mempool, id, facts, send, sendAnd } = scene(() => registerWallet({ signer: payer, timestamp: NOW }, 'Payer'));
  expect(await sendAnd({ held: true })).toBe('taken');
  expect(await send()).toBe('taken');
  mempool.drop(id);
  facts.included = true;
  expect(await send()).toBe('taken');
});

describe('among real nodes', () => {
  const [maker, other, reader, alice] = ['maker', 'other', 'reader', 'alice'].map((name) =>
    keyedKeys.actor(`requests: ${name}`),
  ) as [Actor, Actor, Actor, Actor];
  const rules = rulesOf({
    validators: [
      { actor: maker, stake: '100000' },
      { actor: other, stake: '10000' },
    ],
    allocations: [{ to: alice.address, amount: '1000' }],
  });
  let network: TestNetwork | undefined;

  afterEach(async () => {
    for (const { number } of network?.machines ?? []) await network?.stop(number);
    network = undefined;
  });

  test('what left for the proposer is not called refused when the answer does not come back', async () => {
    const places = [maker, other, reader].map((owner) => ({ owner, mine: owner !== reader, connected: true }));
    const at = new TestNetwork(rules, places, testSeed());
    network = at;
    await at.start();
    await at.height(2, 1);
    const text = payloadText(
      transferOrder({ signer: alice, timestamp: at.node(2).now, nonce: 'requests 0000002' }, other, 1_000_000_000n),
    );
    const signature = keyedKeys.backend.sign(utf8(text), keyedKeys.secretOf(alice), new Uint8Array(32));
    const body = `{"payload":${text},"signature":"${toHex(signature)}","public_key":"${alice.keyHex}"}`;
    for (const from of [0, 1]) at.net.road(from, 2).isCut = true;
    const before = at.time.elapsed;
    const { status, json } = await at.post(2, '/api/v2/transfer', { body });
    expect([status, json.code]).toEqual([504, 'unconfirmed']);
    expect(at.time.elapsed - before).toBeLessThan((HANDOVER_TRIES + 1) * HANDOVER_MS);
    const txId = /transaction ([0-9a-f]{64})/.exec(String(json.error))?.[1];
    // The proposer has it, and its block says so.
    expect(await at.get(0, `/api/tx/${txId}`)).toMatchObject({ status: 200 });
    expect(await at.get(2, `/api/tx/${txId}`)).toMatchObject({ status: 404, json: { error: /pending/ } });
    for (const from of [0, 1]) at.net.road(from, 2).isCut = false;
    at.net.release();
    const height = at.node(0).chain.tip.height;
    await at.height(2, height);
    expect(await at.get(2, `/api/tx/${txId}`)).toMatchObject({ status: 200 });
  });
});
