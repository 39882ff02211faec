/** What views show of a mail whoever reads it: the parts that are the same for all its readers, as answers write them. */

import { heldBytes, type JsonText, jsonText } from '../../answerText.js';
import type { ContentKind } from '../../records.js';
import { type MailFields, mailReader } from './sendFields.js';

type Parts =
  | { readonly form: 'wallets'; readonly subject: JsonText; readonly body: JsonText }
  | {
      readonly form: 'flat';
      readonly fromPublicKey: JsonText | undefined;
      readonly toPublicKey: JsonText;
      readonly senderEncrypted: JsonText;
      readonly recipientEncrypted: JsonText;
    };

export type MailContent = Parts & {
  /** Of the sender, 1,952 bytes. */
  readonly publicKey: Uint8Array;
  readonly attachment: JsonText | undefined;
  readonly hasAttachment: boolean;
  readonly attachmentHash: string | undefined;
  readonly contentSignature: JsonText;
  readonly replyToId: string | undefined;
};

const optional = (text: string | undefined): JsonText | undefined => (text === undefined ? undefined : jsonText(text));

function partsOf(fields: MailFields): Parts {
  if (fields.form === 'wallets')
    return { form: 'wallets', subject: jsonText(fields.subject), body: jsonText(fields.body) };
  return {
    form: 'flat',
    fromPublicKey: optional(fields.fromPublicKey),
    toPublicKey: jsonText(fields.toPublicKey),
    senderEncrypted: jsonText(fields.senderEncrypted),
    recipientEncrypted: jsonText(fields.recipientEncrypted),
  };
}

/** Of the members that are no long texts. */
const SMALL_BYTES = 512;

export const mailContents: ContentKind<MailFields, MailContent> = {
  ...mailReader,
  contentOf({ fields, publicKey }) {
    const { attachment, hasAttachment, attachmentHash, contentSignature, replyToId } = fields;
    return {
      ...partsOf(fields),
      ...{ publicKey, attachment: optional(attachment), hasAttachment, attachmentHash },
      ...{ contentSignature: jsonText(contentSignature), replyToId },
    };
  },
  contentBytes(content) {
    const { attachment = '', contentSignature, publicKey } = content;
    const parts =
      content.form === 'wallets'
        ? [content.subject, content.body]
        : [content.fromPublicKey ?? '', content.toPublicKey, content.senderEncrypted, content.recipientEncrypted];
    return [...parts, attachment, contentSignature].reduce<number>(
      (sum, text) => sum + heldBytes(text),
      SMALL_BYTES + publicKey.length,
    );
  },
};
