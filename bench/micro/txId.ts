/** Bench of a transaction's identity: SHA-256 over key and signed bytes.
 *
 *  It is compared with a program that hashes its own structure (JSON of the whole transaction, key and signature in hex,
 *  then SHA-256), and with the same bytes as ours, but joined and hashed in JavaScript (@noble/hashes). */

import { createHash } from 'node:crypto';
import { sha256 as nobleSha256 } from '@noble/hashes/sha2.js';
import { concatBytes, toHex, utf8 } from '../../engine/base/bytes.js';
import { SIGNATURE_BYTES } from '../../engine/crypto/mldsa.js';
import { nativeProtocol } from '../../engine/protocol/native.js';
import { compare } from '../compare.js';
import type { BenchDefinition } from '../figures.js';
import { bytesOf, payloadText, wallets } from '../transfers.js';

const ITEMS = 64;

interface Parts {
  readonly publicKey: Uint8Array;
  readonly signedBytes: Uint8Array;
  readonly signature: Uint8Array;
}

const identity = ({ publicKey, signedBytes }: Parts): Uint8Array =>
  nativeProtocol.transactionId(publicKey, signedBytes);

const hashOfStructure = ({ publicKey, signedBytes, signature }: Parts): string => {
  const from_pub_key = toHex(publicKey);
  const signed_payload = Buffer.from(signedBytes).toString('utf8');
  const structure = { version: 1, tx_type: 'transfer', from_pub_key, signed_payload, sig: toHex(signature) };
  return createHash('sha256').update(JSON.stringify(structure)).digest('hex');
};

const inJavaScript = ({ publicKey, signedBytes }: Parts): Uint8Array =>
  nobleSha256(concatBytes(publicKey, signedBytes));

export const txId: BenchDefinition = {
  name: 'tx-id',
  about: 'identity of a transaction, beside a hash of its JSON and a hash in JavaScript',
  run(options) {
    const people = wallets(ITEMS);
    const items = people.map(
      (from, index): Parts => ({
        publicKey: from.publicKey,
        signedBytes: utf8(payloadText(from, people[0]?.address ?? '', index)),
        signature: bytesOf(`signature ${index}`, SIGNATURE_BYTES),
      }),
    );
    const engine = { name: 'transactionId', run: () => items.map(identity) };
    const others = [
      { name: 'SHA-256 of the JSON of the transaction', run: () => items.map(hashOfStructure) },
      { name: 'join, then SHA-256 in JavaScript', run: () => items.map(inJavaScript) },
    ];
    return compare({ engine, others, items: ITEMS }, options);
  },
};
