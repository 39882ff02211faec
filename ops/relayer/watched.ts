/** What the options of the relayer make: the providers, and what the node must not contradict. */

import { isRefusal, type Refusal } from '../../engine/base/refusal.js';
import { type BtcBridgeRules, STANDARD_BTC_RULES } from '../../engine/bridge/btc/rules.js';
import { ESPLORA_TIMES, EsploraProvider } from '../bridge/esplora.js';
import { JsonRpc } from '../bridge/jsonRpc.js';
import { STANDARD_PROVIDERS } from '../config/btcBridgeOptions.js';
import { badOption } from '../config/optionKinds.js';
import type { RelayerValues } from '../config/relayerOptions.js';
import { BtcSource } from './btcSource.js';
import type { NodeBridge } from './nodeBridge.js';
import type { Watched } from './relayer.js';

/** Each provider is one more opinion on what was deposited; more only cost time. */
const MOST_PROVIDERS = 8;

const lower = (text: string | undefined): string | undefined => text?.toLowerCase();

function repeated(option: string, hosts: readonly string[]): Refusal | undefined {
  const twice = hosts.find((host, at) => hosts.indexOf(host) !== at);
  if (hosts.length > MOST_PROVIDERS) return badOption(`${option} takes at most ${MOST_PROVIDERS} providers`);
  return twice === undefined ? undefined : badOption(`${option} names ${twice} twice`);
}

/** The Esplora servers as watchers of custody. @param stop ends their requests. */
function custodySources(
  { esplora, btcConfirmations }: RelayerValues,
  { network, custody, confirmations }: Required<NodeBridge>['btc'],
  stop: AbortSignal,
): readonly BtcSource[] | Refusal {
  const bases = esplora.length > 0 ? esplora : (STANDARD_PROVIDERS[network] ?? []);
  if (bases.length === 0) return badOption(`without --esplora no deposits of Bitcoin are watched on ${network}`);
  const rules: BtcBridgeRules = {
    ...{ network, custody, ...STANDARD_BTC_RULES },
    minConfirmations: btcConfirmations ?? confirmations ?? STANDARD_BTC_RULES.minConfirmations,
    ...{ allowSingleProvider: true, rawBinding: 'off', spv: 'off', checkpoint: undefined },
  };
  const sources: BtcSource[] = [];
  for (const base of bases) {
    const provider = EsploraProvider.open(base, rules, { ...ESPLORA_TIMES, signal: stop });
    if (isRefusal(provider)) return provider;
    sources.push(new BtcSource(provider));
  }
  return sources;
}

/** @param stop ends the requests to providers. @returns what is watched, or what is wrong with the options. */
export function watchedOf(values: RelayerValues, stop: AbortSignal): Watched | Refusal {
  const rpcs = values.evmRpc.map((url) => new JsonRpc(url, { signal: stop }));
  const twice =
    repeated(
      '--evm-rpc',
      rpcs.map(({ host }) => host),
    ) ??
    repeated(
      '--esplora',
      values.esplora.map((base) => new URL(base).host),
    );
  if (twice) return twice;
  return {
    expected: {
      bridgeContract: lower(values.bridgeContract),
      vault: lower(values.vault),
      chainId: values.evmChainId === undefined ? undefined : BigInt(values.evmChainId),
      custody: values.btcCustody,
    },
    rpcs,
    confirmations: values.confirmations,
    fromBlock: values.fromBlock,
    btcFromBlock: values.btcFromBlock,
    btcSources: (btc) => custodySources(values, btc, stop),
  };
}
