/** Replay guard: a (key, nonce) is included at most once.
 *
 *  A block may not carry a (key, nonce) that any block of the last 600 s of header time carries. Together with the
 *  window between header time and timestamp that means once for ever. The nonce is inside the signed bytes, so an
 *  identity that came back would bring its (key, nonce) back: one set covers both rules. The set is rebuilt from stored
 *  bodies at start. */

import { concatBytes, toBinary, utf8 } from '../base/bytes.js';
import { REPLAY_HORIZON_MS } from '../base/limits.js';
import { type AccountId, accountBytes } from '../crypto/address.js';
import { sha256 } from '../crypto/sha256.js';

/** 128 bits of SHA-256(account, nonce): short enough to keep ten minutes of full blocks, far from collisions. */
const TAG_BYTES = 16;

export type ReplayTag = string & { readonly __brand: 'ReplayTag' };

export const replayTag = (item: { readonly sender: AccountId; readonly nonce: string }): ReplayTag =>
  toBinary(sha256(concatBytes(accountBytes(item.sender), utf8(item.nonce))).subarray(0, TAG_BYTES)) as ReplayTag;

export class ReplayGuard {
  readonly #times = new Map<ReplayTag, number>();
  #blocks: { readonly time: number; readonly tags: readonly ReplayTag[] }[] = [];

  /** @param time header time of the block that would carry it, in milliseconds. */
  isUsed(tag: ReplayTag, time: number): boolean {
    const used = this.#times.get(tag);
    return used !== undefined && used >= time - REPLAY_HORIZON_MS;
  }

  /** Remembers a committed block, in chain order, and forgets what no later block can collide with. */
  addBlock(time: number, tags: readonly ReplayTag[]): void {
    for (const tag of tags) this.#times.set(tag, time);
    if (tags.length > 0) this.#blocks.push({ time, tags });
    const horizon = time - REPLAY_HORIZON_MS;
    const first = this.#blocks.findIndex((block) => block.time >= horizon);
    // None is left when empty blocks alone filled the whole horizon.
    const kept = first < 0 ? this.#blocks.length : first;
    if (kept === 0) return;
    for (const block of this.#blocks.slice(0, kept))
      for (const tag of block.tags) if (this.#times.get(tag) === block.time) this.#times.delete(tag);
    this.#blocks = this.#blocks.slice(kept);
  }

  get size(): number {
    return this.#times.size;
  }
}
