/** The replay guard: edges of its memory, and what it forgets when. */

import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { NONCE_BYTES, REPLAY_HORIZON_MS } from '../../../engine/base/limits.js';
import { ReplayGuard, replayTag } from '../../../engine/ledger/replayGuard.js';
import { actor } from '../../support/transactions.js';

const alice = actor('alice').account;
const bob = actor('bob').account;
const tag = (nonce: string, sender = alice) => replayTag({ sender, nonce });
const T = 1_700_000_000_000;

describe('a tag', () => {
  test('is 16 bytes over account and nonce', () => {
    expect(tag('nonce-0001').length).toBe(16);
    expect(new Set([tag('nonce-0001'), tag('nonce-0002'), tag('nonce-0001', bob)]).size).toBe(3);
    expect(tag('nonce-0001')).toBe(tag('nonce-0001'));
  });

  test('is the beginning of SHA-256(account, nonce in UTF-8), whatever characters the nonce has and however long it is', () => {
    const nonces = [
      'nonce-0001',
      '',
      'é',
      'n\u007f',
      'n\u0080',
      '€'.repeat(NONCE_BYTES.max),
      '\u{1f600}half\ud800',
      'x',
    ];
    for (const more of [0, 1]) nonces.push('n'.repeat(NONCE_BYTES.max + more), 'ü'.repeat(NONCE_BYTES.max + more));
    let checked = 0;
    for (const nonce of [...nonces, ...nonces.reverse()])
      for (const sender of [alice, bob]) {
        const hash = createHash('sha256').update(sender, 'latin1').update(nonce, 'utf8').digest();
        expect(tag(nonce, sender)).toBe(hash.toString('latin1', 0, 16));
        checked++;
      }
    expect(checked).toBe(48);
  });
});

describe('the guard', () => {
  test('remembers for 600,000 ms of header time, inclusive', () => {
    expect(REPLAY_HORIZON_MS).toBe(600_000);
    const guard = new ReplayGuard();
    guard.addBlock(T, [tag('nonce-0001')]);
    expect(guard.isUsed(tag('nonce-0001'), T + 600_000)).toBe(true);
    expect(guard.isUsed(tag('nonce-0001'), T + 600_001)).toBe(false);
    expect(guard.isUsed(tag('nonce-0002'), T)).toBe(false);
  });

  test('forgets exactly what lies before the horizon of the latest block', () => {
    const guard = new ReplayGuard();
    guard.addBlock(T, [tag('nonce-0001'), tag('nonce-0002')]);
    guard.addBlock(T + 1, [tag('nonce-0003')]);
    guard.addBlock(T + 600_000, [tag('nonce-0004')]);
    expect(guard.size).toBe(4);
    guard.addBlock(T + 600_001, [tag('nonce-0005')]);
    expect(guard.size).toBe(3);
    guard.addBlock(T + 600_002, [tag('nonce-0006')]);
    expect(guard.size).toBe(3);
  });

  test('forgets with empty blocks too: heartbeats alone must not keep old nonces in memory', () => {
    const guard = new ReplayGuard();
    guard.addBlock(T, [tag('nonce-0001'), tag('nonce-0002')]);
    guard.addBlock(T + 600_000, []);
    expect(guard.size).toBe(2);
    guard.addBlock(T + 600_001, []);
    expect(guard.size).toBe(0);
  });

  test('keeps a nonce that came again after its time by its later block', () => {
    const guard = new ReplayGuard();
    guard.addBlock(T, [tag('nonce-0001')]);
    guard.addBlock(T + 600_001, [tag('nonce-0001')]);
    expect(guard.size).toBe(1);
    expect(guard.isUsed(tag('nonce-0001'), T + 1_200_001)).toBe(true);
    guard.addBlock(T + 1_200_002, [tag('nonce-0002')]);
    expect(guard.size).toBe(1);
  });
});
