/** Swaps that name no path, and the heights from which a swap may take more than one pool and from which it takes the best
 *  route on its own. (Specification, DEX, Versioning.) */

import { describe, expect, test } from 'vitest';
import { isRefusal } from '../../../engine/base/refusal.js';
import { deepPools } from '../../../engine/ledger/deepPools.js';
import type { Outcome } from '../../../engine/ledger/execution.js';
import { bestRoute } from '../../../engine/ledger/routing.js';
import { tokenSubject } from '../../../engine/ledger/subjects.js';
import { receiptView, txV1 } from '../../../engine/ledger/views.js';
import { type TestChain, throughTheWire } from '../../support/chain.js';
import { createPoolOrder, orderItem, swapOrder } from '../../support/exchangeRequests.js';
import { by } from '../../support/ledgerScene.js';
import { alice, bob, done, FEE, failed, heard, openings, run, sceneOf, withPools } from './exchangeScene.js';
import { storedResult } from './storedResult.js';

describe('a swap without a path', () => {
  test('takes the best route at its place in the block, and says which: receipt, payload, events, histories', () => {
    const chain = withPools();
    done(chain, alice, createPoolOrder('IRON', 900n, 'XRGE', 2_000n));
    // In one block: the first drains the way over GOLD for the second.
    const large = swapOrder('XRGE', 10n ** 9n, 'GOLD', { path: ['XRGE', 'GOLD'] });
    const open = swapOrder('XRGE', 100n, 'IRON');
    const items = [open, large, open].map((order) => orderItem(by(chain, bob), order));
    const { outcomes } = chain.produce(items).candidate.execution;
    expect(outcomes.map(({ failure }) => failure)).toEqual([undefined, undefined, undefined]);
    const ways = [outcomes[0], outcomes[2]].map((outcome) => {
      const { transaction, nonce, fee, result } = outcome as Outcome;
      const receipt = { nonce, fee, failure: '', result: storedResult(transaction, result) };
      const at = { height: chain.tip.height, hash: chain.tip.hash, time: chain.tip.time, position: 0 };
      const [log] = receiptView(transaction, receipt, at).logs;
      const { swap_path } = txV1(transaction, receipt).payload;
      return { path: log?.data.path, pools: log?.data.pools, swap_path };
    });
    const over = ['XRGE', 'GOLD', 'IRON'];
    expect(ways).toEqual([
      { path: over, pools: ['GOLD-XRGE', 'GOLD-IRON'], swap_path: over },
      { path: ['XRGE', 'IRON'], pools: ['IRON-XRGE'], swap_path: ['XRGE', 'IRON'] },
    ]);
    expect(outcomes.map(({ subjects }) => subjects.map(({ subject }) => subject))).toEqual([
      [tokenSubject('GOLD'), tokenSubject('IRON')],
      [tokenSubject('GOLD')],
      [tokenSubject('IRON')],
    ]);
  });

  test('says what a failed one wanted without a way, and a named direct path is kept to', () => {
    const chain = withPools();
    const { transaction, nonce, fee, failure } = run(chain, bob, swapOrder('XRGE', 5n, 'GOLD', { least: 10n ** 9n }));
    const receipt = { nonce, fee, failure: failure?.message ?? '', result: null };
    expect(receipt.failure).toBe('slippage exceeded');
    expect(txV1(transaction, receipt).payload).not.toHaveProperty('swap_path');
    const named = swapOrder('XRGE', 5_000n, 'SALT', { path: ['XRGE', 'SALT'] });
    expect(heard(chain, bob, named)).toEqual(['not_found', 'pool not found: SALT-XRGE']);
    const away = [
      'not_found',
      'pool not found: AGATE-XRGE, and no route over other pools gives anything for this amount',
    ];
    expect(heard(chain, bob, swapOrder('XRGE', 5_000n, 'AGATE'))).toEqual(away);
  });
});

describe('best_route', () => {
  const HEIGHT = 7;

  test('begins at its height: before it a swap without a path means the direct pool, and the state knows no deep pools', () => {
    const chain = sceneOf({ upgrades: { best_route: HEIGHT } });
    for (const order of openings) done(chain, alice, order);
    expect([...chain.state.entries(deepPools)]).toEqual([]);
    const open = swapOrder('XRGE', 5_000n, 'IRON');
    expect(chain.tip.height).toBe(HEIGHT - 3);
    expect(failed(chain, bob, open, FEE.swap)).toEqual(['not_found', 'pool not found: IRON-XRGE']);
    expect(chain.tip.height).toBe(HEIGHT - 1);
    // The first block at the height places the pools of before, whatever it does itself.
    const { candidate } = chain.produce([orderItem(by(chain, bob), open)]);
    expect(candidate.execution.outcomes.map(({ failure, result }) => failure ?? result)).toMatchObject([
      { path: ['XRGE', 'GOLD', 'IRON'] },
    ]);
    expect([...chain.state.entries(deepPools)].map(([token, members]) => [token, members.length]).sort()).toEqual([
      ['GOLD', 3],
      ['IRON', 2],
      ['QETH', 1],
      ['SALT', 1],
      ['XRGE', 1],
    ]);
  });
});

describe('game_ready_2', () => {
  const HEIGHT = 7;
  const path = ['XRGE', 'GOLD', 'IRON'];
  const text = 'swaps through more than one pool are not active yet';

  test('lets swaps take more than one pool from its height on, and not one block before', () => {
    const chain = sceneOf({ upgrades: { game_ready_2: HEIGHT } });
    // The same chain by rules that have it from the start: its blocks are what a wrong proposer would send.
    const eager = sceneOf();
    const direct = swapOrder('XRGE', 5_000n, 'GOLD', { path: ['XRGE', 'GOLD'] });
    const items = (on: TestChain) => [orderItem(by(on, bob), swapOrder('XRGE', 5_000n, 'IRON', { path }))];
    for (const order of [...openings, direct]) {
      const { candidate, ...sealed } = eager.produce([orderItem(by(eager, alice), order)]);
      expect(candidate.execution.outcomes.map(({ failure }) => failure)).toEqual([undefined]);
      chain.receive(throughTheWire(sealed));
    }
    expect(chain.tip).toEqual(eager.tip);
    expect(chain.tip.height).toBe(HEIGHT - 2);

    expect(heard(chain, bob, swapOrder('XRGE', 5_000n, 'IRON', { path }))).toEqual(['rule_violation', text]);
    const candidate = chain.build(items(chain));
    expect(candidate.refused.map(({ refusal }) => refusal.message)).toEqual([text]);
    candidate.prepared.revert();
    const early = eager.build(items(eager));
    expect(early.refused).toEqual([]);
    const refused = chain.receive(throughTheWire(eager.seal(early)));
    expect(isRefusal(refused) && refused.message).toBe(`block ${HEIGHT - 1} rejected: tx #0: ${text}`);
    early.prepared.revert();

    chain.receive(eager.produce());
    expect(chain.tip.height).toBe(HEIGHT - 1);
    const taken = chain.receive(throughTheWire(eager.produce(items(eager))));
    if (isRefusal(taken)) expect.fail(taken.message);
    expect(taken.execution.outcomes.map(({ failure }) => failure)).toEqual([undefined]);
    expect([chain.tip.height, chain.root]).toEqual([HEIGHT, eager.root]);
  });

  test('also decides what a quote may look at', () => {
    const route = (upgrades: Readonly<Record<string, number | null>>, tokenOut: string) => {
      const chain = withPools({ upgrades });
      return bestRoute(chain.state, chain.context(), 'XRGE', tokenOut, 5_000n)?.path;
    };
    const before = { game_ready_2: null };
    expect([route(before, 'GOLD'), route({}, 'GOLD')]).toEqual([
      ['XRGE', 'GOLD'],
      ['XRGE', 'GOLD'],
    ]);
    expect([route(before, 'IRON'), route({}, 'IRON')]).toEqual([undefined, path]);
    expect([route(before, 'SALT'), route({}, 'SALT')]).toEqual([undefined, [...path, 'SALT']]);
  });
});
