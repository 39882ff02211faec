/** A state that holds the wanted pools, opened by the rules of the exchange, without a chain around it. */

import { U128_MAX } from '../../../engine/base/bytes.js';
import { invariant, isRefusal } from '../../../engine/base/refusal.js';
import { placePools } from '../../../engine/ledger/deepPools.js';
import { openPool } from '../../../engine/ledger/exchange.js';
import { mint } from '../../../engine/ledger/funds.js';
import { pairOf } from '../../../engine/ledger/poolIds.js';
import { ledgerTables } from '../../../engine/ledger/tables.js';
import { tokens } from '../../../engine/ledger/tokenTables.js';
import { nativeProtocol } from '../../../engine/protocol/native.js';
import { Overlay, State } from '../../../engine/state/state.js';
import { rulesOf } from '../../support/chain.js';
import { actor } from '../../support/transactions.js';

/** Has half of everything beside the pools. */
export const trader = actor('pools: the trader').account;

/** Two symbols in upper case, and how many units of each are in their pool. */
export type Opening = readonly [one: string, ofOne: bigint, other: string, ofOther: bigint];

const { genesis } = rulesOf({ validators: [{ actor: actor('pools: the validator'), stake: '10000' }] });

/** A block of a network on which all upgrades are active. */
export const block = { genesis, height: 1, time: 1 } as const;

/** @param frozen symbols in upper case. */
export function stateWith(openings: readonly Opening[], frozen: Iterable<string> = []): State {
  const state = new State(ledgerTables, nativeProtocol.stateTree);
  const overlay = new Overlay(state);
  const opener = actor('pools: the opener').account;
  for (const symbol of new Set(openings.flatMap(([one, , other]) => [one, other]))) {
    for (const account of [opener, trader])
      invariant(mint(overlay, account, symbol, U128_MAX / 2n), `${symbol} was given out twice`);
  }
  for (const [one, ofOne, other, ofOther] of openings) {
    const pair = pairOf(one, other);
    const amounts: [bigint, bigint] = pair.tokenA === one ? [ofOne, ofOther] : [ofOther, ofOne];
    const opened = openPool(overlay, block, opener, pair, ...amounts);
    if (isRefusal(opened)) throw new Error(opened.message);
    placePools(overlay, block, [opened]);
  }
  const record = { number: 1, name: '', decimals: 0, creator: opener, createdAt: 1, createdHeight: 1 };
  for (const symbol of frozen) overlay.put(tokens, symbol, { ...record, initialSupply: U128_MAX, frozen: true });
  state.prepare(overlay).commit();
  return state;
}
