/** Push registrations: the device that gets the notifications of a key. They stay on the node that took them in. */

import { type AccountId, accountBytes } from '../../../crypto/address.js';
import { keyOf } from '../../keys.js';
import type { Scene } from '../../scene.js';
import { jsonTable } from '../../table.js';
import { Tally } from '../../tally.js';

export interface PushRegistration {
  readonly token: string;
  readonly platform: string;
  /** Signed, milliseconds. */
  readonly registeredAt: number;
}

/** Key: the account. */
export const pushRegistrations = jsonTable<PushRegistration>(0x50, 'push_registrations');

/** How many there are. Key: empty. */
export const pushCount = new Tally(0x51, 'push_count');

/** Drops the registration of an account that has one. */
export async function dropRegistration(scene: Scene, account: AccountId): Promise<void> {
  scene.delete(pushRegistrations, accountBytes(account));
  await pushCount.add(scene, keyOf(), -1);
}
