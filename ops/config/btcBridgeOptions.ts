/** Options of the Bitcoin bridge (specification, Bridge), and the rules and providers that they make. */

import { isRefusal, type Refusal } from '../../engine/base/refusal.js';
import { BTC_NETWORKS, readBtcAddress } from '../../engine/bridge/btc/address.js';
import { type BtcBridgeRules, checkRules, MODES, STANDARD_BTC_RULES } from '../../engine/bridge/btc/rules.js';
import { EsploraProvider, type EsploraTimes } from '../bridge/esplora.js';
import { providerIdentity } from '../bridge/providerIdentity.js';
import {
  badOption,
  booleanOption,
  enumOption,
  integerOption,
  matching,
  type OptionTable,
  type OptionValues,
  textOption,
  urlOption,
} from './optionKinds.js';

const BITCOIN = 'Bitcoin bridge';

/** A hundred bitcoin: more is a typing error. */
const MOST_SATS = 10_000_000_000;

/** A week of blocks. */
const MOST_CONFIRMATIONS = 1_008;

/** A height and a block hash. */
const CHECKPOINT = /^(0|[1-9]\d{0,8}):([0-9a-f]{64})$/;

/** Public servers of two operators. */
export const STANDARD_PROVIDERS = {
  mainnet: ['https://mempool.space/api', 'https://blockstream.info/api'],
  testnet: ['https://mempool.space/testnet/api', 'https://blockstream.info/testnet/api'],
  regtest: undefined,
} as const;

export const btcBridgeOptions = {
  'bridge-btc-custody': textOption({
    chapter: BITCOIN,
    placeholder: 'address',
    rule: matching(/^[0-9A-Za-z]{14,90}$/, 'a Bitcoin address'),
    environment: ['QV_BRIDGE_BTC_CUSTODY'],
    help: 'Custody address; without it the Bitcoin bridge is off.',
  }),
  'bridge-btc-network': enumOption({
    chapter: BITCOIN,
    values: BTC_NETWORKS,
    default: 'mainnet',
    environment: ['QV_BRIDGE_BTC_NETWORK'],
    help: 'Bitcoin network of custody, deposits and payouts.',
  }),
  'bridge-btc-min-confirmations': integerOption({
    chapter: BITCOIN,
    default: STANDARD_BTC_RULES.minConfirmations,
    min: 1,
    max: MOST_CONFIRMATIONS,
    placeholder: 'blocks',
    environment: ['QV_BRIDGE_BTC_MIN_CONFIRMATIONS'],
    help: 'Depth of a deposit or payout, its own block included.',
  }),
  'bridge-btc-min-withdraw-sats': integerOption({
    chapter: BITCOIN,
    default: Number(STANDARD_BTC_RULES.minWithdraw),
    min: 1,
    max: MOST_SATS,
    placeholder: 'sats',
    environment: ['QV_BRIDGE_BTC_MIN_WITHDRAW_SATS'],
    help: 'Least amount of a withdrawal.',
  }),
  'bridge-btc-max-network-fee-sats': integerOption({
    chapter: BITCOIN,
    default: Number(STANDARD_BTC_RULES.maxNetworkFee),
    min: 0,
    max: MOST_SATS,
    placeholder: 'sats',
    environment: ['QV_BRIDGE_BTC_MAX_NETWORK_FEE_SATS'],
    help: 'Most network fee of a payout that is deducted from what its recipient gets.',
  }),
  'btc-esplora-primary': urlOption({
    chapter: BITCOIN,
    environment: ['QV_BTC_ESPLORA_PRIMARY'],
    help: 'API of the Esplora server that has to verify a deposit (default: mempool.space).',
  }),
  'btc-esplora-secondary': urlOption({
    chapter: BITCOIN,
    environment: ['QV_BTC_ESPLORA_SECONDARY'],
    help: 'API of the one that has to agree, of another host (default: blockstream.info).',
  }),
  'btc-allow-single-provider': booleanOption({
    chapter: BITCOIN,
    default: false,
    environment: ['QV_BTC_ALLOW_SINGLE_PROVIDER'],
    help: 'The primary is enough when the secondary does not answer.',
  }),
  'bridge-btc-raw-binding': enumOption({
    chapter: BITCOIN,
    values: MODES,
    default: 'off',
    help: 'Amounts come from raw transactions that hash to their ids.',
  }),
  'bridge-btc-spv': enumOption({
    chapter: BITCOIN,
    values: MODES,
    default: 'off',
    help: 'Transactions are proven by Merkle proofs and proof of work (mainnet, regtest); includes raw binding.',
  }),
  'bridge-btc-checkpoint': textOption({
    chapter: BITCOIN,
    placeholder: 'height:hash',
    rule: matching(CHECKPOINT, 'a height and a block hash, such as 945504:0000...'),
    help: 'Block that SPV starts from: at most 20,000 blocks ago; on mainnet a multiple of 2,016.',
  }),
} satisfies OptionTable;

export type BtcBridgeValues = OptionValues<typeof btcBridgeOptions>;

function checkpointOf(text: string | undefined): BtcBridgeRules['checkpoint'] {
  const [, height, hash] = CHECKPOINT.exec(text ?? '') ?? [];
  return height === undefined || hash === undefined ? undefined : { height: Number(height), hash };
}

/** @returns the rules, undefined when the bridge is off, or what is wrong with the options. */
export function btcRulesOf(values: BtcBridgeValues): BtcBridgeRules | undefined | Refusal {
  if (values.bridgeBtcCustody === undefined) return undefined;
  const custody = readBtcAddress(values.bridgeBtcCustody, values.bridgeBtcNetwork);
  if (isRefusal(custody)) return badOption(`--bridge-btc-custody: ${custody.message}`);
  return checkRules({
    network: values.bridgeBtcNetwork,
    custody,
    minConfirmations: values.bridgeBtcMinConfirmations,
    minWithdraw: BigInt(values.bridgeBtcMinWithdrawSats),
    maxNetworkFee: BigInt(values.bridgeBtcMaxNetworkFeeSats),
    allowSingleProvider: values.btcAllowSingleProvider,
    rawBinding: values.bridgeBtcRawBinding,
    spv: values.bridgeBtcSpv,
    checkpoint: checkpointOf(values.bridgeBtcCheckpoint),
  });
}

export interface BtcProviders {
  readonly primary: EsploraProvider;
  readonly secondary: EsploraProvider;
}

/** The two servers of the options, which are of different hosts. */
export function btcProvidersOf(
  values: BtcBridgeValues,
  rules: BtcBridgeRules,
  times?: EsploraTimes,
): BtcProviders | Refusal {
  const standard = STANDARD_PROVIDERS[rules.network];
  const first = values.btcEsploraPrimary ?? standard?.[0];
  const second = values.btcEsploraSecondary ?? standard?.[1];
  if (first === undefined || second === undefined)
    return badOption(`--btc-esplora-primary and --btc-esplora-secondary are needed on ${rules.network}`);
  if (providerIdentity(first) === providerIdentity(second))
    return badOption('--btc-esplora-primary and --btc-esplora-secondary must be servers of different hosts');
  const primary = EsploraProvider.open(first, rules, times);
  const secondary = EsploraProvider.open(second, rules, times);
  if (isRefusal(primary)) return primary;
  return isRefusal(secondary) ? secondary : { primary, secondary };
}
