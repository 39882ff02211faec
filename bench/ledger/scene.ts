/** A ledger with everything in it that transactions of all kinds need: tokens that everybody holds, pools between them,
 *  collections, and an NFT and an allowance for every sender.
 *
 *  In: how many accounts and senders. Out: the state, and good transactions of any kind on it. They take the same path as in
 *  the product, through packets and decoding, with the verdict on their signatures given. */

import { InvariantError, invariant, isRefusal } from '../../engine/base/refusal.js';
import type { ChainRules } from '../../engine/consensus/production.js';
import { nextContext } from '../../engine/consensus/production.js';
import type { VerifiedTransaction } from '../../engine/intake/verifier.js';
import type { BlockContext } from '../../engine/ledger/blockContext.js';
import { BlockExecution } from '../../engine/ledger/execution.js';
import { collectionIdOf } from '../../engine/ledger/nfts.js';
import { poolIdOf } from '../../engine/ledger/poolIds.js';
import { ReplayGuard } from '../../engine/ledger/replayGuard.js';
import { ledgerTables } from '../../engine/ledger/tables.js';
import { nativeProtocol } from '../../engine/protocol/native.js';
import { Overlay, State } from '../../engine/state/state.js';
import { accountKeys, benchRules, fillState } from '../network.js';
import { bytesOf, CHAIN_ID, envelope, NOW, verifyAll, type Wallet, wallets } from '../transfers.js';

type Members = Readonly<Record<string, unknown>>;

/** An order of one sender. */
export interface Order {
  readonly operation: string;
  /** Place of the sender among the wallets. */
  readonly sender: number;
  readonly members: Members;
}

const TOKENS = ['GOLD', 'TIN', 'IRON', 'ZINC'] as const;
const COLLECTIONS = 4;
const SUPPLY = 10 ** 15;
/** Units of each token that every sender gets. */
const SHARE = 10 ** 9;

const token = (index: number): string => TOKENS[index % TOKENS.length] as string;

export class Scene {
  readonly rules: ChainRules = benchRules();
  readonly people: readonly Wallet[];
  readonly state = new State(ledgerTables, nativeProtocol.stateTree);
  readonly replay = new ReplayGuard();
  /** Name of the token that the next created one gets. */
  #serial = 0;
  #height = 0;

  /** @param accounts how many there are, including the senders. */
  constructor(accounts: number, senders: number) {
    this.people = wallets(senders);
    fillState(this.state, this.rules, accountKeys(this.people, accounts));
    this.#furnish();
  }

  get context(): BlockContext {
    const tip = { height: this.#height, hash: '0', time: NOW - 400, transactionCount: 0, totalTransactions: 0 };
    return nextContext(this.rules, this.state, tip, NOW);
  }

  /** Verified transactions, in the order of their orders. */
  transactions(orders: readonly Order[]): VerifiedTransaction[] {
    const byOperation = new Map<string, { readonly bytes: Uint8Array; readonly index: number }[]>();
    orders.forEach(({ operation, sender, members }, index) => {
      const from = this.people[sender % this.people.length] as Wallet;
      const serial = ++this.#serial;
      const payload = JSON.stringify({
        ...members,
        type: operation,
        chain_id: CHAIN_ID,
        from: from.keyHex,
        nonce: Buffer.from(bytesOf(`nonce of order ${serial}`, 16)).toString('hex'),
        timestamp: NOW - (serial % 60_000),
      });
      const list = byOperation.get(operation) ?? [];
      byOperation.set(operation, list);
      list.push({ bytes: envelope(from, payload, serial), index });
    });
    const items: VerifiedTransaction[] = [];
    for (const [operation, list] of byOperation)
      verifyAll(
        list.map(({ bytes }) => bytes),
        operation,
      ).items.forEach((item, at) => {
        items[(list[at] as (typeof list)[number]).index] = item;
      });
    return items;
  }

  /** A block's execution over the committed state; everything must succeed. */
  execute(items: readonly VerifiedTransaction[]): BlockExecution {
    const { state, replay, context } = this;
    const execution = new BlockExecution(new Overlay(state), context, replay);
    for (const { transaction } of items) {
      const outcome = execution.include(transaction);
      if (isRefusal(outcome)) throw new InvariantError(`${transaction.operation}: ${outcome.message}`);
      if (outcome.failure) throw new InvariantError(`${transaction.operation}: ${outcome.failure.message}`);
    }
    return execution;
  }

  #commit(orders: readonly Order[]): void {
    const execution = this.execute(this.transactions(orders));
    this.state.prepare(execution.state).commit();
    this.#height++;
  }

  #furnish(): void {
    const everybody = this.people.map((_, index) => index);
    this.#commit(
      TOKENS.map((symbol, sender) => ({
        operation: 'create_token',
        sender,
        members: { name: symbol, symbol, totalSupply: SUPPLY, mintable: true },
      })),
    );
    for (const [giver, symbol] of TOKENS.entries())
      this.#commit(
        everybody
          .filter((index) => index !== giver)
          .map((index) => ({
            operation: 'transfer',
            sender: giver,
            members: { to: this.people[index]?.address, amount: SHARE, token: symbol },
          })),
      );
    this.#commit([
      ...TOKENS.map((symbol, sender) => this.#pool(sender, 'XRGE', 1_000, symbol, SHARE)),
      ...TOKENS.slice(1).map((symbol, index) => this.#pool(index, token(index), SHARE, symbol, SHARE)),
    ]);
    this.#commit(
      Array.from({ length: COLLECTIONS }, (_, sender) => ({
        operation: 'nft_create_collection',
        sender,
        members: { symbol: 'ART', name: `Collection ${sender}`, royaltyBps: 500, publicMint: true, mintPrice: 1 },
      })),
    );
    this.#commit(everybody.map((index) => this.order('nft_mint', index)));
    this.#commit(everybody.map((index) => this.order('approve', index)));
    this.#commit(everybody.map((index) => this.order('add_liquidity', index)));
  }

  #pool(sender: number, one: string, amountOne: number, other: string, amountOther: number): Order {
    const members = { token_a: one, token_b: other, amount_a: amountOne, amount_b: amountOther };
    return { operation: 'create_pool', sender, members };
  }

  #collection(index: number): string {
    return collectionIdOf((this.people[index % COLLECTIONS] as Wallet).publicKey, 'ART');
  }

  /** Token of the collection that the sender minted while the scene was set up. */
  #ownNft(sender: number): { readonly collectionId: string; readonly tokenId: number } {
    const place = sender % this.people.length;
    return { collectionId: this.#collection(place), tokenId: Math.floor(place / COLLECTIONS) + 1 };
  }

  /** A good transaction of a kind. In one block, one per sender and kind succeeds. */
  order(operation: string, sender: number): Order {
    const place = sender % this.people.length;
    const other = this.people[(place + 1) % this.people.length] as Wallet;
    const members = this.#members(operation, place, other);
    invariant(members, `the bench knows no order of ${operation}`);
    return { operation, sender: operation in CREATORS ? place % (CREATORS[operation] as number) : place, members };
  }

  #members(operation: string, place: number, other: Wallet): Members | undefined {
    const pool = poolIdOf('XRGE', token(place));
    switch (operation) {
      case 'transfer':
        return { to: other.address, amount: 1.25 };
      case 'burn':
        return { token: token(place), amount: 5 };
      case 'stake':
        return { amount: 10_000 };
      case 'create_token':
        return { name: 'Bench', symbol: `B${++this.#serial}`, totalSupply: SUPPLY, description: 'One of many' };
      case 'mint_tokens':
        return { token_symbol: token(place), amount: 7 };
      case 'update_token_metadata':
        return { token_symbol: token(place), description: `Text ${place}` };
      case 'approve':
        return { spender: other.address, token_symbol: token(place), amount: 1_000 };
      case 'transfer_from': {
        const owner = (place + this.people.length - 1) % this.people.length;
        const { address } = this.people[owner] as Wallet;
        return { owner: address, to: other.address, token_symbol: token(owner), amount: 10 };
      }
      case 'token_freeze':
        return { token_symbol: token(place), frozen: false };
      case 'create_pool':
        return undefined;
      case 'add_liquidity':
        return pool.startsWith('XRGE')
          ? { pool_id: pool, amount_a: 1, amount_b: 1_000_000 }
          : { pool_id: pool, amount_a: 1_000_000, amount_b: 1 };
      case 'remove_liquidity':
        return { pool_id: pool, lp_amount: 1_000 };
      case 'swap':
        return {
          ...{ token_in: 'XRGE', token_out: token(place), amount_in: 0.5, min_amount_out: 1 },
          path: ['XRGE', token(place)],
        };
      case 'nft_create_collection':
        return { symbol: `C${++this.#serial}`, name: 'Bench', royaltyBps: 250, description: 'One of many' };
      case 'nft_mint':
        return {
          collectionId: this.#collection(place),
          name: `Picture ${place}`,
          metadataUri: 'ipfs://bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi',
          attributes: [{ trait_type: 'colour', value: 'red' }],
        };
      case 'nft_batch_mint':
        return {
          collectionId: this.#collection(place),
          names: Array.from({ length: BATCH }, (_, at) => `Picture ${at}`),
        };
      case 'nft_transfer':
        return { ...this.#ownNft(place), to: other.address, salePrice: 10 };
      case 'nft_lock':
        return { ...this.#ownNft(place), locked: true };
      case 'nft_burn':
        return this.#ownNft(place);
      case 'nft_freeze_collection':
        return { collectionId: this.#collection(place), frozen: false };
      default:
        return undefined;
    }
  }

  /** A swap through three pools. */
  longSwap(sender: number): Order {
    const path = ['XRGE', 'GOLD', 'TIN', 'IRON'];
    return {
      operation: 'swap',
      sender,
      members: { token_in: 'XRGE', token_out: 'IRON', amount_in: 0.5, min_amount_out: 1, path },
    };
  }
}

/** NFTs in one batch of the bench: as many as one may hold. */
export const BATCH = 50;

/** Kinds that only creators of tokens or collections may sign: this many wallets are creators. */
const CREATORS: Readonly<Record<string, number>> = {
  mint_tokens: TOKENS.length,
  update_token_metadata: TOKENS.length,
  token_freeze: TOKENS.length,
  nft_batch_mint: COLLECTIONS,
  nft_freeze_collection: COLLECTIONS,
};
