/** The relayer's state file: what is written is read, whatever is damaged is refused with a sentence that says what to do. */

import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { utf8 } from '../../../../engine/base/bytes.js';
import { isRefusal } from '../../../../engine/base/refusal.js';
import { sha256Hex } from '../../../../engine/crypto/sha256.js';
import { EMPTY_STATE, type RelayerState, readState, writeState } from '../../../../ops/relayer/stateFile.js';
import { temporaryDirectory } from '../temporary.js';

const STATE: RelayerState = {
  lanes: new Map([
    [
      'evm:8453:0xab@rpc.example',
      {
        start: 5,
        checkpoints: [
          { height: 9, hash: '0x12' },
          { height: 12, hash: '0x34' },
        ],
      },
    ],
    ['btc:mainnet:bc1q@https://esplora.example/api', { start: 800_000, checkpoints: [] }],
  ]),
  claims: [
    {
      ...{
        coin: 'XRGE',
        claimKey: 'xrge:0x56',
        hash: '0x56',
        recipient: 'rouge1abc',
        height: 11,
        since: 1_700_000_000_000,
      },
      seen: new Map([['evm:8453:0xab@rpc.example', 11]]),
    },
  ],
};

function written(state = STATE): string {
  const path = join(temporaryDirectory(), 'state');
  expect(writeState(path, state)).toBeUndefined();
  return path;
}

const sentence = (path: string): string => {
  const state = readState(path);
  return isRefusal(state) ? state.message : 'it was read';
};

test('gives back what was written, for its owner only', () => {
  const path = written();
  expect(readState(path)).toEqual(STATE);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(writeState(path, EMPTY_STATE)).toBeUndefined();
  expect(readState(path)).toEqual(EMPTY_STATE);
  expect(readState(`${path}.none`)).toBeUndefined();
});

test('a directory that is not there, or is no directory, is said', () => {
  expect(writeState(join(temporaryDirectory(), 'none', 'state'), STATE)?.message).toMatch(
    /cannot be written \(ENOENT\)$/,
  );
  expect(sentence(temporaryDirectory())).toMatch(/cannot be read \(EISDIR\)$/);
});

describe('damage', () => {
  /** The file with another body under a right checksum. */
  const withBody = (body: string): string => {
    const path = join(temporaryDirectory(), 'state');
    writeFileSync(path, `rouged-relayer-1 ${sha256Hex(utf8(body))}\n${body}`);
    return path;
  };

  test('every byte counts: no flipped one is taken for the state', () => {
    const path = written();
    const bytes = readFileSync(path);
    for (let at = 0; at < bytes.length; at++) {
      const other = Buffer.from(bytes);
      other[at] = (other[at] as number) ^ 1;
      writeFileSync(path, other);
      expect(sentence(path), `byte ${at}`).toMatch(/is damaged \(.+\); move it away and start with --from-block/);
    }
    expect(bytes.length).toBeGreaterThan(400);
  });

  test('cut at any place it is refused', () => {
    const path = written();
    const bytes = readFileSync(path);
    for (let length = 0; length < bytes.length; length += 7) {
      writeFileSync(path, bytes.subarray(0, length));
      expect(sentence(path), `${length} bytes`).toMatch(/is damaged/);
    }
  });

  test.each([
    ['[]', 'the state is no object'],
    ['{"lanes":{}}', 'claims is no list'],
    ['{"lanes":{"a":{"start":1}},"claims":[]}', 'checkpoints is no list'],
    ['{"lanes":{"a":{"start":-1,"checkpoints":[]}},"claims":[]}', 'start is no number'],
    ['{"lanes":{"a":{"start":1,"checkpoints":[[4,"x"],[4,"y"]]}},"claims":[]}', 'its checkpoints do not rise'],
    ['{"lanes":{},"claims":[{"coin":"DOGE"}]}', 'a claim has no coin'],
    ['{"lanes":{},"claims":[{"coin":"ETH","seen":{}}]}', 'key is no text'],
  ])('a body of another shape: %s', (body, fault) => expect(sentence(withBody(body))).toContain(`(${fault})`));

  test('a state of another program is not overwritten', () => {
    const path = join(temporaryDirectory(), 'state');
    writeFileSync(path, '{"lanes":{}}\n');
    expect(sentence(path)).toMatch(/it is not the state of a relayer of this version/);
  });
});
