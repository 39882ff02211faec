/** Blocks that are larger than what may wait for a peer: they are sent as the peer takes them, to one that catches up and to one that
 *  puts the block together. */

import { expect, test } from 'vitest';
import { fromHex } from '../../../engine/base/bytes.js';
import { makeCertificate } from '../../../engine/chain/certificate.js';
import { OUTBOX, SERVE } from '../../../engine/network/limits.js';
import { decodeMessage } from '../../../engine/network/messageCodec.js';
import type { LinkId } from '../../../engine/network/net.js';
import { makeTransaction } from '../../support/peerHost.js';
import { blockOf, ScriptedPeers } from '../../support/scriptedPeers.js';

const COUNT = 5_000;
const items = Array.from({ length: COUNT }, (_, index) => makeTransaction(index));
const made = blockOf(items);
const certificate = makeCertificate(1, 0, fromHex(made.hash) as Uint8Array, []);
const decided = { block: made.block, certificate };

/** What has left a server for one link, and waits there until the test takes it. */
class Line {
  #waiting: Uint8Array[] = [];

  constructor(
    private readonly server: ScriptedPeers,
    private readonly link: LinkId,
  ) {}

  /** Of the last step. */
  collect(): void {
    for (const effect of this.server.effects)
      if (effect.kind === 'send' && effect.link === this.link) {
        this.#waiting.push(effect.message);
        this.server.waitingBytes += effect.message.length;
      }
  }

  take(): Uint8Array[] {
    const taken = this.#waiting;
    this.#waiting = [];
    this.server.waitingBytes = 0;
    return taken;
  }
}

test('a node catches up past a block of more bytes than an outbox holds, read once', () => {
  const server = new ScriptedPeers();
  server.head({ height: 1, hash: made.hash });
  const to = server.peer('client');
  const line = new Line(server, to);
  const client = new ScriptedPeers();
  const status = { height: 1, hash: made.hash, proposerDistance: undefined, producing: true };
  const from = client.peer('server', { status });
  client.pass(1_100);
  const [headers] = client.sent(from, 'headersWanted');
  const { headerBytes, proposerSignature } = made.block;
  client.say(from, {
    ...{ kind: 'headersPart', request: headers?.request ?? 0, fromHeight: 1 },
    headers: [{ headerBytes, proposerSignature, certificate }],
  });
  const [wanted] = client.sent(from, 'blocksWanted');
  if (!wanted) throw new Error('no block was asked for');
  server.say(to, wanted);
  let reads = 0;
  let arrived = 0;
  let bytes = 0;
  for (let moment = 0; moment < 200 && arrived === 0; moment++) {
    line.collect();
    for (const { token } of server.of('readBlock')) {
      reads++;
      server.step({ kind: 'blockRead', token, decided });
      line.collect();
    }
    expect(server.waitingBytes).toBeLessThan(2 * OUTBOX.linkBytes);
    for (const message of line.take()) {
      bytes += message.length;
      client.step({ kind: 'message', link: from, bytes: message });
      arrived += client.of('decidedBlock').length;
    }
    if (moment % 2 === 0) server.step({ kind: 'drained', link: to });
    else server.pass(20);
  }
  expect([arrived, reads, server.network.counters.lost, client.scoreOf('server')]).toEqual([1, 1, 0, 0]);
  expect(bytes).toBeGreaterThan(OUTBOX.bytes);
});

test('the block of a peer that takes nothing is kept for a moment only, and read again when it does', () => {
  const server = new ScriptedPeers();
  server.head({ height: 1, hash: made.hash });
  const to = server.peer('client');
  server.waitingBytes = OUTBOX.linkBytes;
  server.say(to, {
    kind: 'blocksWanted',
    request: 3,
    fromHeight: 1,
    count: 1,
    mostBytes: 2 ** 40,
    withoutCertificate: false,
  });
  const [read] = server.of('readBlock');
  server.step({ kind: 'blockRead', token: read?.token ?? 0, decided });
  server.pass(SERVE.heldMs);
  server.waitingBytes = 0;
  const [first, again]: number[][] = [[], []];
  for (let moment = 0; moment < 200; moment++) {
    server.step({ kind: 'drained', link: to });
    for (const { part } of server.sent(to, 'blockPart')) (again && again.length > 0 ? again : first)?.push(part.first);
    for (const { token } of server.of('readBlock')) {
      again?.push(-1);
      server.step({ kind: 'blockRead', token, decided });
      for (const { part } of server.sent(to, 'blockPart')) again?.push(part.first);
    }
  }
  expect(again?.[0]).toBe(-1);
  const all = [...(first ?? []), ...(again ?? []).slice(1)];
  expect(all).toEqual([...all].sort((a, b) => a - b));
  expect(new Set(all).size).toBe(all.length);
  expect(all.length).toBeGreaterThan(OUTBOX.bytes / 1_100_000);
  expect(server.network.counters.lost).toBe(0);
});

test.each(['all', 'some'] as const)('a peer that lacks %s transactions of a large open block gets them', (which) => {
  const server = new ScriptedPeers();
  const to = server.peer('asker');
  const line = new Line(server, to);
  server.step({
    ...{ kind: 'candidate', hash: made.hash, block: made.block, own: true },
    leaves: items.map(({ leaf }) => leaf),
  });
  const positions = which === 'all' ? which : items.flatMap((_, at) => (at % 5 === 0 ? [] : [at]));
  const wanted = positions === 'all' ? items.map((_, at) => at) : positions;
  server.say(to, { kind: 'blockTransactionsWanted', request: 7, hash: made.hash, positions });
  line.collect();
  server.say(to, { kind: 'blockTransactionsWanted', request: 8, hash: 'ab'.repeat(32), positions: 'all' });
  const came: Uint8Array[] = [];
  const unknown: number[] = [];
  for (let moment = 0; moment < 200 && unknown.length === 0; moment++) {
    server.step({ kind: 'drained', link: to });
    line.collect();
    expect(server.waitingBytes).toBeLessThan(2 * OUTBOX.linkBytes);
    for (const bytes of line.take()) {
      const message = decodeMessage(bytes);
      if (typeof message === 'string' || message.kind !== 'blockTransactions') continue;
      if (message.unknown) unknown.push(message.request);
      else expect([message.request, message.first]).toEqual([7, came.length]);
      came.push(...message.transactions.map(({ signature }) => signature));
    }
  }
  expect(unknown).toEqual([8]);
  expect(came.length).toBe(wanted.length);
  const right = wanted.filter((at, index) =>
    Buffer.from(came[index] as Uint8Array).equals(items[at]?.transaction.signature as Uint8Array),
  );
  expect(right.length).toBe(wanted.length);
});

test('who asks for transactions without end is not answered beyond a few requests at a time', () => {
  const server = new ScriptedPeers();
  const to = server.peer('asker');
  server.step({ kind: 'candidate', hash: made.hash, block: made.block, own: true, leaves: [] });
  server.waitingBytes = OUTBOX.linkBytes;
  for (let request = 1; request <= 100; request++)
    server.say(to, { kind: 'blockTransactionsWanted', request, hash: made.hash, positions: 'all' });
  server.waitingBytes = 0;
  const answered = new Set<number>();
  for (let moment = 0; moment < 1_000; moment++) {
    server.step({ kind: 'drained', link: to });
    for (const { request } of server.sent(to, 'blockTransactions')) answered.add(request);
  }
  expect([...answered]).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
});
