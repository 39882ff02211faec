/** Records of the directory as the API shows them: wallets and names, each with its key in the state, so that a client can prove it. */

import { toHex } from '../../engine/base/bytes.js';
import { type AccountId, addressOf } from '../../engine/crypto/address.js';
import { encryptionKeyOf, signingKeyOf, walletIdOf } from '../../engine/ledger/directory.js';
import { avatars, type NameEntry, names, type Wallet, wallets } from '../../engine/ledger/directoryTables.js';
import type { StateView } from '../../engine/state/overlay.js';
import { stateKey } from '../../engine/state/table.js';
import { text } from '../routing/parameters.js';
import { Type } from '../routing/schema.js';
import { EXAMPLE_ADDRESS } from '../schemas.js';
import { orNull } from './nftRecords.js';

const Time = Type.String({ description: 'Time of the block, ISO 8601' });
const StateKey = Type.String({
  description: 'Of its record, hex: GET /api/proof/key/:key proves what the state holds there',
});

const publicMembers = {
  id: Type.String({ description: 'As its owner chose it; its signing key in hex when it chose none' }),
  display_name: Type.String(),
  signing_public_key: Type.String({ description: 'ML-DSA-65, hex' }),
  encryption_public_key: Type.String({ description: 'ML-KEM-768, hex' }),
};

export const WalletRecord = Type.Object(
  {
    ...publicMembers,
    address: Type.String({ description: 'Of the account that owns it' }),
    discoverable: Type.Boolean({ description: 'Whether lists show it' }),
    created_at: Time,
    avatar_url: orNull(Type.String({ description: 'URL or data URI' })),
    state_key: StateKey,
  },
  { title: 'Wallet' },
);

/** What a resolved name shows of its wallet. */
export const NamedWallet = Type.Object({ ...publicMembers, state_key: StateKey }, { title: 'NamedWallet' });

export const NameRecord = Type.Object(
  {
    name: Type.String(),
    wallet_id: Type.String(),
    registered_at: Time,
    state_key: StateKey,
  },
  { title: 'NameEntry' },
);

/** What names a wallet in a path. */
export const WalletText = text({
  mustBe: 'a wallet id, an address, or a public key in hex',
  maxLength: 4_096,
  examples: [EXAMPLE_ADDRESS],
  description: 'Id of a wallet, address of its owner, or its signing or encryption key in hex',
});

const timeText = (milliseconds: number): string => new Date(milliseconds).toISOString();

export const namedWallet = (account: AccountId, wallet: Wallet) => ({
  id: walletIdOf(wallet),
  display_name: wallet.displayName,
  signing_public_key: signingKeyOf(wallet),
  encryption_public_key: encryptionKeyOf(wallet),
  state_key: toHex(stateKey(wallets, account)),
});

/** @returns undefined for an account without a wallet. */
export function walletView(view: StateView, account: AccountId) {
  const wallet = view.get(wallets, account);
  return (
    wallet && {
      ...namedWallet(account, wallet),
      address: addressOf(account),
      discoverable: wallet.discoverable,
      created_at: timeText(wallet.createdAt),
      avatar_url: view.get(avatars, account) ?? null,
    }
  );
}

export const nameView = (name: string, { registeredAt }: Pick<NameEntry, 'registeredAt'>, wallet: Wallet) => ({
  name,
  wallet_id: walletIdOf(wallet),
  registered_at: timeText(registeredAt),
  state_key: toHex(stateKey(names, name)),
});
