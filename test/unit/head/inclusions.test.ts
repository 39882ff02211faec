/** Waits for a block: what ends them, and what the client is told. */

import { expect, test, vi } from 'vitest';
import { toBinary } from '../../../engine/base/bytes.js';
import { isRefusal, type Refusal, refuse } from '../../../engine/base/refusal.js';
import { Inclusions } from '../../../engine/head/inclusions.js';
import { realTimers } from '../../support/engineNode.js';

const ID = 'ab'.repeat(32);
const id = toBinary(new Uint8Array(32).fill(0xab));

function scene(waitMs = 60_000) {
  const pool = new Set([id]);
  const departed = new Map<string, Refusal>();
  const blocks = new Map<string, unknown>();
  const asked: string[] = [];
  const facts = { judges: true, aborted: false };
  const node = {
    role: {
      get judges() {
        return facts.judges;
      },
    },
    mempool: {
      get: (key: string) => (pool.has(key) ? {} : undefined),
      departed: (key: string) => departed.get(key),
      condemned: () => undefined,
    },
    chain: {
      transaction: async (txId: string) => {
        asked.push(txId);
        return blocks.get(txId) ?? null;
      },
    },
  };
  const inclusions = new Inclusions(node as never, realTimers, waitMs);
  let abort = (): void => {};
  const wait = () =>
    inclusions.wait(ID, {
      aborted: facts.aborted,
      onAbort: (gone) => {
        abort = gone;
      },
    });
  return { pool, departed, blocks, asked, facts, inclusions, wait, abort: () => abort() };
}

const found = { txId: ID, blockTime: 5 };

test('the block that has the transaction ends it; one without it does not, and is not searched', async () => {
  const { pool, blocks, asked, inclusions, wait } = scene();
  const answer = wait();
  inclusions.moved();
  expect([asked, inclusions.waiting]).toEqual([[], 1]);
  pool.delete(id);
  blocks.set(ID, found);
  inclusions.moved();
  expect(await answer).toBe(found);
  expect(inclusions.waiting).toBe(0);
});

test('what is in a block already waits for none', async () => {
  const { pool, blocks, wait } = scene();
  pool.delete(id);
  blocks.set(ID, found);
  expect(await wait()).toBe(found);
});

test('why it left the mempool is the answer', async () => {
  const { pool, departed, inclusions, wait } = scene();
  const answer = wait();
  pool.delete(id);
  const reason = refuse('already_exists', 'Name already taken');
  departed.set(id, reason);
  inclusions.moved();
  expect(await answer).toBe(reason);
});

test('what only this node had no room for may be in a block of another', async () => {
  for (const [code, judges, answer] of [
    ['mempool_full', false, 'unconfirmed'],
    ['replaced', false, 'unconfirmed'],
    ['mempool_full', true, 'mempool_full'],
    ['already_exists', false, 'already_exists'],
  ] as const) {
    const { pool, departed, facts, inclusions, wait } = scene();
    facts.judges = judges;
    const outcome = wait();
    pool.delete(id);
    departed.set(id, refuse(code, 'gone'));
    inclusions.moved();
    expect(await outcome).toMatchObject({ code: answer });
  }
});

test('nobody waits for a client that is gone before', async () => {
  const { asked, facts, inclusions, wait } = scene();
  facts.aborted = true;
  const outcome = wait();
  expect(inclusions.waiting).toBe(0);
  expect(await outcome).toMatchObject({ code: 'unconfirmed' });
  expect(asked).toEqual([]);
});

test('nobody waits for longer than the limit, after the client is gone, or while the node stops', async () => {
  vi.useFakeTimers();
  try {
    const late = scene(10_000);
    const answer = late.wait();
    await vi.advanceTimersByTimeAsync(9_999);
    expect(late.inclusions.waiting).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    const refusal = await answer;
    expect(isRefusal(refusal) && [refusal.code, refusal.message.includes(`GET /api/tx/${ID}`)]).toEqual([
      'unconfirmed',
      true,
    ]);
    const gone = scene();
    const unheard = gone.wait();
    gone.abort();
    expect(await unheard).toMatchObject({ code: 'unconfirmed' });
    const closing = scene();
    const open = closing.wait();
    closing.inclusions.close();
    expect(await open).toMatchObject({ code: 'unconfirmed' });
    expect(await closing.wait()).toMatchObject({ code: 'unconfirmed' });
    expect([late, gone, closing].map(({ inclusions }) => inclusions.waiting)).toEqual([0, 0, 0]);
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});
