/** Funds the accounts of a run at a node that the run did not start.
 *
 *  In: the accounts, and a wallet or nothing. Out: it resolves when every account's money is in a block. A wallet pays by
 *  transfers; without one the node's faucet is asked for each account in turn. */

import { JsonNumber } from '../../engine/base/json.js';
import { InvariantError, isRefusal } from '../../engine/base/refusal.js';
import { signRequest } from '../../ops/cli/signedRequest.js';
import { loadKeyFile } from '../../ops/config/nodeKeys.js';
import type { PublicAccount } from './accounts.js';
import type { Mix } from './mixes.js';
import { fetchText } from './prometheus.js';
import { LOOK_MS, PATIENCE_MS, pause, post } from './setUpRequests.js';

export interface Funding {
  readonly url: string;
  readonly chainId: string;
  /** Path of a key file. */
  readonly wallet: string | undefined;
  readonly accounts: readonly PublicAccount[];
  readonly mix: Mix;
  readonly say: (text: string) => void;
}

/** XRGE that a wallet gives each account: thousands of transfers at a base fee of 0.1; for the mix that trades also a pool, and minutes
 *  of swaps and mints at the maximum. */
const WALLET_AMOUNT = '1000';
const TRADING_AMOUNT = '5000';

async function hasMoney(url: string, { address }: PublicAccount): Promise<boolean> {
  const answer = JSON.parse(await fetchText(`${url}/api/balance/${address}`)) as { readonly balance?: number };
  return (answer.balance ?? 0) > 0;
}

async function payFrom(wallet: string, { url, chainId, accounts, mix }: Funding): Promise<void> {
  const keys = loadKeyFile(wallet);
  if (isRefusal(keys)) throw new InvariantError(keys.message);
  const amount = new JsonNumber(mix === 'defi' ? TRADING_AMOUNT : WALLET_AMOUNT);
  for (const { address } of accounts) {
    const members = { to: address, amount, token: 'XRGE' };
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
