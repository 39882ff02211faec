/** Keys that a node's operator gives to clients: `key`, or `validator:key` and `peer:key` for the tiers of those names.
 *
 *  In: the configured entries, the X-API-Key header of a request. Out: which key it is, and its tier. Keys are held and
 *  compared as SHA-256, every one of them in constant time, so that neither memory nor timing reveals a key. The holder
 *  of a key has its tier: unlike a peer's address a key cannot be claimed by somebody else, and unlike a
 *  signature in a header it costs no verification before the limit is known and cannot be replayed at another node. */

import { createHash, timingSafeEqual } from 'node:crypto';

export type Tier = 'client' | 'validator' | 'peer';

export interface KnownKey {
  readonly tier: Tier;
  /** Names the key in counts; not derived from its text. */
  readonly name: string;
}

const TIERED = /^(validator|peer):(.*)$/;

/** Parses an entry of the configuration. */
export function readKeyEntry(entry: string): { readonly tier: Tier; readonly key: string } {
  const [, tier, key] = TIERED.exec(entry) ?? [];
  return tier !== undefined && key !== undefined ? { tier: tier as Tier, key } : { tier: 'client', key: entry };
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

export class ApiKeys {
  readonly #keys: readonly (KnownKey & { readonly digest: Buffer })[];

  constructor(entries: readonly string[]) {
    this.#keys = entries.map(readKeyEntry).map(({ tier, key }, index) => ({
      tier,
      name: `key ${index}`,
      digest: digest(key),
    }));
  }

  get size(): number {
    return this.#keys.length;
  }

  /** @param text the header as sent. */
  find(text: string): KnownKey | undefined {
    const asked = digest(text);
    let found: KnownKey | undefined;
    for (const known of this.#keys) if (timingSafeEqual(known.digest, asked)) found ??= known;
    return found;
  }
}

/** Writes that need no key although one is configured: signed envelopes and relayer secrets identify the writer, and the
 *  faucet has limits of its own. */
const OPEN_WRITES: readonly string[] = [
  ...['/api/v2/', '/api/faucet', '/api/bridge/', '/api/messenger/', '/api/mail/', '/api/names/', '/api/push/'],
];

/** Whether a path needs a key where keys are configured: reads are public (specification, Authentication, 6), a write
 *  without a signature of its own is not. */
export const asksForKey = (path: string, isRead: boolean): boolean =>
  !isRead && !OPEN_WRITES.some((open) => path.startsWith(open));
