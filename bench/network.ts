/** The network of the benches: its genesis, its rules, and a state with many accounts.
 *
 *  In: how many accounts. Out: rules and states. The base fee is at its ceiling, so that every transfer stays payable
 *  however many a block holds; the limits of a block are above their defaults of 16 MiB of signed bytes (about 4,000
 *  transfers) and of fuel for some 160 calls, because a bench puts all of its transactions into one. */

import { createHash } from 'node:crypto';
import { QUANTA } from '../engine/base/amounts.js';
import { toHex } from '../engine/base/bytes.js';
import { MAX_BLOCK_BYTES, MAX_BLOCK_FUEL } from '../engine/base/limits.js';
import { InvariantError, isRefusal } from '../engine/base/refusal.js';
import { parseGenesis } from '../engine/chain/genesis.js';
import { newNetworkUpgrades } from '../engine/chain/upgrades.js';
import type { ChainRules } from '../engine/consensus/production.js';
import { PUBLIC_KEY_BYTES } from '../engine/crypto/mldsa.js';
import { type ContractMachine, noMachine } from '../engine/ledger/contractMachine.js';
import { applyGenesis } from '../engine/ledger/genesisState.js';
import { accounts, ledgerTables } from '../engine/ledger/tables.js';
import { nativeProtocol } from '../engine/protocol/native.js';
import type { Protocol } from '../engine/protocol/protocol.js';
import { Overlay, State } from '../engine/state/state.js';
import { bytesOf, CHAIN_ID, NOW, type Wallet } from './transfers.js';

export const proposerKey = bytesOf('proposer', PUBLIC_KEY_BYTES);

const genesisText = JSON.stringify({
  chain_id: CHAIN_ID,
  genesis_time: NOW - 1_000_000,
  initial_validators: [{ pub_key: toHex(proposerKey), stake: '1000', name: 'bench' }],
  fees: { base_fee: '0.1', ceiling: '0.1' },
  upgrade_schedule: newNetworkUpgrades,
  limits: { max_block_transactions: 20_000, max_block_bytes: MAX_BLOCK_BYTES, fuel: MAX_BLOCK_FUEL },
});

/** What every account owns at first, quanta. */
const BALANCE = 10_000_000n * QUANTA;

/** @param contracts runs them; without it no block has any. */
export function benchRules(protocol: Protocol = nativeProtocol, contracts: ContractMachine = noMachine): ChainRules {
  const genesis = parseGenesis(genesisText);
  if (isRefusal(genesis)) throw new InvariantError(genesis.message);
  return { genesis, protocol, contracts };
}

/** @returns `count` accounts: the wallets' first, then others that never send. */
export function accountKeys(wallets: readonly Pick<Wallet, 'account'>[], count: number): string[] {
  const keys: string[] = wallets.map(({ account }) => account);
  while (keys.length < count)
    keys.push(createHash('sha256').update(`account ${keys.length}`).digest().toString('latin1'));
  return keys;
}

/** Fills an empty state with the genesis records and the accounts, as at a start from disk. */
export function fillState(state: State, { genesis }: ChainRules, keys: readonly string[]): void {
  const genesisState = new Overlay(new State(ledgerTables, nativeProtocol.stateTree));
  applyGenesis(genesisState, genesis);
  genesisState.forEachWrite((table, key, value) => state.load(table.id, key, table.encode(value)));
  const value = accounts.encode({ balance: BALANCE, nonce: 0, activity: 0 });
  for (const key of keys) state.load(accounts.id, key, value);
  state.finishLoad();
}
