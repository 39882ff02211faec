/** Checks every signature of a block: of its proposer, of its parent's certificate, of its transactions.
 *
 *  In: a block from a peer, a journal or a file. Out: its transactions, decoded, in its order, or why a signature does not hold;
 *  `busy` when not all of them could be checked. */

import { fromHex } from '../base/bytes.js';
import { isRefusal, type Refusal, refuse } from '../base/refusal.js';
import type { Block } from '../chain/block.js';
import { type Certificate, certificateChecks } from '../chain/certificate.js';
import { type Vote, voteCheck } from '../chain/vote.js';
import type { ChainRules } from '../consensus/production.js';
import type { BlockVerifier, SignatureCheck } from '../intake/verifier.js';
import type { PoolItem } from '../mempool/mempool.js';

/** The signatures of a certificate, with the message that each of them signs. */
export function checksOf({ genesis, protocol }: ChainRules, certificate: Certificate): SignatureCheck[] {
  const { height, round, blockHash } = certificate;
  return certificateChecks(certificate, protocol.voteBytes(genesis.chainId, 'precommit', height, round, blockHash));
}

async function checkAll(verifier: BlockVerifier, checks: readonly SignatureCheck[]): Promise<Refusal | undefined> {
  const verdicts = await verifier.checkSignatures(checks);
  if (isRefusal(verdicts)) return verdicts;
  return verdicts.includes(false) ? refuse('invalid_signature', 'a signature in it does not hold') : undefined;
}

/** Whether the signatures of votes hold. @returns undefined when they could not be checked now. */
export async function checkVotes(
  { genesis, protocol }: ChainRules,
  verifier: BlockVerifier,
  votes: readonly Vote[],
): Promise<readonly boolean[] | undefined> {
  const checks = votes.map((vote) => voteCheck(genesis.chainId, vote, protocol.voteBytes));
  const verdicts = await verifier.checkSignatures(checks).catch(() => undefined);
  return verdicts && !isRefusal(verdicts) ? verdicts : undefined;
}

/** The precommits of a certificate. */
export const checkCertificateSignatures = (
  rules: ChainRules,
  verifier: BlockVerifier,
  certificate: Certificate,
): Promise<Refusal | undefined> => checkAll(verifier, checksOf(rules, certificate));

export type SignedHeader = Pick<Block, 'header' | 'headerBytes' | 'proposerSignature'>;

const proposerCheck = ({ header, headerBytes, proposerSignature }: SignedHeader): SignatureCheck => ({
  message: headerBytes,
  publicKey: fromHex(header.proposer_pub_key) ?? new Uint8Array(),
  signature: proposerSignature,
});

export const checkProposerSignature = (verifier: BlockVerifier, signed: SignedHeader): Promise<Refusal | undefined> =>
  checkAll(verifier, [proposerCheck(signed)]);

/** @param known transactions that were verified before, by their position. */
export async function checkTransactions(
  verifier: BlockVerifier,
  { transactions }: Block,
  known: readonly (PoolItem | undefined)[] = [],
): Promise<PoolItem[] | Refusal> {
  const missing = transactions.flatMap((parts, index) => (known[index] ? [] : [{ parts, index }]));
  const answers = await verifier.verifyTransactions(missing.map(({ parts }) => parts));
  const verified: (PoolItem | undefined)[] = transactions.map((_, index) => known[index]);
  for (const [at, answer] of answers.entries()) {
    const index = missing[at]?.index ?? 0;
    if (isRefusal(answer)) return refuse(answer.code, `tx #${index}: ${answer.message}`);
    verified[index] = answer;
  }
  return verified.flatMap((one) => (one ? [one] : []));
}

/** All signatures of a block. @returns its transactions, decoded, in its order. */
export async function checkBlockSignatures(
  rules: ChainRules,
  verifier: BlockVerifier,
  block: Block,
): Promise<PoolItem[] | Refusal> {
  const checks = [proposerCheck(block), ...(block.certificate ? checksOf(rules, block.certificate) : [])];
  return (await checkAll(verifier, checks)) ?? checkTransactions(verifier, block);
}
