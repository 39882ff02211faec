/** Calls that are tried outside of a block: what their limit must be, and that they show what their block does. */

import { describe, expect, test } from 'vitest';
import { isRefusal } from '../../../engine/base/refusal.js';
import type { Transaction } from '../../../engine/chain/transaction.js';
import { feeOf } from '../../../engine/ledger/admission.js';
import { previewCall } from '../../../engine/ledger/contractPreview.js';
import type { CallResult } from '../../../engine/ledger/contractResult.js';
import type { CallFields } from '../../../engine/ledger/kinds/callFields.js';
import { contractCall } from '../../../engine/ledger/kinds/contractCall.js';
import type { ContractPreview } from '../../../engine/ledger/previewOrder.js';
import type { TestChain } from '../../support/chain.js';
import { type Calling, call } from '../../support/contractOrders.js';
import { deployAll, outcomeOf, stageOf } from '../../support/contractScene.js';
import { by, play } from '../../support/ledgerScene.js';
import { alice, chainOf } from '../../support/movementScene.js';
import type { Program } from '../../support/scriptedMachine.js';
import { tokenFreeze } from '../../support/transactions.js';

const MOST = 10_000_000;
/** What the SDK of the reference signs after a query. */
const usualLimit = ({ gasUsed }: ContractPreview): number => Math.ceil(gasUsed * 1.5) + 1_000;

/** The dry run of a signed call, and what becomes of it. */
function tried(chain: TestChain, address: string, calling: Calling = {}) {
  const { transaction } = call(by(chain, alice), address, 'main', calling);
  const signed = transaction as Transaction<CallFields>;
  const order = contractCall.dryRun?.(signed, feeOf(transaction, chain.context()));
  if (!order) throw new Error('a call has a dry run');
  const preview = previewCall(chain.state, chain.context(), order);
  return { preview, refusal: contractCall.checkDryRun?.(signed.fields, preview)?.message };
}

const query = (chain: TestChain, address: string, more: object = {}): ContractPreview => {
  const order = { address, method: 'main', args: '{}', caller: alice.keyHex, gasLimit: MOST, attached: undefined };
  return previewCall(chain.state, chain.context(), { ...order, ...more });
};

const endings = (calls: ContractPreview['calls']) => calls.map(({ method, error }) => [method, error]);

const WORK = [
  ['use', 30_000],
  ['emit', 'worked', ''],
] as const;

describe('a limit', () => {
  test('that leaves a sub-call without the fuel it has in a query is refused, and the sentence names one that does not', () => {
    const { chain, address } = stageOf({ main: [['call', '$self', 'work', '', '0']], work: WORK });
    const asked = query(chain, address);
    expect(asked).toMatchObject({ success: true, events: [{ topic: 'worked' }] });
    const usual = usualLimit(asked);
    const { refusal } = tried(chain, address, { gasLimit: usual });
    const need = Number(/is below the (\d+) gas this call needs$/.exec(refusal ?? '')?.[1]);
    expect(refusal).toBe(`gasLimit ${usual} is below the ${need} gas this call needs`);
    expect(need).toBe(asked.gasNeeded);

    const good = tried(chain, address, { gasLimit: need });
    expect(good).toMatchObject({ refusal: undefined, preview: { events: asked.events, gasUsed: asked.gasUsed } });
    const { events, gasUsed } = outcomeOf(chain, address, 'main', { gasLimit: need }).result as CallResult;
    expect([events.map(({ topic }) => topic), gasUsed]).toEqual([['worked'], asked.gasUsed]);
    // What the block would have done with less, for the same fee.
    const short = outcomeOf(chain, address, 'main', { gasLimit: usual }).result as CallResult;
    expect([short.events, short.calls[0]?.error]).toEqual([[], expect.stringMatching(/^Out of gas/)]);
  });

  const shapes: readonly (readonly [string, Program])[] = [
    ['no sub-call', { main: WORK }],
    ['one that names its fuel', { main: [['call', '$self', 'work', '', '40000']], work: WORK }],
    [
      'one within one',
      {
        main: [['call', '$self', 'outer', '', '0']],
        outer: [['call', '$self', 'work', '', '0']],
        work: WORK,
      },
    ],
    [
      'several',
      {
        main: [...WORK, ['call', '$self', 'work', '', '0'], ['call', '$self', 'outer', '', '90000']],
        outer: [
          ['call', '$self', 'work', '', '0'],
          ['call', '$self', 'work', '', '32000'],
        ],
        work: WORK,
      },
    ],
    [
      'one that fails of itself',
      {
        main: [
          ['call', '$self', 'bad', '', '0'],
          ['call', '$self', 'work', '', '0'],
        ],
        bad: [
          ['use', 50_000],
          ['trap', 'wrong'],
        ],
        work: WORK,
      },
    ],
  ];
  test.each(shapes)('for %s: the named one suffices, and one less does not', (_, program) => {
    const { chain, address } = stageOf(program);
    const most = query(chain, address);
    const limit = most.gasNeeded;
    expect(most.success).toBe(true);
    expect(limit).toBeGreaterThanOrEqual(most.gasUsed);
    const { preview, refusal } = tried(chain, address, { gasLimit: limit });
    expect([refusal, endings(preview.calls), preview.events]).toEqual([undefined, endings(most.calls), most.events]);
    const block = outcomeOf(chain, address, 'main', { gasLimit: limit });
    expect([block.failure, endings((block.result as CallResult).calls)]).toEqual([undefined, endings(most.calls)]);
    const below = query(chain, address, { gasLimit: limit - 1 });
    expect([below.success, endings(below.calls)]).not.toEqual([true, endings(most.calls)]);
  });

  test('is not blamed for a sub-call that takes whatever it gets', () => {
    const { chain, address } = stageOf({
      main: [
        ['call', '$self', 'endless', '', '0'],
        ['call', '$self', 'work', '', '40000'],
      ],
      endless: [['use', 2 * MOST]],
      work: WORK,
    });
    for (const gasLimit of [200_000, MOST]) {
      const { preview, refusal } = tried(chain, address, { gasLimit });
      expect([refusal, preview.events.length]).toEqual([undefined, 1]);
      expect(preview.gasUsed).toBeLessThanOrEqual(gasLimit);
    }
  });

  test('is not blamed for a call that fails with every limit', () => {
    const { chain, address } = stageOf({
      main: [
        ['use', 50_000],
        ['log', 'sorry'],
        ['trap', 'no'],
      ],
    });
    for (const gasLimit of [2_000, 60_000])
      expect(tried(chain, address, { gasLimit }).refusal).toMatch(/^call would fail: .*no; the contract says: sorry$/);
    expect(query(chain, address, { gasLimit: 2_000 })).toMatchObject({
      success: false,
      error: expect.stringMatching(/^Out of gas \(limit: 2000,/),
    });
  });
});

test('the hash of the tip is known to a call that is tried, as in the block', () => {
  const chain = chainOf();
  const tip = chain.tip.height + 1;
  const [address = ''] = deployAll(chain, { main: [['hash', String(tip)]] });
  expect(chain.tip.height).toBe(tip);
  const shown = query(chain, address).logs;
  expect(shown).toEqual([`hash ${chain.tip.hash}`]);
  expect((outcomeOf(chain, address).result as CallResult).logs).toEqual(shown);
});

describe('a payer', () => {
  const balanceOfCaller = ({ logs }: { readonly logs: readonly string[] }) => logs[0];

  test('has in a dry run what the block leaves, and in a query everything', () => {
    const { chain, address } = stageOf({ main: [['balance', '$caller']] });
    const calling = { gasLimit: 5_000, attach: { symbol: 'XRGE', amount: 7n } };
    const { preview } = tried(chain, address, calling);
    const free = query(chain, address);
    expect(query(chain, address, { caller: 'nobody' }).success).toBe(true);
    const { result } = outcomeOf(chain, address, 'main', calling);
    expect(balanceOfCaller(preview)).toBe(balanceOfCaller(result as CallResult));
    expect(balanceOfCaller(preview)).not.toBe(balanceOfCaller(free));
  });

  test('cannot attach a frozen token, neither in a block nor before', () => {
    const chain = chainOf();
    const [address = ''] = deployAll(chain, { main: [] });
    const attach = { symbol: 'GOLD', amount: 1n };
    expect(tried(chain, address, { attach }).refusal).toBeUndefined();
    expect(play(chain, tokenFreeze(by(chain, alice), 'GOLD'))).toEqual([undefined]);
    const frozen = 'Token GOLD is frozen — transfers are paused by the creator';
    expect(tried(chain, address, { attach }).refusal).toBe(`call would fail: ${frozen}`);
    const { failure } = outcomeOf(chain, address, 'main', { attach });
    expect(isRefusal(failure) && failure.message).toBe(frozen);
  });
});
