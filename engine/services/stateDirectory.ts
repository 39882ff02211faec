/** What the services ask of the chain: its directory as of the tip, and the moment. */

import { TIMESTAMP_WINDOW_MS } from '../base/limits.js';
import type { AccountId } from '../crypto/address.js';
import { encryptionKeyOf, nameEntry, signingKeyOf, walletIdOf, walletOwner } from '../ledger/directory.js';
import { namesByOwner, wallets } from '../ledger/directoryTables.js';
import type { StateView } from '../state/overlay.js';
import { AMBIGUOUS, type DirectoryWallet, type Moment, type Named } from './surroundings.js';

export function walletOf(view: StateView, account: AccountId): DirectoryWallet | undefined {
  const wallet = view.get(wallets, account);
  if (!wallet) return undefined;
  return {
    account,
    id: walletIdOf(wallet),
    displayName: wallet.displayName,
    signingKey: signingKeyOf(wallet),
    encryptionKey: encryptionKeyOf(wallet),
    name: view.get(namesByOwner, account),
  };
}

/** The directory over the state after the tip. */
export class StateDirectory {
  constructor(private readonly view: StateView) {}

  wallets(texts: readonly string[]): readonly Named[] {
    return texts.map((text) => {
      const [called, named] = [walletOwner(this.view, text), nameEntry(this.view, text)?.entry.owner];
      if (called !== undefined && named !== undefined && called !== named) return AMBIGUOUS;
      const owner = called ?? named;
      return owner === undefined ? undefined : walletOf(this.view, owner);
    });
  }

  walletsOf(accounts: readonly AccountId[]): readonly (DirectoryWallet | undefined)[] {
    return accounts.map((account) => walletOf(this.view, account));
  }
}

/** The part of a node that tells the moment. */
interface Chain {
  readonly now: number;
  readonly chainClock: { readonly shiftMs: number };
  readonly chain: { readonly tip: { readonly height: number; readonly time: number } };
  /** Undefined for a node that stands alone. */
  readonly network: object | undefined;
  readonly options: { readonly times: { readonly heartbeatMs: number } };
}

export const momentOf = ({ now, chainClock, chain: { tip }, network, options: { times } }: Chain): Moment => ({
  now,
  shiftMs: chainClock.shiftMs,
  height: tip.height,
  takesUntil: network && tip.time + times.heartbeatMs + TIMESTAMP_WINDOW_MS,
});
