/** Receipts of accepted messages: when and how often they are asked for, and which tokens they drop. */

import { expect, test } from 'vitest';
import { FIRST_PAUSE_MS } from '../../../../ops/push/pacedLoop.js';
import { MAX_RECEIPTS, RECEIPT_DELAY_MS } from '../../../../ops/push/receipts.js';
import { answer } from './pushProvider.js';
import { expoToken, mailTo, names, PushScene } from './pushScene.js';

test('receipts are asked for a quarter of an hour later, and drop the tokens that they report gone', async () => {
  const scene = await PushScene.open();
  const accounts = names(350).map((name) => scene.registry.register(name));
  for (const name of ['w5', 'w320']) scene.provider.receipts.set(expoToken(name), 'DeviceNotRegistered');
  scene.provider.receipts.set(expoToken('w6'), 'MessageTooBig');
  scene.delivery.notify(accounts.map((account) => mailTo(account)));
  await scene.sent(350);
  const asked = (): number[] =>
    scene.provider.asked
      .filter(({ path }) => path === '/push/getReceipts')
      .map(({ body }) => (JSON.parse(body) as { ids: string[] }).ids.length);
  await scene.pass(RECEIPT_DELAY_MS - 1);
  expect(asked()).toEqual([]);
  await scene.pass(1);
  await scene.until(() => scene.measures.gone === 2 && scene.delivery.stats().receipts === 0);
  expect(asked()).toEqual([300, 50]);
  expect(scene.registry.removed).toEqual([expoToken('w5'), expoToken('w320')]);
  expect(scene.measures.receipts).toMatchObject({ DeviceNotRegistered: 2, MessageTooBig: 1 });
  await scene.pass(4 * RECEIPT_DELAY_MS);
  expect(asked()).toEqual([300, 50]);
});

test('receipts that are not there are asked for three times', async () => {
  const scene = await PushScene.open();
  scene.delivery.notify([mailTo(scene.registry.register('alice'))]);
  await scene.answered(1);
  scene.provider.unready = true;
  for (const count of [2, 3, 4]) {
    expect(scene.delivery.stats().receipts).toBe(1);
    await scene.pass(RECEIPT_DELAY_MS);
    await scene.answered(count);
  }
  expect(scene.delivery.stats().receipts).toBe(0);
  expect(await scene.time.step()).toBe(false);
});

test.each([
  '{"data":[]}',
  '{"data":null}',
  'x',
  '{"data":{"__proto__":{"status":"error","details":{"error":"DeviceNotRegistered"}}}}',
  '{"data":{"00000000-0000-4000-8000-000000000002":{"status":"error","details":{"error":"DeviceNotRegistered"}}}}',
])('receipts that cannot be used (%s) drop no token and are asked for again', async (body) => {
  const scene = await PushScene.open();
  scene.delivery.notify([mailTo(scene.registry.register('alice'))]);
  await scene.answered(1);
  scene.provider.faults.push(answer(200, body));
  await scene.pass(RECEIPT_DELAY_MS);
  await scene.answered(2);
  expect(scene.registry.removed).toEqual([]);
  expect(scene.delivery.stats().receipts).toBe(1);
  await scene.pass(RECEIPT_DELAY_MS);
  await scene.answered(3);
  expect(scene.delivery.stats().receipts).toBe(0);
});

test('a request for receipts that fails is made again; it does not count as a provider that takes nothing', async () => {
  const scene = await PushScene.open();
  scene.provider.receipts.set(expoToken('alice'), 'DeviceNotRegistered');
  scene.delivery.notify([mailTo(scene.registry.register('alice'))]);
  await scene.answered(1);
  scene.provider.faults.push({ kind: 'reset' }, answer(503, '', { 'retry-after': '60' }));
  await scene.pass(RECEIPT_DELAY_MS);
  await scene.answered(2);
  expect(scene.delivery.failing).toBeUndefined();
  await scene.pass(FIRST_PAUSE_MS);
  await scene.answered(3);
  await scene.pass(59_999);
  expect(scene.registry.removed).toEqual([]);
  await scene.pass(1);
  await scene.until(() => scene.measures.gone === 1);
  expect(scene.registry.removed).toEqual([expoToken('alice')]);
  expect(scene.measures.requests).toMatchObject({ network: 1, server_error: 1 });
});

test('too many receipts drop the oldest', async () => {
  const scene = await PushScene.open();
  const account = scene.registry.register('alice');
  for (const count of [10_000, 10_000, 5]) {
    const { sent } = scene.measures;
    scene.delivery.notify(Array.from({ length: count }, () => mailTo(account)));
    await scene.sent(sent + count);
  }
  expect(scene.delivery.stats().receipts).toBe(MAX_RECEIPTS);
  expect(scene.measures.sent).toBe(MAX_RECEIPTS + 5);
});
