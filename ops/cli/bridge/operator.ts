/** How an operator's command speaks to the bridge of a node: with the relayer's secret, or with a body that the operator's key has signed
 *  (specification, Authentication 5). */

import { JsonNumber, type JsonObject, type JsonValue } from '../../../engine/base/json.js';
import { isRefusal, type Refusal } from '../../../engine/base/refusal.js';
import type { KeyPair } from '../../../engine/crypto/mldsa.js';
import { loadKeyFile } from '../../config/nodeKeys.js';
import { badOption, booleanOption, type OptionValues, pathOption } from '../../config/optionKinds.js';
import { relayerSecretFile } from '../../config/relayerOptions.js';
import { RELAYER_HEADER, readRelayerSecret } from '../../config/relayerSecret.js';
import { isNodeFault, type NodeClient, type NodeFault } from '../client.js';
import { signRequest } from '../signedRequest.js';
import { accessTable } from '../walletAccess.js';

const OPTIONS = 'Options';

/** The node answers when a block has the transaction; before, its providers verify a payout. */
const ANSWER_MS = 90_000;

export const operatorTable = {
  url: accessTable.url,
  'relayer-secret-file': { ...relayerSecretFile, chapter: OPTIONS },
  key: pathOption({
    chapter: OPTIONS,
    environment: ['ROUGED_OPERATOR_KEY'],
    placeholder: 'file',
    help: "Key file of the node or of one of its operators, which signs instead of the secret: node-keys.json of the node's data directory.",
  }),
  json: booleanOption({ chapter: OPTIONS, environment: [], default: false, help: 'Answer in JSON.' }),
};

export type OperatorValues = OptionValues<typeof operatorTable>;

/** What shows that an operator asks. */
export type Credential = { readonly secret: string } | { readonly keys: KeyPair };

/** The type of every payload that an operator signs: it can be taken for no transaction of the key. */
const OPERATOR_TYPE = 'bridge_operator';

/** What an operator asks for. */
export interface Order {
  readonly method: 'POST' | 'DELETE';
  /** Below /api. */
  readonly path: string;
  readonly members: Readonly<Record<string, string | boolean>>;
}

/** @returns the secret or the key, or which option is missing. */
export function credentialOf({ relayerSecretFile: secretFile, key }: OperatorValues): Credential | Refusal {
  if (secretFile !== undefined && key !== undefined)
    return badOption('--relayer-secret-file and --key do the same; give one of them');
  if (secretFile !== undefined) {
    const secret = readRelayerSecret(secretFile);
    return isRefusal(secret) ? secret : { secret };
  }
  if (key === undefined)
    return badOption('an operator is needed: --relayer-secret-file <file>, or --key <file> with the key of the node');
  const keys = loadKeyFile(key);
  return isRefusal(keys) ? keys : { keys };
}

/** A body that the key has signed, for the network of the node. */
async function signedBody(node: NodeClient, keys: KeyPair, { members }: Order): Promise<string | NodeFault> {
  const chainId = await node.chainId();
  if (isNodeFault(chainId)) return chainId;
  const context = { timestamp: Date.now(), ...(chainId === undefined ? {} : { chainId }) };
  return signRequest(keys, OPERATOR_TYPE, members as Readonly<Record<string, JsonValue>>, context).body;
}

/** Sends an order. @returns the members of the node's answer, or its fault. */
export async function sendOrder(
  node: NodeClient,
  credential: Credential,
  order: Order,
): Promise<JsonObject | NodeFault> {
  const { method, path, members } = order;
  if ('secret' in credential)
    return node.request(path, {
      ...{ method, timeoutMs: ANSWER_MS, body: JSON.stringify(members) },
      headers: { [RELAYER_HEADER]: credential.secret },
    });
  const body = await signedBody(node, credential.keys, order);
  return isNodeFault(body) ? body : node.request(path, { method, timeoutMs: ANSWER_MS, body });
}

/** A member that is a text or a number, as text. */
export function shownMember(answer: JsonObject, ...names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = answer.get(name);
    if (typeof value === 'string') return value;
    if (value instanceof JsonNumber) return value.text;
  }
  return undefined;
}
