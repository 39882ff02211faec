/** `rouged bridge pending|fulfil|fail|refund|addresses` against the routes of a node: what is sent, what is shown, what is refused. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fromHex, toHex, utf8 } from '../../../engine/base/bytes.js';
import { canonicalJson, parseJson } from '../../../engine/base/json.js';
import { FILE_JSON } from '../../../engine/base/limits.js';
import { isRefusal } from '../../../engine/base/refusal.js';
import { readBtcAddress } from '../../../engine/bridge/btc/address.js';
import { nobleBackend } from '../../../engine/crypto/mldsa.js';
import { readAddressFile } from '../../../ops/cli/bridge/addressFile.js';
import { shownAge, shownAmount } from '../../../ops/cli/bridge/withdrawals.js';
import { program } from '../../../ops/cli/program.js';
import { createKeyFile } from '../../../ops/config/nodeKeys.js';
import { walletOf } from '../../support/bitcoinChain.js';
import { type Answer, BridgeNode, type BridgeRequest, SECRET } from '../../support/bridgeNode.js';
import { good } from '../../support/depositScene.js';
import { recordedTerminal, temporaryDirectory } from './temporary.js';

const [ETH_ID, BTC_ID, HEX] = ['e'.repeat(64), 'b'.repeat(64), 'd'.repeat(64)];
const XRGE_ID = `xrge:${HEX}`;
const PAYOUT = `0x${'12'.repeat(32)}`;

const ETH_ITEM = {
  ...{
    txId: ETH_ID,
    evmAddress: `0x${'01'.repeat(20)}`,
    amountUnits: 1_500_000,
    createdAt: 1_000,
    tokenSymbol: 'qETH',
  },
  ...{ ownerPubkey: 'ab', status: 'failed', attempts: 2, lastError: 'nonce\u001b[31m too low' },
};
const XRGE_ITEM = {
  ...{ tx_id: XRGE_ID, evm_address: `0x${'02'.repeat(20)}`, amount: 12.5, created_at: 2_000, token_symbol: 'XRGE' },
  ...{ owner_pubkey: 'cd', status: 'pending', attempts: 0, last_error: null },
};
const BTC_ITEM = {
  ...{ txId: BTC_ID, evmAddress: 'bc1qdestination', amountUnits: 150_000, createdAt: 3_000, tokenSymbol: 'qBTC' },
  ...{ ownerPubkey: 'ef', status: 'pending', attempts: 0, lastError: null },
};

let node: BridgeNode;
/** Answers by method and path. */
let answers: Map<string, Answer>;

beforeEach(async () => {
  node = await BridgeNode.start();
  answers = new Map<string, Answer>([
    ['GET /bridge/withdrawals', [200, { withdrawals: [ETH_ITEM] }]],
    ['GET /bridge/xrge/withdrawals', [200, { withdrawals: [XRGE_ITEM] }]],
    ['GET /bridge/btc/withdrawals', [200, { withdrawals: [BTC_ITEM] }]],
    ['GET /health', [200, { chain_id: 'rougechain-test-1' }]],
  ]);
  node.instead = ({ method, path }) => answers.get(`${method} ${path}`);
});
afterEach(() => node.stop());

function secretFile(): string {
  const path = join(temporaryDirectory(), 'secret');
  writeFileSync(path, `${SECRET}\n`, { mode: 0o600 });
  return path;
}

async function bridge(...words: readonly string[]) {
  const terminal = recordedTerminal();
  const code = await program(['bridge', ...words, '--url', node.url], terminal);
  return { code, ...terminal.written };
}

const withSecret = (...words: readonly string[]) => bridge(...words, '--relayer-secret-file', secretFile());

/** The request that was not a question. */
const sent = (): BridgeRequest => {
  const [one, ...more] = node.requests.filter(({ method }) => method !== 'GET');
  if (!one || more.length > 0) throw new Error('not exactly one order was sent');
  return one;
};

describe('pending', () => {
  test('shows all three lists in one table, with amounts in whole coins and nothing that steers the terminal', async () => {
    const { code, out } = await bridge('pending');
    expect(code).toBe(0);
    const lines = out.trimEnd().split('\n');
    expect(lines[0]).toMatch(/^TOKEN +AMOUNT +STATUS +TRIES +AGE +ID +DESTINATION$/);
    expect(lines[1]).toMatch(new RegExp(`^qETH +1\\.5 +failed +2 +\\d+ d +${ETH_ID} +0x(?:01){20}$`));
    expect(lines[2]).toBe('  last error: nonce?[31m too low');
    expect(lines[3]).toMatch(new RegExp(`^XRGE +12\\.5 +pending +0 +\\d+ d +${XRGE_ID} +0x(?:02){20}$`));
    expect(lines[4]).toMatch(new RegExp(`^qBTC +0\\.0015 +pending +0 +\\d+ d +${BTC_ID} +bc1qdestination$`));
    expect(lines[5]).toMatch(
      /^3 of them wait for more than a day: look for payouts that were too small, went to another address/,
    );
    expect(lines.length).toBe(6);
    const ends = [1, 3, 4].map((at) => lines[at]?.indexOf('  0x') ?? 0);
    expect(ends[0]).toBe(ends[1]);
  });

  test('shows one list, as JSON too, and says when nothing waits', async () => {
    const { out } = await bridge('pending', '--type', 'btc', '--json');
    expect(JSON.parse(out)).toMatchObject({
      success: true,
      withdrawals: [{ type: 'btc', id: BTC_ID, amount: '150000' }],
    });
    expect(node.requests.map(({ path }) => path)).toEqual(['/bridge/btc/withdrawals']);
    answers.set('GET /bridge/btc/withdrawals', [200, { withdrawals: [] }]);
    expect((await bridge('pending', '--type', 'btc')).out).toBe('No withdrawal waits for a payout.\n');
  });

  test.each<readonly [string, Answer]>([
    ['bridge state degraded', [503, { error: 'bridge state degraded', degraded: true }]],
    ['the store is damaged', [200, { withdrawals: [], degraded: true, error: 'the store is damaged' }]],
    ['/bridge/xrge/withdrawals has no list of withdrawals', [200, { success: true }]],
  ])('a list that the node does not know is no empty list: %s', async (sentence, answer) => {
    answers.set('GET /bridge/xrge/withdrawals', answer);
    const { code, out, err } = await bridge('pending');
    expect([code, out]).toEqual([1, '']);
    expect(err).toContain(`rouged: ${sentence} (`);
    expect(JSON.parse((await bridge('pending', '--json')).out)).toMatchObject({ success: false, error: sentence });
  });

  test('amounts and ages', () => {
    const amount = (text: string, token: string): string => shownAmount({ amount: text, token });
    expect([
      amount('1', 'qETH'),
      amount('0', 'qBTC'),
      amount('100000000', 'qBTC'),
      amount('2.5', 'XRGE'),
      amount('?', 'qETH'),
    ]).toEqual(['0.000001', '0', '1', '2.5', '?']);
    const ages = [0, 119, 120, 2_879, 2_880].map((minutes) => shownAge(0, minutes * 60_000));
    expect(ages).toEqual(['0 min', '119 min', '2 h', '47 h', '2 d']);
    expect([shownAge(undefined, 5), shownAge(10, 5)]).toEqual(['-', '0 min']);
  });
});

describe('fulfil', () => {
  test.each<readonly [string, string, string, string, string]>([
    [ETH_ID, PAYOUT, `/bridge/withdrawals/${ETH_ID}`, 'evmTxHash', PAYOUT],
    [XRGE_ID, PAYOUT.toUpperCase().replace('0X', '0x'), `/bridge/xrge/withdrawals/${XRGE_ID}`, 'evmTxHash', PAYOUT],
    [BTC_ID.toUpperCase(), HEX, `/bridge/btc/withdrawals/${BTC_ID}`, 'btcTxid', HEX],
  ])('%s goes to the route of its token', async (id, payout, path, member, value) => {
    answers.set(`DELETE ${path}`, [200, { success: true, error: null }]);
    const { code, out } = await withSecret('fulfil', id, '--payout', payout);
    expect([code, out]).toEqual([0, `OK: withdrawal ${id.toLowerCase()} is fulfilled by ${value}\n`]);
    expect(sent()).toMatchObject({ method: 'DELETE', path, secret: SECRET, body: { [member]: value } });
  });

  test('one that is not listed is found by no list; with its type it is asked for all the same', async () => {
    const { code, err } = await withSecret('fulfil', HEX, '--payout', PAYOUT);
    expect([code, err]).toEqual([
      1,
      `rouged: ${HEX} is not among the pending and failed withdrawals of ${node.url}; it may be settled\n`,
    ]);
    answers.set(`DELETE /bridge/withdrawals/${HEX}`, [
      200,
      { success: false, error: 'Withdrawal not found or already fulfilled' },
    ]);
    const typed = await withSecret('fulfil', HEX, '--payout', PAYOUT, '--type', 'eth');
    expect([typed.code, typed.err]).toEqual([1, 'rouged: Withdrawal not found or already fulfilled (http_200)\n']);
  });

  test.each<readonly [readonly string[], number, RegExp]>([
    [['fulfil', ETH_ID], 2, /needs --payout <transaction>/],
    [
      ['fulfil', 'e', '--payout', PAYOUT],
      2,
      /the id of a withdrawal is 64 hex digits, with xrge: before them for XRGE/,
    ],
    [['fulfil', ETH_ID, '--payout', HEX], 2, /--payout must be a transaction of the EVM chain: 0x and 64 hex digits/],
    [['fulfil', BTC_ID, '--payout', PAYOUT], 2, /--payout must be a Bitcoin transaction: 64 hex digits/],
    [['fulfil', XRGE_ID, '--payout', PAYOUT, '--type', 'btc'], 2, /is a withdrawal of XRGE, not of --type btc/],
    [['fulfil', ETH_ID, '--payout', PAYOUT, '--type', 'xrge'], 2, /begins with xrge:/],
    [['fail', ETH_ID], 2, /needs --error/],
    [['fail', ETH_ID, '--error', 'x'.repeat(201)], 2, /--error must be one line of up to 200 characters/],
    [['refund', ETH_ID, '--unpaid'], 2, /--unpaid is a statement that the operator signs: it needs --key/],
    [['refund', ETH_ID, '--payout', PAYOUT], 2, /--payout has no meaning for rouged bridge refund/],
    [['addresses', 'add'], 2, /needs a file of addresses/],
  ])('%j is refused before anything is sent', async (words, code, sentence) => {
    const result = await withSecret(...words);
    expect(result.err).toMatch(sentence);
    expect(result.code).toBe(code);
    expect(node.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
  });
});

describe('fail and refund', () => {
  test('count a failure, and say when it is one too many', async () => {
    const path = `/bridge/withdrawals/${XRGE_ID}/failure`;
    answers.set(`POST ${path}`, [200, { success: true, attempts: 4, shouldRefund: false, threshold: 5 }]);
    const first = await withSecret('fail', XRGE_ID, '--error', 'no gas');
    expect(first).toMatchObject({ code: 0, out: `OK: withdrawal ${XRGE_ID} is marked as failed, 4 of 5 attempts\n` });
    expect(sent()).toMatchObject({ path, body: { error: 'no gas' } });
    answers.set(`POST ${path}`, [200, { success: true, attempts: 5, shouldRefund: true, threshold: 5 }]);
    expect((await withSecret('fail', XRGE_ID, '--error', 'no gas')).out).toContain(`rouged bridge refund ${XRGE_ID}\n`);
  });

  test('give back a withdrawal, as JSON too', async () => {
    const path = `/bridge/withdrawals/${ETH_ID}/refund`;
    answers.set(`POST ${path}`, [
      200,
      { success: true, txId: HEX, amount: 1_500_000, token: 'qETH', recipient: 'rouge1x' },
    ]);
    const { code, out } = await withSecret('refund', ETH_ID);
    expect([code, out]).toEqual([0, `OK: withdrawal ${ETH_ID} is refunded: 1500000 units of qETH to rouge1x\n`]);
    expect(sent()).toMatchObject({ path, body: { withdrawal: ETH_ID } });
    expect(JSON.parse((await withSecret('refund', ETH_ID, '--json')).out)).toMatchObject({
      success: true,
      amount: 1_500_000,
    });
    answers.set(`POST ${path}`, [200, { success: false, error: 'Withdrawal already refunded' }]);
    const again = await withSecret('refund', ETH_ID, '--json');
    expect(again.code).toBe(1);
    expect(JSON.parse(again.out)).toMatchObject({ success: false, error: 'Withdrawal already refunded' });
  });
});

describe('who the operator is', () => {
  function keyFile(): string {
    const path = join(temporaryDirectory(), 'node-keys.json');
    expect(isRefusal(createKeyFile(path, new Uint8Array(32).fill(3)))).toBe(false);
    return path;
  }

  test('a key signs the statement for the network of the node, in place of the secret', async () => {
    const path = `/bridge/withdrawals/${BTC_ID}/refund`;
    answers.set(`POST ${path}`, [200, { success: true, txId: HEX, amount: 1, token: 'qBTC', recipient: 'r' }]);
    expect((await bridge('refund', BTC_ID, '--unpaid', '--key', keyFile())).code).toBe(0);
    const { body, secret } = sent();
    expect(secret).toBeUndefined();
    const payload = body.payload as Record<string, unknown>;
    expect(payload).toMatchObject({
      ...{ type: 'bridge_operator', withdrawal: BTC_ID, unpaid: true, chain_id: 'rougechain-test-1' },
      ...{ from: body.public_key, nonce: expect.stringMatching(/^[0-9a-f]{32}$/), timestamp: expect.any(Number) },
    });
    const text = canonicalJson(good(parseJson(JSON.stringify(payload), FILE_JSON)));
    const [signature, key] = [fromHex(String(body.signature)), fromHex(String(body.public_key))];
    expect(signature && key && nobleBackend.verify(signature, utf8(text), key)).toBe(true);
    expect(toHex(key as Uint8Array)).toBe(payload.from);
  });

  test('the secret goes with a redirect to nobody', async () => {
    const path = `/bridge/withdrawals/${ETH_ID}/refund`;
    const other = await BridgeNode.start();
    try {
      node.location = `${other.url}/api${path}`;
      const { code, err } = await withSecret('refund', ETH_ID);
      expect(code).toBe(1);
      expect(err).toMatch(/^rouged: no node answers at/);
      expect(other.requests).toEqual([]);
    } finally {
      await other.stop();
    }
  });

  test('is said when nobody is named, when two are, and when the file is not private or has no secret', async () => {
    expect((await bridge('refund', ETH_ID)).err).toMatch(
      /an operator is needed: --relayer-secret-file <file>, or --key <file>/,
    );
    expect((await withSecret('refund', ETH_ID, '--key', keyFile())).err).toMatch(/do the same; give one of them/);
    const [open, empty] = [join(temporaryDirectory(), 'open'), join(temporaryDirectory(), 'empty')];
    writeFileSync(open, SECRET, { mode: 0o644 });
    writeFileSync(empty, 'two words\n', { mode: 0o600 });
    const refund = (file: string) => bridge('refund', ETH_ID, '--relayer-secret-file', file);
    expect((await refund(open)).err).toBe(
      `rouged: the secret file ${open} is open to other users; run: chmod 600 '${open}'\n`,
    );
    const wrong = await refund(empty);
    expect(wrong.err).toMatch(/must hold 16 to 256 printable characters without spaces, in one line\n$/);
    expect(wrong.err).not.toContain('two words');
    expect((await refund(join(temporaryDirectory(), 'none'))).err).toMatch(/^rouged: there is no secret file /);
    expect(node.requests).toEqual([]);
  });
});

describe('addresses', () => {
  const custody = walletOf('custody').address;
  const addresses = [1, 2, 3].map((number) => walletOf(`deposit ${number}`).address);

  beforeEach(() => {
    node.config = { ...node.config, btcCustodyAddress: custody, btcNetwork: 'regtest' };
  });

  const fileOf = (text: string): string => {
    const path = join(temporaryDirectory(), 'addresses');
    writeFileSync(path, text);
    return path;
  };

  test('of a file of lines or of JSON are added, and those that the node knew are counted', async () => {
    answers.set('POST /bridge/btc/deposit-pool', [200, { success: true, added: 2, poolRemaining: 17 }]);
    const entries = addresses.map((address, index) => ({ index, address }));
    const lines = `# from the vault\n\n${addresses.map((address, index) => `${index}, ${address.toUpperCase()}`).join('\r\n')}\n`;
    for (const text of [lines, JSON.stringify(entries), JSON.stringify({ addresses: entries })]) {
      node.requests.length = 0;
      const { code, out } = await withSecret('addresses', 'add', fileOf(text));
      expect([code, out]).toEqual([
        0,
        'OK: 2 of 3 addresses are added; 17 wait in the pool\n1 of them the node has already\n',
      ]);
      expect(sent()).toEqual({
        method: 'POST',
        path: '/bridge/btc/deposit-pool',
        secret: SECRET,
        body: { addresses: entries },
      });
    }
  });

  test('go in requests that the node takes', async () => {
    answers.set('POST /bridge/btc/deposit-pool', [200, { success: true, added: 50, poolRemaining: 150 }]);
    const many = Array.from({ length: 150 }, (_, index) => ({ index, address: walletOf(`many ${index}`).address }));
    const { out } = await withSecret('addresses', 'add', fileOf(JSON.stringify(many)), '--json');
    expect(JSON.parse(out)).toEqual({ success: true, added: 150, known: 0, poolRemaining: 150 });
    const lengths = node.requests
      .filter(({ method }) => method === 'POST')
      .map(({ body }) => (body.addresses as unknown[]).length);
    expect(lengths).toEqual([64, 64, 22]);
  });

  test('of another secret are refused by the node, and without a Bitcoin bridge there are none', async () => {
    const file = fileOf(`0 ${addresses[0]}`);
    answers.set('POST /bridge/btc/deposit-pool', [200, { success: false, error: 'unauthorized' }]);
    expect(await withSecret('addresses', 'add', file)).toMatchObject({
      code: 1,
      err: 'rouged: unauthorized (http_200)\n',
    });
    node.config = { enabled: false };
    expect((await withSecret('addresses', 'add', file)).err).toMatch(
      /the Bitcoin bridge of http:\S+ is off: it has no custody address/,
    );
    expect((await bridge('addresses', 'list')).err).toMatch(/deposit addresses need the secret of the relayer/);
  });

  const custodyAddress = good(readBtcAddress(custody, 'regtest'));
  test.each<readonly [string, RegExp]>([
    ['', /^the file has no addresses$/],
    ['0', /^line 1 must have an index and an address, such as "0 bc1q..."$/],
    [`0 ${addresses[0]}\n\nx ${addresses[1]}`, /^line 3 must have an index/],
    [`0 ${addresses[0]?.slice(0, -1)}q`, /^line 1: BTC address does not decode/],
    [`0 bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq`, /^line 1: unrecognized BTC address format for regtest$/],
    [`0 ${custody}`, /^line 1: the custody address is no deposit address$/],
    [`0 ${addresses[0]}\n1 ${addresses[0]?.toUpperCase()}`, /^line 2: its address or its index is that of line 1$/],
    [`5 ${addresses[0]}\n05 ${addresses[1]}`, /^line 2: its address or its index is that of line 1$/],
    [`2147483648 ${addresses[0]}`, /^line 1: the index must be a whole number up to 2147483647$/],
    ['{"addresses":{}}', /^the file must have a list of addresses/],
    ['[{"index":"0","address":"x"}]', /^entry 1 must be \{"index": number, "address": text\}$/],
    ['[', /^the file is /],
  ])('a file that is not right is refused with the place: %s', (text, sentence) => {
    const entries = readAddressFile(text, 'regtest', custodyAddress);
    expect(isRefusal(entries) && entries.message).toMatch(sentence);
  });

  test('that are assigned are listed', async () => {
    const assigned = addresses
      .slice(0, 2)
      .map((address, index) => ({ address, index, recipient: index === 0 ? 'rouge1x' : 'f'.repeat(3_904) }));
    answers.set('GET /bridge/btc/deposit-addresses', [
      200,
      { success: true, addresses: assigned, poolRemaining: 3, maxIndex: 9 },
    ]);
    const { code, out } = await withSecret('addresses', 'list');
    expect(code).toBe(0);
    expect(out.split('\n')).toEqual([
      '   INDEX  ADDRESS  RECIPIENT',
      `       0  ${addresses[0]}  rouge1x`,
      `       1  ${addresses[1]}  ${'f'.repeat(77)}...`,
      '2 addresses are assigned, 3 wait in the pool; the highest index is 9',
      '',
    ]);
    expect(node.requests.at(-1)).toMatchObject({ method: 'GET', secret: SECRET });
    const { addresses: listed } = JSON.parse((await withSecret('addresses', 'list', '--json')).out);
    expect(listed).toEqual(assigned);
  });
});
