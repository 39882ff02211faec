/** Which members a JSON object has, found without parsing it. */

import { asBuffer } from '../../engine/base/bytes.js';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENING = new Set([0x7b, 0x5b]);
const CLOSING = new Set([0x7d, 0x5d]);

/** Texts of the outermost object that are as long as a name: also those that are values, which tells nothing wrong about a body that
 *  has all of the names. @yields each as it is written. */
function* outerTexts(body: Uint8Array): Generator<string> {
  const bytes = asBuffer(body);
  let depth = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] as number;
    if (OPENING.has(byte)) depth++;
    else if (CLOSING.has(byte)) depth--;
    else if (byte === QUOTE) {
      const begin = at + 1;
      do at = bytes.indexOf(QUOTE, at + 1);
      while (at > 0 && isEscaped(bytes, at));
      if (at < 0) return;
      if (depth === 1 && at - begin <= NAME_CHARACTERS) yield bytes.toString('latin1', begin, at);
    }
  }
}

/** Longest name that is looked for. */
const NAME_CHARACTERS = 32;

function isEscaped(bytes: Buffer, at: number): boolean {
  let slashes = 0;
  while (bytes[at - 1 - slashes] === BACKSLASH) slashes++;
  return slashes % 2 === 1;
}

/** Whether the outermost object of a body names all of these members, as far as they are written without escapes. */
export function namesAll(body: Uint8Array, names: readonly string[]): boolean {
  const missing = new Set(names);
  for (const text of outerTexts(body)) {
    missing.delete(text);
    if (missing.size === 0) return true;
  }
  return false;
}
