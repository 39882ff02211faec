/** Checks a stored chain from the first byte to the last: everything is read again and everything derived is rebuilt.
 *
 *  In: a store, the rules and genesis of its network, a verifier. Out: what is wrong, each as a sentence, in the order of
 *  heights; nothing when the chain is sound. A second chain is executed in memory from genesis under every rule that a
 *  peer's block has to pass (hashes, links, signatures, certificates, execution, state root). What it would have written
 *  for each block is compared with what is stored, index keys and receipts included; at the end the stored state, the certificate of
 *  the newest block and the number of records of each table are compared. The audit repairs nothing. */

import { bytesEqual, fromHex, toBinary, toHex, u64Bytes, utf8Text } from '../base/bytes.js';
import { isRefusal } from '../base/refusal.js';
import type { Tip } from '../chain/block.js';
import { checkBlock } from '../consensus/blockCheck.js';
import type { ChainRules, ExecutedBlock } from '../consensus/production.js';
import { checkBlockSignatures } from '../head/blockSignatures.js';
import { inOrder } from '../head/importer.js';
import type { BlockVerifier } from '../intake/verifier.js';
import { genesisState } from '../ledger/genesisState.js';
import { ReplayGuard } from '../ledger/replayGuard.js';
import { ledgerTables } from '../ledger/tables.js';
import type { PoolItem } from '../mempool/mempool.js';
import { State } from '../state/state.js';
import { stateKey } from '../state/table.js';
import { archiveBatch } from '../store/archive.js';
import { balanceList, surveyBalances } from '../store/balanceLog.js';
import { BatchWriter, readBatch } from '../store/batch.js';
import { packBlock } from '../store/blockWrite.js';
import { CandleCheck } from '../store/candleCheck.js';
import { eventsAfter } from '../store/eventNumbers.js';
import { type Kept, readBlocksFrom, readKept } from '../store/keeping.js';
import {
  blockKey,
  FIRST_STORE_TABLE,
  hashKey,
  heightKey,
  keyNumber,
  metaKey,
  publicKeyKey,
  storeTables,
  trailKey,
} from '../store/keys.js';
import type { StorePort } from '../store/port.js';
import { type Bucket, type EventRange, NO_EVENTS, type StoredBlock } from '../store/records.js';
import { bucketStart, STORE_FORMAT, tipOf } from '../store/recovery.js';
import { countRecords, TableCounts } from '../store/tableCounts.js';
import { trailBatch } from '../store/trail.js';
import { type VoteChanges, VoteLog, weightsOf } from '../store/voteLog.js';
import { readWholeBlock, type WholeBlock } from '../store/wholeBlock.js';
import type { AuditReport } from './auditReport.js';
import { KeptAudit } from './keptAudit.js';
import { certificateFinding } from './newestCertificate.js';

/** Tables whose records later blocks overwrite: their last values are compared at the end. */
const OVERWRITTEN: ReadonlySet<number> = new Set([storeTables.buckets, storeTables.votes]);

/** After this many findings, further ones would not help an operator. */
const MAX_FINDINGS = 100;

const tableNames = new Map<number, string>(Object.entries(storeTables).map(([name, id]) => [id, name]));
const tableName = (key: Uint8Array): string => tableNames.get(key[0] ?? 0) ?? `table ${key[0]}`;

export class ChainAudit {
  #state: State;
  readonly #replay = new ReplayGuard();
  readonly #findings: string[] = [];
  readonly #counts = new TableCounts();
  readonly #candles = new CandleCheck();
  #tip: Tip | undefined;
  #bucket: Bucket = { start: -1, blocks: 0, transactions: 0 };
  #events: EventRange = NO_EVENTS;
  /** Height from which the log of events is kept. */
  #logFrom = 0;
  #kept: Kept = { mode: 'full', blocksFrom: 1, trailsFrom: 0 };
  readonly #votes = new VoteLog();
  /** Height of the first block whose votes are counted. */
  #votesFrom: number | undefined;

  constructor(
    private readonly store: StorePort,
    private readonly rules: ChainRules,
    private readonly verifier: BlockVerifier,
  ) {
    this.#state = new State(ledgerTables, rules.protocol.stateTree);
  }

  /** @param checked called with each height whose block is valid. @throws StoreError when the database cannot be read at all. */
  async run(checked: (height: number) => void = () => {}): Promise<AuditReport> {
    const height = await this.#checkFrame();
    if (height !== undefined && (await readBlocksFrom(this.store)) > 1)
      return new KeptAudit(this.store, this.rules, this.verifier).run(height, checked);
    if (height !== undefined && (await this.#checkBlocks(height, checked))) {
      await this.#checkState();
      await this.#checkCertificate(height);
      for (const { key, value } of this.#candles.open) await this.#compare('the last events of a pool', key, value);
      await this.#checkCounts();
    }
    return {
      height: this.#tip?.height ?? 0,
      transactions: this.#tip?.totalTransactions ?? 0,
      stateRecords: this.#state.size,
      findings: this.#findings,
    };
  }

  #find(problem: string): void {
    if (this.#findings.length < MAX_FINDINGS) this.#findings.push(problem);
  }

  async #meta(name: 'format' | 'chain' | 'genesis'): Promise<string> {
    return utf8Text((await this.store.get(metaKey(name))) ?? new Uint8Array());
  }

  /** Format, chain, genesis. @returns the height of the tip; undefined when the audit cannot continue. */
  async #checkFrame(): Promise<number | undefined> {
    const { genesis, protocol } = this.rules;
    const format = await this.#meta('format');
    if (format !== STORE_FORMAT) {
      this.#find(`the database has format "${format}", this version knows ${STORE_FORMAT}`);
      return undefined;
    }
    const chain = await this.#meta('chain');
    if (chain !== genesis.chainId) this.#find(`the database is of chain "${chain}", not of ${genesis.chainId}`);
    if ((await this.#meta('genesis')) !== genesis.fileHash)
      this.#find('the database was started with another genesis file');
    const tip = await this.store.get(metaKey('tip'));
    const first = await readWholeBlock(this.store, 0);
    const expected = protocol.genesisBlock(genesis);
    if (!tip || typeof first === 'string') {
      this.#find(`the genesis block: ${typeof first === 'string' ? first : 'the database names no tip'}`);
      return undefined;
    }
    if (first.stored.hash !== expected.hash || !bytesEqual(first.stored.headerBytes, expected.headerBytes))
      this.#find('the genesis block is not that of the genesis file');
    const begun = genesisState(genesis, protocol);
    if (isRefusal(begun)) this.#find(begun.message);
    else this.#state = begun;
    if (this.#findings.length > 0) return undefined;
    await this.#start(first.stored);
    this.#kept = await readKept(this.store);
    for (const name of ['mode', 'blocks-from', 'trails-from'] as const)
      if (await this.store.get(metaKey(name))) this.#counts.add(metaKey(name));
    if (this.#kept.mode === 'archive') await this.#checkArchivedGenesis();
    const pruned = await this.store.get(metaKey('events-from'));
    if (pruned) {
      this.#logFrom = keyNumber(pruned);
      this.#counts.balancesFrom = this.#logFrom;
      this.#counts.add(metaKey('events-from'));
    }
    const counted = await this.store.get(metaKey('votes-from'));
    if (counted) {
      this.#votesFrom = keyNumber(counted);
      this.#counts.add(metaKey('votes-from'));
    }
    return keyNumber(tip);
  }

  async #start(genesisBlock: StoredBlock): Promise<void> {
    const { genesis } = this.rules;
    this.#tip = tipOf(genesisBlock);
    this.#bucket = { start: bucketStart(genesis.time), blocks: 0, transactions: 0 };
    this.#counts.add(blockKey(0));
    await this.#compare('the genesis block', hashKey(fromHex(genesisBlock.hash) ?? new Uint8Array()), u64Bytes(0));
    for (const name of ['tip', 'format', 'chain', 'genesis'] as const) this.#counts.add(metaKey(name));
    for (const { account, publicKey } of [...genesis.validators, ...genesis.allocations])
      if (publicKey) await this.#compare('the genesis file', publicKeyKey(account), publicKey);
  }

  async #checkArchivedGenesis(): Promise<void> {
    const batch = new BatchWriter();
    for (const table of ledgerTables)
      for (const [key, value] of this.#state.entries(table)) batch.put(stateKey(table, key), table.encode(value));
    await this.#compareAll('the genesis state', [archiveBatch(batch.finish(), 0)]);
  }

  /** What the directory keeps besides, made from the block's batch as the store makes it. */
  #besides(batch: Uint8Array, height: number): readonly Uint8Array[] {
    const { mode, trailsFrom } = this.#kept;
    if (mode === 'archive') return [archiveBatch(batch, height)];
    return mode === 'pruned' && height >= trailsFrom ? [trailBatch(batch, trailKey(height))] : [];
  }

  /** Checks that a record derived from `source` is there and is right. */
  async #compare(source: string, key: Uint8Array, value: Uint8Array): Promise<void> {
    this.#note(source, key, value, await this.store.get(key));
  }

  #note(source: string, key: Uint8Array, value: Uint8Array, found: Uint8Array | undefined): void {
    this.#counts.add(key);
    if (found === undefined) this.#find(`${source}: a record of ${tableName(key)} is missing`);
    else if (!bytesEqual(found, value)) this.#find(`${source}: a record of ${tableName(key)} differs`);
  }

  async *#storedBlocks(height: number): AsyncIterable<WholeBlock | string> {
    for (let at = 1; at <= height; at++) yield readWholeBlock(this.store, at);
  }

  /** @returns whether all blocks could be executed again. */
  async #checkBlocks(height: number, checked: (height: number) => void): Promise<boolean> {
    const verified = inOrder(
      this.#storedBlocks(height),
      async (whole) => (typeof whole === 'string' ? [] : checkBlockSignatures(this.rules, this.verifier, whole.block)),
      (whole) => (typeof whole === 'string' ? 0 : whole.block.transactions.length),
    );
    let at = 0;
    for await (const { item: whole, result: items } of verified) {
      at++;
      const problem = typeof whole === 'string' ? whole : isRefusal(items) ? items.message : undefined;
      if (problem !== undefined || typeof whole === 'string' || isRefusal(items)) {
        this.#endAt(at, problem ?? 'it cannot be read');
        return false;
      }
      const refused = await this.#execute(whole, items);
      if (refused !== undefined) {
        this.#endAt(at, refused);
        return false;
      }
      checked(at);
    }
    return true;
  }

  /** Executes a block and compares what it writes. @returns why it is invalid. */
  async #execute(whole: WholeBlock, items: readonly PoolItem[]): Promise<string | undefined> {
    const { rules } = this;
    const { block, stored } = whole;
    const tip = this.#tip as Tip;
    const hash = rules.protocol.blockHash(block.headerBytes, toHex(block.proposerSignature));
    if (hash !== stored.hash) return `its hash is ${hash}, the database says ${stored.hash}`;
    const executed = checkBlock({
      rules,
      state: this.#state,
      replay: this.#replay,
      tip,
      block,
      items,
      now: undefined,
    });
    if (isRefusal(executed)) return executed.message;
    const derived: StoredBlock = {
      ...stored,
      transactionCount: executed.execution.outcomes.length,
      firstOrdinal: tip.totalTransactions,
      fees: executed.fees,
      // Blocks of an older version have no weights.
      ...(stored.voteWeights && { voteWeights: weightsOf(executed) }),
    };
    await this.#compareWrite(executed, derived, whole);
    executed.prepared.commit();
    this.#replay.addBlock(executed.header.time, executed.execution.tags);
    this.#tip = tipOf(derived);
    return undefined;
  }

  /** A block that is refused today may have been made by a version with other rules: the blocks below can be kept. */
  #endAt(height: number, problem: string): void {
    const kept =
      height === 1
        ? ''
        : `; rouged export --to-height ${height - 1} and rouged import bring the blocks below it into a new --data-dir, import again from height ${height} (a sound database can hold such a block too, made by a version with other rules)`;
    this.#find(`block ${height}: ${problem}; nothing above it was checked${kept}`);
  }

  #countIn({ header, transactionCount }: StoredBlock): Bucket {
    const start = bucketStart(header.time);
    const open = start === this.#bucket.start ? this.#bucket : { start, blocks: 0, transactions: 0 };
    return { start, blocks: open.blocks + 1, transactions: open.transactions + transactionCount };
  }

  /** Counts votes from the block on from which the database counts them. */
  #countVotes(executed: ExecutedBlock): VoteChanges {
    if (this.#votesFrom === undefined || executed.header.height < this.#votesFrom) return { records: new Map() };
    const changes = this.#votes.next(executed);
    this.#votes.apply(changes);
    return changes;
  }

  /** Checks that the database holds what this block would write beside the state. */
  async #compareWrite(executed: ExecutedBlock, derived: StoredBlock, whole: WholeBlock): Promise<void> {
    const { height } = derived.header;
    this.#bucket = this.#countIn(derived);
    const { balances, unchanged } = surveyBalances(executed.prepared.changes);
    this.#events = eventsAfter(this.#events, executed.execution.outcomes, balances.length);
    const write = packBlock(
      executed,
      derived,
      this.#bucket,
      this.#events,
      unchanged,
      this.#countVotes(executed),
      undefined,
    );
    if (write.balances && height >= this.#logFrom) {
      this.#counts.balances++;
      const list = await this.store.getFrom('balances', heightKey(height));
      if (!list || !bytesEqual(list, balanceList(write.batch, unchanged)))
        this.#find(`block ${height}: its list of changed balances is missing or differs`);
    }
    if (write.hasPoolEvents)
      for (const { key, value } of await this.#candles.take(write.batch))
        await this.#compare(`the blocks up to ${height}`, key, value);
    await this.#compareAll(`block ${height}`, [write.batch, ...this.#besides(write.batch, height)]);
    if (write.body && !(whole.body && bytesEqual(write.body.value, whole.body)))
      this.#find(`block ${height}: its stored body differs from its transactions`);
    if (write.body) this.#counts.bodies++;
  }

  /** Checks that the store's own tables hold what some batches put there. */
  async #compareAll(source: string, batches: readonly Uint8Array[]): Promise<void> {
    const puts: { readonly key: Uint8Array; readonly value: Uint8Array }[] = [];
    for (const batch of batches)
      readBatch(batch, {
        put: (key, value) => {
          const table = key[0] as number;
          if (OVERWRITTEN.has(table)) this.#counts.overwrite(key, value);
          else if (table >= FIRST_STORE_TABLE && table !== storeTables.meta) puts.push({ key, value });
        },
        delete: () => {},
      });
    const held = await this.store.getMany(puts.map(({ key }) => key));
    for (const [index, { key, value }] of puts.entries()) this.#note(source, key, value, held[index]);
  }

  /** Checks that the stored state is the result of the blocks. */
  async #checkState(): Promise<void> {
    const tables = new Map(ledgerTables.map((table) => [table.id, table]));
    let records = 0;
    const range = { gte: Uint8Array.of(1), lt: Uint8Array.of(FIRST_STORE_TABLE) };
    for await (const chunk of this.store.rangeStream(range))
      readBatch(chunk, {
        put: (key, value) => {
          records++;
          const table = tables.get(key[0] as number);
          const expected = table && this.#state.get(table, toBinary(key.subarray(1)));
          if (!table || expected === undefined) this.#find(`the state holds ${toHex(key)}, which no block has written`);
          else if (!bytesEqual(table.encode(expected), value))
            this.#find(`the state's record ${toHex(key)} is not what the blocks lead to`);
        },
        delete: () => {},
      });
    if (records !== this.#state.size)
      this.#find(`the state has ${records} records, the blocks lead to ${this.#state.size}`);
  }

  async #checkCertificate(height: number): Promise<void> {
    const key = metaKey('certificate');
    const bytes = await this.store.get(key);
    if (!bytes) return;
    this.#counts.add(key);
    const newest = { height, hash: this.#tip?.hash ?? '', state: this.#state };
    const finding = await certificateFinding(bytes, newest, this.rules, this.verifier);
    if (finding !== undefined) this.#find(finding);
  }

  /** Checks that no table holds more than the blocks have written. */
  async #checkCounts(): Promise<void> {
    for await (const problem of countRecords(this.store, this.#counts)) this.#find(problem);
  }
}
