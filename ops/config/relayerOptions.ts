/** Options of the relayer, and what they make. Names in capitals are those that the node reads too. */

import { isRefusal, type Refusal } from '../../engine/base/refusal.js';
import type { BtcBridgeRules } from '../../engine/bridge/btc/rules.js';
import { STANDARD_BTC_RULES } from '../../engine/bridge/btc/rules.js';
import { ESPLORA_TIMES, EsploraProvider } from '../bridge/esplora.js';
import { JsonRpc } from '../bridge/jsonRpc.js';
import { BtcSource } from '../relayer/btcSource.js';
import type { NodeBridge } from '../relayer/nodeBridge.js';
import type { Watched } from '../relayer/relayer.js';
import { addressRule, evmBridgeOptions } from './bridgeOptions.js';
import { btcBridgeOptions, STANDARD_PROVIDERS } from './btcBridgeOptions.js';
import {
  badOption,
  integerOption,
  listOption,
  matching,
  type OptionTable,
  type OptionValues,
  optionalInteger,
  pathOption,
  readHttpUrl,
  textOption,
  urlOption,
} from './optionKinds.js';
import { optionTable } from './schema.js';

const RELAYER = 'Relayer';
const EVM = 'EVM';
const BITCOIN = 'Bitcoin';
const LOG = 'Log and metrics';

/** Each provider is one more opinion on what was deposited; more only cost time. */
const MOST_PROVIDERS = 8;

const providerRule = {
  accepts: (text: string): boolean => readHttpUrl(text) !== undefined,
  mustBe: 'an http or https URL without user name and query',
};

const height = (chapter: string, help: string) =>
  optionalInteger({
    ...{ chapter, min: 0, max: Number.MAX_SAFE_INTEGER, environment: [], placeholder: 'height', help },
    defaultText: 'from now on',
  });

export const relayerSecretFile = pathOption({
  chapter: RELAYER,
  environment: ['ROUGED_RELAYER_SECRET_FILE'],
  placeholder: 'file',
  help: "Holds the relayer's secret of the node, readable for its owner only.",
});

export const relayerOptions = {
  node: urlOption({
    chapter: RELAYER,
    environment: ['ROUGED_URL'],
    help: 'Node that verifies and mints; its key is an authority of the bridge.',
  }),
  'relayer-secret-file': relayerSecretFile,
  state: pathOption({
    chapter: RELAYER,
    environment: ['ROUGED_RELAYER_STATE'],
    placeholder: 'file',
    help: 'Keeps how far the chains are scanned and which claims are not done.',
  }),
  'poll-seconds': integerOption({
    chapter: RELAYER,
    environment: ['ROUGED_RELAYER_POLL_SECONDS'],
    default: 10,
    min: 1,
    max: 3_600,
    placeholder: 'seconds',
    help: 'Between two looks for new blocks.',
  }),
  'evm-rpc': listOption({
    chapter: EVM,
    environment: ['ROUGED_RELAYER_EVM_RPC'],
    placeholder: 'url,...',
    rule: providerRule,
    help: 'JSON-RPC providers; a deposit that one of them shows is claimed. URLs with a key belong in the variable: flags can be read by everybody.',
  }),
  'bridge-contract': textOption({
    chapter: EVM,
    environment: ['QV_ROUGE_BRIDGE_ADDRESS', 'ROUGE_BRIDGE_ADDRESS'],
    placeholder: 'address',
    rule: addressRule,
    help: 'Contract that emits deposits of ETH and USDC.',
  }),
  vault: textOption({
    chapter: EVM,
    environment: ['XRGE_BRIDGE_VAULT'],
    placeholder: 'address',
    rule: addressRule,
    help: 'Vault of XRGE that the node must name; without it the one that it names.',
  }),
  'evm-chain-id': optionalInteger({
    ...{ chapter: EVM, environment: ['QV_BRIDGE_CHAIN_ID'], placeholder: 'id', min: 1, max: Number.MAX_SAFE_INTEGER },
    defaultText: "the node's",
    help: 'Chain id that the node must name.',
  }),
  confirmations: {
    ...evmBridgeOptions['bridge-min-confirmations'],
    ...{ chapter: EVM, help: 'Blocks above a deposit, as at the node: before, it is not claimed.' },
  },
  'from-block': height(EVM, 'First block that is scanned when the state file has none yet.'),
  esplora: listOption({
    chapter: BITCOIN,
    environment: ['ROUGED_RELAYER_ESPLORA'],
    placeholder: 'url,...',
    rule: providerRule,
    help: 'APIs of Esplora servers; without it mempool.space and blockstream.info.',
  }),
  'btc-custody': textOption({
    chapter: BITCOIN,
    environment: ['QV_BRIDGE_BTC_CUSTODY'],
    placeholder: 'address',
    rule: matching(/^[0-9A-Za-z]{14,90}$/, 'a Bitcoin address'),
    help: 'Custody address that the node must name; without it the one that it names.',
  }),
  'btc-confirmations': {
    ...btcBridgeOptions['bridge-btc-min-confirmations'],
    ...{ chapter: BITCOIN, help: 'Depth of a deposit, as at the node: before, it is not claimed.' },
  },
  'btc-from-block': height(BITCOIN, 'First block that is scanned when the state file has none yet.'),
  'metrics-port': { ...optionTable['metrics-port'], chapter: LOG, environment: [] },
  'metrics-host': { ...optionTable['metrics-host'], chapter: LOG, environment: [] },
  'log-level': { ...optionTable['log-level'], chapter: LOG },
  'log-format': { ...optionTable['log-format'], chapter: LOG },
} satisfies OptionTable;

export type RelayerValues = OptionValues<typeof relayerOptions>;

const lower = (text: string | undefined): string | undefined => text?.toLowerCase();

function repeated(option: string, hosts: readonly string[]): Refusal | undefined {
  const twice = hosts.find((host, at) => hosts.indexOf(host) !== at);
  if (hosts.length > MOST_PROVIDERS) return badOption(`${option} takes at most ${MOST_PROVIDERS} providers`);
  return twice === undefined ? undefined : badOption(`${option} names ${twice} twice`);
}

/** The Esplora servers as watchers of custody. @param stop ends their requests. */
function custodySources(
  { esplora, btcConfirmations }: RelayerValues,
  { network, custody }: Required<NodeBridge>['btc'],
  stop: AbortSignal,
): readonly BtcSource[] | Refusal {
  const bases = esplora.length > 0 ? esplora : (STANDARD_PROVIDERS[network] ?? []);
  if (bases.length === 0) return badOption(`without --esplora no deposits of Bitcoin are watched on ${network}`);
  const rules: BtcBridgeRules = {
    ...{ network, custody, ...STANDARD_BTC_RULES, minConfirmations: btcConfirmations },
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
