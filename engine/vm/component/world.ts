/** The world of contracts that are components: `ops/contract/wit/contract.wit` as a table. A test compares the two.
 *
 *  Every host function has a twin among the functions that plain modules import from `env`. The twin decides from which height
 *  on it is linked, and what it costs. */

import type { ValueOf, WitField, WitFunction, WitType } from './witType.js';

/** What a component imports, and the name under which it exports its one function. */
export const HOST_INTERFACE = 'rouged:contract/host@1.0.0';
export const CALL_EXPORT = 'call';

const string = { kind: 'string' } as const;
const bytes = { kind: 'bytes' } as const;
const u16 = { kind: 'u16' } as const;
const u32 = { kind: 'u32' } as const;
const u64 = { kind: 'u64' } as const;
const bool = { kind: 'bool' } as const;
const option = <T extends WitType>(of: T) => ({ kind: 'option', of }) as const;
const result = <Ok extends WitType | undefined, Failure extends WitType>(ok: Ok, error: Failure) =>
  ({ kind: 'result', ok, error }) as const;
const enumeration = <const Names extends readonly string[]>(names: Names) => ({ kind: 'enum', names }) as const;
const record = <const Fields extends readonly WitField[]>(fields: Fields) => ({ kind: 'record', fields }) as const;

/** The types that the interface names. */
export const namedTypes = {
  'attached-amount': record([
    { name: 'symbol', type: string },
    { name: 'amount', type: u64 },
  ]),
  royalty: record([
    { name: 'bps', type: u16 },
    { name: 'recipient', type: string },
  ]),
  'transfer-refusal': enumeration(['insufficient', 'invalid']),
  'nft-transfer-refusal': enumeration(['not-owned', 'not-found']),
  'collection-refusal': enumeration(['exists', 'invalid']),
  'mint-refusal': enumeration(['not-creator', 'max-reached', 'missing', 'invalid']),
  'result-refusal': enumeration(['unknown', 'failed']),
} as const satisfies Record<string, WitType>;

const moved = result(undefined, namedTypes['transfer-refusal']);

type Parameters = { readonly [name: string]: WitType };

/** A function with its parameters in the order of the object's members. */
const from = <T extends Parameters, R extends WitType | undefined>(twin: string, parameters: T, answer: R) => ({
  twin,
  parameters: Object.entries(parameters).map(([name, type]): WitField => ({ name, type })),
  types: parameters,
  result: answer,
});

/** All functions of the interface `host`. */
export const hostFunctions = {
  log: from('host_log', { line: string }, undefined),
  caller: from('host_get_caller', {}, string),
  'self-address': from('host_get_self_addr', {}, string),
  'chain-id': from('host_get_chain_id', {}, string),
  'block-height': from('host_get_block_height', {}, u64),
  'block-time': from('host_get_block_time', {}, u64),
  'block-hash': from('host_block_hash', { height: u64 }, option(bytes)),
  attached: from('host_get_attached_amount', {}, option(namedTypes['attached-amount'])),
  balance: from('host_get_balance', { account: string }, u64),
  transfer: from('host_transfer', { to: string, amount: u64 }, moved),
  'storage-read': from('host_storage_read', { key: bytes }, option(bytes)),
  'storage-write': from('host_storage_write', { key: bytes, value: bytes }, undefined),
  'storage-delete': from('host_storage_delete', { key: bytes }, undefined),
  'emit-event': from('host_emit_event', { topic: string, data: string }, undefined),
  sha256: from('host_sha256', { data: bytes }, bytes),
  random: from('host_random', {}, bytes),
  'verify-signature': from('host_pqc_verify', { 'public-key': bytes, message: bytes, signature: bytes }, bool),
  'public-key-address': from('host_pqc_pubkey_to_address', { 'public-key': bytes }, option(string)),
  'public-key-hash': from('host_pqc_hash_pubkey', { 'public-key': bytes }, option(bytes)),
  'call-contract': from(
    'host_call_contract',
    { address: string, method: string, args: string, gas: option(u64) },
    option(u32),
  ),
  'call-result': from('host_get_call_result', { id: u32 }, result(bytes, namedTypes['result-refusal'])),
  'token-balance': from('host_token_balance', { symbol: string, account: string }, option(u64)),
  'token-transfer': from('host_token_transfer', { symbol: string, to: string, amount: u64 }, moved),
  'nft-owner': from('host_nft_owner', { collection: string, id: u64 }, option(string)),
  'nft-transfer': from(
    'host_nft_transfer',
    { collection: string, id: u64, to: string },
    result(undefined, namedTypes['nft-transfer-refusal']),
  ),
  'nft-create-collection': from(
    'host_nft_create_collection',
    { symbol: string, name: string, most: option(u64) },
    result(string, namedTypes['collection-refusal']),
  ),
  'nft-mint': from(
    'host_nft_mint',
    { collection: string, to: string, name: string, metadata: option(string) },
    result(u64, namedTypes['mint-refusal']),
  ),
  'nft-royalty': from('host_nft_royalty_bps', { collection: string }, option(namedTypes.royalty)),
} as const satisfies Record<string, WitFunction & { readonly twin: string }>;

export type HostFunctionName = keyof typeof hostFunctions;

export const isHostFunction = (name: string): name is HostFunctionName => Object.hasOwn(hostFunctions, name);

/** What a component calls: values in, value out. The parameters are an object, by their names in the world; what else the functions
 *  need comes behind them. */
export type HostInterface<Further extends readonly unknown[] = []> = {
  readonly [Name in HostFunctionName]: (
    values: {
      readonly [Parameter in keyof (typeof hostFunctions)[Name]['types']]: ValueOf<
        (typeof hostFunctions)[Name]['types'][Parameter]
      >;
    },
    ...further: Further
  ) => ValueOf<(typeof hostFunctions)[Name]['result']>;
};

/** The one function that a component exports. */
export const callFunction: WitFunction = {
  parameters: [
    { name: 'method', type: string },
    { name: 'args', type: string },
  ],
  result: result(string, string),
};
