/** The contract's own records. */

import type { ContractScene } from '../../../../engine/vm/scene.js';
import { bytes, room, text } from '../hostProbe.js';
import { LIMIT, letters, type Row, tooLong, utf8 } from './row.js';

const stored = (value: Uint8Array | undefined): Partial<ContractScene> => ({ readStorage: () => value });

export const storageRows: readonly Row[] = [
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
  ['host_storage_read', 'the key is too long', [text(letters(257)), room(5)], tooLong('a storage key', 257, 256)],
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
  ['host_storage_write', 'the key is too long', [text(letters(257)), text('v')], tooLong('a storage key', 257, 256)],
  [
    'host_storage_write',
    'the value is too long',
    [text('k'), text(letters(LIMIT + 1))],
    tooLong('a stored value', LIMIT + 1, LIMIT),
  ],
  ['host_storage_delete', 'a key', [text('k')], { asked: [['deleteStorage', utf8('k')]] }],
  [
    'host_storage_delete',
    'the key is the longest',
    [text(letters(256))],
    { asked: [['deleteStorage', utf8(letters(256))]] },
  ],
  ['host_storage_delete', 'the key is too long', [text(letters(257))], tooLong('a storage key', 257, 256)],
];
