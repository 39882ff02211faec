/** Keeps the history of a chain in PostgreSQL.
 *
 *  In: a node's blocks with everything that they did. Out: their rows, block by block in order. How far it has come is what the database
 *  has, so a restart, a kill of either side or a database from a backup goes on behind its last block. A node or a database that is away
 *  is waited for. A chain that contradicts the index is refused. */

import type { Log } from '../../engine/base/ports.js';
import { errorText, isRefusal, type Refusal, refuse } from '../../engine/base/refusal.js';
import { runSessions, type SessionEnd } from '../sessions.js';
import { databaseRefusal, IndexDatabase, type IndexTip, isLasting } from './database.js';
import { BATCH_BLOCKS, type BlockRun, isProblem, NodeBlocks } from './nodeBlocks.js';
import { BlockRows } from './rows.js';
import { bringVotes, VOTES_EVERY_MS } from './votes.js';

export interface IndexerParts {
  /** URL of the node, without `/api`. */
  readonly node: string;
  /** postgres:// URL. */
  readonly postgres: string;
  /** Blocks from this height on are deleted and indexed again, once. */
  readonly fromHeight: number | undefined;
  /** Of one transaction at most. */
  readonly batch?: number | undefined;
  readonly log: Log;
  readonly signal: AbortSignal;
}

export interface IndexerReading {
  /** Of the newest block in the index; -1 while it has none. */
  readonly height: number;
  /** Height of the node when it was asked last. */
  readonly latest: number;
  readonly blocks: number;
  readonly transactions: number;
  /** Beginnings after a failure. */
  readonly restarts: number;
  readonly isConnected: boolean;
}

const final = (refusal: Refusal): SessionEnd => ({ final: refusal });

const contradiction = (height: number, ofNode: string, ofIndex: string, common: number | undefined): Refusal =>
  refuse(
    'block_conflict',
    `block ${height} of the node is ${ofNode}, and that of the index is ${ofIndex}: they are of different chains. ${
      common === undefined
        ? 'Name the node of the chain that is in the index, or an empty database with --postgres'
        : `Up to height ${common} they are the same: if the node is right, run once with --from-height ${common + 1}; otherwise name another node`
    }`,
  );

export class Indexer {
  readonly #node: NodeBlocks;
  #height = -1;
  #latest = 0;
  #blocks = 0;
  #transactions = 0;
  #restarts = 0;
  #isConnected = false;
  #again: number | undefined;
  #votesAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly parts: IndexerParts) {
    this.#node = new NodeBlocks(parts.node, parts.signal);
    this.#again = parts.fromHeight;
  }

  get reading(): IndexerReading {
    return {
      height: this.#height,
      latest: this.#latest,
      blocks: this.#blocks,
      transactions: this.#transactions,
      restarts: this.#restarts,
      isConnected: this.#isConnected,
    };
  }

  /** Indexes until the signal. @returns why it cannot go on. */
  run(): Promise<Refusal | undefined> {
    const { signal, log } = this.parts;
    return runSessions({
      signal,
      session: () => this.#session(),
      done: () => this.#blocks,
      failed: (why) => {
        this.#restarts++;
        if (why !== undefined) log.warn({ height: this.#height }, `${why}; trying again`);
      },
    });
  }

  /** From a connection to its first failure. */
  async #session(): Promise<SessionEnd> {
    const { postgres, signal } = this.parts;
    let database: IndexDatabase | undefined;
    // A query may wait for a lock, or for a server that is gone without a word: the transaction under way is taken back.
    const end = (): void => void database?.close().catch(() => undefined);
    signal.addEventListener('abort', end);
    try {
      database = await IndexDatabase.connect(postgres);
      if (signal.aborted) return 'stopped';
      return await this.#keep(database);
    } catch (error) {
      return isLasting(error) ? final(databaseRefusal(error)) : { later: `PostgreSQL is away: ${errorText(error)}` };
    } finally {
      signal.removeEventListener('abort', end);
      this.#isConnected = false;
      await database?.close().catch(() => undefined);
    }
  }

  async #keep(database: IndexDatabase): Promise<SessionEnd> {
    if (!(await database.lock())) return { later: 'another indexer is at work on this database' };
    const foreign = (await database.foreignSchema()) ?? (await database.migrate());
    if (foreign) return final(foreign);
    const problem = (await this.#checkNetwork(database)) ?? (await this.#deleteAgain(database));
    if (problem) return problem;
    const tip = await database.tip();
    const other = tip && (await this.#checkTip(database, tip));
    if (other) return other;
    this.#height = tip?.height ?? -1;
    this.parts.log.info({ next: this.#height + 1 }, 'indexing');
    this.#isConnected = true;
    return this.#follow(database, tip?.hash);
  }

  /** The index belongs to the chain whose first block it has. */
  async #checkNetwork(database: IndexDatabase): Promise<SessionEnd | undefined> {
    const health = await this.#node.ask('/health');
    if (isProblem(health)) return health;
    const genesis = await this.#node.hashAt(0);
    if (isProblem(genesis)) return genesis;
    const ours = { chainId: String(health.chain_id), genesisHash: genesis.hash ?? '' };
    if (!genesis.hash) return { later: 'the node does not show its genesis block' };
    const known = await database.network();
    if (!known) {
      await database.setNetwork(ours);
      return undefined;
    }
    return known.chainId === ours.chainId && known.genesisHash === ours.genesisHash
      ? undefined
      : final(
          refuse(
            'block_conflict',
            `the index is of ${known.chainId} (genesis ${known.genesisHash}), and the node of ${ours.chainId} (genesis ${ours.genesisHash}): name another node, or another database with --postgres`,
          ),
        );
  }

  /** Deletes what shall be indexed again; once, whatever fails later. */
  async #deleteAgain(database: IndexDatabase): Promise<SessionEnd | undefined> {
    const from = this.#again;
    if (from === undefined) return undefined;
    const next = ((await database.tip())?.height ?? -1) + 1;
    if (from > next)
      return final(
        refuse('malformed_parameter', `--from-height ${from} would leave a gap: the index goes on with block ${next}`),
      );
    const deleted = await database.deleteFrom(from);
    this.#again = undefined;
    this.parts.log.info({ from, deleted }, 'blocks are indexed again');
    return undefined;
  }

  /** The newest block of the index must be the node's own. */
  async #checkTip(database: IndexDatabase, tip: IndexTip): Promise<SessionEnd | undefined> {
    const found = await this.#node.hashAt(tip.height);
    if (isProblem(found)) return found;
    this.#latest = found.tip;
    if (found.hash === tip.hash) return undefined;
    if (found.hash !== undefined)
      return final(contradiction(tip.height, found.hash, tip.hash, await this.#common(database, tip.height)));
    // The node is behind; what it has must be the same.
    const [own, ofNode] = [await database.blockAt(found.tip), await this.#node.hashAt(found.tip)];
    if (isProblem(ofNode)) return ofNode;
    if (own && ofNode.hash !== undefined && own.hash !== ofNode.hash)
      return final(contradiction(found.tip, ofNode.hash, own.hash, await this.#common(database, found.tip)));
    return {
      later: `the node has come to height ${found.tip}, and the index has block ${tip.height} already: the node is behind`,
    };
  }

  /** The greatest height below another one up to which both have the same blocks. */
  async #common(database: IndexDatabase, height: number): Promise<number | undefined> {
    let low = 0;
    let high = height - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      const [own, ofNode] = [await database.blockAt(middle), await this.#node.hashAt(middle)];
      if (isProblem(ofNode)) return undefined;
      if (own !== undefined && own.hash === ofNode.hash) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** Reads the next blocks while those before them are written. @param hash of the block at `#height`. */
  async #follow(database: IndexDatabase, hash: string | undefined): Promise<SessionEnd> {
    const { signal, batch = BATCH_BLOCKS } = this.parts;
    let before = hash;
    let reading = this.#node.from(this.#height + 1, batch);
    while (!signal.aborted) {
      await this.#votes(database);
      const found = await reading;
      if (signal.aborted) break;
      if (found && isProblem(found)) return found;
      if (!found || found.blocks.length === 0) {
        reading = this.#node.from(this.#height + 1, batch);
        continue;
      }
      const rows = this.#rowsOf(found, before);
      if (isRefusal(rows)) return final(rows);
      if ('later' in rows) return rows;
      const { last } = rows;
      reading = this.#node.from((last?.height ?? 0) + 1, batch);
      await database.write(rows);
      this.#blocks += rows.blocks;
      this.#transactions += rows.transactions;
      this.#height = last?.height ?? this.#height;
      before = last?.hash;
    }
    return 'stopped';
  }

  #rowsOf({ blocks, tip }: BlockRun, before: string | undefined): BlockRows | Refusal | { readonly later: string } {
    this.#latest = tip;
    const rows = new BlockRows();
    let [height, hash] = [this.#height, before];
    for (const block of blocks) {
      if (block.height !== height + 1)
        return refuse('block_conflict', `the node tells block ${block.height} in the place of ${height + 1}`);
      if (hash !== undefined && block.prev_hash !== hash)
        return refuse(
          'block_conflict',
          `block ${block.height} of the node follows ${block.prev_hash}, and block ${height} of the index is ${hash}: the node has changed its chain; start again to see from which height on`,
        );
      try {
        rows.add(block);
      } catch (error) {
        return this.#node.unread(`block ${block.height}`, errorText(error));
      }
      ({ height, hash } = block);
    }
    return rows;
  }

  /** A node that does not tell of votes keeps no block out. */
  async #votes(database: IndexDatabase): Promise<void> {
    const now = performance.now();
    if (now - this.#votesAt < VOTES_EVERY_MS) return;
    this.#votesAt = now;
    const problem = await bringVotes(database, this.#node);
    if (problem)
      this.parts.log.debug(
        { reason: 'later' in problem ? problem.later : problem.final.message },
        'no votes were read',
      );
  }
}
