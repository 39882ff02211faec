/** The same signed bytes as records of other kinds: what a node can list whose operator means ill.
 *
 *  In: a record. Out: a record for each kind with records whose members are in its payload too. */

import { isRefusal } from '../../engine/base/refusal.js';
import { nativeProtocol } from '../../engine/protocol/native.js';
import { serviceKindOf, serviceKinds } from '../../engine/services/kinds/index.js';
import { seriesOf } from '../../engine/services/series.js';
import { type ReadRequest, readRecord } from '../../engine/services/serviceRequest.js';
import type { SeededRandom } from './random.js';

const isKind = (name: string): boolean => serviceKindOf(name) !== undefined;

/** Every kind with records as which the signed bytes can be read, that of the record among them. */
export function readingsOf({ payload, publicKey }: ReadRequest, chainId: string): readonly ReadRequest[] {
  const context = { chainId, requireChainId: false, protocol: nativeProtocol, backend: { verify: () => true }, isKind };
  return serviceKinds
    .filter(({ scope }) => seriesOf(scope) !== undefined)
    .flatMap((kind) => {
      const reading = readRecord(kind, payload, publicKey, context, true);
      return isRefusal(reading) ? [] : [reading];
    });
}

/** For each of some records, as often as `percent` says, all its other readings. */
export const relabelled = (
  requests: readonly ReadRequest[],
  random: SeededRandom,
  percent: number,
  chainId: string,
): readonly ReadRequest[] =>
  requests
    .filter(() => random.chance(percent))
    .flatMap((request) => readingsOf(request, chainId).filter(({ kind }) => kind !== request.kind));
