/** Serving blocks: one at a time, as the peer takes them, everything bounded. */

import { describe, expect, test } from 'vitest';
import type { SignedParts } from '../../../engine/chain/transaction.js';
import type { DecidedBlock } from '../../../engine/network/events.js';
import { OUTBOX, SERVE } from '../../../engine/network/limits.js';
import type { MadeBlock } from '../../support/peerHost.js';
import { ScriptedPeers } from '../../support/scriptedPeers.js';
import { at } from '../../support/servedChain.js';

describe('serving', () => {
  const serving = (): { peers: ScriptedPeers; one: number } => {
    const peers = new ScriptedPeers();
    const one = peers.peer('one');
    peers.head({ height: 60, hash: at(60).hash });
    return { peers, one };
  };
  const read = (peers: ScriptedPeers, decided: DecidedBlock | undefined): void => {
    const [{ token } = { token: 0 }] = peers.of('readBlock');
    peers.step({ kind: 'blockRead', token, decided });
  };

  test('one block is read at a time, and the count is kept', () => {
    const { peers, one } = serving();
    peers.say(one, {
      kind: 'blocksWanted',
      request: 3,
      fromHeight: 59,
      count: 5,
      mostBytes: 2 ** 30,
      withoutCertificate: false,
    });
    expect(peers.of('readBlock').map(({ height }) => height)).toEqual([59]);
    read(peers, at(59));
    expect(peers.sent(one, 'blockPart')).toMatchObject([{ part: { request: 3, height: 59, first: 0 } }]);
    expect(peers.of('readBlock').map(({ height }) => height)).toEqual([60]);
    read(peers, at(60));
    expect(peers.sent(one, 'blocksEnd')).toEqual([{ kind: 'blocksEnd', request: 3, refused: false, lowestHeight: 0 }]);
    expect(peers.of('readBlock')).toEqual([]);
  });

  test('the certificate of a block is left out for who has it with the header, and the one of its parent is not', () => {
    const { peers, one } = serving();
    const has: boolean[][] = [];
    for (const [request, withoutCertificate] of [
      [3, true],
      [4, false],
    ] as const) {
      peers.say(one, { kind: 'blocksWanted', request, fromHeight: 59, count: 1, mostBytes: 1, withoutCertificate });
      read(peers, at(59));
      const head = peers.sent(one, 'blockPart')[0]?.part.head;
      has.push([head?.certificate !== undefined, head?.parentCertificate !== undefined]);
    }
    expect(has).toEqual([
      [false, true],
      [true, true],
    ]);
  });

  test('bytes end a request, a block that cannot be read too, and requests beyond a few are refused', () => {
    const { peers, one } = serving();
    peers.say(one, {
      kind: 'blocksWanted',
      request: 3,
      fromHeight: 1,
      count: 5,
      mostBytes: 1,
      withoutCertificate: false,
    });
    read(peers, at(1));
    expect(peers.sent(one, 'blocksEnd')).toMatchObject([{ request: 3 }]);
    peers.say(one, {
      kind: 'blocksWanted',
      request: 4,
      fromHeight: 1,
      count: 5,
      mostBytes: 9e9,
      withoutCertificate: false,
    });
    read(peers, undefined);
    expect(peers.sent(one, 'blocksEnd')).toEqual([{ kind: 'blocksEnd', request: 4, refused: true, lowestHeight: 0 }]);
    peers.say(one, {
      kind: 'blocksWanted',
      request: 5,
      fromHeight: 61,
      count: 1,
      mostBytes: 9e9,
      withoutCertificate: false,
    });
    expect(peers.sent(one, 'blocksEnd')).toMatchObject([{ request: 5, refused: true }]);
    const ended: boolean[] = [];
    for (let request = 10; request < 20; request++) {
      peers.say(one, {
        kind: 'blocksWanted',
        request,
        fromHeight: 1,
        count: 1,
        mostBytes: 1,
        withoutCertificate: false,
      });
      ended.push(peers.sent(one, 'blocksEnd').length > 0);
    }
    expect(ended.filter((refused) => !refused)).toHaveLength(SERVE.requests);
  });

  test('a block larger than what may wait for a peer arrives whole, part by part', () => {
    const { peers, one } = serving();
    const padded = { ...(at(59).block.transactions[0] as SignedParts), text: new Uint8Array(6_000) };
    const most = Math.ceil((3 * OUTBOX.bytes) / padded.text.length);
    const transactions = new Array<SignedParts>(most).fill(padded);
    peers.say(one, {
      kind: 'blocksWanted',
      request: 3,
      fromHeight: 59,
      count: 2,
      mostBytes: 2 ** 30,
      withoutCertificate: false,
    });
    let arrived = 0;
    const readAfter: number[] = [];
    const take = (): void => {
      for (const { part: each } of peers.sent(one, 'blockPart')) {
        expect([each.height, each.first]).toEqual([59, arrived]);
        arrived += each.transactions.length;
      }
      readAfter.push(...peers.of('readBlock').map(({ height }) => height));
    };
    peers.waitingBytes = OUTBOX.linkBytes;
    read(peers, { ...at(59), block: { ...at(59).block, transactions } });
    take();
    expect([arrived, readAfter]).toEqual([0, []]);
    for (let drains = 0; drains < 200 && arrived < most; drains++) {
      peers.waitingBytes = 0;
      peers.step({ kind: 'drained', link: one });
      take();
    }
    expect([arrived, readAfter]).toEqual([most, [60]]);
    expect(peers.network.counters.lost).toBe(0);
  });

  test('a block that was dropped is refused with the lowest one that is there', () => {
    const { peers, one } = serving();
    peers.say(one, {
      kind: 'blocksWanted',
      request: 3,
      fromHeight: 5,
      count: 9,
      mostBytes: 9e9,
      withoutCertificate: false,
    });
    const [{ token } = { token: 0 }] = peers.of('readBlock');
    peers.step({ kind: 'blockRead', token, decided: undefined, lowestHeight: 41 });
    expect(peers.sent(one, 'blocksEnd')).toEqual([{ kind: 'blocksEnd', request: 3, refused: true, lowestHeight: 41 }]);
  });

  test('a reader that takes nothing stops the reading, until its link has room', () => {
    const { peers, one } = serving();
    peers.waitingBytes = 2 ** 30;
    const big = {
      ...at(1).block.transactions[0],
      text: new Uint8Array(2 * 1024 * 1024),
    } as MadeBlock['block']['transactions'][number];
    const large = { ...at(1), block: { ...at(1).block, transactions: Array.from({ length: 6 }, () => big) } };
    peers.say(one, {
      kind: 'blocksWanted',
      request: 3,
      fromHeight: 1,
      count: 5,
      mostBytes: 2 ** 40,
      withoutCertificate: false,
    });
    read(peers, large);
    expect(peers.of('readBlock')).toEqual([]);
    expect(peers.sent(one, 'blockPart')).toEqual([]);
    peers.waitingBytes = 0;
    peers.step({ kind: 'drained', link: one });
    expect(peers.sent(one, 'blockPart').length).toBeGreaterThan(0);
    for (let pumps = 0; pumps < 20 && peers.of('readBlock').length === 0; pumps++)
      peers.step({ kind: 'drained', link: one });
    expect(peers.of('readBlock').map(({ height }) => height)).toEqual([2]);
  });
});
