/** The reader process: sends a loaded node the reads of wallets and explorers, at a steady modest rate.
 *  Blocks are asked for without their transactions: a full one is 60 MB of JSON.
 *
 *  In: a window. Out: how long each kind of read took from its planned time of sending, and what failed. */

import { Agent, get } from 'node:http';
import { serve } from './childRole.js';
import { epochMs, until } from './clock.js';
import type { Window } from './ledger.js';
import { NumberList } from './quantiles.js';

export interface ReadOrder {
  readonly url: string;
  /** Accounts whose balances are asked for. */
  readonly addresses: readonly string[];
  readonly window: Window;
}

export interface ReadTimes {
  readonly name: string;
  readonly milliseconds: Float64Array;
  readonly failures: Readonly<Record<string, number>>;
}

export interface ReaderRole {
  read(order: ReadOrder): Promise<ReadTimes[]>;
  stop(_: undefined): void;
}

/** Of each kind. */
const READS_PER_SECOND = 20;
const TIMEOUT_MS = 10_000;
/** Ids of transactions to ask for: the newest ones, refreshed at this interval. An entry of that list is 15 KB. */
const IDS = 20;
const IDS_MS = 2_000;

interface Got {
  readonly status: number;
  readonly body: string;
}

const agent = new Agent({ keepAlive: true });

const fetched = (url: string): Promise<Got> =>
  new Promise((resolve, reject) => {
    const request = get(url, { agent, timeout: TIMEOUT_MS }, (response) => {
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (text: string) => {
        body += text;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
      response.on('error', reject);
    });
    request.on('timeout', () => request.destroy(new Error('timeout')));
    request.on('error', reject);
  });

class Kind {
  readonly #milliseconds = new NumberList();
  readonly #failures: Record<string, number> = {};

  constructor(
    readonly name: string,
    /** Undefined while there is nothing to ask for. */
    private readonly path: () => string | undefined,
  ) {}

  async ask(base: string, planned: number): Promise<void> {
    const path = this.path();
    if (path === undefined) return;
    try {
      const { status, body } = await fetched(`${base}${path}`);
      if (status === 200) this.#milliseconds.push(epochMs() - planned);
      else this.#fail((JSON.parse(body) as { readonly code?: string }).code ?? `status_${status}`);
    } catch (error) {
      this.#fail(error instanceof Error && error.message === 'timeout' ? 'timeout' : 'connection');
    }
  }

  #fail(code: string): void {
    this.#failures[code] = (this.#failures[code] ?? 0) + 1;
  }

  close(): ReadTimes {
    return { name: this.name, milliseconds: this.#milliseconds.from(0), failures: this.#failures };
  }
}

interface TransactionList {
  readonly txs: readonly { readonly txId: string }[];
}

let stopped = false;

async function read({ url, addresses, window }: ReadOrder): Promise<ReadTimes[]> {
  stopped = false;
  let ids: readonly string[] = [];
  let turn = 0;
  const pick = (list: readonly string[]): string | undefined => list[turn++ % list.length];
  const kinds = [
    new Kind('health', () => '/api/health'),
    new Kind('blocks', () => '/api/blocks/headers?limit=20'),
    new Kind('transaction', () => {
      const id = pick(ids);
      return id === undefined ? undefined : `/api/tx/${id}`;
    }),
    new Kind('balance', () => `/api/balance/${pick(addresses)}`),
  ];
  const look = async (): Promise<void> => {
    const got = await fetched(`${url}/api/txs?limit=${IDS}`).catch(() => undefined);
    if (got?.status !== 200) return;
    const { txs } = JSON.parse(got.body) as TransactionList;
    ids = txs.map(({ txId }) => txId);
  };
  const looking = setInterval(() => void look(), IDS_MS);
  const asked: Promise<void>[] = [look()];
  const step = 1_000 / READS_PER_SECOND;
  for (let planned = window.begin; planned < window.end && !stopped; planned += step) {
    await until(planned);
    // Spread over the step, so that the node is not asked four things at once.
    for (const [index, kind] of kinds.entries()) {
      const moment = planned + (index * step) / kinds.length;
      asked.push(until(moment).then(() => kind.ask(url, moment)));
    }
  }
  clearInterval(looking);
  await Promise.all(asked);
  return kinds.map((kind) => kind.close());
}

serve<ReaderRole>(() => ({
  read,
  stop: () => {
    stopped = true;
  },
}));
