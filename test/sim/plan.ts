/** The plan of a run, drawn from its seed: which faults occur and how often, how the clients behave, whose keys sign. */

import { SeededRandom } from '../support/random.js';
import { type Attack, attacks, followerAttacks, leaderAttacks, sceneAttacks } from './attacks.js';
import { drawKeeping, type KeepingPlan, keepingText } from './keeping.js';
import type { NetRates } from './net.js';

export const faultKinds = [
  'crash',
  'stop',
  'disk',
  'full',
  'slow',
  'clock',
  'thread',
  'backup',
  'net',
  'wipe',
] as const;
export type FaultKind = (typeof faultKinds)[number];

/** Situations that random faults rarely bring about. `oldBackup`: a validator votes, others have its votes, and it comes back with a
 *  disk of before while the slot is open. `rounds`: two blocks of one slot, precommits of a part of the validators, rounds that pass.
 *  `keeping`: a chain that is long enough to be caught up with, empty disks, pruned machines. `snapshots`: machines whose chain begins with
 *  a snapshot from peers, one of whom lies. */
export const scenes = ['oldBackup', 'rounds', 'keeping', 'snapshots'] as const;
export type Scene = (typeof scenes)[number];

/** Those that a seed draws; the others are asked for by name. */
const drawnScenes: readonly Scene[] = ['oldBackup', 'rounds', 'keeping'];

export interface Plan {
  /** The run is about this. */
  readonly scene: Scene | undefined;
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
  /** What a validator does that is not honest; undefined: all are. */
  readonly byzantine: ByzantinePlan | undefined;
  /** Undefined: every machine keeps everything and starts at once. */
  readonly keeping: KeepingPlan | undefined;
}

export interface ByzantinePlan {
  readonly attacks: ReadonlySet<Attack>;
  /** It is the proposer at the beginning, or another validator. */
  readonly leads: boolean;
}

export interface PlanOptions {
  /** Only these kinds of faults. */
  readonly only?: readonly FaultKind[] | undefined;
  /** Number of machines; several are connected. */
  readonly nodes: number;
  /** What one of the validators does; drawn from the seed when absent. */
  readonly attacks?: readonly Attack[] | undefined;
  /** Drawn from the seed when this, `only` and `attacks` are absent. */
  readonly scene?: Scene | undefined;
}

/** One run in this many is about each of the scenes. */
const SCENE_ONE_IN = 10;

/** One run in this many has a Byzantine validator, when there are enough others. */
const BYZANTINE_ONE_IN = 3;
/** One of four validators with equal stakes has less than a third. */
const FEWEST_NODES = 4;
/** Each of its attacks is drawn with this chance, in percent. */
const ATTACK = 30;

/** Average pauses between two faults of a kind: some runs are calm, some are not. */
const PAUSES_MS = [2_000, 5_000, 15_000] as const;

/** Several machines take more steps for the same time: their faults come this much faster. */
const CROWD = 4;

/** One run in this many signs with ML-DSA-65: it costs some hundred times as much. */
const REAL_ONE_IN = 40;

/** A validator that nobody else can ask forgets with its disk what it has signed: an old backup needs others, and so does an empty
 *  disk. */
const needsOthers: ReadonlySet<FaultKind> = new Set(['backup', 'net', 'wipe']);

/** A validator that forgets what it has signed. */
const forgets: ReadonlySet<FaultKind> = new Set(['backup', 'wipe']);

/** The first machines are validators. */
export const VALIDATORS = 4;

/** One run in this many has machines of different modes. */
const KEEPING_ONE_IN = 2;

/** What machines keep is drawn for a run of all faults, and for one of empty disks. */
function drawKept(seed: number, { nodes, only, attacks: given }: PlanOptions): KeepingPlan | undefined {
  if (only ? !only.includes('wipe') : given) return undefined;
  const random = SeededRandom.of(seed, 'keeping');
  const isDrawn = random.below(KEEPING_ONE_IN) === 0;
  return isDrawn || only ? drawKeeping(random, nodes, Math.min(nodes, VALIDATORS)) : undefined;
}

/** Undefined: either is possible. */
function leadsAsGiven(given: readonly Attack[] | undefined): boolean | undefined {
  if (given?.some((attack) => leaderAttacks.has(attack))) return true;
  return given?.some((attack) => followerAttacks.has(attack)) ? false : undefined;
}

function drawByzantine(seed: number, { nodes, attacks: given }: PlanOptions): ByzantinePlan | undefined {
  const random = SeededRandom.of(seed, 'byzantine plan');
  const isByzantine = random.below(BYZANTINE_ONE_IN) === 0;
  const leads = leadsAsGiven(given) ?? random.chance(50);
  const useless = leads ? followerAttacks : leaderAttacks;
  const drawn = attacks.filter((attack) => !sceneAttacks.has(attack) && random.chance(ATTACK) && !useless.has(attack));
  const chosen = given ?? (isByzantine ? drawn : []);
  return nodes < FEWEST_NODES || chosen.length === 0 ? undefined : { attacks: new Set(chosen), leads };
}

/** Its scene decides what else happens in a run. */
function drawScene(seed: number, { nodes, only, attacks: given, scene }: PlanOptions): Scene | undefined {
  if (nodes < FEWEST_NODES) return undefined;
  const drawn = drawnScenes[SeededRandom.of(seed, 'scene').below(SCENE_ONE_IN)];
  return scene ?? (only || given ? undefined : drawn);
}

const SCENES: Readonly<Record<Scene, PlanOptions['only'] & {}>> = {
  oldBackup: [],
  rounds: ['net', 'crash'],
  keeping: ['wipe'],
  snapshots: ['full', 'slow', 'net'],
};
const SCENE_ATTACKS: Readonly<Record<Scene, readonly Attack[]>> = {
  oldBackup: [],
  rounds: ['equivocate', 'tempt'],
  keeping: [],
  snapshots: ['snapshots'],
};

/** Faults of a scene come so much later than those of other runs: a long chain needs quiet. */
const SLOWER: Readonly<Record<Scene, number>> = { oldBackup: 1, rounds: 1, keeping: 2, snapshots: 12 };

/** @returns the plan of a seed, or of its scene. */
export function drawPlan(seed: number, options: PlanOptions): Plan {
  const scene = drawScene(seed, options);
  if (!scene) return drawPlain(seed, options);
  const plan = drawPlain(seed, { ...options, only: SCENES[scene], attacks: SCENE_ATTACKS[scene] });
  const faults = new Map([...plan.faults].map(([kind, pause]) => [kind, SLOWER[scene] * pause]));
  return { ...plan, scene, faults, isReal: false, pauseMs: scene === 'snapshots' ? 300 : 200 };
}

function drawPlain(seed: number, options: PlanOptions): Plan {
  const { only, nodes } = options;
  const random = SeededRandom.of(seed, 'plan');
  const wipes = SeededRandom.of(seed, 'wipes');
  const byzantine = drawByzantine(seed, options);
  const faults = new Map<FaultKind, number>();
  for (const kind of faultKinds) {
    const source = kind === 'wipe' ? wipes : random;
    const pause = source.pick(PAUSES_MS) / (nodes > 1 ? CROWD : 1);
    const isDrawn = source.chance(55);
    // One that forgets and one that lies are two of four: then what they decided is safe, but nobody has a quorum.
    const isPossible =
      (!needsOthers.has(kind) || nodes > 1) && (!forgets.has(kind) || !byzantine || only !== undefined);
    if (isPossible && (only ? only.includes(kind) : isDrawn)) faults.set(kind, pause);
  }
  const rate = (most: number): number => (faults.has('net') && random.chance(40) ? random.below(most) : 0);
  return {
    scene: undefined,
    faults,
    pauseMs: random.pick([20, 60, 200]),
    spelled: random.pick([0, 0, 20]),
    isReal: random.below(REAL_ONE_IN) === 0,
    net: { drop: rate(2_000), repeat: rate(500), swap: rate(500), change: rate(500), failDial: rate(200_000) },
    byzantine,
    keeping: drawKept(seed, options),
  };
}

/** In one line. */
export const planText = ({ scene, faults, pauseMs, spelled, isReal, net, byzantine, keeping }: Plan): string =>
  [
    ...(scene ? [`scene: ${scene}`] : []),
    `faults: ${[...faults].map(([kind, pause]) => `${kind} every ${pause / 1_000} s`).join(', ') || 'none'}`,
    `requests every ${pauseMs} ms, ${spelled} % in other spellings`,
    `signatures: ${isReal ? 'ML-DSA-65' : 'keyed'}`,
    `network: ${Object.entries(net)
      .map(([name, rate]) => `${name} ${rate}`)
      .join(', ')} in a million`,
    ...(byzantine
      ? [`a Byzantine ${byzantine.leads ? 'proposer' : 'validator'}: ${[...byzantine.attacks].join(', ')}`]
      : []),
    ...(keeping ? [keepingText(keeping)] : []),
  ].join('; ');
