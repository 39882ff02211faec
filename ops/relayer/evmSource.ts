/** Deposits to a contract, from the logs of one JSON-RPC provider. */

import { isRefusal, type Refusal } from '../../engine/base/refusal.js';
import { type DepositContract, depositQuery, readDepositLogs } from '../../engine/bridge/evm/depositLogs.js';
import { chainFault } from '../../engine/bridge/evm/evidence.js';
import { logParams } from '../../engine/bridge/evm/logs.js';
import { count, readBlockName, reading } from '../../engine/bridge/evm/values.js';
import { type JsonRpc, RPC_BLOCK_LIMITS } from '../bridge/jsonRpc.js';
import type { DepositSource, ScannedRange } from './source.js';

/** Public providers answer for 500 to 10,000 blocks; a smaller range is found by halving. */
const MOST_BLOCKS = 2_000;

/** A minute of Base. */
const OVERLAP = 30;

/** The chain of an EVM bridge. */
export interface EvmPlace {
  readonly chainId: bigint;
  /** Address in small letters. */
  readonly emitter: string;
  readonly contract: DepositContract;
  /** Blocks above a deposit's. */
  readonly confirmations: number;
}

/** @returns why the provider does not serve the chain: `rule_violation` when it serves another one. */
export async function otherChain(rpc: JsonRpc, chainId: bigint): Promise<Refusal | undefined> {
  return chainFault(await rpc.call('eth_chainId', []), chainId, {
    wrongChain: (expected, got) =>
      `${rpc.host} serves chain ${got}, and the bridge of the node is on chain ${expected}`,
    chainUnknown: (why) => why,
  });
}

export class EvmSource implements DepositSource {
  readonly kind: DepositContract;
  readonly name: string;
  readonly depth: number;
  readonly mostBlocks = MOST_BLOCKS;
  readonly overlap = OVERLAP;

  constructor(
    private readonly rpc: JsonRpc,
    private readonly place: EvmPlace,
  ) {
    this.kind = place.contract;
    this.depth = place.confirmations;
    this.name = `evm:${place.chainId}:${place.emitter}@${rpc.host}`;
  }

  get provider(): string {
    return this.rpc.host;
  }

  async head(): Promise<number | Refusal> {
    const fault = await otherChain(this.rpc, this.place.chainId);
    if (fault) return fault;
    const head = await this.rpc.call('eth_blockNumber', []);
    return isRefusal(head) ? head : reading('eth_blockNumber', () => count(head, 'the height'));
  }

  async blockHash(height: number): Promise<string | undefined | Refusal> {
    const block = await this.rpc.call('eth_getBlockByNumber', [`0x${height.toString(16)}`, false]);
    if (isRefusal(block)) return block;
    return block === null ? undefined : reading('eth_getBlockByNumber', () => readBlockName(block).blockHash);
  }

  async deposits(from: number, to: number): Promise<ScannedRange | Refusal> {
    const { contract, emitter } = this.place;
    const query = depositQuery(contract, emitter, from, to);
    const found = readDepositLogs(
      contract,
      query,
      await this.rpc.call('eth_getLogs', logParams(query), RPC_BLOCK_LIMITS),
    );
    return isRefusal(found) ? found : { ...found, upTo: to };
  }
}
