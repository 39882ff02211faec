/** What contracts keep and tell, over raw HTTP: one key, pages of every size, events by transaction and height, proofs. (Specification,
 *  Contract, Events.) */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fromHex, toHex, utf8 } from '../../engine/base/bytes.js';
import { type ProofJson, verifyProof } from '../../engine/state/proofVerifier.js';
import type { Json } from '../support/answerShapes.js';
import { ChainWatch } from '../support/chainWatch.js';
import { CheckedApi } from '../support/checkedApi.js';
import { probeContract } from '../support/contractRequests.js';
import { ContractSession } from '../support/contractSession.js';
import { type InlineNode, startInlineNode } from '../support/inlineNode.js';
import { signingActor } from '../support/transactions.js';

const bob = signingActor('contract reads: bob');
const SLOW_MACHINE_MS = 240_000;
const NOWHERE = '0123456789abcdef0123456789abcdef01234567';

let node: InlineNode;
let api: CheckedApi;
let watch: ChainWatch;
let session: ContractSession;

beforeAll(async () => {
  node = await startInlineNode({ genesis: { allocations: [{ address: bob.address, amount: '10000' }] } });
  api = new CheckedApi(node.url);
  watch = await ChainWatch.open(node.url);
  session = new ContractSession(api, watch, await probeContract());
}, SLOW_MACHINE_MS);

afterAll(async () => {
  await watch?.close();
  await node?.remove();
});

describe('what a contract keeps and tells', () => {
  let kept: string;
  const events: Json[] = [];
  const state = (path = '') => api.get<Json>(`/api/contract/${kept}/state${path}`);
  const eventsAt = async (path = '') =>
    api.get<{ events: Json[]; count: number; next_cursor: string | null }>(`/api/contract/${kept}/events${path}`);

  beforeAll(async () => {
    kept = await session.deploy(bob);
    for (const method of ['many', 'binary', 'many', 'keep', 'many']) {
      const { receipt } = await session.call(bob, kept, method);
      const { tx_hash, block_height } = receipt;
      for (const event of receipt.contract_events as Json[]) events.unshift({ ...event, block_height, tx_hash });
    }
  }, SLOW_MACHINE_MS);

  test('one key by its bytes or its characters, any key in pages, and all of it', async () => {
    const of = async (key: string) => {
      const { key_hex, value, valueUtf8 } = await state(`?key=${encodeURIComponent(key)}`);
      return [key_hex, value, valueUtf8];
    };
    expect(await of('args')).toEqual(['61726773', '7b7d', '{}']);
    expect(await of('61726773')).toEqual(['61726773', '7b7d', '{}']);
    expect(await of('fffe')).toEqual(['fffe', '00ff', '\u0000\ufffd']);
    expect(await of('FFFE')).toEqual(['fffe', '00ff', '\u0000\ufffd']);
    expect(await of('66666665')).toEqual(['66666665', '68656c6c6f', 'hello']);
    expect(await of('')).toEqual(['', '68656c6c6f', 'hello']);
    expect(await of('no such key')).toEqual([toHex(utf8('no such key')), null, null]);
    const all = await state();
    expect(all.state).toEqual({ '': 'hello', args: '{}', fffe: '0x00ff', '66666665': 'hello' });
    expect(all.entries).toEqual([
      ...['', '61726773', '66666665', 'fffe'].map((key_hex) => ({ key_hex, value_hex: expect.any(String) })),
    ]);
    for (const [index, key] of ['', 'args', '66666665', 'fffe'].entries()) {
      const found = await state(`?key=${key}`);
      expect((all.entries as Json[])[index]).toEqual({ key_hex: found.key_hex, value_hex: found.value });
      const same = await state(`?key_hex=${String(found.key_hex).toUpperCase()}`);
      expect(same).toEqual(found);
    }
    for (const query of ['?key=args&key_hex=61726773', '?key_hex=args', '?key_hex=6'])
      expect((await api.send(`/api/contract/${kept}/state${query}`)).json?.code, query).toBe('malformed_parameter');
    expect(await state()).toMatchObject({ count: 4, total: 4, next_cursor: null });
    expect(await session.recordOf(kept)).toMatchObject({
      storage_records: 4,
      storage_bytes: 0 + 4 + 4 + 2 + 5 + 2 + 5 + 2,
    });
  });

  test('storage in pages of every size', async () => {
    for (const limit of [1, 2, 3, 4, 5]) {
      let count = 0;
      for (let cursor = ''; ; ) {
        const page = await state(`?limit=${limit}${cursor}`);
        count += Number(page.count);
        expect(page.count).toBeLessThanOrEqual(limit);
        if (page.next_cursor === null) break;
        cursor = `&cursor=${page.next_cursor}`;
      }
      expect([limit, count]).toEqual([limit, 4]);
    }
  });

  test('events, newest first, in pages of every size', async () => {
    expect(events).toHaveLength(16);
    expect(await eventsAt()).toEqual({ success: true, events, count: 16, next_cursor: null });
    expect(await eventsAt('?limit=5000')).toMatchObject({ count: 16 });
    for (const limit of [1, 2, 3, 5, 7, 15, 16]) {
      const found: Json[] = [];
      for (let cursor = ''; ; ) {
        const page = await eventsAt(`?limit=${limit}${cursor}`);
        found.push(...page.events);
        if (page.next_cursor === null) break;
        cursor = `&cursor=${page.next_cursor}`;
      }
      expect(found, `pages of ${limit}`).toEqual(events);
    }
  });

  test('events of a transaction, and below a height', async () => {
    const heights = [...new Set(events.map(({ block_height }) => Number(block_height)))];
    for (const height of [0, 1, ...heights.flatMap((each) => [each, each + 1])]) {
      const below = events.filter(({ block_height }) => Number(block_height) < height);
      expect((await eventsAt(`?before=${height}`)).events, `below ${height}`).toEqual(below);
    }
    for (const id of new Set(events.map(({ tx_hash }) => String(tx_hash)))) {
      const of = events.filter(({ tx_hash }) => tx_hash === id);
      for (const written of [id, id.toUpperCase()]) expect((await eventsAt(`?tx=${written}`)).events).toEqual(of);
      const height = Number(of[0]?.block_height);
      expect((await eventsAt(`?tx=${id}&before=${height}`)).events).toEqual([]);
      expect((await eventsAt(`?tx=${id}&before=${height + 1}`)).events).toEqual(of);
      const found: Json[] = [];
      for (let cursor = ''; ; ) {
        const page = await eventsAt(`?tx=${id}&limit=2${cursor}`);
        found.push(...page.events);
        if (page.next_cursor === null) break;
        cursor = `&cursor=${page.next_cursor}`;
      }
      expect(found).toEqual(of);
    }
    expect((await eventsAt(`?tx=${'0'.repeat(64)}`)).events).toEqual([]);
    for (const path of ['?tx=1', '?before=-1', '?before=x', '?cursor=99.0', '?cursor=x', '?limit=0', '?limit=x'])
      expect((await api.send(`/api/contract/${kept}/events${path}`)).json?.code, path).toBe('malformed_parameter');
  });

  test('what its code offers, and where a query failed in it', async () => {
    const offered = await api.get<Json>(`/api/contract/${kept}/interface`);
    expect(offered).toMatchObject({ wasm_size: session.wasm.length, memory_pages: { minimum: 2, maximum: 2 } });
    expect(offered.methods).toEqual(expect.arrayContaining(['keep', 'binary', 'nothing']));
    expect(offered.methods).not.toContain('add');
    const names = (offered.imports as readonly Json[]).map(({ name }) => name);
    expect([names[0], names.length, new Set(names).size]).toEqual(['host_log', 12, 12]);
    const { failed_at, logs } = await session.query(kept, 'trap');
    const place = failed_at as { readonly function: number; readonly offset: number };
    expect(logs).toEqual(['wrong payment']);
    // Behind the imports, and where the module has the instruction.
    expect(place.function).toBeGreaterThanOrEqual(12);
    expect(session.wasm[place.offset]).toBe(0x00);
  });

  test('a record can be proven against the header', async () => {
    const { state_key, value } = await state('?key=fffe');
    const proof = await api.get<ProofJson & { height: number; block_hash: string }>(`/api/proof/key/${state_key}`);
    const { block } = await api.get<{ block: Json }>(`/api/block/${proof.height}`);
    expect(proof.block_hash).toBe(block.hash);
    expect(verifyProof(proof, String(block.stateRoot), String(state_key))).toEqual(fromHex(String(value)));
    const absent = await state('?key=absent');
    const none = await api.get<ProofJson & { height: number }>(`/api/proof/key/${absent.state_key}`);
    const { block: at } = await api.get<{ block: Json }>(`/api/block/${none.height}`);
    expect(verifyProof(none, String(at.stateRoot), String(absent.state_key))).toBeUndefined();
  });
});

test('a request for a contract that is none', async () => {
  for (const address of [NOWHERE, 'x', `${NOWHERE}00`, 'é'])
    for (const path of ['', '/state', '/state?key=00', '/events', '/interface'])
      expect(await api.send(`/api/contract/${encodeURIComponent(address)}${path}`)).toMatchObject({
        ...{ status: 404, json: { code: 'not_found', error: `Contract not found: ${address}` } },
      });
  expect((await api.send(`/api/contract/${'0'.repeat(65)}`)).json?.code).toBe('malformed_parameter');
});
