/** `rouged genesis`: makes and checks genesis files. A network's nodes must all start from the same file; their operators
 *  compare its hash. */

import { readFileSync } from 'node:fs';
import { parseXrge } from '../../engine/base/amounts.js';
import { decodeUtf8, utf8 } from '../../engine/base/bytes.js';
import { MAX_ACTIVE_VALIDATORS } from '../../engine/base/limits.js';
import { isRefusal, type Refusal, refuse } from '../../engine/base/refusal.js';
import type { CarriedState } from '../../engine/chain/carriedState.js';
import {
  DEFAULT_BLOCK_TIME_MS,
  DEFAULT_MAX_VALIDATORS,
  type Genesis,
  parseGenesis,
} from '../../engine/chain/genesis.js';
import { addressOf, resolveAccount } from '../../engine/crypto/address.js';
import { PUBLIC_KEY_BYTES } from '../../engine/crypto/mldsa.js';
import { genesisState } from '../../engine/ledger/genesisState.js';
import { nativeProtocol } from '../../engine/protocol/native.js';
import { protocolOf } from '../../engine/protocol/protocolOf.js';
import { createDurableFile, fileErrorCode } from '../config/durableFile.js';
import { faucetWarning, genesisFileText, type NewAllocation, type NewValidator } from '../config/genesisFile.js';
import {
  badOption,
  booleanOption,
  integerOption,
  listOption,
  matching,
  type OptionValues,
  optionalInteger,
  pathOption,
  quoted,
  textOption,
} from '../config/optionKinds.js';
import { optionTable } from '../config/schema.js';
import { successorGenesis } from './chain/exportGenesis.js';
import type { Subcommand } from './subcommand.js';
import { EXIT_OK, outJson, type Terminal } from './terminal.js';

const OPTIONS = 'Options';
const NAME = '[^,:\\p{Cc}]{1,64}';
const AMOUNT = '\\d+(?:\\.\\d+)?';

const genesisTable = {
  'chain-id': { ...optionTable['chain-id'], chapter: OPTIONS, help: 'Chain id of the new network.' },
  validator: listOption({
    chapter: OPTIONS,
    environment: [],
    placeholder: 'key:stake[:name]',
    rule: matching(
      new RegExp(`^[0-9a-fA-F]{${PUBLIC_KEY_BYTES * 2}}:${AMOUNT}(?::${NAME})?$`, 'u'),
      '<public key hex>:<stake in XRGE>[:<name>]',
    ),
    help: 'A first validator.',
  }),
  allocation: listOption({
    chapter: OPTIONS,
    environment: [],
    placeholder: 'account:amount[:label]',
    rule: matching(new RegExp(`^[^,:\\s]+:${AMOUNT}(?::${NAME})?$`, 'u'), '<account>:<amount in XRGE>[:<label>]'),
    help: 'XRGE that an address, a public key or a system account holds from the start.',
  }),
  'max-validators': integerOption({
    chapter: OPTIONS,
    environment: [],
    default: DEFAULT_MAX_VALIDATORS,
    min: 1,
    max: MAX_ACTIVE_VALIDATORS,
    help: 'Validators that propose and vote: those with the greatest stakes.',
  }),
  'block-time-ms': { ...optionTable['block-time-ms'], chapter: OPTIONS },
  faucet: booleanOption({ chapter: OPTIONS, environment: [], default: false, help: 'Allow a faucet on the network.' }),
  'fee-ceiling': textOption({
    chapter: OPTIONS,
    environment: [],
    placeholder: 'XRGE',
    rule: matching(new RegExp(`^${AMOUNT}$`), 'an amount in XRGE'),
    help: 'Highest base fee; default: none.',
  }),
  'data-dir': { ...optionTable['data-dir'], chapter: OPTIONS, help: 'Directory of the chain that goes on.' },
  genesis: pathOption({
    chapter: OPTIONS,
    environment: ['QV_GENESIS'],
    placeholder: 'file',
    help: 'Genesis file of that chain; default: genesis.json in the data directory.',
  }),
  at: optionalInteger({
    chapter: OPTIONS,
    environment: [],
    defaultText: 'the newest',
    min: 1,
    max: Number.MAX_SAFE_INTEGER,
    placeholder: 'height',
    help: 'Block whose state the new network begins with.',
  }),
  'verify-workers': { ...optionTable['verify-workers'], chapter: OPTIONS },
  out: pathOption({
    chapter: OPTIONS,
    environment: [],
    placeholder: 'file',
    help: 'File to write; default: standard output.',
  }),
  json: booleanOption({ chapter: OPTIONS, environment: [], default: false, help: 'Answer in JSON.' }),
};

type GenesisTable = typeof genesisTable;
type Values = OptionValues<GenesisTable>;

/** Reads `text:amount[:label]`, whose form the option has already checked. */
function readEntry(entry: string): { subject: string; amount: bigint; label: string | undefined } | Refusal {
  const [subject = '', amountText = '', label] = entry.split(':');
  const amount = parseXrge(amountText, `the amount ${quoted(amountText)}`);
  return isRefusal(amount) ? badOption(amount.message) : { subject, amount, label };
}

function readValidators(values: Values): NewValidator[] | Refusal {
  const validators: NewValidator[] = [];
  for (const text of values.validator) {
    const entry = readEntry(text);
    if (isRefusal(entry)) return entry;
    const { subject, amount, label } = entry;
    validators.push({
      publicKey: subject.toLowerCase(),
      stake: amount,
      ...(label === undefined ? {} : { name: label }),
    });
  }
  return validators;
}

function readAllocations(values: Values): NewAllocation[] | Refusal {
  const allocations: NewAllocation[] = [];
  for (const text of values.allocation) {
    const entry = readEntry(text);
    if (isRefusal(entry)) return entry;
    const { subject, amount, label } = entry;
    if (!resolveAccount(subject))
      return badOption(`--allocation names ${quoted(subject)}, which is no address, public key or system account`);
    allocations.push({ address: subject, amount, ...(label === undefined ? {} : { label }) });
  }
  return allocations;
}

interface Made {
  readonly text: string;
  readonly genesis: Genesis;
}

/** A new genesis file: its text, and the same file as parsed by the reader that nodes use. */
function newGenesis(values: Values, time: number): Made | Refusal {
  if (values.chainId === undefined) return badOption('rouged genesis new needs --chain-id <id>');
  const validators = readValidators(values);
  if (isRefusal(validators)) return validators;
  if (validators.length === 0)
    return badOption('rouged genesis new needs at least one --validator <public key hex>:<stake>[:<name>]');
  const allocations = readAllocations(values);
  if (isRefusal(allocations)) return allocations;
  const ceiling = values.feeCeiling === undefined ? null : parseXrge(values.feeCeiling, '--fee-ceiling');
  if (isRefusal(ceiling)) return badOption(ceiling.message);
  const text = genesisFileText({
    chainId: values.chainId,
    time,
    blockTimeMs: values.blockTimeMs ?? DEFAULT_BLOCK_TIME_MS,
    faucetEnabled: values.faucet,
    maxValidators: values.maxValidators,
    validators,
    allocations,
    feeCeiling: ceiling,
  });
  const genesis = parseGenesis(text);
  if (isRefusal(genesis)) return badOption(genesis.message);
  const protocol = protocolOf(genesis.chainId);
  return isRefusal(protocol) ? protocol : { text, genesis };
}

function readGenesisFile(path: string): Genesis | Refusal {
  let text: string | undefined;
  try {
    text = decodeUtf8(readFileSync(path));
  } catch (error) {
    return refuse('not_found', `the genesis file ${path} cannot be read (${fileErrorCode(error)})`);
  }
  if (text === undefined) return refuse('malformed_body', `the genesis file ${path} is not UTF-8 text`);
  const genesis = parseGenesis(text);
  return isRefusal(genesis) ? refuse(genesis.code, `${path}: ${genesis.message}`) : genesis;
}

function warn(genesis: Genesis, terminal: Terminal): void {
  const warning = faucetWarning(genesis);
  if (warning !== undefined) terminal.err(`rouged: warning: ${warning}\n`);
}

const continuedFacts = ({ header }: CarriedState) => ({
  chain_id: header.chain_id,
  height: header.height,
  state_root: header.state_root,
});

function showGenesis(genesis: Genesis, json: boolean, terminal: Terminal): number {
  warn(genesis, terminal);
  const facts = {
    chain_id: genesis.chainId,
    genesis_time: genesis.time,
    genesis_hash: nativeProtocol.genesisBlock(genesis).hash,
    file_hash: genesis.fileHash,
    validators: genesis.validators.map(({ account }) => addressOf(account)),
    faucet_enabled: genesis.faucetEnabled,
    ...(genesis.carried && { continues: continuedFacts(genesis.carried) }),
  };
  if (json) outJson(terminal, facts);
  else
    terminal.out(
      [
        `chain id      ${facts.chain_id}`,
        `genesis time  ${facts.genesis_time}`,
        `genesis hash  ${facts.genesis_hash}`,
        `file hash     ${facts.file_hash}`,
        ...facts.validators.map((address) => `validator     ${address}`),
        ...(facts.continues
          ? [
              `continues     ${facts.continues.chain_id} after block ${facts.continues.height}`,
              `state root    ${facts.continues.state_root}`,
            ]
          : []),
        `faucet        ${facts.faucet_enabled ? 'allowed' : 'off'}`,
        '',
      ].join('\n'),
    );
  return EXIT_OK;
}

/** Writes a new file, and prints what it says; without `--out` the file itself. */
function writeMade({ text, genesis: made }: Made, values: Values, terminal: Terminal): number | Refusal {
  if (values.out === undefined) {
    warn(made, terminal);
    terminal.out(text);
    return EXIT_OK;
  }
  try {
    createDurableFile(values.out, utf8(text), 0o644);
  } catch (error) {
    const code = fileErrorCode(error);
    const sentence = code === 'EEXIST' ? 'exists and is not overwritten' : `cannot be written (${code})`;
    return refuse('not_authorized', `the genesis file ${values.out} ${sentence}`);
  }
  const genesis = readGenesisFile(values.out);
  return isRefusal(genesis) ? genesis : showGenesis(genesis, values.json, terminal);
}

async function runNew(values: Values, terminal: Terminal): Promise<number | Refusal> {
  const made = newGenesis(values, Date.now());
  return isRefusal(made) ? made : writeMade(made, values, terminal);
}

async function runExport(values: Values, terminal: Terminal): Promise<number | Refusal> {
  const { chainId, dataDir, genesis, at, verifyWorkers } = values;
  if (chainId === undefined) return badOption('rouged genesis export needs --chain-id <id> of the new network');
  const validators = readValidators(values);
  if (isRefusal(validators)) return validators;
  const allocations = readAllocations(values);
  if (isRefusal(allocations)) return allocations;
  const order = { chainId, dataDir, genesis, at, verifyWorkers, validators, allocations, time: Date.now() };
  const made = await successorGenesis(order, terminal);
  return isRefusal(made) ? made : writeMade(made, values, terminal);
}

async function runCheck(values: Values, terminal: Terminal, words: readonly string[]): Promise<number | Refusal> {
  const [path] = words;
  if (path === undefined) return badOption('rouged genesis check needs a file');
  const genesis = readGenesisFile(path);
  if (isRefusal(genesis)) return genesis;
  const state = genesisState(genesis, nativeProtocol);
  return isRefusal(state)
    ? refuse(state.code, `${path}: ${state.message}`)
    : showGenesis(genesis, values.json, terminal);
}

export const genesisCommand: Subcommand<GenesisTable> = {
  name: 'genesis',
  summary: 'rouged genesis: the file that a network starts from.',
  table: genesisTable,
  actions: {
    new: {
      usage: '--chain-id <id> --validator <key:stake[:name]> ... [--out <file>]',
      help: 'Write a new genesis file.',
      options: [
        'chain-id',
        'validator',
        'allocation',
        'max-validators',
        'block-time-ms',
        'faucet',
        'fee-ceiling',
        'out',
        'json',
      ],
      run: runNew,
    },
    export: {
      usage: '--chain-id <id> [--at <height>] [--validator <key:stake[:name]> ...] [--out <file>]',
      help: 'Write the genesis file of a chain that goes on from the state of a stopped node. Named validators take their stakes from what they have; all other stakes are released.',
      options: ['data-dir', 'genesis', 'at', 'chain-id', 'validator', 'allocation', 'verify-workers', 'out', 'json'],
      run: runExport,
    },
    check: {
      usage: '<file>',
      help: 'Check a genesis file and print its hashes.',
      options: ['json'],
      words: 1,
      run: runCheck,
    },
  },
};
