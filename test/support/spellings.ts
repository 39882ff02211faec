/** Other spellings of signed texts: the same value, or nearly the same, written differently.
 *
 *  In: a payload and a seeded random source. Out: texts as a signer might send them: numbers in every form of RFC 8259,
 *  escapes, spaces, members in any order, repeated and nested names, the signer's key in odd places, upper-case hex, lone
 *  surrogates, deep nesting, long texts. Every text is named by what was done to it, so that a test can count what it has
 *  tried. A node still accepts most of these payloads; the node decides which. */

import { toHex, utf8 } from '../../engine/base/bytes.js';
import { isJsonObject, JsonNumber, type JsonObject, type JsonValue } from '../../engine/base/json.js';
import type { SeededRandom } from './random.js';

export interface Spelling {
  /** What was done, in order. */
  readonly changes: readonly string[];
  /** The text to sign. */
  readonly text: string;
  /** A text of the same value, to send beside the signed one. */
  readonly beside: string;
}

/** How often each kind of variation occurs in a text. */
interface Hand {
  readonly escapes: number;
  readonly numbers: number;
  readonly spaces: number;
  readonly shuffled: boolean;
}

const CALM: Hand = { escapes: 0, numbers: 0, spaces: 0, shuffled: false };

const anyHand = (random: SeededRandom): Hand => ({
  escapes: random.pick([0, 0, 1, 30, 100]),
  numbers: random.pick([0, 50, 100]),
  spaces: random.pick([0, 0, 20, 80]),
  shuffled: random.chance(50),
});

/** Another text of the same number. */
function otherNumber(text: string, random: SeededRandom): string {
  const [, sign = '', whole = '', fraction = '', exponent = ''] =
    /^(-?)(\d+)(?:\.(\d+))?([eE][+-]?\d+)?$/.exec(text) ?? [];
  if (exponent !== '')
    return text.replace(/[eE]\+?/, () =>
      random.pick(['e', 'E', 'e+', 'E+']).replace('+', /[eE]-/.test(text) ? '' : '+'),
    );
  const zeros = '0'.repeat(random.pick([1, 2, 9, 40]));
  const digits = `${whole}${fraction}`.replace(/^0+(?=\d)/, '');
  return random.pick([
    () => `${text}${fraction === '' ? '.' : ''}${zeros}`,
    () => `${text}e0`,
    () => `${text}E+00`,
    () => `${text}e-0`,
    () => (fraction === '' ? `${sign}${whole}${zeros}e-${zeros.length}` : `${sign}${digits}e-${fraction.length}`),
    () => (fraction === '' && /0$/.test(whole) && whole !== '0' ? `${sign}${whole.slice(0, -1)}e1` : `${text}e+0`),
    () => (/^0+$/.test(digits) ? `-${text}` : `${text}e00`),
  ])();
}

const escapeOf = (unit: number, random: SeededRandom): string => {
  const hex = unit.toString(16).padStart(4, '0');
  return `\\u${random.chance(50) ? hex : hex.toUpperCase()}`;
};

/** A string's text. A lone surrogate can only be written as an escape. */
function stringText(value: string, percent: number, random: SeededRandom): string {
  if (percent === 0) return JSON.stringify(value);
  let text = '"';
  for (let at = 0; at < value.length; at++) {
    const unit = value.charCodeAt(at);
    const character = value[at] as string;
    if (random.chance(percent)) text += character === '/' && random.chance(50) ? '\\/' : escapeOf(unit, random);
    else text += unit >= 0xd800 && unit <= 0xdfff ? escapeOf(unit, random) : JSON.stringify(character).slice(1, -1);
  }
  return `${text}"`;
}

const shuffled = <T>(items: readonly T[], random: SeededRandom): T[] => {
  const left = [...items];
  return items.map(() => left.splice(random.below(left.length), 1)[0] as T);
};

/** Long texts are escaped in few places, so that a minute is enough for a hundred thousand spellings. */
const LONG_TEXT = 300;

/** A value's text in the chosen style. */
function written(value: JsonValue, hand: Hand, random: SeededRandom): string {
  const space = (): string => (random.chance(hand.spaces) ? random.pick([' ', '\n', '\t', '\r\n', '    ']) : '');
  const text = (item: JsonValue): string => `${space()}${body(item)}${space()}`;
  const name = (key: string): string =>
    stringText(key, key.length > LONG_TEXT ? hand.escapes / 30 : hand.escapes, random);
  const body = (item: JsonValue): string => {
    if (item instanceof JsonNumber) return random.chance(hand.numbers) ? otherNumber(item.text, random) : item.text;
    if (typeof item === 'string') return name(item);
    if (isJsonObject(item)) {
      const members = hand.shuffled ? shuffled([...item], random) : [...item];
      return `{${members.map(([key, member]) => `${space()}${name(key)}${space()}:${text(member)}`).join(',')}${space()}}`;
    }
    return Array.isArray(item) ? `[${(item as readonly JsonValue[]).map(text).join(',')}${space()}]` : String(item);
  };
  return text(value);
}

const number = (text: string): JsonNumber => new JsonNumber(text);

const NAMES = [
  'x',
  'a',
  '0',
  '10',
  '9',
  '__proto__',
  'constructor',
  '',
  'é',
  '\u2028',
  'memo',
  'fee',
  'payload',
  'toString',
];

/** A value of any kind. */
function anyValue(random: SeededRandom, depth = 0): JsonValue {
  const items = (): JsonValue[] => Array.from({ length: random.below(4) }, () => anyValue(random, depth + 1));
  return random.pick<() => JsonValue>([
    () => null,
    () => random.chance(50),
    () => number(random.pick(['0', '-0', '1', '1.0', '9007199254740993', '1e400', '-1.5E-7', '0.1', '1e-400'])),
    () => random.pick(['', 'text', '\u0000', '🚀', '\\"', '\ud800', 'a\udc00b', 'ﬀ', '/']),
    () => (depth > 3 ? null : items()),
    () => (depth > 3 ? null : new Map(items().map((item) => [random.pick(NAMES), item]))),
  ])();
}

const nested = (depth: number, list: boolean): JsonValue =>
  depth === 0 ? null : list ? [nested(depth - 1, list)] : new Map([['a', nested(depth - 1, list)]]);

const mixedCase = (hex: string, random: SeededRandom): string =>
  [...hex].map((digit) => (random.chance(50) ? digit.toUpperCase() : digit)).join('');

type Change = (payload: Map<string, JsonValue>, keyHex: string, random: SeededRandom) => void;

/** What can be done to a payload before it is written. */
const changes: Readonly<Record<string, Change>> = {
  'an unknown member': (payload, _, random) => void payload.set(`x${random.pick(NAMES)}`, anyValue(random)),
  'the key in a name, beside the rest of that name': (payload, keyHex, random) => {
    const [before, after] = [random.pick(['a', '', '"', 'x1']), random.pick(['', 'b', '\\'])];
    payload.set(before + after, number('1')).set(before + keyHex + after, number(random.pick(['1', '2'])));
  },
  'the key in a name': (payload, keyHex, random) =>
    void payload.set(random.pick([keyHex, `a${keyHex}`, `${keyHex}a`, keyHex + keyHex]), anyValue(random)),
  'the key in a value': (payload, keyHex, random) =>
    void payload.set(
      'aa',
      random.pick<JsonValue>([keyHex, `0${keyHex}`, [keyHex, keyHex], new Map([[keyHex, keyHex]])]),
    ),
  'half of the key before the key': (payload, keyHex, random) => {
    const cut = random.below(keyHex.length);
    payload.set('aa', keyHex.slice(0, cut) + keyHex + keyHex.slice(cut));
  },
  'the key in upper case': (payload, keyHex) => void payload.set('aa', keyHex.toUpperCase()),
  'from in upper case': (payload, keyHex) => void payload.set('from', keyHex.toUpperCase()),
  'from in mixed case': (payload, keyHex, random) => void payload.set('from', mixedCase(keyHex, random)),
  'deep nesting': (payload, _, random) => void payload.set('deep', nested(random.between(20, 36), random.chance(50))),
  'a long text': (payload, _, random) =>
    void payload.set('memo', random.pick(['a', 'é', '"', '\u0001', '🚀']).repeat(random.pick([100, 1_000, 6_000]))),
  'half of a character': (payload, _, random) =>
    void payload.set(
      random.pick(['memo', 'nonce', 'name', 'm\ud800']),
      random.pick(['\ud800', 'nonce-\udc00-12', 'a\ud83d']),
    ),
  'a member of null': (payload, _, random) =>
    void payload.set(random.pick(['fee', 'priority_fee', 'account_nonce', 'memo', 'chain_id']), null),
  'a fee': (payload, _, random) =>
    void payload.set(
      'fee',
      random.pick<JsonValue>([number('0.1'), number('-0'), number('1e999'), number('-0.0'), '1']),
    ),
  'a priority fee': (payload, _, random) =>
    void payload.set(
      random.pick(['priority_fee', 'priorityFee']),
      number(random.pick(['0', '1e-9', '0.000000001', '0.10', '-0'])),
    ),
  'an account nonce': (payload, _, random) => void payload.set('account_nonce', number(random.pick(['1', '7', '0']))),
  'an alias beside the name': (payload, _, random) => {
    payload.set(
      ...random.pick<[string, JsonValue]>([
        ['action', payload.get('type') ?? null],
        ['tokenSymbol', 'GOLD'],
      ]),
    );
    payload.set('metadata_uri', 'ipfs://b');
  },
  'no type': (payload) => void payload.delete('type'),
  'action for type': (payload) => {
    const type = payload.get('type');
    payload.delete('type');
    if (type !== undefined) payload.set('action', type);
  },
  'attributes of many numbers': (payload, _, random) => {
    if (payload.has('attributes') || payload.get('type') === 'nft_mint')
      payload.set(
        'attributes',
        Array.from({ length: random.below(5) }, () => anyValue(random)),
      );
  },
  nothing: () => {},
};

const changeNames = Object.keys(changes);

/** What can be done to the finished text. */
const textChanges: Readonly<Record<string, (text: string, random: SeededRandom) => string>> = {
  'a repeated name': (text, random) => {
    const names = [...text.matchAll(/"(\w+)"\s*:/g)].map(([, name]) => name as string);
    const name = random.pick(names.length > 0 ? names : ['x']);
    return `${text.trimEnd().slice(0, -1)},"${name}":${random.pick(['1', 'null', '"x"'])}}`;
  },
  'a repeated name inside': (text) => `${text.trimEnd().slice(0, -1)},"in":{"a":1,"\\u0061":1}}`,
  'space around': (text) => `\n\t ${text} \r\n`,
  'a byte order mark': (text) => `\ufeff${text}`,
  'a zero behind': (text) => `${text}\u0000`,
  'a list around': (text) => `[${text}]`,
};

const textChangeNames = Object.keys(textChanges);

/** Names of everything that can be done. */
export const spellingChanges: readonly string[] = [...changeNames, ...textChangeNames];

/** One spelling of a payload. @param keyHex of its signer, lower case. */
export function respelled(payload: JsonObject, keyHex: string, random: SeededRandom): Spelling {
  const changed = new Map(payload);
  const done = Array.from({ length: random.pick([1, 1, 1, 2, 3]) }, () => random.pick(changeNames));
  for (const name of done) changes[name]?.(changed, keyHex, random);
  let text = written(changed, anyHand(random), random);
  if (random.chance(8)) {
    const name = random.pick(textChangeNames);
    text = textChanges[name]?.(text, random) ?? text;
    done.push(name);
  }
  return { changes: done, text, beside: written(changed, random.chance(40) ? CALM : anyHand(random), random) };
}

const SIGNATURE_HEX = 'ab'.repeat(3_309);

export interface Signed {
  readonly text: string;
  readonly keyHex: string;
  /** Hex; a constant of the right length when absent. */
  readonly signature?: string;
}

/** The envelope with the signed bytes in hex. @param beside its payload. @param upper whether hex is in upper case. */
export function envelopeWithBytes(
  { text, keyHex, signature = SIGNATURE_HEX }: Signed,
  beside: string,
  upper = false,
): Uint8Array {
  const hex = (lower: string): string => (upper ? lower.toUpperCase() : lower);
  return utf8(
    `{"payload":${beside},"payload_bytes_hex":"${hex(toHex(utf8(text)))}","signature":"${hex(signature)}","public_key":"${hex(keyHex)}"}`,
  );
}

/** The envelope without the signed bytes: then the payload's canonical form is what was signed. */
export const envelopeOf = ({ text, keyHex, signature = SIGNATURE_HEX }: Signed): Uint8Array =>
  utf8(`{"payload":${text},"signature":"${signature}","public_key":"${keyHex}"}`);

/** A TxV1 for `POST /api/tx/broadcast`. @param members further members, each after a comma. */
export const broadcastOf = (
  { text, keyHex, signature = SIGNATURE_HEX }: Signed,
  operation: string,
  members = '',
): Uint8Array =>
  utf8(
    `{"version":1,"tx_type":"${operation}","from_pub_key":"${keyHex}","sig":"${signature}","signed_payload":${JSON.stringify(text)}${members}}`,
  );
