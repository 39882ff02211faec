/** Signed requests: the envelope of a transaction.
 *
 *  A request is signed once and may be sent any number of times: the first copy that arrives uses up its nonce, so that it
 *  never pays twice. */

import type { Account } from './account.js';
import { randomBytes, toHex, transactionIdOf, utf8 } from './bytes.js';
import {
  type OperationFields,
  type OperationName,
  operations,
  type ServiceFields,
  type ServiceName,
  services,
} from './generated/routes.js';
import { canonicalText, commonFields, encodeFields, type SignOptions } from './payload.js';

/** Length of a nonce; the chain accepts 8 to 128 bytes of text, and this is 32 characters of hex. */
const NONCE_BYTES = 16;

export interface SigningContext {
  readonly chainId: string;
  /** Milliseconds since the epoch. */
  readonly timestamp: number;
}

/** A request with its signature, ready to be sent. */
export class SignedRequest {
  constructor(
    readonly operation: OperationName,
    /** Path of the route that takes it. */
    readonly path: string,
    /** Id of the transaction. */
    readonly txId: string,
    /** The exact text that was signed. */
    readonly payloadText: string,
    /** JSON of the envelope: payload, signature, public_key. */
    readonly body: string,
    /** Whether it requires a nonce of the account, which other requests can use up. */
    readonly namesAccountNonce: boolean,
  ) {}
}

/** A request of a service with its signature. */
export interface ServiceRequest {
  readonly path: string;
  /** JSON of the envelope. */
  readonly body: string;
}

/** Signs one request of a service. */
export function signService<Name extends ServiceName>(
  account: Account,
  service: Name,
  fields: ServiceFields[Name],
  { chainId, timestamp }: SigningContext,
): ServiceRequest {
  const shape = services[service];
  const payloadText = canonicalText({
    ...encodeFields(service, shape, fields),
    chain_id: chainId,
    timestamp,
    nonce: toHex(randomBytes(NONCE_BYTES)),
    type: service,
    from: account.publicKey,
  });
  const signature = toHex(account.sign(utf8(payloadText)));
  return {
    path: shape.path,
    body: `{"payload":${payloadText},"signature":"${signature}","public_key":"${account.publicKey}"}`,
  };
}

/** Signs one operation. */
export function signRequest<Name extends OperationName>(
  account: Account,
  operation: Name,
  fields: OperationFields[Name],
  context: SigningContext,
  options: SignOptions = {},
): SignedRequest {
  const shape = operations[operation];
  const payloadText = canonicalText({
    ...encodeFields(operation, shape, fields),
    ...commonFields(options, { ...context, nonce: toHex(randomBytes(NONCE_BYTES)) }),
    type: operation,
    from: account.publicKey,
  });
  const signedBytes = utf8(payloadText);
  const signature = toHex(account.sign(signedBytes));
  return new SignedRequest(
    operation,
    shape.path,
    transactionIdOf(account.publicKeyBytes(), signedBytes),
    payloadText,
    `{"payload":${payloadText},"signature":"${signature}","public_key":"${account.publicKey}"}`,
    options.accountNonce !== undefined,
  );
}
