/** What views show of a message whoever reads it, as answers write it. */

import { heldBytes, type JsonText } from '../../answerText.js';
import type { ContentKind } from '../../contentKind.js';
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

export const messageContents: ContentKind<SentMessage, MessageContent> = {
  ...sentReader,
  contentOf({ fields: { content, spoiler }, shown }) {
    const signature = shown('contentSignature', content.signature);
    if (content.own === content.others) {
      const all = shown('encryptedContent', content.own);
      return { own: all, others: all, signature, spoiler };
    }
    const own = shown('senderEncrypted', content.own);
    return { own, others: shown('recipientEncrypted', content.others), signature, spoiler };
  },
  contentBytes({ own, others, signature }) {
    const texts = own === others ? [own, signature] : [own, others, signature];
    return texts.reduce<number>((sum, text) => sum + heldBytes(text), SMALL_BYTES);
  },
};
