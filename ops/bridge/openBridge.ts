/** The foreign side of a running node's bridge, from its options and the genesis file.
 *
 *  In: the configuration and the rules of the network. Out: the ports of the engine. A network without a bridge gets none, and options of one
 *  are pointed out. */

import type { Clock, Log, Timers } from '../../engine/base/ports.js';
import { isRefusal, type Refusal } from '../../engine/base/refusal.js';
import { readBtcAddress } from '../../engine/bridge/btc/address.js';
import { readEvmAddress } from '../../engine/bridge/evm/address.js';
import type { BridgeFacts } from '../../engine/bridge/port.js';
import type { BridgeRules } from '../../engine/chain/bridgeRules.js';
import type { Genesis } from '../../engine/chain/genesis.js';
import { resolveAccount } from '../../engine/crypto/address.js';
import { AddressWatch } from '../../engine/head/bridge/addressWatch.js';
import { Attester } from '../../engine/head/bridge/attester.js';
import type { BridgeOptions, BridgePorts } from '../../engine/head/bridge/bridgeDesk.js';
import { Rounds } from '../../engine/head/bridge/rounds.js';
import type { Node } from '../../engine/node.js';
import { badOption } from '../config/optionKinds.js';
import type { Config } from '../config/schema.js';
import type { BridgeReading } from './bridgeReading.js';
import { type ChainSetup, chainOptions, chainSetup } from './chainSetup.js';
import { DepositAddresses } from './depositAddresses.js';
import { ThreadedChains } from './foreignChains.js';
import { ProviderHealthWatch } from './providerHealth.js';

export const bridgeOptionsOf = (config: Config): BridgeOptions => ({
  relayerSecret: config.bridgeRelayerSecret,
  adminKey: config.adminKey,
  operators: config.bridgeOperators.flatMap((text) => resolveAccount(text)?.account ?? []),
  withdrawPaused: config.bridgeWithdrawPaused,
  maxWithdrawUnits: BigInt(config.bridgeMaxWithdrawUnits),
});

/** Options that say that an operator wants a bridge. */
const isWanted = (config: Config): boolean =>
  [config.bridgeCustodyAddress, config.rougeBridgeAddress, config.xrgeBridgeVault, config.bridgeBtcCustody].some(
    (address) => address !== undefined,
  );

/** @returns what does not hold together, among the options or with the genesis file. */
export function checkBridge(config: Config, { bridge }: Pick<Genesis, 'bridge'>): ChainSetup | Refusal {
  const setup = chainSetup(chainOptions(config));
  if (isRefusal(setup)) return setup;
  if (config.bridgeAttest && bridge?.attest !== true)
    return badOption('--bridge-attest is for a network whose genesis file asks for attestations (bridge.attest)');
  const unread = bridge?.ownAddresses.find(
    (text) => readEvmAddress(text) === undefined && isRefusal(readBtcAddress(text, bridge.btcNetwork)),
  );
  if (unread !== undefined)
    return badOption(
      `the genesis file names ${unread} among bridge.own_addresses, which is no address of its networks`,
    );
  if (!bridge || !setup.btc) return setup;
  const { network } = setup.btc.rules;
  return network === bridge.btcNetwork
    ? setup
    : badOption(`--bridge-btc-network is ${network}, but the genesis file names ${bridge.btcNetwork}`);
}

/** What the node says of its bridge: the stricter of its options and the rules of the network. */
function shownFacts({ facts }: ChainSetup, { btcMinWithdraw, btcMaxNetworkFee }: BridgeRules): BridgeFacts {
  const { evm, btc } = facts;
  if (!btc) return facts;
  const minWithdraw = btc.minWithdraw > btcMinWithdraw ? btc.minWithdraw : btcMinWithdraw;
  const maxNetworkFee = btc.maxNetworkFee < btcMaxNetworkFee ? btc.maxNetworkFee : btcMaxNetworkFee;
  return { evm, btc: { ...btc, minWithdraw, maxNetworkFee } };
}

/** Custody is compared with the books by the node itself this often; each look asks for up to fifty addresses of Bitcoin. */
const RESERVES_MS = 600_000;

/** What runs the rounds of the bridge. */
export interface BridgeTimes {
  readonly timers: Timers;
  readonly clock: Clock;
  readonly log: Log;
  /** Between two rounds of any kind, and between two addresses of a round, instead of the usual times. */
  readonly roundMs?: number;
  readonly addressMs?: number;
}

/** The foreign side with what has to be closed. */
export class RunningBridge {
  /** How the providers answer, as of a minute ago at most. */
  readonly watch: ProviderHealthWatch;
  readonly #rounds: { stop(): Promise<void> }[] = [];

  private constructor(
    readonly ports: BridgePorts,
    readonly chains: ThreadedChains,
    private readonly addresses: DepositAddresses | undefined,
    private readonly config: Pick<Config, 'bridgeAttest'>,
  ) {
    this.watch = new ProviderHealthWatch(chains);
  }

  /** Begins what nobody asks for: deposit addresses, attestations, the health of the providers. */
  begin(node: Node, times: BridgeTimes): void {
    const { timers, log, roundMs } = times;
    const { chains, addresses } = this;
    const { claims, own } = node.bridge;
    const isReady = (): boolean => node.isChecked && !node.isSyncing && node.role.notProducing() === undefined;
    const parts = { ...times, chains, addresses, own, isReady };
    if (addresses) this.#rounds.push(new AddressWatch({ ...parts, addresses, claims }));
    if (this.config.bridgeAttest)
      this.#rounds.push(
        new Attester({
          ...{ ...parts, publicKey: node.options.publicKey, state: node.state },
          waiting: () => node.indexes.bridge.waitingClaims,
          keyOf: async (account) => (await node.chain.publicKeys([account]))[0] ?? null,
        }),
      );
    this.#rounds.push(this.watch.begin(timers, log, roundMs));
    const readReserves = async (): Promise<void> => void (await node.bridge.reserves.read());
    this.#rounds.push(
      new Rounds({ timers, log, pauseMs: roundMs ?? RESERVES_MS, what: 'reserves', work: readReserves }),
    );
  }

  /** @param node whose foreign side this is. */
  reading({ bridge: { claims, reserves }, indexes, now }: Pick<Node, 'bridge' | 'indexes' | 'now'>): BridgeReading {
    const [oldest] = indexes.bridge.open;
    return {
      oldestWithdrawalMs: oldest && Math.max(0, now - oldest.withdrawal.createdAt),
      ...{ chains: this.chains.stats(), health: this.watch.reading, addressesLeft: this.addresses?.poolRemaining },
      ...{ reserves: reserves.latest(), claims: claims.counts },
    };
  }

  /** Only after the store has locked the directory. @returns undefined where the network has no bridge.
   *  @param now milliseconds since the epoch. @throws Error with a sentence for the operator. */
  static async open(
    config: Config,
    genesis: Pick<Genesis, 'bridge'>,
    parts: { readonly log: Log; readonly now: () => number },
  ): Promise<RunningBridge | undefined> {
    const { log, now } = parts;
    if (!genesis.bridge) {
      if (isWanted(config))
        log.warn({}, 'the options of the bridge have no effect: the genesis file of this network names no bridge');
      return undefined;
    }
    const setup = checkBridge(config, genesis);
    if (isRefusal(setup)) throw new Error(setup.message);
    const opened = setup.btc && (await DepositAddresses.open(config.dataDir, { rules: setup.btc.rules, now }));
    if (isRefusal(opened)) throw new Error(opened.message);
    const chains = new ThreadedChains({
      ...{ facts: shownFacts(setup, genesis.bridge), options: chainOptions(config), log },
      addresses: () => opened?.all().map(({ address }) => address) ?? [],
    });
    if (opened) opened.onKnown = (addresses) => chains.know(addresses);
    return new RunningBridge({ chains, addresses: opened }, chains, opened, config);
  }

  /** Copies the deposit addresses into a copy of the data directory: what they promise to users must not be forgotten. */
  async backup(directory: string): Promise<void> {
    await this.addresses?.backup(directory);
  }

  async close(): Promise<void> {
    const stopping = this.#rounds.map((rounds) => rounds.stop());
    // Ends the calls that a round may wait for.
    await this.chains.close();
    await Promise.all(stopping);
    await this.addresses?.close();
  }
}
