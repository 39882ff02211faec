/** Executes a stored chain again up to a height, in memory: the state as it was after an older block.
 *
 *  In: a store, the rules of its network, a verifier. Out: the state, proven by every rule that a peer's block has to pass and by the
 *  state root of the block's header. Nothing is written. */

import { toHex } from '../base/bytes.js';
import { isRefusal, type Refusal, refuse, refuseBelow } from '../base/refusal.js';
import { checkBlock } from '../consensus/blockCheck.js';
import type { ChainRules } from '../consensus/production.js';
import { checkBlockSignatures } from '../head/blockSignatures.js';
import { inOrder } from '../head/importer.js';
import type { BlockVerifier } from '../intake/verifier.js';
import { genesisState } from '../ledger/genesisState.js';
import { ReplayGuard } from '../ledger/replayGuard.js';
import type { State } from '../state/state.js';
import { readKept } from '../store/keeping.js';
import type { StorePort } from '../store/port.js';
import { tipOf } from '../store/recovery.js';
import { readWholeBlock, type WholeBlock } from '../store/wholeBlock.js';

async function* storedBlocks(store: StorePort, first: number, last: number): AsyncIterable<WholeBlock | string> {
  for (let height = first; height <= last; height++) yield readWholeBlock(store, height);
}

const broken = (height: number, problem: string): Refusal =>
  refuse('rule_violation', `block ${height}: ${problem}; rouged verify-db says more`);

/** @param height of the last block to execute. @param executed called with each height. */
export async function replayTo(
  store: StorePort,
  rules: ChainRules,
  verifier: BlockVerifier,
  height: number,
  executed: (height: number) => void = () => {},
): Promise<State | Refusal> {
  const state = genesisState(rules.genesis, rules.protocol);
  if (isRefusal(state)) return state;
  const { blocksFrom } = await readKept(store);
  if (blocksFrom > 1)
    return refuseBelow(
      `the data directory has no blocks below ${blocksFrom}, so the chain cannot be executed again; use the directory of a full node that has followed the chain from its genesis block`,
      blocksFrom,
    );
  const first = await readWholeBlock(store, 0);
  if (typeof first === 'string') return broken(0, first);
  let tip = tipOf(first.stored);
  const replay = new ReplayGuard();
  const verified = inOrder(
    storedBlocks(store, 1, height),
    async (whole) => (typeof whole === 'string' ? [] : checkBlockSignatures(rules, verifier, whole.block)),
    (whole) => (typeof whole === 'string' ? 0 : whole.block.transactions.length),
  );
  for await (const { item: whole, result: items } of verified) {
    const at = tip.height + 1;
    if (typeof whole === 'string') return broken(at, whole);
    if (isRefusal(items)) return broken(at, items.message);
    const { block, stored } = whole;
    if (rules.protocol.blockHash(block.headerBytes, toHex(block.proposerSignature)) !== stored.hash)
      return broken(at, 'its hash is not the one that the database says');
    const done = checkBlock({ rules, state, replay, tip, block, items, now: undefined });
    if (isRefusal(done)) return broken(at, done.message);
    done.prepared.commit();
    replay.addBlock(done.header.time, done.execution.tags);
    tip = tipOf(stored);
    executed(at);
  }
  return state;
}
