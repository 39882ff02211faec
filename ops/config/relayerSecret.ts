/** The file with the relayer's secret: one line, readable for its owner only. */

import { isRefusal, type Refusal, refuse } from '../../engine/base/refusal.js';
import { readPrivateText } from './nodeKeys.js';
import { secretRule } from './optionKinds.js';

/** The header that carries it (specification, Authentication 5). */
export const RELAYER_HEADER = 'x-bridge-relayer-secret';

/** @returns the secret, or a refusal that never repeats the file's content. */
export function readRelayerSecret(path: string): string | Refusal {
  const text = readPrivateText(path, 'secret file');
  if (isRefusal(text)) return text;
  const secret = text.replace(/\r?\n$/, '');
  return secretRule.accepts(secret)
    ? secret
    : refuse('malformed_body', `the secret file ${path} must hold ${secretRule.mustBe}, in one line`);
}
