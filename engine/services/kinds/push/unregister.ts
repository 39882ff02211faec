/** push_unregister: the signer wants no push notifications any more. */

import { refuse } from '../../../base/refusal.js';
import { accountBytes } from '../../../crypto/address.js';
import { defineServiceKind } from '../../serviceKind.js';
import { dropRegistration, pushRegistrations } from './tokens.js';

export const unregister = defineServiceKind<Readonly<Record<string, never>>>({
  name: 'push_unregister',
  route: '/api/push/unregister',
  chapter: 'Push registry',
  summary: 'Ends the push notifications of the signer',
  scope: 'local',
  members: [],
  namesItself: true,
  refusals: ['not_found'],
  decode: () => ({}),
  async check(scene, { sender }) {
    const registered = await scene.get(pushRegistrations, accountBytes(sender));
    return registered ? undefined : refuse('not_found', 'Not registered');
  },
  merge: (scene, { sender }) => dropRegistration(scene, sender),
  answer: async () => ({}),
});
