/** Checks the services of a data directory that no node uses. Their database is opened for reading: nothing is written. */

import { join } from 'node:path';
import { auditRecords, type RecordAudit } from '../../engine/services/recordAudit.js';
import { DurableScene } from '../../engine/services/scene.js';
import { DATABASE_FOLDER } from '../store/storeBackup.js';
import { Database } from '../store/storeDatabase.js';
import { chooseBackend } from '../verify/signatureBackends.js';
import { lostFiles, lostGroups } from './groupMark.js';
import { hasServices } from './servicesBackup.js';
import { SERVICES_FOLDER } from './servicesStore.js';

const CACHE_BYTES = 16 * 1024 * 1024;

/** @returns undefined for a directory without services. @throws StoreError when their database cannot be opened or read. */
export async function auditServices(dataDir: string): Promise<RecordAudit | undefined> {
  if (!hasServices(dataDir)) return undefined;
  const { instance: backend } = chooseBackend('auto', CACHE_BYTES, () => performance.now());
  const database = await Database.open(join(dataDir, SERVICES_FOLDER, DATABASE_FOLDER), { readOnly: true });
  const view = database.view();
  try {
    const audit = await auditRecords(new DurableScene(view), backend);
    const directory = join(dataDir, SERVICES_FOLDER);
    const lost = [await lostFiles(directory), await lostGroups(directory, view)].filter((each) => each !== undefined);
    return { ...audit, findings: [...lost, ...audit.findings] };
  } finally {
    await view.release();
    await database.close();
  }
}
