/** Replay guard: a (key, nonce) is included at most once.
 *
 *  A block may not carry a (key, nonce) that any block of the last 600 s of header time carries. Together with the
 *  window between header time and timestamp that means once for ever. The nonce is inside the signed bytes, so an
 *  identity that came back would bring its (key, nonce) back: one set covers both rules. The set is rebuilt from stored
 *  bodies at start. */

import { NONCE_BYTES, REPLAY_HORIZON_MS } from '../base/limits.js';
import { ACCOUNT_BYTES, type AccountId } from '../crypto/address.js';
import { sha256Binary } from '../crypto/sha256.js';

/** 128 bits of SHA-256(account, nonce): short enough to keep ten minutes of full blocks, far from collisions. */
const TAG_BYTES = 16;

export type ReplayTag = string & { readonly __brand: 'ReplayTag' };

/** Room for the account and any nonce that decoding lets through: a character takes at most three bytes of UTF-8. */
const input = Buffer.alloc(ACCOUNT_BYTES + 3 * NONCE_BYTES.max);
const output = Buffer.alloc(32);

/** Asked for several times in a transaction's life, so it is spared the objects. The copy gives the tag memory of its own: a slice of
 *  the string would keep the whole hash alive. */
export function replayTag({ sender, nonce }: { readonly sender: AccountId; readonly nonce: string }): ReplayTag {
  const fits = nonce.length <= NONCE_BYTES.max;
  const target = fits ? input : Buffer.alloc(ACCOUNT_BYTES + 3 * nonce.length);
  target.write(sender, 0, 'latin1');
  const end = ACCOUNT_BYTES + target.write(nonce, ACCOUNT_BYTES, 'utf8');
  output.write(sha256Binary(target.subarray(0, end)), 'latin1');
  return output.toString('latin1', 0, TAG_BYTES) as ReplayTag;
}

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
