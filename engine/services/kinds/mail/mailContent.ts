/** What views show of a mail whoever reads it: the parts that are the same for all its readers, as answers write them. */

import { heldBytes, type JsonText, ownText } from '../../answerText.js';
import type { ContentKind, ReadRecord } from '../../contentKind.js';
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

type Shown = ReadRecord<MailFields>['shown'];

const optional = (shown: Shown, member: string, text: string | undefined): JsonText | undefined =>
  text === undefined ? undefined : shown(member, text);

function partsOf(fields: MailFields, shown: Shown): Parts {
  if (fields.form === 'wallets')
    return {
      form: 'wallets',
      subject: shown('subjectEncrypted', fields.subject),
      body: shown('bodyEncrypted', fields.body),
    };
  return {
    form: 'flat',
    fromPublicKey: optional(shown, 'fromPublicKey', fields.fromPublicKey),
    toPublicKey: shown('toPublicKey', fields.toPublicKey),
    senderEncrypted: shown('senderEncrypted', fields.senderEncrypted),
    recipientEncrypted: shown('recipientEncrypted', fields.recipientEncrypted),
  };
}

/** Of the members that are no long texts. */
const SMALL_BYTES = 512;

export const mailContents: ContentKind<MailFields, MailContent> = {
  ...mailReader,
  contentOf({ fields, publicKey, shown }) {
    const { attachment, hasAttachment, attachmentHash, contentSignature, replyToId } = fields;
    return {
      ...partsOf(fields, shown),
      ...{ publicKey, attachment: optional(shown, 'attachmentEncrypted', attachment), hasAttachment },
      ...{ attachmentHash: attachmentHash === undefined ? undefined : ownText(attachmentHash) },
      ...{ contentSignature: shown('contentSignature', contentSignature), replyToId },
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
