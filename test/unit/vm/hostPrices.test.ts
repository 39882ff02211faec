/** What each host function costs: the native prices as they are written here, nothing under the reference's. */

import { describe, expect, test } from 'vitest';
import { hostTable } from '../../../engine/vm/host/index.js';
import { nativePrices } from '../../../engine/vm/prices.js';
import type { ContractScene } from '../../../engine/vm/scene.js';
import { type Argument, OUT_AT, probe, room, text } from '../../support/wasm/hostProbe.js';

const KEY: Argument = { bytes: new Uint8Array(1_952) };
const SIGNATURE: Argument = { bytes: new Uint8Array(3_309) };
const TEN = 'ten bytes.';
const ten = text(TEN);
const value = new Uint8Array(100);

interface Priced {
  readonly answers?: Partial<ContractScene>;
  /** Fuel of each charge, in their order. */
  readonly charges: readonly number[];
  /** Questions that are asked before the last charge. */
  readonly askedBefore?: number;
}

type Row = readonly [name: string, values: readonly Argument[], priced: Priced];

const rows: readonly Row[] = [
  ['host_log', [text('')], { charges: [500] }],
  ['host_log', [ten], { charges: [500 + 10 * 10] }],
  ['host_get_caller', [room(100)], { answers: { caller: TEN }, charges: [200 + 10] }],
  ['host_get_caller', [room(1)], { answers: { caller: TEN }, charges: [200 + 10] }],
  ['host_get_self_addr', [room(100)], { answers: { self: TEN }, charges: [200 + 10] }],
  ['host_get_chain_id', [room(100)], { answers: { chainId: TEN }, charges: [200 + 10] }],
  ['host_get_args_len', [], { charges: [100] }],
  ['host_read_args', [room(100)], { answers: { args: value }, charges: [200 + 100] }],
  ['host_get_block_height', [], { charges: [100] }],
  ['host_get_block_time', [], { charges: [100] }],
  ['host_get_balance', [ten], { charges: [5_000 + 10] }],
  ['host_transfer', [ten, 1n], { charges: [20_000 + 10] }],
  ['host_storage_read', [ten, room(100)], { charges: [1_000 + 10] }],
  [
    'host_storage_read',
    [ten, room(100)],
    { answers: { readStorage: () => value }, charges: [1_010, 200 + 100], askedBefore: 1 },
  ],
  [
    'host_storage_read',
    [ten, room(1)],
    { answers: { readStorage: () => value }, charges: [1_010, 200 + 100], askedBefore: 1 },
  ],
  ['host_storage_write', [ten, text('')], { charges: [10_000 + 20 * 10] }],
  ['host_storage_write', [ten, { bytes: value }], { charges: [10_000 + 20 * 110] }],
  ['host_storage_delete', [ten], { charges: [10_000 + 10] }],
  ['host_emit_event', [ten, { bytes: value }], { charges: [2_000 + 20 * 110] }],
  ['host_sha256', [{ bytes: value }, OUT_AT], { charges: [1_000 + 100] }],
  ['host_set_return', [ten], { charges: [500 + 10 * 10] }],
  ['host_call_contract', [ten, ten, { bytes: value }, 1n], { charges: [20_000 + 80 * 120] }],
  ['host_get_call_result', [1, room(100)], { charges: [200] }],
  [
    'host_get_call_result',
    [1, room(100)],
    { answers: { callResult: () => value }, charges: [200, 200 + 100], askedBefore: 1 },
  ],
  ['host_pqc_verify', [KEY, ten, SIGNATURE], { charges: [100_000 + 20] }],
  ['host_pqc_verify', [ten, ten, ten], { charges: [100_000 + 20] }],
  ['host_pqc_pubkey_to_address', [KEY, room(100)], { charges: [5_000 + 1_952] }],
  ['host_pqc_hash_pubkey', [KEY, OUT_AT], { charges: [1_000 + 1_952] }],
  ['host_token_balance', [ten, ten], { charges: [5_000 + 20] }],
  ['host_token_transfer', [ten, ten, 1n], { charges: [20_000 + 20] }],
  ['host_nft_owner', [ten, 1n, room(100)], { charges: [5_000 + 10] }],
  ['host_nft_transfer', [ten, 1n, ten], { charges: [20_000 + 20] }],
  ['host_nft_create_collection', [ten, ten, 1n, room(100)], { charges: [40_000 + 20 * 20] }],
  ['host_nft_mint', [ten, ten, ten, { bytes: value }], { charges: [40_000 + 20 * 130] }],
  ['host_nft_royalty_bps', [ten], { charges: [5_000 + 10] }],
  ['host_nft_royalty_recipient', [ten, room(100)], { charges: [5_000 + 10] }],
  ['host_random', [OUT_AT], { charges: [1_000] }],
  ['host_block_hash', [1n, OUT_AT], { charges: [1_000] }],
  ['host_get_attached_amount', [], { charges: [100] }],
  ['host_get_attached_symbol', [room(100)], { charges: [200] }],
];

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

describe('prices of host functions', () => {
  test.each(rows)('%s', (name, values, { answers = {}, charges, askedBefore = 0 }) => {
    const plain = probe(name, values, { answers, keepsMemory: false });
    expect(plain.outcome.success).toBe(true);
    const instructions = plain.outcome.gasUsed;
    // Constants, the call, what keeps the result: nothing for the function itself.
    expect(instructions).toBeLessThan(20);

    const native = { answers, keepsMemory: false, prices: nativePrices };
    const priced = probe(name, values, native);
    const all = priced.instantiationFuel + instructions + sum(charges);
    expect(priced.outcome).toEqual({ success: true, gasUsed: all });
    expect(priced.asked).toEqual(plain.asked);

    const exact = probe(name, values, { ...native, fuel: all });
    expect([exact.outcome, exact.asked]).toEqual([priced.outcome, priced.asked]);

    const below = probe(name, values, { ...native, fuel: all - 1 });
    const used = all - (charges.at(-1) ?? 0);
    const error = `Out of gas (limit: ${all - 1}, used: ${used})`;
    expect(below.outcome).toEqual({ success: false, gasUsed: used, error });
    expect(below.asked).toHaveLength(askedBefore);
  });

  test('all functions have one', () => {
    const priced = new Set(rows.map(([name]) => name));
    expect(Object.keys(hostTable).filter((name) => !priced.has(name))).toEqual([]);
    expect([priced.size, rows.length]).toEqual([33, 40]);
  });

  test('lengths beyond the memory and beyond the fuel are paid for before anything is looked at', () => {
    for (const length of [-1, 2 ** 31 - 1, -(2 ** 31), 10_000_000]) {
      const { outcome, asked, instantiationFuel } = probe('host_log', [0, length], {
        prices: nativePrices,
        keepsMemory: false,
      });
      expect(outcome.error).toMatch(/^Out of gas/);
      expect(outcome.gasUsed - instantiationFuel).toBeLessThan(20);
      expect(asked).toEqual([]);
    }
  });
});
