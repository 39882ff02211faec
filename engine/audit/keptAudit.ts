/** Checks what a pruned directory still has: its blocks cannot be executed again, because those below are gone.
 *
 *  In: the store, the rules, a verifier. Out: a finding for everything that does not hold: the chain of hashes from the lowest block to the
 *  tip, every signature, the transactions under their root, what points to them, and the state under the root of the tip. Not checked:
 *  whether the transactions lead to that state, which only the whole chain can say. Repairs nothing. */

import { fromBinary, fromHex, readU64, toBinary, toHex } from '../base/bytes.js';
import { invariant, isRefusal } from '../base/refusal.js';
import type { ChainRules } from '../consensus/production.js';
import { checkBlockSignatures } from '../head/blockSignatures.js';
import { inOrder } from '../head/importer.js';
import type { BlockVerifier } from '../intake/verifier.js';
import { ledgerTables } from '../ledger/tables.js';
import type { PoolItem } from '../mempool/mempool.js';
import { State } from '../state/state.js';
import { readBatch } from '../store/batch.js';
import { readBlocksFrom } from '../store/keeping.js';
import { FIRST_STORE_TABLE, hashKey, idKey, receiptsKey } from '../store/keys.js';
import type { StorePort } from '../store/port.js';
import { decodeLocation, type StoredBlock } from '../store/records.js';
import { readWholeBlock, type WholeBlock } from '../store/wholeBlock.js';
import type { AuditReport } from './auditReport.js';

/** After this many findings, further ones would not help an operator. */
const MAX_FINDINGS = 100;

export class KeptAudit {
  readonly #findings: string[] = [];
  #last: StoredBlock | undefined;
  #transactions = 0;

  constructor(
    private readonly store: StorePort,
    private readonly rules: ChainRules,
    private readonly verifier: BlockVerifier,
  ) {}

  /** @param height of the tip. @param checked called with each height whose block holds. */
  async run(height: number, checked: (height: number) => void): Promise<AuditReport> {
    const lowest = await readBlocksFrom(this.store);
    const blocks = inOrder(
      this.#blocks(lowest, height),
      async (whole) => (typeof whole === 'string' ? [] : checkBlockSignatures(this.rules, this.verifier, whole.block)),
      (whole) => (typeof whole === 'string' ? 0 : whole.block.transactions.length),
    );
    let at = lowest;
    for await (const { item: whole, result: items } of blocks) {
      const problem = typeof whole === 'string' ? whole : isRefusal(items) ? items.message : undefined;
      if (problem !== undefined) this.#find(`block ${at}: ${problem}`);
      else await this.#check(whole as WholeBlock, items as readonly PoolItem[]);
      checked(at++);
    }
    const stateRecords = await this.#checkState();
    return { height, transactions: this.#transactions, stateRecords, findings: this.#findings, blocksFrom: lowest };
  }

  async *#blocks(first: number, last: number): AsyncIterable<WholeBlock | string> {
    for (let height = first; height <= last; height++) yield readWholeBlock(this.store, height);
  }

  #find(problem: string): void {
    if (this.#findings.length < MAX_FINDINGS) this.#findings.push(problem);
  }

  async #check({ stored, block }: WholeBlock, items: readonly PoolItem[]): Promise<void> {
    const { protocol } = this.rules;
    const { header, certificate } = block;
    const { height } = header;
    const last = this.#last;
    const hash = protocol.blockHash(block.headerBytes, toHex(block.proposerSignature));
    if (hash !== stored.hash) this.#find(`block ${height}: its hash is ${hash}, the database says ${stored.hash}`);
    if (last && header.prev_hash !== last.hash) this.#find(`block ${height}: it does not follow block ${height - 1}`);
    if (last && stored.firstOrdinal !== last.firstOrdinal + last.transactionCount)
      this.#find(`block ${height}: the numbers of its transactions do not follow those of block ${height - 1}`);
    if (protocol.transactionsRoot(items.map(({ leaf }) => leaf)) !== header.tx_hash)
      this.#find(`block ${height}: tx_hash does not match its transactions`);
    const commit = certificate && protocol.certificateHash(certificate);
    if (commit !== header.parent_commit) this.#find(`block ${height}: it carries another certificate than it names`);
    if (certificate && toHex(certificate.blockHash) !== header.prev_hash)
      this.#find(`block ${height}: its certificate is of another block than its parent`);
    await this.#checkPointers(stored, items);
    this.#last = stored;
    this.#transactions += items.length;
  }

  async #checkPointers({ header: { height }, hash }: StoredBlock, items: readonly PoolItem[]): Promise<void> {
    const named = await this.store.get(hashKey(fromHex(hash) ?? new Uint8Array()));
    if (!named || readU64(named, 0) !== height) this.#find(`block ${height}: a record of hashes is missing or differs`);
    if (items.length === 0) return;
    if (!(await this.store.get(receiptsKey(height)))) this.#find(`block ${height}: its receipts are missing`);
    const places = await this.store.getMany(items.map(({ transaction }) => idKey(fromBinary(transaction.id))));
    const isAt = (place: Uint8Array | undefined, position: number): boolean => {
      const found = place && decodeLocation(place);
      return found?.height === height && found.position === position;
    };
    const wrong = places.findIndex((place, position) => !isAt(place, position));
    if (wrong >= 0) this.#find(`block ${height}: the record of ids of its transaction ${wrong} is missing or differs`);
  }

  /** @returns number of records. */
  async #checkState(): Promise<number> {
    const state = new State(ledgerTables, this.rules.protocol.stateTree);
    const range = { gte: Uint8Array.of(1), lt: Uint8Array.of(FIRST_STORE_TABLE) };
    for await (const chunk of this.store.rangeStream(range))
      readBatch(chunk, {
        put: (key, value) => state.load(key[0] as number, toBinary(key.subarray(1)), value.slice()),
        delete: () => invariant(false, 'a range holds puts only'),
      });
    state.finishLoad();
    const expected = this.#last?.header.state_root;
    const root = toHex(state.root());
    if (expected !== undefined && root !== expected)
      this.#find(`the stored state has root ${root}, the newest block says ${expected}`);
    return state.size;
  }
}
