/** `rouged wallet demo`: the newcomer's tour in one command. It makes a wallet, gets coins from the faucet, makes a transfer,
 *  waits for each until it is in a block, and shows the result on the chain. */

import { randomBytes } from 'node:crypto';
import { parseXrge, QUANTA, XRGE } from '../../engine/base/amounts.js';
import { toHex } from '../../engine/base/bytes.js';
import { JsonNumber, type JsonValue } from '../../engine/base/json.js';
import { addressOfKey } from '../../engine/crypto/address.js';
import { type KeyPair, nobleBackend, SEED_BYTES } from '../../engine/crypto/mldsa.js';
import { type Inclusion, isNodeFault, type NodeFault } from './client.js';
import { printable } from './terminal.js';
import type { Balances, WalletSession } from './walletSession.js';

/** What the demo sends, and what must remain for its fee. */
const DEMO_AMOUNT = '1';
const DEMO_NEED = 2n * QUANTA;

export interface DemoWallet {
  readonly keys: KeyPair;
  readonly file: string;
  readonly created: boolean;
}

/** @returns the members of the JSON answer, or the fault that ended the tour. */
export async function runDemo(
  session: WalletSession,
  wallet: DemoWallet,
  say: (line: string) => void,
): Promise<Record<string, JsonValue> | NodeFault> {
  const chainId = await session.client.chainId();
  if (isNodeFault(chainId)) return chainId;
  const address = addressOfKey(wallet.keys.publicKey);
  say(`node      ${session.client.url}, chain ${printable(chainId ?? 'without a name')}`);
  say(`wallet    ${address} (${wallet.created ? 'new file' : 'from'} ${wallet.file})`);
  const faucet = await askFaucet(session, wallet.keys, say);
  if (isNodeFault(faucet)) return faucet;

  const other = nobleBackend.keygen(randomBytes(SEED_BYTES));
  const otherAddress = addressOfKey(other.publicKey);
  say(`transfer  ${DEMO_AMOUNT} XRGE to ${otherAddress} (a fresh key, kept nowhere)`);
  const members = { to: toHex(other.publicKey), amount: new JsonNumber(DEMO_AMOUNT), token: XRGE };
  const transfer = await session.complete(wallet.keys, '/v2/transfer', 'transfer', members, true);
  if (isNodeFault(transfer)) return transfer;
  sayInclusion(transfer.transactionId, transfer.inclusion, say);

  const balances: Record<string, JsonValue> = {};
  for (const [name, keys] of [
    [address, wallet.keys],
    [otherAddress, other],
  ] as const) {
    const held = await session.balancesOf(addressOfKey(keys.publicKey));
    if (isNodeFault(held)) return held;
    say(`balance   ${name} ${xrgeOf(held)} XRGE`);
    balances[name] = xrgeOf(held);
  }
  return {
    address,
    faucet_tx: faucet ?? null,
    transfer_tx: transfer.transactionId,
    block_height: new JsonNumber(String(transfer.inclusion?.height ?? 0)),
    receipt: transfer.inclusion?.receipt ?? null,
    balances: new Map(Object.entries(balances)),
  };
}

const xrgeOf = (balances: Balances): string => printable(balances.get(XRGE) ?? '0');

function sayInclusion(transactionId: string, inclusion: Inclusion | undefined, say: (line: string) => void): void {
  say(`          transaction ${printable(transactionId)} is in block ${inclusion?.height}`);
  const fee = inclusion?.receipt?.get('fee_paid');
  const status = inclusion?.failure === undefined ? 'success' : `failed: ${inclusion.failure}`;
  if (inclusion?.receipt)
    say(`          receipt ${printable(status)}, fee ${fee instanceof JsonNumber ? fee.text : '?'} XRGE`);
}

/** Asks the faucet. A refusal does not matter if the wallet has enough coins from an earlier run.
 *  @returns the transaction, undefined when the wallet's own coins are enough, or the fault. */
async function askFaucet(
  session: WalletSession,
  keys: KeyPair,
  say: (line: string) => void,
): Promise<string | undefined | NodeFault> {
  const faucet = await session.complete(keys, '/v2/faucet', 'faucet', {}, true);
  if (!isNodeFault(faucet)) {
    say('faucet    paid');
    sayInclusion(faucet.transactionId, faucet.inclusion, say);
    return faucet.transactionId;
  }
  if (faucet.status !== 403 && faucet.status !== 429) return faucet;
  const held = await session.balancesOf(addressOfKey(keys.publicKey));
  if (isNodeFault(held)) return held;
  const quanta = parseXrge(xrgeOf(held));
  if (typeof quanta !== 'bigint' || quanta < DEMO_NEED) return faucet;
  say(`faucet    ${faucet.message}; going on with the ${xrgeOf(held)} XRGE of this wallet`);
  return undefined;
}
