/** nft_batch_mint: 1 to 50 new tokens of a collection at once, by its creator. (Specification, NFTs.)
 *
 *  Either all of them are minted or none; the fee is that of as many single mints. */

import type { JsonValue } from '../../base/json.js';
import { isRefusal, refuse } from '../../base/refusal.js';
import { defineKind } from '../kind.js';
import { layout, list, optional, text } from '../layout.js';
import { contentLinkProblem } from '../links.js';
import { nft } from '../movement.js';
import {
  BATCH_MINT_NAMES,
  checkMintable,
  collectionAnswers,
  collectionMember,
  collectionOf,
  hasRoomFor,
  mintNfts,
  NFT_ATTRIBUTES_CHARACTERS,
  NFT_NAME_CHARACTERS,
  NFT_URI_CHARACTERS,
  readCollectionId,
} from '../nfts.js';
import { isWholeText, type PayloadReader } from '../payload.js';
import { resultOf, storedNumber } from '../resultCodec.js';
import { checkContent } from '../secondRules.js';
import { collectionSubject } from '../subjects.js';

interface Fields {
  readonly collectionId: string;
  readonly names: readonly string[];
  /** By the index of their name; both lists may be shorter. */
  readonly uris: readonly (string | undefined)[];
  /** Canonical JSON texts. */
  readonly attributes: readonly (string | undefined)[];
  /** What is wrong with a URI under `ledger_rules_2`. */
  readonly problem: string | undefined;
}

interface Result {
  readonly first: number;
  readonly count: number;
}

function readNames(reader: PayloadReader): readonly string[] | undefined {
  const given = reader.raw('names');
  if (!Array.isArray(given) || given.length === 0 || given.length > BATCH_MINT_NAMES)
    return reader.fail(refuse('malformed_payload', `batch mint requires 1-${BATCH_MINT_NAMES} names`));
  const names = (given as readonly JsonValue[]).map((name) => (typeof name === 'string' ? name.trim() : ''));
  if (names.every((name) => name !== '' && name.length <= NFT_NAME_CHARACTERS && isWholeText(name))) return names;
  return reader.fail(refuse('malformed_payload', `names must hold texts of 1 to ${NFT_NAME_CHARACTERS} characters`));
}

/** Null and the empty text mean no URI. */
function readUris(reader: PayloadReader, most: number): readonly (string | undefined)[] {
  const given = reader.list('uris', most) ?? [];
  const fits = (uri: JsonValue): boolean =>
    uri === null || (typeof uri === 'string' && uri.length <= NFT_URI_CHARACTERS && isWholeText(uri));
  if (given.every(fits)) return given.map((uri) => (uri as string | null) || undefined);
  reader.fail(refuse('malformed_payload', `uris must hold texts of at most ${NFT_URI_CHARACTERS} characters`));
  return [];
}

/** Null means no attributes. */
const readAttributes = (reader: PayloadReader, most: number): readonly (string | undefined)[] =>
  (reader.list('batchAttributes', most) ?? []).map((value) =>
    value === null ? undefined : reader.jsonText('batchAttributes', value, NFT_ATTRIBUTES_CHARACTERS),
  );

export const nftBatchMint = defineKind<Fields, Result>({
  name: 'nft_batch_mint',
  route: '/api/v2/nft/batch-mint',
  chapter: 'NFTs',
  summary: 'Mints 1 to 50 NFTs at once; the creator of the collection alone',
  members: [
    collectionMember,
    {
      name: 'names',
      type: 'texts',
      items: BATCH_MINT_NAMES,
      characters: NFT_NAME_CHARACTERS,
      required: true,
      about: '1 to 50 names of 1 to 100 characters',
    },
    {
      name: 'uris',
      type: 'texts',
      items: BATCH_MINT_NAMES,
      characters: NFT_URI_CHARACTERS,
      required: false,
      about: 'Where their metadata stands, in the order of the names; at most 2,048 characters each',
    },
    {
      name: 'batchAttributes',
      aliases: ['attributes'],
      type: 'jsons',
      items: BATCH_MINT_NAMES,
      characters: NFT_ATTRIBUTES_CHARACTERS,
      required: false,
      about: 'Any JSON for each, in the order of the names; at most 8,192 characters each',
    },
  ],
  answers: collectionAnswers,
  refusals: ['not_found', 'not_authorized', 'rule_violation'],
  layout: layout<Fields>({
    collectionId: text,
    names: list(text),
    uris: list(optional(text)),
    attributes: list(optional(text)),
    problem: optional(text),
  }),
  result: resultOf<Result>({ first: ['first', storedNumber], count: ['count', storedNumber] }),
  admitsOutflow: false,

  decode(reader) {
    const collectionId = readCollectionId(reader);
    const names = readNames(reader);
    if (reader.refusal || collectionId === undefined || names === undefined) return undefined;
    const uris = readUris(reader, names.length);
    const attributes = readAttributes(reader, names.length);
    const problem = uris.map((uri) => contentLinkProblem('uris', uri)).find(Boolean);
    return reader.refusal ? undefined : { collectionId, names, uris, attributes, problem };
  },

  feeUnits: ({ names }) => names.length,

  outflow: () => [],

  admit: (_view, { fields }, block) => checkContent(fields.problem, block),

  apply(state, { sender, fields }, { time }) {
    const { collectionId, names, uris, attributes } = fields;
    const collection = collectionOf(state, collectionId);
    if (isRefusal(collection)) return collection;
    const { creator, minted, maxSupply } = collection;
    if (sender !== creator) return refuse('not_authorized', 'only the collection creator can mint');
    const frozen = checkMintable(collection);
    if (frozen) return frozen;
    const count = names.length;
    if (!hasRoomFor(collection, count))
      return refuse('rule_violation', `batch would exceed max supply (${minted} + ${count} > ${maxSupply})`);
    const items = names.map((name, index) => ({ name, metadataUri: uris[index], attributes: attributes[index] }));
    return { first: mintNfts(state, collectionId, collection, sender, items, time), count };
  },

  logs: ({ fields }, { first, count }) => [
    { event: 'nft_batch_mint', data: { collection: fields.collectionId, first_token_id: first, count } },
  ],

  movements: ({ sender, fields }, { first, count }) => [
    { reason: 'nft_mint', to: sender, moved: nft(fields.collectionId, first, count) },
  ],

  parties: () => [],

  subjects: ({ collectionId }) => [collectionSubject(collectionId)],

  answer: ({ collectionId }) => ({ collection_id: collectionId, message: 'NFT batch mint submitted' }),

  event: () => ({}),

  view: ({ collectionId, names, uris, attributes }) => ({
    nft_collection_id: collectionId,
    nft_batch_names: names,
    ...(uris.length === 0 ? {} : { nft_batch_uris: uris.map((uri) => uri ?? null) }),
    ...(attributes.length === 0
      ? {}
      : {
          nft_batch_attributes: attributes.map((json) => (json === undefined ? null : (JSON.parse(json) as unknown))),
        }),
  }),

  exactJson: ({ attributes }): Readonly<Record<string, string>> =>
    attributes.length === 0 ? {} : { nft_batch_attributes: `[${attributes.map((json) => json ?? 'null').join(',')}]` },
});
