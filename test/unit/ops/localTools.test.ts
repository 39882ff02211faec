/** The queue of a developer's orders: what has not begun is dropped when its command or the node goes. */

import { expect, test } from 'vitest';
import { isRefusal } from '../../../engine/base/refusal.js';
import type { Node } from '../../../engine/node.js';
import type { DeveloperNetwork } from '../../../ops/local/developerNetwork.js';
import { type LocalParts, LocalTools } from '../../../ops/local/tools.js';

/** Tools over a node whose blocks are made when the test says so. */
function scene() {
  const waiting: (() => void)[] = [];
  let made = 0;
  const node = {
    chain: { tip: { height: 0, hash: 'ab', time: 0 } },
    makeBlock: () => new Promise<number>((resolve) => waiting.push(() => resolve(++made))),
  };
  const parts = { node: node as unknown as Node } as LocalParts;
  const takenBack: string[] = [];
  const host = { parts: () => parts, takeBack: async () => void takenBack.push('revert') };
  const tools = new LocalTools({ dataDir: '/nowhere' } as DeveloperNetwork, host);
  const block = async (): Promise<void> => {
    while (waiting.length === 0) await new Promise((resolve) => setImmediate(resolve));
    waiting.shift()?.();
  };
  return { tools, block, takenBack, made: () => made };
}

const codeOf = (answer: unknown): unknown => (isRefusal(answer) ? answer.code : 'done');

test('a stop ends the order under way between two blocks and begins no other', async () => {
  const { tools, block, takenBack, made } = scene();
  const mine = tools.take({ action: 'mine', blocks: 1_000 });
  const revert = tools.take({ action: 'revert', id: '1' });
  await block();
  const closed = tools.close();
  await block();
  await closed;
  expect(await Promise.all([mine, revert].map(async (answer) => codeOf(await answer)))).toEqual([
    'stopping',
    'stopping',
  ]);
  expect([made(), takenBack]).toEqual([2, []]);
  expect(codeOf(await tools.take({ action: 'status' }))).toBe('stopping');
});

test('an order whose command has gone is dropped before it begins, and ends between two blocks', async () => {
  const { tools, block, takenBack, made } = scene();
  let gone = false;
  const mine = tools.take({ action: 'mine', blocks: 1_000 }, () => gone);
  const revert = tools.take({ action: 'revert', id: '1' }, () => true);
  await block();
  gone = true;
  await block();
  expect(codeOf(await mine)).toBe('stopping');
  expect(codeOf(await revert)).toBe('stopping');
  const next = tools.take({ action: 'mine', blocks: 1 });
  await block();
  expect(codeOf(await next)).toBe('done');
  expect([made(), takenBack]).toEqual([3, []]);
});
