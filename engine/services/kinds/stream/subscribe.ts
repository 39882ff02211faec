/** messenger_ws_subscribe: proves at the event stream whose mailbox a connection may follow. It has no route: the door of the stream
 *  takes it, with the same checks and the same nonces as any other signed request. */

import { toHex } from '../../../base/bytes.js';
import { accountBytes } from '../../../crypto/address.js';
import { defineServiceKind } from '../../serviceKind.js';

/** Reference: the member `action` of the payload. */
export const STREAM_SUBSCRIBE = 'messenger_ws_subscribe';

export const streamSubscribe = defineServiceKind<Record<string, never>>({
  name: STREAM_SUBSCRIBE,
  route: '/api/ws',
  chapter: 'WebSocket',
  summary: "Follows one key's mail and conversations on a connection of the event stream",
  scope: 'read',
  members: [],
  namesItself: true,
  refusals: [],
  decode: () => ({}),
  answer: async (_scene, { sender }) => ({ account: toHex(accountBytes(sender)) }),
});
