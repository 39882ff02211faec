/** Proofs of work, links, changes of target, Merkle proofs and raw transactions of the main network; each again with one byte changed. */

import { describe as describeAlways, expect, test } from 'vitest';
import { isRefusal } from '../../../../engine/base/refusal.js';
import { shownHash } from '../../../../engine/bridge/btc/hash.js';
import {
  type BtcHeader,
  HeaderChain,
  parseHeader,
  RETARGET_BLOCKS,
  retargeted,
} from '../../../../engine/bridge/btc/headers.js';
import { isMerkleProof } from '../../../../engine/bridge/btc/merkle.js';
import { parseBtcTransaction } from '../../../../engine/bridge/btc/transaction.js';
import { type MainnetData, mainnetData, type Retarget } from '../../../support/bitcoin/mainnetData.js';
import { bitcoinPackagesMissing } from '../../../support/bitcoin/packages.js';
import { good } from '../../../support/depositScene.js';

const describe = describeAlways.skipIf(bitcoinPackagesMissing);

const NOTHING: MainnetData = { linked: [], headers: [], proofs: [], transactions: [], retargets: [] };
const data = bitcoinPackagesMissing ? NOTHING : mainnetData();

const read = (bytes: Uint8Array): BtcHeader => parseHeader(bytes) as BtcHeader;

/** Copies with one byte changed, one for each byte. */
const changedIn = (bytes: Uint8Array): readonly Uint8Array[] =>
  Array.from(bytes, (byte, at) => {
    const copy = bytes.slice();
    copy[at] = byte ^ 0x01;
    return copy;
  });

/** @returns why a header cannot begin a chain whose checkpoint it is. */
function ownProblem(header: BtcHeader): string | undefined {
  const chain = good(HeaderChain.from('mainnet', { height: 0, hash: shownHash(header.hash) }));
  return chain.extend(header)?.message;
}

function chainOf(headers: readonly BtcHeader[]): HeaderChain {
  const chain = good(HeaderChain.from('mainnet', { height: 0, hash: shownHash((headers[0] as BtcHeader).hash) }));
  for (const header of headers) expect(chain.extend(header)).toBeUndefined();
  return chain;
}

describe('the main network', () => {
  test('as much of it as the packages have is read', () => {
    const { linked, headers, proofs, transactions, retargets } = data;
    const counted = {
      ...{ linked: linked.length, headers: headers.length, proofs: proofs.length },
      ...{ transactions: transactions.length, retargets: retargets.length },
    };
    console.info(`read of the main network: ${JSON.stringify(counted)}`);
    expect(counted).toEqual({ linked: 7, headers: 22, proofs: 230, transactions: 2, retargets: 8 });
    expect(proofs[0]?.proof.siblings).toHaveLength(10);
  });

  test('headers have the hashes that they are known by, and proof of work', () => {
    for (const { bytes, hash } of data.headers) {
      expect(shownHash(read(bytes).hash)).toBe(hash);
      expect(ownProblem(read(bytes))).toBeUndefined();
    }
  });

  test('rule 10: a mainnet header with one byte changed has no work', () => {
    let refused = 0;
    for (const { bytes, hash } of data.headers)
      for (const changed of changedIn(bytes)) {
        expect(shownHash(read(changed).hash)).not.toBe(hash);
        expect(ownProblem(read(changed))).toMatch(/has no proof of work|has a target that is too easy/);
        refused++;
      }
    expect(refused).toBe(80 * data.headers.length);
  });

  test('rule 10: a mainnet header with one byte changed does not follow', () => {
    const headers = data.linked.map(read);
    const { work } = chainOf(headers);
    expect(work > 0n).toBe(true);
    let refused = 0;
    for (const [height, bytes] of data.linked.entries()) {
      if (height === 0) continue;
      const chain = chainOf(headers.slice(0, height));
      for (const changed of changedIn(bytes)) {
        expect(chain.extend(read(changed))?.code).toBe('rule_violation');
        refused++;
      }
      // One left out.
      const after = headers[height + 1];
      if (after) expect(chain.extend(after)?.message).toMatch(/does not follow the one before it/);
    }
    expect(refused).toBe(6 * 80);
  });

  /** The whole period: what is not known of it is made up between its real ends. */
  function periodOf({ headers: [first, last], height }: Retarget): HeaderChain {
    const [begin, end] = [read(first.bytes), read(last.bytes)];
    const chain = good(HeaderChain.from('mainnet', { height: height - RETARGET_BLOCKS, hash: first.hash }));
    expect(chain.extend(begin)).toBeUndefined();
    let previous = begin.hash;
    for (let number = 1; number < RETARGET_BLOCKS - 1; number++) {
      const isBeforeLast = number === RETARGET_BLOCKS - 2;
      const hash = isBeforeLast ? end.previous : new Uint8Array(32).fill(number & 0xff, 0, 2).fill(number >> 8, 1, 2);
      expect(chain.extend({ ...begin, hash, previous, time: begin.time + number })).toBeUndefined();
      previous = hash;
    }
    expect(chain.extend(end)).toBeUndefined();
    return chain;
  }

  test('targets change by the rule, also within a chain at their heights', () => {
    for (const retarget of data.retargets) {
      const [first, last, next] = retarget.headers.map(({ bytes }) => read(bytes)) as [BtcHeader, BtcHeader, BtcHeader];
      expect(next.bits).not.toBe(last.bits);
      expect(retargeted(first.time, last, 'mainnet')).toBe(next.bits);
      const chain = periodOf(retarget);
      expect(chain.tipHeight).toBe(retarget.height - 1);
      expect(chain.extend(next)).toBeUndefined();
    }
  });

  test('rule 10: a mainnet target that is not the one of its period', () => {
    let refused = 0;
    for (const retarget of data.retargets) {
      const [first, last, next] = retarget.headers.map(({ bytes }) => bytes) as [Uint8Array, Uint8Array, Uint8Array];
      const chain = periodOf(retarget);
      // The target before the change, and each byte of the new one and of the times that it is computed from.
      const bits = [
        read(last).bits,
        ...changedIn(next)
          .slice(72, 76)
          .map((changed) => read(changed).bits),
      ];
      for (const changed of bits) {
        expect(chain.extend({ ...read(next), bits: changed })?.message).toMatch(/is not the one of its height$/);
        refused++;
      }
      for (const changed of changedIn(first).slice(68, 72))
        expect(retargeted(read(changed).time, read(last), 'mainnet'), String(refused++)).not.toBe(read(next).bits);
      for (const changed of changedIn(last).slice(68, 75))
        expect(retargeted(read(first).time, read(changed), 'mainnet'), String(refused++)).not.toBe(read(next).bits);
    }
    expect(refused).toBe(8 * (5 + 4 + 7));
  });

  test('transactions are in their blocks', () => {
    for (const { leaf, proof, root } of data.proofs) expect(isMerkleProof(leaf, proof, root)).toBe(true);
  });

  test('rule 10: a mainnet Merkle proof with one byte or its position changed', () => {
    let [refused, changes] = [0, 0];
    for (const [number, { leaf, proof, root }] of data.proofs.entries()) {
      const { siblings, position } = proof;
      const at = number % 32;
      const changed = (hash: Uint8Array): Uint8Array => changedIn(hash)[at] as Uint8Array;
      const forged = [
        [changed(leaf), proof, root],
        [leaf, proof, changed(root)],
        ...siblings.map((sibling, level) => [
          leaf,
          { position, siblings: siblings.with(level, changed(sibling)) },
          root,
        ]),
        ...siblings.map((_, level) => [leaf, { siblings, position: position ^ (1 << level) }, root]),
        [leaf, { siblings, position: position + 2 ** siblings.length }, root],
        [leaf, { siblings: siblings.slice(0, -1), position: position % 2 ** (siblings.length - 1) }, root],
      ] as const;
      for (const [node, other, top] of forged as readonly (readonly [Uint8Array, typeof proof, Uint8Array])[])
        if (!isMerkleProof(node, other, top)) refused++;
      changes += 4 + 2 * siblings.length;
    }
    expect(refused).toBe(changes);
  });

  test('raw transactions hash to their ids', () => {
    for (const { raw, id } of data.transactions) expect(good(parseBtcTransaction(raw)).id).toBe(id);
  });

  test('rule 9: a raw mainnet transaction with one byte changed is another one', () => {
    let kept = 0;
    for (const { raw, id } of data.transactions)
      for (const changed of changedIn(raw)) {
        const parsed = parseBtcTransaction(changed);
        if (!isRefusal(parsed) && parsed.id === id) kept++;
      }
    // The id does not cover the signature and the key of the one input with a witness.
    expect(kept).toBe(0x47 + 0x21);
  });
});
