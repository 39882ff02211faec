/** nft_transfer: an NFT to another account, and for a sale the royalty to the collection's recipient. (Specification, NFTs.)
 *
 *  The price itself is settled elsewhere: the chain moves the token and the royalty, which the sender pays. */

import { amountView, XRGE, XRGE_DECIMALS } from '../../base/amounts.js';
import { fromHex } from '../../base/bytes.js';
import { isRefusal, refuse } from '../../base/refusal.js';
import { type AccountId, addressOf, burnAccount, isSystemAccount } from '../../crypto/address.js';
import { PUBLIC_KEY_BYTES } from '../../crypto/mldsa.js';
import { checkContractExists, checkContractForm } from '../contracts.js';
import { credit, debit, insufficientFunds } from '../funds.js';
import { defineKind } from '../kind.js';
import { account, amount, integer, layout, text } from '../layout.js';
import { nft, xrge } from '../movement.js';
import {
  collectionAnswers,
  collectionMember,
  collectionOf,
  ownedNft,
  readCollectionId,
  readTokenId,
  royaltyOf,
  tokenMember,
} from '../nfts.js';
import { nfts } from '../nftTables.js';
import { resultOf, storedAccount, storedAmount, storedOptional } from '../resultCodec.js';
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
  readonly royalty: bigint;
  /** Undefined when no royalty was paid. */
  readonly royaltyRecipient: AccountId | undefined;
}

export const nftTransfer = defineKind<Fields, Result>({
  name: 'nft_transfer',
  route: '/api/v2/nft/transfer',
  chapter: 'NFTs',
  summary: "Hands an NFT on; with a sale price the sender pays the collection's royalty of it",
  members: [
    collectionMember,
    tokenMember,
    {
      name: 'to',
      type: 'account',
      required: true,
      about: 'Address or public key of the new owner, or address of a contract',
    },
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
  result: resultOf<Result>({
    royalty: ['royalty', storedAmount],
    royaltyRecipient: ['royalty_recipient', storedOptional(storedAccount, null)],
  }),
  admitsOutflow: false,

  decode(reader, signer) {
    const collectionId = readCollectionId(reader);
    const tokenId = readTokenId(reader);
    const toText = reader.text('to');
    if (!toText) return reader.fail(refuse('invalid_recipient', 'recipient address is required'));
    const to = reader.recipient('to');
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

  payments(view, { fields }) {
    const collection = collectionOf(view, fields.collectionId);
    return isRefusal(collection) ? [] : [{ token: XRGE, amount: royaltyOf(collection, fields.salePrice) }];
  },

  admit: (_view, { fields }, block) => checkContractForm(fields.toText, block),

  apply(state, { sender, fields }, { time }) {
    const refused = checkContractExists(state, fields.toText);
    if (refused) return refused;
    const owned = ownedNft(state, fields, sender);
    if (isRefusal(owned)) return owned;
    const { collection, key, nft } = owned;
    if (nft.locked) return refuse('rule_violation', 'NFT is locked');
    const royalty = royaltyOf(collection, fields.salePrice);
    if (!debit(state, sender, XRGE, royalty)) return insufficientFunds(state, sender, XRGE, royalty);
    credit(state, collection.royaltyRecipient, XRGE, royalty);
    state.put(nfts, key, { ...nft, owner: fields.to, transferredAt: time });
    return { royalty, royaltyRecipient: royalty === 0n ? undefined : collection.royaltyRecipient };
  },

  logs({ fields }, { royalty, royaltyRecipient }) {
    const data = {
      collection: fields.collectionId,
      token_id: fields.tokenId,
      to: fields.toText,
      ...amountView(XRGE, royalty, 'royalty'),
      royalty_recipient: royaltyRecipient === undefined ? null : addressOf(royaltyRecipient),
    };
    return [{ event: 'nft_transfer', data }];
  },

  movements: ({ sender, fields: { collectionId, tokenId, to, salePrice } }, { royalty, royaltyRecipient }) => [
    { reason: 'nft_transfer', from: sender, to, moved: { ...nft(collectionId, tokenId), salePrice } },
    { reason: 'royalty', from: sender, to: royaltyRecipient, moved: xrge(royalty) },
  ],

  parties: ({ to }, { royaltyRecipient }) => (royaltyRecipient === undefined ? [to] : [to, royaltyRecipient]),

  subjects: ({ collectionId }) => [collectionSubject(collectionId)],

  tokens: (_fields, { royaltyRecipient }) => (royaltyRecipient === undefined ? [] : [XRGE]),

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
