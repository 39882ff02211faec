/** What a head does that lacks what contracts need to run: it asks again a few times, and then stops with a sentence. */

import { expect, onTestFinished, test } from 'vitest';
import { isRefusal, type Refusal } from '../../../engine/base/refusal.js';
import { signedBytesOf } from '../../../engine/chain/transaction.js';
import type { NotReady } from '../../../engine/ledger/contractMachine.js';
import type { PoolItem } from '../../../engine/mempool/mempool.js';
import { StoreError } from '../../../engine/store/port.js';
import { MachineExhausted } from '../../../engine/vm/machine.js';
import { GENESIS_TIME } from '../../support/chain.js';
import { deployOrder } from '../../support/contractOrders.js';
import { HeadScene, secretOf } from '../../support/headScene.js';
import { keyedBackend } from '../../support/keyedBackend.js';
import { moduleOf, ScriptedMachine } from '../../support/scriptedMachine.js';
import { actor, itemOfParts, partsOf } from '../../support/transactions.js';

const FOUR = ['1003', '1002', '1001', '1000'];
const author = actor('resuming: author');
/** Longer than all the waits between the attempts. */
const LONG_MS = 60_000;

/** Lacks memory for the next executions. */
class LackingMachine extends ScriptedMachine {
  lacks = 0;
  asks = 0;

  override check(...args: Parameters<ScriptedMachine['check']>): Refusal | NotReady | undefined {
    this.asks++;
    if (this.lacks > 0) {
      this.lacks--;
      throw new MachineExhausted('memory could not grow at /private/path');
    }
    return super.check(...args);
  }
}

function deployItem(): PoolItem {
  const common = { signer: author, timestamp: GENESIS_TIME + 1, nonce: 'nonce-of-a-deploy' };
  const parts = partsOf(deployOrder(common, moduleOf({ main: [['log', 'here']] })));
  const signature = keyedBackend.sign(signedBytesOf(parts), secretOf(author), new Uint8Array(32));
  const item = itemOfParts({ ...parts, signature });
  if (isRefusal(item)) throw new Error(item.message);
  return item;
}

/** A validator that gets a block with a contract in it, and lacks memory so many times. */
async function offered(lacks: number, isProducing = true) {
  const machine = new LackingMachine();
  const allocations = [{ to: author.keyHex, amount: '1000' }];
  const scene = await HeadScene.open({ stakes: FOUR, me: 2, contracts: machine, allocations });
  onTestFinished(() => scene.head.stop());
  scene.head.isProducing = isProducing;
  const { block, hash } = scene.block(1, undefined, 0, [deployItem()]);
  expect(block.transactions).toHaveLength(1);
  machine.lacks = lacks;
  machine.asks = 0;
  expect(await scene.head.offer(block)).toBeUndefined();
  await scene.until('a first attempt', () => machine.asks > 0);
  await scene.settled();
  return { scene, machine, hash };
}

test.each([1, 5])('a machine that lacks memory %i times votes for the block when it has it', async (lacks) => {
  const { scene, hash } = await offered(lacks);
  expect(scene.head.halt.problem?.message).toBe(
    'this machine has too little memory to compile or run the contracts of block 1 at present',
  );
  expect([scene.head.halt.isWaiting, scene.head.halt.retrySeconds, scene.signer.isSuspended]).toEqual([true, 5, true]);
  await scene.time.pass(LONG_MS);
  await scene.until('a prevote', () => scene.sent.length > 0);
  expect(scene.sent).toMatchObject([{ type: 'prevote', blockHash: hash }]);
  expect([scene.head.halt.problem, scene.signer.isSuspended]).toEqual([undefined, false]);
  const resumed = scene.log.lines.filter((line) => line === 'info block production resumed');
  expect(resumed).toHaveLength(lacks);
});

test('a machine that lacks memory six times at one height stops the chain, and says what to do', async () => {
  const { scene, machine } = await offered(6);
  await scene.time.pass(LONG_MS);
  await scene.settled();
  expect(machine.lacks).toBe(0);
  const { asks } = machine;
  await scene.time.pass(LONG_MS);
  await scene.settled();
  expect([machine.asks, scene.sent]).toEqual([asks, []]);
  const { problem, isWaiting, retrySeconds } = scene.head.halt;
  expect([isWaiting, retrySeconds]).toEqual([false, undefined]);
  expect(problem).toEqual({
    message:
      'this machine has too little memory to compile or run the contracts of block 1, in 6 attempts: give it more memory, and restart the node',
    detail: expect.stringMatching(/restart the node \(memory could not grow at \/private\/path\)$/) as string,
  });
  expect(scene.log.lines.at(-1)).toBe('error block production stopped');
});

test('a node that makes no blocks says what it waited for', async () => {
  const { scene } = await offered(1, false);
  await scene.time.pass(LONG_MS);
  await scene.until('its end', () => scene.head.halt.problem === undefined);
  expect(scene.log.lines).toContain(
    'error nothing is written; that resumes when contracts can be compiled and run again',
  );
  expect(scene.log.lines).toContain('info contracts can be compiled and run again');
  expect(scene.log.lines).not.toContain('info the disk takes writes again');
});

test('neither an attempt that was planned before nor another failure lifts a halt that is final', async () => {
  const { scene, machine } = await offered(1);
  expect(scene.head.halt.isWaiting).toBe(true);
  scene.head.halt.forGood({ message: 'somebody has to act' });
  scene.head.failed(new StoreError('STORE_FAILED', 'no space left'));
  expect(scene.head.halt.isWaiting).toBe(false);
  const { asks } = machine;
  await scene.time.pass(LONG_MS);
  await scene.settled();
  expect([scene.head.halt.problem?.message, machine.asks]).toEqual(['somebody has to act', asks]);
});
