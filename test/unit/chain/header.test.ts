/** Headers: one encoding, and nothing else is read. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { utf8Text } from '../../../engine/base/bytes.js';
import { blockHash, type Header, headerBytes, parseHeader } from '../../../engine/chain/header.js';
import { accepted, refusedAs } from '../base/outcome.js';

const header: Header = {
  version: 1,
  chain_id: 'header-net-1',
  height: 7,
  time: 1_700_000_000_000,
  prev_hash: 'aa'.repeat(32),
  tx_hash: 'bb'.repeat(32),
  proposer_pub_key: 'cc'.repeat(1_952),
  state_root: 'dd'.repeat(32),
  parent_commit: 'ee'.repeat(32),
};
const text = utf8Text(headerBytes(header));
const CANONICAL = 'malformed_body: the header is not in its canonical form';

describe('header bytes', () => {
  test('leave absent members out, whatever the order of the object', () => {
    const { state_root, parent_commit, ...required } = header;
    expect(text).toBe(JSON.stringify({ ...required, state_root, parent_commit }));
    expect(utf8Text(headerBytes({ parent_commit: 'ee', ...required } as Header))).toBe(
      JSON.stringify({ ...required, parent_commit: 'ee' }),
    );
    expect(utf8Text(headerBytes(required))).toBe(JSON.stringify(required));
  });

  test('are read back for all four sets of members and strange texts', () => {
    let checked = 0;
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.boolean(),
        fc.boolean(),
        fc.maxSafeNat(),
        (chainId, root, commit, height) => {
          const { state_root, parent_commit, ...required } = header;
          const one: Header = {
            ...required,
            chain_id: chainId,
            height,
            ...(root && { state_root: header.state_root ?? '' }),
            ...(commit && { parent_commit: header.parent_commit ?? '' }),
          };
          expect(accepted(parseHeader(utf8Text(headerBytes(one))))).toEqual(one);
          checked++;
        },
      ),
      { numRuns: 300 },
    );
    expect(checked).toBe(300);
  });
});

describe('a header is read in its canonical form only:', () => {
  const swapped = text.replace(/("height":7),("time":\d+)/, '$2,$1');
  test.each([
    ['spaces', text.replace(':', ': ')],
    ['a line at the end', `${text}\n`],
    ['another order', swapped],
    ['an unknown member', `${text.slice(0, -1)},"nonce":1}`],
    ['an unknown text', `${text.slice(0, -1)},"nonce":"1"}`],
    ['a member __proto__', `${text.slice(0, -1)},"__proto__":"1"}`],
    ['null for absent', text.replace(`"${header.state_root}"`, 'null')],
    ['a number for a root', text.replace(`"${header.state_root}"`, '1')],
    ['1.0 for 1', text.replace('"version":1', '"version":1.0')],
    ['7e0 for 7', text.replace('"height":7', '"height":7e0')],
    ['-0', text.replace('"height":7', '"height":-0')],
    ['an escape that is not needed', text.replace('header-net-1', 'header\\u002dnet-1')],
  ])('not %s', (_, other) => {
    expect(other).not.toBe(text);
    expect(refusedAs(parseHeader(other))).toBe(CANONICAL);
  });

  test.each([
    ['text after the end', `${text}}`, /^malformed_body: not valid JSON: text after the end/],
    [
      'a repeated member',
      `${text.slice(0, -1)},"height":7}`,
      /^malformed_body: not valid JSON: key "height" is repeated$/,
    ],
    ['a list', '[]', /^malformed_body: a header must be a JSON object$/],
    [
      'a height as text',
      text.replace('"height":7', '"height":"7"'),
      /header member height is missing or has the wrong type$/,
    ],
    [
      'a version as text',
      text.replace('"version":1', '"version":"1"'),
      /header member version is missing or has the wrong type$/,
    ],
    ['an infinite version', text.replace('"version":1', '"version":1e999'), /must be whole numbers$/],
    ['a version of one and a half', text.replace('"version":1', '"version":1.5'), /must be whole numbers$/],
    ['a time below zero', text.replace('"time":17', '"time":-17'), /must be whole numbers$/],
    [
      'a chain id as number',
      text.replace('"header-net-1"', '5'),
      /header member chain_id is missing or has the wrong type$/,
    ],
    [
      'a height below zero',
      text.replace('"height":7', '"height":-7'),
      /header version, height and time must be whole numbers$/,
    ],
    [
      'half a height',
      text.replace('"height":7', '"height":7.5'),
      /header version, height and time must be whole numbers$/,
    ],
    ['a time above 2^53', text.replace('"time":1700000000000', '"time":9007199254740993'), /must be whole numbers$/],
  ])('not %s', (_, other, message) => {
    expect(other).not.toBe(text);
    expect(refusedAs(parseHeader(other))).toMatch(message);
  });

  test('each required member is asked for', () => {
    const names = ['version', 'chain_id', 'height', 'time', 'prev_hash', 'tx_hash', 'proposer_pub_key'];
    const messages = names.map((name) => {
      const { [name]: _, ...rest } = header as unknown as Record<string, unknown>;
      return refusedAs(parseHeader(JSON.stringify(rest)));
    });
    expect(messages).toEqual(
      names.map((name) => `malformed_body: header member ${name} is missing or has the wrong type`),
    );
  });
});

test('the block hash covers every member and the signature', () => {
  const changes: Partial<Header>[] = [
    { version: 2 },
    { chain_id: 'x' },
    { height: 8 },
    { time: 1 },
    { prev_hash: '0' },
    { tx_hash: '0' },
    { proposer_pub_key: '0' },
    { state_root: '0' },
    { parent_commit: '0' },
  ];
  const hashes = [{}, ...changes].map((change) => blockHash(headerBytes({ ...header, ...change }), 'ff'));
  hashes.push(blockHash(headerBytes(header), 'fe'), blockHash(headerBytes(header), 'FF'));
  expect(new Set(hashes).size).toBe(12);
});
