/** Proofs of state over HTTP: checked with the published verifier against headers that other routes give, also while blocks
 *  are being made. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fromBinary, fromHex, toHex, utf8 } from '../../engine/base/bytes.js';
import { JsonNumber } from '../../engine/base/json.js';
import { accountOfKey } from '../../engine/crypto/address.js';
import {
  accountStateKey,
  activeSetStateKey,
  type ProofJson,
  readAccountRecord,
  readActiveSet,
  readTokenBalance,
  tokenBalanceStateKey,
  verifyProof,
} from '../../engine/state/proofVerifier.js';
import { ChainWatch } from '../support/chainWatch.js';
import { CheckedApi } from '../support/checkedApi.js';
import { type InlineNode, startInlineNode } from '../support/inlineNode.js';
import { signed, signedTransfer } from '../support/signedRequests.js';
import { actor, signingActor } from '../support/transactions.js';

const alice = signingActor('proofs: alice');
const bob = actor('proofs: bob');
const staker = signingActor('proofs: staker');
const stranger = actor('proofs: nobody');

type Proof = ProofJson & { readonly height: number; readonly block_hash: string; readonly header: string };

const accountOf = (publicKey: Uint8Array): Uint8Array => fromBinary(accountOfKey(publicKey));

let node: InlineNode;
let api: CheckedApi;
let watch: ChainWatch;

beforeAll(async () => {
  const allocations = [
    { address: alice.address, amount: '1000' },
    { address: staker.address, amount: '50000' },
    { address: alice.address, amount: '340282366920938463463374607431768211455', token: 'WIDE' },
  ];
  node = await startInlineNode({ genesis: { allocations }, flags: ['--heartbeat-ms', '3600000'] });
  api = new CheckedApi(node.url);
  watch = await ChainWatch.open(node.url);
});

afterAll(async () => {
  await watch?.close();
  await node?.remove();
});

/** The value that a proof shows under the state root of the block that the chain has at its height. */
async function checked(path: string, key: string): Promise<Uint8Array | undefined> {
  const proof = await api.get<Proof>(path);
  const { block } = await api.get<{ block: { hash: string; stateRoot: string | null } }>(`/api/block/${proof.height}`);
  expect(proof.block_hash).toBe(block.hash);
  const header = JSON.parse(proof.header) as { height: number; state_root?: string };
  expect(header.height).toBe(proof.height);
  if (proof.height > 0) expect(proof.state_root).toBe(block.stateRoot);
  expect(header.state_root ?? proof.state_root).toBe(proof.state_root);
  return verifyProof(proof, block.stateRoot ?? proof.state_root, key);
}

async function transfer(amount: string, token?: string): Promise<void> {
  const request = signedTransfer(alice, bob.address, amount, token === undefined ? {} : { token });
  const { status, text } = await api.post('/api/v2/transfer', request.body);
  expect(status, text).toBe(200);
  await watch.included(request.txId);
}

describe('proofs', () => {
  test('of an account, by key and by address, before and after it changes', async () => {
    const key = accountStateKey(accountOf(alice.publicKey));
    const before = readAccountRecord(await checked(`/api/proof/account/${alice.keyHex}`, key));
    expect(before).toEqual({ balance: 1_000_000_000_000n, nonce: 0n, activity: 0n });
    await transfer('1.5');
    const after = readAccountRecord(await checked(`/api/proof/account/${alice.address}`, key));
    expect(after).toEqual({ balance: 998_400_000_000n, nonce: 1n, activity: 1n });
    const bobKey = accountStateKey(accountOf(bob.publicKey));
    expect(readAccountRecord(await checked(`/api/proof/account/${bob.keyHex}`, bobKey)).balance).toBe(1_500_000_000n);
  });

  test('of an account that the state does not hold', async () => {
    const key = accountStateKey(accountOf(stranger.publicKey));
    const value = await checked(`/api/proof/account/${stranger.keyHex}`, key);
    expect(value).toBeUndefined();
    expect(readAccountRecord(value)).toEqual({ balance: 0n, nonce: 0n, activity: 0n });
  });

  test('of token balances, the symbol in any case, up to the widest', async () => {
    await transfer('7', 'wide');
    const wide = (publicKey: Uint8Array): string => tokenBalanceStateKey(accountOf(publicKey), 'WIDE');
    const alices = await checked(`/api/proof/token/${alice.address}/wide`, wide(alice.publicKey));
    expect(readTokenBalance(alices)).toBe(2n ** 128n - 8n);
    expect(readTokenBalance(await checked(`/api/proof/token/${bob.keyHex}/WIDE`, wide(bob.publicKey)))).toBe(7n);
    const none = await checked(`/api/proof/token/${stranger.address}/WIDE`, wide(stranger.publicKey));
    expect(none).toBeUndefined();
  });

  test('of the whole active set of the next block', async () => {
    const proven = readActiveSet(await checked(`/api/proof/key/${activeSetStateKey}`, activeSetStateKey));
    const stake = 100_000n * 1_000_000_000n;
    expect(proven).toEqual([{ account: accountOf(fromHex(node.publicKey) as Uint8Array), stake }]);
    for (const length of [1, 47, 49]) expect(() => readActiveSet(new Uint8Array(length))).toThrow('48 bytes a member');
    expect(() => readActiveSet(undefined)).toThrow('48 bytes a member');
  });

  test('of every change of the active set, page by page', async () => {
    type Change = ProofJson & { readonly height: number; readonly header: string; readonly block_hash: string };
    const list = (query = '') =>
      api.get<{ readonly sets: readonly Change[]; readonly next_height?: number }>(`/api/proof/sets${query}`);
    expect(await list()).toEqual({ success: true, sets: [] });
    for (const amount of ['10000', '11000.5', '12000']) {
      const { body, txId } = signed(staker, { type: 'stake', amount: new JsonNumber(amount) });
      expect((await api.post('/api/v2/stake', body)).status).toBe(200);
      await watch.included(txId);
    }
    // The block after the last one makes that one final.
    const request = signedTransfer(staker, actor('proofs: another').address, '1');
    expect((await api.post('/api/v2/transfer', request.body)).status).toBe(200);
    await watch.included(request.txId);
    const { sets } = await list();
    const own = accountOf(fromHex(node.publicKey) as Uint8Array);
    const stakes: bigint[][] = [];
    for (const change of sets) {
      const { block } = await api.get<{ block: { hash: string } }>(`/api/block/${change.height}`);
      expect(change.block_hash).toBe(block.hash);
      const { state_root } = JSON.parse(change.header) as { state_root: string };
      const members = readActiveSet(verifyProof(change, state_root, activeSetStateKey));
      expect(members.map(({ account }) => account)).toEqual([own, accountOf(staker.publicKey)]);
      stakes.push(members.map(({ stake }) => stake / 100_000_000n));
    }
    expect(stakes).toEqual([
      [1_000_000n, 100_000n],
      [1_000_000n, 210_005n],
      [1_000_000n, 330_005n],
    ]);
    const heights = sets.map(({ height }) => height);
    const first = await list('?limit=2');
    expect([first.sets.map(({ height }) => height), first.next_height]).toEqual([heights.slice(0, 2), heights[2]]);
    const rest = await list(`?from_height=${first.next_height}`);
    expect([rest.sets.map(({ height }) => height), rest.next_height]).toEqual([heights.slice(2), undefined]);
    expect((await list('?from_height=1000000')).sets).toEqual([]);
  });

  test('of any key: a supply, the totals, and keys that no record can have', async () => {
    const supply = toHex(utf8('WIDE'));
    expect((await checked(`/api/proof/key/03${supply}`, `03${supply}`))?.length).toBe(32);
    expect((await checked('/api/proof/key/07', '07'))?.length).toBe(64);
    for (const key of ['00', 'ff', '01', `01${'00'.repeat(32)}`, '7f'.repeat(277)])
      expect(await checked(`/api/proof/key/${key.toUpperCase()}`, key), key).toBeUndefined();
  });

  test('hold while blocks are being made', async () => {
    const key = accountStateKey(accountOf(bob.publicKey));
    const balances: bigint[] = [];
    let ended = false;
    const transfers = Promise.all(Array.from({ length: 20 }, () => transfer('0.1'))).finally(() => {
      ended = true;
    });
    while (!ended) {
      const values = await Promise.all(
        Array.from({ length: 8 }, () => checked(`/api/proof/account/${bob.keyHex}`, key)),
      );
      balances.push(...values.map((value) => readAccountRecord(value).balance));
    }
    await transfers;
    expect(readAccountRecord(await checked(`/api/proof/account/${bob.keyHex}`, key)).balance).toBe(3_500_000_000n);
    console.log(`${balances.length} proofs beside blocks`);
    expect(balances.every((balance) => (balance - 1_500_000_000n) % 100_000_000n === 0n)).toBe(true);
    expect(balances.length).toBeGreaterThanOrEqual(8);
  });

  test('are refused for input that names nothing', async () => {
    for (const [path, words] of [
      ['account/xyz', 'name an account'],
      [`account/${'0'.repeat(3_903)}`, 'name an account'],
      [`token/${alice.address}/TOOLONGSYMBOL`, '1 to 10 letters and digits'],
      ['token/nobody/WIDE', 'name an account'],
      [`token/${alice.address}/xrge`, 'in the account record'],
      ['key/0', 'in hex'],
      ['key/xy', 'in hex'],
      [`key/${'00'.repeat(278)}`, 'in hex'],
    ] as const) {
      const { status, json } = await api.send(`/api/proof/${path}`);
      expect([status, json?.code], path).toEqual([400, 'malformed_parameter']);
      expect(String(json?.error)).toContain(words);
    }
  });
});
