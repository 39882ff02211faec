/** The plan of a run, drawn from its seed: which faults occur and how often, how the clients behave, whose keys sign. */

import { SeededRandom } from '../support/random.js';
import type { NetRates } from './net.js';

export const faultKinds = ['crash', 'stop', 'disk', 'full', 'slow', 'clock', 'thread', 'backup', 'net'] as const;
export type FaultKind = (typeof faultKinds)[number];

export interface Plan {
  /** Milliseconds from one fault of a kind to the next, on average; kinds that are absent do not occur. */
  readonly faults: ReadonlyMap<FaultKind, number>;
  /** Milliseconds between two requests of clients, on average. */
  readonly pauseMs: number;
  /** Share of signed texts that are spelled otherwise than a wallet does, in percent. */
  readonly spelled: number;
  /** Whether signatures are ML-DSA-65 instead of the keyed stand-in. */
  readonly isReal: boolean;
  /** Of all links, in a million frames. */
  readonly net: NetRates;
}

export interface PlanOptions {
  /** Only these kinds of faults. */
  readonly only?: readonly FaultKind[] | undefined;
  /** Number of machines; several are connected. */
  readonly nodes: number;
}

/** Average pauses between two faults of a kind: some runs are calm, some are not. */
const PAUSES_MS = [2_000, 5_000, 15_000] as const;

/** Several machines take more steps for the same time: their faults come this much faster. */
const CROWD = 4;

/** One run in this many signs with ML-DSA-65: it costs some hundred times as much. */
const REAL_ONE_IN = 40;

/** A validator that nobody else can ask forgets with its disk what it has signed: an old backup needs others. */
const needsOthers: ReadonlySet<FaultKind> = new Set(['backup', 'net']);

export function drawPlan(seed: number, { only, nodes }: PlanOptions): Plan {
  const random = SeededRandom.of(seed, 'plan');
  const faults = new Map<FaultKind, number>();
  for (const kind of faultKinds) {
    const pause = random.pick(PAUSES_MS) / (nodes > 1 ? CROWD : 1);
    const isDrawn = random.chance(55);
    const isPossible = !needsOthers.has(kind) || nodes > 1;
    if (isPossible && (only ? only.includes(kind) : isDrawn)) faults.set(kind, pause);
  }
  const rate = (most: number): number => (faults.has('net') && random.chance(40) ? random.below(most) : 0);
  return {
    faults,
    pauseMs: random.pick([20, 60, 200]),
    spelled: random.pick([0, 0, 20]),
    isReal: random.below(REAL_ONE_IN) === 0,
    net: { drop: rate(2_000), repeat: rate(500), swap: rate(500), change: rate(500), failDial: rate(200_000) },
  };
}

/** In one line. */
export const planText = ({ faults, pauseMs, spelled, isReal, net }: Plan): string =>
  [
    `faults: ${[...faults].map(([kind, pause]) => `${kind} every ${pause / 1_000} s`).join(', ') || 'none'}`,
    `requests every ${pauseMs} ms, ${spelled} % in other spellings`,
    `signatures: ${isReal ? 'ML-DSA-65' : 'keyed'}`,
    `network: ${Object.entries(net)
      .map(([name, rate]) => `${name} ${rate}`)
      .join(', ')} in a million`,
  ].join('; ');
