/** Deposit addresses: to whom each is given, and what of it a power cut or damage may leave. */

import { appendFileSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isRefusal, refuse } from '../../../../engine/base/refusal.js';
import { readBtcAddress } from '../../../../engine/bridge/btc/address.js';
import type { PoolEntry } from '../../../../engine/bridge/depositPool.js';
import { accountOfBytes, addressOf, addressOfKey, resolveAccount } from '../../../../engine/crypto/address.js';
import { ADDRESSES_FILE, DepositAddresses } from '../../../../ops/bridge/depositAddresses.js';
import { endPath } from '../../../../ops/bridge/recordFile.js';
import { walletOf } from '../../../support/bitcoinChain.js';
import { good } from '../../../support/depositScene.js';
import { temporaryDirectory } from '../temporary.js';

const custody = walletOf('custody');
const rules = { network: 'regtest', custody: good(readBtcAddress(custody.address, 'regtest')) } as const;
const entry = (index: number): PoolEntry => ({ index, address: walletOf(`deposit ${index}`).address });
const recipient = (number: number): string => addressOf(accountOfBytes(new Uint8Array(32).fill(number)));

const tryOpen = (directory: string) => DepositAddresses.open(directory, { rules, now: () => 1_700_000_000_000 });

async function open(directory: string): Promise<DepositAddresses> {
  const opened = await tryOpen(directory);
  if (isRefusal(opened)) throw new Error(opened.message);
  return opened;
}

const said = (result: unknown): string => (isRefusal(result) ? result.message : String(result));

describe('the pool', () => {
  test('gives the first address first, the same one to whoever asks again in another spelling', async () => {
    const addresses = await open(temporaryDirectory());
    expect(await addresses.add([entry(4), entry(5), entry(6)])).toBe(3);
    const key = new Uint8Array(1_952).fill(9);
    const spellings = [addressOfKey(key), Buffer.from(key).toString('hex'), ` XRGE:${addressOfKey(key).toUpperCase()}`];
    for (const spelling of spellings) expect(await addresses.assign(spelling)).toBe(entry(4).address);
    expect(await addresses.assign(recipient(1))).toBe(entry(5).address);
    expect([addresses.poolRemaining, addresses.maxIndex]).toEqual([1, 6]);
    expect(addresses.assigned()).toEqual([
      { ...entry(4), recipient: addressOfKey(key) },
      { ...entry(5), recipient: recipient(1) },
    ]);
    expect(addresses.all()).toHaveLength(3);
    await addresses.close();
  });

  test('a hundred requests at a time for one recipient take one address', async () => {
    const addresses = await open(temporaryDirectory());
    await addresses.add([entry(0), entry(1)]);
    const given = await Promise.all(Array.from({ length: 100 }, () => addresses.assign(recipient(3))));
    expect(new Set(given)).toEqual(new Set([entry(0).address]));
    expect(addresses.poolRemaining).toBe(1);
    await addresses.close();
  });

  test('rule 8: takes no custody, no address twice, none that does not decode, no bad index', async () => {
    const addresses = await open(temporaryDirectory());
    const known: string[] = [];
    addresses.onKnown = (fresh) => known.push(...fresh);
    const { address } = entry(0);
    const wrong = `${address.slice(0, -1)}${address.endsWith('q') ? 'p' : 'q'}`;
    const offered = [
      { index: 1, address: custody.address },
      { index: 1, address: custody.address.toUpperCase() },
      entry(0),
      { index: 7, address: address.toUpperCase() },
      { index: 1, address: wrong },
      { index: -1, address: entry(8).address },
      { index: 1.5, address: entry(9).address },
      // One index is one address.
      { index: entry(0).index, address: entry(10).address },
    ];
    expect(await addresses.add(offered)).toBe(1);
    expect(await addresses.add(offered)).toBe(0);
    expect(await addresses.assign(recipient(1))).toBe(address);
    expect(await addresses.add([entry(0)])).toBe(0);
    expect(known).toEqual([address]);
    await addresses.close();
  });

  test('whoever is denied gets none, whoever has one already is not asked', async () => {
    const addresses = await open(temporaryDirectory());
    await addresses.add([entry(0), entry(1)]);
    expect(await addresses.assign(recipient(1))).toBe(entry(0).address);
    const asked: unknown[] = [];
    const deny = (account: unknown, left: number) => {
      asked.push([account, left]);
      return refuse('rate_limited', 'not now', 7);
    };
    expect(await addresses.assign(recipient(1), deny)).toBe(entry(0).address);
    expect(await addresses.assign(recipient(2), deny)).toMatchObject({ code: 'rate_limited', retryAfterSeconds: 7 });
    expect(asked).toEqual([[resolveAccount(recipient(2))?.account, 1]]);
    expect([addresses.poolRemaining, addresses.assigned().length]).toEqual([1, 1]);
    await addresses.close();
  });

  test('an empty one and a recipient that is nobody are refused', async () => {
    const addresses = await open(temporaryDirectory());
    expect(said(await addresses.assign(recipient(1)))).toBe(
      'No deposit address available yet — the relayer is topping up the pool, try again shortly.',
    );
    await addresses.add([entry(0)]);
    expect(said(await addresses.assign('rouge1nobody'))).toContain('neither a rouge1 address nor a public key');
    expect(addresses.poolRemaining).toBe(1);
    await addresses.close();
  });
});

describe('the file', () => {
  async function filled(): Promise<string> {
    const directory = temporaryDirectory();
    const addresses = await open(directory);
    await addresses.add([entry(0), entry(1), entry(2)]);
    await addresses.assign(recipient(1));
    await addresses.assign(recipient(2));
    await addresses.close();
    return directory;
  }

  test('keeps pool and assignments over a restart', async () => {
    const directory = await filled();
    const addresses = await open(directory);
    expect(await addresses.assign(recipient(2))).toBe(entry(1).address);
    expect(await addresses.assign(recipient(3))).toBe(entry(2).address);
    expect(addresses.maxIndex).toBe(2);
    await addresses.close();
    expect(statSync(join(directory, ADDRESSES_FILE)).mode & 0o777).toBe(0o600);
  });

  test('cut at any byte is refused when it was promised, and goes on when the end was not noted', async () => {
    const directory = await filled();
    const path = join(directory, ADDRESSES_FILE);
    const bytes = readFileSync(path);
    const ends = [...bytes.keys()].filter((at) => bytes[at] === 0x0a).map((at) => at + 1);
    const [begins = 0] = ends;
    // Around each line feed, and some between.
    const between = Array.from({ length: 12 }, (_, at) => Math.floor(((at + 0.5) * bytes.length) / 12));
    const lengths = new Set([...ends.slice(0, -1), ...ends.flatMap((end) => [end - 1, end - 2]), 0, 1, ...between]);
    for (const length of lengths) {
      writeFileSync(path, bytes.subarray(0, length));
      // A file begins with a record as a whole: one without was emptied.
      const why = length < begins ? 'has no record: it was emptied' : 'is an older copy, was cut';
      expect(said(await tryOpen(directory))).toContain(why);
    }
    const end = readFileSync(endPath(path));
    for (const length of [...lengths].filter((one) => one >= begins)) {
      writeFileSync(path, bytes.subarray(0, length));
      rmSync(endPath(path));
      const addresses = await open(directory);
      const records = ends.filter((one) => one <= length).length;
      expect(addresses.assigned()).toHaveLength(Math.max(0, records - 2));
      expect(readFileSync(path)).toHaveLength(ends[records - 1] as number);
      await addresses.close();
    }
    // The last of them has noted fewer records than there are: a crash before the end was noted leaves that.
    writeFileSync(path, bytes);
    await (await open(directory)).close();
    expect(readFileSync(endPath(path))).toEqual(end);
    expect(lengths.size).toBeGreaterThan(16);
    expect(ends).toHaveLength(4);
  });

  test('that is an older copy, has a line twice, lines in another order or none is refused, and nobody gets an address of another one', async () => {
    const directory = temporaryDirectory();
    const path = join(directory, ADDRESSES_FILE);
    const copies: string[] = [];
    const addresses = await open(directory);
    const recipients = [1, 2, 3, 4].map(recipient);
    for (const [number, one] of recipients.entries()) {
      await addresses.add([entry(number)]);
      copies.push(readFileSync(path, 'utf8'));
      await addresses.assign(one);
      copies.push(readFileSync(path, 'utf8'));
    }
    await addresses.close();
    const whole = copies.pop() as string;
    const lines = whole.trimEnd().split('\n');
    const written = (some: readonly (string | undefined)[]): string => `${some.join('\n')}\n`;
    const swapped = lines
      .slice(1)
      .map((_, at) => written([...lines.slice(0, at), lines[at + 1], lines[at], ...lines.slice(at + 2)]));
    const doubled = lines.map((line, at) => written([...lines.slice(0, at), line, ...lines.slice(at)]));
    const dropped = lines.map((_, at) => written(lines.toSpliced(at, 1)));
    const attacks = [...copies, ...swapped, ...doubled, ...dropped];
    for (const attack of attacks) {
      writeFileSync(path, attack);
      expect(said(await tryOpen(directory)), attack).toMatch(/bridge-addresses\.log(:| is an older copy)/);
    }
    expect(attacks).toHaveLength(7 + 8 + 9 + 9);
    rmSync(path);
    expect(said(await tryOpen(directory))).toContain('it has 0 records');
    writeFileSync(path, whole);
    writeFileSync(endPath(path), '9 ab\n');
    expect(said(await tryOpen(directory))).toMatch(/bridge-addresses\.log\.end is damaged/);
    rmSync(endPath(path));
    const again = await open(directory);
    for (const [number, one] of recipients.entries()) expect(await again.assign(one)).toBe(entry(number).address);
    await again.close();
  });

  test('is backed up with its end, and the copy refuses what it does not have', async () => {
    const directory = temporaryDirectory();
    const backup = temporaryDirectory();
    const addresses = await open(directory);
    await addresses.add([entry(0), entry(1)]);
    await addresses.assign(recipient(1));
    const early = readFileSync(join(directory, ADDRESSES_FILE));
    await addresses.assign(recipient(2));
    await addresses.backup(backup);
    await addresses.close();
    await (await open(backup)).close();
    writeFileSync(join(backup, ADDRESSES_FILE), early);
    expect(said(await tryOpen(backup))).toContain('it has 3 records, and');
  });

  test('damaged anywhere before its torn end is refused with the line', async () => {
    const directory = await filled();
    const path = join(directory, ADDRESSES_FILE);
    const bytes = readFileSync(path);
    let refused = 0;
    for (let at = 0; at < bytes.length - 1; at += 3) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] as number) ^ 1;
      writeFileSync(path, changed);
      const opened = await tryOpen(directory);
      expect(said(opened)).toMatch(/^line [1-4] of .*bridge-addresses\.log is damaged: restore the file/);
      refused++;
    }
    expect(refused).toBe(Math.ceil((bytes.length - 1) / 3));
  });

  test('of another custody address is refused', async () => {
    const directory = await filled();
    const other = { ...rules, custody: good(readBtcAddress(entry(1).address, 'regtest')) };
    const opened = await DepositAddresses.open(directory, { rules: other, now: () => 0 });
    expect(said(opened)).toContain('is no deposit address of this bridge');
  });

  test('with a record out of turn is refused', async () => {
    const directory = await filled();
    const path = join(directory, ADDRESSES_FILE);
    const lines = readFileSync(path, 'utf8').split('\n');
    appendFileSync(path, `${lines[2]}\n`);
    expect(said(await tryOpen(directory))).toContain('is given to somebody out of turn');
    truncateSync(path, 0);
    expect(said(await tryOpen(directory))).toContain('remove it only if it has never given an address to anybody');
    rmSync(path);
    rmSync(endPath(path));
    await (await open(directory)).close();
  });
});
