/** The foreign chains as their providers show them: the calls of the port, in the thread that asks. */

import { isRefusal, type Refusal, refuse } from '../../engine/base/refusal.js';
import type { VerifiedDeposit } from '../../engine/bridge/deposit.js';
import { evmDestination } from '../../engine/bridge/evm/address.js';
import { EVM_COINS, mintedToken } from '../../engine/bridge/evm/contracts.js';
import type { ForeignChains } from '../../engine/bridge/port.js';
import { BtcChain } from './btcChain.js';
import type { ChainSetup } from './chainSetup.js';
import { type Checked, EvmProviders } from './evmProviders.js';
import { ProviderWatch } from './providerWatch.js';

/** The calls, without what the node knows by itself. */
export type ChainCalls = Omit<ForeignChains, 'facts'>;

const btcOff = (): Refusal => refuse('not_found', 'BTC bridge is not enabled (QV_BRIDGE_BTC_CUSTODY not set)');

/** `btc:<txid>` of custody, `btcaddr:<txid>:<vout>` of a deposit address. */
const btcIdOf = (claimKey: string): string | undefined => /^btc(?:addr)?:([0-9a-f]{64})/.exec(claimKey)?.[1];

export class AskedChains implements ChainCalls {
  readonly #watch = new ProviderWatch();
  readonly #evm: EvmProviders;
  readonly #btc: BtcChain | undefined;
  /** Deposit address of each claim key that was verified lately, for the second look. */
  readonly #addressOf = new Map<string, string>();

  constructor({ evm, btc }: ChainSetup) {
    this.#evm = new EvmProviders(evm.bridge, evm.providers, this.#watch);
    this.#btc = btc && new BtcChain(btc.rules, btc.servers, this.#watch);
  }

  /** Deposit addresses of the bridge. */
  know(addresses: readonly string[]): void {
    this.#btc?.know(addresses);
  }

  deposit: ChainCalls['deposit'] = async (coin, hash) => this.#result(await this.#evm.deposit(coin, hash));

  claim: ChainCalls['claim'] = async (claim) => this.#result(await this.#evm.claim(claim));

  btcDeposit: ChainCalls['btcDeposit'] = async (id) =>
    this.#btc ? this.#concluded(await this.#btc.deposit(id)) : btcOff();

  btcAddressDeposits: ChainCalls['btcAddressDeposits'] = async (address, recipient, id) => {
    if (!this.#btc) return btcOff();
    const deposits = this.#concluded(await this.#btc.addressDeposits(address, recipient, id));
    if (!isRefusal(deposits)) for (const { claimKey } of deposits) this.#remember(claimKey, address);
    return deposits;
  };

  btcOutputs: ChainCalls['btcOutputs'] = async (address) => (this.#btc ? this.#btc.outputs(address) : btcOff());

  recheck: ChainCalls['recheck'] = async (deposit) => {
    const id = btcIdOf(deposit.claimKey);
    if (id !== undefined) return this.#recheckBtc(deposit, id);
    const { claimKey, blockHash, height } = deposit;
    const fault = await this.#evm.recheck({ hash: claimKey.replace(/^xrge:/, ''), blockHash, height });
    return this.#concluded(fault);
  };

  evmPayout: ChainCalls['evmPayout'] = async (owed, hash) => this.#result(await this.#evm.payout(owed, hash));

  btcPayout: ChainCalls['btcPayout'] = async (destination, sats, settled, id) =>
    this.#btc ? this.#concluded(await this.#btc.payout(destination, sats, settled, id)) : btcOff();

  isReleased: ChainCalls['isReleased'] = async (id, asOf) => this.#concluded(await this.#evm.isReleased(id, asOf));

  releases: ChainCalls['releases'] = async (owed, asOf) => this.#concluded(await this.#evm.releases(owed, asOf));

  destination: ChainCalls['destination'] = async (token, text) => {
    if (token === 'qBTC') return this.#btc ? this.#btc.destination(text) : btcOff();
    const { custody, bridge, vault, usdc, xrge } = this.#evm.bridge;
    return evmDestination(
      text,
      [custody, bridge, vault, usdc, xrge].flatMap((own) => own ?? []),
    );
  };

  balance: ChainCalls['balance'] = async (token) => {
    if (token === 'qBTC') return this.#btc ? this.#btc.balance() : btcOff();
    const coin = EVM_COINS.find((name) => mintedToken[name] === token);
    return coin === undefined ? refuse('not_found', `${token} is no bridged token`) : this.#evm.balance(coin);
  };

  health: ChainCalls['health'] = async () => {
    const { custody, bridge, vault } = this.#evm.bridge;
    const isEvmUsed = custody !== undefined || bridge !== undefined || vault !== undefined;
    await Promise.all([isEvmUsed ? this.#evm.heads() : undefined, this.#btc?.heads()]);
    return this.#watch.read();
  };

  /** Bitcoin has no cheaper question: the deposit is verified once more, and must be the same. */
  async #recheckBtc(deposit: VerifiedDeposit, id: string): Promise<Refusal | undefined> {
    if (!this.#btc) return btcOff();
    const { claimKey, recipient, units, blockHash } = deposit;
    const address = this.#addressOf.get(claimKey);
    const again =
      address === undefined ? await this.#btc.deposit(id) : await this.#btc.addressDeposits(address, recipient, id);
    if (isRefusal(again)) return this.#concluded(again);
    const deposits = Array.isArray(again) ? (again as readonly VerifiedDeposit[]) : [again as VerifiedDeposit];
    const same = deposits.find((other) => other.claimKey === claimKey);
    return same?.units === units && same.recipient === recipient && same.blockHash === blockHash
      ? undefined
      : refuse('rule_violation', 'the deposit has changed since it was verified: reorganised — refusing to mint');
  }

  /** Bounded: what is not minted right after its verification is verified again. */
  #remember(claimKey: string, address: string): void {
    this.#addressOf.delete(claimKey);
    this.#addressOf.set(claimKey, address);
    const [oldest] = this.#addressOf.keys();
    if (this.#addressOf.size > 1_000 && oldest !== undefined) this.#addressOf.delete(oldest);
  }

  #result<T>({ result }: Checked<T>): T | Refusal {
    return this.#concluded(result);
  }

  #concluded<T>(result: T): T {
    this.#watch.concluded(result);
    return result;
  }
}
