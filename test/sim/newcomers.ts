/** Machines whose chain begins with a snapshot of their peers': one joins late, and both lose their disks again and again.
 *
 *  In: machines, chance. Out: what their operators say at each start, empty disks, and crashes in every phase: while they ask, at the
 *  manifest, the parts, their checks, the restoring, the change to the restored chain, the first blocks behind it. One of the machines
 *  may be a validator: it is the only one that forgets what it has signed. No two of those that an operator names lie: then the trust
 *  that he has given is broken by definition. */

import type { TrustedBlock } from '../../engine/store/snapshot/manifest.js';
import type { SeededRandom } from '../support/random.js';
import type { VirtualTime } from '../support/virtualTime.js';
import type { Checks } from './checks.js';
import type { SnapshotOrder } from './desk.js';
import type { Machine, MachineSnapshots, RunningNode } from './machine.js';
import type { SimulatedNet } from './net.js';
import type { MachinePoint } from './places.js';
import { VALIDATORS } from './plan.js';
import type { SnapshotPolicy } from './shelf.js';
import type { Trace } from './trace.js';

export interface NewcomersPlan {
  readonly policy: SnapshotPolicy;
  /** Machines that begin with a snapshot, and whom their operators name. */
  readonly named: ReadonlyMap<number, readonly number[]>;
  /** Starts for the first time when the others have a chain. */
  readonly late: number;
  /** The machine of the proposer. */
  readonly leader: number;
  /** Who lies. */
  readonly liar: number | undefined;
  /** Milliseconds until another disk is lost, on average. */
  readonly pauseMs: number;
}

/** Places of each phase of a machine that begins with a snapshot. */
const places = {
  manifest: ['intake-manifest'],
  checks: ['intake-check'],
  parts: ['intake-part'],
  restoring: [
    'restore-begin',
    'restoring-commit-sync',
    'restore-chunk',
    'restore-recent',
    'restore-finish',
    'intake-ready',
  ],
  change: ['intake-remove', 'intake-rename'],
  blocks: ['commit-begin', 'commit-batch', 'commit-sync', 'votes-sync'],
  making: ['snapshot-begin', 'snapshot-chunk', 'snapshot-manifest', 'snapshot-rename'],
} as const satisfies Readonly<Record<string, readonly MachinePoint[]>>;

/** `voices`: while it asks for snapshots. */
export const phases = ['voices', ...(Object.keys(places) as readonly (keyof typeof places)[])] as const;
export type Phase = (typeof phases)[number];

/** What may be cut off next: of an empty machine, of one with a restored chain that is not its own yet, of one with a chain. */
const next = {
  empty: ['voices', 'manifest', 'checks', 'parts', 'parts', 'restoring', 'restoring'],
  restored: ['change', 'blocks', 'making'],
  begun: ['blocks', 'making'],
} as const satisfies Readonly<Record<string, readonly Phase[]>>;

/** Share of the starts that end badly, in percent; of those some fail a write instead. */
const UNLUCKY = 75;
const FAILED = 15;
/** Share of the machines without a trusted block that reach one only of those that are named, in percent, and for how long: most of them
 *  longer than others are waited for. */
const ALONE = 35;
const ALONE_MS = { least: 2_000, most: 8_000 } as const;
/** Share of the disks of validators that are lost while their slot is open, in percent, and for how long it stays open. */
const OPEN_SLOT = 60;
const CUT_OFF_MS = { least: 3_000, most: 8_000 } as const;
/** Blocks that the others have before a disk is lost, and how often it is seen whether they do. */
const CHAIN = 2;
const LOOK_MS = 100;
/** Share of the operators that name a block, in percent; the others name peers. */
const TRUSTING = 60;
/** Share of the operators that do not name who lies, in percent: one that is named can prevent all trust. */
const WARNED = 60;
/** Share of the named blocks of which there is a snapshot, in percent. */
const WITH_SNAPSHOT = 90;
/** An operator who starts a machine again mostly says the same. */
const OTHER_ORDER = 25;
/** Disks that are lost in a run. */
const LOSSES = 3;
/** Within this time after a start most have chosen a snapshot. */
const VOICES_MS = 150;

/** @param leader the machine of the proposer. @param liar undefined: there is none. */
export function drawNewcomers(
  random: SeededRandom,
  { nodes, leader, liar }: { readonly nodes: number; readonly leader: number; readonly liar: number | undefined },
): NewcomersPlan {
  const all = Array.from({ length: nodes }, (_, number) => number);
  const voters = all.filter((number) => number < VALIDATORS && number !== leader && number !== liar);
  const machines = [random.pick(voters), ...all.slice(VALIDATORS)];
  const named = machines.map((machine): [number, readonly number[]] => {
    const isWarned = random.chance(WARNED);
    const others = all.filter((number) => number !== machine && !(isWarned && number === liar));
    const left = random.between(0, others.length - 2);
    for (let count = 0; count < left; count++) others.splice(random.below(others.length), 1);
    return [machine, others];
  });
  return {
    policy: {
      every: random.between(1, 3),
      kept: random.between(2, 8),
      chunkBytes: random.pick([1_500, 4_000, 20_000]),
    },
    named: new Map(named),
    ...{ leader, liar },
    // A validator that is there from the beginning has signed.
    late: machines.at(-1) ?? 0,
    pauseMs: random.between(800, 2_500),
  };
}

export interface NewcomersParts {
  readonly time: VirtualTime;
  readonly random: SeededRandom;
  readonly trace: Trace;
  readonly checks: Checks;
  readonly plan: NewcomersPlan;
  readonly net: SimulatedNet;
  readonly machines: () => readonly Machine[];
}

export class Newcomers {
  /** Disks that were lost, machines that have begun with a snapshot, and with the genesis block beside a chain. */
  readonly counts = { lost: 0, restored: 0, genesis: 0 };
  /** Crashes and failed writes by phase. */
  readonly phases = new Map<Phase, number>();
  readonly #orders = new Map<Machine, SnapshotOrder>();
  /** Machines without a chain, and those of them that have restored one. */
  readonly #empty = new Set<Machine>();
  readonly #restored = new Set<Machine>();
  readonly #phaseOf = new Map<Machine, Phase>();
  /** The validator that is to lose its disk while its slot is open. */
  #plotted: Machine | undefined;
  #losses = 0;
  #isHealed = false;

  constructor(private readonly parts: NewcomersParts) {
    const { checks, plan } = parts;
    checks.snapshots.orderOf = (machine) => ({
      trusted: this.#orders.get(machine)?.trusted,
      named: plan.named.get(machine.number) ?? [],
    });
    checks.onSprung = (machine) => this.#count(this.#phaseOf.get(machine));
    checks.onTaken = (machine) => this.#restored.add(machine);
    checks.signatures.onSeen = (machine, subject) => this.#seen(machine, subject);
  }

  /** Of a machine's options. */
  snapshotsOf(number: number): MachineSnapshots {
    const { policy, named } = this.parts.plan;
    return { policy, order: (machine) => (named.has(number) ? this.#order(machine) : undefined) };
  }

  /** Whom the operator of a machine names; undefined: everybody. */
  namedBy(number: number): readonly number[] | undefined {
    return this.parts.plan.named.get(number);
  }

  /** Whether it starts for the first time when the others have a chain. */
  isLate({ number }: Machine): boolean {
    return this.parts.plan.late === number;
  }

  /** Calls when there is something to begin with. */
  whenChain(call: () => void): void {
    const { time, checks } = this.parts;
    if (checks.height >= CHAIN) call();
    else time.set(LOOK_MS, () => this.whenChain(call));
  }

  /** Whether it has no chain yet. */
  isEmpty(machine: Machine): boolean {
    return this.#empty.has(machine);
  }

  start(): void {
    for (const machine of this.parts.machines()) if (this.isLate(machine)) this.#empty.add(machine);
    this.#later();
  }

  heal(): void {
    this.#isHealed = true;
  }

  #count(phase: Phase | undefined): void {
    if (phase) this.phases.set(phase, (this.phases.get(phase) ?? 0) + 1);
  }

  #later(): void {
    const { time, random, plan, machines } = this.parts;
    time.set(random.between(plan.pauseMs / 2, 2 * plan.pauseMs), () => {
      if (this.#isHealed || this.#losses >= LOSSES) return;
      const newcomers = machines().filter(({ number }) => plan.named.has(number));
      const machine = random.pick(newcomers);
      if (machine.number < VALIDATORS && random.chance(OPEN_SLOT)) this.#plot(machine);
      else this.#lose(machine);
      this.#later();
    });
  }

  /** The disk is to go in the worst moment: others have its prevote, and another validator has no way to anybody, so that the slot stays open. */
  #plot(machine: Machine): void {
    const { plan, random, net, trace, time, machines } = this.parts;
    const { leader, liar } = plan;
    const others = machines().filter(({ number }) => number < VALIDATORS && number !== leader && number !== liar);
    const absent = random.pick(others.filter((one) => one !== machine));
    if (!machine.running || this.#plotted || this.#empty.has(machine)) return;
    this.#plotted = machine;
    trace.line(`machine ${absent.number} is cut off, and machine ${machine.number} will lose its disk`);
    net.isolate(absent.number, true);
    time.set(random.between(CUT_OFF_MS.least, CUT_OFF_MS.most), () => {
      net.isolate(absent.number, false);
      this.#plotted = undefined;
    });
  }

  /** Another machine has a signature of this one. */
  #seen(machine: Machine, subject: string): void {
    const { checks, time } = this.parts;
    const height = Number(/^prevote of height (\d+), round 0$/.exec(subject)?.[1] ?? 0);
    if (machine !== this.#plotted || height <= (machine.running?.node.chain.tip.height ?? height)) return;
    // With its precommit, too, the slot is decided already.
    if (checks.signatures.textOf(machine, `precommit of height ${height}, round 0`) !== undefined) return;
    time.set(0, () => this.#lose(machine));
  }

  /** The disk is gone. */
  #lose(machine: Machine): void {
    const { checks, trace } = this.parts;
    if (!machine.running || this.#empty.has(machine) || this.parts.checks.height < CHAIN) return;
    this.#losses++;
    this.counts.lost++;
    this.#empty.add(machine);
    this.#restored.delete(machine);
    trace.line(`machine ${machine.number} loses its disk`);
    this.#orders.delete(machine);
    machine.crash();
    machine.wipe();
    checks.restored(machine);
  }

  /** What the operator says at a start, and what is going to happen. */
  #order(machine: Machine): SnapshotOrder {
    const { random, trace, checks } = this.parts;
    this.#drawTrap(machine);
    const before = this.#orders.get(machine);
    if (before && !random.chance(OTHER_ORDER)) return before;
    const order = { trusted: checks.height > 0 && random.chance(TRUSTING) ? this.#block() : undefined };
    this.#orders.set(machine, order);
    if (!order.trusted && random.chance(ALONE)) this.#leaveAlone(machine);
    const { trusted } = order;
    trace.line(
      `machine ${machine.number} trusts ${trusted ? `block ${trusted.height} ${trusted.hash.slice(0, 8)}` : 'two peers'}`,
    );
    return order;
  }

  /** For a while it reaches one only of those whom its operator has named: the one that lies, if it is among them. */
  #leaveAlone(machine: Machine): void {
    const { plan, random, net, trace, time } = this.parts;
    const named = this.namedBy(machine.number) ?? [];
    if (this.#isHealed || named.length === 0 || this.parts.checks.height < CHAIN) return;
    const left = named.find((number) => number === plan.liar) ?? random.pick(named);
    const roads = named
      .filter((number) => number !== left)
      .flatMap((number) => [net.road(machine.number, number), net.road(number, machine.number)]);
    for (const road of roads) road.isCut = true;
    trace.line(`machine ${machine.number} reaches machine ${left} only of those that are named`);
    time.set(random.between(ALONE_MS.least, ALONE_MS.most), () => {
      for (const road of roads) road.isCut = false;
      net.release();
    });
  }

  /** A block of the chain, such as an explorer shows it: mostly one with a snapshot. */
  #block(): TrustedBlock | undefined {
    const { random, checks } = this.parts;
    const made = checks.snapshots.newest(2);
    const height =
      made.length > 0 && random.chance(WITH_SNAPSHOT) ? random.pick(made) : random.between(1, checks.height);
    const hash = checks.hashAt(height);
    return hash === undefined ? undefined : { height, hash };
  }

  #drawTrap(machine: Machine): void {
    const { random, time, trace, checks } = this.parts;
    this.#phaseOf.delete(machine);
    if (this.#isHealed || checks.height < CHAIN || !random.chance(UNLUCKY)) return;
    const isRestored = this.#restored.has(machine);
    const phase = random.pick<Phase>(next[isRestored ? 'restored' : this.#empty.has(machine) ? 'empty' : 'begun']);
    this.#phaseOf.set(machine, phase);
    if (phase === 'voices') {
      const life = machine.lives;
      time.set(random.between(10, VOICES_MS), () => this.#cutVoices(machine, life));
      return;
    }
    const point = random.pick<MachinePoint>(places[phase]);
    const how = phase !== 'change' && random.chance(FAILED) ? 'fail' : 'crash';
    machine.trap(how, point, phase === 'parts' || phase === 'checks' ? random.between(1, 5) : 1);
    trace.line(`machine ${machine.number} will ${how} at ${point}`);
  }

  /** @param life the process that asks. */
  #cutVoices(machine: Machine, life: number): void {
    const { running } = machine;
    if (this.#isHealed || running?.life !== life || running.node.snapshot?.phase !== 'asking') return;
    this.parts.trace.line(`machine ${machine.number} loses its power while it asks`);
    this.#count('voices');
    machine.crash();
  }

  /** A machine shows another block. */
  look(machine: Machine, { node }: RunningNode): void {
    const { tip, snapshotTrust } = node.chain;
    if (tip.height === 0 || !this.#empty.delete(machine)) return;
    this.#restored.delete(machine);
    if (snapshotTrust === undefined) this.counts.genesis++;
    else this.counts.restored++;
  }
}
