/** release_name: the owner of a name gives it back; anybody may register it from then on. (Specification, Mail and names.) */

import { DIRECTORY_RECORD } from '../../base/directoryLimits.js';
import { refuse } from '../../base/refusal.js';
import { PUBLIC_KEY_BYTES } from '../../crypto/mldsa.js';
import { checkDirectory, directorySlot, takePlace } from '../directory.js';
import { names, namesByOwner } from '../directoryTables.js';
import { defineKind } from '../kind.js';
import { layout, text } from '../layout.js';
import { noResult } from '../resultCodec.js';
import { nameMember, readName } from './registerName.js';

interface Fields {
  /** In small letters. */
  readonly name: string;
}

export const releaseName = defineKind<Fields>({
  name: 'release_name',
  route: '/api/v2/names/release',
  chapter: 'Mail and names',
  summary: 'Gives a name of the signer back; answers when a block has it',
  isOfDirectory: true,
  members: [nameMember],
  refusals: ['rule_violation', 'not_authorized', 'not_found'],
  layout: layout<Fields>({ name: text }),
  result: noResult,
  admitsOutflow: false,

  decode(reader) {
    const name = readName(reader);
    return name === undefined ? undefined : { name };
  },

  allowances: () => 0,
  coveredBytes: () => 2 * PUBLIC_KEY_BYTES + DIRECTORY_RECORD.restBytes,

  outflow: () => [],

  admit(view, transaction, block) {
    return checkDirectory(view, transaction, block, () => {
      const entry = view.get(names, transaction.fields.name);
      if (!entry) return refuse('not_found', 'Name not found');
      return entry.owner === transaction.sender ? undefined : refuse('not_authorized', 'You do not own this name');
    });
  },

  exclusive: directorySlot,

  apply(state, transaction, block) {
    takePlace(state, transaction, block);
    state.delete(names, transaction.fields.name);
    state.delete(namesByOwner, transaction.sender);
    return null;
  },

  logs: ({ fields: { name } }) => [{ event: 'release_name', data: { name } }],

  parties: () => [],

  answer: () => ({}),

  event: () => ({}),

  view: ({ name }) => ({ name }),
});
