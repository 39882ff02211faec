/** `rouged backup`: a copy of the chain at one height, also while a node runs on the data directory.
 *
 *  The copy is a data directory without a key and without journals: those belong to one machine, and two nodes that
 *  sign with one key contradict each other. It is opened and its state proven against its tip's header before the command
 *  says that it is done. */

import { copyFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { utf8 } from '../../../engine/base/bytes.js';
import { isRefusal, type Refusal, refuse } from '../../../engine/base/refusal.js';
import type { ChainRules } from '../../../engine/consensus/production.js';
import { type BackupProgress, StoreError } from '../../../engine/store/port.js';
import type { StoredBlock } from '../../../engine/store/records.js';
import { recover } from '../../../engine/store/recovery.js';
import { copyServices } from '../../../workers/services/servicesBackup.js';
import { SERVICES_FOLDER } from '../../../workers/services/servicesStore.js';
import { badBackupTarget } from '../../../workers/store/backupTarget.js';
import { openStore } from '../../../workers/store/openStore.js';
import { DATABASE_FOLDER } from '../../../workers/store/storeBackup.js';
import { createDurableFile } from '../../config/durableFile.js';
import { GENESIS_FILE, genesisPathIn } from '../../config/genesisFile.js';
import { badOption } from '../../config/optionKinds.js';
import { type ControlPlace, findControl } from '../../controlFile.js';
import { EXIT_OK, type Terminal } from '../terminal.js';
import { type ChainPlace, hasChain, readRules, withStore } from './openChain.js';

const BACKUP_FILE = 'backup.json';

const MEBIBYTE = 1024 * 1024;

export interface BackupOrder extends ChainPlace {
  readonly directory: string;
}

/** Asks the running node. */
async function* askNode({ url, token }: ControlPlace, directory: string): AsyncIterable<BackupProgress | Refusal> {
  let response: Response;
  try {
    response = await fetch(`${url}/backup`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: JSON.stringify({ directory }),
    });
  } catch {
    return yield refuse(
      'not_found',
      'the node that holds the data directory does not answer; try again when it has started',
    );
  }
  if (!response.body) return yield refuse('not_found', `the node answered with HTTP ${response.status}`);
  const lines = createInterface({ input: Readable.fromWeb(response.body as ReadableStream<Uint8Array>) });
  for await (const text of lines) {
    const line = JSON.parse(text) as Partial<BackupProgress> & { error?: string; done?: true };
    if (line.done) return;
    if (line.error !== undefined) return yield refuse('rule_violation', line.error);
    yield { records: line.records ?? 0, bytes: line.bytes ?? 0 };
  }
  yield refuse(
    'rule_violation',
    `the node stopped before the backup was complete; remove ${directory} if it is there, and try again`,
  );
}

/** Opens the directory itself; a directory that is in use is copied by the node that uses it. */
async function* copyChain(dataDir: string, directory: string): AsyncIterable<BackupProgress | Refusal> {
  try {
    const store = await openStore({ directory: dataDir });
    try {
      yield* store.backup(directory);
      await copyServices(dataDir, directory);
    } finally {
      await store.close();
    }
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    const place = error.code === 'STORE_IN_USE' ? findControl(dataDir) : undefined;
    if (place) yield* askNode(place, directory);
    else yield refuse('rule_violation', error.message);
  }
}

/** Makes the copied database a data directory: adds its genesis file, proves that its state is its tip's, and writes the facts.
 *  A copy that fails the proof is removed, so that nobody restores it. */
async function complete(order: BackupOrder, rules: ChainRules, directory: string): Promise<StoredBlock | Refusal> {
  const genesis = join(directory, GENESIS_FILE);
  let holds = false;
  try {
    copyFileSync(order.genesis ?? genesisPathIn(order.dataDir), genesis);
    const tip = await withStore(directory, async (store) => (await recover(store, rules)).tipBlock);
    holds = !isRefusal(tip);
    return tip;
  } catch (error) {
    return refuse('rule_violation', `the backup into ${directory} failed: ${(error as Error).message}`);
  } finally {
    if (!holds)
      for (const part of [genesis, join(directory, DATABASE_FOLDER), join(directory, SERVICES_FOLDER)])
        rmSync(part, { recursive: true, force: true });
  }
}

export async function backup(order: BackupOrder, terminal: Terminal): Promise<number | Refusal> {
  const rules = readRules(order);
  if (isRefusal(rules)) return rules;
  const directory = resolve(order.directory);
  if (!hasChain(order.dataDir)) return badOption(`there is no chain in ${order.dataDir}`);
  const problem = await badBackupTarget(order.dataDir, directory);
  if (problem !== undefined) return badOption(problem);
  let copied: BackupProgress = { records: 0, bytes: 0 };
  for await (const progress of copyChain(order.dataDir, directory)) {
    if (isRefusal(progress)) return progress;
    copied = progress;
    if (terminal.interactive) terminal.err(`\r${copied.records} records, ${Math.floor(copied.bytes / MEBIBYTE)} MiB`);
  }
  if (terminal.interactive) terminal.err('\n');
  const tip = await complete(order, rules, directory);
  if (isRefusal(tip)) return tip;
  const { header, hash } = tip;
  const facts = {
    chain_id: header.chain_id,
    height: header.height,
    hash,
    state_root: header.state_root ?? null,
    records: copied.records,
  };
  createDurableFile(join(directory, BACKUP_FILE), utf8(`${JSON.stringify(facts, null, 2)}\n`), 0o600);
  terminal.out(
    `backed up ${facts.chain_id} at height ${facts.height}, hash ${hash}, into ${directory}; its state is proven\n`,
  );
  return EXIT_OK;
}
