/** Queries about finality: the certificate of a block, which the next block carries, and what its precommits weigh. */

import { amountView, XRGE } from '../base/amounts.js';
import { toHex } from '../base/bytes.js';
import { invariant } from '../base/refusal.js';
import type { Certificate } from '../chain/certificate.js';
import { addressOfKey } from '../crypto/address.js';
import { Pieces } from './pieces.js';
import type { KeyReader } from './port.js';
import type { VoteWeights } from './voteLog.js';
import { readBlock } from './walks.js';

/** What a certificate proves. */
export interface FinalityFacts {
  readonly height: number;
  /** The round in which its precommits were given. */
  readonly round: number;
  /** 64 hex characters. */
  readonly blockHash: string;
  /** Quanta of all validators that could vote, and of those that precommitted. */
  readonly total: bigint;
  readonly voting: bigint;
  /** Addresses of those that precommitted. */
  readonly voters: readonly string[];
  /** Time of the block that carries the certificate, in milliseconds. */
  readonly time: number;
}

interface Carried {
  readonly certificate: Certificate;
  readonly weights: VoteWeights;
  readonly time: number;
}

async function carriedBy(reader: KeyReader, height: number): Promise<Carried | undefined> {
  const block = await readBlock(reader, height + 1);
  if (!block?.certificate || !block.voteWeights) return undefined;
  return { certificate: block.certificate, weights: block.voteWeights, time: block.header.time };
}

const heightIn = (args: unknown): number => (args as { readonly height: number }).height;

/** @returns null when the next block carries no certificate, or was stored without the weights of its votes. */
async function finality(reader: KeyReader, args: unknown): Promise<FinalityFacts | null> {
  const carried = await carriedBy(reader, heightIn(args));
  if (!carried) return null;
  const { certificate, weights, time } = carried;
  return {
    height: certificate.height,
    round: certificate.round,
    blockHash: toHex(certificate.blockHash),
    total: weights.total,
    voting: weights.each.reduce((sum, weight) => sum + weight, 0n),
    voters: certificate.precommits.map(({ voterKey }) => addressOfKey(voterKey)),
    time,
  };
}

/** The caller knows that there is a certificate. */
async function* precommits(reader: KeyReader, args: unknown): AsyncGenerator<Uint8Array> {
  const carried = await carriedBy(reader, heightIn(args));
  invariant(carried, 'a certificate that was there is gone');
  yield* precommitPieces(carried.certificate, carried.weights.each);
}

/** JSON items and the closing bracket. @param weights of the precommits in quanta, in their order. */
export async function* precommitPieces(
  certificate: Certificate,
  weights: readonly bigint[],
): AsyncGenerator<Uint8Array> {
  const pieces = new Pieces();
  for (const [index, { voterKey, signature }] of certificate.precommits.entries())
    yield* pieces.add(
      () =>
        (index === 0 ? '' : ',') +
        JSON.stringify({
          vote_type: 'precommit',
          height: certificate.height,
          round: certificate.round,
          block_hash: toHex(certificate.blockHash),
          voter_pub_key: toHex(voterKey),
          signature: toHex(signature),
          ...amountView(XRGE, weights[index] ?? 0n, 'stake'),
        }),
    );
  yield* pieces.add(() => ']');
  yield* pieces.end();
}

export const finalityQueries = { finality, precommits };
