/** The reference's table of host functions, written down a second time: what each parameter is, and since when it is linked. */

import type { UpgradeName } from '../../../engine/chain/upgrades.js';
import type { ValueType } from '../../../engine/vm/contractModule.js';

/** What a parameter is.
 *
 *  - `pointer`, `length`: bytes that are read
 *  - `out`, `capacity`: a buffer and its size; `out32` a buffer of 32 bytes
 *  - `amount`: an i64
 *  - `id`: an i32 that is no place */
export type Role = 'pointer' | 'length' | 'out' | 'capacity' | 'out32' | 'amount' | 'id';

/** What becomes of a place outside the memory: the call ends, or the function answers with a code. */
export type Outside = 'trap' | number;

export interface HostSignature {
  readonly roles: readonly Role[];
  readonly result?: 'i32' | 'i64';
  readonly since?: UpgradeName;
  /** For bytes that are read. */
  readonly unreadable: Outside;
  /** For a buffer that is written. */
  readonly unwritable: Outside;
}

const ROLES: Readonly<Record<string, readonly Role[]>> = {
  t: ['pointer', 'length'],
  o: ['out', 'capacity'],
  h: ['out32'],
  a: ['amount'],
  i: ['id'],
};

/** @param shape t text or bytes, o buffer, h buffer of 32 bytes, a amount, i id; after `>` the result. */
function signature(
  shape: string,
  since?: UpgradeName,
  unreadable: Outside = 'trap',
  unwritable: Outside = 'trap',
): HostSignature {
  const [parameters = '', result] = shape.split('>');
  return {
    roles: [...parameters].flatMap((letter) => ROLES[letter] ?? []),
    ...(result === 'i32' || result === 'i64' ? { result } : {}),
    ...(since === undefined ? {} : { since }),
    unreadable,
    unwritable,
  };
}

/** The functions of the game rules: all of them answer with codes. */
const game = (shape: string, unreadable: number, since: UpgradeName = 'game_ready_2'): HostSignature =>
  signature(shape, since, unreadable, -4);

export const hostSignatures: Readonly<Record<string, HostSignature>> = {
  host_log: signature('t'),
  host_get_caller: signature('o>i32'),
  host_get_self_addr: signature('o>i32'),
  host_get_args_len: signature('>i32'),
  host_read_args: signature('o>i32'),
  host_get_block_height: signature('>i64'),
  host_get_block_time: signature('>i64'),
  host_get_balance: signature('t>i64'),
  host_transfer: signature('ta>i32'),
  host_storage_read: signature('to>i32'),
  host_storage_write: signature('tt'),
  host_storage_delete: signature('t'),
  host_emit_event: signature('tt'),
  host_sha256: signature('th>i32', undefined, -1, -1),
  host_set_return: signature('t'),
  host_call_contract: signature('ttta>i32'),
  host_get_call_result: signature('io>i32'),
  host_pqc_verify: signature('ttt>i32'),
  host_pqc_pubkey_to_address: signature('to>i32'),
  host_pqc_hash_pubkey: signature('th>i32', undefined, -1, -1),
  host_token_balance: game('tt>i64', -1),
  host_token_transfer: game('tta>i32', 2),
  host_nft_owner: game('tao>i32', -1),
  host_nft_transfer: game('tat>i32', 2),
  host_nft_create_collection: game('ttao>i32', -3),
  host_nft_mint: game('tttt>i64', -4),
  host_random: game('h>i32', -4),
  host_block_hash: game('ah>i32', -4, 'game_ready_3'),
  host_get_attached_amount: game('>i64', -4, 'payable_calls'),
  host_get_attached_symbol: game('o>i32', -4, 'payable_calls'),
  host_nft_royalty_bps: game('t>i32', -1, 'contract_nft_royalty'),
  host_nft_royalty_recipient: game('to>i32', -1, 'contract_nft_royalty'),
  host_get_chain_id: signature('o>i32', 'contract_chain_id'),
};

export const typeOfRole = (role: Role): ValueType => (role === 'amount' ? 'i64' : 'i32');
