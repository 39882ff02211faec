/** Push delivery against a provider that is a real server: what devices show, batches, faults, pauses, tokens that are gone. */

import { expect, test } from 'vitest';
import { MAX_ANSWER_BYTES } from '../../../../ops/push/answers.js';
import { MAX_EVENTS, PushDelivery } from '../../../../ops/push/delivery.js';
import { ITEM_PAUSE_MS, MAX_AGE_MS, MAX_QUEUED } from '../../../../ops/push/lane.js';
import { FIRST_PAUSE_MS, MAX_PAUSE_MS } from '../../../../ops/push/pacedLoop.js';
import type { PushEvent } from '../../../../ops/push/port.js';
import { REQUEST_LIMIT_MS } from '../../../../ops/push/providerDoor.js';
import { answer, type Fault } from './pushProvider.js';
import { expoToken, mailTo, names, PushScene, wallet } from './pushScene.js';

const sizes = ({ provider }: PushScene): number[] =>
  provider.sends.map(({ body }) => (JSON.parse(body) as unknown[]).length);

test('each kind of event shows what it may, and nothing else leaves', async () => {
  const scene = await PushScene.open();
  const account = scene.registry.register('alice');
  const secret = { name: 'SECRET', content: 'SECRET', from: 'SECRET' };
  const conversation = { conversationId: 'c1', ...secret };
  const events: PushEvent[] = [
    { account, kind: 'transfer', data: { symbol: 'XRGE', amount: '1.5', ...secret } },
    { account, kind: 'transfer', data: { more: 7, ...secret } },
    { account, kind: 'transfer', data: { more: 1 } },
    { account, kind: 'message', data: conversation },
    { account, kind: 'mail', data: { id: 'm1', ...secret } },
    { account, kind: 'conversation_update', data: conversation },
    { account, kind: 'conversation_participant', data: conversation },
  ];
  scene.delivery.notify(events);
  await scene.sent(events.length);
  const base = { to: expoToken('alice'), sound: 'default', priority: 'high' };
  const encrypted = 'You received a new encrypted message';
  const shown: readonly (readonly [string, string, Record<string, unknown>])[] = [
    ['Received', 'You received 1.5 XRGE', { type: 'transfer', symbol: 'XRGE', amount: '1.5' }],
    ['Received', 'You received 7 more transfers', { type: 'transfer', count: 7 }],
    ['Received', 'You received 1 more transfer', { type: 'transfer', count: 1 }],
    ['New message', encrypted, { type: 'message', conversationId: 'c1' }],
    ['New mail', encrypted, { type: 'mail', id: 'm1' }],
    ['Group updated', 'A group chat has a new name', { type: 'conversation_update', conversationId: 'c1' }],
    ['Added to group', 'You were added to a group chat', { type: 'conversation_participant', conversationId: 'c1' }],
  ];
  expect(scene.provider.shown).toEqual(shown.map(([title, body, data]) => ({ ...base, title, body, data })));
  expect(scene.provider.asked.map(({ body }) => body).join()).not.toContain('SECRET');
  expect(sizes(scene)).toEqual([7]);
});

test('a request has a hundred messages at most, one after the other, in their order', async () => {
  const scene = await PushScene.open();
  const accounts = names(251).map((name) => scene.registry.register(name));
  scene.delivery.notify(accounts.map((account) => mailTo(account)));
  await scene.sent(251);
  expect(sizes(scene)).toEqual([100, 100, 51]);
  expect(scene.provider.shown.map(({ to }) => to)).toEqual(names(251).map(expoToken));
  expect(scene.registry.lookUps).toEqual([251]);
  expect(scene.delivery.stats()).toMatchObject({ queued: 0, receipts: 251 });
});

test('only tokens of the platform go to it, with its access token; another platform needs an endpoint of its own', async () => {
  const other = await PushScene.open();
  const scene = await PushScene.open({ accessToken: 'a-secret-of-the-operator' });
  const endpoints = new Map([
    ['expo', scene.provider.endpoint],
    ['web', other.provider.endpoint],
  ]);
  const both = await PushScene.open({ endpoints, accessToken: 'a-secret-of-the-operator' });
  const registered: readonly (readonly [string, string])[] = [
    ['ExpoPushToken[x]', 'expo'],
    ['ExponentPushToken[y]', 'expo'],
    ['exponentpushtoken[z]', 'expo'],
    ['https://evil.example', 'expo'],
    ['', 'web'],
    ['w'.repeat(513), 'web'],
    ['w1', 'web'],
    ['a1', 'apns'],
  ];
  for (const [index, [token, platform]] of registered.entries())
    both.delivery.notify([mailTo(both.registry.register(`r${index}`, token, platform))]);
  await both.sent(3);
  await both.until(() => both.measures.dropped.no_endpoint === 5);
  expect(scene.provider.shown.map(({ to }) => to)).toEqual(['ExpoPushToken[x]', 'ExponentPushToken[y]']);
  expect(other.provider.shown.map(({ to }) => to)).toEqual(['w1']);
  for (const { authorization } of scene.provider.asked) expect(authorization).toBe('Bearer a-secret-of-the-operator');
  for (const { authorization } of other.provider.asked) expect(authorization).toBeUndefined();
  expect(scene.provider.asked.length * other.provider.asked.length).toBeGreaterThan(0);
});

/** Faults after which the same messages are sent again, and the least and the longest pause before it. */
const date = (seconds: number): string => new Date(1_700_000_000_000 + seconds * 1_000).toUTCString();
const passing: readonly (readonly [string, Fault, string, number, number])[] = [
  ['429', answer(429), 'rate_limited', FIRST_PAUSE_MS / 2, FIRST_PAUSE_MS],
  ['429 with seconds', answer(429, '', { 'retry-after': '90' }), 'rate_limited', 90_000, 90_000],
  ['429 with a date', answer(429, '', { 'retry-after': date(40) }), 'rate_limited', 40_000, 40_000],
  ['429 with a date of the past', answer(429, '', { 'retry-after': date(-9) }), 'rate_limited', 500, FIRST_PAUSE_MS],
  ['429 with nonsense', answer(429, '', { 'retry-after': 'soon' }), 'rate_limited', 500, FIRST_PAUSE_MS],
  ['500', answer(500, '{"errors":[]}'), 'server_error', 500, FIRST_PAUSE_MS],
  ['503 with seconds', answer(503, '', { 'retry-after': '7' }), 'server_error', 7_000, 7_000],
  ['401', answer(401), 'refused', 500, FIRST_PAUSE_MS],
  ['404', answer(404), 'refused', 500, FIRST_PAUSE_MS],
  ['a redirection', answer(307, '', { location: 'http://127.0.0.1:1/' }), 'refused', 500, FIRST_PAUSE_MS],
  ['a reset', { kind: 'reset' }, 'network', 500, FIRST_PAUSE_MS],
];

test.each(passing)('%s: the messages are sent again after a pause', async (_, fault, reason, least, most) => {
  const scene = await PushScene.open();
  const account = scene.registry.register('alice');
  scene.provider.faults.push(fault);
  scene.delivery.notify([mailTo(account)]);
  await scene.failed(1);
  expect(scene.measures.requests).toMatchObject({ [reason]: 1 });
  expect(scene.delivery.failing).toMatchObject({ platform: 'expo', failure: reason });
  await scene.pass(least - 1);
  expect(scene.provider.sends.length).toBe(1);
  await scene.pass(most - least + 2);
  await scene.sent(1);
  expect(scene.provider.shown.length).toBe(1);
  expect(scene.delivery.failing).toBeUndefined();
  expect(scene.delivery.stats().queued).toBe(0);
});

test.each([
  ['never answers', { kind: 'hang' }],
  ['stops in the middle of an answer', { kind: 'hang in body' }],
] as const)('a provider that %s is given up after 15 seconds', async (_, fault) => {
  const scene = await PushScene.open();
  scene.provider.faults.push(fault);
  scene.delivery.notify([mailTo(scene.registry.register('alice'))]);
  await scene.until(() => scene.provider.asked.length === 1);
  await scene.pass(REQUEST_LIMIT_MS - 1);
  expect(scene.measures.requests.timeout).toBe(0);
  await scene.pass(1);
  await scene.failed(1);
  expect(scene.measures.requests.timeout).toBe(1);
  await scene.pass(FIRST_PAUSE_MS);
  await scene.sent(1);
  expect(scene.provider.shown.length).toBe(1);
});

test('pauses double up to five minutes and differ between nodes; a message is too old after an hour', async () => {
  const beginnings: string[] = [];
  for (const seed of [1, 2]) {
    const scene = await PushScene.open({}, seed);
    for (let count = 0; count < 100; count++) scene.provider.faults.push(answer(500));
    scene.delivery.notify([mailTo(scene.registry.register('alice'))]);
    const pauses: number[] = [];
    let last = scene.time.elapsed;
    for (let failures = 1; scene.measures.dropped.too_old === 0; failures++) {
      await scene.failed(failures);
      if (failures > 1) pauses.push(scene.time.elapsed - last);
      last = scene.time.elapsed;
      expect(scene.delivery.failing?.forMs).toBe(last);
      await scene.time.step();
    }
    expect(scene.time.elapsed).toBeGreaterThan(MAX_AGE_MS);
    expect(scene.time.elapsed).toBeLessThanOrEqual(MAX_AGE_MS + MAX_PAUSE_MS);
    expect(pauses.length).toBeGreaterThan(15);
    pauses.forEach((pause, index) => {
      const full = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** index);
      expect(pause).toBeGreaterThanOrEqual(full / 2);
      expect(pause).toBeLessThanOrEqual(full + 1);
    });
    beginnings.push(pauses.slice(0, 5).join());
    expect(scene.delivery.stats().queued).toBe(0);
  }
  expect(new Set(beginnings).size).toBe(2);
});

/** Answers of a request that was taken, of which nothing can be used. */
const damaged: readonly (readonly [string, Fault])[] = [
  ['no JSON', answer(200, '<html>welcome</html>')],
  ['nothing', answer(200, '')],
  ['broken JSON', answer(200, '{"data":[{"status":"ok"')],
  ['a list', answer(200, '[{"status":"ok"},{"status":"ok"},{"status":"ok"}]')],
  ['null', answer(200, '{"data":null}')],
  ['an object', answer(200, '{"data":{"0":{"status":"ok"},"length":3}}')],
  ['too few items', answer(200, '{"data":[{"status":"error","details":{"error":"DeviceNotRegistered"}}]}')],
  ['too many items', answer(200, JSON.stringify({ data: Array(4).fill({ status: 'ok' }) }))],
  ['errors alone', answer(200, '{"errors":[{"code":"INTERNAL"}]}')],
  ['a deep answer', answer(200, `{"data":${'['.repeat(50_000)}`)],
  ['many values', answer(200, `{"data":[${'0,'.repeat(20_000)}0]}`)],
  ['bytes that are no text', answer(200, Buffer.from([0x7b, 0x22, 0xff, 0xfe]).toString('latin1'))],
  ['a large answer', answer(200, ' '.repeat(MAX_ANSWER_BYTES + 1))],
  ['an answer without end', { kind: 'endless' }],
];

test.each(damaged)('%s: nothing of it is used, the messages are not shown twice', async (_, fault) => {
  const scene = await PushScene.open();
  const accounts = names(3).map((name) => scene.registry.register(name));
  scene.provider.faults.push(fault);
  scene.delivery.notify(accounts.map((account) => mailTo(account)));
  await scene.failed(1);
  expect(scene.measures.requests.bad_answer).toBe(1);
  expect(scene.measures.failed.bad_answer).toBe(3);
  expect(scene.registry.removed).toEqual([]);
  scene.delivery.notify([mailTo(accounts[0] as (typeof accounts)[0], 'm2')]);
  await scene.pass(FIRST_PAUSE_MS);
  await scene.sent(1);
  expect(scene.provider.shown.map(({ data }) => data.id)).toEqual(['m2']);
});

test('each item is judged on its own: odd ones cost their neighbours nothing', async () => {
  const scene = await PushScene.open();
  const items: readonly (readonly [unknown, string])[] = [
    [{ status: 'ok', id: 'a-1' }, 'sent'],
    [{ status: 'ok', id: 7 }, 'sent'],
    [{ status: 'ok', id: 'x'.repeat(65) }, 'sent'],
    [{ status: 'ok', id: '__proto__ ' }, 'sent'],
    [{ status: 'error', details: { error: 'DeviceNotRegistered' } }, 'DeviceNotRegistered'],
    [{ status: 'error', details: { error: 'MessageTooBig' } }, 'MessageTooBig'],
    [{ status: 'error', details: { error: 'InvalidCredentials' } }, 'InvalidCredentials'],
    [{ status: 'error', details: { error: 'MismatchSenderId' } }, 'MismatchSenderId'],
    [{ status: 'error', details: { error: 'constructor' } }, 'other'],
    [{ status: 'error', details: 'DeviceNotRegistered' }, 'other'],
    [{ status: 'error' }, 'other'],
    [{ status: 'fine' }, 'other'],
    [{}, 'other'],
    [null, 'other'],
    [[{ status: 'ok' }], 'other'],
    ['ok', 'other'],
  ];
  const accounts = names(items.length).map((name) => scene.registry.register(name));
  scene.provider.faults.push(answer(200, JSON.stringify({ data: items.map(([item]) => item) })));
  scene.delivery.notify(accounts.map((account) => mailTo(account)));
  await scene.until(() => scene.registry.removed.length === 1);
  expect(scene.registry.removed).toEqual([expoToken('w4')]);
  const counted: Record<string, number> = { sent: scene.measures.sent, ...scene.measures.failed };
  for (const reason of new Set(items.map(([, one]) => one)))
    expect(counted[reason], reason).toBe(items.filter(([, one]) => one === reason).length);
  expect(Object.values(counted).reduce((sum, one) => sum + one, 0)).toBe(items.length);
  // Of the ids only the first can be asked for.
  expect(scene.delivery.stats().receipts).toBe(1);
});

test('a token that the provider reports gone is dropped once, with what waits for it', async () => {
  const scene = await PushScene.open();
  const gone = scene.registry.register('gone');
  const there = scene.registry.register('there');
  scene.registry.register('there', expoToken('there, second device'));
  scene.provider.tickets.set(expoToken('gone'), 'DeviceNotRegistered');
  const events = Array.from({ length: 130 }, (_, index) => mailTo(gone, `m${index}`));
  scene.delivery.notify([mailTo(there), ...events]);
  await scene.until(() => scene.measures.gone === 1 && scene.delivery.stats().queued === 0);
  expect(scene.registry.removed).toEqual([expoToken('gone')]);
  expect(scene.measures).toMatchObject({ sent: 2, failed: { DeviceNotRegistered: 130 } });
  expect(sizes(scene)).toEqual([100]);
  scene.delivery.notify([mailTo(gone), mailTo(there, 'm2')]);
  await scene.sent(4);
  expect(scene.provider.shown.length).toBe(4);
});

test('a device that is too busy gets its message later, four times; others do not wait for it', async () => {
  const scene = await PushScene.open();
  const [busy, free] = [scene.registry.register('busy'), scene.registry.register('free')];
  scene.provider.tickets.set(expoToken('busy'), 'MessageRateExceeded');
  scene.delivery.notify([mailTo(busy), mailTo(free)]);
  await scene.sent(1);
  expect(scene.provider.shown.map(({ to }) => to)).toEqual([expoToken('free')]);
  expect(scene.delivery.stats().queued).toBe(1);
  expect(scene.delivery.failing).toBeUndefined();
  let [elapsed, sends] = [0, 1];
  for (const pause of [1, 2, 4].map((times) => times * ITEM_PAUSE_MS)) {
    await scene.pass(pause - 1);
    expect(scene.provider.sends.length).toBe(sends);
    await scene.pass(1);
    await scene.until(() => scene.provider.sends.length > sends && scene.delivery.stats().queued === 1);
    [elapsed, sends] = [elapsed + pause, sends + 1];
  }
  expect(scene.time.elapsed).toBe(elapsed);
  scene.provider.tickets.clear();
  await scene.pass(8 * ITEM_PAUSE_MS);
  await scene.sent(2);
  expect(sizes(scene)).toEqual([2, 1, 1, 1, 1]);

  scene.provider.tickets.set(expoToken('busy'), 'MessageRateExceeded');
  scene.delivery.notify([mailTo(busy)]);
  for (let count = 6; count <= 10; count++) {
    await scene.until(() => scene.provider.sends.length >= count);
    await scene.until(() => scene.measures.failed.MessageRateExceeded === 1 || scene.delivery.stats().queued === 1);
    await scene.pass(8 * ITEM_PAUSE_MS);
  }
  await scene.until(() => scene.measures.failed.MessageRateExceeded === 1);
  expect(scene.delivery.stats().queued).toBe(0);
});

test('a message that the provider refuses the whole request for does not take others with it', async () => {
  const scene = await PushScene.open();
  const accounts = names(100).map((name) => scene.registry.register(name));
  for (const name of ['w13', 'w77']) scene.provider.foreign.add(expoToken(name));
  scene.delivery.notify(accounts.map((account) => mailTo(account)));
  await scene.sent(100);
  expect(scene.provider.shown.map(({ to }) => to)).toEqual(names(100).map(expoToken));
  expect(scene.provider.sends.length).toBeLessThan(40);
  // No time has passed, and the provider counts as well.
  expect(scene.time.elapsed).toBe(0);
  expect(scene.delivery.failing).toBeUndefined();

  const before = scene.provider.sends.length;
  for (let count = 0; count < 199; count++) scene.provider.faults.push(answer(400, 'no'));
  scene.delivery.notify([...accounts.map((account) => mailTo(account)), mailTo(accounts[0] ?? wallet('none'), 'last')]);
  await scene.sent(101);
  expect(scene.measures.failed.content).toBe(100);
  expect(scene.provider.sends.length - before).toBe(200);
  expect(scene.provider.shown.at(-1)?.data.id).toBe('last');
});

test('too many events and messages drop the oldest, each counted', async () => {
  const scene = await PushScene.open();
  const account = scene.registry.register('alice');
  const stranger = wallet('stranger');
  scene.provider.faults.push({ kind: 'hang' });
  scene.delivery.notify([mailTo(account, 'first')]);
  await scene.until(() => scene.provider.asked.length === 1);
  const count = MAX_QUEUED + 25;
  scene.delivery.notify(Array.from({ length: count }, (_, index) => mailTo(account, `m${index}`)));
  await scene.until(() => scene.measures.dropped.queue_full === 25);
  expect(scene.delivery.stats().queued).toBe(MAX_QUEUED);

  scene.delivery.notify(Array.from({ length: MAX_EVENTS + 7 }, () => mailTo(stranger)));
  expect(scene.measures.dropped.queue_full).toBe(25 + 7);
  await scene.until(() => scene.delivery.stats().queued === MAX_QUEUED);
  await scene.pass(REQUEST_LIMIT_MS + FIRST_PAUSE_MS);
  await scene.sent(MAX_QUEUED + 1);
  // The first waited for its request, and then those that were not dropped come in their order.
  const ids = scene.provider.shown.map(({ data }) => data.id);
  expect(ids.slice(0, 2)).toEqual(['first', 'm25']);
  expect(ids.at(-1)).toBe(`m${count - 1}`);
  expect(ids.length).toBe(MAX_QUEUED + 1);
});

test('a registry that fails costs notifications and nothing else', async () => {
  const scene = await PushScene.open();
  const account = scene.registry.register('alice');
  scene.registry.isBroken = true;
  scene.delivery.notify([mailTo(account), mailTo(account)]);
  await scene.log.said(/could not be looked up/);
  expect(scene.measures.dropped.registry).toBe(2);
  scene.registry.isBroken = false;
  scene.provider.tickets.set(expoToken('alice'), 'DeviceNotRegistered');
  scene.delivery.notify([mailTo(account)]);
  await scene.until(() => scene.provider.asked.length === 1);
  scene.registry.isBroken = true;
  await scene.log.said(/that is gone could not be removed/);
  expect(scene.measures.gone).toBe(0);
  scene.registry.isBroken = false;
  scene.delivery.notify([mailTo(account)]);
  await scene.until(() => scene.measures.gone === 1);
  expect(JSON.stringify(scene.log.lines)).not.toContain('ExponentPushToken');
});

test('closing ends the request under way and keeps no timer; later events go nowhere', async () => {
  const scene = await PushScene.open();
  const account = scene.registry.register('alice');
  scene.delivery.notify([mailTo(account)]);
  await scene.sent(1);
  scene.provider.faults.push({ kind: 'hang' });
  scene.delivery.notify([mailTo(account, 'm2')]);
  await scene.until(() => scene.provider.asked.length === 2);
  await scene.delivery.close();
  scene.delivery.notify([mailTo(account, 'm3')]);
  expect(await scene.time.step()).toBe(false);
  expect(scene.provider.asked.length).toBe(2);
  expect(scene.measures.requests.network).toBe(0);
});

test('what was notified before the start is delivered after it', async () => {
  const scene = await PushScene.open();
  const { registry, time, timers, log, provider } = scene;
  const random = { bytes: (length: number) => new Uint8Array(length) };
  const endpoints = new Map([['expo', provider.endpoint]]);
  const late = new PushDelivery({ registry, clock: time.clock, timers, random, log }, { endpoints });
  late.notify([mailTo(registry.register('alice'))]);
  await scene.pass(1_000);
  expect([registry.lookUps.length, late.stats().queued]).toEqual([0, 1]);
  late.start();
  await scene.until(() => late.measures.sent === 1);
  await late.close();
});
