/** Reads at a height: the same answers as at the tip, from the state as it was after an earlier block.
 *
 *  In: `?height=`, and the function that answers from a source. Out: its answer on the state of that height, or a refusal that names the
 *  lowest height there is. Without a height a route answers at once from memory. */

import {
  invariant,
  isRefusal,
  type Refusal,
  type RefusalCode,
  refuse,
  refuseBelow,
} from '../../engine/base/refusal.js';
import type { AccountId } from '../../engine/crypto/address.js';
import type { ReadingIndexes } from '../../engine/ledger/indexes/index.js';
import { lpBalances } from '../../engine/ledger/poolTables.js';
import { tokenBalances } from '../../engine/ledger/tables.js';
import type { Node } from '../../engine/node.js';
import type { StateView } from '../../engine/state/overlay.js';
import { wholeNumber } from '../routing/parameters.js';
import { Type } from '../routing/schema.js';

/** Where single records are read from. */
export interface Source {
  readonly state: StateView;
  /** Symbols of the tokens of which an account holds some, in byte order. */
  tokensOf(account: AccountId): Iterable<string>;
  /** Ids of the pools in which it has a share, in byte order. */
  poolsOf(account: AccountId): Iterable<string>;
}

/** Where lists are read from. A node is one, of its tip. */
export interface Listed extends Pick<Node, 'chain' | 'options'> {
  readonly state: StateView;
  readonly indexes: ReadingIndexes;
}

export const atHeight = {
  height: Type.Optional(
    wholeNumber({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'As it was after the block of this height; the tip when absent. Below the tip on archive nodes',
    }),
  ),
};

/** Codes with which a read at a height can be refused. */
export const pastRefusals = ['not_found', 'pruned'] as const satisfies readonly RefusalCode[];

const sourceOf = ({ state, indexes }: Node): Source => ({
  state,
  tokensOf: (account) => indexes.tokens.tokensOf(account),
  poolsOf: (account) => indexes.tokens.poolsOf(account),
});

/** @returns the height to read at when it is not the tip. */
export function pastHeight({ chain }: Node, height: number | undefined): number | undefined | Refusal {
  const tip = chain.tip.height;
  if (height === undefined || height === tip) return undefined;
  if (height > tip) return refuse('not_found', `there is no block ${height} yet: the tip is at ${tip}`);
  if (height >= chain.stateFrom) return height;
  return refuseBelow(
    `this node holds the state of height ${chain.stateFrom} only, its tip; an archive node has older ones`,
    chain.stateFrom,
  );
}

/** Answers from the records at a height. @param answer a pure function of the source. */
export function readAt<T>(
  node: Node,
  height: number | undefined,
  answer: (source: Source) => T,
): T | Refusal | Promise<T | Refusal> {
  const past = pastHeight(node, height);
  if (isRefusal(past)) return past;
  if (past === undefined) return answer(sourceOf(node));
  return node.past.read(past, (view) =>
    answer({
      state: view,
      tokensOf: (account) => view.keysBehind(tokenBalances as never, account),
      poolsOf: (account) => view.keysBehind(lpBalances as never, account),
    }),
  );
}

/** Answers from all records at a height. */
export function listAt<T>(
  node: Node,
  height: number | undefined,
  answer: (source: Listed) => T,
): T | Refusal | Promise<T | Refusal> {
  const past = pastHeight(node, height);
  if (isRefusal(past)) return past;
  return past === undefined ? answer(node) : listPast(node, past, answer);
}

async function listPast<T>(node: Node, height: number, answer: (source: Listed) => T): Promise<T | Refusal> {
  const { chain, options } = node;
  const block = await chain.storedBlock(height);
  invariant(block, `block ${height} is missing`);
  const whole = await node.past.whole(block);
  return isRefusal(whole) ? whole : answer({ chain, options, state: whole.state, indexes: whole.indexes });
}
