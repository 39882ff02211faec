/** The signatures of certificates, each checked once: a header brings a certificate, its block needs it, and the next block carries the
 *  same one as its parent's.
 *
 *  In: certificates. Out: why a signature does not hold. Remembered are those that are being checked and those that hold, the oldest loses. */

import type { Refusal } from '../base/refusal.js';
import type { Certificate } from '../chain/certificate.js';
import type { ChainRules } from '../consensus/production.js';
import type { BlockVerifier } from '../intake/verifier.js';
import { HEADERS } from '../network/limits.js';
import { checkCertificateSignatures } from './blockSignatures.js';

/** Those of all headers ahead of the head, and of as many blocks that are under way. */
const REMEMBERED = 2 * HEADERS.ahead;

export class CertificateSignatures {
  readonly #known = new Map<string, Promise<Refusal | undefined>>();

  constructor(
    private readonly rules: ChainRules,
    private readonly verifier: BlockVerifier,
  ) {}

  /** @returns why a signature does not hold; `busy` when they could not be checked now. */
  check(certificate: Certificate): Promise<Refusal | undefined> {
    const hash = this.rules.protocol.certificateHash(certificate);
    const known = this.#known.get(hash);
    if (known) return known;
    const problem = checkCertificateSignatures(this.rules, this.verifier, certificate);
    this.#known.set(hash, problem);
    for (const oldest of this.#known.keys()) if (this.#known.size > REMEMBERED) this.#known.delete(oldest);
    // Only a verdict that it holds is for good.
    const forget = (failed: unknown): void => {
      if (failed !== undefined && this.#known.get(hash) === problem) this.#known.delete(hash);
    };
    problem.then(forget, forget);
    return problem;
  }
}
