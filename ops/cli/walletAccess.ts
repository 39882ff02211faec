/** Which wallet a command signs with, and which node it speaks to: shared by the commands of wallets and of contracts. */

import { canonicalJson, type JsonValue } from '../../engine/base/json.js';
import { isRefusal, type Refusal, refuse } from '../../engine/base/refusal.js';
import type { KeyPair } from '../../engine/crypto/mldsa.js';
import { loadKeyFile } from '../config/nodeKeys.js';
import {
  type OptionValues,
  optionalInteger,
  pathOptionWithDefault,
  urlOptionWithDefault,
} from '../config/optionKinds.js';
import { optionTable } from '../config/schema.js';
import { findControl } from '../controlFile.js';
import { LOCAL_ACCOUNTS, localAccount, readLocalSeed } from '../local/accounts.js';
import { NodeClient, type NodeFault } from './client.js';
import { EXIT_FAILED, printable, type Terminal } from './terminal.js';
import { WalletSession } from './walletSession.js';

/** Where a node listens by default. */
export const DEFAULT_URL = 'http://127.0.0.1:5100';

const OPTIONS = 'Options';

export const accessTable = {
  url: urlOptionWithDefault({
    chapter: OPTIONS,
    environment: ['ROUGED_URL'],
    default: DEFAULT_URL,
    help: 'Node to speak to.',
  }),
  file: pathOptionWithDefault({
    chapter: OPTIONS,
    environment: ['ROUGED_WALLET'],
    placeholder: 'file',
    default: './wallet.json',
    help: 'The wallet.',
  }),
  account: optionalInteger({
    chapter: OPTIONS,
    environment: [],
    placeholder: 'number',
    defaultText: 'the file',
    min: 0,
    max: LOCAL_ACCOUNTS - 1,
    help: 'An account of the local network in --data-dir, instead of a file; spoken to is the node that runs it.',
  }),
  'data-dir': {
    ...optionTable['data-dir'],
    chapter: OPTIONS,
    help: 'Data directory of a local network, for --account.',
  },
};

export type AccessValues = OptionValues<typeof accessTable>;

/** Prints an answer of success as JSON. */
export const outMembers = (terminal: Terminal, members: Readonly<Record<string, JsonValue>>): void =>
  terminal.out(`${canonicalJson(new Map(Object.entries({ success: true, ...members })))}\n`);

/** Prints the node's refusal, or ours, with its code. */
export function failWith(terminal: Terminal, fault: NodeFault, json: boolean): number {
  if (json) terminal.out(`${JSON.stringify({ success: false, error: fault.message, code: fault.code })}\n`);
  else terminal.err(`rouged: ${printable(fault.message)} (${fault.code})\n`);
  return EXIT_FAILED;
}

/** An account of a local network uses the node that runs that network, wherever it listens, unless another URL is given. */
export function urlOf({ url, account, dataDir }: AccessValues): string {
  const own = account === undefined || url !== DEFAULT_URL ? undefined : findControl(dataDir)?.api;
  return own || url;
}

export const sessionOf = (values: AccessValues, terminal: Terminal): WalletSession =>
  new WalletSession(new NodeClient(urlOf(values)), terminal);

/** An account of the local network that a data directory has. */
function localKeys(dataDir: string, index: number): KeyPair | Refusal {
  const seed = readLocalSeed(dataDir);
  if (!isRefusal(seed)) return localAccount(seed, index).keys;
  return seed.code === 'not_found'
    ? refuse(
        'not_found',
        `there are no local accounts in ${dataDir}; name the data directory of a local network with --data-dir`,
      )
    : seed;
}

/** The wallet's keys, or a refusal with a hint when there are none. */
export function walletKeys(values: Pick<AccessValues, 'account' | 'dataDir' | 'file'>): KeyPair | Refusal {
  if (values.account !== undefined) return localKeys(values.dataDir, values.account);
  const keys = loadKeyFile(values.file);
  if (!isRefusal(keys) || keys.code !== 'not_found') return keys;
  return refuse('not_found', `there is no wallet ${values.file}; make one with rouged wallet new`);
}
