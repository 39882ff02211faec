/** Evidence that a peer has sent once is not lost to a verifier that is busy. */

import { expect, test } from 'vitest';
import { type Refusal, refuse } from '../../../engine/base/refusal.js';
import { type Evidence, encodeEvidence, evidenceOfVotes } from '../../../engine/chain/evidence.js';
import { PeerClaims, type PeerClaimsParts } from '../../../engine/head/peerClaims.js';
import { nativeProtocol } from '../../../engine/protocol/native.js';
import { VirtualTime } from '../../support/virtualTime.js';
import { LOW, MIDDLE, voteOf, voterKey } from '../../support/votingScene.js';

const evidence = evidenceOfVotes(voteOf(1, 'prevote', 0, LOW), voteOf(1, 'prevote', 0, MIDDLE));

function scene(answers: readonly (readonly boolean[] | Refusal | Error)[]) {
  const time = new VirtualTime(0);
  const shown: Evidence[] = [];
  let asked = 0;
  const checkSignatures = async () => {
    const answer = answers[Math.min(asked++, answers.length - 1)];
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const claims = new PeerClaims({
    rules: { genesis: { chainId: 'scene-1' }, protocol: nativeProtocol },
    publicKey: voterKey(0),
    verifier: { checkSignatures },
    timers: time.process(),
    onEvidence: (one: Evidence) => void shown.push(one),
    onSignedBy: () => {},
  } as unknown as PeerClaimsParts);
  return { time, shown, claims, asked: () => asked };
}

test('evidence is checked again when the verifier was busy or failed, and believed once its signatures hold', async () => {
  const { time, shown, claims } = scene([refuse('busy', 'not now'), new Error('died'), [true, true]]);
  await claims.evidence(encodeEvidence(evidence));
  expect(shown).toEqual([]);
  await time.pass(1_000);
  expect(shown).toEqual([evidence]);
});

test('evidence with a signature that does not hold is dropped, and a verifier that stays busy is asked no more after a while', async () => {
  const forged = scene([[true, false]]);
  await forged.claims.evidence(encodeEvidence(evidence));
  await forged.time.pass(60_000);
  expect([forged.asked(), forged.shown]).toEqual([1, []]);
  const busy = scene([refuse('busy', 'not now')]);
  await busy.claims.evidence(encodeEvidence(evidence));
  await busy.time.pass(60_000);
  expect([busy.asked(), busy.shown]).toEqual([50, []]);
});
