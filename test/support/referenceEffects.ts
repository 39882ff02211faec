/** What executions of contracts would do, as a list: the ledger read through it, and the list done at the end. */

import { type AccountId, burnAccount } from '../../engine/crypto/address.js';
import type { Moment } from './referenceActions.js';
import type { ReferenceFunds } from './referenceFunds.js';
import type { ReferenceNfts } from './referenceNfts.js';

/** Something that an execution would do. */
export type Effect =
  | {
      readonly does: 'pay';
      readonly from: AccountId;
      readonly to: AccountId;
      readonly token: string;
      readonly amount: bigint;
    }
  | { readonly does: 'store'; readonly at: string; readonly value: string | undefined }
  | {
      readonly does: 'collect';
      readonly id: string;
      readonly symbol: string;
      readonly name: string;
      readonly most: number;
      readonly by: AccountId;
    }
  | {
      readonly does: 'mint';
      readonly id: string;
      readonly token: number;
      readonly to: AccountId;
      readonly name: string;
      readonly texts: string;
      readonly by: AccountId;
    }
  | { readonly does: 'hand'; readonly id: string; readonly token: number; readonly to: AccountId };

/** The ledger as it would be after a list of effects. */
export class EffectWorld {
  /** By address and key, separated by a slash. */
  readonly storage = new Map<string, string>();

  constructor(
    private readonly funds: ReferenceFunds,
    private readonly nfts: ReferenceNfts,
  ) {}

  balance(effects: readonly Effect[], account: AccountId | undefined, token: string): bigint {
    if (account === undefined) return 0n;
    let sum = this.funds.balance(account, token);
    for (const effect of effects) {
      if (effect.does !== 'pay' || effect.token !== token) continue;
      if (effect.from === account) sum -= effect.amount;
      if (effect.to === account && account !== burnAccount) sum += effect.amount;
    }
    return sum;
  }

  stored(effects: readonly Effect[], at: string): string | undefined {
    let value = this.storage.get(at);
    for (const effect of effects) if (effect.does === 'store' && effect.at === at) value = effect.value;
    return value;
  }

  owner(effects: readonly Effect[], id: string, token: number): AccountId | undefined {
    let owner = this.nfts.tokens.get(`${id}/${token}`)?.owner;
    for (const effect of effects)
      if ((effect.does === 'mint' || effect.does === 'hand') && effect.id === id && effect.token === token)
        owner = effect.to;
    return owner;
  }

  creator(effects: readonly Effect[], id: string): AccountId | undefined {
    let creator = this.nfts.collections.get(id)?.creator;
    for (const effect of effects) if (effect.does === 'collect' && effect.id === id) creator = effect.by;
    return creator;
  }

  minted(effects: readonly Effect[], id: string): { minted: number; most: number } {
    const collection = this.nfts.collections.get(id);
    const facts = { minted: collection?.minted ?? 0, most: collection?.order.maxSupply ?? 0 };
    for (const effect of effects) {
      if (effect.does === 'collect' && effect.id === id) facts.most = effect.most;
      if (effect.does === 'mint' && effect.id === id) facts.minted++;
    }
    return facts;
  }

  perform(effect: Effect, moment: Moment): void {
    if (effect.does === 'pay') this.funds.pay(effect.from, effect.to, effect.token, effect.amount);
    else if (effect.does === 'collect')
      this.nfts.found(effect.id, effect.symbol, effect.name, effect.most, effect.by, moment);
    else if (effect.does === 'mint') this.nfts.give(effect.id, effect.by, effect.to, effect.name, effect.texts, moment);
    else if (effect.does === 'hand') this.nfts.hand(effect.id, effect.token, effect.to, moment);
    else if (effect.value === undefined) this.storage.delete(effect.at);
    else this.storage.set(effect.at, effect.value);
  }
}
