/** Whom a key has to ask before it signs: who votes by this node's chain, and what its operator has named. */

import { expect, test } from 'vitest';
import { Role } from '../../../engine/head/role.js';
import { voterKey } from '../../support/votingScene.js';

const role = (
  stakes: readonly bigint[],
  options: { hasPeers?: boolean; namesPeers?: boolean; isDiscoverable?: boolean },
) => {
  const { hasPeers = true, namesPeers = false, isDiscoverable = false } = options;
  const validators = stakes.map((stake, voter) => ({ publicKey: voterKey(voter), stake }));
  const totalStake = stakes.reduce((sum, stake) => sum + stake, 0n);
  const stakeOf = (key: Uint8Array): bigint => stakes[(key[0] ?? 0) - 1] ?? 0n;
  return new Role({
    publicKey: voterKey(0),
    head: { set: { validators, totalStake, stakeOf } },
    ...{ hasPeers: () => hasPeers, namesPeers, isDiscoverable },
  } as unknown as ConstructorParameters<typeof Role>[0]);
};

test.each([
  { what: 'the only validator', stakes: [5n], options: {}, alone: true },
  { what: 'the only validator, which others find', stakes: [5n], options: { isDiscoverable: true }, alone: true },
  { what: 'the only validator of a chain that may be old', stakes: [5n], options: { namesPeers: true }, alone: false },
  { what: 'without a way to others', stakes: [5n], options: { hasPeers: false, namesPeers: true }, alone: true },
  { what: 'a quorum alone', stakes: [5n, 1n], options: {}, alone: true },
  { what: 'a quorum alone that others find', stakes: [5n, 1n], options: { isDiscoverable: true }, alone: false },
  { what: 'a quorum alone that names others', stakes: [5n, 1n], options: { namesPeers: true }, alone: false },
  { what: 'one of two', stakes: [1n, 1n], options: {}, alone: false },
  { what: 'none beside a validator', stakes: [0n], options: {}, alone: false },
])('$what: alone $alone', ({ stakes, options, alone }) => {
  expect(role(stakes, options).votesAlone).toBe(alone);
});
