/** Runs one transaction or one block of them through the ledger, for tests of the kinds' rules.
 *
 *  `problemOf` asks both gates without changing anything; `play` produces a block that must include everything. */

import { expect } from 'vitest';
import type { JsonValue } from '../../engine/base/json.js';
import { isRefusal, type Refusal } from '../../engine/base/refusal.js';
import { admitTransaction, kindOfTransaction } from '../../engine/ledger/admission.js';
import { probeTransaction } from '../../engine/ledger/execution.js';
import type { PoolItem } from '../../engine/mempool/mempool.js';
import type { TestChain } from './chain.js';
import { type Actor, itemOfParts, partsOf } from './transactions.js';

export const by = (chain: TestChain, signer: Actor) => ({ signer, timestamp: chain.tip.time });

/** Code and sentence. */
export type Problem = readonly [code: string, message: string];

export const problem = (refusal: Refusal | undefined): Problem | undefined =>
  refusal && [refusal.code, refusal.message];

/** Why it is kept out of a block or fails in one; undefined when neither is the case. */
export function problemOf(chain: TestChain, { transaction }: PoolItem): Problem | undefined {
  const block = chain.context();
  const admitted = admitTransaction(chain.state, transaction, block, chain.replay);
  return problem(admitted ?? probeTransaction(chain.scratch(), transaction, block));
}

/** Sentences of the failures of a block's transactions; the block must include all of them. */
export function play(chain: TestChain, ...items: readonly PoolItem[]): (string | undefined)[] {
  const { candidate } = chain.produce(items);
  expect(candidate.refused).toEqual([]);
  return candidate.execution.outcomes.map(({ failure }) => failure?.message);
}

/** The result of decoding an operation's members: its fields, or the reason for refusal. */
export function decoded(
  signer: Actor,
  operation: string,
  members: Readonly<Record<string, JsonValue>>,
): Problem | Record<string, unknown> {
  const item = itemOfParts(partsOf({ signer, timestamp: 1, operation, members }));
  return isRefusal(item) ? [item.code, item.message] : (item.transaction.fields as Record<string, unknown>);
}

/** Everything that a kind reports about a successful transaction, besides its answer. */
export function told({ transaction }: PoolItem) {
  const kind = kindOfTransaction(transaction);
  return {
    logs: kind.logs(transaction, null),
    parties: kind.parties(transaction.fields, null),
    subjects: kind.subjects?.(transaction.fields, null) ?? [],
    reveals: kind.reveals?.(transaction.fields) ?? [],
    event: kind.event(transaction.fields),
    view: JSON.parse(JSON.stringify(kind.view(transaction.fields))) as unknown,
    outflow: kind.outflow(transaction.fields),
  };
}

/** Members of the answer to its request, beside `success` and `txId`. */
export const answerOf = (chain: TestChain, { transaction }: PoolItem) =>
  kindOfTransaction(transaction).answer(transaction.fields, {
    view: chain.state,
    sender: transaction.sender,
    publicKey: transaction.publicKey,
    pending: [transaction],
  });
