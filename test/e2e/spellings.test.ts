/** Strange spellings against a running node: really signed, through every route that accepts a transaction. Then every
 *  reader is checked, the node is killed and started again, and the operator's commands check what it has stored. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { toHex, utf8 } from '../../engine/base/bytes.js';
import { JsonNumber, type JsonValue } from '../../engine/base/json.js';
import { cutKey } from '../../engine/chain/transaction.js';
import { nobleBackend } from '../../engine/crypto/mldsa.js';
import { sha256Of } from '../../engine/crypto/sha256.js';
import { SignedBatch } from '../../proto/wire.js';
import { untilStanding } from '../crash/nodeLoad.js';
import { runProgram } from '../crash/runProgram.js';
import { exchange, JSON_HEADERS, type Received } from '../support/httpClient.js';
import { type LiveNode, startNode } from '../support/liveNode.js';
import { SeededRandom, testSeed } from '../support/random.js';
import { broadcastOf, envelopeOf, envelopeWithBytes, respelled } from '../support/spellings.js';
import { type SigningActor, signingActor } from '../support/transactions.js';

const ROUNDS = 200;
const BATCH = 8;
const SLOW_MACHINE_MS = 240_000;

const actors = [1, 2, 3].map((name) => signingActor(`spellings: ${name}`));
const allocations = actors.map(({ address }) => ({ address, amount: '100000' }));
let root: string;
let node: LiveNode;

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'rouged-spellings-'));
  node = await startNode({ genesis: { allocations, faucet: true }, flags: ['--faucet-enabled'] });
}, SLOW_MACHINE_MS);

afterAll(async () => {
  await node?.remove();
  if (root) rmSync(root, { recursive: true, force: true });
});

interface Spelled {
  readonly operation: string;
  readonly route: string;
  readonly signer: SigningActor;
  readonly text: string;
  readonly beside: string;
  readonly keyHex: string;
  readonly signature: string;
  readonly id: string;
}

let symbols = 0;
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const symbol = (): string => {
  const at = symbols++;
  return `S${LETTERS[Math.floor(at / 26) % 26]}${LETTERS[at % 26]}`;
};

/** Orders with numbers, texts and lists in them. */
const orders: readonly ((
  random: SeededRandom,
) => readonly [operation: string, route: string, Record<string, JsonValue>])[] = [
  (random) => ['transfer', '/api/v2/transfer', { to: random.pick(actors).address, amount: new JsonNumber('1.25') }],
  () => ['faucet', '/api/v2/faucet', {}],
  () => [
    'create_token',
    '/api/v2/token/create',
    {
      token_name: 'Naïve / "coin"',
      token_symbol: symbol(),
      initial_supply: new JsonNumber('1000'),
      decimals: new JsonNumber('2'),
    },
  ],
  () => [
    'approve',
    '/api/v2/token/approve',
    { spender: actors[0]?.address ?? '', token: 'XRGE', amount: new JsonNumber('5') },
  ],
];

function spelled(random: SeededRandom): Spelled {
  const signer = random.pick(actors);
  const [operation, route, members] = random.pick(orders)(random);
  const payload = new Map<string, JsonValue>([
    ['type', operation],
    ['from', signer.keyHex],
    ['timestamp', new JsonNumber(String(Date.now()))],
    ['nonce', `nonce-${random.below(2 ** 30)}-${random.below(2 ** 30)}`],
    ...Object.entries(members),
  ]);
  const { text, beside } = respelled(payload, signer.keyHex, random);
  const bytes = utf8(text);
  return {
    operation,
    route,
    signer,
    text,
    beside,
    keyHex: signer.keyHex,
    signature: toHex(nobleBackend.sign(bytes, signer.secretKey)),
    id: toHex(sha256Of(signer.publicKey, bytes)),
  };
}

const post = (path: string, body: Uint8Array, type: string = JSON_HEADERS['content-type']): Promise<Received> =>
  exchange(node.url, path, { method: 'POST', headers: { 'content-type': type }, body });

const TAKEN = new Set<string>();
const REFUSED = new Map<string, number>();

/** An answer is a success with the identity of the signed bytes, or a refusal with a code and a sentence. */
function note(answer: Record<string, unknown> | undefined, { id }: Spelled): void {
  if (answer?.success === true) {
    expect(answer.txId).toBe(id);
    TAKEN.add(id);
    return;
  }
  expect(answer).toMatchObject({ success: false, code: expect.any(String), error: expect.stringMatching(/\w+ \w+/) });
  expect(answer?.code).not.toBe('internal');
  REFUSED.set(String(answer?.code), (REFUSED.get(String(answer?.code)) ?? 0) + 1);
}

type Door = (random: SeededRandom) => Promise<number>;

const doors: readonly Door[] = [
  async (random) => {
    const one = spelled(random);
    note((await post(one.route, envelopeWithBytes(one, one.beside, random.chance(20)))).json, one);
    return 1;
  },
  async (random) => {
    const one = spelled(random);
    note((await post('/api/tx/broadcast', broadcastOf(one, one.operation))).json, one);
    return 1;
  },
  async (random) => {
    const one = spelled(random);
    // Without the signed bytes the canonical form of the payload must be what was signed; mostly it is not.
    const { json } = await post(one.route, envelopeOf(one));
    if (json?.success === true) note(json, one);
    return 1;
  },
  async (random) => {
    const many = Array.from({ length: BATCH }, () => spelled(random));
    const body = `[${many.map((one) => Buffer.from(envelopeWithBytes(one, one.beside)).toString('utf8')).join(' , ')}]`;
    const { json } = await post('/api/v2/batch', utf8(body));
    const results = json?.results as Record<string, unknown>[] | undefined;
    expect(results, JSON.stringify(json)).toHaveLength(BATCH);
    many.forEach((one, at) => {
      note(results?.[at], one);
    });
    return BATCH;
  },
  async (random) => {
    const many = Array.from({ length: BATCH }, () => spelled(random));
    const requests = many.map(({ signer, text, signature, operation }) => ({
      operation: random.chance(50) ? operation : '',
      publicKey: signer.publicKey,
      ...(random.chance(50) ? cutKey(utf8(text), signer.publicKey) : { text: utf8(text), keyAt: 0 }),
      signature: Buffer.from(signature, 'hex'),
    }));
    const { status } = await post('/api/v2/batch', SignedBatch.encode({ requests }).finish(), 'application/x-protobuf');
    expect(status).toBe(200);
    return BATCH;
  },
];

/** Every history list that the node offers, completely. @returns transactions of the whole chain. */
async function readEverything(): Promise<Record<string, unknown>[]> {
  const get = async (path: string): Promise<Record<string, unknown>> => {
    const { status, json } = await exchange(node.url, path);
    expect(status, path).toBe(200);
    return json as Record<string, unknown>;
  };
  const all: Record<string, unknown>[] = [];
  for (let offset = 0; ; offset += 200) {
    const page = (await get(`/api/txs?limit=200&offset=${offset}`)).txs as Record<string, unknown>[];
    all.push(...page);
    if (page.length < 200) break;
  }
  const { network_height: height } = (await get('/api/stats')) as { network_height: number };
  for (let from = 0; from <= height; from += 50) await get(`/api/blocks?from_height=${from}&limit=50`);
  for (const { address } of actors) await get(`/api/address/${address}/transactions?limit=500`);
  for (const { txId } of all.slice(0, 40)) await get(`/api/tx/${txId}`);
  return all;
}

test(
  'every door, every reader, a kill, a restart and every command agree',
  async () => {
    const random = new SeededRandom(testSeed());
    let sent = 0;
    for (let round = 0; round < ROUNDS; round++) sent += await (doors[round % doors.length] as Door)(random);
    await untilStanding(node.url);
    const before = await readEverything();
    const ids = new Set(before.map(({ txId }) => txId));
    for (const id of TAKEN) expect(ids.has(id), id).toBe(true);
    expect(JSON.stringify(before)).not.toContain('unreadable');
    const { dataDir } = node;
    await node.stop('SIGKILL');
    node = await startNode({ dataDir, flags: ['--faucet-enabled'] });
    await untilStanding(node.url);
    const after = await readEverything();
    expect(after.map(({ txId }) => txId)).toEqual(before.map(({ txId }) => txId));
    await node.stop();
    const verified = await runProgram(['verify-db', '--data-dir', dataDir, '--json']);
    expect(JSON.parse(verified.out)).toMatchObject({ findings: [], transactions: before.length });
    const file = join(root, 'blocks.jsonl');
    expect((await runProgram(['export', file, '--data-dir', dataDir])).code).toBe(0);
    const second = join(root, 'second');
    const imported = await runProgram([
      'import',
      file,
      '--data-dir',
      second,
      '--genesis',
      join(dataDir, 'genesis.json'),
    ]);
    expect(imported.code, imported.err).toBe(0);
    console.log({ sent, taken: TAKEN.size, included: before.length, refused: Object.fromEntries(REFUSED) });
    expect(TAKEN.size).toBeGreaterThan(15);
    expect(before.length).toBeGreaterThanOrEqual(TAKEN.size);
  },
  SLOW_MACHINE_MS,
);
