/** Catching up: the signatures of all blocks that are here are checked at once, the blocks come in one after the other, and nothing comes
 *  in after a block that stayed out. */

import { describe, expect, onTestFinished, test } from 'vitest';
import { toHex } from '../../../engine/base/bytes.js';
import { type Refusal, refuse } from '../../../engine/base/refusal.js';
import { CertificateSignatures } from '../../../engine/head/certificateSignatures.js';
import { DecidedBlocks, Uncertified } from '../../../engine/head/decidedBlocks.js';
import type { BlockVerifier, SignatureCheck } from '../../../engine/intake/verifier.js';
import type { DecidedBlock } from '../../../engine/network/events.js';
import { leafOf } from '../../../engine/network/openBlock.js';
import { HeadScene } from '../../support/headScene.js';
import { type Actor, partsOf, transferOrder } from '../../support/transactions.js';

const FOUR = { stakes: ['1003', '1002', '1001', '1000'], me: 2 };
const BLOCKS = 4;

interface Named {
  readonly hash: string;
  readonly decided: DecidedBlock;
}

async function history(): Promise<Named[]> {
  const scene = await HeadScene.open(FOUR);
  const blocks: Named[] = [];
  for (let height = 1; height <= BLOCKS; height++) {
    const { block, hash } = scene.block();
    const certificate = scene.certificate([0, 1, 3], hash);
    expect(await scene.head.bringIn(block, [], certificate)).toBeUndefined();
    blocks.push({ hash, decided: { block, certificate } });
  }
  await scene.head.stop();
  return blocks;
}

const chain = await history();
const at = (height: number): Named => chain[height - 1] as Named;

type Answer = (
  checks: readonly SignatureCheck[],
  ask: BlockVerifier['checkSignatures'],
) => Promise<boolean[] | Refusal>;

async function catchUp(answer: Answer = (checks, ask) => ask(checks), more: Partial<BlockVerifier> = {}) {
  const scene = await HeadScene.open(FOUR);
  onTestFinished(() => scene.head.stop());
  const { rules, head, verifier, log } = scene;
  const asked: SignatureCheck[] = [];
  const checking: BlockVerifier = {
    verifyTransactions: (parts) => verifier.verifyTransactions(parts),
    checkSignatures: (checks) => {
      asked.push(...checks);
      return answer(checks, (each) => verifier.checkSignatures(each));
    },
    ...more,
  };
  const outcomes = new Map<string, Refusal | undefined>();
  const onChecked = (hash: string, refusal: Refusal | undefined): void => void outcomes.set(hash, refusal);
  const blocks = new DecidedBlocks({
    ...{ rules, head, verifier: checking, log, onChecked },
    certificates: new CertificateSignatures(rules, checking),
  });
  return {
    scene,
    asked,
    outcomes,
    blocks,
    take: (...many: readonly Named[]) => {
      for (const { hash, decided } of many) blocks.take(hash, decided);
    },
    all: (count: number) => scene.until(`${count} verdicts`, () => outcomes.size === count),
  };
}

const names = (check: SignatureCheck): string => toHex(check.signature);
const proposed = ({ decided }: Named): string => toHex(decided.block.proposerSignature);

test('blocks come in in their order, and each certificate is checked once, whoever carries it', async () => {
  const { scene, asked, outcomes, take, all } = await catchUp();
  take(...chain);
  await all(BLOCKS);
  expect([...outcomes]).toEqual(chain.map(({ hash }) => [hash, undefined]));
  expect(scene.followed).toEqual(chain.map(({ hash }) => hash));
  expect(scene.measures.executedAhead).toBe(BLOCKS - 1);
  // A proposer and three precommits for each block.
  expect(asked).toHaveLength(4 * BLOCKS);
  expect(new Set(asked.map(names)).size).toBe(4 * BLOCKS);
});

test('signatures of later blocks are checked while the first one waits', async () => {
  let release = (): void => {};
  const waits = new Promise<void>((resolve) => {
    release = resolve;
  });
  const { scene, asked, take, all } = await catchUp(async (checks, ask) => {
    if (checks.some((check) => names(check) === proposed(at(1)))) await waits;
    return ask(checks);
  });
  take(...chain);
  await scene.settled();
  expect(scene.followed).toEqual([]);
  const seen = new Set(asked.map(names));
  expect(chain.filter((one) => seen.has(proposed(one)))).toHaveLength(BLOCKS);
  release();
  await all(BLOCKS);
  expect(scene.followed).toHaveLength(BLOCKS);
});

test('the checks of large blocks do not wait in the pool together', async () => {
  let [together, most] = [0, 0];
  const { scene, outcomes, take } = await catchUp(undefined, {
    verifyTransactions: async (parts) => {
      together += parts.length;
      most = Math.max(most, together);
      await new Promise((resolve) => setImmediate(resolve));
      together -= parts.length;
      return parts.map(() => refuse('rule_violation', 'not what this is about'));
    },
  });
  const nothing = new Uint8Array(0);
  const transaction = { operation: '', publicKey: nothing, text: nothing, keyAt: 0, signature: nothing };
  const large = (count: number) => (one: Named) => ({
    ...one,
    decided: { ...one.decided, block: { ...one.decided.block, transactions: new Array(count).fill(transaction) } },
  });
  // Of the first block's height, so that each of them is checked.
  take(...new Array<Named>(6).fill(large(5_000)(at(1))), large(20_000)(at(1)));
  await scene.settled();
  expect(outcomes.get(at(1).hash)?.code).toBe('rule_violation');
  expect(most).toBe(20_000);
});

test('nothing comes in after a block that stays out, and all of it comes in the second time', async () => {
  let isBusy = true;
  const { scene, outcomes, take, all } = await catchUp(async (checks, ask) => {
    const isSecond = checks.some((check) => names(check) === proposed(at(2)));
    return isBusy && isSecond ? refuse('busy', 'the queue is full') : ask(checks);
  });
  take(...chain);
  await all(BLOCKS);
  expect(scene.followed).toEqual([at(1).hash]);
  expect([...outcomes.values()].map((refusal) => refusal?.code)).toEqual([undefined, 'busy', 'busy', 'busy']);
  isBusy = false;
  outcomes.clear();
  take(...chain.slice(1));
  await all(BLOCKS - 1);
  expect(scene.followed).toHaveLength(BLOCKS);
});

test('a certificate that could not be checked is checked again', async () => {
  let refusals = 1;
  const precommit = toHex(at(1).decided.certificate.precommits[0]?.signature as Uint8Array);
  const { outcomes, take, all } = await catchUp(async (checks, ask) => {
    const isFirst = checks.some((check) => names(check) === precommit);
    return isFirst && refusals-- > 0 ? refuse('busy', 'the queue is full') : ask(checks);
  });
  take(at(1));
  await all(1);
  expect(outcomes.get(at(1).hash)?.code).toBe('busy');
  outcomes.clear();
  take(at(1));
  await all(1);
  expect(outcomes.get(at(1).hash)).toBeUndefined();
});

test('a certificate without a quorum costs no signature check', async () => {
  const { asked, outcomes, take, all } = await catchUp();
  const { hash, decided } = at(1);
  const precommits = decided.certificate.precommits.slice(0, 2);
  take({ hash, decided: { ...decided, certificate: { ...decided.certificate, precommits } } });
  await all(1);
  expect(outcomes.get(hash)?.code).toBe('rule_violation');
  expect(outcomes.get(hash)).toBeInstanceOf(Uncertified);
  expect(asked).toEqual([]);
});

test('a wrong signature of any of them keeps the block out', async () => {
  const { hash, decided } = at(1);
  const { certificate, block } = decided;
  const flipped = (bytes: Uint8Array): Uint8Array => bytes.map((byte, index) => (index === 7 ? byte ^ 1 : byte));
  const precommits = certificate.precommits.map((one, index) =>
    index === 1 ? { ...one, signature: flipped(one.signature) } : one,
  );
  const wrong: DecidedBlock[] = [
    { block, certificate: { ...certificate, precommits } },
    { block: { ...block, proposerSignature: flipped(block.proposerSignature) }, certificate },
  ];
  for (const one of wrong) {
    const { scene, outcomes, take, all } = await catchUp();
    take({ hash, decided: one });
    await all(1);
    expect(outcomes.get(hash)?.code).toBe('invalid_signature');
    // Who sent the body is not to blame for the certificate.
    expect(outcomes.get(hash) instanceof Uncertified).toBe(one.certificate !== certificate);
    expect(scene.followed).toEqual([]);
  }
});

test('after the end nothing more comes in', async () => {
  const { scene, blocks, outcomes, take } = await catchUp();
  take(...chain);
  await blocks.stop();
  await scene.settled();
  expect([outcomes.size, scene.followed]).toEqual([0, []]);
});

describe('a block that the network has committed and this node finds invalid', () => {
  /** Of a network with other rules: all four have signed what this node computes otherwise. */
  async function strange(): Promise<Named> {
    const scene = await HeadScene.open(FOUR);
    const { block, hash } = scene.block(1, (header) => ({ ...header, state_root: 'ab'.repeat(32) }));
    const certificate = scene.certificate([0, 1, 3], hash);
    await scene.head.stop();
    return { hash, decided: { block, certificate } };
  }

  test('halts the node, and blames nobody who served it', async () => {
    const { scene, outcomes, take, all } = await catchUp();
    const one = await strange();
    take(one);
    await all(1);
    expect(outcomes.get(one.hash)?.code).toBe('busy');
    expect(scene.head.halt.problem?.message).toMatch(
      /^the network has committed block 1 .* which this node finds invalid: state root mismatch/,
    );
    expect(scene.head.halt.retrySeconds).toBeUndefined();
  });

  test('is the fault of its server when that has changed it', async () => {
    const { decided, hash } = await strange();
    const { block, certificate } = decided;
    const nothing = new Uint8Array(0);
    const transaction = { operation: '', publicKey: nothing, text: nothing, keyAt: 0, signature: nothing };
    const precommits = certificate.precommits.map(({ voterKey }) => ({ voterKey, signature: block.proposerSignature }));
    const changed: DecidedBlock[] = [
      { block: { ...block, transactions: [transaction] }, certificate },
      { block: { ...block, certificate }, certificate },
      { block, certificate: { ...certificate, precommits } },
      { block, certificate: { ...certificate, precommits: certificate.precommits.slice(1) } },
      { block: { ...block, proposerSignature: block.proposerSignature.map((byte) => byte ^ 1) }, certificate },
    ];
    let checked = 0;
    for (const one of changed) {
      const { scene, outcomes, take, all } = await catchUp();
      take({ hash, decided: one });
      await all(1);
      expect(outcomes.get(hash)?.code).not.toBe('busy');
      expect(outcomes.get(hash)).toBeDefined();
      expect(scene.head.halt.problem).toBeUndefined();
      checked++;
    }
    expect(checked).toBe(changed.length);
  });

  test('is the fault of its server when it has changed the name of an operation, which is under no root', async () => {
    const scene = await HeadScene.open(FOUR);
    const [payer, payee] = scene.actors as [Actor, Actor];
    const parts = partsOf(transferOrder({ signer: payer, timestamp: scene.chain.tip.time }, payee, 1n));
    const { protocol } = scene.rules;
    const tx_hash = protocol.transactionsRoot([leafOf(parts, protocol)]);
    const { block, hash } = scene.block(1, (header) => ({ ...header, tx_hash }));
    const certificate = scene.certificate([0, 1, 3], hash);
    await scene.head.stop();
    const halted: (string | undefined)[] = [];
    for (const operation of [parts.operation, 'stake', 'nonsense', '']) {
      const { scene: own, outcomes, take, all } = await catchUp();
      take({ hash, decided: { block: { ...block, transactions: [{ ...parts, operation }] }, certificate } });
      await all(1);
      halted.push(own.head.halt.problem?.message);
      expect(outcomes.get(hash)?.code === 'busy', operation).toBe(operation === parts.operation);
    }
    expect(halted).toEqual([
      expect.stringMatching(/^the network has committed block 1 /),
      undefined,
      undefined,
      undefined,
    ]);
  });
});
