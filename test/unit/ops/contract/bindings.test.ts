/** The bindings of contracts, from inside a contract: JSON in and out, amounts, hex, storage, and each function of the host. */

import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { fromHex, toHex, utf8 } from '../../../../engine/base/bytes.js';
import { sha256 } from '../../../../engine/crypto/sha256.js';
import type { Argument, TestAccount, TestContract, TestLedger } from '../../../../ops/contract/local/testLedger.js';
import { SeededRandom, testSeed } from '../../../support/random.js';
import { ledgerOfExamples } from './exampleContracts.js';

const PROBE = `import {
  add, addressOf, addressOfKey, args, attachedAmount, attachedSymbol, balanceOf, blockHash, blockHeight, blockTime, ByteReader,
  ByteWriter, bytesOfHex, caller, callerAddress, emit, formatUnits, formatXrge, hashOfKey, hexOf, isWhole, Json, JsonKind, JsonList,
  JsonObject, log, multiply, multiplyDivide, parseJson, quote, queueCall, random, returnAmount, returnBool, returnBytes, returnJson,
  returnList, returnText, self, send, sendToken, sha256, StorageList, StorageMap, StoragePairMap, StorageValue, subtract, textOf,
  tokenBalanceOf, trySend, trySendToken, utf8,
} from 'rouged/contract';

class Pair {
  name: string = '';
  data: Uint8Array = new Uint8Array(0);
  size: i64 = 0;
  write(out: ByteWriter): void { out.text(this.name); out.raw(this.data); out.integer<i64>(this.size); }
  read(from: ByteReader): void { this.name = from.text(); this.data = from.raw(); this.size = from.integer<i64>(); }
}

function written(value: Json): string {
  switch (value.kind) {
    case JsonKind.Null: return 'null';
    case JsonKind.Text: return quote(value.text());
    case JsonKind.List: {
      const list = new JsonList();
      for (let at = 0; at < value.items.length; at++) list.json(written(value.items[at]));
      return list.toString();
    }
    case JsonKind.Record: {
      const object = new JsonObject();
      for (let at = 0; at < value.items.length; at++) object.json(value.names[at], written(value.items[at]));
      return object.toString();
    }
    default: return value.content;
  }
}

export function echo(): void { emit('echo', written(args())); }
export function parse(): void { emit('parse', written(parseJson(args().member('text').text()))); }
export function whole(): void {
  const text = args().member('text').text();
  returnBool(isWhole(text));
}
export function signed(): void { returnText(args().member('n').i64().toString()); }
export function small(): void { returnText(args().member('n').u32().toString()); }
export function flag(): void { returnBool(!args().member('b').bool()); }
export function sums(): void {
  const a = args().member('a').u64();
  const b = args().member('b').u64();
  const kind = args().member('kind').text();
  if (kind === 'add') returnAmount(add(a, b));
  else if (kind === 'subtract') returnAmount(subtract(a, b));
  else if (kind === 'multiply') returnAmount(multiply(a, b));
  else if (kind === 'divide') returnAmount(multiplyDivide(a, b, args().member('c').u64()));
  else returnText(kind === 'xrge' ? formatXrge(a) : formatUnits(a, <u32>b));
}
export function hex(): void { returnText(hexOf(bytesOfHex(args().member('text').text()))); }
export function facts(): void {
  const hash = blockHash(blockHeight() - 1);
  returnJson(new JsonObject().text('caller', caller()).text('address', callerAddress()).text('self', self())
    .integer<u64>('height', blockHeight()).integer<u64>('time', blockTime()).text('hash', hash === null ? '' : hexOf(hash))
    .bool('unknown', blockHash(blockHeight()) === null).amount('attached', attachedAmount()).text('symbol', attachedSymbol())
    .amount('balance', balanceOf(self())).nothing('nothing').list('list', new JsonList().amount(1).text('x').object(new JsonObject())));
}
export function keys(): void {
  const key = args().member('key').text();
  const bytes = bytesOfHex(key);
  returnJson(new JsonObject().text('address', addressOf(key)).text('same', addressOfKey(bytes)).text('hash', hexOf(hashOfKey(bytes)))
    .text('sha', hexOf(sha256(utf8('abc')))).text('other', addressOf('abc')));
}
export function draws(): void { returnList(new JsonList().text(hexOf(random())).text(hexOf(random()))); }
export function pay(): void {
  const to = args().member('to').text();
  const amount = args().member('amount').u64();
  if (args().has('token')) {
    const symbol = args().member('token').text();
    if (args().has('try')) returnBool(trySendToken(symbol, to, amount));
    else { sendToken(symbol, to, amount); returnAmount(tokenBalanceOf(symbol, self())); }
  } else if (args().has('try')) returnBool(trySend(to, amount));
  else send(to, amount);
}
export function store_(): void {
  const value = new StorageValue<Pair>('pair');
  assert(!value.has());
  const pair = new Pair();
  pair.name = 'n\\u00e4me';
  pair.data = bytesOfHex('00ff10');
  pair.size = -5;
  value.set(pair);
  const back = value.read();
  assert(back.name === pair.name && back.size === -5 && hexOf(back.data) === '00ff10');
  const map = new StorageMap<u64, string>('map');
  map.set(u64.MAX_VALUE, 'last');
  assert(map.has(u64.MAX_VALUE) && !map.has(0) && map.get(0, 'none') === 'none' && map.read(u64.MAX_VALUE) === 'last');
  const pairs = new StoragePairMap<string, string, u16>('pairs');
  pairs.set('a/b', 'c', 1);
  pairs.set('a', 'b/c', 2);
  assert(pairs.get('a/b', 'c', 0) === 1 && pairs.get('a', 'b/c', 0) === 2 && pairs.has('a', 'b/c'));
  pairs.remove('a', 'b/c');
  assert(!pairs.has('a', 'b/c'));
  const list = new StorageList<Uint8Array>('list');
  assert(list.push(utf8('x')) === 0 && list.push(new Uint8Array(5000)) === 1 && list.length === 2);
  list.set(0, utf8('yy'));
  assert(textOf(list.at(0)) === 'yy' && list.at(1).length === 5000);
  const flags = new StorageMap<string, bool>('flags');
  flags.set('t', true);
  assert(flags.get('t', false) && !flags.get('f', false));
  map.remove(u64.MAX_VALUE);
  assert(!map.has(u64.MAX_VALUE));
  log('stored');
}
export function longKey(): void { new StorageMap<string, u8>('k').set('x'.repeat(255), 1); }
export function longValue(): void { new StorageValue<Uint8Array>('v').set(new Uint8Array(65537)); }
export function slash(): void { new StorageValue<u8>('a/b').set(1); }
export function otherType(): void { new StorageValue<u8>('x').set(1); new StorageValue<u64>('x').read(); }
export function nothing(): void { new StorageValue<u8>('none').read(); }
export function throws(): void { throw new Error('thrown'); }
export function bytes(): void { returnBytes(utf8('no JSON')); }
export function calls(): void { queueCall(args().member('to').text(), 'throws', new JsonObject(), 500_000); }
`;

let probe: TestContract;
let ledger: TestLedger;
let alice: TestAccount;
let file: string;

beforeAll(async () => {
  file = join(mkdtempSync(join(tmpdir(), 'rouged-bindings-')), 'probe.ts');
  writeFileSync(file, PROBE);
  ledger = ledgerOfExamples();
  alice = ledger.accounts[0] as TestAccount;
  probe = await ledger.deploy(file);
});

describe('JSON', () => {
  const echoed = (value: Argument): string => probe.call(alice, 'echo', value).events[0]?.data ?? '';

  function randomText(random: SeededRandom): string {
    const characters = ['a', 'Z', '"', '\\', '/', '\n', '\u0000', '\u001f', 'ä', '語', '😀', '\u2028', ' '];
    return Array.from({ length: random.below(12) }, () => random.pick(characters)).join('');
  }

  function randomValue(random: SeededRandom, depth: number): Argument {
    switch (random.below(depth > 3 ? 5 : 7)) {
      case 0:
        return null;
      case 1:
        return random.chance(50);
      case 2:
        return random.bigBelow(2n ** 64n - 1n);
      case 3:
        return -random.below(1_000_000);
      case 4:
        return randomText(random);
      case 5:
        return Array.from({ length: random.below(4) }, () => randomValue(random, depth + 1));
      default: {
        const names = Array.from({ length: random.below(4) }, (_, at) => `${at}${randomText(random)}`);
        return Object.fromEntries(names.map((name) => [name, randomValue(random, depth + 1)]));
      }
    }
  }

  const big = (_name: string, value: unknown): unknown => (typeof value === 'bigint' ? `big ${value}` : value);
  /** With whole numbers of any size as texts, so that both sides can be compared. */
  const marked = (json: string): string => json.replaceAll(/(?<=[[:,]|^)(-?\d{1,20})(?=[\],}]|$)/g, '"big $1"');

  test('random values are read and written as they are', () => {
    const seed = testSeed();
    const random = SeededRandom.of(seed, 'json of contracts');
    for (let round = 0; round < 300; round++) {
      const value = { v: randomValue(random, 0) };
      const numbers = (_name: string, one: unknown): unknown => (typeof one === 'number' ? `big ${one}` : big('', one));
      expect(JSON.parse(marked(echoed(value)))).toEqual(JSON.parse(JSON.stringify(value, numbers)));
    }
  });

  test.each([
    ['{"a":1,"a":2}', /a is there twice/],
    ['[1,]', /a value expected/],
    ['{"a"}', /: expected/],
    ['{a:1}', /a name expected/],
    ['01', /a value expected/],
    ['1.', /a digit expected/],
    ['1e', /a digit expected/],
    ['tru', /true expected/],
    ['"a', /a text without end/],
    ['"\\x"', /an unknown escape/],
    ['"\\ud800"', /half of a character/],
    ['"\\u12g4"', /four hex digits/],
    ['1 2', /text after the end/],
    ['', /a value expected/],
    ['-', /a value expected/],
    ['[1}', /] expected/],
    [`${'['.repeat(40)}`, /nested too deeply/],
  ])('%s is refused', (text, expected) => {
    probe.fails(alice, 'parse', { text }, expected);
  });

  test.each([
    ['\t[ 1 , -2.5e+3 ]\n', '[1,-2.5e+3]'],
    ['"\\u00e4\\ud83d\\ude00\\/\\b"', '"ä😀/\\u0008"'],
    [' { } ', '{}'],
  ])('%s is read', (text, expected) => {
    expect(probe.call(alice, 'parse', { text }).events[0]?.data).toBe(expected);
  });

  test('numbers keep to their type', () => {
    expect(probe.query('signed', { n: -(2n ** 63n) })).toBe('-9223372036854775808');
    expect(probe.query('signed', { n: 2n ** 63n - 1n })).toBe('9223372036854775807');
    for (const n of [2n ** 63n, -(2n ** 63n) - 1n])
      probe.fails(alice, 'signed', { n }, /n must be a whole number of 64 bits/);
    expect(probe.query('small', { n: 4_294_967_295 })).toBe('4294967295');
    probe.fails(alice, 'small', { n: 4_294_967_296 }, /n must be a whole number from 0 to 4294967295/);
    expect(probe.query('flag', { b: false })).toBe(true);
    probe.fails(alice, 'flag', { b: 0 }, /b must be true or false/);
    for (const [text, is] of [
      ...[
        ['0', true],
        ['18446744073709551615', true],
        ['18446744073709551616', false],
        ['99999999999999999999', false],
      ],
      ...[
        ['', false],
        ['00', false],
        ['1 ', false],
        ['-1', false],
        ['184467440737095516150', false],
      ],
    ] as const)
      expect(probe.query('whole', { text }), text).toBe(is);
  });
});

describe('amounts', () => {
  const sum = (kind: string, a: bigint, b: bigint, c = 1n) => probe.query('sums', { kind, a, b, c });
  const MOST = 2n ** 64n - 1n;

  test('are exact, or refused', () => {
    const random = SeededRandom.of(testSeed(), 'amounts of contracts');
    const draw = (): bigint => random.bigBelow(2n ** BigInt(random.between(1, 63)));
    let fitting = 0;
    for (let round = 0; round < 150; round++) {
      const [a, b, c] = [draw(), draw(), draw() + 1n];
      expect(sum('add', a, b)).toBe(String(a + b));
      if (a * b <= MOST) expect(sum('multiply', a, b)).toBe(String(a * b));
      else probe.fails(alice, 'sums', { kind: 'multiply', a, b }, /the product is too large/);
      if ((a * b) / c <= MOST) {
        fitting++;
        expect(sum('divide', a, b, c)).toBe(String((a * b) / c));
      } else probe.fails(alice, 'sums', { kind: 'divide', a, b, c }, /the quotient is too large/);
    }
    expect(fitting).toBeGreaterThan(30);
    expect(sum('divide', MOST, MOST, MOST)).toBe(String(MOST));
    probe.fails(alice, 'sums', { kind: 'add', a: MOST, b: 1 }, /the sum is too large/);
    probe.fails(alice, 'sums', { kind: 'subtract', a: 1, b: 2 }, /less than what is taken away/);
    probe.fails(alice, 'sums', { kind: 'divide', a: 1, b: 1, c: 0 }, /no division by 0/);
  });

  test.each([
    [0n, 9n, '0'],
    [1_500_000_000n, 9n, '1.5'],
    [1n, 9n, '0.000000001'],
    [123n, 0n, '123'],
    [100n, 2n, '1'],
    [MOST, 19n, '1.8446744073709551615'],
  ])('%d with %d decimals is %s', (amount, decimals, expected) => {
    expect(sum('format', amount, decimals)).toBe(expected);
    if (decimals === 9n) expect(sum('xrge', amount, 0n)).toBe(expected);
  });
});

describe('bytes', () => {
  test('hex of every length is decoded', () => {
    const random = SeededRandom.of(testSeed(), 'hex of contracts');
    for (const length of [...Array(40).keys(), 63, 64, 65, 100]) {
      const text = toHex(random.bytes(length));
      expect(probe.query('hex', { text })).toBe(text);
      expect(probe.query('hex', { text: text.toUpperCase() })).toBe(text);
    }
    for (const text of ['a', 'zz', '0g', 'äa', 'abc'])
      probe.fails(alice, 'hex', { text }, /this is not hex of whole bytes/);
  });

  test('keys have addresses and hashes', () => {
    expect(probe.query('keys', { key: alice.publicKey })).toEqual({
      ...{ address: alice.address, same: alice.address, other: 'abc' },
      hash: toHex(sha256(fromHex(alice.publicKey) as Uint8Array)),
      sha: toHex(sha256(utf8('abc'))),
    });
    probe.fails(alice, 'keys', { key: 'abcd' }, /a public key has 1952 bytes/);
  });
});

describe('the host', () => {
  test('tells who calls, where and when', () => {
    const { height, time } = ledger;
    const { returnData } = probe.call(alice, 'facts', {}, { attach: 77n });
    expect(returnData).toEqual({
      ...{ caller: alice.publicKey, address: alice.address, self: probe.address, height: height + 1 },
      ...{ time: expect.any(Number), hash: toHex(ledger.state.hashAt(height)), unknown: true },
      ...{ attached: '77', symbol: 'XRGE', balance: '77', nothing: null, list: ['1', 'x', {}] },
    });
    expect((returnData as { time: number }).time - time).toBeLessThanOrEqual(1);
    expect(probe.query('facts')).toMatchObject({ attached: '0', symbol: '' });
  });

  test('draws differ within a call and between calls', () => {
    const draws = [1, 2, 3].flatMap(() => probe.call(alice, 'draws').returnData as string[]);
    expect(new Set(draws).size).toBe(6);
    for (const draw of draws) expect(draw).toMatch(/^[0-9a-f]{64}$/);
  });

  test('moves what the contract has', () => {
    const to = ledger.accounts[5] as TestAccount;
    const before = [ledger.balance(to), ledger.balance(probe)] as const;
    probe.call(alice, 'pay', { to: to.publicKey, amount: 7 }, { attach: 10n });
    expect([ledger.balance(to), ledger.balance(probe)]).toEqual([before[0] + 7n, before[1] + 3n]);
    probe.fails(alice, 'pay', { to: to.address, amount: 10n ** 15n }, /the contract has too little XRGE/);
    for (const amount of [10n ** 15n, 2n ** 63n, 2n ** 64n - 1n])
      expect(probe.call(alice, 'pay', { to: to.address, amount, try: 1 }).returnData).toBe(false);
    probe.fails(alice, 'pay', { to: 'nobody', amount: 1 }, /too little XRGE, or the recipient is no account/);
    ledger.fundToken('GOLD', alice, 5n);
    probe.call(alice, 'pay', { to: to.address, amount: 2, token: 'gold' }, { attach: { symbol: 'GOLD', amount: 5n } });
    expect([ledger.tokenBalance('GOLD', to), ledger.tokenBalance('GOLD', probe)]).toEqual([2n, 3n]);
    expect(probe.call(alice, 'pay', { to: to.address, amount: 4, token: 'GOLD', try: 1 }).returnData).toBe(false);
    probe.fails(alice, 'pay', { to: to.address, amount: 4, token: 'GOLD' }, /the contract has too little GOLD/);
    probe.fails(alice, 'pay', { to: to.address, amount: 0, token: 'GOLD' }, /0 GOLD cannot be sent/);
    probe.fails(alice, 'pay', { to: to.address, amount: 1, token: 'XRGE' }, /1 XRGE cannot be sent/);
  });

  test('stores values, maps, pairs, lists and records', async () => {
    const fresh = await ledger.deploy(file);
    expect(fresh.call(alice, 'store_').logs).toEqual(['stored']);
    expect(fresh.stored('list/0')).toBe('yy');
    expect(fresh.storedBytes('pairs/3/a/b/c')).toEqual(Uint8Array.of(1, 0));
    expect(fresh.storedBytes('map/18446744073709551615')).toBeUndefined();
  });

  test.each([
    ['longKey', /a storage key has at most 256 bytes/],
    ['longValue', /a stored value has at most 65536 bytes/],
    ['slash', /is not empty and has no slash/],
    ['otherType', /the stored value has another type/],
    ['nothing', /nothing is stored as none/],
    ['throws', /^Execution error.*\nthrown at probe\.ts:\d+:\d+$/],
  ])('%s fails with its reason', (method, expected) => {
    probe.fails(alice, method, {}, expected);
    expect(probe.storedBytes('x')).toBeUndefined();
  });

  test('returns what is no JSON as text, and queues calls', () => {
    expect(probe.query('bytes')).toBe('no JSON');
    const { success, calls } = probe.call(alice, 'calls', { to: probe.address });
    expect([success, calls.map((call) => [call.success, call.logs[0]])]).toEqual([
      true,
      [[false, expect.stringContaining('thrown at probe.ts')]],
    ]);
    expect(probe.call(alice, 'calls', { to: 'ab'.repeat(20) }).calls[0]?.error).toContain('Contract not found');
  });
});
