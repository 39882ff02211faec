/** A peer that keeps the handshake and nothing else: it claims a head that it does not have, answers nothing, and sends garbage, invalid
 *  headers and votes, false transactions and floods, at times that the seed decides. */

import { toBinary, toHex } from '../../engine/base/bytes.js';
import { sha256Hex } from '../../engine/crypto/sha256.js';
import type { NetworkEffect, NetworkEvent } from '../../engine/network/events.js';
import { decodeMessage, encodeMessage } from '../../engine/network/messageCodec.js';
import type { PeerMessage } from '../../engine/network/messages.js';
import type { LinkId } from '../../engine/network/net.js';
import { keyOf, makeBlock, makeTransaction, signedVote } from './peerHost.js';
import type { PeerEnd } from './peerWorld.js';
import type { SeededRandom } from './random.js';

const LIE_MS = 150;
const FLOOD = 300;

export class PeerLiar implements PeerEnd {
  readonly key = keyOf('liar');
  readonly id = sha256Hex(this.key);
  wakeAt = 0;
  lies = 0;
  /** It only withholds: nothing that it says is wrong, except its head. */
  quiet = false;
  /** What was dialled, by link. */
  readonly #links = new Map<LinkId, string>();
  #nextLie = 0;

  constructor(
    readonly url: string,
    private readonly targets: readonly string[],
    private readonly random: SeededRandom,
  ) {}

  run(...events: NetworkEvent[]): NetworkEffect[] {
    return events.flatMap((event) => this.#on(event));
  }

  #on(event: NetworkEvent): NetworkEffect[] {
    if (event.kind === 'down') this.#links.delete(event.link);
    if (event.kind === 'up') {
      this.#links.set(event.link, event.peer.facts.url ?? '');
      return [this.#send(event.link, this.#introduction())];
    }
    if (event.kind === 'message') {
      const message = decodeMessage(event.bytes);
      // It looks alive.
      if (typeof message !== 'string' && message.kind === 'ping')
        return [this.#send(event.link, { kind: 'pong', number: message.number })];
    }
    if (event.kind !== 'time') return [];
    this.wakeAt = event.now + LIE_MS;
    if (event.now < this.#nextLie) return [];
    this.#nextLie = event.now + LIE_MS;
    const reached = new Set(this.#links.values());
    const dials = this.targets.filter((url) => !reached.has(url)).map((url) => ({ kind: 'dial', url }) as const);
    const lies = this.quiet ? [] : [...this.#links.keys()].flatMap((link) => this.#lie(link));
    return [...dials, ...lies];
  }

  #introduction(): PeerMessage {
    return {
      kind: 'introduction',
      introduction: {
        instance: this.#bytes(16),
        salt: this.#bytes(32),
        url: this.url,
        name: 'liar',
        version: '0',
        ageMs: 0,
        status: { height: 1_000_000, hash: toHex(this.#bytes(32)), proposerDistance: 0, producing: true },
      },
    };
  }

  #bytes(length: number): Uint8Array {
    return Uint8Array.from({ length }, () => this.random.below(256));
  }

  #send(link: LinkId, message: PeerMessage): NetworkEffect {
    return { kind: 'send', link, message: encodeMessage(message), rank: 'urgent' };
  }

  #lie(link: LinkId): NetworkEffect[] {
    this.lies++;
    const id = toBinary(this.#bytes(32));
    const hash = toHex(this.#bytes(32));
    const height = this.random.between(1, 40);
    const item = { id, transaction: makeTransaction(this.random.below(1_000)).transaction };
    switch (this.random.below(8)) {
      case 0:
        return [{ kind: 'send', link, message: this.#bytes(this.random.between(1, 300)), rank: 'urgent' }];
      case 1: {
        const { headerBytes, proposerSignature } = makeBlock(this.key, { height, hash }, [], undefined, 5).block;
        const block = { headerBytes, proposerSignature, certificate: undefined, shortIds: this.#bytes(60) };
        return [this.#send(link, { kind: 'compactBlock', block })];
      }
      case 2: {
        const vote = { ...signedVote(keyOf('node 1'), 'precommit', height, hash), signature: this.#bytes(3_309) };
        return [this.#send(link, { kind: 'votes', votes: [vote] })];
      }
      case 3:
        return [this.#send(link, { kind: 'transactions', request: 0, transactions: [item], missing: [] })];
      case 4: {
        const ids = Array.from({ length: 900 }, () => toBinary(this.#bytes(32)));
        return [this.#send(link, { kind: 'inventory', ids })];
      }
      case 5:
        return Array.from({ length: FLOOD }, (_, number) => this.#send(link, { kind: 'ping', number }));
      case 6:
        return [this.#send(link, { kind: 'blockOffer', height, hash })];
      default:
        return [this.#send(link, { kind: 'peers', peers: [{ url: `http://nowhere${this.lies}/api`, name: 'x' }] })];
    }
  }
}
