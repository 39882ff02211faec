/** The bytes of the handshake between two nodes: its three messages, the text that both sign, the keys that come out.
 *
 *      dial                                                accept
 *        PeerHello: key, nonce, encapsulation key     ->
 *                                  <-  PeerWelcome: key, nonce, ciphertext, signature
 *        PeerProof: signature                         ->
 *                                  <-  READY, the first sealed frame
 *
 *  The text names both keys, both nonces, the role of its signer, the network, and the exchange of the shared secret, so
 *  that a signature is good for one link and one direction. It is the only text that a node signs for a stranger, and of what the
 *  stranger chose it holds hashes and one nonce in hex. */

import { hasFewFields, PeerHello, PeerProof, PeerWelcome } from '../../proto/wire.js';
import { bytesEqual, concatBytes, decodeUtf8, fromHex, readU64, toHex, utf8, writeU64 } from '../base/bytes.js';
import { AEAD_KEY_BYTES, hkdfSha256 } from '../crypto/aead.js';
import { PUBLIC_KEY_BYTES, SIGNATURE_BYTES } from '../crypto/mldsa.js';
import { KEM_CIPHERTEXT_BYTES, KEM_KEY_BYTES } from '../crypto/mlkem.js';
import { sha256Hex, sha256Of } from '../crypto/sha256.js';
import type { LinkReason } from './reasons.js';

/** Version of the protocol between nodes; both ends must have the same. */
export const PEER_VERSION = 1;

export const PEER_NONCE_BYTES = 32;
/** The random part of a nonce; the start of the process follows, which tells two processes with one key apart. */
export const PEER_NONCE_RANDOM_BYTES = 24;

const GENESIS_BYTES = 32;

/** Most fields of a message of the handshake, with room for later versions. */
const FIELDS = 16;

export type Role = 'dial' | 'accept';

/** What makes two nodes nodes of one network. */
export interface Network {
  readonly chainId: string;
  /** Hex SHA-256 of the canonical JSON of the genesis file (`Genesis.fileHash`). It covers all rules that the file sets, which the
   *  genesis block alone does not. */
  readonly genesis: string;
}

export interface Hello {
  readonly publicKey: Uint8Array;
  readonly nonce: Uint8Array;
  readonly kemKey: Uint8Array;
}

export interface Welcome {
  readonly publicKey: Uint8Array;
  readonly nonce: Uint8Array;
  readonly ciphertext: Uint8Array;
  readonly signature: Uint8Array;
}

/** @param random 24 fresh bytes. @param startedAt when the process began, milliseconds since the epoch. */
export function peerNonce(random: Uint8Array, startedAt: number): Uint8Array {
  const nonce = new Uint8Array(PEER_NONCE_BYTES);
  nonce.set(random.subarray(0, PEER_NONCE_RANDOM_BYTES));
  writeU64(nonce, PEER_NONCE_RANDOM_BYTES, startedAt);
  return nonce;
}

/** @returns milliseconds since the epoch; undefined when the nonce holds no such number. */
export function startOf(nonce: Uint8Array): number | undefined {
  // The upper eleven bits of a number below 2^53 are zero.
  const fits = nonce[PEER_NONCE_RANDOM_BYTES] === 0 && (nonce[PEER_NONCE_RANDOM_BYTES + 1] ?? 0) < 0x20;
  return fits ? readU64(nonce, PEER_NONCE_RANDOM_BYTES) : undefined;
}

const networkToWire = ({ chainId, genesis }: Network) => ({
  version: PEER_VERSION,
  chainId,
  genesis: fromHex(genesis) ?? new Uint8Array(),
});

export const encodeHello = (network: Network, hello: Hello): Uint8Array =>
  PeerHello.encode({ ...networkToWire(network), ...hello }).finish();

export const encodeWelcome = (network: Network, welcome: Welcome): Uint8Array =>
  PeerWelcome.encode({ ...networkToWire(network), ...welcome }).finish();

export const encodeProof = (signature: Uint8Array): Uint8Array => PeerProof.encode({ signature }).finish();

function decoded<Message>(codec: { decode(bytes: Uint8Array): Message }, bytes: Uint8Array): Message | undefined {
  if (!hasFewFields(bytes, FIELDS)) return undefined;
  try {
    return codec.decode(bytes);
  } catch {
    return undefined;
  }
}

interface Named {
  readonly version: number;
  readonly chainId: string;
  readonly genesis: Uint8Array;
  readonly publicKey: Uint8Array;
  readonly nonce: Uint8Array;
}

/** What is wrong with the members that both messages have. */
function fault(network: Network, { version, chainId, genesis, publicKey, nonce }: Named): LinkReason | undefined {
  if (version !== PEER_VERSION) return 'wrong_version';
  if (chainId !== network.chainId) return 'wrong_network';
  if (genesis.length !== GENESIS_BYTES) return 'bad_hello';
  if (toHex(genesis) !== network.genesis) return 'wrong_genesis';
  const fits = publicKey.length === PUBLIC_KEY_BYTES && nonce.length === PEER_NONCE_BYTES;
  return fits && startOf(nonce) !== undefined ? undefined : 'bad_hello';
}

/** What outlives the frame, which is not kept for it. */
const copied = ({ publicKey, nonce }: Named): { readonly publicKey: Uint8Array; readonly nonce: Uint8Array } => ({
  publicKey: new Uint8Array(publicKey),
  nonce: new Uint8Array(nonce),
});

/** @returns why the link must end when the frame is no hello of this network. */
export function readHello(network: Network, frame: Uint8Array): Hello | LinkReason {
  const hello = decoded(PeerHello, frame);
  if (!hello) return 'bad_hello';
  const reason = fault(network, hello);
  if (reason) return reason;
  if (hello.kemKey.length !== KEM_KEY_BYTES) return 'bad_hello';
  return { ...copied(hello), kemKey: hello.kemKey };
}

/** @returns why the link must end when the frame is no welcome of this network. */
export function readWelcome(network: Network, frame: Uint8Array): Welcome | LinkReason {
  const welcome = decoded(PeerWelcome, frame);
  if (!welcome) return 'bad_hello';
  const fits = welcome.ciphertext.length === KEM_CIPHERTEXT_BYTES && welcome.signature.length === SIGNATURE_BYTES;
  const reason = fault(network, welcome);
  if (reason) return reason;
  if (!fits) return 'bad_hello';
  return { ...copied(welcome), ciphertext: welcome.ciphertext, signature: welcome.signature };
}

/** @returns the signature; undefined when the frame is no proof. */
export function readProof(frame: Uint8Array): Uint8Array | undefined {
  const signature = decoded(PeerProof, frame)?.signature;
  return signature?.length === SIGNATURE_BYTES ? signature : undefined;
}

/** What both ends know after hello and welcome. */
export interface Exchange {
  /** SHA-256 of the keys of both ends, hex. */
  readonly dialId: string;
  readonly acceptId: string;
  readonly dialNonce: Uint8Array;
  readonly acceptNonce: Uint8Array;
  readonly kemKey: Uint8Array;
  readonly ciphertext: Uint8Array;
}

/** What the end with `role` signs. */
export function peerText(network: Network, role: Role, exchange: Exchange): Uint8Array {
  const { dialId, acceptId, dialNonce, acceptNonce, kemKey, ciphertext } = exchange;
  const [self, peer] = role === 'dial' ? [dialId, acceptId] : [acceptId, dialId];
  return utf8(
    [
      'ROUGED_PEER_V1',
      `chain=${network.chainId}`,
      `genesis=${network.genesis}`,
      `role=${role}`,
      `self=${self}`,
      `peer=${peer}`,
      `nonces=${toHex(dialNonce)},${toHex(acceptNonce)}`,
      `kem=${sha256Hex(concatBytes(kemKey, ciphertext))}`,
    ].join('|'),
  );
}

const PEER_TEXT =
  /^ROUGED_PEER_V1\|chain=([^|]*)\|genesis=([0-9a-f]{64})\|role=(dial|accept)\|self=([0-9a-f]{64})\|peer=([0-9a-f]{64})\|nonces=([0-9a-f]{64}),([0-9a-f]{64})\|kem=[0-9a-f]{64}$/;

/** Who signed such a text, for whom, and when its process began. @returns undefined for any other text, and for one of another network. */
export function readPeerText(
  network: Network,
  text: Uint8Array,
): { readonly self: string; readonly peer: string; readonly startedAt: number } | undefined {
  const [, chainId, genesis, role, self, peer, dialNonce, acceptNonce] = PEER_TEXT.exec(decodeUtf8(text) ?? '') ?? [];
  const nonce = fromHex((role === 'dial' ? dialNonce : acceptNonce) ?? '');
  const startedAt = nonce && startOf(nonce);
  if (chainId !== network.chainId || genesis !== network.genesis || startedAt === undefined) return undefined;
  return { self: self as string, peer: peer as string, startedAt };
}

/** The keys of one link: one for each direction, named by the end that seals with it. */
export type LinkKeys = Readonly<Record<Role, Uint8Array>>;

/** HKDF-SHA-256 of the shared secret. The salt is SHA-256(hello frame, welcome frame), so that ends that have seen different
 *  bytes have different keys. */
export function linkKeys(secret: Uint8Array, helloFrame: Uint8Array, welcomeFrame: Uint8Array): LinkKeys {
  const salt = sha256Of(helloFrame, welcomeFrame);
  const key = (role: Role): Uint8Array => hkdfSha256(secret, salt, utf8(`ROUGED_PEER_V1 ${role}`), AEAD_KEY_BYTES);
  return { dial: key('dial'), accept: key('accept') };
}

/** Whether two nonces are of one process. */
export const sameStart = (a: Uint8Array, b: Uint8Array): boolean =>
  bytesEqual(a.subarray(PEER_NONCE_RANDOM_BYTES), b.subarray(PEER_NONCE_RANDOM_BYTES));
