/** Replay guard: a (key, nonce) is included at most once.
 *
 *  A block may not carry a (key, nonce) that any block of the last 600 s of header time carries. Together with the
 *  window between header time and timestamp, this means at most once ever. The nonce is inside the signed bytes, so a
 *  repeated identity would repeat its (key, nonce): one set covers both rules. The set is rebuilt from stored bodies at
 *  start.
 *
 *  Tags are kept in slices of header time (replaySlice.ts). A slice is dropped as a whole when no later block can collide with
 *  its newest tag; until then each of its tags has the time of its block. */

import { NONCE_BYTES, REPLAY_HORIZON_MS, REPLAY_SLICE } from '../base/limits.js';
import { ACCOUNT_BYTES, type AccountId } from '../crypto/address.js';
import { sha256Binary } from '../crypto/sha256.js';
import { placeKeyOf, ReplaySlice, TAG_BYTES } from './replaySlice.js';

export type ReplayTag = string & { readonly __brand: 'ReplayTag' };

/** Room for the account and any nonce that decoding accepts: a character takes at most three bytes of UTF-8. */
const input = Buffer.alloc(ACCOUNT_BYTES + 3 * NONCE_BYTES.max);
/** The part of `input` that was hashed last. Nonces usually have one length, so it is rarely another part. */
let hashed = input.subarray(0, ACCOUNT_BYTES);

/** Characters that are one byte in UTF-8 too. */
const ASCII_MAX = 0x7f;

/** Writes the account and the nonce. By hand: for so few characters, the way to Node's own functions takes longer.
 *  @returns how many bytes they take. */
function writeInput(sender: AccountId, nonce: string): number {
  for (let at = 0; at < ACCOUNT_BYTES; at++) input[at] = sender.charCodeAt(at);
  const { length } = nonce;
  let seen = 0;
  for (let index = 0; index < length; index++) {
    const code = nonce.charCodeAt(index);
    seen |= code;
    input[ACCOUNT_BYTES + index] = code;
  }
  return ACCOUNT_BYTES + (seen <= ASCII_MAX ? length : input.write(nonce, ACCOUNT_BYTES, 'utf8'));
}

/** The input of a nonce that only a block of old rules can carry. */
const longInput = (sender: AccountId, nonce: string): Buffer =>
  Buffer.concat([Buffer.from(sender, 'latin1'), Buffer.from(nonce, 'utf8')]);

/** The first `TAG_BYTES` characters, as a string of their own: a slice would keep the whole hash alive. */
function tagOf(hash: string): ReplayTag {
  const at = (index: number): number => hash.charCodeAt(index);
  // biome-ignore format: two rows of eight
  return String.fromCharCode(
    at(0), at(1), at(2), at(3), at(4), at(5), at(6), at(7),
    at(8), at(9), at(10), at(11), at(12), at(13), at(14), at(15),
  ) as ReplayTag;
}

/** Called several times for each transaction, so it makes few objects. */
export function replayTag({ sender, nonce }: { readonly sender: AccountId; readonly nonce: string }): ReplayTag {
  if (nonce.length > NONCE_BYTES.max) return tagOf(sha256Binary(longInput(sender, nonce)));
  const end = writeInput(sender, nonce);
  if (hashed.length !== end) hashed = input.subarray(0, end);
  return tagOf(sha256Binary(hashed));
}

/** Answers whether a (key, nonce) may come again. */
export interface ReplayTags {
  /** @param time header time of the block that would carry it, in milliseconds. */
  isUsed(tag: ReplayTag, time: number): boolean;
}

export class ReplayGuard implements ReplayTags {
  /** Oldest first; new tags go into the last one. */
  #slices: ReplaySlice[] = [];
  /** Blocks with tags within the horizon of the last block, oldest first. */
  #blocks: { readonly time: number; readonly tags: number }[] = [];
  #size = 0;
  readonly #key: ReturnType<typeof placeKeyOf>;

  /** @param secret 16 random bytes of this process: without them a sender could crowd its tags together. Results do not depend
   *  on it. @param slice how much goes into one slice. */
  constructor(
    secret: Uint8Array = new Uint8Array(TAG_BYTES),
    private readonly slice: { readonly tags: number; readonly ms: number } = REPLAY_SLICE,
  ) {
    this.#key = placeKeyOf(secret);
  }

  isUsed(tag: ReplayTag, time: number): boolean {
    // The newest slice first: it has most of the repeated tags. A tag used again after its horizon is in two slices.
    for (let index = this.#slices.length - 1; index >= 0; index--) {
      const used = (this.#slices[index] as ReplaySlice).timeOf(tag);
      if (used !== undefined) return used >= time - REPLAY_HORIZON_MS;
    }
    return false;
  }

  /** Remembers a committed block, in chain order, and forgets tags with which no later block can collide. */
  addBlock(time: number, tags: readonly ReplayTag[]): void {
    if (tags.length > 0) {
      const slice = this.#sliceFor(time, tags.length);
      for (const tag of tags) slice.add(tag, time);
      this.#blocks.push({ time, tags: tags.length });
      this.#size += tags.length;
    }
    this.#forget(time - REPLAY_HORIZON_MS);
  }

  /** The guard as it will be after one more block, for as long as no block is added. */
  with(blockTime: number, blockTags: readonly ReplayTag[]): ReplayTags {
    const tags = new Set(blockTags);
    return {
      isUsed: (tag, time) => (tags.has(tag) ? blockTime >= time - REPLAY_HORIZON_MS : this.isUsed(tag, time)),
    };
  }

  /** Number of tags with which a block at the last block's time could collide. */
  get size(): number {
    return this.#size;
  }

  /** Bytes of memory that it uses. */
  get memoryBytes(): number {
    return this.#slices.reduce((sum, { memoryBytes }) => sum + memoryBytes, 0);
  }

  #sliceFor(time: number, count: number): ReplaySlice {
    const last = this.#slices.at(-1);
    if (last && time - last.start < this.slice.ms && last.size + count <= this.slice.tags) return last;
    // Traffic usually stays the same: making room for as many tags at once avoids growing.
    const next = new ReplaySlice(time, Math.min(last?.size ?? 0, this.slice.tags), this.#key);
    this.#slices.push(next);
    return next;
  }

  #forget(horizon: number): void {
    const kept = this.#blocks.findIndex((block) => block.time >= horizon);
    // Drops all of them when only empty blocks filled the whole horizon.
    for (const { tags } of this.#blocks.splice(0, kept < 0 ? this.#blocks.length : kept)) this.#size -= tags;
    while (this.#slices.length > 0 && (this.#slices[0] as ReplaySlice).newest < horizon) this.#slices.shift();
  }
}
