/** SHA-256, ML-DSA-65 signatures and their keys. */

import { createHash } from 'node:crypto';
import { addressOfKey } from '../../../../engine/crypto/address.js';
import type { ContractScene } from '../../../../engine/vm/scene.js';
import { type Argument, MEMORY_END, OUT_AT, room, text } from '../hostProbe.js';
import type { Asked } from '../recordingScene.js';
import { type Expected, LIMIT, letters, outside, type Row, trap, utf8 } from './row.js';

const KEY_BYTES = 1_952;
const SIGNATURE_BYTES = 3_309;

const sha256 = (data: Uint8Array): Uint8Array => new Uint8Array(createHash('sha256').update(data).digest());
const key = new Uint8Array(KEY_BYTES).map((_, at) => at);
const signature = new Uint8Array(SIGNATURE_BYTES).map((_, at) => at + 1);
const address = addressOfKey(key);

const keyBytes: Argument = { bytes: key };
const signatureBytes: Argument = { bytes: signature };
const checks: Partial<ContractScene> = { verify: () => true };
const shorter = (value: Uint8Array): Argument => ({ bytes: value.slice(1) });
const longer = (value: Uint8Array): Argument => ({ bytes: Uint8Array.of(...value, 0) });
const message = text('message');
const verified: readonly Asked[] = [['verify', key, utf8('message'), signature]];
const wrongSize: Expected = { answers: checks, result: -1, asked: [] };

export const hashingRows: readonly Row[] = [
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
  ['host_sha256', 'the data are outside', [...outside, OUT_AT], { result: -1, out: '' }],
  ['host_sha256', 'the output is outside', [text('abc'), MEMORY_END - 31], { result: -1 }],
  [
    'host_pqc_hash_pubkey',
    'the key is outside',
    [MEMORY_END - KEY_BYTES + 1, KEY_BYTES, OUT_AT],
    { result: -1, out: '' },
  ],
  ['host_pqc_hash_pubkey', 'the output is outside', [keyBytes, MEMORY_END - 31], { result: -1 }],
  [
    'host_pqc_pubkey_to_address',
    'the output is outside',
    [keyBytes, MEMORY_END - 1, 200],
    trap('memory access out of bounds'),
  ],
  [
    'host_pqc_verify',
    'the key is outside',
    [MEMORY_END - KEY_BYTES + 1, KEY_BYTES, message, signatureBytes],
    trap('memory access out of bounds'),
  ],
];
