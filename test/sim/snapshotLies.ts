/** What a Byzantine node tells of snapshots: lies in every field of offer, manifest and part, another past that old keys have signed,
 *  silence.
 *
 *  In: what the node behind the mask says, and what it was asked for. Out: what its peer gets instead. */

import { fromHex, toHex } from '../../engine/base/bytes.js';
import { headerBytes } from '../../engine/chain/header.js';
import { messageOf } from '../../engine/chain/vote.js';
import { sha256 } from '../../engine/crypto/sha256.js';
import { SNAPSHOT_PIECE_BYTES } from '../../engine/network/limits.js';
import type { PeerMessage, SnapshotOffer } from '../../engine/network/messages.js';
import { isFault } from '../../engine/state/snapshotFault.js';
import { encodeManifest, type Manifest, offerOf, verifyManifest } from '../../engine/store/snapshot/manifest.js';
import { WireRecentBlocks } from '../../proto/wire.js';
import type { Liar } from './attacks.js';

type Offered = Extract<PeerMessage, { readonly kind: 'snapshotsOffered' }>;
type Part = Extract<PeerMessage, { readonly kind: 'snapshotPart' }>;
export type PartWanted = Extract<PeerMessage, { readonly kind: 'snapshotPartWanted' }>;

/** A snapshot: its manifest is part 0. */
interface Told {
  readonly manifest: Manifest;
  readonly parts: readonly Uint8Array[];
}

/** Share of the answers that are lies, in percent. */
const LIES = 70;

const flipped = (bytes: Uint8Array, at: number): Uint8Array => {
  const other = bytes.slice();
  if (other.length > 0) other[at % other.length] = (other[at % other.length] as number) ^ 1;
  return other;
};

const NO_BYTES = new Uint8Array();

export class SnapshotLies {
  /** Snapshots of its own making, by id. */
  readonly #forged = new Map<string, Told>();
  /** Blocks of its own making, by height. */
  readonly #blocks = new Map<number, string>();

  constructor(private readonly owner: Liar) {}

  /** @returns undefined: nothing is said. */
  offered(message: Offered): Offered | undefined {
    const { owner } = this;
    const { random } = owner.parts;
    if (!random.chance(LIES)) return message;
    owner.did('snapshots');
    const kind = random.below(10);
    if (kind === 0) return undefined;
    if (kind === 1) return { ...message, snapshots: [] };
    if (kind === 2) return { ...message, blockHash: toHex(random.bytes(32)) };
    if (kind === 3) return { ...message, blockHash: undefined };
    if (kind < 6) return { ...message, snapshots: message.snapshots.map((offer) => this.#wrong(offer)) };
    const forged = this.#forge(kind === 6 ? 'past' : random.pick(['chunk', 'run', 'size', 'events']));
    if (!forged) return message;
    const offer = offerOf(forged.manifest);
    if (kind === 6) this.#blocks.set(offer.height, offer.hash);
    const snapshots = random.chance(50)
      ? [offer]
      : [offer, ...message.snapshots].slice(0, message.snapshots.length + 1);
    return {
      ...message,
      snapshots,
      blockHash: message.blockHash && (this.#blocks.get(offer.height) ?? message.blockHash),
    };
  }

  #wrong(offer: SnapshotOffer): SnapshotOffer {
    const { random } = this.owner.parts;
    const hash = toHex(random.bytes(32));
    return random.pick<SnapshotOffer>([
      { ...offer, height: offer.height + random.pick([-1, 1, 1_000]) },
      { ...offer, hash },
      { ...offer, id: hash },
      { ...offer, parts: offer.parts + random.pick([-1, 1, 100_000]) },
      { ...offer, bytes: offer.bytes + random.pick([-1, 1, 1_000_000_000]) },
    ]);
  }

  /** @returns undefined: nothing is said; `vanish`: the link ends. */
  part(message: Part, { id, part, offset }: PartWanted): Part | 'vanish' | undefined {
    const { owner } = this;
    const { random } = owner.parts;
    const forged = this.#forged.get(id)?.parts[part];
    const bytes = forged?.slice(offset, offset + SNAPSHOT_PIECE_BYTES) ?? message.bytes;
    const told = { ...message, bytes, refused: message.refused && !forged };
    if (!random.chance(LIES)) return told;
    owner.did('snapshots');
    const instead = (other: Uint8Array): Part => ({
      ...told,
      bytes: other.slice(0, SNAPSHOT_PIECE_BYTES),
      refused: false,
    });
    switch (random.below(9)) {
      case 0:
        return instead(flipped(bytes, random.below(100_000)));
      case 1:
        return instead(bytes.subarray(0, random.below(bytes.length + 1)));
      case 2:
        return instead(Uint8Array.of(...bytes, 0));
      case 3:
        return instead(random.bytes(bytes.length));
      case 4:
        return instead(this.#other(part));
      case 5:
        return { ...told, bytes: NO_BYTES, refused: true };
      case 6:
        return 'vanish';
      case 7:
        return undefined;
      default:
        return part === 0 ? instead(this.#otherManifest(bytes)) : told;
    }
  }

  /** A part of another snapshot, or another part. */
  #other(part: number): Uint8Array {
    const { random } = this.owner.parts;
    const shelf = this.owner.parts.shelf();
    const height = shelf?.heights().at(-1);
    return (height === undefined ? undefined : shelf?.read(height, part + random.below(2))) ?? NO_BYTES;
  }

  /** One with another certificate: its id is the same. */
  #otherManifest(bytes: Uint8Array): Uint8Array {
    const { random, rules } = this.owner.parts;
    const manifest = verifyManifest(bytes, rules, undefined);
    if (isFault(manifest)) return NO_BYTES;
    const { certificate } = manifest;
    const { precommits } = certificate;
    const damaged = precommits.map((one) => ({ ...one, signature: flipped(one.signature, 7) }));
    return encodeManifest({
      ...manifest,
      certificate: random.pick([
        { ...certificate, round: certificate.round + 1 },
        { ...certificate, precommits: precommits.slice(0, 1) },
        { ...certificate, precommits: damaged },
      ]),
    });
  }

  #forge(kind: 'past' | 'chunk' | 'run' | 'size' | 'events'): Told | undefined {
    const truth = this.#truth();
    if (!truth) return undefined;
    const told = kind === 'past' ? this.#otherPast(truth) : this.#changed(truth, kind);
    this.#forged.set(offerOf(told.manifest).id, told);
    return told;
  }

  /** The newest snapshot of the node behind the mask. */
  #truth(): Told | undefined {
    const { rules, shelf } = this.owner.parts;
    const height = shelf()?.heights()[0];
    const bytes = height === undefined ? undefined : shelf()?.read(height, 0);
    const manifest = bytes && verifyManifest(bytes, rules, undefined);
    if (!manifest || isFault(manifest)) return undefined;
    const count = manifest.chunks.length + manifest.recent.length;
    const parts = Array.from({ length: count }, (_, index) => shelf()?.read(manifest.height, index + 1) ?? NO_BYTES);
    return { manifest, parts: [bytes, ...parts] };
  }

  /** A snapshot of a true block whose parts are not those of its state. */
  #changed({ manifest, parts }: Told, kind: 'chunk' | 'run' | 'size' | 'events'): Told {
    const { random } = this.owner.parts;
    const all = [...parts];
    if (kind === 'events') return this.#sealed({ ...manifest, firstEvent: manifest.height - 1 }, all);
    const [chunks, recent] = [[...manifest.chunks], [...manifest.recent]];
    const list: { hash: Uint8Array; size: number }[] = kind === 'run' ? recent : chunks;
    const index = random.below(list.length);
    const part = 1 + index + (kind === 'run' ? chunks.length : 0);
    const bytes = flipped(all[part] as Uint8Array, random.below(100_000));
    if (kind !== 'size') all[part] = bytes;
    const entry = list[index] as { hash: Uint8Array; size: number };
    list[index] = kind === 'size' ? { ...entry, size: entry.size + 1 } : { ...entry, hash: sha256(bytes) };
    return this.#sealed({ ...manifest, chunks, recent }, all);
  }

  /** The block that its validators would have signed had they been as many liars: keys without a stake any more may. */
  #otherPast({ manifest, parts }: Told): Told {
    const { rules, signAs } = this.owner.parts;
    const { protocol, genesis } = rules;
    const header = { ...manifest.header, time: manifest.header.time + 1 };
    const text = headerBytes(header);
    const proposerSignature = signAs(fromHex(header.proposer_pub_key) ?? NO_BYTES, text);
    const hash = protocol.blockHash(text, toHex(proposerSignature));
    const { round, precommits } = manifest.certificate;
    const vote = messageOf(
      genesis.chainId,
      { type: 'precommit', height: manifest.height, round, blockHash: hash },
      protocol.voteBytes,
    );
    const certificate = {
      ...manifest.certificate,
      blockHash: fromHex(hash) ?? NO_BYTES,
      precommits: precommits.map(({ voterKey }) => ({ voterKey, signature: signAs(voterKey, vote) })),
    };
    const all = [...parts];
    const part = 1 + manifest.chunks.length;
    const run = WireRecentBlocks.decode(all[part] as Uint8Array);
    const [newest, ...older] = run.blocks;
    const bytes = WireRecentBlocks.encode({
      blocks: [{ ...newest, header: text, proposerSignature }, ...older],
    }).finish();
    all[part] = bytes;
    const [first, ...rest] = manifest.recent;
    const recent = first ? [{ ...first, hash: sha256(bytes), size: bytes.length }, ...rest] : rest;
    return this.#sealed({ ...manifest, header, headerBytes: text, proposerSignature, hash, certificate, recent }, all);
  }

  #sealed(manifest: Manifest, [, ...parts]: readonly Uint8Array[]): Told {
    return { manifest, parts: [encodeManifest(manifest), ...parts] };
  }
}
