/** push_register: the device that gets the notifications of the signer. One a key: the last replaces the one before. */

import { refuse } from '../../../base/refusal.js';
import { PUSH_TOKENS } from '../../../base/serviceLimits.js';
import { accountBytes } from '../../../crypto/address.js';
import { keyOf } from '../../keys.js';
import { defineServiceKind } from '../../serviceKind.js';
import { pushCount, pushRegistrations } from './tokens.js';

interface Registering {
  readonly token: string;
  readonly platform: string;
}

const TOKEN_CHARACTERS = 512;
const PLATFORM_CHARACTERS = 32;
const DEFAULT_PLATFORM = 'expo';

/** What the providers hand out; nothing that could end a line or a JSON text. */
const TOKEN = /^[A-Za-z0-9_\-:.[\]=+/%]+$/;
const PLATFORM = /^[a-z0-9_-]+$/;
const PLATFORM_SENTENCE = `platform is a name of 1 to ${PLATFORM_CHARACTERS} small letters, digits, - and _`;

/** A full registry empties by itself only when devices go. */
const RETRY_SECONDS = 3_600;

export const register = defineServiceKind<Registering>({
  name: 'push_register',
  route: '/api/push/register',
  chapter: 'Push registry',
  summary: 'Registers the device that gets the push notifications of the signer',
  scope: 'local',
  members: [
    {
      name: 'pushToken',
      aliases: ['push_token'],
      type: 'text',
      characters: TOKEN_CHARACTERS,
      plain: true,
      required: true,
      about: `Token of the device, as its platform names it; ${TOKEN_CHARACTERS} characters at most`,
    },
    {
      name: 'platform',
      type: 'text',
      characters: PLATFORM_CHARACTERS,
      plain: true,
      required: false,
      about: `Whose token it is: 1 to ${PLATFORM_CHARACTERS} small letters, digits, - and _; ${DEFAULT_PLATFORM} if absent. The operator says which are delivered`,
    },
  ],
  namesItself: true,
  refusals: [],
  decode(reader) {
    const token = reader.optionalText('pushToken', TOKEN_CHARACTERS) ?? '';
    const platform = reader.optionalText('platform', PLATFORM_CHARACTERS) ?? DEFAULT_PLATFORM;
    if (reader.refusal) return undefined;
    if (token === '') return reader.fail(refuse('malformed_payload', "payload must include 'pushToken'"));
    if (!TOKEN.test(token))
      return reader.fail(refuse('malformed_payload', 'pushToken has characters that no push token has'));
    if (!PLATFORM.test(platform)) return reader.fail(refuse('malformed_payload', PLATFORM_SENTENCE));
    return { token, platform };
  },
  async check(scene, { sender }) {
    if (await scene.get(pushRegistrations, accountBytes(sender))) return undefined;
    if ((await pushCount.read(scene, keyOf())) < PUSH_TOKENS) return undefined;
    return refuse('busy', `this node has ${PUSH_TOKENS} push registrations and takes no more`, RETRY_SECONDS);
  },
  async merge(scene, { sender, timestamp, fields: { token, platform } }) {
    const key = accountBytes(sender);
    if (!(await scene.get(pushRegistrations, key))) await pushCount.add(scene, keyOf(), 1);
    scene.put(pushRegistrations, key, { token, platform, registeredAt: timestamp });
  },
  answer: async () => ({}),
});
