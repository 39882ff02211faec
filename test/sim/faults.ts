/** The faults of a run: they come at random times, at random machines, and pass again.
 *
 *  In: the plan, machines, the network. Out: crashes, disks that fail, fill and are slow, clocks that jump and drift, threads
 *  that die, old backups, broken roads. `heal` ends all of them. */

import { type CrashPoint, crashPoints } from '../../workers/store/crashPoints.js';
import type { InlineVerifier } from '../support/inlineVerifier.js';
import type { MemoryDisk } from '../support/memoryDisk.js';
import type { SeededRandom } from '../support/random.js';
import type { VirtualTime } from '../support/virtualTime.js';
import type { Checks } from './checks.js';
import type { CatchingUp } from './keeping.js';
import type { Machine } from './machine.js';
import type { SimulatedNet } from './net.js';
import type { Newcomers } from './newcomers.js';
import type { FaultKind, Plan } from './plan.js';
import type { Trace } from './trace.js';

export interface FaultsParts {
  readonly time: VirtualTime;
  readonly random: SeededRandom;
  readonly machines: readonly Machine[];
  readonly checks: Checks;
  readonly trace: Trace;
  readonly plan: Plan;
  readonly net: SimulatedNet | undefined;
  readonly catchingUp: CatchingUp;
  readonly newcomers: Newcomers | undefined;
}

/** The places that a running chain passes: those of reopening need a disk that failed, those of deleting a long chain. */
const places: readonly CrashPoint[] = crashPoints.filter(
  (point) => !point.startsWith('reopen') && !point.startsWith('delete'),
);

/** Who has no chain is started again at once. */
const HURRY_MS = 300;

export class Faults {
  readonly counts = new Map<FaultKind, number>();
  /** The machine that comes back with old backups or with nothing, and the backup. */
  #forgetful: Machine | undefined;
  #copy: MemoryDisk | undefined;
  /** Machines that an operator is stopping. */
  readonly #stopping = new Set<Machine>();
  #isHealed = false;

  constructor(private readonly parts: FaultsParts) {}

  /** Starts every machine, and the faults of the plan. */
  start(): void {
    const { machines, plan, net, catchingUp, newcomers } = this.parts;
    for (const machine of machines) {
      const afterMs = catchingUp.delayOf(machine);
      if (newcomers?.isLate(machine)) newcomers.whenChain(() => this.#boot(machine));
      else if (afterMs > 0) this.#later(machine, afterMs);
      else this.#boot(machine);
    }
    if (net) net.rates = { ...plan.net };
    for (const [kind, pauseMs] of plan.faults) this.#repeat(kind, pauseMs);
  }

  /** Ends all faults for good. */
  heal(): void {
    const { machines, net, trace } = this.parts;
    this.#isHealed = true;
    trace.line('everything heals');
    net?.heal();
    for (const machine of machines) {
      machine.disarm();
      machine.disk.isFull = false;
      machine.diskSlowness = 1;
      machine.clock.correct();
    }
  }

  /** A process has ended: it comes back after a while. */
  ended(machine: Machine): void {
    const { random, trace, newcomers } = this.parts;
    this.#stopping.delete(machine);
    trace.line(`machine ${machine.number} is gone`);
    this.#later(machine, random.between(50, newcomers?.isEmpty(machine) ? HURRY_MS : 3_000));
  }

  #later(machine: Machine, milliseconds: number): void {
    this.parts.time.set(milliseconds, () => this.#boot(machine));
  }

  #boot(machine: Machine): void {
    const { trace, checks, catchingUp, newcomers } = this.parts;
    if (machine.isUp) return;
    machine.start().then(
      (running) => {
        trace.line(`machine ${machine.number} is up at height ${running.node.chain.tip.height}`);
        if (!newcomers) catchingUp.up(machine, running);
      },
      (error: unknown) => {
        const isDisk = error instanceof Error && 'code' in error && /^(STORE_|ENOSPC$)/.test(String(error.code));
        if (isDisk) trace.line(`machine ${machine.number} cannot start: ${error.message}`);
        else checks.thrown(machine, error, 'start');
      },
    );
  }

  #repeat(kind: FaultKind, pauseMs: number): void {
    const { time, random } = this.parts;
    time.set(random.between(pauseMs / 2, (3 * pauseMs) / 2), () => {
      if (this.#isHealed) return;
      if (this.#strike(kind, random.pick(this.parts.machines))) this.counts.set(kind, (this.counts.get(kind) ?? 0) + 1);
      this.#repeat(kind, pauseMs);
    });
  }

  /** @returns whether anything happened. */
  #strike(kind: FaultKind, machine: Machine): boolean {
    if (!machine.running || this.#stopping.has(machine)) return false;
    switch (kind) {
      case 'crash':
        return this.#crash(machine);
      case 'stop':
        return this.#stop(machine);
      case 'disk':
        return this.#failWrite(machine);
      case 'full':
        return this.#fill(machine);
      case 'slow':
        return this.#slow(machine);
      case 'clock':
        return this.#clock(machine);
      case 'thread':
        return this.#loseThreads(machine, machine.running.verifier);
      case 'backup':
        return this.#backup(machine);
      case 'net':
        return this.#road(machine);
      case 'wipe':
        return this.#wipe(machine);
    }
  }

  #said(machine: Machine, what: string): true {
    this.parts.trace.line(`machine ${machine.number} ${what}`);
    return true;
  }

  #crash(machine: Machine): boolean {
    const { random } = this.parts;
    if (random.chance(25)) {
      this.#said(machine, 'loses its power');
      machine.crash();
      return true;
    }
    const place = random.pick(places);
    machine.trap('crash', place, random.between(1, 8));
    return this.#said(machine, `will crash at ${place}`);
  }

  #stop(machine: Machine): boolean {
    this.#stopping.add(machine);
    const done = (): boolean => this.#stopping.delete(machine);
    machine.stop().then(done, (error: unknown) => {
      done();
      this.parts.checks.thrown(machine, error, 'stop');
    });
    return this.#said(machine, 'is stopped');
  }

  #failWrite(machine: Machine): boolean {
    const place = this.parts.random.pick(places);
    machine.trap('fail', place, this.parts.random.between(1, 8));
    return this.#said(machine, `will fail a write at ${place}`);
  }

  #fill(machine: Machine): boolean {
    const { time, random } = this.parts;
    const { disk } = machine;
    if (disk.isFull) return false;
    disk.isFull = true;
    time.set(random.between(100, 8_000), () => {
      disk.isFull = false;
      this.#said(machine, 'has room on its disk again');
    });
    return this.#said(machine, 'has a full disk');
  }

  #slow(machine: Machine): boolean {
    const { time, random } = this.parts;
    if (machine.diskSlowness > 1) return false;
    machine.diskSlowness = random.pick([5, 20, 60]);
    time.set(random.between(500, 6_000), () => {
      machine.diskSlowness = 1;
    });
    return this.#said(machine, `has a disk ${machine.diskSlowness} times as slow`);
  }

  #clock(machine: Machine): boolean {
    const { random } = this.parts;
    const { clock } = machine;
    const kind = random.below(10);
    if (kind < 4) clock.drift(random.between(900, 1_100) / 1_000);
    else if (kind < 6) clock.correct();
    else clock.jump(random.between(-1_000, 1_000) * random.pick([1, 1, 1, 1, 20, 20, 20, 600]));
    return this.#said(
      machine,
      `has a clock that is ${(clock.error / 1_000).toFixed(1)} s ahead, at a rate of ${clock.rate}`,
    );
  }

  /** A second thread that dies over the same item costs the item its answer. */
  #loseThreads(machine: Machine, verifier: InlineVerifier): boolean {
    const count = this.parts.random.between(1, 2);
    verifier.loseThreads(count);
    return this.#said(machine, `loses ${count} verification threads`);
  }

  /** The first time a copy of the disk is made; later the machine comes back with it. */
  #backup(struck: Machine): boolean {
    const machine = this.#forgets(struck);
    if (!machine?.running) return false;
    const backup = this.#copy;
    if (!backup) {
      this.#copy = machine.backup();
      return this.#said(machine, 'is backed up');
    }
    this.#copy = undefined;
    machine.crash();
    machine.restore(backup);
    this.parts.checks.restored(machine);
    return this.#said(machine, 'comes back with an old backup');
  }

  /** The machine comes back with an empty disk. A follower has signed nothing that it could forget. */
  #wipe(struck: Machine): boolean {
    const machine = struck.options.mine ? this.#forgets(struck) : struck;
    if (!machine?.running || proposes(machine)) return false;
    this.#said(machine, 'loses its disk');
    machine.crash();
    machine.wipe();
    this.parts.checks.restored(machine);
    return true;
  }

  /** Only one validator of a run forgets: if more than a third of the votes does, no rule keeps what they decided. Nor does the proposer: a
   *  slot that it has signed and whose block is lost stays open until its operator gives it up.
   *  @returns the one that does; undefined while there is none. */
  #forgets(struck: Machine): Machine | undefined {
    if (!this.#forgetful && proposes(struck)) return undefined;
    this.#forgetful ??= struck;
    return this.#forgetful;
  }

  #road(machine: Machine): boolean {
    const { net, random, time, machines } = this.parts;
    const other = random.pick(machines);
    if (!net || other === machine) return false;
    const [one, two] = [machine.number, other.number];
    const road = net.road(one, two);
    const pause = random.between(200, 15_000);
    if (random.chance(20)) {
      net.cut(one, two);
      return this.#said(machine, `loses its links to machine ${two}`);
    }
    if (random.chance(30)) {
      road.bytesPerSecond = random.pick([10_000, 100_000, 1_000_000]);
      road.delayMs = random.pick([1, 50, 400]);
      return this.#said(machine, `reaches machine ${two} with ${road.bytesPerSecond} bytes a second`);
    }
    const roads = random.chance(50) ? [road] : [road, net.road(two, one)];
    for (const cut of roads) cut.isCut = true;
    time.set(pause, () => {
      for (const cut of roads) cut.isCut = false;
      net.release();
    });
    return this.#said(machine, `does not reach machine ${two}${roads.length > 1 ? ', nor the other way round' : ''}`);
  }
}

/** Whether the next slot is this machine's. */
function proposes({ running, options }: Machine): boolean {
  const key = running?.node.head.set.proposer?.publicKey;
  return key !== undefined && Buffer.compare(key, options.owner.publicKey) === 0;
}
