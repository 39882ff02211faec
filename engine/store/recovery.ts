/** Start-up: restores the exact head of the chain from what is on disk.
 *
 *  In: the store, the genesis of the configured network, an empty state. Out: the state after the last durable block,
 *  with its root proven equal to the header's, the replay guard of the last ten minutes, and the tip. Anything that does not
 *  fit (another chain, another genesis file, another format, a wrong root) stops the start with an explanation. */

import { asBuffer, bytesEqual, fromHex, readU64, toHex, u64Bytes, utf8, utf8Text } from '../base/bytes.js';
import { errorText, invariant, isRefusal } from '../base/refusal.js';
import type { Tip } from '../chain/block.js';
import type { Certificate } from '../chain/certificate.js';
import type { ChainRules } from '../consensus/production.js';
import { genesisState } from '../ledger/genesisState.js';
import { ReplayGuard } from '../ledger/replayGuard.js';
import { ledgerTables } from '../ledger/tables.js';
import { State } from '../state/state.js';
import { ImageReader } from '../state/stateImage.js';
import { stateKey } from '../state/table.js';
import { BatchWriter, readBatch } from './batch.js';
import { changeMode, type Keeping, type Kept, readKept, whyNotKeep } from './keeping.js';
import {
  blockKey,
  bucketKey,
  eventsKey,
  FIRST_STORE_TABLE,
  hashKey,
  heightKey,
  metaKey,
  publicKeyKey,
  storeTables,
} from './keys.js';
import type { KeyReader, StorePort } from './port.js';
import {
  BUCKET_MS,
  type Bucket,
  decodeBucket,
  decodeEventRange,
  decodeStoredBlock,
  type EventRange,
  encodeStoredBlock,
  NO_EVENTS,
  type StoredBlock,
} from './records.js';
import { fillReplayGuard } from './replayTags.js';
import type { FoundState, StateFilePort } from './stateFile.js';
import { tipCertificate } from './tipCertificate.js';
import { VoteLog } from './voteLog.js';

/** Raised when a stored byte changes its meaning; an older directory is then refused with instructions. */
export const STORE_FORMAT = '2';

/** Blocks of this format lack only the numbers of their events, which an import makes. */
const OLDER_FORMAT = '1';

/** All records of the state. */
export const STATE_RANGE = { gte: Uint8Array.of(1), lt: Uint8Array.of(FIRST_STORE_TABLE) };

const UNRESTORED =
  'a snapshot was being restored here and is not complete: run rouged snapshot restore again, or use another --data-dir';

/** The node cannot start on this data directory. The message is for its operator. */
export class RecoveryError extends Error {
  override readonly name = 'RecoveryError';
}

export interface Recovered {
  readonly state: State;
  readonly replay: ReplayGuard;
  readonly tip: Tip;
  /** Header and record of the tip. */
  readonly tipBlock: StoredBlock;
  /** The tip's own certificate. Absent in the directory of a version that did not keep it, and on heights that have none. */
  readonly certificate: Certificate | undefined;
  /** The bucket that holds the tip's time. */
  readonly bucket: Bucket;
  /** Numbers of the tip's events. */
  readonly events: EventRange;
  /** Numbers of the oldest block that the log of events holds; `NO_EVENTS` while it holds none. */
  readonly oldestEvents: EventRange;
  readonly votes: VoteLog;
  /** What the directory keeps of its chain. */
  readonly kept: Kept;
  /** Set while the state is the one of a file (`stateFile.ts`): proves it and fills the replay guard. Before that has ended, nothing
   *  may be signed, no block made or taken, and no transaction judged. @throws StateFileFault. */
  readonly prove: (() => Promise<void>) | undefined;
}

export const tipOf = (block: StoredBlock): Tip => ({
  height: block.header.height,
  hash: block.hash,
  time: block.header.time,
  transactionCount: block.transactionCount,
  totalTransactions: block.firstOrdinal + block.transactionCount,
});

export const bucketStart = (time: number): number => Math.floor(time / BUCKET_MS) * BUCKET_MS;

/** @param secret 16 random bytes for a process that others can send to.
 *  @param stateFile where the process before may have left its state. */
export async function recover(
  store: StorePort,
  rules: ChainRules,
  secret?: Uint8Array,
  stateFile?: StateFilePort,
): Promise<Recovered> {
  const format = await store.get(metaKey('format'));
  if (!format) {
    if (await store.get(metaKey('restore'))) throw new RecoveryError(UNRESTORED);
    await refuseLostChain(store);
    return startChain(store, rules, secret);
  }
  checkFormat(utf8Text(format));
  await checkChain(store, rules);
  const tipBlock = await readTip(store);
  const found = stateFile && (await findState(stateFile, rules, tipBlock));
  const state = found?.state ?? (await loadState(store, rules, secret));
  const expected = tipBlock.header.state_root;
  const root = toHex(state.root());
  if (expected !== undefined && root !== expected)
    throw new RecoveryError(
      `the stored state at height ${tipBlock.header.height} has root ${root}, its block says ${expected}: the database is damaged; restore a backup or sync again`,
    );
  if (takesWrites(store)) await removeOrphans(store, tipBlock.header.height);
  const kept = await readKept(store);
  const replay = new ReplayGuard(secret);
  const remember = async (): Promise<void> => {
    const first = await fillReplayGuard(replay, store, tipBlock, kept.blocksFrom);
    // A snapshot of this chain needs one block below those that the rule asks about.
    if (kept.blocksFrom > 1 && first > kept.blocksFrom && takesWrites(store)) await dropRestored(store);
  };
  if (!found) await remember();
  const start = bucketStart(tipBlock.header.time);
  const bucket = await store.get(bucketKey(start));
  return {
    state,
    replay,
    tip: tipOf(tipBlock),
    tipBlock,
    certificate: await tipCertificate(store, tipBlock.header.height),
    bucket: bucket ? decodeBucket(start, bucket) : { start, blocks: 0, transactions: 0 },
    ...(await readEventLog(store, tipBlock.header.height)),
    votes: await VoteLog.read(store),
    kept,
    prove:
      found && (() => Promise.all([found.check(store.rangeStream(STATE_RANGE)), remember()]).then(() => undefined)),
  };
}

/** The state that the process before has left for this tip; undefined when it left none that can be used. */
async function findState(
  stateFile: StateFilePort,
  { genesis, protocol }: ChainRules,
  { header, hash }: StoredBlock,
): Promise<(Pick<FoundState, 'check'> & { readonly state: State }) | undefined> {
  const { height, state_root: root } = header;
  // A genesis block says no root that the state could be checked against.
  if (root === undefined) return undefined;
  const found = await stateFile.find({ chain: genesis.chainId, genesis: genesis.fileHash, height, hash, root });
  if (!found) return undefined;
  try {
    const state = State.restore(ledgerTables, protocol.stateTree, new ImageReader(found.parts));
    if (toHex(state.root()) === root) return { state, check: found.check };
    stateFile.dismiss('its root is not the one of the tip');
  } catch (error) {
    stateFile.dismiss(errorText(error));
  }
  return undefined;
}

/** Deletes the blocks that a snapshot brought when the replay rule asks about none of them any more. */
async function dropRestored(store: StorePort): Promise<void> {
  const { recent } = storeTables;
  const range = { gte: Uint8Array.of(recent), lt: Uint8Array.of(recent + 1) };
  const left = await store.range({ ...range, limit: 1, keysOnly: true });
  if (left.length > 0) await store.deleteRange('default', range.gte, range.lt);
}

function* recordsOf(state: State): Generator<readonly [Uint8Array, Uint8Array]> {
  for (const table of ledgerTables)
    for (const [key, value] of state.entries(table)) yield [stateKey(table, key), table.encode(value)];
}

/** Lets the directory keep what the operator asks for from now on. @throws RecoveryError when it cannot. */
export async function keepAs(store: StorePort, recovered: Recovered, { mode }: Keeping): Promise<Recovered> {
  const { kept, tip } = recovered;
  const problem = whyNotKeep(kept, mode, tip.height);
  if (problem !== undefined) throw new RecoveryError(problem);
  // Another mode may write the records into the database.
  if (mode !== kept.mode) await recovered.prove?.();
  const prove = mode === kept.mode ? recovered.prove : undefined;
  return { ...recovered, prove, kept: await changeMode(store, kept, mode, tip.height, recordsOf(recovered.state)) };
}

/** A store that was opened on a full disk is only read; what is to be removed waits until it takes writes. */
const takesWrites = (store: StorePort): boolean => store.stats().writeFailure === undefined;

/** @throws RecoveryError with instructions for making the blocks usable by this version. */
function checkFormat(format: string): void {
  if (format === STORE_FORMAT) return;
  const way =
    format === OLDER_FORMAT
      ? 'move its blocks with rouged export and rouged import into a new --data-dir'
      : 'use the version that wrote it, or another --data-dir';
  throw new RecoveryError(`the data directory has format ${format}, this version reads format ${STORE_FORMAT}: ${way}`);
}

async function checkChain(store: StorePort, { genesis }: ChainRules): Promise<void> {
  const chain = utf8Text((await store.get(metaKey('chain'))) ?? new Uint8Array());
  if (chain !== genesis.chainId)
    throw new RecoveryError(
      `the data directory belongs to chain ${chain}, this node is configured for ${genesis.chainId}: choose another --data-dir`,
    );
  const file = utf8Text((await store.get(metaKey('genesis'))) ?? new Uint8Array());
  if (file !== genesis.fileHash)
    throw new RecoveryError(
      `the data directory was started with another genesis file for chain ${chain} (its hash is ${file.slice(0, 16)}, this file's is ${genesis.fileHash.slice(0, 16)}): use that file, or another --data-dir`,
    );
}

/** The last durable block. @throws RecoveryError when there is none. */
export async function readTip(store: StorePort): Promise<StoredBlock> {
  const height = await store.get(metaKey('tip'));
  if (!height) throw new RecoveryError('the data directory holds no chain');
  const record = await store.get(blockKey(readU64(height, 0)));
  if (!record)
    throw new RecoveryError('the data directory names a tip whose block is missing: restore a backup or sync again');
  try {
    return decodeStoredBlock(record);
  } catch (error) {
    throw new RecoveryError('the record of the newest block cannot be read: restore a backup or sync again', {
      cause: error,
    });
  }
}

/** @throws RecoveryError for a record that cannot be read. */
export async function loadState(store: StorePort, { protocol }: ChainRules, secret?: Uint8Array): Promise<State> {
  const state = new State(ledgerTables, protocol.stateTree, undefined, secret);
  for await (const chunk of store.rangeStream(STATE_RANGE)) loadChunk(state, chunk);
  state.finishLoad();
  return state;
}

/** @throws RecoveryError for a record that no table takes. */
function loadChunk(state: State, chunk: Uint8Array): void {
  try {
    readBatch(chunk, {
      put: (key, value) => state.loadRecord(key, value),
      delete: () => invariant(false, 'a range holds puts only'),
    });
  } catch (error) {
    throw new RecoveryError(
      `the stored state cannot be read: ${error instanceof Error ? error.message : String(error)}; restore a backup or sync again`,
      { cause: error },
    );
  }
}

/** Bodies, signatures and balances are written before the batch that makes their block exist. */
export async function removeOrphans(store: StorePort, tip: number): Promise<void> {
  const end = new Uint8Array(8).fill(0xff);
  for (const family of ['bodies', 'signatures', 'balances'] as const)
    await store.deleteRange(family, heightKey(tip + 1), end);
}

/** Numbers of a block's events. @throws RecoveryError when they are missing. */
export async function readEventRange(store: KeyReader, height: number): Promise<EventRange> {
  if (height === 0) return NO_EVENTS;
  const bytes = await store.get(eventsKey(height));
  if (!bytes)
    throw new RecoveryError(`the event numbers of block ${height} are missing: restore a backup or sync again`);
  return decodeEventRange(height, bytes);
}

async function readEventLog(store: StorePort, tip: number): Promise<Pick<Recovered, 'events' | 'oldestEvents'>> {
  const pruned = await store.get(metaKey('events-from'));
  const oldest = pruned ? readU64(pruned, 0) : 1;
  // The mark becomes durable before the deletion below it; this completes a deletion that was cut off.
  if (pruned && takesWrites(store)) await store.deleteRange('balances', heightKey(0), heightKey(oldest));
  return {
    events: await readEventRange(store, tip),
    oldestEvents: oldest > tip ? NO_EVENTS : await readEventRange(store, oldest),
  };
}

/** An empty database beside a sign journal has lost its chain: no node signs before the genesis state is durable. */
async function refuseLostChain(store: StorePort): Promise<void> {
  const left = await store.range({ gte: new Uint8Array(), lt: new Uint8Array(), limit: 1, keysOnly: true });
  if (left.length > 0)
    throw new RecoveryError(
      'the database holds records, but not the format that they have: it is damaged; restore a backup or use another --data-dir',
    );
  if (await store.journalRead())
    throw new RecoveryError(
      'the database is empty, but the sign journal beside it says that this node has signed blocks: the chain is lost; restore a backup of the whole data directory, or use another --data-dir for a new chain',
    );
}

/** The block before the first: its whole content is in the genesis file. */
function genesisBlockOf({ genesis, protocol }: ChainRules): StoredBlock {
  const { header, headerBytes, proposerSignature, hash } = protocol.genesisBlock(genesis);
  return {
    header,
    headerBytes,
    proposerSignature: fromHex(proposerSignature) ?? new Uint8Array(),
    hash,
    certificate: undefined,
    transactionCount: 0,
    firstOrdinal: 0,
    fees: 0n,
  };
}

/** Puts what every directory of a chain holds from its first write on: which chain it is, the genesis block, the keys of the genesis
 *  file. */
export function putBeginning(batch: BatchWriter, rules: ChainRules): void {
  const { genesis } = rules;
  const block = genesisBlockOf(rules);
  batch.put(blockKey(0), encodeStoredBlock(block));
  batch.put(hashKey(fromHex(block.hash) ?? new Uint8Array()), u64Bytes(0));
  batch.put(metaKey('format'), utf8(STORE_FORMAT));
  batch.put(metaKey('chain'), utf8(genesis.chainId));
  batch.put(metaKey('genesis'), utf8(genesis.fileHash));
  const named = [...genesis.validators, ...genesis.allocations];
  for (const { account, publicKey } of named) if (publicKey) batch.put(publicKeyKey(account), publicKey);
}

/** Writes the genesis state and block into an empty directory. */
async function startChain(store: StorePort, rules: ChainRules, secret?: Uint8Array): Promise<Recovered> {
  const { genesis, protocol } = rules;
  const state = genesisState(genesis, protocol, secret);
  if (isRefusal(state)) throw new RecoveryError(`the genesis file: ${state.message}`);
  const tipBlock = genesisBlockOf(rules);
  const batch = new BatchWriter();
  for (const table of ledgerTables)
    for (const [key, value] of state.entries(table)) batch.putIn(table.id, key, table.encode(value));
  putBeginning(batch, rules);
  batch.put(metaKey('tip'), u64Bytes(0));
  await store.commit({ batch: batch.finish() });
  const start = bucketStart(genesis.time);
  return {
    state,
    replay: new ReplayGuard(secret),
    tip: tipOf(tipBlock),
    tipBlock,
    certificate: undefined,
    bucket: { start, blocks: 0, transactions: 0 },
    events: NO_EVENTS,
    oldestEvents: NO_EVENTS,
    votes: new VoteLog(),
    kept: await readKept(store),
    prove: undefined,
  };
}

/** Whether the block carries this key as its proposer. */
export const proposedBy = (block: StoredBlock, publicKey: Uint8Array): boolean =>
  bytesEqual(asBuffer(fromHex(block.header.proposer_pub_key) ?? new Uint8Array()), publicKey);
