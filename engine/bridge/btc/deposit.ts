/** Deposits of Bitcoin: to custody with the recipient in an OP_RETURN output, or to an address that is assigned to a recipient.
 *
 *  In: the rules, and the answers of both providers. Out: what may be minted once, or a refusal in the words of the facts. */

import { bytesEqual } from '../../base/bytes.js';
import { isRefusal, type Refusal, refuse, refuseOneSided } from '../../base/refusal.js';
import { recipientText, type VerifiedDeposit } from '../deposit.js';
import type { BtcAddress } from './address.js';
import { agreedDepth, DEPOSIT, heardSecondary, refusedByPrimary, type Shown } from './agreement.js';
import { type BtcAnswer, confirmationsNeeded, type EstablishedTransaction, establish } from './evidence.js';
import { claimRecipientProblem, recipientOf } from './recipient.js';
import { type AssignedScripts, type BtcBridgeRules, isOwnScript } from './rules.js';
import { MAX_SATS, paidTo } from './transaction.js';

/** What the bridge mints for a deposit of Bitcoin: satoshis. The block hash is empty when no provider names the block; the position is that of the
 *  first output that counts; the depth is in confirmations, the block of the deposit included. */
export interface VerifiedBtcDeposit extends VerifiedDeposit {
  readonly token: 'qBTC';
}

/** An address of the pool, bound to one recipient. */
export interface AssignedAddress {
  readonly address: BtcAddress;
  readonly recipient: string;
}

const bad = (sentence: string): Refusal => refuse('rule_violation', sentence);

/** @returns the id in small letters, or a refusal. @param subject of the sentence. */
export function readTxid(text: string, subject = 'BTC txid'): string | Refusal {
  const id = text.trim().toLowerCase();
  return /^[0-9a-f]{64}$/.test(id) ? id : refuse('malformed_parameter', `invalid ${subject} (expected 64 hex chars)`);
}

/** Change of a payout goes back to the bridge. With an OP_RETURN in it, anybody could claim it as a deposit. */
function ownCoins(
  transaction: EstablishedTransaction,
  rules: BtcBridgeRules,
  assigned: AssignedScripts,
): Refusal | undefined {
  if (transaction.isCoinbase) return undefined;
  if (transaction.inputs.length === 0) return bad('deposit has no inputs');
  for (const [index, { script }] of transaction.inputs.entries()) {
    if (script === undefined)
      return bad(
        `deposit input ${index} has no previous output; whose coins it spends cannot be told — refusing to mint`,
      );
    if (isOwnScript(script, rules, assigned))
      return bad(`deposit input ${index} spends coins of the bridge itself; change is no deposit — refusing to mint`);
  }
  return undefined;
}

interface CustodyFacts {
  readonly sats: bigint;
  readonly recipient: string;
  readonly position: number;
}

const positionOf = ({ outputs }: EstablishedTransaction, wanted: Uint8Array): number =>
  outputs.findIndex(({ script, value }) => value > 0n && bytesEqual(script, wanted));

/** What one provider shows of a deposit to custody. */
function custodyDeposit(
  answer: BtcAnswer,
  id: string,
  rules: BtcBridgeRules,
  assigned: AssignedScripts,
): Shown<CustodyFacts> | Refusal {
  const transaction = isRefusal(answer) ? answer : establish(answer, id, rules);
  if (isRefusal(transaction)) return transaction;
  if (!transaction.block) return refuse('unconfirmed', 'deposit is still unconfirmed (0 confirmations)');
  const { custody } = rules;
  const sats = paidTo(transaction.outputs, custody.script);
  if (sats <= 0n || sats > MAX_SATS) return bad(`no output pays the custody address ${custody.text}`);
  const recipient = recipientOf(transaction.outputs);
  if (recipient === undefined) return bad('deposit has no OP_RETURN carrying a RougeChain recipient address');
  const own = ownCoins(transaction, rules, assigned);
  return own ?? { transaction, facts: { sats, recipient, position: positionOf(transaction, custody.script) } };
}

function depthProblem(transaction: EstablishedTransaction, rules: BtcBridgeRules): Refusal | undefined {
  const needed = confirmationsNeeded(transaction, rules);
  return transaction.confirmations >= needed
    ? undefined
    : refuse('unconfirmed', `deposit has ${transaction.confirmations} confirmation(s); ${needed} required`);
}

const amountsDiffer = (a: bigint, b: bigint): Refusal =>
  refuseOneSided('rule_violation', `provider disagreement on amount (${a} vs ${b} sats) — refusing to mint`);

/** @returns the depth that all heard providers show. @param compare what else they have to agree on. */
function confirmedDepth<T>(
  primary: Shown<T>,
  secondary: Shown<T> | Refusal,
  rules: BtcBridgeRules,
  compare: (a: T, b: T) => Refusal | undefined,
): number | Refusal {
  const shallow = depthProblem(primary.transaction, rules);
  if (shallow) return shallow;
  const heard = heardSecondary(secondary, DEPOSIT, rules);
  if (heard === undefined) return primary.transaction.confirmations;
  if (isRefusal(heard)) return heard;
  const difference = compare(primary.facts, heard.facts);
  const needed = confirmationsNeeded(primary.transaction, rules);
  return difference ?? agreedDepth(primary.transaction, heard.transaction, needed, DEPOSIT);
}

const placeOf = (primary: EstablishedTransaction): Pick<VerifiedBtcDeposit, 'blockHash' | 'height'> => ({
  blockHash: primary.block?.hash ?? '',
  height: primary.block?.height ?? 0,
});

/** A deposit to custody: all outputs to it, for the recipient of the first OP_RETURN. One claim, `btc:<txid>`.
 *  @param id as `readTxid` gives it. */
export function verifyCustodyDeposit(
  rules: BtcBridgeRules,
  assigned: AssignedScripts,
  id: string,
  primaryAnswer: BtcAnswer,
  secondaryAnswer: BtcAnswer,
): VerifiedBtcDeposit | Refusal {
  const primary = custodyDeposit(primaryAnswer, id, rules, assigned);
  const secondary = custodyDeposit(secondaryAnswer, id, rules, assigned);
  if (isRefusal(primary)) return refusedByPrimary(primary, secondary, DEPOSIT, rules);
  const depth = confirmedDepth(primary, secondary, rules, (a, b) => {
    if (a.sats !== b.sats) return amountsDiffer(a.sats, b.sats);
    return a.recipient === b.recipient
      ? undefined
      : refuseOneSided('rule_violation', 'provider disagreement on recipient — refusing to mint');
  });
  if (isRefusal(depth)) return depth;
  const { sats, position } = primary.facts;
  const nobody = claimRecipientProblem(primary.facts.recipient);
  if (nobody) return nobody;
  const recipient = recipientText(primary.facts.recipient);
  return {
    ...{ token: 'qBTC', units: sats, recipient, claimKey: `btc:${id}`, position, depth },
    ...placeOf(primary.transaction),
  };
}

interface PaidOutput {
  readonly position: number;
  readonly sats: bigint;
}

/** What one provider shows of deposits to an assigned address. */
function addressDeposit(
  answer: BtcAnswer,
  id: string,
  { script, text }: BtcAddress,
  rules: BtcBridgeRules,
  assigned: AssignedScripts,
): Shown<readonly PaidOutput[]> | Refusal {
  const transaction = isRefusal(answer) ? answer : establish(answer, id, rules);
  if (isRefusal(transaction)) return transaction;
  if (!transaction.block) return refuse('unconfirmed', 'deposit is still unconfirmed (0 confirmations)');
  const facts = transaction.outputs.flatMap((output, position) =>
    output.value > 0n && bytesEqual(output.script, script) ? [{ position, sats: output.value }] : [],
  );
  if (facts.length === 0) return bad(`no output pays the deposit address ${text}`);
  return ownCoins(transaction, rules, assigned) ?? { transaction, facts };
}

function outputsDiffer(a: readonly PaidOutput[], b: readonly PaidOutput[]): Refusal | undefined {
  const sum = (outputs: readonly PaidOutput[]): bigint => outputs.reduce((total, { sats }) => total + sats, 0n);
  const isSame =
    a.length === b.length &&
    a.every(({ position, sats }, index) => position === b[index]?.position && sats === b[index]?.sats);
  return isSame ? undefined : amountsDiffer(sum(a), sum(b));
}

/** Deposits of one transaction to an assigned address: one claim for each output, `btcaddr:<txid>:<vout>`. */
export function verifyAddressDeposits(
  rules: BtcBridgeRules,
  assigned: AssignedScripts,
  { address, recipient }: AssignedAddress,
  id: string,
  primaryAnswer: BtcAnswer,
  secondaryAnswer: BtcAnswer,
): readonly VerifiedBtcDeposit[] | Refusal {
  if (bytesEqual(address.script, rules.custody.script)) return bad('the custody address is no deposit address');
  const primary = addressDeposit(primaryAnswer, id, address, rules, assigned);
  const secondary = addressDeposit(secondaryAnswer, id, address, rules, assigned);
  if (isRefusal(primary)) return refusedByPrimary(primary, secondary, DEPOSIT, rules);
  const depth = confirmedDepth(primary, secondary, rules, outputsDiffer);
  if (isRefusal(depth)) return depth;
  return primary.facts.map(({ position, sats }) => ({
    ...{ token: 'qBTC', units: sats, recipient, claimKey: `btcaddr:${id}:${position}`, position, depth },
    ...placeOf(primary.transaction),
  }));
}
