/** Transactions of contracts for tests. */

import type { JsonValue } from '../../engine/base/json.js';
import type { PoolItem } from '../../engine/mempool/mempool.js';
import { moduleOf, type Program } from './scriptedMachine.js';
import { item, number, type Order } from './transactions.js';

type Common = Omit<Order, 'operation' | 'members'>;

export const deployOrder = (common: Common, wasm: Uint8Array): Order => ({
  ...common,
  operation: 'contract_deploy',
  members: { wasm: Buffer.from(wasm).toString('base64') },
});

export const deploy = (common: Common, program: Program | Uint8Array): PoolItem =>
  item(deployOrder(common, program instanceof Uint8Array ? program : moduleOf(program)));

/** Where the contract of a deploy will be. */
export const addressIn = ({ transaction }: PoolItem): string =>
  (transaction.fields as { readonly address: string }).address;

export interface Calling {
  readonly args?: JsonValue;
  readonly gasLimit?: number;
  readonly attach?: { readonly symbol: string; readonly amount: bigint };
}

export const callOrder = (
  common: Common,
  contractAddr: string,
  method: string,
  { args, gasLimit, attach }: Calling = {},
): Order => ({
  ...common,
  operation: 'contract_call',
  members: {
    contractAddr,
    method,
    ...(args === undefined ? {} : { args }),
    ...(gasLimit === undefined ? {} : { gasLimit: number(gasLimit) }),
    ...(attach && {
      attach: new Map<string, JsonValue>([
        ['symbol', attach.symbol],
        ['amount', number(attach.amount)],
      ]),
    }),
  },
});

export const call = (common: Common, contractAddr: string, method: string, calling: Calling = {}): PoolItem =>
  item(callOrder(common, contractAddr, method, calling));
