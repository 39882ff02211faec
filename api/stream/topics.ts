/** Topics as clients write them, and the topics of one connection. */

import { WS_TOPICS } from '../../engine/base/limits.js';
import { type Refusal, refuse } from '../../engine/base/refusal.js';
import { resolveAccount } from '../../engine/crypto/address.js';
import { accountTopic, type Topic, tokenTopic } from '../../engine/stream/audience.js';

const PLAIN_TOPICS: ReadonlySet<string> = new Set(['blocks', 'transactions', 'stats']);
const TOKEN_TOPIC = /^token:([A-Za-z0-9]{1,10})$/;

/** A topic in an error text: long enough to recognise it. */
const SHOWN = 80;

/** The hub's form of a topic as a client writes it: accounts by key or address, symbols in any case. */
function parseTopic(text: string): Topic | undefined {
  if (PLAIN_TOPICS.has(text)) return text;
  const token = TOKEN_TOPIC.exec(text);
  if (token?.[1]) return tokenTopic(token[1].toUpperCase());
  if (!text.startsWith('account:')) return undefined;
  const resolved = resolveAccount(text.slice('account:'.length));
  return resolved && accountTopic(resolved.account);
}

export interface TopicChange {
  readonly added: readonly Topic[];
  readonly removed: readonly Topic[];
}

/** What one connection asked for, under the names that it used. */
export class ClientTopics {
  readonly #names = new Map<Topic, string>();

  /** The names, as they are acknowledged. */
  get names(): readonly string[] {
    return [...this.#names.values()];
  }

  get topics(): readonly Topic[] {
    return [...this.#names.keys()];
  }

  /** Takes a whole request or nothing of it. Leaving a topic that is not there, or not known, is no error. */
  change(subscribe: readonly string[], unsubscribe: readonly string[]): TopicChange | Refusal {
    const added = new Map<Topic, string>();
    for (const text of subscribe) {
      const topic = parseTopic(text);
      if (topic === undefined)
        return refuse(
          'malformed_parameter',
          `unknown topic "${text.slice(0, SHOWN)}": use blocks, transactions, stats, account:<key or address> or token:<symbol>`,
        );
      added.set(topic, text);
    }
    const removed = unsubscribe.map(parseTopic).filter((topic) => topic !== undefined);
    const after = new Set([...this.#names.keys(), ...added.keys()]);
    for (const topic of removed) after.delete(topic);
    if (after.size > WS_TOPICS)
      return refuse('malformed_parameter', `a connection may subscribe to at most ${WS_TOPICS} topics`);
    for (const [topic, text] of added) this.#names.set(topic, text);
    for (const topic of removed) this.#names.delete(topic);
    return { added: [...added.keys()], removed };
  }
}
