/** Asks every configured EVM provider, each by itself, and hands the answers to the engine.
 *
 *  One operation is answered by one provider from its first call to its last. All providers are asked at the same time; the operation takes
 *  as long as the slowest, at most two time-outs in a row. */

import type { JsonValue } from '../../engine/base/json.js';
import { isRefusal, type Refusal, refuse } from '../../engine/base/refusal.js';
import type { VerifiedDeposit } from '../../engine/bridge/deposit.js';
import { balanceCalls, custodyBalance, readBalances } from '../../engine/bridge/evm/balances.js';
import { checkClaim, claimTexts, type EvmClaim, verifyClaim } from '../../engine/bridge/evm/claims.js';
import type { EvmBridge, EvmCoin } from '../../engine/bridge/evm/contracts.js';
import { depositTexts, verifyDepositEvent } from '../../engine/bridge/evm/depositEvents.js';
import {
  chainFault,
  type EvidenceTexts,
  type EvmEvidence,
  type EvmResults,
  type ProvenTransaction,
  prove,
  readEvidence,
} from '../../engine/bridge/evm/evidence.js';
import {
  type OwedPayout,
  payoutTexts,
  processedCall,
  readProcessed,
  unknownRelease,
  type VerifiedPayout,
  verifyPayout,
} from '../../engine/bridge/evm/payouts.js';
import { readRecheck, recheckFault, type SeenBlock } from '../../engine/bridge/evm/recheck.js';
import { readDatedBlock, releaseEmitter, staleHead, unknownReleases } from '../../engine/bridge/evm/releases.js';
import { count, reading, readReceipt } from '../../engine/bridge/evm/values.js';
import type { CustodyBalance, OwedRelease } from '../../engine/bridge/port.js';
import { agree, type ProviderAnswer, reachedBy } from '../../engine/bridge/quorum.js';
import { type JsonRpc, RPC_BLOCK_LIMITS } from './jsonRpc.js';
import type { ProviderWatch } from './providerWatch.js';
import { scanReleases } from './releaseScan.js';

/** The verdict of all providers together, and what each of them contributed. */
export interface Checked<T> {
  readonly result: T | Refusal;
  readonly providers: readonly ProviderAnswer<unknown>[];
}

const quantityOf = (height: number): string => `0x${height.toString(16)}`;

/** The height that a receipt names. */
function heightOf(receipt: JsonValue | Refusal): number | undefined {
  if (isRefusal(receipt) || receipt === null) return undefined;
  const read = reading('the receipt', () => readReceipt(receipt));
  return isRefusal(read) ? undefined : read.height;
}

export class EvmProviders {
  constructor(
    readonly bridge: EvmBridge,
    /** With distinct hosts. */
    private readonly providers: readonly JsonRpc[],
    /** Sees how each of them answers. */
    private readonly watch?: ProviderWatch,
  ) {}

  /** A deposit through the bridge's contracts. @param hash 0x and 64 small hex digits. */
  async deposit(coin: EvmCoin, hash: string): Promise<Checked<VerifiedDeposit>> {
    const { proven, providers } = await this.#prove(hash, depositTexts(coin));
    return { result: isRefusal(proven) ? proven : verifyDepositEvent(this.bridge, coin, proven), providers };
  }

  /** A manual claim. Its signature is checked before any provider is asked. */
  async claim(claim: EvmClaim): Promise<Checked<VerifiedDeposit>> {
    const recipient = checkClaim(this.bridge, claim);
    if (isRefusal(recipient)) return { result: recipient, providers: [] };
    const { proven, providers } = await this.#prove(claim.hash, claimTexts(claim.coin));
    return { result: isRefusal(proven) ? proven : verifyClaim(this.bridge, claim, proven), providers };
  }

  /** The payout of a withdrawal. */
  async payout(owed: OwedPayout, hash: string): Promise<Checked<VerifiedPayout>> {
    const { proven, providers } = await this.#prove(hash, payoutTexts);
    return { result: isRefusal(proven) ? proven : verifyPayout(this.bridge, owed, proven), providers };
  }

  /** The second look just before the mint. @returns why it must not happen, or undefined. */
  async recheck(seen: SeenBlock): Promise<Refusal | undefined> {
    const { rules } = this.bridge;
    const answers = await this.#ask(async (rpc) => {
      const [chainId, receipt, block] = await Promise.all([
        rpc.call('eth_chainId', []),
        rpc.call('eth_getTransactionReceipt', [seen.hash]),
        rpc.call('eth_getBlockByNumber', [quantityOf(seen.height), false]),
      ]);
      return readRecheck(seen, { chainId, receipt, block }, rules, depositTexts('ETH'));
    });
    return recheckFault(seen, answers, rules);
  }

  /** Whether the vault has released a withdrawal of XRGE. @param asOf milliseconds up to which a provider must know the chain: an older state
   *  of it does not have the release. @returns a refusal of the refund when that is unknown. */
  async isReleased(withdrawalId: string, asOf: number): Promise<boolean | Refusal> {
    const { rules, vault } = this.bridge;
    if (vault === undefined) return unknownRelease('XRGE vault not configured');
    const answers = await this.#ask(async (rpc): Promise<boolean | Refusal> => {
      const [chainId, head] = await Promise.all([
        rpc.call('eth_chainId', []),
        rpc.call('eth_getBlockByNumber', ['latest', false]),
      ]);
      const wrong = chainFault(chainId, rules.chainId, payoutTexts);
      if (wrong) return wrong;
      const block = readDatedBlock(head);
      if (isRefusal(block)) return block;
      const stale = staleHead(block, asOf);
      if (stale) return stale;
      // At the very block whose time was read: servers behind one name differ in their heads.
      const call = { to: vault, data: processedCall(withdrawalId) };
      return readProcessed(await rpc.call('eth_call', [call, quantityOf(block.height)]));
    });
    const agreeing = agree(answers, rules.quorum, String);
    return isRefusal(agreeing) ? unknownRelease(agreeing.message) : (agreeing[0] as boolean);
  }

  /** Transactions that have released a withdrawal, or may have (XRGE). @returns a refusal of the refund when that is unknown. */
  async releases(owed: OwedRelease, asOf: number): Promise<readonly string[] | Refusal> {
    const { rules } = this.bridge;
    if (releaseEmitter(this.bridge, owed.coin) === undefined)
      return unknownReleases(owed.coin === 'XRGE' ? 'XRGE vault not configured' : 'RougeBridge address not configured');
    const answers = await this.#ask(async (rpc): Promise<readonly string[] | Refusal> => {
      const wrong = chainFault(await rpc.call('eth_chainId', []), rules.chainId, payoutTexts);
      return wrong ?? scanReleases(rpc, this.bridge, owed, asOf);
    });
    const agreeing = agree(answers, rules.quorum, String);
    return isRefusal(agreeing) ? unknownReleases(agreeing.message) : (agreeing[0] as readonly string[]);
  }

  /** The coins behind a token, at a block that is deep enough to be the same for all. */
  async balance(coin: EvmCoin): Promise<CustodyBalance | Refusal> {
    const { rules } = this.bridge;
    const { calls, of } = balanceCalls(this.bridge, coin);
    if (calls.length === 0) return refuse('not_found', 'no holder of the coins is configured');
    const heads = (await this.heads()).flatMap(({ answer }) => (isRefusal(answer) ? [] : [answer]));
    if (heads.length < rules.quorum)
      return refuse('busy', `${heads.length} EVM providers answered, ${rules.quorum} must agree`);
    const height = Math.max(0, reachedBy(heads, rules.quorum) - rules.confirmations);
    const answers = await this.#ask(async (rpc): Promise<bigint | Refusal> => {
      const [chainId, ...results] = await Promise.all([
        rpc.call('eth_chainId', []),
        ...calls.map(({ method, target }) => rpc.call(method, [target, quantityOf(height)])),
      ]);
      return chainFault(chainId as JsonValue, rules.chainId, payoutTexts) ?? readBalances(coin, results);
    });
    const agreeing = agree(answers, rules.quorum, String);
    return isRefusal(agreeing) ? agreeing : custodyBalance(coin, agreeing[0] as bigint, of, height);
  }

  /** The newest block of each provider that serves the chain. */
  async heads(): Promise<readonly ProviderAnswer<number>[]> {
    const { chainId: expected } = this.bridge.rules;
    const answers = await this.#ask(async (rpc): Promise<number | Refusal> => {
      const [chainId, head] = await Promise.all([rpc.call('eth_chainId', []), rpc.call('eth_blockNumber', [])]);
      const wrong = chainFault(chainId, expected, payoutTexts);
      // A provider of another chain gives no usable answer, whatever it is.
      if (wrong) return refuse('busy', wrong.message);
      return isRefusal(head) ? head : reading('eth_blockNumber', () => count(head, 'the height'));
    });
    for (const { host, answer } of answers) this.watch?.sawHead('evm', host, answer);
    return answers;
  }

  async #ask<T>(question: (rpc: JsonRpc) => Promise<T | Refusal>): Promise<readonly ProviderAnswer<T>[]> {
    const answers = await Promise.all(
      this.providers.map(async (rpc) => ({ host: rpc.host, answer: await question(rpc) })),
    );
    for (const { host, answer } of answers) this.watch?.saw('evm', host, answer);
    return answers;
  }

  async #prove(
    hash: string,
    texts: EvidenceTexts,
  ): Promise<{ proven: ProvenTransaction | Refusal; providers: readonly ProviderAnswer<EvmEvidence>[] }> {
    const { rules } = this.bridge;
    const providers = await this.#ask(async (rpc) => readEvidence(hash, await this.#results(rpc, hash), rules, texts));
    return { proven: prove(providers, rules, texts), providers };
  }

  /** All results that one provider gives about a transaction. */
  async #results(rpc: JsonRpc, hash: string): Promise<EvmResults> {
    const { finality, rawBinding } = this.bridge.rules;
    const [chainId, transaction, receipt, head, level] = await Promise.all([
      rpc.call('eth_chainId', []),
      rpc.call('eth_getTransactionByHash', [hash]),
      rpc.call('eth_getTransactionReceipt', [hash]),
      rpc.call('eth_blockNumber', []),
      finality === 'depth' ? undefined : rpc.call('eth_getBlockByNumber', [finality, false]),
    ]);
    const height = heightOf(receipt);
    const results = { chainId, transaction, receipt, head, level };
    if (height === undefined) return results;
    if (!rawBinding) return { ...results, block: await rpc.call('eth_getBlockByNumber', [quantityOf(height), false]) };
    const [block, blockReceipts] = await Promise.all([
      rpc.call('eth_getBlockByNumber', [quantityOf(height), true], RPC_BLOCK_LIMITS),
      rpc.call('eth_getBlockReceipts', [quantityOf(height)], RPC_BLOCK_LIMITS),
    ]);
    return { ...results, block, blockReceipts };
  }
}
