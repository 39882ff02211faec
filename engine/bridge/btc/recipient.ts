/** The recipient of a deposit: the text of an OP_RETURN output. */

import { decodeUtf8 } from '../../base/bytes.js';
import { type Refusal, refuse } from '../../base/refusal.js';
import { resolveAccount } from '../../crypto/address.js';
import { recipientText } from '../deposit.js';
import type { BtcOutput } from './transaction.js';

const OP_RETURN = 0x6a;
const LONGEST_DIRECT_PUSH = 0x4b;
const OP_PUSHDATA1 = 0x4c;
const OP_PUSHDATA2 = 0x4d;

/** @returns where the data of the only push begins and its length, as its opcode gives them. */
function pushOf(script: Uint8Array): readonly [start: number, length: number] | undefined {
  const [, opcode = 0, low, high] = script;
  if (opcode >= 1 && opcode <= LONGEST_DIRECT_PUSH) return [2, opcode];
  if (opcode === OP_PUSHDATA1 && low !== undefined) return [3, low];
  if (opcode === OP_PUSHDATA2 && low !== undefined && high !== undefined) return [4, low | (high << 8)];
  return undefined;
}

/** @returns the text of an OP_RETURN with exactly one push of UTF-8, without white space around it; undefined for any other script. */
export function opReturnText(script: Uint8Array): string | undefined {
  if (script[0] !== OP_RETURN) return undefined;
  const push = pushOf(script);
  if (!push || push[0] + push[1] !== script.length) return undefined;
  return decodeUtf8(script.subarray(push[0]))?.trim();
}

/** @returns the first OP_RETURN text that is not empty. */
export function recipientOf(outputs: readonly BtcOutput[]): string | undefined {
  for (const { script } of outputs) {
    const text = opReturnText(script);
    if (text) return text;
  }
  return undefined;
}

/** @param recipient text of the OP_RETURN. @param expected what the claimant says it is: another spelling of the same account is equal.
 *  @returns a refusal when the text is no account, or another one. */
export function claimRecipientProblem(recipient: string, expected?: string): Refusal | undefined {
  const resolved = resolveAccount(recipientText(recipient));
  if (!resolved) return refuse('invalid_recipient', 'deposit OP_RETURN did not decode to a RougeChain recipient');
  return expected === undefined || resolveAccount(recipientText(expected))?.account === resolved.account
    ? undefined
    : refuse('rule_violation', "expected recipient does not match the deposit's OP_RETURN");
}
