/** From signed parts to a transaction: what a stored body or a peer's block brings is read as the fresh request was. */

import { describe, expect, test } from 'vitest';
import { concatBytes, toHex, utf8 } from '../../../engine/base/bytes.js';
import type { JsonValue } from '../../../engine/base/json.js';
import { isRefusal } from '../../../engine/base/refusal.js';
import { signedBytesOf } from '../../../engine/chain/transaction.js';
import { accountOfName, BURN_ADDRESS, burnAccount, treasuryAccount } from '../../../engine/crypto/address.js';
import { decodeTransaction } from '../../../engine/ledger/decode.js';
import { kinds } from '../../../engine/ledger/kinds/index.js';
import { nativeProtocol } from '../../../engine/protocol/native.js';
import { bridgeSamples } from '../../support/bridgeOrders.js';
import { callOrder, deployOrder } from '../../support/contractOrders.js';
import { nameOrder, releaseOrder, walletOrder } from '../../support/directoryOrders.js';
import { nftSamples } from '../../support/nftRequests.js';
import { moduleOf } from '../../support/scriptedMachine.js';
import {
  actor,
  CHAIN_ID,
  createTokenOrder,
  item,
  itemOfParts,
  number,
  type Order,
  partsOf,
  signedItem,
  signingActor,
} from '../../support/transactions.js';

const alice = actor('alice');
const bob = actor('bob');
const T = 1_700_000_000_000;

const transferOf = (members: Record<string, JsonValue>, rest: Partial<Order> = {}): Order => ({
  signer: alice,
  timestamp: T,
  operation: 'transfer',
  members: { to: bob.address, amount: number(1), ...members },
  ...rest,
});

/** Code of the refusal, or the decoded fields. */
const read = (order: Order): unknown => {
  const decoded = itemOfParts(partsOf(order));
  return isRefusal(decoded) ? decoded.code : decoded.transaction.fields;
};

/** Sentence of the refusal, if it is one. */
const refusalOf = (order: Order): string | undefined => {
  const decoded = itemOfParts(partsOf(order));
  return isRefusal(decoded) ? decoded.message : undefined;
};

describe('stored parts', () => {
  test('decode to what the verifier made of the fresh request', () => {
    const wallet = signingActor('wallet');
    const order = {
      ...transferOf({ amount: number('1.5') }),
      signer: wallet,
      priorityFee: 7n,
      accountNonce: 3,
      nonce: 'nonce-of-the-wallet',
    };
    const fresh = signedItem(order);
    const { operation, publicKey, text, keyAt, signature } = fresh.transaction;
    const stored = itemOfParts({ operation, publicKey, text, keyAt, signature });
    if (isRefusal(stored)) expect.fail(stored.message);
    expect(stored).toEqual(fresh);
    expect(stored.transaction).toMatchObject({
      sender: wallet.account,
      timestamp: T,
      nonce: 'nonce-of-the-wallet',
      priorityFee: 7n,
      accountNonce: 3,
      fields: { to: bob.account, toText: bob.address, token: 'XRGE', amount: 1_500_000_000n },
    });
  });

  test('have one identity, whatever the signature, and another one for any other byte', () => {
    const order = transferOf({}, { nonce: 'fixed-nonce' });
    const one = item(order);
    const two = item(order, new Uint8Array(3_309).fill(7));
    expect(two.transaction.id).toBe(one.transaction.id);
    expect(toHex(two.leaf)).not.toBe(toHex(one.leaf));
    expect(item({ ...order, timestamp: T + 1 }).transaction.id).not.toBe(one.transaction.id);
    expect(one.transaction.signedLength).toBe(signedBytesOf(one.transaction).length);
  });

  test('are refused when another key stands in the payload, the bytes are no JSON, or the cut lies outside', () => {
    const parts = partsOf(transferOf({}));
    const decode = (changed: Partial<typeof parts>) => {
      const answer = decodeTransaction({ ...parts, ...changed }, CHAIN_ID, nativeProtocol);
      return isRefusal(answer) ? answer.code : 'decoded';
    };
    expect(decode({})).toBe('decoded');
    expect(decode({ text: signedBytesOf(parts), keyAt: 0 })).toBe('decoded');
    expect(decode({ text: signedBytesOf(parts), keyAt: 0, publicKey: bob.publicKey })).toBe('from_mismatch');
    expect(decode({ keyAt: parts.text.length + 2 })).toBe('malformed_body');
    expect(decode({ text: concatBytes(parts.text, utf8('}')) })).toBe('malformed_body');
    expect(decode({ text: Uint8Array.of(0xff, 0xfe), keyAt: 0 })).toBe('malformed_body');
    expect(decode({ text: utf8('[]'), keyAt: 0 })).toBe('malformed_body');
    expect(decode({ operation: 'faucet' })).toBe('operation_mismatch');
    expect(decode({ operation: 'nothing' })).toBe('operation_unknown');
    expect(decode({ text: utf8(' '.repeat(2 * 1024 * 1024 + 1)), keyAt: 0 })).toBe('too_large');
  });
});

describe('a transfer', () => {
  test('reads recipients as address, key in either case, or system name', () => {
    const to = (text: string) => (read(transferOf({ to: text })) as { to?: string }).to;
    expect([to(bob.address), to(bob.keyHex), to(bob.keyHex.toUpperCase())]).toEqual([
      bob.account,
      bob.account,
      bob.account,
    ]);
    expect([to(BURN_ADDRESS), to('__treasury__'), to('__team__')]).toEqual([
      burnAccount,
      treasuryAccount,
      accountOfName('__team__'),
    ]);
    for (const nobody of ['', 'bob', '__nobody__', bob.address.slice(1), `${bob.keyHex}00`, bob.keyHex.slice(2)])
      expect(read(transferOf({ to: nobody }))).toBe('invalid_recipient');
    expect(read(transferOf({ to: alice.keyHex }))).toBe('invalid_recipient');
    expect(read(transferOf({ to: number(5) }))).toBe('malformed_payload');
  });

  test('reads XRGE in decimals and tokens in whole base units, exactly', () => {
    const amount = (text: string, token?: string) => {
      const fields = read(transferOf({ amount: number(text), ...(token ? { token } : {}) }));
      return typeof fields === 'string' ? fields : (fields as { amount: bigint }).amount;
    };
    expect(amount('0.000000001')).toBe(1n);
    expect(amount('9007199.254740993')).toBe(9_007_199_254_740_993n);
    expect(amount('1e3')).toBe(1_000_000_000_000n);
    expect(amount('340282366920938463463374607431768211455', 'GOLD')).toBe((1n << 128n) - 1n);
    expect(amount('5', 'gold')).toBe(5n);
    for (const wrong of ['0', '-1', '0.0000000001', '1e-10', '340282366920938463463374607431.768211456'])
      expect([wrong, amount(wrong)]).toEqual([wrong, 'invalid_amount']);
    expect(amount('0.5', 'GOLD')).toBe('invalid_amount');
    expect(amount('340282366920938463463374607431768211456', 'GOLD')).toBe('invalid_amount');
    expect(read({ ...transferOf({}), members: { to: bob.address } })).toBe('invalid_amount');
  });

  test('reads an amount that is written as text like the number', () => {
    const amountOf = (amount: JsonValue, token = 'XRGE') => {
      const fields = read(transferOf({ amount, token }));
      return typeof fields === 'string' ? fields : (fields as { amount: bigint }).amount;
    };
    let count = 0;
    for (const text of ['12.5', '100', '0.000000001', '9007199.254740993', '1e3', '1E-9', '1.50', '0', '-1', '1e-10'])
      for (const token of ['XRGE', 'GOLD']) {
        expect([text, amountOf(text, token)]).toEqual([text, amountOf(number(text), token)]);
        count++;
      }
    expect(count).toBe(20);
    expect(amountOf('12.5')).toBe(12_500_000_000n);
    for (const wrong of [
      ' 12',
      '12 ',
      '+1',
      '0x10',
      '1e400',
      '1e99999',
      '',
      '\u0661\u0662',
      '1,5',
      '1_000',
      '.5',
      '5.',
      'NaN',
    ])
      expect([wrong, amountOf(wrong)]).toEqual([wrong, 'invalid_amount']);
    for (const wrong of [true, [number(1)], new Map<string, JsonValue>()])
      expect(refusalOf(transferOf({ amount: wrong }))).toBe('amount must be a number, or decimal text such as "12.5"');
    expect(refusalOf(transferOf({ amount: '' }))).toBe('amount must be a decimal number');
  });

  test('under two names says the same under both, or is refused', () => {
    const both = (members: Readonly<Record<string, JsonValue>>) => refusalOf(transferOf(members));
    expect(both({ token: 'GOLD', token_symbol: 'QETH' })).toBe(
      'token and token_symbol say different things; send one of them',
    );
    expect(both({ token_symbol: 'GOLD', tokenSymbol: 'QETH' })).toBe(
      'token_symbol and tokenSymbol say different things; send one of them',
    );
    expect(both({ priority_fee: number('0.1'), priorityFee: '0.2' })).toBe(
      'priority_fee and priorityFee say different things; send one of them',
    );
    for (const same of [
      { token: 'GOLD', token_symbol: 'gold', tokenSymbol: 'Gold' },
      { token: 'GOLD', token_symbol: null },
      { priority_fee: number('0.1'), priorityFee: '0.10' },
      { account_nonce: number('7'), accountNonce: number('7') },
    ])
      expect(both(same)).toBeUndefined();
  });

  test('reads the symbol in any case under its three names', () => {
    for (const name of ['token', 'token_symbol', 'tokenSymbol'])
      expect(read(transferOf({ [name]: 'qEth' }))).toMatchObject({ token: 'QETH', amount: 1n });
    expect(read(transferOf({ token: null }))).toMatchObject({ token: 'XRGE' });
    for (const wrong of ['', 'ELEVENCHARS', 'GO LD', 'GÖLD'])
      expect(read(transferOf({ token: wrong }))).toBe('malformed_payload');
  });

  test('of another network is refused', () => {
    expect(read(transferOf({ chain_id: CHAIN_ID }))).toMatchObject({ amount: 1_000_000_000n });
    expect(read(transferOf({ chainId: 'rouged-other-1' }))).toBe('chain_id_mismatch');
  });
});

test('the fields of every kind survive the way from a worker', () => {
  const ART = { collectionId: `col:${alice.keyHex.slice(0, 16)}:ART` };
  const of = (operation: string, members: NonNullable<Order['members']>): Order => ({
    signer: alice,
    timestamp: T,
    operation,
    members,
  });
  const samples: Record<string, readonly Order[]> = {
    transfer: [transferOf({}), transferOf({ to: bob.keyHex, token: 'GOLD', amount: number((1n << 128n) - 1n) })],
    faucet: [
      { signer: alice, timestamp: T, operation: 'faucet' },
      { signer: alice, timestamp: T, operation: 'faucet', members: { recipient: bob.keyHex } },
    ],
    stake: [{ signer: alice, timestamp: T, operation: 'stake', members: { amount: number('10000.000000001') } }],
    unstake: [{ signer: alice, timestamp: T, operation: 'unstake', members: { amount: number('0.000000001') } }],
    ...nftSamples(alice, bob, T),
    create_token: [
      createTokenOrder({ signer: alice, timestamp: T }, { symbol: 'GOLD', supply: 1n }),
      createTokenOrder(
        { signer: alice, timestamp: T },
        { symbol: 'GOLD', name: 'Göld 金', supply: 1n, decimals: 18, mintable: true, maxSupply: (1n << 128n) - 1n },
        { image: 'ipfs://x', description: '', website: 'w', twitter: 't', discord: 'd' },
      ),
    ],
    mint_tokens: [of('mint_tokens', { token: 'gold', amount: number((1n << 128n) - 1n) })],
    update_token_metadata: [
      of('update_token_metadata', { token: 'gold', image: '', twitter: 't' }),
      of('update_token_metadata', { token: 'gold', description: 'd', website: '', discord: '' }),
    ],
    claim_token_metadata: [of('claim_token_metadata', { token: 'gold' })],
    approve: [of('approve', { spender: bob.keyHex, token: 'gold', amount: number(0) })],
    transfer_from: [of('transfer_from', { owner: bob.address, to: BURN_ADDRESS, token: 'gold', amount: number(1) })],
    token_freeze: [true, false].map((frozen) => of('token_freeze', { token: 'gold', frozen })),
    burn: [of('burn', { amount: number(1) }), of('burn', { token: 'gold', amount: number(1) })],
    create_pool: [
      of('create_pool', { token_a: 'xrge', token_b: 'gold', amount_a: number('0.000000001'), amount_b: number(1) }),
    ],
    add_liquidity: [of('add_liquidity', { pool_id: 'gold-xrge', amount_a: number(1), amount_b: number('0.5') })],
    remove_liquidity: [of('remove_liquidity', { pool_id: 'GOLD-XRGE', lp_amount: number(1) })],
    swap: [
      of('swap', { token_in: 'gold', token_out: 'xrge', amount_in: number(1) }),
      of('swap', {
        ...{ token_in: 'gold', token_out: 'xrge', amount_in: number(1), min_amount_out: number('0.000000001') },
        path: ['gold', 'silver', 'xrge'],
      }),
    ],
    nft_create_collection: [
      of('nft_create_collection', { symbol: 'art', name: 'Art' }),
      of('nft_create_collection', {
        ...{ symbol: 'art', name: 'Art', description: 'd', image: 'ipfs://x', maxSupply: number(5), publicMint: true },
        ...{ royaltyBps: number(10_000), royaltyRecipient: bob.address, mintPrice: number('0.000000001') },
        ...{ tokenGateSymbol: 'gold', tokenGateAmount: number(1), discountPct: number(100) },
      }),
    ],
    nft_mint: [
      of('nft_mint', { ...ART, name: 'One' }),
      of('nft_mint', { ...ART, name: 'One', metadataUri: 'ipfs://1', attributes: ['red', null] }),
    ],
    nft_batch_mint: [
      of('nft_batch_mint', { ...ART, names: ['One', 'Two'] }),
      of('nft_batch_mint', { ...ART, names: ['One'], uris: ['ipfs://1'], batchAttributes: [new Map([['a', true]])] }),
    ],
    nft_transfer: [
      of('nft_transfer', { ...ART, tokenId: number(1), to: bob.keyHex }),
      of('nft_transfer', { ...ART, tokenId: number(1), to: bob.address, salePrice: number('1.5') }),
    ],
    nft_burn: [of('nft_burn', { ...ART, tokenId: number(1) })],
    nft_lock: [true, false].map((locked) => of('nft_lock', { ...ART, tokenId: number(1), locked })),
    nft_freeze_collection: [true, false].map((frozen) => of('nft_freeze_collection', { ...ART, frozen })),
    contract_deploy: [deployOrder({ signer: alice, timestamp: T }, moduleOf({ main: [['trap', 'no']] }))],
    contract_call: [
      callOrder({ signer: alice, timestamp: T }, 'AB'.repeat(20), 'main'),
      callOrder({ signer: alice, timestamp: T }, 'ab'.repeat(20), 'main', {
        args: [null, number('1.50')],
        gasLimit: 1,
        attach: { symbol: 'gold', amount: (1n << 63n) - 1n },
      }),
    ],
    register_wallet: [
      walletOrder({ signer: alice, timestamp: T }, 'Älice'),
      walletOrder({ signer: alice, timestamp: T }, 'A', {
        ...{ id: 'my-id', discoverable: false, avatarUrl: 'https://a.example/a.png' },
      }),
    ],
    register_name: [nameOrder({ signer: alice, timestamp: T }, 'Alice_1')],
    release_name: [releaseOrder({ signer: alice, timestamp: T }, 'alice_1')],
    ...bridgeSamples(alice, bob, T),
  };
  expect(Object.keys(samples).sort()).toEqual(kinds.map(({ name }) => name).sort());
  for (const kind of kinds)
    for (const order of samples[kind.name] ?? []) {
      const { fields } = item(order).transaction;
      expect(kind.layout.decode(kind.layout.encode(fields))).toEqual(fields);
    }
});
