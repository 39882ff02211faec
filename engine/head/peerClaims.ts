/** What peers claim that a key has signed: believed only with the signatures.
 *
 *  In: evidence of equivocations, and answers to the question what this node's key has signed. Out: evidence that holds, and the
 *  greatest height at which this key has signed. */

import { utf8Text } from '../base/bytes.js';
import type { Timers } from '../base/ports.js';
import { isRefusal } from '../base/refusal.js';
import { checkEvidence, decodeEvidence, type Evidence } from '../chain/evidence.js';
import { parseHeader } from '../chain/header.js';
import { type SignatureCheck, voteCheck } from '../chain/vote.js';
import type { ChainRules } from '../consensus/production.js';
import type { BlockVerifier } from '../intake/verifier.js';
import type { SignedBy } from '../network/messages.js';

export interface PeerClaimsParts {
  readonly rules: ChainRules;
  /** ML-DSA-65 public key of this node. */
  readonly publicKey: Uint8Array;
  readonly verifier: BlockVerifier;
  readonly timers: Timers;
  /** Evidence of an equivocation has come, and its signatures hold. */
  readonly onEvidence: (evidence: Evidence) => void;
  /** A peer has shown signatures of this node's key: the greatest height of them; 0 for none. @param from its own key. */
  readonly onSignedBy: (height: number, from: Uint8Array) => void;
}

/** Wait before signatures that could not be checked are checked again. */
const PROOF_RETRY_MS = 100;

/** Attempts to check one piece of evidence: peers send it once, and the rounds of an open slot may wait for it. */
const EVIDENCE_ATTEMPTS = 50;

export class PeerClaims {
  #stopped = false;

  constructor(private readonly parts: PeerClaimsParts) {}

  /** What a peer calls evidence: both signatures are checked before it is believed. */
  async evidence(encoded: Uint8Array): Promise<void> {
    const { rules } = this.parts;
    const evidence = decodeEvidence(encoded);
    if (isRefusal(evidence)) return;
    const checks = checkEvidence(evidence, { chainId: rules.genesis.chainId, ...rules.protocol });
    if (isRefusal(checks)) return;
    await this.#checkEvidence(evidence, checks, 1);
  }

  async #checkEvidence(evidence: Evidence, checks: readonly SignatureCheck[], attempt: number): Promise<void> {
    const { verifier, timers, onEvidence } = this.parts;
    const verdicts = await verifier.checkSignatures(checks).catch(() => undefined);
    if (this.#stopped) return;
    if (verdicts && !isRefusal(verdicts)) {
      if (verdicts.every((holds) => holds)) onEvidence(evidence);
    } else if (attempt < EVIDENCE_ATTEMPTS)
      timers.after(PROOF_RETRY_MS, () => void this.#checkEvidence(evidence, checks, attempt + 1));
  }

  /** What counts carries a signature of this key: a peer's word alone could keep this node from signing for ever. What peers have
   *  read in the chain needs no proof, because this node signs only above the chain. */
  async signedBy(signedBy: SignedBy, from: Uint8Array): Promise<void> {
    const { rules, publicKey, verifier, timers, onSignedBy } = this.parts;
    const { genesis, protocol } = rules;
    const claims = signedBy.votes.map((vote) => ({
      height: vote.height,
      check: voteCheck(genesis.chainId, vote, protocol.voteBytes),
    }));
    for (const { headerBytes: message, proposerSignature: signature } of signedBy.headers) {
      const header = parseHeader(utf8Text(message));
      if (isRefusal(header) || header.chain_id !== genesis.chainId) continue;
      claims.push({ height: header.height, check: { message, publicKey, signature } });
    }
    const verdicts = await verifier.checkSignatures(claims.map(({ check }) => check)).catch(() => undefined);
    if (this.#stopped) return;
    if (!verdicts || isRefusal(verdicts)) timers.after(PROOF_RETRY_MS, () => void this.signedBy(signedBy, from));
    else onSignedBy(Math.max(0, ...claims.map(({ height }, index) => (verdicts[index] ? height : 0))), from);
  }

  stop(): void {
    this.#stopped = true;
  }
}
