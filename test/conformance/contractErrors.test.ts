/** What deploys and calls of contracts are refused for, with the text and the status of each, and that nothing of them is in a block.
 *  (Specification, Errors; reference, section 1.6.) */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonValue } from '../../engine/base/json.js';
import { CONTRACT } from '../../engine/base/limits.js';
import type { Json } from '../support/answerShapes.js';
import { ChainWatch } from '../support/chainWatch.js';
import { CheckedApi } from '../support/checkedApi.js';
import {
  attachment,
  base64,
  batchResults,
  probeContract,
  signedCall,
  signedDeploy,
} from '../support/contractRequests.js';
import type { Received } from '../support/httpClient.js';
import { type InlineNode, startInlineNode } from '../support/inlineNode.js';
import { freshNonce, type Members, number, type Signed, signed } from '../support/signedRequests.js';
import { type SigningActor, signingActor } from '../support/transactions.js';
import { assemble, ModuleBuilder } from '../support/wasm/encoder.js';

const alice = signingActor('contract errors: alice');
const bob = signingActor('contract errors: bob');
/** Has 5 XRGE, which is half of what the largest call may cost. */
const poor = signingActor('contract errors: poor');

const SLOW_MACHINE_MS = 240_000;
const PUBLISH = '/api/v2/contract/publish';
const EXECUTE = '/api/v2/contract/execute';
const NOWHERE = '0123456789abcdef0123456789abcdef01234567';

const allocations = [
  ...[alice, bob].map(({ address }) => ({ address, amount: '10000' })),
  { address: poor.address, amount: '5.000000001' },
  { address: alice.address, amount: '100', token: 'GOLD' },
];

let node: InlineNode;
let api: CheckedApi;
let watch: ChainWatch;
let wasm: Uint8Array;
let probe: string;

async function publish(to: CheckedApi, on: ChainWatch): Promise<string> {
  const request = signedDeploy(alice, wasm);
  const { status, text } = await to.post(PUBLISH, request.body);
  expect(status, text).toBe(200);
  await on.included(request.txId);
  return request.contract;
}

beforeAll(async () => {
  wasm = await probeContract();
  node = await startInlineNode({ genesis: { allocations } });
  api = new CheckedApi(node.url);
  watch = await ChainWatch.open(node.url);
  probe = await publish(api, watch);
}, SLOW_MACHINE_MS);

afterAll(async () => {
  await watch?.close();
  await node?.remove();
});

const TAKEN = [200, undefined, undefined];
const answerOf = ({ status, json }: Received) => [status, json?.code, json?.error];

const executed = async (method: string, more: Members = {}, signer = alice) =>
  answerOf(await api.post(EXECUTE, signedCall(signer, probe, method, more).body));

const published = async (module: Uint8Array, signer = alice) =>
  answerOf(await api.post(PUBLISH, signedDeploy(signer, module).body));

const malformed = (error: string) => [400, 'malformed_payload', error];
const SPELLING = 'must be a JSON number in digits alone, without quotes, fraction or exponent';

describe('a call is refused', () => {
  test('without a contract or a method', async () => {
    const error = malformed('contractAddr and method are required');
    for (const more of [
      { contractAddr: '' },
      { contractAddr: ' ' },
      { contractAddr: undefined },
      { contractAddr: null },
    ])
      expect(await executed('keep', more)).toEqual(error);
    for (const method of ['', null, undefined]) expect(await executed('keep', { method })).toEqual(error);
    expect(await executed('keep', { method: number(1) })).toEqual(malformed('method must be text'));
    expect(await executed('k'.repeat(257))).toEqual(malformed('method is longer than 256 characters'));
    expect(await executed('keep', { method: 'a\ud800' })).toEqual(malformed('method holds half of a character'));
    expect(await executed('keep', { contract_addr: NOWHERE })).toEqual(
      malformed('contractAddr and contract_addr say different things; send one of them'),
    );
  });

  test('with gas that is no whole number from 1 to the most of a call', async () => {
    const error = malformed('gasLimit must be between 1 and 10000000');
    const wrong: readonly JsonValue[] = ['0', '10000001', '-1', '1.5', '1e8', '1e400', '9'.repeat(400)].map(number);
    for (const gasLimit of [...wrong, 'x', true, [], new Map()])
      expect(await executed('keep', { gasLimit }), String(gasLimit)).toEqual(error);
    for (const gasLimit of [number('1e3'), number('5.0'), '5'])
      expect(await executed('keep', { gasLimit }), String(gasLimit)).toEqual(malformed(`gasLimit ${SPELLING}`));
    expect(await executed('nothing', { gasLimit: number(10_000_000) })).toEqual(TAKEN);
  });

  test('with a payment that is none', async () => {
    const symbol = malformed('attach.symbol must be a token symbol');
    const amount = malformed('attach.amount must be a positive integer (quanta for XRGE, raw units for tokens)');
    const of = (written: JsonValue, units: JsonValue): JsonValue =>
      new Map<string, JsonValue>([
        ['symbol', written],
        ['amount', units],
      ]);
    for (const written of ['', 'A B', 'x'.repeat(33), 'ß', 'ﬀ', 'é', '\ud800', number(1), null])
      expect(await executed('pay', { attach: of(written, number(1_000)) }), String(written)).toEqual(symbol);
    for (const attach of ['XRGE', number(1), true, ['XRGE'], new Map()])
      expect(await executed('pay', { attach })).toEqual(symbol);
    for (const units of ['0', '-1', '1.5', '1e400'].map(number))
      expect(await executed('pay', { attach: of('XRGE', units) }), String(units)).toEqual(amount);
    for (const units of ['much', null, true, []])
      expect(await executed('pay', { attach: of('XRGE', units) })).toEqual(amount);
    for (const units of [number('1.0'), number('1e3'), '1000'])
      expect(await executed('pay', { attach: of('XRGE', units) })).toEqual(malformed(`attach.amount ${SPELLING}`));
    expect(await executed('pay', { attach: of('XRGE', number('9223372036854775808')) })).toEqual(
      malformed('attach.amount must be at most 9223372036854775807'),
    );
    expect(await executed('nothing', { attach: null })).toEqual(TAKEN);
  });

  test('with arguments that are too long or too deep', async () => {
    const most = 'x'.repeat(CONTRACT.argsCharacters - 2);
    expect(await executed('keep', { args: `${most}x` })).toEqual(
      malformed(`args as JSON is longer than ${CONTRACT.argsCharacters} characters`),
    );
    const deep = Array.from({ length: 60 }).reduce<JsonValue>((inner) => [inner], null);
    expect(await executed('keep', { args: deep })).toMatchObject([
      400,
      'malformed_body',
      expect.stringContaining('nested'),
    ]);
  });

  test('that its sender cannot pay', async () => {
    const short = (error: string) => [400, 'insufficient_balance', error];
    expect(await executed('nothing', {}, poor)).toEqual(
      short('insufficient XRGE for the gas fee: have 5.000000, need 10.000000'),
    );
    const attach = attachment({ symbol: 'XRGE', amount: 1_000 });
    const gasLimit = number(5_000_000);
    expect(await executed('pay', { attach, gasLimit }, poor)).toEqual(
      short('insufficient XRGE for the gas fee and the attached payment: have 5.000000, need 5.000001'),
    );
    expect(await executed('pay', { attach: attachment({ symbol: 'gold', amount: 101 }) })).toEqual(
      short('insufficient GOLD for the attached payment: have 100, need 101'),
    );
    expect(await executed('pay', { attach: attachment({ symbol: 'GOLD', amount: 1 }) }, bob)).toEqual(
      short('insufficient GOLD for the attached payment: have 0, need 1'),
    );
    expect(await executed('nothing', { gasLimit }, poor)).toEqual(TAKEN);
  });

  test('in a query that attaches more than its caller has, in the same units', async () => {
    const asked = async (symbol: string, amount: number) => {
      const body = { method: 'pay', caller: poor.address, attach: { symbol, amount } };
      return (await api.post(`/api/contract/${probe}/query`, JSON.stringify(body))).json;
    };
    const { error } = (await asked('XRGE', 9_000_000_000_000)) as Json;
    expect(error).toMatch(/^insufficient XRGE for the attached payment: have [0-5]\.\d{6}, need 9000\.000000$/);
    expect(await asked('GOLD', 7)).toMatchObject({
      error: 'insufficient GOLD for the attached payment: have 0, need 7',
    });
  });

  test('that would fail, with the words of what failed', async () => {
    const would = (error: string) => [400, 'rule_violation', `call would fail: ${error}`];
    expect(await executed('missing')).toEqual(would("Execution error: Method 'missing' not found"));
    expect(await executed('add')).toEqual(
      would("Execution error: Method 'add' has parameters or results; a method has neither"),
    );
    expect(await executed('memory')).toEqual(would("Execution error: Method 'memory' not found"));
    expect(await executed('rouged:fuel')).toEqual(would("Execution error: Method 'rouged:fuel' not found"));
    expect(await executed('trap')).toEqual(
      would('Execution error: unreachable code was executed; the contract says: wrong payment'),
    );
    const [status, code, error] = await executed('loop');
    expect([status, code]).toEqual([400, 'rule_violation']);
    expect(error).toMatch(/^call would fail: Out of gas \(limit: 10000000, used: \d+\)$/);
  });

  test('with less gas than it needs, by a second run with the most', async () => {
    const tried = await api.post(`/api/contract/${probe}/query`, '{"method":"keep"}');
    const need = Number(tried.json?.gasUsed);
    expect(await executed('keep', { gasLimit: number(need - 1) })).toEqual([
      ...[400, 'rule_violation', `gasLimit ${need - 1} is below the ${need} gas this call needs`],
    ]);
    expect(await executed('keep', { gasLimit: number(need) })).toEqual(TAKEN);
  });

  test('to a contract that is none, or not yet', async () => {
    for (const address of [NOWHERE, 'x', 'x'.repeat(64)])
      expect(await executed('keep', { contractAddr: address }), address).toMatchObject([
        ...[404, 'not_found'],
        `${address === NOWHERE ? 'call would fail: ' : ''}Contract not found: ${address}`,
      ]);
    const waiting = signedDeploy(bob, wasm);
    const early = signedCall(alice, waiting.contract, 'nothing');
    const results = batchResults(await api.post('/api/v2/batch', `[${waiting.body},${early.body}]`));
    const [made, called] = results;
    expect(made).toMatchObject({ success: true, txId: waiting.txId });
    expect(called).toMatchObject({
      success: false,
      code: 'not_found',
      error: `Contract not found: ${waiting.contract}`,
    });
    await watch.included(waiting.txId);
    expect(answerOf(await api.post(EXECUTE, early.body))).toEqual(TAKEN);
  });
});

describe('a deploy is refused', () => {
  const notWasm = (error: string) => [400, 'invalid_contract', error];

  test('without code in the one form of base64', async () => {
    for (const written of [
      '=',
      'A',
      'AGFzbQ',
      `${base64(wasm)}\n`,
      ` ${base64(wasm)}`,
      base64(wasm).replace(/=*$/, '-'),
      'AB==',
      undefined,
      null,
    ])
      expect(
        answerOf(await api.post(PUBLISH, signedDeploy(alice, wasm, { wasm: written }).body)),
        String(written).slice(-9),
      ).toEqual(malformed('wasm must be base64'));
  });

  test('of nothing, of too much, and of what is no contract', async () => {
    expect(await published(new Uint8Array(0))).toMatchObject([400, expect.any(String), 'Empty WASM module']);
    // In the last three the text of base64 is too long, then all that is signed, then what anybody may sign.
    for (const more of [1, 3, 50_000, 1_000_000]) {
      const large = new Uint8Array(CONTRACT.codeBytes + more);
      expect(await published(large)).toEqual([
        ...[413, 'too_large', `WASM too large: ${large.length} bytes (max ${CONTRACT.codeBytes})`],
      ]);
    }
    const padded = signedDeploy(alice, wasm, { memo: 'm'.repeat(1_500_000) });
    expect(answerOf(await api.post(PUBLISH, padded.body))).toEqual([
      ...[413, 'too_large', expect.stringMatching(/^the signed bytes of contract_deploy have .* leave out members/)],
    ]);
    expect(await published(Uint8Array.of(1, 2, 3))).toMatchObject(
      notWasm(expect.stringMatching(/^Invalid WASM: .* \(at byte \d\)$/)),
    );
    const silent = new ModuleBuilder();
    silent.func({ exported: 'run' }, assemble('nop'));
    expect(await published(silent.finish())).toEqual(notWasm('contract must export its memory as "memory"'));
    const foreign = new ModuleBuilder();
    foreign.importFunction('host_launch', [], []);
    foreign.memory(1, 1, 'memory');
    expect(await published(foreign.finish())).toMatchObject(notWasm(expect.stringContaining('host_launch')));
    const wide = new ModuleBuilder();
    wide.memory(1, 1, 'memory');
    wide.func({ exported: 'run' }, [0xfd, 0x0c, ...Array<number>(16).fill(0), 0x1a]);
    expect(await published(wide.finish())).toMatchObject(notWasm(expect.stringMatching(/^Invalid WASM: function 0/)));
  });

  test('that its sender cannot pay', async () => {
    const poorer = signingActor('contract errors: poorer');
    expect(await published(wasm, poorer)).toEqual([
      ...[400, 'insufficient_balance'],
      `insufficient XRGE for the deploy fee: have 0, need ${wasm.length / 1e6}`,
    ]);
  });
});

describe('an envelope is refused as everywhere', () => {
  const both = (signer: SigningActor, more: Members): readonly (readonly [string, Signed])[] => [
    [PUBLISH, signedDeploy(signer, wasm, more)],
    [EXECUTE, signedCall(signer, probe, 'nothing', more)],
    ['/api/v2/contract/deploy', signedDeploy(signer, wasm, more)],
    ['/api/v2/contract/call', signedCall(signer, probe, 'nothing', more)],
  ];

  test('from somebody else, without a nonce, late, under another name', async () => {
    for (const [more, status, code] of [
      [{ from: bob.keyHex }, 401, 'from_mismatch'],
      [{ nonce: undefined }, 401, 'nonce_missing'],
      [{ nonce: 'short' }, 401, 'nonce_missing'],
      [{ timestamp: number(Date.now() - 3_600_000) }, 401, 'timestamp_window'],
      [{ type: 'transfer' }, 400, 'operation_mismatch'],
      [{ chain_id: 'elsewhere' }, 400, 'chain_id_mismatch'],
    ] as const)
      for (const [path, { body }] of both(alice, more)) {
        const answer = await api.post(path, body);
        expect([path, answer.status, answer.json?.code]).toEqual([path, status, code]);
      }
  });

  test('sent again when it is in a block: its first payment is none of its second one', async () => {
    const request = signedCall(alice, probe, 'nothing', { attach: attachment({ symbol: 'GOLD', amount: 60 }) });
    expect(answerOf(await api.post(EXECUTE, request.body))).toEqual(TAKEN);
    await watch.included(request.txId);
    expect(answerOf(await api.post(EXECUTE, request.body))).toMatchObject([401, 'nonce_used', expect.any(String)]);
  });

  test('sent twice, or with a signature of other bytes', async () => {
    const nonce = freshNonce();
    const [first, second] = [1, 2].map((gas) =>
      signedCall(alice, probe, 'nothing', { nonce, gasLimit: number(100_000 + gas) }),
    );
    expect((await api.post(EXECUTE, String(first?.body))).status).toBe(200);
    expect(answerOf(await api.post(EXECUTE, String(second?.body)))).toMatchObject([
      401,
      'nonce_used',
      expect.any(String),
    ]);
    for (const [path, { body, signature }] of both(alice, {})) {
      const other = signed(bob, { type: 'transfer' }).signature;
      expect(answerOf(await api.post(path, body.replace(signature, other)))).toMatchObject([
        401,
        'invalid_signature',
        expect.any(String),
      ]);
    }
  });
});

test('nothing of what was refused is in a block', async () => {
  expect(api.failures).toBeGreaterThan(90);
  const { txs } = await api.get<{ txs: readonly { tx: { tx_type: string }; txId: string }[] }>('/api/txs?limit=1000');
  const receipts = await Promise.all(txs.map(({ txId }) => api.get<{ receipt: Json }>(`/api/tx/${txId}/receipt`)));
  expect(receipts.map(({ receipt }) => receipt.status)).toEqual(receipts.map(() => 'Success'));
  expect(txs.length).toBeLessThan(20);
});

describe('before its height', () => {
  async function on<T>(
    upgrades: Readonly<Record<string, number | null>>,
    work: (other: CheckedApi, watch: ChainWatch) => Promise<T>,
  ): Promise<T> {
    const other = await startInlineNode({ genesis: { allocations, upgrades } });
    const listening = await ChainWatch.open(other.url);
    try {
      return await work(new CheckedApi(other.url), listening);
    } finally {
      await listening.close();
      await other.remove();
    }
  }

  test('a network has no contracts', async () => {
    for (const gate of ['contracts', 'game_ready'])
      await on({ [gate]: null }, async (other) => {
        const refused = async (path: string, { body }: Signed) => answerOf(await other.post(path, body));
        expect(await refused(PUBLISH, signedDeploy(alice, wasm))).toEqual([
          ...[400, 'rule_violation', 'player-signed contract deployment is not active yet (GAME_READY)'],
        ]);
        expect(await refused(EXECUTE, signedCall(alice, NOWHERE, 'x'))).toEqual([
          ...[400, 'rule_violation', 'player-signed contract calls are not active yet (GAME_READY)'],
        ]);
        expect(await other.get('/api/contracts')).toMatchObject({ contracts: [], total: 0 });
      });
  });

  test('a call takes no payment', () =>
    on({ payable_calls: null }, async (other, listening) => {
      const contract = await publish(other, listening);
      const attach = attachment({ symbol: 'XRGE', amount: 1_000 });
      expect(answerOf(await other.post(EXECUTE, signedCall(alice, contract, 'nothing', { attach }).body))).toEqual([
        ...[400, 'rule_violation', 'payable contract calls (attach) are not active yet'],
      ]);
    }));
});
