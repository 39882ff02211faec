/** Bench of the archive: an account's balance at a random height, beside the same read at the tip, and what a block takes on the disk in
 *  each mode.
 *
 *  A read at a height is one search in the store's thread; one at the tip is a look into memory. The chain has blocks of transfers whose
 *  signatures are constants, and the same blocks are stored in each mode. */

import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { invariant, isRefusal } from '../../engine/base/refusal.js';
import type { Certificate } from '../../engine/chain/certificate.js';
import type { Candidate } from '../../engine/consensus/production.js';
import { accountOf } from '../../engine/ledger/funds.js';
import { ChainStore } from '../../engine/store/chainStore.js';
import { MODES, type Mode } from '../../engine/store/keeping.js';
import { Past } from '../../engine/store/past.js';
import { keepAs, recover } from '../../engine/store/recovery.js';
import { rulesOf, TestChain } from '../../test/support/chain.js';
import { SeededRandom } from '../../test/support/random.js';
import { type Actor, actor, transfer } from '../../test/support/transactions.js';
import { openStore } from '../../workers/store/openStore.js';
import { bundledFile } from '../../workers/threads/workerFile.js';
import { type BenchDefinition, besideFigure, type Figure, figureOf } from '../figures.js';

const UNBONDING = 5;
/** The fewest that this network allows, and time enough between blocks that the replay rule needs no more. */
const KEPT_BLOCKS = UNBONDING + 100;
const STEP_MS = 10_000;

interface Sizes {
  readonly blocks: number;
  readonly transfers: number;
  readonly accounts: number;
  readonly reads: number;
  readonly rounds: number;
}

interface Made {
  readonly candidate: Candidate;
  readonly signature: Uint8Array;
  readonly hash: string;
  readonly certificate: Certificate | undefined;
}

function makeChain({ blocks, transfers, accounts }: Sizes): {
  readonly chain: TestChain;
  readonly made: Made[];
  readonly actors: Actor[];
} {
  const actors = Array.from({ length: accounts }, (_, index) => actor(`archive ${index}`));
  const [validator] = actors as [Actor];
  const chain = new TestChain(
    rulesOf({
      validators: [{ actor: validator, stake: '10000' }],
      allocations: actors.map(({ address }) => ({ to: address, amount: '1000000' })),
      fees: { base_fee: '0.1', floor: '0.1', ceiling: '0.1' },
      unbondingBlocks: UNBONDING,
    }),
  );
  const random = new SeededRandom(7);
  const made: Made[] = [];
  while (made.length < blocks) {
    const time = chain.tip.time + STEP_MS;
    const items = Array.from({ length: transfers }, () => {
      const from = random.below(accounts);
      const to = (from + 1 + random.below(accounts - 1)) % accounts;
      return transfer({ signer: actors[from] as Actor, timestamp: time }, actors[to] as Actor, 1n);
    });
    const candidate = chain.build(items, time);
    const { block, hash } = chain.seal(candidate);
    chain.commit(candidate, hash);
    made.push({ candidate, signature: block.proposerSignature, hash, certificate: chain.certificate });
  }
  return { chain, made, actors };
}

async function diskOf(directory: string): Promise<number> {
  const folder = join(directory, 'db');
  let bytes = 0;
  for (const name of await readdir(folder)) if (!name.startsWith('LOG')) bytes += (await stat(join(folder, name))).size;
  return bytes;
}

interface Kept {
  readonly store: ChainStore;
  readonly end: () => Promise<number>;
}

async function keep(
  folder: string,
  mode: Mode,
  { chain, made }: Pick<ReturnType<typeof makeChain>, 'chain' | 'made'>,
): Promise<Kept> {
  const directory = join(folder, mode);
  const port = await openStore({ directory, queries: bundledFile('engine/stream/queries.js') });
  const recovered = await keepAs(port, await recover(port, chain.rules), { mode, blocks: KEPT_BLOCKS });
  const store = new ChainStore(port, recovered, undefined, undefined, KEPT_BLOCKS);
  for (const { candidate, signature, hash, certificate } of made)
    await store.commit(candidate, signature, hash, certificate);
  await store.pruned();
  return {
    store,
    end: async () => {
      await store.settled();
      await port.close();
      // A second start writes what is in the log into tables, as on a node that has run for long.
      const again = await openStore({ directory });
      await again.close();
      return diskOf(directory);
    },
  };
}

async function readFigures(store: ChainStore, world: ReturnType<typeof makeChain>, sizes: Sizes): Promise<Figure[]> {
  const { chain, actors } = world;
  const past = new Past(store, chain.rules.protocol.stateTree);
  const random = new SeededRandom(11);
  const single: number[] = [];
  const many: number[] = [];
  const tip: number[] = [];
  const read = async (): Promise<void> => {
    const { account } = random.pick(actors);
    const found = await past.read(random.below(sizes.blocks), (view) => accountOf(view, account));
    invariant(!isRefusal(found) && found.balance > 0n, 'a balance of the past is there');
  };
  let sum = 0n;
  for (let round = 0; round < sizes.rounds; round++) {
    let start = performance.now();
    for (let at = 0; at < sizes.reads; at++) await read();
    single.push(((performance.now() - start) * 1_000) / sizes.reads);
    start = performance.now();
    for (let at = 0; at < sizes.reads; at += 64) await Promise.all(Array.from({ length: 64 }, read));
    many.push(((performance.now() - start) * 1_000) / (64 * Math.ceil(sizes.reads / 64)));
    start = performance.now();
    for (let at = 0; at < sizes.reads; at++) sum += accountOf(chain.state, random.pick(actors).account).balance;
    tip.push(((performance.now() - start) * 1_000) / sizes.reads);
  }
  invariant(sum > 0n, 'the reads at the tip are done');
  return [
    figureOf('balance at the tip, until the answer', tip, 'us'),
    besideFigure('balance at a random height, one after the other, until the answer', single, tip, 'us'),
    besideFigure('balance at a random height, 64 at a time, for each', many, tip, 'us'),
  ];
}

async function run(folder: string, sizes: Sizes): Promise<Figure[]> {
  const world = makeChain(sizes);
  const figures: Figure[] = [];
  const disk = new Map<Mode, number>();
  for (const mode of MODES) {
    const { store, end } = await keep(folder, mode, world);
    if (mode === 'archive') figures.push(...(await readFigures(store, world, sizes)));
    disk.set(mode, await end());
  }
  const what = `of ${sizes.transfers} transfers on the disk`;
  const perBlock = (mode: Mode): number => (disk.get(mode) as number) / sizes.blocks;
  return [
    ...figures,
    figureOf(`a block ${what}, full`, [perBlock('full')], 'B'),
    besideFigure(`a block ${what}, archive`, [perBlock('archive')], [perBlock('full')], 'B'),
    figureOf(
      `${sizes.blocks} blocks of them, pruned to ${KEPT_BLOCKS}`,
      [(disk.get('pruned') as number) / 2 ** 20],
      'MB',
    ),
  ];
}

export const archive: BenchDefinition = {
  name: 'archive',
  about: 'a balance at a random height, beside one at the tip; bytes of a block on the disk in each mode',
  async run({ quick }) {
    const folder = await mkdtemp(join(tmpdir(), 'rouged-bench-'));
    const sizes = quick
      ? { blocks: 150, transfers: 5, accounts: 20, reads: 64, rounds: 2 }
      : { blocks: 1_000, transfers: 50, accounts: 1_000, reads: 2_048, rounds: 5 };
    try {
      return await run(folder, sizes);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};
