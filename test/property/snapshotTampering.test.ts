/** Snapshots of random chains: every part proves itself, and whoever lies in any field is refused with a name, also when the manifest is
 *  made anew to fit the lie. */

import { describe, expect, test } from 'vitest';
import { concatBytes } from '../../engine/base/bytes.js';
import type { ChainRules } from '../../engine/consensus/production.js';
import { accountBytes } from '../../engine/crypto/address.js';
import { sha256 } from '../../engine/crypto/sha256.js';
import { type FaultName, isFault, type SnapshotFault } from '../../engine/state/snapshotFault.js';
import { MAX_PIECE_BYTES } from '../../engine/state/stateChunk.js';
import { encodeManifest, type Manifest, verifyManifest } from '../../engine/store/snapshot/manifest.js';
import { verifyPart } from '../../engine/store/snapshot/snapshotCheck.js';
import { createQueries } from '../../engine/stream/queries.js';
import { type SnapshotReport, SnapshotVerification } from '../../ops/snapshots/verify.js';
import { WireRecentBlocks, WireStateChunk } from '../../proto/wire.js';
import { openMemoryStore } from '../support/memoryStore.js';
import { SeededRandom, testSeed } from '../support/random.js';
import {
  manifestOf,
  partsOf,
  restoreInto,
  SNAPSHOT_ACTORS,
  type SnapshotBytes,
  SnapshotChain,
} from '../support/snapshotScene.js';
import { type Actor, transfer } from '../support/transactions.js';

const CHUNK_BYTES = 6_000;
const SLOW_MS = 240_000;

async function scene(
  blocks: number,
  passMs = 400,
): Promise<{ chain: SnapshotChain; bytes: SnapshotBytes; random: SeededRandom }> {
  const random = new SeededRandom(testSeed());
  const chain = await SnapshotChain.open();
  await chain.randomBlocks(random, blocks, passMs);
  const [signer, to] = SNAPSHOT_ACTORS as [Actor, Actor];
  await chain.block([transfer({ signer, timestamp: chain.chain.tip.time }, to, 7n)], passMs);
  return { chain, random, bytes: (await chain.snapshot(CHUNK_BYTES)).bytes };
}

const flipped = (bytes: Uint8Array, at: number, bit: number): Uint8Array => {
  const changed = bytes.slice();
  changed[at] = (changed[at] as number) ^ (1 << bit);
  return changed;
};

/** The same snapshot with another manifest, whose seal holds. */
const withManifest = (bytes: SnapshotBytes, manifest: Manifest): SnapshotBytes => ({
  ...bytes,
  manifest: encodeManifest(manifest),
});

/** A part in place of another, under a manifest that names it. */
function withChunk(bytes: SnapshotBytes, manifest: Manifest, index: number, part: Uint8Array): SnapshotBytes {
  const named = { hash: sha256(part), size: part.length };
  const chunks = manifest.chunks.map((chunk, place) => (place === index ? { ...chunk, ...named } : chunk));
  return {
    ...withManifest(bytes, { ...manifest, chunks }),
    chunks: bytes.chunks.map((chunk, place) => (place === index ? part : chunk)),
  };
}

function withRun(bytes: SnapshotBytes, manifest: Manifest, index: number, part: Uint8Array): SnapshotBytes {
  const named = { hash: sha256(part), size: part.length };
  const recent = manifest.recent.map((run, place) => (place === index ? { ...run, ...named } : run));
  return {
    ...withManifest(bytes, { ...manifest, recent }),
    recent: bytes.recent.map((run, place) => (place === index ? part : run)),
  };
}

/** What `rouged snapshot verify` finds. */
async function faultsOf(bytes: SnapshotBytes, rules: ChainRules): Promise<readonly SnapshotFault[]> {
  const manifest = verifyManifest(bytes.manifest, rules, undefined);
  if (isFault(manifest)) return [manifest];
  const report: SnapshotReport = await new SnapshotVerification(manifest, rules, partsOf(bytes)).run(() => {});
  return report.faults;
}

/** Both readers refuse it with this name. */
async function expectFault(bytes: SnapshotBytes, rules: ChainRules, fault: FaultName, what: string): Promise<void> {
  expect((await faultsOf(bytes, rules))[0]?.fault, `verify: ${what}`).toBe(fault);
  const store = await openMemoryStore({ queries: createQueries() });
  expect((await restoreInto(store, rules, bytes))?.fault, `restore: ${what}`).toBe(fault);
}

describe('damage', () => {
  test(
    'every bit of a manifest counts, and every bit of a part under its name',
    async () => {
      const { chain, bytes, random } = await scene(12);
      const { rules } = chain;
      expect(await faultsOf(bytes, rules)).toEqual([]);
      const trusted = { height: chain.chain.tip.height, hash: chain.chain.tip.hash };
      for (let at = 0; at < bytes.manifest.length; at++) {
        const manifest = verifyManifest(flipped(bytes.manifest, at, random.below(8)), rules, trusted);
        expect(isFault(manifest), `byte ${at}`).toBe(true);
      }
      const manifest = manifestOf(bytes, rules);
      for (const [index, chunk] of bytes.chunks.entries()) {
        const changed = flipped(chunk, random.below(chunk.length), random.below(8));
        expect(verifyPart(changed, index, manifest, rules)).toMatchObject({ fault: 'damaged' });
      }
      expect(bytes.manifest.length).toBeGreaterThan(5_000);
      expect(bytes.chunks.length).toBeGreaterThan(4);
    },
    SLOW_MS,
  );
});

describe('lies', () => {
  test(
    'no bit of a chunk can be changed by whoever makes its manifest',
    async () => {
      const { chain, bytes, random } = await scene(6);
      const { rules } = chain;
      const manifest = manifestOf(bytes, rules);
      const names = new Set<FaultName>();
      for (let count = 0; count < 1_500; count++) {
        const index = random.below(bytes.chunks.length);
        const chunk = bytes.chunks[index] as Uint8Array;
        const part = flipped(chunk, random.below(chunk.length), random.below(8));
        const chunks = manifest.chunks.map((entry, place) =>
          place === index ? { ...entry, hash: sha256(part) } : entry,
        );
        const found = verifyPart(part, index, { ...manifest, chunks }, rules);
        if (!isFault(found)) throw new Error(`a changed chunk ${index} was taken`);
        names.add(found.fault);
      }
      // Most bytes of a chunk are values, paths' siblings and keys.
      for (const name of ['root', 'key', 'encoding'] as const) expect(names).toContain(name);
    },
    SLOW_MS,
  );

  test(
    'no bit of the recent blocks can be changed by whoever makes their manifest',
    async () => {
      const { chain, bytes, random } = await scene(6);
      const { rules } = chain;
      const manifest = manifestOf(bytes, rules);
      const names = new Set<FaultName | undefined>();
      for (let count = 0; count < 60; count++) {
        const index = random.below(bytes.recent.length);
        const run = bytes.recent[index] as Uint8Array;
        const changed = withRun(bytes, manifest, index, flipped(run, random.below(run.length), random.below(8)));
        const [found] = await faultsOf(changed, rules);
        expect(found).toBeDefined();
        names.add(found?.fault);
      }
      expect([...names].every((name) => name === 'blocks' || name === 'transactions' || name === 'encoding')).toBe(
        true,
      );
    },
    SLOW_MS,
  );

  test(
    'every field of the manifest, made anew around the lie, is refused by name',
    async () => {
      const { chain, bytes } = await scene(8);
      const { rules } = chain;
      const manifest = manifestOf(bytes, rules);
      const other = new Uint8Array(32).fill(7);
      const { certificate, chunks, recent, header } = manifest;
      const [chunk, ...moreChunks] = chunks as [Manifest['chunks'][number], ...Manifest['chunks'][number][]];
      const [run, ...moreRuns] = recent as [Manifest['recent'][number], ...Manifest['recent'][number][]];
      const [vote] = certificate.precommits as [Manifest['certificate']['precommits'][number]];
      const text = (changed: Partial<typeof header>): Uint8Array =>
        rules.protocol.headerBytes({ ...header, ...changed });
      const lies: [string, Partial<Manifest>, FaultName][] = [
        ['chain', { chainId: 'another-1' }, 'chain'],
        ['genesis file', { genesisHash: other }, 'chain'],
        ['height', { height: manifest.height + 1 }, 'header'],
        ['hash', { hash: '7'.repeat(64) }, 'header'],
        ['header: time', { headerBytes: text({ time: header.time + 1 }) }, 'header'],
        ['header: another chain', { headerBytes: text({ chain_id: 'another-1' }) }, 'chain'],
        ['header: root', { headerBytes: text({ state_root: '7'.repeat(64) }) }, 'header'],
        ['header: no header', { headerBytes: other }, 'header'],
        ["proposer's signature", { proposerSignature: other }, 'header'],
        ['certificate: height', { certificate: { ...certificate, height: 1 } }, 'certificate'],
        ['certificate: block', { certificate: { ...certificate, blockHash: other } }, 'certificate'],
        ['certificate: round', { certificate: { ...certificate, round: 1 } }, 'certificate'],
        ['certificate: no votes', { certificate: { ...certificate, precommits: [] } }, 'certificate'],
        [
          'certificate: voter',
          { certificate: { ...certificate, precommits: [{ ...vote, voterKey: other }] } },
          'certificate',
        ],
        [
          'certificate: signature',
          { certificate: { ...certificate, precommits: [{ ...vote, signature: flipped(vote.signature, 9, 1) }] } },
          'certificate',
        ],
        ['certificate: a vote twice', { certificate: { ...certificate, precommits: [vote, vote] } }, 'certificate'],
        ['root', { stateRoot: other }, 'root'],
        ['chunks: none', { chunks: [] }, 'cover'],
        ['chunks: one left out', { chunks: moreChunks }, 'cover'],
        ['chunks: one twice', { chunks: [chunk, ...chunks] }, 'cover'],
        ['chunks: bits', { chunks: [{ ...chunk, bits: chunk.bits + 1 }, ...moreChunks] }, 'cover'],
        ['chunks: too many bits', { chunks: [{ ...chunk, bits: 257 }, ...moreChunks] }, 'cover'],
        [
          'chunks: prefix',
          { chunks: [{ ...chunk, prefix: concatBytes(chunk.prefix, Uint8Array.of(1)) }, ...moreChunks] },
          'cover',
        ],
        ['chunks: in another order', { chunks: [...chunks].reverse() }, 'cover'],
        ['chunks: hash', { chunks: [{ ...chunk, hash: other }, ...moreChunks] }, 'damaged'],
        ['chunks: no hash', { chunks: [{ ...chunk, hash: new Uint8Array() }, ...moreChunks] }, 'size'],
        ['chunks: size', { chunks: [{ ...chunk, size: MAX_PIECE_BYTES + 1 }, ...moreChunks] }, 'size'],
        ['blocks: none', { recent: [] }, 'blocks'],
        ['blocks: last', { recent: [{ ...run, last: run.last - 1 }, ...moreRuns] }, 'blocks'],
        ['blocks: first', { recent: [{ ...run, first: run.first + 1 }, ...moreRuns] }, 'blocks'],
        ['blocks: the oldest left out', { recent: recent.slice(0, -1) }, 'blocks'],
        ['blocks: hash', { recent: [{ ...run, hash: other }, ...moreRuns] }, 'damaged'],
        ['events: below the blocks', { firstEvent: manifest.height - 1 }, 'events'],
        ['events: below the transactions', { firstEvent: manifest.height }, 'events'],
      ];
      expect(recent.length).toBeGreaterThan(1);
      for (const [what, lie, fault] of lies)
        await expectFault(withManifest(bytes, { ...manifest, ...lie }), rules, fault, what);
      expect(lies.length).toBe(34);
      const trusted = { height: manifest.height, hash: '7'.repeat(64) };
      expect(verifyManifest(bytes.manifest, rules, trusted)).toMatchObject({ fault: 'trust' });
      const height = { height: 3, hash: manifest.hash };
      expect(verifyManifest(bytes.manifest, rules, height)).toMatchObject({ fault: 'trust' });
    },
    SLOW_MS,
  );

  test('a key that was left out, exchanged or added, and a record of another place, have their names', async () => {
    const { chain, bytes } = await scene(8);
    const { rules } = chain;
    const manifest = manifestOf(bytes, rules);
    const decoded = bytes.chunks.map((chunk) => WireStateChunk.decode(chunk));
    const index = decoded.findIndex(({ records }) => records.some(({ publicKey }) => publicKey?.length));
    const chunk = decoded[index] as (typeof decoded)[number];
    const place = chunk.records.findIndex(({ publicKey }) => publicKey?.length);
    const change = (more: object, at = place): Uint8Array =>
      WireStateChunk.encode({
        ...chunk,
        records: chunk.records.map((record, other) => (other === at ? { ...record, ...more } : record)),
      }).finish();
    const lie = (part: Uint8Array): SnapshotBytes => withChunk(bytes, manifest, index, part);
    await expectFault(lie(change({ publicKey: new Uint8Array() })), rules, 'key', 'left out');
    await expectFault(lie(change({ publicKey: new Uint8Array(1_952) })), rules, 'key', 'exchanged');
    const stranger = decoded.findIndex(({ records }) => records.some(({ key }) => key?.[0] !== 1));
    const strange = decoded[stranger] as (typeof decoded)[number];
    const added = WireStateChunk.encode({
      ...strange,
      records: strange.records.map((record) =>
        record.key?.[0] === 1 ? record : { ...record, publicKey: new Uint8Array(9) },
      ),
    }).finish();
    await expectFault(withChunk(bytes, manifest, stranger, added), rules, 'key', 'added');
    const reversed = WireStateChunk.encode({ ...chunk, records: [...chunk.records].reverse() }).finish();
    await expectFault(lie(reversed), rules, 'order', 'order');
    const twice = WireStateChunk.encode({ ...chunk, records: [...chunk.records, ...chunk.records.slice(-1)] }).finish();
    await expectFault(lie(twice), rules, 'order', 'twice');
    const foreign = decoded[(index + 1) % decoded.length] as (typeof decoded)[number];
    const moved = WireStateChunk.encode({ ...chunk, records: [...foreign.records] }).finish();
    await expectFault(lie(moved), rules, 'prefix', 'of another chunk');
    const short = WireStateChunk.encode({ ...chunk, siblings: chunk.siblings.slice(1) }).finish();
    await expectFault(lie(short), rules, 'siblings', 'siblings');
    const fewer = WireStateChunk.encode({ ...chunk, records: chunk.records.filter((_, at) => at !== place) }).finish();
    await expectFault(lie(fewer), rules, 'root', 'a record left out');
  });

  test('a transaction can be neither left out of the recent blocks nor added', async () => {
    const { chain, bytes } = await scene(5);
    const { rules } = chain;
    const manifest = manifestOf(bytes, rules);
    const run = WireRecentBlocks.decode(bytes.recent[0] as Uint8Array);
    const newest = run.blocks[0] as (typeof run.blocks)[number];
    const transactions = newest.transactions ?? [];
    const lie = (changed: object): SnapshotBytes =>
      withRun(
        bytes,
        manifest,
        0,
        WireRecentBlocks.encode({ blocks: [{ ...newest, ...changed }, ...run.blocks.slice(1)] }).finish(),
      );
    expect(transactions.length).toBe(1);
    await expectFault(lie({ transactions: [] }), rules, 'transactions', 'left out');
    await expectFault(lie({ transactions: [...transactions, ...transactions] }), rules, 'transactions', 'added');
    const other = accountBytes((SNAPSHOT_ACTORS[1] as Actor).account);
    await expectFault(
      lie({ transactions: [{ ...transactions[0], account: other }] }),
      rules,
      'transactions',
      'account',
    );
    const fewer = WireRecentBlocks.encode({ blocks: run.blocks.slice(1) }).finish();
    await expectFault(withRun(bytes, manifest, 0, fewer), rules, 'blocks', 'a block left out');
  });
});

describe('the replay rule', () => {
  test('knows what was included in the last ten minutes, and a snapshot goes no further back', async () => {
    const { chain, bytes } = await scene(12, 100_000);
    const manifest = manifestOf(bytes, chain.rules);
    // Seven blocks are within 600 s of the newest; the one before shows that none is missing.
    expect(manifest.recent.at(-1)?.first).toBe(manifest.height - 7);
    const cut = { ...manifest, recent: manifest.recent.map((run) => ({ ...run })) };
    const store = await openMemoryStore({ queries: createQueries() });
    expect(await restoreInto(store, chain.rules, withManifest(bytes, cut))).toBeUndefined();
    const restored = await SnapshotChain.resume(chain.rules, store);
    expect(restored.chain.replay.size).toBe(chain.chain.replay.size);
    const [signer, to] = SNAPSHOT_ACTORS as [Actor, Actor];
    const again = transfer({ signer, timestamp: chain.chain.tip.time + 1, nonce: 'the same nonce' }, to, 1n);
    await chain.block([again]);
    const { bytes: later } = await chain.snapshot(CHUNK_BYTES);
    const second = await openMemoryStore({ queries: createQueries() });
    expect(await restoreInto(second, chain.rules, later)).toBeUndefined();
    const replayed = await SnapshotChain.resume(chain.rules, second);
    expect(restored.chain.build([again]).items.length).toBe(1);
    expect(replayed.chain.build([again]).items.length).toBe(0);
  });
});
