/** Keeps the evidence of equivocations: two texts by one key that exclude each other. It costs no stake; everybody may read it.
 *
 *  In: evidence whose signatures hold. Out: the list of it, newest first, which survives a restart. A key can contradict itself at will,
 *  and what is kept is passed on, so little of one key is taken: only of validators of the open slot or the tip, near the tip, of a
 *  height one piece of each sort, and few in a run of heights. What was taken once and has made room for newer pieces is not taken
 *  again. A piece that was found in the last moment before a crash may be lost; peers have it too. */

import { EvidenceRecord } from '../../proto/wire.js';
import { toHex } from '../base/bytes.js';
import type { Clock, Log } from '../base/ports.js';
import { isRefusal } from '../base/refusal.js';
import { culpritOf, decodeEvidence, type Evidence, encodeEvidence, heightOf } from '../chain/evidence.js';
import type { StorePort } from '../store/port.js';

export interface EvidenceKeeperParts {
  readonly store: StorePort;
  /** Height of the tip. */
  readonly height: () => number;
  /** Whether a key votes on the open slot, or has voted on the tip. */
  readonly votes: (publicKey: Uint8Array) => boolean;
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly log: Log;
}

/** Pieces of some 15 KB: what is kept is written whole with each new one. */
const KEPT = 128;

/** Pieces of one key that are taken in a run of heights. */
const TAKEN = { pieces: 16, heights: 1_000 } as const;

/** Evidence of later heights is about votes that nobody here can use yet. */
const HEIGHTS_AHEAD = 3;

/** How long health speaks of a new piece. */
const SHOWN_MS = 10 * 60_000;

interface Kept {
  readonly evidence: Evidence;
  readonly height: number;
  /** Monotonic milliseconds; undefined for a piece of an earlier run. */
  readonly foundAt: number | undefined;
}

export class EvidenceKeeper {
  /** Oldest first. */
  #kept: Kept[] = [];
  /** Names of what was taken, by key and run of heights. */
  readonly #taken = new Map<string, Set<string>>();
  #writing: Promise<void> | undefined;
  #isChanged = false;

  constructor(private readonly parts: EvidenceKeeperParts) {}

  /** Reads what an earlier run kept. */
  async load(): Promise<void> {
    const { store, log } = this.parts;
    try {
      const bytes = await store.journalRead('evidence');
      if (!bytes) return;
      for (const piece of EvidenceRecord.decode(bytes).pieces) {
        const evidence = decodeEvidence(piece);
        if (!isRefusal(evidence)) this.#put(evidence, undefined);
      }
    } catch (error) {
      log.warn({ error }, 'the kept evidence of equivocations cannot be read; it is collected anew');
    }
  }

  /** Newest first. */
  get list(): readonly Evidence[] {
    return this.#kept.map(({ evidence }) => evidence).reverse();
  }

  /** Height of the newest equivocation that was found a short while ago. */
  get recentHeight(): number | undefined {
    const { foundAt, height } = this.#kept.at(-1) ?? {};
    return foundAt === undefined || this.parts.clock.monotonic() - foundAt > SHOWN_MS ? undefined : height;
  }

  /** @returns whether it is new, and of a validator. */
  add(evidence: Evidence): boolean {
    const { height: tipHeight, votes, clock, log } = this.parts;
    const height = heightOf(evidence);
    const tip = tipHeight();
    if (height <= tip - TAKEN.heights || height > tip + HEIGHTS_AHEAD || !votes(culpritOf(evidence))) return false;
    this.#forgetRuns(tip);
    // Two blocks of a slot that is open decide its rounds: everybody must hear of them.
    const isOpen = evidence.kind === 'blocks' && height > tip;
    if (!this.#put(evidence, clock.monotonic(), isOpen)) return false;
    log.warn({ height, kind: evidence.kind }, 'a validator has signed twice: the evidence is kept');
    this.#isChanged = true;
    this.#writing ??= this.#write();
    return true;
  }

  /** @param isOpen whether it is taken beyond what is taken of one key. */
  #put(evidence: Evidence, foundAt: number | undefined, isOpen = false): boolean {
    const height = heightOf(evidence);
    const sort = evidence.kind === 'votes' ? evidence.first.type : 'block';
    const key = toHex(culpritOf(evidence));
    const run = `${Math.floor(height / TAKEN.heights)} ${key}`;
    const name = `${height} ${sort} ${key}`;
    const taken = this.#taken.get(run) ?? new Set();
    if (taken.has(name) || (taken.size >= TAKEN.pieces && !isOpen)) return false;
    this.#taken.set(run, taken.add(name));
    this.#kept = [...this.#kept.slice(-(KEPT - 1)), { evidence, height, foundAt }];
    return true;
  }

  /** What is too old to be taken needs not be remembered. */
  #forgetRuns(tip: number): void {
    const oldest = Math.floor((tip - TAKEN.heights) / TAKEN.heights);
    for (const run of this.#taken.keys()) if (Number.parseInt(run, 10) < oldest) this.#taken.delete(run);
  }

  async #write(): Promise<void> {
    const { store, log } = this.parts;
    while (this.#isChanged) {
      this.#isChanged = false;
      const pieces = this.#kept.map(({ evidence }) => encodeEvidence(evidence));
      try {
        await store.journalWrite(EvidenceRecord.encode({ pieces }).finish(), 'evidence');
      } catch (error) {
        log.debug({ error }, 'the evidence of equivocations could not be kept');
      }
    }
    this.#writing = undefined;
  }

  /** Resolves when nothing is being written. */
  async settled(): Promise<void> {
    await this.#writing;
  }
}
