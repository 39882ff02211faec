/** nft_transfer: an NFT to another account, and from a sale its royalty to the collection's recipient. (Specification, NFTs.)
 *
 *  The price itself is settled elsewhere: the chain moves the token and the royalty, which the sender pays. */

import { amountView, XRGE, XRGE_DECIMALS } from '../../base/amounts.js';
import { fromHex } from '../../base/bytes.js';
import { isRefusal, refuse } from '../../base/refusal.js';
import { type AccountId, addressOf, burnAccount, isSystemAccount, resolveAccount } from '../../crypto/address.js';
import { PUBLIC_KEY_BYTES } from '../../crypto/mldsa.js';
import { credit, debit, insufficientFunds } from '../funds.js';
import { type ApplyResult, defineKind } from '../kind.js';
import { account, amount, integer, layout, text } from '../layout.js';
import {
  collectionAnswers,
  collectionMember,
  ownedNft,
  readCollectionId,
  readTokenId,
  royaltyOf,
  tokenMember,
} from '../nfts.js';
import { nfts } from '../nftTables.js';
import { collectionSubject } from '../subjects.js';

interface Fields {
  readonly collectionId: string;
  readonly tokenId: number;
  readonly to: AccountId;
  readonly toText: string;
  /** Quanta. */
  readonly salePrice: bigint;
}

interface Result {
  /** Quanta. */
  readonly royalty: string;
  /** Address; null where no royalty was paid. */
  readonly royalty_recipient: string | null;
}

/** What `apply` gave. */
const resultOf = (result: ApplyResult): Result => result as unknown as Result;

export const nftTransfer = defineKind<Fields>({
  name: 'nft_transfer',
  route: '/api/v2/nft/transfer',
  chapter: 'NFTs',
  summary: "Hands an NFT on; with a sale price the sender pays the collection's royalty of it",
  members: [
    collectionMember,
    tokenMember,
    { name: 'to', type: 'account', required: true, about: 'Address or public key of the new owner' },
    {
      name: 'salePrice',
      aliases: ['sale_price'],
      type: 'xrge',
      required: false,
      about: 'XRGE for which it was sold; no royalty is paid when absent',
    },
  ],
  answers: collectionAnswers,
  refusals: ['not_found', 'not_authorized', 'rule_violation'],
  layout: layout<Fields>({ collectionId: text, tokenId: integer, to: account, toText: text, salePrice: amount }),
  admitsOutflow: false,

  decode(reader, signer) {
    const collectionId = readCollectionId(reader);
    const tokenId = readTokenId(reader);
    const toText = reader.text('to');
    if (!toText) return reader.fail(refuse('invalid_recipient', 'recipient address is required'));
    const to = reader.account('to');
    const salePrice = reader.amount('salePrice', XRGE_DECIMALS) ?? 0n;
    if (reader.refusal || collectionId === undefined || tokenId === undefined || to === undefined) return undefined;
    if (to === signer) return reader.fail(refuse('invalid_recipient', 'cannot transfer to yourself'));
    if (to === burnAccount)
      return reader.fail(refuse('invalid_recipient', 'an NFT is not sent to the burn address: use nft_burn'));
    if (isSystemAccount(to))
      return reader.fail(refuse('invalid_recipient', 'nobody holds a key of this account: the NFT would be lost'));
    return { collectionId, tokenId, to, toText, salePrice };
  },

  outflow: () => [],

  apply(state, { sender, fields }, { time }) {
    const owned = ownedNft(state, fields, sender);
    if (isRefusal(owned)) return owned;
    const { collection, key, nft } = owned;
    if (nft.locked) return refuse('rule_violation', 'NFT is locked');
    const royalty = royaltyOf(collection, fields.salePrice);
    if (!debit(state, sender, XRGE, royalty)) return insufficientFunds(state, sender, XRGE, royalty);
    credit(state, collection.royaltyRecipient, XRGE, royalty);
    state.put(nfts, key, { ...nft, owner: fields.to, transferredAt: time });
    return {
      royalty: String(royalty),
      royalty_recipient: royalty === 0n ? null : addressOf(collection.royaltyRecipient),
    };
  },

  logs({ fields }, result) {
    const { royalty, royalty_recipient } = resultOf(result);
    const data = {
      collection: fields.collectionId,
      token_id: fields.tokenId,
      to: fields.toText,
      ...amountView(XRGE, BigInt(royalty), 'royalty'),
      royalty_recipient,
    };
    return [{ event: 'nft_transfer', data }];
  },

  parties({ to }, result) {
    const { royalty_recipient: address } = resultOf(result);
    const paid = address === null ? undefined : resolveAccount(address);
    return paid ? [to, paid.account] : [to];
  },

  subjects: ({ collectionId }) => [collectionSubject(collectionId)],

  tokens: (_fields, result) => (resultOf(result).royalty_recipient === null ? [] : [XRGE]),

  reveals: ({ toText }) => {
    const key = fromHex(toText, PUBLIC_KEY_BYTES);
    return key ? [key] : [];
  },

  answer: ({ collectionId }) => ({ collection_id: collectionId, message: 'NFT transfer submitted' }),

  event: ({ to, toText }) => ({ to: { account: to, text: toText } }),

  view: (fields) => ({
    nft_collection_id: fields.collectionId,
    nft_token_id: fields.tokenId,
    to_pub_key_hex: fields.toText,
    to_address: addressOf(fields.to),
    ...amountView(XRGE, fields.salePrice),
  }),
});
