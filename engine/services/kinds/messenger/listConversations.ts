/** messenger_conversations: the conversations of the one who asks, the latest first. */

import { refuse } from '../../../base/refusal.js';
import { accountBytes } from '../../../crypto/address.js';
import { type PageRequest, pageMembers, pageOf, readPage } from '../../paging.js';
import { defineServiceKind } from '../../serviceKind.js';
import { type ConversationSummary, conversationViews, summariesOf } from './conversationView.js';
import { inboxes } from './tables.js';

const FOLDERS = ['inbox', 'trash', 'all'] as const;

interface Fields extends PageRequest {
  readonly folder: (typeof FOLDERS)[number];
}

export const listConversations = defineServiceKind<Fields>({
  name: 'messenger_conversations',
  route: '/api/v2/messenger/conversations/list',
  chapter: 'Messenger',
  summary: 'Conversations of the signer, the latest first',
  scope: 'read',
  members: [
    {
      name: 'folder',
      type: 'text',
      characters: 16,
      plain: true,
      required: false,
      about: 'inbox, trash or all; inbox when absent',
    },
    ...pageMembers,
  ],
  refusals: [],
  decode(reader) {
    const given = reader.optionalText('folder', 16) ?? 'inbox';
    const folder = FOLDERS.find((known) => known === given);
    const page = readPage(reader);
    return folder ? { folder, ...page } : reader.fail(refuse('malformed_payload', 'Invalid folder'));
  },
  async answer(scene, { sender, fields }, { now, directory }) {
    const prefix = accountBytes(sender);
    const { items, next_cursor } = await pageOf(
      scene,
      {
        table: inboxes,
        prefix,
        reverse: true,
        async views(found) {
          const keys = found.map(({ key }) => key.slice(prefix.length + 8));
          const summaries = await summariesOf(scene, keys, sender, now);
          return summaries.map((summary) => {
            const isShown = fields.folder === 'all' ? summary?.folder !== 'none' : summary?.folder === fields.folder;
            return isShown ? summary : undefined;
          });
        },
      },
      fields,
    );
    const conversations = await conversationViews(directory, items as readonly ConversationSummary[]);
    return { conversations, folder: fields.folder, next_cursor };
  },
});
