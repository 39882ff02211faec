/** The door for other nodes in a whole API: sessions with the real algorithms over real sockets, beside everything else that the
 *  port answers. */

import { once } from 'node:events';
import type http from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { createNet, PEER_PATH, type PeerNet, peerNetworkOf } from '../../api/peers/peerNet.js';
import { peerUrlPolicy } from '../../api/peers/peerUrl.js';
import { PEER_FRAME_BYTES } from '../../engine/base/peerLimits.js';
import { aes256Gcm } from '../../engine/crypto/aead.js';
import { nobleBackend } from '../../engine/crypto/mldsa.js';
import { nobleKem } from '../../engine/crypto/mlkem.js';
import type { LinkId } from '../../engine/network/net.js';
import { type PeerEffect, SessionLinks } from '../../engine/network/sessionLinks.js';
import { Sessions } from '../../engine/network/sessions.js';
import { type InlineNode, startInlineNode } from '../support/inlineNode.js';
import { NETWORK, namedRandom } from '../support/memoryLinks.js';

/** A node as far as its links go, with the real algorithms. */
class Peer {
  readonly net: PeerNet;
  readonly links: SessionLinks;
  readonly keys;
  readonly reports: unknown[] = [];
  readonly #effects: PeerEffect[] = [];
  #woken: () => void = () => undefined;

  constructor(name: string) {
    const random = namedRandom(name);
    this.keys = nobleBackend.keygen(random.bytes(32));
    const policy = peerUrlPolicy({ allowPrivate: true, named: [], own: [] });
    this.net = createNet({ policy, trustedProxies: [], report: (error) => this.reports.push(error) });
    const { publicKey } = this.keys;
    const algorithms = { kem: nobleKem, aead: aes256Gcm, random, networkOf: peerNetworkOf };
    const sessions = new Sessions({ network: NETWORK, publicKey, startedAt: 1, now: 0, ...algorithms });
    this.links = new SessionLinks(sessions, this.net, (effect) => this.#take(effect));
    this.links.start();
  }

  /** The next effect of a kind. */
  async next<Kind extends PeerEffect['kind']>(kind: Kind): Promise<Extract<PeerEffect, { readonly kind: Kind }>> {
    for (;;) {
      const index = this.#effects.findIndex((effect) => effect.kind === kind);
      if (index >= 0) return this.#effects.splice(index, 1)[0] as Extract<PeerEffect, { readonly kind: Kind }>;
      await new Promise<void>((resolve) => {
        this.#woken = resolve;
      });
    }
  }

  #take(effect: PeerEffect): void {
    if (effect.kind === 'sign') {
      const signature = nobleBackend.sign(effect.message, this.keys.secretKey);
      this.links.step({ kind: 'signed', token: effect.token, signature });
    } else if (effect.kind === 'check') {
      const holds = nobleBackend.verify(effect.signature, effect.message, effect.publicKey);
      this.links.step({ kind: 'checked', token: effect.token, holds });
    } else this.#effects.push(effect);
    this.#woken();
  }
}

const acceptor = new Peer('acceptor');
const dialler = new Peer('dialler');
let node: InlineNode;

beforeAll(async () => {
  node = await startInlineNode({ peers: acceptor.net.route });
});

afterAll(async () => {
  await Promise.all([dialler.net.stop(), acceptor.net.stop()]);
  await node?.remove();
});

const open = (path: string, headers: Record<string, string> = {}): WebSocket => {
  const client = new WebSocket(`ws://127.0.0.1:${node.port}${path}`, { headers });
  client.on('error', () => undefined);
  return client;
};

async function refusal(client: WebSocket): Promise<{ readonly status: number | undefined; readonly code: unknown }> {
  const [, response] = (await once(client, 'unexpected-response')) as [unknown, http.IncomingMessage];
  const body = JSON.parse((await response.toArray()).join('')) as { code: unknown };
  return { status: response.statusCode, code: body.code };
}

test('two nodes prove their keys and exchange messages of many frames, both ways at once', async () => {
  const link: LinkId = dialler.links.dial(`${node.url}/api`);
  const [up, accepted] = await Promise.all([dialler.next('up'), acceptor.next('up')]);
  expect(up.peer.publicKey).toEqual(new Uint8Array(acceptor.keys.publicKey));
  expect(accepted.peer.publicKey).toEqual(new Uint8Array(dialler.keys.publicKey));
  const large = new Uint8Array(7_000_000).map((_, at) => at % 253);
  dialler.links.step({ kind: 'send', link, message: large });
  acceptor.links.step({ kind: 'send', link: accepted.link, message: large });
  dialler.links.step({ kind: 'send', link, message: Uint8Array.of(1, 2, 3), rank: 'urgent' });
  // The small one was sent last and is there first.
  expect((await acceptor.next('message')).bytes).toEqual(Uint8Array.of(1, 2, 3));
  for (const message of [await acceptor.next('message'), await dialler.next('message')])
    expect(Buffer.compare(message.bytes, large)).toBe(0);
  acceptor.links.step({ kind: 'close', link: accepted.link, reason: 'enough' });
  expect((await dialler.next('down')).reason).toBe('enough');
  expect((await acceptor.next('down')).reason).toBe('enough');
  expect([...dialler.reports, ...acceptor.reports]).toEqual([]);
});

test('a stranger that speaks something else is told why', async () => {
  const stranger = open(PEER_PATH);
  await once(stranger, 'open');
  stranger.send(new Uint8Array(100).fill(255));
  const [code, reason] = (await once(stranger, 'close')) as [number, Buffer];
  expect([code, reason.toString()]).toEqual([4000, 'bad_hello']);
  expect((await acceptor.next('down')).reason).toBe('bad_hello');
});

test('large frames pass here alone, and the rules of the port hold here too', async () => {
  const peer = open(PEER_PATH);
  await once(peer, 'open');
  peer.send(new Uint8Array(PEER_FRAME_BYTES));
  // Received whole, and refused by the handshake.
  expect(((await once(peer, 'close')) as [number])[0]).toBe(4000);
  const stream = open('/api/ws');
  await once(stream, 'open');
  stream.send(new Uint8Array(PEER_FRAME_BYTES));
  expect([1006, 1009]).toContain(((await once(stream, 'close')) as [number])[0]);
  expect(await refusal(open(PEER_PATH, { host: 'evil.example' }))).toEqual({ status: 421, code: 'host_unknown' });
  expect(await refusal(open(PEER_PATH, { origin: node.url }))).toEqual({ status: 403, code: 'not_authorized' });
});
