/** What peers ask for is read from the store: headers with their certificates, and no bodies for them. */

import { expect, onTestFinished, test } from 'vitest';
import { toHex } from '../../../engine/base/bytes.js';
import { PeerReads } from '../../../engine/head/peerReads.js';
import type { NetworkEvent } from '../../../engine/network/events.js';
import { blockKey } from '../../../engine/store/keys.js';
import type { StorePort } from '../../../engine/store/port.js';
import { HeadScene } from '../../support/headScene.js';

const BLOCKS = 7;

async function chain() {
  const scene = await HeadScene.open({ stakes: ['1003', '1002', '1001', '1000'], me: 2 });
  onTestFinished(() => scene.head.stop());
  const hashes: string[] = [];
  for (let height = 1; height <= BLOCKS; height++) {
    const { block, hash } = scene.block();
    expect(await scene.head.bringIn(block, [], scene.certificate([0, 1, 3], hash))).toBeUndefined();
    hashes.push(hash);
  }
  const { head, store } = scene;
  const read = (of: StorePort, notKept?: number) => {
    const answers: Extract<NetworkEvent, { kind: 'headersRead' }>[] = [];
    const kept = { notKept: (height: number) => height < (notKept ?? 0) || undefined, blocksFrom: notKept ?? 1 };
    const parts = { head, store: of, voting: undefined, chain: kept } as unknown as ConstructorParameters<
      typeof PeerReads
    >[0];
    const reads = new PeerReads(parts, (event) => void (event.kind === 'headersRead' && answers.push(event)));
    return async (from: number, count: number) => {
      await reads.headers(3, from, count);
      return answers.pop();
    };
  };
  return { scene, hashes, store, read };
}

test('headers come in their order, each with the certificate of its block, the tip too', async () => {
  const { scene, hashes, store, read } = await chain();
  const withoutBodies = {
    get: (key: Uint8Array) => store.get(key),
    getMany: (keys: readonly Uint8Array[]) => store.getMany(keys),
  } as unknown as StorePort;
  const headers = read(withoutBodies);
  const { protocol } = scene.rules;
  for (const [from, count, expected] of [
    [1, 100, [1, 2, 3, 4, 5, 6, 7]],
    [1, 1, [1]],
    [3, 2, [3, 4]],
    [7, 5, [7]],
    [8, 5, []],
  ] as const) {
    const answer = await headers(from, count);
    expect(answer?.token).toBe(3);
    expect(answer?.headers.map(({ certificate }) => certificate.height)).toEqual(expected);
    for (const { headerBytes, proposerSignature, certificate } of answer?.headers ?? []) {
      const hash = protocol.blockHash(headerBytes, toHex(proposerSignature));
      expect([hash, toHex(certificate.blockHash)]).toEqual(new Array(2).fill(hashes[certificate.height - 1]));
    }
  }
});

test('a block whose child comes while it is read has its certificate from there', async () => {
  const { store, read } = await chain();
  const child = toHex(blockKey(BLOCKS));
  let hidden = 2;
  const late = {
    get: (key: Uint8Array) => store.get(key),
    getMany: async (keys: readonly Uint8Array[]) => {
      const records = await store.getMany(keys);
      const place = keys.findIndex((key) => toHex(key) === child);
      return place === -1 || hidden-- <= 0 ? records : records.with(place, undefined);
    },
  } as unknown as StorePort;
  const answer = await read(late)(BLOCKS - 1, 1);
  expect(answer?.headers.map(({ certificate }) => certificate.height)).toEqual([BLOCKS - 1]);
  expect(hidden).toBeLessThan(0);
});

test('what was dropped is told with the lowest block there is, and a store that fails has nothing', async () => {
  const { store, read } = await chain();
  expect(await read(store, 100)(50, 5)).toMatchObject({ headers: [], lowestHeight: 100 });
  const broken = { getMany: () => Promise.reject(new Error('no disk')) } as unknown as StorePort;
  expect(await read(broken)(1, 5)).toMatchObject({ headers: [], lowestHeight: 0 });
});
