/** mail_folder: a folder of the signer, newest first. */

import { joinBytes, toHex } from '../../../base/bytes.js';
import { refuse } from '../../../base/refusal.js';
import { SERVICE_PAGE } from '../../../base/serviceLimits.js';
import { PUBLIC_KEY_BYTES } from '../../../crypto/mldsa.js';
import type { PayloadReader } from '../../../ledger/payload.js';
import { type PageRequest, pageMembers, readPage } from '../../paging.js';
import { RECORD_ID_BYTES, recordKey, recordMetas } from '../../record.js';
import type { Found, SceneReader } from '../../scene.js';
import { defineServiceKind } from '../../serviceKind.js';
import { type Folder, folderIndex, folderPrefix, folders, MAIL, participants } from './labels.js';
import { mailViews } from './mailView.js';

interface Fields extends PageRequest {
  readonly folder: Folder;
}

const FOLDER_CHARACTERS = 16;

export const folderMember = {
  name: 'folder',
  type: 'text',
  characters: FOLDER_CHARACTERS,
  plain: true,
  about: folders.join(', '),
} as const;

export function readFolder(reader: PayloadReader): Folder | undefined {
  const text = reader.text('folder');
  if (text === undefined) return undefined;
  const folder = folders.find((name) => name === text);
  return folder ?? reader.fail(refuse('malformed_payload', 'Invalid folder'));
}

/** A mail is in an answer at most three times: as an item, under a second name of a part, and as a record. */
const COPIES = 3;
/** Ids of wallets are keys in hex where nobody chose others. */
const ID_BYTES = 2 * PUBLIC_KEY_BYTES;

const mailOf = ({ key }: Found<number>): Uint8Array => key.slice(-RECORD_ID_BYTES);

/** How many of these fit into one page, by their sizes: known before any of them is read. */
async function fitting(scene: SceneReader, found: readonly Found<number>[]): Promise<number> {
  const mails = found.map(mailOf);
  const records = mails.map((mail) => recordKey(mail, MAIL));
  const [metas, parts] = await Promise.all([scene.getMany(recordMetas, records), scene.getMany(participants, mails)]);
  let bytes = 0;
  const last = mails.findIndex((_, at) => {
    bytes += COPIES * (metas[at]?.bytes ?? 0) + ID_BYTES * (parts[at]?.to.length ?? 0);
    return bytes >= SERVICE_PAGE.bytes;
  });
  return last < 0 ? mails.length : last + 1;
}

export const folder = defineServiceKind<Fields>({
  name: 'mail_folder',
  route: '/api/v2/mail/folder',
  chapter: 'Mail and names',
  summary: 'Mails in a folder of the signer, newest first',
  scope: 'read',
  members: [{ ...folderMember, required: false, about: `${folderMember.about}; inbox when absent` }, ...pageMembers],
  refusals: [],

  decode(reader) {
    const folder = readFolder(reader) ?? 'inbox';
    const page = readPage(reader);
    return reader.refusal ? undefined : { folder, ...page };
  },

  async answer(scene, { sender, fields: { folder, limit, behind } }, around) {
    const prefix = folderPrefix(sender, folder);
    const found = await scene.range(folderIndex, prefix, {
      ...{ reverse: true, limit: limit + 1 },
      behind: behind && joinBytes([prefix, behind]),
    });
    const page = found.slice(0, await fitting(scene, found.slice(0, limit)));
    const labels = page.map((entry) => ({ mail: mailOf(entry), folder, isRead: entry.value === 1 }));
    const views = await mailViews(scene, sender, labels, around);
    const last = page.at(-1);
    return {
      folder,
      mail: views.map(({ mail }) => mail),
      messages: views.map(({ message, label }) => ({ message, label })),
      next_cursor: last && page.length < found.length ? toHex(last.key.subarray(prefix.length)) : null,
    };
  },
});
