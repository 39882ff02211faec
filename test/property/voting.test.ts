/** Agreement, no double vote, and a decision after everything is delivered, on random schedules of several voting machines. */

import { expect, test } from 'vitest';
import { SeededRandom, testSeed } from '../support/random.js';
import { randomScenario, VotingNetwork } from '../support/votingNetwork.js';

const RUNS = 300;
/** Turns of delivering everything and ending a round: the rounds that are needed to try three blocks, and the way back from a crash. */
const TURNS = 24;

/** Seeds that found a rule broken on purpose: no lower block executed meanwhile, one vote of a contradicting voter, no lock (no decision, and
 *  two of them), no quorum in the journal, a prevote asked for while a precommit was being signed. */
const KEPT_SEEDS = [10, 19, 58, 3_912, 101, 1_316];

const first = testSeed();

test(`nodes never decide two blocks, never vote twice, and decide when messages arrive (seed ${first})`, () => {
  const sum = {
    events: 0,
    compared: 0,
    restarts: 0,
    evidence: 0,
    decisions: 0,
    greatestRound: 0,
    contested: 0,
    late: 0,
  };
  const seeds = [...KEPT_SEEDS, ...Array.from({ length: RUNS }, (_, run) => first + run)];
  for (const seed of seeds) {
    const random = new SeededRandom(seed);
    const net = new VotingNetwork(random, randomScenario(random));
    try {
      net.start();
      const disturbed = random.between(0, 400);
      for (let step = 0; step < disturbed; step++) net.disturb();
      expect(net.heal(TURNS), 'nobody decides').toBeDefined();
    } catch (error) {
      throw new Error(`seed ${seed}: ${error instanceof Error ? error.message : error}`, { cause: error });
    }
    const { counts } = net;
    for (const name of ['events', 'compared', 'restarts', 'evidence', 'decisions', 'late'] as const)
      sum[name] += counts[name];
    sum.greatestRound = Math.max(sum.greatestRound, counts.greatestRound);
    if (counts.greatestRound > 0) sum.contested++;
  }
  expect(sum.decisions).toBeGreaterThanOrEqual(RUNS);
  expect(sum.contested).toBeGreaterThan(RUNS / 10);
  expect(sum.restarts).toBeGreaterThan(RUNS / 2);
  expect(sum.evidence).toBeGreaterThan(RUNS / 2);
  // Votes whose round was over before they were durable.
  expect(sum.late).toBeGreaterThan(RUNS / 10);
  expect(sum.compared).toBeGreaterThan(sum.events / 2);
});
