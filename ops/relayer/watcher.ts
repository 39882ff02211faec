/** The loop around one lane: scans, says what it has found, waits, backs off. */

import type { Log } from '../../engine/base/ports.js';
import { isRefusal, type Refusal } from '../../engine/base/refusal.js';
import { printable } from '../cli/terminal.js';
import { type ClaimTimes, waitAfter } from './claimQueue.js';
import type { Lane, Step } from './lane.js';
import type { LaneMeasures, LaneReading } from './measures.js';
import type { Pauses } from './pauses.js';

/** While a provider is far behind its own head, the log says how far. */
const PROGRESS_MS = 10_000;

export interface WatcherParts {
  readonly log: Log;
  readonly pauses: Pauses;
  /** Between two looks when there is nothing to scan. */
  readonly pollMs: number;
  /** After a failure of the provider. */
  readonly times: ClaimTimes;
  readonly random: () => number;
  readonly monotonic: () => number;
  /** Whether the node has this part of the bridge switched on, with this address. */
  readonly isOn: () => boolean;
  /** The lane has moved. @param found new claims. */
  readonly onMoved: (found: number) => void;
}

export class Watcher {
  readonly #measures: LaneMeasures;
  #failures = 0;
  #said = '';
  #saidAt: number;

  constructor(
    readonly lane: Lane,
    private readonly parts: WatcherParts,
  ) {
    const { kind, provider } = lane.source;
    this.#measures = { kind, provider, found: 0, unclaimable: 0, failures: 0, narrowed: 0, reorganisations: 0 };
    this.#saidAt = parts.monotonic();
  }

  get reading(): LaneReading {
    return { ...this.#measures, head: this.lane.head, scanned: this.lane.scanned };
  }

  get #fields(): { readonly source: string; readonly provider: string } {
    return { source: this.#measures.kind, provider: this.#measures.provider };
  }

  /** Runs until the program stops. */
  async run(): Promise<void> {
    const { pauses, pollMs, isOn } = this.parts;
    while (!pauses.isStopped) {
      const wait = isOn() ? await this.#step() : pollMs;
      if (wait > 0) await pauses.wait(wait);
    }
  }

  /** @returns milliseconds until the next step. */
  async #step(): Promise<number> {
    const step = await this.lane.step();
    if (this.parts.pauses.isStopped) return 0;
    if (isRefusal(step)) return this.#failed(step);
    if (step.kind !== 'narrowed') this.#answered();
    return this.#tell(step);
  }

  #failed({ message }: Refusal): number {
    const { log, times, random } = this.parts;
    this.#measures.failures++;
    const reason = printable(message);
    if (reason !== this.#said)
      log.warn({ ...this.#fields, reason }, 'a provider does not answer as it should; it is asked again');
    this.#said = reason;
    return waitAfter(this.#failures++, times, random());
  }

  #answered(): void {
    if (this.#said !== '') this.parts.log.info(this.#fields, 'a provider answers again');
    this.#said = '';
    this.#failures = 0;
  }

  #tell(step: Step): number {
    const { log, onMoved, pollMs } = this.parts;
    switch (step.kind) {
      case 'begun':
        log.info({ ...this.#fields, height: step.start }, 'deposits are watched from this block on');
        break;
      case 'moved':
        this.#moved(step);
        break;
      case 'reorganised':
        this.#measures.reorganisations++;
        log.warn(
          { ...this.#fields, height: step.from, to: step.to, forgotten: step.forgotten },
          'the chain was reorganised below what is scanned; it is scanned again',
        );
        break;
      case 'narrowed':
        this.#measures.narrowed++;
        log.debug(
          { ...this.#fields, blocks: step.blocks, reason: printable(step.reason) },
          'a provider refuses so many blocks at once; it is asked for fewer',
        );
        return 0;
      case 'idle':
        return pollMs;
    }
    onMoved(step.kind === 'moved' ? step.found : 0);
    return 0;
  }

  #moved({ found, unclaimable }: Extract<Step, { kind: 'moved' }>): void {
    const { log } = this.parts;
    this.#measures.found += found;
    this.#measures.unclaimable += unclaimable.length;
    if (found > 0) log.info({ ...this.#fields, found, height: this.lane.scanned }, 'deposits are found');
    for (const { hash, height } of unclaimable)
      log.warn({ ...this.#fields, hash, height }, 'a deposit names no account of this chain: nobody can claim it');
    this.#progress();
  }

  /** A line now and then until the head is reached. */
  #progress(): void {
    const { log, monotonic } = this.parts;
    const { head = 0, scanned = 0, source } = this.lane;
    const remaining = head - source.depth - scanned;
    if (remaining <= 0 || monotonic() - this.#saidAt < PROGRESS_MS) return;
    this.#saidAt = monotonic();
    log.info({ ...this.#fields, height: scanned, remaining }, 'deposits are looked for');
  }
}
