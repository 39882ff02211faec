/** The push registry as the delivery of notifications uses it: which devices belong to accounts, and that one is gone.
 *
 *  Neither is a route: tokens leave the node only towards their provider. */

import { toHex } from '../base/bytes.js';
import { type AccountId, accountBytes, accountOfBytes } from '../crypto/address.js';
import { dropRegistration, pushRegistrations } from './kinds/push/tokens.js';
import type { Scene, SceneReader } from './scene.js';
import type { ServiceQuery } from './serviceQuery.js';

/** The device of an account. */
export interface PushToken {
  /** Hex. */
  readonly account: string;
  readonly token: string;
  readonly platform: string;
}

/** @returns those that are registered, in the order of the accounts. */
export async function pushTokensOf(scene: SceneReader, accounts: readonly AccountId[]): Promise<readonly PushToken[]> {
  const keys = accounts.map(accountBytes);
  const found = await scene.getMany(pushRegistrations, keys);
  return found.flatMap((registration, at) =>
    registration
      ? [
          {
            account: toHex(keys[at] as Uint8Array),
            token: registration.token,
            platform: registration.platform,
          },
        ]
      : [],
  );
}

/** Drops the device of an account that its provider reports gone. One that was registered since then stays.
 *  @returns whether it was dropped. */
export async function dropPushToken(scene: Scene, account: AccountId, token: string): Promise<boolean> {
  const registration = await scene.get(pushRegistrations, accountBytes(account));
  if (registration?.token !== token) return false;
  await dropRegistration(scene, account);
  return true;
}

export const pushQueries: Readonly<Record<string, ServiceQuery>> = {
  async pushTokens(scene, { accounts }) {
    const named = (accounts as readonly string[]).map((hex) => accountOfBytes(Buffer.from(hex, 'hex')));
    return { tokens: await pushTokensOf(scene, named) };
  },
};
