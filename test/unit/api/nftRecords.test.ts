/** Lists of large NFT records whose text has to be made again while they are read: it stays the text that was begun, also
 *  when the chain has seen an account's key meanwhile. */

import { expect, test } from 'vitest';
import { collectionViews, tokenJson, tokenViews } from '../../../api/routes/nftRecords.js';
import { KEPT_ELEMENT_BYTES, PIECE_BYTES } from '../../../engine/base/limits.js';
import type { AccountId } from '../../../engine/crypto/address.js';
import type { Node } from '../../../engine/node.js';
import { listPieces } from '../../../engine/store/pieces.js';
import { actor } from '../../support/transactions.js';

const { account, keyHex } = actor('nft records: artist');
/** With an address it ends within its last piece, with a key after it. */
const large = 'x'.repeat(PIECE_BYTES * 3 - 2_000);

const nft = {
  owner: account,
  creator: account,
  name: 'a token',
  metadataUri: undefined,
  attributes: JSON.stringify(large),
  locked: false,
  mintedAt: 1,
  transferredAt: 2,
};

const collection = {
  ...{ number: 1, symbol: 'ART', creator: account, createdAt: 1, maxSupply: undefined, minted: 0, burned: 0 },
  ...{ royaltyBps: 0, royaltyRecipient: account, frozen: false, publicMint: false, mintPrice: 0n, discountPct: 0 },
  ...{ tokenGateSymbol: undefined, tokenGateAmount: 0n },
};

const texts = { name: 'art', description: undefined, image: large };

type End = (shown: number) => Readonly<Record<string, unknown>>;
const end: End = (shown) => ({ shown });

const lists: readonly (readonly [name: string, list: (node: Node) => AsyncIterable<Uint8Array>, owner: string])[] = [
  [
    'tokens',
    (node) =>
      listPieces(
        tokenViews(
          node,
          [1, 2].map((token) => ({ collectionId: 'c', token, nft })),
        ),
        tokenJson,
        end,
      ),
    'owner',
  ],
  [
    'collections',
    (node) =>
      listPieces(
        collectionViews(
          node,
          ['c', 'd'].map((id) => ({ id, collection, texts })),
        ),
        (view) => JSON.stringify(view),
        end,
      ),
    'creator',
  ],
];

/** Takes all the room there is for large elements. */
async function crowd(): Promise<void> {
  const pieces = listPieces(['y'.repeat(KEPT_ELEMENT_BYTES)], (item) => item, end);
  await pieces.next();
  await pieces.return(undefined);
}

test.each(lists)('%s whose key is seen while they are read', async (_, list, member) => {
  let isSeen = false;
  const publicKey = async (asked: AccountId) => (isSeen && asked === account ? keyHex : null);
  const chain = { publicKey };
  const taken: Uint8Array[] = [];
  for await (const piece of list({ chain } as unknown as Node)) {
    taken.push(piece);
    await crowd();
    isSeen = true;
  }
  expect(taken.length).toBeGreaterThan(5);
  const { items, shown } = JSON.parse(`{"items":[${Buffer.concat(taken)}}`);
  const owners = items.map((item: Record<string, unknown>) => item[member]);
  expect([shown, owners]).toEqual([2, [actor('nft records: artist').address, keyHex]]);
});
