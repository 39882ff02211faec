/** The rules of NFTs, by the reference: collections, who may mint in them and for how much, what a sale pays in royalties.
 *
 *  In: an action whose fee is paid. Out: the action, performed on the maps, or why it failed, with nothing changed. */

import { XRGE } from '../../engine/base/amounts.js';
import { type AccountId, burnAccount, treasuryAccount } from '../../engine/crypto/address.js';
import { collections, collectionTexts, nfts } from '../../engine/ledger/nftTables.js';
import type { State } from '../../engine/state/state.js';
import {
  type CreateCollection,
  deed,
  line,
  type Moment,
  type NftAction,
  type NftTexts,
  u64Text,
  type Verdict,
} from './referenceActions.js';
import type { ReferenceFunds } from './referenceFunds.js';
import type { ReferenceTokens } from './referenceTokens.js';

const MOST_OF_A_BATCH = 50;

/** Accounts whose key nobody has: what they own is lost. */
const NOBODY: readonly AccountId[] = [burnAccount, treasuryAccount];

export interface CollectionFacts {
  readonly id: string;
  readonly number: number;
  readonly symbol: string;
  readonly creator: AccountId;
  readonly created: Moment;
  readonly order: CreateCollection;
  readonly royaltyRecipient: AccountId;
  minted: number;
  burned: number;
  frozen: boolean;
}

export interface NftFacts {
  readonly collection: CollectionFacts;
  readonly id: number;
  owner: AccountId;
  readonly minter: AccountId;
  readonly texts: NftTexts;
  locked: boolean;
  readonly mintedAt: number;
  transferredAt: number;
}

/** Why an action can never succeed, whatever the state; undefined when that depends on the state. */
export function nftFlaw(action: NftAction, signer: AccountId): string | undefined {
  if (action.kind === 'nft_batch_mint' && (action.tokens.length < 1 || action.tokens.length > MOST_OF_A_BATCH))
    return 'size of the batch';
  if (action.kind === 'nft_transfer' && action.to === signer) return 'to oneself';
  if (action.kind === 'nft_transfer' && NOBODY.includes(action.to)) return 'to nobody';
  if ('id' in action && action.id < 1) return 'no such token';
  return undefined;
}

export class ReferenceNfts {
  readonly collections = new Map<string, CollectionFacts>();
  /** Keyed by collection and token id, separated by a slash. */
  readonly tokens = new Map<string, NftFacts>();

  constructor(
    private readonly funds: ReferenceFunds,
    private readonly fungible: ReferenceTokens,
    /** In hex. */
    private readonly publicKeys: ReadonlyMap<AccountId, string>,
  ) {}

  run(action: NftAction, signer: AccountId, moment: Moment): Verdict {
    if (action.kind === 'nft_create_collection') return this.#create(action, signer, moment);
    const collection = this.collections.get(action.collection);
    if (!collection) return 'no such collection';
    switch (action.kind) {
      case 'nft_mint':
        return this.#mintOne(collection, signer, action.token, moment);
      case 'nft_batch_mint':
        return this.#mintMany(collection, signer, action.tokens, moment);
      case 'nft_freeze_collection':
        if (collection.creator !== signer) return 'not the creator';
        collection.frozen = action.frozen;
        return about(collection);
      default:
        return this.#own(collection, action, signer, moment);
    }
  }

  #create(order: CreateCollection, creator: AccountId, created: Moment): Verdict {
    const symbol = order.symbol.toUpperCase();
    const id = this.idOf(creator, symbol);
    if (this.collections.has(id)) return 'collection exists';
    const { gate, royaltyRecipient } = order;
    if (gate && !this.fungible.exists(gate.symbol.toUpperCase())) return 'no such token';
    if (royaltyRecipient !== undefined && NOBODY.includes(royaltyRecipient)) return 'royalty to nobody';
    const collection: CollectionFacts = {
      id,
      number: this.collections.size + 1,
      symbol,
      creator,
      created,
      order,
      royaltyRecipient: royaltyRecipient ?? creator,
      minted: 0,
      burned: 0,
      frozen: false,
    };
    this.collections.set(id, collection);
    return about(collection, royaltyRecipient === undefined ? [] : [royaltyRecipient]);
  }

  idOf(creator: AccountId, symbol: string): string {
    return `col:${this.publicKeys.get(creator)?.slice(0, 16)}:${symbol.toUpperCase()}`;
  }

  /** Makes a collection of a contract. @param most NFTs in it; 0 for any number. */
  found(id: string, symbol: string, name: string, most: number, creator: AccountId, created: Moment): void {
    const order: CreateCollection = {
      ...{ kind: 'nft_create_collection', symbol, name, description: undefined, image: undefined },
      ...{ maxSupply: most === 0 ? undefined : most, royaltyBps: 0, royaltyRecipient: undefined },
      ...{ publicMint: false, mintPrice: 0n, gate: undefined, discountPct: 0 },
    };
    const facts = { id, number: this.collections.size + 1, symbol, creator, created, order, royaltyRecipient: creator };
    this.collections.set(id, { ...facts, minted: 0, burned: 0, frozen: false });
  }

  /** A contract mints for somebody. */
  give(id: string, minter: AccountId, to: AccountId, name: string, attributes: string, moment: Moment): void {
    const collection = this.collections.get(id) as CollectionFacts;
    this.#make(collection, minter, { name, uri: undefined, attributes }, moment, to);
  }

  /** A contract hands on what it owns. */
  hand(id: string, token: number, to: AccountId, { time }: Moment): void {
    const facts = this.tokens.get(`${id}/${token}`) as NftFacts;
    facts.owner = to;
    facts.transferredAt = time;
  }

  #make(collection: CollectionFacts, minter: AccountId, texts: NftTexts, { time }: Moment, owner = minter): void {
    const id = ++collection.minted;
    this.tokens.set(`${collection.id}/${id}`, {
      collection,
      id,
      owner,
      minter,
      texts,
      locked: false,
      mintedAt: time,
      transferredAt: time,
    });
  }

  /** Quanta that a minter pays to the creator. */
  priceFor({ creator, order }: CollectionFacts, minter: AccountId): bigint {
    const price = order.mintPrice ?? 0n;
    if (creator === minter) return 0n;
    const { gate, discountPct } = order;
    if (!gate || this.funds.balance(minter, gate.symbol.toUpperCase()) < gate.amount) return price;
    return (price * BigInt(100 - (discountPct ?? 100))) / 100n;
  }

  #mintOne(collection: CollectionFacts, minter: AccountId, texts: NftTexts, moment: Moment): Verdict {
    const { creator, order } = collection;
    if (minter !== creator && !order.publicMint) return 'not the creator';
    if (collection.frozen) return 'frozen';
    if (collection.minted >= (order.maxSupply ?? Number.POSITIVE_INFINITY)) return 'over the supply';
    const price = this.priceFor(collection, minter);
    if (this.funds.balance(minter, XRGE) < price) return 'balance';
    this.funds.pay(minter, creator, XRGE, price);
    this.#make(collection, minter, texts, moment);
    return about(collection, price > 0n ? [creator] : []);
  }

  #mintMany(collection: CollectionFacts, minter: AccountId, batch: readonly NftTexts[], moment: Moment): Verdict {
    if (minter !== collection.creator) return 'not the creator';
    if (collection.frozen) return 'frozen';
    if (collection.minted + batch.length > (collection.order.maxSupply ?? Number.POSITIVE_INFINITY))
      return 'over the supply';
    for (const texts of batch) this.#make(collection, minter, texts, moment);
    return about(collection);
  }

  /** Actions that only the owner of a token may perform. */
  #own(
    collection: CollectionFacts,
    action: Extract<NftAction, { kind: 'nft_transfer' | 'nft_burn' | 'nft_lock' }>,
    signer: AccountId,
    { time }: Moment,
  ): Verdict {
    const token = this.tokens.get(`${collection.id}/${action.id}`);
    if (!token) return 'no such token';
    if (token.owner !== signer) return 'not the owner';
    if (action.kind === 'nft_lock') {
      if (token.locked === action.locked) return 'nothing to change';
      token.locked = action.locked;
    } else if (action.kind === 'nft_burn') {
      this.tokens.delete(`${collection.id}/${action.id}`);
      collection.burned++;
    } else return this.#pass(token, signer, action.to, action.salePrice ?? 0n, time);
    return about(collection);
  }

  #pass(token: NftFacts, from: AccountId, to: AccountId, salePrice: bigint, time: number): Verdict {
    const { collection } = token;
    if (token.locked) return 'locked';
    const { royaltyRecipient, order } = collection;
    const royalty = (salePrice * BigInt(order.royaltyBps ?? 0)) / 10_000n;
    if (this.funds.balance(from, XRGE) < royalty) return 'balance';
    this.funds.pay(from, royaltyRecipient, XRGE, royalty);
    token.owner = to;
    token.transferredAt = time;
    return about(collection, royalty > 0n ? [to, royaltyRecipient] : [to]);
  }

  records(out: Map<string, string>): void {
    for (const [id, { number, symbol, creator, created, order, royaltyRecipient, minted, burned, frozen }] of this
      .collections) {
      const { maxSupply, royaltyBps = 0, publicMint = false, mintPrice = 0n, gate, discountPct = 100 } = order;
      out.set(
        `${collections.name}/${id}`,
        line(number, symbol, creator, created.time, maxSupply, minted, burned, royaltyBps, royaltyRecipient, frozen) +
          line('', publicMint, mintPrice, gate?.symbol.toUpperCase(), gate?.amount ?? 0n, discountPct),
      );
      out.set(`${collectionTexts.name}/${id}`, line(order.name, order.description, order.image));
    }
    for (const { collection, id, owner, minter, texts, locked, mintedAt, transferredAt } of this.tokens.values())
      out.set(
        `${nfts.name}/${u64Text(collection.number)}${u64Text(id)}`,
        line(owner, minter, texts.name, texts.uri, texts.attributes, locked, mintedAt, transferredAt),
      );
  }
}

const about = ({ id }: CollectionFacts, parties: readonly AccountId[] = []) => deed(parties, `collection:${id}`);

export function nftRecordsOf(state: State, out: Map<string, string>): void {
  for (const [id, collection] of state.entries(collections)) {
    const { number, symbol, creator, createdAt, maxSupply, minted, burned, royaltyBps, royaltyRecipient, frozen } =
      collection;
    const { publicMint, mintPrice, tokenGateSymbol, tokenGateAmount, discountPct } = collection;
    out.set(
      `${collections.name}/${id}`,
      line(number, symbol, creator, createdAt, maxSupply, minted, burned, royaltyBps, royaltyRecipient, frozen) +
        line('', publicMint, mintPrice, tokenGateSymbol, tokenGateAmount, discountPct),
    );
  }
  for (const [id, { name, description, image }] of state.entries(collectionTexts))
    out.set(`${collectionTexts.name}/${id}`, line(name, description, image));
  for (const [key, { owner, creator, name, metadataUri, attributes, locked, mintedAt, transferredAt }] of state.entries(
    nfts,
  ))
    out.set(
      `${nfts.name}/${key}`,
      line(owner, creator, name, metadataUri, attributes, locked, mintedAt, transferredAt),
    );
}
