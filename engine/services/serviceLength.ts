/** How long the requests of a service kind may be: what its members need. */

import { MAX_BODY_BYTES } from '../base/limits.js';
import { SERVICE_SIGNED_BYTES } from '../base/serviceLimits.js';
import { largestEnvelope } from '../intake/envelope.js';
import { signedBytesOf } from '../ledger/signedLength.js';
import type { ServiceKind } from './serviceKind.js';

type Members = Pick<ServiceKind, 'members'>;

export const serviceSignedBytes = ({ members }: Members): number => signedBytesOf(members, SERVICE_SIGNED_BYTES);

/** @returns bytes of the largest body. */
export const largestServiceBody = (kind: Members): number =>
  Math.min(MAX_BODY_BYTES, largestEnvelope(serviceSignedBytes(kind)));
