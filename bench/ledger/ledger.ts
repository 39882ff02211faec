/** Bench of the ledger: what each kind of transaction costs the main thread, alone and in a mixed block, and what accounts
 *  and NFTs cost in memory.
 *
 *  In: nothing. Out: microseconds of one transaction by kind (of a batch mint for each NFT, of a swap for each pool that it
 *  goes through), each beside a transfer of the same run; the stages of a mixed block; bytes a million records. */

import { toHex } from '../../engine/base/bytes.js';
import { accountOfBytes } from '../../engine/crypto/address.js';
import { ReadingIndexes } from '../../engine/ledger/indexes/index.js';
import { collections, nftKey, nfts } from '../../engine/ledger/nftTables.js';
import { accounts, ledgerTables } from '../../engine/ledger/tables.js';
import { nativeProtocol } from '../../engine/protocol/native.js';
import { State } from '../../engine/state/state.js';
import { compare, type Way } from '../compare.js';
import { atMost, type BenchDefinition, type BenchOptions, type Figure, figureOf } from '../figures.js';
import { collectGarbage, timed } from '../measure.js';
import { bytesOf } from '../transfers.js';
import { crowd, openSwap } from './crowd.js';
import { BATCH, type Order, Scene } from './scene.js';

/** The promise: no kind costs more than this many microseconds of main thread time. */
const MOST_MICROSECONDS = 80;

const SENDERS = 512;
const ACCOUNTS = 100_000;
const QUICK_ACCOUNTS = 2_000;

/** Kinds and how many items each of their transactions counts as. */
const KINDS: readonly (readonly [operation: string, items: number])[] = [
  ['stake', 1],
  ['create_token', 1],
  ['mint_tokens', 1],
  ['update_token_metadata', 1],
  ['approve', 1],
  ['transfer_from', 1],
  ['token_freeze', 1],
  ['burn', 1],
  ['add_liquidity', 1],
  ['remove_liquidity', 1],
  ['swap', 1],
  ['nft_create_collection', 1],
  ['nft_mint', 1],
  ['nft_batch_mint', BATCH],
  ['nft_transfer', 1],
  ['nft_lock', 1],
  ['nft_burn', 1],
  ['nft_freeze_collection', 1],
];

const ITEMS = 256;
/** For kinds whose every item is large. */
const BATCHES = 16;

const ordersOf = (scene: Scene, operation: string, count: number): Order[] =>
  Array.from({ length: count }, (_, sender) => scene.order(operation, sender));

function wayOf(scene: Scene, operation: string, each: number): Way {
  const count = each > 1 ? BATCHES : ITEMS;
  const items = scene.transactions(ordersOf(scene, operation, count));
  return {
    name: each > 1 ? `${operation}, of ${each}, each` : operation,
    run: () => scene.execute(items),
    items: count * each,
  };
}

/** A block of a busy exchange, in hundredths. */
const MIX: readonly (readonly [hundredths: number, order: (scene: Scene, sender: number) => Order])[] = [
  [60, (scene, sender) => scene.order('transfer', sender)],
  [20, (scene, sender) => scene.order('swap', sender)],
  [5, (scene, sender) => scene.longSwap(sender)],
  [6, (scene, sender) => scene.order('nft_mint', sender)],
  [4, (scene, sender) => scene.order('nft_lock', sender)],
  [3, (scene, sender) => scene.order('approve', sender)],
  [1, (scene, sender) => scene.order('add_liquidity', sender)],
  [1, (scene, sender) => scene.order('create_token', sender)],
];

const MIXED = 4_000;
const QUICK_MIXED = 200;
const ROUNDS = 7;

function mixedOrders(scene: Scene, count: number): Order[] {
  const orders = MIX.flatMap(([hundredths, order]) =>
    Array.from({ length: (count * hundredths) / 100 }, (_, index) => order(scene, index)),
  );
  // Spread over the block as in real traffic: a stride that shares no factor with their number.
  return orders.map((_, index) => orders[(index * 1_009) % orders.length] as Order);
}

async function mixedBlock(scene: Scene, { quick }: BenchOptions): Promise<Figure[]> {
  const count = quick ? QUICK_MIXED : MIXED;
  const items = scene.transactions(mixedOrders(scene, count));
  const [apply, root, index]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round < (quick ? 2 : ROUNDS); round++) {
    // Every round begins with indexes that do not contain the block.
    const indexes = new ReadingIndexes(scene.state);
    await collectGarbage();
    const executed = timed(() => scene.execute(items));
    const prepared = timed(() => scene.state.prepare(executed.value.state));
    const indexed = timed(() => indexes.apply(prepared.value.changes));
    prepared.value.revert();
    apply.push((executed.milliseconds * 1_000) / count);
    root.push((prepared.milliseconds * 1_000) / count);
    index.push((indexed.milliseconds * 1_000) / count);
  }
  return [
    atMost(figureOf(`mixed block of ${count}: apply, each`, apply, 'us'), MOST_MICROSECONDS),
    figureOf('mixed block: state root, each', root, 'us'),
    figureOf('mixed block: reading indexes, each', index, 'us'),
  ];
}

const RECORDS = 1_000_000;
const QUICK_RECORDS = 2_000;

/** Memory outside the heap is freed some collections after the object that held it. */
const COLLECTIONS = 5;

/** Heap and memory outside it, in bytes. */
async function memory(): Promise<number> {
  for (let collection = 0; collection < COLLECTIONS; collection++) await collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

const accountAt = (index: number) => accountOfBytes(bytesOf(`account ${index}`, 32));

/** @returns megabytes per million records, for the state and for the reading indexes. */
async function bytesOfRecords(
  count: number,
  fill: (state: State) => void,
): Promise<{ state: number; indexes: number }> {
  const before = await memory();
  const state = new State(ledgerTables, nativeProtocol.stateTree);
  fill(state);
  state.finishLoad();
  const filled = await memory();
  const indexes = new ReadingIndexes(state);
  const after = await memory();
  const scale = RECORDS / count / 1e6;
  // Keeps both alive until here.
  if (state.size === 0 || indexes.pools.size > 0) throw new Error('the state of the bench is not as it was filled');
  return { state: (filled - before) * scale, indexes: (after - filled) * scale };
}

function fillAccounts(state: State, count: number): void {
  for (let index = 0; index < count; index++) {
    const value = accounts.encode({ balance: BigInt(index) * 1_000_003n, nonce: index % 100, activity: index % 200 });
    state.load(accounts.id, accountAt(index), value);
  }
}

const COLLECTION = 'col:0123456789abcdef:ART';

/** Each of two hundred thousand owners holds five. */
function fillNfts(state: State, count: number): void {
  const creator = accountAt(0);
  const collection = {
    number: 1,
    symbol: 'ART',
    creator,
    createdAt: 1,
    maxSupply: undefined,
    minted: count,
    burned: 0,
    royaltyBps: 500,
    royaltyRecipient: creator,
    frozen: false,
    publicMint: true,
    mintPrice: 0n,
    tokenGateSymbol: undefined,
    tokenGateAmount: 0n,
    discountPct: 100,
  };
  state.load(collections.id, COLLECTION, collections.encode(collection));
  for (let index = 0; index < count; index++) {
    const value = nfts.encode({
      owner: accountAt(index % Math.ceil(count / 5)),
      creator,
      name: `Picture ${index}`,
      metadataUri: `ipfs://${toHex(bytesOf(`uri ${index}`, 23))}`,
      attributes: '[{"trait_type":"colour","value":"red"}]',
      locked: false,
      mintedAt: 1_760_000_000_000,
      transferredAt: 1_760_000_000_000,
    });
    state.load(nfts.id, nftKey(1, index + 1), value);
  }
}

async function memoryFigures({ quick }: BenchOptions): Promise<Figure[]> {
  const count = quick ? QUICK_RECORDS : RECORDS;
  const ofAccounts = await bytesOfRecords(count, (state) => fillAccounts(state, count));
  const ofNfts = await bytesOfRecords(count, (state) => fillNfts(state, count));
  return [
    figureOf('a million accounts, state', [ofAccounts.state], 'MB'),
    figureOf('a million accounts, reading indexes', [ofAccounts.indexes], 'MB'),
    figureOf('a million NFTs, state', [ofNfts.state], 'MB'),
    figureOf('a million NFTs, reading indexes', [ofNfts.indexes], 'MB'),
  ];
}

async function measure(options: BenchOptions): Promise<Figure[]> {
  const scene = new Scene(options.quick ? QUICK_ACCOUNTS : ACCOUNTS, SENDERS);
  const longSwaps = scene.transactions(Array.from({ length: ITEMS }, (_, sender) => scene.longSwap(sender)));
  const crowded = new Scene(SENDERS, SENDERS);
  crowd(crowded);
  const openSwaps = crowded.transactions(Array.from({ length: ITEMS }, (_, sender) => openSwap(sender)));
  const [transfer, ...kinds] = await compare(
    {
      engine: wayOf(scene, 'transfer', 1),
      others: [
        ...KINDS.map(([operation, each]) => wayOf(scene, operation, each)),
        { name: 'swap through three pools, each', run: () => scene.execute(longSwaps), items: 3 * ITEMS },
        {
          name: 'swap by the best route, three of 1,000 pools, each',
          run: () => crowded.execute(openSwaps),
          items: 3 * ITEMS,
        },
      ],
      items: ITEMS,
    },
    options,
  );
  const limited = [transfer as Figure, ...kinds].map((figure) => atMost(figure, MOST_MICROSECONDS));
  return [...limited, ...(await mixedBlock(scene, options)), ...(await memoryFigures(options))];
}

export const ledger: BenchDefinition = {
  name: 'ledger',
  about: 'every kind of transaction applied, beside a transfer; a mixed block by stages; memory of accounts and NFTs',
  run: measure,
};
