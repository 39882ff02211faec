/** Performs what the votes of the open slot ask for: signs, keeps timers, tells the head and the peers.
 *
 *  In: events of the slot, in the order in which they happen. Out: signed votes, decisions. Own votes are durable before anybody
 *  gets them. A signer that is busy is asked again; a disk that fails is waited for by the head. */

import type { Timers } from '../base/ports.js';
import { isRefusal } from '../base/refusal.js';
import type { Certificate } from '../chain/certificate.js';
import type { Evidence } from '../chain/evidence.js';
import type { Vote } from '../chain/vote.js';
import type { Voting, VotingEffect, VotingEvent } from '../consensus/voting.js';
import type { NodeMeasures } from '../measures/nodeMeasures.js';
import type { Signer } from './signer.js';

export interface VoterParts {
  readonly voting: Voting;
  readonly signer: Signer;
  readonly timers: Timers;
  readonly measures: Pick<NodeMeasures, 'votes'>;
  /** Makes a block of the open slot the prepared one. */
  readonly prepare: (hash: string) => void;
  readonly decide: (certificate: Certificate) => void;
  /** Own votes that may leave. */
  readonly send: (votes: readonly Vote[]) => void;
  /** A block that votes name and that is not known. */
  readonly want: (hash: string) => void;
  readonly evidence: (evidence: Evidence) => void;
  /** Somebody else signs with this node's key, or the journal is an old copy. */
  readonly double: (vote: Vote) => void;
  /** A journal could not be written, or a rule of the journal is broken. */
  readonly failed: (error: unknown) => void;
}

type Asked = Extract<VotingEffect, { readonly kind: 'sign' }>;

/** Wait before a busy signer is asked again. */
const RETRY_MS = 100;

export class Voter {
  #height = 0;
  /** Asked for, and not signed yet: one at a time. */
  #asked: Asked | undefined;
  #signing: Promise<void> | undefined;
  readonly #timers = new Set<() => void>();
  #stopped = false;

  constructor(private readonly parts: VoterParts) {}

  step(event: VotingEvent): void {
    const { measures } = this.parts;
    if (event.kind === 'height') this.#begin(event.height);
    if (event.kind === 'vote') measures.votes.others++;
    if (event.kind === 'signed') measures.votes.own += event.votes.length;
    for (const effect of this.parts.voting.step(event)) this.#perform(effect);
  }

  /** Asks again for signatures that failed. */
  retry(): void {
    if (this.#asked && !this.#signing) this.#sign();
  }

  get isSigning(): boolean {
    return this.#signing !== undefined;
  }

  /** Resolves when no signature is under way. */
  async settled(): Promise<void> {
    while (this.#signing) await this.#signing;
  }

  stop(): void {
    this.#stopped = true;
    this.#cancelTimers();
  }

  #begin(height: number): void {
    this.#height = height;
    this.#asked = undefined;
    this.#cancelTimers();
  }

  #cancelTimers(): void {
    for (const cancel of this.#timers) cancel();
    this.#timers.clear();
  }

  #after(milliseconds: number, call: () => void): void {
    const cancel = this.parts.timers.after(milliseconds, () => {
      this.#timers.delete(cancel);
      call();
    });
    this.#timers.add(cancel);
  }

  #perform(effect: VotingEffect): void {
    const { prepare, decide, send, want, evidence, double } = this.parts;
    switch (effect.kind) {
      case 'sign':
        this.#asked = effect;
        this.retry();
        break;
      case 'send':
        send(effect.votes);
        break;
      case 'want':
        want(effect.hash);
        break;
      case 'execute':
        prepare(effect.hash);
        break;
      case 'decided':
        decide(effect.certificate);
        break;
      case 'timer': {
        const { height, round } = effect;
        this.#after(effect.afterMs, () => this.step({ kind: 'timeout', height, round }));
        break;
      }
      case 'double':
        double(effect.vote);
        break;
      case 'evidence':
        evidence(effect.evidence);
        break;
    }
  }

  #sign(): void {
    this.#signing = this.#signAll()
      .catch((error: unknown) => this.parts.failed(error))
      .finally(() => {
        this.#signing = undefined;
      });
  }

  /** The signer may have been busy for long: it gets what the votes still ask for, and nothing while its journals may be another's. */
  #maySign(asked: Asked): boolean {
    const { signer, voting } = this.parts;
    return !this.#stopped && !signer.isSuspended && voting.isAsked(asked.votes);
  }

  async #signAll(): Promise<void> {
    const { signer, failed } = this.parts;
    for (let asked = this.#asked; asked && this.#maySign(asked); asked = this.#asked) {
      const height = this.#height;
      const votes = await signer.votes(asked.votes, asked.quorum, asked.prevoted);
      if (height !== this.#height) continue;
      if (isRefusal(votes)) {
        if (votes.code === 'busy' || votes.code === 'internal') return this.#after(RETRY_MS, () => this.retry());
        this.#forget(asked);
        return failed(new Error(votes.message));
      }
      this.#forget(asked);
      this.step({ kind: 'signed', votes });
    }
  }

  /** Something else may have been asked for while this was being signed. */
  #forget(asked: Asked): void {
    if (this.#asked === asked) this.#asked = undefined;
  }
}
