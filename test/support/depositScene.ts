/** A regtest chain with a deposit to custody, and evidence about it without a server. */

import { isRefusal } from '../../engine/base/refusal.js';
import { type BtcAddress, readBtcAddress } from '../../engine/bridge/btc/address.js';
import { type EsploraTransaction, isBadAnswer, readTransactionAnswer } from '../../engine/bridge/btc/esploraAnswers.js';
import type { BtcEvidence } from '../../engine/bridge/btc/evidence.js';
import { HeaderChain, parseHeader } from '../../engine/bridge/btc/headers.js';
import { type BtcBridgeRules, STANDARD_BTC_RULES } from '../../engine/bridge/btc/rules.js';
import { accountOfBytes, addressOf } from '../../engine/crypto/address.js';
import {
  BitcoinChain,
  type Coin,
  coinOf,
  type MinedTransaction,
  merkleOf,
  type Output,
  opReturn,
  spend,
  walletOf,
} from './bitcoinChain.js';
import { shapeOf, transactionJson } from './esploraServer.js';

export const RECIPIENT = addressOf(accountOfBytes(new Uint8Array(32).fill(7)));

export const good = <T>(value: T): Exclude<T, { readonly code: unknown } | { readonly reason: unknown }> => {
  if (isRefusal(value)) throw new Error(value.message);
  if (isBadAnswer(value)) throw new Error(value.reason);
  return value as never;
};

export class DepositScene {
  readonly custody = walletOf('custody');
  readonly payer = walletOf('payer');
  readonly chain = new BitcoinChain(this.payer);
  readonly rules: BtcBridgeRules = {
    ...{ network: 'regtest', custody: this.address(this.custody.address), ...STANDARD_BTC_RULES },
    ...{ allowSingleProvider: false, rawBinding: 'off', spv: 'off', checkpoint: undefined },
  };

  constructor() {
    this.chain.mineMany(12);
  }

  address(text: string): BtcAddress {
    return good(readBtcAddress(text, 'regtest'));
  }

  /** The checkpoint is the first block. */
  spvRules(): BtcBridgeRules {
    const hash = this.chain.blocks[0]?.hash ?? '';
    return { ...this.rules, rawBinding: 'required', spv: 'required', checkpoint: { height: 0, hash } };
  }

  /** An output of the coinbase of a block, of the payer. */
  coin(height: number): Coin {
    return coinOf(this.chain.blocks[height]?.transactions[0] as MinedTransaction, 0);
  }

  toCustody(value: bigint): Output {
    return { script: this.custody.script, value };
  }

  /** @param coin height of the coinbase that pays it. */
  deposit(value: bigint, coin = 1, recipient = RECIPIENT): MinedTransaction {
    const change = { script: this.payer.script, value: 4_999_000_000n - value };
    return spend(this.payer, [this.coin(coin)], [this.toCustody(value), opReturn(recipient), change]);
  }

  shown(id: string): EsploraTransaction {
    return good(readTransactionAnswer(JSON.stringify(transactionJson(this.chain, id)), id, 'regtest'));
  }

  /** What an honest provider gives under the strictest rules. */
  evidence(id: string, provider = 'http://one'): BtcEvidence {
    const { chain } = this;
    const found = chain.find(id);
    if (!found) throw new Error('no such transaction');
    const { block, position, raw } = found;
    const previous = shapeOf(raw).inputs.flatMap(
      ({ txid }) => chain.find(Buffer.from(txid).toString('hex'))?.raw ?? [],
    );
    const headers = good(HeaderChain.from('regtest', { height: 0, hash: chain.blocks[0]?.hash ?? '' }));
    for (const { header } of chain.blocks) {
      const parsed = parseHeader(new Uint8Array(header));
      const problem = parsed && headers.extend(parsed);
      if (problem) throw new Error(problem.message);
    }
    const proofOf = (at: number) => ({
      siblings: merkleOf(block, at).map((hash) => new Uint8Array(Buffer.from(hash, 'hex').reverse())),
      position: at,
    });
    return {
      ...{ provider, transaction: this.shown(id), tipHeight: chain.tip.height, bestChainHeight: block.height },
      raw: { transaction: raw, previous },
      spv: {
        ...{ chain: headers, proof: proofOf(position) },
        ...{ coinbase: block.transactions[0]?.raw ?? new Uint8Array(0), coinbaseProof: proofOf(0) },
      },
    };
  }
}
