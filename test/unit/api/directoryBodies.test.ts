/** Requests that wait for a block hold neither their body nor their transaction: as many wait as there is room for. */

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { directoryRoutes } from '../../../api/routes/directory.js';
import { type Answer, BodyWanted } from '../../../api/server/port.js';
import { type Refusal, refuse } from '../../../engine/base/refusal.js';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

const request = {
  method: 'POST',
  header: (name: string) => (name === 'content-type' ? 'application/json' : ''),
  joinedHeader: () => '',
  query: '',
  aborted: false,
  onAbort: () => {},
};

test('while it waits', async () => {
  const waits: ((outcome: Refusal) => void)[] = [];
  const context = {
    node: {
      submit: async () => ({ txId: 'ab'.repeat(32), transaction: { sender: 'a', fields: { name: 'alice' } } }),
    },
    sourceOf: () => 'somebody',
    inclusions: {
      wait: () => new Promise((resolve) => waits.push(resolve)),
    },
  };
  const bodies: WeakRef<Uint8Array>[] = [];
  const answers: unknown[] = [];
  const ask = (route: (typeof directoryRoutes)[number]): void => {
    const outcome = route.run(context as never, request as never, [], []);
    if (!(outcome instanceof BodyWanted)) throw new Error('a signed route takes a body');
    const body = new Uint8Array(1_000_000);
    bodies.push(new WeakRef(body));
    answers.push(outcome.answer(body));
  };
  for (const route of directoryRoutes) if (route.description.method === 'POST') ask(route);
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
  collect();
  expect([bodies.length, waits.length]).toEqual([3, 3]);
  expect(bodies.map((body) => body.deref())).toEqual([undefined, undefined, undefined]);
  for (const end of waits) end(refuse('unconfirmed', 'none came'));
  expect((await Promise.all(answers)).map((answer) => (answer as Answer).status)).toEqual([504, 504, 504]);
});
