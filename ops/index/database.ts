/** The index in PostgreSQL: its schema, its end, and blocks that come in whole.
 *
 *  In: rows of blocks. Out: one transaction for them, with their heights: the last row of `blocks` is the only mark of how far the index
 *  has come, so it cannot differ from what is there. A lock of the session keeps a second indexer out; the server releases it with the
 *  connection, however that ends. */

import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import Postgrator from 'postgrator';
import { errorText, type Refusal, refuse } from '../../engine/base/refusal.js';
import type { BlockRows } from './rows.js';
import { type BlockTable, blockTableNames, blockTables } from './tables.js';

/** Names the lock among those of other programs: the first bytes of SHA-256("rouged index"). */
const LOCK = 0x3fae_dc4a;

const CONNECT_MS = 10_000;

/** A server that has gone without a word, as a machine that lost its power, is asked whether it is there after this silence; what the
 *  system does then ends the connection within minutes instead of two hours. */
const KEEP_ALIVE_MS = 15_000;

/** Blocks that are deleted in one transaction: their rows are some millions at most. */
const DELETED_BLOCKS = 1_000;

/** Classes of SQLSTATE that waiting does not mend: data, constraints, authorization, no such database, syntax and privileges. */
const LASTING = new Set(['22', '23', '28', '3D', '42', '0A']);

/** The newest block of the index. */
export interface IndexTip {
  readonly height: number;
  /** 64 hex characters. */
  readonly hash: string;
}

export interface Network {
  readonly chainId: string;
  readonly genesisHash: string;
}

const migrations = fileURLToPath(new URL('migrations/', import.meta.url));

/** Whether an error of PostgreSQL is tried again. */
export function isLasting(error: unknown): boolean {
  const code = (error as { readonly code?: unknown }).code;
  return error instanceof pg.DatabaseError && typeof code === 'string' && LASTING.has(code.slice(0, 2));
}

export const databaseRefusal = (error: unknown): Refusal =>
  refuse('rule_violation', `PostgreSQL refuses: ${errorText(error)}`);

export class IndexDatabase {
  private constructor(private readonly client: pg.Client) {}

  /** @param name shown by pg_stat_activity. @throws Error when PostgreSQL cannot be reached or refuses. */
  static async connect(url: string, name = 'rouged index'): Promise<IndexDatabase> {
    const client = new pg.Client({
      connectionString: url,
      application_name: name,
      connectionTimeoutMillis: CONNECT_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    });
    // A connection that breaks while nothing is asked; the next query says so.
    client.on('error', () => {});
    await client.connect();
    return new IndexDatabase(client);
  }

  /** Ends the connection, and with it a query that is under way. */
  async close(): Promise<void> {
    await this.client.end();
  }

  async query<Row extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []): Promise<readonly Row[]> {
    return (await this.client.query<Row>(text, [...values])).rows;
  }

  /** Keeps other indexers out until the connection ends. @returns false while one is there. */
  async lock(): Promise<boolean> {
    const [row] = await this.query<{ locked: boolean }>('SELECT pg_try_advisory_lock($1) AS locked', [LOCK]);
    return row?.locked === true;
  }

  /** Whether the schema of the index has tables of another program. @returns why it is not written to. */
  async foreignSchema(): Promise<Refusal | undefined> {
    const [row] = await this.query<{ table: string }>(
      `SELECT tablename AS table FROM pg_tables WHERE schemaname = 'rouged' AND to_regclass('rouged.schemaversion') IS NULL LIMIT 1`,
    );
    return (
      row &&
      refuse(
        'already_exists',
        `the schema rouged of this database has the table ${row.table} of another program: name another database with --postgres`,
      )
    );
  }

  /** Brings the schema to this program's version, all of it or nothing. The caller has the lock.
   *  @returns why it cannot. */
  async migrate(): Promise<Refusal | undefined> {
    let newer: Refusal | undefined;
    await this.inTransaction(async () => {
      await this.query('CREATE SCHEMA IF NOT EXISTS rouged');
      const postgrator = new Postgrator({
        migrationPattern: `${migrations}*.sql`,
        driver: 'pg',
        schemaTable: 'rouged.schemaversion',
        execQuery: (text) => this.client.query(text),
        execSqlScript: async (text) => {
          await this.client.query(text);
        },
      });
      const [is, most] = [await postgrator.getDatabaseVersion(), await postgrator.getMaxVersion()];
      if (is > most)
        newer = refuse(
          'rule_violation',
          `the index has schema ${is}, and this version of rouged knows ${most}: run the version that made it, or a newer one`,
        );
      else await postgrator.migrate();
    });
    return newer;
  }

  async inTransaction(work: () => Promise<void>): Promise<void> {
    await this.client.query('BEGIN');
    try {
      await work();
      await this.client.query('COMMIT');
    } catch (error) {
      // The connection may be what failed.
      await this.client.query('ROLLBACK').catch(() => undefined);
      throw error;
    }
  }

  /** Whether there is an index at all. */
  async exists(): Promise<boolean> {
    const [row] = await this.query<{ found: boolean }>(`SELECT to_regclass('rouged.blocks') IS NOT NULL AS found`);
    return row?.found === true;
  }

  async network(): Promise<Network | undefined> {
    const [row] = await this.query<{ chain_id: string; genesis: string }>(
      `SELECT chain_id, encode(genesis_hash, 'hex') AS genesis FROM rouged.network`,
    );
    return row && { chainId: row.chain_id, genesisHash: row.genesis };
  }

  async setNetwork({ chainId, genesisHash }: Network): Promise<void> {
    await this.query(`INSERT INTO rouged.network (chain_id, genesis_hash) VALUES ($1, decode($2, 'hex'))`, [
      chainId,
      genesisHash,
    ]);
  }

  async tip(): Promise<IndexTip | undefined> {
    return this.blockAt();
  }

  /** @param height the newest block when absent. */
  async blockAt(height?: number): Promise<IndexTip | undefined> {
    const where = height === undefined ? 'ORDER BY height DESC LIMIT 1' : 'WHERE height = $1';
    const [row] = await this.query<{ height: string; hash: string }>(
      `SELECT height, encode(hash, 'hex') AS hash FROM rouged.blocks ${where}`,
      height === undefined ? [] : [height],
    );
    return row && { height: Number(row.height), hash: row.hash };
  }

  /** Makes blocks lasting, all of them or none. They follow the tip. */
  async write(rows: BlockRows): Promise<void> {
    await this.inTransaction(() => this.copy(rows));
  }

  /** @param nameOf the table into which the rows of a table go. */
  async copy(rows: BlockRows, nameOf = (table: BlockTable): string => `rouged.${table}`): Promise<void> {
    for (const { table, text } of rows.filled()) {
      const copy = this.client.query(copyFrom(`COPY ${nameOf(table)} (${blockTables[table]}) FROM STDIN`));
      await pipeline(Readable.from([Buffer.from(text)]), copy);
    }
  }

  /** Deletes the blocks from a height on, the newest first, so that what is left is always a chain.
   *  @returns how many blocks were deleted. */
  async deleteFrom(height: number): Promise<number> {
    let deleted = 0;
    for (let tip = await this.tip(); tip && tip.height >= height; tip = await this.tip()) {
      const least = Math.max(height, tip.height - DELETED_BLOCKS + 1);
      await this.inTransaction(async () => {
        for (const table of blockTableNames)
          await this.query(`DELETE FROM rouged.${table} WHERE height >= $1`, [least]);
      });
      deleted += tip.height - least + 1;
    }
    return deleted;
  }
}
