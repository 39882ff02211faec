/** The published client against a real node: every method that reaches a route of chapter Tokens, with good and with
 *  bad input. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Json } from '../support/answerShapes.js';
import { ChainWatch } from '../support/chainWatch.js';
import { CheckedApi } from '../support/checkedApi.js';
import { isOfTokens, methodsReaching } from '../support/clientMethods.js';
import { type InlineNode, startInlineNode } from '../support/inlineNode.js';
import {
  type ClientChain,
  type ClientWallet,
  loadPublishedClient,
  type Submitted,
} from '../support/publishedClient.js';
import { longPicture } from '../support/tinyPictures.js';
import { signingActor } from '../support/transactions.js';

const walletOf = (name: string): ClientWallet & { readonly address: string } => {
  const { keyHex, secretKey, address } = signingActor(name);
  return { publicKey: keyHex, privateKey: Buffer.from(secretKey).toString('hex'), address };
};
const alice = walletOf('sdk tokens: alice');
const bob = walletOf('sdk tokens: bob');

/** The longest image that a token may have. */
const IMAGE = longPicture(102_400);

let chain: ClientChain;
let node: InlineNode;
let api: CheckedApi;
let watch: ChainWatch;

beforeAll(async () => {
  const sdk = await loadPublishedClient();
  const allocations = [alice, bob].map(({ address }) => ({ address, amount: '1000' }));
  node = await startInlineNode({ genesis: { allocations } });
  api = new CheckedApi(node.url);
  chain = new sdk.RougeChain(`${node.url}/api`);
  watch = await ChainWatch.open(node.url);
});

afterAll(async () => {
  await watch?.close();
  await node?.remove();
});

async function included({ success, error, data }: Submitted): Promise<string> {
  expect([success, error]).toEqual([true, undefined]);
  await watch.included(String(data?.txId));
  return String(data?.txId);
}

/** A write that the node refuses becomes an answer with the node's own text. */
function expectRefusal({ success, error }: Submitted, code: string, words: string): void {
  expect(success).toBe(false);
  expect(JSON.parse(error?.slice(error.indexOf('{')) ?? '{}')).toEqual({ success: false, error: words, code });
}

test('createToken, getTokens, getTokenMetadata, getTokenHolders, getTokenTransactions', async () => {
  const order = { name: 'Coin', symbol: 'coin', totalSupply: 1_000, image: 'https://coin.example/logo.webp' };
  const txId = await included(await chain.createToken(alice, order));
  expectRefusal(await chain.createToken(bob, order), 'already_exists', "Token symbol 'COIN' already exists");
  await included(await chain.transfer(alice, { to: bob.address, amount: 250, token: 'COIN' }));
  const tokens = await chain.getTokens();
  expect(tokens.map(({ symbol }) => symbol)).toEqual(['XRGE', 'qETH', 'qUSDC', 'qBTC', 'COIN']);
  expect(await chain.getTokenMetadata('coin')).toEqual({ success: true, ...tokens[4] });
  expect(tokens[4]).toMatchObject({ creator: alice.publicKey, totalSupply: 1_000, image: order.image });
  expect(await chain.getTokenHolders('coin')).toMatchObject([
    { address: alice.publicKey, balance: 750, percentage: 75 },
    { address: bob.address, balance: 250, percentage: 25 },
  ]);
  const { transactions } = (await chain.getTokenTransactions('coin')) as { transactions: readonly Json[] };
  expect(transactions.map(({ tx_type }) => tx_type)).toEqual(['transfer', 'create_token']);
  expect(transactions[1]).toMatchObject({ tx_hash: txId, from: alice.publicKey });
});

test('reads of an unknown token, and of an invalid symbol, throw', async () => {
  for (const name of ['getTokenMetadata', 'getTokenHolders', 'getTokenTransactions'] as const) {
    await expect(chain[name]('NOTHING')).rejects.toThrow(/ failed: 404 /);
    await expect(chain[name]('A B')).rejects.toThrow(/ failed: 400 /);
  }
});

test('updateTokenMetadata, claimTokenMetadata: the longest image arrives complete', async () => {
  await included(await chain.createToken(alice, { name: 'Bare', symbol: 'BARE', totalSupply: 1 }));
  await included(await chain.claimTokenMetadata(alice, 'bare'));
  await included(await chain.updateTokenMetadata(alice, { symbol: 'BARE', image: IMAGE, website: 'https://a.b' }));
  const bare = await api.get('/api/token/BARE/metadata');
  expect(bare).toMatchObject({ image: IMAGE, website: 'https://a.b', description: null });
  expect(Number(bare.updated_at)).toBeGreaterThan(Number(bare.created_at));
  const { tokens } = await api.get<{ tokens: readonly Json[] }>('/api/tokens?cursor=COIN');
  expect({ success: true, ...tokens[0] }).toEqual(bare);
  expectRefusal(
    await chain.updateTokenMetadata(bob, { symbol: 'BARE', image: '' }),
    'not_authorized',
    'Only the token creator can update metadata',
  );
  expectRefusal(
    await chain.claimTokenMetadata(alice, 'BARE'),
    'already_exists',
    'Metadata already exists for this token. Use update instead.',
  );
});

test('mintTokens sends an unsigned request, which the node refuses', async () => {
  await expect(chain.mintTokens(alice, { symbol: 'BARE', amount: 1 })).rejects.toThrow(/ failed: 400 .*malformed_body/);
});

test('every method that reaches a route of this chapter is tried above', () => {
  const reaching = [...methodsReaching(chain)].flatMap(([name, paths]) => (paths.some(isOfTokens) ? [name] : []));
  expect(reaching.sort()).toEqual([
    ...['claimTokenMetadata', 'createToken', 'getTokenHolders', 'getTokenMetadata'],
    ...['getTokenTransactions', 'getTokens', 'mintTokens', 'updateTokenMetadata'],
  ]);
});
