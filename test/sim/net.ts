/** The network of a simulation: the `Net` port of every machine, over queues that lose, delay and cut as real ones do.
 *
 *  In: frames and dials of the machines, faults of the seed. Out: frames in their order, or the end of their link. What may be
 *  lost: with a link, everything that was on its way. TCP loses no single frame, so a drop makes one direction of a link silent
 *  until it ends; a partition holds frames back and ends links that it lasts too long for; a machine without power leaves the
 *  other end believing in a link that is gone, until that end sends something or gives up. An attacker in the middle repeats,
 *  swaps and changes frames: the links carry what he made of them, and the sessions above have to notice. */

import type { LinkFacts, LinkId, Net, NetListener } from '../../engine/network/net.js';
import type { SeededRandom } from '../support/random.js';
import type { VirtualTime } from '../support/virtualTime.js';

/** What the road between two machines is like, in one direction. */
export interface Road {
  /** Milliseconds that every frame takes, and by how much it varies. */
  delayMs: number;
  jitterMs: number;
  /** Undefined: as fast as one likes. */
  bytesPerSecond: number | undefined;
  /** Nothing passes. */
  isCut: boolean;
}

/** How often the network does what, in a million frames or dials. */
export interface NetRates {
  /** A direction falls silent for ever. */
  drop: number;
  repeat: number;
  swap: number;
  change: number;
  failDial: number;
}

export const CALM: Readonly<NetRates> = { drop: 0, repeat: 0, swap: 0, change: 0, failDial: 0 };

/** Most bytes that wait in one direction of a link. */
const BUFFER_BYTES = 8 * 1024 * 1024;
/** A partition that lasts longer ends the links across it, as TCP's retransmission does. */
const GIVE_UP_MS = 20_000;
/** A dial into silence. */
const DIAL_TIMEOUT_MS = 10_000;
const MILLION = 1_000_000;

/** One end of a link. */
interface End {
  readonly id: LinkId;
  readonly owner: SimulatedPort;
  /** This end still believes in the link. */
  isOpen: boolean;
  /** Nothing that it sends from now on arrives. */
  isSilent: boolean;
  /** Its owner has closed it. */
  isClosing: boolean;
  /** Bytes that wait to leave, and when the last of them will have left. */
  waiting: number;
  freeAt: number;
  /** No frame arrives before the one sent before it. */
  arrivedAt: number;
  /** Frames that a partition holds back, and since when. */
  held: Uint8Array[];
  /** A frame that the attacker keeps, to let the next one pass it. */
  kept: Uint8Array | undefined;
  other: End | undefined;
}

export class SimulatedNet {
  readonly #ports = new Map<string, SimulatedPort>();
  readonly #roads = new Map<string, Road>();
  rates: NetRates = { ...CALM };

  constructor(
    readonly time: VirtualTime,
    readonly random: SeededRandom,
    /** Called with each frame that arrives. */
    readonly arrived: (machine: number, bytes: Uint8Array, from: number) => void = () => {},
    /** Called when a machine ends a link to another. */
    readonly closed: (machine: number, other: number, reason: string) => void = () => {},
    /** How many there are. */
    readonly machines = 0,
  ) {}

  /** The port of a new process. @param url at which others dial it. @param machine its number. */
  open(machine: number, url: string): SimulatedPort {
    const port = new SimulatedPort(this, machine, url);
    this.#ports.set(url, port);
    return port;
  }

  /** Takes a process off the network. */
  leave(port: SimulatedPort): void {
    if (this.#ports.get(port.url) === port) this.#ports.delete(port.url);
  }

  portAt(url: string): SimulatedPort | undefined {
    return this.#ports.get(url);
  }

  /** The road from one machine to another. */
  road(from: number, to: number): Road {
    const name = `${from} ${to}`;
    let road = this.#roads.get(name);
    if (!road) {
      road = { delayMs: 1, jitterMs: 1, bytesPerSecond: undefined, isCut: false };
      this.#roads.set(name, road);
    }
    return road;
  }

  /** Cuts every road of a machine, in both directions, or opens them again. */
  isolate(machine: number, isCut: boolean): void {
    for (let other = 0; other < this.machines; other++) {
      if (other === machine) continue;
      this.road(machine, other).isCut = isCut;
      this.road(other, machine).isCut = isCut;
    }
    if (!isCut) this.release();
  }

  /** Whether something with this many chances in a million happens now. */
  happens(rate: number): boolean {
    return rate > 0 && this.random.below(MILLION) < rate;
  }

  /** Everything works again. Links that fell silent end, as they would after a while. */
  heal(): void {
    this.rates = { ...CALM };
    for (const road of this.#roads.values()) {
      road.bytesPerSecond = undefined;
      road.isCut = false;
    }
    for (const port of this.#ports.values()) port.mend();
  }

  /** Ends every link between two machines, as a router that restarts does. */
  cut(one: number, other: number): void {
    for (const port of this.#ports.values()) if (port.machine === one) port.cutFrom(other);
  }

  /** Lets held frames pass after a partition. */
  release(): void {
    for (const port of this.#ports.values()) port.release();
  }
}

export class SimulatedPort implements Net {
  readonly #ends = new Map<LinkId, End>();
  #listener: NetListener | undefined;
  #links = 0;
  /** Stopped in order, or without power. */
  #isGone = false;

  constructor(
    private readonly net: SimulatedNet,
    readonly machine: number,
    readonly url: string,
  ) {}

  start(listener: NetListener): void {
    this.#listener = listener;
  }

  dial(url: string): LinkId {
    const end = this.#end();
    const { net } = this;
    const target = net.portAt(url);
    const fails = net.happens(net.rates.failDial);
    const silent =
      target && (net.road(this.machine, target.machine).isCut || net.road(target.machine, this.machine).isCut);
    const trip = target ? this.#trip(target.machine) + target.#trip(this.machine) : this.#trip(this.machine);
    net.time.set(silent ? DIAL_TIMEOUT_MS : trip, () => {
      if (!end.isOpen) return;
      const refusal = silent
        ? 'the dial timed out'
        : fails || !target || !target.#accepts
          ? 'connection refused'
          : undefined;
      if (refusal !== undefined || !target) return this.#ended(end, refusal ?? 'connection refused');
      target.#accept(end, this.machine);
      this.#listener?.opened(end.id, { direction: 'dial', url, address: addressOf(target.machine) });
    });
    return end.id;
  }

  send(link: LinkId, frame: Uint8Array): boolean {
    const end = this.#ends.get(link);
    const other = end?.other;
    if (!end?.isOpen || end.isClosing || !other || end.waiting + frame.length > BUFFER_BYTES) return false;
    const { net } = this;
    if (net.happens(net.rates.drop)) end.isSilent = true;
    const bytes = new Uint8Array(frame);
    if (!end.isSilent) for (const one of this.#tampered(end, bytes)) this.#pass(end, one);
    return true;
  }

  buffered(link: LinkId): number {
    return this.#ends.get(link)?.waiting ?? 0;
  }

  close(link: LinkId, reason: string): void {
    const end = this.#ends.get(link);
    if (!end?.isOpen || end.isClosing) return;
    end.isClosing = true;
    const { other } = end;
    if (other) this.net.closed(this.machine, other.owner.machine, reason);
    const { time } = this.net;
    // The close travels behind what was sent before it.
    if (other && !end.isSilent && !this.net.road(this.machine, other.owner.machine).isCut)
      time.set(Math.max(end.arrivedAt - time.elapsed, this.#trip(other.owner.machine)), () =>
        other.owner.#ended(other, reason.slice(0, 123)),
      );
    time.set(0, () => this.#ended(end, reason));
  }

  async stop(): Promise<void> {
    for (const { id } of [...this.#ends.values()]) this.close(id, 'the node stops');
    this.net.leave(this);
    this.#isGone = true;
    await new Promise<void>((resolve) => this.net.time.set(0, resolve));
  }

  /** The power goes: the other ends believe in their links until they send something, or for ever. */
  crash(): void {
    this.net.leave(this);
    this.#isGone = true;
    this.#listener = undefined;
    for (const end of this.#ends.values()) end.isOpen = false;
    this.#ends.clear();
  }

  /** Silent links end; links whose other end is gone end too. */
  mend(): void {
    this.release();
    for (const end of [...this.#ends.values()]) if (end.isSilent || !end.other?.isOpen) this.#break(end);
  }

  cutFrom(machine: number): void {
    for (const end of [...this.#ends.values()]) if (end.other?.owner.machine === machine) this.#break(end);
  }

  /** Sends on what a partition held back, where the road is open again. */
  release(): void {
    for (const end of this.#ends.values()) {
      const { other, held } = end;
      if (!other || held.length === 0 || this.net.road(this.machine, other.owner.machine).isCut) continue;
      end.held = [];
      for (const frame of held) this.#pass(end, frame);
    }
  }

  get #accepts(): boolean {
    return this.#listener !== undefined && !this.#isGone;
  }

  #end(): End {
    const id = ++this.#links;
    const end: End = {
      id,
      owner: this,
      isOpen: true,
      isSilent: false,
      isClosing: false,
      waiting: 0,
      freeAt: 0,
      arrivedAt: 0,
      held: [],
      kept: undefined,
      other: undefined,
    };
    this.#ends.set(id, end);
    return end;
  }

  #accept(dialler: End, from: number): void {
    const end = this.#end();
    end.other = dialler;
    dialler.other = end;
    this.#listener?.opened(end.id, {
      direction: 'accept',
      url: undefined,
      address: addressOf(from),
    } satisfies LinkFacts);
  }

  /** What an attacker in the middle makes of a frame: usually the frame. */
  #tampered(end: End, frame: Uint8Array): Uint8Array[] {
    const { net } = this;
    const { repeat, swap, change } = net.rates;
    const before = end.kept;
    end.kept = undefined;
    if (before) return [frame, before];
    if (net.happens(swap)) {
      end.kept = frame;
      return [];
    }
    if (frame.length > 0 && net.happens(change)) {
      const at = net.random.below(frame.length);
      frame[at] = (frame[at] as number) ^ (1 << net.random.below(8));
    }
    return net.happens(repeat) ? [frame, frame.slice()] : [frame];
  }

  /** Sends a frame on its way. */
  #pass(end: End, frame: Uint8Array): void {
    const { other } = end;
    if (!other) return;
    const { time } = this.net;
    const road = this.net.road(this.machine, other.owner.machine);
    if (road.isCut || end.held.length > 0) {
      this.#hold(end, frame);
      return;
    }
    const { bytesPerSecond } = road;
    const leaves =
      bytesPerSecond === undefined
        ? time.elapsed
        : Math.max(time.elapsed, end.freeAt) + (frame.length / bytesPerSecond) * 1_000;
    if (leaves > time.elapsed) {
      end.waiting += frame.length;
      end.freeAt = leaves;
      time.set(leaves - time.elapsed, () => this.#left(end, frame.length));
    }
    end.arrivedAt = Math.max(end.arrivedAt, leaves + this.#trip(other.owner.machine));
    time.set(end.arrivedAt - time.elapsed, () => this.#arrive(end, other, frame));
  }

  #left(end: End, bytes: number): void {
    end.waiting -= bytes;
    if (end.waiting === 0 && end.isOpen) this.#listener?.drained(end.id);
  }

  #hold(end: End, frame: Uint8Array): void {
    end.held.push(frame);
    if (end.held.length > 1) return;
    const first = end.held;
    this.net.time.set(GIVE_UP_MS, () => {
      if (end.held === first && first.length > 0) this.#break(end);
    });
  }

  #arrive(end: End, other: End, frame: Uint8Array): void {
    const { net } = this;
    const { owner } = other;
    if (!other.isOpen) {
      // The machine over there answers that it knows no such link, if it has power again.
      if (end.isOpen && net.portAt(owner.url))
        net.time.set(owner.#trip(this.machine), () => this.#ended(end, 'connection reset'));
      return;
    }
    net.arrived(owner.machine, frame, this.machine);
    owner.#listener?.frame(other.id, frame);
  }

  /** Both ends hear that the link is broken. */
  #break(end: End): void {
    const { other } = end;
    this.net.time.set(0, () => this.#ended(end, 'connection lost'));
    if (other) this.net.time.set(0, () => other.owner.#ended(other, 'connection lost'));
  }

  #ended(end: End, reason: string): void {
    if (!end.isOpen) return;
    end.isOpen = false;
    end.held = [];
    this.#ends.delete(end.id);
    this.#listener?.closed(end.id, reason);
  }

  #trip(to: number): number {
    const { delayMs, jitterMs } = this.net.road(this.machine, to);
    return delayMs + (this.net.random.below(1_000) / 1_000) * jitterMs;
  }
}

/** Every machine has an address of its own. */
export const addressOf = (machine: number): string => `198.51.100.${machine + 1}`;
