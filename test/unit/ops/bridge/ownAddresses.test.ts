/** Addresses of the bridge itself in a genesis file: one that nobody can read protects nothing, so a node says it at its start. */

import { expect, test } from 'vitest';
import { toHex } from '../../../../engine/base/bytes.js';
import { isRefusal } from '../../../../engine/base/refusal.js';
import { parseGenesis } from '../../../../engine/chain/genesis.js';
import { checkBridge } from '../../../../ops/bridge/openBridge.js';
import { loadConfig } from '../../../../ops/config/load.js';
import { signingActor } from '../../../support/transactions.js';

const config = loadConfig([], {});
const keyHex = toHex(signingActor('own addresses').publicKey);

function faultOf(own: string): string | undefined {
  const bridge = { authority: { keys: [keyHex] }, own_addresses: [own] };
  const genesis = parseGenesis(JSON.stringify({ chain_id: 'small-net-1', bridge }));
  if (isRefusal(genesis)) throw new Error(genesis.message);
  if (isRefusal(config)) throw new Error(config.message);
  const checked = checkBridge(config.config, genesis);
  return isRefusal(checked) ? checked.message : undefined;
}

test.each([
  ['mixed letters that are the checksum', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
  ['small letters', '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed'],
  ['an address of Bitcoin', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
])('%s are taken', (_, own) => {
  expect(faultOf(own)).toBeUndefined();
});

test.each([
  ['a letter of the checksum in the other case', '0x5aaeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
  ['another digit under the checksum', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAee'],
  ['an address of Bitcoin with another letter', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5'],
])('%s ends the start', (_, own) => {
  expect(faultOf(own)).toBe(
    `the genesis file names ${own} among bridge.own_addresses, which is no address of its networks`,
  );
});
