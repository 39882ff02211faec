/** Results in receipts: what is stored is pinned, and every reader gets back what was kept. */

import { describe, expect, test } from 'vitest';
import { addressOf } from '../../../engine/crypto/address.js';
import { kindOf, kinds } from '../../../engine/ledger/kinds/index.js';
import { actor } from '../../support/transactions.js';

const somebody = actor('result codec').account;

const event = {
  ...{ type: 'Swap', poolId: 'GOLD-XRGE', pool: 1, ordinal: 2, sequence: 3, aToB: true },
  ...{ amountA: 2n ** 127n, amountB: 1n, lp: 0n, reserveA: 5n, reserveB: 6n, lpSupply: 7n },
  ...{ swaps: 8, volumeA: 2n ** 255n, volumeB: 9n },
};
const eventText =
  '{"type":"Swap","poolId":"GOLD-XRGE","pool":1,"ordinal":2,"sequence":3,"aToB":true,"amountA":"170141183460469231731687303715884105728",' +
  '"amountB":"1","lp":"0","reserveA":"5","reserveB":"6","lpSupply":"7","swaps":8,' +
  '"volumeA":"57896044618658097711785492504343953926634992332820282019728792003956564819968","volumeB":"9"}';

/** Stored texts are read for as long as the chain is: a change of one makes old receipts unreadable. */
const RESULTS: Readonly<Record<string, readonly [result: unknown, text: string][]>> = {
  bridge_mint: [[{ minted: true }, '{"minted":true}']],
  bridge_attest: [[{ minted: false }, '{"minted":false}']],
  bridge_fail: [[{ attempts: 5 }, '{"attempts":5}']],
  bridge_fulfil: [[{ ended: true, owner: somebody }, `{"ended":true,"owner":"${addressOf(somebody)}"}`]],
  bridge_refund: [
    [
      { ended: false, owner: somebody, token: 'QETH', units: 2n ** 100n },
      `{"ended":false,"owner":"${addressOf(somebody)}","token":"QETH","units":"${2n ** 100n}"}`,
    ],
  ],
  unstake: [[{ releaseHeight: 507 }, '{"releaseHeight":507}']],
  create_pool: [[{ events: [event] }, `{"pool_events":[${eventText}]}`]],
  add_liquidity: [[{ events: [event, event] }, `{"pool_events":[${eventText},${eventText}]}`]],
  remove_liquidity: [[{ events: [] }, '{"pool_events":[]}']],
  swap: [[{ amountOut: 2n ** 100n, events: [event] }, `{"amount_out":"${2n ** 100n}","pool_events":[${eventText}]}`]],
  nft_create_collection: [[{ collectionId: 'col:1:ART' }, '{"collection_id":"col:1:ART"}']],
  nft_mint: [
    [{ tokenId: 3, price: 7n, paidTo: somebody }, `{"token_id":3,"price":"7","paid_to":"${addressOf(somebody)}"}`],
    [{ tokenId: 3, price: 0n, paidTo: undefined }, '{"token_id":3,"price":"0"}'],
  ],
  nft_batch_mint: [[{ first: 4, count: 50 }, '{"first":4,"count":50}']],
  nft_transfer: [
    [{ royalty: 7n, royaltyRecipient: somebody }, `{"royalty":"7","royalty_recipient":"${addressOf(somebody)}"}`],
    [{ royalty: 0n, royaltyRecipient: undefined }, '{"royalty":"0","royalty_recipient":null}'],
  ],
  contract_call: [
    [
      {
        gasUsed: 1_234,
        returned: Uint8Array.of(0, 255),
        events: [{ contract: 'aa', topic: 't', data: '{}' }],
        logs: ['one'],
        calls: [
          { contract: 'bb', method: 'm', gasUsed: 5, error: undefined },
          { contract: 'cc', method: 'n', gasUsed: 6, error: 'why' },
        ],
        moves: [
          { from: somebody, to: somebody, name: 'XRGE', amount: 2n ** 100n, nft: undefined },
          { from: undefined, to: somebody, name: 'col:1:ART', amount: undefined, nft: 7 },
        ],
        collections: ['col:1:ART'],
        acted: ['aa'],
        place: { function: 3, name: 'mint', offset: 99 },
      },
      `{"gas_used":1234,"return_data":"00ff","events":[{"contract":"aa","topic":"t","data":"{}"}],"logs":["one"],"calls":[{"contract":"bb","method":"m","gas_used":5},{"contract":"cc","method":"n","gas_used":6,"error":"why"}],"moves":[{"from":"${addressOf(somebody)}","to":"${addressOf(somebody)}","name":"XRGE","amount":"${2n ** 100n}"},{"to":"${addressOf(somebody)}","name":"col:1:ART","nft":7}],"collections":["col:1:ART"],"acted":["aa"],"place":{"function":3,"name":"mint","offset":99}}`,
    ],
    [
      {
        ...{ gasUsed: 0, returned: undefined, events: [], logs: [], calls: [], moves: [], collections: [], acted: [] },
        place: undefined,
      },
      '{"gas_used":0,"events":[],"logs":[],"calls":[],"moves":[],"collections":[],"acted":[]}',
    ],
  ],
};

describe('the result of a kind', () => {
  test.each(kinds.map(({ name }) => name))('%s is stored and read back', (name) => {
    const codec = kindOf(name)?.result;
    const cases = RESULTS[name] ?? [[null, '']];
    for (const [result, text] of cases) {
      expect(codec?.encode(result)).toBe(text);
      expect(codec?.decode(text)).toEqual(result);
    }
  });

  test('is pinned for every kind that has one', () => {
    const withResult = kinds.filter(({ name, result }) => name in RESULTS || result.decode('') !== null);
    expect(withResult.map(({ name }) => name).sort()).toEqual(Object.keys(RESULTS).sort());
  });

  test('that is damaged is an error, never a wrong value', () => {
    const damaged = [
      ['swap', '{"amount_out":5,"pool_events":[]}'],
      ['swap', '{"amount_out":"5"}'],
      ['swap', '{"amount_out":"x","pool_events":[]}'],
      ['swap', `{"amount_out":"5","pool_events":[${eventText.replace('"Swap"', '"other"')}]}`],
      ['nft_mint', '{"token_id":"3","price":"7"}'],
      ['nft_mint', '{"token_id":3,"price":"7","paid_to":"nobody"}'],
      ['unstake', ''],
      ['unstake', 'null'],
    ] as const;
    for (const [name, text] of damaged) expect(() => kindOf(name)?.result.decode(text), text).toThrow();
    expect(damaged.length).toBe(8);
  });
});
