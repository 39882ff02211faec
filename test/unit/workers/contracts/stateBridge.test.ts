/** Reads of another thread's state through shared memory, byte for byte. */

import { describe, expect, test } from 'vitest';
import { InvariantError } from '../../../../engine/base/refusal.js';
import { type Contract, contractCode, contractKey, contracts } from '../../../../engine/ledger/contractTables.js';
import {
  BridgeDesk,
  BridgedState,
  MOST_READS,
  newBridge,
  type ReadRequest,
  StaleState,
  TooManyReads,
} from '../../../../workers/contracts/stateBridge.js';
import { SeededRandom, testSeed } from '../../../support/random.js';
import { ContractState, numberedModule } from '../../../support/wasm/contractModules.js';

const LARGEST = 1_114_112;

/** A reader whose questions are answered before it begins to wait. */
function readerOf(answer: (request: ReadRequest) => { record?: Uint8Array; isCurrent?: boolean }) {
  const bridge = newBridge();
  const desk = new BridgeDesk(bridge);
  const asked: ReadRequest[] = [];
  const state = new BridgedState(bridge, () => {
    const request = desk.asked() as ReadRequest;
    asked.push(request);
    const { record, isCurrent = true } = answer(request);
    desk.answer(record, isCurrent);
    expect(desk.asked()).toBeUndefined();
  });
  return { state, asked, desk };
}

describe('a record', () => {
  test('arrives as it was written, of every length', () => {
    const random = new SeededRandom(testSeed());
    const lengths = [0, 1, 7, 8, 4_096, 1_048_576, LARGEST, 3];
    const records = lengths.map((length) => random.bytes(length));
    let next = 0;
    const { state, asked } = readerOf(() => ({ record: records[next++] as Uint8Array }));
    for (const [at, record] of records.entries())
      expect(Buffer.compare(state.get(contractCode, `key ${at}`) as Uint8Array, record), `${record.length}`).toBe(0);
    expect(asked).toEqual(lengths.map((_, at) => ({ table: contractCode.id, key: `key ${at}` })));
    expect(state.reads).toBe(lengths.length);
  });

  test('is decoded by its table', () => {
    const contractState = new ContractState();
    const address = contractState.deploy(numberedModule(1));
    const contract = contractState.get(contracts, contractKey(address)) as Contract;
    const { state } = readerOf(() => ({ record: contracts.encode(contract) }));
    expect(state.get(contracts, contractKey(address))).toEqual(contract);
  });

  test('that is absent is no empty one, whatever was read before it', () => {
    const { state } = readerOf(({ key }) => (key === 'none' ? {} : { record: new Uint8Array(key === 'some' ? 9 : 0) }));
    expect(['some', 'none', 'empty'].map((key) => state.get(contractCode, key)?.length)).toEqual([9, undefined, 0]);
  });

  test('is asked for once, found or not; tables are told apart', () => {
    const { state, asked } = readerOf(({ table }) => (table === contractCode.id ? { record: Uint8Array.of(1) } : {}));
    for (let time = 0; time < 3; time++) {
      expect(state.get(contractCode, 'key')).toEqual(Uint8Array.of(1));
      expect(state.get(contracts, 'key')).toBeUndefined();
    }
    expect([asked.length, state.reads]).toEqual([2, 2]);
  });

  test('is asked for by its key, whatever characters that has', () => {
    const keys = ['', '\u0000', '\u00ff\u0100', 'k'.repeat(70_000), '\ud800', 'é😀'];
    const { state, asked } = readerOf(() => ({}));
    for (const key of keys) state.get(contractCode, key);
    expect(asked.map(({ key }) => key)).toEqual(keys);
  });

  test('is the last one after as many as the dearest call could read', () => {
    const { state, asked } = readerOf(() => ({}));
    for (let key = 0; key < MOST_READS; key++) state.get(contractCode, `${key}`);
    expect(() => state.get(contractCode, 'one more')).toThrow(TooManyReads);
    expect(state.get(contractCode, '0')).toBeUndefined();
    expect([MOST_READS, asked.length]).toEqual([10_000, 10_000]);
  });

  test('that does not fit is a bug of ours', () => {
    expect(() => new BridgeDesk(newBridge()).answer(new Uint8Array(LARGEST + 1), true)).toThrow(InvariantError);
  });
});

test('a state that moved on ends the reader, and tells it nothing of the new one', () => {
  const bridge = newBridge();
  const secret = Uint8Array.of(71, 72, 73, 74);
  new BridgeDesk(bridge).answer(secret, false);
  expect(new Uint8Array(bridge).some((byte) => secret.includes(byte))).toBe(false);
  const { state, asked } = readerOf(({ key }) => ({ record: secret, isCurrent: key !== 'late' }));
  expect(state.get(contractCode, 'early')).toEqual(secret);
  for (let time = 1; time <= 2; time++) {
    expect(() => state.get(contractCode, 'late')).toThrow(StaleState);
    expect(asked).toHaveLength(1 + time);
  }
});
