/** Everything that clients ask about tokens: which exist, who holds them, what an account has, who may move whose tokens.
 *
 *  In: what a block changed. Out: pages. Each change goes only to the index that it concerns, so that the thousands of XRGE
 *  balances of a full block are looked at once. */

import type { AccountId } from '../../crypto/address.js';
import type { Change, State } from '../../state/state.js';
import { lpBalances, type Pool, pools } from '../poolTables.js';
import { type Account, accounts, type Supply, supplies, tokenBalances } from '../tables.js';
import { allowances, type Token, tokens } from '../tokenTables.js';
import { AccountKeys } from './accountKeys.js';
import { AllowanceIndex } from './allowanceIndex.js';
import type { KeptHolders } from './greatestHolders.js';
import { HolderIndex } from './holderIndex.js';
import { TokenList } from './tokenList.js';

function* keysOf(state: State, table: typeof tokenBalances): Generator<string, void, undefined> {
  for (const [key] of state.entries(table)) yield key;
}

export class TokenIndex {
  readonly list: TokenList;
  readonly holders: HolderIndex;
  readonly allowances: AllowanceIndex;
  readonly #tokensOf: AccountKeys;
  readonly #poolsOf: AccountKeys;

  /** @param kept how many holders of XRGE are kept. @param mostNoted most changes of their balances that wait for a reader. */
  constructor(state: State, kept?: KeptHolders, mostNoted?: number) {
    this.list = new TokenList(state);
    this.holders = new HolderIndex(state, kept, mostNoted);
    this.allowances = new AllowanceIndex(state);
    this.#tokensOf = new AccountKeys(keysOf(state, tokenBalances));
    this.#poolsOf = new AccountKeys(keysOf(state, lpBalances));
  }

  apply(changes: readonly Change[]): void {
    for (const change of changes) {
      // Almost all changes of a full block concern accounts.
      if ((change.table as unknown) === accounts)
        this.holders.noteAccount(change.key, change.before as Account | undefined, change.after as Account | undefined);
      else this.#note(change);
    }
    this.holders.endBlock();
  }

  #note({ table, key, before, after }: Change): void {
    const came = before === undefined;
    const went = after === undefined;
    switch (table.id) {
      case tokenBalances.id:
        this.holders.changeToken(key, before as bigint | undefined, after as bigint | undefined);
        if (came || went) move(this.#tokensOf, key, came);
        break;
      case lpBalances.id:
        if (came || went) move(this.#poolsOf, key, came);
        break;
      case allowances.id:
        if (came || went) this.allowances.note(key, came);
        break;
      case pools.id:
        this.list.notePool(before as Pool | undefined, after as Pool | undefined);
        break;
      case supplies.id:
        this.list.noteSupply(key, after as Supply);
        break;
      case tokens.id:
        this.list.noteToken(key, after as Token);
        break;
    }
  }

  /** Symbols of the tokens that an account holds, in byte order, without XRGE. */
  tokensOf(account: AccountId): Iterable<string> {
    return this.#tokensOf.of(account);
  }

  /** Ids of the pools that an account has a share in, in byte order. */
  poolsOf(account: AccountId): Iterable<string> {
    return this.#poolsOf.of(account);
  }
}

function move(keys: AccountKeys, key: string, came: boolean): void {
  if (came) keys.add(key);
  else keys.remove(key);
}
