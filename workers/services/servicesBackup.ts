/** The services' part of a copy of a data directory: their database as of one durable state, in the folder that a node looks for.
 *
 *  A data directory whose services nobody has asked for has none, and its copy has none. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DATABASE_FOLDER } from '../store/storeBackup.js';
import { DiskServicesStore, SERVICES_FOLDER } from './servicesStore.js';

/** Whether a data directory, or a copy of one, has services. */
export const hasServices = (directory: string): boolean =>
  existsSync(join(directory, SERVICES_FOLDER, DATABASE_FOLDER, 'CURRENT'));

/** Copies the services of a data directory that no node uses. @throws StoreError. */
export async function copyServices(dataDir: string, directory: string): Promise<void> {
  if (!hasServices(dataDir)) return;
  const store = await DiskServicesStore.open(dataDir);
  try {
    await store.backup(directory);
  } finally {
    await store.close();
  }
}
