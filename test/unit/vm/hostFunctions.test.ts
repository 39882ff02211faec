/** What each host function answers and does: the rows of the reference's table, called by contracts on the machine. */

import { describe, expect, test } from 'vitest';
import { hostTable } from '../../../engine/vm/host/index.js';
import { bytes, output, outputText, probe, room, UNTOUCHED } from '../../support/wasm/hostProbe.js';
import { callRows, chanceRows } from '../../support/wasm/hostRows/calls.js';
import { environmentRows, outputRows } from '../../support/wasm/hostRows/environment.js';
import { fundsRows, tokenRows } from '../../support/wasm/hostRows/funds.js';
import { hashingRows } from '../../support/wasm/hostRows/hashing.js';
import { nftRows } from '../../support/wasm/hostRows/nfts.js';
import { half, type Row, utf8 } from '../../support/wasm/hostRows/row.js';
import { storageRows } from '../../support/wasm/hostRows/storage.js';

const rows: readonly Row[] = [
  ...environmentRows,
  ...outputRows,
  ...storageRows,
  ...fundsRows,
  ...tokenRows,
  ...nftRows,
  ...hashingRows,
  ...chanceRows,
  ...callRows,
];

/** Bytes behind what was expected that must not have been touched. */
const BEHIND = 256;

describe('host functions', () => {
  test.each(rows)('%s: %s', (name, _when, values, expected) => {
    const probed = probe(name, values, expected.answers ? { answers: expected.answers } : {});
    expect(probed.outcome.error).toBe(expected.error);
    expect(probed.outcome.success).toBe(expected.error === undefined);
    if (expected.result !== undefined) expect(probed.result).toBe(BigInt(expected.result));
    if (expected.asked) expect(probed.asked).toEqual(expected.asked);
    if (expected.out === undefined) return;
    const out = typeof expected.out === 'string' ? utf8(expected.out) : expected.out;
    expect(output(probed, out.length)).toEqual(out);
    expect(output(probed, out.length + BEHIND).slice(out.length)).toEqual(new Uint8Array(BEHIND).fill(UNTOUCHED));
  });

  test('all have rows', () => {
    const tested = new Set(rows.map(([name]) => name));
    expect(Object.keys(hostTable).filter((name) => !tested.has(name))).toEqual([]);
    expect([Object.keys(hostTable).length, rows.length]).toEqual([33, 205]);
  });

  test('half a letter is not completed by the next text', () => {
    const { asked } = probe('host_token_balance', [half, bytes(0xa9)], { answers: { tokenBalance: () => 3n } });
    expect(asked).toEqual([]);
    expect(outputText(probe('host_get_caller', [room(9)], { answers: { caller: 'next text' } }), 9)).toBe('next text');
  });
});
