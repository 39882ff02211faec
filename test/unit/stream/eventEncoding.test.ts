/** Events in JSON and in protobuf: JSON says what the view of a transaction says, both formats say the same, and the bytes of
 *  a frame are those that clients have learnt to read. */

import { describe, expect, test } from 'vitest';
import { U128_MAX, utf8Text } from '../../../engine/base/bytes.js';
import { accountOfKey, accountOfName, TREASURY } from '../../../engine/crypto/address.js';
import { kindOfTransaction } from '../../../engine/ledger/admission.js';
import { kinds } from '../../../engine/ledger/kinds/index.js';
import { encodings } from '../../../engine/stream/eventEncoding.js';
import { StreamFrame } from '../../../proto/wire.js';
import { TestChain } from '../../support/chain.js';
import { SeededRandom, testSeed } from '../../support/random.js';
import { factsOfFrame, factsOfText } from '../../support/streamFrames.js';
import { actor } from '../../support/transactions.js';
import { Workload } from '../../support/workload.js';

const { json, protobuf } = encodings;
const BLOCKS = 30;
const RANDOM_EVENTS = 400;

/** The same frame as the generated codec writes it. */
const byCodec = (frame: Uint8Array): Uint8Array => StreamFrame.encode(StreamFrame.decode(frame)).finish();

/** The members of a transaction's JSON event that its view has, in their order. */
function viewedMembers(text: string): Readonly<Record<string, unknown>> {
  const { to, amount, amount_quanta: quanta, amount_units: units, token } = JSON.parse(text) as Record<string, unknown>;
  return { to, amount, quanta, units, token };
}

test('a transaction is told as its view shows it, whatever its kind, and the same in both formats', () => {
  const random = new SeededRandom(testSeed());
  const workload = new Workload(random);
  const chain = new TestChain(workload.rules);
  const seen = new Set<string>();
  let count = 0;
  for (let number = 1; number <= BLOCKS; number++) {
    const time = chain.tip.time + workload.pause();
    const planned = Array.from({ length: random.below(60) }, () => workload.plan(time).item);
    const { candidate, block } = chain.produce(planned, time);
    for (const { transaction, failure } of candidate.execution.outcomes) {
      const text = utf8Text(json.transaction(transaction, failure !== undefined, block.header, ++count));
      const view = kindOfTransaction(transaction).view(transaction.fields);
      expect(viewedMembers(text)).toEqual({
        to: view.to_pub_key_hex ?? null,
        amount: view.amount ?? null,
        quanta: view.amount_quanta,
        units: view.amount_units,
        token: view.token_name ?? null,
      });
      // Written by hand, but as JSON writes it.
      expect(JSON.stringify(JSON.parse(text))).toBe(text);
      const frame = protobuf.transaction(transaction, failure !== undefined, block.header, count);
      expect(factsOfFrame(frame)).toEqual(factsOfText(text));
      expect(frame.length).toBeLessThan(250);
      expect(frame).toEqual(byCodec(frame));
      seen.add(transaction.operation);
    }
  }
  expect([...seen].sort()).toEqual(kinds.map(({ name }) => name).sort());
  expect(count).toBeGreaterThan(BLOCKS * 10);
});

describe('both formats say the same', () => {
  const key = actor('proposer');
  const hash = 'ab'.repeat(32);

  test('of any block, balance and statistics', () => {
    const random = new SeededRandom(testSeed());
    const some = (): number => random.pick([0, 1, 127, 128, 2 ** 31, 2 ** 32 + 5, Number.MAX_SAFE_INTEGER]);
    const small = (): number => random.pick([0, 1, 300, 20_000, 2 ** 32 - 1]);
    const accounts = [key.account, accountOfName(TREASURY), accountOfKey(new Uint8Array(1_952))];
    let count = 0;
    for (let index = 0; index < RANDOM_EVENTS; index++) {
      const seq = some();
      const block = {
        height: some(),
        hash,
        time: some(),
        proposer: key.keyHex,
        stateRoot: random.chance(50) ? 'cd'.repeat(32) : undefined,
        transactions: small(),
      };
      const units =
        random.pick([0n, 1n, 999_999_999n, 2n ** 53n, 10n ** 27n + 1n, U128_MAX]) >> BigInt(random.below(9));
      const balance = { account: random.pick(accounts), token: random.pick(['XRGE', 'GOLD', 'A']), units };
      const stats = { blockHeight: some(), peerCount: small(), mempoolSize: small() };
      for (const write of [
        ({ block: bytes }: typeof json) => bytes(block, seq),
        ({ balance: bytes }: typeof json) => bytes(balance, block.height, seq),
        ({ stats: bytes }: typeof json) => bytes(stats, seq),
      ]) {
        const frame = write(protobuf);
        expect(factsOfFrame(frame)).toEqual(factsOfText(utf8Text(write(json))));
        expect(frame).toEqual(byCodec(frame));
        count++;
      }
    }
    expect(count).toBe(3 * RANDOM_EVENTS);
  });

  test('in frames whose bytes do not change', () => {
    const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
    const account = 'ef'.repeat(32);
    expect(hex(protobuf.stats({ blockHeight: 300, peerCount: 2, mempoolSize: 3 }, 77))).toBe('0a0908ac0210021803204d');
    expect(
      hex(
        protobuf.balance(
          { account: Buffer.from(account, 'hex').toString('latin1') as never, token: 'GOLD', units: 12n },
          5,
          9,
        ),
      ),
    ).toBe(`3a300a20${account}1204474f4c441a02313220052809`);
    const block = { height: 1, hash, time: 2, proposer: key.keyHex, stateRoot: undefined, transactions: 3 };
    const proposer = Buffer.from(key.account, 'latin1').toString('hex');
    expect(hex(protobuf.block(block, 4))).toBe(`2a4c08011220${hash}180320022a20${proposer}3804`);
  });
});
