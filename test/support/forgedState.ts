/** A whole file of another state than the one of its block: what a fault in the process before could have left. */

import { readStateFile, writeStateFile } from '../../workers/state/stateFile.js';
import type { Actor } from './transactions.js';

/** From the end of an account's key to a byte of its balance. */
const INTO_BALANCE = 15;

/** Changes a bit of an account's balance in the file of the state. */
export async function forgeState(dataDir: string, { account }: Pick<Actor, 'account'>): Promise<void> {
  const read = readStateFile(dataDir);
  const key = Buffer.from(account, 'latin1');
  const part = read?.parts.find((bytes) => Buffer.from(bytes).includes(key));
  if (!read || !part) throw new Error('no part holds the account');
  const at = Buffer.from(part).indexOf(key) + key.length + INTO_BALANCE;
  part[at] = (part[at] as number) ^ 1;
  await writeStateFile(
    dataDir,
    read.of,
    read.parts.map((bytes) => ({ pieces: [bytes], room: 0 })),
  );
}
