/** From when on this process may sign: a key that signed in an earlier run, from an old backup or in a second process must not sign
 *  again what it has signed differently.
 *
 *  In: who votes, what the journals hold, what peers have seen of this node's key. Out: once, the height above which it may sign. With
 *  others in the set it signs nothing before enough of them have answered and it has their blocks: then above the greatest height that
 *  anybody has shown, and at the journal's own height when the journal is the newest record of it.
 *
 *  Any peer may show signatures of this key, and they count as what they are. That there are none is a mere word, so it counts only from
 *  validators of the active set, and only once this node has reached the height that they say they have. Then it asks once more those
 *  who answered while it was behind. How much stake must answer (T all of it, q the quorum, s this key's):
 *
 *  - T - q + 1. Every quorum has one of them, whoever they are: a block that was decided is in the chain of one, or was voted for by
 *    one, and so is each vote of this key that a decision needed. They are a third, so one of them is honest while less than a third is
 *    not. A liar among them can hide votes when the others that answered have not caught up: then two keys have failed, the liar's and
 *    this one, and the votes bear that while both together have less than a third.
 *  - Never more than q - s. These and this key can decide by themselves, so more would stop a chain that has its quorum. It is the
 *    smaller number only for a key with more than a third.
 *  - More than a third of the others' stake, also for a key that is a quorum alone: somebody must have been asked.
 *
 *  Answers need no signature, so nodes that start together open their gates for each other. Whose others are away signs nothing; it
 *  could decide nothing either, unless its key is a quorum alone. A key that votes alone, by a chain that may be an old copy, asks the
 *  nodes that its operator has named: others may have staked since. A validator that says it is ahead and has no block to show is not
 *  waited for, as its answer does not count. */

import { bytesEqual, toHex } from '../base/bytes.js';
import type { Log, Timers } from '../base/ports.js';
import { quorumOf } from '../chain/certificate.js';
import type { ActiveSet } from '../ledger/activeSet.js';

export interface SigningGateParts {
  readonly timers: Timers;
  readonly log: Log;
  /** ML-DSA-65 public key of this node. */
  readonly publicKey: Uint8Array;
  /** Greatest height that the journals show; 0 for nothing. */
  readonly journaled: number;
  /** The validators of the open slot. */
  readonly set: () => ActiveSet;
  /** Height of the tip. */
  readonly height: () => number;
  /** Whether peers have shown that the chain is longer. */
  readonly isBehind: () => boolean;
  /** Asks all peers what they have seen of the key, those that come later too; false: no more. */
  readonly ask: (wanted: boolean) => void;
  /** Nothing is signed up to this height from now on; infinity: nothing at all. */
  readonly allow: (above: number) => void;
}

/** What a peer has said of this node's key. */
export interface KeyAnswer {
  /** ML-DSA-65 public key of the peer. */
  readonly from: Uint8Array;
  /** Whether the operator has named it. */
  readonly isNamed: boolean;
  /** The height that its chain has, by its own word. */
  readonly reaches: number;
  /** Greatest height of a signature of this node's key that it has shown; 0 for none. */
  readonly seen: number;
}

interface Heard {
  readonly isNamed: boolean;
  readonly reaches: number;
  /** This node did not have its blocks yet. */
  readonly isEarly: boolean;
}

/** After the first answer the other peers have this long; what is missing then is looked at again as often. */
const LOOK_MS = 1_000;

/** Peers that have not answered, or not well enough, are asked again each time after so many looks. */
const LOOKS_PER_QUESTION = 5;

/** How long another process with the key is spoken of after it was heard of last. */
const TWIN_SHOWN_MS = 10 * 60_000;

/** Stake of other validators whose answers let a key sign. */
export function stakeToHear(totalStake: bigint, own: bigint): bigint {
  const quorum = quorumOf(totalStake);
  const inEveryQuorum = totalStake - quorum + 1n;
  const makesQuorum = quorum - own;
  const enough = inEveryQuorum < makesQuorum ? inEveryQuorum : makesQuorum;
  const someOthers = (totalStake - own) / 3n + 1n;
  return enough > someOthers ? enough : someOthers;
}

export class SigningGate {
  #isOpen = false;
  #isClosed = false;
  #seen = 0;
  /** By hex key. */
  readonly #answers = new Map<string, Heard>();
  /** Peers that have shown another process with this key, which began earlier; hex keys. */
  readonly #holders = new Set<string>();
  #cancelTwin: (() => void) | undefined;
  #asks = false;
  #looks = 0;
  /** Whether the node was behind when it looked last. */
  #isBehind = false;
  /** Nothing is signed up to this height. */
  #above = Number.POSITIVE_INFINITY;
  #cancel: (() => void) | undefined;
  /** Why nothing is signed for good. */
  problem: string | undefined;
  /** What is known of another process with this key; undefined for nothing. */
  twin: string | undefined;

  constructor(private readonly parts: SigningGateParts) {}

  /** Why nothing is signed at this moment; undefined when all is well. */
  get waiting(): string | undefined {
    if (this.problem !== undefined) return this.problem;
    if (this.#isOpen) return undefined;
    return this.#othersVote
      ? 'it has others in its active set, and signs nothing before validators with enough stake have told what this key has signed: check --peers'
      : 'it signs nothing before a node of --peers has told what this key has signed: check --peers, or start without it if no other node has this chain';
  }

  get #othersVote(): boolean {
    const { publicKey, set } = this.parts;
    const { totalStake, stakeOf } = set();
    return totalStake > stakeOf(publicKey);
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
    else this.#seen = Math.max(this.#seen, height);
  }

  /** Another process has this node's key. @param later whether this process began after it. */
  meetTwin(later: boolean): void {
    const message = 'another process runs with the key of this node';
    if (!later) {
      this.#tell(`${message}; it was started later and stops signing: stop one of the two`);
      return;
    }
    const reason = `${message} since before this one; nothing is signed here: stop one of the two`;
    this.#close(reason);
    this.#cancelTwin?.();
    this.twin = reason;
  }

  /** A peer has shown what another process with this key has signed for it, and says that this process is connected with it. Who began
   *  later is in what was signed. An earlier one may have ended, and its signature be old: so many must say that it runs as let a key
   *  sign, one of whom is honest. Until then a process that has signed nothing is kept from it by the same peers, who do not answer.
   *  @param from key of the peer. @param isLater whether the other process began after this one. */
  hearOfTwin(from: Uint8Array, isLater: boolean): void {
    if (isLater) {
      this.meetTwin(false);
      return;
    }
    const { publicKey, set } = this.parts;
    const { totalStake, stakeOf, validators } = set();
    const isVoter = stakeOf(from) > 0n && !bytesEqual(from, publicKey);
    // Whoever has met an earlier life of this key could keep a process that signs in alarm.
    if (!isVoter && this.#isOpen) return;
    if (isVoter) this.#holders.add(toHex(from));
    let stake = 0n;
    for (const validator of validators) if (this.#holders.has(toHex(validator.publicKey))) stake += validator.stake;
    if (stake > 0n && stake >= stakeToHear(totalStake, stakeOf(publicKey))) this.meetTwin(true);
    else
      this.#tell(
        'a peer says that another process with the key of this node is connected to it, since before this one: see that only one runs',
      );
  }

  /** What is known of another process with this key, for the log and for health. */
  #tell(text: string): void {
    if (this.problem !== undefined) return;
    this.#cancelTwin?.();
    this.#cancelTwin = this.parts.timers.after(TWIN_SHOWN_MS, () => {
      this.twin = undefined;
    });
    if (this.twin === text) return;
    this.twin = text;
    this.parts.log.error({}, text);
  }

  /** Nobody else can have seen what this key has signed. */
  openAlone(): void {
    this.#open(Math.max(0, this.parts.journaled - 1));
  }

  /** A peer is up. */
  peerUp(): void {
    if (this.#isOpen || this.#isClosed || this.#asks) return;
    // Those that come later are asked as they come.
    this.#asks = true;
    this.parts.ask(true);
    this.#lookLater();
  }

  answered({ from, isNamed, reaches, seen }: KeyAnswer): void {
    // It has a link with this process now, so with no other one.
    this.#holders.delete(toHex(from));
    if (this.#isOpen || this.#isClosed) return;
    this.#seen = Math.max(this.#seen, seen);
    // The block after the tip may be on its way: whoever has it has seen no more than this node will.
    const isEarly = reaches > this.parts.height() + 1;
    this.#answers.set(toHex(from), { isNamed, reaches, isEarly });
    this.#lookLater();
  }

  #lookLater(): void {
    this.#cancel ??= this.parts.timers.after(LOOK_MS, () => this.#look());
  }

  #look(): void {
    this.#cancel = undefined;
    const { journaled, isBehind } = this.parts;
    if (this.#isClosed || this.#isOpen) return;
    const wasBehind = this.#isBehind;
    this.#isBehind = isBehind();
    const counted = this.#isBehind ? undefined : this.#counted();
    if (!wasBehind && counted?.every(({ isEarly }) => !isEarly)) {
      this.#open(this.#seen > journaled ? this.#seen : Math.max(0, journaled - 1));
      return;
    }
    // What they have seen since they answered counts too, now that the blocks are here.
    const isCaughtUp = counted !== undefined || (wasBehind && !this.#isBehind);
    if (isCaughtUp) this.#answers.clear();
    if (isCaughtUp || ++this.#looks % LOOKS_PER_QUESTION === 0) this.parts.ask(true);
    this.#lookLater();
  }

  /** The answers that count; undefined while they are too few. */
  #counted(): readonly Heard[] | undefined {
    const { height, publicKey, set } = this.parts;
    const { totalStake, stakeOf, validators } = set();
    const own = stakeOf(publicKey);
    const tip = height();
    if (!this.#othersVote) {
      const named = [...this.#answers.values()].filter(({ isNamed, reaches }) => isNamed && reaches <= tip);
      return named.length > 0 ? named : undefined;
    }
    const heard: Heard[] = [];
    let stake = 0n;
    for (const validator of validators) {
      const answer = this.#answers.get(toHex(validator.publicKey));
      if (!answer || answer.reaches > tip || bytesEqual(validator.publicKey, publicKey)) continue;
      heard.push(answer);
      stake += validator.stake;
    }
    return stake >= stakeToHear(totalStake, own) ? heard : undefined;
  }

  #open(above: number): void {
    if (this.#isClosed || this.#isOpen) return;
    this.#isOpen = true;
    this.#above = above;
    this.parts.ask(false);
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
    this.parts.ask(false);
    this.parts.allow(Number.POSITIVE_INFINITY);
  }

  stop(): void {
    this.#isClosed = true;
    this.#cancelTwin?.();
    this.#cancel?.();
  }
}
