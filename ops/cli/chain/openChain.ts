/** A chain opened for a command: its data directory without a node around it.
 *
 *  In: the data directory and its genesis file. Out: rules, store and recovered chain, or the sentence that says why not
 *  (a node runs on it, another genesis file, a newer format, a damaged database). The directory is locked until `close`. */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isRefusal, type Refusal, type RefusalCode, refuse } from '../../../engine/base/refusal.js';
import { parseGenesis } from '../../../engine/chain/genesis.js';
import type { ChainRules } from '../../../engine/consensus/production.js';
import { protocolOf } from '../../../engine/protocol/protocolOf.js';
import { StoreError, type StorePort } from '../../../engine/store/port.js';
import { RecoveryError } from '../../../engine/store/recovery.js';
import { inlineContracts } from '../../../workers/contracts/inlineContracts.js';
import { openStore } from '../../../workers/store/openStore.js';
import { bundledFile } from '../../../workers/threads/workerFile.js';
import { createVerifierPool, type VerifierPool } from '../../../workers/verify/verifierPool.js';
import { genesisPathIn } from '../../config/genesisFile.js';
import { badOption } from '../../config/optionKinds.js';
import { whereInUse } from '../../controlFile.js';

export interface ChainPlace {
  readonly dataDir: string;
  /** Default: genesis.json of the data directory. */
  readonly genesis: string | undefined;
}

export function readRules({ dataDir, genesis: given }: ChainPlace): ChainRules | Refusal {
  const path = given ?? genesisPathIn(dataDir);
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    return badOption(`there is no genesis file ${path}; name it with --genesis`);
  }
  const genesis = parseGenesis(text);
  if (isRefusal(genesis)) return badOption(`${path}: ${genesis.message}`);
  const protocol = protocolOf(genesis.chainId);
  return isRefusal(protocol) ? protocol : { genesis, protocol, contracts: inlineContracts(genesis) };
}

/** Whether the directory holds a chain, or the remains of one. */
export function hasChain(dataDir: string): boolean {
  const folder = join(dataDir, 'db');
  return existsSync(folder) && readdirSync(folder).length > 0;
}

const codeOf = (error: Error & { readonly code?: string }): RefusalCode => {
  if (error.code === 'STORE_IN_USE') return 'busy';
  const isForbidden = error.code === 'STORE_LIBRARY_MISSING' || /permission denied|EACCES/i.test(error.message);
  return isForbidden ? 'not_authorized' : 'rule_violation';
};

/** Runs a piece of work on the store of a directory and closes it again, whatever happens. Errors of the store and of the
 *  recovery become a refusal: `busy` when another process holds the directory, `not_authorized` when the library or
 *  the permission to open it is missing. */
export async function withStore<T>(dataDir: string, work: (store: StorePort) => Promise<T>): Promise<T | Refusal> {
  try {
    const store = await openStore({ directory: dataDir, queries: bundledFile('engine/store/history.js') });
    try {
      return await work(store);
    } finally {
      await store.close();
    }
  } catch (error) {
    if (!(error instanceof StoreError || error instanceof RecoveryError)) throw error;
    const code = codeOf(error);
    return refuse(code, code === 'busy' ? `${error.message}${whereInUse(dataDir)}` : error.message);
  }
}

/** Runs a piece of work with a verification pool and closes it again. */
export async function withVerifier<T>(
  { genesis, protocol }: ChainRules,
  threads: number,
  work: (verifier: VerifierPool) => Promise<T>,
): Promise<T> {
  const verifier = createVerifierPool({
    urgentThread: false,
    threads,
    chainId: genesis.chainId,
    protocol: protocol.name,
    backend: 'auto',
    requireChainId: false,
  });
  try {
    await verifier.start();
    return await work(verifier);
  } finally {
    await verifier.close();
  }
}
