/** Shapes that several routes share (specification, Resources). They type handlers, check input and describe answers. */

import { type TProperties, Type } from 'typebox';
import { text } from './routing/parameters.js';

/** A number that a double holds; the exact text stands beside it under `<name>_quanta` or `<name>_units`. */
export const Xrge = Type.Number({ description: 'XRGE' });
export const Quanta = Type.String({ pattern: '^\\d+$', description: 'Quanta, 10^-9 XRGE, exact' });
export const Hash = Type.String({ pattern: '^[0-9a-f]{64}$', description: 'SHA-256, hex' });
export const Milliseconds = Type.Integer({ description: 'Milliseconds since the epoch' });
export const Height = Type.Integer({ minimum: 0, description: 'Block height' });

export const TxV1 = Type.Object(
  {
    version: Type.Literal(1),
    tx_type: Type.String(),
    from_pub_key: Type.String({ description: 'Public key of the signer, hex' }),
    nonce: Type.Integer({ description: 'Sequential account nonce' }),
    payload: Type.Record(Type.String(), Type.Unknown()),
    fee: Xrge,
    fee_quanta: Quanta,
    sig: Type.String(),
    signed_payload: Type.String({ description: 'The exact text that was signed' }),
  },
  { title: 'TxV1' },
);

export const TxWrapper = Type.Object(
  {
    txId: Hash,
    blockHeight: Height,
    blockHash: Hash,
    blockTime: Milliseconds,
    status: Type.Union([Type.Literal('success'), Type.Literal('failed')]),
    tx: TxV1,
  },
  { title: 'Transaction' },
);

export const AddressTx = Type.Object(
  { ...TxWrapper.properties, direction: Type.Union([Type.Literal('in'), Type.Literal('out')]) },
  { title: 'AddressTransaction' },
);

export const Receipt = Type.Object(
  {
    tx_hash: Hash,
    block_height: Height,
    block_hash: Hash,
    index: Type.Integer(),
    tx_type: Type.String(),
    from: Type.String(),
    from_address: Type.String(),
    nonce: Type.Integer(),
    status: Type.Union([Type.Literal('Success'), Type.Object({ Failed: Type.String() })]),
    fee_paid: Xrge,
    fee_paid_quanta: Quanta,
    logs: Type.Array(Type.Object({ event_type: Type.String(), data: Type.Record(Type.String(), Type.Unknown()) })),
    timestamp: Milliseconds,
  },
  { title: 'Receipt' },
);

export const Header = Type.Object({
  version: Type.Integer(),
  chain_id: Type.String(),
  height: Height,
  time: Milliseconds,
  prev_hash: Type.String(),
  tx_hash: Hash,
  proposer_pub_key: Type.String(),
  state_root: Type.Optional(Hash),
  parent_commit: Type.Optional(Hash),
});

export const Block = Type.Object(
  {
    version: Type.Literal(1),
    header: Header,
    txs: Type.Array(TxV1),
    proposer_sig: Type.String(),
    hash: Hash,
    tx_count: Type.Integer(),
    fees: Xrge,
    fees_quanta: Quanta,
    parent_certificate: Type.Optional(Type.Unknown()),
  },
  { title: 'Block' },
);

export const Envelope = Type.Object(
  {
    payload: Type.Record(Type.String(), Type.Unknown(), {
      description: 'Operation fields plus from, timestamp, nonce',
    }),
    signature: Type.String({ description: 'ML-DSA-65 signature over the canonical JSON of payload, hex' }),
    public_key: Type.String({ description: 'ML-DSA-65 public key, hex' }),
    payload_bytes_hex: Type.Optional(
      Type.String({ description: 'The exact signed bytes, when not the canonical form' }),
    ),
  },
  { title: 'SignedRequest' },
);

/** Path parameters that name an account. */
export const AccountText = Type.String({ description: 'Address (rouge1...) or public key of 3,904 hex characters' });

export const TokenSymbol = text({ mustBe: '1 to 10 letters and digits', pattern: '^[A-Za-z0-9]{1,10}$' });

/** Members of the answer to an accepted request that a kind adds to `success` and `txId`. The operation is in no block
 *  yet: amounts are what they will be once everything that this sender has pending is included and succeeds. */
export const kindAnswers: Readonly<Record<string, TProperties>> = {
  stake: {
    stake: Type.Number({ description: 'XRGE staked by the sender once its pending transactions are in a block' }),
    stake_quanta: Quanta,
    status: Type.Union([Type.Literal('active'), Type.Literal('unbonding')], {
      description: '`active` when that stake is above zero',
    }),
    message: Type.String(),
  },
  unstake: {
    remainingStake: Type.Number({
      description: 'XRGE still staked by the sender once its pending transactions are in a block',
    }),
    remainingStake_quanta: Quanta,
    message: Type.String(),
  },
};
