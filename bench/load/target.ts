/** The node under load: the run's own, or one that already runs, and the accounts that send there.
 *
 *  In: the options. Out: where to send and listen, which chain it is, whether its process can be observed. */

import { randomBytes } from 'node:crypto';
import { type PublicAccount, publicAccounts } from './accounts.js';
import type { Address } from './connections.js';
import { fundAccounts } from './funding.js';
import { MarketSetUp } from './marketSetUp.js';
import type { LoadArguments } from './options.js';
import { LOAD_CHAIN_ID, startOwnNode } from './ownNode.js';
import { fetchText } from './prometheus.js';

export interface Target {
  readonly url: string;
  readonly address: Address;
  readonly chainId: string;
  /** Only for our own node. */
  readonly pid: number | undefined;
  /** Its process has ended, with its last output; never for a target that the run did not start. */
  readonly ended: Promise<string>;
  remove(): Promise<void>;
}

export interface Prepared {
  readonly target: Target;
  readonly seed: string;
  readonly accounts: readonly PublicAccount[];
  /** Of the mix that trades. */
  readonly market: MarketSetUp | undefined;
}

/** WebSockets of the run besides its subscribers: the watcher, a reader of the log, and room for reopened ones. */
const OTHER_WEB_SOCKETS = 64;

async function chainIdOf(url: string): Promise<string> {
  const { chain_id } = JSON.parse(await fetchText(`${url}/api/health`)) as { readonly chain_id: string };
  return chain_id;
}

function addressOfUrl(url: string): Address {
  const { hostname, port } = new URL(url);
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 80) };
}

/** @returns the market that the mix needs, if it needs one. */
async function marketAt(
  target: Target,
  { seed, accounts }: Omit<Prepared, 'target' | 'market'>,
  { mix }: LoadArguments,
  say: (text: string) => void,
): Promise<MarketSetUp | undefined> {
  if (mix !== 'defi') return undefined;
  say('creating tokens, pools and collections');
  const { url, chainId } = target;
  const market = new MarketSetUp({ url, chainId, seed, accounts });
  await market.create();
  return market;
}

const never = new Promise<never>(() => undefined);

async function openTarget(
  options: LoadArguments,
  accounts: readonly PublicAccount[],
  say: (text: string) => void,
): Promise<Target> {
  const { mix, ceiling, subscribers, blockMegabytes } = options;
  if (options.target !== undefined) {
    const { target: url, wallet } = options;
    const chainId = await chainIdOf(url);
    await fundAccounts({ url, chainId, wallet, accounts, mix, say });
    return {
      ...{ url, address: addressOfUrl(url), chainId, pid: undefined, ended: never },
      remove: async () => undefined,
    };
  }
  say('starting a node');
  const node = await startOwnNode({
    accounts,
    mix,
    ceiling: ceiling === 'none' ? undefined : ceiling,
    blockMegabytes,
    webSockets: subscribers + OTHER_WEB_SOCKETS,
  });
  const { url, pid, ended } = node;
  return {
    ...{ url, address: addressOfUrl(url), chainId: LOAD_CHAIN_ID, pid, ended },
    remove: () => node.remove(),
  };
}

/** @param say gets progress messages for what takes time. */
export async function prepareTarget(options: LoadArguments, say: (text: string) => void): Promise<Prepared> {
  const seed = randomBytes(16).toString('hex');
  const accounts = publicAccounts(seed, options.accounts);
  const target = await openTarget(options, accounts, say);
  try {
    return { target, seed, accounts, market: await marketAt(target, { seed, accounts }, options, say) };
  } catch (error) {
    await target.remove();
    throw error;
  }
}
