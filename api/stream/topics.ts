/** Topics as clients write them, and the topics of one connection. */

import { WS_TOPICS } from '../../engine/base/limits.js';
import { type Refusal, refuse } from '../../engine/base/refusal.js';
import { resolveAccount } from '../../engine/crypto/address.js';
import { accountTopic, contractTopic, type Topic, tokenTopic } from '../../engine/stream/audience.js';

const PLAIN_TOPICS: ReadonlySet<string> = new Set(['blocks', 'transactions', 'stats', 'contracts']);
const TOKEN_TOPIC = /^token:([A-Za-z0-9]{1,10})$/;
const CONTRACT_TOPIC = /^contract:([0-9a-fA-F]{40})$/;

/** Characters shown of an unknown topic: enough to recognise it. */
const SHOWN = 80;

/** The hub's form of a topic as a client writes it: accounts by key or address, symbols and contracts in any case. */
function parseTopic(text: string): Topic | undefined {
  if (PLAIN_TOPICS.has(text)) return text;
  const token = TOKEN_TOPIC.exec(text);
  if (token?.[1]) return tokenTopic(token[1].toUpperCase());
  const contract = CONTRACT_TOPIC.exec(text);
  if (contract?.[1]) return contractTopic(contract[1].toLowerCase());
  if (!text.startsWith('account:')) return undefined;
  const resolved = resolveAccount(text.slice('account:'.length));
  return resolved && accountTopic(resolved.account);
}

export interface TopicChange {
  readonly added: readonly Topic[];
  readonly removed: readonly Topic[];
  /** What was asked for and is not a topic, shortened. */
  readonly unknown: readonly string[];
}

/** The topics of one connection, under the names that its client used. */
export class ClientTopics {
  readonly #names = new Map<Topic, string>();
  #isNamed = false;

  /** Whether the client has ever asked for topics: until then it gets all events. */
  get isNamed(): boolean {
    return this.#isNamed;
  }

  /** The names, as they are acknowledged. */
  get names(): readonly string[] {
    return [...this.#names.values()];
  }

  get topics(): readonly Topic[] {
    return [...this.#names.keys()];
  }

  /** Applies the known topics, or none when there are too many. Unsubscribing from an absent or unknown topic
   *  is not an error. */
  change(subscribe: readonly string[], unsubscribe: readonly string[]): TopicChange | Refusal {
    const added = new Map<Topic, string>();
    const unknown = new Set<string>();
    for (const text of subscribe) {
      const topic = parseTopic(text);
      if (topic === undefined) unknown.add(text.slice(0, SHOWN));
      else added.set(topic, text);
    }
    const removed = unsubscribe.map(parseTopic).filter((topic) => topic !== undefined);
    const after = new Set([...this.#names.keys(), ...added.keys()]);
    for (const topic of removed) after.delete(topic);
    if (after.size > WS_TOPICS)
      return refuse('malformed_parameter', `a connection may subscribe to at most ${WS_TOPICS} topics`);
    for (const [topic, text] of added) this.#names.set(topic, text);
    for (const topic of removed) this.#names.delete(topic);
    if (subscribe.length > 0) this.#isNamed = true;
    return { added: [...added.keys()], removed, unknown: [...unknown] };
  }
}
