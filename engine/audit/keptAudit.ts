/** Checks a directory without its first blocks, because they were dropped or because it began with a snapshot: its blocks cannot be
 *  executed again.
 *
 *  In: the store, the rules, a verifier. Out: a finding for everything that does not hold: the chain of hashes from the lowest block to the
 *  tip, every signature, the transactions under their root, what points to them, the blocks that a snapshot brought, the state under the
 *  root of the tip, and the tip's certificate. Not checked: whether the transactions lead to that state, which only the whole chain
 *  can say. Repairs nothing. */

import { fromBinary, fromHex, readU64, toHex } from '../base/bytes.js';
import { isRefusal } from '../base/refusal.js';
import type { ChainRules } from '../consensus/production.js';
import { checkBlockSignatures } from '../head/blockSignatures.js';
import { inOrder } from '../head/importer.js';
import type { BlockVerifier } from '../intake/verifier.js';
import type { PoolItem } from '../mempool/mempool.js';
import type { State } from '../state/state.js';
import { readBlocksFrom } from '../store/keeping.js';
import { blockKey, hashKey, idKey, metaKey, receiptsKey } from '../store/keys.js';
import type { StorePort } from '../store/port.js';
import { decodeLocation, decodeStoredBlock, type StoredBlock } from '../store/records.js';
import { loadState, RecoveryError, readTip } from '../store/recovery.js';
import { readWholeBlock, type WholeBlock } from '../store/wholeBlock.js';
import type { AuditReport } from './auditReport.js';
import { broughtFinding } from './broughtBlocks.js';
import { certificateFinding } from './newestCertificate.js';

/** After this many findings, further ones would not help an operator. */
const MAX_FINDINGS = 100;

/** @returns undefined for bytes that are no record of a block. */
function decodedBlock(record: Uint8Array): StoredBlock | undefined {
  try {
    return decodeStoredBlock(record);
  } catch {
    return undefined;
  }
}

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
    const tip = await readTip(this.store);
    await this.#checkBelow(lowest - 1, tip);
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
    const state = await this.#checkState(tip);
    return {
      height,
      transactions: this.#transactions,
      stateRecords: state?.size ?? 0,
      findings: this.#findings,
      blocksFrom: lowest,
    };
  }

  /** A directory that began with a snapshot holds the record of the snapshot's block: the chain of hashes begins with it. */
  async #checkBelow(height: number, tip: StoredBlock): Promise<void> {
    const record = await this.store.get(blockKey(height));
    if (!record) return;
    const below = decodedBlock(record);
    if (!below) return this.#find(`block ${height}: its record cannot be read`);
    this.#last = below;
    const finding = await broughtFinding(this.store, this.rules, below, tip.header.time);
    if (finding !== undefined) this.#find(finding);
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

  /** @returns the state; undefined when it cannot be read. */
  async #checkState(tip: StoredBlock): Promise<State | undefined> {
    const { rules, store } = this;
    let state: State;
    try {
      state = await loadState(store, rules);
    } catch (error) {
      if (!(error instanceof RecoveryError)) throw error;
      this.#find(error.message);
      return undefined;
    }
    const { height, state_root: expected } = tip.header;
    const root = toHex(state.root());
    if (expected !== undefined && root !== expected)
      this.#find(`the stored state has root ${root}, the newest block says ${expected}`);
    const bytes = await store.get(metaKey('certificate'));
    const finding = bytes && (await certificateFinding(bytes, { height, hash: tip.hash, state }, rules, this.verifier));
    if (finding !== undefined) this.#find(finding);
    return state;
  }
}
