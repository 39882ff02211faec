/** Amounts that no double holds, through the published client: it can send back whatever it receives, down to the last unit. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Json } from '../support/answerShapes.js';
import { ChainWatch } from '../support/chainWatch.js';
import { CheckedApi } from '../support/checkedApi.js';
import { type LiveNode, startNode } from '../support/liveNode.js';
import {
  type ClientChain,
  type ClientWallet,
  loadPublishedClient,
  type PublishedClient,
  type Submitted,
} from '../support/publishedClient.js';
import { freshNonce } from '../support/signedRequests.js';
import { actor, type SigningActor, signingActor } from '../support/transactions.js';

type Write = (wallet: object, order: object) => Promise<Submitted>;

interface Client extends ClientChain {
  readonly dex: Readonly<Record<'createPool' | 'addLiquidity' | 'removeLiquidity' | 'swap', Write>> & {
    getPool(id: string): Promise<Json>;
    quote(order: object): Promise<Json>;
  };
}

const alice = signingActor('sdk amounts: alice');
const bob = signingActor('sdk amounts: bob');
const rich = signingActor('sdk amounts: rich');
const nobody = actor('sdk amounts: nobody');

const walletOf = ({ keyHex, secretKey }: SigningActor): ClientWallet => ({
  publicKey: keyHex,
  privateKey: Buffer.from(secretKey).toString('hex'),
});

/** 18 decimals, 28 digits; the double nearest to it is above it. */
const SUPPLY = '1234567890123456789999999999';

let node: LiveNode;
let api: CheckedApi;
let sdk: PublishedClient;
let chain: Client;
let watch: ChainWatch;

beforeAll(async () => {
  const allocations = [
    ...[alice, bob].map(({ address }) => ({ address, amount: '100000' })),
    { address: rich.address, amount: '35999999999.123456789' },
  ];
  node = await startNode({ genesis: { allocations } });
  api = new CheckedApi(node.url);
  sdk = await loadPublishedClient();
  chain = new sdk.RougeChain(`${node.url}/api`) as unknown as Client;
  watch = await ChainWatch.open(node.url);
});

afterAll(async () => {
  await watch?.close();
  await node?.remove();
});

async function included({ error, data }: Submitted): Promise<void> {
  expect(error).toBeUndefined();
  await watch.included(String(data?.txId));
}

/** A payload for which the client has no method, signed by the client. */
async function post(path: string, signer: SigningActor, payload: Json): Promise<void> {
  const whole = { ...payload, from: signer.keyHex, timestamp: Date.now(), nonce: freshNonce() };
  const wallet = walletOf(signer);
  const { status, text, json } = await api.post(
    path,
    JSON.stringify(sdk.signTransaction(whole, wallet.privateKey, wallet.publicKey)),
  );
  expect(status, text).toBe(200);
  await watch.included(String(json?.txId));
}

const exactly = async ({ keyHex }: { readonly keyHex: string }, token: string): Promise<bigint> =>
  BigInt(String((await api.get(`/api/balance/${keyHex}/${token}`)).balance_raw));

test('a token of 18 decimals moves to its last unit by the balances that the client is told', async () => {
  const order = { type: 'create_token', name: 'Wei', symbol: 'WEI', totalSupply: SUPPLY, decimals: 18 };
  await post('/api/v2/token/create', alice, order);
  expect(await exactly(alice, 'WEI')).toBe(BigInt(SUPPLY));
  // The number that a client used to get: more than there is.
  expect(BigInt(Number(SUPPLY))).toBeGreaterThan(BigInt(SUPPLY));
  let transfers = 0;
  for (; ; transfers++) {
    const told = await chain.getTokenBalance(alice.keyHex, 'WEI');
    const { token_balances } = await chain.getBalance(alice.keyHex);
    expect((token_balances as Json).WEI ?? 0).toBe(told);
    if (told === 0) break;
    await included(await chain.transfer(walletOf(alice), { to: bob.keyHex, amount: told, token: 'WEI' }));
    expect(transfers).toBeLessThan(4);
  }
  expect(transfers).toBeGreaterThan(1);
  expect([await exactly(alice, 'WEI'), await exactly(bob, 'WEI')]).toEqual([0n, BigInt(SUPPLY)]);
});

test('the amounts of a quote, a pool and a share can be sent back', async () => {
  const { dex } = chain;
  const wallet = walletOf(bob);
  const told = await chain.getTokenBalance(bob.keyHex, 'WEI');
  const pair = { tokenA: 'WEI', tokenB: 'XRGE', amountA: Math.floor(told / 2), amountB: 1_000.123456789 };
  await included(await dex.createPool(wallet, pair));
  let swaps = 0;
  for (const [tokenIn, tokenOut, amountIn] of [
    ['XRGE', 'WEI', 1.000000001],
    ['XRGE', 'WEI', 77.7],
    ['WEI', 'XRGE', 1.2345e22],
    ['WEI', 'XRGE', await chain.getTokenBalance(bob.keyHex, 'WEI')],
  ] as const) {
    const { amount_out, amount_out_units, amount_out_quanta } = await dex.quote({ tokenIn, tokenOut, amountIn });
    const had = await exactly(bob, tokenOut);
    await included(await dex.swap(wallet, { tokenIn, tokenOut, amountIn, minAmountOut: amount_out }));
    const fee = tokenOut === 'XRGE' ? 1_000_000_000n : 0n;
    const exact = BigInt(String(amount_out_units ?? amount_out_quanta));
    expect((await exactly(bob, tokenOut)) - had, String(swaps)).toBe(exact - fee);
    swaps++;
  }
  expect(swaps).toBe(4);
  const { lp_balances } = await chain.getBalance(bob.keyHex);
  const share = (lp_balances as Readonly<Record<string, number>>)['WEI-XRGE'] as number;
  expect(share).toBeGreaterThan(2 ** 53);
  await included(await dex.removeLiquidity(wallet, { poolId: 'WEI-XRGE', lpAmount: share }));
  const { total_lp } = await dex.getPool('WEI-XRGE');
  expect(Number(total_lp)).toBeLessThan(share / 2 ** 50);
});

test('XRGE beyond what a double holds can be sent as received, and the remainder as text', async () => {
  const { balance, balance_quanta } = await chain.getBalance(rich.keyHex);
  expect(balance_quanta).toBe('35999999999123456789');
  expect(balance).toBe(35_999_999_999.12345);
  const wallet = walletOf(rich);
  await included(await chain.transfer(wallet, { to: bob.keyHex, amount: Number(balance) - 1_000_000 }));
  await included(await chain.burn(wallet, 0.000000001));
  const left = await exactly(rich, 'XRGE');
  const all = left - 100_000_000n;
  const amount = `${all / 1_000_000_000n}.${String(all % 1_000_000_000n).padStart(9, '0')}`;
  await post('/api/v2/transfer', rich, { type: 'transfer', to: nobody.address, amount });
  expect([await exactly(rich, 'XRGE'), await exactly(nobody, 'XRGE')]).toEqual([0n, all]);
});
