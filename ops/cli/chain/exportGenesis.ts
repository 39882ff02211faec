/** `rouged genesis export`: the genesis file of a chain that goes on from the state after a block of another one, for example because
 *  the other chain's leader is gone for good.
 *
 *  The node must be stopped. Its chain is executed again from genesis to that block, in memory, so that the records are proven before
 *  they are written; the file is then read and checked like a node would. */

import { replayTo } from '../../../engine/audit/chainReplay.js';
import { FILE_JSON } from '../../../engine/base/limits.js';
import { isRefusal, type Refusal, refuse } from '../../../engine/base/refusal.js';
import { type CarriedRecord, type CarriedState, packRecords } from '../../../engine/chain/carriedState.js';
import { type Genesis, parseGenesis } from '../../../engine/chain/genesis.js';
import type { ChainRules } from '../../../engine/consensus/production.js';
import { genesisState } from '../../../engine/ledger/genesisState.js';
import { ledgerTables } from '../../../engine/ledger/tables.js';
import { protocolOf } from '../../../engine/protocol/protocolOf.js';
import type { State } from '../../../engine/state/state.js';
import { stateKey } from '../../../engine/state/table.js';
import { blockKey } from '../../../engine/store/keys.js';
import type { StorePort } from '../../../engine/store/port.js';
import { decodeStoredBlock, type StoredBlock } from '../../../engine/store/records.js';
import { readTip } from '../../../engine/store/recovery.js';
import { tipCertificate } from '../../../engine/store/tipCertificate.js';
import { type NewAllocation, type NewValidator, successorFileText } from '../../config/genesisFile.js';
import { badOption } from '../../config/optionKinds.js';
import type { Terminal } from '../terminal.js';
import { type ChainPlace, hasChain, readRules, withStore, withVerifier } from './openChain.js';
import { openProgress } from './progress.js';

export interface SuccessorOrder extends ChainPlace {
  readonly chainId: string;
  readonly validators: readonly NewValidator[];
  readonly allocations: readonly NewAllocation[];
  /** Height of the block; the newest with a certificate when absent. */
  readonly at: number | undefined;
  readonly verifyWorkers: number;
  /** Milliseconds since the epoch. */
  readonly time: number;
}

async function readStored(store: StorePort, height: number): Promise<StoredBlock | undefined> {
  const record = await store.get(blockKey(height));
  return record && decodeStoredBlock(record);
}

function* recordsOf(state: State): Generator<CarriedRecord> {
  for (const table of ledgerTables)
    for (const [key, value] of state.entries(table)) yield { key: stateKey(table, key), value: table.encode(value) };
}

/** The block of the order. The newest block can be carried where its certificate is there, or its height has none. */
async function heightOf(
  store: StorePort,
  { genesis, protocol }: ChainRules,
  at: number | undefined,
): Promise<number | Refusal> {
  const tip = (await readTip(store)).header.height;
  const isFinal = !protocol.requiresCertificate(genesis, tip + 1) || (await tipCertificate(store, tip)) !== undefined;
  const newest = isFinal ? tip : tip - 1;
  const height = at ?? newest;
  if (newest < 1) return badOption(`the chain has ${tip} blocks, too few to go on from one that is final`);
  if (height >= 1 && height <= newest) return height;
  const why = height === tip && tip > newest ? `: the database does not hold the certificate of block ${tip}` : '';
  return badOption(`--at must be a height from 1 to ${newest}${why}`);
}

async function carry(
  store: StorePort,
  rules: ChainRules,
  order: SuccessorOrder,
  terminal: Terminal,
): Promise<CarriedState | Refusal> {
  const height = await heightOf(store, rules, order.at);
  if (isRefusal(height)) return height;
  const state = await withVerifier(rules, order.verifyWorkers, async (verifier) => {
    const progress = openProgress(terminal, 'blocks executed', height);
    try {
      return await replayTo(store, rules, verifier, height, (done) => progress.at(done));
    } finally {
      progress.end();
    }
  });
  if (isRefusal(state)) return state;
  const block = (await readStored(store, height)) as StoredBlock;
  const following = await readStored(store, height + 1);
  const { header, headerBytes, proposerSignature } = block;
  const certificate = following ? following.certificate : await tipCertificate(store, height);
  const records = [...packRecords(recordsOf(state))];
  return { header, headerBytes, proposerSignature, certificate, records };
}

/** Reads the file as a node does. */
function checked(text: string): { readonly text: string; readonly genesis: Genesis } | Refusal {
  const genesis = parseGenesis(text);
  if (isRefusal(genesis)) return badOption(genesis.message);
  const protocol = protocolOf(genesis.chainId);
  if (isRefusal(protocol)) return protocol;
  const state = genesisState(genesis, protocol);
  return isRefusal(state) ? badOption(state.message) : { text, genesis };
}

/** @returns the file's text, and the same file as nodes read it. */
export async function successorGenesis(
  order: SuccessorOrder,
  terminal: Terminal,
): Promise<{ readonly text: string; readonly genesis: Genesis } | Refusal> {
  const rules = readRules(order);
  if (isRefusal(rules)) return rules;
  if (!hasChain(order.dataDir)) return badOption(`there is no chain in ${order.dataDir}`);
  if (order.chainId === rules.genesis.chainId)
    return badOption(
      `--chain-id must differ from ${order.chainId}: two chains with one id could take each other's votes`,
    );
  const carried = await withStore(order.dataDir, (store) => carry(store, rules, order, terminal));
  if (isRefusal(carried)) return carried;
  const text = successorFileText(rules.genesis, { ...order, carried });
  if (text.length > FILE_JSON.characters)
    return refuse(
      'rule_violation',
      `the state takes ${text.length} characters, a genesis file has at most ${FILE_JSON.characters}`,
    );
  return checked(text);
}
