/** The bounds of a signed text, pinned: these numbers decide which blocks are valid. They follow from declarations that look
 *  harmless, a longer alias or one more member among them; a change here is a change of the network. */

import { expect, test } from 'vitest';
import { MAX_SIGNED_BYTES, SIGNED_JSON } from '../../engine/base/limits.js';
import { defaultByteFees } from '../../engine/chain/genesis.js';
import { kinds } from '../../engine/ledger/kinds/index.js';
import { mostSignedBytes } from '../../engine/ledger/signedLength.js';

const BOUNDS: Readonly<Record<string, number>> = {
  transfer: 25_574,
  faucet: 25_450,
  stake: 21_634,
  unstake: 21_634,
  create_token: 135_318,
  mint_tokens: 21_662,
  update_token_metadata: 134_625,
  claim_token_metadata: 21_550,
  approve: 25_587,
  transfer_from: 29_497,
  token_freeze: 21_565,
  burn: 21_662,
  create_pool: 21_796,
  add_liquidity: 21_830,
  remove_liquidity: 21_671,
  swap: 21_873,
  nft_create_collection: 134_678,
  nft_mint: 84_009,
  nft_batch_mint: MAX_SIGNED_BYTES,
  nft_transfer: 25_981,
  nft_burn: 21_953,
  nft_lock: 21_968,
  nft_freeze_collection: 21_940,
  contract_deploy: 1_419_636,
  contract_call: 418_276,
  register_wallet: 294_256,
  register_name: 25_835,
  release_name: 21_916,
  bridge_mint: 26_015,
  bridge_attest: 26_015,
  bridge_withdraw: 22_219,
  bridge_fail: 22_818,
  bridge_fulfil: 22_628,
  bridge_refund: 21_607,
};

test('the most signed bytes of every kind', () => {
  expect(Object.fromEntries(kinds.map(({ name }) => [name, mostSignedBytes(name)]))).toEqual(BOUNDS);
  expect(kinds.length).toBe(34);
});

test('the bounds of a signed text, and what its bytes cost where genesis says nothing', () => {
  expect(SIGNED_JSON).toEqual({
    characters: 2_097_152,
    values: 65_536,
    members: 1_024,
    keyCharacters: 4_096,
    depth: 32,
  });
  expect(defaultByteFees).toEqual({ freeBytes: 16_384, perByte: 1_000n });
});
