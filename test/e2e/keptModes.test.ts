/** Modes and snapshots as an operator uses them: a pruned directory makes a snapshot, a restored one runs in each mode that it can have,
 *  takes the blocks above, and is checked. */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Keeping } from '../../engine/store/keeping.js';
import { openStore } from '../../workers/store/openStore.js';
import { bundledFile } from '../../workers/threads/workerFile.js';
import { getJson } from '../crash/crashedChain.js';
import { ONE_SENTENCE, type Ran, runProgram } from '../crash/runProgram.js';
import { exchange } from '../support/httpClient.js';
import { KeptChain, KeptStore, LEAST_KEPT } from '../support/keptChain.js';
import { startNode } from '../support/liveNode.js';
import { SeededRandom, testSeed } from '../support/random.js';

const BLOCKS = 260;
/** Height of the first snapshot. */
const SNAPSHOT = 120;
const PRUNED = ['--mode', 'pruned', '--keep-blocks', String(LEAST_KEPT)];
const SLOW_MACHINE_MS = 180_000;

interface Made {
  readonly height: number;
  readonly hash: string;
  readonly folder: string;
}

let root: string;
let source: KeptChain;
let made: Made;
let lowestPruned: number;

const at = (name: string): string => join(root, name);
const genesisFile = (): string => at('genesis.json');

async function succeeds(words: readonly string[]): Promise<Ran> {
  const ran = await runProgram(words);
  expect(ran.code, `${words.join(' ')}: ${ran.err}${ran.out}`).toBe(0);
  return ran;
}

/** Opens a directory and follows the chain. @returns the lowest block that it has then. */
async function follow(name: string, keeping: Keeping, to = BLOCKS): Promise<number> {
  const directory = at(name);
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, 'genesis.json'), source.genesis);
  const port = await openStore({ directory, queries: bundledFile('engine/stream/queries.js') });
  const kept = await KeptStore.open(source, port, keeping);
  await kept.followPruned(to);
  const { blocksFrom } = kept.chain;
  await kept.close();
  return blocksFrom;
}

const makeIn = async (name: string): Promise<Made> =>
  JSON.parse((await succeeds(['snapshot', 'make', '--data-dir', at(name), '--json'])).out) as Made;

async function restore({ height, hash, folder }: Made, name: string): Promise<void> {
  const words = ['snapshot', 'restore', folder, '--data-dir', at(name), '--genesis', genesisFile()];
  await succeeds([...words, '--trusted-block', `${height}:${hash}`]);
}

const verified = async (name: string): Promise<string> => (await succeeds(['verify-db', '--data-dir', at(name)])).out;

/** Starts the directory, asks, and stops it again. */
async function asked<T>(name: string, flags: readonly string[], ask: (url: string) => Promise<T>): Promise<T> {
  const node = await startNode({ dataDir: at(name), mine: false, flags });
  try {
    return await ask(node.url);
  } finally {
    await node.stop();
  }
}

const keeps = (url: string) =>
  getJson(url, '/api/stats').then(({ mode, lowest_block_height: lowest, network_height: tip }) => [mode, lowest, tip]);

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'rouged-modes-'));
  source = KeptChain.signed().grow(BLOCKS, 1, 10_000);
  writeFileSync(genesisFile(), source.genesis);
  await follow('full', { mode: 'full', blocks: 1 }, SNAPSHOT);
  made = await makeIn('full');
  await follow('full', { mode: 'full', blocks: 1 });
  lowestPruned = await follow('pruned', { mode: 'pruned', blocks: LEAST_KEPT });
  await succeeds(['export', '--data-dir', at('full'), at('blocks.jsonl')]);
}, SLOW_MACHINE_MS);

afterAll(() => {
  if (root) rmSync(root, { recursive: true, force: true });
});

test(
  'a pruned directory is sound, makes a snapshot, and what is restored from it is sound and runs',
  async () => {
    expect(lowestPruned).toBeGreaterThan(50);
    expect(await verified('pruned')).toContain(`sound: blocks ${lowestPruned} to ${BLOCKS}, `);
    const second = await makeIn('pruned');
    expect(second).toMatchObject({ height: BLOCKS, hash: source.chain.tip.hash });
    await succeeds(['snapshot', 'verify', '--data-dir', at('pruned')]);
    await restore(second, 'from pruned');
    expect(await verified('from pruned')).toContain(`sound: no block above ${BLOCKS} yet, 0 transactions`);
    expect(await asked('from pruned', [], keeps)).toEqual(['full', BLOCKS + 1, BLOCKS]);
    expect(await asked('pruned', PRUNED, keeps)).toEqual(['pruned', lowestPruned, BLOCKS]);
  },
  SLOW_MACHINE_MS,
);

const modes: readonly { readonly mode: string; readonly flags: readonly string[] }[] = [
  { mode: 'full', flags: [] },
  { mode: 'pruned', flags: PRUNED },
];

test.each(new SeededRandom(testSeed()).cases(modes, 1))(
  'a directory restored from a snapshot runs in the mode $mode, takes the blocks above and is sound',
  async ({ mode, flags }) => {
    const name = `restored ${mode}`;
    const lowest = SNAPSHOT + 1;
    await restore(made, name);
    expect(await asked(name, flags, keeps)).toEqual([mode, lowest, SNAPSHOT]);
    await succeeds(['import', '--data-dir', at(name), at('blocks.jsonl')]);
    expect(await verified(name)).toContain(`sound: blocks ${lowest} to ${BLOCKS}, ${BLOCKS - SNAPSHOT} transactions`);
    const original = await asked('full', [], async (url) => [
      await getJson(url, `/api/block/${lowest}`),
      await getJson(url, `/api/block/${BLOCKS}`),
      await getJson(url, '/api/block/0'),
    ]);
    await asked(name, flags, async (url) => {
      expect(await keeps(url)).toEqual([mode, lowest, BLOCKS]);
      expect(await getJson(url, `/api/block/${lowest}`)).toEqual(original[0]);
      expect(await getJson(url, `/api/block/${BLOCKS}`)).toEqual(original[1]);
      expect(await getJson(url, '/api/block/0')).toEqual(original[2]);
      for (const path of [`/api/block/${SNAPSHOT}`, '/api/blocks?from_height=1', `/api/finality/${SNAPSHOT - 1}`]) {
        const { status, text } = await exchange(url, path);
        expect({ path, status, ...JSON.parse(text) }).toMatchObject({
          ...{ path, status: 410, code: 'pruned', lowest_height: lowest },
        });
      }
    });
    const exported = await runProgram(['export', '--data-dir', at(name), at(`${name}.jsonl`)]);
    expect(exported.code).toBe(1);
    expect(exported.err).toContain(`--from-height ${lowest}`);
    expect((await makeIn(name)).hash).toBe(source.chain.tip.hash);
  },
  SLOW_MACHINE_MS,
);

test(
  'a directory restored from a snapshot cannot be an archive, nor full again when it was pruned',
  async () => {
    await restore(made, 'no archive');
    const refused = async (name: string, ...flags: string[]): Promise<string> => {
      const ran = await runProgram(['--data-dir', at(name), '--api-port', '0', ...flags]);
      expect(ran.code).toBe(1);
      const said = ran.err.split('\n').find((line) => line.startsWith('rouged: ')) ?? '';
      expect(`${said}\n`).toMatch(ONE_SENTENCE);
      return said;
    };
    expect(await refused('no archive', '--mode', 'archive')).toContain(
      `no blocks below ${SNAPSHOT + 1}, and --mode archive needs them; start with --mode full`,
    );
    await asked('no archive', PRUNED, keeps);
    expect(await refused('no archive', '--mode', 'full')).toContain('start with --mode pruned');
  },
  SLOW_MACHINE_MS,
);
