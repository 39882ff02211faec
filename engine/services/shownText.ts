/** Texts that others are shown. They hold any character but NUL, which ends a text in many programs: behind it a client, a log or a
 *  command could show another text than the one that was signed. Controls of direction and others stay: clients decide how to show them. */

import { refuse } from '../base/refusal.js';
import type { PayloadReader } from '../ledger/payload.js';

/** For the description of such a member. */
export const NO_NUL = 'without the character NUL';

/** @returns the text, or undefined after its refusal. */
export function shownText(reader: PayloadReader, name: string, text: string | undefined): string | undefined {
  if (!text?.includes('\u0000')) return text;
  return reader.fail(
    refuse('malformed_payload', `${name} has the character NUL, which no text may have: leave it out`),
  );
}
