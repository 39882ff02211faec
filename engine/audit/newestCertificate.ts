/** The certificate of the newest block, which no later block carries: its stakes and its signatures. */

import { fromHex } from '../base/bytes.js';
import { checkCertificate, decodeCertificate } from '../chain/certificate.js';
import type { ChainRules } from '../consensus/production.js';
import { checkCertificateSignatures } from '../head/blockSignatures.js';
import type { BlockVerifier } from '../intake/verifier.js';
import { tipSetOf } from '../ledger/activeSet.js';
import type { State } from '../state/state.js';

export interface NewestBlock {
  readonly height: number;
  /** 64 hex characters. */
  readonly hash: string;
  /** After the block. */
  readonly state: State;
}

/** @param bytes as stored. A version that kept none has left none, or that of an earlier block.
 *  @returns what is wrong with it. */
export async function certificateFinding(
  bytes: Uint8Array,
  { height, hash, state }: NewestBlock,
  rules: ChainRules,
  verifier: BlockVerifier,
): Promise<string | undefined> {
  const certificate = decodeCertificate(bytes);
  if (!certificate) return 'the certificate of the newest block cannot be read';
  if (certificate.height < height) return undefined;
  const { totalStake, stakeOf } = tipSetOf(state, rules.genesis);
  const blockHash = fromHex(hash) ?? new Uint8Array();
  const problem =
    checkCertificate(certificate, { height, blockHash, totalStake }, stakeOf) ??
    (await checkCertificateSignatures(rules, verifier, certificate));
  return problem && `the certificate of block ${height}, the newest: ${problem.message}`;
}
