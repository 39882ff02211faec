/** Queries of contracts from somebody who wants to find the bug: bodies of every wrong shape, endless loops, many at once. Nothing is
 *  signed or sent, so nobody pays for them. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CONTRACT } from '../../engine/base/limits.js';
import { QUERY_BODY_BYTES } from '../../engine/ledger/contractQuery.js';
import type { Json } from '../support/answerShapes.js';
import { ChainWatch } from '../support/chainWatch.js';
import { CheckedApi } from '../support/checkedApi.js';
import { probeContract, signedDeploy } from '../support/contractRequests.js';
import type { Received } from '../support/httpClient.js';
import { type InlineNode, startInlineNode } from '../support/inlineNode.js';
import { SeededRandom, testSeed } from '../support/random.js';
import { signedTransfer } from '../support/signedRequests.js';
import { actor, signingActor } from '../support/transactions.js';

const alice = signingActor('contract queries: alice');
const bob = actor('contract queries: bob');
const FLOOD = 200;

let node: InlineNode;
let api: CheckedApi;
let watch: ChainWatch;
let probe: string;

beforeAll(async () => {
  node = await startInlineNode({ genesis: { allocations: [{ address: alice.address, amount: '1000' }] } });
  api = new CheckedApi(node.url);
  watch = await ChainWatch.open(node.url);
  const request = signedDeploy(alice, await probeContract());
  expect((await api.post('/api/v2/contract/publish', request.body)).status).toBe(200);
  await watch.included(request.txId);
  probe = request.contract;
});

afterAll(async () => {
  await watch?.close();
  await node?.remove();
});

const query = (body: string | Uint8Array): Promise<Received> => api.post(`/api/contract/${probe}/query`, body);

async function refused(body: string | Uint8Array, error: unknown, code = 'malformed_body'): Promise<void> {
  const { status, json } = await query(body);
  const about = Buffer.from(body).toString('latin1').slice(0, 100);
  expect([about, status, json?.code, json?.error]).toEqual([about, 400, code, error]);
}

async function answered(body: string, preview: object): Promise<Json> {
  const { status, json, text } = await query(body);
  expect([body.slice(0, 100), status], text.slice(0, 300)).toEqual([body.slice(0, 100), 200]);
  expect(json, body.slice(0, 100)).toMatchObject(preview);
  return json as Json;
}

describe('a body', () => {
  test('of the wrong shape is refused with a reason', async () => {
    for (const body of ['', ' ', 'x', '{', '{"method":"text"', '{"method":"text"}}', "{'method':'text'}", '\ufeff{}'])
      await refused(body, expect.any(String));
    for (const body of ['[]', 'null', '1', '"text"', 'true', '[{"method":"text"}]'])
      await refused(body, 'the body must be a JSON object');
    for (const body of [
      '{}',
      '{"method":""}',
      '{"method":null}',
      '{"method":1}',
      '{"method":["text"]}',
      '{"Method":"text"}',
    ])
      await refused(body, 'method is required');
    await refused(Buffer.from('{"method":"te\xffxt"}', 'latin1'), 'the body must be UTF-8');
    await refused(Buffer.from('{"method":"\xed\xa0\x80"}', 'latin1'), 'the body must be UTF-8');
    for (const body of ['{"method":"text","method":"text"}', '{"method":"text","m\\u0065thod":"keep"}'])
      await refused(body, expect.stringContaining('method'));
    await refused('{"method":"keep","args":{"a":1,"a":2}}', expect.any(String));
  });

  test('with members of the wrong type is refused with a reason', async () => {
    const gas = 'gasLimit must be between 1 and 10000000';
    for (const written of ['0', '-1', '1.5', '10000001', '1e8', '"x"', '[]', '1e400', '9'.repeat(5_000)])
      await refused(`{"method":"text","gasLimit":${written}}`, gas);
    const spelling = 'must be a JSON number in digits alone, without quotes, fraction or exponent';
    for (const written of ['1e7', '10000000.0', '"1000000"'])
      await refused(`{"method":"text","gasLimit":${written}}`, `gasLimit ${spelling}`);
    for (const [written, error] of [
      ['5e0', `attach.amount ${spelling}`],
      ['18446744073709551615', 'attach.amount must be at most 9223372036854775807'],
    ])
      await refused(`{"method":"text","attach":{"symbol":"XRGE","amount":${written}}}`, error, 'malformed_payload');
    const caller = 'caller must be a text of at most 3904 characters';
    for (const written of ['1', '[]', '{}', 'true', `"${'a'.repeat(3_905)}"`])
      await refused(`{"method":"text","caller":${written}}`, caller);
    for (const written of ['1', '"XRGE"', '[]', '{}', '{"symbol":"ß","amount":1}'])
      await refused(
        `{"method":"text","attach":${written}}`,
        'attach.symbol must be a token symbol',
        'malformed_payload',
      );
    await refused(`{"method":"${'m'.repeat(257)}"}`, 'method is longer than 256 characters');
  });

  test('may name its gas limit as a signed call does, but not twice with two values', async () => {
    for (const limits of ['"gas_limit":5', '"gasLimit":5', '"gas_limit":5,"gasLimit":5'])
      await answered(`{"method":"text",${limits}}`, { success: false, error: expect.stringContaining('limit: 5') });
    await refused('{"method":"text","gas_limit":5,"gasLimit":6}', 'gasLimit and gas_limit say different things');
    const { status, json } = await api.post(
      '/api/v2/contract/call',
      JSON.stringify({ contractAddr: probe, contract_addr: '00'.repeat(20), method: 'text' }),
    );
    expect([status, json?.error]).toEqual([400, 'contractAddr and contract_addr say different things']);
  });

  test('with null for a member is as without it', async () => {
    const nothing = '{"method":"keep","args":null,"caller":null,"attach":null,"gasLimit":null}';
    await answered(nothing, { success: true, returnData: {} });
    await answered('{"method":"keep","more":[1,2,{"x":null}]}', { success: true, returnData: {} });
  });

  test('of strange texts is answered', async () => {
    for (const name of [
      'missing',
      '\u0000',
      'é',
      '__proto__',
      'constructor',
      'toString',
      'memory',
      'rouged:fuel',
      'add',
    ])
      await answered(JSON.stringify({ method: name }), {
        ...{ success: false, returnData: null, events: [], logs: [] },
        error: expect.stringContaining(`Method '${name}'`),
      });
    await answered('{"method":"\\ud800"}', { success: false });
    await answered('{"method":"who","caller":"a\\udc00b"}', { success: true, returnData: 'a\ufffdb' });
    await answered('{"method":"keep","args":"\\ud800"}', { success: true });
    await answered('{"method":"keep","args":{"__proto__":1,"b":[],"a":{}}}', { success: true });
    for (const args of ['0', '-0', '1e400', '1E5', '"text"', '[]', 'true'])
      await answered(`{"method":"keep","args":${args}}`, { success: true });
  });

  test('may have as much for its arguments as a call, and no more', async () => {
    const most = CONTRACT.argsCharacters;
    const written = (method: string, length: number, letter = 'x') =>
      `{"method":"${method}","args":"${letter.repeat(length - 2)}"}`;
    const { gasUsed } = await answered(written('keep', most - 4), { success: true, returnData: 'x'.repeat(most - 6) });
    expect(gasUsed).toBeGreaterThan(3_000_000);
    const larger = 'Execution error: an event of 65540 bytes, the limit is 65536';
    await answered(written('keep', most), { success: false, error: larger });
    for (const letter of ['x', 'é'])
      await answered(written('text', most, letter), { success: true, returnData: 'hello' });
    await answered(written('text', 40_000, '\\u0041'), { success: true });
    await refused(written('text', most + 1), `args has ${most + 1} characters, at most ${most} are allowed`);
    const deep = (depth: number) => `{"method":"text","args":${'['.repeat(depth)}${']'.repeat(depth)}}`;
    await answered(deep(20), { success: true });
    for (const depth of [100, 30_000]) await refused(deep(depth), expect.stringContaining('nested'));
    await refused(`{"method":"text","args":[${'0,'.repeat(80_000)}0]}`, expect.any(String));
    const over = await query(' '.repeat(QUERY_BODY_BYTES + 1));
    expect([over.status, over.json?.code]).toEqual([413, 'too_large']);
    const full = `{"method":"text"${' '.repeat(QUERY_BODY_BYTES - 17)}}`;
    expect(full.length).toBe(QUERY_BODY_BYTES);
    await answered(full, { success: true, returnData: 'hello' });
  });

  test('that is signed is no query', async () => {
    await refused(
      signedTransfer(alice, bob.address, '1').body.replace('{', '{"method":"text",'),
      'a query is not signed: send a signed call to POST /api/v2/contract/execute',
    );
  });
});

const random = new SeededRandom(testSeed());

test('of random bytes in a good body is answered or refused', async () => {
  const good = Buffer.from('{"method":"keep","args":{"a":[1,"é",null]},"caller":"x","attach":null}');
  const statuses = new Map<number, number>();
  for (let round = 0; round < 300; round++) {
    const body = Buffer.from(good);
    for (let left = random.between(1, 4); left > 0; left--) body[random.below(body.length)] = random.below(256);
    const { status } = await query(random.chance(20) ? body.subarray(0, random.below(body.length)) : body);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  console.log(Object.fromEntries(statuses));
  expect([...statuses.keys()].sort()).toEqual([200, 400]);
});

describe('many', () => {
  const loop = JSON.stringify({ method: 'loop' });

  test('an endless loop ends with its gas, and the next query is answered', async () => {
    for (let round = 0; round < 3; round++) {
      await answered(loop, {
        success: false,
        error: expect.stringMatching(/^Out of gas \(limit: 10000000, used: \d+\)$/),
      });
      await answered('{"method":"text"}', { success: true, returnData: 'hello' });
    }
    const { json } = await api.post(
      '/api/v2/contract/call',
      JSON.stringify({ contractAddr: probe, method: 'loop', gasLimit: 50_000 }),
    );
    expect(json).toMatchObject({ success: false, submitted: false, error: expect.stringContaining('(limit: 50000,') });
  });

  test('at once are answered or refused as busy, while transfers go into blocks', async () => {
    const bodies = Array.from({ length: FLOOD }, () =>
      random.pick([loop, '{"method":"text"}', '{"method":"keep","args":[1]}', '{', '{"method":"trap"}']),
    );
    const queries = Promise.all(bodies.map(query));
    const transfer = signedTransfer(alice, bob.address, '1');
    expect((await api.post('/api/v2/transfer', transfer.body)).status).toBe(200);
    await watch.included(transfer.txId);
    const answers = await queries;
    const codes = new Map<string, number>();
    for (const [index, { status, json, headers }] of answers.entries()) {
      const name = status === 200 ? 'answered' : String(json?.code);
      codes.set(name, (codes.get(name) ?? 0) + 1);
      if (status === 503) expect(Number(headers['retry-after'])).toBeGreaterThan(0);
      if (status === 400) expect(bodies[index]).toBe('{');
    }
    console.log(Object.fromEntries(codes));
    expect(answers).toHaveLength(FLOOD);
    expect([...codes.keys()].filter((code) => !['answered', 'busy', 'malformed_body'].includes(code))).toEqual([]);
    expect(codes.get('answered')).toBeGreaterThan(0);
    expect(codes.get('busy')).toBeGreaterThan(0);
    await answered('{"method":"text"}', { success: true, returnData: 'hello' });
  });
});
