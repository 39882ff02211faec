/** A file of Bitcoin deposit addresses for the pool of a node.
 *
 *  In: JSON (a list of `{index, address}`, or an object with that list as `addresses`), or lines of an index and an address. Out: the entries, each
 *  proven to be an address of the network. The node leaves out what it cannot use without a word, so everything is checked here. */

import { isJsonObject, JsonNumber, type JsonValue, parseJson } from '../../../engine/base/json.js';
import { FILE_JSON } from '../../../engine/base/limits.js';
import { isRefusal, type Refusal, refuse } from '../../../engine/base/refusal.js';
import { type BtcAddress, type BtcNetwork, readBtcAddress, scriptKey } from '../../../engine/bridge/btc/address.js';

export interface PoolEntry {
  /** Of the derivation path. */
  readonly index: number;
  readonly address: string;
}

/** Where an entry stands, for sentences. */
interface Placed {
  readonly where: string;
  readonly index: string;
  readonly address: string;
}

/** Indexes of a path that are not hardened (BIP 32). */
const MOST_INDEX = 2 ** 31 - 1;

const bad = (sentence: string): Refusal => refuse('malformed_body', sentence);

function fromLines(text: string): readonly Placed[] | Refusal {
  const placed: Placed[] = [];
  for (const [at, line] of text.split(/\r?\n/).entries()) {
    const content = line.replace(/#.*$/, '').trim();
    if (content === '') continue;
    const [, index, address] = /^(\d+)[\s,;]+(\S+)$/.exec(content) ?? [];
    if (index === undefined || address === undefined)
      return bad(`line ${at + 1} must have an index and an address, such as "0 bc1q..."`);
    placed.push({ where: `line ${at + 1}`, index, address });
  }
  return placed;
}

function fromJson(document: JsonValue): readonly Placed[] | Refusal {
  const list = isJsonObject(document) ? document.get('addresses') : document;
  if (!Array.isArray(list))
    return bad('the file must have a list of addresses, each {"index": number, "address": text}');
  const placed: Placed[] = [];
  for (const [at, item] of (list as readonly JsonValue[]).entries()) {
    const [index, address] = isJsonObject(item) ? [item.get('index'), item.get('address')] : [];
    if (!(index instanceof JsonNumber) || typeof address !== 'string')
      return bad(`entry ${at + 1} must be {"index": number, "address": text}`);
    placed.push({ where: `entry ${at + 1}`, index: index.text, address });
  }
  return placed;
}

function placedOf(text: string): readonly Placed[] | Refusal {
  if (!/^\s*[[{]/.test(text)) return fromLines(text);
  const document = parseJson(text, FILE_JSON);
  return isRefusal(document) ? bad(`the file is ${document.message}`) : fromJson(document);
}

/** Keeps what a file has said before, so that a second mention is noticed. */
class Seen {
  readonly #places = new Map<string, string>();

  /** @returns where it was before. */
  note(what: string, where: string): string | undefined {
    const before = this.#places.get(what);
    if (before === undefined) this.#places.set(what, where);
    return before;
  }
}

/** @param custody of the bridge, which is no deposit address. */
export function readAddressFile(
  text: string,
  network: BtcNetwork,
  custody: BtcAddress,
): readonly PoolEntry[] | Refusal {
  const placed = placedOf(text);
  if (isRefusal(placed)) return placed;
  if (placed.length === 0) return bad('the file has no addresses');
  const seen = new Seen();
  const entries: PoolEntry[] = [];
  for (const { where, index, address: spelled } of placed) {
    if (!/^\d{1,10}$/.test(index) || Number(index) > MOST_INDEX)
      return bad(`${where}: the index must be a whole number up to ${MOST_INDEX}`);
    const address = readBtcAddress(spelled, network);
    if (isRefusal(address)) return bad(`${where}: ${address.message}`);
    if (scriptKey(address.script) === scriptKey(custody.script))
      return bad(`${where}: the custody address is no deposit address`);
    const before = seen.note(scriptKey(address.script), where) ?? seen.note(`index ${Number(index)}`, where);
    if (before !== undefined) return bad(`${where}: its address or its index is that of ${before}`);
    entries.push({ index: Number(index), address: address.text });
  }
  return entries;
}
