/** Shapes of signed requests, made from the table of kinds: the checks of the verification workers as schemas.
 *
 *  In: a kind of transaction. Out: the schema of its envelope with every member of the payload, and the refusals that
 *  every signed request can get. The schemas only describe; the engine's exact parser reads the bytes. */

import type { TSchema } from 'typebox';
import { AMOUNT_CHARACTERS } from '../../engine/base/amounts.js';
import { NONCE_BYTES } from '../../engine/base/limits.js';
import type { RefusalCode } from '../../engine/base/refusal.js';
import { PUBLIC_KEY_BYTES, SIGNATURE_BYTES } from '../../engine/crypto/mldsa.js';
import type { AnswerMember, AnyKind } from '../../engine/ledger/kind.js';
import { kinds } from '../../engine/ledger/kinds/index.js';
import type { MemberType, PayloadMember } from '../../engine/ledger/payload.js';
import { commonMembers } from '../../engine/ledger/payloadMembers.js';
import { mostSignedBytes } from '../../engine/ledger/signedLength.js';
import { Type } from '../routing/schema.js';
import { EXAMPLE_ADDRESS, Hash } from '../schemas.js';

/** Refusals of a node that may be unable to accept a transaction. */
export const intakeRefusals: readonly RefusalCode[] = [
  'sender_limit',
  'busy',
  'mempool_full',
  'stopping',
  'not_producing',
  'unconfirmed',
];

/** Refusals that every signed request can get, whatever its operation. */
export const signedRefusals: readonly RefusalCode[] = [
  'malformed_body',
  'malformed_payload',
  'invalid_amount',
  'invalid_recipient',
  'operation_mismatch',
  'rule_violation',
  'chain_id_mismatch',
  'insufficient_balance',
  'invalid_signature',
  'timestamp_window',
  'from_mismatch',
  'nonce_missing',
  'nonce_used',
  ...intakeRefusals,
];

const hex = (bytes: number, description: string) =>
  Type.String({ pattern: `^[0-9a-fA-F]{${bytes * 2}}$`, description: `${description}, ${bytes * 2} hex characters` });

const PublicKey = hex(PUBLIC_KEY_BYTES, 'ML-DSA-65 public key');
const Signature = hex(SIGNATURE_BYTES, 'ML-DSA-65 signature');

/** An amount: a number, or the same as text when a client's numbers cannot hold it. */
const amountSchema = (number: TSchema, description: string, example: number): TSchema =>
  Type.Union([number, Type.String({ pattern: '^\\d+(\\.\\d+)?([eE][+-]?\\d{1,4})?$', maxLength: AMOUNT_CHARACTERS })], {
    description: `${description}; a number, or its decimal text`,
    examples: [example],
  });

const memberSchemas: Readonly<Record<MemberType, (about: string, least?: number) => TSchema>> = {
  account: (description) => Type.String({ description, examples: [EXAMPLE_ADDRESS] }),
  text: (description) => Type.String({ description }),
  symbol: (description) =>
    Type.String({
      pattern: '^[A-Za-z0-9]{1,10}$',
      description: `${description}; 1 to 10 letters and digits`,
      examples: ['XRGE'],
    }),
  xrge: (description, least = 0) =>
    amountSchema(Type.Number({ minimum: least }), `${description}; at most 9 decimals`, least || 0.01),
  units: (description, least = 0) => amountSchema(Type.Integer({ minimum: least }), description, least || 1),
  amount: (description, least = 0) => amountSchema(Type.Number({ minimum: least }), description, least || 1.5),
  integer: (description, least = 0) =>
    Type.Integer({ minimum: least, maximum: Number.MAX_SAFE_INTEGER, description, examples: [Math.max(least, 1)] }),
  flag: (description) => Type.Boolean({ description }),
  texts: (description) => Type.Array(Type.String(), { description }),
  symbols: (description) => Type.Array(Type.String({ pattern: '^[A-Za-z0-9]{1,10}$' }), { description }),
  json: (description) => Type.Unknown({ description }),
  jsons: (description) => Type.Array(Type.Unknown(), { description }),
};

const commonSchemas: Readonly<Record<string, TSchema>> = {
  from: PublicKey,
  timestamp: Type.Integer({
    minimum: 0,
    description: 'Milliseconds since the epoch, at most five minutes from the clock of the node',
    examples: [1_767_225_600_000],
  }),
  nonce: Type.String({
    minLength: NONCE_BYTES.min,
    maxLength: NONCE_BYTES.max,
    description: `Random text of ${NONCE_BYTES.min} to ${NONCE_BYTES.max} bytes that this key has not used before`,
    examples: ['5f0c3a9e1b7d42868c1e90ab34cd56ef'],
  }),
};

/** What the shape of a signed request follows from: a kind of transaction, or one of the services. */
export interface SignedShape {
  readonly name: string;
  readonly members: readonly PayloadMember[];
  readonly namesItself?: true | undefined;
  /** Members that its payload may have beside its own; those of a transaction when absent. */
  readonly common?: readonly PayloadMember[];
}

function schemaOf({ name, type, about, least }: PayloadMember, kind: SignedShape): TSchema {
  if (name === 'type') return Type.Literal(kind.name, { description: about });
  return commonSchemas[name] ?? memberSchemas[type](about, least);
}

/** The payload of a kind. Every alias is a separate member; for a required member one of its names must be present. */
function payloadOf(kind: SignedShape, most: number | undefined): TSchema {
  const properties: Record<string, TSchema> = {};
  const oneOfNames: TSchema[] = [];
  for (const member of [...kind.members, ...(kind.common ?? commonMembers)]) {
    const { name, aliases = [], required } = member;
    const schema = schemaOf(member, kind);
    const alone = required && aliases.length === 0;
    properties[name] = alone ? schema : Type.Optional(schema);
    for (const alias of aliases)
      properties[alias] = Type.Optional({
        ...schema,
        description: `The same as ${name}`,
        'x-alias-of': name,
      } as TSchema);
    if (required && !alone)
      oneOfNames.push({ anyOf: [name, ...aliases].map((key) => ({ required: [key] })) } as TSchema);
  }
  if (kind.namesItself) oneOfNames.push({ anyOf: [{ required: ['type'] }, { required: ['action'] }] } as TSchema);
  return Type.Object(properties, {
    description: `Members of the operation ${kind.name}, then those that every payload may have; ${most} signed bytes at most`,
    ...(oneOfNames.length === 0 ? {} : { allOf: oneOfNames }),
  });
}

/** The body of a kind's signed route. @param most signed bytes. */
export const signedRequest = (kind: SignedShape, most = mostSignedBytes(kind.name)): TSchema =>
  Type.Object({
    payload: payloadOf(kind, most),
    signature: Signature,
    public_key: PublicKey,
    payload_bytes_hex: Type.Optional(
      Type.String({
        description: 'The bytes that were signed, in hex, when they are not the canonical JSON of payload',
      }),
    ),
  });

/** A signed request whose payload names its operation, as a batch takes it. */
export const AnySignedRequest = Type.Object(
  {
    payload: Type.Object(
      { type: Type.Enum(kinds.map(({ name }) => name)) },
      { description: 'As the route of the operation takes it' },
    ),
    signature: Signature,
    public_key: PublicKey,
    payload_bytes_hex: Type.Optional(Type.String()),
  },
  { title: 'AnySignedRequest' },
);

const answerSchemas: Readonly<Record<AnswerMember['type'], (about: string) => TSchema>> = {
  text: (description) => Type.String({ description }),
  number: (description) => Type.Number({ description }),
  digits: (description) => Type.String({ pattern: '^\\d+$', description }),
  flag: (description) => Type.Boolean({ description }),
  record: (description) => Type.Record(Type.String(), Type.Unknown(), { description }),
};

const answerSchema = ({ type, about, words }: AnswerMember): TSchema =>
  words ? Type.Enum([...words], { description: about }) : answerSchemas[type](about);

const accepted = { success: Type.Literal(true), txId: Hash };

/** The answer to an accepted signed request, whatever its operation. */
export const AcceptedAnswer = Type.Object(accepted, { description: 'Taken in: it waits for a block' });

/** The same plus the members of the operation. */
export const acceptedAnswer = ({ answers = [] }: AnyKind): typeof AcceptedAnswer =>
  Type.Object(
    { ...accepted, ...Object.fromEntries(answers.map((member) => [member.name, answerSchema(member)])) },
    { description: 'Taken in: it waits for a block' },
  ) as typeof AcceptedAnswer;

/** A whole transaction as `POST /api/tx/broadcast` takes it. Members that follow from the signed text may be left out. */
export const BroadcastTx = Type.Object(
  {
    tx_type: Type.String({ description: 'Name of the operation', enum: kinds.map(({ name }) => name) }),
    from_pub_key: PublicKey,
    sig: Signature,
    signed_payload: Type.String({ description: 'The exact text that was signed' }),
    version: Type.Optional(Type.Literal(1)),
    nonce: Type.Optional(Type.Integer({ minimum: 0, description: 'Sequential account nonce that it must get' })),
    fee: Type.Optional(Type.Number({ minimum: 0, description: 'What the network will charge' })),
    fee_quanta: Type.Optional(Type.String({ pattern: '^\\d{1,39}$', description: 'The same, exact' })),
    payload: Type.Optional(Type.Record(Type.String(), Type.Unknown(), { description: 'As a read shows it' })),
  },
  { title: 'BroadcastTransaction' },
);
