/** A chain of every kind of transaction on disk: a restart from the database continues with exactly the state of
 *  the process that never stopped, and executing the stored blocks again, from the first one, gives everything that is
 *  stored: state, receipts, histories. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ChainAudit } from '../../engine/audit/chainAudit.js';
import { binaryToHex } from '../../engine/base/bytes.js';
import { isRefusal } from '../../engine/base/refusal.js';
import type { SignedParts } from '../../engine/chain/transaction.js';
import { type AccountId, accountOfKey } from '../../engine/crypto/address.js';
import type { BlockVerifier } from '../../engine/intake/verifier.js';
import { ChainStore } from '../../engine/store/chainStore.js';
import type { StorePort } from '../../engine/store/port.js';
import { type Recovered, recover } from '../../engine/store/recovery.js';
import { openStore } from '../../workers/store/openStore.js';
import { bundledFile } from '../../workers/threads/workerFile.js';
import { TestChain, throughTheWire } from '../support/chain.js';
import { difference } from '../support/ledgerChecks.js';
import { SeededRandom, testSeed } from '../support/random.js';
import { deed, type Verdict } from '../support/referenceActions.js';
import { recordsOf, subjectKey } from '../support/referenceLedger.js';
import { itemOfParts } from '../support/transactions.js';
import { type Planned, Workload, workloadKinds } from '../support/workload.js';

/** A chain on which a kind has never succeeded yet goes on, up to twice as long. */
const BLOCKS = 90;
const MOST_BLOCKS = 2 * BLOCKS;
const RESTART_EVERY = 9;
/** Newest entries of a history that are compared. */
const COMPARED = 40;

let directory: string;
let port: StorePort | undefined;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'rouged-ledger-store-'));
});
afterAll(async () => {
  await port?.close();
  await rm(directory, { recursive: true, force: true });
});

const open = (): Promise<StorePort> => openStore({ directory, queries: bundledFile('engine/stream/queries.js') });

/** Reads transactions as a verification worker does; signatures, which are constants here, count as valid. */
const trusting: BlockVerifier = {
  checkSignatures: async (checks) => checks.map(() => true),
  verifyTransactions: async (parts) =>
    parts
      .map((one) => itemOfParts(one as SignedParts))
      .map((item) => (isRefusal(item) ? item : { ...item, expected: {} })),
};

/** The chain as a start from the database finds it. */
function resumed({ rules }: TestChain, { state, replay, tip }: Recovered): TestChain {
  const chain = new TestChain(rules);
  chain.resume(state, replay, tip);
  return chain;
}

/** Transactions of accounts, tokens and collections, by the reference, oldest first. */
class Histories {
  readonly #ids = new Map<string, string[]>();

  add(planned: readonly Planned[], verdicts: readonly (Verdict | undefined)[]): void {
    for (const [index, { item, intent }] of planned.entries()) {
      const verdict = verdicts[index];
      if (verdict === undefined) continue;
      const { parties, subjects } = typeof verdict === 'string' ? deed([]) : verdict;
      for (const owner of new Set([intent.signer, ...parties, ...subjects.map(subjectKey)])) {
        const ids = this.#ids.get(owner) ?? [];
        this.#ids.set(owner, ids);
        ids.push(binaryToHex(item.transaction.id));
      }
    }
  }

  /** Checks that the store finds the newest ones of some owners. @returns how many were compared. */
  async compare(store: ChainStore, random: SeededRandom): Promise<number> {
    let compared = 0;
    for (const [owner, ids] of this.#ids) {
      if (random.chance(70)) continue;
      const pieces: Buffer[] = [];
      const stream = store.accountTransactions({
        account: owner as AccountId,
        ordinal: ids.length - 1,
        limit: COMPARED,
      });
      for await (const piece of stream) pieces.push(Buffer.from(piece));
      const { found, next_cursor } = JSON.parse(`{"found":[${Buffer.concat(pieces)}}`) as {
        readonly found: readonly { readonly txId: string }[];
        readonly next_cursor: string | null;
      };
      expect(next_cursor).toBe(ids.length > COMPARED ? String(ids.length - COMPARED) : null);
      expect(found.map(({ txId }) => txId)).toEqual(ids.slice(-COMPARED).reverse());
      compared += found.length;
    }
    return compared;
  }
}

test('restarts continue with the same state, and all of it can be rebuilt from the stored blocks', async () => {
  const random = new SeededRandom(testSeed());
  const workload = new Workload(random);
  const chain = new TestChain(workload.rules);
  port = await open();
  let recovered = await recover(port, workload.rules);
  let store = new ChainStore(port, recovered);
  let follower = resumed(chain, recovered);
  const seen = new Set<string>();
  const histories = new Histories();
  const isLacking = (): boolean => workloadKinds.some((kind) => !seen.has(kind));
  for (let height = 1; height <= BLOCKS || (height <= MOST_BLOCKS && isLacking()); height++) {
    const time = chain.tip.time + workload.pause();
    const planned = workload.plans(time, random.below(150));
    const proposer = accountOfKey(chain.proposerKey);
    const candidate = chain.build(
      planned.map(({ item }) => item),
      time,
    );
    const { block, hash } = chain.seal(candidate);
    chain.commit(candidate, hash);
    await store.commit(candidate, block.proposerSignature, hash, chain.certificate);
    workload.play(time, planned, proposer);
    histories.add(planned, workload.reference.verdicts);
    for (const { transaction, failure } of candidate.execution.outcomes) if (!failure) seen.add(transaction.operation);
    const followed = follower.receive(throughTheWire({ block }));
    if (isRefusal(followed)) expect.fail(`height ${height} refused by whoever started again: ${followed.message}`);
    if (height % RESTART_EVERY !== 0) continue;
    await port.close();
    port = await open();
    recovered = await recover(port, workload.rules);
    store = new ChainStore(port, recovered);
    follower = resumed(chain, recovered);
    expect(store.tip).toEqual(chain.tip);
    expect(follower.root).toBe(chain.root);
    expect(difference(recordsOf(follower.state), recordsOf(chain.state))).toEqual([]);
    expect(difference(recordsOf(follower.state), workload.reference.records())).toEqual([]);
  }
  expect(await histories.compare(store, random)).toBeGreaterThan(BLOCKS * 3);
  const report = await new ChainAudit(port, workload.rules, trusting).run();
  const { height, totalTransactions: transactions } = chain.tip;
  expect(report).toEqual({ height, transactions, findings: [], stateRecords: expect.any(Number) });
  expect(report.stateRecords).toBe(chain.state.size);
  expect(transactions).toBeGreaterThan(BLOCKS * 30);
  expect([...seen].sort()).toEqual([...workloadKinds].sort());
}, 300_000);
