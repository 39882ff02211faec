/** Tries, waits and failures of the client's requests, against a fetch replacement and a clock that is set. */

import { getEventListeners } from 'node:events';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Account } from '../../../../api/client/account.js';
import { RougedClient, type RougedClientOptions } from '../../../../api/client/client.js';
import type { RougedError } from '../../../../api/client/error.js';

const account = Account.fromSeed('01'.repeat(32));
const transfer = { to: account.address, amount: 1n };

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

type Reply = (init: RequestInit) => Response | Promise<Response>;

const json = (status: number, body: object, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), { status, headers });
const refusal =
  (status: number, code: string, retryAfter?: string): Reply =>
  () =>
    json(
      status,
      { success: false, error: `a ${code}`, code },
      retryAfter === undefined ? {} : { 'retry-after': retryAfter },
    );
const accepted: Reply = () => json(200, { success: true, txId: 'ab' });
const broken: Reply = () => Promise.reject(new TypeError('fetch failed', { cause: { code: 'ECONNRESET' } }));
/** Never answers; ends with the signal as fetch does. */
const silent: Reply = ({ signal }) =>
  new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));

/** A client whose requests get these replies, one after the other, and what it sent. */
function clientOf(replies: readonly Reply[], options: RougedClientOptions = {}) {
  const sent: { readonly url: string; readonly body: string; readonly at: number }[] = [];
  const start = Date.now();
  const client = new RougedClient('http://node.test/api/', {
    chainId: 'test-1',
    ...options,
    fetch: async (url, init = {}) => {
      const reply = replies[sent.length];
      sent.push({ url: String(url), body: String(init.body ?? ''), at: Date.now() - start });
      if (!reply) throw new Error('asked too often');
      return reply(init);
    },
  });
  return { client, sent };
}

/** Lets the clock run until the call has ended. */
async function ended<T>(call: Promise<T>): Promise<T | RougedError> {
  const end = call.catch((error: unknown) => error as RougedError);
  await vi.runAllTimersAsync();
  return end;
}

describe('a node that says when to come back', () => {
  test('is asked again after that time with the same signed bytes', async () => {
    const { client, sent } = clientOf([refusal(429, 'rate_limited', '3'), refusal(503, 'busy', '1'), accepted]);
    expect(await ended(client.transfer(account, transfer))).toEqual({ success: true, txId: 'ab' });
    expect(new Set(sent.map(({ body }) => body)).size).toBe(1);
    expect(sent).toHaveLength(3);
    expect(sent[1]?.at).toBeGreaterThanOrEqual(3_000);
    expect((sent[2]?.at ?? 0) - (sent[1]?.at ?? 0)).toBeGreaterThanOrEqual(1_000);
  });

  test('is asked a bounded number of times', async () => {
    const { client, sent } = clientOf(Array(9).fill(refusal(503, 'busy', '1')), { retries: 2 });
    expect(await ended(client.getStats())).toMatchObject({ code: 'busy', status: 503, retryAfter: 1 });
    expect(sent).toHaveLength(3);
    const other = clientOf(Array(9).fill(refusal(503, 'busy', '1')));
    await ended(other.client.getStats());
    expect(other.sent).toHaveLength(5);
  });

  test('is left when that is too far away, or when it names no time', async () => {
    for (const [reply, retryAfter] of [
      [refusal(429, 'faucet_cooldown', '86400'), 86_400],
      [refusal(503, 'not_producing'), undefined],
    ] as const) {
      const { client, sent } = clientOf([reply]);
      expect(await ended(client.faucet(account))).toMatchObject({ name: 'RougedError', retryAfter });
      expect(sent).toHaveLength(1);
    }
  });

  test('may name a date', async () => {
    const { client, sent } = clientOf([refusal(503, 'busy', new Date(Date.now() + 5_000).toUTCString()), accepted]);
    await ended(client.transfer(account, transfer));
    expect(sent[1]?.at).toBeGreaterThanOrEqual(4_000);
  });
});

describe('a try whose fate is unknown', () => {
  test.each([
    ['a broken connection', broken],
    ['no answer', silent],
    ['a proxy without an answer', () => new Response('<html>', { status: 502 })],
  ])('after %s the same signed bytes are sent again', async (_, reply) => {
    const { client, sent } = clientOf([reply, accepted]);
    expect(await ended(client.transfer(account, transfer))).toEqual({ success: true, txId: 'ab' });
    expect(sent).toHaveLength(2);
    expect(sent[0]?.body).toBe(sent[1]?.body);
  });

  test('is followed by longer and longer waits, up to five seconds', async () => {
    const { client, sent } = clientOf([...Array(12).fill(broken), accepted], { retries: 12 });
    await ended(client.getStats());
    const pauses = sent.slice(1).map(({ at }, index) => at - (sent[index]?.at ?? 0));
    expect(pauses).toHaveLength(12);
    for (const [index, pause] of pauses.entries()) {
      const most = Math.min(250 * 2 ** index, 5_000);
      expect(pause).toBeGreaterThanOrEqual(Math.floor(most / 2));
      expect(pause).toBeLessThanOrEqual(most);
    }
  });

  test('a nonce that the lost try has used means that it was accepted', async () => {
    const { client, sent } = clientOf([broken, refusal(401, 'nonce_used')]);
    const request = await client.sign(account, 'transfer', transfer);
    expect(await ended(client.send(request))).toEqual({ success: true, txId: request.txId });
    expect(sent).toHaveLength(2);
  });

  test('a used nonce at the first try, or one of the account, stays an error', async () => {
    const first = clientOf([refusal(401, 'nonce_used')]);
    expect(await ended(first.client.transfer(account, transfer))).toMatchObject({ code: 'nonce_used' });
    const numbered = clientOf([broken, refusal(401, 'nonce_used')]);
    const answer = await ended(numbered.client.transfer(account, transfer, { accountNonce: 4 }));
    expect(answer).toMatchObject({ code: 'nonce_used', txId: expect.stringMatching(/^[0-9a-f]{64}$/) });
  });

  test('a used nonce says nothing about what a block decided', async () => {
    const { client, sent } = clientOf([refusal(504, 'unconfirmed'), refusal(401, 'nonce_used')]);
    const call = client.registerName(account, { name: 'alice', walletId: account.publicKey });
    expect(await ended(call)).toMatchObject({ code: 'nonce_used', txId: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(sent[0]?.body).toBe(sent[1]?.body);
  });

  test('what a block decides is waited for longer than other answers, unless the caller says otherwise', async () => {
    const late: Reply = async () => {
      await new Promise((resolve) => setTimeout(resolve, 19_000));
      return accepted({});
    };
    const wanted = { name: 'alice', walletId: account.publicKey };
    const patient = clientOf([late]);
    expect(await ended(patient.client.registerName(account, wanted))).toMatchObject({ success: true });
    const { client, sent } = clientOf(Array(2).fill(silent));
    await ended(client.registerName(account, wanted, { timeoutMs: 50, retries: 1 }));
    expect(sent[1]?.at).toBeLessThan(1_000);
  });

  test('what is not signed is not sent twice', async () => {
    const { client, sent } = clientOf([broken, accepted]);
    const call = client.askFaucet({ recipientPublicKey: account.publicKey });
    expect(await ended(call)).toMatchObject({
      code: 'unreachable',
      status: 0,
      message: expect.stringContaining('ECONNRESET'),
    });
    expect(sent).toHaveLength(1);
  });

  test('tells the transaction that may still be included', async () => {
    const { client } = clientOf(Array(9).fill(silent), { retries: 1, timeoutMs: 50 });
    const error = await ended(client.transfer(account, transfer));
    expect(error).toMatchObject({ code: 'timeout', txId: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect((error as RougedError).message).toBe('http://node.test gave no answer within 50 ms');
  });
});

describe('the caller’s signal', () => {
  test('ends a request', async () => {
    const ending = new AbortController();
    const { client } = clientOf([silent]);
    const call = ended(client.getStats({ signal: ending.signal }));
    ending.abort(new Error('the user left'));
    expect(await call).toMatchObject({ message: 'the user left' });
  });

  test('holds nothing of a call that has ended', async () => {
    const ending = new AbortController();
    const { client } = clientOf([refusal(503, 'busy', '1'), accepted]);
    await ended(client.getStats({ signal: ending.signal }));
    expect(getEventListeners(ending.signal, 'abort')).toEqual([]);
  });

  test('ends a wait between tries', async () => {
    const ending = new AbortController();
    const { client, sent } = clientOf([refusal(503, 'busy', '20'), accepted]);
    const call = client.getStats({ signal: ending.signal }).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(1_000);
    ending.abort(new Error('the user left'));
    expect(await call).toMatchObject({ message: 'the user left' });
    expect(sent).toHaveLength(1);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('what is no answer of a node', () => {
  test.each([
    ['text', () => new Response('hello'), 'malformed_answer', 200],
    ['a page', () => new Response('<html>', { status: 404 }), 'http_404', 404],
    ['a refusal without a code', () => json(418, { error: 'tea' }), 'http_418', 418],
    ['a success that is none', () => json(200, { success: false, error: 'no', code: 'odd' }), 'odd', 200],
  ])('%s', async (_, reply, code, status) => {
    const { client, sent } = clientOf([reply]);
    expect(await ended(client.getStats())).toMatchObject({ code, status });
    expect(sent).toHaveLength(1);
  });

  test.each(['', 'node', 'ftp://node', 'localhost:5100'])('%j is no URL of a node', (url) => {
    expect(() => new RougedClient(url)).toThrow(expect.objectContaining({ code: 'invalid_input' }));
  });
});

test('the URL may have /api at its end, queries leave out what is absent, parameters are escaped', async () => {
  const { client, sent } = clientOf(Array(9).fill(accepted));
  await ended(client.getTokens({ limit: 3, cursor: undefined }));
  await ended(client.getTokenMetadata('a/b ?#%'));
  expect(sent.map(({ url }) => url)).toEqual([
    'http://node.test/api/tokens?limit=3',
    'http://node.test/api/token/a%2Fb%20%3F%23%25/metadata',
  ]);
  await expect(client.getTokenMetadata('..')).rejects.toMatchObject({ code: 'invalid_input' });
});

test('a read can name its least height, and the client knows the greatest that it was answered at', async () => {
  const at = (height: string) => () => json(200, { success: true, txId: 'ab' }, { 'x-block-height': height });
  const behind = refusal(503, 'height_not_reached', '1');
  const { client, sent } = clientOf([at('12'), at('9'), at('strange'), behind, at('13')]);
  expect(client.height).toBe(0);
  await ended(client.getTokens({ limit: 3 }, { minHeight: 11 }));
  await ended(client.getStats({ minHeight: undefined }));
  await ended(client.getStats());
  expect(client.height).toBe(12);
  await ended(client.getStats({ minHeight: client.height }));
  expect(client.height).toBe(13);
  expect(sent.map(({ url }) => url.slice('http://node.test'.length))).toEqual([
    '/api/tokens?limit=3&min_height=11',
    '/api/stats',
    '/api/stats',
    '/api/stats?min_height=12',
    '/api/stats?min_height=12',
  ]);
});

test('waiting lives through a node that restarts, and asks less and less often', async () => {
  const notYet = refusal(404, 'not_found');
  const found = () => json(200, { success: true, txId: 'ab', status: 'success', blockHeight: 3, receipt: null });
  const { client, sent } = clientOf([
    notYet,
    broken,
    refusal(429, 'rate_limited', '5'),
    ...Array(6).fill(notYet),
    found,
  ]);
  expect(await ended(client.waitForInclusion('ab'))).toMatchObject({ blockHeight: 3 });
  const pauses = sent.slice(1).map(({ at }, index) => at - (sent[index]?.at ?? 0));
  expect(pauses[2]).toBeGreaterThanOrEqual(5_000);
  expect(Math.max(...pauses.slice(3))).toBe(2_000);
  const hopeless = clientOf(Array(99).fill(notYet));
  expect(await ended(hopeless.client.waitForInclusion('ab'))).toMatchObject({ code: 'not_included', txId: 'ab' });
  expect(hopeless.sent.length).toBeLessThan(25);
  expect(hopeless.sent.at(-1)?.at).toBe(30_000);
});
