/** A packet's work, as a verification thread does it: every item on its own, an answer for each.
 *
 *  In: a packet. Out: the table of verdicts. Pure except for the clock and the randomness it is given, so that it can run
 *  without a thread. Three passes: every item is opened, which does everything cheaper than a signature; the signatures of
 *  the items that are left are checked together, two at a time where the backend can; then each item is judged. A request that
 *  will be refused whatever its signature is (window, `from`, nonce) is handed back as `deferred` and comes again when
 *  there is time. An item that makes a check throw is answered with that fault; the others are not affected. */

import { bytesEqual, decodeUtf8 } from '../../engine/base/bytes.js';
import { isRefusal, type Refusal, refuse } from '../../engine/base/refusal.js';
import { parseTransactionJson } from '../../engine/chain/blockJson.js';
import { joinKey, type SignedParts } from '../../engine/chain/transaction.js';
import type { PacketBackend, SignatureItem } from '../../engine/crypto/mldsa.js';
import { claimsKey } from '../../engine/intake/claim.js';
import type { EncodedTransaction } from '../../engine/intake/verifier.js';
import {
  judgeRequest,
  judgeTransaction,
  type OpenedRequest,
  openBroadcast,
  openRequest,
  openSigned,
  readWireTransaction,
  type VerifyContext,
} from '../../engine/intake/verify.js';
import { CheckFault, checkFault } from './checkFault.js';
import { decodePacket, type FreshItem, type PacketItem } from './packets.js';
import { encodeAnswers, type PacketCost, type WorkerAnswer } from './verdictTable.js';

export interface PacketContext extends VerifyContext {
  readonly backend: PacketBackend;
  /** The node's key, 4,032 bytes; without it nothing can be signed. */
  readonly secretKey: Uint8Array | undefined;
  /** 32 fresh random bytes. */
  readonly randomness: () => Uint8Array;
  /** Milliseconds of a monotonic clock. */
  readonly clock: () => number;
}

/** An item whose signature is to be checked, and the function that turns the verdict into an answer. */
interface OpenItem extends SignatureItem {
  readonly index: number;
  readonly request?: OpenedRequest;
  readonly parts?: SignedParts;
}

const NO_TEXT = refuse('malformed_body', 'a transaction is not well-formed UTF-8');
const NO_TRANSACTION = refuse('malformed_body', 'it is not a protobuf Transaction');

const badSignature = (): Refusal => refuse('invalid_signature', 'invalid signature');

/** An item's answer so far: its final one, or the signature that has to be checked first. */
type Opened = { readonly answer: WorkerAnswer } | { readonly open: OpenItem };

/** Whether the queue has taken the signer as the sender: it looks for the first key in the bytes, and a request may contain
 *  another client's key before its own. */
const claims = ({ type, bytes }: FreshItem, { publicKey, key, isClaimed }: OpenedRequest): boolean =>
  isClaimed || claimsKey({ kind: type, bytes }, publicKey, key.hex);

function opened(
  { type, operation, bytes, now }: FreshItem,
  { protocol, keys }: PacketContext,
): OpenedRequest | Refusal {
  if (type === 'request') return openRequest(bytes, operation, now, protocol, keys);
  return type === 'signed' ? openSigned(bytes, now, keys) : openBroadcast(bytes, now, keys);
}

function openFresh(item: FreshItem, index: number, context: PacketContext): Opened {
  const { known, deferred } = item;
  const request = opened(item, context);
  if (isRefusal(request)) return { answer: request };
  const { signature, publicKey, early } = request;
  if (!deferred && (early || (known && !claims(item, request)))) return { answer: 'deferred' };
  return { open: { index, signature, message: request.signed.bytes, publicKey, known, request } };
}

function openTransaction(parts: SignedParts, index: number, { keys }: PacketContext): Opened {
  const { signature, publicKey } = parts;
  const message = joinKey(parts.text, parts.keyAt, publicKey, keys?.of(publicKey).hex);
  return message ? { open: { index, signature, message, publicKey, known: true, parts } } : { answer: badSignature() };
}

function readEncoded({ form, bytes }: EncodedTransaction): SignedParts | Refusal {
  if (form === 'protobuf') return readWireTransaction(bytes) ?? NO_TRANSACTION;
  const text = decodeUtf8(bytes);
  return text === undefined ? NO_TEXT : parseTransactionJson(text);
}

/** A transaction with the leaf of a verified one is that one: the leaf covers key, signed bytes and signature. */
function openEncoded(item: EncodedTransaction, index: number, context: PacketContext): Opened {
  const parts = readEncoded(item);
  if (isRefusal(parts)) return { answer: parts };
  const known = item.leaf && judgeTransaction(parts, context);
  if (known && !isRefusal(known) && bytesEqual(known.leaf, item.leaf as Uint8Array)) return { answer: known };
  return openTransaction(parts, index, context);
}

function sign(message: Uint8Array, context: PacketContext): WorkerAnswer {
  if (!context.secretKey) return refuse('not_producing', 'this node has no key to sign with');
  const randomness = context.randomness();
  try {
    return context.backend.sign(message, context.secretKey, randomness);
  } finally {
    randomness.fill(0);
  }
}

function openItem(item: PacketItem, index: number, context: PacketContext): Opened {
  switch (item.type) {
    case 'request':
    case 'broadcast':
    case 'signed':
      return openFresh(item, index, context);
    case 'transaction':
      return openTransaction(item.parts, index, context);
    case 'encoded':
      return openEncoded(item, index, context);
    case 'check':
      return { open: { index, known: true, ...item.check } };
    case 'sign':
      return { answer: sign(item.message, context) };
  }
}

function judge({ request, parts }: OpenItem, holds: boolean, context: PacketContext): WorkerAnswer {
  if (request) return judgeRequest(request, holds, context);
  if (parts) return holds ? judgeTransaction(parts, context) : badSignature();
  return holds;
}

/** @param args of the work: a closure for each item of a packet would be compiled anew again and again. */
function orFault<A extends readonly unknown[], T>(work: (...args: A) => T, ...args: A): T | CheckFault {
  try {
    return work(...args);
  } catch (error) {
    return checkFault(error);
  }
}

/** Checks all together; when that throws, one by one, so that only the faulty item is answered with the fault. */
function verdictsOf(open: readonly OpenItem[], backend: PacketBackend): readonly (boolean | CheckFault)[] {
  const together = orFault(() => backend.verifyMany(open));
  if (!(together instanceof CheckFault)) return together;
  return open.map(({ signature, message, publicKey }) => orFault(() => backend.verify(signature, message, publicKey)));
}

/** Answers a packet. The cost counts only items that reached a signature check: refusing garbage is cheap, and a flood of
 *  garbage must not make the pool believe that signatures are cheap. */
export function answerPacket(packet: ArrayBuffer, context: PacketContext): ArrayBufferLike {
  const { backend, clock } = context;
  const items = decodePacket(packet);
  const answers: WorkerAnswer[] = new Array(items.length);
  const open: OpenItem[] = [];
  const before = backend.keyCache();
  let milliseconds = 0;
  for (const [index, item] of items.entries()) {
    const from = clock();
    const opened = orFault(openItem, item, index, context);
    if (opened instanceof CheckFault) answers[index] = opened;
    else if ('answer' in opened) answers[index] = opened.answer;
    else {
      open.push(opened.open);
      milliseconds += clock() - from;
    }
  }
  const from = clock();
  const verdicts = open.length === 0 ? [] : verdictsOf(open, backend);
  for (const [at, item] of open.entries()) {
    const verdict = verdicts[at] as boolean | CheckFault;
    answers[item.index] = verdict instanceof CheckFault ? verdict : orFault(judge, item, verdict, context);
  }
  if (open.length > 0) milliseconds += clock() - from;
  const after = backend.keyCache();
  const cost: PacketCost = {
    signatures: open.length,
    microseconds: milliseconds * 1_000,
    hits: after.hits - before.hits,
    misses: after.misses - before.misses,
    evictions: after.evictions - before.evictions,
    keys: after.keys,
  };
  return encodeAnswers(items, answers, cost);
}
