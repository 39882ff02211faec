/** Records of NFT collections and tokens as the API shows them: their schemas, and their JSON in pieces.
 *
 *  In: records of the state at one moment. Out: text; keys of accounts are looked up in the process. */

import type { TSchema } from 'typebox';
import { amountView, neededXrge } from '../../engine/base/amounts.js';
import { type AccountId, addressOf } from '../../engine/crypto/address.js';
import type { Collection, CollectionTexts, Nft } from '../../engine/ledger/nftTables.js';
import { shownSymbol } from '../../engine/ledger/tokens.js';
import type { Node } from '../../engine/node.js';
import { Type } from '../routing/schema.js';
import { Milliseconds, Quanta, Xrge } from '../schemas.js';

const KeyOrAddress = Type.String({
  description: 'Public key in hex, or the address where the chain has not seen the key',
});
export const orNull = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);

export const CollectionRecord = Type.Object(
  {
    collection_id: Type.String(),
    symbol: Type.String(),
    name: Type.String(),
    creator: KeyOrAddress,
    creator_address: Type.String(),
    description: orNull(Type.String()),
    image: orNull(Type.String({ description: 'URL or data URI' })),
    max_supply: orNull(Type.Integer({ description: 'Null: no cap' })),
    minted: Type.Integer({ description: 'Tokens minted so far, burned ones among them' }),
    burned: Type.Integer(),
    royalty_bps: Type.Integer({ description: 'Hundredths of a percent of a sale' }),
    royalty_recipient: KeyOrAddress,
    royalty_recipient_address: Type.String(),
    frozen: Type.Boolean({ description: 'Whether minting is stopped' }),
    created_at: Milliseconds,
    public_mint: Type.Boolean(),
    mint_price: Xrge,
    mint_price_quanta: Quanta,
    token_gate_symbol: orNull(Type.String()),
    token_gate_amount: Type.Union([Type.Number(), Type.Null()], { description: 'XRGE in XRGE, a token in base units' }),
    token_gate_amount_quanta: Type.Optional(Quanta),
    token_gate_amount_units: Type.Optional(Type.String({ pattern: '^\\d+$' })),
    discount_pct: Type.Integer({ description: 'Percent off the price for holders of the gate token' }),
  },
  { title: 'NftCollection' },
);

export const TokenRecord = Type.Object(
  {
    collection_id: Type.String(),
    token_id: Type.Integer(),
    owner: KeyOrAddress,
    owner_address: Type.String(),
    creator: KeyOrAddress,
    creator_address: Type.String(),
    name: Type.String(),
    metadata_uri: orNull(Type.String()),
    locked: Type.Boolean({ description: 'Whether its owner has locked it against transfers' }),
    minted_at: Milliseconds,
    transferred_at: Milliseconds,
    attributes: Type.Unknown({ description: 'The JSON that its minter gave, number by number as it was written' }),
  },
  { title: 'Nft' },
);

/** A collection in the state at one moment: its records are never changed in place. */
export interface CollectionFacts {
  readonly id: string;
  readonly collection: Collection;
  readonly texts: CollectionTexts;
}

export interface TokenFacts {
  readonly collectionId: string;
  readonly token: number;
  readonly nft: Nft;
}

export const shownKey = async (node: Pick<Node, 'chain'>, account: AccountId): Promise<string> =>
  (await node.chain.publicKey(account)) ?? addressOf(account);

function gateView({ tokenGateSymbol: symbol, tokenGateAmount }: Collection) {
  if (symbol === undefined) return { token_gate_symbol: null, token_gate_amount: null };
  return { token_gate_symbol: shownSymbol(symbol), ...amountView(symbol, tokenGateAmount, 'token_gate_amount', 'up') };
}

export async function collectionView(node: Pick<Node, 'chain'>, { id, collection, texts }: CollectionFacts) {
  const { creator, royaltyRecipient } = collection;
  const [creatorKey, recipientKey] = await Promise.all([shownKey(node, creator), shownKey(node, royaltyRecipient)]);
  return {
    collection_id: id,
    symbol: collection.symbol,
    name: texts.name,
    creator: creatorKey,
    creator_address: addressOf(creator),
    description: texts.description ?? null,
    image: texts.image ?? null,
    max_supply: collection.maxSupply ?? null,
    minted: collection.minted,
    burned: collection.burned,
    royalty_bps: collection.royaltyBps,
    royalty_recipient: recipientKey,
    royalty_recipient_address: addressOf(royaltyRecipient),
    frozen: collection.frozen,
    created_at: collection.createdAt,
    public_mint: collection.publicMint,
    mint_price: neededXrge(collection.mintPrice),
    mint_price_quanta: String(collection.mintPrice),
    ...gateView(collection),
    discount_pct: collection.discountPct,
  };
}

/** A record's members before its attributes, and the attributes as JSON text, which keeps the spelling of their numbers. */
export interface TokenView {
  readonly members: object;
  readonly attributes: string;
}

async function tokenView(node: Pick<Node, 'chain'>, { collectionId, token, nft }: TokenFacts): Promise<TokenView> {
  const [owner, creator] = await Promise.all([shownKey(node, nft.owner), shownKey(node, nft.creator)]);
  const members = {
    collection_id: collectionId,
    token_id: token,
    owner,
    owner_address: addressOf(nft.owner),
    creator,
    creator_address: addressOf(nft.creator),
    name: nft.name,
    metadata_uri: nft.metadataUri ?? null,
    locked: nft.locked,
    minted_at: nft.mintedAt,
    transferred_at: nft.transferredAt,
  };
  return { members, attributes: nft.attributes ?? 'null' };
}

export const tokenJson = ({ members, attributes }: TokenView): string =>
  `${JSON.stringify(members).slice(0, -1)},"attributes":${attributes}}`;

/** The record as JSON.
 *  @param more members before those of the record. */
export async function tokenText(node: Pick<Node, 'chain'>, facts: TokenFacts, more: object = {}): Promise<string> {
  const { members, attributes } = await tokenView(node, facts);
  return tokenJson({ members: { ...more, ...members }, attributes });
}

/** The views of records, made on demand. Each is made once: a large record may be written as text twice, and the chain may have
 *  seen a key in between. */
async function* viewsOf<Facts, View>(records: readonly Facts[], view: (facts: Facts) => Promise<View>) {
  for (const facts of records) yield await view(facts);
}

export const collectionViews = (node: Pick<Node, 'chain'>, records: readonly CollectionFacts[]) =>
  viewsOf(records, (facts) => collectionView(node, facts));

export const tokenViews = (node: Pick<Node, 'chain'>, records: readonly TokenFacts[]): AsyncIterable<TokenView> =>
  viewsOf(records, (facts) => tokenView(node, facts));
