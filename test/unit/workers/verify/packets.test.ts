/** Packets and tables of verdicts come back as they were packed, for every kind of transaction; and a bad item costs
 *  its neighbours nothing. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fromBinary, toBinary } from '../../../../engine/base/bytes.js';
import { Refusal, refusalCodes } from '../../../../engine/base/refusal.js';
import { encodeBodyEntry } from '../../../../engine/chain/transaction.js';
import { type AccountId, accountBytes } from '../../../../engine/crypto/address.js';
import { nobleBackend, PUBLIC_KEY_BYTES, SIGNATURE_BYTES } from '../../../../engine/crypto/mldsa.js';
import type { VerifiedItem } from '../../../../engine/intake/verify.js';
import { kinds } from '../../../../engine/ledger/kinds/index.js';
import { nativeProtocol } from '../../../../engine/protocol/native.js';
import { CheckFault } from '../../../../workers/verify/checkFault.js';
import { PacketMemory } from '../../../../workers/verify/packetMemory.js';
import { decodePacket, encodePacket, type PacketItem, packetBytesOf } from '../../../../workers/verify/packets.js';
import { answerPacket, type PacketContext } from '../../../../workers/verify/packetWork.js';
import { oneByOne } from '../../../../workers/verify/signatureBackends.js';
import {
  decodeAnswers,
  encodeAnswers,
  type ReadAnswer,
  type WorkerAnswer,
} from '../../../../workers/verify/verdictTable.js';
import { bytesOf, CHAIN_ID, goodTransfer, NOW, testKey } from '../../intake/signing.js';

const bytes = fc.uint8Array({ maxLength: 300 });
const exactly = (length: number): fc.Arbitrary<Uint8Array> => fc.uint8Array({ minLength: length, maxLength: length });
/** Long byte strings, one byte repeated: what they hold is all the same to the layout. */
const repeated = (length: number): fc.Arbitrary<Uint8Array> =>
  fc.nat(255).map((byte) => new Uint8Array(length).fill(byte));
const u32 = fc.nat(0xffff_ffff);
const text = fc.string({ unit: 'binary', maxLength: 40 });

const packetItem: fc.Arbitrary<PacketItem> = fc.oneof(
  fc.record({
    type: fc.constantFrom('request', 'broadcast'),
    operation: text,
    bytes,
    now: fc.double({ noNaN: true }),
    known: fc.boolean(),
    deferred: fc.boolean(),
  }),
  fc.record({
    type: fc.constant('transaction'),
    parts: fc.record({ operation: text, publicKey: bytes, text: bytes, keyAt: u32, signature: bytes }),
  }),
  fc.record({ type: fc.constant('check'), check: fc.record({ message: bytes, publicKey: bytes, signature: bytes }) }),
  fc.record({ type: fc.constant('sign'), message: bytes }),
);

describe('a packet', () => {
  test('gives back its items, whatever is in them, and is as long as it says', () => {
    let items = 0;
    fc.assert(
      fc.property(fc.array(packetItem, { maxLength: 64 }), (packet) => {
        const buffer = encodePacket(packet);
        expect(decodePacket(buffer)).toEqual(packet);
        const operations = packet.map((item) =>
          'operation' in item ? item.operation : 'parts' in item ? item.parts.operation : '',
        );
        const names = operations.reduce((sum, name) => sum + Buffer.byteLength(name), 0);
        expect(buffer.byteLength).toBe(4 + names + packet.reduce((sum, item) => sum + packetBytesOf(item), 0));
        items += packet.length;
      }),
      { numRuns: 300 },
    );
    expect(items).toBeGreaterThan(1_000);
  });

  test('says the same in memory that others have used', () => {
    const memory = new PacketMemory(2);
    const seen = new Set<ArrayBuffer>();
    let packets = 0;
    fc.assert(
      fc.property(fc.array(packetItem, { maxLength: 64 }), (packet) => {
        const buffer = encodePacket(packet, memory);
        expect(decodePacket(buffer)).toEqual(packet);
        new Uint8Array(buffer).fill(0xff);
        seen.add(buffer);
        memory.giveBack(buffer);
        packets++;
      }),
      { numRuns: 300 },
    );
    expect(packets).toBe(300);
    expect(seen.size).toBeLessThan(10);
  });

  test('finds memory that is large enough, and what is too large is not kept', () => {
    const memory = new PacketMemory(2);
    const [small, middle, large] = [60_000, 100_000, 1_000_000].map((size) => memory.take(size));
    expect([small, middle, large].map((buffer) => buffer?.byteLength)).toEqual([65_536, 131_072, 1_048_576]);
    for (const buffer of [large, small, middle]) memory.giveBack(buffer as ArrayBuffer);
    expect(memory.take(70_000)).toBe(middle);
    expect(memory.take(70_000)).toBe(large);
    expect(memory.take(10)).not.toBe(small);
    expect(memory.take(1_048_577)).toBeUndefined();
  });
});

const account = exactly(32).map((raw) => toBinary(raw) as AccountId);
const amount = fc.bigInt({ min: 0n, max: (1n << 128n) - 1n });
const integer = fc.maxSafeNat();
const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const metadata = {
  image: optional(text),
  description: optional(text),
  website: optional(text),
  twitter: optional(text),
  discord: optional(text),
};

const deposit = fc.record({
  ...{ claimKey: text, token: text, units: amount, recipient: account, recipientText: text, sender: text },
  ...{ blockHash: text, height: integer, position: integer, proof: text },
});

/** Fields of each kind, by its name. */
const fieldsOf: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  transfer: fc.record({ to: account, toText: text, token: text, amount }),
  contract_deploy: fc.record({ address: text, codeHash: exactly(32).map(toBinary), wasm: bytes }),
  contract_call: fc.record({
    ...{ address: text, method: text, args: text, gasLimit: integer },
    attached: optional(fc.record({ symbol: text, amount })),
  }),
  register_wallet: fc.record({
    ...{ id: text, displayName: text, encryptionKey: exactly(1_184).map(toBinary), discoverable: fc.boolean() },
    avatar: optional(text),
  }),
  register_name: fc.record({ name: text, walletId: text }),
  release_name: fc.record({ name: text }),
  bridge_mint: deposit,
  bridge_attest: deposit,
  bridge_withdraw: fc.record({ token: text, amount, destination: text }),
  bridge_fail: fc.record({ withdrawal: text, error: text }),
  bridge_fulfil: fc.record({
    ...{ withdrawal: text, hash: text, positions: fc.array(integer, { maxLength: 64 }) },
    bitcoin: optional(fc.record({ paid: amount, fee: amount })),
  }),
  bridge_refund: fc.record({ withdrawal: text }),
  faucet: fc.record({ recipient: optional(account), recipientText: optional(text) }),
  stake: fc.record({ amount }),
  unstake: fc.record({ amount }),
  create_pool: fc.record({ tokenA: text, tokenB: text, amountA: amount, amountB: amount }),
  add_liquidity: fc.record({ tokenA: text, tokenB: text, amountA: amount, amountB: amount }),
  remove_liquidity: fc.record({ tokenA: text, tokenB: text, lp: amount }),
  swap: fc.record({
    ...{ tokenIn: text, tokenOut: text, path: optional(fc.array(text, { maxLength: 5 })) },
    ...{ amountIn: amount, least: amount },
  }),
  nft_create_collection: fc.record({
    symbol: text,
    name: text,
    description: optional(text),
    image: optional(text),
    maxSupply: optional(integer),
    royaltyBps: optional(integer),
    royaltyInRange: fc.boolean(),
    royaltyRecipient: optional(account),
    royaltyRecipientText: optional(text),
    publicMint: fc.boolean(),
    mintPrice: amount,
    tokenGateSymbol: optional(text),
    tokenGateAmount: amount,
    discountPct: integer,
  }),
  nft_mint: fc.record({
    collectionId: text,
    name: text,
    metadataUri: optional(text),
    attributes: optional(text),
  }),
  nft_batch_mint: fc.record({
    collectionId: text,
    names: fc.array(text, { maxLength: 5 }),
    uris: fc.array(optional(text), { maxLength: 5 }),
    attributes: fc.array(optional(text), { maxLength: 5 }),
  }),
  nft_transfer: fc.record({ collectionId: text, tokenId: integer, to: account, toText: text, salePrice: amount }),
  nft_burn: fc.record({ collectionId: text, tokenId: integer }),
  nft_lock: fc.record({ collectionId: text, tokenId: integer, locked: fc.boolean() }),
  nft_freeze_collection: fc.record({ collectionId: text, frozen: fc.boolean() }),
  create_token: fc.record({
    name: text,
    symbol: text,
    totalSupply: amount,
    decimals: integer,
    mintable: fc.boolean(),
    maxSupply: optional(amount),
    ...metadata,
  }),
  mint_tokens: fc.record({ token: text, amount }),
  update_token_metadata: fc.record({ token: text, ...metadata }),
  claim_token_metadata: fc.record({ token: text }),
  approve: fc.record({ spender: account, spenderText: text, token: text, amount }),
  transfer_from: fc.record({ owner: account, ownerText: text, to: account, toText: text, token: text, amount }),
  token_freeze: fc.record({ token: text, frozen: fc.boolean() }),
  burn: fc.record({ token: text, amount }),
};

const verifiedItem: fc.Arbitrary<VerifiedItem> = fc
  .constantFrom(...Object.keys(fieldsOf))
  .chain((operation) =>
    fc.record({
      operation: fc.constant(operation),
      fields: fieldsOf[operation] ?? fc.constant({}),
      publicKey: repeated(PUBLIC_KEY_BYTES),
      signature: repeated(SIGNATURE_BYTES),
      text: bytes,
      keyAt: u32,
      hash: exactly(32),
      leaf: exactly(32),
      sender: account,
      signedLength: u32,
      timestamp: integer,
      nonce: text,
      priorityFee: amount,
      accountNonce: fc.option(
        integer.map((value) => ({ accountNonce: value })),
        { nil: {} },
      ),
      unsoundFee: fc.constantFrom({}, { unsoundFee: true as const }),
      expectedNonce: fc.option(
        integer.map((value) => ({ nonce: value })),
        { nil: {} },
      ),
      expectedFee: fc.option(
        amount.map((value) => ({ fee: value })),
        { nil: {} },
      ),
    }),
  )
  .map((given) => ({
    parts: {
      operation: given.operation,
      publicKey: given.publicKey,
      text: given.text,
      keyAt: given.keyAt,
      signature: given.signature,
    },
    id: given.hash,
    leaf: given.leaf,
    signedLength: given.signedLength,
    decoded: {
      operation: given.operation,
      fields: given.fields,
      sender: given.sender,
      timestamp: given.timestamp,
      nonce: given.nonce,
      priorityFee: given.priorityFee,
      ...given.accountNonce,
      ...given.unsoundFee,
    },
    expected: { ...given.expectedNonce, ...given.expectedFee },
  }));

const refusal = fc
  .record({ code: fc.constantFrom(...refusalCodes), message: text, seconds: optional(fc.nat(10_000)) })
  .map(({ code, message, seconds }) => new Refusal(code, message, seconds));

const fault = text.map((detail) => new CheckFault(detail));

const answer: fc.Arbitrary<WorkerAnswer> = fc.oneof(
  verifiedItem,
  refusal,
  fault,
  fc.boolean(),
  repeated(SIGNATURE_BYTES),
  fc.constant('deferred' as const),
);

/** What the main thread must make of a worker's answer. */
function expected(given: WorkerAnswer): ReadAnswer {
  if (typeof given !== 'object' || given instanceof Refusal || given instanceof Uint8Array) return given;
  if (given instanceof CheckFault) return given;
  const { parts, decoded, id, leaf, signedLength, expected: derived } = given;
  const transaction = { ...parts, ...decoded, id: toBinary(id), signedLength };
  return { transaction, leaf, bodyEntry: encodeBodyEntry(parts, accountBytes(decoded.sender)), expected: derived };
}

/** An item that fits the answer: a block's transaction gets back nothing of the parts that were sent. */
function itemFor(given: WorkerAnswer, sent: boolean): PacketItem {
  if (given instanceof Uint8Array) return { type: 'sign', message: given };
  if (typeof given === 'object' && 'parts' in given && sent) return { type: 'transaction', parts: given.parts };
  return { type: 'request', operation: 'transfer', bytes: new Uint8Array(), now: 0, known: false, deferred: false };
}

describe('a table of verdicts', () => {
  test('covers every kind', () => {
    expect(Object.keys(fieldsOf).sort()).toEqual(kinds.map(({ name }) => name).sort());
  });

  test('gives back every answer by its index, whatever stands beside it', () => {
    let verified = 0;
    fc.assert(
      fc.property(
        fc.array(fc.tuple(answer, fc.boolean()), { maxLength: 20 }),
        fc.record({ signatures: u32, microseconds: fc.nat(), hits: u32, misses: u32, evictions: u32, keys: u32 }),
        (rows, cost) => {
          const answers = rows.map(([given]) => given);
          const items = rows.map(([given, sent]) => itemFor(given, sent));
          const table = decodeAnswers(encodeAnswers(items, answers, cost), items);
          expect(table.cost).toEqual(cost);
          expect(table.answers).toEqual(answers.map(expected));
          for (const given of answers) if (typeof given === 'object' && 'parts' in given) verified++;
        },
      ),
      { numRuns: 300 },
    );
    expect(verified).toBeGreaterThan(100);
  });

  test('carries every code of a refusal', () => {
    const answers = refusalCodes.map((code, index) => new Refusal(code, `sentence ${index}`, index));
    const items = answers.map((given) => itemFor(given, false));
    const cost = { signatures: 0, microseconds: 0, hits: 0, misses: 0, evictions: 0, keys: 0 };
    expect(decodeAnswers(encodeAnswers(items, answers, cost), items).answers).toEqual(answers);
    expect(answers.length).toBeGreaterThan(30);
  });
});

describe('the work on a packet', () => {
  const key = testKey(3);
  const context: PacketContext = {
    chainId: CHAIN_ID,
    protocol: nativeProtocol,
    backend: oneByOne(nobleBackend),
    requireChainId: false,
    secretKey: key.secretKey,
    randomness: () => new Uint8Array(32).fill(7),
    clock: () => performance.now(),
  };
  const request = (body: Uint8Array): PacketItem => ({
    ...{ type: 'request', operation: 'transfer', bytes: body, now: NOW },
    known: true,
    deferred: false,
  });

  test('answers each item for itself: garbage, and an item on which a check throws, cost no neighbour', () => {
    const throwing: PacketContext = {
      ...context,
      backend: oneByOne({
        ...nobleBackend,
        verify(signature, message, publicKey) {
          if (message.length === 3) throw new Error('broken');
          return nobleBackend.verify(signature, message, publicKey);
        },
      }),
    };
    const message = bytesOf('vote');
    const signature = nobleBackend.sign(message, key.secretKey);
    const check = { message, publicKey: key.publicKey, signature };
    const items: PacketItem[] = [
      request(bytesOf('garbage')),
      request(goodTransfer(key, 1)),
      { type: 'check', check: { ...check, message: bytesOf('bad') } },
      { type: 'check', check },
      { type: 'check', check: { ...check, message: bytesOf('veto') } },
      { type: 'check', check: { ...check, publicKey: new Uint8Array(5) } },
      { type: 'sign', message },
      request(goodTransfer(key, 2)),
    ];
    const { answers, cost } = decodeAnswers(answerPacket(encodePacket(items), throwing), items);
    const shown = answers.map((one) =>
      one instanceof Refusal
        ? one.code
        : one instanceof CheckFault
          ? one.detail.split('\n', 1)[0]
          : typeof one !== 'object'
            ? one
            : one instanceof Uint8Array
              ? 'signature'
              : one.transaction.nonce,
    );
    expect(shown).toEqual([
      'malformed_body',
      'nonce-0000000001',
      'Error: broken',
      true,
      false,
      false,
      'signature',
      'nonce-0000000002',
    ]);
    expect(cost.signatures).toBe(6);
    expect(cost.microseconds).toBeGreaterThan(0);
    expect(nobleBackend.verify(answers[6] as Uint8Array, message, key.publicKey)).toBe(true);
  });

  test("reads a block's transaction as it read the request; changed parts do not pass", () => {
    const fresh = [request(goodTransfer(key, 1))];
    const first = decodeAnswers(answerPacket(encodePacket(fresh), context), fresh).answers[0];
    if (typeof first !== 'object' || !('transaction' in first)) throw new Error('the request must pass');
    const parts = first.transaction;
    const flipped = Uint8Array.from(parts.text);
    flipped[2] = 0x62;
    const items: PacketItem[] = [
      { type: 'transaction', parts },
      { type: 'transaction', parts: { ...parts, text: flipped } },
      { type: 'transaction', parts: { ...parts, keyAt: parts.keyAt + 1 } },
      { type: 'transaction', parts: { ...parts, keyAt: 1_000_000 } },
      { type: 'transaction', parts: { ...parts, keyAt: 0 } },
      { type: 'transaction', parts: { ...parts, signature: new Uint8Array(1) } },
      { type: 'transaction', parts: { ...parts, operation: 'faucet' } },
      { type: 'transaction', parts: { ...parts, operation: 'unheard_of' } },
    ];
    const { answers } = decodeAnswers(answerPacket(encodePacket(items), context), items);
    expect(answers[0]).toEqual(first);
    const codes = answers.slice(1).map((one) => (one instanceof Refusal ? one.code : 'passed'));
    expect(codes).toEqual([...Array<string>(5).fill('invalid_signature'), 'operation_mismatch', 'operation_unknown']);
    expect(fromBinary(first.transaction.sender)).toEqual(accountBytes(first.transaction.sender));
  });

  test('signs only with a key, and differently each time with fresh randomness', () => {
    let drawn = 0;
    const hedged: PacketContext = { ...context, randomness: () => new Uint8Array(32).fill(++drawn) };
    const items: PacketItem[] = [1, 2].map(() => ({ type: 'sign', message: bytesOf('block') }));
    const { answers } = decodeAnswers(answerPacket(encodePacket(items), hedged), items);
    expect(drawn).toBe(2);
    const [one, two] = answers as [Uint8Array, Uint8Array];
    expect(Buffer.compare(one, two)).not.toBe(0);
    for (const signature of [one, two])
      expect(nobleBackend.verify(signature, bytesOf('block'), key.publicKey)).toBe(true);
    const without = { ...context, secretKey: undefined };
    expect(decodeAnswers(answerPacket(encodePacket(items), without), items).answers).toMatchObject([
      { code: 'not_producing' },
      { code: 'not_producing' },
    ]);
  });
});
