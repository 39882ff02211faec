/** Community votes in the index against a real PostgreSQL and a played node: what is read again, and what is written again. */

import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { IndexDatabase } from '../../ops/index/database.js';
import { NodeBlocks } from '../../ops/index/nodeBlocks.js';
import { bringVotes } from '../../ops/index/votes.js';
import { PostgresServer, postgresMissing } from '../support/postgres.js';

const ENDS = 2_000;

const proposal = (id: string, status: string, yes: string) => ({
  ...{
    id,
    title: `proposal ${id}`,
    creator: 'rouge1creator',
    startsAtMs: 1_000,
    endsAtMs: ENDS,
    snapshotHeight: 1,
    status,
  },
  tally: { yes, no: '0', abstain: '0', turnout: yes, voters: 2 },
});

const vote = (voter: string, castAtMs: number) => ({
  ...{ voter, choice: 'yes', weightQuanta: '5', castAtMs },
  ...{ publicKey: `key of ${voter}`, signedPayload: '{}', signature: `${voter} at ${castAtMs}` },
});

let root: string;
let postgres: PostgresServer;
let database: IndexDatabase;
let node: Server;
let asked: string[] = [];
let proposals: ReturnType<typeof proposal>[] = [];
let votes: ReturnType<typeof vote>[] = [];

/** One look. @returns the proposals whose votes were asked for. */
async function look(fault?: unknown): Promise<readonly string[]> {
  asked = [];
  const { port } = node.address() as AddressInfo;
  const problem = await bringVotes(database, new NodeBlocks(`http://127.0.0.1:${port}`, new AbortController().signal));
  expect(problem).toEqual(fault);
  return asked;
}

/** Voters with the number of the transaction that has written each row. */
const written = () =>
  database.query<{ voter: string; signature: string; xmin: string }>(
    'SELECT voter, signature, xmin::text FROM rouged.votes ORDER BY voter',
  );

describe.skipIf(postgresMissing)('votes in the index', () => {
  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), 'rouged-votes-'));
    postgres = await PostgresServer.start(join(root, 'postgres'));
    database = await IndexDatabase.connect(await postgres.create('votes'));
    expect(await database.migrate()).toBe(undefined);
    node = createServer(({ url = '' }, answer) => {
      const id = /^\/api\/regen\/proposals\/(.+)$/.exec(url)?.[1];
      if (id !== undefined) asked.push(id);
      if (id === 'gone') {
        answer.writeHead(404).end('{"code":"not_found","error":"there is no proposal gone"}');
        return;
      }
      answer.end(JSON.stringify(id === undefined ? { proposals } : { votes }));
    });
    await new Promise<void>((resolve) => node.listen(0, '127.0.0.1', resolve));
  });

  afterAll(async () => {
    await database?.close();
    await postgres?.kill();
    await new Promise((resolve) => node?.close(resolve));
    if (root) rmSync(root, { recursive: true, force: true });
  });

  test('a vote that has ended is read once, and again when it has changed', async () => {
    proposals = [proposal('ended', 'passed', '10')];
    votes = [vote('anna', 1_100), vote('berta', 1_200)];
    expect(await look()).toEqual(['ended']);
    expect(await look()).toEqual([]);
    proposals = [proposal('ended', 'paid', '10')];
    expect(await look()).toEqual(['ended']);
    proposals = [proposal('ended', 'paid', '5')];
    votes = [vote('anna', 1_100)];
    expect(await look()).toEqual(['ended']);
    expect((await written()).map(({ voter }) => voter)).toEqual(['anna']);
  });

  test('a proposal that the node lists and does not tell of keeps no other out', async () => {
    await database.query('DELETE FROM rouged.proposals');
    proposals = [proposal('gone', 'open', '10'), proposal('here', 'open', '10')];
    const fault = { final: { code: 'pruned', message: 'the node refuses: there is no proposal gone' } };
    expect(await look(expect.objectContaining({ final: expect.objectContaining(fault.final) }))).toEqual([
      'gone',
      'here',
    ]);
    expect(await database.query('SELECT id FROM rouged.proposals')).toEqual([{ id: 'here' }]);
  });

  test('of an open one, who votes again without a change of the sums is seen, and no other row is written', async () => {
    await database.query('DELETE FROM rouged.proposals');
    proposals = [proposal('open', 'open', '10')];
    votes = [vote('anna', 1_100), vote('berta', 1_200)];
    expect(await look()).toEqual(['open']);
    const before = await written();
    votes = [vote('anna', 1_100), vote('berta', 1_300)];
    expect(await look()).toEqual(['open']);
    const after = await written();
    expect(after.map(({ signature }) => signature)).toEqual(['anna at 1100', 'berta at 1300']);
    expect(after[0]).toEqual(before[0]);
    expect(after[1]?.xmin).not.toBe(before[1]?.xmin);
  });
});
