/** What contracts emit, at /api/ws of a real node: who gets it, in which order, and again from the log after a restart. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { EventFormat } from '../../engine/store/chainStore.js';
import { CheckedApi } from '../support/checkedApi.js';
import { type LiveNode, startNode } from '../support/liveNode.js';
import { signed } from '../support/signedRequests.js';
import { StreamClient } from '../support/streamClient.js';
import type { Facts } from '../support/streamFrames.js';
import { signingActor } from '../support/transactions.js';
import { emitterModule, SHOUTED } from '../support/wasm/emitter.js';

const alice = signingActor('ws contracts: alice');
const FORMATS = ['json', 'protobuf'] as const;
const NUMBERED: ReadonlySet<string> = new Set(['new_block', 'new_transaction', 'contract_event', 'balance_update']);
/** Blocks are made for transactions only. */
const flags = ['--heartbeat-ms', '3600000'];

let node: LiveNode;
let api: CheckedApi;
/** Addresses of two contracts. */
const contracts: string[] = [];

beforeAll(async () => {
  const allocations = [{ address: alice.address, amount: '1000000' }];
  node = await startNode({ genesis: { allocations }, flags });
  api = new CheckedApi(node.url);
  const client = await StreamClient.open(node.url, 'json');
  const wasm = Buffer.from(emitterModule()).toString('base64');
  for (let count = 0; count < 2; count++) {
    const { body, txId } = signed(alice, { type: 'contract_deploy', wasm });
    const { status, json, text } = await api.post('/api/v2/contract/publish', body);
    expect(status, text).toBe(200);
    contracts.push(String(json?.address));
    await client.included(txId);
  }
  client.socket.terminate();
});

afterAll(async () => {
  await node?.remove();
});

interface Call {
  readonly contract: string;
  readonly method: string;
  readonly id: string;
}

/** Sends a call. A batch takes one that fails, too: it is not tried first. @returns its id. */
async function called(contractAddr: string, method: string): Promise<string> {
  const { body, txId } = signed(alice, { type: 'contract_call', contractAddr, method });
  const { status, text } = await api.post('/api/v2/batch', `[${body}]`);
  expect(status, text).toBe(200);
  return txId;
}

interface Told {
  readonly seq: number;
  /** Hex. */
  readonly bytes: string;
  readonly facts: Facts;
}

/** Events between two acknowledgements of a client. @param to place of the second one. */
function toldBetween({ facts, bytes }: StreamClient, to = facts.length): Told[] {
  const from = facts.findIndex(({ type }) => type === 'subscribed');
  return facts.slice(from + 1, to).flatMap((one, index) => {
    const hex = Buffer.from(bytes[from + 1 + index] ?? []).toString('hex');
    return NUMBERED.has(one.type) ? [{ seq: Number(one.seq), bytes: hex, facts: one }] : [];
  });
}

interface Follower {
  readonly format: EventFormat;
  readonly topics: readonly string[];
  /** Contracts whose events it gets. */
  readonly follows: readonly string[];
  readonly client: StreamClient;
  live: readonly Told[];
}

async function followers(): Promise<Follower[]> {
  const [one = '', other = ''] = contracts;
  const sets: readonly (readonly [topics: readonly string[], follows: readonly string[]])[] = [
    [['contracts'], [one, other]],
    [[`contract:${one}`], [one]],
    [[`contract:${other.toUpperCase()}`], [other]],
    [
      ['contracts', 'transactions', `contract:${other}`],
      [one, other],
    ],
    [[`contract:${one}`, 'blocks', `account:${alice.address}`], [one]],
    [['transactions'], []],
  ];
  const all: Follower[] = [];
  for (const format of FORMATS)
    for (const [topics, follows] of sets) {
      const client = await StreamClient.open(node.url, format);
      expect(await client.request({ subscribe: topics })).toMatchObject({ type: 'subscribed', topics });
      all.push({ format, topics, follows, client, live: [] });
    }
  return all;
}

/** Events of contracts that the calls must lead to, by what a client without topics got. */
function expected(facts: readonly Facts[], calls: readonly Call[]): Facts[] {
  return calls.flatMap(({ contract, method, id }) => {
    const own = facts.find(({ type, tx_hash }) => type === 'new_transaction' && tx_hash === id);
    expect(own?.status).toBe(method === 'fall' ? 'failed' : 'success');
    if (method === 'fall') return [];
    const place = { block_height: own?.block_height, tx_hash: id };
    return SHOUTED.map((event, index) => ({
      ...{ type: 'contract_event', contract_addr: contract, ...event, ...place },
      seq: Number(own?.seq) + 1 + index,
    }));
  });
}

describe('what contracts emit', () => {
  let told: readonly Follower[] = [];
  let begin = 0;
  let latest = 0;

  test('reaches who follows it, behind its transaction; a failed call emits nothing', async () => {
    const [one = '', other = ''] = contracts;
    const all = await StreamClient.open(node.url, 'json');
    const start = Number(all.facts[0]?.seq) + 1;
    told = await followers();
    // A block may have come while they joined.
    begin = 1 + Math.max(...told.map(({ client }) => Number(client.facts.at(-1)?.seq)));
    const calls: Call[] = [];
    for (const [contract, method] of [
      [one, 'shout'],
      [other, 'fall'],
      [other, 'shout'],
    ] as const) {
      const id = await called(contract, method);
      await all.included(id);
      calls.push({ contract, method, id });
    }
    const emitted = all.facts.filter(({ type }) => type === 'contract_event');
    expect(emitted).toEqual(expected(all.facts, calls));
    expect(emitted).toHaveLength(4);
    const numbers = all.facts.filter(({ type }) => NUMBERED.has(type)).map(({ seq }) => Number(seq));
    expect(numbers).toEqual(numbers.map((_, index) => start + index));
    latest = numbers.at(-1) ?? 0;
    for (const follower of told) {
      // Everything about a block is sent before the answer to a later request.
      await follower.client.request({});
      // A block that pays fees out may have come since.
      const live = toldBetween(follower.client, follower.client.facts.length - 1);
      follower.live = live.filter(({ seq }) => seq <= latest);
      const heard = follower.live.map(({ facts }) => facts).filter(({ type }) => type === 'contract_event');
      const wanted = emitted.filter(({ contract_addr: contract }) => follower.follows.includes(String(contract)));
      expect(heard, `${follower.format}: ${follower.topics}`).toEqual(wanted);
    }
    for (const { client } of [...told, { client: all }]) client.socket.terminate();
  });

  test.each(['while it runs', 'after a restart'])('is sent again with the same bytes by a node %s', async (when) => {
    if (when === 'after a restart') {
      await node.stop();
      node = await startNode({ dataDir: node.dataDir, flags });
    }
    let compared = 0;
    for (const { format, topics, live } of told)
      for (const from of [begin, begin + 3, latest - 2]) {
        const client = await StreamClient.open(node.url, format, { subscribe: topics, from });
        await client.resumed();
        const again = toldBetween(client).filter(({ seq }) => seq <= latest);
        expect(again, `${format}: ${topics} from ${from}`).toEqual(live.filter(({ seq }) => seq >= from));
        compared += again.length;
        client.socket.terminate();
      }
    expect(compared).toBeGreaterThan(60);
  });
});
