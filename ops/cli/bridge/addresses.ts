/** `rouged bridge addresses`: the pool of Bitcoin deposit addresses that a node gives to its users. The keys of these addresses stay where they were
 *  derived; the node and this command see addresses only. */

import { readFileSync } from 'node:fs';
import { decodeUtf8 } from '../../../engine/base/bytes.js';
import { isJsonObject, JsonNumber, type JsonObject } from '../../../engine/base/json.js';
import { isRefusal, type Refusal, refuse } from '../../../engine/base/refusal.js';
import { fileErrorCode } from '../../config/durableFile.js';
import { badOption, type OptionValues } from '../../config/optionKinds.js';
import { RELAYER_HEADER, readRelayerSecret } from '../../config/relayerSecret.js';
import { askNodeBridge } from '../../relayer/nodeBridge.js';
import { isNodeFault, NodeClient, NodeFault, textMember } from '../client.js';
import type { Subcommand } from '../subcommand.js';
import { EXIT_OK, outJson, printable, type Terminal } from '../terminal.js';
import { failWith } from '../walletAccess.js';
import { type PoolEntry, readAddressFile } from './addressFile.js';
import { operatorTable } from './operator.js';

/** Of one request: the node takes 8 KB, and an entry has up to 110 bytes. */
const BATCH = 64;

/** An entry may have a key of 4 KB as its recipient. */
const LIST_BYTES = 256 * 1024 * 1024;

const table = {
  url: operatorTable.url,
  'relayer-secret-file': operatorTable['relayer-secret-file'],
  json: operatorTable.json,
};

type Values = OptionValues<typeof table>;

/** Only the secret opens these routes. */
function secretOf({ relayerSecretFile: file }: Values): string | Refusal {
  return file === undefined
    ? badOption('deposit addresses need the secret of the relayer: --relayer-secret-file <file>')
    : readRelayerSecret(file);
}

function readFile(path: string): string | Refusal {
  try {
    return decodeUtf8(readFileSync(path)) ?? refuse('malformed_body', `${path} is not UTF-8 text`);
  } catch (error) {
    return refuse('not_found', `${path} cannot be read (${fileErrorCode(error)})`);
  }
}

/** The entries of the file, checked against the network and the custody address of the node. */
async function entriesOf(node: NodeClient, path: string): Promise<readonly PoolEntry[] | Refusal | NodeFault> {
  const text = readFile(path);
  if (isRefusal(text)) return text;
  const bridge = await askNodeBridge(node);
  if (isNodeFault(bridge) || isRefusal(bridge)) return bridge;
  if (!bridge.btc) return refuse('not_found', `the Bitcoin bridge of ${node.url} is off: it has no custody address`);
  const entries = readAddressFile(text, bridge.btc.network, bridge.btc.custody);
  return isRefusal(entries) ? refuse(entries.code, `${path}: ${entries.message}`) : entries;
}

const count = (answer: JsonObject, name: string): number => {
  const value = answer.get(name);
  return value instanceof JsonNumber ? Number(value.text) : 0;
};

async function add(values: Values, terminal: Terminal, words: readonly string[]): Promise<number | Refusal> {
  const [path] = words;
  if (path === undefined) return badOption('rouged bridge addresses add needs a file of addresses');
  const secret = secretOf(values);
  if (isRefusal(secret)) return secret;
  const node = new NodeClient(values.url);
  const entries = await entriesOf(node, path);
  if (entries instanceof NodeFault) return failWith(terminal, entries, values.json);
  if (isRefusal(entries)) return entries;
  let [added, poolRemaining] = [0, 0];
  for (let at = 0; at < entries.length; at += BATCH) {
    const answer = await node.request('/bridge/btc/deposit-pool', {
      ...{ method: 'POST', headers: { [RELAYER_HEADER]: secret } },
      body: JSON.stringify({ addresses: entries.slice(at, at + BATCH) }),
    });
    if (isNodeFault(answer)) {
      if (at > 0) terminal.err(`rouged: the first ${at} addresses of ${path} were sent before that\n`);
      return failWith(terminal, answer, values.json);
    }
    added += count(answer, 'added');
    poolRemaining = count(answer, 'poolRemaining');
  }
  const known = entries.length - added;
  if (values.json) outJson(terminal, { success: true, added, known, poolRemaining });
  else {
    terminal.out(`OK: ${added} of ${entries.length} addresses are added; ${poolRemaining} wait in the pool\n`);
    if (known > 0) terminal.out(`${known} of them the node has already\n`);
  }
  return EXIT_OK;
}

/** One entry of the list in a line. */
function line(item: JsonObject): string {
  const recipient = textMember(item, 'recipient');
  const shown = recipient === undefined || recipient.length <= 80 ? recipient : `${recipient.slice(0, 77)}...`;
  return `${String(count(item, 'index')).padStart(8)}  ${textMember(item, 'address') ?? ''}  ${shown ?? ''}`.trimEnd();
}

async function list(values: Values, terminal: Terminal): Promise<number | Refusal> {
  const secret = secretOf(values);
  if (isRefusal(secret)) return secret;
  const answer = await new NodeClient(values.url).request('/bridge/btc/deposit-addresses', {
    ...{ method: 'GET', headers: { [RELAYER_HEADER]: secret }, mostBytes: LIST_BYTES },
  });
  if (isNodeFault(answer)) return failWith(terminal, answer, values.json);
  const value = answer.get('addresses');
  const items = Array.isArray(value) ? value.filter(isJsonObject) : [];
  const poolRemaining = count(answer, 'poolRemaining');
  // Null while the node has none.
  const maxIndex = answer.get('maxIndex') instanceof JsonNumber ? count(answer, 'maxIndex') : null;
  if (values.json) {
    const addresses = items.map((item) => ({
      ...{
        index: count(item, 'index'),
        address: textMember(item, 'address'),
        recipient: textMember(item, 'recipient'),
      },
    }));
    outJson(terminal, { success: true, addresses, poolRemaining, maxIndex });
    return EXIT_OK;
  }
  terminal.out('   INDEX  ADDRESS  RECIPIENT\n');
  for (const item of items) terminal.out(`${printable(line(item))}\n`);
  terminal.out(
    `${items.length} addresses are assigned, ${poolRemaining} wait in the pool; the highest index is ${maxIndex ?? 'not there yet'}\n`,
  );
  return EXIT_OK;
}

const ALL = Object.keys(table) as (keyof typeof table)[];

export const addressesCommand: Subcommand<typeof table> = {
  name: 'bridge addresses',
  summary: 'The pool of Bitcoin deposit addresses of a node.',
  table,
  isJsonAll: true,
  actions: {
    add: {
      usage: '<file>',
      help: 'Adds addresses: lines of an index and an address, or JSON. All of them are checked before the first is sent.',
      options: ALL,
      words: 1,
      run: add,
    },
    list: {
      usage: '',
      help: 'Shows which address is assigned to whom, and how many wait.',
      options: ALL,
      words: 0,
      run: list,
    },
  },
};
