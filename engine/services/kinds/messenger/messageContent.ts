/** What views show of a message whoever reads it, as answers write it. */

import { heldBytes, type JsonText, jsonText } from '../../answerText.js';
import type { ContentKind } from '../../records.js';
import { type SentMessage, sentReader } from './sent.js';

export interface MessageContent {
  /** The ciphertext for its sender, and the one for the others. */
  readonly own: JsonText;
  readonly others: JsonText;
  readonly signature: JsonText;
  readonly spoiler: boolean;
}

/** Of the members that are no long texts. */
const SMALL_BYTES = 256;

export function contentOfMessage({ content, spoiler }: SentMessage): MessageContent {
  const own = jsonText(content.own);
  const others = content.others === content.own ? own : jsonText(content.others);
  return { own, others, signature: jsonText(content.signature), spoiler };
}

export const messageContents: ContentKind<SentMessage, MessageContent> = {
  ...sentReader,
  contentOf: ({ fields }) => contentOfMessage(fields),
  contentBytes({ own, others, signature }) {
    const texts = own === others ? [own, signature] : [own, others, signature];
    return texts.reduce<number>((sum, text) => sum + heldBytes(text), SMALL_BYTES);
  },
};
