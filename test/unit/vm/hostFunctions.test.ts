/** What each host function answers and does: the rows of the reference's table, called by contracts on the machine. */

import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { addressOfKey } from '../../../engine/crypto/address.js';
import { hostTable } from '../../../engine/vm/host/index.js';
import type { ContractScene } from '../../../engine/vm/scene.js';
import {
  type Argument,
  bytes,
  OUT_AT,
  output,
  outputText,
  probe,
  room,
  text,
  UNTOUCHED,
} from '../../support/wasm/hostProbe.js';
import type { Asked } from '../../support/wasm/recordingScene.js';

const I64_MAX = 2n ** 63n - 1n;
const I64_MIN = -(2n ** 63n);
const KEY_BYTES = 1_952;
const SIGNATURE_BYTES = 3_309;
const LIMIT = 65_536;

interface Expected {
  readonly answers?: Partial<ContractScene>;
  readonly result?: number | bigint;
  /** What lies in the output buffer, and nothing behind it. */
  readonly out?: string | Uint8Array;
  readonly asked?: readonly Asked[];
  readonly error?: string;
}

type Row = readonly [name: string, when: string, values: readonly Argument[], expected: Expected];

const encoder = new TextEncoder();
const utf8 = (value: string): Uint8Array => encoder.encode(value);
const letters = (count: number): string => 'n'.repeat(count);
const sha256 = (data: Uint8Array): Uint8Array => new Uint8Array(createHash('sha256').update(data).digest());
const key = new Uint8Array(KEY_BYTES).map((_, at) => at);
const signature = new Uint8Array(SIGNATURE_BYTES).map((_, at) => at + 1);
const broken = bytes(0xc3, 0x28);
/** The first byte of a letter of two, and the second one: alone neither is UTF-8, and together they must not become a letter. */
const half = bytes(0xc3);
const address = addressOfKey(key);
const trap = (what: string): Expected => ({ error: `Execution error: ${what}`, asked: [] });

const givenText = (name: string, member: 'caller' | 'self' | 'chainId'): Row[] => [
  [name, 'the buffer is larger', [room(200)], { answers: { [member]: 'some text' }, result: 9, out: 'some text' }],
  [name, 'the buffer fits', [room(9)], { answers: { [member]: 'some text' }, result: 9, out: 'some text' }],
  [name, 'the buffer is a byte too small', [room(8)], { answers: { [member]: 'some text' }, result: -1, out: '' }],
  [name, 'letters have two bytes', [room(4)], { answers: { [member]: 'äö' }, result: 4, out: 'äö' }],
  [name, 'bytes and not letters must fit', [room(3)], { answers: { [member]: 'äö' }, result: -1, out: '' }],
  [name, 'the text is empty', [room(0)], { answers: { [member]: '' }, result: 0, out: '' }],
  [name, 'the size is above 2^31', [room(-1)], { answers: { [member]: 'some text' }, result: 9, out: 'some text' }],
];

const environmentRows: Row[] = [
  ...givenText('host_get_caller', 'caller'),
  ...givenText('host_get_self_addr', 'self'),
  ...givenText('host_get_chain_id', 'chainId'),
  ['host_get_args_len', 'there are some', [], { answers: { args: utf8('{"ä":1}') }, result: 8 }],
  ['host_get_args_len', 'there are none', [], { answers: { args: new Uint8Array(0) }, result: 0 }],
  ['host_read_args', 'the buffer fits', [room(8)], { answers: { args: utf8('{"ä":1}') }, result: 8, out: '{"ä":1}' }],
  ['host_read_args', 'the buffer is too small', [room(7)], { answers: { args: utf8('{"ä":1}') }, result: -1, out: '' }],
  ['host_get_block_height', 'always', [], { answers: { height: 2 ** 40 }, result: 2n ** 40n }],
  ['host_get_block_time', 'always', [], { answers: { time: 4_102_444_800 }, result: 4_102_444_800 }],
];

const limited = (what: string, length: number): Expected =>
  trap(`${what} of ${length} bytes, the limit is ${what === 'a storage key' ? 256 : LIMIT}`);

const outputRows: Row[] = [
  ['host_log', 'a line', [text('line')], { asked: [['log', 'line']] }],
  ['host_log', 'an empty line', [text('')], { asked: [['log', '']] }],
  ['host_log', 'no UTF-8', [broken], { asked: [['log', '\ufffd(']] }],
  ['host_log', 'half a letter', [half], { asked: [['log', '\ufffd']] }],
  ['host_log', 'a byte order mark', [bytes(0xef, 0xbb, 0xbf, 0x61)], { asked: [['log', '\ufeffa']] }],
  ['host_log', 'the longest', [text(letters(LIMIT))], { asked: [['log', letters(LIMIT)]] }],
  ['host_log', 'too long', [text(letters(LIMIT + 1))], limited('a log line', LIMIT + 1)],
  ['host_set_return', 'bytes', [bytes(0, 255, 7)], { asked: [['setReturn', Uint8Array.of(0, 255, 7)]] }],
  ['host_set_return', 'nothing', [text('')], { asked: [['setReturn', new Uint8Array(0)]] }],
  ['host_set_return', 'the longest', [text(letters(LIMIT))], { asked: [['setReturn', utf8(letters(LIMIT))]] }],
  ['host_set_return', 'too long', [text(letters(LIMIT + 1))], limited('return data', LIMIT + 1)],
  ['host_emit_event', 'an event', [text('sold'), text('{"n":1}')], { asked: [['emit', 'sold', '{"n":1}']] }],
  ['host_emit_event', 'an empty one', [text(''), text('')], { asked: [['emit', '', '']] }],
  ['host_emit_event', 'no UTF-8', [half, bytes(0xa9)], { asked: [['emit', '\ufffd', '\ufffd']] }],
  [
    'host_emit_event',
    'the longest',
    [text('ab'), text(letters(LIMIT - 2))],
    { asked: [['emit', 'ab', letters(LIMIT - 2)]] },
  ],
  ['host_emit_event', 'together too long', [text('ab'), text(letters(LIMIT - 1))], limited('an event', LIMIT + 1)],
];

const stored = (value: Uint8Array | undefined): Partial<ContractScene> => ({ readStorage: () => value });

const storageRows: Row[] = [
  [
    'host_storage_read',
    'it is there',
    [text('k'), room(5)],
    { answers: stored(utf8('value')), result: 5, out: 'value', asked: [['readStorage', utf8('k')]] },
  ],
  [
    'host_storage_read',
    'it is empty',
    [text('k'), room(0)],
    { answers: stored(new Uint8Array(0)), result: 0, out: '' },
  ],
  ['host_storage_read', 'it is absent', [text('k'), room(5)], { answers: stored(undefined), result: -1, out: '' }],
  [
    'host_storage_read',
    'the buffer is too small',
    [text('k'), room(4)],
    { answers: stored(utf8('value')), result: -2, out: '' },
  ],
  [
    'host_storage_read',
    'it is absent and there is no buffer',
    [text('k'), room(0)],
    { answers: stored(undefined), result: -1 },
  ],
  [
    'host_storage_read',
    'the key is empty',
    [text(''), room(5)],
    { answers: stored(utf8('value')), result: 5, asked: [['readStorage', new Uint8Array(0)]] },
  ],
  [
    'host_storage_read',
    'the key is the longest',
    [text(letters(256)), room(5)],
    { answers: stored(utf8('value')), result: 5 },
  ],
  ['host_storage_read', 'the key is too long', [text(letters(257)), room(5)], limited('a storage key', 257)],
  [
    'host_storage_read',
    'the value has 64 KiB',
    [text('k'), room(-1)],
    { answers: stored(new Uint8Array(LIMIT)), result: LIMIT },
  ],
  [
    'host_storage_write',
    'a value',
    [bytes(0, 255), text('value')],
    { asked: [['writeStorage', Uint8Array.of(0, 255), utf8('value')]] },
  ],
  [
    'host_storage_write',
    'nothing',
    [text(''), text('')],
    { asked: [['writeStorage', new Uint8Array(0), new Uint8Array(0)]] },
  ],
  [
    'host_storage_write',
    'the longest',
    [text(letters(256)), text(letters(LIMIT))],
    { asked: [['writeStorage', utf8(letters(256)), utf8(letters(LIMIT))]] },
  ],
  ['host_storage_write', 'the key is too long', [text(letters(257)), text('v')], limited('a storage key', 257)],
  [
    'host_storage_write',
    'the value is too long',
    [text('k'), text(letters(LIMIT + 1))],
    limited('a stored value', LIMIT + 1),
  ],
  ['host_storage_delete', 'a key', [text('k')], { asked: [['deleteStorage', utf8('k')]] }],
  [
    'host_storage_delete',
    'the key is the longest',
    [text(letters(256))],
    { asked: [['deleteStorage', utf8(letters(256))]] },
  ],
  ['host_storage_delete', 'the key is too long', [text(letters(257))], limited('a storage key', 257)],
];

const holds = (amount: bigint): Partial<ContractScene> => ({ balance: () => amount });
const pays: Partial<ContractScene> = { transfer: () => true };
const attached = (symbol: string, amount: bigint): Partial<ContractScene> => ({ attached: { symbol, amount } });

const fundsRows: Row[] = [
  ['host_get_balance', 'some', [text('bob')], { answers: holds(12n), result: 12, asked: [['balance', 'bob']] }],
  ['host_get_balance', 'the greatest number', [text('bob')], { answers: holds(I64_MAX), result: I64_MAX }],
  ['host_get_balance', 'one more', [text('bob')], { answers: holds(I64_MAX + 1n), result: I64_MAX }],
  ['host_get_balance', '128 bits', [text('bob')], { answers: holds(2n ** 128n - 1n), result: I64_MAX }],
  ['host_get_balance', 'no UTF-8', [broken], { answers: holds(0n), result: 0, asked: [['balance', '\ufffd(']] }],
  [
    'host_transfer',
    'it can be paid',
    [text('bob'), 7n],
    { answers: pays, result: 0, asked: [['transfer', 'bob', 7n]] },
  ],
  ['host_transfer', 'it cannot be paid', [text('bob'), 7n], { result: 1, asked: [['transfer', 'bob', 7n]] }],
  ['host_transfer', 'nothing', [text('bob'), 0n], { answers: pays, result: 0, asked: [['transfer', 'bob', 0n]] }],
  ['host_transfer', 'less than nothing', [text('bob'), -1n], { answers: pays, result: 1, asked: [] }],
  ['host_transfer', 'the least number', [text('bob'), I64_MIN], { answers: pays, result: 1, asked: [] }],
  [
    'host_transfer',
    'the greatest number',
    [text('bob'), I64_MAX],
    { answers: pays, result: 0, asked: [['transfer', 'bob', I64_MAX]] },
  ],
  ['host_get_attached_amount', 'some', [], { answers: attached('XRGE', 5n), result: 5 }],
  ['host_get_attached_amount', 'none', [], { result: 0 }],
  ['host_get_attached_amount', 'more than 63 bits', [], { answers: attached('GOLD', 2n ** 64n), result: I64_MAX }],
  ['host_get_attached_symbol', 'some', [room(4)], { answers: attached('XRGE', 5n), result: 4, out: 'XRGE' }],
  ['host_get_attached_symbol', 'none', [room(4)], { result: 0, out: '' }],
  [
    'host_get_attached_symbol',
    'the buffer is too small',
    [room(3)],
    { answers: attached('XRGE', 5n), result: -2, out: '' },
  ],
  ['host_get_attached_symbol', 'none, and no buffer', [room(0)], { result: 0 }],
];

const units = (amount: bigint | undefined): Partial<ContractScene> => ({ tokenBalance: () => amount });
const moves: Partial<ContractScene> = { tokenTransfer: () => undefined };

const tokenRows: Row[] = [
  [
    'host_token_balance',
    'some',
    [text('GOLD'), text('bob')],
    { answers: units(3n), result: 3, asked: [['tokenBalance', 'GOLD', 'bob']] },
  ],
  [
    'host_token_balance',
    'the symbol is none',
    [text('XRGE'), text('bob')],
    { result: -1, asked: [['tokenBalance', 'XRGE', 'bob']] },
  ],
  [
    'host_token_balance',
    'more than 63 bits',
    [text('GOLD'), text('bob')],
    { answers: units(2n ** 127n), result: I64_MAX },
  ],
  [
    'host_token_balance',
    'the symbol is no UTF-8',
    [broken, text('bob')],
    { answers: units(3n), result: -1, asked: [] },
  ],
  [
    'host_token_balance',
    'the account is half a letter',
    [text('GOLD'), half],
    { answers: units(3n), result: -1, asked: [] },
  ],
  [
    'host_token_balance',
    'the account is the longest',
    [text('GOLD'), text(letters(LIMIT))],
    { answers: units(3n), result: 3 },
  ],
  [
    'host_token_balance',
    'the account is too long',
    [text('GOLD'), text(letters(LIMIT + 1))],
    { answers: units(3n), result: -1, asked: [] },
  ],
  [
    'host_token_balance',
    'the symbol is too long',
    [text(letters(LIMIT + 1)), text('bob')],
    { answers: units(3n), result: -1, asked: [] },
  ],
  [
    'host_token_transfer',
    'it can be paid',
    [text('GOLD'), text('bob'), 7n],
    { answers: moves, result: 0, asked: [['tokenTransfer', 'GOLD', 'bob', 7n]] },
  ],
  ['host_token_transfer', 'it cannot be paid', [text('GOLD'), text('bob'), 7n], { result: 1 }],
  [
    'host_token_transfer',
    'the symbol is none',
    [text('XRGE'), text('bob'), 7n],
    { answers: { tokenTransfer: () => 'invalid' }, result: 2 },
  ],
  ['host_token_transfer', 'nothing', [text('GOLD'), text('bob'), 0n], { answers: moves, result: 2, asked: [] }],
  [
    'host_token_transfer',
    'less than nothing',
    [text('GOLD'), text('bob'), I64_MIN],
    { answers: moves, result: 2, asked: [] },
  ],
  ['host_token_transfer', 'the greatest number', [text('GOLD'), text('bob'), I64_MAX], { answers: moves, result: 0 }],
  [
    'host_token_transfer',
    'the recipient is empty',
    [text('GOLD'), text(''), 7n],
    { answers: moves, result: 2, asked: [] },
  ],
  [
    'host_token_transfer',
    'the recipient is no UTF-8',
    [text('GOLD'), broken, 7n],
    { answers: moves, result: 2, asked: [] },
  ],
  [
    'host_token_transfer',
    'the symbol is no UTF-8',
    [broken, text('bob'), 7n],
    { answers: moves, result: 2, asked: [] },
  ],
  [
    'host_token_transfer',
    'the recipient is too long',
    [text('GOLD'), text(letters(LIMIT + 1)), 7n],
    { answers: moves, result: 2, asked: [] },
  ],
];

const owned: Partial<ContractScene> = { nftOwner: () => 'alice' };
const given: Partial<ContractScene> = { nftTransfer: () => undefined };
const made: Partial<ContractScene> = { nftCreateCollection: (symbol) => ({ id: `col:5e1f5e1f5e1f5e1f:${symbol}` }) };
const minted = (id: number): Partial<ContractScene> => ({ nftMint: () => ({ id }) });
const royal = (bps: number): Partial<ContractScene> => ({ royalty: () => ({ bps, recipient: 'artist' }) });
const collection = text('col:c:ART');

const nftRows: Row[] = [
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
    [collection, 3n, text(letters(LIMIT + 1))],
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
      asked: [['nftCreateCollection', 'ART', 'My art', 10n]],
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
];

const keyBytes: Argument = { bytes: key };
const signatureBytes: Argument = { bytes: signature };
const checks: Partial<ContractScene> = { verify: () => true };
const shorter = (value: Uint8Array): Argument => ({ bytes: value.slice(1) });
const longer = (value: Uint8Array): Argument => ({ bytes: Uint8Array.of(...value, 0) });
const message = text('message');
const verified: readonly Asked[] = [['verify', key, utf8('message'), signature]];
const wrongSize: Expected = { answers: checks, result: -1, asked: [] };

const hashingRows: Row[] = [
  ['host_sha256', 'of a text', [text('abc'), OUT_AT], { result: 32, out: sha256(utf8('abc')) }],
  ['host_sha256', 'of nothing', [text(''), OUT_AT], { result: 32, out: sha256(utf8('')) }],
  ['host_sha256', 'of much', [text(letters(LIMIT + 1)), OUT_AT], { result: 32, out: sha256(utf8(letters(LIMIT + 1))) }],
  [
    'host_pqc_verify',
    'it is good',
    [keyBytes, message, signatureBytes],
    { answers: checks, result: 1, asked: verified },
  ],
  ['host_pqc_verify', 'it is bad', [keyBytes, message, signatureBytes], { result: 0, asked: verified }],
  [
    'host_pqc_verify',
    'the message is empty',
    [keyBytes, text(''), signatureBytes],
    { answers: checks, result: 1, asked: [['verify', key, new Uint8Array(0), signature]] },
  ],
  ['host_pqc_verify', 'the key is shorter', [shorter(key), message, signatureBytes], wrongSize],
  ['host_pqc_verify', 'the key is longer', [longer(key), message, signatureBytes], wrongSize],
  ['host_pqc_verify', 'the signature is shorter', [keyBytes, message, shorter(signature)], wrongSize],
  ['host_pqc_verify', 'the signature is longer', [keyBytes, message, longer(signature)], wrongSize],
  ['host_pqc_hash_pubkey', 'a key', [keyBytes, OUT_AT], { result: 32, out: sha256(key) }],
  ['host_pqc_hash_pubkey', 'the key is shorter', [shorter(key), OUT_AT], { result: -1, out: '' }],
  ['host_pqc_hash_pubkey', 'the key is longer', [longer(key), OUT_AT], { result: -1, out: '' }],
  ['host_pqc_pubkey_to_address', 'a key', [keyBytes, room(address.length)], { result: address.length, out: address }],
  [
    'host_pqc_pubkey_to_address',
    'the buffer is too small',
    [keyBytes, room(address.length - 1)],
    { result: -2, out: '' },
  ],
  ['host_pqc_pubkey_to_address', 'the key is shorter', [shorter(key), room(200)], { result: -1, out: '' }],
  ['host_pqc_pubkey_to_address', 'the key is longer', [longer(key), room(200)], { result: -1, out: '' }],
];

const hash = new Uint8Array(32).fill(0xbb);
const blocks: Partial<ContractScene> = { blockHash: () => hash };
const drawn = new Uint8Array(32).fill(0xaa);

const chanceRows: Row[] = [
  ['host_random', 'always', [OUT_AT], { result: 32, out: drawn, asked: [['random']] }],
  [
    'host_block_hash',
    'it is known',
    [40n, OUT_AT],
    { answers: blocks, result: 32, out: hash, asked: [['blockHash', 40n]] },
  ],
  ['host_block_hash', 'it is not known', [41n, OUT_AT], { result: -1, out: '' }],
  ['host_block_hash', 'the height is negative', [I64_MIN, OUT_AT], { result: -1, asked: [['blockHash', I64_MIN]] }],
];

const queues: Partial<ContractScene> = { queueCall: () => 4 };
const answered: Partial<ContractScene> = { callResult: () => utf8('done') };
const order = (gas: bigint): readonly Asked[] => [['queueCall', 'c0ffee', 'go', '{}', gas]];
const call = [text('c0ffee'), text('go'), text('{}')];

const callRows: Row[] = [
  ['host_call_contract', 'it is queued', [...call, 900n], { answers: queues, result: 4, asked: order(900n) }],
  ['host_call_contract', 'the first', [...call, 0n], { answers: { queueCall: () => 0 }, result: 0, asked: order(0n) }],
  [
    'host_call_contract',
    'the gas is negative',
    [...call, I64_MIN],
    { answers: queues, result: 4, asked: order(I64_MIN) },
  ],
  [
    'host_call_contract',
    'the gas is the greatest number',
    [...call, I64_MAX],
    { answers: queues, result: 4, asked: order(I64_MAX) },
  ],
  ['host_call_contract', 'the call is too deep', [...call, 900n], { result: -1, asked: order(900n) }],
  [
    'host_call_contract',
    'no UTF-8',
    [half, broken, text(''), 1n],
    { answers: queues, result: 4, asked: [['queueCall', '\ufffd', '\ufffd(', '', 1n]] },
  ],
  [
    'host_get_call_result',
    'it is there',
    [4, room(4)],
    { answers: answered, result: 4, out: 'done', asked: [['callResult', 4]] },
  ],
  ['host_get_call_result', 'it is not known', [4, room(4)], { result: -1, out: '' }],
  ['host_get_call_result', 'the number is negative', [-1, room(4)], { result: -1, asked: [['callResult', -1]] }],
  ['host_get_call_result', 'it failed', [4, room(4)], { answers: { callResult: () => 'failed' }, result: -2, out: '' }],
  ['host_get_call_result', 'the buffer is too small', [4, room(3)], { answers: answered, result: -3, out: '' }],
];

const rows: readonly Row[] = [
  ...environmentRows,
  ...outputRows,
  ...storageRows,
  ...fundsRows,
  ...tokenRows,
  ...nftRows,
  ...hashingRows,
  ...chanceRows,
  ...callRows,
];

/** Bytes behind what was expected that must not have been touched. */
const BEHIND = 256;

describe('host functions', () => {
  test.each(rows)('%s: %s', (name, _when, values, expected) => {
    const probed = probe(name, values, expected.answers ? { answers: expected.answers } : {});
    expect(probed.outcome.error).toBe(expected.error);
    expect(probed.outcome.success).toBe(expected.error === undefined);
    if (expected.result !== undefined) expect(probed.result).toBe(BigInt(expected.result));
    if (expected.asked) expect(probed.asked).toEqual(expected.asked);
    if (expected.out === undefined) return;
    const out = typeof expected.out === 'string' ? utf8(expected.out) : expected.out;
    expect(output(probed, out.length)).toEqual(out);
    expect(output(probed, out.length + BEHIND).slice(out.length)).toEqual(new Uint8Array(BEHIND).fill(UNTOUCHED));
  });

  test('all have rows', () => {
    const tested = new Set(rows.map(([name]) => name));
    expect(Object.keys(hostTable).filter((name) => !tested.has(name))).toEqual([]);
    expect([Object.keys(hostTable).length, rows.length]).toEqual([33, 175]);
  });

  test('half a letter is not completed by the next text', () => {
    const { asked } = probe('host_token_balance', [half, bytes(0xa9)], { answers: units(3n) });
    expect(asked).toEqual([]);
    expect(outputText(probe('host_get_caller', [room(9)], { answers: { caller: 'next text' } }), 9)).toBe('next text');
  });
});
