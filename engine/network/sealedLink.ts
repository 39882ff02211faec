/** A link after its handshake: frames are sealed and opened, messages are cut into parts and put together, and the other end has
 *  to show now and then that it is alive. */

import { PEER_FRAME_BYTES, PEER_SILENCE, PEER_STALL_MS, PEER_WINDOW_BYTES } from '../base/peerLimits.js';
import type { Aead } from '../crypto/aead.js';
import type { LinkKeys, Role } from './handshake.js';
import { type Arrived, Incoming, Outgoing } from './parts.js';
import type { LinkReason } from './reasons.js';
import { SealedDirection } from './sealing.js';

export class SealedLink {
  readonly out = new Outgoing();
  readonly incoming = new Incoming();
  readonly #sealing: SealedDirection;
  readonly #opening: SealedDirection;
  /** Bytes that may still be handed to the network. */
  #credit = PEER_WINDOW_BYTES;
  #askedForMore = false;
  #lastFrame: number;
  #lastPing: number;
  /** Until when the other end has to show that it is alive. */
  #probedUntil: number | undefined;

  constructor(aead: Aead, keys: LinkKeys, role: Role, now: number) {
    this.#sealing = new SealedDirection(aead, keys[role]);
    this.#opening = new SealedDirection(aead, keys[role === 'dial' ? 'accept' : 'dial']);
    this.#lastFrame = now;
    this.#lastPing = now;
  }

  /** When the other end was heard last. */
  get heardAt(): number {
    return this.#lastFrame;
  }

  take(frame: Uint8Array, now: number): Arrived {
    if (this.#opening.isWornOut) return { kind: 'fault', reason: 'worn_out' };
    const plain = frame.length > PEER_FRAME_BYTES ? undefined : this.#opening.open(frame);
    if (!plain) return { kind: 'fault', reason: 'bad_frame' };
    this.#lastFrame = now;
    this.#probedUntil = undefined;
    const arrived = this.incoming.take(plain, now);
    if (arrived.kind === 'signal' && arrived.signal === 'ping') this.out.signal('pong');
    return arrived;
  }

  /** The network has room for so many bytes. */
  room(bytes: number): void {
    this.#credit = bytes;
    this.#askedForMore = false;
  }

  /** Asks the other end for a sign of life, as it does not matter whether it has anything to say. */
  probe(now: number): void {
    this.#probedUntil ??= now + PEER_SILENCE.probeMs;
    this.#ping(now);
  }

  /** @returns the frames that may leave now, whether more wait, and why the link must end. */
  frames(): { readonly frames: readonly Uint8Array[]; readonly asks: boolean; readonly ends: LinkReason | undefined } {
    const frames: Uint8Array[] = [];
    while (this.#credit > 0 && !this.out.isEmpty) {
      if (this.#sealing.isWornOut) return { frames, asks: false, ends: 'worn_out' };
      const frame = this.#sealing.seal(this.out.next() as Uint8Array);
      this.#credit -= frame.length;
      frames.push(frame);
    }
    const asks = !this.out.isEmpty && !this.#askedForMore;
    this.#askedForMore ||= asks;
    return { frames, asks, ends: undefined };
  }

  /** @returns why the link must end, if time has come for that. */
  time(now: number): LinkReason | undefined {
    const { pingMs, silentMs } = PEER_SILENCE;
    const since = this.incoming.waitsSince;
    if (since !== undefined && now - since >= PEER_STALL_MS) return 'stalled';
    if (now - this.#lastFrame >= silentMs) return 'silent';
    if (this.#probedUntil !== undefined && now >= this.#probedUntil) return 'silent';
    if (now - this.#lastFrame >= pingMs && now - this.#lastPing >= pingMs) this.#ping(now);
    return undefined;
  }

  #ping(now: number): void {
    this.#lastPing = now;
    this.out.signal('ping');
  }
}
