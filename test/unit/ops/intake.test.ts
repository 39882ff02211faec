/** A snapshot from peers on the disk: each lie has its verdict, what is here is not fetched again, and every gap of the change to it is
 *  finished by the next start. */

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ChainRules } from '../../../engine/consensus/production.js';
import { sha256 } from '../../../engine/crypto/sha256.js';
import { SNAPSHOT_PIECE_BYTES } from '../../../engine/network/limits.js';
import type { SnapshotOffer } from '../../../engine/network/messages.js';
import { recover } from '../../../engine/store/recovery.js';
import { encodeManifest, type Manifest, offerOf } from '../../../engine/store/snapshot/manifest.js';
import { DiskIntake, discardIntake, finishIntake, whyNoSnapshotSync } from '../../../ops/snapshots/intake.js';
import { DiskShelf } from '../../../ops/snapshots/shelf.js';
import { partFile, snapshotFolder } from '../../../workers/snapshot/layout.js';
import { openStore } from '../../../workers/store/openStore.js';
import { LogBook } from '../../support/engineNode.js';
import { SeededRandom, testSeed } from '../../support/random.js';
import { manifestOf, type SnapshotBytes, SnapshotChain } from '../../support/snapshotScene.js';
import { temporaryDirectory } from './temporary.js';

let rules: ChainRules;
let bytes: SnapshotBytes;
let manifest: Manifest;
let offer: SnapshotOffer;
let parts: Uint8Array[];

beforeAll(async () => {
  const chain = await SnapshotChain.open();
  await chain.randomBlocks(new SeededRandom(testSeed()), 12);
  ({ bytes } = await chain.snapshot(2_048));
  rules = chain.rules;
  manifest = manifestOf(bytes, rules);
  offer = offerOf(manifest);
  parts = [...bytes.chunks, ...bytes.recent];
});

const fresh = (): string => temporaryDirectory();
const open = (dataDir: string, onReady = () => {}) => new DiskIntake({ dataDir, rules, trusted: undefined, onReady });
const flipped = (part: Uint8Array): Uint8Array => part.map((byte, at) => (at === part.length >> 1 ? byte ^ 1 : byte));
const partsIn = (dataDir: string): string[] => readdirSync(join(dataDir, 'restoring', 'parts')).sort();

/** Everything of a manifest and its parts. */
async function fill(intake: DiskIntake, of = manifest, from: readonly Uint8Array[] = parts): Promise<void> {
  const plan = await intake.manifest(offerOf(of), encodeManifest(of));
  expect(plan).not.toBe('invalid');
  for (const [index, part] of from.entries()) expect(await intake.part(index + 1, part)).toBe('kept');
}

describe('what comes from peers', () => {
  test('is judged part by part, and a part that is not what it should be is not kept', async () => {
    const dataDir = fresh();
    const intake = open(dataDir);
    const plan = await intake.manifest(offer, bytes.manifest);
    expect(plan).toEqual(parts.map(({ length: size }) => ({ size, isHere: false })));
    let judged = 0;
    for (const [index, part] of parts.entries()) {
      expect(await intake.part(index + 1, flipped(part))).toBe('damaged');
      expect(await intake.part(index + 1, parts[(index + 1) % parts.length] as Uint8Array)).toBe('damaged');
      judged += 2;
    }
    expect(await intake.part(parts.length + 1, parts[0] as Uint8Array)).toBe('damaged');
    expect(judged).toBeGreaterThan(10);
    expect(partsIn(dataDir)).toEqual(['manifest.bin']);
    await fill(intake);
    expect(partsIn(dataDir).length).toBe(parts.length + 1);
  });

  test('a manifest that is not what was offered is none', async () => {
    const intake = open(fresh());
    const lies: [SnapshotOffer, Uint8Array][] = [
      [offer, flipped(bytes.manifest)],
      [offer, bytes.manifest.subarray(1)],
      [offer, new Uint8Array()],
      [{ ...offer, height: offer.height + 1 }, bytes.manifest],
      [{ ...offer, hash: 'ab'.repeat(32) }, bytes.manifest],
      [{ ...offer, id: 'ab'.repeat(32) }, bytes.manifest],
      [{ ...offer, parts: offer.parts + 1 }, bytes.manifest],
      [{ ...offer, bytes: offer.bytes - 1 }, bytes.manifest],
    ];
    for (const [said, text] of lies) expect(await intake.manifest(said, text)).toBe('invalid');
    expect(intake.held).toBeUndefined();
  });

  test('a manifest that names false chunks is found out by the first of them', async () => {
    const intake = open(fresh());
    const [first = new Uint8Array()] = parts;
    const other = bytes.chunks[1] ?? first;
    const chunks = manifest.chunks.map((entry, index) =>
      index === 0 ? { ...entry, hash: sha256(other), size: other.length } : entry,
    );
    const lie = { ...manifest, chunks };
    expect(offerOf(lie).id).not.toBe(offer.id);
    expect(await intake.manifest(offerOf(lie), encodeManifest(lie))).not.toBe('invalid');
    expect(await intake.part(1, other)).toBe('lie');
  });

  test('a certificate has no part in the id, and a false one is found out at the end', async () => {
    const dataDir = fresh();
    const intake = open(dataDir);
    const { certificate } = manifest;
    const precommits = certificate.precommits.map((each) => ({ ...each, signature: flipped(each.signature) }));
    const lie = { ...manifest, certificate: { ...certificate, precommits } };
    expect(offerOf(lie)).toEqual(offer);
    await fill(intake, lie);
    expect(await intake.restore('peers')).toBe('certificate');
    // The parts are as good as before.
    expect(partsIn(dataDir)).not.toContain('manifest.bin');
    const plan = await intake.manifest(offer, bytes.manifest);
    expect(plan).toEqual(parts.map(({ length: size }) => ({ size, isHere: true })));
    expect(await intake.restore('peers')).toBe('restored');
  });

  test('numbers that no chain can have are found out at the end', async () => {
    const dataDir = fresh();
    const lie = { ...manifest, firstEvent: manifest.height };
    const intake = open(dataDir);
    await fill(intake, lie);
    expect(await intake.restore('peers')).toBe('invalid');
    expect(existsSync(join(dataDir, 'restoring', 'parts'))).toBe(false);
    await fill(intake);
    expect(await intake.restore('peers')).toBe('restored');
  });
});

describe('an earlier run', () => {
  test('leaves what it has, and what is damaged since is fetched again', async () => {
    const dataDir = fresh();
    await fill(open(dataDir));
    expect(open(dataDir).held).toEqual({ offer, isComplete: true });
    const folder = join(dataDir, 'restoring', 'parts');
    const fileOf = (part: number): string => join(folder, partFile(part, manifest.chunks.length));
    writeFileSync(fileOf(2), flipped(parts[1] as Uint8Array));
    rmSync(fileOf(parts.length));
    const intake = open(dataDir);
    expect(intake.held).toEqual({ offer, isComplete: false });
    const plan = await intake.manifest(offer, undefined);
    if (plan === 'invalid') throw new Error('the manifest is sound');
    expect(plan.flatMap(({ isHere }, index) => (isHere ? [] : [index + 1]))).toEqual([2, parts.length]);
  });

  test('has no say when its manifest is damaged or of another snapshot', async () => {
    const dataDir = fresh();
    await fill(open(dataDir));
    const path = join(dataDir, 'restoring', 'parts', 'manifest.bin');
    const lie = { ...manifest, firstEvent: manifest.firstEvent + 1 };
    const plan = await open(dataDir).manifest(offerOf(lie), encodeManifest(lie));
    if (plan === 'invalid') throw new Error('nothing in it is impossible');
    expect(plan.every(({ isHere }) => !isHere)).toBe(true);
    expect(partsIn(dataDir)).toEqual(['manifest.bin']);
    writeFileSync(path, flipped(new Uint8Array(readFileSync(path))));
    const intake = open(dataDir);
    expect(intake.held).toBeUndefined();
    expect(await intake.manifest(offer, undefined)).toBe('invalid');
  });
});

describe('the change to the restored chain', () => {
  const heightIn = async (dataDir: string) => {
    const store = await openStore({ directory: dataDir });
    const { tip, kept } = await recover(store, rules).finally(() => store.close());
    return { height: tip.height, hash: tip.hash, ...kept };
  };

  test('is finished from every gap, and once', async () => {
    const dataDir = fresh();
    // A chain that has only its genesis block.
    expect((await heightIn(dataDir)).height).toBe(0);
    let ready = 0;
    const intake = open(dataDir, () => ready++);
    await fill(intake);
    expect(await finishIntake(dataDir)).toBe(false);
    expect(await intake.restore('peers')).toBe('restored');
    expect(ready).toBe(1);
    expect((await heightIn(dataDir)).height).toBe(0);
    // The old database is gone, the new one not in its place.
    rmSync(join(dataDir, 'db'), { recursive: true });
    expect(await finishIntake(dataDir)).toBe(true);
    const { height, hash } = offer;
    const restored = { height, hash, blocksFrom: height + 1, snapshotTrust: 'peers' };
    expect(await heightIn(dataDir)).toMatchObject(restored);
    expect(existsSync(join(dataDir, 'restoring'))).toBe(false);
    // It is in its place, and the mark is still there.
    mkdirSync(join(dataDir, 'restoring'));
    writeFileSync(join(dataDir, 'restoring', 'ready'), '');
    expect(await finishIntake(dataDir)).toBe(true);
    expect(await finishIntake(dataDir)).toBe(false);
    expect(await heightIn(dataDir)).toMatchObject(restored);
  });

  test('what was fetched goes when the chain has begun otherwise, and what the command has begun stays', () => {
    const [own, command] = [fresh(), fresh()];
    mkdirSync(join(own, 'restoring', 'parts'), { recursive: true });
    mkdirSync(join(command, 'restoring', 'db'), { recursive: true });
    discardIntake(own);
    discardIntake(command);
    expect([own, command].map((place) => existsSync(join(place, 'restoring')))).toEqual([false, true]);
  });
});

test('the shelf shows sound snapshots, and gives them piece by piece', async () => {
  const dataDir = fresh();
  const log = new LogBook();
  const shelf = new DiskShelf(dataDir, rules, log);
  expect(await shelf.offers()).toEqual([]);
  const folder = snapshotFolder(dataDir, offer.height);
  mkdirSync(folder, { recursive: true });
  const all = [bytes.manifest, ...parts];
  for (const [part, content] of all.entries())
    writeFileSync(join(folder, partFile(part, manifest.chunks.length)), content);
  const damaged = snapshotFolder(dataDir, offer.height + 1);
  mkdirSync(damaged);
  writeFileSync(join(damaged, 'manifest.bin'), flipped(bytes.manifest));
  expect(await shelf.offers()).toEqual([offer]);
  await shelf.offers();
  expect(log.lines.filter(({ message }) => message === 'a snapshot is not shown to peers').length).toBe(1);
  for (const [part, content] of all.entries()) {
    expect(await shelf.piece(offer.id, part, 0)).toEqual(content.subarray(0, SNAPSHOT_PIECE_BYTES));
    expect(await shelf.piece(offer.id, part, content.length - 1)).toEqual(content.subarray(content.length - 1));
    expect(await shelf.piece(offer.id, part, content.length)).toEqual(new Uint8Array());
    expect(await shelf.piece(offer.id, part, content.length + 1)).toBeUndefined();
  }
  expect(await shelf.piece(offer.id, all.length, 0)).toBeUndefined();
  expect(await shelf.piece('ab'.repeat(32), 0, 0)).toBeUndefined();
  rmSync(folder, { recursive: true });
  expect(await shelf.piece(offer.id, 1, 0)).toBeUndefined();
  expect(await shelf.offers()).toEqual([]);
});

test.each<[string, Parameters<typeof whyNoSnapshotSync>[0]]>([
  ['name them with --peers', { snapshotSync: true, trustedBlock: undefined, peers: [], mode: 'full' }],
  ['it is for --snapshot-sync', { snapshotSync: false, trustedBlock: '5:ab', peers: ['x'], mode: 'full' }],
  ['begins with a later one', { snapshotSync: true, trustedBlock: undefined, peers: ['x'], mode: 'archive' }],
])('a start that can come to nothing is refused: %s', (sentence, config) => {
  expect(whyNoSnapshotSync(config)).toContain(sentence);
  expect(whyNoSnapshotSync({ ...config, snapshotSync: true, peers: ['x'], mode: 'pruned' })).toBeUndefined();
});
