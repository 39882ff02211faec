import { fromHex } from '../base/bytes.js';
import type { Log } from '../base/ports.js';
import { isRefusal } from '../base/refusal.js';
import { makeCertificate, quorumOf } from '../chain/certificate.js';
import type { ChainRules } from '../consensus/production.js';
import { tipSetOf } from '../ledger/activeSet.js';
import type { State } from '../state/state.js';
import type { Head } from './head.js';
import type { Signer } from './signer.js';

export interface TipParts {
  readonly rules: ChainRules;
  readonly state: State;
  readonly head: Head;
  readonly signer: Signer;
  readonly log: Log;
}

/** Certifies the tip of a directory of a version that kept no certificate of it: where this key alone was the quorum, it commits the
 *  tip once more. Elsewhere the certificate comes from peers. */
export async function certifyTip({ rules, state, head, signer, log }: TipParts): Promise<void> {
  const { tip } = head;
  const { totalStake, stakeOf } = tipSetOf(state, rules.genesis);
  if (stakeOf(signer.publicKey) < quorumOf(totalStake)) return;
  if (tip.height === 0 || !head.needsCertificate(tip.height)) return;
  const vote = await signer.precommitOf(tip);
  if (isRefusal(vote)) return log.warn({ reason: vote.message }, 'the tip could not be certified');
  head.certifyTip(makeCertificate(tip.height, 0, fromHex(tip.hash) ?? new Uint8Array(), [vote]));
}
