// What every example begins with: a client of a node, and an account that can pay.

import { Account, formatXrge, parseXrge, RougedClient } from 'rouged/client';

/** The node from the first argument, or the one that `npm start` starts. */
export const client = new RougedClient(process.argv[2] ?? 'http://127.0.0.1:5100');

/** Seed of an account that has coins, one of those that a local network prints. */
let seed = process.env.ROUGED_SEED;

/** An account with coins: first that of the seed, then new ones. An account without coins asks the faucet. */
export async function fundedAccount() {
  const account = seed ? Account.fromSeed(seed) : Account.create();
  seed = undefined;
  const { balance_quanta } = await client.getBalance(account.address);
  if (balance_quanta < parseXrge('1000')) {
    const { txId } = await client.faucet(account);
    await client.waitForInclusion(txId);
  }
  return account;
}

/** What an account holds, as text for people. */
export async function balanceOf(account) {
  const { balance_quanta } = await client.getBalance(account.address);
  return `${formatXrge(balance_quanta)} XRGE`;
}
