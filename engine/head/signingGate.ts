/** From when on this process may sign: a key that signed in an earlier run, from an old backup or in a second process must not sign
 *  again what it has signed differently.
 *
 *  In: whether others vote, what the journals hold, what peers have seen of this node's key. Out: once, the height above which it
 *  may sign. With others in the set it signs nothing before it has synced and its peers have said what they have seen: then above
 *  the greatest height of both, and at the journal's own height when the journal is the newest record of it.
 *
 *  The answers of voters count. Whoever made a block final with this key's vote was more than two thirds of the stake, so among voters
 *  with a third of it somebody has seen that vote; those with whom this node is a quorum are enough too, because a chain that could go
 *  on must not stand still. An answer that was given before this node had caught up says nothing of the blocks since: then it asks
 *  again. What a stranger says of its head keeps nobody from signing. */

import { toHex } from '../base/bytes.js';
import type { Log, Timers } from '../base/ports.js';

export interface SigningGateParts {
  readonly timers: Timers;
  readonly log: Log;
  /** Greatest height that the journals show; 0 for nothing. */
  readonly journaled: number;
  /** Whether voters say that their chain is longer. */
  readonly isBehind: () => boolean;
  /** Whether the answers of these keys, in hex, are enough. */
  readonly areEnough: (keys: ReadonlySet<string>) => boolean;
  /** Asks all peers what they have seen of the key. */
  readonly ask: () => void;
  /** Nothing is signed up to this height from now on; infinity: nothing at all. */
  readonly allow: (above: number) => void;
}

/** After the first answer the other peers have this long. */
const ANSWERS_MS = 1_000;

/** A node that is behind looks this often whether it has caught up. */
const AGAIN_MS = 1_000;

/** While too few have answered, all are asked again this often. */
const ASK_AGAIN_MS = 5_000;

export class SigningGate {
  #isOpen = false;
  #isClosed = false;
  #seen: number | undefined;
  /** Keys of the peers that have answered, in hex. */
  readonly #answers = new Set<string>();
  #wasBehind = false;
  /** Nothing is signed up to this height. */
  #above = Number.POSITIVE_INFINITY;
  #cancel: (() => void) | undefined;
  /** Why nothing is signed for good. */
  problem: string | undefined;

  constructor(private readonly parts: SigningGateParts) {}

  /** Why nothing is signed at this moment; undefined when all is well. */
  get waiting(): string | undefined {
    if (this.problem !== undefined) return this.problem;
    return this.#isOpen
      ? undefined
      : 'it has others in its active set, and signs nothing before a peer has told what this key has signed: check --peers';
  }

  /** Why no block of this height may be signed; undefined when it may. */
  notYet(height: number): string | undefined {
    return height > this.#above ? undefined : (this.waiting ?? `height ${height} may be signed already`);
  }

  /** A vote of this key that the journal does not have: the journal is an old copy, or another process signs. */
  meetOwnVote(height: number): void {
    this.parts.log.error(
      { height },
      'this key has signed a vote that the journal does not have: nothing is signed up to its height',
    );
    if (this.#isOpen) this.#above = Math.max(this.#above, height);
    else this.answered(height);
  }

  /** Another process has this node's key. @param later whether this process began after it. */
  meetTwin(later: boolean): void {
    const message = 'another process runs with the key of this node';
    if (later) this.#close(`${message} since before this one; nothing is signed here: stop one of the two`);
    else this.parts.log.error({}, `${message}; it was started later and stops signing: stop one of the two`);
  }

  /** Nobody else votes: there is nobody to ask. */
  openAlone(): void {
    this.#open(Math.max(0, this.parts.journaled - 1));
  }

  /** A peer is up. */
  peerUp(): void {
    if (!this.#isOpen) this.parts.ask();
  }

  /** @param height the greatest one for which a peer has seen a signature of this key; 0 for none. @param from key of the peer. */
  answered(height: number, from?: Uint8Array): void {
    if (this.#isOpen || this.#isClosed) return;
    if (from) this.#answers.add(toHex(from));
    this.#seen = Math.max(this.#seen ?? 0, height);
    this.#cancel ??= this.parts.timers.after(ANSWERS_MS, () => this.#look());
  }

  #look(): void {
    this.#cancel = undefined;
    const { journaled, isBehind, areEnough } = this.parts;
    if (this.#isClosed || this.#isOpen || this.#seen === undefined) return;
    if (isBehind()) {
      this.#wasBehind = true;
      this.#lookIn(AGAIN_MS);
      return;
    }
    if (this.#wasBehind) {
      this.#wasBehind = false;
      this.#answers.clear();
    }
    if (!areEnough(this.#answers)) {
      this.parts.ask();
      this.#lookIn(this.#answers.size === 0 ? ANSWERS_MS : ASK_AGAIN_MS);
      return;
    }
    this.#open(this.#seen > journaled ? this.#seen : Math.max(0, journaled - 1));
  }

  #lookIn(ms: number): void {
    this.#cancel = this.parts.timers.after(ms, () => this.#look());
  }

  #open(above: number): void {
    if (this.#isClosed) return;
    this.#isOpen = true;
    this.#above = above;
    this.parts.allow(above);
  }

  /** Signs nothing any more. */
  #close(reason: string): void {
    if (this.problem !== undefined) return;
    this.parts.log.error({ reason }, 'this node signs nothing any more');
    this.problem = reason;
    this.#isClosed = true;
    this.#cancel?.();
    this.#above = Number.POSITIVE_INFINITY;
    this.parts.allow(Number.POSITIVE_INFINITY);
  }

  stop(): void {
    this.#isClosed = true;
    this.#cancel?.();
  }
}
