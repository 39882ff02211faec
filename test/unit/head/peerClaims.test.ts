/** What peers claim that a key has signed: evidence that a busy verifier does not lose, and another process with this node's key, of which
 *  only a signature that this very peer can have got counts. */

import { expect, test } from 'vitest';
import { type Refusal, refuse } from '../../../engine/base/refusal.js';
import { type Evidence, encodeEvidence, evidenceOfVotes } from '../../../engine/chain/evidence.js';
import { sha256Hex } from '../../../engine/crypto/sha256.js';
import { PeerClaims, type PeerClaimsParts } from '../../../engine/head/peerClaims.js';
import { type Exchange, peerNonce, peerText } from '../../../engine/network/handshake.js';
import { nativeProtocol } from '../../../engine/protocol/native.js';
import { keyedBackend } from '../../support/keyedBackend.js';
import { VirtualTime } from '../../support/virtualTime.js';
import { LOW, MIDDLE, voteOf, voterKey } from '../../support/votingScene.js';

const [OWN, PEER, OTHER] = ['own', 'peer', 'other'].map((name) =>
  keyedBackend.keygen(Buffer.from(sha256Hex(Buffer.from(name)), 'hex')),
) as [Keys, Keys, Keys];
type Keys = ReturnType<typeof keyedBackend.keygen>;
const NETWORK = { chainId: 'claims-1', genesis: '17'.repeat(32) };
const STARTED = 5_000;

const nonce = (startedAt: number): Uint8Array => peerNonce(new Uint8Array(24).fill(9), startedAt);

function text(
  role: 'dial' | 'accept',
  changes: { own?: Keys; peer?: Keys; at?: number; network?: typeof NETWORK } = {},
) {
  const { own = OWN, peer = PEER, at = 9_000, network = NETWORK } = changes;
  const [ownId, peerId] = [own, peer].map(({ publicKey }) => sha256Hex(publicKey)) as [string, string];
  const [self, theirs] = [nonce(at), nonce(77)];
  const isDial = role === 'dial';
  const exchange: Exchange = {
    dialId: isDial ? ownId : peerId,
    acceptId: isDial ? peerId : ownId,
    dialNonce: isDial ? self : theirs,
    acceptNonce: isDial ? theirs : self,
    kemKey: new Uint8Array(3),
    ciphertext: new Uint8Array(4),
  };
  return peerText(network, role, exchange);
}

function claims(check: PeerClaimsParts['verifier']['checkSignatures']) {
  const heard: boolean[] = [];
  const parts = {
    rules: { genesis: { chainId: NETWORK.chainId, fileHash: NETWORK.genesis } },
    publicKey: OWN.publicKey,
    verifier: { checkSignatures: check },
    onKeyElsewhere: (_: Uint8Array, isLater: boolean) => heard.push(isLater),
  } as unknown as PeerClaimsParts;
  return { heard, claims: new PeerClaims(parts) };
}

const real: PeerClaimsParts['verifier']['checkSignatures'] = async (checks) =>
  checks.map(({ message, publicKey, signature }) => keyedBackend.verify(signature, message, publicKey));

const signed = (message: Uint8Array, by: Keys = OWN) => ({
  text: message,
  signature: keyedBackend.sign(message, by.secretKey, new Uint8Array(32)),
});

test.each(['dial', 'accept'] as const)(
  'a handshake of another process counts, and tells which began later: %s',
  async (role) => {
    const { heard, claims: one } = claims(real);
    await one.keyElsewhere(PEER.publicKey, signed(text(role)), STARTED);
    await one.keyElsewhere(PEER.publicKey, signed(text(role, { at: 4_999 })), STARTED);
    expect(heard).toEqual([true, false]);
  },
);

test.each([
  ['of this process', signed(text('dial', { at: STARTED }))],
  ['for another peer', signed(text('dial', { peer: OTHER }))],
  ['of another key', signed(text('dial', { own: OTHER }), OTHER)],
  ['of another network', signed(text('dial', { network: { ...NETWORK, chainId: 'claims-2' } }))],
  ['of another genesis', signed(text('dial', { network: { ...NETWORK, genesis: '18'.repeat(32) } }))],
  ['that the key has not signed', signed(text('dial'), PEER)],
  ['with more behind it', signed(Buffer.concat([text('dial'), Buffer.from('|x')]))],
  ['that is none', signed(Buffer.from('ROUGED_PEER_V1'))],
])('a text %s does not count', async (_, proof) => {
  const { heard, claims: one } = claims(real);
  await one.keyElsewhere(PEER.publicKey, proof, STARTED);
  expect(heard).toEqual([]);
});

test('one that could not be checked does not count; it is shown again', async () => {
  const { heard, claims: one } = claims(async () => refuse('busy', 'the queue is full'));
  await one.keyElsewhere(PEER.publicKey, signed(text('dial')), STARTED);
  expect(heard).toEqual([]);
});

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
