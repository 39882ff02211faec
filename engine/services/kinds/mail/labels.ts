/** Labels of mails: in which folder of a participant a mail is, and whether it was read.
 *
 *  In: mails, and what each participant has signed about them, in any order, also before the mail itself. Out: the label of a mail for
 *  an account, and for each folder an index by time. A label follows from four tables alone (participants, moves, reads, deletions),
 *  and the index is changed with whatever changes a label, so the order of arrival leaves no trace. A mail that all its participants
 *  have deleted is erased, with who they were. */

import { compareBytes, joinBytes, readU64, u64Bytes } from '../../../base/bytes.js';
import { ACCOUNT_BYTES, type AccountId, accountBytes, accountOfBytes } from '../../../crypto/address.js';
import { accountPart, keyOf } from '../../keys.js';
import { LastWins } from '../../lastWins.js';
import { eraseRecord, metaOf } from '../../records.js';
import type { Scene, SceneReader } from '../../scene.js';
import type { MergedRecord } from '../../serviceKind.js';
import { bytesTable, keptTable, numberTable, type ServiceTable, serviceTable } from '../../table.js';

/** Names under which records are kept: of mails, and of what is signed about them. */
export const MAIL = 'mail_send';
export const MOVE = 'mail_move';
export const READ = 'mail_read';
export const DELETION = 'mail_delete';

/** In an order that never changes: the index has a folder as its place here. */
export const folders = ['inbox', 'sent', 'trash', 'starred', 'drafts'] as const;
export type Folder = (typeof folders)[number];

export interface Participants {
  /** Signed, milliseconds. */
  readonly timestamp: number;
  /** Whether the directory did not know all recipients yet. */
  readonly isOpen: boolean;
  readonly from: AccountId;
  readonly to: readonly AccountId[];
}

const PARTICIPANTS_HEAD = 9;

/** Key: the mail. */
export const participants: ServiceTable<Participants> = serviceTable<Participants>({
  id: 0x20,
  name: 'mail_participants',
  isKept: true,
  encode: ({ timestamp, isOpen, from, to }) =>
    joinBytes([u64Bytes(timestamp), Uint8Array.of(isOpen ? 1 : 0), ...[from, ...to].map(accountBytes)]),
  decode(bytes) {
    const accounts: AccountId[] = [];
    for (let at = PARTICIPANTS_HEAD; at < bytes.length; at += ACCOUNT_BYTES)
      accounts.push(accountOfBytes(bytes.subarray(at, at + ACCOUNT_BYTES)));
    const [from, ...to] = accounts as [AccountId, ...AccountId[]];
    return { timestamp: readU64(bytes, 0), isOpen: bytes[8] === 1, from, to };
  },
});

/** Folders into which an account has moved a mail. Key: account, mail. */
const moves = new LastWins<Folder>(0x21, 'mail_moves');
/** Ids of the records by which an account has read, and has deleted, a mail: of several the least. Key: account, mail. */
const reads = keptTable(bytesTable(0x22, 'mail_reads'));
const deletions = keptTable(bytesTable(0x23, 'mail_deletions'));
/** 1 for a mail that was read. Key: account, folder, time, mail. */
export const folderIndex = numberTable(0x24, 'mail_folders');

export interface Label {
  readonly folder: Folder;
  readonly isRead: boolean;
  readonly timestamp: number;
}

export const folderPrefix = (account: AccountId, folder: Folder): Uint8Array =>
  joinBytes([accountPart(account), Uint8Array.of(folders.indexOf(folder))]);

const labelKey = (account: AccountId, mail: Uint8Array): Uint8Array => keyOf(accountPart(account), mail);

/** Everybody who takes part, once. */
const allOf = ({ from, to }: Participants): readonly AccountId[] => [...new Set([from, ...to])];

/** @returns undefined when the account has no part in the mail, or has deleted it, or the mail is not known. */
export async function labelOf(scene: SceneReader, account: AccountId, mail: Uint8Array): Promise<Label | undefined> {
  const parts = await scene.get(participants, mail);
  return parts && labelIn(scene, parts, account, mail);
}

async function labelIn(
  scene: SceneReader,
  { from, to, timestamp }: Participants,
  account: AccountId,
  mail: Uint8Array,
): Promise<Label | undefined> {
  const isRecipient = to.includes(account);
  if (!isRecipient && account !== from) return undefined;
  const key = labelKey(account, mail);
  const [deleted, read, moved] = await Promise.all([
    scene.get(deletions, key),
    scene.get(reads, key),
    moves.read(scene, key),
  ]);
  if (deleted) return undefined;
  return {
    folder: moved ?? (isRecipient ? 'inbox' : 'sent'),
    isRead: !isRecipient || read !== undefined,
    timestamp,
  };
}

function replaceIndexed(
  scene: Scene,
  account: AccountId,
  mail: Uint8Array,
  before: Label | undefined,
  now: Label | undefined,
) {
  const keyIn = ({ folder, timestamp }: Label): Uint8Array => keyOf(folderPrefix(account, folder), timestamp, mail);
  if (before) scene.delete(folderIndex, keyIn(before));
  if (now) scene.put(folderIndex, keyIn(now), now.isRead ? 1 : 0);
}

/** Does what changes the label of an account, and the index with it. */
async function relabel(scene: Scene, account: AccountId, mail: Uint8Array, change: () => Promise<void>): Promise<void> {
  const before = await labelOf(scene, account, mail);
  await change();
  replaceIndexed(scene, account, mail, before, await labelOf(scene, account, mail));
}

/** Gives a mail to those of its recipients that are known now; asked again, to the others too. */
export async function deliver(scene: Scene, mail: Uint8Array, parts: Participants): Promise<void> {
  const meta = await metaOf(scene, mail, MAIL);
  if (!meta || meta.isErased) return;
  const known = await scene.get(participants, mail);
  const next = { ...parts, to: [...new Set([...(known?.to ?? []), ...parts.to])] };
  const accounts = allOf(next);
  const before = await Promise.all(accounts.map((account) => known && labelIn(scene, known, account, mail)));
  scene.put(participants, mail, next);
  const after = await Promise.all(accounts.map((account) => labelIn(scene, next, account, mail)));
  for (const [at, account] of accounts.entries()) replaceIndexed(scene, account, mail, before[at], after[at]);
  await eraseWhenLeft(scene, mail);
}

type Signed = Pick<MergedRecord<unknown>, 'sender' | 'id' | 'order' | 'before'>;

/** Enters that its author has moved a mail. */
export async function enterMove(scene: Scene, record: Signed, mail: Uint8Array, folder: Folder): Promise<void> {
  const key = labelKey(record.sender, mail);
  if (await scene.get(deletions, key)) return eraseRecord(scene, record.id, MOVE);
  await relabel(scene, record.sender, mail, async () => moves.write(scene, key, record, folder));
}

/** How often an account has moved a mail, `most` at most. */
export const moveCount = (scene: SceneReader, account: AccountId, mail: Uint8Array, most: number): Promise<number> =>
  moves.count(scene, labelKey(account, mail), most);

/** Enters that its author has read a mail. Of several such records one is kept. */
export async function enterRead(scene: Scene, { sender, id }: Signed, mail: Uint8Array): Promise<void> {
  const key = labelKey(sender, mail);
  if (await scene.get(deletions, key)) return eraseRecord(scene, id, READ);
  await relabel(scene, sender, mail, () => keepLeast(scene, reads, key, id, READ));
}

/** Enters that its author has deleted a mail: for good, whatever it has signed about it before or after. */
export async function enterDeletion(scene: Scene, { sender, id }: Signed, mail: Uint8Array): Promise<void> {
  const key = labelKey(sender, mail);
  await relabel(scene, sender, mail, async () => {
    await keepLeast(scene, deletions, key, id, DELETION);
    await forgetSigned(scene, key);
  });
  await eraseWhenLeft(scene, mail);
}

/** Takes a mail from all its participants, with what they have signed about it, and erases it. */
export async function withdrawMail(scene: Scene, mail: Uint8Array): Promise<void> {
  const parts = await scene.get(participants, mail);
  for (const account of parts ? allOf(parts) : []) {
    const key = labelKey(account, mail);
    replaceIndexed(scene, account, mail, await labelOf(scene, account, mail), undefined);
    const deleted = await scene.get(deletions, key);
    scene.delete(deletions, key);
    if (deleted) await eraseRecord(scene, deleted, DELETION);
    await forgetSigned(scene, key);
  }
  scene.delete(participants, mail);
  await eraseRecord(scene, mail, MAIL);
}

/** Erases by what an account has read and moved a mail. */
async function forgetSigned(scene: Scene, key: Uint8Array): Promise<void> {
  const read = await scene.get(reads, key);
  scene.delete(reads, key);
  if (read) await eraseRecord(scene, read, READ);
  for (const move of await moves.clear(scene, key)) await eraseRecord(scene, move, MOVE);
}

async function keepLeast(
  scene: Scene,
  table: ServiceTable<Uint8Array>,
  key: Uint8Array,
  id: Uint8Array,
  kind: string,
): Promise<void> {
  const kept = await scene.get(table, key);
  const order = kept ? compareBytes(id, kept) : -1;
  if (order < 0) scene.put(table, key, id);
  if (kept && order !== 0) await eraseRecord(scene, order < 0 ? kept : id, kind);
}

async function eraseWhenLeft(scene: Scene, mail: Uint8Array): Promise<void> {
  const parts = await scene.get(participants, mail);
  if (!parts || parts.isOpen) return;
  const keys = allOf(parts).map((account) => labelKey(account, mail));
  if ((await scene.getMany(deletions, keys)).some((deletion) => !deletion)) return;
  scene.delete(participants, mail);
  await eraseRecord(scene, mail, MAIL);
}
