/** Nodes with a `PeerNetwork` each, and links between them, in virtual time under a seed: ordered per link, with a delay and a rate,
 *  and cut at random. */

import type { NetworkEffect, NetworkEvent } from '../../engine/network/events.js';
import type { LinkFacts, LinkId } from '../../engine/network/net.js';
import { PeerHost } from './peerHost.js';
import type { SeededRandom } from './random.js';

/** Whoever is at the end of a link. */
export interface PeerEnd {
  readonly url: string;
  readonly key: Uint8Array;
  readonly id: string;
  run(...events: NetworkEvent[]): NetworkEffect[];
  wakeAt: number;
}

interface Wire {
  readonly ends: readonly [PeerEnd, PeerEnd];
  readonly links: readonly [LinkId, LinkId];
  readonly delayMs: number;
  readonly bytesPerMs: number;
  /** When the last byte of each direction arrives. */
  readonly busyUntil: [number, number];
  readonly queued: [number, number];
  open: boolean;
}

interface Delivery {
  readonly at: number;
  readonly order: number;
  readonly run: () => void;
}

export class PeerWorld {
  now = 0;
  bytes = 0;
  messages = 0;
  readonly disconnects: {
    readonly by: string;
    readonly of: string;
    readonly reason: string;
    readonly banned: boolean;
  }[] = [];
  readonly #ends = new Map<string, PeerEnd>();
  readonly #wires = new Map<PeerEnd, Map<LinkId, Wire>>();
  #deliveries: Delivery[] = [];
  #links = 0;
  #order = 0;
  /** Chance in percent that a new link is slow. */
  slowLinks = 0;

  constructor(readonly random: SeededRandom) {}

  linkBytes = (end: () => PeerEnd | undefined) => (link: LinkId) => {
    const self = end();
    const wire = self && this.#wires.get(self)?.get(link);
    return wire ? (wire.queued[wire.ends[0] === self ? 0 : 1] as number) : 0;
  };

  join(end: PeerEnd): void {
    this.#ends.set(end.url, end);
    this.#wires.set(end, new Map());
  }

  /** Takes a node away; its links end. */
  leave(end: PeerEnd): void {
    for (const wire of [...this.wiresOf(end)]) this.cut(wire);
    this.#ends.delete(end.url);
    this.#wires.delete(end);
  }

  wiresOf(end: PeerEnd): Iterable<Wire> {
    return this.#wires.get(end)?.values() ?? [];
  }

  ends(): PeerEnd[] {
    return [...this.#ends.values()];
  }

  /** @returns whether there is such a connection. */
  areConnected(a: PeerEnd, b: PeerEnd): boolean {
    return [...this.wiresOf(a)].some(({ ends }) => ends.includes(b));
  }

  cutOne(): void {
    const all = [...new Set(this.ends().flatMap((end) => [...this.wiresOf(end)]))];
    if (all.length > 0) this.cut(this.random.pick(all));
  }

  cut(wire: Wire): void {
    if (!wire.open) return;
    wire.open = false;
    wire.ends.forEach((end, side) => {
      const link = wire.links[side] as LinkId;
      this.#wires.get(end)?.delete(link);
      this.#later(1, () => this.act(end, end.run({ kind: 'down', link, reason: 'cut' })));
    });
  }

  #later(ms: number, run: () => void): void {
    this.#deliveries.push({ at: this.now + ms, order: this.#order++, run });
  }

  act(end: PeerEnd, effects: readonly NetworkEffect[]): void {
    if (this.#ends.get(end.url) !== end) return;
    for (const effect of effects) {
      if (effect.kind === 'send') this.#send(end, effect.link, effect.message);
      else if (effect.kind === 'dial') this.#dial(end, effect.url);
      else if (effect.kind === 'disconnect') this.#disconnect(end, effect);
    }
  }

  #disconnect(end: PeerEnd, { link, reason, banned }: Extract<NetworkEffect, { kind: 'disconnect' }>): void {
    const wire = this.#wires.get(end)?.get(link);
    if (!wire) return;
    const other = wire.ends[0] === end ? wire.ends[1] : wire.ends[0];
    this.disconnects.push({ by: end.id, of: other.id, reason, banned });
    // What was sent before still arrives.
    this.#later(wire.delayMs, () => this.cut(wire));
  }

  #dial(end: PeerEnd, url: string): void {
    const other = this.#ends.get(url);
    this.#later(this.random.between(1, 20), () => {
      if (this.#ends.get(end.url) !== end) return;
      if (!other || this.#ends.get(url) !== other) {
        this.act(end, end.run({ kind: 'undialled', url, reason: 'nobody there' }));
        return;
      }
      const isSlow = this.random.chance(this.slowLinks);
      const wire: Wire = {
        ends: [end, other],
        links: [++this.#links, ++this.#links],
        delayMs: this.random.between(1, isSlow ? 300 : 40),
        bytesPerMs: isSlow ? 200 : 20_000,
        busyUntil: [0, 0],
        queued: [0, 0],
        open: true,
      };
      const facts: LinkFacts[] = [
        { direction: 'dial', url, address: '' },
        { direction: 'accept', url: undefined, address: '' },
      ];
      for (const side of [0, 1] as const) this.#wires.get(wire.ends[side])?.set(wire.links[side], wire);
      wire.ends.forEach((each, side) => {
        const peer = wire.ends[1 - side] as PeerEnd;
        const identity = { publicKey: peer.key, id: peer.id, facts: facts[side] as LinkFacts };
        this.act(
          each,
          each.run({ kind: 'time', now: this.now }, { kind: 'up', link: wire.links[side] as LinkId, peer: identity }),
        );
      });
    });
  }

  #send(end: PeerEnd, link: LinkId, message: Uint8Array): void {
    const wire = this.#wires.get(end)?.get(link);
    if (!wire) return;
    const side = wire.ends[0] === end ? 0 : 1;
    this.bytes += message.length;
    this.messages++;
    wire.queued[side] += message.length;
    const sent = Math.max(this.now, wire.busyUntil[side]) + message.length / wire.bytesPerMs;
    wire.busyUntil[side] = sent;
    const other = wire.ends[1 - side] as PeerEnd;
    const otherLink = wire.links[1 - side] as LinkId;
    this.#later(Math.ceil(sent - this.now), () => {
      wire.queued[side] -= message.length;
      if (wire.open && wire.queued[side] === 0) this.act(end, end.run({ kind: 'drained', link }));
    });
    this.#later(Math.ceil(sent - this.now + wire.delayMs), () => {
      if (!wire.open || !this.#wires.has(other)) return;
      this.act(other, other.run({ kind: 'time', now: this.now }, { kind: 'message', link: otherLink, bytes: message }));
    });
  }

  /** Runs until `until` (virtual milliseconds), in steps of what comes next. */
  runTo(until: number, each: () => void = () => {}): void {
    while (this.now < until) {
      const next = Math.min(
        until,
        ...this.#deliveries.map(({ at }) => at),
        ...this.ends().map(({ wakeAt }) => Math.max(wakeAt, this.now + 1)),
      );
      this.now = Math.max(this.now, next);
      const due = this.#deliveries.filter(({ at }) => at <= this.now).sort((a, b) => a.at - b.at || a.order - b.order);
      this.#deliveries = this.#deliveries.filter(({ at }) => at > this.now);
      for (const { run } of due) run();
      for (const end of this.ends())
        if (end.wakeAt <= this.now) {
          end.wakeAt = Number.POSITIVE_INFINITY;
          this.act(end, end.run({ kind: 'time', now: this.now }));
        }
      for (const end of this.ends()) if (end instanceof PeerHost) this.act(end, end.produce());
      each();
    }
  }
}
