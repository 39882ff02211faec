/** A `PeerNetwork` whose peers are written down in a test: they say what the test says, and it sees what they are told. */

import { sha256Hex } from '../../engine/crypto/sha256.js';
import type { NetworkEffect, NetworkEvent, WaitingTransaction } from '../../engine/network/events.js';
import { decodeMessage, encodeMessage } from '../../engine/network/messageCodec.js';
import type { Introduction, MessageKind, PeerMessage } from '../../engine/network/messages.js';
import type { LinkId } from '../../engine/network/net.js';
import { PeerNetwork, type PeerNetworkOptions } from '../../engine/network/peerNetwork.js';
import { nativeProtocol } from '../../engine/protocol/native.js';
import { GENESIS, keyOf, type MadeBlock, makeBlock } from './peerHost.js';

type OfKind<T extends { readonly kind: string }, K extends T['kind']> = Extract<T, { readonly kind: K }>;

export const SALT = new Uint8Array(32).fill(7);
export const VALIDATORS = ['a', 'b', 'c', 'd'].map((name) => keyOf(name));
const [PROPOSER] = VALIDATORS as [Uint8Array];

export const blockOf = (waiting: readonly WaitingTransaction[], parent = GENESIS, time = 5): MadeBlock =>
  makeBlock(PROPOSER, parent, waiting, undefined, time);

export class ScriptedPeers {
  readonly pool = new Map<string, WaitingTransaction>();
  readonly network: PeerNetwork;
  now = 1_000;
  /** Bytes that wait in every link. */
  waitingBytes = 0;
  /** What the last step brought. */
  effects: readonly NetworkEffect[] = [];
  #links = 0;
  #random = 0;

  constructor(options: Partial<PeerNetworkOptions> = {}) {
    this.network = new PeerNetwork({
      ownKey: keyOf('self'),
      url: 'http://self/api',
      name: 'self',
      version: '1',
      producing: false,
      seeds: [],
      saved: undefined,
      mayDial: (url) => url.startsWith('http://') && url.endsWith('/api'),
      random: { bytes: (length) => new Uint8Array(length).fill(++this.#random) },
      blockTimeMs: 400,
      protocol: nativeProtocol,
      waiting: {
        has: (id) => this.pool.has(id),
        get: (id) => this.pool.get(id)?.transaction,
        ids: () => this.pool.keys(),
        all: () => this.pool.values(),
      },
      linkBytes: () => this.waitingBytes,
      now: this.now,
      ...options,
    });
    this.step({ kind: 'time', now: this.now });
    this.head(GENESIS);
  }

  step(event: NetworkEvent): readonly NetworkEffect[] {
    this.effects = this.network.step(event);
    return this.effects;
  }

  head(
    head: { readonly height: number; readonly hash: string },
    proposer: Uint8Array | undefined = PROPOSER,
  ): readonly NetworkEffect[] {
    return this.step({ kind: 'head', ...head, set: VALIDATORS, proposer });
  }

  pass(ms: number): readonly NetworkEffect[] {
    this.now += ms;
    return this.step({ kind: 'time', now: this.now });
  }

  /** A session without an introduction. */
  up(name: string, facts: { readonly url?: string; readonly address?: string } = {}): LinkId {
    const publicKey = keyOf(name);
    const link = ++this.#links;
    const { url, address = '' } = facts;
    const direction = url === undefined ? 'accept' : 'dial';
    this.step({ kind: 'up', link, peer: { publicKey, id: sha256Hex(publicKey), facts: { direction, url, address } } });
    return link;
  }

  introduction(name: string, changes: Partial<Introduction> = {}): PeerMessage {
    const status = { ...GENESIS, proposerDistance: undefined, producing: true };
    return {
      kind: 'introduction',
      introduction: {
        instance: new Uint8Array(16).fill(name.charCodeAt(0)),
        salt: SALT,
        url: '',
        name,
        version: '1',
        ageMs: 5,
        status,
        ...changes,
      },
    };
  }

  /** A peer that has introduced itself. */
  peer(
    name: string,
    changes: Partial<Introduction> = {},
    facts: { readonly url?: string; readonly address?: string } = {},
  ): LinkId {
    const link = this.up(name, facts);
    this.say(link, this.introduction(name, changes));
    return link;
  }

  say(link: LinkId, message: PeerMessage): readonly NetworkEffect[] {
    return this.step({ kind: 'message', link, bytes: encodeMessage(message) });
  }

  /** What the last step sent to a link, of one kind. */
  sent<K extends MessageKind>(link: LinkId, kind: K): OfKind<PeerMessage, K>[] {
    return this.effects
      .filter((effect) => effect.kind === 'send' && effect.link === link)
      .map((effect) => decodeMessage((effect as OfKind<NetworkEffect, 'send'>).message))
      .filter((message): message is OfKind<PeerMessage, K> => typeof message !== 'string' && message.kind === kind);
  }

  /** Effects of one kind of the last step. */
  of<K extends NetworkEffect['kind']>(kind: K): OfKind<NetworkEffect, K>[] {
    return this.effects.filter((effect): effect is OfKind<NetworkEffect, K> => effect.kind === kind);
  }

  /** The reason with which the last step ended a link; undefined when it did not. */
  ended(link: LinkId): string | undefined {
    return this.of('disconnect').find((effect) => effect.link === link)?.reason;
  }

  scoreOf(name: string): number {
    return this.network.peers().find((peer) => peer.name === name)?.score ?? Number.NaN;
  }
}
