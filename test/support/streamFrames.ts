/** Frames of the stream in protobuf, read as a client would: with proto/wire.proto itself and its rules for derived members.
 *
 *  In: bytes of a frame, or the JSON of one. Out: the same members for the same facts, with accounts in hex wherever JSON
 *  names an account by its key, its address or its name. It does not use the node's generated codec. */

import { fileURLToPath } from 'node:url';
import protobuf from 'protobufjs';
import { numberOf, XRGE_DECIMALS } from '../../engine/base/amounts.js';
import { toHex } from '../../engine/base/bytes.js';
import { accountBytes, resolveAccount } from '../../engine/crypto/address.js';

const wire = new protobuf.Root().loadSync(fileURLToPath(new URL('../../proto/wire.proto', import.meta.url)), {
  keepCase: true,
});
const frameType = wire.lookupType('rouged.v1.StreamFrame');
const requestType = wire.lookupType('rouged.v1.StreamRequest');

/** Members as in JSON; accounts are 64 hex characters. */
export interface Facts {
  readonly type: string;
  readonly seq?: number;
  readonly [member: string]: unknown;
}

type Members = Readonly<Record<string, unknown>>;

const hex = (bytes: unknown): string => toHex(bytes as Uint8Array);
const hexOrNull = (bytes: unknown): string | null => hex(bytes) || null;

/** A number, and the exact text beside it. */
const amounts = (name: string, quanta: string, units: string): Members => ({
  ...(quanta === '' ? {} : { [name]: numberOf(BigInt(quanta), XRGE_DECIMALS), [`${name}_quanta`]: quanta }),
  ...(units === '' ? {} : { [name]: numberOf(BigInt(units), 0), [`${name}_units`]: units }),
});

const readers: Readonly<Record<string, (members: Members) => Members>> = {
  stats: (members) => members,
  transaction_dropped: ({ tx_hash: id, from, ...rest }) => ({ ...rest, tx_hash: hex(id), from: hex(from) }),
  // JSON leaves an empty list of unknown topics out.
  subscribed: ({ unknown, ...rest }) => ((unknown as unknown[]).length > 0 ? { ...rest, unknown } : rest),
  resumed: (members) => members,
  error: (members) => members,
  auth_error: (members) => members,
  private_event: ({ type, json }) => ({ ...(JSON.parse(String(json)) as Members), type }),
  new_block: ({ hash, proposer, state_root: root, ...rest }) => ({
    ...rest,
    hash: hex(hash),
    proposer: hex(proposer),
    state_root: hexOrNull(root),
  }),
  new_transaction: ({ tx_hash: id, from, to, amount_quanta, amount_units, token, failed, ...rest }) => ({
    ...rest,
    tx_hash: hex(id),
    from: hex(from),
    to: hexOrNull(to),
    amount: null,
    ...amounts('amount', String(amount_quanta), String(amount_units)),
    token: token === '' ? null : token,
    status: failed ? 'failed' : 'success',
  }),
  contract_event: ({ contract_addr: contract, tx_hash: id, ...rest }) => ({
    ...rest,
    contract_addr: hex(contract),
    tx_hash: hex(id),
  }),
  balance_update: ({ account, token, new_balance: balance, ...rest }) => ({
    ...rest,
    account: hex(account),
    token,
    ...(token === 'XRGE' ? amounts('new_balance', String(balance), '') : amounts('new_balance', '', String(balance))),
  }),
};

/** @throws Error when the bytes are no frame that wire.proto describes. */
export function factsOfFrame(bytes: Uint8Array): Facts {
  const options = { longs: Number, defaults: true, oneofs: true } as const;
  const { frame, ...members } = frameType.toObject(frameType.decode(bytes), options);
  const read = readers[frame as string];
  if (!read) throw new Error(`a frame without a member that is known: ${hex(bytes)}`);
  return { type: frame as string, ...read(members[frame as string] as Members) };
}

/** @throws Error when a member that names an account does not. */
export function factsOfText(text: string): Facts {
  const facts = JSON.parse(text) as Facts;
  const named = Object.entries(facts).map(([name, value]): readonly [string, unknown] => {
    if (!['from', 'to', 'proposer', 'account'].includes(name) || value === null) return [name, value];
    const resolved = resolveAccount(String(value));
    if (!resolved) throw new Error(`"${name}" names no account: ${String(value)}`);
    return [name, hex(accountBytes(resolved.account))];
  });
  return Object.fromEntries(named) as Facts;
}

/** The bytes of a StreamRequest. @param request members as in JSON. */
export const requestFrame = (request: Members): Uint8Array =>
  requestType.encode(requestType.fromObject(request)).finish();
