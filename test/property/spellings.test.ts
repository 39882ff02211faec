/** One meaning of a signed request, whatever its spelling: for everything that intake accepts, by whatever route, the
 *  executed transaction is the one that every reader gets from its stored parts.
 *
 *  Signatures count as valid: a sender that spells its own request strangely can also sign it. */

import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import { toBinary, toHex, utf8 } from '../../engine/base/bytes.js';
import { isJsonObject, type JsonObject, parseJson } from '../../engine/base/json.js';
import { SIGNED_JSON } from '../../engine/base/limits.js';
import { isRefusal, type Refusal, refusalStatus } from '../../engine/base/refusal.js';
import { decodeBlock, encodeBlock } from '../../engine/chain/block.js';
import { parseBlockJson } from '../../engine/chain/blockJson.js';
import { type Header, headerBytes } from '../../engine/chain/header.js';
import { type SignedParts, signedBytesOf, type Transaction } from '../../engine/chain/transaction.js';
import type { PacketBackend } from '../../engine/crypto/mldsa.js';
import { sha256Of } from '../../engine/crypto/sha256.js';
import { SignerKeys } from '../../engine/crypto/signerKey.js';
import { splitJsonBatch } from '../../engine/intake/batch.js';
import type { VerifiedTransaction } from '../../engine/intake/verifier.js';
import { decodeTransaction } from '../../engine/ledger/decode.js';
import { kindOf, kinds } from '../../engine/ledger/kinds/index.js';
import { readStoredTransaction, storedNonce, Unreadable } from '../../engine/ledger/unreadable.js';
import { receiptView, txV1, wrapper } from '../../engine/ledger/views.js';
import { nativeProtocol } from '../../engine/protocol/native.js';
import { Body, WireTransaction } from '../../proto/wire.js';
import { encodePacket, type FreshItem } from '../../workers/verify/packets.js';
import { answerPacket, type PacketContext } from '../../workers/verify/packetWork.js';
import { decodeAnswers, type ReadAnswer } from '../../workers/verify/verdictTable.js';
import { bridgeSamples } from '../support/bridgeOrders.js';
import { SeededRandom, TEST_ALL, testSeed } from '../support/random.js';
import { broadcastOf, envelopeOf, envelopeWithBytes, respelled, spellingChanges } from '../support/spellings.js';
import { actor, CHAIN_ID, item } from '../support/transactions.js';
import { Workload } from '../support/workload.js';

const SPELLINGS = TEST_ALL ? 100_000 : 15_000;
const PACKET = 50;

/** Signed texts of every kind, to be spelled differently. */
const BASES = 4_000;
/** Of the bridge, which the workload does not make. */
const BRIDGE_BASES = 600;

const trusting: PacketBackend = {
  name: 'trusting',
  keygen: () => expect.fail('no keys are made here'),
  sign: () => expect.fail('nothing is signed here'),
  verify: () => true,
  verifyMany: (items) => items.map(() => true),
  keyCache: () => ({ hits: 0, misses: 0, evictions: 0, keys: 0 }),
};

const context: PacketContext = {
  chainId: CHAIN_ID,
  protocol: nativeProtocol,
  backend: trusting,
  requireChainId: false,
  secretKey: undefined,
  keys: new SignerKeys(),
  randomness: () => new Uint8Array(32),
  clock: () => 0,
};

interface Base {
  readonly payload: JsonObject;
  readonly operation: string;
  readonly keyHex: string;
  readonly timestamp: number;
}

function basesOf(random: SeededRandom): readonly Base[] {
  const workload = new Workload(random);
  const time = workload.rules.genesis.time + 400;
  const [signer, recipient] = [actor('spellings: signer'), actor('spellings: recipient')];
  return Array.from({ length: BASES + BRIDGE_BASES }, (_, base) => {
    const order = random.pick(Object.values(bridgeSamples(signer, recipient, time)).flat());
    const { transaction } = base < BASES ? workload.plan(time).item : item(order);
    const payload = parseJson(Buffer.from(signedBytesOf(transaction)).toString('utf8'), SIGNED_JSON);
    if (!isJsonObject(payload as JsonObject)) expect.fail('a signed text is an object');
    const { operation, timestamp } = transaction;
    return { payload: payload as JsonObject, operation, keyHex: toHex(transaction.publicKey), timestamp };
  });
}

const SIGNATURE = Buffer.alloc(3_309, 0xab);

/** A protobuf Transaction, the key cut out at one of its places, or at none. */
function wireOf(text: string, keyHex: string, operation: string, random: SeededRandom): Uint8Array {
  const bytes = Buffer.from(text);
  const places = [...text.matchAll(new RegExp(keyHex, 'g'))].map(({ index }) =>
    Buffer.byteLength(text.slice(0, index)),
  );
  const at = random.pick([undefined, ...places]);
  const cut =
    at === undefined
      ? { text: bytes, keyAt: random.chance(3) ? bytes.length + 2 : 0 }
      : { text: Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + keyHex.length)]), keyAt: at + 1 };
  return WireTransaction.encode({
    operation,
    publicKey: Buffer.from(keyHex, 'hex'),
    ...cut,
    signature: SIGNATURE,
  }).finish();
}

type Door = 'bytes' | 'payload' | 'broadcast' | 'signed' | 'batch';

interface Sent {
  readonly item: FreshItem;
  readonly door: Door;
  readonly changes: readonly string[];
  readonly text: string;
}

function sent(base: Base, random: SeededRandom): Sent {
  const { keyHex, operation, timestamp } = base;
  const { changes, text, beside } = respelled(base.payload, keyHex, random);
  const door = random.pick<Door>(['bytes', 'bytes', 'payload', 'broadcast', 'signed', 'batch']);
  const signed = { text, keyHex };
  const make = { now: timestamp, known: random.chance(50), deferred: true };
  const fresh = (): FreshItem => {
    if (door === 'broadcast')
      return { type: 'broadcast', operation: '', bytes: broadcastOf(signed, operation), ...make };
    if (door === 'signed') {
      const named = random.chance(50) ? operation : '';
      return { type: 'signed', operation: '', bytes: wireOf(text, keyHex, named, random), ...make };
    }
    if (door === 'payload') return { type: 'request', operation, bytes: envelopeOf(signed), ...make };
    const bytes = envelopeWithBytes(signed, random.chance(50) ? beside : text, random.chance(10));
    return { type: 'request', operation: door === 'batch' ? '' : operation, bytes, ...make };
  };
  return { item: fresh(), door, changes, text };
}

/** Through the packets, the worker's code and the table of answers, as in a node. */
function askedOf(items: readonly FreshItem[]): readonly ReadAnswer[] {
  return decodeAnswers(answerPacket(encodePacket(items), context), items).answers;
}

/** The elements of a batch are the requests that were put into it. */
function checkSplit(requests: readonly Sent[]): void {
  const bodies = requests.filter(({ item }) => item.type === 'request').map(({ item }) => item.bytes);
  if (bodies.length === 0) return;
  const list = Buffer.concat([
    utf8('[ '),
    ...bodies.flatMap((body, at) => (at === 0 ? [body] : [utf8(' ,\n'), body])),
    utf8(']'),
  ]);
  const items = splitJsonBatch(list);
  if (isRefusal(items)) expect.fail(items.message);
  const trimmed = (bytes: Uint8Array): string => Buffer.from(bytes).toString('utf8').trim();
  expect(items.map(({ bytes }) => trimmed(bytes))).toEqual(bodies.map(trimmed));
}

/** As a stored body keeps it: key and signature are elsewhere. */
function storedParts({ transaction, bodyEntry }: VerifiedTransaction): SignedParts {
  const [entry] = Body.decode(bodyEntry).transactions;
  if (!entry) expect.fail('a body entry holds a transaction');
  const { publicKey, signature } = transaction;
  return {
    operation: entry.operation ?? '',
    text: entry.text ?? new Uint8Array(),
    keyAt: entry.keyAt ?? 0,
    publicKey,
    signature,
  };
}

const meaningOf = (transaction: Transaction) => {
  const { operation, timestamp, nonce, priorityFee, accountNonce, unsoundFee, sender, id, signedLength } = transaction;
  const fields = kindOf(operation)?.layout.encode(transaction.fields);
  const common = { operation, timestamp, nonce, priorityFee, accountNonce, unsoundFee, sender, id, signedLength };
  return { ...common, fields: toHex(fields ?? new Uint8Array()), bytes: toHex(signedBytesOf(transaction)) };
};

/** For a failed one, because a successful one would need a state. */
const receipt = { nonce: 1, fee: 0n, failure: 'slippage exceeded', result: null };
const placement = { height: 1, hash: 'ab'.repeat(32), time: 5, position: 0 };

/** Checks that an accepted request executes what each of its readers reads. @returns how many readers agreed. */
function checkTaken(taken: VerifiedTransaction, { text, door, item }: Sent): number {
  const { transaction } = taken;
  const executed = meaningOf(transaction);
  if (door !== 'payload') expect(executed.bytes).toBe(toHex(utf8(text)));
  expect(transaction.id).toBe(toBinary(sha256Of(transaction.publicKey, Buffer.from(executed.bytes, 'hex'))));
  const parts = storedParts(taken);
  const readers: [string, Transaction | Refusal][] = [
    ['stored body', decodeTransaction(parts, CHAIN_ID, nativeProtocol)],
    ['history', readStoredTransaction(parts, CHAIN_ID, nativeProtocol)],
    ['memory', decodeTransaction(transaction, CHAIN_ID, nativeProtocol)],
  ];
  const view = txV1(transaction, receipt);
  const frame = { version: 1, header: blockHeader, txs: [view], proposer_sig: toHex(SIGNATURE) };
  const exported = parseBlockJson(JSON.stringify(frame), nativeProtocol.headerBytes);
  if (isRefusal(exported)) expect.fail(exported.message);
  const wire = decodeBlock(encodeBlock({ ...exported, transactions: [parts] }));
  if (isRefusal(wire)) expect.fail(wire.message);
  for (const [name, block] of [
    ['export', exported],
    ['wire', wire],
  ] as const)
    readers.push([name, decodeTransaction(block.transactions[0] as SignedParts, CHAIN_ID, nativeProtocol)]);
  for (const [name, read] of readers) {
    if (isRefusal(read)) expect.fail(`${name} refuses what was taken: ${read.message}`);
    expect(read.fields).not.toBeInstanceOf(Unreadable);
    const meaning = meaningOf(read);
    if (!isDeepStrictEqual(meaning, executed)) expect(meaning, name).toEqual(executed);
  }
  expect(storedNonce(parts)).toBe(transaction.nonce);
  const listed = JSON.stringify([
    wrapper(transaction, receipt, placement),
    receiptView(transaction, receipt, placement),
  ]);
  expect(JSON.parse(listed)).toHaveLength(2);
  // The node's view of it can be broadcast as a whole.
  const again = broadcastOf(
    { text: Buffer.from(executed.bytes, 'hex').toString('utf8'), keyHex: toHex(transaction.publicKey) },
    transaction.operation,
    kindOf(transaction.operation)?.exactJson ? '' : `,"payload":${JSON.stringify(view.payload)}`,
  );
  const [rebroadcast] = askedOf([{ ...item, type: 'broadcast', operation: '', bytes: again }]);
  if (isRefusal(rebroadcast)) expect.fail(`its own TxV1 is refused: ${rebroadcast.message}`);
  expect((rebroadcast as VerifiedTransaction).transaction.id).toBe(transaction.id);
  return readers.length;
}

const header: Header = {
  version: 1,
  chain_id: CHAIN_ID,
  height: 1,
  time: 5,
  prev_hash: 'cd'.repeat(32),
  tx_hash: 'ef'.repeat(32),
  proposer_pub_key: 'ab'.repeat(1_952),
};
const blockHeader = JSON.parse(Buffer.from(headerBytes(header)).toString('utf8')) as unknown;

test('an accepted transaction has one meaning for all readers', () => {
  const random = new SeededRandom(testSeed());
  const drawn = basesOf(random);
  const basesOfKinds = kinds.map(({ name }) => drawn.filter(({ operation }) => operation === name));
  expect(kinds.filter((_, at) => basesOfKinds[at]?.length === 0)).toEqual([]);
  const counts = { taken: 0, refused: 0, readers: 0 };
  const tried = new Map<string, number>();
  const takenOf = new Map<string, number>();
  const reasons = new Map<string, number>();
  const count = (map: Map<string, number>, name: string): void => void map.set(name, (map.get(name) ?? 0) + 1);
  for (let made = 0; made < SPELLINGS; made += PACKET) {
    const requests = Array.from({ length: PACKET }, () => sent(random.pick(random.pick(basesOfKinds)), random));
    checkSplit(requests);
    const answers = askedOf(requests.map(({ item }) => item));
    requests.forEach((request, at) => {
      const answer = answers[at];
      for (const change of request.changes) count(tried, change);
      count(tried, request.door);
      if (isRefusal(answer)) {
        expect(refusalStatus[answer.code]).toBeDefined();
        expect(answer.code).not.toBe('internal');
        count(reasons, answer.code);
        counts.refused++;
        return;
      }
      if (typeof answer !== 'object' || !('transaction' in answer)) expect.fail(`an answer of another kind: ${answer}`);
      counts.readers += checkTaken(answer, request);
      counts.taken++;
      for (const change of request.changes) count(takenOf, change);
      count(takenOf, request.door);
      count(takenOf, answer.transaction.operation);
    });
  }
  console.log(counts, Object.fromEntries(reasons), Object.fromEntries(takenOf));
  expect(counts.taken + counts.refused).toBe(SPELLINGS);
  expect(counts.taken).toBeGreaterThan(SPELLINGS / 4);
  expect(counts.readers).toBe(counts.taken * 5);
  for (const change of spellingChanges) expect(tried.get(change), change).toBeGreaterThan(50);
  for (const door of ['bytes', 'payload', 'broadcast', 'signed', 'batch'])
    expect(takenOf.get(door), door).toBeGreaterThan(500);
  for (const { name } of kinds) expect(takenOf.get(name), name).toBeGreaterThan(10);
  for (const change of ['the key in a name, beside the rest of that name', 'attributes of many numbers', 'a long text'])
    expect(takenOf.get(change), change).toBeGreaterThan(100);
}, 600_000);
