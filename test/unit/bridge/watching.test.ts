/** What a watcher finds in the logs of a contract and in the transactions of custody. */

import { describe, expect, test } from 'vitest';
import { parseJson } from '../../../engine/base/json.js';
import { isRefusal } from '../../../engine/base/refusal.js';
import { custodyDeposits } from '../../../engine/bridge/btc/custodyDeposits.js';
import { depositQuery, readDepositLogs } from '../../../engine/bridge/evm/depositLogs.js';
import { topicOf } from '../../../engine/bridge/evm/events.js';
import { logParams } from '../../../engine/bridge/evm/logs.js';
import { RPC_JSON } from '../../../engine/bridge/evm/values.js';
import { addressOfKey } from '../../../engine/crypto/address.js';
import { coinOf, opReturn, spend } from '../../support/bitcoinChain.js';
import { DepositScene, RECIPIENT } from '../../support/depositScene.js';

const EMITTER = `0x${'ab'.repeat(20)}`;
const KEY = 'cd'.repeat(1_952);

const word = (value: bigint | number): string => value.toString(16).padStart(64, '0');
/** A text as the ABI encodes it. */
const textWords = (text: string): string => {
  const hex = Buffer.from(text).toString('hex');
  return word(hex.length / 2) + hex.padEnd(Math.ceil(hex.length / 64) * 64, '0');
};

const ethLog = (recipient: string, change: object = {}) => ({
  address: EMITTER,
  topics: [topicOf('BridgeDepositETH'), `0x${word(7)}`],
  data: `0x${word(5)}${word(64)}${textWords(recipient)}`,
  ...{ logIndex: '0x3', blockNumber: '0xc', blockHash: `0x${'01'.repeat(32)}`, removed: false },
  transactionHash: `0x${'aa'.repeat(32)}`,
  ...change,
});

const query = depositQuery('bridge', EMITTER, 10, 20);
const found = (logs: readonly object[]) => {
  const result = parseJson(JSON.stringify(logs), RPC_JSON);
  return isRefusal(result) ? result : readDepositLogs('bridge', query, result);
};

describe('logs', () => {
  test('are asked for by emitter, topics and heights', () => {
    expect(logParams(query)).toEqual([
      {
        ...{ address: EMITTER, fromBlock: '0xa', toBlock: '0x14' },
        topics: [[topicOf('BridgeDepositETH'), topicOf('BridgeDepositERC20')]],
      },
    ]);
    expect(depositQuery('vault', EMITTER, 0, 1).topics).toEqual([topicOf('BridgeDeposit')]);
  });

  test('a deposit has its coin, hash, height and the address of its recipient, however that is spelled', () => {
    const expected = { coin: 'ETH', height: 12, hash: `0x${'aa'.repeat(32)}`, claimKey: `0x${'aa'.repeat(32)}` };
    for (const spelling of [RECIPIENT, ` xrge:${RECIPIENT.toUpperCase()} `])
      expect(found([ethLog(spelling)])).toEqual({ deposits: [{ ...expected, recipient: RECIPIENT }], unclaimable: [] });
    const recipient = addressOfKey(new Uint8Array(Buffer.from(KEY, 'hex')));
    expect(found([ethLog(KEY)])).toEqual({ deposits: [{ ...expected, recipient }], unclaimable: [] });
  });

  test('two of one transaction are one claim', () => {
    const logs = [ethLog(RECIPIENT), ethLog(RECIPIENT, { logIndex: '0x4' })];
    expect(found(logs)).toMatchObject({ deposits: [{ coin: 'ETH' }], unclaimable: [] });
  });

  test('one for nobody, and one that is not the event, cannot be claimed', () => {
    const nobody = ethLog('somebody', { transactionHash: `0x${'bb'.repeat(32)}` });
    const malformed = ethLog(RECIPIENT, { data: `0x${word(5)}` });
    const hashes = [`0x${'bb'.repeat(32)}`, `0x${'aa'.repeat(32)}`];
    expect(found([nobody, malformed])).toEqual({
      deposits: [],
      unclaimable: hashes.map((hash) => ({ hash, height: 12 })),
    });
  });

  test.each<readonly [string, object]>([
    ['a log was not asked for', { address: `0x${'ac'.repeat(20)}` }],
    ['a log was not asked for', { topics: [topicOf('Transfer'), `0x${word(7)}`] }],
    ['a log was not asked for', { topics: [] }],
    ['a log is of a block that was not asked for', { blockNumber: '0x9' }],
    ['a log is of a block that was not asked for', { blockNumber: '0x15' }],
    ['a log was removed from the chain', { removed: true }],
    ['blockNumber of a log is not a quantity', { blockNumber: null }],
    ['transactionHash of a log is not a hash of 32 bytes', { transactionHash: '0xaa' }],
  ])('an answer that was not asked for is the failure of the provider: %s %o', (reason, change) => {
    const answer = found([ethLog(RECIPIENT), ethLog(RECIPIENT, change)]);
    expect(isRefusal(answer) && answer.message).toBe(`Invalid RPC response: eth_getLogs: ${reason}`);
  });

  test('no list at all is the failure of the provider', () => {
    expect(isRefusal(readDepositLogs('bridge', query, null))).toBe(true);
  });
});

describe('custody', () => {
  test('rule 8: deposits with a recipient, in the range, and none of the change of payouts', () => {
    const scene = new DepositScene();
    const { chain, custody, payer } = scene;
    const deposit = scene.deposit(50_000n, 1);
    const nobody = scene.deposit(60_000n, 2, 'nobody');
    const early = scene.deposit(70_000n, 3);
    const foreign = spend(payer, [scene.coin(4)], [{ script: payer.script, value: 9n }, opReturn(RECIPIENT)]);
    chain.mine([early]);
    const first = chain.tip.height + 1;
    chain.mine([deposit, nobody, foreign]);
    const change = spend(custody, [coinOf(deposit, 0)], [scene.toCustody(40_000n), opReturn(RECIPIENT)]);
    chain.mine([change]);
    const shown = [change, foreign, nobody, deposit, early].map(({ id }) => scene.shown(id));
    expect(custodyDeposits(shown, custody.script, { from: first, to: first + 9 })).toEqual({
      deposits: [{ coin: 'BTC', claimKey: `btc:${deposit.id}`, hash: deposit.id, height: first, recipient: RECIPIENT }],
      unclaimable: [{ hash: nobody.id, height: first }],
    });
    const all = custodyDeposits(shown, custody.script, { from: 0, to: first });
    expect(all.deposits.map(({ hash }) => hash)).toEqual([deposit.id, early.id]);
    expect(custodyDeposits(shown, custody.script, { from: 0, to: first - 1 }).deposits.length).toBe(1);
    const waiting = shown.map((transaction) => ({ ...transaction, block: undefined }));
    expect(custodyDeposits(waiting, custody.script, { from: 0, to: first }).deposits).toEqual([]);
  });
});
