/** People of the social routes, as clients see them: by their public key, or by their address while nobody has shown the key. */

import { toHex } from '../../../base/bytes.js';
import { type AccountId, accountBytes, addressOf } from '../../../crypto/address.js';
import { authorKeys } from '../../record.js';
import type { Scene, SceneReader } from '../../scene.js';
import { bytesTable } from '../../table.js';

/** Public keys of those who are followed. Key: the account, which is the hash of the key: whoever writes, it is the same. */
const artistKeys = bytesTable(0x3c, 'artist_keys');

export const keepKey = (scene: Scene, account: AccountId, publicKey: Uint8Array): void =>
  scene.put(artistKeys, accountBytes(account), publicKey);

/** @returns the key in hex, or the address. */
export async function shownPerson(scene: SceneReader, account: AccountId): Promise<string> {
  const id = accountBytes(account);
  const key = (await scene.get(authorKeys, id)) ?? (await scene.get(artistKeys, id));
  return key ? toHex(key) : addressOf(account);
}
