/** The index of names: symbols and words of names, in any case and form, of everything that is there at start or comes with a
 *  block. */

import { describe, expect, test } from 'vitest';
import { type Named, NameIndex } from '../../../engine/ledger/indexes/nameIndex.js';
import { collectionIdBy, NftScene } from '../../support/nftRequests.js';
import { actor } from '../../support/transactions.js';

const alice = actor('names: alice');

const shown = (named: Named): string =>
  named.kind === 'token' ? named.symbol : `collection ${named.id.split(':')[2]}`;

describe('names', () => {
  const scene = new NftScene([alice], { allocations: [{ to: alice.keyHex, amount: '5', token: 'GIVEN' }] });
  const index = new NameIndex();
  index.load(scene.chain.state);

  const create = (operation: string, values: object): void => {
    const { candidate } = scene.chain.produce([scene.request(alice, operation, { ...values })]);
    expect(candidate.execution.outcomes.map(({ failure }) => failure?.message)).toEqual([undefined]);
    index.apply(candidate.prepared.changes);
  };
  create('create_token', { symbol: 'GOLD', name: 'Royal  Golden Coin', totalSupply: 1_000 });
  create('create_token', { symbol: 'GOLDEN', name: 'Éclair ﬁve', totalSupply: 1_000 });
  create('create_token', { symbol: 'LAST', name: 'golden', totalSupply: 1_000 });
  create('nft_create_collection', { symbol: 'ART', name: 'Old Gold Pictures' });

  test.each([
    ['gold', ['GOLD', 'collection ART', 'GOLDEN', 'LAST']],
    ['GOLDEN', ['GOLDEN', 'LAST', 'GOLD']],
    ['golden  COIN', ['GOLD']],
    ['royal', ['GOLD']],
    ['oya', []],
    ['e\u0301CLAIR', ['GOLDEN']],
    ['five', ['GOLDEN']],
    ['picture', ['collection ART']],
    ['art', ['collection ART']],
    ['given', ['GIVEN']],
    ['qeth', ['QETH']],
    ['bridged', ['QBTC', 'QETH', 'QUSDC']],
    ['xrge', ['XRGE']],
    ['nothing like it', []],
    [' \u0000 ', []],
  ] as const)('%j finds %j', (text, found) => {
    const names = index.find(text, 20).map(shown);
    expect([...names].sort()).toEqual([...found].sort());
    expect(names[0]).toBe(found[0]);
  });

  test('no more than asked for, and each once', () => {
    expect(index.find('gold', 2)).toHaveLength(2);
    create('create_token', { symbol: 'AAA', name: 'a a a a', totalSupply: 1 });
    expect(
      index
        .find('a', 20)
        .map(shown)
        .filter((name) => name === 'AAA'),
    ).toHaveLength(1);
  });

  test('loaded from the same state it finds the same', () => {
    const again = new NameIndex();
    again.load(scene.chain.state);
    for (const text of ['gold', 'a', 'e', 'g', 'q', 'p']) expect(again.find(text, 50)).toEqual(index.find(text, 50));
    expect(again.find(collectionIdBy(alice, 'ART'), 5)).toEqual([]);
  });
});
