/** A packet's work, as a verification thread does it: every item on its own, an answer for each.
 *
 *  In: a packet. Out: the table of verdicts. Pure but for the clock and the randomness it is given, so that it can run
 *  without a thread. An item that makes a check throw is answered with that fault; the others do not notice. */

import { fromBinary } from '../engine/base/bytes.js';
import { isRefusal, refuse } from '../engine/base/refusal.js';
import { encodeBodyEntry, joinKey, type SignedParts } from '../engine/chain/transaction.js';
import { accountBytes } from '../engine/crypto/address.js';
import { type VerifiedItem, type VerifyContext, verifyBroadcast, verifyRequest } from '../engine/intake/verify.js';
import { decodeTransaction } from '../engine/ledger/decode.js';
import { encodeAnswers, type PacketCost, type WorkerAnswer } from './answers.js';
import { checkFault } from './checkFault.js';
import { decodePacket, type PacketItem } from './packets.js';

export interface PacketContext extends VerifyContext {
  /** The node's key, 4,032 bytes; without it nothing can be signed. */
  readonly secretKey: Uint8Array | undefined;
  /** 32 fresh random bytes. */
  readonly randomness: () => Uint8Array;
  /** Milliseconds of a monotonic clock. */
  readonly clock: () => number;
}

const BAD_SIGNATURE = 'invalid signature';

/** Signature, then everything that stored bytes are checked for. */
function verifyParts(parts: SignedParts, context: VerifyContext): WorkerAnswer {
  const signedBytes = joinKey(parts.text, parts.keyAt, parts.publicKey);
  if (!signedBytes || !context.backend.verify(parts.signature, signedBytes, parts.publicKey))
    return refuse('invalid_signature', BAD_SIGNATURE);
  const transaction = decodeTransaction(parts, context.chainId, context.protocol);
  if (isRefusal(transaction)) return transaction;
  const id = fromBinary(transaction.id);
  const item: VerifiedItem = {
    parts,
    sender: transaction.sender,
    id,
    leaf: context.protocol.transactionLeaf(id, parts.signature),
    signedLength: transaction.signedLength,
    decoded: transaction,
    bodyEntry: encodeBodyEntry(parts, accountBytes(transaction.sender)),
    expected: {},
  };
  return item;
}

function sign(message: Uint8Array, context: PacketContext): WorkerAnswer {
  if (!context.secretKey) return refuse('not_producing', 'this node has no key to sign with');
  const randomness = context.randomness();
  const signature = context.backend.sign(message, context.secretKey, randomness);
  randomness.fill(0);
  return signature;
}

function answerOne(item: PacketItem, context: PacketContext): WorkerAnswer {
  switch (item.type) {
    case 'request':
      return verifyRequest(item.bytes, item.operation, item.now, context);
    case 'broadcast':
      return verifyBroadcast(item.bytes, item.now, context);
    case 'transaction':
      return verifyParts(item.parts, context);
    case 'check':
      return context.backend.verify(item.check.signature, item.check.message, item.check.publicKey);
    case 'sign':
      return sign(item.message, context);
  }
}

function answerSafely(item: PacketItem, context: PacketContext): WorkerAnswer {
  try {
    return answerOne(item, context);
  } catch (error) {
    return checkFault(error);
  }
}

/** Answers a packet. The cost counts only items that reached a signature check: refusing garbage is cheap, and a flood of
 *  it must not make the pool believe that signatures are. */
export function answerPacket(packet: ArrayBuffer, context: PacketContext): ArrayBuffer {
  const items = decodePacket(packet);
  let checked = 0;
  const counting: PacketContext = {
    ...context,
    backend: {
      name: context.backend.name,
      keygen: (seed) => context.backend.keygen(seed),
      sign: (message, secretKey, randomness) => context.backend.sign(message, secretKey, randomness),
      verify(signature, message, publicKey) {
        checked++;
        return context.backend.verify(signature, message, publicKey);
      },
    },
  };
  let microseconds = 0;
  let signatures = 0;
  const answers = items.map((item) => {
    const from = context.clock();
    const answer = answerSafely(item, counting);
    if (checked > signatures) {
      microseconds += (context.clock() - from) * 1_000;
      signatures = checked;
    }
    return answer;
  });
  const cost: PacketCost = { signatures, microseconds };
  return encodeAnswers(items, answers, cost);
}
