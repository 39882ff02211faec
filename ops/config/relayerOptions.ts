/** Options of the relayer. Variables in capitals without ROUGED are those that the node reads too. */

import { addressRule } from './bridgeOptions.js';
import {
  integerOption,
  listOption,
  matching,
  type OptionTable,
  type OptionValues,
  optionalInteger,
  pathOption,
  providerRule,
  textOption,
  urlOption,
} from './optionKinds.js';
import { optionTable } from './schema.js';

const RELAYER = 'Relayer';
const EVM = 'EVM';
const BITCOIN = 'Bitcoin';
const LOG = 'Log and metrics';

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
    help: 'Contract of ETH and USDC that the node must name; without it the one that it names.',
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
  confirmations: optionalInteger({
    ...{ chapter: EVM, environment: ['QV_BRIDGE_MIN_CONFIRMATIONS'], placeholder: 'blocks', min: 1, max: 10_000 },
    defaultText: "the node's",
    help: 'Blocks above a deposit before it is claimed.',
  }),
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
  'btc-confirmations': optionalInteger({
    ...{
      chapter: BITCOIN,
      environment: ['QV_BRIDGE_BTC_MIN_CONFIRMATIONS'],
      placeholder: 'blocks',
      min: 1,
      max: 1_008,
    },
    defaultText: "the node's",
    help: 'Depth of a deposit before it is claimed, its own block included.',
  }),
  'btc-from-block': height(BITCOIN, 'First block that is scanned when the state file has none yet.'),
  'metrics-port': { ...optionTable['metrics-port'], chapter: LOG, environment: [] },
  'metrics-host': { ...optionTable['metrics-host'], chapter: LOG, environment: [] },
  'log-level': { ...optionTable['log-level'], chapter: LOG },
  'log-format': { ...optionTable['log-format'], chapter: LOG },
} satisfies OptionTable;

export type RelayerValues = OptionValues<typeof relayerOptions>;
