/** nft_create_collection: a collection of NFTs under the signer's name. (Specification, NFT collection, NFTs.)
 *
 *  Its id follows from the signer's key and the symbol and can be created only once. Royalties, their recipient, the cap and
 *  the terms of public minting are fixed when it is created. */

import { amountView, formatXrge, XRGE, XRGE_DECIMALS } from '../../base/amounts.js';
import { fromHex, U64_MAX } from '../../base/bytes.js';
import { JsonNumber } from '../../base/json.js';
import { type Refusal, refuse } from '../../base/refusal.js';
import { isActive } from '../../chain/upgrades.js';
import { type AccountId, accountSentence, resolveAccount } from '../../crypto/address.js';
import { PUBLIC_KEY_BYTES } from '../../crypto/mldsa.js';
import type { StateView } from '../../state/state.js';
import { countOne } from '../counters.js';
import { imageMember, imageProblem, readImage } from '../images.js';
import { defineKind } from '../kind.js';
import { account, amount, flag, integer, layout, optional, text } from '../layout.js';
import {
  COLLECTION_DESCRIPTION_CHARACTERS,
  COLLECTION_NAME_CHARACTERS,
  checkRoyaltyRecipient,
  collectionAnswers,
  collectionIdOf,
  ROYALTY_WALLET,
  readShown,
  WHOLE_BPS,
} from '../nfts.js';
import { collections, collectionTexts } from '../nftTables.js';
import type { PayloadMember, PayloadReader } from '../payload.js';
import { resultOf, storedText } from '../resultCodec.js';
import { checkContent } from '../secondRules.js';
import { collectionSubject } from '../subjects.js';
import { shownSymbol, tokenExists, tokenNotFound } from '../tokens.js';

interface Fields {
  /** In upper case. */
  readonly symbol: string;
  readonly name: string;
  readonly description: string | undefined;
  readonly image: string | undefined;
  readonly maxSupply: number | undefined;
  /** The value that counts before its upgrade is active: 0 to 65,535; undefined when none was given. */
  readonly royaltyBps: number | undefined;
  /** Whether the given value is an integer from 0 to 10,000, or absent. */
  readonly royaltyInRange: boolean;
  readonly royaltyRecipient: AccountId | undefined;
  readonly royaltyRecipientText: string | undefined;
  readonly publicMint: boolean;
  /** Quanta. */
  readonly mintPrice: bigint;
  readonly tokenGateSymbol: string | undefined;
  /** Base units of that token. */
  readonly tokenGateAmount: bigint;
  readonly discountPct: number;
  /** What is wrong with the image under `ledger_rules_2`. */
  readonly problem: string | undefined;
}

const members: readonly PayloadMember[] = [
  { name: 'symbol', type: 'symbol', required: true, about: 'Symbol of the collection, one of each per signer' },
  { name: 'name', type: 'text', characters: COLLECTION_NAME_CHARACTERS, required: true, about: '1 to 64 characters' },
  {
    name: 'description',
    type: 'text',
    characters: COLLECTION_DESCRIPTION_CHARACTERS,
    required: false,
    about: 'At most 1,000 characters',
  },
  imageMember,
  {
    name: 'maxSupply',
    aliases: ['max_supply'],
    type: 'integer',
    required: false,
    about: 'Tokens that may ever be minted, at least 1; unlimited when absent',
    least: 1,
  },
  {
    name: 'royaltyBps',
    aliases: ['royalty_bps'],
    type: 'integer',
    required: false,
    about: 'Hundredths of a percent of a sale, 0 to 10,000: 500 means 5%',
  },
  {
    name: 'royaltyRecipient',
    aliases: ['royalty_recipient'],
    type: 'account',
    required: false,
    about: 'Wallet that gets the royalties; the signer when absent',
  },
  {
    name: 'publicMint',
    aliases: ['public_mint'],
    type: 'flag',
    required: false,
    about: 'Whether everybody may mint; false when absent',
  },
  {
    name: 'mintPrice',
    aliases: ['mint_price'],
    type: 'xrge',
    required: false,
    about: 'XRGE that everybody but the signer pays to the signer for a token',
  },
  {
    name: 'tokenGateSymbol',
    aliases: ['token_gate_symbol'],
    type: 'symbol',
    required: false,
    about: 'Token whose holders mint at a discount',
  },
  {
    name: 'tokenGateAmount',
    aliases: ['token_gate_amount'],
    type: 'amount',
    required: false,
    about: 'How much of it they must hold: XRGE in decimals, or whole base units of a token',
  },
  {
    name: 'discountPct',
    aliases: ['discount_pct'],
    type: 'integer',
    required: false,
    about: 'Their discount in percent, 0 to 100; 100 when absent',
  },
];

const malformed = (message: string): Refusal => refuse('malformed_payload', message);

/** Before the upgrade is active an integer is taken modulo this, and anything else counts as 0. */
const OLD_BPS = 65_536n;

function readRoyalty(reader: PayloadReader): Pick<Fields, 'royaltyBps' | 'royaltyInRange'> {
  const given = reader.raw('royaltyBps');
  if (given === undefined) return { royaltyBps: undefined, royaltyInRange: true };
  const digits = given instanceof JsonNumber && /^\d{1,20}$/.test(given.text) ? BigInt(given.text) : undefined;
  if (digits === undefined || digits > U64_MAX) return { royaltyBps: 0, royaltyInRange: false };
  return { royaltyBps: Number(digits % OLD_BPS), royaltyInRange: digits <= BigInt(WHOLE_BPS) };
}

function readRecipient(reader: PayloadReader): Pick<Fields, 'royaltyRecipient' | 'royaltyRecipientText'> {
  const given = reader.text('royaltyRecipient')?.trim() || undefined;
  const { account: recipient, contract } = (given === undefined ? undefined : resolveAccount(given)) ?? {};
  if (given !== undefined && (recipient === undefined || contract !== undefined))
    reader.fail(refuse('invalid_recipient', accountSentence(ROYALTY_WALLET, given)));
  return { royaltyRecipient: recipient, royaltyRecipientText: given };
}

function readGate(reader: PayloadReader): Pick<Fields, 'tokenGateSymbol' | 'tokenGateAmount'> {
  const symbol = reader.symbol('tokenGateSymbol');
  if (symbol !== undefined)
    return { tokenGateSymbol: symbol, tokenGateAmount: reader.positiveAmount('tokenGateAmount', symbol) ?? 0n };
  if (reader.raw('tokenGateAmount') !== undefined)
    reader.fail(malformed('tokenGateAmount needs a tokenGateSymbol beside it'));
  return { tokenGateSymbol: undefined, tokenGateAmount: 0n };
}

function decode(reader: PayloadReader): Fields | undefined {
  const symbol = reader.symbol('symbol');
  const name = reader.requiredText('name', COLLECTION_NAME_CHARACTERS);
  const maxSupply = reader.integer('maxSupply');
  const discountPct = reader.integer('discountPct') ?? 100;
  const fields = {
    description: readShown(reader, 'description', COLLECTION_DESCRIPTION_CHARACTERS),
    image: readImage(reader, 'image') || undefined,
    ...readRoyalty(reader),
    ...readRecipient(reader),
    publicMint: reader.flag('publicMint') ?? false,
    mintPrice: reader.amount('mintPrice', XRGE_DECIMALS) ?? 0n,
    ...readGate(reader),
  };
  if (reader.refusal) return undefined;
  if (symbol === undefined) return reader.fail(malformed('symbol is required'));
  if (name === undefined) return undefined;
  if (maxSupply === 0) return reader.fail(malformed('maxSupply must be at least 1'));
  if (discountPct > 100) return reader.fail(malformed('discountPct must be a whole number from 0 to 100'));
  return { symbol, name, maxSupply, discountPct, ...fields, problem: imageProblem('image', fields.image) };
}

/** Why an account or token that a collection names cannot serve its purpose there. */
function checkNames(view: StateView, { royaltyRecipient, tokenGateSymbol }: Fields): Refusal | undefined {
  if (tokenGateSymbol !== undefined && !tokenExists(view, tokenGateSymbol)) return tokenNotFound(tokenGateSymbol);
  return royaltyRecipient === undefined ? undefined : checkRoyaltyRecipient(view, royaltyRecipient);
}

interface Result {
  readonly collectionId: string;
}

export const nftCreateCollection = defineKind<Fields, Result>({
  name: 'nft_create_collection',
  route: '/api/v2/nft/collection/create',
  chapter: 'NFTs',
  summary: "Creates a collection of NFTs; its id follows from the signer's key and the symbol",
  members,
  answers: collectionAnswers,
  refusals: ['rule_violation', 'not_found', 'already_exists'],
  layout: layout<Fields>({
    symbol: text,
    name: text,
    description: optional(text),
    image: optional(text),
    maxSupply: optional(integer),
    royaltyBps: optional(integer),
    royaltyInRange: flag,
    royaltyRecipient: optional(account),
    royaltyRecipientText: optional(text),
    publicMint: flag,
    mintPrice: amount,
    tokenGateSymbol: optional(text),
    tokenGateAmount: amount,
    discountPct: integer,
    problem: optional(text),
  }),
  result: resultOf<Result>({ collectionId: ['collection_id', storedText] }),
  admitsOutflow: false,

  decode,

  outflow: () => [],

  insufficient: (_view, _transaction, have, need) =>
    refuse(
      'insufficient_balance',
      `insufficient XRGE balance for collection fee: have ${formatXrge(have)}, need ${formatXrge(need)}`,
    ),

  admit(_view, { fields }, block) {
    if (fields.royaltyInRange || !isActive(block.genesis.schedule, 'contract_nft_royalty', block.height))
      return checkContent(fields.problem, block);
    return refuse('rule_violation', `royaltyBps must be an integer between 0 and ${WHOLE_BPS}`);
  },

  apply(state, { sender, publicKey, fields }, { time }) {
    const id = collectionIdOf(publicKey, fields.symbol);
    if (state.get(collections, id)) return refuse('already_exists', `Collection ${id} already exists`);
    const problem = checkNames(state, fields);
    if (problem) return problem;
    const { symbol, name, description, image, maxSupply, publicMint, mintPrice, discountPct } = fields;
    state.put(collections, id, {
      number: countOne(state, 'collections') + 1,
      symbol,
      creator: sender,
      createdAt: time,
      maxSupply,
      minted: 0,
      burned: 0,
      royaltyBps: fields.royaltyBps ?? 0,
      royaltyRecipient: fields.royaltyRecipient ?? sender,
      frozen: false,
      publicMint,
      mintPrice,
      tokenGateSymbol: fields.tokenGateSymbol,
      tokenGateAmount: fields.tokenGateAmount,
      discountPct,
    });
    state.put(collectionTexts, id, { name, description, image });
    return { collectionId: id };
  },

  logs: ({ fields: { symbol, name } }, { collectionId }) => [
    { event: 'nft_collection_create', data: { collection: collectionId, symbol, name } },
  ],

  parties: ({ royaltyRecipient }) => (royaltyRecipient === undefined ? [] : [royaltyRecipient]),

  subjects: (_fields, { collectionId }) => [collectionSubject(collectionId)],

  reveals({ royaltyRecipientText }) {
    const key = royaltyRecipientText === undefined ? undefined : fromHex(royaltyRecipientText, PUBLIC_KEY_BYTES);
    return key ? [key] : [];
  },

  answer: ({ symbol }, { publicKey }) => ({
    collection_id: collectionIdOf(publicKey, symbol),
    message: 'NFT collection creation submitted',
  }),

  event: () => ({}),

  view: (fields) => ({
    nft_collection_symbol: fields.symbol,
    nft_collection_name: fields.name,
    ...(fields.description === undefined ? {} : { nft_description: fields.description }),
    ...(fields.image === undefined ? {} : { nft_image: fields.image }),
    ...(fields.maxSupply === undefined ? {} : { nft_max_supply: fields.maxSupply }),
    ...(fields.royaltyBps === undefined ? {} : { nft_royalty_bps: fields.royaltyBps }),
    ...(fields.royaltyRecipientText === undefined ? {} : { nft_royalty_recipient: fields.royaltyRecipientText }),
    nft_public_mint: fields.publicMint,
    ...amountView(XRGE, fields.mintPrice, 'nft_mint_price'),
    ...(fields.tokenGateSymbol === undefined
      ? {}
      : {
          nft_token_gate_symbol: shownSymbol(fields.tokenGateSymbol),
          ...amountView(fields.tokenGateSymbol, fields.tokenGateAmount, 'nft_token_gate_amount'),
        }),
    nft_discount_pct: fields.discountPct,
  }),
});
