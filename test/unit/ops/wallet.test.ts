/** `rouged wallet` over HTTP: what it sends, what it waits for, how it reports faults. */

import { statSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { toHex } from '../../../engine/base/bytes.js';
import { JsonNumber } from '../../../engine/base/json.js';
import { isRefusal } from '../../../engine/base/refusal.js';
import { addressOfKey } from '../../../engine/crypto/address.js';
import type { KeyPair } from '../../../engine/crypto/mldsa.js';
import { program } from '../../../ops/cli/program.js';
import { createKeyFile } from '../../../ops/config/nodeKeys.js';
import { startNodeForTest } from './nodeForTest.js';
import { recordedTerminal, temporaryDirectory } from './temporary.js';

interface Wallet {
  readonly file: string;
  readonly keys: KeyPair;
}

function newWallet(): Wallet {
  const file = join(temporaryDirectory(), 'wallet.json');
  const keys = createKeyFile(file);
  if (isRefusal(keys)) throw new Error(keys.message);
  return { file, keys };
}

async function wallet(words: readonly string[], environment: Record<string, string> = {}) {
  const terminal = recordedTerminal(environment);
  const code = await program(['wallet', ...words], terminal);
  return { code, ...terminal.written };
}

/** A port on which nothing listens. */
async function deadUrl(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}`;
}

describe('a wallet file', () => {
  test('is made once, private, and shown without its secret', async () => {
    const file = join(temporaryDirectory(), 'w.json');
    const made = await wallet(['new', '--file', file, '--json']);
    expect(made.code).toBe(0);
    if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
    const facts = JSON.parse(made.out) as { address: string; public_key: string };
    expect(facts.address).toMatch(/^rouge1/);
    const shown = await wallet(['address'], { ROUGED_WALLET: file });
    expect(shown.out).toContain(facts.address);
    expect(shown.out).toContain(facts.public_key);
    const again = await wallet(['new', '--file', file]);
    expect(again.code).toBe(1);
    expect(again.err).toContain('never overwritten');
  });
});

describe('commands at a node', () => {
  test('faucet and transfer send what is specified and wait for their block', async () => {
    const node = await startNodeForTest({ chainId: 'rougechain-local-1' });
    const { file, keys } = newWallet();
    const options = ['--file', file, '--url', `${node.url}/api`];
    const faucet = await wallet(['faucet', ...options, '--json']);
    expect(faucet.code, faucet.err).toBe(0);
    expect(JSON.parse(faucet.out)).toMatchObject({ success: true, block_height: 5, receipt: { status: 'Success' } });
    const to = addressOfKey(keys.publicKey);
    const order = ['--to', to, '--amount', '0.000000001', '--priority-fee', '0.5'];
    const transfer = await wallet(['transfer', ...options, ...order]);
    expect(transfer.code, transfer.err).toBe(0);
    expect(transfer.out).toMatch(/^transaction [0-9a-f]{64}\nin block {4}5\n$/);
    expect(node.seen.map(({ path }) => path)).toEqual(['/api/v2/faucet', '/api/v2/transfer']);
    const [first, second] = node.seen;
    expect([...(first?.payload.keys() ?? [])]).toEqual(['chain_id', 'from', 'nonce', 'timestamp', 'type']);
    expect(second?.payload.get('amount')).toEqual(new JsonNumber('0.000000001'));
    expect(second?.payload.get('priority_fee')).toEqual(new JsonNumber('0.5'));
    expect(second?.payload.get('chain_id')).toBe('rougechain-local-1');
    expect(second?.body).toContain('"amount":0.000000001,');
    expect(node.looks()).toBe(4);
  });

  test('a node that names no chain gets no chain id; --no-wait looks for no block', async () => {
    const node = await startNodeForTest();
    const { file } = newWallet();
    const done = await wallet(['faucet', '--no-wait', '--file', file, '--url', node.url]);
    expect(done.code).toBe(0);
    expect(done.out).toContain('not waited');
    expect(node.seen).toHaveLength(1);
    expect(node.seen[0]?.payload.has('chain_id')).toBe(false);
    expect(node.looks()).toBe(0);
  });

  test('stake and unstake name their type, and the validators are shown exactly', async () => {
    const validator = {
      ...{ address: 'rouge1x', name: 'one\u001b[2J', stake: 1, stake_quanta: '10000000000000001', status: 'active' },
      ...{ unbonding: 2, unbonding_quanta: '2000000001' },
    };
    const other = { address: 'rouge1y', name: null, stake: 5, status: 'unbonding', unbonding: 0 };
    const body = { success: true, validators: [validator, other], totalStaked: 5, totalStaked_quanta: '5000000001' };
    const node = await startNodeForTest({ answers: { '/api/validators': { status: 200, body } } });
    const options = ['--file', newWallet().file, '--url', node.url];
    expect((await wallet(['stake', '--amount', '10000.5', ...options])).out).toMatch(
      /^transaction .*\nin block {4}5\n$/,
    );
    expect((await wallet(['unstake', '--amount', '7', '--priority-fee', '0.1', ...options])).code).toBe(0);
    expect(node.seen.map(({ path, payload }) => [path, payload.get('type'), payload.get('amount')])).toEqual([
      ['/api/v2/stake', 'stake', new JsonNumber('10000.5')],
      ['/api/v2/unstake', 'unstake', new JsonNumber('7')],
    ]);
    expect(node.seen[1]?.payload.get('priority_fee')).toEqual(new JsonNumber('0.1'));
    const shown = await wallet(['validators', '--url', node.url]);
    expect(shown.out.split('\n')).toEqual([
      expect.stringMatching(/^rouge1x \(one.*\) 10000000\.000000001 XRGE active, 2\.000000001 XRGE unbonding$/),
      'rouge1y 5 XRGE unbonding',
      '5.000000001 XRGE staked in all',
      '',
    ]);
    expect(shown.out).not.toContain('\u001b');
    const json = JSON.parse((await wallet(['validators', '--url', node.url, '--json'])).out) as Record<string, unknown>;
    expect(json).toMatchObject({ success: true, total_staked: '5.000000001' });
    expect(json.validators).toHaveLength(2);
  });

  test('a balance is exact, by symbol', async () => {
    const node = await startNodeForTest();
    const { file, keys } = newWallet();
    const shown = await wallet(['balance', '--file', file, '--url', node.url]);
    expect(shown.out).toBe('1.500000001 XRGE\n12345678901234567890 GOLD\n');
    const other = await wallet(['balance', toHex(keys.publicKey), '--json'], { ROUGED_URL: node.url });
    expect(JSON.parse(other.out)).toEqual({
      success: true,
      balances: { XRGE: '1.500000001', GOLD: '12345678901234567890' },
    });
  });

  test('the demo makes a wallet, asks the faucet, sends 1 XRGE and shows both balances', async () => {
    const node = await startNodeForTest({ chainId: 'rougechain-local-1' });
    const file = join(temporaryDirectory(), 'demo.json');
    const demo = await wallet(['demo', '--file', file, '--url', node.url]);
    expect(demo.code, demo.err).toBe(0);
    expect(node.seen.map(({ path }) => path)).toEqual(['/api/v2/faucet', '/api/v2/transfer']);
    expect(node.seen[1]?.payload.get('amount')).toEqual(new JsonNumber('1'));
    expect(demo.out.match(/^balance {3}rouge1/gm)).toHaveLength(2);
    expect(demo.out.match(/is in block 5/g)).toHaveLength(2);
    const again = await wallet(['demo', '--file', file, '--url', node.url, '--json']);
    const answer = JSON.parse(again.out) as { success: boolean; balances: object; block_height: number };
    expect(answer).toMatchObject({ success: true, block_height: 5 });
    expect(Object.keys(answer.balances)).toHaveLength(2);
  });

  test('the demo goes on without the faucet when the wallet has enough, and stops when it has not', async () => {
    const cooldown = { status: 429, body: { success: false, error: 'Faucet cooldown: wait', code: 'faucet_cooldown' } };
    const { file, keys } = newWallet();
    const rich = await startNodeForTest({ answers: { '/api/v2/faucet': cooldown } });
    const done = await wallet(['demo', '--file', file, '--url', rich.url]);
    expect(done.code, done.err).toBe(1);
    const balancePath = `/api/balance/${addressOfKey(keys.publicKey)}`;
    const enough = { status: 200, body: { balance: 9000, balance_quanta: '9000000000000' } };
    const node = await startNodeForTest({ answers: { '/api/v2/faucet': cooldown, [balancePath]: enough } });
    const richer = await wallet(['demo', '--file', file, '--url', node.url]);
    expect(richer.code, richer.err).toBe(0);
    expect(richer.out).toContain('Faucet cooldown: wait; going on with the 9000 XRGE');
  });
});

describe('faults', () => {
  test('a node that is not there', async () => {
    const { file } = newWallet();
    const url = await deadUrl();
    const done = await wallet(['balance', '--file', file, '--url', url]);
    expect(done.code).toBe(1);
    expect(done.err).toContain(`no node answers at ${url} (ECONNREFUSED)`);
    const demo = join(temporaryDirectory(), 'none.json');
    expect((await wallet(['demo', '--file', demo, '--url', url])).code).toBe(1);
    expect(() => statSync(demo)).toThrow(/ENOENT/);
  });

  test('a refusal of the node, with its code and without its control characters', async () => {
    const refusal = {
      status: 400,
      body: { success: false, error: 'insufficient \u001b[31mbalance', code: 'insufficient_balance' },
    };
    const node = await startNodeForTest({ answers: { '/api/v2/transfer': refusal } });
    const { file, keys } = newWallet();
    const words = [
      'transfer',
      '--to',
      addressOfKey(keys.publicKey),
      '--amount',
      '1',
      '--file',
      file,
      '--url',
      node.url,
    ];
    const done = await wallet(words);
    expect(done.code).toBe(1);
    expect(done.err).toBe('rouged: insufficient ?[31mbalance (insufficient_balance)\n');
    const json = await wallet([...words, '--json']);
    expect(json.code).toBe(1);
    expect(JSON.parse(json.out)).toMatchObject({ success: false, code: 'insufficient_balance' });
  });

  test('success:false with status 200 is a refusal too', async () => {
    const answers = {
      '/api/v2/faucet': { status: 200, body: { success: false, error: 'Faucet is disabled on this network.' } },
    };
    const node = await startNodeForTest({ answers });
    const done = await wallet(['faucet', '--file', newWallet().file, '--url', node.url]);
    expect(done.code).toBe(1);
    expect(done.err).toContain('Faucet is disabled on this network.');
  });

  test('something that is no node', async () => {
    const node = await startNodeForTest({ answers: { '/api/health': { status: 200, body: '<html>' } } });
    const done = await wallet(['faucet', '--file', newWallet().file, '--url', node.url]);
    expect(done.code).toBe(1);
    expect(done.err).toContain('did not answer as a node does (HTTP 200)');
  });

  test('a transfer that failed inside its block', async () => {
    const node = await startNodeForTest({ receiptStatus: { Failed: 'frozen' } });
    const done = await wallet(['faucet', '--file', newWallet().file, '--url', node.url]);
    expect(done.code).toBe(1);
    expect(done.err).toContain('is in block 5, but failed: frozen');
  });

  test.each<[string[], string]>([
    [['transfer', '--amount', '1'], 'needs --to'],
    [['transfer', '--to', 'bob'], '--to must be a rouge1 address'],
    [['transfer', '--amount', '1e3'], '--amount must be an amount in decimal digits'],
    [['balance', 'bob'], 'is no rouge1 address'],
    [['balance', 'a', 'b'], 'unexpected argument "b"'],
    [['stake'], 'rouged wallet stake needs --amount'],
    [['unstake', '--amount', '0'], '--amount must be above zero'],
    [['stake', '--amount', '1.0000000001'], '--amount has more than 9 decimals'],
    [['unstake', '--amount', '1', '--priority-fee', '0.0000000001'], '--priority-fee has more than 9 decimals'],
    [['stake', '--amount', '1', '--to', 'x'], '--to has no meaning for rouged wallet stake'],
    [['validators', 'bob'], 'is no rouge1 address'],
    [['new', '--to', 'x'], '--to has no meaning for rouged wallet new'],
    [['trnsfer'], 'did you mean transfer?'],
    [[], 'needs one of new, import, address, balance, faucet, transfer, stake, unstake, validators, demo'],
    [['balance', '--url', 'nowhere'], '--url must be an http or https URL'],
  ])('%j is a wrong command line', async (words, part) => {
    const done = await wallet(words);
    expect(done.err).toContain(part);
    expect(done.code).toBe(2);
    expect(done.out).toBe('');
  });
});
