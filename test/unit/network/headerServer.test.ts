/** Serving headers: a message's worth at a time, without bodies, everything bounded. */

import { describe, expect, test } from 'vitest';
import { certifiedHeaderBytes } from '../../../engine/network/headerServer.js';
import { CHUNK_BYTES, SERVE_HEADERS } from '../../../engine/network/limits.js';
import type { PeerMessage } from '../../../engine/network/messages.js';
import type { LinkId } from '../../../engine/network/net.js';
import { ScriptedPeers } from '../../support/scriptedPeers.js';
import { at, certified } from '../../support/servedChain.js';

describe('serving', () => {
  const serving = (): { peers: ScriptedPeers; one: LinkId } => {
    const peers = new ScriptedPeers();
    const one = peers.peer('one');
    peers.head({ height: 60, hash: at(60).hash });
    return { peers, one };
  };
  const wants = (request: number, fromHeight: number, count: number, mostBytes = 2 ** 40): PeerMessage => ({
    ...{ kind: 'headersWanted', request, fromHeight, count, mostBytes },
  });
  const read = (peers: ScriptedPeers, fit = 1_000): void => {
    const [{ token, fromHeight, count } = { token: 0, fromHeight: 1, count: 0 }] = peers.of('readHeaders');
    const headers = Array.from({ length: Math.min(count, fit) }, (_, index) => certified(fromHeight + index));
    peers.step({ kind: 'headersRead', token, headers, lowestHeight: 0 });
  };

  test('as many reads as it takes, no body is read, and the end is told', () => {
    const { peers, one } = serving();
    peers.say(one, wants(3, 50, 40));
    expect(peers.of('readHeaders')).toMatchObject([{ fromHeight: 50, count: 11 }]);
    read(peers, 6);
    expect(peers.sent(one, 'headersPart')[0]).toMatchObject({ request: 3, fromHeight: 50 });
    expect(peers.sent(one, 'headersPart')[0]?.headers).toHaveLength(6);
    expect(peers.of('readHeaders')).toMatchObject([{ fromHeight: 56, count: 5 }]);
    expect(peers.of('readBlock')).toEqual([]);
    read(peers);
    expect(peers.sent(one, 'blocksEnd')).toEqual([{ kind: 'blocksEnd', request: 3, refused: false, lowestHeight: 0 }]);
    expect([peers.of('readHeaders'), peers.network.counters.headersServed]).toEqual([[], 11]);
  });

  test('a message has 1 MiB of headers at most, and the bytes that were asked for end it', () => {
    const { peers, one } = serving();
    const voter = at(1).certificate.precommits[0];
    if (!voter) throw new Error('a certificate has votes');
    const heavy = { ...certified(1), certificate: { ...at(1).certificate, precommits: new Array(70).fill(voter) } };
    peers.say(one, wants(3, 1, 60, 1.5 * CHUNK_BYTES));
    const [{ token } = { token: 0 }] = peers.of('readHeaders');
    peers.step({ kind: 'headersRead', token, headers: new Array(60).fill(heavy), lowestHeight: 0 });
    const parts = peers.sent(one, 'headersPart').map(({ headers }) => headers);
    const bytes = parts.map((headers) => headers.reduce((sum, each) => sum + certifiedHeaderBytes(each), 0));
    expect(Math.max(...bytes)).toBeLessThanOrEqual(CHUNK_BYTES);
    expect(parts.flat()).toHaveLength(Math.ceil((1.5 * CHUNK_BYTES) / certifiedHeaderBytes(heavy)));
    expect(peers.sent(one, 'blocksEnd')).toMatchObject([{ request: 3, refused: false }]);
  });

  test('what is not there is refused, and requests beyond a few', () => {
    const { peers, one } = serving();
    peers.say(one, wants(3, 61, 1));
    expect(peers.sent(one, 'blocksEnd')).toMatchObject([{ request: 3, refused: true, lowestHeight: 0 }]);
    peers.say(one, wants(4, 5, 9));
    const [{ token } = { token: 0 }] = peers.of('readHeaders');
    peers.step({ kind: 'headersRead', token, headers: [], lowestHeight: 41 });
    expect(peers.sent(one, 'blocksEnd')).toMatchObject([{ request: 4, refused: true, lowestHeight: 41 }]);
    const refused: boolean[] = [];
    for (let request = 10; request < 20; request++) {
      peers.say(one, wants(request, 1, 1));
      refused.push(peers.sent(one, 'blocksEnd').length > 0);
    }
    expect(refused.filter((each) => !each)).toHaveLength(SERVE_HEADERS.requests);
  });

  test('peers take turns: who asks for more waits for the others', () => {
    const { peers, one } = serving();
    const links = [one, ...['two', 'three', 'four', 'five', 'six', 'seven', 'eight'].map((name) => peers.peer(name))];
    const waiting: { readonly token: number; readonly fromHeight: number }[] = [];
    for (const link of links) {
      peers.say(link, wants(3, 1, 50));
      waiting.push(...peers.of('readHeaders'));
    }
    expect(waiting).toHaveLength(SERVE_HEADERS.reads);
    for (let turn = 0; turn < 2 * links.length; turn++) {
      const { token, fromHeight } = waiting.shift() ?? { token: 0, fromHeight: 1 };
      peers.step({ kind: 'headersRead', token, headers: [certified(fromHeight)], lowestHeight: 0 });
      waiting.push(...peers.of('readHeaders'));
    }
    expect(peers.network.counters.headersServed).toBe(2 * links.length);
    expect(waiting.map(({ fromHeight }) => fromHeight)).toEqual(new Array(SERVE_HEADERS.reads).fill(3));
  });

  test('a reader that takes nothing stops the reading', () => {
    const { peers, one } = serving();
    const voter = at(1).certificate.precommits[0];
    if (!voter) throw new Error('a certificate has votes');
    const heavy = { ...certified(1), certificate: { ...at(1).certificate, precommits: new Array(2_000).fill(voter) } };
    peers.waitingBytes = 2 ** 30;
    peers.say(one, wants(3, 1, 60));
    const [{ token } = { token: 0 }] = peers.of('readHeaders');
    peers.step({ kind: 'headersRead', token, headers: [heavy], lowestHeight: 0 });
    expect(peers.of('readHeaders')).toEqual([]);
    peers.waitingBytes = 0;
    peers.step({ kind: 'drained', link: one });
    expect(peers.sent(one, 'headersPart')).toHaveLength(1);
    for (let pumps = 0; pumps < 20 && peers.of('readHeaders').length === 0; pumps++)
      peers.step({ kind: 'drained', link: one });
    expect(peers.of('readHeaders')).toMatchObject([{ fromHeight: 2 }]);
  });
});
