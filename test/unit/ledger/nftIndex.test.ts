/** The index of NFTs against plain lists: random blocks that create collections, mint, hand on, lock and burn; every page from
 *  every place, cursors whose token has gone, and an index loaded from the same state. */

import { describe, expect, test } from 'vitest';
import type { AccountId } from '../../../engine/crypto/address.js';
import { NftIndex, type NftPlace } from '../../../engine/ledger/indexes/nftIndex.js';
import { type Collection, collections, type Nft, nftKey, nfts, readNftKey } from '../../../engine/ledger/nftTables.js';
import { ledgerTables } from '../../../engine/ledger/tables.js';
import { nativeProtocol } from '../../../engine/protocol/native.js';
import { Overlay, State } from '../../../engine/state/state.js';
import { SeededRandom, testSeed } from '../../support/random.js';
import { actor } from '../../support/transactions.js';

const owners: readonly AccountId[] = Array.from({ length: 5 }, (_, index) => actor(`nft owner ${index}`).account);

interface PlainToken {
  readonly collection: number;
  readonly token: number;
  owner: AccountId;
}

/** Tokens in one list, sorted and filtered again for every query. */
class PlainNfts {
  readonly ids: string[] = [];
  readonly minted: number[] = [];
  tokens: PlainToken[] = [];

  ordered(fits: (token: PlainToken) => boolean): PlainToken[] {
    return this.tokens.filter(fits).sort((a, b) => a.collection - b.collection || a.token - b.token);
  }
}

const collectionOf = (number: number, minted: number): Collection => ({
  ...{ number, symbol: 'X', creator: owners[0] as AccountId, createdAt: 1, maxSupply: undefined, minted, burned: 0 },
  ...{ royaltyBps: 0, royaltyRecipient: owners[0] as AccountId, frozen: false, publicMint: false, mintPrice: 0n },
  ...{ tokenGateSymbol: undefined, tokenGateAmount: 0n, discountPct: 100 },
});

const nftOf = (owner: AccountId, locked = false): Nft => ({
  ...{ owner, creator: owners[0] as AccountId, name: 'x', metadataUri: undefined, attributes: undefined },
  ...{ locked, mintedAt: 1, transferredAt: 1 },
});

class Scene {
  readonly state = new State(ledgerTables, nativeProtocol.stateTree);
  readonly index = new NftIndex();
  readonly plain = new PlainNfts();

  /** @param most collections. */
  constructor(
    private readonly random: SeededRandom,
    private readonly most = 1_000,
  ) {
    this.state.finishLoad();
    this.index.load(this.state);
  }

  /** One block of random changes, of which several may concern one token. */
  block(changes: number): void {
    const overlay = new Overlay(this.state);
    for (let change = 0; change < changes; change++) this.#change(overlay);
    const prepared = this.state.prepare(overlay);
    prepared.commit();
    this.index.apply(prepared.changes);
  }

  #change(overlay: Overlay): void {
    const { random, plain } = this;
    const action = random.below(100);
    if (plain.ids.length === 0 || (action < 4 && plain.ids.length < this.most)) {
      plain.minted.push(0);
      // Ids are in another order than the numbers.
      plain.ids.push(`col:${random.below(1e9)}:${plain.minted.length}`);
      this.#putCollection(overlay, plain.ids.length);
    } else if (action < 55) this.#mint(overlay, random.between(1, plain.ids.length));
    else if (plain.tokens.length > 0) this.#touch(overlay, random.pick(plain.tokens), action);
  }

  #putCollection(overlay: Overlay, number: number): void {
    const id = this.plain.ids[number - 1] as string;
    overlay.put(collections, id, collectionOf(number, this.plain.minted[number - 1] as number));
  }

  #mint(overlay: Overlay, collection: number): void {
    const owner = this.random.pick(owners);
    const token = (this.plain.minted[collection - 1] as number) + 1;
    this.plain.minted[collection - 1] = token;
    this.plain.tokens.push({ collection, token, owner });
    this.#putCollection(overlay, collection);
    overlay.put(nfts, nftKey(collection, token), nftOf(owner));
  }

  #touch(overlay: Overlay, chosen: PlainToken, action: number): void {
    const key = nftKey(chosen.collection, chosen.token);
    if (action < 75) {
      chosen.owner = this.random.pick(owners);
      overlay.put(nfts, key, nftOf(chosen.owner));
    } else if (action < 80) overlay.put(nfts, key, nftOf(chosen.owner, true));
    else {
      this.plain.tokens = this.plain.tokens.filter((token) => token !== chosen);
      overlay.delete(nfts, key);
    }
  }
}

const shown = (keys: readonly string[]): string[] =>
  keys.map(readNftKey).map(({ collection, token }) => `${collection}/${token}`);

/** The page that plain lists give. */
function plainPage(tokens: readonly PlainToken[], { behind, offset, limit }: NftPlace) {
  const start =
    behind === undefined ? tokens : tokens.filter((token) => nftKey(token.collection, token.token) > behind);
  return start.slice(offset, offset + limit).map(({ collection, token }) => `${collection}/${token}`);
}

/** Everything that can be asked of an index. @returns how many pages were compared. */
function compare(index: NftIndex, plain: PlainNfts, random: SeededRandom): number {
  let pages = 0;
  const place = (behind: string | undefined): NftPlace => ({
    ...{ behind, offset: random.chance(50) ? 0 : random.below(30), limit: random.between(1, 40) },
  });
  expect(index.collectionCount).toBe(plain.ids.length);
  const first = random.below(plain.ids.length + 2);
  expect(index.collectionPage(first, 3)).toEqual(plain.ids.slice(first, first + 3));
  plain.ids.forEach((id, position) => {
    expect(index.idOf(position + 1)).toBe(id);
    const number = position + 1;
    const tokens = plain.ordered(({ collection }) => collection === number);
    const behind = nftKey(number, random.below((plain.minted[position] as number) + 2));
    for (const asked of [place(undefined), place(behind)]) {
      expect(shown(index.tokensOf(number, asked))).toEqual(plainPage(tokens, asked));
      pages++;
    }
  });
  for (const account of [...owners, actor('nobody').account]) {
    const tokens = plain.ordered(({ owner }) => owner === account);
    expect(index.countOf(account)).toBe(tokens.length);
    const behind = nftKey(random.below(plain.ids.length + 2), random.below(40));
    for (const asked of [place(undefined), place(behind)]) {
      expect(shown(index.ownedBy(account, asked))).toEqual(plainPage(tokens, asked));
      pages++;
    }
  }
  return pages;
}

const loaded = (state: State): NftIndex => {
  const index = new NftIndex();
  index.load(state);
  return index;
};

describe('the index of NFTs', () => {
  const seed = testSeed();

  test(`says what plain lists say, live and loaded (seed ${seed})`, () => {
    const random = new SeededRandom(seed);
    let pages = 0;
    for (let run = 0; run < 10; run++) {
      const scene = new Scene(random);
      for (let block = 0; block < 20; block++) {
        scene.block(random.between(1, 60));
        pages += compare(scene.index, scene.plain, random);
      }
      pages += compare(loaded(scene.state), scene.plain, random);
    }
    expect(pages).toBeGreaterThan(2_000);
  });

  test(`pages over thousands of tokens by their cursors, while others come and go (seed ${seed})`, () => {
    const scene = new Scene(new SeededRandom(seed), 1);
    for (let block = 0; block < 10; block++) scene.block(600);
    const { index, plain } = scene;
    const number = 1;
    const before = new Set(shown(index.tokensOf(number, { behind: undefined, offset: 0, limit: 1e9 })));
    const seen: string[] = [];
    let behind: string | undefined;
    for (;;) {
      const keys = index.tokensOf(number, { behind, offset: 0, limit: 17 });
      if (keys.length === 0) break;
      seen.push(...shown(keys));
      behind = keys.at(-1);
      if (before.size > seen.length) scene.block(5);
    }
    const kept = plain.ordered(({ collection }) => collection === number).map(({ token }) => `${number}/${token}`);
    expect(new Set(seen).size).toBe(seen.length);
    // Whatever was there all the time was seen.
    expect(kept.filter((token) => before.has(token) && !seen.includes(token))).toEqual([]);
    expect(seen.length).toBeGreaterThan(1_000);
  });

  test('answers for what is not there, however far away', () => {
    const index = loaded(new Scene(new SeededRandom(1)).state);
    const far = { behind: nftKey(1, 999_999_999_999_999), offset: Number.MAX_SAFE_INTEGER, limit: 10 };
    expect(index.tokensOf(1, far)).toEqual([]);
    expect(index.ownedBy(owners[0] as AccountId, far)).toEqual([]);
    expect(index.collectionPage(Number.MAX_SAFE_INTEGER, 10)).toEqual([]);
    expect(index.idOf(1)).toBeUndefined();
  });
});
