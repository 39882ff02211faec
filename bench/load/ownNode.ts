/** A node of the load run's own: a local network of one validator in a directory that is removed at the end.
 *
 *  In: the run's accounts and the fee rule. Out: the built program's process, without rate limits. The genesis file funds
 *  all accounts; for a mix with stakes they are validators too, so that they can unstake from the start. */

import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toHex } from '../../engine/base/bytes.js';
import { InvariantError, isRefusal } from '../../engine/base/refusal.js';
import { parseGenesis } from '../../engine/chain/genesis.js';
import { newNetworkUpgrades } from '../../engine/chain/upgrades.js';
import { loadOrCreateNodeKeys } from '../../ops/config/nodeKeys.js';
import { type MeasuredProcess, startProcess } from '../macro/nodeProcess.js';
import type { PublicAccount } from './accounts.js';
import type { Mix } from './mixes.js';

export const LOAD_CHAIN_ID = 'rouged-load-1';
export const BLOCK_TIME_MS = 400;

/** XRGE of each account when fees have a ceiling: more than a run can spend. */
const BALANCE = '1000000000';

/** XRGE of each account when the fee may rise: spent within half a minute at 4,000 transfers a second by 256 accounts, so
 *  that a run shows how the node refuses what no account can pay. */
const OPEN_FEE_BALANCE = '1000';

/** XRGE of each account's stake in the mixes that stake, and of the validator's, which has a quorum alone whatever they stake. */
const STAKE = '100000000';
const VALIDATOR_STAKE = '1000000000000000';

/** XRGE: the fee that a network without a ceiling starts from; below the default floor a low ceiling is the floor too. */
const START_FEE = '0.1';
const LEAST_FLOOR = 0.001;

export interface OwnNodeOptions {
  readonly accounts: readonly PublicAccount[];
  readonly mix: Mix;
  /** XRGE; undefined: the base fee may rise without limit. */
  readonly ceiling: string | undefined;
  /** Signed bytes of a block, in MiB; absent: what networks have that name none. */
  readonly blockMegabytes?: number;
  /** WebSockets that the run opens. */
  readonly webSockets: number;
  /** Whether its main thread can be inspected. */
  readonly inspected?: boolean;
}

function genesisText({ accounts, mix, ceiling, blockMegabytes }: OwnNodeOptions, validatorKey: Uint8Array): string {
  const start = ceiling ?? START_FEE;
  const staked = mix === 'transfer' ? [] : accounts;
  return JSON.stringify({
    chain_id: LOAD_CHAIN_ID,
    genesis_time: Date.now(),
    block_time_ms: BLOCK_TIME_MS,
    initial_validators: [
      { pub_key: toHex(validatorKey), stake: VALIDATOR_STAKE, name: 'load' },
      ...staked.map(({ keyHex }) => ({ pub_key: keyHex, stake: STAKE })),
    ],
    initial_allocations: accounts.map(({ address }) => ({
      address,
      amount: ceiling === undefined ? OPEN_FEE_BALANCE : BALANCE,
    })),
    upgrade_schedule: newNetworkUpgrades,
    ...(blockMegabytes !== undefined && { limits: { max_block_bytes: blockMegabytes * 1024 * 1024 } }),
    fees: {
      base_fee: start,
      ceiling: ceiling ?? null,
      ...(Number(start) < LEAST_FLOOR && { floor: start }),
    },
  });
}

export interface OwnNode extends MeasuredProcess {
  /** Ends it and removes its directory. */
  remove(): Promise<void>;
}

/** Limits that protect a public node from one client: here all clients count as one. */
const UNLIMITED = ['--rate-limit-read-per-minute', '0', '--rate-limit-write-per-minute', '0', '--max-connections', '0'];

const FLAGS = ['--mine', '--api-port', '0', '--log-level', 'warn', ...UNLIMITED];

export async function startOwnNode(options: OwnNodeOptions): Promise<OwnNode> {
  const directory = await mkdtemp(join(tmpdir(), 'rouged-load-'));
  const clear = (): Promise<void> => rm(directory, { recursive: true, force: true });
  try {
    const keys = loadOrCreateNodeKeys(directory);
    if (isRefusal(keys)) throw new InvariantError(keys.message);
    const text = genesisText(options, keys.publicKey);
    const genesis = parseGenesis(text);
    if (isRefusal(genesis)) throw new InvariantError(genesis.message);
    writeFileSync(join(directory, 'genesis.json'), text);
    const webSockets = ['--ws-max-clients', String(options.webSockets)];
    const words = ['run', '--data-dir', directory, ...FLAGS, ...webSockets];
    const node = await startProcess('ops/cli/main.js', words, options.inspected);
    return {
      ...node,
      remove: async () => {
        await node.stop();
        await clear();
      },
    };
  } catch (error) {
    await clear();
    throw error;
  }
}
