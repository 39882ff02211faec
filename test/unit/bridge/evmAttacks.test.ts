/** Attacks on deposits of the EVM without a chain: each changes one thing of what three providers answer about a deposit that is accepted. */

import { addr, eip191Signer } from 'micro-eth-signer';
import { describe, expect, test } from 'vitest';
import { toHex, utf8 } from '../../../engine/base/bytes.js';
import { parseJson } from '../../../engine/base/json.js';
import { isRefusal } from '../../../engine/base/refusal.js';
import { claimText } from '../../../engine/bridge/evm/claimSignature.js';
import { claimTexts, verifyClaim } from '../../../engine/bridge/evm/claims.js';
import type { EvmBridge, EvmCoin } from '../../../engine/bridge/evm/contracts.js';
import { depositTexts, verifyDepositEvent } from '../../../engine/bridge/evm/depositEvents.js';
import { topicOf } from '../../../engine/bridge/evm/events.js';
import { type EvmResults, type EvmRules, prove, readEvidence } from '../../../engine/bridge/evm/evidence.js';
import { type RecheckResults, readRecheck, recheckFault } from '../../../engine/bridge/evm/recheck.js';
import { type Result, RPC_JSON } from '../../../engine/bridge/evm/values.js';
import { addressOfKey } from '../../../engine/crypto/address.js';

const RECIPIENT = addressOfKey(new Uint8Array(1_952).fill(7));
const KEY = '11'.repeat(32);
const WALLET = addr.fromPrivateKey(KEY).toLowerCase();
const STRANGER = `0x${'dd'.repeat(20)}`;
const HASH = `0x${'5a'.repeat(32)}`;
const BLOCK = `0x${'b1'.repeat(32)}`;
const OTHER_BLOCK = `0x${'b2'.repeat(32)}`;
const [CONTRACT, CUSTODY, VAULT, USDC, XRGE] = ['a1', 'a2', 'a3', 'a4', 'a5'].map((byte) => `0x${byte.repeat(20)}`) as [
  string,
  string,
  string,
  string,
  string,
];
const rules: EvmRules = { chainId: 8_453n, confirmations: 6, finality: 'depth', rawBinding: false, quorum: 2 };
const bridge: EvmBridge = { rules, custody: CUSTODY, bridge: CONTRACT, vault: VAULT, usdc: USDC, xrge: XRGE };

const word = (value: bigint | number): string => value.toString(16).padStart(64, '0');
const topic = (address: string): string => `0x${address.slice(2).padStart(64, '0')}`;
const hex = (text: string): string => toHex(utf8(text));

type Members = Readonly<Record<string, unknown>>;

/** What a provider answers, before it is JSON. */
interface Answers {
  readonly chainId: unknown;
  readonly transaction: Members | null;
  readonly receipt: Members | null;
  readonly head: unknown;
  readonly block: Members;
  readonly level?: Members;
}

const logOf = (address: string, topics: readonly string[], body: string, index: number): Members => ({
  ...{ address, topics, data: `0x${body}`, logIndex: `0x${index}`, transactionHash: HASH, blockHash: BLOCK },
});
const depositLog = (emitter = CONTRACT, index = 0): Members => {
  const text = hex(RECIPIENT);
  const body =
    word(5n * 10n ** 12n) + word(64) + word(text.length / 2) + text.padEnd(Math.ceil(text.length / 64) * 64, '0');
  return logOf(emitter, [topicOf('BridgeDepositETH'), topic(WALLET)], body, index);
};
const transferLog = (from: string, token = XRGE, to = VAULT, index = 0): Members =>
  logOf(token, [topicOf('Transfer'), topic(from), topic(to)], word(2n * 10n ** 18n), index);

function answersWith(logs: readonly Members[], change: Partial<Answers> = {}): Answers {
  return {
    ...{ chainId: '0x2105', head: '0x6a', block: { number: '0x64', hash: BLOCK } },
    transaction: { hash: HASH, from: WALLET, to: CUSTODY, value: `0x${(10n ** 18n).toString(16)}` },
    receipt: {
      ...{ transactionHash: HASH, blockHash: BLOCK, blockNumber: '0x64', transactionIndex: '0x0', status: '0x1', logs },
    },
    ...change,
  };
}

const asResult = (value: unknown): Result => {
  const parsed = parseJson(JSON.stringify(value), RPC_JSON);
  if (isRefusal(parsed)) throw new Error(parsed.message);
  return parsed;
};

const asResults = (answers: Answers): EvmResults & RecheckResults =>
  Object.fromEntries(Object.entries(answers).map(([name, value]) => [name, asResult(value)])) as unknown as EvmResults &
    RecheckResults;

const honest = answersWith([depositLog()]);
const inReceipt = (change: Members, answers = honest): Answers => ({
  ...answers,
  receipt: { ...answers.receipt, ...change },
});
const inLog = (change: Members): Answers => inReceipt({ logs: [{ ...depositLog(), ...change }] });
const inBlock = (hash: string): Answers => JSON.parse(JSON.stringify(honest).replaceAll(BLOCK, hash)) as Answers;

/** What becomes of a deposit event. */
function verdictOn(answers: readonly Answers[], by: EvmRules, coin: EvmCoin) {
  const texts = depositTexts(coin);
  const read = answers.map((one, at) => ({ host: `host${at}`, answer: readEvidence(HASH, asResults(one), by, texts) }));
  const proven = prove(read, by, texts);
  return isRefusal(proven) ? proven : verifyDepositEvent(bridge, coin, proven);
}

/** @returns `minted ...` or why not. */
function deposited(answers: readonly Answers[], by: EvmRules = rules, coin: EvmCoin = 'ETH'): string {
  const result = verdictOn(answers, by, coin);
  return isRefusal(result) ? result.message : `minted ${result.units} to ${result.recipient}`;
}

/** What becomes of a claim by hand that the wallet has signed. */
function claimed(coin: EvmCoin, answers: Answers): string {
  const proven = prove(
    [0, 1, 2].map((at) => ({
      host: `host${at}`,
      answer: readEvidence(HASH, asResults(answers), rules, claimTexts(coin)),
    })),
    rules,
    claimTexts(coin),
  );
  const signature = eip191Signer.sign(claimText(coin, HASH, RECIPIENT), KEY, false);
  const claim = { coin, hash: HASH, claimant: WALLET, signature, recipient: RECIPIENT };
  const result = isRefusal(proven) ? proven : verifyClaim(bridge, claim, proven);
  return isRefusal(result) ? result.message : `minted ${result.units}`;
}

const all = (answers: Answers): readonly Answers[] => [answers, answers, answers];
const one = (answers: Answers): readonly Answers[] => [answers, honest, honest];
const two = (answers: Answers): readonly Answers[] => [answers, answers, honest];
const final: EvmRules = { ...rules, finality: 'finalized' };
const withLevel = (answers: Answers, height: string): Answers => ({
  ...answers,
  level: { number: height, hash: BLOCK },
});

const attacks: readonly (readonly [string, () => string, RegExp])[] = [
  [
    'rule 1: one of three providers shows another amount',
    () => deposited(one(inLog({ data: `0x${word(10n ** 12n)}${String(depositLog().data).slice(66)}` }))),
    /contradict each other/,
  ],
  [
    'rule 1: one of three providers shows another block',
    () => deposited(one(inBlock(OTHER_BLOCK))),
    /contradict each other/,
  ],
  [
    'rule 1: two of three providers do not answer',
    () => deposited(two({ ...honest, receipt: null })),
    /^1 of 3 providers answered, 2 must agree/,
  ],
  [
    'rule 2: two of three providers are on another chain',
    () => deposited(two({ ...honest, chainId: '0x1' })),
    /chain mismatch: daemon RPC reports 1 /,
  ],
  ['rule 2: all providers are on another chain', () => deposited(all({ ...honest, chainId: '0x1' })), /chain mismatch/],
  [
    'rule 3: two of three providers are stale',
    () => deposited(two({ ...honest, head: '0x65' })),
    /^Need 6 confirmations \(tx block 100, latest 101\)$/,
  ],
  [
    'rule 3: the hash is not canonical at its height at two providers',
    () => deposited(two({ ...honest, block: { number: '0x64', hash: OTHER_BLOCK } })),
    /the receipt names .*: reorganised/,
  ],
  [
    'rule 3: a final height of another block proves nothing',
    () => deposited(all(withLevel({ ...honest, block: { number: '0x64', hash: OTHER_BLOCK } }, '0x69')), final),
    /reorganised/,
  ],
  ['rule 3: deep enough and not final', () => deposited(all(withLevel(honest, '0x63')), final), /is not finalized yet/],
  ['rule 3: no final block is shown', () => deposited(all(honest), final), /the provider has no finalized block/],
  [
    'rule 4: a failed transaction with the event',
    () => deposited(all(inReceipt({ status: '0x0' }))),
    /deposit transaction reverted$/,
  ],
  [
    'rule 4: a failed transaction of direct ETH',
    () => claimed('ETH', inReceipt({ status: '0x0', logs: [] })),
    /^deposit transaction reverted$/,
  ],
  [
    'rule 4: a fake emitter',
    () => deposited(all(inReceipt({ logs: [depositLog(STRANGER)] }))),
    /no BridgeDepositETH event from the configured RougeBridge/,
  ],
  [
    'rule 4: a removed log at all providers',
    () => deposited(all(inLog({ removed: true }))),
    /a log was removed from the chain/,
  ],
  [
    'rule 4: a log of another transaction at all providers',
    () => deposited(all(inLog({ transactionHash: BLOCK }))),
    /a log is of another transaction/,
  ],
  [
    'rule 4: a log of another block at all providers',
    () => deposited(all(inLog({ blockHash: OTHER_BLOCK }))),
    /a log is of another block/,
  ],
  [
    'rule 5: two events in one receipt',
    () => deposited(all(inReceipt({ logs: [depositLog(), depositLog(CONTRACT, 1)] }))),
    /: 2 supported RougeBridge deposit events/,
  ],
  [
    'rule 6: XRGE that somebody else has sent',
    () => claimed('XRGE', answersWith([transferLog(STRANGER)])),
    /^Deposit sender mismatch: XRGE was sent from 0xdd/,
  ],
  [
    'rule 6: XRGE of the claimant and of somebody else together',
    () => claimed('XRGE', answersWith([transferLog(WALLET), transferLog(STRANGER, XRGE, VAULT, 1)])),
    /^Deposit sender mismatch/,
  ],
  [
    'rule 6: ETH that somebody else has sent',
    () => claimed('ETH', { ...honest, transaction: { ...honest.transaction, from: STRANGER } }),
    /^Transaction sender mismatch/,
  ],
];

describe('attacks', () => {
  test('what they change is accepted without the change', () => {
    expect(deposited(all(honest))).toBe(`minted 5 to ${RECIPIENT}`);
    expect(deposited(all(withLevel(honest, '0x64')), final)).toBe(`minted 5 to ${RECIPIENT}`);
    expect(claimed('XRGE', answersWith([transferLog(WALLET)]))).toBe('minted 2000000000');
    expect(claimed('ETH', answersWith([]))).toBe('minted 1000000');
  });

  test.each(attacks)('%s', (_, attack, sentence) => {
    expect(attack()).toMatch(sentence);
  });

  test('rule 3: what is not deep or final enough yet is no fault of the transaction', () => {
    const codeOf = (answers: Answers, by: EvmRules): string | undefined => {
      const result = verdictOn(all(answers), by, 'ETH');
      return isRefusal(result) ? result.code : undefined;
    };
    expect(codeOf({ ...honest, head: '0x65' }, rules)).toBe('unconfirmed');
    expect(codeOf(withLevel(honest, '0x63'), final)).toBe('unconfirmed');
    expect(codeOf(inReceipt({ status: '0x0' }), rules)).toBe('rule_violation');
  });

  test('one of three that is stale, on another chain or silent costs nothing', () => {
    for (const change of [{ head: '0x1' }, { chainId: '0x1' }, { receipt: null }])
      expect(deposited(one({ ...honest, ...change }))).toBe(`minted 5 to ${RECIPIENT}`);
  });
});

describe('the second look', () => {
  const seen = { hash: HASH, blockHash: BLOCK, height: 100 };
  const looked = (answers: readonly Answers[]): string | undefined => {
    const read = answers.map((one, at) => ({
      host: `host${at}`,
      answer: readRecheck(seen, asResults(one), rules, depositTexts('ETH')),
    }));
    return recheckFault(seen, read, rules)?.message;
  };

  test.each([
    ['rule 2: the deposit has moved to another block', all(inBlock(OTHER_BLOCK)), /reorganised — refusing to credit$/],
    ['rule 2: one provider sees it in another block', one(inBlock(OTHER_BLOCK)), /contradict each other/],
    ['rule 2: it is gone', all({ ...honest, receipt: null }), /not found or not yet mined/],
    ['rule 2: it has failed in the same block', all(inReceipt({ status: '0x0' })), /refusing to credit$/],
    ['rule 2: the chain is another one at the second look', all({ ...honest, chainId: '0x1' }), /chain mismatch/],
  ] as const)('%s', (_, answers, sentence) => {
    expect(looked(all(honest))).toBeUndefined();
    expect(looked(answers)).toMatch(sentence);
  });
});
