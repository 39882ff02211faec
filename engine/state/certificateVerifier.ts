/** Checks quorum certificates for programs without the engine: a wallet, an explorer, a bridge, in Node or in a browser.
 *
 *  In: the JSON of `GET /api/finality/:height` (member `proof`) or of a block's `parent_certificate`, and the validators of that height.
 *  Out: the stake behind the block; an invalid certificate is an error. It imports two cryptographic packages and nothing of
 *  the engine.
 *
 *  The rules: a precommit signs `ROUGECHAIN_FINALITY_VOTE_V2|chain=..|type=precommit|height=..|round=..|block=<64 hex>` with ML-DSA-65.
 *  A certificate holds precommits of one round for one block, each voter once, with more than two thirds of the stake. */

import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { ml_dsa65 } from '@noble/post-quantum/ml-dsa.js';
import { type ActiveMember, ProofError } from './proofVerifier.js';

/** What of a certificate's JSON is read; other members are ignored. */
export interface CertificateJson {
  readonly height: number;
  /** Absent: 0. */
  readonly round?: number;
  readonly block_hash: string;
  readonly precommit_votes: readonly {
    readonly voter_pub_key: string;
    readonly signature: string;
    /** Absent: the certificate's. */
    readonly round?: number;
  }[];
}

export interface ExpectedCertificate {
  readonly chainId: string;
  readonly height: number;
  /** 64 hex characters. */
  readonly blockHash: string;
  /** The set of that height: `genesisSet`, or `readActiveSet` of a record proven under the state root of the height before. */
  readonly validators: readonly ActiveMember[];
}

/** @returns whether the signature holds. */
export type VerifySignature = (signature: Uint8Array, message: Uint8Array, publicKey: Uint8Array) => boolean;

const PUBLIC_KEY_BYTES = 1_952;
const SIGNATURE_BYTES = 3_309;

/** ML-DSA-65 (FIPS 204) with an empty context. */
export const verifyMlDsa65: VerifySignature = (signature, message, publicKey) =>
  publicKey.length === PUBLIC_KEY_BYTES &&
  signature.length === SIGNATURE_BYTES &&
  ml_dsa65.verify(signature, message, publicKey);

function bytesOf(hex: unknown, name: string): Uint8Array {
  try {
    return hexToBytes(hex as string);
  } catch {
    throw new ProofError(`${name} is not hex`);
  }
}

/** Quanta behind a block, and of all validators of its height. */
export interface Finality {
  readonly voting: bigint;
  readonly total: bigint;
}

const isWhole = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

/** @throws ProofError when the certificate does not make the expected block final. The message says why. */
export function verifyCertificate(
  certificate: CertificateJson,
  { chainId, height, blockHash, validators }: ExpectedCertificate,
  verifySignature: VerifySignature = verifyMlDsa65,
): Finality {
  const { round = 0, precommit_votes: votes } = certificate ?? {};
  if (certificate?.height !== height) throw new ProofError(`the certificate is not for height ${height}`);
  if (certificate.block_hash !== blockHash) throw new ProofError('the certificate is for another block');
  if (!isWhole(round) || !Array.isArray(votes)) throw new ProofError('the certificate has no round or no precommits');
  const stakes = new Map(validators.map(({ account, stake }) => [bytesToHex(account), stake]));
  const total = validators.reduce((sum, { stake }) => sum + stake, 0n);
  const text = `ROUGECHAIN_FINALITY_VOTE_V2|chain=${chainId}|type=precommit|height=${height}|round=${round}|block=${blockHash}`;
  const message = new TextEncoder().encode(text);
  let voting = 0n;
  // No more signatures than validators are checked: a voter counts once, and a stranger ends the check.
  for (const vote of votes as CertificateJson['precommit_votes']) {
    if ((vote?.round ?? round) !== round) throw new ProofError('the precommits are not of one round');
    const publicKey = bytesOf(vote?.voter_pub_key, 'voter_pub_key');
    const account = bytesToHex(sha256(publicKey));
    const stake = stakes.get(account);
    if (stake === undefined)
      throw new ProofError('a precommit is not by a validator of this height, or is there twice');
    stakes.delete(account);
    if (!verifySignature(bytesOf(vote.signature, 'signature'), message, publicKey))
      throw new ProofError('the signature of a precommit does not hold');
    voting += stake;
  }
  if (voting < (2n * total) / 3n + 1n) throw new ProofError('the precommits do not carry two thirds of the stake');
  return { voting, total };
}

/** The set of height 1. @param validators of the genesis file. @param most its `max_validators`.
 *  @returns the greatest stakes, ties to the lowest key. */
export function genesisSet(
  validators: readonly { readonly publicKey: string /** Quanta. */; readonly stake: bigint }[],
  most = 100,
): readonly ActiveMember[] {
  return validators
    .map(({ publicKey, stake }) => ({ key: publicKey.toLowerCase(), stake }))
    .sort((a, b) => (a.stake === b.stake ? (a.key < b.key ? -1 : 1) : a.stake > b.stake ? -1 : 1))
    .slice(0, most)
    .map(({ key, stake }) => ({ account: sha256(bytesOf(key, 'publicKey')), stake }));
}
