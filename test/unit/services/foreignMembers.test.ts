/** What was signed for one request cannot be listed as another where members tell them apart. */

import { expect, test } from 'vitest';
import { invariant, isRefusal } from '../../../engine/base/refusal.js';
import { nativeProtocol } from '../../../engine/protocol/native.js';
import { serviceKindOf } from '../../../engine/services/kinds/index.js';
import { readRequest } from '../../../engine/services/serviceRequest.js';
import { keyedBackend } from '../../support/keyedBackend.js';
import { DESK_CHAIN, Signer } from '../../support/servicesDesk.js';

const NOW = 1_800_000_000_000;
const ann = new Signer('ann');
const context = {
  ...{ chainId: DESK_CHAIN, requireChainId: false, protocol: nativeProtocol, backend: keyedBackend },
  isKind: (name: string) => serviceKindOf(name) !== undefined,
};

const conversationId = 'ab'.repeat(32);

test.each([
  ['a deletion for good', 'a new name', 'messenger_update', { conversationId, purge: true }, 'operation_mismatch'],
  ['a deletion or its undoing', 'a new name', 'messenger_update', { conversationId }, 'malformed_payload'],
  [
    'an invitation',
    'a new conversation',
    'messenger_create',
    { conversationId, participantIds: ['ben'] },
    'operation_mismatch',
  ],
  ['a new name', 'a deletion', 'messenger_delete_conversation', { conversationId, name: 'Us' }, 'operation_mismatch'],
  ['a move', 'a deletion', 'mail_delete', { messageId: conversationId, folder: 'trash' }, 'operation_mismatch'],
])('%s is not %s', (_, __, name, fields, code) => {
  const kind = serviceKindOf(name);
  invariant(kind, `there is a kind ${name}`);
  const read = readRequest(kind, ann.request(fields, NOW), { now: NOW }, context);
  expect(isRefusal(read) && read.code).toBe(code);
});
