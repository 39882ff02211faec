/** Every case in which the program must not start: the exit code, one sentence for the operator, no stack, and a data
 *  directory that still works afterwards. */

import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { utf8 } from '../../engine/base/bytes.js';
import { BatchWriter } from '../../engine/store/batch.js';
import { blockKey, metaKey } from '../../engine/store/keys.js';
import { STORE_FORMAT } from '../../engine/store/recovery.js';
import { getJson } from '../crash/crashedChain.js';
import { copyOf, temporaryDirectory, withStore } from '../crash/nodeDirectory.js';
import { untilStanding } from '../crash/nodeLoad.js';
import { ONE_SENTENCE, runProgram } from '../crash/runProgram.js';
import { type LiveNode, prepareDataDirectory, startNode } from '../support/liveNode.js';

const SLOW_MACHINE_MS = 240_000;
/** Windows keeps no read bits for others. */
const hasFileModes = process.platform !== 'win32';
const FAILED = 1;
const BAD_CONFIGURATION = 2;

/** A node that has made a block and stopped. Tests work on copies. */
let template: LiveNode;

beforeAll(async () => {
  template = await startNode({ flags: ['--heartbeat-ms', '3600000'] });
  await untilStanding(template.url);
  await template.stop();
}, SLOW_MACHINE_MS);

afterAll(() => template?.remove());

interface Attempt {
  readonly dataDir: string;
  readonly port?: number;
  readonly flags?: readonly string[];
}

/** Starts it, and expects that it ends with one sentence, on standard error, after lines of the log. */
async function expectRefusal(
  { dataDir, port = 0, flags = [] }: Attempt,
  code: number,
  sentence: RegExp,
): Promise<void> {
  const words = ['run', '--mine', '--data-dir', dataDir, '--api-port', String(port), '--log-format', 'json', ...flags];
  const ran = await runProgram(words);
  const lines = ran.err.split('\n');
  const log = lines.filter((line) => line.startsWith('{"level":'));
  const said = lines.filter((line) => !log.includes(line)).join('\n');
  expect(said).toMatch(ONE_SENTENCE);
  expect(said).toMatch(sentence);
  for (const line of log)
    expect((JSON.parse(line) as { msg: string }).msg).toMatch(/^(chain recovered$|signatures are checked by )/);
  expect(ran).toMatchObject({ code, out: '' });
}

/** Checks that it still starts on the chain that it had. */
async function expectStart(dataDir: string): Promise<void> {
  const node = await startNode({ dataDir });
  try {
    expect(await getJson(node.url, '/api/health')).toMatchObject({ status: 'ok' });
  } finally {
    await node.stop('SIGKILL');
  }
}

type Document = { [member: string]: unknown };

function editGenesis(dataDir: string, edit: (document: Document) => void): void {
  const path = join(dataDir, 'genesis.json');
  const document = JSON.parse(readFileSync(path, 'utf8')) as Document;
  edit(document);
  writeFileSync(path, JSON.stringify(document));
}

const changeStore = (dataDir: string, edit: (batch: BatchWriter) => void): Promise<void> =>
  withStore(dataDir, async (store) => {
    const batch = new BatchWriter();
    edit(batch);
    await store.commit({ batch: batch.finish() });
  });

describe('the program refuses to start', { timeout: SLOW_MACHINE_MS }, () => {
  test('on a data directory that another node uses', async () => {
    const dataDir = copyOf(template.dataDir);
    const first = await startNode({ dataDir });
    onTestFinished(() => first.remove());
    await expectRefusal({ dataDir }, FAILED, /in use by another node/);
    expect(await getJson(first.url, '/api/health')).toMatchObject({ status: 'ok' });
  });

  test('on the data directory of another chain', async () => {
    const dataDir = copyOf(template.dataDir);
    editGenesis(dataDir, (document) => {
      document.chain_id = 'rouged-live-other';
    });
    await expectRefusal({ dataDir }, FAILED, /belongs to chain rouged-live-1, .* configured for rouged-live-other/);
    editGenesis(dataDir, (document) => {
      document.chain_id = 'rouged-live-1';
    });
    await expectStart(dataDir);
  });

  test('on a data directory that was started with another genesis file', async () => {
    const dataDir = copyOf(template.dataDir);
    editGenesis(dataDir, (document) => {
      document.initial_allocations = [{ address: template.address, amount: '1' }];
    });
    await expectRefusal({ dataDir }, FAILED, /was started with another genesis file/);
    editGenesis(dataDir, (document) => {
      document.initial_allocations = [];
    });
    await expectStart(dataDir);
  });

  test('on a data directory of another format', async () => {
    const dataDir = copyOf(template.dataDir);
    await changeStore(dataDir, (batch) => batch.put(metaKey('format'), utf8('9')));
    await expectRefusal(
      { dataDir },
      FAILED,
      /has format 9, this version reads format 2: use the version that wrote it/,
    );
    await changeStore(dataDir, (batch) => batch.put(metaKey('format'), utf8('1')));
    await expectRefusal({ dataDir }, FAILED, /has format 1, .*: move its blocks with rouged export and rouged import/);
    await changeStore(dataDir, (batch) => batch.put(metaKey('format'), utf8(STORE_FORMAT)));
    await expectStart(dataDir);
  });

  test('on a state that is not that of its tip', async () => {
    const dataDir = copyOf(template.dataDir);
    // A record of an account in the first table that no block created.
    const { key, value } = await withStore(dataDir, async (store) => {
      const [entry] = await store.range({ gte: Uint8Array.of(1), lt: Uint8Array.of(0x80), limit: 1 });
      if (!entry) throw new Error('the state is empty');
      return entry;
    });
    const forged = value.slice();
    forged.set([(forged.at(-1) ?? 0) ^ 1], forged.length - 1);
    await changeStore(dataDir, (batch) => batch.put(key, forged));
    await expectRefusal({ dataDir }, FAILED, /the stored state at height 1 has root .* the database is damaged/);
  });

  test('on a chain whose tip is missing', async () => {
    const dataDir = copyOf(template.dataDir);
    await changeStore(dataDir, (batch) => batch.delete(blockKey(1)));
    await expectRefusal({ dataDir }, FAILED, /names a tip whose block is missing/);
  });

  test.each(['rougechain-mainnet-1', 'rougechain-devnet-1'])('of the public chain %s', async (chainId) => {
    const dataDir = temporaryDirectory();
    prepareDataDirectory(dataDir, { chainId });
    await expectRefusal({ dataDir }, FAILED, /belongs to a public network/);
    await expectRefusal({ dataDir, flags: ['--chain-id', chainId] }, FAILED, /belongs to a public network/);
  });

  test('on a port that is taken', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('the server has no port');
    const dataDir = copyOf(template.dataDir);
    await expectRefusal({ dataDir, port: address.port }, FAILED, new RegExp(String(address.port)));
    await expectStart(dataDir);
  });

  // Windows has no such modes.
  test.runIf(hasFileModes)('with a key file that others can read', async () => {
    const dataDir = copyOf(template.dataDir);
    const path = join(dataDir, 'node-keys.json');
    chmodSync(path, 0o640);
    await expectRefusal({ dataDir }, FAILED, /the key file .* is open to other users; run: chmod 600 /);
    chmodSync(path, 0o600);
    await expectStart(dataDir);
  });

  test.each([
    ['no JSON', (): string => '{"chain_id":', FAILED, /genesis\.json: /],
    ['not an object', (): string => '[]', FAILED, /genesis\.json: /],
    [
      'an unknown member',
      (text: string) => text.replace('"faucet_enabled"', '"faucet_enable"'),
      FAILED,
      /faucet_enable/,
    ],
    ['no validator', (text: string) => text.replace('"initial_validators"', '"_"'), FAILED, /genesis\.json: /],
    ['a bad amount', (text: string) => text.replace('"100000"', '"-1"'), FAILED, /stake/],
  ] as const)('with a genesis file that is broken: %s', async (_name, edit, code, sentence) => {
    const dataDir = temporaryDirectory();
    prepareDataDirectory(dataDir);
    const path = join(dataDir, 'genesis.json');
    writeFileSync(path, edit(readFileSync(path, 'utf8')));
    await expectRefusal({ dataDir }, code, sentence);
  });

  test.each([
    ['no genesis file', ['--genesis', '/nowhere/genesis.json'], FAILED, /\/nowhere\/genesis\.json cannot be read/],
    ['another chain id', ['--chain-id', 'rouged-else-1'], FAILED, /--chain-id is rouged-else-1, but/],
    ['an unknown flag', ['--minee'], BAD_CONFIGURATION, /--minee.*--mine/],
    ['a bad value', ['--verify-workers', 'many'], BAD_CONFIGURATION, /--verify-workers/],
    ['a bad whitelist', ['--faucet-whitelist', 'nobody'], BAD_CONFIGURATION, /--faucet-whitelist/],
  ] as const)('with %s on the command line', async (_name, flags, code, sentence) => {
    await expectRefusal({ dataDir: copyOf(template.dataDir), flags }, code, sentence);
  });
});
