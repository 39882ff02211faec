/** Events in JSON and in protobuf: JSON says what the author of a transaction meant, both formats say the same, and the bytes of
 *  a frame are those that clients have learnt to read. */

import { describe, expect, test } from 'vitest';
import { numberOf, XRGE, XRGE_DECIMALS } from '../../../engine/base/amounts.js';
import { binaryToHex, U128_MAX, utf8Text } from '../../../engine/base/bytes.js';
import type { Transaction } from '../../../engine/chain/transaction.js';
import {
  type AccountId,
  accountOfContract,
  accountOfKey,
  accountOfName,
  burnAccount,
  resolveAccount,
  TREASURY,
} from '../../../engine/crypto/address.js';
import type { ContractEvent } from '../../../engine/ledger/kind.js';
import { shownSymbol } from '../../../engine/ledger/tokens.js';
import { encodings } from '../../../engine/stream/eventEncoding.js';
import { StreamFrame } from '../../../proto/wire.js';
import { bridgeSamples } from '../../support/bridgeOrders.js';
import { TestChain } from '../../support/chain.js';
import { SeededRandom, testSeed } from '../../support/random.js';
import type { Intent } from '../../support/referenceActions.js';
import { poolId } from '../../support/referencePools.js';
import { factsOfFrame, factsOfText } from '../../support/streamFrames.js';
import { actor, item, transfer } from '../../support/transactions.js';
import { Workload, workloadKinds } from '../../support/workload.js';

const { json, protobuf } = encodings;
const BLOCKS = 30;
/** Blocks in which a kind that is rarely drawn, or rarely succeeds, must have come. */
const MOST_BLOCKS = 300;
const RANDOM_EVENTS = 400;

/** The same frame as the generated codec writes it. */
const byCodec = (frame: Uint8Array): Uint8Array => StreamFrame.encode(StreamFrame.decode(frame)).finish();

/** What an event tells of a transaction beside its signer and its fate. */
interface Told {
  readonly to?: AccountId;
  /** As it was typed. */
  readonly token?: string;
  readonly amount?: bigint;
}

const FAUCET_PAYOUT = 10_000_000_000_000n;

/** What its author means an event of it to tell. */
function meant({ signer, action }: Intent): Told {
  switch (action.kind) {
    case 'faucet':
      return {
        ...(action.recipient === undefined || action.recipient === signer ? {} : { to: action.recipient }),
        amount: FAUCET_PAYOUT,
      };
    case 'stake':
    case 'unstake':
      return { amount: action.amount };
    case 'transfer':
      return action;
    case 'burn':
      return { to: burnAccount, ...action };
    case 'create_token':
      return { token: action.symbol, amount: action.supply };
    case 'mint_tokens':
    case 'approve':
      return { token: action.symbol, amount: action.amount };
    case 'transfer_from':
      return { to: action.to, token: action.symbol, amount: action.amount };
    case 'update_token_metadata':
    case 'claim_token_metadata':
    case 'token_freeze':
      return { token: action.symbol };
    case 'create_pool': {
      const [first] = poolId(action.tokenA.toUpperCase(), action.tokenB.toUpperCase()).split('-');
      const inOrder = first?.toUpperCase() === action.tokenA.toUpperCase();
      return { token: first ?? '', amount: inOrder ? action.amountA : action.amountB };
    }
    case 'add_liquidity': {
      const [one = '', other = ''] = action.poolId.toUpperCase().split('-');
      const [first = ''] = poolId(one, other).split('-');
      return { token: first, amount: first.toUpperCase() === one ? action.amountA : action.amountB };
    }
    case 'swap':
      return { token: action.tokenIn, amount: action.amountIn };
    case 'nft_transfer':
      return { to: action.to };
    case 'contract_call': {
      const { contract, attach } = action;
      const paid = attach && { token: attach.symbol.toUpperCase(), amount: attach.amount };
      return { to: accountOfContract(contract), ...paid };
    }
    default:
      return {};
  }
}

/** The same as members of a JSON event, the recipient as an account. */
function asMembers({ to, token, amount }: Told): Readonly<Record<string, unknown>> {
  const inXrge = token === undefined || token.toUpperCase() === XRGE;
  const number = amount === undefined ? null : numberOf(amount, inXrge ? XRGE_DECIMALS : 0);
  return {
    to: to ?? null,
    amount: number,
    quanta: inXrge && amount !== undefined ? String(amount) : undefined,
    units: inXrge || amount === undefined ? undefined : String(amount),
    token: token === undefined ? null : shownSymbol(token.toUpperCase()),
  };
}

function toldMembers(text: string): Readonly<Record<string, unknown>> {
  const { to, amount, amount_quanta: quanta, amount_units: units, token } = JSON.parse(text) as Record<string, unknown>;
  return { to: to === null ? null : resolveAccount(String(to))?.account, amount, quanta, units, token };
}

/** Compares what both formats say of an event of a contract with what the contract emitted. */
function sameEvent(event: ContractEvent, transaction: Transaction, height: number, seq: number): void {
  const text = utf8Text(json.contract(event, transaction, height, seq));
  const { contract: contract_addr, topic, data } = event;
  const place = { block_height: height, tx_hash: binaryToHex(transaction.id), seq };
  expect(JSON.parse(text)).toEqual({ type: 'contract_event', contract_addr, topic, data, ...place });
  const frame = protobuf.contract(event, transaction, height, seq);
  expect(factsOfFrame(frame)).toEqual(factsOfText(text));
  expect(frame).toEqual(byCodec(frame));
}

test('a transaction is told as its author meant it, whatever its kind, and the same in both formats', () => {
  const random = new SeededRandom(testSeed());
  const workload = new Workload(random);
  const chain = new TestChain(workload.rules);
  const seen = new Set<string>();
  let count = 0;
  for (let number = 1; number <= BLOCKS || (seen.size < workloadKinds.length && number <= MOST_BLOCKS); number++) {
    const time = chain.tip.time + workload.pause();
    const planned = Array.from({ length: random.between(30, 100) }, () => workload.plan(time));
    const intents = new Map(planned.map(({ item, intent }) => [item.transaction.id, intent]));
    workload.play(time, planned, accountOfKey(chain.proposerKey));
    const { candidate, block } = chain.produce(
      planned.map(({ item }) => item),
      time,
    );
    for (const { transaction, failure, result } of candidate.execution.outcomes) {
      const text = utf8Text(json.transaction(transaction, failure !== undefined, block.header, ++count, result));
      expect(toldMembers(text)).toEqual(asMembers(meant(intents.get(transaction.id) as Intent)));
      // Written by hand, but as JSON writes it.
      expect(JSON.stringify(JSON.parse(text))).toBe(text);
      const frame = protobuf.transaction(transaction, failure !== undefined, block.header, count, result);
      expect(factsOfFrame(frame)).toEqual(factsOfText(text));
      expect(frame.length).toBeLessThan(250);
      expect(frame).toEqual(byCodec(frame));
      seen.add(transaction.operation);
    }
  }
  expect([...seen].sort()).toEqual([...workloadKinds].sort());
  expect(count).toBeGreaterThan(BLOCKS * 5);
});

test('a request of the bridge is told the same in both formats, with its token as it is shown', () => {
  const orders = Object.values(
    bridgeSamples(actor('bridge: signer'), actor('bridge: recipient'), 1_700_000_000_000),
  ).flat();
  const place = { height: 7, time: 1_700_000_000_400 };
  for (const order of orders) {
    const { transaction } = item(order);
    const text = utf8Text(json.transaction(transaction, false, place, 5, null));
    const frame = protobuf.transaction(transaction, false, place, 5, null);
    expect(factsOfFrame(frame)).toEqual(factsOfText(text));
    expect(frame).toEqual(byCodec(frame));
    const { token } = JSON.parse(text) as { readonly token: unknown };
    const named = order.members?.tokenSymbol ?? 'XRGE';
    expect(token).toBe(named === 'XRGE' ? null : named);
  }
  expect(orders.length).toBeGreaterThan(15);
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

  test('of what a contract emits, whatever it writes', () => {
    const random = new SeededRandom(testSeed());
    const { transaction } = transfer({ signer: key, timestamp: 1 }, actor('bob'), 1n);
    const texts = ['', '{"amount":"12"}', '"\\ \u0000\u001f\u2028', 'größer \u{1f980} \ufffd', 'x'.repeat(65_536)];
    let count = 0;
    for (const topic of texts)
      for (const data of texts) {
        const contract = random.pick(['00'.repeat(20), 'ff'.repeat(20), '0123456789abcdef0123456789abcdef01234567']);
        sameEvent({ contract, topic, data }, transaction, random.below(2 ** 31), random.pick([1, 2 ** 32 + 5]));
        count++;
      }
    expect(count).toBe(texts.length ** 2);
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
    const { transaction } = transfer({ signer: key, timestamp: 1 }, actor('bob'), 1n);
    const emitted = { contract: 'a7'.repeat(20), topic: 'paid', data: '{}' };
    expect(hex(protobuf.contract(emitted, transaction, 5, 9))).toBe(
      `4a460a14${'a7'.repeat(20)}1204706169641a027b7d20052a20${binaryToHex(transaction.id)}3009`,
    );
    const block = { height: 1, hash, time: 2, proposer: key.keyHex, stateRoot: undefined, transactions: 3 };
    const proposer = Buffer.from(key.account, 'latin1').toString('hex');
    expect(hex(protobuf.block(block, 4))).toBe(`2a4c08011220${hash}180320022a20${proposer}3804`);
  });
});
