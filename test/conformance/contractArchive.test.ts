/** Contracts of the past, over raw HTTP: each read at a height is what the same read said when the chain was there. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Json } from '../support/answerShapes.js';
import { ChainWatch } from '../support/chainWatch.js';
import { CheckedApi } from '../support/checkedApi.js';
import { probeContract } from '../support/contractRequests.js';
import { ContractSession } from '../support/contractSession.js';
import { type InlineNode, startInlineNode } from '../support/inlineNode.js';
import { signingActor } from '../support/transactions.js';

const bob = signingActor('contract archive: bob');
const SLOW_MACHINE_MS = 240_000;

interface Opened {
  readonly node: InlineNode;
  readonly api: CheckedApi;
  readonly watch: ChainWatch;
  readonly session: ContractSession;
}

async function open(mode: string): Promise<Opened> {
  const genesis = { allocations: [{ address: bob.address, amount: '10000' }] };
  const node = await startInlineNode({ genesis, flags: ['--mode', mode] });
  const api = new CheckedApi(node.url);
  const watch = await ChainWatch.open(node.url);
  return { node, api, watch, session: new ContractSession(api, watch, await probeContract()) };
}

async function close({ watch, node }: Opened): Promise<void> {
  await watch.close();
  await node.remove();
}

const at = (path: string, height: number): string => `${path}${path.includes('?') ? '&' : '?'}height=${height}`;

/** What a query finds depends on what the contract keeps: of itself, of one that it calls, of the balance of its caller. */
const queriesOf = (contract: string): readonly object[] => [
  { method: 'once' },
  { method: 'relay', args: { to: contract } },
  { method: 'pay', caller: bob.keyHex, attach: { symbol: 'XRGE', amount: 1000 } },
  { method: 'none' },
];

/** Every read of a contract. */
const readsOf = (contract: string): string[] => [
  ...['', '/interface', '/state', '/state?limit=1', '/state?key=args', '/state?key_hex=fffe', '/events'].map(
    (path) => `/api/contract/${contract}${path}`,
  ),
  '/api/contracts',
];

describe('an archive', () => {
  let opened: Opened;
  let contract: string;
  let born: number;
  /** What each read said after a block, by height. */
  const said = new Map<number, Map<string, Json>>();
  /** What queries answered. */
  const previewed = new Map<number, Json[]>();
  const get = (path: string) => opened.api.get<Json>(path);
  const ask = async (body: object, query = ''): Promise<Json> => {
    const { status, json, text } = await opened.api.post(
      `/api/contract/${contract}/query${query}`,
      JSON.stringify(body),
    );
    expect(status, text).toBe(200);
    return json as Json;
  };

  beforeAll(async () => {
    opened = await open('archive');
    const { session } = opened;
    contract = await session.deploy(bob);
    born = Number((await session.recordOf(contract)).created_height);
    for (const method of [undefined, 'keep', 'binary', 'remove', 'many', 'keep', 'remove']) {
      const height = method ? Number((await session.call(bob, contract, method)).receipt.block_height) : born;
      const answers = new Map<string, Json>();
      for (const path of readsOf(contract)) answers.set(path, await get(path));
      said.set(height, answers);
      const previews: Json[] = [];
      for (const body of queriesOf(contract)) previews.push(await ask(body));
      previewed.set(height, previews);
    }
  }, SLOW_MACHINE_MS);

  afterAll(() => close(opened));

  test('answers every read as it did when the chain was there', async () => {
    let different = 0;
    for (const [height, answers] of said)
      for (const [path, then] of answers) {
        expect(await get(at(path, height)), at(path, height)).toEqual(then);
        if (JSON.stringify(await get(path)) !== JSON.stringify(then)) different++;
      }
    expect([said.size, different >= 20]).toEqual([7, true]);
  });

  test('answers every query as it did when the chain was there', async () => {
    for (const [height, previews] of previewed)
      for (const [index, body] of queriesOf(contract).entries())
        expect(await ask(body, `?height=${height}`), `${JSON.stringify(body)} at ${height}`).toEqual(previews[index]);
    const kinds = (index: number) =>
      new Set([...previewed.values()].map((previews) => JSON.stringify(previews[index])));
    expect([previewed.size, kinds(0).size >= 2]).toEqual([7, true]);
  });

  test('runs a query of the past in the block that could have come next', async () => {
    const { height } = await get('/api/health');
    const body = { method: 'once' };
    const path = `/api/contract/${contract}/query`;
    expect(await ask(body, `?height=${String(height)}`)).toEqual(await ask(body));
    const early = await opened.api.post(`${path}?height=${born - 1}`, JSON.stringify(body));
    expect(early).toMatchObject({ status: 404, json: { code: 'not_found', error: `Contract not found: ${contract}` } });
    // Many at once wait for each other, and for nobody else.
    const answers = await Promise.all([...previewed.keys()].map((height) => ask(body, `?height=${height}`)));
    expect(answers).toEqual([...previewed.values()].map(([first]) => first));
  });

  test('does not know a contract before its block', async () => {
    const none = { status: 404, json: { code: 'not_found', error: `Contract not found: ${contract}` } };
    for (const path of readsOf(contract).slice(0, -1))
      expect(await opened.api.send(at(path, born - 1)), path).toMatchObject(none);
    expect(await get(at('/api/contracts', born - 1))).toMatchObject({ contracts: [], total: 0 });
  });

  test('pages through what it kept and told at a height', async () => {
    const [height, answers] = [...said].at(3) as [number, Map<string, Json>];
    const whole = answers.get(`/api/contract/${contract}/state`) as Json;
    const found: unknown[] = [];
    for (let cursor = ''; ; ) {
      const page = await get(at(`/api/contract/${contract}/state?limit=1${cursor}`, height));
      found.push(...(page.entries as unknown[]));
      if (page.next_cursor === null) break;
      cursor = `&cursor=${page.next_cursor}`;
    }
    expect([found, found.length]).toEqual([whole.entries, 3]);
    const [early, late] = [[...said.keys()][1], [...said.keys()][4]] as [number, number];
    const eventsOf = async (query: string) => (await get(`/api/contract/${contract}/events?${query}`)).events;
    expect(await eventsOf(`height=${late}&before=${early + 1}`)).toEqual(await eventsOf(`height=${early}`));
    expect(await eventsOf(`height=${early}&before=${late}`)).toHaveLength(1);
    const [event] = (await eventsOf(`height=${late}`)) as Json[];
    expect(await eventsOf(`tx=${event?.tx_hash}&height=${late}`)).toHaveLength(5);
    expect(await eventsOf(`tx=${event?.tx_hash}&height=${late - 1}`)).toEqual([]);
  });

  test.each([
    ['1e9', 400, 'malformed_parameter'],
    ['-1', 400, 'malformed_parameter'],
    [String(Number.MAX_SAFE_INTEGER), 404, 'not_found'],
  ])('refuses the height %s everywhere', async (height, status, code) => {
    for (const path of readsOf(contract)) {
      const refused = await opened.api.send(`${path}${path.includes('?') ? '&' : '?'}height=${height}`);
      expect([path, refused.status, refused.json?.code]).toEqual([path, status, code]);
    }
    const query = await opened.api.post(`/api/contract/${contract}/query?height=${height}`, '{"method":"once"}');
    expect([query.status, query.json?.code]).toEqual([status, code]);
  });
});

test(
  'a node that is no archive refuses heights below its tip',
  async () => {
    const opened = await open('full');
    try {
      const contract = await opened.session.deploy(bob);
      await opened.session.call(bob, contract, 'keep');
      for (const path of readsOf(contract)) {
        const response = await fetch(opened.node.url + at(path, 1));
        expect([path, response.status, await response.json()]).toMatchObject([path, 410, { code: 'pruned' }]);
      }
      const path = `/api/contract/${contract}/query`;
      const response = await fetch(opened.node.url + at(path, 1), {
        ...{ method: 'POST', body: '{"method":"once"}', headers: { 'content-type': 'application/json' } },
      });
      const lowest = { code: 'pruned', lowest_height: expect.any(Number) };
      expect([response.status, await response.json()]).toMatchObject([410, lowest]);
    } finally {
      await close(opened);
    }
  },
  SLOW_MACHINE_MS,
);
