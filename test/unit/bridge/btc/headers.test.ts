/** Chains of headers: work, targets, links, time; the rule of the main network with the values of its first years. */

import { describe, expect, test } from 'vitest';
import { isRefusal, type Refusal } from '../../../../engine/base/refusal.js';
import { readBlocksAnswer } from '../../../../engine/bridge/btc/esploraAnswers.js';
import { hashOfShown } from '../../../../engine/bridge/btc/hash.js';
import {
  type BtcHeader,
  bitsOf,
  HeaderChain,
  parseHeader,
  retargeted,
  targetOf,
} from '../../../../engine/bridge/btc/headers.js';
import { HeaderCache } from '../../../../ops/bridge/headerCache.js';
import { BitcoinChain, dsha, shown, walletOf, worked } from '../../../support/bitcoinChain.js';
import { good } from '../../../support/depositScene.js';

const read = (bytes: Uint8Array): BtcHeader => parseHeader(new Uint8Array(bytes)) as BtcHeader;
const sentence = (result: unknown): string => (isRefusal(result) ? result.message : 'accepted');

const chain = new BitcoinChain(walletOf('miner'));
chain.mineMany(40);
const checkpoint = { height: 5, hash: chain.blocks[5]?.hash ?? '' };

function grown(to: number): HeaderChain {
  const headers = good(HeaderChain.from('regtest', checkpoint));
  for (const { header } of chain.blocks.slice(5, to + 1)) expect(headers.extend(read(header))).toBeUndefined();
  return headers;
}

describe('targets', () => {
  // Blocks 30,240 to 32,255, the first 2,016, 66,528 to 68,543, 46,368 to 48,383 of the main network.
  test.each([
    [1_261_130_161, 1_262_152_739, 0x1d00ffff, 0x1d00d86a],
    [1_231_006_505, 1_233_061_996, 0x1d00ffff, 0x1d00ffff],
    [1_279_008_237, 1_279_297_671, 0x1c05a3f4, 0x1c0168fd],
    [1_263_163_443, 1_269_211_443, 0x1c387f6f, 0x1d00e1fd],
  ])('a period from %i to %i changes %i to %i', (first, time, bits, expected) => {
    expect(retargeted(first, { time, bits }, 'mainnet')).toBe(expected);
  });

  test('the short form', () => {
    expect(targetOf(0x1d00ffff)).toBe(0xffffn << 208n);
    expect(targetOf(0x0012_3456)).toBeUndefined();
    expect(targetOf(0x04923456)).toBeUndefined();
    expect(targetOf(0x21010000)).toBeUndefined();
    for (const bits of [0x1d00ffff, 0x207fffff, 0x1c05a3f4, 0x03123456, 0x02008000])
      expect(bitsOf(targetOf(bits) ?? 0n)).toBe(bits);
  });
});

describe('a chain of headers', () => {
  test('has the work of its headers, from the checkpoint on', () => {
    const headers = grown(40);
    expect([headers.length, headers.tipHeight, headers.work]).toEqual([36, 40, 72n]);
    expect(shown(headers.at(40)?.hash ?? new Uint8Array(0))).toBe(chain.tip.hash);
    expect(headers.at(4)).toBeUndefined();
    expect(headers.at(41)).toBeUndefined();
  });

  /** The header of block 20 with something written over. */
  const changed = (write: (header: Buffer) => void, isWorked = true): BtcHeader => {
    const header = Buffer.from(chain.blocks[20]?.header ?? Buffer.alloc(80));
    write(header);
    if (isWorked) return read(worked(header));
    // A nonce without work.
    while ((dsha(header)[31] as number) < 0x80) header.writeUInt32LE(header.readUInt32LE(76) + 1, 76);
    return read(header);
  };

  test.each([
    ['rule 10: no proof of work', changed(() => undefined, false), 'has no proof of work'],
    [
      'rule 10: another header before it',
      changed((header) => header.fill(1, 4, 36)),
      'does not follow the one before it',
    ],
    [
      'rule 10: an easier target',
      changed((header) => header.writeUInt32LE(0x2100_ffff, 72)),
      'has a target that is not the one of its height',
    ],
    [
      'rule 10: a harder target than the rule',
      changed((header) => header.writeUInt32LE(0x207f_fffe, 72)),
      'has a target that is not the one of its height',
    ],
    [
      'rule 10: the time of the median',
      changed((header) => header.writeUInt32LE(1_600_000_000 + 600 * 14, 68)),
      'is not later than those before it',
    ],
  ])('%s', (_, header, expected) => {
    const headers = grown(19);
    const problem = headers.extend(header);
    expect(problem?.message).toBe(`block header 20 ${expected}`);
    expect(headers.tipHeight).toBe(19);
  });

  test('rule 10: another first header than the checkpoint', () => {
    const headers = good(HeaderChain.from('regtest', checkpoint));
    expect(headers.extend(read(chain.blocks[6]?.header ?? Buffer.alloc(80)))?.message).toBe(
      'block header 5 is not the checkpoint',
    );
  });

  test('of the main network begins at a change of target; the test network has none', () => {
    expect(sentence(HeaderChain.from('mainnet', { height: 2_015, hash: checkpoint.hash }))).toContain(
      'multiple of 2016',
    );
    expect(sentence(HeaderChain.from('mainnet', { height: 4_032, hash: checkpoint.hash }))).toBe('accepted');
    expect(sentence(HeaderChain.from('testnet', checkpoint))).toContain('prove no work');
  });
});

describe('a period of one target of the main network', () => {
  const first = { time: 1_279_008_237, bits: 0x1c05_a3f4 };
  const last = { time: 1_279_297_671, bits: 0x1c05_a3f4 };
  /** A header whose hash has work for any target; links and times are what counts here. */
  const made = (number: number, time: number, bits: number): BtcHeader => {
    const hash = (at: number): Uint8Array => new Uint8Array(32).fill(at & 0xff, 0, 1).fill(at >> 8, 1, 2);
    return { hash: hash(number), previous: hash(number - 1), merkleRoot: new Uint8Array(32), time, bits };
  };
  const period = Array.from({ length: 2_016 }, (_, at) =>
    made(at + 1, at === 2_015 ? last.time : first.time + at, first.bits),
  );
  const whole = (): HeaderChain => {
    const headers = good(
      HeaderChain.from('mainnet', { height: 66_528, hash: shown(period[0]?.hash ?? dsha(Buffer.alloc(0))) }),
    );
    for (const header of period) expect(headers.extend(header)).toBeUndefined();
    return headers;
  };

  test('ends with the target that the rule gives', () => {
    expect(whole().extend(made(2_017, last.time + 600, 0x1c01_68fd))).toBeUndefined();
  });

  test.each([
    ['rule 10: the target before a retarget', 0x1c05_a3f4],
    ['rule 10: a retarget that is a little easier', 0x1c01_68fe],
    ['rule 10: a retarget that is a little harder', 0x1c01_68fc],
    ['rule 10: a retarget to the easiest target', 0x1d00_ffff],
  ])('%s', (_, bits) => {
    expect(whole().extend(made(2_017, last.time + 600, bits))?.message).toBe(
      'block header 68544 has a target that is not the one of its height',
    );
  });

  test('rule 10: another target within the period', () => {
    const headers = good(
      HeaderChain.from('mainnet', { height: 66_528, hash: shown(period[0]?.hash ?? dsha(Buffer.alloc(0))) }),
    );
    expect(headers.extend(period[0] as BtcHeader)).toBeUndefined();
    expect(headers.extend(made(2, first.time + 1, 0x1c05_a3f5))?.message).toMatch(/not the one of its height$/);
  });
});

test('the genesis header of the main network has its hash and its work', () => {
  const bytes = Buffer.alloc(80);
  bytes.writeUInt32LE(1, 0);
  bytes.set(hashOfShown('4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b') as Uint8Array, 36);
  bytes.writeUInt32LE(1_231_006_505, 68);
  bytes.writeUInt32LE(0x1d00ffff, 72);
  bytes.writeUInt32LE(2_083_236_893, 76);
  const hash = '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f';
  const headers = good(HeaderChain.from('mainnet', { height: 0, hash }));
  expect(headers.extend(read(bytes))).toBeUndefined();
  expect(headers.work).toBe(0x1_0001_0001n);
});

/** Pages of a provider, whose chain may be replaced. */
class Pages {
  asked = 0;

  constructor(public source: BitcoinChain) {}

  readonly get = async (top: number): Promise<readonly BtcHeader[] | Refusal> => {
    this.asked++;
    return this.source.blocks.slice(Math.max(0, top - 9), top + 1).map(({ header }) => read(header));
  };
}

describe('kept headers', () => {
  test('are asked for once, and the last of them again', async () => {
    const pages = new Pages(chain);
    const cache = good(HeaderCache.from('regtest', checkpoint));
    expect(good(await cache.upTo(40, pages.get)).tipHeight).toBe(40);
    expect(pages.asked).toBe(4);
    expect(good(await cache.upTo(40, pages.get)).work).toBe(72n);
    expect(pages.asked).toBe(5);
  });

  test('follow a heavier chain that replaces their end, however deep', async () => {
    for (const depth of [1, 2, 9, 30, 35]) {
      const cache = good(HeaderCache.from('regtest', checkpoint));
      const pages = new Pages(chain);
      await cache.upTo(40, pages.get);
      pages.source = chain.fork(40 - depth);
      pages.source.mineMany(depth + 1);
      const after = good(await cache.upTo(41, pages.get));
      expect(shown(after.at(41)?.hash ?? new Uint8Array(0))).toBe(pages.source.tip.hash);
    }
  });

  test.each([
    ['rule 10: headers of another checkpoint', 4, 50, 'do not begin at the checkpoint'],
    ['rule 10: a tip below the checkpoint', 40, 4, 'is below the checkpoint'],
    ['rule 11: a tip too far above the checkpoint', 40, 30_000, 'set a later checkpoint'],
  ])('%s', async (_, forked, tip, expected) => {
    const other = chain.fork(forked);
    other.mineMany(46);
    const cache = good(HeaderCache.from('regtest', checkpoint));
    expect(sentence(await cache.upTo(tip, new Pages(other).get))).toContain(expected);
  });

  test('rule 10: headers that end before the tip', async () => {
    const cache = good(HeaderCache.from('regtest', checkpoint));
    expect(sentence(await cache.upTo(45, new Pages(chain).get))).not.toBe('accepted');
  });
});

describe('block summaries', () => {
  const block = chain.blocks[20];
  const summary = {
    ...{
      id: block?.hash,
      height: 20,
      version: block?.header.readUInt32LE(0),
      timestamp: block?.header.readUInt32LE(68),
    },
    ...{ bits: block?.header.readUInt32LE(72), nonce: block?.header.readUInt32LE(76) },
    merkle_root: shown(block?.header.subarray(36, 68) ?? Buffer.alloc(0)),
    previousblockhash: chain.blocks[19]?.hash,
  };

  test.each([
    ['as they are', {}, 1],
    ['with another time', { timestamp: 7 }, 'the id of a block is not the hash of its header'],
    ['of another height', { height: 21 }, 'its blocks are not those before the height that was asked for'],
    ['without an id', { id: undefined }, 'id is no hash of 64 lower-case hex digits'],
    ['with a fraction', { nonce: 1.5 }, 'nonce is no whole number up to 4294967295'],
  ])('%s', (_, change, expected) => {
    const answer = readBlocksAnswer(JSON.stringify([{ ...summary, ...change }]), 20);
    expect('reason' in answer ? answer.reason : answer.length).toBe(expected);
  });
});
