/** What each request of the services answers to each who tries it.
 *
 *  A row is a service; a column is somebody: four people, and forgers and replayers whose attempts the door refuses in the same way for
 *  every service. */

import type { AuthorizationScene, Person } from './authorizationScene.js';
import { people } from './authorizationScene.js';
import type { Members } from './signedRequests.js';

/** Attempts that get the same answer at every route. `elsewhere`: the same bytes at every other route of the services, after they were
 *  used; `misnamed`: bytes that name their service, at every other route before they are used. */
export const attempts = {
  past: '401 timestamp_window',
  future: '401 timestamp_window',
  wrongKey: '401 invalid_signature',
  wrongFrom: '401 from_mismatch',
  tampered: '401 invalid_signature',
  wrongChain: '400 chain_id_mismatch',
  misnamed: '400 operation_mismatch',
  replayed: '401 nonce_used',
  elsewhere: 'refused',
} as const;

export interface Row {
  /** Makes what the request is about. @returns what they sign. */
  readonly about: (scene: AuthorizationScene) => Promise<Members> | Members;
  readonly answers: Readonly<Record<Person, string>>;
}

const OK = '200';
const FORBIDDEN = '403 not_authorized';
const UNKNOWN = '404 not_found';

const answers = (owner: string, other: string, stranger: string, nobody: string): Row['answers'] => ({
  ...{ owner, other, stranger, nobody },
});

const everybody = answers(OK, OK, OK, OK);
const participants = answers(OK, OK, FORBIDDEN, FORBIDDEN);
/** Who has no part in a mail does not learn whether there is one. */
const ofMail = answers(OK, OK, UNKNOWN, UNKNOWN);
const authorAlone = answers(OK, FORBIDDEN, FORBIDDEN, FORBIDDEN);
/** There is nothing of anybody in what is asked. */
const openTo = (members: Members): Row => ({ about: () => members, answers: everybody });

const ofGroup = (more: (scene: AuthorizationScene) => Members, verdicts = participants): Row => ({
  about: async (scene) => ({ conversationId: await scene.group(), ...more(scene) }),
  answers: verdicts,
});
const ofMessage: Row = { about: (scene) => scene.message(), answers: participants };
const aboutMail = (more: Members = {}): Row => ({
  about: async (scene) => ({ messageId: await scene.mail(), ...more }),
  answers: ofMail,
});

export const rows: Readonly<Record<string, Row>> = {
  messenger_create: {
    about: () => ({ participantIds: [people.owner.keyHex, people.other.keyHex] }),
    answers: answers(OK, OK, '400 malformed_payload', UNKNOWN),
  },
  messenger_conversations: openTo({ folder: 'all' }),
  messenger_update: ofGroup((scene) => ({ name: scene.ciphertext() })),
  messenger_add_participants: ofGroup(() => ({ participantIds: ['other-wallet'] })),
  messenger_delete_conversation: ofGroup(() => ({})),
  messenger_restore_conversation: {
    async about(scene) {
      const conversationId = await scene.group();
      for (const person of ['owner', 'other'] as const)
        await scene.done('messenger_delete_conversation', person, { conversationId });
      return { conversationId };
    },
    answers: participants,
  },
  messenger_send: ofGroup((scene) => ({ encryptedContent: scene.ciphertext() }), answers(OK, OK, FORBIDDEN, UNKNOWN)),
  messenger_messages: {
    about: async (scene) => ({ conversationId: (await scene.message()).conversationId }),
    answers: participants,
  },
  messenger_read: ofMessage,
  messenger_delete: ofMessage,
  messenger_restore: {
    async about(scene) {
      const members = await scene.message();
      for (const person of ['other', 'owner'] as const) await scene.done('messenger_delete', person, members);
      return members;
    },
    answers: participants,
  },
  mail_send: {
    about: (scene) => scene.mailMembers(),
    answers: answers(OK, FORBIDDEN, FORBIDDEN, UNKNOWN),
  },
  mail_folder: openTo({ folder: 'inbox' }),
  mail_message: aboutMail(),
  mail_read: aboutMail(),
  mail_move: aboutMail({ folder: 'starred' }),
  mail_delete: aboutMail(),
  social_play: openTo({ trackId: 'a track' }),
  social_like: openTo({ trackId: 'a track' }),
  social_comment: openTo({ trackId: 'a track', body: 'a comment' }),
  social_comment_delete: { about: async (scene) => ({ commentId: await scene.comment() }), answers: authorAlone },
  social_follow: openTo({ artistPubkey: people.other.keyHex }),
  social_post_create: openTo({ body: 'a post' }),
  social_post_delete: { about: async (scene) => ({ postId: await scene.postOf('owner') }), answers: authorAlone },
  social_repost: {
    about: async (scene) => ({ postId: await scene.postOf('owner') }),
    answers: answers('400 rule_violation', OK, OK, OK),
  },
  social_feed: openTo({}),
  social_hide_track: openTo({ trackId: 'a track', hidden: true }),
  regen_proposal: {
    about: () => ({ title: 'Trees', summary: 'Plant some' }),
    answers: answers(OK, OK, FORBIDDEN, FORBIDDEN),
  },
  regen_vote: {
    about: async (scene) => ({ proposalId: await scene.proposal(), choice: 'yes' }),
    answers: answers(OK, OK, FORBIDDEN, FORBIDDEN),
  },
  regen_payout: { about: (scene) => scene.paidProposal(), answers: authorAlone },
  regen_cancel: { about: async (scene) => ({ proposalId: await scene.proposal() }), answers: authorAlone },
  push_register: openTo({ type: 'push_register', pushToken: 'ExponentPushToken[abc]' }),
  push_unregister: {
    async about(scene) {
      for (const person of ['owner', 'other'] as const)
        await scene.done('push_register', person, { type: 'push_register', pushToken: 'ExponentPushToken[abc]' });
      for (const person of ['stranger', 'nobody'] as const)
        await scene.post('/api/push/unregister', scene.sign(person, { type: 'push_unregister' }).body);
      return { type: 'push_unregister' };
    },
    answers: answers(OK, OK, UNKNOWN, UNKNOWN),
  },
};
