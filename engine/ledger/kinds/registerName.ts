/** register_name: the signer's mail name. The order of the chain decides who is first. (Specification, Mail and names.) */

import { DIRECTORY_RECORD } from '../../base/directoryLimits.js';
import { refuse } from '../../base/refusal.js';
import { PUBLIC_KEY_BYTES } from '../../crypto/mldsa.js';
import { checkDirectory, directorySlot, isName, isWalletOf, lowered, takePlace } from '../directory.js';
import { names, namesByOwner, wallets } from '../directoryTables.js';
import { defineKind } from '../kind.js';
import { layout, text } from '../layout.js';
import type { PayloadReader } from '../payload.js';
import { noResult } from '../resultCodec.js';

interface Fields {
  /** In small letters. */
  readonly name: string;
  /** As it was signed: whatever names the wallet of the signer. */
  readonly walletId: string;
}

const { nameBytes, restBytes } = DIRECTORY_RECORD;

/** Longest text that is looked at: white space around a name, or a few characters too many. */
const NAME_CHARACTERS = 64;
const WALLET_CHARACTERS = 2 * PUBLIC_KEY_BYTES;

export const nameMember = {
  name: 'name',
  type: 'text',
  characters: NAME_CHARACTERS,
  required: true,
  about: `${nameBytes.min} to ${nameBytes.max} letters, digits and underscores, none of these at an end; any case`,
} as const;

/** @returns the name in small letters. */
export function readName(reader: PayloadReader): string | undefined {
  const written = reader.text('name')?.trim();
  if (reader.refusal) return undefined;
  const name = lowered(written ?? '');
  const bytes = Buffer.byteLength(name);
  if (bytes < nameBytes.min || bytes > nameBytes.max)
    return reader.fail(refuse('malformed_payload', `Name must be ${nameBytes.min}-${nameBytes.max} characters`));
  if (!isName(name))
    return reader.fail(refuse('malformed_payload', 'Name may only contain letters, numbers, and underscores'));
  if (name.startsWith('_') || name.endsWith('_'))
    return reader.fail(refuse('malformed_payload', 'Name cannot start or end with underscore'));
  return name;
}

export const registerName = defineKind<Fields>({
  name: 'register_name',
  route: '/api/v2/names/register',
  chapter: 'Mail and names',
  summary: "Registers a name for the signer's wallet; answers when a block has it",
  isOfDirectory: true,
  members: [
    nameMember,
    {
      name: 'walletId',
      aliases: ['wallet_id'],
      type: 'text',
      characters: WALLET_CHARACTERS,
      plain: true,
      required: true,
      about: 'The wallet of the signer: its id, its address or one of its keys',
    },
  ],
  refusals: ['rule_violation', 'not_authorized', 'already_exists', 'not_found'],
  layout: layout<Fields>({ name: text, walletId: text }),
  result: noResult,
  admitsOutflow: false,

  decode(reader) {
    const name = readName(reader);
    const walletId = reader.requiredText('walletId', WALLET_CHARACTERS);
    return name === undefined || walletId === undefined ? undefined : { name, walletId };
  },

  // As of a wallet: what the members need is free.
  allowances: () => 0,
  coveredBytes: ({ walletId }) => 2 * PUBLIC_KEY_BYTES + walletId.length + restBytes,

  outflow: () => [],

  admit(view, transaction, block) {
    const { sender, fields } = transaction;
    return checkDirectory(view, transaction, block, () => {
      if (!view.get(wallets, sender)) return refuse('not_found', 'Wallet not registered');
      if (!isWalletOf(view, fields.walletId, sender))
        return refuse('not_authorized', 'Not authorized to register name for this wallet');
      const entry = view.get(names, fields.name);
      if (entry && entry.owner !== sender) return refuse('already_exists', 'Name already taken');
      if (view.get(namesByOwner, sender) !== undefined)
        return refuse('already_exists', 'This wallet already has a registered name');
      return undefined;
    });
  },

  exclusive: directorySlot,

  wants: ({ name }) => [`name ${name}`],

  apply(state, transaction, block) {
    const { sender, fields } = transaction;
    takePlace(state, transaction, block);
    state.put(names, fields.name, { owner: sender, registeredAt: block.time });
    state.put(namesByOwner, sender, fields.name);
    return null;
  },

  logs: ({ fields: { name } }) => [{ event: 'register_name', data: { name } }],

  parties: () => [],

  answer: () => ({}),

  event: () => ({}),

  view: ({ name, walletId }) => ({ name, wallet_id: walletId }),
});
