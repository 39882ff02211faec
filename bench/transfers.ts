/** Transfers for the benches: distinct, of the size of real ones, verified with the verdict given.
 *
 *  In: numbers. Out: wallets, requests as a wallet writes them, and verified transactions. Signing 20,000 transfers would
 *  take minutes, so keys and signatures are random-looking bytes of the right length, and the backend accepts everything
 *  of the right length. Everything else is the path of the product: the packet, the envelope checks, canonical bytes,
 *  hashes, decoding, the table of answers. All bytes are the same in every run. */

import { createHash } from 'node:crypto';
import { toHex, utf8 } from '../engine/base/bytes.js';
import { PACKET_ITEMS } from '../engine/base/limits.js';
import { invariant, isRefusal } from '../engine/base/refusal.js';
import { type AccountId, accountOfKey, addressOf } from '../engine/crypto/address.js';
import { nobleBackend, PUBLIC_KEY_BYTES, SIGNATURE_BYTES, type SignatureBackend } from '../engine/crypto/mldsa.js';
import type { VerifiedTransaction } from '../engine/intake/verifier.js';
import { nativeProtocol } from '../engine/protocol/native.js';
import { encodePacket, type PacketItem } from '../workers/verify/packets.js';
import { answerPacket, type PacketContext } from '../workers/verify/packetWork.js';
import { oneByOne } from '../workers/verify/signatureBackends.js';
import { decodeAnswers } from '../workers/verify/verdictTable.js';

export const CHAIN_ID = 'bench-1';

/** The clock of every bench, milliseconds. */
export const NOW = 1_760_000_000_000;

/** Random-looking bytes that depend only on the text. */
export const bytesOf = (text: string, length: number): Uint8Array =>
  new Uint8Array(createHash('shake256', { outputLength: length }).update(text).digest());

export interface Wallet {
  readonly publicKey: Uint8Array;
  readonly keyHex: string;
  readonly account: AccountId;
  readonly address: string;
}

export function wallet(index: number): Wallet {
  const publicKey = bytesOf(`public key ${index}`, PUBLIC_KEY_BYTES);
  const account = accountOfKey(publicKey);
  return { publicKey, keyHex: toHex(publicKey), account, address: addressOf(account) };
}

export const wallets = (count: number): Wallet[] => Array.from({ length: count }, (_, index) => wallet(index));

/** The payload of a transfer in its canonical form. @param serial makes it distinct. */
export const payloadText = (from: Pick<Wallet, 'keyHex'>, to: string, serial: number): string =>
  `{"amount":${1 + (serial % 1_000)}.25,"chain_id":"${CHAIN_ID}","from":"${from.keyHex}",` +
  `"nonce":"${toHex(bytesOf(`nonce ${serial}`, 16))}","timestamp":${NOW - (serial % 60_000)},` +
  `"to":"${to}","token":"XRGE","type":"transfer"}`;

/** The body around a payload as it comes over HTTP. @param serial makes its signature distinct. */
export function envelope(from: Pick<Wallet, 'keyHex'>, payload: string, serial: number): Uint8Array {
  const signature = toHex(bytesOf(`signature ${serial}`, SIGNATURE_BYTES));
  return utf8(`{"payload":${payload},"signature":"${signature}","public_key":"${from.keyHex}"}`);
}

/** The request of a transfer. */
export const request = (from: Wallet, to: string, serial: number): Uint8Array =>
  envelope(from, payloadText(from, to, serial), serial);

/** A request from each sender to the one `1 + turn` places further: as many accounts change as there are senders.
 *  @param serial of the first of them; the others follow. */
export const ring = (senders: readonly Wallet[], turn: number, serial: number): Uint8Array[] =>
  senders.map((sender, index) => {
    const to = senders[(index + 1 + turn) % senders.length] as Wallet;
    return request(sender, to.address, serial + index);
  });

/** Accepts every signature of the right length: the verdict is given. */
export const givenVerdict: SignatureBackend = {
  ...nobleBackend,
  name: 'given',
  verify: (signature, _message, publicKey) =>
    signature.length === SIGNATURE_BYTES && publicKey.length === PUBLIC_KEY_BYTES,
};

export const packetContext = (backend: SignatureBackend): PacketContext => ({
  chainId: CHAIN_ID,
  protocol: nativeProtocol,
  backend: oneByOne(backend),
  requireChainId: false,
  secretKey: undefined,
  randomness: () => new Uint8Array(32),
  clock: () => performance.now(),
});

export const packetItem = (bytes: Uint8Array, operation = 'transfer'): PacketItem => ({
  type: 'request',
  operation,
  bytes,
  now: NOW,
  known: true,
  deferred: false,
});

export interface Verified {
  readonly items: readonly VerifiedTransaction[];
  /** Main thread milliseconds for making the packets, and for reading the answers. */
  readonly encodeMs: number;
  readonly decodeMs: number;
}

/** Turns requests of one operation into verified transactions through packets of 64, in this thread. */
export function verifyAll(requests: readonly Uint8Array[], operation = 'transfer'): Verified {
  const context = packetContext(givenVerdict);
  const items: VerifiedTransaction[] = [];
  let encodeMs = 0;
  let decodeMs = 0;
  for (let at = 0; at < requests.length; at += PACKET_ITEMS) {
    const packet = requests.slice(at, at + PACKET_ITEMS).map((bytes) => packetItem(bytes, operation));
    const start = performance.now();
    const bytes = encodePacket(packet);
    encodeMs += performance.now() - start;
    const table = answerPacket(bytes, context);
    const received = performance.now();
    const { answers } = decodeAnswers(table, packet);
    decodeMs += performance.now() - received;
    for (const answer of answers) {
      invariant(typeof answer === 'object' && !isRefusal(answer) && 'transaction' in answer, 'a request was refused');
      items.push(answer);
    }
  }
  return { items, encodeMs, decodeMs };
}
