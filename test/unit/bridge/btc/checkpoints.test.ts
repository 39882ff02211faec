/** Targets and proofs of work of Bitcoin's main network, one for each period of 2,016 blocks, from the list that the wallet Electrum pins: read
 *  where it lies (ROUGED_BITCOIN_CHECKPOINTS names the file), committed nowhere. */

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { bitsOf, RETARGET_BLOCKS, targetOf } from '../../../../engine/bridge/btc/headers.js';

const path = process.env.ROUGED_BITCOIN_CHECKPOINTS;
const checkpointsMissing = path === undefined;

/** The easiest target of the main network. */
const EASIEST = targetOf(0x1d00_ffff) as bigint;

interface Period {
  /** Of its last block, as a number. */
  readonly hash: bigint;
  /** Of the period behind it. */
  readonly next: bigint;
}

/** Numbers beyond 2^53 are read as text: JSON.parse would round them. */
const periodsOf = (text: string): readonly Period[] =>
  [...text.matchAll(/\[\s*"([0-9a-f]{64})"\s*,\s*(\d+)\s*\]/g)].map(([, hash, next]) => ({
    hash: BigInt(`0x${hash}`),
    next: BigInt(next as string),
  }));

if (checkpointsMissing) console.log('ROUGED_BITCOIN_CHECKPOINTS names no file: no period of the main network was read');

test.skipIf(checkpointsMissing)(
  'every target of the main network has its short form, and bounds the work behind it',
  () => {
    const periods = periodsOf(readFileSync(path as string, 'utf8'));
    expect(periods.length).toBeGreaterThan(300);
    let target = EASIEST;
    let changed = 0;
    for (const [number, { hash, next }] of periods.entries()) {
      const place = `the period that ends at block ${(number + 1) * RETARGET_BLOCKS - 1}`;
      expect(hash <= target, place).toBe(true);
      expect(targetOf(bitsOf(next)), place).toBe(next);
      expect(next <= EASIEST && next <= target * 4n, place).toBe(true);
      // The short form keeps 15 bits or more: a quarter may be cut by that much.
      expect(next >= target / 4n - (target >> 15n), place).toBe(true);
      for (const other of [next + 1n, next - 1n]) expect(targetOf(bitsOf(other)) === other, place).toBe(false);
      if (next !== target) changed++;
      target = next;
    }
    console.log(`${periods.length} periods of the main network, ${changed} changes of the target`);
    expect(changed).toBeGreaterThan(300);
  },
);
