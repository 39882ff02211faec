/** JSON-RPC 2.0 over HTTP to one provider: bounded in time, bytes and values, the answer's id compared.
 *
 *  A provider's answer is the result's JSON or a refusal; nothing that a provider sends throws. Refusals name the provider by its host only,
 *  because the rest of its address often is a key. */

import { decodeUtf8 } from '../../engine/base/bytes.js';
import { isJsonObject, JsonNumber, type JsonValue, parseJson } from '../../engine/base/json.js';
import { errorText, isRefusal, type Refusal, refuse } from '../../engine/base/refusal.js';
import { RPC_JSON } from '../../engine/bridge/evm/values.js';
import { boundedFetch } from '../boundedFetch.js';
import { providerIdentity } from './providerIdentity.js';

export interface RpcLimits {
  /** Of one call. */
  readonly timeoutMs: number;
  /** Of the answer to one call. */
  readonly mostBytes: number;
  /** Ends calls early. */
  readonly signal?: AbortSignal;
}

/** Room for a transaction with thousands of logs; the receipts of a whole block have a bound of their own. */
export const RPC_LIMITS: RpcLimits = { timeoutMs: 15_000, mostBytes: 2 * 1024 * 1024 };
export const RPC_BLOCK_LIMITS: RpcLimits = { timeoutMs: 30_000, mostBytes: RPC_JSON.characters };

/** A sentence of a provider, as far as it is repeated. */
const MOST_SENTENCE = 200;

/** Shorter parts of an address are words such as `v2` and `base`. */
const LEAST_KEY = 8;

/** Parts of an address that may be a key. */
const keysOf = ({ pathname, searchParams }: URL): readonly string[] =>
  [...pathname.split('/'), ...searchParams.values()].filter(({ length }) => length >= LEAST_KEY);

function resultOf(text: string, id: number): JsonValue | Refusal {
  const document = parseJson(text, RPC_JSON);
  if (isRefusal(document)) return refuse('busy', `Invalid RPC response: ${document.message}`);
  const answeredId = isJsonObject(document) ? document.get('id') : undefined;
  if (!isJsonObject(document) || !(answeredId instanceof JsonNumber) || answeredId.text !== String(id))
    return refuse('busy', 'Invalid RPC response: it does not have the id of the request');
  const error = document.get('error');
  if (error !== undefined && error !== null) {
    const message = isJsonObject(error) ? error.get('message') : error;
    const sentence = typeof message === 'string' ? message : 'without a message';
    return refuse('busy', `RPC error: ${sentence}`);
  }
  const result = document.get('result');
  return result === undefined ? refuse('busy', 'Invalid RPC response: neither result nor error') : result;
}

/** One provider. */
export class JsonRpc {
  /** Of `providerIdentity`. */
  readonly host: string;
  readonly #url: URL;
  readonly #keys: readonly string[];
  #lastId = 0;

  /** @param url an http or https URL. */
  constructor(
    url: string,
    private readonly limits: Partial<RpcLimits> = {},
  ) {
    this.#url = new URL(url);
    this.#keys = keysOf(this.#url);
    this.host = providerIdentity(url);
  }

  /** @param limits what this method's answers need; those of the constructor go before them.
   *  @returns the result, which may be null, or why there is none. */
  async call(method: string, params: readonly unknown[], limits: RpcLimits = RPC_LIMITS): Promise<JsonValue | Refusal> {
    const id = ++this.#lastId;
    const { signal, ...bounds } = { ...limits, ...this.limits };
    try {
      const { status, bytes } = await boundedFetch(this.#url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id, method, params }),
        ...bounds,
        signals: signal ? [signal] : [],
      });
      if (status !== 200) return refuse('busy', `HTTP ${status}`);
      const text = decodeUtf8(bytes);
      return text === undefined
        ? refuse('busy', 'Invalid RPC response: not UTF-8')
        : this.#withoutKeys(resultOf(text, id));
    } catch (error) {
      return refuse('busy', errorText(error));
    }
  }

  /** Providers repeat the key of a request in their errors, which strangers get to read. */
  #withoutKeys(result: JsonValue | Refusal): JsonValue | Refusal {
    if (!isRefusal(result)) return result;
    const message = this.#keys.reduce((text, key) => text.replaceAll(key, '…'), result.message);
    // A key that is cut off would not be found.
    return refuse(result.code, message.slice(0, MOST_SENTENCE));
  }
}
