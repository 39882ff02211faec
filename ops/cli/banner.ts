/** What a node prints when it is ready: everything a newcomer needs, and one command to copy. */

import { formatXrge } from '../../engine/base/amounts.js';
import { toHex } from '../../engine/base/bytes.js';
import type { ChainStore } from '../../engine/store/chainStore.js';
import { LOCAL_ACCOUNT_QUANTA, type LocalAccount } from '../local/accounts.js';

/** What a local network offers its developer. */
export interface LocalFacts {
  readonly accounts: readonly LocalAccount[];
  /** Why there are none. */
  readonly withoutAccounts?: string;
  /** How this program was started. */
  readonly program: string;
  /** The flag that names its data directory, when that is not the default. */
  readonly place: string;
}

export interface BannerFacts {
  readonly version: string;
  /** Base URL of the API, without /api. */
  readonly url: string;
  readonly chainId: string;
  /** Address of the node's own key. */
  readonly address: string;
  readonly dataDir: string;
  /** What that keeps of the chain. */
  readonly keeps: string;
  /** The command to copy; absent when there is no faucet. */
  readonly command?: string;
  /** Absent on a network that is not `--local`. */
  readonly local?: LocalFacts;
}

/** The newcomer's command for a node at `url`.
 *  @param program how this program was started, such as `node dist/ops/cli/main.js`. */
export const demoCommand = (program: string, url: string, defaultUrl: string): string =>
  `${program} wallet demo${url === defaultUrl ? '' : ` --url ${url}`}`;

/** What a node keeps of its chain, in one line. */
export function keepsLine({ mode, blocksFrom }: Pick<ChainStore, 'mode' | 'blocksFrom'>): string {
  if (mode === 'archive') return 'archive: every block, and the state at every height';
  if (mode === 'full') return blocksFrom === 1 ? 'full: every block' : `full: every block from ${blocksFrom} on`;
  return blocksFrom === 1
    ? 'pruned: every block so far, later the newest ones'
    : `pruned: the newest blocks, from ${blocksFrom} on`;
}

function localLines({ accounts, withoutAccounts, program, place }: LocalFacts): readonly string[] {
  if (withoutAccounts !== undefined) return [`  No funded accounts: ${withoutAccounts}.`, ''];
  return [
    `  Accounts with ${formatXrge(LOCAL_ACCOUNT_QUANTA)} XRGE each. LOCAL ONLY: never send anything of value to them.`,
    '',
    ...accounts.map(({ index, address }) => `  (${index}) ${address}`),
    '',
    '  Their seeds (32 bytes, from which FIPS 204 makes both keys):',
    '',
    ...accounts.map(({ index, seed }) => `  (${index}) ${toHex(seed)}`),
    '',
    '  Send from one, print the whole keys for the SDK, see what a local network can do:',
    '',
    `    ${program} wallet transfer --account 0 --to <address> --amount 1${place}`,
    `    ${program} local accounts --json${place}`,
    `    ${program} local --help`,
    '',
  ];
}

/** @returns lines with a final line feed. */
export function banner(facts: BannerFacts): string {
  const lines = [
    '',
    '  rouged is running',
    '',
    `  version    ${facts.version}`,
    `  API        ${facts.url}`,
    `  explorer   ${facts.url}/`,
    `  API docs   ${facts.url}/docs`,
    `  chain id   ${facts.chainId}`,
    `  node       ${facts.address}`,
    `  data       ${facts.dataDir}`,
    `  mode       ${facts.keeps}`,
    '',
    ...(facts.local === undefined ? [] : localLines(facts.local)),
  ];
  if (facts.command !== undefined)
    lines.push(
      '  Make a wallet, ask the faucet and send a transfer; in another terminal run:',
      '',
      `    ${facts.command}`,
      '',
    );
  return `${lines.join('\n')}\n`;
}
