/** Raw transactions: @scure/btc-signer as the second opinion, and what is refused. */

import { RawTx } from '@scure/btc-signer';
import { describe, expect, test } from 'vitest';
import { isRefusal } from '../../../../engine/base/refusal.js';
import { addressOfScript, readBtcAddress } from '../../../../engine/bridge/btc/address.js';
import { opReturnText, recipientOf } from '../../../../engine/bridge/btc/recipient.js';
import { parseBtcTransaction } from '../../../../engine/bridge/btc/transaction.js';
import { mined, opReturn, spend, walletOf } from '../../../support/bitcoinChain.js';
import { DepositScene, good } from '../../../support/depositScene.js';
import { SeededRandom, testSeed } from '../../../support/random.js';

const RUNS = 400;
const seed = testSeed();

/** Lengths at which the form of a length changes. */
const LENGTHS = [0, 1, 0x4b, 0xfc, 0xfd, 0x100, 0x1_0000];

function randomTransaction(random: SeededRandom): {
  readonly fields: Record<string, unknown>;
  readonly raw: Uint8Array;
} {
  const data = (): Uint8Array => random.bytes(random.chance(90) ? random.below(60) : random.pick(LENGTHS));
  const inputs = Array.from({ length: random.chance(5) ? 260 : random.between(1, 5) }, () => ({
    ...{ txid: random.bytes(32), index: random.below(1_000), finalScriptSig: data() },
    sequence: random.below(2 ** 32),
  }));
  const outputs = Array.from({ length: random.between(1, 6) }, () => ({
    amount: random.bigBelow(300_000_000_000_000n),
    script: data(),
  }));
  const segwitFlag = random.chance(60);
  const witnesses = inputs.map((_, index) =>
    Array.from({ length: index === 0 ? random.between(1, 3) : random.below(3) }, data),
  );
  const version = random.between(-2, 3);
  const fields = {
    version,
    segwitFlag,
    inputs,
    outputs,
    witnesses: segwitFlag ? witnesses : undefined,
    lockTime: random.below(2 ** 32),
  };
  return { fields, raw: RawTx.encode(fields as never) };
}

test(`random transactions are read as @scure/btc-signer wrote them (seed ${seed})`, () => {
  const random = SeededRandom.of(seed, 'transactions');
  let witnesses = 0;
  for (let run = 0; run < RUNS; run++) {
    const { fields, raw } = randomTransaction(random);
    const parsed = good(parseBtcTransaction(raw));
    expect(parsed.id).toBe(mined(raw).id);
    const again = RawTx.encode({
      ...fields,
      version: parsed.version,
      lockTime: parsed.lockTime,
      inputs: parsed.inputs.map(({ previousId, previousIndex, script, sequence }) => ({
        ...{ txid: new Uint8Array(Buffer.from(previousId, 'hex')), index: previousIndex },
        ...{ finalScriptSig: script, sequence },
      })),
      outputs: parsed.outputs.map(({ value, script }) => ({ amount: value, script })),
      witnesses: fields.segwitFlag ? parsed.inputs.map(({ witness }) => [...witness]) : undefined,
    } as never);
    expect(Buffer.from(again).equals(raw)).toBe(true);
    if (fields.segwitFlag) witnesses++;
  }
  expect(witnesses).toBeGreaterThan(RUNS / 4);
});

test(`rule 9: one changed byte gives another id or a refusal, but for the witness (seed ${seed})`, () => {
  const random = SeededRandom.of(seed, 'changes');
  let refused = 0;
  for (let run = 0; run < RUNS; run++) {
    const { raw, fields } = randomTransaction(random);
    if (fields.segwitFlag) continue;
    const before = good(parseBtcTransaction(raw)).id;
    // Most bytes are those of scripts and refuse nothing; the number of inputs, behind the version, does.
    if (run % 8 === 0) raw[4] = (raw[4] as number) + 1;
    else raw[random.below(raw.length)] = random.below(256);
    const after = parseBtcTransaction(raw);
    if (isRefusal(after)) refused++;
    else if (mined(raw).id !== before) expect(after.id).not.toBe(before);
  }
  expect(refused).toBeGreaterThan(0);
});

describe('refused transactions', () => {
  const scene = new DepositScene();
  const { raw } = scene.deposit(1_000n);
  const hex = Buffer.from(raw).toString('hex');
  const without = Buffer.from(
    RawTx.encode({ ...RawTx.decode(raw), segwitFlag: false, witnesses: undefined } as never),
  ).toString('hex');
  const input = 'aa'.repeat(32);
  const tail = `00000000${'00'}ffffffff`;
  const output = '010000000000000000';

  test.each([
    ['bytes after its end', `${hex}00`, 'bytes follow its end'],
    ['a missing byte', hex.slice(0, -2), 'it ends too early'],
    ['an unknown witness flag', hex.replace(/^(.{8})0001/, '$10002'), 'its witness flag is unknown'],
    [
      'a length in three bytes that fits one',
      without.replace(/^(.{8})01/, '$1fd0100'),
      'a length is not in its shortest form',
    ],
    ['more inputs than bytes', without.replace(/^(.{8})01/, '$1fdffff'), 'fewer bytes than items'],
    ['no inputs', `0200000000010001${output}00000000`, 'its witness is empty'],
    ['an empty witness', `02000000000101${input}${tail}01${output}0000000000`, 'its witness is empty'],
    ['no outputs', `0200000001${input}${tail}0000000000`, 'it has no outputs'],
    [
      'one output twice',
      `0200000002${input}${tail}${input}${tail}01${output}00000000`,
      'two inputs spend the same output',
    ],
    ['an output above all coins', `0200000001${input}${tail}01ffffffffffffff7f0000000000`, 'larger than all coins'],
    [
      'outputs above all coins together',
      `0200000001${input}${tail}02${'0040075af0750700'}00${'0100000000000000'}0000000000`,
      'its outputs are larger than all coins',
    ],
    [
      'an input of nothing beside another',
      `0200000002${'00'.repeat(32)}ffffffff00ffffffff${input}${tail}01${output}00000000`,
      'an input spends nothing',
    ],
    ['nothing', '', 'it ends too early'],
  ])('%s', (_, text, expected) => {
    const parsed = parseBtcTransaction(new Uint8Array(Buffer.from(text, 'hex')));
    expect(isRefusal(parsed) ? parsed.message : 'accepted').toContain(expected);
  });

  test('too many bytes', () => {
    expect(isRefusal(parseBtcTransaction(new Uint8Array(4_000_001)))).toBe(true);
  });
});

describe('recipients', () => {
  const push = (...bytes: number[]): Uint8Array => new Uint8Array([0x6a, ...bytes]);
  const key = 'ab'.repeat(1_952);

  test.each([
    ['direct', opReturn('rouge1abc').script, 'rouge1abc'],
    ['with white space', opReturn(' \n rouge1abc\t').script, 'rouge1abc'],
    ['one length byte', opReturn('a'.repeat(200)).script, 'a'.repeat(200)],
    ['two length bytes: a public key', opReturn(key).script, key],
    ['one length byte for a short text', push(0x4c, 2, 0x68, 0x69), 'hi'],
    ['no data', push(), undefined],
    ['an empty push', push(0x4c, 0), ''],
    ['bytes after the push', push(1, 0x68, 0x69), undefined],
    ['fewer bytes than the push says', push(3, 0x68, 0x69), undefined],
    ['two pushes', push(1, 0x68, 1, 0x69), undefined],
    ['no UTF-8', push(2, 0xc3, 0x28), undefined],
    ['four length bytes', push(0x4e, 1, 0, 0, 0, 0x68), undefined],
    ['no OP_RETURN', new Uint8Array([0x51, 1, 0x68]), undefined],
  ])('%s', (_, script, expected) => {
    expect(opReturnText(script)).toBe(expected);
  });

  test('the first text that is not empty counts', () => {
    const outputs = ['  ', 'first', 'second'].map((text) => opReturn(text));
    expect(recipientOf([{ script: push(2, 0xc3, 0x28), value: 0n }, ...outputs])).toBe('first');
    expect(recipientOf(outputs.slice(0, 1))).toBeUndefined();
  });
});

test('addresses of scripts lead back to the scripts', () => {
  let compared = 0;
  for (const name of ['one', 'two', 'three']) {
    const { script, address } = walletOf(name);
    expect(addressOfScript(script, 'regtest')).toBe(address);
    for (const network of ['mainnet', 'testnet', 'regtest'] as const) {
      const text = addressOfScript(script, network) ?? '';
      expect(Buffer.from(good(readBtcAddress(text, network)).script).equals(script)).toBe(true);
      compared++;
    }
  }
  expect(compared).toBe(9);
  expect(addressOfScript(opReturn('x').script, 'mainnet')).toBeUndefined();
});

test('a transaction signed by a wallet keeps its id', () => {
  const scene = new DepositScene();
  const paid = spend(scene.payer, [scene.coin(1), scene.coin(2)], [scene.toCustody(5n)]);
  expect(good(parseBtcTransaction(paid.raw)).id).toBe(paid.id);
});
