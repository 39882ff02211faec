/** Community votes without a node: weights, tally and status against a naive reference; what the recount finds; whose node a vote is. */

import { describe, expect, test } from 'vitest';
import { utf8Text } from '../../../engine/base/bytes.js';
import { isRefusal, refuse } from '../../../engine/base/refusal.js';
import { type AccountId, accountOfContract, burnAccount, treasuryAccount } from '../../../engine/crypto/address.js';
import { type Choice, choices } from '../../../engine/services/kinds/votes/voteTables.js';
import { Recounting } from '../../../ops/cli/regen/recount.js';
import { keyedBackend } from '../../support/keyedBackend.js';
import { SeededRandom, testSeed } from '../../support/random.js';
import { type Answer, VotingDesk, type Wallet, wallet } from '../../support/votingDesk.js';

const DAY_MS = 86_400_000;
const curator = wallet('curator');
const wallets = Array.from({ length: 12 }, (_, index) => wallet(`voter ${index}`));

/** Each opens a database and checks some dozen signatures. More follow, up to ten times as many, until something of each kind was seen. */
const ROUNDS = 20;
const MOST_ROUNDS = 10 * ROUNDS;

const contract = accountOfContract('c'.repeat(40));

interface Naive {
  readonly weights: ReadonlyMap<AccountId, bigint>;
  readonly total: bigint;
  readonly needed: bigint;
}

/** The rules as the specification says them, one wallet at a time. */
function naive(
  balances: ReadonlyMap<AccountId, bigint>,
  left: readonly AccountId[],
  cap: number,
  turnout: number,
): Naive {
  const real = [...balances].filter(([account, balance]) => !left.includes(account) && balance > 0n);
  const total = real.reduce((sum, [, balance]) => sum + balance, 0n);
  const most = (total * BigInt(cap)) / 10_000n;
  const weights = new Map(real.map(([account, balance]) => [account, balance > most ? most : balance]));
  return { weights, total, needed: (total * BigInt(turnout)) / 10_000n };
}

function naiveStatus(votes: ReadonlyMap<Wallet, Choice>, { weights, needed }: Naive): string {
  const sum = (choice: Choice): bigint =>
    [...votes].reduce(
      (all, [{ account }, chosen]) => all + (chosen === choice ? (weights.get(account) ?? 0n) : 0n),
      0n,
    );
  const [yes, no, abstain] = [sum('yes'), sum('no'), sum('abstain')];
  const reached = yes + no + abstain;
  return reached > 0n && reached >= needed && yes > no ? 'passed' : 'failed';
}

describe('against a naive reference', () => {
  test('weights, tallies and statuses are the same', async () => {
    const random = new SeededRandom(testSeed());
    const seen = { passed: 0, failed: 0, votes: 0, refused: 0 };
    const least = (): number => Math.min(...Object.values(seen));
    let rounds = 0;
    for (; rounds < ROUNDS || (rounds < MOST_ROUNDS && least() === 0); rounds++) {
      const balances = new Map<AccountId, bigint>([
        ...wallets.map(({ account }): [AccountId, bigint] => [
          account,
          BigInt(random.pick([0, 1, 7, random.below(1e9)])),
        ]),
        ...[burnAccount, treasuryAccount, contract].map((account): [AccountId, bigint] => [account, 5_000_000_000n]),
        [curator.account, 1_000n],
      ]);
      const [capBps, turnoutBps] = [random.between(1_000, 10_000), random.between(0, 3_000)];
      const excluded = wallets.slice(0, random.below(3)).map(({ account }) => account);
      const rules = { capBps, turnoutBps, excluded, curators: [curator.account] };
      const desk = await VotingDesk.open({ balances, contracts: [contract], rules });
      const left = [...excluded, burnAccount, treasuryAccount, contract];
      const reference = naive(balances, left, capBps, turnoutBps);
      const id = await desk.open(curator);
      const votes = new Map<Wallet, Choice>();
      for (let count = random.below(16); count > 0; count--) {
        const [voter, choice] = [random.pick(wallets), random.pick(choices)];
        const answer = await desk.vote(voter, id, choice);
        const weight = reference.weights.get(voter.account) ?? 0n;
        expect(isRefusal(answer) ? answer.message : answer.vote.weight).toBe(
          weight > 0n ? String(weight) : 'this wallet had no eligible XRGE when the vote opened',
        );
        if (weight > 0n) votes.set(voter, choice);
        seen[weight > 0n ? 'votes' : 'refused']++;
      }
      desk.now += 7 * DAY_MS;
      const { shown, snapshot } = await desk.answers(id);
      const sorted = [...reference.weights.keys()].sort();
      expect(snapshot.weights.map(({ account }: Answer) => account)).toEqual(
        sorted.map((account) => Buffer.from(account, 'latin1').toString('hex')),
      );
      expect([shown.eligibleTotalQuanta, shown.turnoutQuanta]).toEqual([
        String(reference.total),
        String(reference.needed),
      ]);
      const status = naiveStatus(votes, reference);
      expect([shown.status, shown.tally.voters]).toEqual([status, votes.size]);
      seen[status as 'passed' | 'failed']++;
      const recount = new Recounting(keyedBackend, shown, snapshot).run(desk.now);
      if (isRefusal(recount)) throw new Error(recount.message);
      expect([recount.differences, recount.signatures]).toEqual([[], 2 + votes.size]);
    }
    expect(least()).toBeGreaterThan(0);
    expect(seen.passed + seen.failed).toBe(rounds);
  });
});

describe('the recount finds', () => {
  const [yes, no, none] = wallets as [Wallet, Wallet, Wallet];

  async function answers() {
    const balances = new Map([yes, no, curator].map(({ account }, index) => [account, 1_000n * BigInt(index + 1)]));
    const desk = await VotingDesk.open({ balances, rules: { capBps: 5_000, curators: [curator.account] } });
    const id = await desk.open(curator);
    await desk.vote(yes, id, 'yes');
    await desk.vote(no, id, 'no');
    return { desk, ...(await desk.answers(id)) };
  }

  /** Another vote, signed well. */
  const forged = (desk: VotingDesk, voter: Wallet, proposalId: string, choice: string): Answer => {
    const text = utf8Text(desk.body(voter, { proposalId, choice }));
    const signedPayload = text.slice('{"payload":'.length, text.lastIndexOf(',"signature":'));
    const { signature } = JSON.parse(text) as { readonly signature: string };
    return { voter: voter.address, choice, publicKey: voter.keyHex, signedPayload, signature, weight: '1000' };
  };

  const tampered: readonly [string, RegExp, (shown: Answer, snapshot: Answer, desk: VotingDesk) => unknown][] = [
    ['a changed choice', /choice of/, ({ votes }) => Object.assign(votes[0], { choice: 'abstain' })],
    [
      'a changed text',
      /signature of the vote/,
      ({ votes }) => Object.assign(votes[0], { signedPayload: `${votes[0].signedPayload} ` }),
    ],
    [
      'a changed signature',
      /signature of the vote/,
      ({ votes }) => Object.assign(votes[0], { signature: votes[1].signature }),
    ],
    ['a dropped vote', /(yes|no): the node says/, ({ votes }) => votes.pop()],
    ['a vote twice', /two votes/, ({ votes }) => votes.push(votes[0])],
    ['a foreign weight', /weight of rouge1/, ({ votes }) => Object.assign(votes[0], { weight: '999' })],
    [
      'a vote on another proposal',
      /proposal of the vote/,
      ({ votes }, _, desk) => Object.assign(votes, [forged(desk, yes, 'RP-9-00000000', 'yes')]),
    ],
    [
      'a vote without weight',
      /weight of rouge1/,
      ({ votes, id }, _, desk) => votes.push(forged(desk, none, id, 'yes')),
    ],
    ['a changed list', /root of the list/, (_, { weights }) => Object.assign(weights[0], { balanceQuanta: '5' })],
    ['a shortened list', /wallets of the list/, (_, { weights }) => weights.pop()],
    [
      'an excluded wallet',
      /root of the list/,
      (_, { weights }) => weights.push({ ...weights[0], account: '00'.repeat(32) }),
    ],
    ['a changed cap', /capQuanta/, (shown) => Object.assign(shown, { capQuanta: '1' })],
    [
      'a changed nested rule',
      /proposal\.turnoutQuanta/,
      ({ proposal }) => Object.assign(proposal, { turnoutQuanta: '1' }),
    ],
    ['a changed end', /endsAtMs/, (shown) => Object.assign(shown, { endsAtMs: shown.endsAtMs + 1 })],
    ['a changed title', /title/, (shown) => Object.assign(shown, { title: 'Stones' })],
    ['a foreign request', /request/, (shown) => Object.assign(shown, { request: shown.votes[0] })],
    ['a changed total', /yes: the node says/, ({ tally }) => Object.assign(tally, { yes: '7' })],
    ['a changed status', /status/, (shown) => Object.assign(shown, { status: 'passed' })],
  ];

  test.each(tampered)('%s', async (_name, pattern, change) => {
    const { desk, shown, snapshot } = await answers();
    expect(new Recounting(keyedBackend, shown, snapshot).run(desk.now)).toMatchObject({ differences: [] });
    change(shown, snapshot, desk);
    const recount = new Recounting(keyedBackend, shown, snapshot).run(desk.now);
    if (isRefusal(recount)) throw new Error(recount.message);
    expect(recount.differences.join('\n')).toMatch(pattern);
  });

  test('rules that the home has not signed', async () => {
    const { desk, shown, snapshot } = await answers();
    const opening = {
      ...shown.opening,
      signedPayload: shown.opening.signedPayload.replace('"capBps":5000', '"capBps":9000'),
    };
    expect(opening.signedPayload).not.toBe(shown.opening.signedPayload);
    expect(isRefusal(new Recounting(keyedBackend, { ...shown, opening }, snapshot).run(desk.now))).toBe(true);
    expect(tampered).toHaveLength(18);
  });
});

describe('the home', () => {
  const balances = new Map([curator, ...wallets].map(({ account }) => [account, 1_000n]));
  const rules = { capBps: 5_000, curators: [curator.account] };
  const voter = wallets[0] as Wallet;

  /** What replication does: all records of one node into another, in any order, with their places. */
  async function copied(from: VotingDesk, to: VotingDesk, random: SeededRandom): Promise<number> {
    const entries = await from.log();
    for (const entry of random.shuffled(entries)) await to.enter(entry);
    return entries.length;
  }

  test('takes votes in; other nodes refuse them, or hand them over', async () => {
    const first = await VotingDesk.open({ balances, rules });
    const id = await first.open(curator);
    const handed: string[] = [];
    const far = await VotingDesk.open({ balances, rules, home: 'far' });
    const near = await VotingDesk.open({
      ...{ balances, rules, home: 'near' },
      forward: async (home, kind, body) => {
        handed.push(kind);
        expect(home).toBe(first.home.account);
        return first.desk.take(kind, body, first.moment);
      },
    });
    const away = await VotingDesk.open({
      ...{ balances, rules, home: 'away' },
      forward: async () => refuse('busy', 'the home does not answer', 5),
    });
    const random = new SeededRandom(testSeed());
    for (const desk of [far, near, away]) expect(await copied(first, desk, random)).toBe(2);
    const refused = await far.vote(voter, id, 'yes');
    expect(refused).toMatchObject({ code: 'busy', message: expect.stringContaining(first.home.address) });
    expect(await away.vote(voter, id, 'yes')).toMatchObject({ code: 'busy', retryAfterSeconds: 5 });
    expect(await near.vote(voter, id, 'yes')).toMatchObject({ success: true, tally: { yes: '1000' } });
    expect(handed).toEqual(['regen_vote']);
    expect(await first.read('regen_proposal', { id })).toMatchObject({ tally: { yes: '1000', voters: 1 } });
  });

  test('alone decides which votes count, whatever the order in which records come', async () => {
    const seed = testSeed();
    const first = await VotingDesk.open({ balances, rules });
    const id = await first.open(curator);
    const random = new SeededRandom(seed);
    for (let count = 0; count < 30; count++) await first.vote(random.pick(wallets), id, random.pick(choices));
    const shown = await first.list('regen_votes', { id });
    for (let round = 0; round < 4; round++) {
      const other = await VotingDesk.open({ balances, rules, home: `other ${round}` });
      expect(await copied(first, other, SeededRandom.of(seed, `${round}`))).toBe(32);
      const votes = await other.list('regen_votes', { id });
      const facts = (all: Answer[]) => all.map(({ voter: by, choice, signature }) => [by, choice, signature]);
      expect(facts(votes)).toEqual(facts(shown));
      // The list of weights is at the home.
      expect(await other.read('regen_proposal', { id })).toMatchObject({ code: 'busy' });
    }
  });
});

test('a proposal that another node has taken in is not opened once more', async () => {
  const balances = new Map([[curator.account, 1_000n]]);
  const rules = { curators: [curator.account] };
  const [home, other] = [
    await VotingDesk.open({ balances, rules, home: 'one home' }),
    await VotingDesk.open({ balances, rules, home: 'another home' }),
  ];
  const body = home.body(curator, { title: 'Trees', summary: 'Plant some' });
  expect(isRefusal(await home.desk.take('regen_proposal', body.slice(), home.moment))).toBe(false);
  for (const record of await home.log()) await other.enter(record);
  expect(await other.desk.take('regen_proposal', body.slice(), other.moment)).toMatchObject({ code: 'nonce_used' });
  expect(await other.list('regen_proposals')).toHaveLength(1);
});
