/** A chain of 60 blocks under real links and certificates, as peers written down in a test serve it: headers first, then blocks. */

import { fromHex } from '../../engine/base/bytes.js';
import { makeCertificate } from '../../engine/chain/certificate.js';
import type { CertificateVerdict, DecidedBlock, NetworkEffect } from '../../engine/network/events.js';
import type { BlockHead, CertifiedHeader, PeerMessage } from '../../engine/network/messages.js';
import type { LinkId } from '../../engine/network/net.js';
import { GENESIS, type MadeBlock, makeBlock, makeTransaction, signedVote } from './peerHost.js';
import { type ScriptedPeers, VALIDATORS } from './scriptedPeers.js';

type Served = MadeBlock & DecidedBlock;
export type Chain = readonly Served[];

/** @param fork differs from chain to chain. */
export function chainOf(blocks: number, fork = 0, base: Chain = []): Chain {
  const made: Served[] = [...base];
  for (let height = made.length + 1; height <= blocks; height++) {
    const parent = made.at(-1) ?? { hash: GENESIS.hash, certificate: undefined };
    const waiting = [makeTransaction(2 * height), makeTransaction(2 * height + 1)];
    const above = { height: height - 1, hash: parent.hash };
    const block = makeBlock(VALIDATORS[0] as Uint8Array, above, waiting, parent.certificate, height + fork);
    const votes = VALIDATORS.slice(1).map((key) => signedVote(key, 'precommit', height, block.hash));
    made.push({ ...block, certificate: makeCertificate(height, 0, fromHex(block.hash) as Uint8Array, votes) });
  }
  return made;
}

export const CHAIN = chainOf(60);
export const at = (height: number, chain = CHAIN): Served => chain[height - 1] as Served;
export const claim = (height: number, chain = CHAIN) => ({
  status: { height, hash: at(height, chain).hash, proposerDistance: undefined, producing: true },
});

export function certified(height: number, chain = CHAIN): CertifiedHeader {
  const { block, certificate } = at(height, chain);
  const { headerBytes, proposerSignature } = block;
  return { headerBytes, proposerSignature, certificate };
}

export const headersPart = (request: number, fromHeight: number, to: number, chain = CHAIN): PeerMessage => ({
  kind: 'headersPart',
  request,
  fromHeight,
  headers: Array.from({ length: to - fromHeight + 1 }, (_, index) => certified(fromHeight + index, chain)),
});

/** A part of a block that was asked for without its certificate. */
export function blockPart(
  request: number,
  height: number,
  { first = 0, count = 2, chain = CHAIN, head: changes = {} }: Partial<Which> = {},
): PeerMessage {
  const { headerBytes, proposerSignature, certificate: parentCertificate, transactions } = at(height, chain).block;
  const sent = transactions.slice(first, first + count);
  const head = { headerBytes, proposerSignature, parentCertificate, certificate: undefined, transactionCount: 2 };
  const part = { request, height, head: first === 0 ? { ...head, ...changes } : undefined, first, transactions: sent };
  return { kind: 'blockPart', part };
}

interface Which {
  readonly first: number;
  readonly count: number;
  readonly chain: Chain;
  readonly head: Partial<BlockHead>;
}

type VerdictOf = (height: number) => CertificateVerdict;

/** Answers the certificates that the last step has to be checked, and those that follow. The effects of all steps stay. */
export function judge(peers: ScriptedPeers, verdictOf: VerdictOf = () => 'holds'): void {
  const all: NetworkEffect[] = [...peers.effects];
  for (let checks = peers.of('headerCertificates'); checks.length > 0; checks = peers.of('headerCertificates'))
    for (const { token, certificates } of checks) {
      const verdicts = certificates.map(({ height }) => verdictOf(height));
      all.push(...peers.step({ kind: 'headerCertificatesChecked', token, verdicts }));
    }
  peers.effects = all;
}

/** The peer answers what the last step has asked it for of the headers, and certificates are judged. The effects of these steps stay. */
export function giveHeaders(
  peers: ScriptedPeers,
  link: LinkId,
  { chain = CHAIN, verdictOf }: { readonly chain?: Chain; readonly verdictOf?: VerdictOf } = {},
): void {
  const [wanted] = peers.sent(link, 'headersWanted');
  if (!wanted) throw new Error('the peer was asked for no headers');
  peers.say(link, headersPart(wanted.request, wanted.fromHeight, wanted.fromHeight + wanted.count - 1, chain));
  judge(peers, verdictOf);
}
