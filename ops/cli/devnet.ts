/** `rouged devnet`: a network of several validators and followers on this machine. */

import { existsSync } from 'node:fs';
import { parseXrge } from '../../engine/base/amounts.js';
import { isRefusal, type Refusal } from '../../engine/base/refusal.js';
import { DEFAULT_BLOCK_TIME_MS } from '../../engine/chain/genesis.js';
import {
  badOption,
  integerOption,
  matching,
  type OptionValues,
  optionalInteger,
  pathOptionWithDefault,
  textOption,
} from '../config/optionKinds.js';
import { BLOCK_TIME_MS, optionTable } from '../config/schema.js';
import { claimDevnet } from '../devnet/claim.js';
import { portsFrom, runDevnet } from '../devnet/devnet.js';
import { ensureDevnet, planDevnet } from '../devnet/layout.js';
import type { Command } from './subcommand.js';
import type { Terminal } from './terminal.js';

const OPTIONS = 'Options';

/** Each node is a process of about 150 MB with several threads. */
const MAX_NODES = 64;

const devnetTable = {
  validators: optionalInteger({
    chapter: OPTIONS,
    environment: [],
    defaultText: 'those of the network in the directory; 4 for a new one',
    min: 1,
    max: MAX_NODES,
    help: 'Nodes that vote; the one with the greatest stake makes the blocks.',
  }),
  followers: optionalInteger({
    chapter: OPTIONS,
    environment: [],
    defaultText: 'as at the last start; none at first',
    min: 0,
    max: MAX_NODES,
    help: 'Nodes that follow the chain, and pass on transactions.',
  }),
  'data-dir': pathOptionWithDefault({
    chapter: OPTIONS,
    environment: [],
    placeholder: 'directory',
    default: './devnet',
    help: 'Where all of the network is kept; a network that is there already goes on.',
  }),
  'api-port': integerOption({
    chapter: OPTIONS,
    environment: [],
    placeholder: 'port',
    default: 5_100,
    min: 0,
    max: 65_535,
    help: 'Port of the first node; the others have those that follow it, validators first. 0 takes free ones.',
  }),
  stakes: textOption({
    chapter: OPTIONS,
    environment: [],
    placeholder: 'XRGE,...',
    rule: matching(/^\d+(?:\.\d+)?(?:,\d+(?:\.\d+)?)*$/, 'amounts in XRGE, separated by commas'),
    help: 'Stakes of the validators of a new network, in their order; all the same when absent.',
  }),
  'block-time-ms': optionalInteger({
    chapter: OPTIONS,
    environment: [],
    defaultText: String(DEFAULT_BLOCK_TIME_MS),
    min: BLOCK_TIME_MS.min,
    max: BLOCK_TIME_MS.max,
    placeholder: 'ms',
    help: 'Time between the blocks of a new network while transactions wait.',
  }),
  'log-level': { ...optionTable['log-level'], chapter: OPTIONS, fallback: () => 'warn' as const, fallbackText: 'warn' },
};

type Values = OptionValues<typeof devnetTable>;

/** @returns quanta. */
function readStakes(list: string | undefined): readonly bigint[] | Refusal {
  const stakes: bigint[] = [];
  for (const text of list?.split(',') ?? []) {
    const stake = parseXrge(text, '--stakes');
    if (isRefusal(stake)) return badOption(stake.message);
    stakes.push(stake);
  }
  return stakes;
}

async function run(values: Values, terminal: Terminal): Promise<number | Refusal> {
  const stakes = readStakes(values.stakes);
  if (isRefusal(stakes)) return stakes;
  const { dataDir, validators, followers, blockTimeMs, apiPort, logLevel } = values;
  const plan = planDevnet({ dataDir, validators, followers, stakes, blockTimeMs });
  if (isRefusal(plan)) return plan;
  const isThere = existsSync(dataDir);
  const early = await claimDevnet(dataDir);
  if (isRefusal(early)) return early;
  try {
    // Before anything is made, so that a start that cannot serve leaves no files behind.
    const ports = await portsFrom(apiPort, plan.validators + plan.followers);
    if (isRefusal(ports)) return ports;
    const devnet = ensureDevnet(plan, Date.now());
    if (isRefusal(devnet)) return devnet;
    const claim = isThere ? early : await claimDevnet(dataDir);
    return isRefusal(claim) ? claim : await runDevnet({ devnet, ports, logLevel }, terminal).finally(claim.release);
  } finally {
    await early.release();
  }
}

export const devnetCommand: Command<typeof devnetTable> = {
  name: 'devnet',
  usage: '[--validators <number>] [--followers <number>] [options]',
  help: 'Run a network of several nodes on this machine, each a process of its own, with a faucet and a funded wallet.',
  table: devnetTable,
  options: ['validators', 'followers', 'data-dir', 'api-port', 'stakes', 'block-time-ms', 'log-level'],
  run,
};
