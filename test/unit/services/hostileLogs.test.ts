/** Runs of logs that do not hold, or that their node must not have signed: who is blamed, and that nothing of them is entered. */

import { afterAll, describe, expect, test, vi } from 'vitest';
import { toHex } from '../../../engine/base/bytes.js';
import type { AccountId } from '../../../engine/crypto/address.js';
import { serviceKinds } from '../../../engine/services/kinds/index.js';
import {
  decodeLogPart,
  encodeLogPart,
  type LogPart,
  type SentEntry,
  type SentRun,
} from '../../../engine/services/replication/logPart.js';
import { NO_RUN, runDigest, runText } from '../../../engine/services/replication/runText.js';
import type { SeriesName } from '../../../engine/services/series.js';
import type { ServiceKind } from '../../../engine/services/serviceKind.js';
import { keyedBackend } from '../../support/keyedBackend.js';
import { LoggedNode, mustAnswer, TestChain } from '../../support/loggedNode.js';
import { DESK_CHAIN, Signer } from '../../support/servicesDesk.js';

/** A kind for named nodes only, beside the kinds of the product. */
vi.mock('../../../engine/services/kinds/index.js', async (load) => {
  const real = await load<{ serviceKinds: readonly ServiceKind[]; serviceKindOf: (name: string) => unknown }>();
  const play = real.serviceKinds.find(({ name }) => name === 'social_play') as ServiceKind;
  const note: ServiceKind = { ...play, name: 'test_note', scope: 'private', merge: async () => undefined };
  return {
    serviceKinds: [...real.serviceKinds, note],
    serviceKindOf: (name: string) => (name === note.name ? note : real.serviceKindOf(name)),
  };
});

const ann = new Signer('ann');
/** Answers that are sent. */
const SENT = 19;
let checked = 0;

const chain = new TestChain();
const open = (name: string, named: readonly AccountId[] = [], mostBytes?: number): Promise<LoggedNode> =>
  LoggedNode.open(name, { chain, signers: [ann], named, ...(mostBytes === undefined ? {} : { mostBytes }) });

/** A node that has signed some plays. */
async function origin(plays = 3, kind = 'social_play'): Promise<LoggedNode> {
  const node = await open('origin');
  for (let count = 0; count < plays; count++) mustAnswer(await node.take(kind, play()));
  await node.publish();
  return node;
}

const play = (): Uint8Array => ann.request({ trackId: 'track' }, chain.moment.now);

async function partOf(node: LoggedNode, series: SeriesName = 'public', from = 1): Promise<LogPart> {
  return decodeLogPart(await node.replicator.serve(node.account, series, from)) as LogPart;
}

/** The run with changed entries, signed again by its node. */
function signedBy(
  { owner }: LoggedNode,
  run: SentRun,
  entries: readonly SentEntry[],
  series: SeriesName = 'public',
): SentRun {
  const { first, previous } = run;
  const digest = runDigest(previous, first, entries);
  const facts = { origin: owner.account, series, first, last: first + entries.length - 1, digest };
  return { ...run, entries, signature: keyedBackend.sign(runText(DESK_CHAIN, facts), owner.keys.secretKey) };
}

const withRuns = (part: LogPart, ...runs: readonly SentRun[]): Uint8Array => encodeLogPart({ ...part, runs });

/** Sends it to a new node. @returns the verdict; nothing may have been entered unless it was kept. */
async function sent(bytes: Uint8Array, of: LoggedNode, series: SeriesName = 'public', to?: LoggedNode) {
  const node = to ?? (await open('receiver', [of.account]));
  const before = await node.dump(0x01, 0x09);
  const verdict = await node.takeRuns(of.account, series, bytes);
  if (verdict.outcome !== 'kept') expect(await node.dump(0x01, 0x09)).toEqual(before);
  checked++;
  return { node, verdict };
}

afterAll(() => expect(checked).toBe(SENT));

const firstOf = ({ runs }: LogPart): SentRun => runs[0] as SentRun;
const entryOf = (part: LogPart, at = 0): SentEntry => firstOf(part).entries[at] as SentEntry;

describe('a peer that has not checked what it passes on is blamed', () => {
  test('the same run as it is is kept', async () => {
    const node = await origin();
    const { verdict } = await sent(await node.replicator.serve(node.account, 'public', 1), node);
    expect(verdict).toEqual({ outcome: 'kept', last: 3 });
  });

  test('a run with another signature', async () => {
    const node = await origin();
    const part = await partOf(node);
    const signature = keyedBackend.sign(Uint8Array.of(1), node.owner.keys.secretKey);
    const { verdict } = await sent(withRuns(part, { ...firstOf(part), signature }), node);
    expect(verdict).toEqual({ outcome: 'wrong', last: 0 });
  });

  test('a record with another signature', async () => {
    const node = await origin();
    const part = await partOf(node);
    const { payload } = entryOf(part);
    if (!payload) throw new Error('the entry has a payload');
    const signature = payload.signature.map((byte) => byte ^ 1);
    const entries = firstOf(part).entries.map((entry, at) =>
      at ? entry : { ...entry, payload: { ...payload, signature } },
    );
    const { verdict } = await sent(withRuns(part, { ...firstOf(part), entries }), node);
    expect(verdict.outcome).toBe('wrong');
  });

  test('a payload of another record', async () => {
    const node = await origin();
    const part = await partOf(node);
    const entries = firstOf(part).entries.map((entry) => ({ ...entry, payload: entryOf(part, 1).payload }));
    const { verdict } = await sent(withRuns(part, { ...firstOf(part), entries }), node);
    expect(verdict.outcome).toBe('wrong');
  });

  test('a kind under another name', async () => {
    const node = await origin();
    const part = await partOf(node);
    const entries = firstOf(part).entries.map((entry) => ({ ...entry, kind: 'test_note' }));
    const { verdict } = await sent(withRuns(part, { ...firstOf(part), entries }), node);
    expect(verdict.outcome).toBe('wrong');
  });

  test('a gap in the numbers', async () => {
    const node = await origin();
    for (let count = 0; count < 2; count++) mustAnswer(await node.take('social_play', play()));
    await node.replicator.entered();
    const part = await partOf(node, 'public', 4);
    const { verdict } = await sent(withRuns(part, firstOf(part)), node);
    expect(verdict.outcome).toBe('wrong');
  });

  test('bytes that are none, and a list of empty entries that is too long', async () => {
    const node = await origin(1);
    const part = await partOf(node);
    expect((await sent(Uint8Array.of(1, 2, 3), node)).verdict.outcome).toBe('wrong');
    const many = Array.from({ length: 300 }, () => ({ ...entryOf(part), payload: undefined }));
    const { verdict } = await sent(withRuns(part, signedBy(node, firstOf(part), many)), node);
    expect(verdict.outcome).toBe('wrong');
  });

  test('the private series of a node that is not named', async () => {
    const node = await origin(2, 'test_note');
    const stranger = await open('stranger');
    const bytes = await node.replicator.serve(node.account, 'private', 1);
    expect((await sent(bytes, node, 'private', stranger)).verdict.outcome).toBe('wrong');
    expect((await sent(bytes, node, 'private')).verdict).toEqual({ outcome: 'kept', last: 2 });
  });
});

describe('what a node has signed although it must not', () => {
  test('a record of the other series stops its log', async () => {
    const node = await origin();
    const part = await partOf(node);
    const entries = firstOf(part).entries.map((entry) => ({ ...entry, kind: 'test_note' }));
    const { verdict, node: receiver } = await sent(withRuns(part, signedBy(node, firstOf(part), entries)), node);
    expect(verdict.outcome).toBe('stopped');
    expect(await receiver.takeRuns(node.account, 'public', withRuns(part, firstOf(part)))).toMatchObject({
      outcome: 'stopped',
    });
  });

  test('a second run for the same numbers stops its log, and is kept as evidence; the first one stays', async () => {
    const node = await origin();
    const { node: receiver } = await sent(await node.replicator.serve(node.account, 'public', 1), node);
    const other = await origin();
    const bytes = await other.replicator.serve(other.account, 'public', 1);
    const before = await receiver.dump(0x30, 0x40);
    const { verdict } = await sent(bytes, node, 'public', receiver);
    expect(verdict).toEqual({ outcome: 'stopped', last: 3 });
    expect([...(await receiver.dump(0x63, 0x64)).values()]).toEqual([toHex(bytes)]);
    expect(await receiver.dump(0x30, 0x40)).toEqual(before);
    // After a restart too.
    await receiver.restart();
    expect((await receiver.takeRuns(node.account, 'public', bytes)).outcome).toBe('stopped');
  });

  test('a run behind another one than the one that is here is a second one too', async () => {
    const node = await origin();
    const { node: receiver } = await sent(await node.replicator.serve(node.account, 'public', 1), node);
    const part = await partOf(node);
    const later = { ...firstOf(part), first: 4, previous: NO_RUN };
    const { verdict } = await sent(withRuns(part, signedBy(node, later, later.entries)), node, 'public', receiver);
    expect(verdict).toEqual({ outcome: 'stopped', last: 3 });
  });
});

describe('nobody is blamed', () => {
  test('a height above the tip waits until the block is here', async () => {
    const node = await origin();
    const part = await partOf(node);
    const entries = firstOf(part).entries.map((entry) => ({ ...entry, height: chain.height + 1 }));
    const bytes = withRuns(part, signedBy(node, firstOf(part), entries));
    const { verdict, node: receiver } = await sent(bytes, node);
    expect(verdict).toEqual({ outcome: 'later', last: 0 });
    chain.height++;
    expect(await receiver.takeRuns(node.account, 'public', bytes)).toEqual({ outcome: 'kept', last: 3 });
  });

  test('a record whose time is not that of its height is passed over', async () => {
    const node = await origin();
    const part = await partOf(node);
    // Ten seconds a block: it names one of more than five minutes after it was signed.
    chain.height += 40;
    const entries = firstOf(part).entries.map((entry, at) => (at ? entry : { ...entry, height: chain.height }));
    const { verdict, node: receiver } = await sent(withRuns(part, signedBy(node, firstOf(part), entries)), node);
    expect(verdict).toEqual({ outcome: 'kept', last: 3 });
    expect((await receiver.dump(0x01, 0x02)).size).toBe(2);
    expect(receiver.log.lines.filter(({ message }) => message.includes('passed over'))).toHaveLength(1);
  });

  test('a node that has passed a record over does not say that it is erased', async () => {
    const node = await origin(1, 'test_note');
    const part = await partOf(node, 'private');
    chain.height += 40;
    const entries = firstOf(part).entries.map((entry) => ({ ...entry, height: chain.height }));
    const relay = await open('relay', [node.account]);
    const bytes = withRuns(part, signedBy(node, firstOf(part), entries, 'private'));
    expect(await relay.takeRuns(node.account, 'private', bytes)).toEqual({ outcome: 'kept', last: 1 });
    expect((await relay.dump(0x01, 0x02)).size).toBe(0);
    // Whoever has it from there knows no more of it, so that another log can still bring it.
    const served = await relay.replicator.serve(node.account, 'private', 1);
    const { node: receiver, verdict } = await sent(served, node, 'private');
    expect(verdict).toEqual({ outcome: 'kept', last: 1 });
    expect((await receiver.dump(0x01, 0x02)).size).toBe(0);
    expect(entryOf(decodeLogPart(served) as LogPart)).toMatchObject({ payload: undefined, isPassedOver: true });
  });

  test('a payload with the word that it was passed over is sent by no node', async () => {
    const node = await origin();
    const part = await partOf(node);
    const entries = firstOf(part).entries.map((entry) => ({ ...entry, isPassedOver: true }));
    const { verdict } = await sent(withRuns(part, { ...firstOf(part), entries }), node);
    expect(verdict).toEqual({ outcome: 'wrong', last: 0 });
  });
});

test('a kind of a later version stops nothing for good', async () => {
  expect(serviceKinds.some(({ name }) => name === 'test_note')).toBe(true);
  const node = await origin();
  const part = await partOf(node);
  const entries = firstOf(part).entries.map((entry) => ({ ...entry, kind: 'later_kind' }));
  const receiver = await open('receiver');
  const bytes = withRuns(part, signedBy(node, firstOf(part), entries));
  expect(await receiver.takeRuns(node.account, 'public', bytes)).toEqual({ outcome: 'unreadable', last: 0 });
  expect(await receiver.takeRuns(node.account, 'public', withRuns(part, firstOf(part)))).toMatchObject({
    outcome: 'kept',
  });
});

test('without room nothing more is taken, and nothing of the run', async () => {
  const node = await origin();
  const receiver = await open('receiver', [], 8_000);
  const bytes = await node.replicator.serve(node.account, 'public', 1);
  expect(await receiver.takeRuns(node.account, 'public', bytes)).toEqual({ outcome: 'full', last: 0 });
  expect((await receiver.dump(0x01, 0x09)).size).toBe(0);
});
