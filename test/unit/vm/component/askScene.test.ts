/** The world's functions over a scene: what each asks of it, and how its answers become values of the world. */

import { beforeEach, describe, expect, it } from 'vitest';
import { addressOfKey } from '../../../../engine/crypto/address.js';
import { PUBLIC_KEY_BYTES, SIGNATURE_BYTES } from '../../../../engine/crypto/mldsa.js';
import { sha256 } from '../../../../engine/crypto/sha256.js';
import { askScene } from '../../../../engine/vm/component/askScene.js';
import type { WitValue } from '../../../../engine/vm/component/witType.js';
import type { HostInterface } from '../../../../engine/vm/component/world.js';
import type { ContractScene } from '../../../../engine/vm/scene.js';
import { bareScene } from '../../../support/bareScene.js';
import { hostNames } from '../../../support/scriptedCore.js';

const HUGE = 2n ** 100n;
const U64_MAX = 2n ** 64n - 1n;
const bytes = (...values: number[]) => new Uint8Array(values);

describe('the host over a scene', () => {
  let asked: unknown[][];
  let host: HostInterface;

  /** A scene whose functions keep their arguments and answer what `answers` says. */
  function hostOver(answers: Partial<Record<keyof ContractScene, unknown>>): HostInterface {
    const members = Object.entries(bareScene).map(([name, member]) => {
      const answer = Object.hasOwn(answers, name) ? answers[name as keyof ContractScene] : undefined;
      if (typeof member !== 'function') return [name, answer ?? member] as const;
      const ask = (...values: unknown[]): unknown => {
        asked.push([name, ...values]);
        return answer;
      };
      return [name, ask] as const;
    });
    const ask = askScene(Object.fromEntries(members) as unknown as ContractScene);
    const functions = hostNames.map((name) => [name, (values: Record<string, WitValue>) => ask(name, values)] as const);
    return Object.fromEntries(functions) as unknown as HostInterface;
  }

  beforeEach(() => {
    asked = [];
    host = hostOver({});
  });

  it('says who calls, where and when', () => {
    host = hostOver({ caller: 'a', self: 'b', chainId: 'c', height: 5, time: 6 });
    expect([host.caller({}), host['self-address']({}), host['chain-id']({})]).toEqual(['a', 'b', 'c']);
    expect([host['block-height']({}), host['block-time']({})]).toEqual([5n, 6n]);
  });

  it('passes on what has no answer', () => {
    host.log({ line: 'l' });
    host['emit-event']({ topic: 't', data: 'd' });
    host['storage-write']({ key: bytes(1), value: bytes(2) });
    host['storage-delete']({ key: bytes(3) });
    expect(asked).toEqual([
      ['log', 'l'],
      ['emit', 't', 'd'],
      ['writeStorage', bytes(1), bytes(2)],
      ['deleteStorage', bytes(3)],
    ]);
  });

  it('caps amounts at the greatest u64', () => {
    host = hostOver({ balance: HUGE, tokenBalance: HUGE, attached: { symbol: 'GOLD', amount: HUGE } });
    expect(host.balance({ account: 'a' })).toBe(U64_MAX);
    expect(host['token-balance']({ symbol: 's', account: 'a' })).toBe(U64_MAX);
    expect(host.attached({})).toEqual({ symbol: 'GOLD', amount: U64_MAX });
    host = hostOver({ balance: 3n, tokenBalance: 0n });
    expect(host.balance({ account: 'a' })).toBe(3n);
    expect(host['token-balance']({ symbol: 's', account: 'a' })).toBe(0n);
    expect(host.attached({})).toBeUndefined();
  });

  it('moves XRGE and tokens, or says why not', () => {
    expect(host.transfer({ to: 'a', amount: 1n })).toEqual({ error: 'insufficient' });
    expect(hostOver({ transfer: true }).transfer({ to: 'a', amount: 1n })).toEqual({ ok: undefined });
    expect(host['token-transfer']({ symbol: 's', to: 'a', amount: 1n })).toEqual({ ok: undefined });
    host = hostOver({ tokenTransfer: 'insufficient' });
    expect(host['token-transfer']({ symbol: 's', to: 'a', amount: 1n })).toEqual({ error: 'insufficient' });
    asked = [];
    expect(host['token-transfer']({ symbol: 's', to: 'a', amount: 0n })).toEqual({ error: 'invalid' });
    expect(host['token-transfer']({ symbol: 's', to: '', amount: 1n })).toEqual({ error: 'invalid' });
    expect(asked).toEqual([]);
  });

  it('moves and makes NFTs, or says why not', () => {
    const nft = { collection: 'c', id: 1n, to: 'a' };
    expect(host['nft-transfer'](nft)).toEqual({ ok: undefined });
    expect(hostOver({ nftTransfer: 'not_owned' })['nft-transfer'](nft)).toEqual({ error: 'not-owned' });
    expect(hostOver({ nftTransfer: 'not_found' })['nft-transfer'](nft)).toEqual({ error: 'not-found' });
    const collection = { symbol: ' gem ', name: 'Gems', most: undefined };
    expect(hostOver({ nftCreateCollection: { id: 'col:1' } })['nft-create-collection'](collection)).toEqual({
      ok: 'col:1',
    });
    expect(asked.at(-1)).toEqual(['nftCreateCollection', 'gem', 'Gems', 0n]);
    expect(hostOver({ nftCreateCollection: 'exists' })['nft-create-collection'](collection)).toEqual({
      error: 'exists',
    });
    const mint = { collection: 'c', to: 'a', name: 'n', metadata: undefined };
    expect(hostOver({ nftMint: { id: 9 } })['nft-mint'](mint)).toEqual({ ok: 9n });
    expect(asked.at(-1)).toEqual(['nftMint', 'c', 'a', 'n', '']);
    for (const [refused, told] of [
      ['not_creator', 'not-creator'],
      ['max_reached', 'max-reached'],
      ['missing', 'missing'],
      ['invalid', 'invalid'],
    ])
      expect(hostOver({ nftMint: refused })['nft-mint'](mint)).toEqual({ error: told });
    asked = [];
    expect(host['nft-mint']({ ...mint, name: 'ä'.repeat(65) })).toEqual({ error: 'invalid' });
    expect(host['nft-mint']({ ...mint, to: '' })).toEqual({ error: 'invalid' });
    expect(host['nft-create-collection']({ ...collection, name: '' })).toEqual({ error: 'invalid' });
    expect(host['nft-transfer']({ ...nft, to: '' })).toEqual({ error: 'not-found' });
    expect(asked).toEqual([]);
  });

  it('reports a royalty of at most the whole', () => {
    host = hostOver({ royalty: { bps: 65_536, recipient: 'r' } });
    expect(host['nft-royalty']({ collection: 'c' })).toEqual({ bps: 10_000, recipient: 'r' });
    expect(hostOver({})['nft-royalty']({ collection: 'c' })).toBeUndefined();
  });

  it('queues calls and reads their results', () => {
    const call = { address: 'a', method: 'm', args: '{}', gas: undefined };
    expect(hostOver({ queueCall: 4 })['call-contract'](call)).toBe(4);
    expect(host['call-contract']({ ...call, gas: U64_MAX })).toBeUndefined();
    expect(asked.map((each) => each.at(-1))).toEqual([0n, U64_MAX]);
    expect(hostOver({ callResult: 'failed' })['call-result']({ id: 1 })).toEqual({ error: 'failed' });
    expect(hostOver({ callResult: bytes(1) })['call-result']({ id: 1 })).toEqual({ ok: bytes(1) });
  });

  it('hashes, and asks for a signature only when sizes are right', () => {
    const key = new Uint8Array(PUBLIC_KEY_BYTES);
    const signature = new Uint8Array(SIGNATURE_BYTES);
    host = hostOver({ verify: true });
    expect(host.sha256({ data: bytes(1) })).toEqual(sha256(bytes(1)));
    expect(host['public-key-hash']({ 'public-key': key })).toEqual(sha256(key));
    expect(host['public-key-address']({ 'public-key': key })).toBe(addressOfKey(key));
    expect(host['public-key-hash']({ 'public-key': bytes(1) })).toBeUndefined();
    expect(host['public-key-address']({ 'public-key': bytes(1) })).toBeUndefined();
    expect(host['verify-signature']({ 'public-key': key, message: bytes(1), signature })).toBe(true);
    expect(host['verify-signature']({ 'public-key': key, message: bytes(1), signature: bytes(1) })).toBe(false);
    expect(host['verify-signature']({ 'public-key': bytes(1), message: bytes(1), signature })).toBe(false);
    expect(asked).toEqual([['verify', key, bytes(1), signature]]);
  });
});
