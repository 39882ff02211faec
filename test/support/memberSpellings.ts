/** Other spellings of one member of a request of the services, as its kind declares it: under its other names, under two at once, with null,
 *  numbers and flags as text, hex in other cases, keys as addresses, white space, repeated elements.
 *
 *  In: the member, the members of a good request. Out: members of requests, what was done, and what must become of it: `same`, `refused`, or
 *  either of them. */

import { JsonNumber, type JsonValue } from '../../engine/base/json.js';
import { addressOf, resolveAccount } from '../../engine/crypto/address.js';
import type { PayloadMember } from '../../engine/ledger/payload.js';
import type { Members } from './servicesWorld.js';

export interface MemberSpelling {
  readonly change: string;
  readonly members: Members;
  readonly expected: 'same' | 'refused' | 'either';
}

/** Texts in which white space and case are part of what is said. */
const EXACT: ReadonlySet<string> = new Set([
  ...['body', 'trackId', 'pushToken', 'platform', 'messageType', 'contentSignature', 'attachmentHash'],
  ...['encryptedContent', 'senderEncrypted', 'recipientEncrypted'],
  ...['subjectEncrypted', 'bodyEncrypted', 'attachmentEncrypted'],
]);

const HEX_NAME = /^(?:dm_)?[0-9a-f]{40,}$/;

/** All digits but those of a prefix. */
const upper = (hex: string): string => hex.replace(/[0-9a-f]{40,}$/, (digits) => digits.toUpperCase());
const mixed = (hex: string): string =>
  hex.replace(/[0-9a-f]{40,}$/, (digits) => digits.replace(/../g, (two) => `${two[0]}${two[1]?.toUpperCase()}`));

/** A value of the same type that says something else. */
function otherThan(value: JsonValue): JsonValue {
  if (typeof value === 'string') return `${value.slice(0, -1)}${value.endsWith('0') ? '1' : '0'}`;
  if (value instanceof JsonNumber) return new JsonNumber(String(Number(value.text) + 1));
  return typeof value === 'boolean' ? !value : [];
}

/** The same text of somebody or something, written otherwise. */
function otherTexts(text: string): readonly (readonly [change: string, text: string])[] {
  const account = resolveAccount(text)?.account;
  return [
    ['white space around', ` \t${text}\n`],
    ['another white space before', `\u00a0\ufeff${text}`],
    ...(HEX_NAME.test(text)
      ? ([
          ['upper-case hex', upper(text)],
          ['mixed-case hex', mixed(text)],
        ] as const)
      : []),
    ...(account === undefined ? [] : ([['the address for the key', addressOf(account)]] as const)),
  ];
}

const numberTexts = (text: string): readonly (readonly [string, JsonValue])[] => [
  ['a number as text', text],
  ['a number with a zero behind the point', new JsonNumber(text.includes('.') ? `${text}0` : `${text}.0`)],
  ['a number with an exponent', new JsonNumber(`${text}e0`)],
  ['a number with an upper-case exponent', new JsonNumber(`${text}E+00`)],
];

function otherValues({ type, name }: PayloadMember, value: JsonValue): readonly (readonly [string, JsonValue])[] {
  if (typeof value === 'string') return EXACT.has(name) ? [] : otherTexts(value);
  if (value instanceof JsonNumber) return numberTexts(value.text);
  if (typeof value === 'boolean')
    return [
      ['a flag as text', String(value)],
      ['a flag as a number', new JsonNumber(value ? '1' : '0')],
    ];
  if (type !== 'texts' || !Array.isArray(value)) return [];
  const items = value as readonly string[];
  const [first = ''] = items;
  return [
    ['an element twice', [...items, first]],
    ...otherTexts(first).map(([change, text]) => [`an element: ${change}`, [text, ...items.slice(1)]] as const),
    ...otherTexts(first).map(([change, text]) => [`an element twice: ${change}`, [...items, text]] as const),
  ];
}

function withoutMember(members: Members, name: string): Members {
  const { [name]: _left, ...rest } = members;
  return rest;
}

/** Spellings under other names. */
function otherNames({ name, aliases = [] }: PayloadMember, value: JsonValue, members: Members): MemberSpelling[] {
  const rest = withoutMember(members, name);
  return aliases.flatMap((alias): MemberSpelling[] => [
    { change: 'under another name', members: { ...rest, [alias]: value }, expected: 'same' },
    { change: 'under two names', members: { ...members, [alias]: value }, expected: 'same' },
    { change: 'null, and under another name', members: { ...members, [name]: null, [alias]: value }, expected: 'same' },
    { change: 'null under another name', members: { ...members, [alias]: null }, expected: 'same' },
    { change: 'two things under two names', members: { ...members, [alias]: otherThan(value) }, expected: 'refused' },
  ]);
}

/** @param members of a good request, under the names that the kind declares. */
export function memberSpellings(member: PayloadMember, members: Members): readonly MemberSpelling[] {
  const { name, aliases = [] } = member;
  const value = members[name];
  if (value === undefined)
    return [name, ...aliases].map((each) => ({
      change: 'null for nothing',
      members: { ...members, [each]: null },
      expected: 'same',
    }));
  const values = otherValues(member, value).map(
    ([change, other]): MemberSpelling => ({
      change,
      members: { ...members, [name]: other },
      expected: 'either',
    }),
  );
  return [...otherNames(member, value, members), ...values];
}
