/** register_wallet: the signer's messenger wallet, new or changed: its id, its display name, and the key that others encrypt for.
 *  (Specification, Messenger.) */

import { fromBinary, fromHex, toBinary, toHex } from '../../base/bytes.js';
import { DIRECTORY_RECORD } from '../../base/directoryLimits.js';
import { type Refusal, refuse } from '../../base/refusal.js';
import { type AccountId, accountOfKey, resolveAccount } from '../../crypto/address.js';
import { PUBLIC_KEY_BYTES } from '../../crypto/mldsa.js';
import type { Overlay } from '../../state/state.js';
import { countOne } from '../counters.js';
import { checkDirectory, directorySlot, isWalletId, takePlace } from '../directory.js';
import {
  addEncryptionKey,
  avatars,
  removeEncryptionKey,
  type Wallet,
  walletIds,
  walletNames,
  wallets,
} from '../directoryTables.js';
import { DISPLAY_NAME_RULE, displayNameKey, isDisplayName } from '../displayName.js';
import { defineKind } from '../kind.js';
import { fixedBytes, flag, layout, optional, text } from '../layout.js';
import type { PayloadReader } from '../payload.js';
import { noResult } from '../resultCodec.js';

interface Fields {
  /** Empty: the wallet is called by the signer's key. */
  readonly id: string;
  readonly displayName: string;
  /** 1,184 bytes as a binary string. */
  readonly encryptionKey: string;
  readonly discoverable: boolean;
  readonly avatar: string | undefined;
}

const { idCharacters, displayNameBytes, encryptionKeyBytes, avatarCharacters, restBytes } = DIRECTORY_RECORD;
const KEY_CHARACTERS = 2 * PUBLIC_KEY_BYTES;

const AVATAR = /^(https:\/\/[^\s"<>]+|data:image\/(webp|png|jpeg|gif);base64,[A-Za-z0-9+/]+={0,2})$/;

function readId(reader: PayloadReader, signer: AccountId): string | undefined {
  const id = reader.requiredText('id', KEY_CHARACTERS);
  if (id === undefined) return undefined;
  const resolved = resolveAccount(id);
  if (id.length > idCharacters && resolved?.account === signer) return '';
  if (id.length > idCharacters || !isWalletId(id))
    return reader.fail(
      refuse(
        'malformed_payload',
        `id must be the key of the signer, or 1 to ${idCharacters} letters, digits and signs of ._:@+=~- after a letter or digit`,
      ),
    );
  // Whoever looks for a wallet by an address or a key must find its owner's.
  if (resolved && resolved.contract === undefined && resolved.account !== signer)
    return reader.fail(refuse('malformed_payload', 'id is the address of another account'));
  return id;
}

function readDisplayName(reader: PayloadReader): string | undefined {
  const name = reader.requiredText('displayName', avatarCharacters);
  if (name === undefined) return undefined;
  if (Buffer.byteLength(name) > displayNameBytes)
    return reader.fail(refuse('malformed_payload', `Display name too long (max ${displayNameBytes} chars)`));
  return isDisplayName(name) ? name : reader.fail(refuse('malformed_payload', DISPLAY_NAME_RULE));
}

/** The signing key must be the signer's own; its bytes are those of the transaction. */
function checkSigningKey(reader: PayloadReader, signer: AccountId): void {
  const key = reader.text('signingPublicKey');
  if (reader.refusal) return;
  const bytes = key === undefined ? undefined : fromHex(key, PUBLIC_KEY_BYTES);
  if (!bytes || accountOfKey(bytes) !== signer)
    reader.fail(refuse('not_authorized', "Cannot register a signing key that doesn't match your identity"));
}

function readEncryptionKey(reader: PayloadReader): string | undefined {
  const written = reader.text('encryptionPublicKey');
  if (reader.refusal) return undefined;
  const key = written === undefined ? undefined : fromHex(written, encryptionKeyBytes);
  if (key) return toBinary(key);
  return reader.fail(
    refuse(
      'malformed_payload',
      `encryptionPublicKey must be an ML-KEM-768 key, ${2 * encryptionKeyBytes} hex characters`,
    ),
  );
}

function readAvatar(reader: PayloadReader): string | undefined {
  const avatar = reader.text('avatarUrl')?.trim();
  if (avatar === undefined || avatar === '') return undefined;
  if (avatar.length > avatarCharacters) return reader.fail(refuse('too_large', 'Avatar too large (max 256 KB)'));
  if (AVATAR.test(avatar)) return avatar;
  return reader.fail(
    refuse('malformed_payload', 'avatarUrl must be an https URL, or a data URI of a WebP, PNG, JPEG or GIF in base64'),
  );
}

const taken = (message: string): Refusal => refuse('already_exists', message);

/** Takes what must be unique away from an account whose wallet is replaced. */
function release(state: Overlay, { id, displayName, encryptionKey }: Wallet, owner: AccountId): void {
  if (id !== '') state.delete(walletIds, id);
  state.delete(walletNames, displayNameKey(displayName));
  removeEncryptionKey(state, fromBinary(encryptionKey), owner);
}

const encryptionHex = ({ encryptionKey }: Fields): string => toHex(fromBinary(encryptionKey));

export const registerWallet = defineKind<Fields>({
  name: 'register_wallet',
  route: '/api/v2/messenger/wallets/register',
  chapter: 'Messenger',
  summary: "Registers the signer's wallet, or replaces all of it; answers when a block has it",
  isOfDirectory: true,
  members: [
    {
      name: 'id',
      type: 'text',
      characters: KEY_CHARACTERS,
      plain: true,
      required: true,
      about: `The key of the signer, or a text of its choice: at most ${idCharacters} letters, digits and signs`,
    },
    {
      name: 'displayName',
      aliases: ['display_name'],
      type: 'text',
      characters: displayNameBytes,
      required: true,
      about: `1 to ${displayNameBytes} bytes; unique, whatever the case of its letters`,
    },
    {
      name: 'signingPublicKey',
      aliases: ['signing_public_key'],
      type: 'text',
      characters: KEY_CHARACTERS,
      plain: true,
      required: true,
      about: 'ML-DSA-65 key of the signer, hex',
    },
    {
      name: 'encryptionPublicKey',
      aliases: ['encryption_public_key'],
      type: 'text',
      characters: 2 * encryptionKeyBytes,
      plain: true,
      required: true,
      about: `ML-KEM-768 key, ${2 * encryptionKeyBytes} hex characters`,
    },
    { name: 'discoverable', type: 'flag', required: false, about: 'Whether lists show it; true when absent' },
    {
      name: 'avatarUrl',
      aliases: ['avatar_url'],
      type: 'text',
      characters: avatarCharacters,
      plain: true,
      required: false,
      about: 'https URL, or a data URI of a picture of at most 256 KiB; its bytes are paid for',
    },
  ],
  refusals: ['rule_violation', 'not_authorized', 'already_exists', 'too_large'],
  layout: layout<Fields>({
    id: text,
    displayName: text,
    encryptionKey: fixedBytes(encryptionKeyBytes),
    discoverable: flag,
    avatar: optional(text),
  }),
  result: noResult,
  admitsOutflow: false,

  decode(reader, signer) {
    const id = readId(reader, signer);
    const displayName = readDisplayName(reader);
    checkSigningKey(reader, signer);
    const encryptionKey = readEncryptionKey(reader);
    const discoverable = reader.flag('discoverable') ?? true;
    const avatar = readAvatar(reader);
    if (reader.refusal || id === undefined || displayName === undefined || encryptionKey === undefined)
      return undefined;
    return { id, displayName, encryptionKey, discoverable, avatar };
  },

  // Only what the members other than the picture need is free: the rest, a picture above all, is paid for by the byte.
  allowances: () => 0,
  coveredBytes: ({ id }) =>
    2 * KEY_CHARACTERS + (id === '' ? KEY_CHARACTERS : id.length) + 2 * encryptionKeyBytes + restBytes,

  outflow: () => [],

  admit(view, transaction, block) {
    const { sender, fields } = transaction;
    return checkDirectory(view, transaction, block, () => {
      const isOthers = (owner: AccountId | undefined): boolean => owner !== undefined && owner !== sender;
      if (fields.id !== '' && isOthers(view.get(walletIds, fields.id)))
        return taken('Wallet ID already registered by another key');
      if (isOthers(view.get(walletNames, displayNameKey(fields.displayName))))
        return taken(`Display name '${fields.displayName}' is already taken`);
      return undefined;
    });
  },

  exclusive: directorySlot,

  wants: ({ id, displayName }) => [
    ...(id === '' ? [] : [`wallet id ${id}`]),
    `display name ${displayNameKey(displayName)}`,
  ],

  apply(state, transaction, block) {
    const { sender, fields } = transaction;
    const { id, displayName, encryptionKey, discoverable, avatar } = fields;
    takePlace(state, transaction, block);
    const before = state.get(wallets, sender);
    if (before) release(state, before, sender);
    const first = before ?? { number: countOne(state, 'wallets') + 1, createdAt: block.time };
    const { number, createdAt } = first;
    const signingKey = toBinary(transaction.publicKey);
    state.put(wallets, sender, { number, createdAt, discoverable, encryptionKey, signingKey, id, displayName });
    if (id !== '') state.put(walletIds, id, sender);
    state.put(walletNames, displayNameKey(displayName), sender);
    addEncryptionKey(state, fromBinary(encryptionKey), sender);
    if (avatar !== undefined) state.put(avatars, sender, avatar);
    else if (state.get(avatars, sender) !== undefined) state.delete(avatars, sender);
    return null;
  },

  logs: ({ fields: { id, displayName } }) => [
    { event: 'register_wallet', data: { ...(id === '' ? {} : { wallet_id: id }), display_name: displayName } },
  ],

  parties: () => [],

  answer: () => ({}),

  event: () => ({}),

  view: (fields) => ({
    ...(fields.id === '' ? {} : { wallet_id: fields.id }),
    display_name: fields.displayName,
    encryption_public_key: encryptionHex(fields),
    discoverable: fields.discoverable,
    ...(fields.avatar === undefined ? {} : { avatar_url: fields.avatar }),
  }),
});
