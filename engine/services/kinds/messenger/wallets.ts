/** Wallets of the directory as answers and events of the messenger show them. */

import { type AccountId, addressOf } from '../../../crypto/address.js';
import type { Directory, DirectoryWallet } from '../../surroundings.js';

/** Wallets of some accounts, by account. */
export interface KnownWallets {
  /** As the client knows the wallet. */
  id(account: AccountId): string;
  /** Hex; the address of one that has no wallet. */
  key(account: AccountId): string;
  displayName(account: AccountId): string;
}

export async function knownWallets(directory: Directory, accounts: Iterable<AccountId>): Promise<KnownWallets> {
  const all = [...new Set(accounts)];
  const found = await directory.walletsOf(all);
  const wallets = new Map<AccountId, DirectoryWallet | undefined>(all.map((account, at) => [account, found[at]]));
  return {
    id: (account) => wallets.get(account)?.id ?? addressOf(account),
    key: (account) => wallets.get(account)?.signingKey ?? addressOf(account),
    displayName: (account) => wallets.get(account)?.displayName ?? '',
  };
}
