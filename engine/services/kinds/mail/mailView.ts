/** Mails as the API shows them: the flat item of the specification, and the record with its label that the published client reads. */

import { toHex } from '../../../base/bytes.js';
import { type AccountId, addressOf } from '../../../crypto/address.js';
import { contentsOf, type RecordContent } from '../../records.js';
import type { SceneReader } from '../../scene.js';
import type { DirectoryWallet, Surroundings } from '../../surroundings.js';
import { type Folder, type Participants, participants } from './labels.js';
import { type MailContent, mailContents } from './mailContent.js';

/** A mail in a folder of its reader. */
export interface Labelled {
  readonly mail: Uint8Array;
  readonly folder: Folder;
  readonly isRead: boolean;
}

type WalletOf = (account: AccountId) => DirectoryWallet | undefined;

interface Shown {
  readonly record: RecordContent<MailContent>;
  readonly parts: Participants;
  readonly label: Labelled;
  readonly reader: AccountId;
  readonly walletOf: WalletOf;
}

const idOf = (wallet: DirectoryWallet | undefined, account: AccountId): string => wallet?.id ?? addressOf(account);
const nameOf = (wallet: DirectoryWallet | undefined, account: AccountId): string => wallet?.name ?? addressOf(account);

/** The parts that the reader can decrypt. */
function partsOf({ record: { content }, parts, reader }: Shown) {
  if (content.form === 'wallets')
    return { encrypted: content.body, subjectEncrypted: content.subject, bodyEncrypted: content.body };
  const encrypted = parts.to.includes(reader) ? content.recipientEncrypted : content.senderEncrypted;
  return { encrypted, subjectEncrypted: '', bodyEncrypted: encrypted };
}

function keysOf({ record: { content }, parts, walletOf }: Shown, first: AccountId | undefined) {
  const [fromPublicKey, toPublicKey] =
    content.form === 'flat' ? [content.fromPublicKey, content.toPublicKey] : [undefined, undefined];
  const found = first && walletOf(first);
  const sender = fromPublicKey ?? walletOf(parts.from)?.signingKey ?? toHex(content.publicKey);
  return { fromPublicKey: sender, toPublicKey: toPublicKey ?? found?.signingKey ?? '' };
}

function itemOf(shown: Shown) {
  const { record, parts, label, walletOf } = shown;
  const { attachment, hasAttachment, attachmentHash, contentSignature, replyToId = null } = record.content;
  const [first] = parts.to;
  const { fromPublicKey, toPublicKey } = keysOf(shown, first);
  return {
    id: toHex(record.id),
    from: nameOf(walletOf(parts.from), parts.from),
    fromPublicKey,
    to: first ? nameOf(walletOf(first), first) : '',
    toPublicKey,
    ...partsOf(shown),
    ...(attachment !== undefined && { attachment_encrypted: attachment, attachmentEncrypted: attachment }),
    hasAttachment,
    ...(attachmentHash !== undefined && { attachmentHash }),
    contentSignature,
    timestamp: record.meta.timestamp,
    read: label.isRead,
    replyToId,
    folder: label.folder,
  };
}

function messageOf(shown: Shown) {
  const { record, parts, walletOf } = shown;
  const { attachment, hasAttachment, attachmentHash = null, contentSignature, replyToId = null } = record.content;
  const { subjectEncrypted, bodyEncrypted } = partsOf(shown);
  return {
    id: toHex(record.id),
    from_wallet_id: idOf(walletOf(parts.from), parts.from),
    to_wallet_ids: parts.to.map((account) => idOf(walletOf(account), account)),
    subject_encrypted: subjectEncrypted,
    body_encrypted: bodyEncrypted,
    ...(attachment !== undefined && { attachment_encrypted: attachment }),
    signature: contentSignature,
    created_at: new Date(record.meta.timestamp).toISOString(),
    reply_to_id: replyToId,
    has_attachment: hasAttachment,
    attachment_hash: attachmentHash,
  };
}

function viewOf(shown: Shown) {
  const { label, reader, walletOf } = shown;
  return {
    mail: itemOf(shown),
    message: messageOf(shown),
    label: {
      message_id: toHex(label.mail),
      wallet_id: idOf(walletOf(reader), reader),
      folder: label.folder,
      is_read: label.isRead,
    },
  };
}

export type MailView = ReturnType<typeof viewOf>;

/** Mails of one reader, in their order, without those that are erased. */
export async function mailViews(
  scene: SceneReader,
  reader: AccountId,
  labels: readonly Labelled[],
  { directory }: Surroundings,
): Promise<readonly MailView[]> {
  const ids = labels.map(({ mail }) => mail);
  const [records, allParts] = await Promise.all([
    contentsOf(scene, ids, mailContents),
    scene.getMany(participants, ids),
  ]);
  const accounts = new Set([reader]);
  for (const parts of allParts) for (const account of parts ? [parts.from, ...parts.to] : []) accounts.add(account);
  const wallets = new Map<AccountId, DirectoryWallet>();
  for (const wallet of await directory.walletsOf([...accounts])) if (wallet) wallets.set(wallet.account, wallet);
  const walletOf: WalletOf = (account) => wallets.get(account);
  return labels.flatMap((label, at) => {
    const [record, parts] = [records[at], allParts[at]];
    return record && parts ? [viewOf({ record, parts, label, reader, walletOf })] : [];
  });
}
