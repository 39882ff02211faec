/** A whole node in one thread under a seed: every kind of transaction, crashes between any two effects of the disk, restarts.
 *  The same seed gives the same chain, and nothing that was announced is ever lost. */

import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { binaryToHex, utf8Text } from '../../engine/base/bytes.js';
import { isRefusal } from '../../engine/base/refusal.js';
import { joinKey } from '../../engine/chain/transaction.js';
import { accountOfKey } from '../../engine/crypto/address.js';
import type { Node } from '../../engine/node.js';
import type { ChainStore } from '../../engine/store/chainStore.js';
import { lastOf } from '../../engine/store/records.js';
import { filterOf } from '../../engine/stream/audience.js';
import { readEvents } from '../../engine/stream/eventLog.js';
import { WireTransaction } from '../../proto/wire.js';
import { crashPoints } from '../../workers/store/crashPoints.js';
import { GENESIS_TIME } from '../support/chain.js';
import { difference } from '../support/ledgerChecks.js';
import { SeededRandom, testSeed } from '../support/random.js';
import { recordsOf } from '../support/referenceLedger.js';
import { VirtualTime } from '../support/virtualTime.js';
import { type Planned, Workload } from '../support/workload.js';
import { keyedKeys } from './keyring.js';
import { Machine, type RunningNode } from './machine.js';

const seed = testSeed();
const LIVES = 12;
const SECONDS = 4;

/** The first validator has the quorum alone, and keeps it. */
const STAKES = ['100000000', '10007', '12345.6789'];

/** The part of `GET /api/block/:height` that is read. */
interface BlockView {
  readonly time: number;
  readonly proposer: string;
  readonly transactions: readonly { readonly txId: string }[];
}

/** The places that a running chain passes: those of reopening need a disk that failed. */
const places = crashPoints.filter((point) => !point.startsWith('reopen') && !point.startsWith('delete'));

class Simulation {
  readonly random: SeededRandom;
  readonly time = new VirtualTime(GENESIS_TIME + 60_000);
  readonly workload: Workload;
  readonly machine: Machine;
  /** Everything that any process of the machine announced, in order. */
  readonly announced: { readonly sequence: number; readonly text: string }[] = [];
  readonly kinds = new Set<string>();
  readonly refusals = new Set<string>();
  readonly #plans = new Map<string, Planned>();
  #nonces = 0;
  #read = 0;
  included = 0;
  crashed = 0;

  constructor(readonly seed: number) {
    this.random = new SeededRandom(seed);
    const nextNonce = (): string => `simulated ${String(this.#nonces++).padStart(8, '0')}`;
    this.workload = new Workload(this.random, { stakes: STAKES, nextNonce });
    const [validator] = this.workload.validators;
    if (!validator) throw new Error('a chain needs a validator');
    const { time } = this;
    this.machine = new Machine({
      number: 0,
      time,
      seed,
      rules: this.workload.rules,
      owner: validator,
      keyring: keyedKeys,
      mine: true,
      watch: { announced: (_, sequence, text) => void this.announced.push({ sequence, text }) },
    });
  }

  get now(): number {
    return this.time.clock.now();
  }

  /** Sends random transactions without waiting for the answer. */
  send({ node }: RunningNode): void {
    const planned = this.workload.plan(this.now);
    const { signer, action } = planned.intent;
    if (action.kind === 'unstake' && signer === this.workload.validators[0]?.account) return;
    const { transaction } = planned.item;
    const message = joinKey(transaction.text, transaction.keyAt, transaction.publicKey);
    if (!message) throw new Error('what was planned holds its key');
    const actor = this.workload.actors.find(({ account }) => account === transaction.sender);
    if (!actor) throw new Error('a stranger signs');
    this.#plans.set(binaryToHex(transaction.id), planned);
    const { operation, publicKey, text, keyAt } = transaction;
    const wire = {
      operation,
      publicKey,
      text,
      keyAt,
      signature: keyedKeys.backend.sign(message, keyedKeys.secretOf(actor), this.random.bytes(32)),
    };
    const bytes = WireTransaction.encode(wire).finish();
    void node.submitAll([{ kind: 'signed', operation: '', bytes }]).then(([answer]) => {
      if (isRefusal(answer)) this.refusals.add(answer.code);
    });
  }

  /** Gives the reference the blocks that it does not have, so that later plans use them, and compares the state. */
  async follow({ chain, state }: Node): Promise<void> {
    if (this.#read === chain.tip.height) return;
    for (; this.#read < chain.tip.height; this.#read++) {
      const block = await this.block(chain, this.#read + 1);
      const planned = block.transactions.map(({ txId }) => this.#plans.get(txId));
      const known = planned.filter((one) => one !== undefined);
      expect(known.length, 'a block holds only what was sent').toBe(block.transactions.length);
      this.workload.play(block.time, known, accountOfKey(Buffer.from(block.proposer, 'hex')));
      for (const { intent } of known) this.kinds.add(intent.action.kind);
      this.included += known.length;
    }
    const records = this.workload.reference.records();
    expect(difference(recordsOf(state), records), `seed ${this.seed}, height ${chain.tip.height}`).toEqual([]);
  }

  async block(chain: ChainStore, height: number): Promise<BlockView> {
    const pieces: string[] = [];
    const read = async (): Promise<void> => {
      for await (const piece of chain.block(height)) pieces.push(utf8Text(piece));
    };
    await this.time.until(read());
    return JSON.parse(pieces.join('')) as BlockView;
  }

  /** One process, from its start to a crash at a random place, or to its orderly end. */
  async life(isLast: boolean): Promise<void> {
    const { random, machine, time } = this;
    const running = await time.until(machine.start());
    await this.expectAnnounced(running.node);
    await this.follow(running.node);
    if (!isLast) machine.trap('crash', random.pick(places), random.between(1, 8));
    for (let step = 0; step < SECONDS * 10 && machine.isUp; step++) {
      for (let count = random.between(0, 6); count > 0; count--) this.send(running);
      await time.pass(100);
      if (machine.isUp) await this.follow(running.node);
    }
    expect(running.node.role.productionProblem, `seed ${this.seed}`).toBeUndefined();
    if (isLast) return time.until(machine.stop());
    this.crashed += Number(!machine.isUp);
    machine.crash();
  }

  /** Everything that was ever announced is in the log of events, byte for byte, under its number. */
  async expectAnnounced({ chain }: Node): Promise<void> {
    // These are not in the log, and have no number of their own.
    const announced = this.announced.filter(({ text }) => !/^{"type":"(?:stats|transaction_dropped)"/.test(text));
    const last = announced.at(-1)?.sequence ?? 0;
    expect(lastOf(chain.events), `seed ${this.seed}`).toBeGreaterThanOrEqual(last);
    const kept = new Map<number, string>();
    const read = async (): Promise<void> => {
      for await (const chunk of chain.replay(1, last, filterOf([], true), 'json'))
        for (const { sequence, bytes } of readEvents(chunk).events) kept.set(sequence, utf8Text(bytes));
    };
    if (last > 0) await this.time.until(read());
    const lost = announced.filter(({ sequence, text }) => kept.get(sequence) !== text);
    expect(lost, `seed ${this.seed}`).toEqual([]);
  }

  async run(): Promise<void> {
    for (let life = 1; life <= LIVES; life++) await this.life(life === LIVES);
  }

  /** The result of the run: the chain, its state, and every byte that was announced. */
  get outcome(): string {
    const hash = createHash('sha256');
    for (const { text } of this.announced) hash.update(text).update('\n');
    return hash.digest('hex');
  }
}

test(`a seed ends with the same chain every time, through crashes (seed ${seed})`, async () => {
  const runs = [new Simulation(seed), new Simulation(seed), new Simulation(seed + 1)];
  for (const run of runs) await run.run();
  const [first, second, other] = runs.map((run) => run.outcome);
  expect(second).toBe(first);
  expect(other).not.toBe(first);
  const kinds = new Set(runs.flatMap((run) => [...run.kinds]));
  const crashed = runs.reduce((sum, run) => sum + run.crashed, 0);
  console.log(`${kinds.size} kinds, ${crashed} crashes at a place, ${runs.map((run) => run.included)} transactions`);
  expect(kinds.size).toBeGreaterThan(10);
  expect(crashed).toBeGreaterThan(LIVES);
});
