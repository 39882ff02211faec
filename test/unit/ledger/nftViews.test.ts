/** How NFT transactions and their receipts look outside: the names of the existing network. */

import { describe, expect, test } from 'vitest';
import { kindOfTransaction } from '../../../engine/ledger/admission.js';
import { receiptView, txV1 } from '../../../engine/ledger/views.js';
import { collectionIdBy, NftScene } from '../../support/nftRequests.js';
import { actor } from '../../support/transactions.js';

const artist = actor('nft: artist');
const bob = actor('nft: bob');
const wallet = actor('nft: wallet');
const ART = collectionIdBy(artist, 'ART');

const MINT = 'nft_mint';
const BATCH = 'nft_batch_mint';
const TRANSFER = 'nft_transfer';

describe('outside', () => {
  const at = { height: 7, hash: 'ab'.repeat(32), time: 1, position: 0 };
  const shown = (operation: string, values: object, result: Record<string, unknown> | null) => {
    const { transaction } = new NftScene([artist]).request(artist, operation, { ...values });
    const stored = kindOfTransaction(transaction).result.decode(JSON.stringify(result));
    const receipt = { nonce: 1, fee: 5n, failure: '', result: stored };
    return [txV1(transaction, receipt).payload, receiptView(transaction, receipt, at).logs];
  };
  const one = { collectionId: ART, tokenId: 3 };
  const ids = { nft_collection_id: ART, nft_token_id: 3 };
  const log = (event_type: string, data: object) => [{ event_type, data }];

  test('the names are those of the existing network', () => {
    expect(shown('nft_create_collection', { symbol: 'art', name: 'P' }, { collection_id: ART })).toEqual([
      {
        ...{ nft_collection_symbol: 'ART', nft_collection_name: 'P', nft_public_mint: false },
        ...{ nft_mint_price: 0, nft_mint_price_quanta: '0', nft_discount_pct: 100 },
      },
      log('nft_collection_create', { collection: ART, symbol: 'ART', name: 'P' }),
    ]);
    const full = {
      ...{ symbol: 'art', name: 'P', description: 'D', image: 'https://x', maxSupply: 5, royaltyBps: 7 },
      ...{ royaltyRecipient: wallet.address, tokenGateSymbol: 'qbtc', tokenGateAmount: 9 },
    };
    expect(shown('nft_create_collection', full, { collection_id: ART })[0]).toMatchObject({
      ...{ nft_description: 'D', nft_image: 'https://x', nft_max_supply: 5, nft_royalty_bps: 7 },
      ...{ nft_royalty_recipient: wallet.address, nft_token_gate_symbol: 'qBTC' },
      ...{ nft_token_gate_amount: 9, nft_token_gate_amount_units: '9' },
    });
    const mint = { collectionId: ART, name: 'N', metadataUri: 'ipfs://u', attributes: { b: 1, a: [2] } };
    expect(shown(MINT, mint, { token_id: 3, price: '1500000000', paid_to: artist.address })).toEqual([
      { nft_collection_id: ART, nft_token_name: 'N', nft_metadata_uri: 'ipfs://u', nft_attributes: { a: [2], b: 1 } },
      log('nft_mint', { collection: ART, token_id: 3, price: 1.5, price_quanta: '1500000000' }),
    ]);
    const batch = { collectionId: ART, names: ['a', 'b'], uris: [null, 'ipfs://u'], attributes: [{ x: 1 }] };
    expect(shown(BATCH, batch, { first: 4, count: 2 })).toEqual([
      {
        ...{ nft_collection_id: ART, nft_batch_names: ['a', 'b'], nft_batch_uris: [null, 'ipfs://u'] },
        nft_batch_attributes: [{ x: 1 }],
      },
      log('nft_batch_mint', { collection: ART, first_token_id: 4, count: 2 }),
    ]);
    const sale = { ...one, to: bob.address, salePrice: 2 };
    expect(shown(TRANSFER, sale, { royalty: '1000000000', royalty_recipient: wallet.address })).toEqual([
      { ...ids, to_pub_key_hex: bob.address, to_address: bob.address, amount: 2, amount_quanta: '2000000000' },
      log('nft_transfer', {
        ...{ collection: ART, token_id: 3, to: bob.address },
        ...{ royalty: 1, royalty_quanta: '1000000000', royalty_recipient: wallet.address },
      }),
    ]);
    expect(shown('nft_burn', one, null)).toEqual([ids, log('nft_burn', { collection: ART, token_id: 3 })]);
    expect(shown('nft_lock', one, null)).toEqual([
      { ...ids, nft_locked: true },
      log('nft_lock', { collection: ART, token_id: 3, locked: true }),
    ]);
    expect(shown('nft_freeze_collection', { collectionId: ART, frozen: false }, null)).toEqual([
      { nft_collection_id: ART, nft_frozen: false },
      log('nft_freeze_collection', { collection: ART, frozen: false }),
    ]);
  });
});
