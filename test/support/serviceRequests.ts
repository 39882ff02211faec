/** Members of good requests of the services that do not follow from their types: each request uses what the requests before it, in the
 *  order of the kinds, have made. Signer and recipient must have wallets in the directory; votes need a signer who is a curator. */

import { serviceKinds } from '../../engine/services/kinds/index.js';
import type { ServiceKind } from '../../engine/services/serviceKind.js';
import type { Members } from './signedRequests.js';
import type { Actor } from './transactions.js';

/** Ids of what signers have made, by signer and kind. */
const made = new Map<string, string>();

const NOTHING = '0'.repeat(64);

/** Notes what a request of a signer has made. Most ids are those of the signed records; the number of a proposal is in its answer. */
export const noteMade = (signer: Actor, kind: string, id: string): unknown => made.set(`${signer.keyHex} ${kind}`, id);

/** What the latest request of a kind has made. */
export const madeBy = (signer: Actor, kind: string): string => made.get(`${signer.keyHex} ${kind}`) ?? NOTHING;

const conversation = (signer: Actor): Members => ({ conversationId: madeBy(signer, 'messenger_create') });
const message = (signer: Actor): Members => ({ messageId: madeBy(signer, 'messenger_send') });
const mail = (signer: Actor): Members => ({ messageId: madeBy(signer, 'mail_send') });
const post = (signer: Actor): Members => ({ postId: madeBy(signer, 'social_post_create') });
const proposal = (signer: Actor): Members => ({ proposalId: madeBy(signer, 'regen_proposal') });
const both = (signer: Actor, recipient: Actor): string[] => [signer.keyHex, recipient.keyHex];

export const particularServices: Readonly<Record<string, (signer: Actor, recipient: Actor) => Members>> = {
  messenger_create: (...people) => ({ participantIds: both(...people), isGroup: true }),
  messenger_update: (signer) => ({ ...conversation(signer), name: 'friends' }),
  messenger_add_participants: (...people) => ({ ...conversation(people[0]), participantIds: both(...people) }),
  messenger_delete_conversation: conversation,
  messenger_restore_conversation: conversation,
  messenger_send: (signer) => ({ ...conversation(signer), encryptedContent: 'sealed' }),
  messenger_messages: conversation,
  messenger_read: message,
  messenger_delete: message,
  messenger_restore: message,
  mail_send: (signer, recipient) => ({
    ...{ fromWalletId: signer.keyHex, toWalletIds: [recipient.keyHex], contentSignature: 'ab' },
    ...{ subjectEncrypted: 'sealed', bodyEncrypted: 'sealed' },
  }),
  mail_message: mail,
  mail_read: mail,
  mail_move: (signer) => ({ ...mail(signer), folder: 'trash' }),
  mail_delete: mail,
  social_comment_delete: (signer) => ({ commentId: madeBy(signer, 'social_comment') }),
  social_post_delete: post,
  // Nobody reposts what is his own.
  social_repost: (_signer, recipient) => post(recipient),
  regen_vote: (signer) => ({ ...proposal(signer), choice: 'yes' }),
  regen_payout: (signer) => ({ ...proposal(signer), txId: NOTHING }),
  regen_cancel: proposal,
};

/** The kind of the services whose requests a route takes. */
export const serviceOfRoute = ({ path }: { readonly path: string }): ServiceKind | undefined =>
  serviceKinds.find(({ route }) => route === path);
