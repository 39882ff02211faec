/** NFT requests, and a chain on which to try them.
 *
 *  In: members as plain values; a `JsonNumber` or a bigint keeps its digits, a Map keeps its entries. Out: transactions and
 *  their outcomes. */

import { expect } from 'vitest';
import { JsonNumber, type JsonValue, parseJson } from '../../engine/base/json.js';
import { SIGNED_JSON } from '../../engine/base/limits.js';
import { isRefusal, type RefusalCode } from '../../engine/base/refusal.js';
import { admitTransaction } from '../../engine/ledger/admission.js';
import { probeTransaction } from '../../engine/ledger/execution.js';
import { balanceOf } from '../../engine/ledger/funds.js';
import { kindOf } from '../../engine/ledger/kinds/index.js';
import { type Collection, collections, type Nft, nftKey, nfts } from '../../engine/ledger/nftTables.js';
import type { PoolItem } from '../../engine/mempool/mempool.js';
import { type GenesisOptions, rulesOf, TestChain } from './chain.js';
import { type Actor, actor, item, itemOfParts, number, type Order, partsOf } from './transactions.js';

/** The decision on a request: code and text of a refusal, or nothing. */
export type Verdict = readonly [RefusalCode, string] | undefined;

function jsonOf(value: unknown): JsonValue {
  if (value instanceof JsonNumber || value instanceof Map) return value;
  if (typeof value === 'bigint') return number(value);
  const parsed = parseJson(JSON.stringify(value), SIGNED_JSON);
  if (isRefusal(parsed)) throw new Error(parsed.message);
  return parsed;
}

/** Members of a payload; those that are undefined are left out. */
export const membersOf = (values: Readonly<Record<string, unknown>>): Record<string, JsonValue> =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, jsonOf(value)]),
  );

/** Computed as the specification says, not by the engine's function. */
export const collectionIdBy = ({ keyHex }: Actor, symbol: string): string => `col:${keyHex.slice(0, 16)}:${symbol}`;

/** Requests of every operation, with few members and with all of them. */
export function nftSamples(signer: Actor, other: Actor, timestamp: number): Record<string, readonly Order[]> {
  const collectionId = collectionIdBy(signer, 'ART');
  const token = { collectionId, tokenId: 7 };
  const samples: Readonly<Record<string, readonly object[]>> = {
    nft_create_collection: [
      { symbol: 'ART', name: 'Pictures' },
      {
        ...{ symbol: 'ART', name: 'Pictures', description: 'About', image: 'ipfs://picture', maxSupply: 5 },
        ...{ royaltyBps: 70_000, royaltyRecipient: other.keyHex, publicMint: true, mintPrice: 2 },
        ...{ tokenGateSymbol: 'GOLD', tokenGateAmount: 3, discountPct: 50 },
      },
    ],
    nft_mint: [
      { collectionId, name: 'one' },
      { collectionId, name: 'one', metadataUri: 'ipfs://one', attributes: { a: [1] } },
    ],
    nft_batch_mint: [
      { collectionId, names: ['one', 'two'] },
      { collectionId, names: ['one', 'two'], uris: [null, 'ipfs://u'], attributes: [{ a: 1 }, null] },
    ],
    nft_transfer: [
      { ...token, to: other.address },
      { ...token, to: other.keyHex, salePrice: 3 },
    ],
    nft_burn: [token],
    nft_lock: [token, { ...token, locked: false }],
    nft_freeze_collection: [{ collectionId }, { collectionId, frozen: false }],
  };
  return Object.fromEntries(
    Object.entries(samples).map(([operation, list]) => [
      operation,
      list.map((values) => ({ signer, timestamp, operation, members: membersOf({ ...values }) })),
    ]),
  );
}

const validator = actor('nft: validator');

export class NftScene {
  readonly chain: TestChain;

  /** @param rich accounts that have 100,000 XRGE each. */
  constructor(rich: readonly Actor[], options: Partial<GenesisOptions> = {}) {
    const { allocations = [], ...more } = options;
    this.chain = new TestChain(
      rulesOf({
        validators: [{ actor: validator, stake: '1000000' }],
        allocations: [...rich.map(({ keyHex }) => ({ to: keyHex, amount: '100000' })), ...allocations],
        ...more,
      }),
    );
  }

  #order(signer: Actor, operation: string, values: Readonly<Record<string, unknown>>) {
    return { signer, timestamp: this.chain.tip.time, operation, members: membersOf(values) };
  }

  request(signer: Actor, operation: string, values: Readonly<Record<string, unknown>>): PoolItem {
    return item(this.#order(signer, operation, values));
  }

  /** The answer to a wallet that sends it now: from decoding, admission, or a trial on the state after the tip. */
  verdict(signer: Actor, operation: string, values: Readonly<Record<string, unknown>>): Verdict {
    const decoded = itemOfParts(partsOf(this.#order(signer, operation, values)));
    if (isRefusal(decoded)) return [decoded.code, decoded.message];
    const { chain } = this;
    const block = chain.context();
    const refusal =
      admitTransaction(chain.state, decoded.transaction, block, chain.replay) ??
      probeTransaction(chain.scratch(), decoded.transaction, block);
    return refusal && [refusal.code, refusal.message];
  }

  /** One block of these requests, which must include all of them. @returns why each failed, undefined where it did not. */
  play(items: readonly PoolItem[]): (string | undefined)[] {
    const { candidate } = this.chain.produce(items);
    expect(candidate.refused).toEqual([]);
    return candidate.execution.outcomes.map(({ failure }) => failure?.message);
  }

  /** A block of one request that succeeds. @returns its result as the receipt keeps it. */
  done(signer: Actor, operation: string, values: Readonly<Record<string, unknown>>): unknown {
    const { candidate } = this.chain.produce([this.request(signer, operation, values)]);
    expect(candidate.refused).toEqual([]);
    const [outcome] = candidate.execution.outcomes;
    expect(outcome?.failure).toBeUndefined();
    const kept = kindOf(operation)?.result.encode(outcome?.result);
    return kept ? JSON.parse(kept) : null;
  }

  xrgeOf({ account }: Actor): bigint {
    return balanceOf(this.chain.state, account, 'XRGE');
  }

  collection(id: string): Collection | undefined {
    return this.chain.state.get(collections, id);
  }

  nft(id: string, token: number): Nft | undefined {
    const collection = this.collection(id);
    return collection && this.chain.state.get(nfts, nftKey(collection.number, token));
  }
}
