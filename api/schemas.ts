/** Shapes that several routes share (specification, Resources). They type handlers, check input and describe answers. */

import { accountOfName, addressOf } from '../engine/crypto/address.js';
import { movementReasons } from '../engine/ledger/movement.js';
import { text } from './routing/parameters.js';
import { Type } from './routing/schema.js';

/** Rounded down when a double cannot hold the amount, up for amounts that somebody must pay or hold; the exact text is beside
 *  it under `<name>_quanta` or `<name>_units`. */
export const Xrge = Type.Number({ description: 'XRGE' });
export const Quanta = Type.String({ pattern: '^\\d+$', description: 'Quanta, 10^-9 XRGE, exact' });
export const Units = Type.String({ pattern: '^\\d+$', description: 'Base units, exact' });
export const Hash = Type.String({
  pattern: '^[0-9a-f]{64}$',
  description: 'SHA-256, hex',
  examples: ['0'.repeat(64)],
});
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

export const TxStatus = Type.Union([Type.Literal('success'), Type.Literal('failed')]);

/** Members beside the number `name`: the exact text of XRGE under `<name>_quanta`, of a token under `<name>_units`. */
export const exactTexts = (name: string) => ({
  [`${name}_quanta`]: Type.Optional(Quanta),
  [`${name}_units`]: Type.Optional(Units),
});

export const Movement = Type.Object(
  {
    reason: Type.Enum([...movementReasons]),
    from: Type.Union([Type.String(), Type.Null()], {
      description: 'Address; null for a pool, a stake or what the chain makes',
    }),
    to: Type.Union([Type.String(), Type.Null()], {
      description: 'Address; null for a pool, a stake, the fee or an NFT that is destroyed',
    }),
    asset: Type.Union([Type.Literal('token'), Type.Literal('lp'), Type.Literal('nft')]),
    token: Type.Optional(Type.String({ description: 'Symbol, XRGE included' })),
    amount: Type.Optional(Type.Number({ description: 'Of the token: XRGE, or base units. Of a pool: LP units' })),
    ...exactTexts('amount'),
    pool_id: Type.Optional(Type.String({ description: 'The pool whose LP units move' })),
    collection_id: Type.Optional(Type.String()),
    token_id: Type.Optional(Type.Integer({ description: 'The NFT, or the first of `count`' })),
    count: Type.Optional(Type.Integer()),
    sale_price: Type.Optional(
      Type.Number({
        description: 'XRGE for which the seller says that the NFT was sold; the chain moves the royalty alone',
      }),
    ),
    ...exactTexts('sale_price'),
    path: Type.Optional(
      Type.Array(Type.String(), { description: 'Tokens on the way of a swap, or the two of a pool' }),
    ),
    pools: Type.Optional(Type.Array(Type.String(), { description: 'Pools on that way' })),
  },
  { title: 'Movement', description: 'What left or reached an account. A failed transaction has moved its fee alone' },
);

const Direction = Type.Union([Type.Literal('in'), Type.Literal('out')]);
/** A transaction in the list of a block: TxV1, its id and its status. */
export const BlockTx = Type.Object({ ...TxV1.properties, txId: Hash, status: TxStatus }, { title: 'BlockTransaction' });

export const TxWrapper = Type.Object(
  {
    txId: Hash,
    blockHeight: Height,
    blockHash: Hash,
    blockTime: Milliseconds,
    status: TxStatus,
    movements: Type.Array(Movement),
    tx: TxV1,
  },
  { title: 'Transaction' },
);

export const AddressTx = Type.Object(
  {
    ...TxWrapper.properties,
    direction: Type.Union([Type.Literal('in'), Type.Literal('out')], {
      description:
        '`in` when the account only gets something, `out` when it only gives something beside the fee; with both or neither, `out` for the signer',
    }),
    movements: Type.Array(
      Type.Object({
        direction: Type.Union([Direction, Type.Null()], {
          description: 'The side of the account; null between others',
        }),
        ...Movement.properties,
      }),
    ),
  },
  { title: 'AddressTransaction' },
);

export const FailedAt = Type.Object(
  {
    function: Type.Integer({ description: 'Index of the function in the module' }),
    name: Type.Optional(Type.String()),
    offset: Type.Integer({ description: 'Byte of the module' }),
  },
  { description: 'Where a failed call stopped' },
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
    gas_used: Type.Optional(Type.Integer({ description: 'Of a call of a contract, with its sub-calls' })),
    return_data: Type.Optional(Type.Unknown({ description: 'JSON when it is some, text otherwise, null for none' })),
    contract_events: Type.Optional(
      Type.Array(Type.Object({ contract_addr: Type.String(), topic: Type.String(), data: Type.String() })),
    ),
    contract_logs: Type.Optional(Type.Array(Type.String())),
    calls: Type.Optional(
      Type.Array(
        Type.Object({
          contract: Type.String(),
          method: Type.String(),
          gas_used: Type.Integer(),
          error: Type.Union([Type.String(), Type.Null()]),
        }),
        { description: 'Calls that contracts have made' },
      ),
    ),
    failed_at: Type.Optional(FailedAt),
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
    txs: Type.Array(BlockTx),
    proposer_sig: Type.String(),
    hash: Hash,
    tx_count: Type.Integer(),
    fees: Xrge,
    fees_quanta: Quanta,
    parent_certificate: Type.Optional(Type.Unknown()),
    certificate: Type.Optional(
      Type.Unknown({
        description: "The latest block's own certificate; the next block carries it as `parent_certificate`",
      }),
    ),
  },
  { title: 'Block' },
);

/** What is read of a block that somebody sends; what it derives from its transactions may be beside it. */
export const ImportedBlock = Type.Object(
  {
    header: Header,
    txs: Type.Array(
      Type.Object({
        tx_type: Type.String(),
        from_pub_key: Type.String({ description: 'Public key of the signer, hex' }),
        sig: Type.String(),
        signed_payload: Type.String({ description: 'The exact text that was signed' }),
      }),
    ),
    proposer_sig: Type.String({ description: 'ML-DSA-65 signature of the header, hex' }),
    hash: Type.Optional(Hash),
    parent_certificate: Type.Optional(Type.Unknown({ description: 'From height 2 on' })),
    certificate: Type.Optional(Type.Unknown({ description: "The block's own certificate" })),
  },
  { title: 'ImportedBlock' },
);

export const DecimalXrge = Type.String({ pattern: '^\\d+(\\.\\d{1,9})?$', description: 'XRGE, exact decimal text' });

/** An address for examples; nobody has a key for its account. */
export const EXAMPLE_ADDRESS = addressOf(accountOfName('example'));

/** Path parameters that name an account. */
export const AccountText = Type.String({
  title: 'Account',
  description: 'Address (rouge1...) or public key of 3,904 hex characters',
  examples: [EXAMPLE_ADDRESS],
});

/** A symbol that leads to an answer on every network. */
export const KnownSymbol = text({
  mustBe: '1 to 10 letters and digits',
  pattern: '^[A-Za-z0-9]{1,10}$',
  description: 'In any case',
  examples: ['XRGE'],
});

export const TokenSymbol = text({
  mustBe: '1 to 10 letters and digits',
  pattern: '^[A-Za-z0-9]{1,10}$',
  examples: ['GOLD'],
});
