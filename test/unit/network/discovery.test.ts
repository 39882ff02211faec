/** Whom to dial: what a peer says of its URL is not believed where the operator has named the node. */

import { expect, test } from 'vitest';
import { sha256Hex } from '../../../engine/crypto/sha256.js';
import { BACK_OFF, DIAL_MS } from '../../../engine/network/limits.js';
import { keyOf } from '../../support/peerHost.js';
import { ScriptedPeers } from '../../support/scriptedPeers.js';

const SEED = 'http://seed/api';

const dialled = (peers: ScriptedPeers): readonly string[] => peers.of('dial').map(({ url }) => url);

test('whoever claims the URL of a seed does not keep this node from dialling it', () => {
  const peers = new ScriptedPeers({ seeds: [SEED] });
  peers.step({ kind: 'undialled', url: SEED, reason: 'refused' });
  peers.peer('stranger', { url: SEED });
  peers.pass(BACK_OFF.firstMs);
  expect(dialled(peers)).toEqual([SEED]);
});

test('a seed that is connected under its key is not dialled again, whichever side has dialled', () => {
  const peers = new ScriptedPeers({ seeds: [SEED] });
  const link = peers.peer('seed', { url: SEED }, { url: SEED });
  peers.pass(DIAL_MS);
  expect(dialled(peers)).toEqual([]);
  peers.step({ kind: 'down', link, reason: 'gone' });
  peers.peer('seed', { url: SEED });
  peers.pass(BACK_OFF.firstMs);
  expect(dialled(peers)).toEqual([]);
});

test('a seed that has dialled this node first, and refuses its dial, is found at its URL', () => {
  for (const [id, dials] of [
    [sha256Hex(keyOf('seed')), []],
    // Whoever else is there, or nobody.
    [sha256Hex(keyOf('another')), [SEED]],
    [undefined, [SEED]],
  ] as const) {
    const peers = new ScriptedPeers({ seeds: [SEED] });
    peers.peer('seed', { url: SEED });
    peers.step({ kind: 'undialled', url: SEED, reason: 'already_connected', id });
    peers.pass(BACK_OFF.firstMs);
    expect(dialled(peers)).toEqual(dials);
  }
});

test('the URL that a peer has introduced itself with is not dialled while it is connected', () => {
  const peers = new ScriptedPeers();
  const link = peers.peer('one', { url: 'http://one/api' });
  peers.pass(BACK_OFF.firstMs);
  expect(dialled(peers)).toEqual([]);
  peers.step({ kind: 'down', link, reason: 'gone' });
  peers.pass(BACK_OFF.firstMs);
  expect(dialled(peers)).toEqual(['http://one/api']);
});

test('the URL of a node is known by its key while it is connected, and afterwards where it was dialled', () => {
  const peers = new ScriptedPeers({ seeds: [SEED] });
  const { network } = peers;
  const link = peers.peer('seed', { url: SEED }, { url: SEED });
  peers.peer('silent', {});
  peers.peer('dialling', { url: 'http://dialling/api' });
  const known = () => ['seed', 'silent', 'dialling', 'nobody'].map((name) => network.urlOf(keyOf(name)));
  expect(known()).toEqual([SEED, undefined, 'http://dialling/api', undefined]);
  peers.step({ kind: 'down', link, reason: 'gone' });
  expect(known()).toEqual([SEED, undefined, 'http://dialling/api', undefined]);
});
