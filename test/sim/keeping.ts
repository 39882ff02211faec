/** What the machines of a run keep, and what happens to those who have to catch up.
 *
 *  In: modes, a machine that joins late, pieces of bad luck. Out: machines that start when the others have a chain, or come back with an
 *  empty disk, and lose their power again in the middle of catching up; a moment from which pruned machines may drop what is older; blocks
 *  that a machine should have and has not. */

import type { Keeping } from '../../engine/store/keeping.js';
import { blockKey } from '../../engine/store/keys.js';
import { type CrashPoint, crashPoints } from '../../workers/store/crashPoints.js';
import type { SeededRandom } from '../support/random.js';
import type { VirtualTime } from '../support/virtualTime.js';
import type { Machine, RunningNode } from './machine.js';
import type { Trace } from './trace.js';

export interface KeepingPlan {
  /** By machine. */
  readonly modes: readonly Keeping[];
  /** Starts for the first time when the others have a chain. */
  readonly late: { readonly machine: number; readonly afterMs: number } | undefined;
  /** When the whole world sleeps for longer than the replay horizon: pruned machines keep its blocks. */
  readonly sleepAfterMs: number | undefined;
}

/** Longer than the replay horizon of ten minutes. */
export const SLEEP_MS = 660_000;

/** Blocks that a pruned machine keeps at least: few, so that it drops some in a short run. */
const KEPT_BLOCKS = { least: 1, most: 8 } as const;

/** Validators that keep every block: one of them may forget, and one may lie. */
const KEEPERS = 2;

const modes = ['full', 'full', 'pruned', 'pruned', 'archive'] as const;

/** @param validators the first machines; the others follow. */
export function drawKeeping(random: SeededRandom, nodes: number, validators: number): KeepingPlan {
  const late =
    nodes > 1 && random.chance(50)
      ? { machine: random.below(nodes), afterMs: random.between(2_000, 12_000) }
      : undefined;
  const drawn = Array.from({ length: nodes }, () => random.pick(modes));
  const keepers = (): number =>
    drawn.filter((mode, machine) => mode !== 'pruned' && machine < validators && machine !== late?.machine).length;
  // Somebody must have the blocks.
  for (let machine = 0; machine < validators && keepers() < KEEPERS; machine++)
    if (drawn[machine] === 'pruned' && nodes > 1) drawn[machine] = 'full';
  const blocks = random.between(KEPT_BLOCKS.least, KEPT_BLOCKS.most);
  return {
    modes: drawn.map((mode) => ({ mode, blocks })),
    late,
    sleepAfterMs: drawn.includes('pruned') && random.chance(80) ? random.between(3_000, 12_000) : undefined,
  };
}

/** In one line. */
export const keepingText = ({ modes: all, late, sleepAfterMs }: KeepingPlan): string =>
  [
    `modes: ${all.map(({ mode, blocks }) => (mode === 'pruned' ? `pruned to ${blocks}` : mode)).join(', ')}`,
    ...(late ? [`machine ${late.machine} joins after ${late.afterMs / 1_000} s`] : []),
    ...(sleepAfterMs === undefined ? [] : [`the world sleeps after ${sleepAfterMs / 1_000} s`]),
  ].join(', ');

/** The places that catching up passes again and again. */
const places: readonly CrashPoint[] = crashPoints.filter((point) => point.startsWith('commit'));

/** Share of those with an empty disk that lose their power while they catch up, in percent. */
const UNLUCKY = 60;

export interface CatchingUpParts {
  readonly time: VirtualTime;
  readonly random: SeededRandom;
  readonly trace: Trace;
  /** Greatest height that any machine has shown. */
  readonly height: () => number;
  readonly plan: KeepingPlan | undefined;
}

export class CatchingUp {
  /** Times that an empty machine started beside a chain, that its power went before it had the chain, and that it had it. */
  readonly counts = { empty: 0, cut: 0, done: 0, dropped: 0 };
  /** Machines that catch up, with the height that they have to reach. */
  readonly #behind = new Map<Machine, number>();
  #isHealed = false;

  constructor(private readonly parts: CatchingUpParts) {}

  start(): void {
    const { plan, time, trace } = this.parts;
    if (plan?.sleepAfterMs === undefined) return;
    time.set(plan.sleepAfterMs, () => {
      if (this.#isHealed) return;
      trace.line('the world sleeps for eleven minutes');
      time.sleep(SLEEP_MS);
    });
  }

  /** No more bad luck. */
  heal(): void {
    this.#isHealed = true;
  }

  /** Milliseconds until a machine starts for the first time. */
  delayOf({ number }: Machine): number {
    const { late } = this.parts.plan ?? {};
    return late?.machine === number ? late.afterMs : 0;
  }

  /** A machine is up. */
  up(machine: Machine, { node }: RunningNode): void {
    const { random, trace, height } = this.parts;
    if (node.chain.tip.height > 0 || height() < 2) return;
    this.counts.empty++;
    this.#behind.set(machine, height());
    if (this.#isHealed || !random.chance(UNLUCKY)) return;
    const place = random.pick(places);
    machine.trap('crash', place, random.between(1, height()));
    trace.line(`machine ${machine.number} starts empty and will crash at ${place}`);
  }

  /** A process has ended. */
  ended(machine: Machine): void {
    if (this.#behind.has(machine)) this.counts.cut++;
  }

  /** A machine shows another block. @returns what it should have kept and has not. */
  look(machine: Machine, { node }: RunningNode): string[] {
    const { tip, blocksFrom, mode } = node.chain;
    const target = this.#behind.get(machine);
    if (target !== undefined && tip.height >= target) {
      this.counts.done++;
      this.#behind.delete(machine);
    }
    const { modes: all } = this.parts.plan ?? {};
    const kept = all?.[machine.number];
    if (!kept) return [];
    const problems: string[] = [];
    if (mode !== kept.mode) problems.push(`it is ${mode}, and was started as ${kept.mode}`);
    const least = mode === 'pruned' ? Math.max(1, tip.height - kept.blocks + 1) : 1;
    if (blocksFrom > least)
      problems.push(`its blocks begin with ${blocksFrom}, at height ${tip.height} it keeps ${least}`);
    if (blocksFrom > 1) this.counts.dropped++;
    for (let height = Math.max(1, blocksFrom); height <= tip.height; height++)
      if (!machine.disk.isDurable(blockKey(height))) problems.push(`block ${height} is missing`);
    return problems;
  }
}
