/** The coins behind a token on the EVM: of custody, of the bridge's contract, of the vault, at one block on which the providers agree. */

import { createContract } from 'micro-eth-signer/abi.js';
import { toHex } from '../../base/bytes.js';
import { isRefusal, type Refusal, refuse } from '../../base/refusal.js';
import type { CustodyBalance } from '../port.js';
import { type EvmBridge, type EvmCoin, WEI_PER_UNIT, XRGE_WEI_PER_QUANTUM } from './contracts.js';
import { data, quantity, type Result, reading } from './values.js';

const ERC20 = createContract([
  {
    type: 'function',
    name: 'balanceOf',
    stateMutability: 'view',
    inputs: [{ name: 'holder', type: 'address' }],
    outputs: [{ name: 'balance', type: 'uint256' }],
  },
] as const);

/** One call of JSON-RPC without its block. */
export interface BalanceCall {
  readonly method: 'eth_getBalance' | 'eth_call';
  readonly target: unknown;
}

/** Who holds the coins of a token. */
const holdersOf = ({ custody, bridge, vault }: EvmBridge, coin: EvmCoin): readonly (readonly [string, string])[] =>
  (coin === 'XRGE'
    ? [['vault', vault] as const]
    : [['custody', custody] as const, ['bridge contract', bridge] as const]
  ).flatMap(([name, address]) => (address === undefined ? [] : [[name, address] as const]));

/** What is asked for, and what it counts; empty when nobody holds the coin. */
export function balanceCalls(bridge: EvmBridge, coin: EvmCoin): { readonly calls: readonly BalanceCall[]; of: string } {
  const holders = holdersOf(bridge, coin);
  const token = coin === 'USDC' ? bridge.usdc : bridge.xrge;
  return {
    of: holders.map(([name, address]) => `${name} ${address}`).join(', '),
    calls: holders.map(([, address]) =>
      coin === 'ETH'
        ? { method: 'eth_getBalance', target: address }
        : { method: 'eth_call', target: { to: token, data: `0x${toHex(ERC20.balanceOf.encodeInput(address))}` } },
    ),
  };
}

/** Reads what one provider answered. @returns base units of the foreign coin, of all holders together. */
export function readBalances(coin: EvmCoin, results: readonly Result[]): bigint | Refusal {
  let sum = 0n;
  for (const result of results) {
    const read = isRefusal(result) ? result : coin === 'ETH' ? readWei(result) : readWord(result);
    if (isRefusal(read)) return read;
    sum += read;
  }
  return sum;
}

const readWei = (result: Exclude<Result, Refusal>): bigint | Refusal =>
  reading('eth_getBalance', () => quantity(result, 'the balance'));

/** An address without code answers no bytes. */
function readWord(result: Exclude<Result, Refusal>): bigint | Refusal {
  const text = reading('eth_call', () => data(result, 'the result'));
  if (isRefusal(text)) return text;
  return text.length === 66
    ? BigInt(text)
    : refuse('busy', 'Invalid RPC response: eth_call: balanceOf did not return a number');
}

/** @param amount base units of the foreign coin. */
export function custodyBalance(coin: EvmCoin, amount: bigint, of: string, height: number): CustodyBalance {
  const unit = coin === 'ETH' ? WEI_PER_UNIT : coin === 'XRGE' ? XRGE_WEI_PER_QUANTUM : 1n;
  return { units: amount / unit, height, of };
}
