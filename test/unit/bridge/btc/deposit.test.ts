/** Deposits of Bitcoin, and attacks on them. Each attack changes one thing of evidence that is accepted. */

import { describe, expect, test } from 'vitest';
import { isRefusal, refuse } from '../../../../engine/base/refusal.js';
import { agreedOutputs } from '../../../../engine/bridge/btc/addressScan.js';
import {
  readTxid,
  type VerifiedBtcDeposit,
  verifyAddressDeposits,
  verifyCustodyDeposit,
} from '../../../../engine/bridge/btc/deposit.js';
import type { EsploraTransaction } from '../../../../engine/bridge/btc/esploraAnswers.js';
import type { BtcAnswer, BtcEvidence } from '../../../../engine/bridge/btc/evidence.js';
import { isMerkleProof } from '../../../../engine/bridge/btc/merkle.js';
import { claimRecipientProblem } from '../../../../engine/bridge/btc/recipient.js';
import { type BtcBridgeRules, checkRules } from '../../../../engine/bridge/btc/rules.js';
import { dsha, mined, opReturn, spend, walletOf } from '../../../support/bitcoinChain.js';
import { DepositScene, good, RECIPIENT } from '../../../support/depositScene.js';

const NOBODY: ReadonlySet<string> = new Set();

const scene = new DepositScene();
const deposit = scene.deposit(250_000n);
scene.chain.mine([deposit]);
scene.chain.mine();
const { id } = deposit;
const honest = scene.evidence(id);

const MODES: readonly (readonly [string, BtcBridgeRules])[] = [
  ['default', scene.rules],
  ['raw binding', { ...scene.rules, rawBinding: 'required' }],
  ['SPV', scene.spvRules()],
];

const verify = (
  primary: BtcAnswer,
  secondary: BtcAnswer,
  rules = scene.rules,
  assigned = NOBODY,
): VerifiedBtcDeposit | ReturnType<typeof refuse> => verifyCustodyDeposit(rules, assigned, id, primary, secondary);

/** What one provider alone says is marked, whatever it is. */
function sentence(result: unknown): string {
  if (!isRefusal(result)) return 'accepted';
  const { message, isOneSided } = result;
  const isOfOne = /^(?:provider disagreement|second Esplora provider could not confirm)/.test(message);
  expect(isOneSided, message).toBe(isOfOne);
  return message;
}

const withTransaction = (change: Partial<EsploraTransaction>, evidence: BtcEvidence = honest): BtcEvidence => ({
  ...evidence,
  transaction: { ...evidence.transaction, ...change },
});

describe('a deposit to custody', () => {
  test.each(MODES)('is worth its outputs, for the recipient of its OP_RETURN (%s)', (_, rules) => {
    expect(good(verify(honest, honest, rules))).toEqual({
      ...{ token: 'qBTC', units: 250_000n, recipient: RECIPIENT, claimKey: `btc:${id}` },
      ...{ blockHash: scene.chain.blocks[13]?.hash, height: 13, position: 0, depth: 2 },
    });
  });

  test('counts every output to custody', () => {
    const outputs = [...honest.transaction.outputs, scene.toCustody(5n)];
    expect(good(verify(withTransaction({ outputs }), withTransaction({ outputs }))).units).toBe(250_005n);
  });

  test('the recipient of a claim is compared as an account', () => {
    expect(claimRecipientProblem(RECIPIENT, RECIPIENT.toUpperCase().toLowerCase())).toBeUndefined();
    expect(sentence(claimRecipientProblem('nobody'))).toBe(
      'deposit OP_RETURN did not decode to a RougeChain recipient',
    );
    expect(sentence(claimRecipientProblem(RECIPIENT, 'nobody'))).toBe(
      "expected recipient does not match the deposit's OP_RETURN",
    );
  });

  test('for a text that is no account is refused: what is minted to nobody is lost', () => {
    expect(sentence(verify(otherRecipient, otherRecipient))).toBe(
      'deposit OP_RETURN did not decode to a RougeChain recipient',
    );
  });

  test('ids are 64 hex digits', () => {
    expect(readTxid(id.toUpperCase())).toBe(id);
    expect(sentence(readTxid(`${id}0`))).toBe('invalid BTC txid (expected 64 hex chars)');
  });
});

const withOutputs = (
  change: (output: EsploraTransaction['outputs'][number], at: number) => typeof output,
): BtcEvidence => withTransaction({ outputs: honest.transaction.outputs.map(change) });

const more = withOutputs((output, at) => (at === 0 ? { ...output, value: output.value + 1n } : output));
const otherRecipient = withOutputs((output, at) => (at === 1 ? opReturn('somebody') : output));
const block = honest.transaction.block ?? { height: 0, hash: undefined };

describe('attacks on the default mode', () => {
  const single = { ...scene.rules, allowSingleProvider: true };
  const silent = refuse('busy', 'esplora http://two unreachable: no');
  const unseen = refuse('not_found', 'transaction not yet seen by http://two (not broadcast/indexed?)');
  const custodyInput = { script: scene.custody.script, value: 1n };
  const { inputs } = honest.transaction;
  const cases: readonly (readonly [string, BtcAnswer, BtcAnswer, string, BtcBridgeRules?])[] = [
    [
      'rule 1: amount, secondary',
      honest,
      more,
      'provider disagreement on amount (250000 vs 250001 sats) — refusing to mint',
    ],
    [
      'rule 1: amount, primary',
      more,
      honest,
      'provider disagreement on amount (250001 vs 250000 sats) — refusing to mint',
    ],
    ['amount with a single provider allowed', more, honest, 'provider disagreement on amount', single],
    [
      'rule 1: recipient of the secondary',
      honest,
      otherRecipient,
      'provider disagreement on recipient — refusing to mint',
    ],
    [
      'rule 1: a primary that hides the recipient, which would refuse the deposit for good',
      withOutputs((output, at) => (at === 1 ? { ...output, script: scene.custody.script } : output)),
      honest,
      'provider disagreement on the deposit (deposit has no OP_RETURN carrying a RougeChain recipient address; the second Esplora provider: it confirms the deposit)',
    ],
    [
      'rule 1: a primary that hides what is paid, beside a secondary that is silent',
      withTransaction({ outputs: [] }),
      silent,
      'provider disagreement on the deposit (no output pays the custody address',
    ],
    [
      'what is paid is hidden, single provider allowed',
      withTransaction({ outputs: [] }),
      silent,
      'no output pays the custody address',
      single,
    ],
    [
      'rule 3: unconfirmed',
      withTransaction({ block: undefined }),
      honest,
      'deposit is still unconfirmed (0 confirmations)',
    ],
    [
      'unconfirmed for the secondary, single provider allowed',
      honest,
      withTransaction({ block: undefined }),
      'second Esplora provider could not confirm the deposit (deposit is still unconfirmed (0 confirmations)) — refusing to mint',
      single,
    ],
    ['rule 3: shallow', { ...honest, tipHeight: 13 }, honest, 'deposit has 1 confirmation(s); 2 required'],
    ['tip below the block', { ...honest, tipHeight: 3 }, honest, 'deposit has 0 confirmation(s); 2 required'],
    [
      'rule 3: a deep tip of the primary alone',
      honest,
      { ...honest, tipHeight: 13 },
      'second provider shows only 1 confirmation(s); 2 required',
    ],
    ['height', withTransaction({ block: { ...block, height: 12 } }), honest, 'it shows its block at heights 12 and 13'],
    [
      'height without block status',
      { ...withTransaction({ block: { height: 12, hash: undefined } }), bestChainHeight: undefined },
      honest,
      'provider disagreement on block (height 12 vs 13) — refusing to mint',
    ],
    [
      'rule 1: another block of the same height',
      honest,
      withTransaction({ block: { ...block, hash: 'a'.repeat(64) } }),
      'provider disagreement on block',
    ],
    ['rule 11: stale block', { ...honest, bestChainHeight: false }, honest, 'is not in the best chain'],
    [
      'rule 11: stale block for the secondary, single allowed',
      honest,
      { ...honest, bestChainHeight: false },
      'is not in the best chain',
      single,
    ],
    [
      'rule 1: silent secondary',
      honest,
      silent,
      'second Esplora provider could not confirm the deposit (esplora http://two unreachable: no)',
    ],
    ['silent primary, single allowed', silent, honest, 'esplora http://two unreachable: no', single],
    ['not seen by the secondary, single allowed', honest, unseen, 'transaction not yet seen by http://two', single],
    ['another transaction', withTransaction({ id: 'b'.repeat(64) }), honest, 'it answers about another transaction'],
    [
      'rule 9: address text of custody over another script',
      withOutputs((output, at) => (at === 0 ? { ...output, script: walletOf('thief').script } : output)),
      honest,
      `no output pays the custody address ${scene.custody.address}`,
    ],
    [
      'rule 8: change output of a payout with an OP_RETURN',
      withTransaction({ inputs: [...inputs, custodyInput] }),
      honest,
      'input 1 spends coins of the bridge itself',
    ],
    [
      'rule 8: change of a payout that the secondary shows',
      honest,
      withTransaction({ inputs: [custodyInput] }),
      'input 0 spends coins of the bridge itself',
    ],
    [
      'rule 8: an input whose coins nobody shows',
      withTransaction({ inputs: [{ script: undefined, value: 1n }] }),
      honest,
      'deposit input 0 has no previous output',
    ],
    ['no inputs', withTransaction({ inputs: [] }), honest, 'deposit has no inputs'],
    [
      'a coinbase that a reorganisation removes for good',
      withTransaction({ isCoinbase: true }),
      honest,
      '2 confirmation(s); 100 required',
    ],
  ];

  test.each(cases.map((attack) => [attack[0], attack] as const))('%s', (_, [, primary, secondary, expected, rules]) => {
    expect(sentence(verify(primary, secondary, rules))).toContain(expected);
  });

  test('rule 8: an assigned address as payer', () => {
    const assigned = new Set([Buffer.from(scene.payer.script).toString('hex')]);
    expect(sentence(verify(honest, honest, scene.rules, assigned))).toContain('spends coins of the bridge itself');
  });

  test('all of them are refused', () => {
    const refused = cases.filter(([, primary, secondary, , rules]) => isRefusal(verify(primary, secondary, rules)));
    expect(refused).toHaveLength(27);
  });

  test('a silent secondary is excused when a single provider is allowed', () => {
    expect(good(verify(honest, silent, single)).units).toBe(250_000n);
  });

  test('a provider without block status is believed without raw binding only', () => {
    const without = { ...honest, bestChainHeight: undefined };
    expect(good(verify(without, without)).depth).toBe(2);
    const raw: BtcBridgeRules = { ...scene.rules, rawBinding: 'required' };
    expect(sentence(verify(without, without, raw))).toContain('does not say whether the block is in the best chain');
  });
});

/** Evidence of both providers under SPV, with something changed. */
function spvAttack(change: (evidence: BtcEvidence) => Partial<BtcEvidence>, rules = scene.spvRules()): string {
  const evidence = { ...honest, ...change(honest) };
  return sentence(verify(evidence, evidence, rules));
}

describe('attacks on raw binding and SPV, by both providers together', () => {
  const { raw, spv } = honest;
  if (!raw || !spv) throw new Error('the scene gives all evidence');
  const first = scene.chain.blocks[13]?.transactions[0];
  const other = scene.chain.blocks[5]?.transactions[0];
  if (!first || !other) throw new Error('blocks have a coinbase');
  const attacks: readonly (readonly [string, (evidence: BtcEvidence) => Partial<BtcEvidence>, string])[] = [
    [
      'rule 9: amount of a JSON that is not its raw transaction',
      () => ({ transaction: more.transaction }),
      'are not those of its raw transaction',
    ],
    [
      'rule 9: recipient of a JSON that is not its raw transaction',
      () => ({ transaction: otherRecipient.transaction }),
      'are not those of its raw transaction',
    ],
    [
      'rule 9: raw bytes of another transaction',
      () => ({ raw: { ...raw, transaction: other.raw } }),
      'its raw transaction hashes to',
    ],
    [
      'raw bytes with one more',
      () => ({ raw: { ...raw, transaction: new Uint8Array([...raw.transaction, 0]) } }),
      'bytes follow its end',
    ],
    ['rule 9: no raw bytes', () => ({ raw: undefined }), 'which raw binding requires'],
    [
      'rule 9: a previous transaction is missing',
      () => ({ raw: { ...raw, previous: [] } }),
      'is missing or hashes to another id',
    ],
    [
      'rule 9: another previous transaction',
      () => ({ raw: { ...raw, previous: [other.raw] } }),
      'is missing or hashes to another id',
    ],
    ['rule 10: no Merkle proof', () => ({ spv: undefined }), 'which SPV requires'],
    [
      'rule 10: a sibling of the Merkle proof',
      () => ({ spv: { ...spv, proof: { ...spv.proof, siblings: [new Uint8Array(32)] } } }),
      'the Merkle proof does not lead',
    ],
    [
      'rule 10: the position of another transaction',
      () => ({ spv: { ...spv, proof: { ...spv.proof, position: 0 } } }),
      'the Merkle proof does not lead',
    ],
    [
      'rule 10: a position that is not used up',
      () => ({ spv: { ...spv, proof: { ...spv.proof, position: 3 } } }),
      'the Merkle proof does not lead',
    ],
    [
      'rule 10: a proof that is shorter than that of the coinbase',
      () => ({ spv: { ...spv, proof: { siblings: [], position: 0 } } }),
      'differ in depth',
    ],
    ['no coinbase', () => ({ spv: { ...spv, coinbase: raw.transaction } }), 'the first transaction is no coinbase'],
    [
      'rule 10: the coinbase of another block',
      () => ({ spv: { ...spv, coinbase: other.raw } }),
      'proof of the coinbase does not lead',
    ],
    [
      'rule 10: a coinbase that is not the first',
      () => ({ spv: { ...spv, coinbaseProof: { ...spv.coinbaseProof, position: 1 } } }),
      'the first transaction is no coinbase',
    ],
    [
      'a block above the proven tip',
      () => ({ spv: { ...spv, chain: spv.chain.upTo(12) } }),
      'there is no proven header at height 13',
    ],
    [
      'rule 10: depth that the headers do not show',
      () => ({ tipHeight: 99, spv: { ...spv, chain: spv.chain.upTo(13) } }),
      '1 confirmation(s); 2 required',
    ],
    [
      'rule 10: another block than the proven one',
      () => ({ transaction: { ...honest.transaction, block: { height: 13, hash: 'c'.repeat(64) } } }),
      'the proven block at height 13 is another one',
    ],
    ['rule 11: a stale block with proofs', () => ({ bestChainHeight: false }), 'is not in the best chain'],
  ];

  test.each(attacks)('%s', (_, change, expected) => {
    expect(spvAttack(change)).toContain(expected);
  });

  test('all of them are refused', () => {
    expect(attacks.filter(([, change]) => spvAttack(change) !== 'accepted')).toHaveLength(19);
  });

  test('rule 10: headers from another checkpoint', () => {
    const rules = { ...scene.spvRules(), checkpoint: { height: 0, hash: 'd'.repeat(64) } };
    expect(spvAttack(() => ({}), rules)).toContain('begin at another checkpoint');
  });

  test('rule 10: a transaction of 64 bytes, as long as a node of the tree', () => {
    // 4 version, 1 + 41 input, 1 + 8 + 1 output and 4 of its script, 4 lock time: the bytes of two hashes.
    const input = Buffer.concat([
      Buffer.from(deposit.id, 'hex').reverse(),
      Buffer.alloc(4),
      Buffer.from([0]),
      Buffer.alloc(4),
    ]);
    const short = Buffer.concat([
      Buffer.from([2, 0, 0, 0, 1]),
      ...[input, Buffer.from([1]), Buffer.from([9, 0, 0, 0, 0, 0, 0, 0, 4, 0x6a, 2, 0x68, 0x69]), Buffer.alloc(4)],
    ]);
    expect(short).toHaveLength(64);
    const other = new DepositScene();
    const node = mined(new Uint8Array(short));
    const before = other.deposit(250_000n);
    other.chain.mine([before]);
    other.chain.mine([node]);
    other.chain.mine();
    const answer = other.evidence(node.id);
    expect(sentence(verifyCustodyDeposit(other.spvRules(), NOBODY, node.id, answer, answer))).toContain(
      'the transaction has 64 bytes and could be a node of a Merkle tree',
    );
  });

  test('rule 10: the position of the copy that fills up a level of the tree', () => {
    const leaves = [1, 2, 3].map((byte) => new Uint8Array(32).fill(byte)) as [Uint8Array, Uint8Array, Uint8Array];
    const pair = (left: Uint8Array, right: Uint8Array): Uint8Array => dsha(Buffer.concat([left, right]));
    const [left, right] = [pair(leaves[0], leaves[1]), pair(leaves[2], leaves[2])];
    const siblings = [leaves[2], left];
    expect(isMerkleProof(leaves[2], { siblings, position: 2 }, pair(left, right))).toBe(true);
    expect(isMerkleProof(leaves[2], { siblings, position: 3 }, pair(left, right))).toBe(false);
  });

  test('rule 10: SPV needs a checkpoint, includes raw binding, and is refused where headers prove nothing', () => {
    expect(good(checkRules({ ...scene.spvRules(), rawBinding: 'off' })).rawBinding).toBe('required');
    expect(sentence(checkRules({ ...scene.spvRules(), checkpoint: undefined }))).toContain('needs a checkpoint');
    expect(sentence(checkRules({ ...scene.spvRules(), network: 'testnet' }))).toContain(
      'headers of testnet prove no work',
    );
    const mainnet = {
      ...scene.spvRules(),
      network: 'mainnet',
      checkpoint: { height: 5, hash: 'a'.repeat(64) },
    } as const;
    expect(sentence(checkRules(mainnet))).toContain('multiple of 2016');
  });
});

describe('deposits to an assigned address', () => {
  const wallet = walletOf('assigned');
  const address = scene.address(wallet.address);
  const bound = { address, recipient: RECIPIENT };
  const assigned = new Set([Buffer.from(wallet.script).toString('hex')]);
  const paid = spend(
    scene.payer,
    [scene.coin(2)],
    [
      { script: wallet.script, value: 700n },
      { script: scene.payer.script, value: 1_000n },
      { script: wallet.script, value: 900n },
    ],
  );
  scene.chain.mine([paid]);
  scene.chain.mine();
  const evidence = scene.evidence(paid.id);
  const checked = (primary: BtcAnswer, secondary: BtcAnswer, rules = scene.rules) =>
    verifyAddressDeposits(rules, assigned, bound, paid.id, primary, secondary);

  test.each(MODES)('are claims of their own by output (%s)', (_, rules) => {
    const deposits = good(checked(evidence, evidence, rules)) as readonly VerifiedBtcDeposit[];
    expect(deposits.map(({ claimKey, units }) => [claimKey, units])).toEqual([
      [`btcaddr:${paid.id}:0`, 700n],
      [`btcaddr:${paid.id}:2`, 900n],
    ]);
  });

  test('rule 1: an output that only one provider reports refuses', () => {
    const fewer = withTransaction({ outputs: evidence.transaction.outputs.slice(0, 2) }, evidence);
    expect(sentence(checked(evidence, fewer))).toBe(
      'provider disagreement on amount (1600 vs 700 sats) — refusing to mint',
    );
    expect(sentence(checked(fewer, evidence))).toContain('provider disagreement on amount');
  });

  test('rule 1: outputs that two providers place differently refuse', () => {
    const turned = withTransaction({ outputs: evidence.transaction.outputs.toReversed() }, evidence);
    expect(sentence(checked(evidence, turned))).toContain('provider disagreement on amount');
  });

  test('rule 8: custody is no deposit address', () => {
    const own = { address: scene.rules.custody, recipient: RECIPIENT };
    const result = verifyAddressDeposits(scene.rules, assigned, own, id, honest, honest);
    expect(sentence(result)).toBe('the custody address is no deposit address');
  });

  test('rule 8: a sweep of an assigned address with change to it is no deposit', () => {
    const swept = withTransaction({ inputs: [{ script: wallet.script, value: 5_000n }] }, evidence);
    expect(sentence(checked(swept, swept))).toContain('spends coins of the bridge itself');
  });

  test('candidates are outputs that both lists have, confirmed', () => {
    const mine = evidence.transaction;
    const unconfirmed = { ...mine, block: undefined };
    const bigger = { ...mine, outputs: mine.outputs.map((output) => ({ ...output, value: output.value + 1n })) };
    expect(agreedOutputs([mine, honest.transaction], [mine], wallet.script)).toEqual(
      [0, 2].map((position) => ({ id: paid.id, position })),
    );
    for (const other of [[], [unconfirmed], [bigger]]) expect(agreedOutputs([mine], other, wallet.script)).toEqual([]);
    expect(agreedOutputs([unconfirmed], [mine], wallet.script)).toEqual([]);
  });
});
