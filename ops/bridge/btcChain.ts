/** Asks both Esplora servers, each for everything, and hands the answers to the engine.
 *
 *  Both are asked at the same time. Whether a deposit spends coins of the bridge itself depends on the deposit addresses that the node knows. */

import { isRefusal, type Refusal, refuseOneSided } from '../../engine/base/refusal.js';
import { readBtcAddress, scriptKey } from '../../engine/bridge/btc/address.js';
import { agreedOutputs } from '../../engine/bridge/btc/addressScan.js';
import {
  type VerifiedBtcDeposit,
  verifyAddressDeposits,
  verifyCustodyDeposit,
} from '../../engine/bridge/btc/deposit.js';
import type { BtcAnswer } from '../../engine/bridge/btc/evidence.js';
import { type SettledPayouts, type VerifiedPayout, verifyPayout } from '../../engine/bridge/btc/payout.js';
import { type BtcBridgeRules, readDestination } from '../../engine/bridge/btc/rules.js';
import type { AddressOutputs, CustodyBalance } from '../../engine/bridge/port.js';
import type { EsploraProvider } from './esplora.js';
import type { ProviderWatch } from './providerWatch.js';

/** Deposit addresses whose coins are counted as reserves, beside those of custody: each costs a request at both servers. */
const COUNTED_ADDRESSES = 50;

export interface BtcServers {
  readonly primary: EsploraProvider;
  readonly secondary: EsploraProvider;
}

export class BtcChain {
  /** Scripts of deposit addresses that this node knows. */
  readonly #own = new Set<string>();
  readonly #addresses: string[] = [];
  /** Where the next scan of an address goes on. */
  readonly #cursors = new Map<string, string>();

  constructor(
    readonly rules: BtcBridgeRules,
    private readonly servers: BtcServers,
    private readonly watch?: ProviderWatch,
  ) {}

  /** Deposit addresses of the bridge, assigned or in the pool. */
  know(addresses: readonly string[]): void {
    for (const text of addresses) {
      const address = readBtcAddress(text, this.rules.network);
      if (isRefusal(address) || this.#own.has(scriptKey(address.script))) continue;
      this.#own.add(scriptKey(address.script));
      this.#addresses.push(address.text);
    }
  }

  async deposit(id: string): Promise<VerifiedBtcDeposit | Refusal> {
    const [primary, secondary] = await this.#evidence(id);
    return verifyCustodyDeposit(this.rules, this.#own, id, primary, secondary);
  }

  async addressDeposits(text: string, recipient: string, id: string): Promise<readonly VerifiedBtcDeposit[] | Refusal> {
    const address = readBtcAddress(text, this.rules.network);
    if (isRefusal(address)) return address;
    const [primary, secondary] = await this.#evidence(id);
    return verifyAddressDeposits(this.rules, this.#own, { address, recipient }, id, primary, secondary);
  }

  /** Goes on where the scan before ended, or begins with the newest. */
  async outputs(text: string): Promise<AddressOutputs | Refusal> {
    const address = readBtcAddress(text, this.rules.network);
    if (isRefusal(address)) return address;
    const from = this.#cursors.get(address.text);
    const [primary, secondary] = await this.#both((server) => server.scan(address.text, from));
    // Whatever the reason, the next scan begins anew: a reorganisation may have taken the transaction that it would go on from.
    this.#cursors.delete(address.text);
    if (isRefusal(primary)) return primary;
    if (isRefusal(secondary)) return secondary;
    if (primary.next !== undefined) this.#cursors.set(address.text, primary.next);
    const outputs = agreedOutputs(primary.transactions, secondary.transactions, address.script);
    return { outputs, hasMore: primary.next !== undefined };
  }

  async payout(
    destination: string,
    sats: bigint,
    settled: SettledPayouts,
    id: string,
  ): Promise<VerifiedPayout | Refusal> {
    const address = readDestination(destination, this.rules, this.#own);
    if (isRefusal(address)) return address;
    const [primary, secondary] = await this.#evidence(id);
    return verifyPayout(this.rules, { destination: address, owed: sats }, settled, id, primary, secondary);
  }

  destination(text: string): string | Refusal {
    const address = readDestination(text, this.rules, this.#own);
    return isRefusal(address) ? address : address.text;
  }

  /** Confirmed coins of custody and of the newest deposit addresses. */
  async balance(): Promise<CustodyBalance | Refusal> {
    const counted = this.#addresses.slice(-COUNTED_ADDRESSES);
    let units = 0n;
    for (const address of [this.rules.custody.text, ...counted]) {
      const [primary, secondary] = await this.#both((server) => server.balance(address));
      if (isRefusal(primary)) return primary;
      if (isRefusal(secondary)) return secondary;
      if (primary !== secondary)
        return refuseOneSided(
          'rule_violation',
          `provider disagreement on the coins of ${address} (${primary} vs ${secondary} sats)`,
        );
      units += primary;
    }
    const left = this.#addresses.length - counted.length;
    const others = counted.length === 0 ? '' : ` and ${counted.length} deposit addresses`;
    const uncounted = left === 0 ? '' : ` (${left} older ones are not counted)`;
    return { units, of: `custody ${this.rules.custody.text}${others}${uncounted}` };
  }

  async heads(): Promise<void> {
    const heads = await this.#both((server) => server.tipHeight());
    for (const [index, { shown }] of this.#pair().entries())
      this.watch?.sawHead('btc', shown, heads[index] as number | Refusal);
  }

  #pair(): readonly [EsploraProvider, EsploraProvider] {
    return [this.servers.primary, this.servers.secondary];
  }

  #evidence(id: string): Promise<readonly [BtcAnswer, BtcAnswer]> {
    return this.#both((server) => server.evidence(id));
  }

  async #both<T>(ask: (server: EsploraProvider) => Promise<T>): Promise<readonly [T, T]> {
    const [first, second] = this.#pair();
    const answers = await Promise.all([ask(first), ask(second)]);
    this.watch?.saw('btc', first.shown, answers[0]);
    this.watch?.saw('btc', second.shown, answers[1]);
    return answers;
  }
}
