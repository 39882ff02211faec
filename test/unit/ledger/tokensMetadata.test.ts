/** update_token_metadata and claim_token_metadata: who may, what stays, what an empty text removes, and what both tell.
 *  (Specification, Token, Tokens.) */

import { describe, expect, test } from 'vitest';
import { QUANTA, XRGE } from '../../../engine/base/amounts.js';
import type { JsonValue } from '../../../engine/base/json.js';
import { TOKEN_IMAGE_CHARACTERS } from '../../../engine/base/limits.js';
import { balanceOf } from '../../../engine/ledger/funds.js';
import { activityOf, tokenSubject } from '../../../engine/ledger/subjects.js';
import { tokenMetadata } from '../../../engine/ledger/tokenTables.js';
import { BLOCK_TIME_MS, GENESIS_TIME, rulesOf, TestChain } from '../../support/chain.js';
import { answerOf, by, decoded, play, problemOf, told } from '../../support/ledgerScene.js';
import {
  actor,
  claimTokenMetadata,
  createToken,
  itemOfParts,
  type MetadataOrder,
  partsOf,
  updateTokenMetadata,
} from '../../support/transactions.js';

const validator = actor('metadata: the validator');
const alice = actor('metadata: alice');
const bob = actor('metadata: bob');

const EMPTY = { image: undefined, description: undefined, website: undefined, twitter: undefined, discord: undefined };
const GOLD_LINK = 'https://x.com/gold';

/** GOLD of alice with metadata, BARE of alice without, OLD of nobody. */
function chainOf(): TestChain {
  const chain = new TestChain(
    rulesOf({
      validators: [{ actor: validator, stake: '10000' }],
      allocations: [
        { to: alice.keyHex, amount: '10000' },
        { to: bob.keyHex, amount: '10000' },
        { to: bob.keyHex, amount: '5', token: 'OLD' },
      ],
    }),
  );
  const metadata = { image: 'ipfs://one', description: 'Gold', website: 'https://gold.example' };
  expect(
    play(
      chain,
      createToken(by(chain, alice), { symbol: 'GOLD', supply: 10n }, metadata),
      createToken(by(chain, alice), { symbol: 'BARE', supply: 10n }),
    ),
  ).toEqual([undefined, undefined]);
  return chain;
}

const metadataOf = (chain: TestChain, token: string) => chain.state.get(tokenMetadata, token);

describe('a payload of update_token_metadata', () => {
  const read = (members: Readonly<Record<string, JsonValue>>) => decoded(alice, 'update_token_metadata', members);

  test('names a token and at least one member, of which the empty text counts', () => {
    for (const name of ['token_symbol', 'tokenSymbol', 'symbol', 'token'])
      expect(read({ [name]: 'gold', twitter: ` ${GOLD_LINK} ` })).toEqual({
        ...EMPTY,
        token: 'GOLD',
        twitter: GOLD_LINK,
      });
    expect(read({ token_symbol: 'GOLD', discord: '', image: null })).toEqual({ ...EMPTY, token: 'GOLD', discord: '' });
    expect(read({ twitter: GOLD_LINK })).toEqual(['malformed_payload', 'token_symbol is required']);
    for (const members of [{}, { image: null, description: null }])
      expect(read({ token_symbol: 'GOLD', ...members })).toEqual([
        'malformed_payload',
        'give at least one of image, description, website, twitter and discord',
      ]);
  });

  test('keeps to the rules of each member', () => {
    expect(read({ token_symbol: 'GOLD', image: 'logo.png' })).toEqual([
      'malformed_payload',
      expect.stringMatching(/^image must be/),
    ]);
    expect(read({ token_symbol: 'GOLD', image: `https://${'x'.repeat(TOKEN_IMAGE_CHARACTERS - 8)}` })).toMatchObject({
      token: 'GOLD',
    });
    expect(read({ token_symbol: 'GOLD', image: `https://${'x'.repeat(TOKEN_IMAGE_CHARACTERS - 7)}` })).toEqual([
      'malformed_payload',
      expect.stringMatching(/^image has 102401 characters/),
    ]);
    for (const [member, most] of [
      ['description', 1_000],
      ['website', 256],
      ['twitter', 256],
      ['discord', 256],
    ] as const) {
      expect(read({ token_symbol: 'GOLD', [member]: 'x'.repeat(most) })).toMatchObject({ token: 'GOLD' });
      expect(read({ token_symbol: 'GOLD', [member]: 'x'.repeat(most + 1) })).toEqual([
        'malformed_payload',
        `${member} is longer than ${most} characters`,
      ]);
    }
  });

  test('must name its type, as must that of a claim', () => {
    const untyped = (operation: string, members: Readonly<Record<string, JsonValue>>) =>
      itemOfParts(partsOf({ signer: alice, timestamp: 1, operation, members: { type: null, ...members } }));
    for (const operation of ['update_token_metadata', 'claim_token_metadata'])
      expect(untyped(operation, { token_symbol: 'GOLD' })).toMatchObject({
        code: 'operation_mismatch',
        message: `payload must name its operation: add "type": "${operation}"`,
      });
  });
});

describe('update_token_metadata', () => {
  test('changes what is given, keeps what is not, and removes what is empty', () => {
    const chain = chainOf();
    const update = (metadata: MetadataOrder) => play(chain, updateTokenMetadata(by(chain, alice), 'gold', metadata));
    const created = { image: 'ipfs://one', description: 'Gold', website: 'https://gold.example' };
    const at = (block: number) => ({ updatedAt: GENESIS_TIME + block * BLOCK_TIME_MS });
    expect(metadataOf(chain, 'GOLD')).toEqual({ ...EMPTY, ...created, ...at(1) });
    expect(update({ twitter: GOLD_LINK, description: 'More gold' })).toEqual([undefined]);
    const updated = { ...created, twitter: GOLD_LINK, description: 'More gold' };
    expect(metadataOf(chain, 'GOLD')).toEqual({ ...EMPTY, ...updated, ...at(2) });
    expect(update({ image: '', website: ' ', discord: '' })).toEqual([undefined]);
    expect(metadataOf(chain, 'GOLD')).toEqual({ ...EMPTY, twitter: GOLD_LINK, description: 'More gold', ...at(3) });
    expect(update({ twitter: '', description: '' })).toEqual([undefined]);
    expect(metadataOf(chain, 'GOLD')).toEqual({ ...EMPTY, ...at(4) });
    expect(activityOf(chain.state, tokenSubject('GOLD'))).toBe(4);
  });

  test('writes the first metadata of a token that has none', () => {
    const chain = chainOf();
    expect(metadataOf(chain, 'BARE')).toBeUndefined();
    expect(play(chain, updateTokenMetadata(by(chain, alice), 'BARE', { image: 'ipfs://bare' }))).toEqual([undefined]);
    expect(metadataOf(chain, 'BARE')).toMatchObject({ image: 'ipfs://bare' });
  });

  test('is for the creator alone; a failed one takes its fee and changes nothing', () => {
    const chain = chainOf();
    const update = (token: string, signer = bob) =>
      updateTokenMetadata(by(chain, signer), token, { image: 'ipfs://x' });
    for (const token of ['GOLD', 'OLD', 'qETH', XRGE])
      expect(problemOf(chain, update(token))).toEqual(['not_authorized', 'Only the token creator can update metadata']);
    expect(problemOf(chain, update('NONE'))).toEqual(['not_found', 'Token NONE not found']);
    const before = [metadataOf(chain, 'GOLD'), balanceOf(chain.state, bob.account, XRGE)] as const;
    play(chain, update('GOLD'));
    expect(metadataOf(chain, 'GOLD')).toEqual(before[0]);
    expect(balanceOf(chain.state, bob.account, XRGE)).toBe(before[1] - QUANTA / 10n);
    expect(activityOf(chain.state, tokenSubject('GOLD'))).toBe(1);
  });

  test('tells of itself', () => {
    const update = updateTokenMetadata({ signer: alice, timestamp: 1 }, 'gold', { image: 'ipfs://x', website: '' });
    expect(told(update)).toEqual({
      logs: [{ event: 'update_token_metadata', data: { token: 'GOLD' } }],
      parties: [],
      subjects: [tokenSubject('GOLD')],
      reveals: [],
      event: { token: 'GOLD' },
      view: { token_symbol: 'GOLD', metadata_image: 'ipfs://x', metadata_website: '' },
      outflow: [],
    });
    expect(answerOf(chainOf(), update)).toEqual({ symbol: 'GOLD', message: 'Token metadata updated successfully' });
  });
});

describe('claim_token_metadata', () => {
  test('opens the metadata of a token that has none, once', () => {
    const chain = chainOf();
    const claim = () => claimTokenMetadata(by(chain, alice), 'bare');
    const exists = 'Metadata already exists for this token. Use update instead.';
    expect(play(chain, claim(), claim())).toEqual([undefined, exists]);
    expect(metadataOf(chain, 'BARE')).toEqual({ ...EMPTY, updatedAt: GENESIS_TIME + 2 * BLOCK_TIME_MS });
    expect(problemOf(chain, claim())).toEqual(['already_exists', exists]);
    // Whether there is metadata is asked before whose the token is.
    expect(problemOf(chain, claimTokenMetadata(by(chain, bob), 'GOLD'))).toEqual(['already_exists', exists]);
  });

  test('is for the creator alone', () => {
    const chain = chainOf();
    const claim = (token: string) => problemOf(chain, claimTokenMetadata(by(chain, bob), token));
    expect(claim('none')).toEqual(['not_found', 'Token NONE not found on blockchain']);
    for (const token of ['BARE', 'OLD', 'QBTC', XRGE])
      expect(claim(token)).toEqual(['not_authorized', 'Only the original token creator can claim metadata']);
    expect(decoded(alice, 'claim_token_metadata', {})).toEqual(['malformed_payload', 'token_symbol is required']);
  });

  test('tells of itself', () => {
    const claim = claimTokenMetadata({ signer: alice, timestamp: 1 }, 'bare');
    expect(told(claim)).toEqual({
      logs: [{ event: 'claim_token_metadata', data: { token: 'BARE' } }],
      parties: [],
      subjects: [tokenSubject('BARE')],
      reveals: [],
      event: { token: 'BARE' },
      view: { token_symbol: 'BARE' },
      outflow: [],
    });
    expect(answerOf(chainOf(), claim)).toEqual({ symbol: 'BARE', message: 'Token metadata claimed successfully' });
  });
});
