/** Release events of one provider: the search for the first block, pages, and what makes a provider count as missing. */

import { keccak_256 } from '@noble/hashes/sha3.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toHex, utf8 } from '../../../engine/base/bytes.js';
import { type JsonValue, parseJson } from '../../../engine/base/json.js';
import { isRefusal } from '../../../engine/base/refusal.js';
import { balanceCalls, custodyBalance, readBalances } from '../../../engine/bridge/evm/balances.js';
import type { EvmBridge } from '../../../engine/bridge/evm/contracts.js';
import { topicOf } from '../../../engine/bridge/evm/events.js';
import type { OwedPayout } from '../../../engine/bridge/evm/payouts.js';
import {
  FirstBlockSearch,
  HEAD_AGE_MS,
  readDatedBlock,
  readReleases,
  releaseFilter,
  staleHead,
} from '../../../engine/bridge/evm/releases.js';
import { RPC_JSON } from '../../../engine/bridge/evm/values.js';

const CONTRACT = `0x${'ab'.repeat(20)}`;
const HASH = `0x${'5a'.repeat(32)}`;
const DESTINATION = `0x${'cd'.repeat(20)}`;
const bridge = { bridge: CONTRACT, custody: `0x${'01'.repeat(20)}`, vault: `0x${'02'.repeat(20)}` } as EvmBridge;
const owed: OwedPayout = { withdrawalId: 'ff'.repeat(32), coin: 'ETH', destination: DESTINATION, units: 5n };

const word = (value: bigint): string => value.toString(16).padStart(64, '0');
const json = (value: unknown): JsonValue => {
  const parsed = parseJson(JSON.stringify(value), RPC_JSON);
  if (isRefusal(parsed)) throw new Error(parsed.message);
  return parsed;
};

const log = (id: string, change: object = {}) => ({
  address: CONTRACT,
  topics: [topicOf('BridgeReleaseETH'), `0x${'0'.repeat(24)}${'cd'.repeat(20)}`],
  data: `0x${word(7n)}${toHex(keccak_256(utf8(id)))}`,
  blockNumber: '0x64',
  logIndex: '0x3',
  transactionHash: HASH,
  ...change,
});

const read = (logs: readonly unknown[]) => {
  const result = readReleases(bridge, owed, { from: 100, to: 200 }, json(logs));
  return isRefusal(result) ? result.message : result;
};

describe('a page', () => {
  test('is asked for by contract and event, whoever was paid', () => {
    expect(releaseFilter(bridge, owed, 100, 255)).toEqual([
      {
        ...{ fromBlock: '0x64', toBlock: '0xff', address: CONTRACT },
        topics: [topicOf('BridgeReleaseETH')],
      },
    ]);
  });

  test('has the release of the withdrawal or not, whatever it paid', () => {
    expect(read([])).toEqual([]);
    expect(read([log('ee'.repeat(32))])).toEqual([]);
    expect(read([log('ee'.repeat(32)), log(owed.withdrawalId)])).toEqual([HASH]);
  });

  test.each([
    ['of another contract', { address: DESTINATION }, /a log that was not asked for/],
    ['of another event', { topics: [topicOf('Transfer')] }, /a log that was not asked for/],
    ['of another block', { blockNumber: '0x63' }, /a block that was not asked for/],
    ['that does not decode', { data: '0x' }, /not a well-formed BridgeReleaseETH/],
    ['without a block', { blockNumber: null }, /blockNumber of a log is not a quantity/],
  ])('rule 12: with a log %s the provider is missing', (_, change, sentence) => {
    expect(read([log(owed.withdrawalId, change)])).toMatch(sentence);
  });
});

describe('the first block', () => {
  test('is found by time, however the blocks are spaced', () => {
    let searches = 0;
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 20 }), { minLength: 1, maxLength: 300 }),
        fc.integer({ min: -5, max: 3_200 }),
        (steps, since) => {
          let time = 0;
          const times = steps.map((step) => (time += step));
          const head = { height: times.length - 1, time: times.at(-1) as number };
          const search = new FirstBlockSearch(head, since);
          let asked = 0;
          for (let wanted = search.wanted; wanted !== undefined; wanted = search.wanted) {
            search.take({ height: wanted, time: times[wanted] as number });
            asked++;
          }
          const first = times.findIndex((at) => at >= since);
          expect(search.first).toBe(first < 0 ? head.height : first);
          expect(asked).toBeLessThanOrEqual(Math.ceil(Math.log2(times.length)) + 1);
          searches++;
        },
      ),
    );
    expect(searches).toBe(100);
  });

  test('rule 12: a provider whose head is old is missing', () => {
    expect(staleHead({ height: 9, time: 1_000_000 }, 1_000_000 + HEAD_AGE_MS)).toBeUndefined();
    expect(staleHead({ height: 9, time: 1_000_000 }, 1_000_001 + HEAD_AGE_MS)?.message).toMatch(
      /its newest block 9 is/,
    );
  });

  test('a block is read with its time, and must be the one that was asked for', () => {
    const block = json({ number: '0x5', timestamp: '0x64' });
    expect(readDatedBlock(block, 5)).toEqual({ height: 5, time: 100_000 });
    expect(isRefusal(readDatedBlock(block, 6))).toBe(true);
    expect(isRefusal(readDatedBlock(json(null), 5))).toBe(true);
  });
});

describe('balances', () => {
  test('of ETH and USDC are custody and contract, of XRGE the vault', () => {
    const full = { ...bridge, usdc: `0x${'03'.repeat(20)}`, xrge: `0x${'04'.repeat(20)}` } as EvmBridge;
    expect(balanceCalls(full, 'ETH').calls.map(({ method }) => method)).toEqual(['eth_getBalance', 'eth_getBalance']);
    const [usdc] = balanceCalls(full, 'USDC').calls;
    expect(usdc?.target).toEqual({ to: full.usdc, data: `0x70a08231${full.custody?.slice(2).padStart(64, '0')}` });
    expect(balanceCalls(full, 'XRGE').of).toBe(`vault ${full.vault}`);
    expect(balanceCalls({ usdc: '', xrge: '' } as EvmBridge, 'ETH').calls).toEqual([]);
  });

  test('are summed exactly and shown in units here, rounded down', () => {
    expect(readBalances('ETH', [json('0x5'), json('0x10')])).toBe(21n);
    expect(readBalances('USDC', [json(`0x${word(7n)}`)])).toBe(7n);
    expect(isRefusal(readBalances('USDC', [json('0x')]))).toBe(true);
    expect(custodyBalance('ETH', 2n * 10n ** 12n - 1n, 'x', 3)).toEqual({ units: 1n, height: 3, of: 'x' });
    expect(custodyBalance('XRGE', 10n ** 18n + 1n, 'x', 3).units).toBe(10n ** 9n);
  });
});
