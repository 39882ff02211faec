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
import { sha256Hex } from '../crypto/sha256.js';
import type { BlockVerifier } from '../intake/verifier.js';
import type { SignedByAnswer } from '../network/events.js';
import { readPeerText } from '../network/handshake.js';
import type { HandshakeProof } from '../network/sessionEvents.js';
import type { KeyAnswer } from './signingGate.js';

export interface PeerClaimsParts {
  readonly rules: ChainRules;
  /** ML-DSA-65 public key of this node. */
  readonly publicKey: Uint8Array;
  readonly verifier: BlockVerifier;
  readonly timers: Timers;
  /** Evidence of an equivocation has come, and its signatures hold. */
  readonly onEvidence: (evidence: Evidence) => void;
  /** A peer has said what it has seen of this node's key. */
  readonly onSignedBy: (answer: KeyAnswer) => void;
  /** A peer has shown that another process has proven this node's key to it. @param from key of the peer.
   *  @param isLater whether that process began after this one. */
  readonly onKeyElsewhere: (from: Uint8Array, isLater: boolean) => void;
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
  async signedBy(answer: SignedByAnswer): Promise<void> {
    const { from, isNamed, reaches, signedBy } = answer;
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
    if (!verdicts || isRefusal(verdicts)) timers.after(PROOF_RETRY_MS, () => void this.signedBy(answer));
    else {
      const seen = Math.max(0, ...claims.map(({ height }, index) => (verdicts[index] ? height : 0)));
      onSignedBy({ from, isNamed, reaches, seen });
    }
  }

  /** Only what the other process has signed for this very peer counts. That it runs still is the peer's word.
   *  @param startedAt when this process began. */
  async keyElsewhere(from: Uint8Array, { text, signature }: HandshakeProof, startedAt: number): Promise<void> {
    const { rules, publicKey, verifier, onKeyElsewhere } = this.parts;
    const { chainId, fileHash } = rules.genesis;
    const signed = readPeerText({ chainId, genesis: fileHash }, text);
    if (!signed || signed.self !== sha256Hex(publicKey) || signed.peer !== sha256Hex(from)) return;
    if (signed.startedAt === startedAt) return;
    const verdicts = await verifier.checkSignatures([{ message: text, publicKey, signature }]).catch(() => undefined);
    if (this.#stopped || !verdicts || isRefusal(verdicts) || !verdicts[0]) return;
    onKeyElsewhere(from, signed.startedAt > startedAt);
  }

  stop(): void {
    this.#stopped = true;
  }
}
