/** Community votes over HTTP: all routes, good and refused, with a clock that is moved past the end of votes.
 *  (Specification, Endpoints, Community votes.) */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accountBytes } from '../../../engine/crypto/address.js';
import { nobleBackend } from '../../../engine/crypto/mldsa.js';
import { sha256 } from '../../../engine/crypto/sha256.js';
import { regenCommand } from '../../../ops/cli/regen/command.js';
import { runSubcommand } from '../../../ops/cli/subcommand.js';
import type { Json } from '../../support/answerShapes.js';
import { type Members, number, payloadText, signText } from '../../support/signedRequests.js';
import { type SigningActor, signingActor } from '../../support/transactions.js';
import { DAY_MS, VotesScene } from '../../support/votesScene.js';

const [rich, poor, small, none, treasury, curator, team] = [
  ...['rich', 'poor', 'small', 'none', 'treasury', 'curator', 'team'],
].map((name) => signingActor(`regen: ${name}`)) as [
  SigningActor,
  SigningActor,
  SigningActor,
  SigningActor,
  SigningActor,
  SigningActor,
  SigningActor,
];

const QUANTA = 1_000_000_000n;
const xrge = (whole: number | bigint): string => String(BigInt(whole) * QUANTA);

/** Rich, poor, small, and the curator vote; the cap is a quarter of 60,000. */
const TOTAL = 60_000n;
const CAP = TOTAL / 4n;

let scene: VotesScene;

beforeAll(async () => {
  const balances = new Map([
    [rich, '40000'],
    [poor, '10000'],
    [small, '5000'],
    [curator, '5000'],
    [treasury, '200000'],
    [team, '70000'],
  ]);
  scene = await VotesScene.start(balances, {
    ...{ curators: curator.keyHex, treasury: treasury.address, excluded: team.address },
    ...{ 'cap-bps': '2500', 'turnout-bps': '3000' },
  });
});

afterAll(() => scene?.node.remove());

const hexOf = ({ account }: SigningActor): string => Buffer.from(accountBytes(account)).toString('hex');

const end = (days: number): void => {
  scene.clock.shiftMs += days * DAY_MS;
};

describe('the rules', () => {
  test('are answered, lists sorted, the treasury among the excluded', async () => {
    expect(await scene.get('config')).toEqual({
      ...{ success: true, treasury: treasury.address, capBps: 2_500, turnoutBps: 3_000, defaultDays: 7 },
      ...{ minCreatorXrge: 10_000, curators: [curator.address], home: scene.node.address },
      excluded: [treasury.address, team.address].sort(),
    });
  });

  test('are frozen with the list of weights when a proposal opens', async () => {
    const members = {
      ...{ territory: 'Here', recipient: none.keyHex, requestedXrge: number('1200.5'), link: 'https://trees.example' },
      durationDays: number(3),
    };
    const id = await scene.open(curator, members);
    const home = sha256(Buffer.from(scene.node.publicKey, 'hex')).subarray(0, 4);
    expect(id).toBe(`RP-1-${Buffer.from(home).toString('hex')}`);
    const answer = await scene.get(`proposals/${id.toLowerCase()}`);
    expect(answer).toMatchObject({
      ...{ success: true, id, title: 'Trees', summary: 'Plant some', territory: 'Here', link: 'https://trees.example' },
      ...{ recipient: none.address, requestedXrge: 1_200.5, creator: curator.address, durationDays: 3 },
      ...{ status: 'open', cancelled: false, cancelReason: null, payoutTxId: null, payoutXrge: null, votes: [] },
      ...{ eligibleTotalQuanta: xrge(TOTAL), capQuanta: xrge(CAP), turnoutQuanta: xrge(18_000) },
      ...{
        capBps: 2_500,
        turnoutBps: 3_000,
        eligibleVoters: 4,
        excluded: [treasury, team].map((a) => a.address).sort(sortByAccount),
      },
      tally: { yes: '0', no: '0', abstain: '0', turnout: '0', voters: 0 },
      summaryXrge: { eligibleTotal: 60_000, cap: 15_000, turnoutNeeded: 18_000, yes: 0, no: 0, abstain: 0, turnout: 0 },
    });
    expect(Number(answer.endsAtMs) - Number(answer.startsAtMs)).toBe(3 * DAY_MS);
    // Flat, and nested as the reference has it.
    for (const [name, value] of Object.entries(answer.proposal as Json)) expect(answer[name], name).toEqual(value);
    const { signedPayload, signature, publicKey } = answer.opening as Record<string, string>;
    expect(publicKey).toBe(scene.node.publicKey);
    expect(verified(signature, signedPayload, publicKey)).toBe(true);
    expect(JSON.parse(signedPayload ?? '')).toMatchObject({ proposalId: id, snapshotRoot: answer.snapshotRoot });
  });

  test('the list of weights can be read by everybody', async () => {
    const list = await scene.get('proposals/RP-1-X/snapshot').catch(() => undefined);
    expect(list).toBeUndefined();
    const [first] = (await scene.get('proposals')).proposals as Json[];
    const answer = await scene.get(`proposals/${String(first?.id)}/snapshot`);
    expect(answer.weights).toEqual(
      [
        { account: hexOf(rich), balanceQuanta: xrge(40_000), weightQuanta: xrge(CAP) },
        { account: hexOf(poor), balanceQuanta: xrge(10_000), weightQuanta: xrge(10_000) },
        { account: hexOf(small), balanceQuanta: xrge(5_000), weightQuanta: xrge(5_000) },
        { account: hexOf(curator), balanceQuanta: xrge(5_000), weightQuanta: xrge(5_000) },
      ].sort((a, b) => (a.account < b.account ? -1 : 1)),
    );
    expect(answer).toMatchObject({ proposalId: first?.id, snapshotRoot: first?.snapshotRoot, eligibleVoters: 4 });
  });
});

const sortByAccount = (a: string, b: string): number => {
  const [x, y] = [a, b].map((address) => [treasury, team].find((actor) => actor.address === address)?.account ?? '');
  return (x as string) < (y as string) ? -1 : 1;
};

const verified = (signature = '', text = '', key = ''): boolean =>
  nobleBackend.verify(Buffer.from(signature, 'hex'), Buffer.from(text), Buffer.from(key, 'hex'));

const BOUNDS =
  'requestedXrge must be a positive number, at most 340282366920938463463374607431.768211455, with at most 9 decimals';

describe('opening is refused', () => {
  const cases: readonly [string, Members, number, string][] = [
    ['without a title', { title: ' ' }, 400, 'title is required'],
    ['without a summary', { summary: undefined }, 400, 'summary is required'],
    ['with a long title', { title: 'x'.repeat(121) }, 400, 'title is too long (max 120 characters)'],
    ['with a long summary', { summary: 'x'.repeat(4_001) }, 400, 'summary is too long (max 4000 characters)'],
    ['with a long territory', { territory: 'x'.repeat(81) }, 400, 'territory is too long (max 80 characters)'],
    ['with a long link', { link: `https://${'x'.repeat(500)}` }, 400, 'link is too long (max 500 characters)'],
    ['with another link', { link: 'http://trees.example' }, 400, 'link must start with https://'],
    ['with a recipient that is none', { recipient: 'nobody' }, 400, 'recipient must be a rouge1 address'],
    ['with a contract as recipient', { recipient: '0'.repeat(40) }, 400, 'recipient must be a rouge1 address'],
    ['that asks for nothing', { requestedXrge: number(0) }, 400, 'requestedXrge must be a positive number'],
    ['that asks for less', { requestedXrge: number(-5) }, 400, 'requestedXrge must be a positive number'],
    ['that asks for more than there can be', { requestedXrge: number('1e30') }, 400, BOUNDS],
    ['that asks for a part of a quantum', { requestedXrge: number('0.0000000001') }, 400, BOUNDS],
    ['for no time', { durationDays: number(0) }, 400, 'durationDays must be between 1 and 30'],
    ['for too long', { durationDays: number(31) }, 400, 'durationDays must be between 1 and 30'],
    ['for a part of a day', { durationDays: number('1.5') }, 400, 'durationDays must be between 1 and 30'],
  ];
  test.each(cases)('%s', async (_name, members, status, error) => {
    const all = { title: 'Trees', summary: 'Plant some', ...members } as Members;
    await scene.refused('proposals', curator, all, status, error);
  });

  test('to those without enough XRGE, and to holders who have an open one', async () => {
    const members = { title: 'Trees', summary: 'Plant some' };
    const error = 'opening a proposal needs at least 10000 XRGE (or curator rights)';
    await scene.refused('proposals', small, members, 403, error);
    await scene.refused('proposals', none, members, 403, error);
    const id = await scene.open(rich);
    await scene.refused('proposals', rich, members, 400, 'you already have an open proposal');
    await scene.done('proposals/cancel', rich, { proposalId: id });
    const other = await scene.open(rich);
    await scene.done('proposals/cancel', curator, { proposalId: other });
  });
});

describe('voting', () => {
  let id: string;
  beforeAll(async () => {
    id = await scene.open(poor, { recipient: none.address });
  });

  test('counts the weight of the snapshot, up to the cap, and the last choice of a wallet', async () => {
    const first = await scene.vote(rich, id, 'For');
    expect(first).toMatchObject({ status: 'open', tally: { yes: xrge(CAP), turnout: xrge(CAP), voters: 1 } });
    expect(first.vote).toMatchObject({ proposalId: id, voter: rich.address, choice: 'yes', weight: xrge(CAP) });
    await scene.vote(rich, id.toUpperCase(), ' AGAINST ');
    await scene.vote(poor, id.toLowerCase(), 'abstain');
    const last = await scene.vote(rich, id, 'yes');
    expect(last.tally).toEqual({
      ...{ yes: xrge(CAP), no: '0', abstain: xrge(10_000), turnout: xrge(25_000), voters: 2 },
    });
    // What is moved after the snapshot votes where it was.
    await scene.transfer(poor, none, '100');
    await scene.refused('votes', none, { proposalId: id, choice: 'no' }, 403, noBalance);
    expect(await scene.get(`proposals/${id}/weight/${poor.keyHex}`)).toEqual({
      ...{ success: true, address: poor.address, eligible: true, excluded: false },
      ...{ weightQuanta: xrge(10_000), weightXrge: 10_000, vote: 'abstain' },
    });
  });

  const noBalance = 'this wallet had no eligible XRGE when the vote opened';

  test('shows every vote with the exact text that was signed', async () => {
    const { votes } = (await scene.get(`proposals/${id}`)) as { votes: readonly Record<string, string>[] };
    expect(votes.map(({ voter, choice }) => [voter, choice]).sort()).toEqual(
      [
        [rich.address, 'yes'],
        [poor.address, 'abstain'],
      ].sort(),
    );
    for (const { signature, signedPayload, publicKey } of votes) {
      expect(verified(signature, signedPayload, publicKey)).toBe(true);
      expect(JSON.parse(signedPayload ?? '')).toMatchObject({ proposalId: expect.any(String), from: publicKey });
    }
  });

  test('is refused to wallets without weight, for other words, for other proposals', async () => {
    for (const wallet of [none, treasury, team])
      await scene.refused('votes', wallet, { proposalId: id, choice: 'yes' }, 403, noBalance);
    await scene.refused('votes', small, { proposalId: id, choice: 'maybe' }, 400, 'choice must be yes, no or abstain');
    await scene.refused('votes', small, { proposalId: id }, 400, 'choice must be yes, no or abstain');
    await scene.refused('votes', small, { choice: 'yes' }, 400, 'proposalId is required');
    for (const proposalId of ['RP-99-00000000', id.replace(/.$/, 'g'), 'RP-1', 'x'])
      await scene.refused('votes', small, { proposalId, choice: 'yes' }, 404, 'proposal not found');
  });

  test('says who is excluded, and whom it does not know', async () => {
    expect(await scene.get(`proposals/${id}/weight/${team.address}`)).toMatchObject({
      eligible: false,
      excluded: true,
    });
    expect(await scene.get(`proposals/${id}/weight/${none.address}`)).toMatchObject({
      ...{ eligible: false, excluded: false, weightQuanta: '0', vote: null },
    });
    expect((await scene.api.send(`/api/regen/proposals/${id}/weight/nobody`)).status).toBe(400);
    expect((await scene.api.send('/api/regen/proposals/RP-1-00000000/weight/x')).status).toBe(400);
    for (const path of ['', '/snapshot', `/weight/${rich.address}`])
      expect((await scene.api.send(`/api/regen/proposals/RP-7-00000000${path}`)).status).toBe(404);
  });

  test('does not let a vote be sent again, nor as a request that cancels', async () => {
    const text = payloadText(curator, { proposalId: id, choice: 'yes', timestamp: number(scene.clock.now()) });
    const { body } = signText(curator, text);
    expect((await scene.api.post('/api/v2/regen/proposals/cancel', body)).status).toBe(400);
    expect((await scene.api.post('/api/v2/regen/votes', body)).status).toBe(200);
    expect((await scene.api.post('/api/v2/regen/votes', body)).status).toBe(401);
  });

  test('ends: passed, then paid by a transfer of the treasury to the recipient', async () => {
    const txId = 'f'.repeat(64);
    await scene.refused('proposals/payout', rich, { proposalId: id, txId }, 403, 'only a curator can record payouts');
    await scene.refused('proposals/payout', curator, { proposalId: id, txId }, 400, notPayable);
    end(7);
    await scene.refused('votes', small, { proposalId: id, choice: 'no' }, 400, 'voting has closed');
    expect(await scene.get(`proposals/${id}`)).toMatchObject({ status: 'passed' });
    await scene.refused(
      'proposals/payout',
      curator,
      { proposalId: id, txId },
      400,
      'no XRGE transfer with that id on-chain',
    );
    const foreign = await scene.transfer(rich, none, '20');
    const elsewhere = await scene.transfer(treasury, small, '20');
    const right = await scene.transfer(treasury, none, '1000');
    const pay = { proposalId: id };
    await scene.refused('proposals/payout', curator, { ...pay, txId: foreign }, 400, notTreasury);
    await scene.refused('proposals/payout', curator, { ...pay, txId: elsewhere }, 400, notRecipient);
    const paid = await scene.done('proposals/payout', curator, { ...pay, txId: ` ${right.toUpperCase()} ` });
    expect(paid).toMatchObject({ status: 'paid', payoutTxId: right, payoutXrge: 1_000 });
    await scene.refused('proposals/payout', curator, { ...pay, txId: right }, 400, notPayable);
    await scene.refused('proposals/cancel', curator, { proposalId: id }, 400, 'proposal is not open');
  });

  const notPayable = 'only a passed, unpaid proposal can be paid';
  const notTreasury = 'that transfer did not come from the Regenerate treasury';
  const notRecipient = "that transfer did not go to the proposal's recipient";
});

describe('cancelling', () => {
  const notAllowed = 'only a curator, or the creator before any votes, can cancel';

  test('is for the creator before any votes, and for curators', async () => {
    const id = await scene.open(rich);
    await scene.refused('proposals/cancel', small, { proposalId: id }, 403, notAllowed);
    await scene.vote(small, id, 'no');
    await scene.refused('proposals/cancel', rich, { proposalId: id }, 403, notAllowed);
    await scene.refused('proposals/cancel', rich, { proposalId: 'RP-50-00000000' }, 404, 'proposal not found');
    const answer = await scene.done('proposals/cancel', curator, { proposalId: id, reason: 'twice the same' });
    expect(answer).toMatchObject({ status: 'cancelled', cancelled: true, cancelReason: 'twice the same' });
    await scene.refused('proposals/cancel', curator, { proposalId: id }, 400, 'proposal is not open');
    await scene.refused('votes', small, { proposalId: id, choice: 'yes' }, 400, 'proposal was cancelled');
    // There are votes: the list stays. The wallet that was sent something is in it now, and the node with its fees.
    expect(await scene.get(`proposals/${id}/snapshot`)).toMatchObject({ eligibleVoters: 6 });
  });

  test('drops the list when nobody has voted', async () => {
    const id = await scene.open(rich);
    expect(await scene.done('proposals/cancel', rich, { proposalId: id })).toMatchObject({ cancelReason: 'cancelled' });
    expect((await scene.api.send(`/api/regen/proposals/${id}/snapshot`)).status).toBe(404);
    expect(await scene.get(`proposals/${id}`)).toMatchObject({ status: 'cancelled', votes: [] });
  });
});

test('a proposal fails without turnout, and with more no than yes', async () => {
  const [quiet, unloved] = [await scene.open(curator), await scene.open(curator)];
  await scene.vote(small, quiet, 'yes');
  await scene.vote(small, unloved, 'no');
  await scene.vote(curator, unloved, 'yes');
  await scene.vote(poor, unloved, 'abstain');
  end(8);
  expect(await scene.get(`proposals/${quiet}`)).toMatchObject({ status: 'failed' });
  expect(await scene.get(`proposals/${unloved}`)).toMatchObject({ status: 'failed', tally: { yes: xrge(5_000) } });
});

describe('rouged regen recount', () => {
  async function recount(...words: readonly string[]): Promise<{ code: number; out: string; err: string }> {
    const [out, err]: [string[], string[]] = [[], []];
    const terminal = {
      out: (text: string) => void out.push(text),
      err: (text: string) => void err.push(text),
      ...{ environment: {}, interactive: false },
    };
    const code = await runSubcommand(regenCommand, ['recount', ...words], terminal);
    return { code, out: out.join(''), err: err.join('') };
  }

  test('agrees with the node about an open and about a cancelled proposal', async () => {
    const id = await scene.open(curator);
    for (const [wallet, choice] of [
      [rich, 'no'],
      [small, 'yes'],
      [rich, 'yes'],
    ] as const)
      await scene.vote(wallet, id, choice);
    const { code, out } = await recount(scene.node.url, id);
    expect([code, out.split('\n').at(-2)]).toEqual([0, 'OK: the recount agrees with the node']);
    const json = JSON.parse((await recount(`${scene.node.url}/api/`, id.toLowerCase(), '--json')).out);
    // Of the home, the creator and two voters.
    expect(json).toMatchObject({ success: true, signatures: 4, wallets: 6, differences: [], status: 'open' });
    await scene.done('proposals/cancel', curator, { proposalId: id });
    expect((await recount(scene.node.url, id, '--json')).code).toBe(0);
    const none = await scene.open(curator);
    await scene.done('proposals/cancel', curator, { proposalId: none });
    expect(await recount(scene.node.url, none)).toMatchObject({ code: 0 });
  });

  test('says what is missing', async () => {
    expect(await recount(scene.node.url)).toMatchObject({ code: 2 });
    expect(await recount('ftp://x', 'RP-1-00000000')).toMatchObject({ code: 2 });
    const { code, out } = await recount(scene.node.url, 'RP-1-00000000', '--json');
    expect([code, JSON.parse(out)]).toEqual([1, { success: false, ...notFound }]);
  });

  const notFound = { error: expect.stringContaining('proposal not found'), code: 'not_found' };
});

test('all proposals are listed, newest first, and every route was asked', async () => {
  const { proposals } = (await scene.get('proposals')) as { proposals: readonly Json[] };
  const numbers = proposals.map(({ id }) => Number(String(id).split('-')[1]));
  expect(numbers).toEqual([...numbers].sort((a, b) => b - a));
  expect(numbers.length).toBe(10);
  expect(new Set(proposals.map(({ status }) => status))).toEqual(new Set(['failed', 'paid', 'cancelled']));
  const asked = [...scene.api.checked.keys()].filter((name) => name.includes('regen')).sort();
  expect(asked).toHaveLength(9);
  expect(scene.api.failures).toBeGreaterThan(40);
});
