/** What `rouged verify-db` says about the file of the state: whether the next start can go on in it.
 *
 *  In: the data directory, its store, its newest block. Out: a sentence; undefined when there is no file. Such a file is no part of the
 *  chain: one that does not fit is no damage. */

import { errorText } from '../../../engine/base/refusal.js';
import type { ChainRules } from '../../../engine/consensus/production.js';
import type { StorePort } from '../../../engine/store/port.js';
import type { StoredBlock } from '../../../engine/store/records.js';
import { STATE_RANGE } from '../../../engine/store/recovery.js';
import { isSameState, StateFileFault, type StateOf } from '../../../engine/store/stateFile.js';
import { StateCheck } from '../../../workers/state/stateCheck.js';
import { type ReadStateFile, readStateFile } from '../../../workers/state/stateFile.js';

const READS_DATABASE = 'the next start ignores it and reads the database';

/** @throws StateFileFault. */
async function prove({ of, parts }: ReadStateFile, store: StorePort): Promise<void> {
  const check = new StateCheck(of, parts);
  check.begin();
  for await (const chunk of store.rangeStream(STATE_RANGE)) check.take(chunk);
  check.end();
}

export async function stateFileNote(
  dataDir: string,
  store: StorePort,
  { genesis }: ChainRules,
  { header, hash }: StoredBlock,
): Promise<string | undefined> {
  let file: ReadStateFile | undefined;
  try {
    file = readStateFile(dataDir);
  } catch (error) {
    return `state.bin, the state that the node has left, cannot be used: ${errorText(error)}; ${READS_DATABASE}`;
  }
  if (!file) return undefined;
  const { height, state_root: root = '' } = header;
  const tip: StateOf = { chain: genesis.chainId, genesis: genesis.fileHash, height, hash, root };
  if (!isSameState(file.of, tip))
    return `state.bin is the state of block ${file.of.height} (${file.of.hash.slice(0, 16)}) of ${file.of.chain}, not of the newest block here: ${READS_DATABASE}`;
  try {
    await prove(file, store);
  } catch (error) {
    if (!(error instanceof StateFileFault))
      return `state.bin could not be compared with the database: ${errorText(error)}`;
    return `state.bin is not the state of the newest block (${errorText(error.cause)}): remove it, and the next start reads the database`;
  }
  return `state.bin holds the state of block ${height}, record by record the one of the database: the next start goes on in it`;
}
