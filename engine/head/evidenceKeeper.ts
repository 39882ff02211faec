/** Keeps the evidence of equivocations: two texts by one key that exclude each other. It costs no stake; everybody may read it.
 *
 *  In: evidence whose signatures hold. Out: the list of it, newest first, which survives a restart. Only keys of validators count: any
 *  other key can contradict itself at will. Bounded: of one key and height one piece of each sort, of one key the newest few, and in
 *  all the newest pieces. A piece that was found in the last moment before a crash may be lost; peers have it too. */

import { EvidenceRecord } from '../../proto/wire.js';
import { toHex } from '../base/bytes.js';
import type { Clock, Log } from '../base/ports.js';
import { isRefusal } from '../base/refusal.js';
import { culpritOf, decodeEvidence, type Evidence, encodeEvidence, heightOf } from '../chain/evidence.js';
import { accountOfKey } from '../crypto/address.js';
import { validators } from '../ledger/tables.js';
import type { State } from '../state/state.js';
import type { StorePort } from '../store/port.js';

export interface EvidenceKeeperParts {
  readonly store: StorePort;
  readonly state: State;
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly log: Log;
}

/** Pieces of some 15 KB: what is kept is written whole with each new one. */
const KEPT = { all: 128, perKey: 16 } as const;

/** How long health speaks of a new piece. */
const SHOWN_MS = 10 * 60_000;

interface Kept {
  readonly evidence: Evidence;
  /** Of its key, height and sort. */
  readonly name: string;
  readonly key: string;
  /** Monotonic milliseconds; undefined for a piece of an earlier run. */
  readonly foundAt: number | undefined;
}

export class EvidenceKeeper {
  /** Oldest first. */
  #kept: Kept[] = [];
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
    const { foundAt, evidence } = this.#kept.at(-1) ?? {};
    if (foundAt === undefined || !evidence || this.parts.clock.monotonic() - foundAt > SHOWN_MS) return undefined;
    return heightOf(evidence);
  }

  /** @returns whether it is new, and of a validator. */
  add(evidence: Evidence): boolean {
    const { state, clock, log } = this.parts;
    if (!state.get(validators, accountOfKey(culpritOf(evidence)))) return false;
    if (!this.#put(evidence, clock.monotonic())) return false;
    log.warn({ height: heightOf(evidence), kind: evidence.kind }, 'a validator has signed twice: the evidence is kept');
    this.#isChanged = true;
    this.#writing ??= this.#write();
    return true;
  }

  #put(evidence: Evidence, foundAt: number | undefined): boolean {
    const key = toHex(culpritOf(evidence));
    const sort = evidence.kind === 'votes' ? `${evidence.first.type} ${evidence.first.round}` : 'block';
    const name = `${heightOf(evidence)} ${sort} ${key}`;
    if (this.#kept.some((one) => one.name === name)) return false;
    const ofKey = this.#kept.filter((one) => one.key === key);
    const oldest = ofKey.length >= KEPT.perKey ? ofKey[0] : this.#kept.length >= KEPT.all ? this.#kept[0] : undefined;
    this.#kept = [...this.#kept.filter((one) => one !== oldest), { evidence, name, key, foundAt }];
    return true;
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
