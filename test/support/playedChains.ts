/** Foreign chains that a test plays: deposits that come, go and move while nobody has minted them, payouts, and providers that are silent at times.
 *
 *  What is true there is in `deposits` and `payouts`; the port's answers are made of it. A deposit is beyond every reorganisation from
 *  the moment in which the second look has let it pass. */

import { createHash } from 'node:crypto';
import { type Refusal, refuse } from '../../engine/base/refusal.js';
import type { VerifiedBtcDeposit } from '../../engine/bridge/btc/deposit.js';
import type { SettledPayouts, VerifiedPayout as VerifiedBtcPayout } from '../../engine/bridge/btc/payout.js';
import type { VerifiedDeposit } from '../../engine/bridge/deposit.js';
import type { EvmClaim } from '../../engine/bridge/evm/claims.js';
import { type EvmCoin, owedAmount } from '../../engine/bridge/evm/contracts.js';
import type { OwedPayout, VerifiedPayout as VerifiedEvmPayout } from '../../engine/bridge/evm/payouts.js';
import type { BridgeFacts, ForeignChains, OwedRelease } from '../../engine/bridge/port.js';
import { evmHash } from './bridgeOrders.js';
import type { SeededRandom } from './random.js';

export interface PlayedDeposit {
  readonly coin: EvmCoin | 'BTC';
  /** As the port names it. */
  readonly hash: string;
  readonly verified: Omit<VerifiedDeposit, 'blockHash' | 'depth'>;
  /** Wallet that paid. */
  readonly sender: string;
  blockHash: string;
  isGone: boolean;
  isFinal: boolean;
}

export interface PlayedPayout {
  readonly hash: string;
  /** Text of the withdrawal's id. */
  readonly withdrawal: string;
  readonly destination: string;
  readonly units: bigint;
  /** Of Bitcoin: what the destination got less. */
  readonly fee: bigint;
}

const address = (name: string): string => `0x${createHash('sha256').update(name).digest('hex').slice(0, 40)}`;

/** The signature of a wallet, for these chains: 65 bytes in their usual spelling, as the node states it. */
export const playedSignature = (hash: string, sender: string, recipient: string): string =>
  `${evmHash(`${hash} ${sender} ${recipient}`)}${'5a'.repeat(32)}1b`;

const FACTS: BridgeFacts = {
  evm: {
    ...{ chainId: 8453, custody: address('custody'), bridge: address('bridge'), vault: address('vault') },
    ...{ usdc: address('usdc'), xrge: address('xrge'), confirmations: 6 },
  },
  btc: { custody: 'bcrt1', network: 'regtest', confirmations: 2, minWithdraw: 10n, maxNetworkFee: 100n },
};

const refused = (why: string): Refusal => refuse('rule_violation', why);

export class PlayedChains implements ForeignChains {
  readonly facts = FACTS;
  readonly deposits = new Map<string, PlayedDeposit>();
  readonly payouts = new Map<string, PlayedPayout>();
  /** Percent of the questions that stay without an answer, and of the second looks before which something has moved. */
  silence = 8;
  reorganisations = 15;
  /** How often each of them happened. */
  readonly counts = { silent: 0, gone: 0, moved: 0 };

  /** @param wait lets some time pass. */
  constructor(
    private readonly random: SeededRandom,
    private readonly wait: () => Promise<void>,
  ) {}

  async #asked(): Promise<Refusal | undefined> {
    await this.wait();
    if (!this.random.chance(this.silence)) return undefined;
    this.counts.silent++;
    return refuse('busy', '1 of 3 providers answered, 2 must agree', 1);
  }

  async #verify(coin: PlayedDeposit['coin'], hash: string): Promise<PlayedDeposit | Refusal> {
    const silent = await this.#asked();
    if (silent) return silent;
    const found = this.deposits.get(hash);
    return found && !found.isGone && found.coin === coin ? found : refused('Transaction not found or not yet mined');
  }

  async deposit(coin: EvmCoin, hash: string): Promise<VerifiedDeposit | Refusal> {
    const found = await this.#verify(coin, hash);
    return 'code' in found ? found : { ...found.verified, blockHash: found.blockHash, depth: 7 };
  }

  async claim({ coin, hash, claimant, signature, recipient }: EvmClaim): Promise<VerifiedDeposit | Refusal> {
    if (signature !== playedSignature(hash, claimant, recipient)) return refused('Invalid signature');
    const found = await this.#verify(coin, hash);
    if ('code' in found) return found;
    if (found.sender !== claimant) return refused('Transaction sender mismatch');
    return { ...found.verified, recipient, blockHash: found.blockHash, depth: 7 };
  }

  async btcDeposit(id: string): Promise<VerifiedBtcDeposit | Refusal> {
    const found = await this.#verify('BTC', id);
    return 'code' in found ? found : { ...found.verified, token: 'qBTC', blockHash: found.blockHash, depth: 7 };
  }

  async recheck({ claimKey, blockHash }: VerifiedDeposit): Promise<Refusal | undefined> {
    const silent = await this.#asked();
    if (silent) return silent;
    const found = [...this.deposits.values()].find(({ verified }) => verified.claimKey === claimKey);
    if (!found) return refused('transaction not found or not yet mined');
    if (!found.isFinal && !found.isGone && this.random.chance(this.reorganisations)) this.#reorganise(found);
    if (found.isGone || found.blockHash !== blockHash) return refused('reorganised — refusing to credit');
    found.isFinal = true;
    return undefined;
  }

  #reorganise(deposit: PlayedDeposit): void {
    if (this.random.chance(40)) {
      deposit.isGone = true;
      this.counts.gone++;
    } else {
      deposit.blockHash = deposit.coin === 'BTC' ? evmHash(deposit.blockHash).slice(2) : evmHash(deposit.blockHash);
      this.counts.moved++;
    }
  }

  async evmPayout(
    { withdrawalId, destination, units, coin }: OwedPayout,
    hash: string,
  ): Promise<VerifiedEvmPayout | Refusal> {
    const silent = await this.#asked();
    if (silent) return silent;
    const paid = this.payouts.get(hash);
    if (!paid || paid.withdrawal !== withdrawalId || paid.destination !== destination || paid.units < units)
      return refused('payout not verified: no release of this withdrawal');
    const amount = owedAmount(coin, units);
    const release = coin === 'XRGE' ? undefined : 2;
    const transfers = coin === 'ETH' ? [] : [{ position: coin === 'XRGE' ? 2 : 3, amount }];
    const logs = coin === 'USDC' ? [2, 3] : [2];
    return { hash, blockHash: evmHash(`block of ${hash}`), height: 80, logs, release, transfers, amount };
  }

  async btcPayout(
    destination: string,
    sats: bigint,
    { outputs }: SettledPayouts,
    id: string,
  ): Promise<VerifiedBtcPayout | Refusal> {
    const silent = await this.#asked();
    if (silent) return silent;
    const payout = this.payouts.get(id);
    const name = `${id}:0`;
    if (!payout || payout.destination !== destination || outputs.has(name)) return refused('payout not found');
    const paid = payout.units - payout.fee;
    if (paid + payout.fee < sats) return refused('less than owed');
    return {
      ...{ id, outputs: [name], paid, feeBorne: payout.fee, networkFee: payout.fee },
      ...{ blockHash: evmHash(`block of ${id}`).slice(2), height: 80, depth: 3 },
    };
  }

  async isReleased(id: string): Promise<boolean | Refusal> {
    return (await this.#asked()) ?? this.#releasesOf(id).length > 0;
  }

  async releases({ withdrawalId }: OwedRelease): Promise<readonly string[] | Refusal> {
    return (await this.#asked()) ?? this.#releasesOf(withdrawalId);
  }

  #releasesOf(withdrawal: string): string[] {
    return [...this.payouts.values()].filter((payout) => payout.withdrawal === withdrawal).map(({ hash }) => hash);
  }

  destination = async (_: unknown, text: string): Promise<string> => text;
  btcAddressDeposits = async (): Promise<Refusal> => refused('no address is assigned');
  btcOutputs = async (): Promise<Refusal> => refused('no address is assigned');
  balance = async (): Promise<Refusal> => refuse('busy', 'nobody counts here');
  health = async (): Promise<Refusal> => refuse('busy', 'nobody asks here');
}
