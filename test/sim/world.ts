/** A world of machines under one seed: nodes, their network, their clients, faults, and checks after every step.
 *
 *  In: a seed, a number of steps and of machines. Out: failures, and the hash of everything that happened. One virtual time
 *  drives all; a step is one delivered event: a timer, a frame, an answer of disk or verifier, a client's request. Every
 *  purpose draws from a source of its own. At the end everything heals, and the network has to work again. */

import { utf8Text } from '../../engine/base/bytes.js';
import { isRefusal } from '../../engine/base/refusal.js';
import type { ChainRules } from '../../engine/consensus/production.js';
import { accountOfKey } from '../../engine/crypto/address.js';
import type { Node } from '../../engine/node.js';
import { GENESIS_TIME } from '../support/chain.js';
import { difference } from '../support/ledgerChecks.js';
import { SeededRandom } from '../support/random.js';
import { recordsOf } from '../support/referenceLedger.js';
import type { Actor } from '../support/transactions.js';
import { settled, VirtualTime } from '../support/virtualTime.js';
import { Workload } from '../support/workload.js';
import { sceneAttacks } from './attacks.js';
import { Byzantine } from './byzantine.js';
import { Checks } from './checks.js';
import { Clients } from './clients.js';
import type { CodeCounts } from './codeThread.js';
import { Faults } from './faults.js';
import { CatchingUp } from './keeping.js';
import { type Keyring, keyedKeys, proposerAmong, realKeys } from './keyring.js';
import { Machine, urlOf } from './machine.js';
import { SimulatedNet } from './net.js';
import { drawNewcomers, Newcomers } from './newcomers.js';
import { OldBackups } from './oldBackups.js';
import type { Outcome, WorldOptions } from './outcome.js';
import { drawPlan, type FaultKind, type Plan, planText, VALIDATORS } from './plan.js';
import { Rounds } from './rounds.js';
import type { Shelf } from './shelf.js';
import { Trace } from './trace.js';

/** Steps a machine within which a healed network has to work again: a block of a loaded network takes some 40. */
const HEALING_STEPS = 4_000;
/** Steps after which even a network that waits for a clock has had its time. */
const MOST_HEALING_STEPS = 60_000;
/** Blocks and a transaction that have to come after everything has healed. */
const HEALED_BLOCKS = 3;
/** Average milliseconds between two requests meanwhile. */
const HEALING_PAUSE_MS = 500;
/** Two minutes are enough for every wait in a node, except that for a clock which was wrong by up to ten minutes. */
const HEALING_MS = 120_000;
const CLOCK_HEALING_MS = 1_800_000;
/** A proposer that was banned comes back when the ban ends. */
const BAN_HEALING_MS = 2_400_000;
/** Faults after which those who have seen a signature are still there to be asked. */
const forgetting: ReadonlySet<FaultKind> = new Set(['backup', 'wipe']);
/** The whole state is compared with the reference ledger this often, in blocks. */
const COMPARE_BLOCKS = 25;

/** Of the validators: all the same. */
const STAKE = '100000000';
/** Stakes of a machine that stands alone: it has the quorum, and keeps it. */
const ALONE = ['100000000', '10007', '12345.6789'] as const;

const NO_NEWCOMERS: Newcomers['counts'] = { lost: 0, restored: 0, genesis: 0 };

const machinesTo = (nodes: number): number[] => Array.from({ length: nodes }, (_, number) => number);

/** The part of a block's JSON that is read. */
interface BlockView {
  readonly time: number;
  readonly proposer: string;
  readonly transactions: readonly { readonly txId: string }[];
}

export class World {
  readonly plan: Plan;
  readonly time = new VirtualTime(GENESIS_TIME + 60_000);
  readonly trace: Trace;
  readonly checks: Checks;
  readonly machines: readonly Machine[];
  readonly net: SimulatedNet | undefined;
  readonly clients: Clients;
  readonly faults: Faults;
  readonly catchingUp: CatchingUp;
  readonly newcomers: Newcomers | undefined;
  /** What the run is about. */
  readonly scene: OldBackups | Rounds | undefined;
  readonly byzantine: { readonly machine: number; readonly mask: Byzantine } | undefined;
  readonly #workload: Workload;
  /** Height up to which the blocks were read. */
  #read = 0;
  #transactions = 0;
  /** The reading of a block under way; a process that ends never answers it. */
  #reading: { readonly machine: Machine; readonly life: number } | undefined;
  /** Whether the reference ledger knows every transaction so far. */
  #isKnown = true;
  #nonces = 0;

  constructor(private readonly options: WorldOptions) {
    const { seed, nodes = 1, faults: only, attacks, scene } = options;
    const { time } = this;
    const stream = (purpose: string): SeededRandom => SeededRandom.of(seed, purpose);
    this.trace = new Trace(time, options.print ?? (() => {}));
    const isConnected = nodes > 1;
    this.net = isConnected
      ? new SimulatedNet(
          time,
          stream('net'),
          (machine, bytes, from) =>
            this.checks.arrived(this.machines[machine] as Machine, bytes, this.machines[from] as Machine),
          (machine, other, reason) => this.checks.closed(machine, other, reason),
          nodes,
        )
      : undefined;
    this.plan = drawPlan(seed, { only, nodes, attacks, scene });
    const keyring = (options.isReal ?? this.plan.isReal) ? realKeys() : keyedKeys;
    this.#workload = new Workload(stream('workload'), {
      stakes: isConnected ? Array.from({ length: Math.min(nodes, VALIDATORS) }, () => STAKE) : ALONE,
      places: null,
      nextNonce: () => `simulated ${String(this.#nonces++).padStart(8, '0')}`,
      actorOf: (name) => keyring.actor(name),
    });
    this.checks = new Checks(
      this.trace,
      (machine) => {
        this.catchingUp.ended(machine);
        this.faults.ended(machine);
      },
      (number) => number !== this.byzantine?.machine,
    );
    const { rules, actors } = this.#workload;
    this.byzantine = this.#byzantine(rules, actors.slice(0, VALIDATORS), keyring);
    this.newcomers = this.#newcomers(nodes, proposerAmong(actors.slice(0, VALIDATORS)));
    const { checks, trace, plan, net, byzantine, newcomers } = this;
    this.machines = Array.from({ length: nodes }, (_, number) => {
      const owner = actors[number];
      if (!owner) throw new Error(`a world has at most ${actors.length} machines`);
      const isHonest = byzantine?.machine !== number;
      return new Machine({
        ...{ number, time, seed, rules, owner, keyring },
        watch: isHonest ? checks : { ended: (machine) => checks.ended(machine) },
        mine: number < VALIDATORS,
        keeping: plan.keeping?.modes[number],
        ...(!isHonest && { hooks: byzantine.mask.hooks }),
        snapshots: newcomers?.snapshotsOf(number),
        ...(net && { net, seeds: (newcomers?.namedBy(number) ?? machinesTo(nodes)).map(urlOf) }),
      });
    });
    const { machines } = this;
    const isCalm = newcomers ? !plan.faults.has('net') : [...plan.faults.keys()].every((kind) => forgetting.has(kind));
    checks.signatures.isRemembered =
      isCalm && [...(plan.byzantine?.attacks ?? [])].every((one) => sceneAttacks.has(one));
    for (const machine of machines) if (this.#isHonest(machine)) checks.certified.watch(machine);
    this.clients = new Clients({
      ...{ time, random: stream('clients'), keyring, workload: this.#workload, machines, checks, trace },
      isHonest: (machine) => this.#isHonest(machine),
      ...{ pauseMs: plan.pauseMs, spelled: plan.spelled },
    });
    this.catchingUp = new CatchingUp({
      ...{ time, random: stream('catching up'), trace, plan: plan.keeping },
      height: () => checks.height,
    });
    const { catchingUp } = this;
    this.faults = new Faults({
      catchingUp,
      newcomers,
      time,
      random: stream('faults'),
      machines,
      checks,
      trace,
      plan,
      net,
    });
    this.scene = net && this.#scene(net, proposerAmong(actors.slice(0, VALIDATORS)));
  }

  /** @param leader the machine of the proposer. */
  #scene(net: SimulatedNet, leader: number): World['scene'] {
    const { time, machines, checks, trace, plan } = this;
    const voters = machines.slice(0, VALIDATORS).filter(({ number }) => number !== leader);
    const parts = { time, random: SeededRandom.of(this.options.seed, 'the scene'), voters, net, checks, trace };
    if (plan.scene === 'oldBackup') return new OldBackups(parts);
    return plan.scene === 'rounds' ? new Rounds(parts) : undefined;
  }

  #newcomers(nodes: number, leader: number): Newcomers | undefined {
    const { time, trace, checks, net } = this;
    if (this.plan.scene !== 'snapshots' || !net) return undefined;
    const random = SeededRandom.of(this.options.seed, 'newcomers');
    const plan = drawNewcomers(random, { nodes, leader, liar: this.byzantine?.machine });
    return new Newcomers({ time, trace, checks, net, random, plan, machines: () => this.machines });
  }

  /** @param validators those of the genesis file, in the order of their machines. */
  #byzantine(rules: ChainRules, validators: readonly Actor[], keyring: Keyring): World['byzantine'] {
    const { byzantine } = this.plan;
    if (!byzantine) return undefined;
    const random = SeededRandom.of(this.options.seed, 'byzantine');
    const leader = proposerAmong(validators);
    const others = validators.map((_, number) => number).filter((number) => number !== leader);
    const machine = byzantine.leads ? leader : random.pick(others);
    const { publicKey } = validators[machine] as Actor;
    const node = (): Node | undefined => this.machines[machine]?.running?.node;
    const after = (milliseconds: number, work: () => void): void => void this.time.set(milliseconds, work);
    const forged = (signature: Uint8Array): void => this.checks.passedOn.forged(signature);
    const shelf = (): Shelf | undefined => this.machines[machine]?.running?.shelf;
    const signAs = (key: Uint8Array, message: Uint8Array): Uint8Array => {
      const owner = validators.find((one) => Buffer.compare(one.publicKey, key) === 0);
      if (!owner) throw new Error('only keys of the first validators can be taken');
      return keyring.backend.sign(message, keyring.secretOf(owner));
    };
    const parts = { ...byzantine, random, rules, publicKey, node, after, forged, shelf, signAs };
    return { machine, mask: new Byzantine(parts) };
  }

  async run(): Promise<Outcome> {
    const { trace, checks, faults, clients, time } = this;
    trace.line(`seed ${this.options.seed}: ${planText(this.plan)}`, 'verbose');
    faults.start();
    this.catchingUp.start();
    this.newcomers?.start();
    this.scene?.start();
    clients.start();
    while (trace.step < this.options.steps && checks.failures.length === 0) await this.#step();
    if (checks.failures.length === 0) await this.#healed();
    clients.stop();
    // What was asked because of the last step is answered.
    await settled();
    trace.line(`height ${checks.height}, ${this.#transactions} transactions, ${trace.step} steps`);
    return {
      seed: this.options.seed,
      failures: checks.failures,
      hash: trace.digest(),
      steps: trace.step,
      height: checks.height,
      transactions: this.#transactions,
      checked: {
        receipts: checks.receipts.all.size,
        heads: checks.counts.heads,
        events: checks.counts.events,
        signatures: checks.signatures.checked,
      },
      elapsed: time.elapsed,
      faults: faults.counts,
      attacks: this.byzantine?.mask.counts ?? new Map(),
      fates: this.#fates(),
      votes: {
        evidence: checks.accusations.checked,
        later: checks.certified.later,
        locked: checks.locks.checked,
        restored: checks.counts.restored,
      },
      catchingUp: this.catchingUp.counts,
      snapshots: { ...(this.newcomers?.counts ?? NO_NEWCOMERS), ...checks.snapshots.counts },
      phases: this.newcomers?.phases ?? new Map(),
      asked: checks.asked.checked,
      code: this.#code(),
    };
  }

  #code(): CodeCounts {
    const sum = { missed: 0, compiled: 0, run: 0 };
    for (const { code } of this.machines) {
      sum.missed += code.missed;
      sum.compiled += code.compiled;
      sum.run += code.run;
    }
    return sum;
  }

  #fates(): Map<string, number> {
    const fates = new Map(this.clients.fates);
    for (const { state } of this.checks.receipts.all.values()) fates.set(state, (fates.get(state) ?? 0) + 1);
    return fates;
  }

  /** Delivers one event and checks what it changed. */
  async #step(): Promise<void> {
    const { trace, checks, machines } = this;
    trace.step++;
    if (!(await this.time.step())) return checks.fail('liveness', 'nothing is left to happen');
    for (const machine of machines) {
      if (!this.#isHonest(machine)) continue;
      if (checks.look(machine)) this.#headMoved(machine);
      if (this.#read >= (machine.running?.node.chain.tip.height ?? 0))
        for (const problem of checks.receipts.look(machine)) checks.fail('receipts', problem);
    }
    this.#follow();
  }

  #isHonest({ number }: Machine): boolean {
    return this.byzantine?.machine !== number;
  }

  #headMoved(machine: Machine): void {
    const { number, running } = machine;
    if (!running) return;
    const { tip } = running.node.chain;
    this.trace.line(
      `machine ${number} shows ${tip.height} ${tip.hash.slice(0, 8)}, ${tip.transactionCount} transactions`,
      'verbose',
    );
    this.newcomers?.look(machine, running);
    for (const problem of this.catchingUp.look(machine, running))
      this.checks.fail('kept', `machine ${number}: ${problem}`);
  }

  /** Reads the next block that any honest machine shows. */
  #follow(): void {
    const { machines, checks } = this;
    if (this.#reading && this.#reading.machine.running?.life === this.#reading.life) return;
    this.#reading = undefined;
    const height = this.#read + 1;
    const machine = machines.find((one) => {
      const chain = one.running?.node.chain;
      return chain && this.#isHonest(one) && chain.tip.height >= height && !chain.notKept(height);
    });
    const { running } = machine ?? {};
    if (!machine || !running) return;
    const reading = { machine, life: running.life };
    this.#reading = reading;
    const read = async (): Promise<void> => {
      const pieces: string[] = [];
      for await (const piece of running.node.chain.block(height)) pieces.push(utf8Text(piece));
      if (this.#reading !== reading) return;
      this.#reading = undefined;
      this.#take(height, JSON.parse(pieces.join('')) as BlockView);
    };
    read().catch((error: unknown) => {
      // A store that is being reopened, or closed, is asked again.
      if (this.#reading === reading) this.#reading = undefined;
      if (isRefusal(error) || !(error instanceof Error && 'code' in error))
        checks.thrown(machine, error, 'reading a block');
    });
  }

  /** Follows the chain in the receipts and in the reference ledger. */
  #take(height: number, block: BlockView): void {
    const { checks, clients } = this;
    this.#read = height;
    const txIds = block.transactions.map(({ txId }) => txId);
    this.#transactions += txIds.length;
    for (const problem of checks.receipts.included(height, txIds)) checks.fail('receipts', problem);
    const planned = txIds.map((txId) => clients.plans.get(txId)).filter((one) => one !== undefined);
    if (planned.length < txIds.length) this.#isKnown = false;
    if (!this.#isKnown) return;
    this.#workload.play(block.time, planned, accountOfKey(Buffer.from(block.proposer, 'hex')));
    if (height % COMPARE_BLOCKS === 0) this.#compare(height);
  }

  /** Compares every machine that stands at this height with the reference ledger. */
  #compare(height: number): void {
    if (!this.#isKnown) return;
    const records = this.#workload.reference.records();
    for (const machine of this.machines) {
      const node = machine.running?.node;
      if (node?.chain.tip.height !== height) continue;
      const wrong = difference(recordsOf(node.state), records);
      if (wrong.length > 0) this.checks.fail('reference', `machine ${machine.number}: ${wrong.slice(0, 3).join('; ')}`);
    }
  }

  /** Everything works again, and within a bounded number of steps the network does. */
  async #healed(): Promise<void> {
    const { faults, clients, checks, trace, time } = this;
    faults.heal();
    this.catchingUp.heal();
    this.newcomers?.heal();
    this.scene?.heal();
    this.#unmask();
    // Blocks may have to wait for minutes until the clock is where it was.
    clients.pauseMs = Math.max(clients.pauseMs, HEALING_PAUSE_MS);
    const [step, elapsed, height] = [trace.step, time.elapsed, checks.height];
    const isDone = (): boolean =>
      checks.height >= height + HEALED_BLOCKS && this.#isWhole() && this.#carried(step) && this.#read === checks.height;
    const leastMs = this.byzantine ? BAN_HEALING_MS : this.plan.faults.has('clock') ? CLOCK_HEALING_MS : HEALING_MS;
    while (checks.failures.length === 0 && !isDone()) {
      const steps = trace.step - step;
      const isOver = steps >= HEALING_STEPS * this.machines.length && time.elapsed > elapsed + leastMs;
      if (isOver || steps >= MOST_HEALING_STEPS) {
        const carried = this.#carried(step) ? 'some' : 'no';
        checks.fail(
          'liveness',
          `after ${steps} steps without faults: ${this.#complaint(height)}; ${carried} transaction came through`,
        );
        return;
      }
      await this.#step();
    }
    this.#compare(checks.height);
  }

  /** The Byzantine validator becomes honest: its operator replaces the program, and it begins with what the disk holds. */
  #unmask(): void {
    const { byzantine, machines } = this;
    if (!byzantine) return;
    byzantine.mask.heal();
    machines[byzantine.machine]?.crash();
  }

  /** Every honest machine runs and shows the same head. */
  #isWhole(): boolean {
    const { checks } = this;
    const connected = this.net ? this.machines.filter((one) => this.#isHonest(one)) : this.machines.slice(0, 1);
    return connected.every(({ running }) => running?.node.chain.tip.height === checks.height);
  }

  /** A transaction that was taken after this step is in a block. */
  #carried(step: number): boolean {
    for (const receipt of this.checks.receipts.all.values())
      if (receipt.step > step && receipt.state === 'included') return true;
    return false;
  }

  #complaint(height: number): string {
    const nodes = this.machines.map(({ number, running }) => {
      if (!running) return `machine ${number} does not run`;
      const { tip } = running.node.chain;
      return `machine ${number} at height ${tip.height}: ${running.node.role.productionProblem?.message ?? running.node.role.production}`;
    });
    return `height ${height} then, ${this.checks.height} now; ${nodes.join('; ')}`;
  }
}
