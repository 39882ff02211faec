/** Funds the accounts of a run at a node that the run did not start.
 *
 *  In: the accounts, and a wallet or nothing. Out: it resolves when every account's money is in a block. A wallet pays by
 *  transfers; without one the node's faucet is asked for each account in turn. */

import { JsonNumber } from '../../engine/base/json.js';
import { InvariantError, isRefusal } from '../../engine/base/refusal.js';
import { signRequest } from '../../ops/cli/signedRequest.js';
import { loadKeyFile } from '../../ops/config/nodeKeys.js';
import type { PublicAccount } from './accounts.js';
import { fetchText } from './prometheus.js';

export interface Funding {
  readonly url: string;
  readonly chainId: string;
  /** Path of a key file. */
  readonly wallet: string | undefined;
  readonly accounts: readonly PublicAccount[];
  readonly say: (text: string) => void;
}

/** XRGE that a wallet gives each account: thousands of transfers at a base fee of 0.1. */
const WALLET_AMOUNT = '1000';

/** A request that the node defers is sent again for this long. */
const PATIENCE_MS = 120_000;
const MAX_PAUSE_MS = 2_000;
const LOOK_MS = 200;

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Posts until the request is accepted. @throws InvariantError when the node refuses for good. */
async function post(url: string, body: string): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  for (;;) {
    const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    const text = await response.text();
    if (response.ok) return;
    const seconds = Number(response.headers.get('retry-after'));
    if (!seconds || performance.now() > end)
      throw new InvariantError(
        `the accounts cannot be funded: ${url} answers ${response.status} ${text.slice(0, 300)}`,
      );
    await pause(Math.min(seconds * 1_000, MAX_PAUSE_MS));
  }
}

async function hasMoney(url: string, { address }: PublicAccount): Promise<boolean> {
  const answer = JSON.parse(await fetchText(`${url}/api/balance/${address}`)) as { readonly balance?: number };
  return (answer.balance ?? 0) > 0;
}

async function payFrom(wallet: string, { url, chainId, accounts }: Funding): Promise<void> {
  const keys = loadKeyFile(wallet);
  if (isRefusal(keys)) throw new InvariantError(keys.message);
  for (const { address } of accounts) {
    const members = { to: address, amount: new JsonNumber(WALLET_AMOUNT), token: 'XRGE' };
    const { body } = signRequest(keys, 'transfer', members, { timestamp: Date.now(), chainId });
    await post(`${url}/api/v2/transfer`, body);
  }
}

export async function fundAccounts(funding: Funding): Promise<void> {
  const { url, wallet, accounts, say } = funding;
  say(`funding ${accounts.length} accounts from ${wallet === undefined ? "the node's faucet" : wallet}`);
  if (wallet !== undefined) await payFrom(wallet, funding);
  else
    for (const { keyHex } of accounts) await post(`${url}/api/faucet`, JSON.stringify({ recipientPublicKey: keyHex }));
  for (const account of accounts) {
    const end = performance.now() + PATIENCE_MS;
    while (!(await hasMoney(url, account))) {
      if (performance.now() > end) throw new InvariantError('the money of the accounts has come into no block');
      await pause(LOOK_MS);
    }
  }
}
