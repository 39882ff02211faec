/** Claims a data directory, or a file, even where RocksDB takes no lock: a database that is opened for reading, on a full disk, locks nothing,
 *  and no file can be written that would tell another process.
 *
 *  In: a directory. Out: a claim that only one process of this machine can have, and that ends with the process however it ends. It
 *  is a listening socket in Linux's abstract name space, named after the directory's device and inode, so that links and mounts
 *  lead to the same name. Other systems have no such names: there RocksDB's own lock is the only protection. */

import { stat } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { basename, dirname, resolve } from 'node:path';
import { utf8 } from '../../engine/base/bytes.js';
import { sha256Hex } from '../../engine/crypto/sha256.js';
import { StoreError } from '../../engine/store/port.js';

export interface DirectoryClaim {
  release(): Promise<void>;
}

/** A space and 160 bits of a digest: with two numbers of 20 digits that stays below the bound of a socket's name. */
const NAME_CHARACTERS = 41;

const NO_CLAIM: DirectoryClaim = { release: async () => undefined };

const isTaken = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';

/** @throws StoreError STORE_IN_USE while another process has it. */
export const claimDirectory = (directory: string): Promise<DirectoryClaim> =>
  claim(directory, '', `data directory ${directory} is in use by another node`);

/** Claims a file that is replaced as a whole, so that its inode says nothing: by its directory and its name.
 *  @throws StoreError STORE_IN_USE while another process has it. */
export async function claimFile(path: string): Promise<DirectoryClaim> {
  const whole = resolve(path);
  return claim(dirname(whole), ` ${sha256Hex(utf8(basename(whole)))}`, `${path} is in use by another process`);
}

/** @param name of what is claimed in the directory; the name of a socket has at most 107 bytes. */
async function claim(directory: string, name: string, inUse: string): Promise<DirectoryClaim> {
  if (process.platform !== 'linux') return NO_CLAIM;
  const { dev, ino } = await stat(directory, { bigint: true });
  // Connections are not served: each is closed at once.
  const server = createServer((socket) => socket.destroy());
  try {
    await listen(server, `\0rouged ${dev} ${ino}${name.slice(0, NAME_CHARACTERS)}`);
  } catch (error) {
    if (!isTaken(error)) return NO_CLAIM;
    throw new StoreError('STORE_IN_USE', inUse, { cause: error });
  }
  server.unref();
  return {
    release: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
      }),
  };
}

/** Whether another process has the directory now. Always false on systems without such names. */
export async function isClaimed(directory: string): Promise<boolean> {
  try {
    const claim = await claimDirectory(directory);
    await claim.release();
    return false;
  } catch (error) {
    if (error instanceof StoreError && error.code === 'STORE_IN_USE') return true;
    throw error;
  }
}

const listen = (server: Server, path: string): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ path, exclusive: true }, () => {
      server.off('error', reject);
      server.on('error', () => undefined);
      resolve();
    });
  });
