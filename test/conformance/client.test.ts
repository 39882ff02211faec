/** `rouged/client` against a live node: every method once, with its answers compared with raw HTTP and the schemas of
 *  the routes, the effect of its amounts on the chain, and the errors for bad input. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Account } from '../../api/client/account.js';
import { parseXrge } from '../../api/client/amounts.js';
import { RougedClient } from '../../api/client/client.js';
import { RougedError } from '../../api/client/error.js';
import { Routes } from '../../api/client/generated/routes.js';
import { toHex } from '../../engine/base/bytes.js';
import { callBridge } from '../support/clientBridge.js';
import { ClientScene } from '../support/clientScene.js';
import { callMail, callMessenger, callPush, callSocial, callVotes } from '../support/clientServices.js';
import { base64, probeContract } from '../support/contractRequests.js';
import { encryptionKey } from '../support/directoryOrders.js';
import { type LiveNode, startNode } from '../support/liveNode.js';
import { painted, RED } from '../support/pictures.js';

const account = (name: string): Account => Account.fromSeed(toHex(new TextEncoder().encode(name.padEnd(32, '.'))));
const alice = account('client: alice');
const bob = account('client: bob');
const staker = account('client: staker');
const stranger = account('client: stranger');

let node: LiveNode;
let scene: ClientScene;

beforeAll(async () => {
  const allocations = [
    { address: alice.address, amount: '100000' },
    { address: alice.address, amount: '1000000', token: 'GOLD' },
    { address: bob.address, amount: '1000.123456789' },
    { address: staker.address, amount: '25000' },
  ];
  node = await startNode({
    genesis: { allocations, faucet: true, bridge: {} },
    flags: ['--faucet-enabled', '--regen-curators', alice.publicKey],
  });
  scene = new ClientScene(node.url);
});

afterAll(async () => {
  await node?.remove();
});

/** Waits for the block with the accepted request. */
async function included<T extends { readonly txId: string }>(accepted: Promise<T>): Promise<T> {
  const answer = await accepted;
  const { status, txId } = await scene.client.waitForInclusion(answer.txId);
  expect([status, txId]).toEqual(['success', answer.txId]);
  return answer;
}

const balanceOf = async ({ address }: Account): Promise<bigint> =>
  (await scene.client.getBalance(address)).balance_quanta;

describe('every method', () => {
  test('money: transfers, the faucet, many at once, a whole transaction', async () => {
    const before = await balanceOf(bob);
    const amount = 1_234_567_890_123n;
    const { txId } = await included(scene.call('transfer', alice, { to: bob.address, amount }, { priorityFee: 1n }));
    expect(await balanceOf(bob)).toBe(before + amount);
    const shown = await scene.call('getTx', txId);
    expect(shown.tx.fee_quanta).toBe(parseXrge('0.1') + 1n);
    expect(await scene.call('getTxReceipt', txId)).toMatchObject({ receipt: { tx_hash: txId, status: 'Success' } });
    expect((await scene.call('getAddressTransactions', bob.address, { limit: 1 })).transactions[0]?.txId).toBe(txId);
    expect((await scene.call('getTxs', { limit: 5 })).total).toBeGreaterThan(0);

    await included(scene.call('faucet', stranger));
    expect(await balanceOf(stranger)).toBe(parseXrge('10000'));
    const filled = account('client: filled');
    await included(scene.call('askFaucet', { recipientPublicKey: filled.publicKey }));

    const orders = [1n, 2n].map((units) =>
      scene.client.sign(alice, 'transfer', { to: filled.address, amount: units, token: 'gold' }),
    );
    const signed = await Promise.all(orders);
    const batch = await scene.call('submitBatch', signed);
    expect(batch.results.map((result) => result.txId)).toEqual(signed.map((request) => request.txId));
    for (const request of signed) await scene.client.waitForInclusion(request.txId);
    expect((await scene.call('getTokenBalance', filled.address, 'GOLD')).balance_raw).toBe(3n);

    const whole = await scene.client.sign(alice, 'burn', { amount: parseXrge('2.5') });
    const sig = JSON.parse(whole.body).signature as string;
    await included(
      scene.call('broadcast', {
        tx_type: 'burn',
        from_pub_key: alice.publicKey,
        sig,
        signed_payload: whole.payloadText,
      }),
    );
    expect((await scene.call('getBurned')).burned_units.XRGE).toBeGreaterThanOrEqual(parseXrge('2.5'));
    await included(scene.call('burn', alice, { amount: 7n, token: 'GOLD' }));
  });

  test('the chain, its accounts and its proofs', async () => {
    const { chain_id, height } = await scene.call('getHealth', { strict: false });
    expect(chain_id).toBe(node.chainId);
    expect(await scene.client.chainId()).toBe(node.chainId);
    await scene.call('getStats');
    await scene.call('getBurnAddress');
    await scene.call('getFee');
    await scene.call('getFeeInfo');
    expect((await scene.call('getBlocks', { page: 1, per_page: 3 })).blocks.length).toBeGreaterThan(0);
    await scene.call('getBlocksSummary', { range: '1h' });
    await scene.call('getBlocksHeaders', { limit: 2 });
    await scene.call('getBlocksEffects', { from_height: 1, limit: 2 });
    const { block } = await scene.call('getBlock', height, { limit: 10 });
    expect((await scene.call('getBlockByHash', block.hash)).height).toBe(height);
    expect((await scene.call('getBalance', alice.address)).address).toBe(alice.address);
    expect((await scene.call('resolveAccount', alice.publicKey)).address).toBe(alice.address);
    expect((await scene.call('getAccountNonce', alice.address)).nonce).toBeGreaterThan(0);
    await scene.call('getPeers');
    await scene.call('getProofAccount', alice.address);
    await scene.call('getProofToken', alice.address, 'GOLD');
    await scene.call('getProofKey', '01');
    await scene.call('getProofSets', { limit: 5 });
    await scene.call('getOpenapiJson');
  });

  test('stakes', async () => {
    await included(scene.call('stake', staker, { amount: parseXrge('12000.5') }));
    await included(scene.call('unstake', staker, { amount: parseXrge('2000') }));
    const { validators } = await scene.call('getValidators', { publicKey: staker.address });
    expect(validators[0]?.stake_quanta).toBe(parseXrge('10000.5'));
    expect((await scene.call('getValidatorsUnbonding', staker.address)).total_quanta).toBe(parseXrge('2000'));
    await scene.call('getSelection');
    expect((await scene.call('getFinality')).tipHeight).toBeGreaterThan(0);
    const { proof } = await scene.call('getFinalityByHeight', 1);
    expect([proof.height, proof.precommit_votes.length]).toEqual([1, 1]);
    expect((await scene.call('getVotes', { height: 1 })).precommit[0]?.voters).toBe(1);
    expect((await scene.call('getEvidence')).count).toBe(0);
    expect((await scene.call('getValidatorsStats')).validators.length).toBeGreaterThan(0);
  });

  test('tokens', async () => {
    const fields = { name: 'Silver', symbol: 'SILVER', totalSupply: 10n ** 30n, decimals: 18, mintable: true };
    await included(scene.call('createToken', alice, fields));
    const image = (
      await scene.call('convertLogo', {
        image: (
          await painted(8, 8, () => RED)
            .png()
            .toBuffer()
        ).toString('base64'),
      })
    ).image;
    await included(scene.call('updateTokenMetadata', alice, { token_symbol: 'SILVER', description: 'grey', image }));
    await included(scene.call('mintTokens', alice, { token_symbol: 'SILVER', amount: 10n ** 20n + 1n }));
    expect((await scene.call('getTokenMetadata', 'silver')).success).toBe(true);
    expect((await scene.client.getTokenBalance(alice.address, 'SILVER')).balance_raw).toBe(
      10n ** 30n + 10n ** 20n + 1n,
    );
    await included(scene.call('approve', alice, { spender: bob.address, token_symbol: 'SILVER', amount: 500n }));
    await included(
      scene.call('transferFrom', bob, {
        owner: alice.address,
        to: stranger.address,
        token_symbol: 'SILVER',
        amount: 200n,
      }),
    );
    const query = { owner: alice.address, spender: bob.address, token: 'SILVER' };
    await scene.call('getTokenAllowance', query);
    await scene.call('getTokenAllowances', { owner: alice.address });
    await scene.call('getAllowances', alice.address);
    await included(scene.call('tokenFreeze', alice, { token_symbol: 'SILVER', frozen: true }));
    await included(scene.client.createToken(alice, { name: 'Bare', symbol: 'BARE', totalSupply: 1n }));
    await included(scene.call('claimTokenMetadata', alice, { token_symbol: 'BARE' }));
    await scene.call('getTokens', { limit: 10 });
    expect((await scene.call('getSearch', { q: 'silv' })).tokens).toMatchObject([{ symbol: 'SILVER' }]);
    await scene.call('getTokenTransactions', 'SILVER', { limit: 3 });
    await scene.call('getTokenHolders', 'SILVER', { limit: 3 });
    await scene.call('getTopHolders', { limit: 3 });
  });

  test('pools', async () => {
    const amounts = { amount_a: 100_000n, amount_b: parseXrge('1000') };
    const { pool_id = '' } = await included(
      scene.call('createPool', alice, { token_a: 'GOLD', token_b: 'XRGE', ...amounts }),
    );
    expect(pool_id).toBe('GOLD-XRGE');
    const pool = await scene.call('getPool', pool_id);
    expect([pool.reserve_a_units, pool.reserve_b_quanta]).toEqual([100_000n, parseXrge('1000')]);
    await included(scene.call('addLiquidity', alice, { pool_id, amount_a: 1_000n, amount_b: parseXrge('10') }));
    const quote = await scene.call('quoteSwap', {
      token_in: 'XRGE',
      token_out: 'GOLD',
      amount_in: parseXrge('5.000000001'),
    });
    const before = (await scene.client.getTokenBalance(bob.address, 'GOLD')).balance_raw;
    const order = { token_in: 'XRGE', token_out: 'GOLD', amount_in: parseXrge('5.000000001'), path: quote.path };
    await included(scene.call('swap', bob, { ...order, min_amount_out: quote.amount_out_units as bigint }));
    const after = (await scene.client.getTokenBalance(bob.address, 'GOLD')).balance_raw;
    expect(after - before).toBe(quote.amount_out_units);
    await included(scene.call('removeLiquidity', alice, { pool_id, lp_amount: 1_000_000n }));
    for (const name of ['getPoolEvents', 'getPoolPrices', 'getPoolStats', 'getPoolCandles'] as const)
      await scene.call(name, pool_id);
    await scene.call('getPools');
    await scene.call('getAllPoolEvents', { limit: 3 });
  });

  test('NFTs', async () => {
    const collection = {
      symbol: 'LAMP',
      name: 'Lamps',
      mintPrice: parseXrge('0.5'),
      tokenGateSymbol: 'GOLD',
      tokenGateAmount: 1n,
    };
    const { collection_id = '' } = await included(scene.call('nftCreateCollection', alice, collection));
    const collectionId = collection_id;
    const { mint_price_quanta, token_gate_amount_units } = await scene.call('getNftCollection', collectionId);
    expect([mint_price_quanta, token_gate_amount_units]).toEqual([parseXrge('0.5'), 1n]);
    const attributes = { x_units: '5', rare: true, level: 3 };
    await included(scene.call('nftMint', alice, { collectionId, name: 'one', attributes }));
    await included(scene.call('nftBatchMint', alice, { collectionId, names: ['two', 'three'] }));
    await included(scene.call('nftLock', alice, { collectionId, tokenId: 2 }));
    await included(scene.call('nftBurn', alice, { collectionId, tokenId: 3 }));
    await included(scene.call('nftTransfer', alice, { collectionId, tokenId: 1, to: bob.address }));
    await included(scene.call('nftFreezeCollection', alice, { collectionId }));
    // The signer's JSON is unchanged, whatever the names of its members.
    expect((await scene.client.getNftToken(collectionId, 1)).attributes).toEqual(attributes);
    await scene.call('getNftToken', collectionId, 2);
    await scene.call('getNftCollections');
    await scene.call('getNftCollectionTokens', collectionId);
    await scene.call('getNftCollectionTransactions', collectionId);
    expect((await scene.call('getNftOwner', bob.address)).total).toBe(1);
  });

  test('the directory', async () => {
    const [key, name] = [alice.publicKey, 'client_alice'];
    const fields = { id: 'client-alice', displayName: 'Client Alice', signingPublicKey: key };
    const encryptionPublicKey = encryptionKey('client alice');
    // The answer comes with the block.
    const { wallet } = await scene.call('registerWallet', alice, { ...fields, encryptionPublicKey });
    expect(wallet).toMatchObject({ id: 'client-alice', encryption_public_key: encryptionPublicKey });
    const { entry } = await scene.call('registerName', alice, { name, walletId: 'client-alice' });
    const resolved = await scene.call('getNamesResolve', name);
    expect([resolved.entry, resolved.wallet.id]).toEqual([entry, 'client-alice']);
    expect((await scene.call('getNamesReverse', key)).name).toBe(name);
    expect((await scene.call('getMessengerWalletsByWallet', alice.address)).wallet).toEqual(wallet);
    expect((await scene.call('getMessengerWallets')).wallets).toEqual([wallet]);
    expect((await scene.call('releaseName', alice, { name })).name).toBe(name);
  });

  test('contracts', async () => {
    const wasm = base64(await probeContract());
    const { address = '' } = await included(scene.call('contractDeploy', alice, { wasm }));
    const args = { b: [1, '2'], a: 9_007_199_254_740_993n };
    const text = '{"a":9007199254740993,"b":[1,"2"]}';
    const { preview } = await included(
      scene.call('contractCall', alice, { contractAddr: address, method: 'keep', args }),
    );
    expect(preview?.events).toEqual([{ contract_addr: address, topic: 'kept', data: text }]);
    for (const attach of [
      { symbol: 'GOLD', amount: 1_000n },
      { symbol: 'XRGE', amount: 1_000 },
    ])
      await included(
        scene.call('contractCall', alice, { contractAddr: address, method: 'pay', attach, gasLimit: 200_000 }),
      );
    const { contract } = await scene.call('getContract', address);
    expect([contract.balance_quanta, contract.storage_records, contract.event_transactions]).toEqual([1_000n, 1, 3]);
    expect((await scene.call('getContracts')).contracts).toEqual([contract]);
    const code = await scene.call('getContractInterface', address);
    expect([code.code_hash, code.methods.includes('keep')]).toEqual([contract.code_hash, true]);
    expect(await scene.call('getContractState', address)).toMatchObject({ state: { args: text }, count: 1 });
    expect(await scene.client.getContractState(address, { key: 'args' })).toMatchObject({ valueUtf8: text });
    expect((await scene.call('getContractEvents', address)).events.map(({ data }) => data)).toEqual([
      'XRGE',
      'GOLD',
      text,
    ]);
    const query = { method: 'who', caller: alice.publicKey };
    expect(await scene.call('postContractQuery', address, query)).toMatchObject({ returnData: alice.publicKey });
    expect(await scene.call('postContractCall', { contractAddr: address, ...query })).toMatchObject({
      submitted: false,
    });
    const { payload, signature, public_key } = JSON.parse(
      (await scene.client.sign(alice, 'contract_deploy', { wasm })).body,
    );
    const body = { payload, signature, public_key };
    await included(scene.call('postContractDeploy', body));
  });

  test('the services', async () => {
    for (const owner of [alice, bob]) {
      const fields = {
        id: owner.publicKey,
        displayName: `Wallet of ${owner.address.slice(-8)}`,
        signingPublicKey: owner.publicKey,
      };
      const encryptionPublicKey = encryptionKey(owner.address);
      await scene.client.registerWallet(owner, { ...fields, encryptionPublicKey });
    }
    await callMessenger(scene, alice, bob);
    await callMail(scene, alice, bob);
    await callSocial(scene, alice, bob);
    await callVotes(scene, alice, bob);
    await callPush(scene, alice);
  });

  test('the bridge', async () => {
    const { publicKey, secretKey } = node.keys;
    const authority = Account.fromKeys({ publicKey: toHex(publicKey), privateKey: toHex(secretKey) });
    await callBridge(scene, authority, alice, included);
  });

  test('analytics, which this node has no index for', async () => {
    const refusals = [
      await scene.refusal('getAnalyticsStatus'),
      await scene.refusal('getAnalyticsAccountHistory', alice.address, { token: 'GOLD', limit: 3 }),
      await scene.refusal('getAnalyticsVolume', { days: 7 }),
      await scene.refusal('getAnalyticsHolders', { token: 'XRGE' }),
      await scene.refusal('getAnalyticsTransactions', { until: '2026-11-28' }),
    ];
    for (const { code, message } of refusals) {
      expect(code).toBe('not_found');
      expect(message).toContain('--index-postgres');
    }
  });

  test('none was omitted, and amounts came as bigint', () => {
    const methods = Object.getOwnPropertyNames(Routes.prototype).filter((name) => name !== 'constructor');
    expect([...scene.called.keys(), ...scene.refused].sort()).toEqual(methods.sort());
    expect(scene.refused.size).toBe(22);
    expect(methods.length).toBeGreaterThan(120);
    expect(scene.bigints).toBeGreaterThan(100);
    expect(scene.api.checked.size).toBeGreaterThanOrEqual(methods.length - scene.refused.size);
  });
});

/** The error of a call that must fail. */
async function failureOf(call: Promise<unknown>): Promise<RougedError> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(RougedError);
  return error as RougedError;
}

describe('waiting', () => {
  test('a block is final with its successor', async () => {
    const { txId } = await scene.client.transfer(alice, { to: bob.address, amount: 1n });
    const final = await scene.client.waitForFinality(txId);
    expect(final.txId).toBe(txId);
    expect(final.finalizedHeight).toBeGreaterThanOrEqual(final.blockHeight);
    expect((await scene.client.getFinality()).finalizedHeight).toBeGreaterThanOrEqual(final.blockHeight);
  });

  test('a transaction that its rules refuse is an error with the receipt', async () => {
    const fields = { name: 'Twice', symbol: 'TWICE', totalSupply: 1n };
    const requests = await Promise.all([alice, bob].map((maker) => scene.client.sign(maker, 'create_token', fields)));
    await scene.client.submitBatch(requests);
    const ends = await Promise.allSettled(requests.map(({ txId }) => scene.client.waitForInclusion(txId)));
    expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const error = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason as RougedError] : []))[0];
    expect(error?.code).toBe('transaction_failed');
    expect(error?.message).toMatch(/is in block \d+, but failed: Token symbol 'TWICE' already exists$/);
    expect(error?.details).toMatchObject({
      status: 'failed',
      txId: error?.txId,
      receipt: { fee_paid_quanta: parseXrge('100') },
    });
  });

  test('a transaction that was never sent is not included', async () => {
    const error = await failureOf(scene.client.waitForInclusion('0'.repeat(64), { timeoutMs: 300 }));
    expect([error.code, error.txId]).toEqual(['not_included', '0'.repeat(64)]);
  });
});

describe('the same signed request twice', () => {
  test('is paid once, even when the answer to the first was lost', async () => {
    const request = await scene.client.sign(alice, 'transfer', { to: bob.address, amount: 5n });
    const before = await balanceOf(bob);
    const again = await failureOf(scene.client.send(request).then(() => scene.client.send(request)));
    expect([again.code, again.status, again.txId]).toEqual(['nonce_used', 401, request.txId]);
    await scene.client.waitForInclusion(request.txId);
    expect(await balanceOf(bob)).toBe(before + 5n);

    let lost = 0;
    const losing = new RougedClient(node.url, {
      fetch: async (...input) => {
        const response = await fetch(...input);
        if (input[1]?.method !== 'POST' || lost++ > 0) return response;
        throw new TypeError('the connection broke');
      },
    });
    const { txId } = await losing.transfer(alice, { to: bob.address, amount: 6n });
    await scene.client.waitForInclusion(txId);
    expect(lost).toBe(2);
    expect(await balanceOf(bob)).toBe(before + 11n);
  });
});

describe('bad input is an error with a code', () => {
  test.each([
    [
      'too much',
      'insufficient_balance',
      400,
      () => scene.client.transfer(bob, { to: alice.address, amount: parseXrge('999999') }),
    ],
    ['no account', 'invalid_recipient', 400, () => scene.client.transfer(bob, { to: 'rouge1nobody', amount: 1n })],
    ['zero', 'invalid_amount', 400, () => scene.client.transfer(bob, { to: alice.address, amount: 0n })],
    ['unknown token', 'not_found', 404, () => scene.client.getTokenMetadata('NOPE')],
    ['unknown transaction', 'not_found', 404, () => scene.client.getTx('f'.repeat(64))],
    ['no hash', 'malformed_parameter', 400, () => scene.client.getTx('nothing')],
    ['a name that needs escapes', 'malformed_parameter', 400, () => scene.client.getTokenMetadata('a/b?c#%')],
    [
      'somebody else’s token',
      'not_authorized',
      403,
      () => scene.client.mintTokens(bob, { token_symbol: 'SILVER', amount: 1n }),
    ],
  ])('%s: %s', async (_, code, status, call) => {
    const error = await failureOf(call());
    expect([error.code, error.status]).toEqual([code, status]);
    expect(error.message).not.toBe('');
  });

  test.each([
    [
      'a number as an amount',
      { to: bob.address, amount: 1.5 },
      'amount must be a bigint: quanta of XRGE, or base units of a token',
    ],
    ['a negative amount', { to: bob.address, amount: -1n }, 'amount must not be negative'],
    ['no recipient', { amount: 1n }, 'transfer needs to'],
    [
      'a misspelt field',
      { to: bob.address, amount: 1n, tokn: 'GOLD' },
      'transfer has no field tokn; it has to, amount, token',
    ],
  ])('%s is not sent', async (_, fields, sentence) => {
    const error = await failureOf(scene.client.transfer(alice, fields as never));
    expect([error.code, error.status, error.message]).toEqual(['invalid_input', 0, sentence]);
  });

  test('a request for another network is refused', async () => {
    const elsewhere = new RougedClient(node.url, {
      chainId: 'another-1',
    });
    const error = await failureOf(elsewhere.transfer(alice, { to: bob.address, amount: 1n }));
    expect(error.code).toBe('chain_id_mismatch');
  });
});
