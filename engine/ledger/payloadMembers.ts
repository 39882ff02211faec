/** Members that a payload may carry besides those of its kind. */

import { NONCE_BYTES } from '../base/limits.js';
import { CHAIN_ID_CHARACTERS } from '../chain/genesis.js';
import { PUBLIC_KEY_BYTES } from '../crypto/mldsa.js';
import type { PayloadMember } from './payload.js';

/** Members that any payload may carry, whatever its operation. */
export const commonMembers: readonly PayloadMember[] = [
  {
    name: 'type',
    aliases: ['action'],
    type: 'text',
    characters: 64,
    plain: true,
    required: false,
    about: 'Name of the operation',
  },
  {
    name: 'from',
    type: 'text',
    characters: PUBLIC_KEY_BYTES * 2,
    plain: true,
    required: true,
    about: 'Public key of the signer, hex',
  },
  { name: 'timestamp', type: 'integer', required: true, about: 'Milliseconds since the epoch' },
  {
    name: 'nonce',
    type: 'text',
    characters: NONCE_BYTES.max,
    required: true,
    about: 'Random text of 8 to 128 bytes, used once',
  },
  {
    name: 'chain_id',
    aliases: ['chainId'],
    type: 'text',
    characters: CHAIN_ID_CHARACTERS,
    plain: true,
    required: false,
    about: 'Network the request is meant for',
  },
  { name: 'priority_fee', aliases: ['priorityFee'], type: 'xrge', required: false, about: 'Tip in XRGE' },
  {
    name: 'account_nonce',
    aliases: ['accountNonce'],
    type: 'integer',
    required: false,
    about: 'Account nonce it must get',
  },
  { name: 'fee', type: 'xrge', required: false, about: 'Ignored, unless negative: the network sets the fee' },
];

const OF_TRANSACTIONS: ReadonlySet<string> = new Set(['priority_fee', 'account_nonce', 'fee']);

/** Those that mean something in a signed request that is no transaction. */
export const requestMembers: readonly PayloadMember[] = commonMembers.filter(({ name }) => !OF_TRANSACTIONS.has(name));

const joined = new WeakMap<readonly PayloadMember[], readonly PayloadMember[]>();

/** Everything that a payload of a kind may carry: the same list for the same members. */
export function withCommonMembers(members: readonly PayloadMember[]): readonly PayloadMember[] {
  const known = joined.get(members);
  if (known) return known;
  const all = [...commonMembers, ...members];
  joined.set(members, all);
  return all;
}
