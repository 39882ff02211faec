/** Reads of the history in PostgreSQL for a node that answers from it.
 *
 *  In: the database's URL and the chain. Out: rows of one state of the index, with the height that it had, or a refusal. Reads are bounded in time,
 *  in number and in connections, and can change nothing; the end of the node ends them. While the index is away, or of another chain, the node does
 *  everything else. */

import pg from 'pg';
import type {
  BalanceChange,
  BalanceHistoryQuery,
  DailyHolders,
  DailyTransactions,
  DailyVolume,
  DayRange,
  HistoryHits,
  HistoryIndex,
  Indexed,
} from '../../api/historyIndex.js';
import type { Log } from '../../engine/base/ports.js';
import { errorText, isRefusal, type Refusal, refuse } from '../../engine/base/refusal.js';
import type { Network } from './database.js';

const CONNECTIONS = 4;
/** Reads that wait for one of them, and how long. */
const MOST_WAITING = 28;
const WAIT_MS = 3_000;
const CONNECT_MS = 3_000;
/** Of one read, with all of its statements. */
const READ_MS = 5_000;
const RETRY_SECONDS = 10;
const DAY_MS = 86_400_000;
/** As many characters of a name as the index has. */
const NAME_CHARACTERS = 64;
/** Shorter ones lead to too many. */
const LEAST_HASH_DIGITS = 8;
const HASH_DIGITS = 64;

/** SQLSTATE. */
const CANCELLED = '57014';
const ABSENT = new Set(['3F000', '42P01', '42703', '42883']);

const busy = (message: string): Refusal => refuse('busy', message, RETRY_SECONDS);

const crowded = busy('too many requests wait for the index of the history');
const tooSlow = busy(`the index of the history needed longer than ${READ_MS / 1_000} s: ask for fewer days, or later`);
const noIndex = busy('there is no index of the history yet, or one of an older version: `rouged index` makes it');
const away = busy('the index of the history cannot be read at present');
const foreign = busy(
  'the index that this node reads is of another chain: its operator must name the one of this chain',
);
const empty = busy('the index of the history has no block yet');
const stopping = refuse('stopping', 'the node is stopping');

const sqlState = (error: unknown): string | undefined => {
  const { code } = error as { readonly code?: unknown };
  return typeof code === 'string' ? code : undefined;
};

/** Ends a connection in the midst of a query, which fails. */
const destroy = (client: pg.PoolClient): void => void (client as unknown as pg.Client).end().catch(() => undefined);

/** The newest block of the index. */
interface Head {
  readonly height: number;
  readonly hash: string;
  /** Milliseconds. */
  readonly time: number;
}

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** From the first moment of a range to that behind it. Nothing is told of days behind the newest block. */
function bounds({ until, days }: DayRange, { time }: Head): readonly [from: string, to: string] {
  const newest = dayOf(time);
  const last = until === undefined || until > newest ? newest : until;
  const first = (until === undefined ? Date.parse(last) : Date.parse(until)) - (days - 1) * DAY_MS;
  // There was no chain before 1970, and PostgreSQL has no year 0.
  return [dayOf(Math.max(first, 0)), dayOf(Math.max(Date.parse(last) + DAY_MS, 0))];
}

/** PostgreSQL has no U+0000. */
const storable = (text: string): string => text.replaceAll('\0', '\uFFFD');

export interface HistoryReaderParts {
  readonly url: string;
  readonly network: Network;
  readonly log: Log;
}

type Query = <Row extends pg.QueryResultRow>(text: string, values: readonly unknown[]) => Promise<readonly Row[]>;

export class HistoryReader implements HistoryIndex {
  readonly #pool: pg.Pool;
  readonly #network: Network;
  readonly #log: Log;
  readonly #reading = new Set<pg.PoolClient>();
  /** Reads under way, with or without a connection yet. */
  #reads = 0;
  /** Each is told that it has a place. */
  readonly #waiting: (() => void)[] = [];
  #isClosed = false;
  /** What the operator was told last. */
  #problem: string | undefined;

  constructor({ url, network, log }: HistoryReaderParts) {
    this.#network = network;
    this.#log = log;
    this.#pool = new pg.Pool({
      connectionString: url,
      application_name: 'rouged',
      max: CONNECTIONS,
      connectionTimeoutMillis: CONNECT_MS,
      options: `-c statement_timeout=${READ_MS} -c default_transaction_read_only=on -c timezone=UTC`,
    });
    // Of a connection that breaks: while nothing is asked the next read says so, and the read that is under way fails by itself.
    this.#pool.on('error', () => {});
    this.#pool.on('connect', (client) => client.on('error', () => {}));
  }

  /** Reads under way are refused. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const client of this.#reading) destroy(client);
    await this.#pool.end();
  }

  tip(): Promise<Indexed<{ readonly hash: string; readonly time: number }> | Refusal> {
    return this.#read(async (_query, { hash, time }) => ({ hash, time }));
  }

  balanceHistory(asked: BalanceHistoryQuery): Promise<Indexed<readonly BalanceChange[]> | Refusal> {
    const { account, token, below, limit } = asked;
    return this.#read(async (query) => {
      const rows = await query<{ height: string; time: string; change: string; balance: string }>(
        `SELECT b.height, (extract(epoch FROM k.time) * 1000)::bigint AS time, b.balance,
                b.balance - coalesce((SELECT p.balance FROM rouged.balances p
                   WHERE p.account = b.account AND p.token = b.token AND p.height < b.height ORDER BY p.height DESC LIMIT 1), 0) AS change
           FROM rouged.balances b JOIN rouged.blocks k USING (height)
           WHERE b.account = $1 AND b.token = $2 AND b.height < $3 ORDER BY b.height DESC LIMIT $4`,
        [account, token, below ?? Number.MAX_SAFE_INTEGER, limit],
      );
      return rows.map(({ height, time, change, balance }) => ({
        height: Number(height),
        time: Number(time),
        change: BigInt(change),
        balance: BigInt(balance),
      }));
    });
  }

  volume(token: string, range: DayRange): Promise<Indexed<readonly DailyVolume[]> | Refusal> {
    return this.#read(async (query, head) => {
      const rows = await query<{ day: string; reason: string; movements: string; volume: string }>(
        `SELECT (time AT TIME ZONE 'UTC')::date::text AS day, reason, count(*) AS movements, sum(amount) AS volume
           FROM rouged.movements
           WHERE asset = 'token' AND token = $1 AND time >= $2::timestamp AT TIME ZONE 'UTC' AND time < $3::timestamp AT TIME ZONE 'UTC'
           GROUP BY 1, 2 ORDER BY 1, 2`,
        [token, ...bounds(range, head)],
      );
      return rows.map((row) => ({ ...row, movements: Number(row.movements), volume: BigInt(row.volume) }));
    });
  }

  holders(token: string, range: DayRange): Promise<Indexed<readonly DailyHolders[]> | Refusal> {
    return this.#read(async (query, head) => {
      const rows = await query<{ day: string; holders: string }>(
        `WITH steps AS MATERIALIZED (SELECT day, holders FROM rouged.holders_by_day WHERE token = $1)
         SELECT d::date::text AS day, s.holders
           FROM generate_series($2::date, $3::date - 1, interval '1 day') d
             CROSS JOIN LATERAL (SELECT holders FROM steps WHERE steps.day <= d::date ORDER BY steps.day DESC LIMIT 1) s
           ORDER BY 1`,
        [token, ...bounds(range, head)],
      );
      return rows.map(({ day, holders }) => ({ day, holders: Number(holders) }));
    });
  }

  transactions(range: DayRange): Promise<Indexed<readonly DailyTransactions[]> | Refusal> {
    return this.#read(async (query, head) => {
      const rows = await query<Record<'day' | 'kind' | 'status' | 'transactions' | 'fees' | 'signers', string>>(
        `SELECT (time AT TIME ZONE 'UTC')::date::text AS day, kind, status, count(*) AS transactions, sum(fee) AS fees,
                count(DISTINCT signer) AS signers
           FROM rouged.transactions
           WHERE time >= $1::timestamp AT TIME ZONE 'UTC' AND time < $2::timestamp AT TIME ZONE 'UTC'
           GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
        bounds(range, head),
      );
      return rows.map(({ day, kind, status, transactions, fees, signers }) => ({
        ...{ day, kind, status },
        ...{ transactions: Number(transactions), fees: BigInt(fees), signers: Number(signers) },
      }));
    });
  }

  search(text: string, limit: number): Promise<Indexed<HistoryHits> | Refusal> {
    const words = storable(text);
    return this.#read(async (query) => ({
      ...(await namedHits(query, words, limit)),
      ...(await hashHits(query, words.toLowerCase(), limit)),
    }));
  }

  async #read<Rows>(work: (query: Query, head: Head) => Promise<Rows>): Promise<Indexed<Rows> | Refusal> {
    if (!(await this.#place())) return crowded;
    try {
      const found = await this.#onOneState(work);
      // It asked for too much, and says nothing about the index.
      if (found !== tooSlow) this.#report(isRefusal(found) ? found : undefined);
      return found;
    } catch (error) {
      return this.#refused(error);
    } finally {
      this.#leave();
    }
  }

  /** @returns false when there is none in time. */
  async #place(): Promise<boolean> {
    if (this.#reads < CONNECTIONS) {
      this.#reads++;
      return true;
    }
    if (this.#waiting.length >= MOST_WAITING) return false;
    return new Promise((resolve) => {
      const begin = (): void => {
        clearTimeout(timer);
        resolve(true);
      };
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(begin), 1);
        resolve(false);
      }, WAIT_MS);
      this.#waiting.push(begin);
    });
  }

  /** A place goes on to the next that waits. */
  #leave(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#reads--;
  }

  async #onOneState<Rows>(work: (query: Query, head: Head) => Promise<Rows>): Promise<Indexed<Rows> | Refusal> {
    if (this.#isClosed) return stopping;
    const client = await this.#pool.connect();
    const query: Query = async (text, values) => (await client.query(text, [...values])).rows;
    let isUsable = false;
    let isLate = false;
    this.#reading.add(client);
    // The server keeps the time of a statement; a read has several.
    const timer = setTimeout(() => {
      isLate = true;
      destroy(client);
    }, READ_MS);
    try {
      if (this.#isClosed) return stopping;
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
      const head = await this.#head(query);
      const found = isRefusal(head) ? head : { height: head.height, rows: await work(query, head) };
      await client.query('COMMIT');
      isUsable = true;
      return found;
    } catch (error) {
      if (this.#isClosed) return stopping;
      if (isLate || sqlState(error) === CANCELLED) return tooSlow;
      throw error;
    } finally {
      clearTimeout(timer);
      this.#reading.delete(client);
      // What failed may be in the midst of an answer.
      client.release(!isUsable || isLate);
    }
  }

  async #head(query: Query): Promise<Head | Refusal> {
    const [row] = await query<{ chain: string; genesis: string; height: string | null; hash: string; time: string }>(
      `SELECT n.chain_id AS chain, encode(n.genesis_hash, 'hex') AS genesis, b.height, encode(b.hash, 'hex') AS hash,
              (extract(epoch FROM b.time) * 1000)::bigint AS time
         FROM rouged.network n LEFT JOIN LATERAL (SELECT * FROM rouged.blocks ORDER BY height DESC LIMIT 1) b ON true`,
      [],
    );
    const { chainId, genesisHash } = this.#network;
    if (row && (row.chain !== chainId || row.genesis !== genesisHash)) return foreign;
    if (!row || row.height === null) return empty;
    return { height: Number(row.height), hash: row.hash, time: Number(row.time) };
  }

  #refused(error: unknown): Refusal {
    const refusal = ABSENT.has(sqlState(error) ?? '') ? noIndex : away;
    this.#report(refusal, errorText(error));
    return refusal;
  }

  /** Tells the operator once of each change. */
  #report(refusal: Refusal | undefined, detail?: string): void {
    const problem = refusal?.message;
    if (problem === this.#problem || this.#isClosed) return;
    this.#problem = problem;
    if (problem === undefined) this.#log.info({}, 'the index of the history can be read');
    else this.#log.warn({ problem, detail }, 'nothing is answered from the index of the history');
  }
}

/** A symbol itself first, then what has the text in its name. Of NFTs, of which there can be many millions, those whose name begins with it. */
async function namedHits(
  query: Query,
  text: string,
  limit: number,
): Promise<Pick<HistoryHits, 'tokens' | 'collections' | 'nfts'>> {
  const tokens = await query<HistoryHits['tokens'][number]>(
    `SELECT symbol, name FROM rouged.tokens
       WHERE position(lower($1) IN lower(symbol)) > 0 OR position(lower($1) IN lower(name)) > 0
       ORDER BY lower(symbol) <> lower($1), symbol LIMIT $2`,
    [text, limit],
  );
  const collections = await query<HistoryHits['collections'][number]>(
    `SELECT collection_id, symbol, name FROM rouged.nft_collections
       WHERE name IS NOT NULL AND (position(lower($1) IN lower(symbol)) > 0 OR position(lower($1) IN lower(name)) > 0)
       ORDER BY lower(symbol) <> lower($1), collection_id LIMIT $2`,
    [text, limit],
  );
  const beginning = text.slice(0, NAME_CHARACTERS).replace(/[\\%_]/g, '\\$&');
  const nfts = await query<{ collection_id: string; token_id: string; name: string }>(
    `SELECT collection_id, token_id, name FROM rouged.nft_tokens
       WHERE name IS NOT NULL AND left(lower(name), ${NAME_CHARACTERS}) LIKE lower($1) || '%'
       ORDER BY left(lower(name), ${NAME_CHARACTERS}), collection_id, token_id LIMIT $2`,
    [beginning, limit],
  );
  return { tokens, collections, nfts: nfts.map((nft) => ({ ...nft, token_id: Number(nft.token_id) })) };
}

/** Transactions and blocks whose id or hash begins with a text. */
async function hashHits(
  query: Query,
  digits: string,
  limit: number,
): Promise<Pick<HistoryHits, 'transactions' | 'blocks'>> {
  if (!/^[0-9a-f]+$/.test(digits) || digits.length < LEAST_HASH_DIGITS || digits.length > HASH_DIGITS)
    return { transactions: [], blocks: [] };
  const between = [digits.padEnd(HASH_DIGITS, '0'), digits.padEnd(HASH_DIGITS, 'f'), limit];
  const transactions = await query<Record<'id' | 'kind' | 'status' | 'height' | 'time', string>>(
    `SELECT encode(tx_id, 'hex') AS id, kind, status, height, (extract(epoch FROM time) * 1000)::bigint AS time FROM rouged.transactions
       WHERE tx_id BETWEEN decode($1, 'hex') AND decode($2, 'hex') ORDER BY tx_id LIMIT $3`,
    between,
  );
  const blocks = await query<Record<'hash' | 'height' | 'time', string>>(
    `SELECT encode(hash, 'hex') AS hash, height, (extract(epoch FROM time) * 1000)::bigint AS time FROM rouged.blocks
       WHERE hash BETWEEN decode($1, 'hex') AND decode($2, 'hex') ORDER BY hash LIMIT $3`,
    between,
  );
  return {
    transactions: transactions.map(({ id, kind, status, height, time }) => ({
      ...{ txId: id, kind, status },
      ...{ blockHeight: Number(height), blockTime: Number(time) },
    })),
    blocks: blocks.map(({ hash, height, time }) => ({ height: Number(height), hash, time: Number(time) })),
  };
}
