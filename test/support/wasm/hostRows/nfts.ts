/** NFTs and their collections. */

import type { ContractScene } from '../../../../engine/vm/scene.js';
import { MEMORY_END, room, text } from '../hostProbe.js';
import { ACCOUNT_LIMIT, broken, half, I64_MIN, LIMIT, letters, outside, type Row } from './row.js';

const owned: Partial<ContractScene> = { nftOwner: () => 'alice' };
const given: Partial<ContractScene> = { nftTransfer: () => undefined };
const made: Partial<ContractScene> = {
  nftCreateCollection: (symbol) => ({ id: `col:5e1f5e1f5e1f5e1f:${symbol.toUpperCase()}` }),
};
const minted = (id: number): Partial<ContractScene> => ({ nftMint: () => ({ id }) });
const royal = (bps: number): Partial<ContractScene> => ({ royalty: () => ({ bps, recipient: 'artist' }) });
const collection = text('col:c:ART');

export const nftRows: readonly Row[] = [
  [
    'host_nft_owner',
    'it is there',
    [collection, 3n, room(5)],
    { answers: owned, result: 5, out: 'alice', asked: [['nftOwner', 'col:c:ART', 3n]] },
  ],
  ['host_nft_owner', 'it is not there', [collection, 3n, room(5)], { result: -1, out: '' }],
  ['host_nft_owner', 'the number is negative', [collection, -1n, room(5)], { answers: owned, result: -1, asked: [] }],
  ['host_nft_owner', 'the buffer is too small', [collection, 3n, room(4)], { answers: owned, result: -2, out: '' }],
  ['host_nft_owner', 'no UTF-8', [broken, 3n, room(5)], { answers: owned, result: -1, asked: [] }],
  [
    'host_nft_owner',
    'the collection is too long',
    [text(letters(LIMIT + 1)), 3n, room(5)],
    { answers: owned, result: -1, asked: [] },
  ],
  [
    'host_nft_transfer',
    'it is owned',
    [collection, 3n, text('bob')],
    { answers: given, result: 0, asked: [['nftTransfer', 'col:c:ART', 3n, 'bob']] },
  ],
  [
    'host_nft_transfer',
    'it is not owned',
    [collection, 3n, text('bob')],
    { answers: { nftTransfer: () => 'not_owned' }, result: 1 },
  ],
  ['host_nft_transfer', 'it is not found', [collection, 3n, text('bob')], { result: 2 }],
  [
    'host_nft_transfer',
    'the number is negative',
    [collection, I64_MIN, text('bob')],
    { answers: given, result: 2, asked: [] },
  ],
  ['host_nft_transfer', 'the recipient is empty', [collection, 3n, text('')], { answers: given, result: 2, asked: [] }],
  [
    'host_nft_transfer',
    'the recipient is no UTF-8',
    [collection, 3n, broken],
    { answers: given, result: 2, asked: [] },
  ],
  [
    'host_nft_transfer',
    'the recipient is too long',
    [collection, 3n, text(letters(ACCOUNT_LIMIT + 1))],
    { answers: given, result: 2, asked: [] },
  ],
  [
    'host_nft_create_collection',
    'it is new',
    [text(' art '), text('My art'), 10n, room(24)],
    {
      answers: made,
      result: 24,
      out: 'col:5e1f5e1f5e1f5e1f:ART',
      asked: [['nftCreateCollection', 'art', 'My art', 10n]],
    },
  ],
  [
    'host_nft_create_collection',
    'it is there already',
    [text('ART'), text('My art'), 0n, room(24)],
    { answers: { nftCreateCollection: () => 'exists' }, result: -1, out: '' },
  ],
  [
    'host_nft_create_collection',
    'the buffer is too small',
    [text('ART'), text('My art'), 0n, room(23)],
    { answers: made, result: -2, out: '', asked: [] },
  ],
  [
    'host_nft_create_collection',
    'the symbol is wrong',
    [text('A B'), text('My art'), 0n, room(24)],
    { result: -3, out: '' },
  ],
  [
    'host_nft_create_collection',
    'the symbol is empty',
    [text(' '), text('My art'), 0n, room(24)],
    { answers: made, result: -3, asked: [] },
  ],
  [
    'host_nft_create_collection',
    'the symbol is no UTF-8',
    [broken, text('My art'), 0n, room(24)],
    { answers: made, result: -3, asked: [] },
  ],
  [
    'host_nft_create_collection',
    'the name is empty',
    [text('ART'), text(''), 0n, room(24)],
    { answers: made, result: -3, asked: [] },
  ],
  [
    'host_nft_create_collection',
    'the name has 128 bytes',
    [text('ART'), text('ä'.repeat(64)), 0n, room(24)],
    { answers: made, result: 24 },
  ],
  [
    'host_nft_create_collection',
    'the name has 129 bytes',
    [text('ART'), text(`${'ä'.repeat(64)}a`), 0n, room(24)],
    { answers: made, result: -3, asked: [] },
  ],
  [
    'host_nft_create_collection',
    'the most is negative',
    [text('ART'), text('My art'), -1n, room(24)],
    { answers: made, result: -3, asked: [] },
  ],
  [
    'host_nft_mint',
    'it is minted',
    [collection, text('bob'), text('One'), text('{"a":1}')],
    { answers: minted(1), result: 1, asked: [['nftMint', 'col:c:ART', 'bob', 'One', '{"a":1}']] },
  ],
  [
    'host_nft_mint',
    'there is no metadata',
    [collection, text('bob'), text('One'), text('')],
    { answers: minted(2 ** 40), result: 2n ** 40n, asked: [['nftMint', 'col:c:ART', 'bob', 'One', '']] },
  ],
  [
    'host_nft_mint',
    'another is the creator',
    [collection, text('bob'), text('One'), text('')],
    { answers: { nftMint: () => 'not_creator' }, result: -1 },
  ],
  [
    'host_nft_mint',
    'all are minted',
    [collection, text('bob'), text('One'), text('')],
    { answers: { nftMint: () => 'max_reached' }, result: -2 },
  ],
  ['host_nft_mint', 'there is no collection', [collection, text('bob'), text('One'), text('')], { result: -3 }],
  [
    'host_nft_mint',
    'the metadata are no JSON',
    [collection, text('bob'), text('One'), text('{')],
    { answers: { nftMint: () => 'invalid' }, result: -4 },
  ],
  [
    'host_nft_mint',
    'the recipient is empty',
    [collection, text(''), text('One'), text('')],
    { answers: minted(1), result: -4, asked: [] },
  ],
  [
    'host_nft_mint',
    'the name is empty',
    [collection, text('bob'), text(''), text('')],
    { answers: minted(1), result: -4, asked: [] },
  ],
  [
    'host_nft_mint',
    'the name has 128 bytes',
    [collection, text('bob'), text(letters(128)), text('')],
    { answers: minted(1), result: 1 },
  ],
  [
    'host_nft_mint',
    'the name has 129 bytes',
    [collection, text('bob'), text(letters(129)), text('')],
    { answers: minted(1), result: -4, asked: [] },
  ],
  [
    'host_nft_mint',
    'the collection is no UTF-8',
    [broken, text('bob'), text('One'), text('')],
    { answers: minted(1), result: -4, asked: [] },
  ],
  [
    'host_nft_mint',
    'the metadata are no UTF-8',
    [collection, text('bob'), text('One'), broken],
    { answers: minted(1), result: -4, asked: [] },
  ],
  [
    'host_nft_mint',
    'the metadata have 64 KiB',
    [collection, text('bob'), text('One'), text(letters(LIMIT))],
    { answers: minted(1), result: 1 },
  ],
  [
    'host_nft_mint',
    'the metadata are too long',
    [collection, text('bob'), text('One'), text(letters(LIMIT + 1))],
    { answers: minted(1), result: -4, asked: [] },
  ],
  [
    'host_nft_royalty_bps',
    'some',
    [collection],
    { answers: royal(250), result: 250, asked: [['royalty', 'col:c:ART']] },
  ],
  ['host_nft_royalty_bps', 'none', [collection], { answers: royal(0), result: 0 }],
  ['host_nft_royalty_bps', 'everything', [collection], { answers: royal(10_000), result: 10_000 }],
  ['host_nft_royalty_bps', 'an old one above everything', [collection], { answers: royal(65_535), result: 10_000 }],
  ['host_nft_royalty_bps', 'there is no collection', [collection], { result: -1 }],
  ['host_nft_royalty_bps', 'no UTF-8', [broken], { answers: royal(250), result: -1, asked: [] }],
  ['host_nft_royalty_recipient', 'some', [collection, room(6)], { answers: royal(250), result: 6, out: 'artist' }],
  [
    'host_nft_royalty_recipient',
    'the buffer is too small',
    [collection, room(5)],
    { answers: royal(250), result: -2, out: '' },
  ],
  ['host_nft_royalty_recipient', 'there is no collection', [collection, room(6)], { result: -1, out: '' }],
  ['host_nft_royalty_recipient', 'no UTF-8', [half, room(6)], { answers: royal(250), result: -1, asked: [] }],
  ['host_nft_owner', 'the collection is outside', [...outside, 3n, room(5)], { answers: owned, result: -1, asked: [] }],
  ['host_nft_owner', 'the buffer is outside', [collection, 3n, MEMORY_END - 4, 5], { answers: owned, result: -4 }],
  [
    'host_nft_transfer',
    'the collection is outside',
    [...outside, 3n, text('bob')],
    { answers: given, result: 2, asked: [] },
  ],
  [
    'host_nft_transfer',
    'the recipient is outside',
    [collection, 3n, ...outside],
    { answers: given, result: 2, asked: [] },
  ],
  [
    'host_nft_create_collection',
    'the name is outside',
    [text('ART'), ...outside, 0n, room(24)],
    { answers: made, result: -3, asked: [] },
  ],
  [
    'host_nft_create_collection',
    'the buffer is outside',
    [text('ART'), text('My art'), 0n, MEMORY_END - 23, 24],
    { answers: made, result: -4, asked: [] },
  ],
  [
    'host_nft_mint',
    'the metadata are outside',
    [collection, text('bob'), text('One'), ...outside],
    { answers: minted(1), result: -4, asked: [] },
  ],
  ['host_nft_royalty_bps', 'the collection is outside', [...outside], { answers: royal(250), result: -1, asked: [] }],
  [
    'host_nft_royalty_recipient',
    'the buffer is outside',
    [collection, MEMORY_END - 5, 6],
    { answers: royal(250), result: -4 },
  ],
];
