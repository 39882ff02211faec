/** Creates the market of the mix `defi` through the public door, and mints before each round the NFTs that it hands on.
 *
 *  In: the node's address, the run's seed and accounts. Out: the names, and by account the first NFT of a round. All of it is signed by the
 *  run's own accounts, which pay for it. */

import { JsonNumber } from '../../engine/base/json.js';
import type { KeyPair } from '../../engine/crypto/mldsa.js';
import { BATCH_MINT_NAMES } from '../../engine/ledger/nfts.js';
import { keyPairOf, openKernel, type PublicAccount } from './accounts.js';
import {
  GALLERY_SYMBOL,
  galleryOf,
  HOLDING_UNITS,
  type MarketNames,
  MINTS_SYMBOL,
  marketNames,
  POOL_UNITS,
  POOL_XRGE,
} from './market.js';
import { type SetUpOrder, SetUpRequests } from './setUpRequests.js';

/** Base units of each token: what all accounts and its pool get is a part of it. */
const SUPPLY = 10 ** 15;
/** Hundredths of a percent of a sale. */
const ROYALTY = 250;

const number = (value: number): JsonNumber => new JsonNumber(String(value));

export interface MarketPlace {
  readonly url: string;
  readonly chainId: string;
  readonly seed: string;
  readonly accounts: readonly PublicAccount[];
}

export class MarketSetUp {
  readonly names: MarketNames;
  /** NFTs of each account's gallery. */
  readonly #minted: Uint32Array;
  readonly #kernel = openKernel();
  readonly #requests: SetUpRequests;

  constructor(private readonly place: MarketPlace) {
    const { url, chainId, seed, accounts } = place;
    this.names = marketNames(
      seed,
      accounts.map(({ publicKey }) => publicKey),
    );
    this.#minted = new Uint32Array(accounts.length);
    this.#requests = new SetUpRequests(url, chainId, this.#kernel);
  }

  #keys(account: number): KeyPair {
    return keyPairOf(this.#kernel, this.place.seed, account);
  }

  /** Tokens and collections, then pools, and each account's holding. */
  async create(): Promise<void> {
    await this.#requests.carryOut([...this.#tokens(), ...this.#collections()]);
    await this.#requests.carryOut([...this.#pools(), ...this.#holdings()]);
  }

  #tokens(): SetUpOrder[] {
    return this.names.tokens.map((symbol, account) => ({
      keys: this.#keys(account),
      operation: 'create_token',
      members: { name: symbol, symbol, totalSupply: number(SUPPLY), decimals: number(0) },
    }));
  }

  #collections(): SetUpOrder[] {
    const collection = (account: number, symbol: string, publicMint: boolean): SetUpOrder => ({
      keys: this.#keys(account),
      operation: 'nft_create_collection',
      members: { symbol, name: 'Load run', royaltyBps: number(ROYALTY), publicMint },
    });
    return [
      ...this.names.collections.map((_, account) => collection(account, MINTS_SYMBOL, true)),
      ...this.place.accounts.map((_, account) => collection(account, GALLERY_SYMBOL, false)),
    ];
  }

  #pools(): SetUpOrder[] {
    return this.names.tokens.map((symbol, account) => ({
      keys: this.#keys(account),
      operation: 'create_pool',
      members: { token_a: symbol, token_b: 'XRGE', amount_a: number(POOL_UNITS), amount_b: number(POOL_XRGE) },
    }));
  }

  /** The creators hold what is left. */
  #holdings(): SetUpOrder[] {
    const { tokens } = this.names;
    return this.place.accounts.slice(tokens.length).map(({ address }, index) => {
      const creator = (tokens.length + index) % tokens.length;
      const members = { to: address, amount: number(HOLDING_UNITS), token: tokens[creator] as string };
      return { keys: this.#keys(creator), operation: 'transfer', members };
    });
  }

  /** @param counts how many NFTs each account hands on in the next round. @returns by account the first of them. */
  async stock(counts: Uint32Array): Promise<Uint32Array> {
    const first = this.#minted.map((minted) => minted + 1);
    const orders = [...counts].flatMap((count, account) => this.#mints(account, count));
    await this.#requests.carryOut(orders);
    counts.forEach((count, account) => {
      this.#minted[account] = (this.#minted[account] ?? 0) + count;
    });
    return first;
  }

  #mints(account: number, count: number): SetUpOrder[] {
    const keys = this.#keys(account);
    return Array.from({ length: Math.ceil(count / BATCH_MINT_NAMES) }, (_, batch) => {
      const size = Math.min(BATCH_MINT_NAMES, count - batch * BATCH_MINT_NAMES);
      const names = Array.from({ length: size }, (_, index) => `Picture ${batch * BATCH_MINT_NAMES + index}`);
      return { keys, operation: 'nft_batch_mint', members: { collectionId: galleryOf(keys.publicKey), names } };
    });
  }
}
