/** A start that goes on in the state that the process before has left: until that is proven, the node answers reads and does nothing
 *  else; one that is not the tip's stops it, and nothing was signed. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openApi } from '../../api/app.js';
import { exampleOf } from '../../api/openapi/examples.js';
import { routes } from '../../api/routes/index.js';
import type { RouteDescription } from '../../api/routing/route.js';
import { chooseServer } from '../../api/server/choose.js';
import { toHex } from '../../engine/base/bytes.js';
import { accounts } from '../../engine/ledger/tables.js';
import type { ImagePart } from '../../engine/state/stateImage.js';
import { StateFileFault, type StateFilePort, type StateOf } from '../../engine/store/stateFile.js';
import { RunningOperations } from '../../ops/operations.js';
import { createImagePool } from '../../workers/images/imagePool.js';
import { openStateFile } from '../../workers/state/openStateFile.js';
import { readStateFile, stateFilePath, writeStateFile } from '../../workers/state/stateFile.js';
import type { VerifierPool } from '../../workers/verify/verifierPool.js';
import { type EngineNode, LogBook, openEngineNode, sendTransfer, startPool } from '../support/engineNode.js';
import { forgeState } from '../support/forgedState.js';
import { exchange, JSON_HEADERS } from '../support/httpClient.js';
import { noServices } from '../support/noServices.js';
import { goodBody, operationOfRoute } from '../support/routeRequests.js';
import { actor, signingActor } from '../support/transactions.js';

const validator = signingActor('start check: validator');
const alice = signingActor('start check: alice');
const bob = actor('start check: bob');
const allocations = [{ to: alice.keyHex, amount: '1000' }];

let pool: VerifierPool;
beforeAll(async () => {
  pool = await startPool(validator);
});
afterAll(() => pool.close());

interface Left {
  readonly dataDir: string;
  readonly of: StateOf;
  readonly parts: readonly ImagePart[];
  readonly root: string;
}

/** A chain with a transfer, and what its node leaves. */
async function leftChain(): Promise<Left> {
  const dataDir = mkdtempSync(join(tmpdir(), 'rouged-start-check-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const engine = await openEngineNode({ dataDir, validator, allocations, pool });
  await engine.standing((await transferred(engine)) + 1);
  expect(engine.node.leave()).toBeUndefined();
  await engine.close();
  const left = engine.node.leave();
  if (!left) throw new Error('the node leaves nothing');
  expect(left.of.height).toBe(engine.node.chain.tip.height);
  return { dataDir, ...left, root: toHex(engine.node.state.root()) };
}

/** What only validators send, and a body for it. */
const OPEN_TO_VALIDATORS = new Map([
  ['/api/blocks/import', '{}'],
  ['/api/finality/votes', '[{}]'],
]);

const descriptions: readonly RouteDescription[] = routes.map(({ description }) => description);

interface Started extends EngineNode {
  /** Lets the check begin. */
  readonly proceed: () => void;
  readonly closeFile: () => Promise<void> | undefined;
}

/** Opens a node on what is in the directory; the check waits. */
async function start(dataDir: string): Promise<Started & { readonly stateLog: LogBook }> {
  let proceed: () => void = () => {};
  const waits = new Promise<void>((resolve) => {
    proceed = resolve;
  });
  const stateLog = new LogBook();
  const file = openStateFile(dataDir, stateLog);
  const stateFile: StateFilePort | undefined = file && {
    dismiss: (reason) => file.dismiss(reason),
    find: async (wanted) => {
      const found = await file.find(wanted);
      return found && { ...found, check: (records) => waits.then(() => found.check(records)) };
    },
  };
  const engine = await openEngineNode({ dataDir, validator, allocations, pool, ...(stateFile && { stateFile }) });
  onTestFinished(async () => {
    proceed();
    await file?.close();
    await engine.close();
  });
  return { ...engine, proceed, stateLog, closeFile: () => file?.close() };
}

/** The API of a node. @returns its address, without a path. */
async function serve({ node, store, pool: verifier, clock, log }: EngineNode, dataDir: string): Promise<string> {
  const images = createImagePool();
  onTestFinished(() => images.close());
  const operations = await RunningOperations.start(
    { node, store, verifier, images, clock, dataDir, log },
    { metrics: 'off', metricsPort: undefined, metricsHost: '127.0.0.1' },
  );
  onTestFinished(() => operations.health.stop());
  const limits = { reads: 0, writes: 0, validators: 0, peers: 0, apiKeys: [], trustedProxies: [], publicEdge: false };
  const api = openApi(node, {
    ...{
      log,
      limits,
      operations: operations.api,
      logos: images,
      services: noServices,
      corsOrigins: undefined,
      version: '0.0.0',
    },
    createServer: chooseServer('auto').create,
    ...{ wsMaxClients: 0, maxConnections: 0, maxConnectionsPerAddress: 0 },
  });
  onTestFinished(() => api.close());
  const { port } = await api.listen({ host: '127.0.0.1', port: 0 });
  return `http://127.0.0.1:${port}`;
}

/** A path whose parameters are the examples of their schemas. */
const pathOf = ({ path, params }: RouteDescription): string =>
  path.replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(exampleOf({ ...params?.properties[name] }, () => ({})))),
  );

const balanceOf = ({ node }: EngineNode, who: { readonly account: string }): bigint =>
  node.state.get(accounts, who.account)?.balance ?? 0n;

const codeOf = (answer: unknown): unknown => Object(answer).code;

/** Waits until the transfer is in a block. @returns its height. */
async function transferred(engine: EngineNode): Promise<number> {
  const sent = await sendTransfer(engine, alice, bob);
  if ('code' in sent) throw new Error(sent.message);
  return engine.included(sent.txId);
}

describe('a node on a left state', () => {
  test('only reads until the state is proven, then goes on', async () => {
    const left = await leftChain();
    await writeStateFile(left.dataDir, left.of, left.parts);
    const engine = await start(left.dataDir);
    const { node, signedHeaders, log } = engine;
    const height = left.of.height;
    expect(node.isChecked).toBe(false);
    expect([node.chain.tip.height, toHex(node.state.root())]).toEqual([height, left.root]);
    expect(balanceOf(engine, bob)).toBeGreaterThan(0n);
    const begun = node.begin();
    expect(codeOf(await sendTransfer(engine, alice, bob))).toBe('busy');
    expect(codeOf(await node.makeBlock())).toBe('not_producing');
    expect(codeOf(await node.imports.take(new Uint8Array(3), true))).toBe('busy');
    expect(codeOf(await node.votes.take([new Uint8Array(3)], ''))).toBe('busy');
    expect(node.leave()).toBeUndefined();
    expect(signedHeaders.length).toBe(0);
    expect(node.role.productionProblem?.message).toMatch(/is being checked against the root of its block/);
    engine.proceed();
    await begun;
    expect(node.isChecked).toBe(true);
    await log.said(/the state is checked/);
    expect(await transferred(engine)).toBeGreaterThan(height);
    // It is used once.
    expect(readStateFile(left.dataDir)).toBeUndefined();
  });

  test('answers every read meanwhile, says what is not proven yet, and takes nothing', async () => {
    const left = await leftChain();
    await writeStateFile(left.dataDir, left.of, left.parts);
    const engine = await start(left.dataDir);
    const url = await serve(engine, left.dataDir);
    const begun = engine.node.begin();
    // The services have a database and a thread of their own, and this node has none of both. Relayers are told to pay nothing yet.
    const others = /^\/api\/(?:social\/|regen\/|bridge\/(?:health|withdrawals)$)/;
    const reads = descriptions.filter(({ method, path }) => method === 'GET' && !others.test(path));
    for (const path of ['/api/bridge/health', '/api/bridge/withdrawals'])
      expect([(await exchange(url, path)).status, path]).toEqual([503, path]);
    let answered = 0;
    for (const route of reads) {
      const { status, text } = await exchange(url, pathOf(route));
      expect(status, `${route.path}: ${text.slice(0, 200)}`).toBeLessThan(500);
      if (status === 200) answered++;
    }
    expect(answered).toBeGreaterThan(40);
    const { json } = await exchange(url, `/api/balance/${bob.address}`);
    expect(json?.balance_quanta).toBe('1500000000');
    const health = await exchange(url, '/api/health?strict=true');
    expect(health.status).toBe(503);
    expect(health.text).toMatch(/"code":"state_check".*is being checked against the root of its block/);
    expect((await exchange(url, '/api/health')).text).not.toMatch(/production_halted/);
    const writes = descriptions.filter(
      // This node has no faucet.
      (route) => OPEN_TO_VALIDATORS.has(route.path) || ![undefined, 'faucet'].includes(operationOfRoute(route)),
    );
    for (const route of writes) {
      const answer = await exchange(url, route.path, {
        method: 'POST',
        headers: JSON_HEADERS,
        body: OPEN_TO_VALIDATORS.get(route.path) ?? goodBody(route, alice, bob),
      });
      expect([answer.status, answer.json?.code], route.path).toEqual([503, 'busy']);
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    }
    expect(writes.length).toBeGreaterThan(20);
    engine.proceed();
    await begun;
    await transferred(engine);
    expect((await exchange(url, '/api/health')).text).not.toMatch(/state_check/);
    expect((await exchange(url, `/api/balance/${bob.address}`)).json?.balance_quanta).toBe('3000000000');
  });

  test('that is stopped during the check leaves the file for the next start', async () => {
    const left = await leftChain();
    await writeStateFile(left.dataDir, left.of, left.parts);
    const engine = await start(left.dataDir);
    const ended = expect(engine.node.begin()).rejects.toThrow(StateFileFault);
    await engine.closeFile();
    const stopped = engine.node.stop();
    engine.proceed();
    await stopped;
    await ended;
    expect(engine.node.leave()).toBeUndefined();
    expect(engine.signedHeaders.length).toBe(0);
    expect(readStateFile(left.dataDir)?.of).toEqual(left.of);
  });

  test('whose record differs from the block is not proven, and nothing was signed', async () => {
    const left = await leftChain();
    await writeStateFile(left.dataDir, left.of, left.parts);
    await forgeState(left.dataDir, bob);
    const engine = await start(left.dataDir);
    engine.proceed();
    await expect(engine.node.begin()).rejects.toThrow(StateFileFault);
    await expect(engine.node.begin()).rejects.toThrow(
      /is not proven to be the one of block \d+: .* the next start reads/,
    );
    expect(engine.node.isChecked).toBe(false);
    expect(codeOf(await sendTransfer(engine, alice, bob))).toBe('busy');
    expect(engine.node.leave()).toBeUndefined();
    expect(engine.signedHeaders.length).toBe(0);
    expect(readStateFile(left.dataDir)).toBeUndefined();
    await engine.close();
    const again = await openEngineNode({ dataDir: left.dataDir, validator, allocations, pool });
    onTestFinished(() => again.close());
    expect(toHex(again.node.state.root())).toBe(left.root);
  });

  test.each([
    ['another chain', { chain: 'another-1' }],
    ['another genesis file', { genesis: 'ab'.repeat(32) }],
    ['another height', { height: 1 }],
    ['another block', { hash: 'ab'.repeat(32) }],
    ['another root', { root: 'ab'.repeat(32) }],
  ] as const)('of %s reads its database', async (_, other) => {
    const left = await leftChain();
    await writeStateFile(left.dataDir, { ...left.of, ...other }, left.parts);
    const engine = await start(left.dataDir);
    expect(engine.node.isChecked).toBe(true);
    expect(toHex(engine.node.state.root())).toBe(left.root);
    await engine.stateLog.said(/is ignored; the state is read from the database/);
  });

  test('that is damaged reads its database and says so', async () => {
    const left = await leftChain();
    writeFileSync(stateFilePath(left.dataDir), 'no state');
    const engine = await start(left.dataDir);
    expect(engine.node.isChecked).toBe(true);
    expect((await engine.stateLog.said(/is ignored/)).fields.reason).toMatch(/ends too early/);
  });

  test('whose parts are of no use reads its database', async () => {
    const left = await leftChain();
    await writeStateFile(left.dataDir, left.of, left.parts.slice(0, -1));
    const engine = await start(left.dataDir);
    expect(engine.node.isChecked).toBe(true);
    expect((await engine.stateLog.said(/is ignored/)).fields.reason).toMatch(/ends too early|does not fit/);
    expect(toHex(engine.node.state.root())).toBe(left.root);
  });
});
