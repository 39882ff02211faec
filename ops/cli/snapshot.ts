/** `rouged snapshot`: makes, lists, checks and restores snapshots of the state.
 *
 *  A snapshot proves itself against a block; that the block is the network's it cannot prove. Who held stake long ago can sign another
 *  past at no cost, because unstaked keys are bound for 500 blocks only. So `restore` wants a block that the operator trusts from
 *  another source: an own node, an explorer, somebody they know. */

import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { isRefusal, type Refusal, refuse } from '../../engine/base/refusal.js';
import type { ChainRules } from '../../engine/consensus/production.js';
import { isFault, type SnapshotFault } from '../../engine/state/snapshotFault.js';
import { type Manifest, type TrustedBlock, verifyManifest } from '../../engine/store/snapshot/manifest.js';
import { SNAPSHOTS_FOLDER, snapshotFolder, snapshotHeights } from '../../workers/snapshot/layout.js';
import { makeSnapshot, type SnapshotProgress } from '../../workers/snapshot/makeSnapshot.js';
import type { SnapshotFacts } from '../../workers/snapshot/snapshotMaker.js';
import { genesisPathIn } from '../config/genesisFile.js';
import { badOption, booleanOption, type OptionValues, pathOption, textOption } from '../config/optionKinds.js';
import { optionTable, readTrustedBlock, trustedBlockRule } from '../config/schema.js';
import { type ControlPlace, findControl } from '../controlFile.js';
import { filesOf, readManifestFile } from '../snapshots/files.js';
import { adopt, badRestoreTarget, bringIn, restoringFolder } from '../snapshots/restore.js';
import { SnapshotVerification } from '../snapshots/verify.js';
import { hasChain, readRules, withStore } from './chain/openChain.js';
import { openProgress } from './chain/progress.js';
import type { Subcommand } from './subcommand.js';
import { EXIT_FAILED, EXIT_OK, outJson, type Terminal } from './terminal.js';

const OPTIONS = 'Options';

const snapshotTable = {
  'data-dir': { ...optionTable['data-dir'], chapter: OPTIONS },
  genesis: pathOption({
    chapter: OPTIONS,
    environment: ['QV_GENESIS'],
    placeholder: 'file',
    help: 'Genesis file of the network; default: genesis.json in the data directory.',
  }),
  'trusted-block': textOption({
    chapter: OPTIONS,
    environment: [],
    placeholder: 'height:hash',
    rule: trustedBlockRule,
    help: "The snapshot's block, as a source that you trust names it: the snapshot itself cannot prove that its block is the network's.",
  }),
  json: booleanOption({ chapter: OPTIONS, environment: [], default: false, help: 'Answer in JSON.' }),
};

type Table = typeof snapshotTable;
type Values = OptionValues<Table>;

const MEBIBYTE = 1024 * 1024;

const mib = (bytes: number): string => `${(bytes / MEBIBYTE).toFixed(1)} MiB`;

const faultRefusal = ({ message }: SnapshotFault): Refusal => refuse('rule_violation', message);

const trustedIn = ({ trustedBlock }: Values): TrustedBlock | undefined => readTrustedBlock(trustedBlock);

/** Asks the running node. */
async function* askNode({ url, token }: ControlPlace): AsyncIterable<SnapshotProgress | Refusal> {
  let response: Response;
  try {
    response = await fetch(`${url}/snapshot`, { method: 'POST', headers: { authorization: `Bearer ${token}` } });
  } catch {
    return yield refuse('not_found', 'the node that holds the data directory does not answer; see its log');
  }
  if (!response.body) return yield refuse('not_found', `the node answered with HTTP ${response.status}`);
  const lines = createInterface({ input: Readable.fromWeb(response.body as ReadableStream<Uint8Array>) });
  for await (const text of lines) {
    const line = JSON.parse(text) as Partial<SnapshotProgress> & { error?: string; done?: true };
    if (line.done) return;
    if (line.error !== undefined) return yield refuse('rule_violation', line.error);
    yield { entries: line.entries ?? 0, ...(line.facts && { facts: line.facts }) };
  }
  yield refuse('rule_violation', 'the node stopped before the snapshot was complete; try again when it has started');
}

async function takeFacts(
  progress: AsyncIterable<SnapshotProgress | Refusal>,
  terminal: Terminal,
): Promise<SnapshotFacts | Refusal> {
  let facts: SnapshotFacts | undefined;
  let shown = 0;
  for await (const step of progress) {
    if (isRefusal(step)) return step;
    facts = step.facts ?? facts;
    if (terminal.interactive && step.entries - shown > 10_000) {
      shown = step.entries;
      terminal.err(`\r${step.entries} entries read`);
    }
  }
  if (shown > 0) terminal.err('\n');
  return facts ?? refuse('rule_violation', 'the snapshot came to no end');
}

async function runMake(values: Values, terminal: Terminal): Promise<number | Refusal> {
  const { dataDir } = values;
  const rules = readRules(values);
  if (isRefusal(rules)) return rules;
  if (!hasChain(dataDir)) return badOption(`there is no chain in ${dataDir}`);
  const { leafPrefix } = rules.protocol.stateTree;
  const opened = await withStore(dataDir, (store) =>
    takeFacts(makeSnapshot(store, { dataDir, leafPrefix, share: 1 }), terminal),
  );
  const place = isRefusal(opened) && opened.code === 'busy' ? findControl(dataDir) : undefined;
  const facts = place ? await takeFacts(askNode(place), terminal) : opened;
  if (isRefusal(facts)) return facts;
  const folder = snapshotFolder(dataDir, facts.height);
  if (values.json) outJson(terminal, { ...facts, folder });
  else
    terminal.out(
      `snapshot of block ${facts.height} in ${folder}: ${facts.records} records in ${facts.chunks} chunks, ${mib(facts.bytes)}\n` +
        `its block: ${facts.height}:${facts.hash}\n`,
    );
  return EXIT_OK;
}

/** What a manifest says of its snapshot, or why it cannot be used. */
function factsIn(folder: string, rules: ChainRules): Manifest | SnapshotFault {
  const bytes = readManifestFile(folder);
  return isFault(bytes) ? bytes : verifyManifest(bytes, rules, undefined);
}

const sizeOf = ({ chunks, recent }: Manifest): number =>
  [...chunks, ...recent].reduce((sum, { size }) => sum + size, 0);

async function runList(values: Values, terminal: Terminal): Promise<number | Refusal> {
  const rules = readRules(values);
  if (isRefusal(rules)) return rules;
  const snapshots = snapshotHeights(values.dataDir).map((height) => {
    const manifest = factsIn(snapshotFolder(values.dataDir, height), rules);
    if (isFault(manifest)) return { height, problem: manifest.message };
    const { hash, header, chunks } = manifest;
    return { height, hash, time: new Date(header.time).toISOString(), chunks: chunks.length, bytes: sizeOf(manifest) };
  });
  if (values.json) outJson(terminal, { snapshots });
  else if (snapshots.length === 0) terminal.out(`no snapshots in ${join(values.dataDir, SNAPSHOTS_FOLDER)}\n`);
  else
    for (const snapshot of snapshots)
      terminal.out(
        'problem' in snapshot
          ? `${snapshot.height}  cannot be used: ${snapshot.problem}\n`
          : `${snapshot.height}:${snapshot.hash}  ${snapshot.time}  ${snapshot.chunks} chunks  ${mib(snapshot.bytes)}\n`,
      );
  return EXIT_OK;
}

/** A folder by its path, or one of the data directory's by its height. */
const folderOf = (dataDir: string, word: string): string =>
  /^[1-9]\d{0,15}$/.test(word) ? snapshotFolder(dataDir, Number(word)) : resolve(word);

/** The verified manifest of the snapshot that the words name. */
function openSnapshot(folder: string, rules: ChainRules, trusted: TrustedBlock | undefined): Manifest | Refusal {
  const bytes = readManifestFile(folder);
  const manifest = isFault(bytes) ? bytes : verifyManifest(bytes, rules, trusted);
  return isFault(manifest) ? faultRefusal(manifest) : manifest;
}

async function runVerify(values: Values, terminal: Terminal, [word]: readonly string[]): Promise<number | Refusal> {
  const { dataDir } = values;
  const newest = snapshotHeights(dataDir)[0];
  const name = word ?? (newest === undefined ? undefined : String(newest));
  if (name === undefined) return badOption(`there is no snapshot in ${dataDir}; name the folder of one`);
  const rules = readRules(values);
  if (isRefusal(rules)) return rules;
  const trusted = trustedIn(values);
  const folder = folderOf(dataDir, name);
  const manifest = openSnapshot(folder, rules, trusted);
  if (isRefusal(manifest)) return manifest;
  const progress = openProgress(terminal, 'parts verified', manifest.chunks.length + manifest.recent.length);
  const report = await new SnapshotVerification(manifest, rules, filesOf(folder, manifest))
    .run((done) => progress.at(done))
    .finally(() => progress.end());
  const { height, hash } = manifest;
  const faults = report.faults.map(({ fault, message }) => ({ fault, message }));
  if (values.json) outJson(terminal, { height, hash, ...report, faults, trusted: trusted !== undefined });
  else if (faults.length > 0) terminal.out(`damaged:\n${faults.map(({ message }) => `  ${message}\n`).join('')}`);
  else
    terminal.out(
      `sound: block ${height}:${hash}, ${report.records} records, ${report.blocks} recent blocks, ${mib(report.bytes)}; every root, hash, key and the certificate hold\n` +
        (trusted ? '' : `not checked: whether this is the network's block ${height}; name it with --trusted-block\n`),
    );
  return faults.length > 0 ? EXIT_FAILED : EXIT_OK;
}

const UNTRUSTED =
  "name the snapshot's block with --trusted-block <height:hash>, from a source that you trust: whoever held stake long ago can sign another past, so a snapshot cannot prove that its block is the network's";

async function runRestore(values: Values, terminal: Terminal, [word]: readonly string[]): Promise<number | Refusal> {
  if (word === undefined) return badOption('rouged snapshot restore needs the folder of a snapshot');
  const { dataDir } = values;
  const trusted = trustedIn(values);
  if (!trusted) return badOption(UNTRUSTED);
  const target = badRestoreTarget(dataDir);
  if (target) return target;
  const rules = readRules(values);
  if (isRefusal(rules)) return rules;
  const folder = resolve(word);
  const manifest = openSnapshot(folder, rules, trusted);
  if (isRefusal(manifest)) return manifest;
  const progress = openProgress(terminal, 'parts restored', manifest.chunks.length + manifest.recent.length);
  const restored = await withStore(restoringFolder(dataDir), (store) =>
    bringIn(store, rules, manifest, filesOf(folder, manifest), (done) => progress.at(done)),
  ).finally(() => progress.end());
  if (isRefusal(restored)) return restored;
  if (isFault(restored))
    return refuse('rule_violation', `${restored.message}; what was restored stays, get the part again and repeat`);
  const genesisText = new Uint8Array(readFileSync(values.genesis ?? genesisPathIn(dataDir)));
  const failure = adopt(dataDir, genesisText);
  if (failure) return failure;
  const { height, hash } = manifest;
  const facts = { height, hash, records: restored.state.size, first_block: restored.kept.blocksFrom };
  if (values.json) outJson(terminal, facts);
  else
    terminal.out(
      `restored block ${height}:${hash} into ${dataDir}: ${facts.records} records, the state root is proven; blocks begin with ${facts.first_block}\n`,
    );
  return EXIT_OK;
}

export const snapshotCommand: Subcommand<Table> = {
  name: 'snapshot',
  summary:
    'rouged snapshot: the state after one block in parts that prove themselves, to start a node without the past.',
  table: snapshotTable,
  actions: {
    make: {
      usage: '',
      help: 'Make a snapshot of the newest block in state-snapshots of the data directory, also while the node runs.',
      options: ['data-dir', 'genesis', 'json'],
      run: runMake,
    },
    list: {
      usage: '',
      help: 'List the snapshots of the data directory, newest first, with their blocks.',
      options: ['data-dir', 'genesis', 'json'],
      run: runList,
    },
    verify: {
      usage: '[height | folder] [--trusted-block <height:hash>]',
      help: 'Check every part of a snapshot; default: the newest one. Exit code 0: sound, 1: damaged.',
      options: ['data-dir', 'genesis', 'trusted-block', 'json'],
      words: 1,
      run: runVerify,
    },
    restore: {
      usage: '<folder> --trusted-block <height:hash> --data-dir <empty directory> [--genesis <file>]',
      help: 'Make a data directory out of a snapshot. The same command continues one that was cut off.',
      options: ['data-dir', 'genesis', 'trusted-block', 'json'],
      words: 1,
      run: runRestore,
    },
  },
};
