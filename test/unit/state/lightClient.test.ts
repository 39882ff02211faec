/** A light client follows the set from the genesis validators to a final balance, and believes nothing that is not proven. */

import { describe, expect, test } from 'vitest';
import { toHex } from '../../../engine/base/bytes.js';
import { makeCertificate, voteBytes } from '../../../engine/chain/certificate.js';
import { blockHash } from '../../../engine/chain/header.js';
import { type KeyPair, nobleBackend } from '../../../engine/crypto/mldsa.js';
import { sha256 } from '../../../engine/crypto/sha256.js';
import { nativeProtocol } from '../../../engine/protocol/native.js';
import { LightClient } from '../../../engine/state/lightClient.js';
import {
  type ActiveMember,
  type CertificateJson,
  type FinalHeader,
  genesisSet,
  type ProofJson,
  verifyCertificate,
} from '../../../engine/state/proof.js';
import { Overlay, State } from '../../../engine/state/state.js';
import { defineTable, stateKey, type Table } from '../../../engine/state/table.js';

const CHAIN = 'light-1';
const keys = [1, 2, 3, 4, 5].map((seed) => nobleBackend.keygen(new Uint8Array(32).fill(seed)));
const accountOf = ({ publicKey }: KeyPair): Uint8Array => sha256(publicKey);

const raw = (id: number, name: string): Table<Uint8Array> =>
  defineTable({ id, name, encode: (bytes) => bytes, decode: (bytes) => bytes.slice() });
const accounts = raw(1, 'accounts');
const sets = raw(0x19, 'next_set');
const holder = new Uint8Array(32).fill(9);

const number = (value: bigint, bytes: number): Buffer =>
  Buffer.from(value.toString(16).padStart(2 * bytes, '0'), 'hex');
const setRecord = (members: readonly ActiveMember[]): Uint8Array =>
  Buffer.concat(members.flatMap(({ account, stake }) => [account, number(stake, 16)]));

/** Headers of a small chain with a real state under each; blocks are signed by voter 0. */
class SmallChain {
  readonly #state = new State([accounts, sets] as unknown as readonly Table<unknown>[], nativeProtocol.stateTree);
  #height = 0;
  #parent = '0';

  next(
    balance: bigint,
    set: readonly ActiveMember[],
  ): { header: string; signature: string; hash: string; height: number } {
    const overlay = new Overlay(this.#state);
    overlay.put(
      accounts,
      Buffer.from(holder).toString('latin1'),
      Buffer.concat([number(balance, 16), Buffer.alloc(16)]),
    );
    overlay.put(sets, '', setRecord(set));
    this.#state.prepare(overlay).commit();
    this.#height++;
    const header = JSON.stringify({
      ...{ version: 1, chain_id: CHAIN, height: this.#height, time: this.#height, prev_hash: this.#parent },
      ...{ tx_hash: '', proposer_pub_key: '', state_root: toHex(this.#state.root()) },
    });
    const signature = toHex(nobleBackend.sign(Buffer.from(header), (keys[0] as KeyPair).secretKey));
    this.#parent = blockHash(Buffer.from(header), signature);
    return { header, signature, hash: this.#parent, height: this.#height };
  }

  prove(table: Table<Uint8Array>, key: string): ProofJson {
    const full = stateKey(table, key);
    const { root, value, siblings, other } = this.#state.prove(full);
    return {
      ...{
        state_root: toHex(root),
        key: toHex(full),
        value: value ? toHex(value) : null,
        siblings: siblings.map(toHex),
      },
      other: other ? { key_hash: toHex(other.keyHash), value_hash: toHex(other.valueHash) } : null,
    };
  }
}

function certificate(height: number, hash: string, voters: readonly number[], round = 0): CertificateJson {
  const block = Buffer.from(hash, 'hex');
  const message = voteBytes(CHAIN, 'precommit', height, round, block);
  const signers = voters.map((voter) => keys[voter] as KeyPair);
  const made = makeCertificate(
    height,
    round,
    block,
    signers.map(({ publicKey, secretKey }) => ({
      voterKey: publicKey,
      signature: nobleBackend.sign(message, secretKey),
    })),
  );
  const votes = made.precommits.map(({ voterKey, signature }) => ({
    ...{ voter_pub_key: toHex(voterKey), signature: toHex(signature), round },
  }));
  return { height, round, block_hash: hash, precommit_votes: votes };
}

const member = (index: number, stake: bigint): ActiveMember => ({ account: accountOf(keys[index] as KeyPair), stake });
const FIRST = genesisSet(
  [0, 1, 2, 3].map((index) => ({ publicKey: toHex((keys[index] as KeyPair).publicKey), stake: 10n })),
);
const SECOND = [member(4, 100n), member(0, 10n), member(1, 10n)];

test('from the genesis set through a change to a final balance, headers left out between', () => {
  const chain = new SmallChain();
  const one = chain.next(5n, FIRST);
  const two = chain.next(6n, SECOND);
  const set = chain.prove(sets, '');
  chain.next(7n, SECOND);
  const four = chain.next(8n, SECOND);
  const client = new LightClient({ chainId: CHAIN, from: FIRST });
  const final = (
    { header, signature, hash, height }: typeof one,
    voters: readonly number[],
    round = 0,
  ): FinalHeader => ({
    ...{ header, proposer_signature: signature, certificate: certificate(height, hash, voters, round) },
  });
  client.follow(final(one, [0, 1, 2]));
  expect(() => client.follow(final(four, [4, 0]))).toThrow(/not by a validator of this height/);
  client.follow({ ...final(two, [1, 2, 3], 2), set });
  expect(client.state.validators).toEqual(SECOND);
  expect(() => client.follow(final(four, [0, 1]))).toThrow(/two thirds/);
  client.follow(final(four, [4]));
  expect(client.account(chain.prove(accounts, Buffer.from(holder).toString('latin1')), holder).balance).toBe(8n);
  const later = new LightClient({ chainId: CHAIN, from: client.state });
  expect(later.state).toBe(client.state);
});

describe('nothing changes and an error says why when', () => {
  const chain = new SmallChain();
  const { header, signature, hash, height } = chain.next(5n, SECOND);
  const set = chain.prove(sets, '');
  const balance = chain.prove(accounts, Buffer.from(holder).toString('latin1'));
  const good: FinalHeader = {
    header,
    proposer_signature: signature,
    certificate: certificate(height, hash, [0, 1, 2]),
    set,
  };
  const votes = good.certificate.precommit_votes;
  const changed = (change: Partial<CertificateJson>): FinalHeader => ({
    ...good,
    certificate: { ...good.certificate, ...change },
  });
  const otherSet = { ...set, value: `${(set.value as string).slice(0, -2)}ff` };

  test('(the good one is followed)', () => {
    const client = new LightClient({ chainId: CHAIN, from: FIRST });
    expect(client.follow(good).height).toBe(1);
    expect(() => client.follow(good)).toThrow(/not above 1/);
    expect(client.account(balance, holder).balance).toBe(5n);
    expect(() => client.account({ ...balance, value: balance.value?.replace('05', '06') ?? null }, holder)).toThrow(
      /another state root/,
    );
  });

  test.each<[string, FinalHeader, RegExp]>([
    ['too few have signed', changed({ precommit_votes: votes.slice(1) }), /two thirds/],
    ['one has signed twice', changed({ precommit_votes: [...votes, votes[0] as (typeof votes)[number]] }), /twice/],
    [
      'a signature is of another round',
      changed({ round: 1, precommit_votes: votes.map(({ round: _, ...vote }) => vote) }),
      /does not hold/,
    ],
    ['a vote names another round', changed({ round: 1 }), /not of one round/],
    ['the certificate is of another height', changed({ height: 2 }), /not for height 1/],
    ['the certificate is of another block', changed({ block_hash: 'ab'.repeat(32) }), /another block/],
    ['the header is another', { ...good, header: header.replace('"time":1', '"time":2') }, /another block/],
    ['the proposer’s signature is another', { ...good, proposer_signature: `${signature}00` }, /another block/],
    [
      'the header is of another chain',
      { ...good, header: header.replace(CHAIN, 'light-2') },
      /belongs to chain light-2/,
    ],
    ['the header is no JSON', { ...good, header: '{' }, /not JSON/],
    ['the set is another', { ...good, set: otherSet }, /another state root/],
    ['the set is proven by another record', { ...good, set: balance }, /another key/],
  ])('%s', (_, final, text) => {
    const client = new LightClient({ chainId: CHAIN, from: FIRST });
    expect(() => client.follow(final)).toThrow(text);
    expect(client.state.height).toBe(0);
    expect(() => client.account(balance, holder)).toThrow(/no header/);
  });

  test('no more signatures are checked than there are validators', () => {
    let checked = 0;
    const many = changed({ precommit_votes: Array.from({ length: 1_000 }, () => votes[0] as (typeof votes)[number]) });
    const expected = { chainId: CHAIN, height, blockHash: hash, validators: FIRST };
    expect(() => verifyCertificate(many.certificate, expected, () => ++checked > 0)).toThrow(/twice/);
    expect(checked).toBe(1);
  });
});

test('the genesis set has the greatest stakes, ties to the lowest key', () => {
  const [a, b, c] = keys.map(({ publicKey }) => toHex(publicKey)).sort() as [string, string, string];
  const listed = [c, b, a].map((publicKey, index) => ({ publicKey, stake: index === 0 ? 9n : 5n }));
  expect(genesisSet(listed, 2).map(({ account, stake }) => [toHex(account), stake])).toEqual([
    [toHex(sha256(Buffer.from(c, 'hex'))), 9n],
    [toHex(sha256(Buffer.from(a, 'hex'))), 5n],
  ]);
});
