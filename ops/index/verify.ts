/** Compares the index with a node.
 *
 *  In: both, and a seed. Out: one line for each check: the network and the heights, the links between all blocks, every row of some
 *  blocks as the node tells them now, the sum and the greatest holders of each token, the balances of some accounts. The node goes on
 *  meanwhile: an answer is compared with what the index had at the height of the answer, so the index has to be at work too, or the
 *  chain to rest. */

import { createHash } from 'node:crypto';
import { type Refusal, refuse } from '../../engine/base/refusal.js';
import { pause } from '../pause.js';
import type { IndexDatabase } from './database.js';
import { isProblem, type NodeBlocks } from './nodeBlocks.js';
import { BlockRows } from './rows.js';
import { type BlockTable, blockTableNames, blockTables } from './tables.js';

export interface Check {
  readonly name: string;
  /** What was compared, such as `200 blocks`. */
  readonly compared: string;
  /** What differs, in sentences; empty when nothing does. */
  readonly differences: readonly string[];
}

export interface VerifyParts {
  readonly database: IndexDatabase;
  readonly node: NodeBlocks;
  readonly seed: number;
  /** Blocks and accounts that are compared; all when there are no more. */
  readonly samples: number;
  readonly signal: AbortSignal;
}

/** How long the index may need to reach a block that the node has. */
const BEHIND_MS = 60_000;
const ASK_AGAIN_MS = 200;

/** Differences of a check that are told one by one. */
const TOLD = 20;

/** Holders of each token that are compared one by one. */
const HOLDERS = 100;

/** Tokens of a page. */
const TOKENS = 500;

/** The node reads an account while blocks come in: what differs is asked again. */
const TRIES = 3;

/** Blocks that are compared together. */
const RUN = 200;

const told = (differences: readonly string[]): readonly string[] =>
  differences.length <= TOLD ? differences : [...differences.slice(0, TOLD), `and ${differences.length - TOLD} more`];

class Unreachable extends Error {}

async function ask(node: NodeBlocks, path: string) {
  const answer = await node.get(path);
  if (answer.status !== 200)
    throw new Unreachable(`the node refuses ${path}: ${String(answer.value.error ?? answer.status)}`);
  return answer;
}

/** `count` numbers from 0 up to and with `last`, or all of them, ascending. */
export function sampleOf(seed: number, last: number, count: number): readonly number[] {
  if (count > last) return Array.from({ length: last + 1 }, (_, index) => index);
  const picked = new Set([0, last]);
  for (let index = 0; picked.size < count; index++)
    picked.add(createHash('sha256').update(`${seed} ${index}`).digest().readUIntBE(0, 6) % (last + 1));
  return [...picked].sort((one, two) => one - two);
}

/** Ascending heights as runs of consecutive ones, `RUN` at most. */
function* runsOf(heights: readonly number[]): Generator<{ readonly first: number; readonly last: number }> {
  for (let begin = 0; begin < heights.length; ) {
    const first = heights[begin] as number;
    let end = begin + 1;
    while (end < heights.length && end - begin < RUN && heights[end] === first + end - begin) end++;
    yield { first, last: first + end - begin - 1 };
    begin = end;
  }
}

export class Verification {
  readonly #accounts = new Set<string>();

  constructor(private readonly parts: VerifyParts) {}

  /** @returns the checks in their order, or why nothing can be compared. @throws Error when the database or the node fails. */
  async run(): Promise<readonly Check[] | Refusal> {
    const { database, node } = this.parts;
    if (!(await database.exists()))
      return refuse('not_found', 'there is no index in this database: rouged index makes it');
    const tip = await database.tip();
    if (!tip) return refuse('not_found', 'the index has no block yet');
    const network = await this.#network();
    if (network.differences.length > 0) return [network];
    const { height } = await ask(node, '/health');
    const heights = await this.#heights(height);
    if (heights.differences.length > 0) return [network, heights];
    return [
      network,
      heights,
      await this.#links(),
      await this.#blocks(Math.min(height, (await database.tip())?.height ?? 0)),
      ...(await this.#tokens()),
      await this.#balances(),
    ];
  }

  async #network(): Promise<Check> {
    const { database, node } = this.parts;
    const known = await database.network();
    const { value } = await ask(node, '/health');
    const genesis = await node.hashAt(0);
    const hash = isProblem(genesis) ? undefined : genesis.hash;
    const isSame = known?.chainId === value.chain_id && known?.genesisHash === hash;
    const sentence = `the index is of ${known?.chainId} (genesis ${known?.genesisHash}), the node of ${String(value.chain_id)} (genesis ${hash})`;
    return { name: 'network', compared: String(value.chain_id), differences: isSame ? [] : [sentence] };
  }

  /** Waits until the index has a block that the node has. */
  async #reach(height: number): Promise<number> {
    const { database, signal } = this.parts;
    const end = performance.now() + BEHIND_MS;
    for (;;) {
      const tip = (await database.tip())?.height ?? -1;
      if (tip >= height || performance.now() > end || signal.aborted) return tip;
      await pause(ASK_AGAIN_MS, signal);
    }
  }

  async #heights(height: number): Promise<Check> {
    const reached = await this.#reach(height);
    const sentence = `the index is at ${reached}, the node at ${height}: is rouged index running?`;
    return { name: 'heights', compared: `height ${height}`, differences: reached >= height ? [] : [sentence] };
  }

  /** Every block names the one below it, and each transaction is in a block. */
  async #links(): Promise<Check> {
    const rows = await this.parts.database.query<{ blocks: string; broken: string; first: string | null }>(
      `SELECT count(*) AS blocks, count(*) FILTER (WHERE is_broken) AS broken, min(height) FILTER (WHERE is_broken) AS first FROM (
         SELECT height, height <> row_number() OVER w - 1 OR (height > 0 AND prev_hash IS DISTINCT FROM lag(hash) OVER w) AS is_broken
           FROM rouged.blocks WINDOW w AS (ORDER BY height)) l`,
    );
    const { blocks = '0', broken = '0', first = null } = rows[0] ?? {};
    const differences =
      Number(broken) === 0 ? [] : [`${broken} blocks do not follow the one below them, the first at ${first}`];
    return { name: 'links', compared: `${blocks} blocks`, differences };
  }

  /** Every row that some blocks make, computed again from what the node tells of them now. */
  async #blocks(last: number): Promise<Check> {
    const { database, seed, samples } = this.parts;
    const heights = sampleOf(seed, last, samples);
    const differences: string[] = [];
    let rows = 0;
    for (const table of blockTableNames)
      await database.query(
        `CREATE TEMP TABLE IF NOT EXISTS expected_${table} (LIKE rouged.${table}); TRUNCATE expected_${table}`,
      );
    for (const { first, last: end } of runsOf(heights)) {
      const found = await this.#compareRun(first, end);
      differences.push(...found.differences);
      rows += found.rows;
    }
    return { name: 'blocks', compared: `${heights.length} blocks, ${rows} rows`, differences: told(differences) };
  }

  async #compareRun(first: number, last: number) {
    const { database, node } = this.parts;
    const differences: string[] = [];
    const made = new BlockRows();
    for (let next = first; next <= last; ) {
      const found = await node.from(next, last - next + 1);
      if (!found || isProblem(found) || found.blocks.length === 0)
        throw new Unreachable(`the node does not tell block ${next}`);
      for (const block of found.blocks) {
        made.add(block);
        for (const [account] of block.balances)
          if (this.#accounts.size < this.parts.samples) this.#accounts.add(account);
      }
      next = (made.last?.height ?? next) + 1;
    }
    await database.copy(made, (table) => `expected_${table}`);
    let rows = 0;
    for (const table of blockTableNames) {
      const [counted] = await database.query<{ rows: string }>(`SELECT count(*) AS rows FROM expected_${table}`);
      rows += Number(counted?.rows ?? 0);
      differences.push(...(await this.#compareTable(table, first, last)));
      await database.query(`TRUNCATE expected_${table}`);
    }
    return { rows, differences };
  }

  async #compareTable(table: BlockTable, first: number, last: number): Promise<readonly string[]> {
    const columns = blockTables[table];
    const own = `SELECT ${columns} FROM rouged.${table} WHERE height BETWEEN $1 AND $2`;
    const expected = `SELECT ${columns} FROM expected_${table}`;
    const found = await this.parts.database.query<{ side: string; height: string; row: string }>(
      `(SELECT 'index' AS side, d.height, left(row_to_json(d)::text, 300) AS row FROM (${own} EXCEPT ALL ${expected}) d LIMIT ${TOLD})
       UNION ALL
       (SELECT 'node', d.height, left(row_to_json(d)::text, 300) FROM (${expected} EXCEPT ALL ${own}) d LIMIT ${TOLD})`,
      [first, last],
    );
    return found.map(({ side, height, row }) => `block ${height}, ${table}: only the ${side} has ${row}`);
  }

  async #tokens(): Promise<readonly Check[]> {
    const { node } = this.parts;
    const sums: string[] = [];
    const holders: string[] = [];
    let tokens = 0;
    let compared = 0;
    for (let offset = 0; ; offset += TOKENS) {
      const { value } = await ask(node, `/tokens?limit=${TOKENS}&offset=${offset}`);
      const page = value.tokens as readonly { readonly symbol: string }[];
      for (const { symbol } of page) {
        const found = await this.#token(symbol);
        tokens++;
        compared += found.holders;
        sums.push(...found.sums);
        holders.push(...found.differences);
      }
      if (page.length < TOKENS) break;
    }
    return [
      { name: 'sums', compared: `${tokens} tokens`, differences: told(sums) },
      { name: 'holders', compared: `${compared} of the greatest holders`, differences: told(holders) },
    ];
  }

  /** Holders, their number and their sum, at the height of the node's answer. */
  async #token(symbol: string) {
    const { database, node } = this.parts;
    const { value, height } = await ask(node, `/token/${symbol}/holders?limit=${HOLDERS}`);
    await this.#reach(height);
    const unit = symbol === 'XRGE' ? 'quanta' : 'units';
    const amount = (name: string): bigint => BigInt(String(value[`${name}_${unit}`] ?? 0));
    const rows = await database.query<{ account: string; balance: string; sum: string; total: string }>(
      `SELECT account, balance, sum(balance) OVER () AS sum, count(*) OVER () AS total FROM rouged.holders_at($1, $2) LIMIT $3`,
      [symbol, height, HOLDERS],
    );
    const own = new Map(rows.map(({ account, balance }) => [account, balance]));
    const sum = BigInt(rows[0]?.sum ?? 0);
    const sums: string[] = [];
    const expected = amount('circulating_supply') - amount('in_pools');
    // Of XRGE some is staked, or unbonding, or a share of fees that the next block pays out: the node shows the stakes alone.
    const isRight = symbol === 'XRGE' ? sum <= expected - amount('staked') : sum === expected;
    if (!isRight)
      sums.push(`${symbol}: the balances of the index add up to ${sum}, the node has ${expected} at height ${height}`);
    if (Number(rows[0]?.total ?? 0) !== Number(value.total))
      sums.push(
        `${symbol}: the index has ${rows[0]?.total ?? 0} holders, the node ${String(value.total)} at height ${height}`,
      );
    const shown = value.holders as readonly Readonly<Record<string, string>>[];
    const differences = shown.flatMap((holder) => {
      const { account_address: account = '' } = holder;
      const balance = holder[`balance_${unit}`] ?? '0';
      // Equal balances at the end of the page may be in another order.
      const ours = own.get(account) ?? (balance === shown.at(-1)?.[`balance_${unit}`] ? balance : undefined);
      return ours === balance
        ? []
        : [`${symbol}: ${account} has ${ours ?? 'less'} in the index, ${balance} at the node`];
    });
    return { holders: shown.length, sums, differences };
  }

  async #balances(): Promise<Check> {
    const differences: string[] = [];
    for (const account of this.#accounts) {
      let found = await this.#balance(account);
      for (let tries = 1; found.length > 0 && tries < TRIES; tries++) found = await this.#balance(account);
      differences.push(...found);
    }
    return { name: 'balances', compared: `${this.#accounts.size} accounts`, differences: told(differences) };
  }

  /** All balances of an account, at the height of the node's answer. */
  async #balance(account: string): Promise<readonly string[]> {
    const { database, node } = this.parts;
    const { value, height } = await ask(node, `/balance/${account}`);
    await this.#reach(height);
    const rows = await database.query<{ token: string; balance: string }>(
      `SELECT DISTINCT ON (token) token, balance FROM rouged.balances WHERE account = $1 AND height <= $2 ORDER BY token, height DESC`,
      [account, height],
    );
    const own = new Map(rows.filter(({ balance }) => balance !== '0').map(({ token, balance }) => [token, balance]));
    const shown = new Map(Object.entries(value.token_balances_raw as Readonly<Record<string, string>>));
    if (value.balance_quanta !== '0') shown.set('XRGE', String(value.balance_quanta));
    return [...new Set([...own.keys(), ...shown.keys()])].flatMap((token) =>
      own.get(token) === shown.get(token)
        ? []
        : [
            `${account}: ${own.get(token) ?? 0} ${token} in the index, ${shown.get(token) ?? 0} at the node (height ${height})`,
          ],
    );
  }
}
