/** The log of events against the live stream: after any traffic, with restarts in between, the log gives exactly the bytes
 *  that a listener got, in the same order and with the same numbers, in JSON, in protobuf and for relays; all say the same, and what relays
 *  are told of an event's audience is whom the hub reaches with it; and every change of a balance is among them. */

import { expect, test } from 'vitest';
import { fromHex, toHex, utf8Text } from '../../engine/base/bytes.js';
import { accountOfKey, addressOf } from '../../engine/crypto/address.js';
import { accounts, tokenBalances } from '../../engine/ledger/tables.js';
import { shownSymbol } from '../../engine/ledger/tokens.js';
import type { PoolItem } from '../../engine/mempool/mempool.js';
import { ChainStore, type EventFormat } from '../../engine/store/chainStore.js';
import type { StorePort } from '../../engine/store/port.js';
import { lastOf } from '../../engine/store/records.js';
import { recover } from '../../engine/store/recovery.js';
import {
  accountTopic,
  contractTopic,
  type Delivery,
  filterOf,
  type Topic,
  tokenTopic,
} from '../../engine/stream/audience.js';
import { eventsOf } from '../../engine/stream/blockEvents.js';
import { readEvents } from '../../engine/stream/eventLog.js';
import { EventHub } from '../../engine/stream/hub.js';
import { createQueries } from '../../engine/stream/queries.js';
import { ReachFilter } from '../../engine/stream/reachFilter.js';
import { type Relayed, readRelayFrame } from '../../engine/stream/relayFrame.js';
import { type Produced, TestChain } from '../support/chain.js';
import { EmittingContracts } from '../support/emittingContracts.js';
import { MemoryDisks } from '../support/memoryDisk.js';
import { openMemoryStore } from '../support/memoryStore.js';
import { SeededRandom, testSeed } from '../support/random.js';
import { factsOfFrame, factsOfText } from '../support/streamFrames.js';
import type { Actor } from '../support/transactions.js';
import { Workload, workloadKinds } from '../support/workload.js';

const BLOCKS = 60;
const RESTART_EVERY = 17;

/** Nobody deploys it. */
const NO_CONTRACT = contractTopic('00'.repeat(20));

const disks = new MemoryDisks();

interface Heard {
  readonly sequence: number;
  /** JSON, or the hex of a frame. */
  readonly text: string;
}

const textOf = { json: utf8Text, protobuf: toHex, relay: toHex } as const;

/** A listener for the whole run. */
class Ear {
  readonly heard: Heard[] = [];
  readonly topics: Topic[];
  constructor(
    topics: readonly Topic[],
    readonly format: EventFormat,
  ) {
    this.topics = [...topics];
  }
  deliver(events: readonly Delivery[]): void {
    for (const { bytes, sequence } of events) this.heard.push({ sequence, text: textOf[this.format](bytes) });
  }
  overrun(): void {
    throw new Error('the hub let go of a listener');
  }
}

const openLog = (): Promise<StorePort> => openMemoryStore({ disks, queries: createQueries() });

async function replayed(store: ChainStore, from: number, to: number, { topics, format }: Ear): Promise<Heard[]> {
  const events: Heard[] = [];
  let through = from - 1;
  for await (const chunk of store.replay(from, to, filterOf(topics, topics.length === 0), format)) {
    const read = readEvents(chunk);
    expect(read.through).toBeGreaterThanOrEqual(through);
    through = read.through;
    for (const { sequence, bytes } of read.events) {
      expect(sequence).toBeLessThanOrEqual(through);
      events.push({ sequence, text: textOf[format](bytes) });
    }
  }
  expect(through).toBe(to);
  return events;
}

test('replaying gives what was sent live', { timeout: 120_000 }, async () => {
  const random = new SeededRandom(testSeed());
  const workload = new Workload(random);
  const chain = new TestChain(workload.rules);
  const emitting = new EmittingContracts(workload.actors[24] as Actor);
  const someone = workload.actors.slice(3, 6).map(({ account }) => accountTopic(account));
  const sets = [
    [],
    ['blocks'],
    ['transactions'],
    someone,
    [tokenTopic('GOLD')],
    [tokenTopic('XRGE')],
    [tokenTopic('GOLD'), ...someone],
    ['blocks', ...someone, 'stats'],
    ['contracts'],
    ['contracts', ...someone],
    ['contracts', 'transactions'],
    [tokenTopic('XRGE'), 'contracts'],
    // These get the addresses of contracts as they are deployed.
    [NO_CONTRACT],
    [NO_CONTRACT, ...someone, tokenTopic('GOLD')],
    [NO_CONTRACT, 'transactions'],
  ];
  const inBoth = (['json', 'protobuf'] as const).flatMap((format) => sets.map((topics) => new Ear(topics, format)));
  // Their frames are long: everything, and some of each kind.
  const relayedSets = [0, 3, 6, 8, 13];
  const ears = [...inBoth, ...relayedSets.map((set) => new Ear(sets[set] ?? [], 'relay'))];
  const followers = ears.filter(({ topics }) => topics.includes(NO_CONTRACT));
  let [deployed, followed] = [0, 0];
  let port = await openLog();
  let recovered = await recover(port, workload.rules);
  let store = new ChainStore(port, recovered);
  const hubOf = (): EventHub => {
    const hub = new EventHub(lastOf(recovered.events), (work) => work());
    for (const ear of ears) {
      hub.add(ear, ear.format);
      hub.subscribe(ear, ear.topics);
    }
    return hub;
  };
  let hub = hubOf();
  let changed = 0;
  let compared = 0;

  const publish = async ({ candidate, block, hash }: Produced): Promise<void> => {
    await store.commit(candidate, block.proposerSignature, hash);
    const { height, time, proposer_pub_key: proposer, state_root: stateRoot } = block.header;
    const { changes } = candidate.prepared;
    const { outcomes } = candidate.execution;
    hub.publish(eventsOf({ height, hash, time, proposer, stateRoot, outcomes, changes }, store.events));
  };

  /** Some listeners follow every other contract that a block deploys, before they hear of it; one of these emits much. */
  const follow = ({ transaction }: PoolItem): void => {
    if (transaction.operation !== 'contract_deploy') return;
    const { address } = transaction.fields as { readonly address: string };
    const place = emitting.addresses.indexOf(address);
    if (place < 0 ? deployed++ % 2 > 0 : place > 0) return;
    const topic = contractTopic(address);
    for (const ear of followers) {
      ear.topics.push(topic);
      hub.subscribe(ear, [topic]);
    }
    followed++;
  };

  for (let number = 1; number <= BLOCKS; number++) {
    const time = chain.tip.time + workload.pause();
    const planned = workload.plans(time, random.below(60));
    workload.play(time, planned, accountOfKey(chain.proposerKey));
    const others = planned.map(({ item }) => item);
    const middle = random.below(others.length + 1);
    const items = [...others.slice(0, middle), ...emitting.traffic(random, time), ...others.slice(middle)];
    for (const item of items) follow(item);
    const balancesBefore = balancesOf(chain);
    const produced = chain.produce(items, time);
    changed += differences(
      balancesBefore,
      balancesOf(chain),
      ears[0] as Ear,
      await heardFrom(ears[0] as Ear, () => publish(produced)),
    );
    if (number % RESTART_EVERY !== 0) continue;
    await port.close();
    port = await openLog();
    recovered = await recover(port, workload.rules);
    store = new ChainStore(port, recovered);
    expect(recovered.events).toMatchObject({ height: number });
    expect(lastOf(recovered.events)).toBe(hub.sequence);
    hub = hubOf();
  }

  const [all] = ears as [Ear];
  const latest = lastOf(store.events);
  expect(all.heard.map(({ sequence }) => sequence)).toEqual(Array.from({ length: latest }, (_, index) => index + 1));
  expect(latest).toBeGreaterThan(BLOCKS * 20);
  expect(changed).toBeGreaterThan(BLOCKS * 10);
  expect(followed).toBeGreaterThan(3);
  expect(emittedTo(all)).toBeGreaterThan(BLOCKS / 4);
  for (const ear of ears) {
    expect(ear.heard.length, `${ear.topics}`).toBeGreaterThan(0);
    expect(await replayed(store, 1, latest, ear)).toEqual(ear.heard);
  }
  const relayed = relayedBy(ears[inBoth.length] as Ear);
  for (const [index, { heard, topics }] of ears.slice(0, sets.length).entries()) {
    const frames = inBoth[sets.length + index]?.heard ?? [];
    compared += sameFacts(heard, frames);
    if (relayedSets.includes(index))
      sameRelayed(ears[inBoth.length + relayedSets.indexOf(index)]?.heard ?? [], heard, frames);
    const filter = new ReachFilter(filterOf(topics, topics.length === 0));
    const reached = relayed.filter((event) => filter.selects(event)).map(({ sequence }) => sequence);
    expect(reached, `${topics}`).toEqual(heard.map(({ sequence }) => sequence));
  }
  expect(compared).toBeGreaterThan(latest);
  expect(kindsIn(all)).toEqual([...workloadKinds].sort());
  for (let cut = 0; cut < 40; cut++) {
    const ear = random.pick(ears);
    const from = random.between(1, latest);
    const to = random.between(from, latest);
    const expected = ear.heard.filter(({ sequence }) => sequence >= from && sequence <= to);
    expect(await replayed(store, from, to, ear), `from ${from} to ${to}, topics ${ear.topics}`).toEqual(expected);
  }
  await port.close();
});

async function heardFrom(ear: Ear, work: () => Promise<void>): Promise<number> {
  const from = ear.heard.length;
  await work();
  return from;
}

/** Checks that two listeners to the same topics got the same, each in its format. @returns how many events. */
function sameFacts(texts: readonly Heard[], frames: readonly Heard[]): number {
  expect(frames.map(({ sequence }) => sequence)).toEqual(texts.map(({ sequence }) => sequence));
  for (const [index, { text }] of texts.entries()) {
    const frame = fromHex(frames[index]?.text ?? '') ?? new Uint8Array();
    expect(factsOfFrame(frame)).toEqual(factsOfText(text));
  }
  return texts.length;
}

/** What a listener in the format of relays was told of each event. */
const relayedBy = ({ heard }: Ear): Relayed[] =>
  heard.map(({ sequence, text }) => {
    const event = readRelayFrame(fromHex(text) ?? new Uint8Array());
    expect(event).toMatchObject({ sequence, isPassing: false });
    return event as Relayed;
  });

/** Checks that relays get the very bytes of both other formats. */
function sameRelayed(relay: readonly Heard[], texts: readonly Heard[], frames: readonly Heard[]): void {
  expect(relay.length).toBe(texts.length);
  for (const [index, { text }] of relay.entries()) {
    const { json, protobuf } = readRelayFrame(fromHex(text) ?? new Uint8Array()) as Relayed;
    expect(utf8Text(json)).toBe(texts[index]?.text);
    expect(toHex(protobuf)).toBe(frames[index]?.text);
  }
}

/** Checks that each event of a contract follows its transaction's own. @returns how many there are. */
function emittedTo({ heard }: Ear): number {
  const events = heard.map(({ text }) => JSON.parse(text) as Record<string, unknown>);
  let emitted = 0;
  for (const [index, { type, tx_hash: id }] of events.entries()) {
    if (type !== 'contract_event') continue;
    expect(events[index - 1]).toMatchObject({ tx_hash: id });
    emitted++;
  }
  return emitted;
}

/** Kinds of transactions among JSON events. */
const kindsIn = ({ heard }: Ear): string[] => {
  const names = heard.map(({ text }) => (JSON.parse(text) as Record<string, unknown>).tx_type);
  return [...new Set(names.filter((name) => name !== undefined).map(String))].sort();
};

/** Every balance of the state by account and token. */
function balancesOf({ state }: TestChain): Map<string, bigint> {
  const balances = new Map<string, bigint>();
  for (const [key, { balance }] of state.entries(accounts)) if (balance > 0n) balances.set(`${key}XRGE`, balance);
  for (const [key, units] of state.entries(tokenBalances)) balances.set(key, units);
  return balances;
}

/** Checks that the changed balances are those in events, with their new values. @returns how many. */
function differences(before: Map<string, bigint>, after: Map<string, bigint>, { heard }: Ear, from: number): number {
  const expected = new Map<string, string>();
  for (const key of new Set([...before.keys(), ...after.keys()])) {
    const units = after.get(key) ?? 0n;
    if (units !== (before.get(key) ?? 0n))
      expected.set(`${addressOf(key.slice(0, 32) as never)} ${shownSymbol(key.slice(32))}`, String(units));
  }
  const told = heard
    .slice(from)
    .map(({ text }) => JSON.parse(text) as Record<string, unknown>)
    .filter(({ type }) => type === 'balance_update')
    .map((event) => [`${event.account} ${event.token}`, event.new_balance_quanta ?? event.new_balance_units] as const);
  expect(new Map(told)).toEqual(expected);
  expect(told).toHaveLength(expected.size);
  return expected.size;
}
