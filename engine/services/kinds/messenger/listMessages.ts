/** messenger_messages: the messages of a conversation for one who is in it, each page oldest first.
 *
 *  A request without limit and cursor gets the latest page: clients that know no pages must not miss what is new. */

import { isRefusal } from '../../../base/refusal.js';
import { SERVICE_PAGE } from '../../../base/serviceLimits.js';
import { type PageRequest, pageMembers, pageOf, readPage } from '../../paging.js';
import { contentsOf } from '../../records.js';
import { defineServiceKind } from '../../serviceKind.js';
import { readConversation } from './conversation.js';
import { conversationText } from './conversationIds.js';
import { conversationMember, readConversationId } from './members.js';
import { messageContents } from './messageContent.js';
import { ciphertextFor, messageView } from './messageView.js';
import { conversationMessages } from './tables.js';
import { prefetchMessages, readerOf, visibleMessage } from './visibility.js';
import { knownWallets } from './wallets.js';

interface Fields {
  readonly conversationId: string;
  readonly latest: boolean;
  readonly page: PageRequest;
}

export const listMessages = defineServiceKind<Fields>({
  name: 'messenger_messages',
  route: '/api/v2/messenger/messages/list',
  chapter: 'Messenger',
  summary: 'Messages of a conversation, each page oldest first',
  scope: 'read',
  members: [
    conversationMember(true),
    {
      name: 'latest',
      type: 'flag',
      required: false,
      about: `Whether pages lead from the latest back in time; true, with ${SERVICE_PAGE.most} messages, for a request without limit and cursor`,
    },
    ...pageMembers,
  ],
  refusals: ['not_found', 'not_authorized'],
  decode(reader) {
    const conversationId = readConversationId(reader);
    const isWhole = reader.raw('limit') === undefined && reader.raw('cursor') === undefined;
    const latest = reader.flag('latest') ?? isWhole;
    const page = readPage(reader);
    if (conversationId === undefined) return undefined;
    return { conversationId, latest, page: isWhole ? { ...page, limit: SERVICE_PAGE.most } : page };
  },
  async answer(scene, request, { now, directory }) {
    const { sender, fields } = request;
    const conversation = await readConversation(scene, request);
    if (isRefusal(conversation)) return conversation;
    const reader = await readerOf(scene, conversation, sender, now);
    const wallets = await knownWallets(directory, conversation.members);
    const { items, next_cursor } = await pageOf(
      scene,
      {
        table: conversationMessages,
        prefix: conversation.key,
        reverse: fields.latest,
        async views(found) {
          await prefetchMessages(scene, reader, found);
          const messages = await Promise.all(found.map((entry) => visibleMessage(scene, reader, entry)));
          const ids = messages.flatMap((message) => (message ? [message.id] : []));
          const records = new Map(
            (await contentsOf(scene, ids, messageContents)).map((record) => [record?.id, record]),
          );
          return Promise.all(
            messages.map(async (message) => {
              const content = message && records.get(message.id)?.content;
              if (!content) return undefined;
              const view = await messageView(scene, reader, message, content, wallets);
              return { ...view, ...ciphertextFor(reader, message, content) };
            }),
          );
        },
      },
      fields.page,
    );
    const messages = fields.latest ? [...items].reverse() : items;
    return { conversationId: conversationText(conversation), messages, next_cursor };
  },
});
