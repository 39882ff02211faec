/** The bridge's foreign side as its options make it: rules, providers, and what the node may say about them. */

import { isRefusal, type Refusal } from '../../engine/base/refusal.js';
import type { BtcBridgeRules } from '../../engine/bridge/btc/rules.js';
import type { BridgeFacts } from '../../engine/bridge/port.js';
import { type EvmBridgeConfig, type EvmSetup, evmBridgeOptions, evmSetup } from '../config/bridgeOptions.js';
import {
  type BtcBridgeValues,
  type BtcProviders,
  btcBridgeOptions,
  btcProvidersOf,
  btcRulesOf,
} from '../config/btcBridgeOptions.js';
import { memberName } from '../config/optionKinds.js';

/** The options of both sides. */
export type ChainOptions = EvmBridgeConfig & BtcBridgeValues;

const NAMES = [...Object.keys(evmBridgeOptions), ...Object.keys(btcBridgeOptions)].map(memberName);

/** The options of the bridge among all of a node: plain values, which a thread can be given. */
export function chainOptions(config: ChainOptions): ChainOptions {
  const values = config as unknown as Readonly<Record<string, unknown>>;
  return Object.fromEntries(NAMES.map((name) => [name, values[name]])) as unknown as ChainOptions;
}

export interface ChainSetup {
  readonly evm: EvmSetup;
  /** Undefined: the Bitcoin bridge is off. */
  readonly btc: { readonly rules: BtcBridgeRules; readonly servers: BtcProviders } | undefined;
  readonly facts: BridgeFacts;
}

function factsOf(options: ChainOptions, { bridge }: EvmSetup, btc: BtcBridgeRules | undefined): BridgeFacts {
  const { custody, bridge: contract, vault, usdc, xrge, rules } = bridge;
  return {
    evm: {
      chainId: options.bridgeChainId === undefined ? null : Number(rules.chainId),
      ...{ custody, bridge: contract, vault, usdc, xrge, confirmations: rules.confirmations },
    },
    btc: btc && {
      ...{ custody: btc.custody.text, network: btc.network, confirmations: btc.minConfirmations },
      ...{ minWithdraw: btc.minWithdraw, maxNetworkFee: btc.maxNetworkFee },
    },
  };
}

/** @returns the setup, or what does not hold together in the options. */
export function chainSetup(options: ChainOptions): ChainSetup | Refusal {
  const evm = evmSetup(options);
  if (isRefusal(evm)) return evm;
  const rules = btcRulesOf(options);
  if (isRefusal(rules)) return rules;
  const facts = factsOf(options, evm, rules);
  if (rules === undefined) return { evm, btc: undefined, facts };
  const servers = btcProvidersOf(options, rules);
  return isRefusal(servers) ? servers : { evm, btc: { rules, servers }, facts };
}
