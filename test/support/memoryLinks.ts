/** Nodes with sessions over links in memory, in one thread. What happens next is always one entry of a list: the arrival of a
 *  frame or of an end, or the answer to a signature. A test runs the entries in their order, or picks them in another one that
 *  keeps the order of each link. */

import { utf8 } from '../../engine/base/bytes.js';
import { sha256 } from '../../engine/crypto/sha256.js';
import type { LinkFacts, LinkId, Net, NetListener } from '../../engine/network/net.js';
import { type PeerEffect, SessionLinks } from '../../engine/network/sessionLinks.js';
import { type PeerIdentity, type Rank, type SessionSettings, Sessions } from '../../engine/network/sessions.js';
import { keyedBackend } from './keyedBackend.js';
import { keyedAead, keyedKem } from './keyedExchange.js';

/** One thing that will happen. Entries of one lane stay in their order. */
interface Due {
  readonly lane: string;
  readonly run: () => void;
}

interface End {
  readonly net: MemoryNet;
  readonly link: LinkId;
}

/** What a test may do to a frame on its way: none is lost, several arrive one after the other. */
export type Tamper = (frame: Uint8Array, from: string, to: string) => readonly Uint8Array[];

export class MemoryWires {
  readonly due: Due[] = [];
  readonly nets = new Map<string, MemoryNet>();
  tamper: Tamper = (frame) => [frame];
  frames = 0;

  /** Runs what is due until nothing is. @param pick which of the entries that may run comes next; the first when absent. */
  run(pick: (choices: number) => number = () => 0): void {
    while (this.due.length > 0) {
      const lanes = new Set<string>();
      const ready = this.due.filter(({ lane }) => !lanes.has(lane) && lanes.add(lane));
      const next = ready[pick(ready.length)] as Due;
      this.due.splice(this.due.indexOf(next), 1);
      next.run();
    }
  }
}

export class MemoryNet implements Net {
  readonly ends = new Map<LinkId, End>();
  /** What `buffered` answers. */
  held = 0;
  /** Whether it takes frames. */
  isFull = false;
  readonly sent: { readonly link: LinkId; readonly frame: Uint8Array }[] = [];
  listener: NetListener | undefined;
  #links = 0;

  constructor(
    private readonly wires: MemoryWires,
    readonly name: string,
    private readonly address: string,
  ) {
    wires.nets.set(name, this);
  }

  start(listener: NetListener): void {
    this.listener = listener;
  }

  dial(url: string): LinkId {
    const link = ++this.#links;
    this.#soon(link, () => {
      const other = this.wires.nets.get(url);
      if (!other) {
        this.listener?.closed(link, 'nobody is there');
        return;
      }
      const accepted = ++other.#links;
      this.ends.set(link, { net: other, link: accepted });
      other.ends.set(accepted, { net: this, link });
      other.#soon(accepted, () => other.#opened(accepted, 'accept', undefined, this.address));
      this.#opened(link, 'dial', url, other.address);
    });
    return link;
  }

  send(link: LinkId, frame: Uint8Array): boolean {
    const end = this.ends.get(link);
    if (!end || this.isFull) return false;
    this.sent.push({ link, frame });
    this.wires.frames++;
    for (const arriving of this.wires.tamper(frame, this.name, end.net.name))
      end.net.#soon(end.link, () => {
        if (end.net.ends.has(end.link)) end.net.listener?.frame(end.link, arriving);
      });
    return true;
  }

  buffered(): number {
    return this.held;
  }

  close(link: LinkId, reason: string): void {
    const end = this.ends.get(link);
    this.ends.delete(link);
    this.#soon(link, () => this.listener?.closed(link, reason));
    if (!end) return;
    end.net.#soon(end.link, () => {
      if (end.net.ends.delete(end.link)) end.net.listener?.closed(end.link, reason);
    });
  }

  async stop(): Promise<void> {
    for (const link of [...this.ends.keys()]) this.close(link, 'stopped');
  }

  #opened(link: LinkId, direction: LinkFacts['direction'], url: string | undefined, address: string): void {
    if (this.ends.has(link)) this.listener?.opened(link, { direction, url, address });
  }

  #soon(link: LinkId, run: () => void): void {
    this.wires.due.push({ lane: `${this.name}/${link}`, run });
  }
}

export interface NodeOptions extends Partial<SessionSettings> {
  readonly address?: string;
  /** Seed of its key; its name when absent. */
  readonly key?: string;
  /** Signs instead of the key's owner. */
  readonly sign?: (message: Uint8Array) => Uint8Array | undefined;
}

/** Bytes that follow from a name and a count alone. */
export function namedRandom(name: string): SessionSettings['random'] {
  let count = 0;
  return {
    bytes(length) {
      const out = new Uint8Array(length);
      for (let at = 0; at < length; at += 32)
        out.set(sha256(utf8(`${name} ${count++}`)).subarray(0, Math.min(32, length - at)), at);
      return out;
    },
  };
}

export const NETWORK = { chainId: 'rougechain-test-1', genesis: '17'.repeat(32) };

export class MemoryNode {
  readonly net: MemoryNet;
  readonly links: SessionLinks;
  readonly publicKey: Uint8Array;
  readonly effects: PeerEffect[] = [];
  /** What it was asked to sign. */
  readonly signed: Uint8Array[] = [];
  readonly up = new Map<LinkId, PeerIdentity>();

  constructor(
    private readonly wires: MemoryWires,
    readonly name: string,
    { address = '10.0.0.1', key = name, sign, ...settings }: NodeOptions = {},
  ) {
    const keys = keyedBackend.keygen(sha256(utf8(key)));
    this.publicKey = settings.publicKey ?? keys.publicKey;
    this.net = new MemoryNet(wires, name, address);
    const sessions = new Sessions({
      network: NETWORK,
      publicKey: this.publicKey,
      startedAt: 1_700_000_000_000,
      now: 0,
      random: namedRandom(name),
      kem: keyedKem,
      aead: keyedAead,
      networkOf: (from) => from,
      ...settings,
    });
    const signature = sign ?? ((message) => keyedBackend.sign(message, keys.secretKey, sha256(utf8(name))));
    this.links = new SessionLinks(sessions, this.net, (effect) => this.#take(effect, signature));
    this.links.start();
  }

  get sessions(): Sessions {
    return this.links.sessions;
  }

  send(link: LinkId, message: Uint8Array, rank?: Rank): void {
    this.links.step(rank ? { kind: 'send', link, message, rank } : { kind: 'send', link, message });
  }

  time(now: number): void {
    this.links.step({ kind: 'time', now });
  }

  /** Effects of one kind, in their order. */
  of<Kind extends PeerEffect['kind']>(kind: Kind): Extract<PeerEffect, { readonly kind: Kind }>[] {
    return this.effects.filter((effect) => effect.kind === kind) as Extract<PeerEffect, { readonly kind: Kind }>[];
  }

  /** Reasons of the links that ended. */
  get ends(): readonly string[] {
    return this.of('down').map(({ reason }) => reason);
  }

  get messages(): readonly Uint8Array[] {
    return this.of('message').map(({ bytes }) => bytes);
  }

  #take(effect: PeerEffect, sign: (message: Uint8Array) => Uint8Array | undefined): void {
    this.effects.push(effect);
    const answer = (run: () => void): void => void this.wires.due.push({ lane: `${this.name} keys`, run });
    if (effect.kind === 'up') this.up.set(effect.link, effect.peer);
    else if (effect.kind === 'down') this.up.delete(effect.link);
    else if (effect.kind === 'sign') {
      this.signed.push(effect.message);
      const { token } = effect;
      answer(() => this.links.step({ kind: 'signed', token, signature: sign(effect.message) }));
    } else if (effect.kind === 'check') {
      const { message, publicKey, signature, token } = effect;
      const holds = keyedBackend.verify(signature, message, publicKey);
      answer(() => this.links.step({ kind: 'checked', token, holds }));
    }
  }
}
