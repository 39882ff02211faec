/** A relayer over random chains, reorganisations, faults of providers and of the node, and crashes: in the end every deposit of the chain was claimed,
 *  and nothing waits that is not there. */

import { expect, test } from 'vitest';
import { isRefusal, refuse } from '../../engine/base/refusal.js';
import { ClaimQueue, type ClaimTimes } from '../../ops/relayer/claimQueue.js';
import { Lane, type Step } from '../../ops/relayer/lane.js';
import { EMPTY_STATE, type RelayerState } from '../../ops/relayer/stateFile.js';
import { MemoryDeposits } from '../support/memoryDeposits.js';
import { SeededRandom, testSeed } from '../support/random.js';

const RUNS = 60;
const STEPS = 400;

const TIMES: ClaimTimes = { firstWaitMs: 1, mostWaitMs: 4 };

/** Reorganisations reach this deep, below the depth of deposits too. */
const DEEPEST = 25;

/** What came about in all runs, so that none of it is missing. */
const seen = { minted: 0, crashes: 0, reorganised: 0, forgotten: 0, narrowed: 0, failed: 0, later: 0 };

class World {
  readonly chain = new MemoryDeposits(30);
  readonly providers = [this.chain.seenAs('one'), this.chain.seenAs('two')];
  readonly minted = new Map<string, number>();
  #branch = 0;
  #deposits = 0;
  #now = 0;
  #durable: RelayerState = EMPTY_STATE;
  queue!: ClaimQueue;
  lanes: readonly Lane[] = [];

  constructor(readonly random: SeededRandom) {
    this.start();
  }

  /** A process with what the last one has written. */
  start(): void {
    const now = (): number => this.#now;
    this.queue = new ClaimQueue(
      { now, monotonic: now, random: () => 1, times: TIMES },
      structuredClone(this.#durable.claims) as RelayerState['claims'],
    );
    this.lanes = this.providers.map((source) => new Lane(source, this.queue, this.#durable.lanes.get(source.name), 0));
  }

  write(): void {
    const lanes = this.lanes.flatMap(({ source, state }) => (state ? [[source.name, state] as const] : []));
    this.#durable = { lanes: new Map(lanes), claims: this.queue.claims };
  }

  mine(): void {
    const { chain, random } = this;
    const before = chain.top;
    chain.mine(random.between(1, 12), `branch${this.#branch}-`);
    for (let height = before + 1; height <= chain.top; height++)
      while (random.chance(30)) chain.deposit(height, `d${++this.#deposits}`);
  }

  /** Some transactions come again in the new branch, some do not. */
  reorganise(): void {
    const { chain, random } = this;
    const from = Math.max(0, chain.top - random.between(0, DEEPEST));
    const gone = chain.keysUpTo(chain.top).slice(chain.keysUpTo(from - 1).length);
    this.#branch++;
    chain.reorganise(from, `branch${this.#branch}-`, random.between(1, DEEPEST + 5));
    for (const key of gone)
      if (this.minted.has(key) || random.chance(50)) chain.deposit(random.between(from, chain.top), key);
  }

  disturb(): void {
    const { random } = this;
    const provider = this.providers[random.below(this.providers.length)] as MemoryDeposits;
    provider.fault = random.chance(40) ? refuse('busy', 'down') : undefined;
    provider.mostTaken = random.chance(50) ? random.between(0, 40) : Number.MAX_SAFE_INTEGER;
    // The chain goes on while it is scanned.
    provider.meanwhile = random.chance(20) ? () => (random.chance(30) ? this.reorganise() : this.mine()) : () => {};
  }

  heal(): void {
    for (const provider of this.providers)
      [provider.fault, provider.mostTaken, provider.meanwhile] = [undefined, Number.MAX_SAFE_INTEGER, () => {}];
  }

  async step(lane: Lane): Promise<Step | undefined> {
    const step = await lane.step();
    if (isRefusal(step)) {
      seen.failed++;
      return undefined;
    }
    if (step.kind === 'reorganised') {
      seen.reorganised++;
      seen.forgotten += step.forgotten;
    }
    if (step.kind === 'narrowed') seen.narrowed++;
    return step;
  }

  /** Asks the node for what is due. @param crash before the answer is written. */
  post(crash: boolean): void {
    this.#now += 5;
    const claim = this.queue.take(() => true);
    if (!claim) return;
    const { claimKey } = claim;
    const isThere = this.chain.keysUpTo(this.chain.top - this.chain.depth).includes(claimKey);
    // Its providers may not have the deposit, or have lost it.
    if ((!isThere && !this.minted.has(claimKey)) || this.random.chance(15)) {
      seen.later++;
      this.queue.putOff(claimKey);
      return;
    }
    if (!this.minted.has(claimKey)) this.minted.set(claimKey, 1);
    if (crash) this.crash();
    else {
      this.queue.settle(claimKey);
      this.write();
    }
  }

  crash(): void {
    seen.crashes++;
    this.start();
  }

  async chance(): Promise<void> {
    const { random } = this;
    const lane = this.lanes[random.below(this.lanes.length)] as Lane;
    switch (random.below(8)) {
      case 0:
        return this.mine();
      case 1:
        return random.chance(25) ? this.reorganise() : this.mine();
      case 2:
        return this.disturb();
      case 3:
        return random.chance(20) ? this.crash() : this.post(false);
      case 4:
        return this.post(random.chance(20));
      default: {
        const step = await this.step(lane);
        if (step && step.kind !== 'idle' && random.chance(90)) this.write();
        else if (step && random.chance(20)) this.crash();
      }
    }
  }

  /** Everything works, until nothing is left to do. */
  async settle(): Promise<void> {
    this.heal();
    this.chain.mine(20, `branch${this.#branch}-`);
    for (let round = 0; round < 2_000; round++) {
      const steps = await Promise.all(this.lanes.map((lane) => this.step(lane)));
      this.write();
      this.post(false);
      if (this.queue.size === 0 && steps.every((step) => step?.kind === 'idle')) return;
    }
    throw new Error(`claims are left: ${this.queue.claims.map(({ claimKey }) => claimKey).join(', ')}`);
  }
}

test('nothing is left out, and nothing waits in vain', async () => {
  const seed = testSeed();
  for (let run = 0; run < RUNS; run++) {
    const world = new World(SeededRandom.of(seed, `relayer ${run}`));
    for (let step = 0; step < STEPS; step++) await world.chance();
    await world.settle();
    const there = world.chain.keysUpTo(world.chain.top - world.chain.depth);
    for (const key of there) expect(world.minted.get(key), `seed ${seed}, run ${run}: ${key}`).toBe(1);
    seen.minted += world.minted.size;
  }
  for (const [what, count] of Object.entries(seen)) expect(count, what).toBeGreaterThan(RUNS / 2);
});
