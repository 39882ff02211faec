/** The desk of the services: the order of checks, single use of nonces, limits, and what becomes of requests when nothing can be
 *  written. */

import { describe, expect, test } from 'vitest';
import { utf8, utf8Text } from '../../../engine/base/bytes.js';
import { isRefusal } from '../../../engine/base/refusal.js';
import { SERVICE_QUEUE, SERVICE_READS } from '../../../engine/base/serviceLimits.js';
import { isTimely } from '../../../engine/services/replication/blockTimes.js';
import { momentOf } from '../../../engine/services/stateDirectory.js';
import { fullDisk, type MemoryStore, openMemoryStore } from '../../support/memoryStore.js';
import { DeskScene, Signer, thrown } from '../../support/servicesDesk.js';

const alice = new Signer('alice');
const bob = new Signer('bob');
const PLAY = 'social_play';
const track = { trackId: 'a track' };

const code = (answer: unknown): string => (isRefusal(answer) ? answer.code : 'taken');

async function scene(options: Parameters<typeof openMemoryStore>[0] = {}) {
  const store = await openMemoryStore(options);
  return { store, ...parts(store) };
}

const parts = (store: MemoryStore) => ({ at: new DeskScene(store, [alice, bob]) });

const changed = (body: Uint8Array, from: string, to: string): Uint8Array => utf8(utf8Text(body).replace(from, to));

describe('the desk', () => {
  test('takes no record in that peers would pass over, and leaves its nonce to be used elsewhere', async () => {
    const { at } = await scene();
    const { now } = at.moment;
    // The tip of a node that catches up is ten minutes old.
    const tip = { height: 10, time: now - 600_000 };
    const node = {
      ...{ now, chainClock: { shiftMs: 0 }, chain: { tip }, network: {} },
      options: { times: { heartbeatMs: 10_000 } },
    };
    at.moment = momentOf(node);
    const body = alice.request(track, now);
    expect(await at.take(PLAY, body)).toMatchObject({
      code: 'busy',
      message: expect.stringContaining('this node catches up with the chain'),
      retryAfterSeconds: 30,
    });
    // Reads leave nothing.
    expect(code(await at.send('social_feed', alice, {}))).toBe('taken');
    at.moment = momentOf({ ...node, chain: { tip: { height: 1_500, time: now - 300 } } });
    expect(await at.take(PLAY, body)).toEqual({ success: true, plays: 1 });
    // One that stands alone, and one whose blocks are rare, take what comes.
    for (const other of [{ network: undefined }, { options: { times: { heartbeatMs: 3_600_000 } } }]) {
      at.moment = momentOf({ ...node, ...other });
      expect(code(await at.send(PLAY, alice, track))).toBe('taken');
    }
  });

  test('what it takes in at the last moment is timely for peers', () => {
    const tip = { height: 10, time: 1_000_000 };
    const heartbeatMs = 10_000;
    const { takesUntil } = momentOf({
      ...{ now: 0, chainClock: { shiftMs: 0 }, chain: { tip }, network: {} },
      options: { times: { heartbeatMs } },
    });
    const height = { time: tip.time, next: tip.time + 400 };
    expect(isTimely(Number(takesUntil), height, Number(takesUntil))).toBe(true);
  });

  test('refuses in the order of the specification: signature, window, from, nonce', async () => {
    const { at } = await scene();
    const { now } = at.moment;
    const fine = alice.request(track, now);
    expect(await at.take(PLAY, fine)).toEqual({ success: true, plays: 1 });
    const late = { timestamp: now - 300_001 };
    const cases: readonly [string, Uint8Array][] = [
      ['invalid_signature', changed(alice.request(track, now, late), '"trackId":"a track"', '"trackId":"b track"')],
      ['timestamp_window', alice.request(track, now, { ...late, from: bob.publicKey })],
      ['timestamp_window', alice.request(track, now, { timestamp: now + 300_001 })],
      ['timestamp_window', alice.request(track, now, { timestamp: 'soon' })],
      ['from_mismatch', alice.request(track, now, { from: bob.publicKey, nonce: 'short' })],
      ['nonce_missing', alice.request(track, now, { nonce: 'short' })],
      ['nonce_used', fine],
      ['operation_mismatch', alice.request(track, now, { type: 'social_like' })],
      ['chain_id_mismatch', alice.request(track, now, { chainId: 'another' })],
      ['malformed_payload', alice.request({ trackId: 5 }, now)],
      ['malformed_body', utf8('{"payload":{},"payload":{}}')],
      ['malformed_body', utf8('[]')],
      ['malformed_body', new Uint8Array()],
    ];
    const got: string[] = [];
    for (const [, body] of cases) got.push(code(await at.take(PLAY, body)));
    expect(got).toEqual(cases.map(([name]) => name));
    // A name that no service has is a client's own.
    expect(code(await at.take(PLAY, alice.request(track, now, { action: 'play it' })))).toBe('taken');
    expect(code(await at.take(PLAY, alice.request(track, now, { timestamp: now - 300_000 })))).toBe('taken');
    expect(code(await at.take('no_such_kind', alice.request(track, now)))).toBe('operation_unknown');
  });

  test("takes what the machine's clock dates when the chain's was moved ahead, once, as of the chain's time", async () => {
    const { at } = await scene();
    const machine = at.moment.now;
    const [day, month] = [86_400_000, 31 * 86_400_000];
    const moved = (shiftMs: number): void => {
      at.moment = { ...at.moment, now: machine + shiftMs, shiftMs };
    };
    const sweep = () => at.desk.sweep(at.moment, { retentionMs: month, onFault: thrown });
    const take = (kind: string, signer: Signer, fields: object) => at.take(kind, signer.request(fields, machine));
    const message = { recipientPublicKey: bob.publicKey, encryptedContent: 'sealed' };
    const body = alice.request(message, machine);
    moved(2 * month);
    const { messageId, conversationId } = await at.take('messenger_send', body);
    const { messages } = await take('messenger_messages', bob, { conversationId });
    expect(messages).toMatchObject([{ id: messageId, timestamp: at.moment.now }]);
    // Neither the retention nor the thirty days of the trash have begun before.
    const deleted = await take('messenger_delete', alice, { messageId });
    expect(Date.parse(deleted.recoverableUntil)).toBe(at.moment.now + 30 * day);
    await sweep();
    expect(code(await take('messenger_restore', alice, { messageId }))).toBe('taken');
    const [early, between, late] = [machine - 300_001, machine + month, at.moment.now + 300_001];
    for (const timestamp of [early, between, late])
      expect(code(await at.take(PLAY, alice.request(track, timestamp)))).toBe('timestamp_window');
    expect(code(await at.take(PLAY, alice.request(track, at.moment.now)))).toBe('taken');
    moved(3 * month);
    await sweep();
    expect(code(await at.take('messenger_send', body))).toBe('nonce_used');
    at.moment = { ...at.moment, shiftMs: 0 };
    expect(code(await take(PLAY, alice, track))).toBe('timestamp_window');
  });

  test('takes a nonce of a key once, also after a restart, and of another key again', async () => {
    const { at, store } = await scene();
    const { now } = at.moment;
    const common = { nonce: 'the same nonce' };
    const one = alice.request(track, now, common);
    const answers = await Promise.all([at.take(PLAY, one), at.take(PLAY, one.slice())]);
    expect(answers.map(code).sort()).toEqual(['nonce_used', 'taken']);
    expect(code(await at.take(PLAY, alice.request({ trackId: 'other' }, now, common)))).toBe('nonce_used');
    expect(code(await at.take(PLAY, bob.request(track, now, common)))).toBe('taken');
    const again = new DeskScene(store, [alice, bob]);
    expect(code(await again.take(PLAY, one.slice()))).toBe('nonce_used');
  });

  test('uses up the nonce of a request that it refuses', async () => {
    const { at } = await scene();
    const { now } = at.moment;
    const small = new DeskScene((await openMemoryStore()) as MemoryStore, [alice], undefined, 10);
    const body = alice.request(track, now);
    expect(code(await small.take(PLAY, body))).toBe('busy');
    expect(code(await small.take(PLAY, body.slice()))).toBe('nonce_used');
  });

  test('counts what many send at once, each once', async () => {
    const { at } = await scene();
    const bodies = Array.from({ length: 600 }, (_, n) => (n % 2 ? alice : bob).request(track, at.moment.now));
    const answers = await Promise.all(bodies.map((body) => at.take(PLAY, body)));
    expect(answers.filter((answer) => code(answer) === 'taken')).toHaveLength(600);
    expect(answers.at(-1)).toEqual({ success: true, plays: 600 });
    expect(at.desk.stats()).toMatchObject({ accepted: 600, refused: 0, records: 600 });
  });

  test('answers readers by turns, so many at a time, and refuses the newest of the greediest', async () => {
    const { at } = await scene();
    const read = (source: string) => at.desk.read('social_timeline', { limit: 1, offset: 0 }, at.moment, source);
    const crowd = Array.from({ length: SERVICE_READS.atOnce + SERVICE_READS.requests }, () => read('one'));
    const others = [read('other'), read('third')];
    expect((await Promise.all(others)).map(code)).toEqual(['taken', 'taken']);
    const codes = (await Promise.all(crowd)).map(code);
    expect(codes.filter((each) => each === 'busy')).toHaveLength(2);
    expect(codes.slice(-2)).toEqual(['busy', 'busy']);
  });

  test('ends reads before it is closed, and begins none after', async () => {
    const { at } = await scene();
    const reads = Array.from({ length: 50 }, () => at.desk.read('social_timeline', { limit: 1, offset: 0 }, at.moment));
    let taken = 0;
    for (const read of reads)
      void read.then((answer) => {
        if (code(answer) === 'taken') taken++;
      });
    const atTheEnd = await at.desk.close().then(() => taken);
    expect(atTheEnd).toBe(SERVICE_READS.atOnce);
    expect((await Promise.all(reads)).slice(0, SERVICE_READS.atOnce).map(code)).toEqual(Array(4).fill('taken'));
    expect(new Set((await Promise.all(reads.slice(SERVICE_READS.atOnce))).map(code))).toEqual(new Set(['stopping']));
    expect(code(await at.desk.read('social_timeline', {}, at.moment))).toBe('stopping');
  });

  test('refuses the newest when too many wait, and all that wait when it closes', async () => {
    const { at } = await scene();
    const body = alice.request(track, at.moment.now);
    const many = Array.from({ length: SERVICE_QUEUE.requests + 3 }, () => at.take(PLAY, body));
    await at.desk.close();
    const codes = (await Promise.all(many)).map(code);
    // The first is taken out of the queue at once.
    expect(codes.filter((each) => each === 'busy')).toHaveLength(2);
    expect(codes.filter((each) => each === 'stopping').length).toBeGreaterThan(1_000);
    expect(code(await at.take(PLAY, body))).toBe('stopping');
  });

  test('keeps nothing of a group that cannot be written, and says so', async () => {
    let isFull = true;
    const { store, at } = await scene({
      at: (point) => {
        if (isFull && point === 'commit-batch') throw fullDisk(point);
      },
    });
    const body = alice.request(track, at.moment.now);
    const answer = await at.take(PLAY, body);
    expect(code(answer)).toBe('busy');
    isFull = false;
    await store.reopen();
    expect(code(await at.take(PLAY, body.slice()))).toBe('taken');
    expect(at.log.lines.some(({ message }) => message === 'the services could not be written')).toBe(true);
  });
});
