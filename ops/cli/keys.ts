/** `rouged keys`: a node's key file, made and shown. The secret key is never printed. */

import { dirname } from 'node:path';
import { toHex } from '../../engine/base/bytes.js';
import { isRefusal, type Refusal, refuse } from '../../engine/base/refusal.js';
import { addressOfKey } from '../../engine/crypto/address.js';
import type { KeyPair } from '../../engine/crypto/mldsa.js';
import { fileErrorCode, makePrivateDirectory } from '../config/durableFile.js';
import { createKeyFile, loadKeyFile, nodeKeysPath } from '../config/nodeKeys.js';
import { booleanOption, type OptionValues, optionalInteger, pathOption } from '../config/optionKinds.js';
import { optionTable } from '../config/schema.js';
import { resetJournal } from './resetJournal.js';
import type { Action, Subcommand } from './subcommand.js';
import { EXIT_OK, outJson, type Terminal } from './terminal.js';

const OPTIONS = 'Options';

const keysTable = {
  'data-dir': { ...optionTable['data-dir'], chapter: OPTIONS },
  out: pathOption({
    chapter: OPTIONS,
    environment: [],
    placeholder: 'file',
    help: 'Key file; default: node-keys.json in the data directory.',
  }),
  yes: booleanOption({
    chapter: OPTIONS,
    environment: [],
    default: false,
    help: 'For reset-journal: this key has signed nothing above the tip.',
  }),
  'give-up': optionalInteger({
    chapter: OPTIONS,
    environment: [],
    placeholder: 'height',
    defaultText: 'none',
    min: 1,
    max: Number.MAX_SAFE_INTEGER,
    help: 'For reset-journal: the signed block of this height, which the node cannot bring in and no other node has seen.',
  }),
  json: booleanOption({ chapter: OPTIONS, environment: [], default: false, help: 'Answer in JSON.' }),
};

type KeysTable = typeof keysTable;
type Values = OptionValues<KeysTable>;

/** Prints the public facts about a key file. */
export function showKeys(path: string, keys: KeyPair, json: boolean, terminal: Terminal): number {
  const facts = { file: path, address: addressOfKey(keys.publicKey), public_key: toHex(keys.publicKey) };
  if (json) outJson(terminal, facts);
  else terminal.out(`file        ${facts.file}\naddress     ${facts.address}\npublic key  ${facts.public_key}\n`);
  return EXIT_OK;
}

/** Makes a key file and the directory it goes to. */
export function createKeyFileIn(path: string, seed?: Uint8Array): KeyPair | Refusal {
  try {
    makePrivateDirectory(dirname(path));
  } catch (error) {
    return refuse('not_authorized', `the directory ${dirname(path)} cannot be made (${fileErrorCode(error)})`);
  }
  return createKeyFile(path, seed);
}

const pathOf = (values: Values): string => values.out ?? nodeKeysPath(values.dataDir);

const action = (help: string, keysAt: (path: string) => KeyPair | Refusal): Action<KeysTable> => ({
  usage: '[--data-dir <directory> | --out <file>]',
  help,
  options: ['data-dir', 'out', 'json'],
  async run(values, terminal) {
    const path = pathOf(values);
    const keys = keysAt(path);
    return isRefusal(keys) ? keys : showKeys(path, keys, values.json, terminal);
  },
});

export const keysCommand: Subcommand<KeysTable> = {
  name: 'keys',
  summary: "rouged keys: a node's key file.",
  table: keysTable,
  actions: {
    new: action('Make a key file, readable by its owner alone; an existing one is never overwritten.', createKeyFileIn),
    'reset-journal': {
      usage: '--yes [--give-up <height>] [--data-dir <directory>]',
      help: 'Give up a lost sign journal or vote journal, or a signed block that cannot be brought in, so that the node signs again above its tip. Stop the node first.',
      options: ['data-dir', 'give-up', 'yes'],
      run: (values, terminal) => resetJournal(values, terminal),
    },
    show: action('Check a key file and print its public key and address, never the secret key.', loadKeyFile),
  },
};
