/** TxV1, the list wrapper and the receipt, and the bytes of every record under the state root. */

import { describe, expect, test } from 'vitest';
import { QUANTA } from '../../../engine/base/amounts.js';
import { binaryToHex, toHex, utf8Text } from '../../../engine/base/bytes.js';
import { signedBytesOf } from '../../../engine/chain/transaction.js';
import { accountOfContract, BURN_ADDRESS } from '../../../engine/crypto/address.js';
import { kindOfTransaction } from '../../../engine/ledger/admission.js';
import {
  borneFees,
  bridgeClaims,
  bridgeTotals,
  bridgeWithdrawals,
  payoutPart,
  settledPayouts,
  waitingClaims,
} from '../../../engine/ledger/bridgeTables.js';
import {
  contractAccounts,
  contractCode,
  contractKey,
  contractStorage,
  contracts,
  storageKey,
  storageSizes,
} from '../../../engine/ledger/contractTables.js';
import { deepPools } from '../../../engine/ledger/deepPools.js';
import { type Collection, collections, collectionTexts, nftKey, nfts } from '../../../engine/ledger/nftTables.js';
import { lpBalanceKey, lpBalances, pools } from '../../../engine/ledger/poolTables.js';
import {
  accounts,
  ledgerTables,
  pendingFees,
  supplies,
  tokenBalances,
  totals,
  validators,
} from '../../../engine/ledger/tables.js';
import { receiptView, type StoredReceipt, txV1, wrapper } from '../../../engine/ledger/views.js';
import type { StateWriter } from '../../../engine/state/state.js';
import { btcHash, EVM_ADDRESS, evmHash } from '../../support/bridgeOrders.js';
import { rulesOf, TestChain } from '../../support/chain.js';
import { registerName, registerWallet } from '../../support/directoryOrders.js';
import {
  actor,
  approve,
  claimTokenMetadata,
  createToken,
  faucet,
  stake,
  transfer,
  unstake,
} from '../../support/transactions.js';

const alice = actor('alice');
const bob = actor('bob');
const T = 1_700_000_000_000;
const at = { height: 7, hash: 'ab'.repeat(32), time: T + 5, position: 3 };
const paid: StoredReceipt = { nonce: 4, fee: 100_000_001n, failure: '', result: null };

describe('a transfer', () => {
  const { transaction } = transfer({ signer: alice, timestamp: T }, bob, 2_500_000_000n);

  test('is shown as TxV1 with what was signed beside it', () => {
    expect(txV1(transaction, paid)).toEqual({
      version: 1,
      tx_type: 'transfer',
      from_pub_key: alice.keyHex,
      nonce: 4,
      payload: {
        to_pub_key_hex: bob.address,
        to_address: bob.address,
        amount: 2.5,
        amount_quanta: '2500000000',
        token_name: 'XRGE',
        token_symbol: null,
      },
      fee: 0.100000001,
      fee_quanta: '100000001',
      sig: toHex(transaction.signature),
      signed_payload: utf8Text(signedBytesOf(transaction)),
    });
  });

  test('is wrapped with its place', () => {
    expect(wrapper(transaction, paid, at)).toMatchObject({
      txId: binaryToHex(transaction.id),
      blockHeight: 7,
      blockHash: at.hash,
      blockTime: T + 5,
      status: 'success',
    });
    expect(wrapper(transaction, { ...paid, failure: 'no' }, at).status).toBe('failed');
  });

  test('has a receipt with a log, and without one when it failed', () => {
    expect(receiptView(transaction, paid, at)).toEqual({
      tx_hash: binaryToHex(transaction.id),
      block_height: 7,
      block_hash: at.hash,
      index: 3,
      tx_type: 'transfer',
      from: alice.keyHex,
      from_address: alice.address,
      nonce: 4,
      status: 'Success',
      fee_paid: 0.100000001,
      fee_paid_quanta: '100000001',
      logs: [
        { event_type: 'transfer', data: { to: bob.address, amount: 2.5, amount_quanta: '2500000000', token: 'XRGE' } },
      ],
      timestamp: T + 5,
    });
    expect(receiptView(transaction, { ...paid, failure: 'no gold' }, at)).toMatchObject({
      status: { Failed: 'no gold' },
      logs: [],
    });
  });

  test('to the burn address logs a burn, in base units for a token', () => {
    const burn = transfer({ signer: alice, timestamp: T }, BURN_ADDRESS, 9n, 'GOLD').transaction;
    expect(receiptView(burn, paid, at).logs).toEqual([
      { event_type: 'burn', data: { amount: 9, amount_units: '9', token: 'GOLD' } },
    ]);
    expect(txV1(burn, paid).payload).toMatchObject({ amount: 9, amount_units: '9', token_symbol: 'GOLD' });
  });
});

test('a key that a transaction names becomes known, an address does not tell it', () => {
  const reveals = (transaction: ReturnType<typeof transfer>['transaction']) =>
    (kindOfTransaction(transaction).reveals?.(transaction.fields) ?? []).map(toHex);
  expect(reveals(transfer({ signer: alice, timestamp: T }, bob.keyHex, 1n).transaction)).toEqual([bob.keyHex]);
  expect(reveals(transfer({ signer: alice, timestamp: T }, bob.address, 1n).transaction)).toEqual([]);
  expect(reveals(faucet({ signer: alice, timestamp: T }, bob).transaction)).toEqual([bob.keyHex]);
  expect(reveals(faucet({ signer: alice, timestamp: T }).transaction)).toEqual([]);
});

/** Records of the exchange and of NFTs, with and without what may be absent. */
function putContract(state: StateWriter): void {
  const [address, codeHash] = ['ab'.repeat(20), 'c'.repeat(32)];
  const key = contractKey(address);
  const facts = { number: 1, deployer: alice.account, codeHash, codeBytes: 3, createdHeight: 7, createdAt: T };
  state.put(contracts, key, facts);
  state.put(contractAccounts, accountOfContract(address), key);
  state.put(contractCode, codeHash, Uint8Array.of(0, 97, 255));
  state.put(contractStorage, storageKey(address, new Uint8Array()), new Uint8Array());
  state.put(storageSizes, key, { records: 1, bytes: 0 });
}

function putBridge(state: StateWriter): void {
  const facts = {
    ...{ token: 'QETH', units: 1n << 100n, recipient: bob.account, sender: EVM_ADDRESS, blockHash: evmHash('block') },
    ...{ height: 7, position: 3, proof: '' },
  };
  state.put(bridgeClaims, evmHash('claimed'), { ...facts, mintedAt: T, mintedIn: 9 });
  state.put(waitingClaims, evmHash('waiting'), {
    proposals: [{ facts, authorities: [alice.account, bob.account], attesters: [bob.account] }],
  });
  const id = 'w'.repeat(32);
  state.put(bridgeWithdrawals, id, {
    ...{ owner: alice.account, token: 'QBTC', units: 5n, destination: 'bc1q', status: 'failed', attempts: 2 },
    ...{ lastError: 'no gäs', createdAt: T, updatedAt: T + 1, height: 7, payout: '' },
    approvals: [{ authority: bob.account, ending: 'refund' }],
  });
  state.put(settledPayouts, payoutPart(btcHash('payout'), 0), id);
  state.put(borneFees, btcHash('payout'), { fee: 300n, borne: 200n });
  state.put(bridgeTotals, 'QETH', {
    ...{ deposited: 9n, withdrawn: 8n, fulfilled: 1n, refunded: 2n, day: 20_000, onDay: 3n },
  });
}

function putExchangeAndNfts(state: StateWriter): void {
  const [creator, owner, createdAt] = [alice.account, bob.account, T];
  state.put(pools, 'GOLD-XRGE', {
    ...{ number: 1, tokenA: 'GOLD', tokenB: 'XRGE', reserveA: 1n, reserveB: 1n << 100n, lpSupply: 1_001n, creator },
    ...{ createdAt, createdHeight: 7, events: 3, swaps: 2, volumeA: 5n, volumeB: 6n },
  });
  state.put(lpBalances, lpBalanceKey(owner, 'GOLD-XRGE'), 1n);
  state.put(deepPools, 'GOLD', [{ poolId: 'GOLD-XRGE', other: 'XRGE' }]);
  const collection: Collection = {
    ...{ number: 1, symbol: 'ART', creator, createdAt, maxSupply: undefined, minted: 2, burned: 1, royaltyBps: 500 },
    ...{ royaltyRecipient: owner, frozen: true, publicMint: false, mintPrice: 0n, tokenGateSymbol: undefined },
    ...{ tokenGateAmount: 0n, discountPct: 0 },
  };
  state.put(collections, 'one', collection);
  state.put(collections, 'two', { ...collection, maxSupply: 5, tokenGateSymbol: 'GOLD', publicMint: true });
  state.put(collectionTexts, 'one', { name: 'Kunst ½', description: undefined, image: 'ipfs://x' });
  const nft = { owner, creator, name: '', locked: false, mintedAt: T, transferredAt: T + 1 };
  state.put(nfts, nftKey(1, 1), { ...nft, metadataUri: 'ipfs://1', attributes: undefined });
  state.put(nfts, nftKey(1, 2), { ...nft, metadataUri: undefined, attributes: '[1]' });
}

describe('records', () => {
  test('have fixed big-endian bytes', () => {
    expect(toHex(accounts.encode({ balance: 1n, nonce: 2, activity: 3 }))).toBe(
      '00000000000000000000000000000001' + '0000000000000002' + '0000000000000003',
    );
    expect(toHex(tokenBalances.encode((1n << 128n) - 1n))).toBe('ff'.repeat(16));
    expect(toHex(supplies.encode({ minted: 256n, burned: 1n }))).toBe(`${'00'.repeat(14)}0100${'00'.repeat(15)}01`);
    expect(toHex(totals.encode({ baseFee: 1n, feesCollected: 2n, feesBurned: 3n, feesInLastBlock: 4n }))).toBe(
      [1, 2, 3, 4].map((value) => `${'00'.repeat(15)}0${value}`).join(''),
    );
    expect(pendingFees.encode({ shares: [{ account: alice.account, amount: 5n }] }).length).toBe(48);
    const stake = 10_000n * QUANTA;
    expect(validators.encode({ stake, votingStake: stake, blocksProposed: 1, publicKey: alice.publicKey }).length).toBe(
      1_992,
    );
  });

  test('of every table come back from their bytes', () => {
    const chain = new TestChain(
      rulesOf({
        validators: [{ actor: alice, stake: '10000' }],
        allocations: [
          { to: bob.keyHex, amount: '5', token: 'GOLD' },
          { to: bob.keyHex, amount: '40000' },
          { to: alice.keyHex, amount: '1' },
        ],
        faucet: true,
        unbondingBlocks: 2,
      }),
    );
    const now = () => ({ timestamp: chain.tip.time });
    chain.produce([
      faucet({ signer: bob, ...now() }),
      stake({ signer: bob, ...now() }, 30_000n * QUANTA),
      registerWallet({ signer: bob, ...now() }, 'Bob', { id: 'bob-1', avatarUrl: 'https://b.example' }),
      registerName({ signer: bob, ...now() }, 'bob_1', 'bob-1'),
    ]);
    chain.produce([unstake({ signer: alice, ...now() }, 10_000n * QUANTA)]);
    chain.produce();
    chain.produce([unstake({ signer: bob, ...now() }, 10_000n * QUANTA)]);
    const metadata = { image: 'ipfs://x', discord: 'https://d.example' };
    const { candidate } = chain.produce([
      transfer({ signer: bob, ...now() }, alice, 1n),
      createToken(
        { signer: bob, ...now() },
        { symbol: 'SILVER', supply: 9n, mintable: true, maxSupply: 10n },
        metadata,
      ),
      createToken({ signer: bob, ...now() }, { symbol: 'COPPER', supply: 9n, mintable: true }),
      claimTokenMetadata({ signer: bob, ...now() }, 'COPPER'),
      approve({ signer: bob, ...now() }, alice, 'SILVER', 5n),
    ]);
    expect(candidate.execution.outcomes.map(({ failure }) => failure)).toEqual(Array(5).fill(undefined));
    const overlay = chain.scratch();
    putExchangeAndNfts(overlay);
    putContract(overlay);
    putBridge(overlay);
    chain.state.prepare(overlay).commit();
    let seen = 0;
    for (const table of ledgerTables) {
      const before = seen;
      for (const [, value] of chain.state.entries(table)) {
        expect(table.decode(table.encode(value))).toEqual(value);
        seen++;
      }
      expect(seen, table.name).toBeGreaterThan(before);
    }
    expect(seen).toBe(chain.state.size);
    expect(new Set(ledgerTables.map(({ id }) => id)).size).toBe(ledgerTables.length);
  });
});
