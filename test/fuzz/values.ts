/** Values and changes that break careless readers: the material of the fuzz, without any knowledge of HTTP. */

import { MAX_JSON_DEPTH } from '../../engine/base/limits.js';
import { BURN_ADDRESS } from '../../engine/crypto/address.js';
import type { MemberType } from '../../engine/ledger/payload.js';
import type { SeededRandom } from '../support/random.js';
import type { SigningActor } from '../support/transactions.js';

/** JSON texts of any type. */
export const strangeJson: readonly string[] = [
  ...['null', 'true', '0', '-0', '-1', '1e400', '1E-400', '0.1e-9999999999', '9'.repeat(400), '1.0000000000000000001'],
  ...['""', '"\\u0000"', '"\\ud800"', '"__proto__"', '"toString"', '"🚀"', '"NaN"', '" "', `"${'a'.repeat(5_000)}"`],
  ...['[]', '{}', '[[[[]]]]', '{"__proto__":{}}', '{"toJSON":1}', '{"length":-1}', '[null]', `[${'1,'.repeat(500)}1]`],
  ...[
    '"0x00"',
    '"transfer"',
    '"faucet"',
    '"../../etc"',
    '"%00"',
    '"{{1}}"',
    '"<script>"',
    '{"constructor":{"prototype":{}}}',
  ],
  ...[`${'['.repeat(MAX_JSON_DEPTH)}${']'.repeat(MAX_JSON_DEPTH)}`, `${'{"a":'.repeat(40)}1${'}'.repeat(40)}`],
];

/** Numbers around every edge: quanta have 9 decimals, amounts 128 bits, heights 53. */
const numbers: readonly string[] = [
  ...['0', '-0', '-1', '1', '0.5', '0.000000001', '0.0000000001', '0.1234567891', '1.000000000', '1.0', '1e0', '1e-9'],
  ...['1e-10', '1e18', '1e60', '1e61', '1e-60', '1E+2', '9007199254740991', '9007199254740993', '18446744073709551616'],
  ...['340282366920938463463374607431', '340282366920938463463374607432', '340282366920938463463374607431768211456'],
  ...['99999999999999999999999999999999999999999999999.9', '10000', '9999.999999999', '1000000000'],
];

const accounts = (known: SigningActor): readonly string[] => [
  ...[
    known.keyHex,
    known.keyHex.toUpperCase(),
    known.keyHex.slice(1),
    `${known.keyHex}0`,
    `${known.keyHex.slice(2)}zz`,
  ],
  ...[
    known.address,
    known.address.toUpperCase(),
    `${known.address.slice(0, -1)}q`,
    known.address.replace('rouge', 'bc'),
  ],
  ...[BURN_ADDRESS, BURN_ADDRESS.toLowerCase(), '__treasury__', '__proto__', '', ' ', 'rouge1', '00'.repeat(32)],
];

const symbols: readonly string[] = [
  'XRGE',
  'xrge',
  'GOLD',
  'A'.repeat(10),
  'A'.repeat(11),
  '',
  ' XRGE',
  'X-RGE',
  'ΧRGE',
  '__proto__',
];

const texts: readonly string[] = [
  '',
  'short',
  'a'.repeat(128),
  'a'.repeat(129),
  '\u0000',
  '💥'.repeat(32),
  'é'.repeat(64),
  '\ud800',
  ...['GOLD-XRGE', 'gold-xrge', 'XRGE-GOLD', 'GOLD-GOLD', 'GOLD-', '-', `GOLD-${'A'.repeat(11)}`, 'GOLD-XRGE-GOLD'],
];

/** A JSON text for a member of a payload: mostly of its type and at an edge of it, sometimes of any other. */
export function memberJson(type: MemberType, random: SeededRandom, known: SigningActor): string {
  if (random.chance(30)) return random.pick(strangeJson);
  switch (type) {
    case 'account':
      return JSON.stringify(random.pick(accounts(known)));
    case 'symbol':
      return JSON.stringify(random.pick(symbols));
    case 'text':
      return JSON.stringify(random.pick(texts));
    case 'symbols':
      return JSON.stringify(Array.from({ length: random.below(6) }, () => random.pick(symbols)));
    case 'flag':
      return random.pick(['true', 'false', '1', '"true"']);
    default:
      return random.pick(numbers);
  }
}

/** Text for a parameter of a path or a query, not encoded. */
export const parameterText = (random: SeededRandom, known: SigningActor): string =>
  random.pick([
    () => random.pick(numbers),
    () => random.pick(accounts(known)),
    () => random.pick([...symbols, ...texts]),
    () => 'f'.repeat(random.between(60, 68)),
    () =>
      random.pick([
        '..',
        '.',
        '%',
        '%00',
        '%zz',
        '%c0%af',
        '\u202e',
        "' OR 1=1",
        '0x10',
        ' 5',
        '1h',
        '+1',
        'NaN',
        '-Infinity',
      ]),
  ])();

interface Member {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

/** One member of an object's text, at any depth: its name, and the position of its value. */
function members(text: string): readonly Member[] {
  const found = text.matchAll(/"([A-Za-z_]+)":("(?:[^"\\]|\\.)*"|[^,{}[\]]+|\{|\[)/g);
  return [...found].map((match) => {
    const [whole, name = '', value = ''] = match;
    const to = match.index + whole.length;
    return { name, from: to - value.length, to };
  });
}

/** Another value, another name, a duplicate, missing or additional member. */
export function rearranged(text: string, random: SeededRandom): string {
  const all = members(text);
  if (all.length === 0) return `${text}${random.pick(strangeJson)}`;
  const { name, from, to } = random.pick(all);
  const value = text.slice(from, to);
  const [before, after] = [text.slice(0, from), text.slice(to)];
  const added = random.pick(['__proto__', 'constructor', 'prototype', 'x', '', 'chainId', 'payload_bytes_hex']);
  switch (random.below(6)) {
    case 0:
      return `${before}${random.pick(strangeJson)}${after}`;
    case 1:
      return `${before.slice(0, -3)}x":${value}${after}`;
    case 2:
      return `${before}${value},"${name}":${random.pick(strangeJson)}${after}`;
    case 3:
      return text.replace(/"[A-Za-z_]+":[^,{}[\]]+,/, '');
    case 4:
      return text.replace('{', `{"${added}":${random.pick(strangeJson)},`);
    default:
      return `${before}${'['.repeat(random.between(1, 60))}${value}${']'.repeat(random.between(1, 60))}${after}`;
  }
}

/** A byte changed, or a piece removed, doubled, moved or inserted. */
export function damaged(bytes: Uint8Array, random: SeededRandom): Uint8Array {
  const buffer = Buffer.from(bytes);
  if (buffer.length === 0) return buffer;
  const at = random.below(buffer.length);
  const end = Math.min(buffer.length, at + random.between(1, 40));
  switch (random.below(6)) {
    case 0:
      buffer[at] = random.below(256);
      return buffer;
    case 1:
      buffer[at] = (buffer[at] ?? 0) ^ (1 << random.below(8));
      return buffer;
    case 2:
      return Buffer.concat([buffer.subarray(0, at), buffer.subarray(end)]);
    case 3:
      return Buffer.concat([buffer.subarray(0, end), buffer.subarray(at)]);
    case 4:
      return buffer.subarray(0, at);
    default:
      return Buffer.concat([buffer.subarray(0, at), Buffer.from([random.below(256)]), buffer.subarray(at)]);
  }
}
