/** Checks the files of a snapshot without a store: every part, and what all of them together must hold.
 *
 *  In: the manifest, verified, and the parts. Out: every fault that was found. The memory needed is that of one part and the keys of
 *  those who signed in the last ten minutes. */

import type { ChainRules } from '../../engine/consensus/production.js';
import { type AccountId, accountOfBytes } from '../../engine/crypto/address.js';
import { isFault, type SnapshotFault } from '../../engine/state/snapshotFault.js';
import type { Manifest } from '../../engine/store/snapshot/manifest.js';
import { RecentWalk, signersIn } from '../../engine/store/snapshot/recentBlocks.js';
import { eventsFault, type SnapshotParts } from '../../engine/store/snapshot/restore.js';
import { StateSurvey, verifyPart } from '../../engine/store/snapshot/snapshotCheck.js';

export interface SnapshotReport {
  readonly records: number;
  readonly bytes: number;
  /** Blocks of the last ten minutes. */
  readonly blocks: number;
  readonly faults: readonly SnapshotFault[];
}

export class SnapshotVerification {
  readonly #survey = new StateSurvey();
  readonly #faults: SnapshotFault[] = [];
  /** Keys of the recent signers, as far as they were found. */
  readonly #keys = new Map<AccountId, Uint8Array | undefined>();
  #records = 0;
  #bytes = 0;
  #blocks = 0;
  #newest = 0;

  constructor(
    private readonly manifest: Manifest,
    private readonly rules: ChainRules,
    private readonly parts: SnapshotParts,
  ) {}

  /** @param checked is called with the number of parts that were looked at. */
  async run(checked: (parts: number) => void): Promise<SnapshotReport> {
    const { chunks, recent } = this.manifest;
    await this.#readSigners();
    for (let index = 0; index < chunks.length; index++) {
      await this.#chunk(index);
      checked(index + 1);
    }
    // What the parts hold together is known only when each of them does.
    const isWhole = this.#faults.length === 0;
    if (isWhole) await this.#walk((done) => checked(chunks.length + done));
    else checked(chunks.length + recent.length);
    return { records: this.#records, bytes: this.#bytes, blocks: this.#blocks, faults: this.#faults };
  }

  async #readSigners(): Promise<void> {
    for (let index = 0; index < this.manifest.recent.length; index++) {
      const bytes = await this.parts.recent(index);
      if (isFault(bytes)) this.#faults.push(bytes);
      else for (const account of signersIn(bytes)) this.#keys.set(account, undefined);
    }
  }

  async #chunk(index: number): Promise<void> {
    const bytes = await this.parts.chunk(index);
    const records = isFault(bytes) ? bytes : verifyPart(bytes, index, this.manifest, this.rules);
    if (isFault(records)) {
      this.#faults.push(records);
      return;
    }
    this.#bytes += isFault(bytes) ? 0 : bytes.length;
    this.#records += records.length;
    for (const { key, value, publicKey } of records) {
      this.#survey.take(key, value);
      const account = publicKey && accountOfBytes(key.subarray(1));
      if (account && this.#keys.has(account)) this.#keys.set(account, publicKey);
    }
  }

  async #walk(checked: (runs: number) => void): Promise<void> {
    const { manifest, rules } = this;
    const walk = new RecentWalk(manifest, rules);
    for (const [index, entry] of manifest.recent.entries()) {
      const bytes = await this.parts.recent(index);
      const blocks = isFault(bytes) ? bytes : walk.take(bytes, entry, (account) => this.#keys.get(account));
      if (isFault(blocks)) {
        this.#faults.push(blocks);
        return;
      }
      this.#bytes += isFault(bytes) ? 0 : bytes.length;
      this.#blocks += blocks.length;
      if (index === 0) this.#newest = blocks[0]?.block.transactions.length ?? 0;
      checked(index + 1);
    }
    const fault =
      walk.end() ??
      this.#survey.certificateFault(manifest, rules) ??
      eventsFault(manifest, this.#survey.transactions - this.#newest);
    if (fault) this.#faults.push(fault);
  }
}
