/** What the API needs to convert an uploaded picture; the composition root supplies a thread for it. */

import type { Refusal } from '../engine/base/refusal.js';

/** A token's logo as WebP, within the limits of what is stored on chain. */
export interface Logo {
  readonly bytes: Uint8Array;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
}

export interface LogoConverter {
  /** @param body of a request, JSON, not parsed yet; its memory is transferred. */
  convert(body: Uint8Array): Promise<Logo | Refusal>;
}
