/** The manifest of a snapshot: which block's state it is, and which parts it consists of.
 *
 *  In: its bytes, the rules of the network, and the block that the operator trusts. Out: the manifest, or a fault with a name. What is
 *  left to the parts: the stakes behind the certificate are in the state itself. The seal finds damage only; whoever changes the manifest
 *  on purpose makes it anew, and is caught by what the header, its hash and the state root cover. */

import { WireSnapshotManifest } from '../../../proto/wire.js';
import { bytesEqual, decodeUtf8, fromHex, toHex } from '../../base/bytes.js';
import { isRefusal } from '../../base/refusal.js';
import { type Certificate, certificateFromWire, certificateToWire } from '../../chain/certificate.js';
import { type Header, parseHeader } from '../../chain/header.js';
import type { ChainRules } from '../../consensus/production.js';
import { sha256 } from '../../crypto/sha256.js';
import type { SnapshotOffer } from '../../network/messages.js';
import { HASH_BYTES } from '../../state/leaves.js';
import { faulty, isFault, type SnapshotFault } from '../../state/snapshotFault.js';
import { MAX_MANIFEST_BYTES, MAX_PIECE_BYTES } from '../../state/stateChunk.js';
import { PATH_BITS, type Prefix, prefixBytes } from '../../state/subtree.js';

export const SNAPSHOT_VERSION = 1;

/** A part as the manifest names it. */
export interface PartEntry {
  /** SHA-256 of its message. */
  readonly hash: Uint8Array;
  /** Bytes. */
  readonly size: number;
}

export type ChunkEntry = PartEntry & Prefix;

/** Consecutive blocks. */
export interface RecentEntry extends PartEntry {
  readonly first: number;
  readonly last: number;
}

export interface Manifest {
  readonly chainId: string;
  /** 32 bytes. */
  readonly genesisHash: Uint8Array;
  readonly height: number;
  /** 64 hex characters. */
  readonly hash: string;
  readonly header: Header;
  readonly headerBytes: Uint8Array;
  readonly proposerSignature: Uint8Array;
  readonly certificate: Certificate;
  readonly stateRoot: Uint8Array;
  readonly chunks: readonly ChunkEntry[];
  /** From the newest block down. */
  readonly recent: readonly RecentEntry[];
  /** Number of the block's first event. */
  readonly firstEvent: number;
  /** Balances that the block changed: each has an event. */
  readonly balanceEvents: number;
  /** Events that contracts emitted in the block. */
  readonly contractEvents: number;
}

/** The block that an operator trusts, from another source than the snapshot. */
export interface TrustedBlock {
  readonly height: number;
  /** 64 hex characters. */
  readonly hash: string;
}

const NO_BYTES = new Uint8Array();

const toWire = (manifest: Manifest) => ({
  version: SNAPSHOT_VERSION,
  chainId: manifest.chainId,
  genesisHash: manifest.genesisHash,
  height: manifest.height,
  blockHash: fromHex(manifest.hash) ?? NO_BYTES,
  header: manifest.headerBytes,
  proposerSignature: manifest.proposerSignature,
  certificate: certificateToWire(manifest.certificate),
  stateRoot: manifest.stateRoot,
  chunks: manifest.chunks.map(({ bits, prefix, hash, size }) => ({ bits, prefix, hash, size })),
  recent: manifest.recent.map(({ first, last, hash, size }) => ({ firstHeight: first, lastHeight: last, hash, size })),
  firstEvent: manifest.firstEvent,
  balanceEvents: manifest.balanceEvents,
  contractEvents: manifest.contractEvents,
});

export function encodeManifest(manifest: Manifest): Uint8Array {
  const wire = toWire(manifest);
  const seal = sha256(WireSnapshotManifest.encode(wire).finish());
  return WireSnapshotManifest.encode({ ...wire, seal }).finish();
}

/** Names what the snapshot holds, 64 hex characters: each node has its own certificate of the block, and the rest is the same everywhere. */
export const snapshotId = (manifest: Manifest): string =>
  toHex(sha256(WireSnapshotManifest.encode({ ...toWire(manifest), certificate: null }).finish()));

/** What peers are told of a snapshot. */
export function offerOf(manifest: Manifest): SnapshotOffer {
  const { height, hash, chunks, recent } = manifest;
  const parts = [...chunks, ...recent];
  const bytes = parts.reduce((sum, { size }) => sum + size, 0);
  return { height, hash, id: snapshotId(manifest), parts: parts.length, bytes };
}

type Wire = ReturnType<typeof WireSnapshotManifest.decode>;

/** The message, if it is the only encoding of what it says and its seal holds. */
function decode(bytes: Uint8Array): Wire | SnapshotFault {
  if (bytes.length > MAX_MANIFEST_BYTES) return faulty('size', 'the manifest is larger than any snapshot needs');
  let wire: Wire;
  try {
    wire = WireSnapshotManifest.decode(bytes);
    if (!bytesEqual(WireSnapshotManifest.encode(wire).finish(), bytes))
      return faulty('encoding', 'the manifest is not in its only encoding');
  } catch {
    return faulty('encoding', 'the manifest is no message of its kind');
  }
  const { seal } = wire;
  wire.seal = NO_BYTES;
  if (!bytesEqual(sha256(WireSnapshotManifest.encode(wire).finish()), seal))
    return faulty('damaged', 'the manifest is damaged: its seal does not hold');
  return wire;
}

function read(wire: Wire): Manifest | SnapshotFault {
  if (wire.version !== SNAPSHOT_VERSION)
    return faulty(
      'version',
      `the snapshot has version ${wire.version}, this program reads version ${SNAPSHOT_VERSION}: use the program that made it, or another snapshot`,
    );
  const text = decodeUtf8(wire.header);
  const header = text === undefined ? undefined : parseHeader(text);
  if (header === undefined || isRefusal(header)) return faulty('header', 'the header in the manifest cannot be read');
  return {
    chainId: wire.chainId,
    genesisHash: wire.genesisHash,
    height: Number(wire.height),
    hash: toHex(wire.blockHash),
    header,
    headerBytes: wire.header,
    proposerSignature: wire.proposerSignature,
    certificate: certificateFromWire(wire.certificate ?? {}),
    stateRoot: wire.stateRoot,
    chunks: wire.chunks.map((chunk) => ({
      bits: chunk.bits ?? 0,
      prefix: chunk.prefix ?? NO_BYTES,
      hash: chunk.hash ?? NO_BYTES,
      size: Number(chunk.size ?? 0),
    })),
    recent: wire.recent.map((run) => ({
      first: Number(run.firstHeight ?? 0),
      last: Number(run.lastHeight ?? 0),
      hash: run.hash ?? NO_BYTES,
      size: Number(run.size ?? 0),
    })),
    firstEvent: Number(wire.firstEvent),
    balanceEvents: wire.balanceEvents,
    contractEvents: wire.contractEvents,
  };
}

function chainFault({ chainId, genesisHash, header }: Manifest, { genesis }: ChainRules): SnapshotFault | undefined {
  if (chainId !== genesis.chainId || header.chain_id !== chainId)
    return faulty('chain', `the snapshot is of chain ${chainId || header.chain_id}, not of ${genesis.chainId}`);
  return toHex(genesisHash) === genesis.fileHash
    ? undefined
    : faulty(
        'chain',
        `the snapshot is of a chain ${chainId} with another genesis file (its hash is ${toHex(genesisHash).slice(0, 16)}, this file's is ${genesis.fileHash.slice(0, 16)})`,
      );
}

function headerFault(
  { height, hash, header, headerBytes, proposerSignature, stateRoot }: Manifest,
  { protocol }: ChainRules,
  trusted: TrustedBlock | undefined,
): SnapshotFault | undefined {
  if (height !== header.height || height < 1)
    return faulty('header', `the manifest is of height ${height}, its header of height ${header.height}`);
  if (protocol.blockHash(headerBytes, toHex(proposerSignature)) !== hash)
    return faulty('header', 'the header and its signature do not have the block hash of the manifest');
  if (header.state_root === undefined || header.state_root !== toHex(stateRoot))
    return faulty('root', 'the state root of the manifest is not the one of the header');
  if (!trusted) return undefined;
  if (trusted.height !== height)
    return faulty('trust', `the snapshot is of block ${height}, the trusted block is ${trusted.height}`);
  return trusted.hash === hash
    ? undefined
    : faulty('trust', `block ${height} of the snapshot has hash ${hash}, the trusted one has ${trusted.hash}`);
}

/** Whether these prefixes, in this order, cover every path exactly once. */
export function coversAll(places: readonly Prefix[]): boolean {
  let next = 0n;
  for (const { bits, prefix } of places) {
    if (bits > PATH_BITS || prefix.length !== prefixBytes(bits)) return false;
    const start = BigInt(`0x0${toHex(prefix)}`) << BigInt(PATH_BITS - prefix.length * 8);
    const size = 1n << BigInt(PATH_BITS - bits);
    if (start !== next || start % size !== 0n) return false;
    next = start + size;
  }
  return next === 1n << BigInt(PATH_BITS);
}

function partsFault({ height, chunks, recent }: Manifest): SnapshotFault | undefined {
  const isPart = ({ hash, size }: PartEntry): boolean => hash.length === HASH_BYTES && size <= MAX_PIECE_BYTES;
  if (![...chunks, ...recent].every(isPart))
    return faulty('size', 'a part that the manifest names has no hash or is too large');
  if (!coversAll(chunks)) return faulty('cover', 'the chunks of the manifest do not cover every path exactly once');
  let last = height;
  for (const run of recent) {
    if (run.last !== last || run.first > run.last || run.first < 1)
      return faulty('blocks', `the recent blocks of the manifest do not follow each other below block ${last}`);
    last = run.first - 1;
  }
  return recent.length > 0 ? undefined : faulty('blocks', 'the manifest names no recent blocks');
}

/** The certificate names the block; its stakes and signatures are checked with the state (`snapshotCheck.ts`). */
function certificateFault({ certificate, height, hash }: Manifest): SnapshotFault | undefined {
  if (certificate.height === height && toHex(certificate.blockHash) === hash) return undefined;
  return faulty('certificate', `the certificate of the manifest is not of block ${height}`);
}

/** @param trusted undefined: everything is checked but whether this is the block of the network. */
export function verifyManifest(
  bytes: Uint8Array,
  rules: ChainRules,
  trusted: TrustedBlock | undefined,
): Manifest | SnapshotFault {
  const wire = decode(bytes);
  const manifest = isFault(wire) ? wire : read(wire);
  if (isFault(manifest)) return manifest;
  const fault =
    chainFault(manifest, rules) ??
    headerFault(manifest, rules, trusted) ??
    certificateFault(manifest) ??
    partsFault(manifest);
  if (fault) return fault;
  // Every block has an event of its own.
  return manifest.firstEvent >= manifest.height
    ? manifest
    : faulty('events', `the first event of block ${manifest.height} has number ${manifest.firstEvent}`);
}
