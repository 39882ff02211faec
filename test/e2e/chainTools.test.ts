/** Export, import, verify-db and backup as an operator runs them: the built program against a running node under
 *  load. One command checks the output of another. */

import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getJson } from '../crash/crashedChain.js';
import { feed, signTransfers, untilStanding } from '../crash/nodeLoad.js';
import { ONE_SENTENCE, type Ran, runProgram } from '../crash/runProgram.js';
import { exchange } from '../support/httpClient.js';
import { type LiveNode, startNode } from '../support/liveNode.js';
import { SeededRandom, testSeed } from '../support/random.js';
import { signingActor } from '../support/transactions.js';

const actors = [1, 2, 3].map((number) => signingActor(`chain tools: ${number}`));
const TRANSFERS = 60;
const SLOW_MACHINE_MS = 180_000;

let root: string;
let node: LiveNode;
let tip: { height: number; hash: string };
/** Made while the node ran and made blocks. */
let liveBackup: string;
let liveExport: string;

const at = (name: string): string => join(root, name);
const genesis = (): string => join(node.dataDir, 'genesis.json');
const lines = (path: string): string[] => readFileSync(path, 'utf8').trimEnd().split('\n');

async function succeeds(...words: string[]): Promise<Ran> {
  const ran = await runProgram(words);
  expect(ran.code, `${words.join(' ')}: ${ran.err}`).toBe(0);
  return ran;
}

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'rouged-chain-tools-'));
  const allocations = actors.map(({ address }) => ({ address, amount: '1000' }));
  node = await startNode({ genesis: { allocations, faucet: true }, flags: ['--heartbeat-ms', '3600000'] });
  const transfers = signTransfers(actors, TRANSFERS, new SeededRandom(testSeed()));
  await feed(node.url, transfers.slice(0, TRANSFERS / 2));
  liveBackup = at('live backup');
  liveExport = at('live.jsonl');
  const fed = feed(node.url, transfers.slice(TRANSFERS / 2));
  await succeeds('backup', liveBackup, '--data-dir', node.dataDir);
  await succeeds('export', liveExport, '--url', node.url);
  await fed;
  await untilStanding(node.url);
  const { json } = await exchange(node.url, '/api/stats');
  const height = Number(json?.network_height);
  const shown = await getJson(node.url, `/api/block/${height}`);
  const { hash } = shown.block as { readonly hash: string };
  tip = { height, hash };
  expect(height).toBeGreaterThan(3);
}, SLOW_MACHINE_MS);

afterAll(async () => {
  await node?.remove();
  if (root) rmSync(root, { recursive: true, force: true });
});

describe('beside a running node', () => {
  test('the commands that need the directory for themselves say what to do', async () => {
    for (const words of [
      ['export', at('busy.jsonl'), '--data-dir', node.dataDir],
      ['import', liveExport, '--data-dir', node.dataDir],
      ['verify-db', '--data-dir', node.dataDir],
    ]) {
      const { code, err } = await runProgram(words);
      expect(code, words[0]).not.toBe(0);
      expect(err).toMatch(ONE_SENTENCE);
      expect(err).toContain('in use by another node');
    }
  });

  test('the control door refuses clients without its token', async () => {
    const path = join(node.dataDir, 'control.json');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const { url } = JSON.parse(readFileSync(path, 'utf8')) as { url: string };
    const body = JSON.stringify({ directory: at('stolen') });
    for (const headers of [{}, { authorization: 'Bearer x' }, { authorization: `Bearer ${'0'.repeat(64)}` }])
      expect((await fetch(`${url}/backup`, { method: 'POST', headers, body })).status).toBe(401);
    expect(existsSync(at('stolen'))).toBe(false);
  });

  test('a backup goes into no directory that holds anything', async () => {
    const { code, err } = await runProgram(['backup', liveBackup, '--data-dir', node.dataDir]);
    expect(code).toBe(2);
    expect(err).toContain('is not empty');
    const own = await runProgram(['backup', node.dataDir, '--data-dir', node.dataDir]);
    expect(own.code).toBe(2);
  });
});

describe('when the node has stopped', () => {
  const whole = (): string => at('whole.jsonl');

  beforeAll(async () => {
    await node.stop();
  });

  test('its control door is gone, and its chain is sound', async () => {
    expect(existsSync(join(node.dataDir, 'control.json'))).toBe(false);
    const { out } = await succeeds('verify-db', '--data-dir', node.dataDir, '--json');
    expect(JSON.parse(out)).toMatchObject({ height: tip.height, transactions: TRANSFERS, findings: [] });
  });

  test('a backup made under load is a sound chain without key and journal, at one height of the same chain', async () => {
    const { out } = await succeeds('verify-db', '--data-dir', liveBackup, '--json');
    const { height, findings } = JSON.parse(out) as { height: number; findings: unknown[] };
    expect(findings).toEqual([]);
    const manifest = JSON.parse(readFileSync(join(liveBackup, 'backup.json'), 'utf8')) as Record<string, unknown>;
    expect(manifest.height).toBe(height);
    await succeeds('export', whole(), '--data-dir', node.dataDir);
    const blocks = lines(whole()).map((line) => JSON.parse(line) as { hash: string });
    expect(manifest.hash).toBe(blocks[height]?.hash);
    for (const name of ['node-keys.json', 'sign-journal.bin', 'vote-journal.bin', 'control.json'])
      expect(existsSync(join(liveBackup, name)), name).toBe(false);
  });

  test('an export from the running node is continued from the directory, byte by byte as from it alone', async () => {
    const before = lines(liveExport).length;
    await succeeds('export', liveExport, '--data-dir', node.dataDir);
    expect(readFileSync(liveExport).equals(readFileSync(whole()))).toBe(true);
    expect(lines(liveExport)).toHaveLength(tip.height + 1);
    console.log(`${before} blocks exported while running, ${tip.height + 1} in all`);
  });

  test('an export that was cut off inside a line is continued; one of another chain is refused', async () => {
    const cut = at('cut.jsonl');
    copyFileSync(whole(), cut);
    truncateSync(cut, statSync(whole()).size - 1_000);
    await succeeds('export', cut, '--data-dir', node.dataDir);
    expect(readFileSync(cut).equals(readFileSync(whole()))).toBe(true);
    const other = at('other.jsonl');
    writeFileSync(other, `${JSON.stringify({ header: { height: 1 }, hash: '00'.repeat(32) })}\n`);
    const refused = await runProgram(['export', other, '--data-dir', node.dataDir]);
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('another chain')]);
    writeFileSync(other, 'not a block\n');
    expect((await runProgram(['export', other, '--data-dir', node.dataDir])).err).toContain('is no block');
  });

  test('an import that stopped in the middle goes on, and its chain is the same', async () => {
    const target = at('imported');
    const words = ['import', whole(), '--data-dir', target, '--genesis', genesis()];
    const part = at('part.jsonl');
    writeFileSync(part, `${lines(whole()).slice(0, 3).join('\n')}\n{"header":`);
    const stopped = await runProgram(['import', part, ...words.slice(2)]);
    expect(stopped.code).toBe(1);
    expect(stopped.err).toMatch(/line 4 of .*: this is no block: it is not JSON/);
    // The certificate of block 2 is in the line that is cut off.
    expect(stopped.out).toContain('blocks imported: 1; the chain is at height 1');
    const { out } = await succeeds(...words);
    expect(out).toContain(`the chain is at height ${tip.height}, hash ${tip.hash}`);
    expect(JSON.parse(lines(whole()).at(-1) ?? '')).toMatchObject({ certificate: { height: tip.height } });
    expect((await succeeds(...words)).out).toContain('blocks imported: 0;');
    const verified = await succeeds('verify-db', '--data-dir', target, '--genesis', genesis());
    expect(verified.out).not.toMatch(/certificate of its newest block/);
    const back = at('back.jsonl');
    await succeeds('export', back, '--data-dir', target, '--to-height', String(tip.height - 1));
    await succeeds('export', back, '--data-dir', target);
    expect(readFileSync(back).equals(readFileSync(whole()))).toBe(true);
    // A file that ends below the tip leaves out its last block, and says so.
    await succeeds('export', at('below.jsonl'), '--data-dir', target, '--to-height', String(tip.height - 1));
    const below = await succeeds('import', at('below.jsonl'), '--data-dir', at('below'), '--genesis', genesis());
    expect(below.out).toContain(`the chain is at height ${tip.height - 2},`);
    expect(`${below.out}${below.err}`).toContain(`block ${tip.height - 1} stays out`);
  });

  test('an import refuses what a peer could not send', async () => {
    type Json = Record<string, unknown> & { header: Record<string, unknown>; txs: Record<string, unknown>[] };
    const blocks = lines(whole()).map((line) => JSON.parse(line) as Json);
    const filled = blocks.findIndex(({ txs, header }) => txs.length > 0 && Number(header.height) > 1);
    const flipped = (hex: unknown): string => `${String(hex).slice(0, -1)}${String(hex).endsWith('0') ? '1' : '0'}`;
    const spoil: readonly (readonly [string, (block: Json) => object, RegExp])[] = [
      [
        'a transaction signature',
        ({ txs: [first, ...rest] }) => ({ txs: [{ ...first, sig: flipped(first?.sig) }, ...rest] }),
        /signature/,
      ],
      ['a proposer signature', ({ proposer_sig: sig }) => ({ proposer_sig: flipped(sig) }), /signature/],
      ['a missing transaction', ({ txs }) => ({ txs: txs.slice(1) }), /tx_hash/],
      ['a time', ({ header }) => ({ header: { ...header, time: Number(header.time) + 1 } }), /signature/],
      ['a chain id', ({ header }) => ({ header: { ...header, chain_id: 'other' } }), /signature/],
      ['no header', () => ({ header: undefined }), /header must be an object/],
      ['no list', () => ({ txs: 'x' }), /txs must be a list/],
      ['half hex', () => ({ proposer_sig: 'abc' }), /proposer_sig must be hex/],
      ['a hash', () => ({ hash: '00'.repeat(32) }), /line \d+ of .*: the hash of block \d+ is/],
      [
        'a gap',
        ({ header }) => ({ header: { ...header, height: Number(header.height) + 1 }, hash: undefined }),
        /has to follow/,
      ],
      ['no certificate', () => ({ parent_certificate: undefined }), /the next block carries no certificate of it/],
    ];
    const tried = new SeededRandom(testSeed()).cases(spoil, 5);
    for (const [name, change, reason] of tried) {
      const sound = blocks[filled] as Json;
      const block = { ...sound, hash: undefined, ...change(sound) };
      const file = at('spoilt.jsonl');
      const good = blocks.slice(0, filled).map((one) => JSON.stringify(one));
      // The next block holds the certificate without which the spoilt one would not be looked at.
      const following = JSON.stringify(blocks[filled + 1]);
      writeFileSync(file, `${[...good, JSON.stringify(block), following].join('\n')}\n`);
      const target = at(`refusing ${name}`);
      const { code, err } = await runProgram(['import', file, '--data-dir', target, '--genesis', genesis()]);
      expect(code, name).toBe(1);
      expect(err, name).toMatch(reason);
    }
    console.log(`${tried.length} spoilt blocks refused`);
  });

  test('a restored backup runs again and makes blocks once its journal is given up', async () => {
    copyFileSync(join(node.dataDir, 'node-keys.json'), join(liveBackup, 'node-keys.json'));
    const silent = await startNode({ dataDir: liveBackup });
    const { json } = await exchange(silent.url, '/api/health');
    expect(json?.status).toBe('degraded');
    await silent.stop();
    await succeeds('keys', 'reset-journal', '--yes', '--data-dir', liveBackup);
    const restored = await startNode({ dataDir: liveBackup });
    expect((await exchange(restored.url, '/api/health')).json?.status).toBe('ok');
    await untilStanding(restored.url);
    await restored.stop();
    await succeeds('verify-db', '--data-dir', liveBackup);
  });

  test('a damaged database is reported as damaged, not as missing', async () => {
    const damage: readonly (readonly [string, (path: string) => void])[] = [
      ['a table cut short', (path) => truncateSync(path, statSync(path).size - 100)],
      ['a table that is gone', (path) => rmSync(path)],
      [
        'a bit of a table',
        (path) => {
          const bytes = readFileSync(path);
          bytes[100] = (bytes[100] as number) ^ 1;
          writeFileSync(path, bytes);
        },
      ],
    ];
    for (const [name, change] of damage) {
      const copy = at(`damaged ${name}`);
      cpSync(node.dataDir, copy, { recursive: true });
      const tables = readdirSync(join(copy, 'db')).filter((file) => file.endsWith('.sst'));
      expect(tables.length, name).toBeGreaterThan(0);
      for (const table of tables) change(join(copy, 'db', table));
      const { code, out } = await runProgram(['verify-db', '--data-dir', copy]);
      expect(code, name).toBe(1);
      expect(out, name).toMatch(/^damaged/);
    }
  });

  test('missing arguments, files and chains are reported in one sentence', async () => {
    for (const [words, part] of [
      [['export'], 'needs a file'],
      [['import'], 'needs a file'],
      [['backup'], 'needs the directory'],
      [['verify-db', '--data-dir', at('nowhere')], 'no genesis file'],
      [['verify-db', '--data-dir', at('nowhere'), '--genesis', genesis()], 'no chain'],
      [['backup', at('b'), '--data-dir', at('nowhere'), '--genesis', genesis()], 'no chain'],
      [['export', at('e.jsonl'), '--url', 'http://127.0.0.1:9'], 'no node answers'],
      [['export', at('e.jsonl'), 'too', 'many'], 'unexpected'],
      [['import', at('nothing.jsonl'), '--data-dir', at('i'), '--genesis', genesis()], 'there is no file'],
    ] as const) {
      const { code, err } = await runProgram(words);
      expect(code, words.join(' ')).not.toBe(0);
      expect(err).toMatch(ONE_SENTENCE);
      expect(err).toContain(part);
    }
  });
});
